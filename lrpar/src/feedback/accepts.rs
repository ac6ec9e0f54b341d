//! Which tokens a parser could shift next.
//!
//! A token is accepted if the reductions under it, simulated on the stack, end in its shift. A long
//! chain of reductions (after a long right-recursive list) is remembered by the states that it
//! passed through, for as long as the stack below them stands: so asking at every lexeme of such a
//! list takes linear time.

use lrtable::{ProdId, StateId, Storage, TokenId, pack::Tables};

use super::{limits, trail::Trail};
use crate::{
    engine::{Outcome, Stack, run},
    input::token_of,
};

/// What is remembered: for each number of states at the bottom of the stack, the answers for those
/// with a state and a token above.
#[derive(Default)]
pub(super) struct Accepts {
    known: Vec<Vec<(StateId, TokenId, bool)>>,
}

impl Accepts {
    /// Returns the question for the stack as it is now, after a shift.
    pub(super) fn on<'a>(&'a mut self, tables: &'a Tables<'a>, trail: &'a mut Trail) -> On<'a> {
        self.known.truncate(trail.lowest() + 1);
        On { tables, states: trail.states(), known: &mut self.known }
    }
}

/// The question which tokens are accepted on a stack.
pub(super) struct On<'a> {
    tables: &'a Tables<'a>,
    states: &'a [StateId],
    known: &'a mut Vec<Vec<(StateId, TokenId, bool)>>,
}

impl On<'_> {
    /// Returns whether the parser could shift a token next.
    pub(super) fn token<StorageT: Storage>(&mut self, id: StorageT) -> bool {
        let tables = self.tables;
        let token = token_of(id, tables.eof(), tables.no_token());
        if token == tables.no_token() {
            return false;
        }
        let On { states, ref known, .. } = *self;
        let below = states.len();
        let mut probe = Probe {
            states,
            known,
            token,
            below,
            above: Vec::new(),
            steps: 0,
            passed: Vec::new(),
            answer: None,
        };
        let outcome = run(tables, &mut probe, token);
        let Probe { passed, answer, .. } = probe;
        let accepts = answer.unwrap_or(matches!(outcome, Outcome::Shift(_)));
        for (below, state) in passed {
            if self.known.len() <= below {
                self.known.resize(below + 1, Vec::new());
            }
            self.known[below].push((state, token, accepts));
        }
        accepts
    }
}

/// A stack on which reductions are simulated.
struct Probe<'a> {
    states: &'a [StateId],
    known: &'a [Vec<(StateId, TokenId, bool)>],
    token: TokenId,
    /// The number of states that no reduction has popped, and those above.
    below: usize,
    above: Vec<StateId>,
    steps: usize,
    /// Where the chain of reductions has passed: the number of states, and the one above.
    passed: Vec<(usize, StateId)>,
    /// The answer, once it is met among those that are known.
    answer: Option<bool>,
}

impl Stack for Probe<'_> {
    fn top(&self) -> StateId {
        *self.above.last().unwrap_or_else(|| &self.states[self.below - 1])
    }

    fn reduce(&mut self, _: ProdId, len: usize) {
        match self.above.len().checked_sub(len) {
            Some(left) => self.above.truncate(left),
            None => {
                self.below -= len - self.above.len();
                self.above.clear();
            }
        }
    }

    fn push(&mut self, state: StateId) {
        self.above.push(state);
    }

    fn goes_on(&mut self) -> bool {
        self.steps += 1;
        let [state] = self.above[..] else { return true };
        if self.steps <= limits::SHORT_CHAIN {
            return true;
        }
        let known = self.known.get(self.below).map_or(&[][..], |known| known);
        let is_this = |one: &&(StateId, TokenId, bool)| (one.0, one.1) == (state, self.token);
        self.answer = known.iter().find(is_this).map(|one| one.2);
        self.passed.push((self.below, state));
        self.answer.is_none()
    }
}
