//! The parser's run over an input: the LR loop, recovery where it stops, and the values that reductions make.
//!
//! What the values are is a [`Semantics`]: nodes of a tree, what users' actions return, or nothing.

use lrtable::{
    ProdId, StateId, TokenId,
    pack::{AnyView, Lookup, Tables},
};

use crate::{
    engine::{Outcome, Stack, run, run_guarded, run_unguarded},
    recovery::{
        Effort, Knowledge, PhaseReport, Place, PlaceOf, Purse, Recover, Recovery, RecoveryOptions,
        Repair, RepairSet, Resume, SearchTrace, Way,
    },
};

/// What a parser makes of what it reads. Values lie on a stack beside the states.
pub trait Semantics {
    /// What a symbol becomes.
    type Value;

    /// The value of the lexeme at `position`.
    fn lexeme(&mut self, position: usize) -> Self::Value;

    /// The value of a token that recovery inserted before the lexeme at `position`.
    fn inserted(&mut self, token: TokenId, position: usize) -> Self::Value;

    /// The value of a production's rule, from those of its symbols, which are the last `len` of `values` and are to be
    /// taken off.
    fn reduce(&mut self, prod: ProdId, values: &mut Vec<Self::Value>, len: usize) -> Self::Value;

    /// Takes note of what panic mode threw away: values above those that are left in `values`, and lexemes.
    fn discarded(
        &mut self,
        values: &mut [Self::Value],
        dropped: Vec<Self::Value>,
        lexemes: std::ops::Range<usize>,
    );
}

/// A place where the input is not a sentence, and what recovery did about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The state on top of the stack.
    pub state: StateId,
    /// The index of the lexeme at which the error was detected; the number of lexemes for the end of input.
    pub position: usize,
    /// The tokens that could have been shifted there, and `$` if the input could have ended: exactly those, in order. With
    /// each the state that would shift it, or accept.
    pub expected: Vec<(TokenId, StateId)>,
    /// The repair sequences.
    pub repairs: RepairSet,
    /// What recovery spent.
    pub effort: Effort,
    /// What the phases of the search did.
    pub phases: Vec<PhaseReport>,
    /// The graph of the search, if it was to be kept.
    pub trace: Option<SearchTrace>,
    /// The index of the lexeme at which parsing went on after panic mode.
    pub resumed_at: Option<usize>,
}

impl SyntaxError {
    /// An error, with what recovery says about it; and the way on.
    pub(crate) fn new(
        state: StateId,
        position: usize,
        expected: Vec<(TokenId, StateId)>,
        recovery: Recovery,
    ) -> (SyntaxError, Way) {
        let Recovery { set: repairs, effort, phases, trace, way } = recovery;
        let resumed_at = match &way {
            Way::Cut(resume) => Some(resume.position),
            _ => None,
        };
        let error =
            SyntaxError { state, position, expected, repairs, effort, phases, trace, resumed_at };
        (error, way)
    }
}

/// How a run ended.
pub enum End<V> {
    /// The input, repaired perhaps, is a sentence with this value.
    Accepted(V),
    /// Nothing could be done any more: these values were left, and lexemes from this one on.
    GaveUp(Vec<V>, usize),
    /// Parsing stopped at an error, as was asked for.
    Stopped,
}

/// What is to be parsed, and how.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub(crate) tables: &'a Tables<'a>,
    pub(crate) start: StateId,
    /// The input, ending in `$`.
    pub(crate) tokens: &'a [TokenId],
    pub(crate) place_of: PlaceOf<'a>,
    pub(crate) options: &'a RecoveryOptions,
    pub(crate) knowledge: &'a Knowledge,
}

/// What a job comes to.
pub(crate) type Done<V> = (End<V>, Vec<SyntaxError>);

/// Does a job, at errors by `recover`.
pub(crate) fn drive<S: Semantics>(
    job: Job<'_>,
    recover: Recover,
    semantics: &mut S,
) -> Done<S::Value> {
    let Job { tables, start, tokens, .. } = job;
    let mut driver = Driver {
        job,
        recover,
        tables,
        tokens,
        stack: ParseStack { states: StateStack::new(start), values: Vec::new(), semantics },
        position: 0,
        last_resume: None,
    };
    match &tables.view() {
        AnyView::U16(view) => driver.run(view),
        AnyView::U32(view) => driver.run(view),
    }
}

