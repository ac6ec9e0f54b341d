//! The parser's stack of states, as it is and as it was after the last shift.
//!
//! Merged tables may reduce under a lookahead before they find that it is an error, and what was expected is known only from
//! the stack before those reductions. So reductions do not write on the stack: what they push lies beside it until the next
//! shift. Mostly that is one state, which a processor keeps in a register.

use lrtable::{
    RuleId, StateId, Symbol,
    hash::Map,
    pack::{Action, Tables},
};

/// A stack of states.
pub(crate) struct States {
    /// The states after the last shift, and room for more.
    states: Vec<StateId>,
    /// The place of the last of them.
    shifted: usize,
    /// The place of the last of them that no reduction has taken off since.
    kept: usize,
    /// What reductions have pushed on that, but for the state on top.
    under: Vec<StateId>,
    /// The state on top.
    top: StateId,
    /// The place that it has or would have among `states`.
    at: usize,
}

impl States {
    /// A stack of one state.
    pub(crate) fn new(start: StateId) -> States {
        let states = vec![start; 64];
        States { states, shifted: 0, kept: 0, under: Vec::new(), top: start, at: 0 }
    }

    #[inline(always)]
    pub(crate) fn top(&self) -> StateId {
        self.top
    }

    /// Takes off the states of a production's symbols.
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

    /// Lends the stack as it is to `look`.
    pub(crate) fn with_all<T>(&mut self, look: impl FnOnce(&[StateId]) -> T) -> T {
        let taken = self.write_pending();
        let result = look(&self.states[..=self.at]);
        self.states[self.kept + 1..=self.shifted].copy_from_slice(&taken);
        result
    }

    /// Takes off all but the lowest `depth` states, and says for which symbols they stood. What was expected is from now on
    /// what is expected here.
    pub(crate) fn cut(&mut self, symbols: &mut Accessing<'_>, depth: usize) -> Vec<Symbol> {
        self.write_pending();
        let symbols = symbols.of(&self.states[depth - 1..=self.at]);
        self.at = depth - 1;
        self.top = self.states[self.at];
        (self.shifted, self.kept) = (self.at, self.at);
        symbols
    }

    /// Puts what reductions have pushed in the place of what they have taken off, which is returned.
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

    /// The stack as it was after the last shift.
    pub(crate) fn after_shift(&self) -> &[StateId] {
        &self.states[..=self.shifted]
    }
}

/// `under` with `top` at place `at`, above which nothing is of use any more. (Here and in [`longer`] a vector is handed in and
/// out whole, so that what the LR loop knows of its stack can stay in registers.)
#[inline(never)]
fn push_pending(mut under: Vec<StateId>, at: usize, top: StateId) -> Vec<StateId> {
    under.truncate(at);
    under.push(top);
    under
}

/// `states` with more room: for this place at least.
#[cold]
#[inline(never)]
fn longer(mut states: Vec<StateId>, place: usize) -> Vec<StateId> {
    states.resize(2 * (place + 1), StateId::new(0));
    states
}

/// The symbols that lead to states, found out when they are asked for.
pub(crate) struct Accessing<'a> {
    tables: &'a Tables<'a>,
    known: Map<StateId, Symbol>,
}

impl<'a> Accessing<'a> {
    /// Nothing is known yet.
    pub(crate) fn new(tables: &'a Tables<'a>) -> Self {
        Accessing { tables, known: Map::default() }
    }

    /// The symbols for which states stand that lie on each other: all but the lowest.
    pub(crate) fn of(&mut self, states: &[StateId]) -> Vec<Symbol> {
        let tables = self.tables;
        let symbol = |pair: &[StateId]| {
            let [below, state] = [pair[0], pair[1]];
            *self.known.get_or_insert_with(state, || symbol_between(tables, below, state))
        };
        states.windows(2).map(symbol).collect()
    }
}

/// The symbol that leads from one state to another.
fn symbol_between(tables: &Tables<'_>, from: StateId, to: StateId) -> Symbol {
    let mut rules = (0..tables.rule_count).map(RuleId::new);
    let rule = rules.find(|rule| tables.goto(from, *rule) == Some(to));
    let mut tokens = tables.token_ids();
    let token = tokens.find(|token| tables.action(from, *token) == Action::Shift(to));
    let symbol = rule.map(Symbol::Rule).or(token.map(Symbol::Token));
    symbol.expect("a state lies on one that leads to it")
}
