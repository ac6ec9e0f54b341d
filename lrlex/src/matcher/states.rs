//! The stack of start states while a text is lexed, and the texts that are stored on it.
//!
//! A rule with a target `<+S>` and a group named `delim` stores the group's text with the state
//! that it stacks. Another rule with such a group matches only where its group has the text that
//! the state on top holds. So here-documents and raw strings end where they should, whatever
//! delimiter they were given.
//!
//! Copies of a stack share what they have in common, so that a copy costs nothing, however deep the
//! stack is.

use crate::{chain::Chain, start_state::StartStateOperation};

/// A start state on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry<'t> {
    /// The number of the start state.
    pub(crate) state: usize,
    /// What the rule that stacked it stored.
    pub(crate) delim: Option<&'t str>,
}

/// The number of the state `INITIAL`.
const INITIAL: usize = 0;

/// Where a lexer is among its start states: how many are below the present one, and the present
/// one.
pub(crate) type Place = (usize, usize);

/// The stack; it is never empty.
#[derive(Clone, Debug)]
pub(crate) struct Stack<'t> {
    below: Chain<Entry<'t>>,
    top: Entry<'t>,
}

impl<'t> Entry<'t> {
    /// A state without a text.
    pub(crate) fn plain(state: usize) -> Self {
        Entry { state, delim: None }
    }
}

impl<'t> Stack<'t> {
    /// `INITIAL` alone.
    pub(crate) fn new() -> Self {
        Stack { below: Chain::default(), top: Entry::plain(INITIAL) }
    }

    /// The present state.
    pub(crate) fn top(&self) -> Entry<'t> {
        self.top
    }

    /// Whether it has as many states as another, and the same on top.
    pub(crate) fn is_as(&self, other: &Stack<'_>) -> bool {
        self.below.depth() == other.below.depth() && self.top == other.top
    }

    /// How many states the stack has, and the present one.
    pub(crate) fn place(&self) -> Place {
        (self.below.depth(), self.top.state)
    }

    /// Does what a rule's target says; `delim` is what the rule stores.
    pub(crate) fn change(
        &mut self,
        state: usize,
        operation: StartStateOperation,
        delim: Option<&'t str>,
    ) {
        match operation {
            StartStateOperation::ReplaceStack => {
                self.below = Chain::default();
                self.top = Entry::plain(state);
            }
            StartStateOperation::ReplaceTop => self.top = Entry::plain(state),
            StartStateOperation::Push => {
                self.below.push(self.top);
                self.top = Entry { state, delim };
            }
            StartStateOperation::Pop => {
                self.top = self.below.pop().unwrap_or(Entry::plain(INITIAL));
            }
        }
    }
}
