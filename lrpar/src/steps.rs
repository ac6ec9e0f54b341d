//! A parse token by token, for those who look on: which states it is in, and what it does there.

use lrtable::{Action, ProdId, StateId, TokenId, pack::Tables};

use crate::engine::{Outcome, Stack, run};

/// The result of one [`step`]: the token was shifted, accepted, or is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is on the stack now.
    Shifted,
    /// It was `$`, and the input is a sentence.
    Accepted,
    /// It is an error. Reductions before it may have been made.
    Error,
}

/// Takes `token` onto `stack`, as a parser does without recovery. `see` is told each action and the state in which it is
/// taken: the reductions first, then what became of the token.
///
/// A parse begins with a stack of one state, the start state, and ends with a step for `$`. The cost is that of the
/// reductions. A table of a cyclic grammar might reduce for ever; that is seen, and is an error.
///
/// # Panics
///
/// If `stack` is not one that earlier steps over these tables made.
pub fn step(
    tables: &Tables<'_>,
    stack: &mut Vec<StateId>,
    token: TokenId,
    see: impl FnMut(StateId, Action),
) -> Step {
    let mut watched = Watched { stack, see };
    let (action, step) = match run(tables, &mut watched, token) {
        Outcome::Shift(state) => (Action::Shift(state), Step::Shifted),
        Outcome::Accept => (Action::Accept, Step::Accepted),
        Outcome::Error => (Action::Error, Step::Error),
    };
    let top = watched.top();
    (watched.see)(top, action);
    if let Action::Shift(state) = action {
        stack.push(state);
    }
    step
}

/// A stack that says which reductions are made on it.
struct Watched<'a, See> {
    stack: &'a mut Vec<StateId>,
    see: See,
}

impl<See: FnMut(StateId, Action)> Stack for Watched<'_, See> {
    fn top(&self) -> StateId {
        *self.stack.last().expect("a stack holds at least the start state")
    }

    fn reduce(&mut self, prod: ProdId, len: usize) {
        let top = self.top();
        (self.see)(top, Action::Reduce(prod));
        self.stack.truncate(self.stack.len() - len);
    }

    fn push(&mut self, state: StateId) {
        self.stack.push(state);
    }
}
