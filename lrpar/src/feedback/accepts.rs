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

#[cfg(test)]
mod tests {
    use lrtable::{
        Minimiser, YaccGrammar, from_yacc,
        random::Random,
        yacc::{YaccKind, YaccOriginalActionKind},
    };

    use super::*;

    /// Compared with runs on the stack itself that are undone, over walks that go forward and back.
    #[test]
    fn answers_are_those_of_a_run() {
        let text = "%% S: A | B | '[' S ']'; A: 'a' | 'a' A | '(' A ')'; B: '(' B '>' | C;
            C: 'a' D 'b' | 'b'; D: 'a' D | ;";
        let kind = YaccKind::Original(YaccOriginalActionKind::NoAction);
        let grammar = YaccGrammar::<u32>::new(kind, text).unwrap();
        let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
        let tables = table.tables();
        let tokens: Vec<TokenId> = tables.token_ids().filter(|one| *one != tables.eof()).collect();
        let a = TokenId::new(grammar.token_idx("a").unwrap().0 as usize);
        let mut random = Random::new(1);
        let mut remembered = 0;
        for _ in 0..200 {
            let mut trail = Trail::new(StateId::new(0));
            let mut accepts = Accepts::default();
            let mut position = 0;
            for _ in 0..120 {
                if random.one_in(25) {
                    position -= random.below(position.min(30) + 1);
                    trail.go_back(position);
                }
                let mut shifts = Vec::new();
                for token in &tokens {
                    let mark = trail.mark();
                    if let Outcome::Shift(state) = run(&tables, &mut trail, *token) {
                        shifts.push((*token, state));
                    }
                    trail.undo(mark);
                    let asked = accepts.on(&tables, &mut trail).token(token.0);
                    assert_eq!(asked, shifts.iter().any(|(one, _)| one == token));
                }
                remembered += accepts.known.iter().filter(|known| !known.is_empty()).count();
                // Mostly one token again and again, which makes long lists.
                let again = shifts.iter().find(|(token, _)| *token == a);
                let again = again.filter(|_| !random.one_in(9));
                let Some(next) = again.or(shifts.first()) else { break };
                run(&tables, &mut trail, next.0);
                trail.shift(next.1, position);
                position += 1;
            }
        }
        assert!(remembered > 1_000, "{remembered}");
    }
}
