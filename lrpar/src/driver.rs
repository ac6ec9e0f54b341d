//! One parse: the LR loop, error recovery where the loop stops, and the values that reductions
//! make.
//!
//! A [`Semantics`] makes the values: nodes of a tree, what users' actions return, or nothing. The
//! stack decides when: at once ([`Immediate`]), or some thousand lexemes later, so that the parser
//! can be taken back ([`Delayed`](crate::tape::Delayed)).
//!
//! Invariants: for the values, each lexeme is shifted, deleted or dropped exactly once; they
//! correspond to the stack of states symbol by symbol; the run ends, since recovery shifts
//! something, drops something or ends the parse. Cost: linear in the input and its reductions, and
//! what recovery takes.

use std::ops::Range;

use lrtable::{
    ProdId, StateId, Symbol, TokenId,
    pack::{Arrays, Tables},
};

use crate::{
    engine::{Outcome, Stack, run, run_unguarded},
    recovery::{
        Effort, Junk, Model, ParseBudget, Place, Procedure, Recovered, RecoveryOptions, Repair,
        RepairSequence, RepairSet, Resume, Scoring, Settings, Site, Status, Written, expected,
        limits,
    },
    stack::{Accessing, States},
    tokens::{Block, Tokens},
};

/// Builder of a parse's values: keeps a stack with one value for each symbol on the stack of
/// states.
pub trait Semantics {
    /// Whether [`forget`](Self::forget) is supported, so that a parse can be taken back to its
    /// start.
    const CAN_FORGET: bool = false;

    /// Drops all values. Called only if [`CAN_FORGET`](Self::CAN_FORGET).
    fn forget(&mut self) {}

    /// Pushes the value of the lexeme at `position`.
    fn shift(&mut self, position: usize);

    /// Pushes the value of a token that recovery inserted before the lexeme at `position`.
    fn insert(&mut self, token: TokenId, position: usize);

    /// Replaces the values of the last `len` symbols, those of production `prod`, by the value of
    /// its rule.
    fn reduce(&mut self, prod: ProdId, len: usize);

    /// Drops the values of all symbols but the lowest `left`, because panic mode discards them:
    /// `symbols`, from the lowest to the top, together with `lexemes`.
    fn cut(&mut self, left: usize, symbols: &[Symbol], lexemes: Range<usize>);
}

/// A place where the input stops being the prefix of a sentence, and what recovery did about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The state on top of the stack.
    pub(crate) state: StateId,
    /// The index of the lexeme at which the error was detected; the number of lexemes for the end
    /// of input.
    pub(crate) position: usize,
    /// The tokens that could have been shifted there, in order, and `$` if the input could have
    /// ended; with each the state that would shift it, or accept.
    pub(crate) expected: Vec<(TokenId, StateId)>,
    pub(crate) set: RepairSet,
    /// What recovery spent.
    pub(crate) effort: Effort,
}

impl SyntaxError {
    /// Returns the lexemes that were dropped at the error; `len` is the number of all lexemes.
    pub(crate) fn region(&self, len: usize) -> Option<Range<usize>> {
        match self.set.recovered {
            Recovered::Skipped(resume) => {
                Some(self.position..resume.map_or(len, |resume| resume.position))
            }
            Recovered::Repaired | Recovered::Stopped => None,
        }
    }
}

/// How a run ended.
pub enum End {
    /// The input, perhaps repaired, is a sentence; the only value left is that of the start rule.
    Accepted,
    /// No repair was found; values are left, and lexemes from this index on.
    GaveUp(usize),
    /// Parsing stopped at this lexeme, an error, as the recoverer or the options demand.
    Stopped(usize),
}

/// What a parse needs: tables, tokens, and settings of recovery.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub(crate) tables: &'a Tables<'a>,
    pub(crate) start: StateId,
    pub(crate) tokens: &'a Tokens<'a>,
    pub(crate) written: &'a dyn Written,
    pub(crate) settings: Settings<'a>,
    /// An n-gram model.
    pub(crate) corpus: Option<&'a dyn Model>,
}

/// How a job ended, and its errors.
pub(crate) type Done = (End, Vec<SyntaxError>);

