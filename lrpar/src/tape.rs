//! A parse that can be taken back some lexemes: the automaton runs ahead, and values follow at a distance.
//!
//! What the automaton does is written on a tape: shifts, insertions, reductions. What was done more than the reach of the
//! recoverer ago is executed; the rest can still be undone, for which the states that reductions took off the stack are kept
//! as long. So every action runs exactly once, on the input as it was repaired, and valid input pays for writing the tape and
//! reading it, a piece at a time.
//!
//! What is made without actions can be forgotten and made again: there is a tape only once an error was found, and valid input
//! pays nothing.

use lrtable::{
    ProdId, StateId, TokenId,
    pack::{AnyView, Tables},
};

use crate::{
    driver::{Done, End, Job, Semantics, SyntaxError, drive},
    engine::{Outcome, Stack, run, run_unguarded},
    recovery::{
        Knowledge, Order, Place, PlaceOf, Purse, RecoveryOptions, Repair, Restart, Resume, Way,
        expected, first_of_lines, limits, stop,
    },
    stack::symbols,
};

/// Does a job with a recoverer that takes the parser back.
pub(crate) fn drive_ahead<S: Semantics>(job: Job<'_>, semantics: &mut S) -> Done {
    if S::CAN_FORGET {
        let done = drive(job, stop, semantics);
        if let End::Accepted = done.0 {
            return done;
        }
        semantics.forget();
    }
    let Job { tables, start, tokens, place_of, options, knowledge } = job;
    let tokens = tokens.all();
    let lines = if options.alternatives.lines { limits::MOST_LINE_LEXEMES } else { 0 };
    let brackets = if options.alternatives.brackets { limits::FAR_APPLIED } else { 0 };
    let kept = options.reach.max(lines).max(brackets);
    let mut driver = Driver {
        ahead: Ahead {
            tables,
            states: vec![start],
            tape: Vec::new(),
            taken: Vec::new(),
            fixed: (0, 0),
            since: Some((vec![start], 0)),
            position: 0,
        },
        tokens,
        place_of,
        kept,
        next_piece: PIECE,
        options,
        knowledge,
        semantics,
        purse: Purse::new(options),
        order: Order::new(tables, tokens, place_of, knowledge),
        errors: Vec::new(),
    };
    let end = driver.run();
    (end, driver.errors)
}

/// Something that the automaton did.
#[derive(Clone, Copy)]
enum Step {
    /// It shifted the lexeme at this position.
    Shift(u32),
    /// It shifted a token that recovery inserted before the lexeme at this position.
    Insert(TokenId, u32),
    /// It reduced a production of so many symbols.
    Reduce(ProdId, u32),
}

/// The automaton.
struct Ahead<'a> {
    tables: &'a Tables<'a>,
    states: Vec<StateId>,
    position: usize,
    /// What it did, as far as it was not executed.
    tape: Vec<Step>,
    /// The states that the tape's reductions took off.
    taken: Vec<StateId>,
    /// How much of the tape cannot be undone, and the position then. What follows are shifts of lexemes, and reductions.
    fixed: (usize, usize),
    /// The stack and the position after the last edit, or at the beginning; unless it was too deep to keep.
    since: Option<(Vec<StateId>, usize)>,
}

impl Stack for Ahead<'_> {
    #[inline]
    fn top(&self) -> StateId {
        *self.states.last().expect("a stack holds at least the start state")
    }

    #[inline]
    fn reduce(&mut self, prod: ProdId, len: usize) {
        // One by one, the top first: most productions have one symbol.
        for _ in 0..len {
            self.taken.push(self.top());
            self.states.pop();
        }
        self.tape.push(Step::Reduce(prod, narrow(len)));
    }

    #[inline]
    fn push(&mut self, state: StateId) {
        self.states.push(state);
    }
}

