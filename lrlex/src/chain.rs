//! A stack of which copies share what they have in common.
//!
//! A copy costs nothing, however deep the stack is, and neither does it end: what no other copy
//! has is dropped in a loop. Pushing and popping cost an allocation each.

use std::rc::Rc;

/// A stack.
#[derive(Debug)]
pub(crate) struct Chain<T>(Option<Rc<Link<T>>>);

#[derive(Debug)]
struct Link<T> {
    top: T,
    below: Chain<T>,
    /// The number of items, this one included.
    depth: usize,
}

impl<T> Default for Chain<T> {
    fn default() -> Self {
        Chain(None)
    }
}

impl<T> Clone for Chain<T> {
    fn clone(&self) -> Self {
        Chain(self.0.clone())
    }
}

impl<T: Copy> Chain<T> {
    /// How many items there are.
    pub(crate) fn depth(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.depth)
    }

    /// The item on top.
    pub(crate) fn top(&self) -> Option<T> {
        self.0.as_ref().map(|link| link.top)
    }

    /// Adds an item on top.
    pub(crate) fn push(&mut self, top: T) {
        let depth = self.depth() + 1;
        let below = Chain(self.0.take());
        self.0 = Some(Rc::new(Link { top, below, depth }));
    }

    /// Takes the item on top away.
    pub(crate) fn pop(&mut self) -> Option<T> {
        match Rc::try_unwrap(self.0.take()?) {
            Ok(mut link) => {
                self.0 = link.below.0.take();
                Some(link.top)
            }
            Err(shared) => {
                self.0 = shared.below.0.clone();
                Some(shared.top)
            }
        }
    }
}

impl<T> Drop for Chain<T> {
    /// Drops the items that no copy has, without recursion over their number.
    fn drop(&mut self) {
        let mut rest = self.0.take();
        while let Some(mut link) = rest.and_then(Rc::into_inner) {
            rest = link.below.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_keeps_its_items_while_the_other_goes_on() {
        let mut chain = Chain::default();
        (0..3).for_each(|item| chain.push(item));
        let copy = chain.clone();
        assert_eq!((chain.pop(), chain.pop(), chain.depth()), (Some(2), Some(1), 1));
        chain.push(7);
        let items =
            |mut chain: Chain<i32>| -> Vec<i32> { std::iter::from_fn(|| chain.pop()).collect() };
        assert_eq!(items(chain), [7, 0]);
        assert_eq!(items(copy), [2, 1, 0]);
    }

    #[test]
    fn a_million_items_are_dropped() {
        let mut chain = Chain::default();
        (0..1_000_000).for_each(|item| chain.push(item));
        let copy = chain.clone();
        drop(chain);
        assert_eq!(copy.depth(), 1_000_000);
    }
}