struct Driver<'a, S: Semantics> {
    job: Job<'a>,
    recover: Recover,
    tables: &'a Tables<'a>,
    tokens: &'a [TokenId],
    stack: ParseStack<'a, S>,
    position: usize,
    /// Where panic mode resumed last.
    last_resume: Option<Resume>,
}

impl<S: Semantics> Driver<'_, S> {
    fn run(&mut self, lookup: &impl Lookup) -> Done<S::Value> {
        let mut errors = Vec::new();
        let mut purse = Purse::new(self.job.options);
        loop {
            let outcome = match self.tables.can_reduce_forever {
                true => self.go(|stack, token| run_guarded(lookup, stack, token)),
                false => self.go(|stack, token| run_unguarded(lookup, stack, token)),
            };
            if outcome == Outcome::Accept {
                return (End::Accepted(self.stack.root()), errors);
            }
            if let Some(end) = self.recover(&mut purse, &mut errors) {
                return (end, errors);
            }
        }
    }

    /// Shifts lexemes up to one that is not accepted, or that accepts.
    #[inline(never)]
    fn go(&mut self, run: impl Fn(&mut ParseStack<'_, S>, TokenId) -> Outcome) -> Outcome {
        let mut position = self.position;
        let outcome = loop {
            match run(&mut self.stack, self.tokens[position]) {
                Outcome::Shift(state) => {
                    let value = self.stack.semantics.lexeme(position);
                    self.stack.shift(state, value);
                    position += 1;
                }
                outcome => break outcome,
            }
        };
        self.position = position;
        outcome
    }

    fn recover(
        &mut self,
        purse: &mut Purse,
        errors: &mut Vec<SyntaxError>,
    ) -> Option<End<S::Value>> {
        let place = Place {
            tables: self.tables,
            tokens: self.tokens,
            stack: &self.stack.states.states,
            position: self.position,
        };
        let Job { options, knowledge, .. } = self.job;
        let recovery = (self.recover)(place, options, knowledge, purse, self.last_resume);
        let applied = recovery.set.sequences.first().cloned();
        let expected = self.stack.states.expected(self.tables);
        let (error, way) = SyntaxError::new(self.stack.top(), self.position, expected, recovery);
        errors.push(error);
        match way {
            Way::Apply => {
                self.apply(&applied.expect("a set that is applied has a sequence"));
                None
            }
            Way::Cut(resume) => {
                self.cut(resume);
                None
            }
            Way::GiveUp => {
                let values = std::mem::take(&mut self.stack.values);
                Some(End::GaveUp(values, self.position))
            }
            Way::Stop => Some(End::Stopped),
        }
    }

    fn apply(&mut self, repairs: &[Repair]) {
        for repair in repairs {
            let value = match repair {
                Repair::Delete => {
                    self.position += 1;
                    continue;
                }
                Repair::Shift => self.shift(self.tokens[self.position]),
                Repair::Insert(token) => self.shift(*token),
            };
            let state = value.expect("a repair sequence replays");
            let value = match repair {
                Repair::Insert(token) => self.stack.semantics.inserted(*token, self.position),
                _ => self.stack.semantics.lexeme(self.position),
            };
            self.stack.shift(state, value);
            self.position += usize::from(*repair == Repair::Shift);
        }
    }

    fn shift(&mut self, token: TokenId) -> Option<StateId> {
        match run(self.tables, &mut self.stack, token) {
            Outcome::Shift(state) => Some(state),
            Outcome::Accept | Outcome::Error => None,
        }
    }

    fn cut(&mut self, resume: Resume) {
        let stack = &mut self.stack;
        stack.states.cut(resume.depth);
        let dropped = stack.values.split_off(resume.depth - 1);
        stack.semantics.discarded(&mut stack.values, dropped, self.position..resume.position);
        self.position = resume.position;
        self.last_resume = Some(resume);
    }
}

/// The parser's stack: of states, and of the values that lie beside them.
struct ParseStack<'a, S: Semantics> {
    states: StateStack,
    values: Vec<S::Value>,
    semantics: &'a mut S,
}