impl Ahead<'_> {
    #[inline]
    fn shifted(&mut self, state: StateId) {
        self.states.push(state);
        self.tape.push(Step::Shift(narrow(self.position)));
        self.position += 1;
    }

    /// There is no way back from here: an edit was made.
    fn fix(&mut self) {
        self.fixed = (self.tape.len(), self.position);
    }

    /// Keeps the stack, after an edit.
    fn keep(&mut self) {
        let is_deep = self.states.len() > limits::FAR_DEPTH;
        self.since = (!is_deep).then(|| (self.states.clone(), self.position));
    }

    /// Goes back to where nothing of the lexeme at `position`, which was reached since the last edit, was looked at.
    fn go_back(&mut self, position: usize) {
        while self.tape.len() > self.fixed.0 {
            match self.tape[self.tape.len() - 1] {
                Step::Shift(shifted) if (shifted as usize) < position => break,
                Step::Reduce(_, len) => {
                    self.states.pop();
                    let from = self.taken.len() - len as usize;
                    self.states.extend(self.taken.drain(from..).rev());
                }
                Step::Shift(_) | Step::Insert(..) => {
                    self.states.pop();
                }
            }
            self.tape.pop();
        }
        self.position = position;
    }

    fn shift(&mut self, token: TokenId) -> StateId {
        match run(self.tables, self, token) {
            Outcome::Shift(state) => state,
            Outcome::Accept | Outcome::Error => unreachable!("a repair sequence replays"),
        }
    }

    /// Makes all edits of a repair sequence, and the shifts between them.
    fn apply(&mut self, tokens: &[TokenId], repairs: &[Repair]) {
        for repair in repairs {
            match repair {
                Repair::Shift => {
                    let state = self.shift(tokens[self.position]);
                    self.shifted(state);
                }
                Repair::Insert(token) => {
                    let state = self.shift(*token);
                    self.states.push(state);
                    self.tape.push(Step::Insert(*token, narrow(self.position)));
                    self.fix();
                }
                Repair::Delete => {
                    self.position += 1;
                    self.fix();
                }
            }
        }
        self.keep();
    }

    /// Shifts lexemes up to `position`, which can be done.
    fn go_to(&mut self, tokens: &[TokenId], position: usize) {
        while self.position < position {
            let state = self.shift(tokens[self.position]);
            self.shifted(state);
        }
    }
}

struct Driver<'a, S: Semantics> {
    ahead: Ahead<'a>,
    tokens: &'a [TokenId],
    place_of: PlaceOf<'a>,
    /// How many lexemes it can be taken back.
    kept: usize,
    /// The length of the tape at which it is executed next.
    next_piece: usize,
    options: &'a RecoveryOptions,
    knowledge: &'a Knowledge,
    semantics: &'a mut S,
    purse: Purse,
    order: Order<'a>,
    errors: Vec<SyntaxError>,
}

/// Of the tape so many steps are executed at a time, more or less.
const PIECE: usize = 8192;

