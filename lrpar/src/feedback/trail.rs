//! The stack of states of a first pass, every step of which can be undone.
//!
//! The steps are logged: what reductions and cuts popped is kept beside the log. So a pass can go
//! back some lexemes, as repairs before an error demand, and try other readings of a text without
//! copying a stack that may be a million states deep. Edits bar the way back, except for those who
//! hold an earlier [`Mark`].
//!
//! Cost: a step is O(1); one that is older than [`limits::UNDONE_LEXEMES`] lexemes is forgotten.

use std::{mem, ops::Range};

use lrtable::{ProdId, StateId, TokenId};

use super::limits;
use crate::{driver::ParseStack, engine::Stack, stack::Accessing};

/// A step of the parser.
#[derive(Clone, Copy)]
enum Step {
    /// Pushed the state of the lexeme at this position.
    Shift(usize),
    /// Pushed the state of a token that recovery inserted.
    Insert,
    /// Popped so many states and pushed one.
    Reduce(usize),
    /// Popped so many states.
    Cut(usize),
}

/// A moment to which a stack can be taken back, until it is taken back beyond it.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    steps: usize,
    fixed: (usize, usize),
}

/// A stack of states that can be taken back.
pub(super) struct Trail {
    states: Vec<StateId>,
    log: Vec<Step>,
    /// The states that the steps of the log popped.
    taken: Vec<StateId>,
    /// The number of steps up to the last edit, which are undone only by a mark, and the position
    /// after them.
    fixed: (usize, usize),
    /// The least number of states that the stack had since [`Trail::lowest`] was asked.
    lowest: usize,
    /// The length of the log at which old steps are forgotten.
    full: usize,
}

impl Trail {
    /// Makes a stack of one state.
    pub(super) fn new(start: StateId) -> Trail {
        Trail {
            states: vec![start],
            log: Vec::new(),
            taken: Vec::new(),
            fixed: (0, 0),
            lowest: 0,
            full: limits::LOG,
        }
    }

    /// Returns the states.
    pub(super) fn states(&self) -> &[StateId] {
        &self.states
    }

    /// Returns the least number of states that the stack had since this was last asked.
    pub(super) fn lowest(&mut self) -> usize {
        mem::replace(&mut self.lowest, self.states.len())
    }

    /// Returns the position before which nothing can be undone.
    pub(super) fn earliest(&self) -> usize {
        self.fixed.1
    }

    /// Pushes the state of the lexeme at `position`.
    pub(super) fn shift(&mut self, state: StateId, position: usize) {
        self.states.push(state);
        self.log.push(Step::Shift(position));
    }

    /// Returns a mark of this moment.
    pub(super) fn mark(&self) -> Mark {
        Mark { steps: self.log.len(), fixed: self.fixed }
    }

    /// Undoes all steps since a mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.log.len() > mark.steps {
            self.undo_last();
        }
        self.fixed = mark.fixed;
    }

    /// Undoes all steps since the last shift of a lexeme before `position`, down to the last edit.
    pub(super) fn go_back(&mut self, position: usize) {
        while self.log.len() > self.fixed.0 {
            match self.log.last() {
                Some(Step::Shift(shifted)) if *shifted < position => break,
                _ => self.undo_last(),
            }
        }
    }

    fn undo_last(&mut self) {
        let kept = self.states.len().saturating_sub(1);
        match self.log.pop() {
            Some(Step::Shift(_) | Step::Insert) => self.states.truncate(kept),
            Some(Step::Reduce(len)) => {
                self.states.truncate(kept);
                self.push_taken(len);
            }
            Some(Step::Cut(len)) => self.push_taken(len),
            None => {}
        }
        self.lowest = self.lowest.min(kept);
    }

    /// Pushes the last `len` states that were popped.
    fn push_taken(&mut self, len: usize) {
        let from = self.taken.len() - len;
        self.states.extend(self.taken.drain(from..));
    }

    /// Pops states, and keeps them to be undone.
    fn take(&mut self, len: usize) {
        let from = self.states.len() - len;
        match self.states[from..] {
            // Most reductions are of one symbol.
            [only] => self.taken.push(only),
            ref several => self.taken.extend_from_slice(several),
        }
        self.states.truncate(from);
        self.lowest = self.lowest.min(from);
    }

    fn edited(&mut self, position: usize) {
        self.fixed = (self.log.len(), position);
    }

    /// Forgets old steps if the log is full. Marks are then worth nothing.
    pub(super) fn forget_old(&mut self) {
        if self.log.len() < self.full {
            return;
        }
        let of_lexeme = |(at, step): (usize, &Step)| match step {
            Step::Shift(position) => Some((at + 1, position + 1)),
            _ => None,
        };
        let mut shifts = self.log.iter().enumerate().rev().filter_map(of_lexeme);
        let oldest = shifts.nth(limits::UNDONE_LEXEMES).unwrap_or((0, 0));
        if oldest.0 > self.fixed.0 {
            self.fixed = oldest;
        }
        let popped = |step: &Step| match step {
            Step::Reduce(len) | Step::Cut(len) => *len,
            Step::Shift(_) | Step::Insert => 0,
        };
        let steps = self.fixed.0;
        let popped: usize = self.log.drain(..steps).map(|step| popped(&step)).sum();
        self.taken.drain(..popped);
        self.fixed.0 -= steps;
        self.full = self.log.len() + limits::LOG;
    }
}