/// The parser's stack, with what makes the values. Default bodies are for a stack that cannot be
/// taken back.
pub(crate) trait ParseStack: Stack + Sized {
    /// Pushes `state`, to which the lexeme at `position` leads.
    fn shift(&mut self, state: StateId, position: usize);

    /// Pushes `state`, to which the inserted token `token` leads; recovery inserts it before the
    /// lexeme at `position`.
    fn insert(&mut self, state: StateId, token: TokenId, position: usize);

    /// Returns the stack as it was before the reductions under the lexeme at `position`, the next
    /// one.
    fn before(&mut self, position: usize) -> &[StateId];

    /// Returns the earliest lexeme to which the parser can be taken back, when the next is the one
    /// at `position`.
    fn earliest(&self, position: usize) -> usize {
        position
    }

    /// Takes the parser back to the stack before the reductions under the lexeme at `position`, if
    /// possible.
    fn go_back(&mut self, _position: usize) {}

    /// Lends the current stack, and the stack after the last edit with its position, if that was
    /// kept.
    fn lend<T>(&mut self, use_them: impl FnOnce(&[StateId], Option<(&[StateId], usize)>) -> T)
    -> T;

    /// Records an edit of the input before `position`; the parser cannot be taken back beyond it.
    fn edited(&mut self, _position: usize) {}

    /// Records that all edits for an error are made, and that parsing goes on at `position`.
    fn recovered(&mut self, _position: usize) {}

    /// Pops all but the lowest `depth` states, with their values and `skipped` lexemes.
    fn cut(&mut self, symbols: &mut Accessing<'_>, depth: usize, skipped: Range<usize>);

    /// Makes all values that are still due.
    fn finish(&mut self) {}
}

/// What a parse takes along from error to error.
#[derive(Clone)]
pub(crate) struct Carried {
    /// Where panic mode last resumed.
    pub(crate) last_resume: Option<Resume>,
    pub(crate) junk: Junk,
    pub(crate) budget: ParseBudget,
    /// Steps spent on the lists of expected tokens.
    pub(crate) expected_steps: u64,
}

impl Carried {
    /// Makes what a parse begins with.
    pub(crate) fn new(settings: Settings<'_>) -> Carried {
        let RecoveryOptions { budget, clock, ref stop, .. } = *settings.options;
        let fall_back = settings.experiment.fall_back;
        Carried {
            last_resume: None,
            junk: Junk::default(),
            budget: ParseBudget::new(budget, clock, stop.clone(), fall_back),
            expected_steps: 0,
        }
    }

    /// Counts positions from `from` on, which were counted from 0.
    pub(crate) fn count_from(&mut self, from: usize) {
        self.junk.count_from(from);
        self.last_resume = self.last_resume.and_then(|resume| {
            Some(Resume { position: resume.position.checked_sub(from)?, ..resume })
        });
    }

    /// Counts positions from 0, which were counted from `from` on.
    pub(crate) fn count_from_start(&mut self, from: usize) {
        self.junk.count_from_start(from);
        if let Some(resume) = &mut self.last_resume {
            resume.position += from;
        }
    }
}

/// Runs a parse on `stack`, which holds the start state; `procedure` recovers from errors.
pub(crate) fn drive<P: ParseStack>(job: Job<'_>, procedure: Procedure, stack: P) -> Done {
    let mut driver = Driver::new(job, procedure, Carried::new(job.settings), 0);
    let end = driver.run(stack);
    (end, driver.errors)
}

/// Recovers from one error of a parse, that at the lexeme at `position`, which is the next one of
/// `stack`. Returns how the parse ends, or where it resumes; and the error.
pub(crate) fn recover_once<P: ParseStack>(
    job: Job<'_>,
    procedure: Procedure,
    carried: &mut Carried,
    stack: &mut P,
    position: usize,
) -> (Result<usize, End>, SyntaxError) {
    let mut driver = Driver::new(job, procedure, carried.clone(), position);
    let end = driver.recover(stack);
    let resumed = end.map_or(Ok(driver.position), Err);
    *carried = driver.carried;
    (resumed, driver.errors.pop().expect("an error was recorded"))
}

/// A parse. The method of recovery is a value here, so that the loop is compiled once for each kind
/// of stack.
struct Driver<'a> {
    job: Job<'a>,
    procedure: Procedure,
    /// Index of the next lexeme.
    position: usize,
    carried: Carried,
    scoring: Option<Scoring<'a>>,
    symbols: Accessing<'a>,
    errors: Vec<SyntaxError>,
}

