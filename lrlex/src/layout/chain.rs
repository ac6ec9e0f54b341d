//! Stacks with shared tails: a copy is one pointer, so a state of lexing can be kept for each
//! lexeme.

use std::rc::Rc;

/// A stack. It is copied and pushed to in constant time, and dropped without recursion.
#[derive(Debug)]
pub(crate) struct Chain<T>(Option<Rc<Node<T>>>);

#[derive(Debug)]
struct Node<T> {
    top: T,
    depth: usize,
    below: Chain<T>,
}

impl<T: Copy> Chain<T> {
    pub(crate) fn push(&mut self, top: T) {
        let below = Chain(self.0.take());
        self.0 = Some(Rc::new(Node { top, depth: below.depth() + 1, below }));
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        let node = self.0.take()?;
        match Rc::try_unwrap(node) {
            Ok(mut node) => {
                self.0 = node.below.0.take();
                Some(node.top)
            }
            Err(shared) => {
                *self = shared.below.clone();
                Some(shared.top)
            }
        }
    }

    pub(crate) fn top(&self) -> Option<T> {
        self.0.as_ref().map(|node| node.top)
    }

    /// The number of items.
    pub(crate) fn depth(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.depth)
    }
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

impl<T> Drop for Chain<T> {
    fn drop(&mut self) {
        let mut rest = self.0.take();
        while let Some(node) = rest {
            rest = Rc::try_unwrap(node).ok().and_then(|mut node| node.below.0.take());
        }
    }
}
