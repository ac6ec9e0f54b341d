//! The parser's stack of states, as it is and as it was after the last shift.
//!
//! Merged tables may reduce under a lookahead before they find that it is an error, and the
//! expected tokens are known only from the stack before those reductions. So reductions do not
//! write on the stack: what they push lies beside it until the next shift. Mostly that is one
//! state, which a processor keeps in a register.

use lrtable::{
    RuleId, StateId, Symbol,
    hash::Map,
    pack::{Action, Tables},
};

/// A stack of states with pending reductions.
pub(crate) struct States {
    /// The states after the last shift, and room for more.
    states: Vec<StateId>,
    /// The index of the last of the states.
    shifted: usize,
    /// The index of the last state that no reduction has popped since.
    kept: usize,
    /// The states that reductions have pushed above `kept`, except the one on top.
    under: Vec<StateId>,
    /// The state on top.
    top: StateId,
    /// The index in `states` that the state on top has or would have.
    at: usize,
}

impl States {
    /// Makes a stack of one state.
    pub(crate) fn new(start: StateId) -> States {
        let states = vec![start; 64];
        States { states, shifted: 0, kept: 0, under: Vec::new(), top: start, at: 0 }
    }

    #[inline(always)]
    pub(crate) fn top(&self) -> StateId {
        self.top
    }

    /// Pops the states of a production's symbols.
    #[inline(always)]
    pub(crate) fn pop(&mut self, len: usize) {
        self.at -= len;
        if self.at <= self.kept {
            self.kept = self.at;
            self.top = self.states[self.at];
        } else if len > 0 {
            self.top = self.under[self.at - self.kept - 1];
        }
    }

    /// Pushes the state of a rule.
    #[inline(always)]
    pub(crate) fn push(&mut self, state: StateId) {
        if self.at > self.kept {
            let at = self.at - self.kept - 1;
            self.under = push_pending(std::mem::take(&mut self.under), at, self.top);
        }
        self.top = state;
        self.at += 1;
    }

    /// Pushes the state of a token.
    #[inline(always)]
    pub(crate) fn shift(&mut self, state: StateId) {
        if self.at + 1 >= self.states.len() {
            self.states = longer(std::mem::take(&mut self.states), self.at + 1);
        }
        if self.at > self.kept + 1 {
            let under = &self.under[..self.at - self.kept - 1];
            self.states[self.kept + 1..self.at].copy_from_slice(under);
        }
        self.states[self.at] = self.top;
        self.at += 1;
        self.states[self.at] = state;
        self.top = state;
        (self.shifted, self.kept) = (self.at, self.at);
    }

    /// Lends the whole stack to `look`.
    pub(crate) fn with_all<T>(&mut self, look: impl FnOnce(&[StateId]) -> T) -> T {
        let taken = self.write_pending();
        let result = look(&self.states[..=self.at]);
        self.states[self.kept + 1..=self.shifted].copy_from_slice(&taken);
        result
    }

    /// Pops all but the lowest `depth` states, and returns their symbols. The expected tokens are
    /// then those of the new stack.
    pub(crate) fn cut(&mut self, symbols: &mut Accessing<'_>, depth: usize) -> Vec<Symbol> {
        self.write_pending();
        let symbols = symbols.of(&self.states[depth - 1..=self.at]);
        self.at = depth - 1;
        self.top = self.states[self.at];
        (self.shifted, self.kept) = (self.at, self.at);
        symbols
    }

    /// Writes what reductions have pushed over what they have popped; returns the latter.
    fn write_pending(&mut self) -> Vec<StateId> {
        let taken = self.states[self.kept + 1..=self.shifted].to_vec();
        if self.states.len() <= self.at {
            self.states.resize(self.at + 1, self.top);
        }
        if self.at > self.kept {
            let under = &self.under[..self.at - self.kept - 1];
            self.states[self.kept + 1..self.at].copy_from_slice(under);
            self.states[self.at] = self.top;
        }
        taken
    }

    /// Returns the stack as it was after the last shift.
    pub(crate) fn after_shift(&self) -> &[StateId] {
        &self.states[..=self.shifted]
    }
}

/// Returns `under` with `top` at index `at` and nothing above. (Here and in [`longer`] a vector is
/// passed in and out by value, so that the LR loop can keep its stack in registers.)
#[inline(never)]
fn push_pending(mut under: Vec<StateId>, at: usize, top: StateId) -> Vec<StateId> {
    under.truncate(at);
    under.push(top);
    under
}

/// Returns `states` with more room: at least up to index `place`.
#[cold]
#[inline(never)]
fn longer(mut states: Vec<StateId>, place: usize) -> Vec<StateId> {
    states.resize(2 * (place + 1), StateId::new(0));
    states
}

/// The accessing symbols of states, computed on demand.
pub(crate) struct Accessing<'a> {
    tables: &'a Tables<'a>,
    known: Map<StateId, Symbol>,
}

impl<'a> Accessing<'a> {
    /// Makes a cache that is empty.
    pub(crate) fn new(tables: &'a Tables<'a>) -> Self {
        Accessing { tables, known: Map::default() }
    }

    /// Returns the accessing symbols of adjacent states on a stack: of all but the lowest.
    pub(crate) fn of(&mut self, states: &[StateId]) -> Vec<Symbol> {
        let tables = self.tables;
        let symbol = |pair: &[StateId]| {
            let [below, state] = [pair[0], pair[1]];
            *self.known.get_or_insert_with(state, || symbol_between(tables, below, state))
        };
        states.windows(2).map(symbol).collect()
    }
}

/// Returns the symbol that leads from one state to another.
fn symbol_between(tables: &Tables<'_>, from: StateId, to: StateId) -> Symbol {
    let mut rules = (0..tables.rule_count).map(RuleId::new);
    let rule = rules.find(|rule| tables.goto(from, *rule) == Some(to));
    let mut tokens = tables.token_ids();
    let token = tokens.find(|token| tables.action(from, *token) == Action::Shift(to));
    let symbol = rule.map(Symbol::Rule).or(token.map(Symbol::Token));
    symbol.expect("a state lies on one that leads to it")
}

#[cfg(test)]
mod tests {
    use lrtable::random::Random;

    use super::*;

    /// Compared with two plain vectors: the stack, and the stack after the last shift. Many
    /// reductions push more than they pop, far beyond the room that shifts have made.
    #[test]
    fn all_moves_count_for_the_stack_and_shifts_for_that_after_the_last() {
        let mut random = Random::new(1);
        for _ in 0..300 {
            let mut states = States::new(StateId::new(0));
            let mut plain = vec![StateId::new(0)];
            let mut shifted = plain.clone();
            for _ in 0..400 {
                let state = StateId::new(random.below(1000));
                if random.one_in(40) {
                    states.shift(state);
                    plain.push(state);
                    shifted.clone_from(&plain);
                } else {
                    let len = if random.one_in(3) { random.below(plain.len().min(5)) } else { 0 };
                    states.pop(len);
                    states.push(state);
                    plain.truncate(plain.len() - len);
                    plain.push(state);
                }
                assert_eq!(states.top(), state);
                if random.one_in(20) {
                    states.with_all(|all| assert_eq!(all, plain));
                    assert_eq!(states.after_shift(), shifted);
                }
            }
        }
    }
}
