//! Places to which a reader can go back.
//!
//! A point is the whole state of reading between two lexemes. Between two neighbours nothing
//! depends on the parser, so that each place between them is reached by reading on from the first.
//! There are at most two points at an index: the first one, which is before all that the parser
//! decides there, and the last one, which is after that. Memory: the points of the last
//! [`limits::READ_BACK`] lexemes.

use std::collections::VecDeque;

use crate::limits;

/// Points, sorted by the number of lexemes before them.
#[derive(Debug)]
pub(super) struct Points<State> {
    points: VecDeque<(usize, State)>,
}

impl<State: Clone> Points<State> {
    pub(super) fn new() -> Self {
        Points { points: VecDeque::new() }
    }

    /// Keeps a point before the lexeme `index`; there are no points after it.
    pub(super) fn keep(&mut self, index: usize, state: State) {
        let is_here = |point: Option<&(usize, State)>| point.is_some_and(|(at, _)| *at == index);
        let last = self.points.len().wrapping_sub(1);
        if is_here(self.points.get(last)) && is_here(self.points.get(last.wrapping_sub(1))) {
            self.points[last].1 = state;
        } else {
            self.points.push_back((index, state));
        }
        while self.points.get(1).is_some_and(|(at, _)| at + limits::READ_BACK < index) {
            self.points.pop_front();
        }
    }

    /// The point from which the place before the lexeme `index` is reached.
    pub(super) fn before(&self, index: usize) -> Option<&State> {
        let at = self.points.partition_point(|(at, _)| *at < index);
        let here = self.points.get(at).filter(|(at, _)| *at == index);
        let point = here.or_else(|| self.points.get(at.checked_sub(1)?));
        point.map(|(_, state)| state)
    }

    /// The last point before the lexeme `index`, if there is one at it.
    pub(super) fn last_at(&self, index: usize) -> Option<&State> {
        let at = self.points.partition_point(|(at, _)| *at <= index);
        let last = self.points.get(at.checked_sub(1)?);
        last.filter(|(at, _)| *at == index).map(|(_, state)| state)
    }

    /// The first point after the lexeme `index`.
    pub(super) fn after(&self, index: usize) -> Option<&State> {
        let at = self.points.partition_point(|(at, _)| *at <= index);
        self.points.get(at).map(|(_, state)| state)
    }

    /// Forgets what is after the point that [`before`](Self::before) gives.
    pub(super) fn go_back(&mut self, index: usize) {
        let at = self.points.partition_point(|(at, _)| *at < index);
        let is_here = self.points.get(at).is_some_and(|(at, _)| *at == index);
        self.points.truncate(at + usize::from(is_here));
    }

    /// Forgets the points before the lexeme `index`, and those after it.
    pub(super) fn forget_from(&mut self, index: usize) {
        let at = self.points.partition_point(|(at, _)| *at < index);
        self.points.truncate(at);
    }

    /// The points before the lexemes from `from` to `to`.
    pub(super) fn between(&self, from: usize, to: usize) -> impl Iterator<Item = &(usize, State)> {
        self.points.iter().filter(move |(at, _)| (from..=to).contains(at))
    }
}
