//! The parser's run over an input: the LR loop, recovery where it stops, and the values that reductions make.
//!
//! What the values are is a [`Semantics`]: nodes of a tree, what users' actions return, or nothing.

use std::ops::Range;

use lrtable::{
    ProdId, StateId, Symbol, TokenId,
    pack::{AnyView, Tables},
};

use crate::{
    engine::{Outcome, Stack, run, run_unguarded},
    recovery::{
        Effort, Knowledge, PhaseReport, Place, PlaceOf, Purse, Recover, Recovery, RecoveryOptions,
        Repair, RepairSet, Resume, SearchTrace, Way, expected,
    },
    stack::States,
    tokens::{Block, Tokens},
};

/// What a parser makes of what it reads: a value for each symbol on the stack of states, on a stack of its own.
pub trait Semantics {
    /// Can all that was done be forgotten?
    const CAN_FORGET: bool = false;

    /// Forgets all that was done. It is asked to only if it can.
    fn forget(&mut self) {}

    /// Pushes the value of the lexeme at `position`.
    fn shift(&mut self, position: usize);

    /// Pushes the value of a token that recovery inserted before the lexeme at `position`.
    fn insert(&mut self, token: TokenId, position: usize);

    /// Replaces the values of the last `len` symbols, those of production `prod`, by that of its rule.
    fn reduce(&mut self, prod: ProdId, len: usize);

    /// Takes off the values of all symbols but the lowest `left`, because panic mode throws them away: `symbols`, from the
    /// lowest to the top. With them go `lexemes`.
    fn cut(&mut self, left: usize, symbols: &[Symbol], lexemes: Range<usize>);
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
pub enum End {
    /// The input, repaired perhaps, is a sentence. There is one value left, the start rule's.
    Accepted,
    /// Nothing could be done any more: there are values left, and lexemes from this one on.
    GaveUp(usize),
    /// Parsing stopped at an error, as was asked for.
    Stopped,
}

/// What is to be parsed, and how.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub(crate) tables: &'a Tables<'a>,
    pub(crate) start: StateId,
    pub(crate) tokens: &'a Tokens<'a>,
    pub(crate) place_of: PlaceOf<'a>,
    pub(crate) options: &'a RecoveryOptions,
    pub(crate) knowledge: &'a Knowledge,
}

/// What a job comes to.
pub(crate) type Done = (End, Vec<SyntaxError>);

/// Does a job, at errors by `recover`.
pub(crate) fn drive<S: Semantics>(job: Job<'_>, recover: Recover, semantics: &mut S) -> Done {
    let Job { tables, start, tokens, .. } = job;
    let mut driver = Driver {
        job,
        recover,
        tables,
        tokens,
        stack: ParseStack { states: States::new(start), semantics },
        position: 0,
        last_resume: None,
    };
    driver.run()
}

struct Driver<'a, S> {
    job: Job<'a>,
    recover: Recover,
    tables: &'a Tables<'a>,
    tokens: &'a Tokens<'a>,
    stack: ParseStack<'a, S>,
    position: usize,
    /// Where panic mode resumed last.
    last_resume: Option<Resume>,
}

impl<S: Semantics> Driver<'_, S> {
    fn run(&mut self) -> Done {
        let tables = self.tables;
        let mut errors = Vec::new();
        let mut purse = Purse::new(self.job.options);
        let mut block = Block::new();
        loop {
            let outcome = match &tables.view() {
                _ if tables.can_reduce_forever => {
                    self.go(&mut block, |stack, token| run(tables, stack, token))
                }
                AnyView::U16(view) => {
                    self.go(&mut block, |stack, token| run_unguarded(view, stack, token))
                }
                AnyView::U32(view) => {
                    self.go(&mut block, |stack, token| run_unguarded(view, stack, token))
                }
            };
            if outcome == Outcome::Accept {
                return (End::Accepted, errors);
            }
            if let Some(end) = self.recover(&mut purse, &mut errors) {
                return (end, errors);
            }
        }
    }

    /// Shifts lexemes up to one that is not accepted, or that accepts.
    #[inline(never)]
    fn go(
        &mut self,
        block: &mut Block,
        run: impl Fn(&mut ParseStack<'_, S>, TokenId) -> Outcome,
    ) -> Outcome {
        // A stack of which nothing else knows can be in registers.
        let states = std::mem::replace(&mut self.stack.states, States::empty());
        let mut stack = ParseStack { states, semantics: &mut *self.stack.semantics };
        let mut position = self.position;
        let outcome = loop {
            let Some(token) = block.get(position) else {
                self.tokens.fill(block, position);
                continue;
            };
            match run(&mut stack, token) {
                Outcome::Shift(state) => {
                    stack.semantics.shift(position);
                    stack.states.shift(state);
                    position += 1;
                }
                outcome => break outcome,
            }
        };
        self.stack.states = stack.states;
        self.position = position;
        outcome
    }

    fn recover(&mut self, purse: &mut Purse, errors: &mut Vec<SyntaxError>) -> Option<End> {
        let Driver { job, recover, tables, tokens, position, last_resume, .. } = *self;
        let Job { options, knowledge, .. } = job;
        let (states, tokens) = (&mut self.stack.states, tokens.all());
        let recovery = states.with_all(|stack| {
            let place = Place { tables, tokens, stack, position };
            recover(place, options, knowledge, purse, last_resume)
        });
        let applied = recovery.set.sequences.first().cloned();
        let expected = expected(tables, states.after_shift());
        let (error, way) = SyntaxError::new(states.top(), position, expected, recovery);
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
            Way::GiveUp => Some(End::GaveUp(position)),
            Way::Stop => Some(End::Stopped),
        }
    }

    fn apply(&mut self, repairs: &[Repair]) {
        for repair in repairs {
            let token = match repair {
                Repair::Delete => {
                    self.position += 1;
                    continue;
                }
                Repair::Shift => self.tokens.all()[self.position],
                Repair::Insert(token) => *token,
            };
            let Outcome::Shift(state) = run(self.tables, &mut self.stack, token) else {
                unreachable!("a repair sequence replays");
            };
            match repair {
                Repair::Insert(token) => self.stack.semantics.insert(*token, self.position),
                _ => self.stack.semantics.shift(self.position),
            }
            self.stack.states.shift(state);
            self.position += usize::from(*repair == Repair::Shift);
        }
    }

    fn cut(&mut self, resume: Resume) {
        let symbols = self.stack.states.cut(self.tables, resume.depth);
        let lexemes = self.position..resume.position;
        self.stack.semantics.cut(resume.depth - 1, &symbols, lexemes);
        self.position = resume.position;
        self.last_resume = Some(resume);
    }
}

/// The parser's stack: of states, and of the values that lie beside them.
struct ParseStack<'a, S> {
    states: States,
    semantics: &'a mut S,
}

impl<S: Semantics> Stack for ParseStack<'_, S> {
    #[inline(always)]
    fn top(&self) -> StateId {
        self.states.top()
    }

    #[inline(always)]
    fn reduce(&mut self, prod: ProdId, len: usize) {
        self.semantics.reduce(prod, len);
        self.states.pop(len);
    }

    #[inline(always)]
    fn push(&mut self, state: StateId) {
        self.states.push(state);
    }
}