impl<S: Semantics> Stack for ParseStack<'_, S> {
    #[inline]
    fn top(&self) -> StateId {
        self.states.top()
    }

    #[inline]
    fn reduce(&mut self, prod: ProdId, len: usize) {
        let value = self.semantics.reduce(prod, &mut self.values, len);
        self.values.push(value);
        self.states.pop(len);
    }

    #[inline]
    fn push(&mut self, state: StateId) {
        self.states.states.push(state);
    }
}

impl<S: Semantics> ParseStack<'_, S> {
    /// Pushes the state and the value of a token.
    #[inline]
    fn shift(&mut self, state: StateId, value: S::Value) {
        self.values.push(value);
        self.states.shift(state);
    }

    fn root(&mut self) -> S::Value {
        self.values.pop().expect("at accept the start rule's value is on the stack")
    }
}

/// A stack of states. It can be seen as it was after the last shift, for the tokens that were expected there: merged tables
/// may reduce under a lookahead before they find that it is an error.
struct StateStack {
    states: Vec<StateId>,
    /// The states below this depth have not changed since the last shift.
    unchanged: usize,
    /// Those that were above then, from the top down.
    popped: Vec<StateId>,
}

impl StateStack {
    fn new(start: StateId) -> StateStack {
        StateStack { states: vec![start], unchanged: 1, popped: Vec::new() }
    }

    #[inline]
    fn top(&self) -> StateId {
        *self.states.last().expect("a stack holds at least the start state")
    }

    #[inline]
    fn pop(&mut self, len: usize) {
        let depth = self.states.len() - len;
        if depth < self.unchanged {
            self.popped.extend(self.states[depth..self.unchanged].iter().rev());
            self.unchanged = depth;
        }
        self.states.truncate(depth);
    }

    /// Pushes the state of a token.
    #[inline]
    fn shift(&mut self, state: StateId) {
        self.states.push(state);
        self.popped.clear();
        self.unchanged = self.states.len();
    }

    /// Takes off all but the lowest `depth` states. What was expected is from now on what is expected here.
    fn cut(&mut self, depth: usize) {
        self.states.truncate(depth);
        self.popped.clear();
        self.unchanged = depth;
    }

    /// The tokens that can be shifted, or accepted, from the stack as it was after the last shift, and the states that do so.
    fn expected(&self, tables: &Tables<'_>) -> Vec<(TokenId, StateId)> {
        let below = &self.states[..self.unchanged];
        let then: Vec<StateId> = self.popped.iter().rev().copied().collect();
        let mut above = Vec::new();
        let expected = |token: TokenId| {
            // What is never inserted, `$` apart, is in no input either.
            if token != tables.eof() && tables.insert_costs[token.index()] == 0 {
                return None;
            }
            let mut stack = Rewound::new(below, &then, &mut above);
            let outcome = run(tables, &mut stack, token);
            (outcome != Outcome::Error).then(|| (token, stack.top()))
        };
        tables.token_ids().filter_map(expected).collect()
    }
}

/// A stack that a simulation works on: two slices of states that stay as they are, and what is pushed above them.
struct Rewound<'a> {
    parts: [&'a [StateId]; 2],
    above: &'a mut Vec<StateId>,
}

impl<'a> Rewound<'a> {
    fn new(below: &'a [StateId], then: &'a [StateId], above: &'a mut Vec<StateId>) -> Self {
        above.clear();
        Rewound { parts: [below, then], above }
    }
}

impl Stack for Rewound<'_> {
    fn top(&self) -> StateId {
        let last =
            self.above.last().or_else(|| self.parts[1].last()).or_else(|| self.parts[0].last());
        *last.expect("a stack holds at least the start state")
    }

    fn reduce(&mut self, _: ProdId, len: usize) {
        let from_above = len.min(self.above.len());
        self.above.truncate(self.above.len() - from_above);
        let mut left = len - from_above;
        for part in self.parts.iter_mut().rev() {
            let from_part = left.min(part.len());
            *part = &part[..part.len() - from_part];
            left -= from_part;
        }
    }

    fn push(&mut self, state: StateId) {
        self.above.push(state);
    }
}