impl<'a> Driver<'a> {
    fn new(job: Job<'a>, procedure: Procedure, carried: Carried, position: usize) -> Self {
        let symbols = Accessing::new(job.tables);
        Driver { job, procedure, position, carried, scoring: None, symbols, errors: Vec::new() }
    }
}

impl Driver<'_> {
    fn run<P: ParseStack>(&mut self, stack: P) -> End {
        let tables = self.job.tables;
        let mut block = Block::new();
        let mut kept = Some(stack);
        loop {
            let outcome = match tables.arrays {
                _ if tables.can_reduce_forever => {
                    self.shift_on(&mut kept, &mut block, |stack, token| run(tables, stack, token))
                }
                Arrays::U16(packed) => {
                    let table = tables.lookup(packed);
                    self.shift_on(&mut kept, &mut block, |stack, token| {
                        run_unguarded(&table, stack, token)
                    })
                }
                Arrays::U32(packed) => {
                    let table = tables.lookup(packed);
                    self.shift_on(&mut kept, &mut block, |stack, token| {
                        run_unguarded(&table, stack, token)
                    })
                }
            };
            let stack = kept.as_mut().expect("it was put back");
            if outcome == Outcome::Accept {
                stack.finish();
                return End::Accepted;
            }
            if let Some(end) = self.recover(stack) {
                return end;
            }
        }
    }

    /// Shifts lexemes up to the first that is not accepted, or the one at which the parser accepts.
    #[inline(never)]
    fn shift_on<P: ParseStack>(
        &mut self,
        kept: &mut Option<P>,
        block: &mut Block,
        run: impl Fn(&mut P, TokenId) -> Outcome,
    ) -> Outcome {
        // A stack that nothing else refers to can be kept in registers.
        let mut stack = kept.take().expect("it was put back");
        let mut position = self.position;
        let outcome = loop {
            let Some(token) = block.get(position) else {
                self.job.tokens.fill(block, position);
                continue;
            };
            match run(&mut stack, token) {
                Outcome::Shift(state) => {
                    stack.shift(state, position);
                    position += 1;
                }
                outcome => break outcome,
            }
        };
        self.position = position;
        *kept = Some(stack);
        outcome
    }

    fn recover<P: ParseStack>(&mut self, stack: &mut P) -> Option<End> {
        let Job { tables, settings, written, corpus, .. } = self.job;
        let (detected, state) = (self.position, stack.top());
        let tokens = self.job.tokens.all();
        let expected = self.expected(stack.before(detected));
        let earliest = stack.earliest(detected);
        if self.procedure.restarts {
            let start = detected.saturating_sub(settings.options.reach).max(earliest);
            stack.go_back(start);
            self.position = start;
        }
        let scoring = self.scoring.get_or_insert_with(|| {
            let own = settings.options.ngrams.as_deref().map(|model| model as &dyn Model);
            Scoring::new(tables, tokens, written, settings.knowledge, own.or(corpus))
        });
        let (position, last_resume) = (self.position, self.carried.last_resume);
        let (in_junk, clean) = (self.carried.junk.is_found_at(detected), self.carried.junk.clean());
        let is_traced = settings.experiment.keep_trace == Some(self.errors.len());
        let meter = self.carried.budget.open();
        let mut set = stack.lend(|stack, since| {
            let place = Place { tables, tokens, stack, position };
            let since = since.map(|(stack, position)| Place { stack, position, ..place });
            let site = Site {
                settings,
                meter: &meter,
                place,
                detected,
                since,
                earliest,
                last_resume,
                in_junk,
                clean,
                is_traced,
            };
            (self.procedure.recover)(site, scoring)
        });
        set.keep_within(&mut self.carried.budget);
        let effort = self.carried.budget.close(&meter);
        let end = self.resume(stack, &set, detected);
        let dropped = self.position.saturating_sub(detected);
        let repaired = set.cost.filter(|_| set.status != Status::Region);
        self.carried.junk.recovered(self.position, repaired.ok_or(dropped));
        self.errors.push(SyntaxError { state, position: detected, expected, set, effort });
        end
    }

    /// Takes the parser to where it resumes after an error; returns how the run ends if it does
    /// not.
    fn resume<P: ParseStack>(
        &mut self,
        stack: &mut P,
        set: &RepairSet,
        detected: usize,
    ) -> Option<End> {
        if set.recovered != Recovered::Repaired {
            self.shift_to(stack, detected);
        }
        match set.recovered {
            Recovered::Repaired => {
                let first = set.first.first().expect("a set that is applied has a sequence");
                self.apply(stack, &first.sequence);
                None
            }
            Recovered::Skipped(Some(resume)) => {
                stack.cut(&mut self.symbols, resume.depth, detected..resume.position);
                self.position = resume.position;
                self.carried.last_resume = Some(resume);
                stack.recovered(resume.position);
                None
            }
            Recovered::Skipped(None) => {
                stack.finish();
                Some(End::GaveUp(detected))
            }
            Recovered::Stopped => Some(End::Stopped(detected)),
        }
    }

    /// Returns the tokens that are expected on `stack`, each with the state that would shift it, or
    /// accept.
    fn expected(&mut self, stack: &[StateId]) -> Vec<(TokenId, StateId)> {
        let left = limits::EXPECTED_STEPS.saturating_sub(self.carried.expected_steps);
        let steps = left.max(limits::EXPECTED_STEPS_MIN);
        let (expected, steps) = expected(self.job.tables, stack, steps);
        self.carried.expected_steps = self.carried.expected_steps.saturating_add(steps);
        expected
    }

    fn apply<P: ParseStack>(&mut self, stack: &mut P, sequence: &RepairSequence) {
        if sequence.start < self.position {
            stack.go_back(sequence.start);
            self.position = sequence.start;
        }
        self.shift_to(stack, sequence.start);
        for repair in &sequence.repairs {
            match repair {
                Repair::Shift => self.shift_to(stack, self.position + 1),
                Repair::Insert(token) => {
                    let state = self.shift(stack, *token);
                    stack.insert(state, *token, self.position);
                    stack.edited(self.position);
                }
                Repair::Delete => {
                    self.position += 1;
                    stack.edited(self.position);
                }
            }
        }
        stack.recovered(self.position);
    }

    /// Shifts lexemes up to `position`; none of them may be an error.
    fn shift_to<P: ParseStack>(&mut self, stack: &mut P, position: usize) {
        while self.position < position {
            let state = self.shift(stack, self.job.tokens.all()[self.position]);
            stack.shift(state, self.position);
            self.position += 1;
        }
    }

    fn shift<P: ParseStack>(&self, stack: &mut P, token: TokenId) -> StateId {
        match run(self.job.tables, stack, token) {
            Outcome::Shift(state) => state,
            Outcome::Accept | Outcome::Error => unreachable!("a repair sequence replays"),
        }
    }
}