impl Stack for Trail {
    #[inline]
    fn top(&self) -> StateId {
        *self.states.last().expect("a stack holds at least the start state")
    }

    #[inline]
    fn reduce(&mut self, _: ProdId, len: usize) {
        self.take(len);
        self.log.push(Step::Reduce(len));
    }

    #[inline]
    fn push(&mut self, state: StateId) {
        self.states.push(state);
    }
}

/// A trail as recovery from one error sees it: positions are counted from `from` on.
pub(super) struct Window<'t> {
    pub(super) trail: &'t mut Trail,
    pub(super) from: usize,
    /// The first lexeme at which a repair may begin, and the stack there, if that is not too deep.
    pub(super) since: (usize, Option<Vec<StateId>>),
}

impl Stack for Window<'_> {
    fn top(&self) -> StateId {
        self.trail.top()
    }

    fn reduce(&mut self, prod: ProdId, len: usize) {
        self.trail.reduce(prod, len);
    }

    fn push(&mut self, state: StateId) {
        self.trail.push(state);
    }
}

impl ParseStack for Window<'_> {
    fn shift(&mut self, state: StateId, position: usize) {
        self.trail.shift(state, self.from + position);
    }

    fn insert(&mut self, state: StateId, _: TokenId, _: usize) {
        self.trail.states.push(state);
        self.trail.log.push(Step::Insert);
    }

    /// Returns the stack as it is: nobody wants the expected tokens.
    fn before(&mut self, _: usize) -> &[StateId] {
        &self.trail.states
    }

    fn earliest(&self, position: usize) -> usize {
        position.min(self.since.0)
    }

    fn go_back(&mut self, position: usize) {
        self.trail.go_back(self.from + position);
    }

    fn lend<T>(
        &mut self,
        use_them: impl FnOnce(&[StateId], Option<(&[StateId], usize)>) -> T,
    ) -> T {
        let since = self.since.1.as_deref().map(|stack| (stack, self.since.0));
        use_them(&self.trail.states, since)
    }

    fn edited(&mut self, position: usize) {
        self.trail.edited(self.from + position);
    }

    fn cut(&mut self, _: &mut Accessing<'_>, depth: usize, skipped: Range<usize>) {
        let trail = &mut *self.trail;
        let len = trail.states.len() - depth;
        trail.take(len);
        trail.log.push(Step::Cut(len));
        trail.edited(self.from + skipped.end);
    }
}

#[cfg(test)]
mod tests {
    use lrtable::random::Random;

    use super::*;

    /// Compared with copies of the stack before each lexeme.
    #[test]
    fn steps_are_undone_one_by_one() {
        let mut random = Random::new(1);
        for _ in 0..30 {
            let mut trail = Trail::new(StateId::new(0));
            // The stacks before the lexemes from `first` on.
            let (mut copies, mut first) = (vec![vec![StateId::new(0)]], 0);
            for _ in 0..20_000 {
                let position = first + copies.len() - 1;
                for _ in 0..random.below(3) {
                    let len = random.below(trail.states.len().min(4));
                    trail.reduce(ProdId::new(0), len);
                    trail.push(StateId::new(random.below(100)));
                }
                if random.one_in(30) {
                    let back = random.below(copies.len().min(50));
                    trail.go_back(position - back);
                    copies.truncate(copies.len() - back);
                    assert_eq!(Some(&trail.states), copies.last());
                } else if random.one_in(400) {
                    let mut window = Window { trail: &mut trail, from: 0, since: (0, None) };
                    let insert = StateId::new(random.below(100));
                    window.insert(insert, lrtable::TIdx(0), position);
                    window.edited(position);
                    (copies, first) = (vec![trail.states.clone()], position);
                } else {
                    let mark = trail.mark();
                    let before = trail.states.clone();
                    let len = random.below(trail.states.len());
                    trail.take(len);
                    trail.log.push(Step::Cut(len));
                    trail.edited(position);
                    trail.undo(mark);
                    assert_eq!(trail.states, before);
                    trail.shift(StateId::new(random.below(100)), position);
                    copies.push(trail.states.clone());
                }
                trail.forget_old();
                let forgotten = trail.earliest().saturating_sub(first);
                copies.drain(..forgotten);
                first += forgotten;
            }
        }
    }
}