impl<S: Semantics> Driver<'_, S> {
    fn run(&mut self) -> End {
        let tables = self.ahead.tables;
        loop {
            let outcome = match &tables.view() {
                _ if tables.can_reduce_forever => self.go(|ahead, token| run(tables, ahead, token)),
                AnyView::U16(view) => self.go(|ahead, token| run_unguarded(view, ahead, token)),
                AnyView::U32(view) => self.go(|ahead, token| run_unguarded(view, ahead, token)),
            };
            if outcome == Outcome::Accept {
                self.execute_all();
                return End::Accepted;
            }
            if let Some(end) = self.recover() {
                return end;
            }
        }
    }

    /// Shifts lexemes up to one that is not accepted, or that accepts.
    #[inline(never)]
    fn go(&mut self, run: impl Fn(&mut Ahead<'_>, TokenId) -> Outcome) -> Outcome {
        loop {
            let token = self.tokens[self.ahead.position];
            match run(&mut self.ahead, token) {
                Outcome::Shift(state) => {
                    self.ahead.shifted(state);
                    if self.ahead.tape.len() >= self.next_piece {
                        self.execute_old();
                    }
                }
                outcome => return outcome,
            }
        }
    }

    /// Executes what is out of the recoverer's reach.
    #[cold]
    fn execute_old(&mut self) {
        let Ahead { tape, fixed, .. } = &mut self.ahead;
        let mut shifts = (fixed.0..tape.len()).rev().filter_map(|at| match tape[at] {
            Step::Shift(position) => Some((at + 1, position as usize + 1)),
            _ => None,
        });
        if let Some(new) = shifts.nth(self.kept) {
            *fixed = new;
        }
        self.execute(self.ahead.fixed.0);
        self.next_piece = self.ahead.tape.len() + PIECE;
    }

    /// Executes the first `count` steps of the tape, which cannot be undone.
    fn execute(&mut self, count: usize) {
        let mut taken = 0;
        for step in self.ahead.tape.drain(..count) {
            match step {
                Step::Shift(position) => self.semantics.shift(position as usize),
                Step::Insert(token, position) => self.semantics.insert(token, position as usize),
                Step::Reduce(prod, len) => {
                    taken += len as usize;
                    self.semantics.reduce(prod, len as usize);
                }
            }
        }
        self.ahead.taken.drain(..taken);
        self.ahead.fixed.0 -= count;
    }

    /// Executes all of the tape. There is no way back from here.
    fn execute_all(&mut self) {
        self.ahead.fix();
        self.execute(self.ahead.tape.len());
    }

    fn recover(&mut self) -> Option<End> {
        let ahead = &mut self.ahead;
        let (detected, state) = (ahead.position, ahead.top());
        ahead.go_back(detected);
        let expected = expected(ahead.tables, &ahead.states);
        let (_, earliest) = ahead.fixed;
        let mut start = detected.saturating_sub(self.options.reach).max(earliest);
        if self.options.alternatives.lines {
            start = start.min(first_of_lines(self.place_of, detected, earliest));
        }
        ahead.go_back(start);
        let place = Place {
            tables: ahead.tables,
            tokens: self.tokens,
            stack: &ahead.states,
            position: ahead.position,
        };
        let since = ahead.since.as_ref();
        let since = since.map(|(stack, position)| Place { stack, position: *position, ..place });
        let Driver { options, knowledge, .. } = *self;
        let earliest = detected.saturating_sub(self.kept).max(earliest);
        let restart = Restart { place, since, detected, earliest, options, knowledge };
        let recovery = restart.recover(&mut self.purse, &mut self.order);
        let applied =
            (recovery.set.starts.first().copied(), recovery.set.sequences.first().cloned());
        let (error, way) = SyntaxError::new(state, detected, expected, recovery);
        self.errors.push(error);
        match (way, applied) {
            (Way::Apply, (Some(start), Some(repairs))) => {
                if start < self.ahead.position {
                    self.ahead.go_back(start);
                }
                self.ahead.go_to(self.tokens, start);
                self.ahead.apply(self.tokens, &repairs);
                None
            }
            (Way::Apply, _) => unreachable!("a set that is applied has a sequence"),
            (Way::Cut(resume), _) => {
                self.ahead.go_to(self.tokens, detected);
                self.cut(resume);
                None
            }
            (Way::GiveUp, _) => {
                self.ahead.go_to(self.tokens, detected);
                self.execute_all();
                Some(End::GaveUp(detected))
            }
            (Way::Stop, _) => Some(End::Stopped),
        }
    }

    fn cut(&mut self, resume: Resume) {
        self.execute_all();
        let skipped = self.ahead.position..resume.position;
        let symbols = symbols(self.ahead.tables, &self.ahead.states[resume.depth - 1..]);
        self.ahead.states.truncate(resume.depth);
        self.semantics.cut(resume.depth - 1, &symbols, skipped);
        self.ahead.position = resume.position;
        self.ahead.fix();
        self.ahead.keep();
    }
}

/// Positions, and lengths of productions, as a step holds them.
#[inline]
fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("an input has fewer than 2^32 lexemes")
}