/// The parser's stack of states, with values made at once.
pub(crate) struct Immediate<'s, S> {
    states: States,
    semantics: &'s mut S,
}

impl<'s, S> Immediate<'s, S> {
    /// Makes a stack that holds the start state.
    pub(crate) fn new(start: StateId, semantics: &'s mut S) -> Self {
        Immediate { states: States::new(start), semantics }
    }
}

impl<S: Semantics> Stack for Immediate<'_, S> {
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

impl<S: Semantics> ParseStack for Immediate<'_, S> {
    #[inline(always)]
    fn shift(&mut self, state: StateId, position: usize) {
        self.semantics.shift(position);
        self.states.shift(state);
    }

    fn insert(&mut self, state: StateId, token: TokenId, position: usize) {
        self.semantics.insert(token, position);
        self.states.shift(state);
    }

    fn before(&mut self, _: usize) -> &[StateId] {
        self.states.after_shift()
    }

    fn lend<T>(
        &mut self,
        use_them: impl FnOnce(&[StateId], Option<(&[StateId], usize)>) -> T,
    ) -> T {
        self.states.with_all(|stack| use_them(stack, None))
    }

    fn cut(&mut self, symbols: &mut Accessing<'_>, depth: usize, skipped: Range<usize>) {
        let symbols = self.states.cut(symbols, depth);
        self.semantics.cut(depth - 1, &symbols, skipped);
    }
}
