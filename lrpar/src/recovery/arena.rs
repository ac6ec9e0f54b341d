//! Stacks that share their prefixes: a tree of parent pointers (a cactus stack), every node
//! interned.
//!
//! Two stacks are equal exactly if their ids are. The parser's own stack at the error is not
//! copied: its prefixes are the first ids, so that recovery costs nothing for depth. Push and
//! lookup are O(1); popping n symbols is O(n) above the parser's stack and O(1) on it.
//!
//! Rejected: configurations that hash whole stacks, as slow as the stacks are deep: 55 times slower
//! at a depth of 10,000.

use lrtable::{StateId, hash::Index};

/// Id of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct StackId(u32);

/// All stacks of one error's recovery.
pub(crate) struct Arena<'b> {
    /// The parser's stack. Id k is its prefix of k + 1 states.
    base: &'b [StateId],
    /// The name that each state has here, if not its own id; the name of a name is itself.
    names: Option<&'b [StateId]>,
    /// The stacks above the parser's own: the top of each, and the stack below.
    nodes: Vec<(StateId, StackId)>,
    /// Finds a stack among the nodes.
    index: Index,
}

impl<'b> Arena<'b> {
    /// Makes an arena over a stack of at least one state.
    pub(crate) fn new(base: &'b [StateId]) -> Self {
        assert!(!base.is_empty(), "a parser's stack holds at least the start state");
        Arena { base, names: None, nodes: Vec::new(), index: Index::default() }
    }

    /// Makes an arena over a stack whose states are replaced by their `names`.
    pub(crate) fn renamed(base: &'b [StateId], names: &'b [StateId]) -> Self {
        Arena { names: Some(names), ..Arena::new(base) }
    }

    #[inline]
    fn name(&self, state: StateId) -> StateId {
        self.names.map_or(state, |names| names[state.index()])
    }

    #[inline]
    fn base_state(&self, at: usize) -> Option<StateId> {
        self.base.get(at).map(|state| self.name(*state))
    }

    /// Returns whether `stack` is a prefix of the parser's stack with fewer than `len` states.
    pub(crate) fn is_base_below(&self, stack: StackId, len: usize) -> bool {
        (stack.0 as usize) < self.base.len() && (stack.0 as usize) + 1 < len
    }

    /// Returns the parser's stack cut to its first `len` states.
    pub(crate) fn base_prefix(&self, len: usize) -> StackId {
        debug_assert!(0 < len && len <= self.base.len());
        StackId(u32::try_from(len - 1).expect("a stack has fewer than 2^32 states"))
    }

    /// Returns the state on top of a stack.
    #[inline]
    pub(crate) fn top(&self, stack: StackId) -> StateId {
        match self.base_state(stack.0 as usize) {
            Some(state) => state,
            None => self.nodes[stack.0 as usize - self.base.len()].0,
        }
    }

    /// Returns the stack without its top `n` states. It must have more than `n`.
    #[inline]
    pub(crate) fn pop(&self, stack: StackId, n: usize) -> StackId {
        self.try_pop(stack, n).expect("a handle is part of the stack")
    }

    /// Returns the stack without its top `n` states; `None` if it has `n` or fewer.
    pub(crate) fn try_pop(&self, stack: StackId, n: usize) -> Option<StackId> {
        let mut stack = stack;
        let mut left = n;
        while left > 0 {
            if (stack.0 as usize) < self.base.len() {
                return stack.0.checked_sub(u32::try_from(left).ok()?).map(StackId);
            }
            stack = self.nodes[stack.0 as usize - self.base.len()].1;
            left -= 1;
        }
        Some(stack)
    }

    /// Returns the stack with `state` pushed, under the state's name here.
    pub(crate) fn push(&mut self, stack: StackId, state: StateId) -> StackId {
        let state = self.name(state);
        if (stack.0 as usize) < self.base.len()
            && self.base_state(stack.0 as usize + 1) == Some(state)
        {
            return StackId(stack.0 + 1);
        }
        let at = self.index.find_or_push(&mut self.nodes, (state, stack));
        StackId(u32::try_from(self.base.len() + at).expect("memory is bounded before 2^32 stacks"))
    }

    /// Returns the stack with all of `states` pushed in order.
    pub(crate) fn push_all(&mut self, stack: StackId, states: &[StateId]) -> StackId {
        states.iter().fold(stack, |stack, state| self.push(stack, *state))
    }

    /// Returns how many prefixes of a stack are prefixes of the parser's, and the other prefixes,
    /// the shortest first.
    pub(crate) fn prefixes(&self, stack: StackId) -> (usize, Vec<StackId>) {
        let mut above = Vec::new();
        let mut stack = stack;
        while stack.0 as usize >= self.base.len() {
            above.push(stack);
            stack = self.pop(stack, 1);
        }
        above.reverse();
        (stack.0 as usize + 1, above)
    }

    /// Returns the bytes in use, counted alike on every machine.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<(StateId, StackId)>() + Index::BYTES)
    }
}

/// Narrows a number of a position, node or edge to 32 bits: inputs are shorter, and the memory
/// limit is reached before.
pub(super) fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("inputs and searches are smaller than 2^32")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_stacks_have_equal_ids_however_they_were_made() {
        let base = [0, 5, 6].map(StateId::new);
        let mut arena = Arena::new(&base);
        let whole = arena.base_prefix(3);
        let bottom = arena.pop(whole, 2);
        let again = arena.push_all(bottom, &base[1..]);
        assert_eq!(again, whole);
        let a = arena.push(arena.pop(whole, 1), StateId::new(9));
        let b = arena.push_all(bottom, &[5, 9].map(StateId::new));
        assert_eq!(a, b);
        assert_eq!(arena.top(arena.pop(b, 1)), StateId::new(5));
        assert_ne!(arena.push(b, StateId::new(6)), arena.push(whole, StateId::new(6)));
    }
}
