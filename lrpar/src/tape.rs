//! A parser's stack that can be taken back some lexemes: the automaton runs ahead, and values
//! follow later.
//!
//! What the automaton does is written on a tape: shifts, insertions, reductions. Steps further back
//! than the recoverer's reach are executed; later ones can still be undone, for which the states
//! that reductions popped are kept as long. So every action runs exactly once, on the repaired
//! input, and valid input pays for writing the tape and reading it, a piece at a time.

use std::ops::Range;

use lrtable::{ProdId, StateId, TokenId};

use crate::{
    driver::{Job, ParseStack, Semantics},
    engine::Stack,
    recovery::limits,
    stack::Accessing,
};

/// A step of the automaton.
#[derive(Clone, Copy)]
enum Recorded {
    /// Shifted the lexeme at this position.
    Shift(u32),
    /// Shifted a token that recovery inserted before the lexeme at this position.
    Insert(TokenId, u32),
    /// Reduced a production of this many symbols.
    Reduce(ProdId, u32),
}

/// Number of steps of the tape that are executed at a time, about.
const PIECE: usize = 8192;

/// The parser's stack of states, with values made some thousand lexemes later.
pub(crate) struct Delayed<'s, S> {
    states: Vec<StateId>,
    /// The steps that were not executed yet.
    tape: Vec<Recorded>,
    /// The states that reductions on the tape popped.
    taken: Vec<StateId>,
    /// The length of the part of the tape that cannot be undone, and the position after it. Only
    /// shifts of lexemes and reductions follow.
    fixed: (usize, usize),
    /// The stack and the position after the last edit, or at the beginning; `None` if the stack was
    /// too deep to keep.
    since: Option<(Vec<StateId>, usize)>,
    /// How many lexemes the stack can be taken back.
    kept: usize,
    /// The length of the tape at which steps are executed next.
    next_piece: usize,
    semantics: &'s mut S,
}

impl<'s, S: Semantics> Delayed<'s, S> {
    /// Makes a stack of a job's start state.
    pub(crate) fn new(job: Job<'_>, semantics: &'s mut S) -> Self {
        let options = job.settings.options;
        let brackets = if options.alternatives.brackets { limits::FAR_APPLIED } else { 0 };
        Delayed {
            states: vec![job.start],
            tape: Vec::new(),
            taken: Vec::new(),
            fixed: (0, 0),
            since: Some((vec![job.start], 0)),
            kept: options.reach.max(brackets),
            next_piece: PIECE,
            semantics,
        }
    }

    /// Executes the steps that are out of the recoverer's reach.
    #[cold]
    fn execute_old(&mut self) {
        let mut shifts =
            (self.fixed.0..self.tape.len()).rev().filter_map(|at| match self.tape[at] {
                Recorded::Shift(position) => Some((at + 1, position as usize + 1)),
                _ => None,
            });
        if let Some(new) = shifts.nth(self.kept) {
            self.fixed = new;
        }
        self.execute(self.fixed.0);
        self.next_piece = self.tape.len() + PIECE;
    }

    /// Executes the first `count` steps of the tape, which cannot be undone.
    fn execute(&mut self, count: usize) {
        let mut taken = 0;
        for step in self.tape.drain(..count) {
            match step {
                Recorded::Shift(position) => self.semantics.shift(position as usize),
                Recorded::Insert(token, position) => {
                    self.semantics.insert(token, position as usize)
                }
                Recorded::Reduce(prod, len) => {
                    taken += len as usize;
                    self.semantics.reduce(prod, len as usize);
                }
            }
        }
        self.taken.drain(..taken);
        self.fixed.0 -= count;
    }
}

impl<S: Semantics> Stack for Delayed<'_, S> {
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
        self.tape.push(Recorded::Reduce(prod, narrow(len)));
    }

    #[inline]
    fn push(&mut self, state: StateId) {
        self.states.push(state);
    }
}

impl<S: Semantics> ParseStack for Delayed<'_, S> {
    #[inline]
    fn shift(&mut self, state: StateId, position: usize) {
        self.states.push(state);
        self.tape.push(Recorded::Shift(narrow(position)));
        if self.tape.len() >= self.next_piece {
            self.execute_old();
        }
    }

    fn insert(&mut self, state: StateId, token: TokenId, position: usize) {
        self.states.push(state);
        self.tape.push(Recorded::Insert(token, narrow(position)));
    }

    fn before(&mut self, position: usize) -> &[StateId] {
        self.go_back(position);
        &self.states
    }

    fn earliest(&self, position: usize) -> usize {
        position.saturating_sub(self.kept).max(self.fixed.1)
    }

    fn go_back(&mut self, position: usize) {
        while self.tape.len() > self.fixed.0 {
            match self.tape[self.tape.len() - 1] {
                Recorded::Shift(shifted) if (shifted as usize) < position => break,
                Recorded::Reduce(_, len) => {
                    self.states.pop();
                    let from = self.taken.len() - len as usize;
                    self.states.extend(self.taken.drain(from..).rev());
                }
                Recorded::Shift(_) | Recorded::Insert(..) => {
                    self.states.pop();
                }
            }
            self.tape.pop();
        }
    }

    fn lend<T>(
        &mut self,
        use_them: impl FnOnce(&[StateId], Option<(&[StateId], usize)>) -> T,
    ) -> T {
        let since = self.since.as_ref().map(|(stack, position)| (&stack[..], *position));
        use_them(&self.states, since)
    }

    fn edited(&mut self, position: usize) {
        self.fixed = (self.tape.len(), position);
    }

    fn recovered(&mut self, position: usize) {
        let is_deep = self.states.len() > limits::FAR_DEPTH;
        self.since = (!is_deep).then(|| (self.states.clone(), position));
    }

    fn cut(&mut self, symbols: &mut Accessing<'_>, depth: usize, skipped: Range<usize>) {
        self.edited(skipped.end);
        self.finish();
        let symbols = symbols.of(&self.states[depth - 1..]);
        self.states.truncate(depth);
        self.semantics.cut(depth - 1, &symbols, skipped);
    }

    fn finish(&mut self) {
        self.fixed.0 = self.tape.len();
        self.execute(self.tape.len());
    }
}

/// Narrows a position, or the length of a production, to the width in a step.
#[inline]
fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("an input has fewer than 2^32 lexemes")
}
