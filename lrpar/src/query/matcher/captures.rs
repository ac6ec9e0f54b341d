//! Lists of captures that share their beginnings: a state that goes on adds to that of another.

use std::{cmp::Ordering, iter};

use crate::syntax::SyntaxNode;

/// No captures.
pub(super) const NONE: u32 = u32::MAX;

/// Lists of captures that share their beginnings.
#[derive(Default)]
pub(super) struct Captures<'t>(Vec<Capture<'t>>);

pub(super) struct Capture<'t> {
    pub(super) node: SyntaxNode<'t>,
    /// The number of the node in the walk, and the index of the capture.
    pub(super) key: (u32, u32),
    before: u32,
    /// How many there are, with those before.
    length: u32,
}

impl<'t> Captures<'t> {
    /// Returns the list that begins with another one and ends with a capture.
    pub(super) fn with(&mut self, before: u32, node: SyntaxNode<'t>, key: (u32, u32)) -> u32 {
        let length = self.length(before) + 1;
        self.0.push(Capture { node, key, before, length });
        self.0.len() as u32 - 1
    }

    pub(super) fn length(&self, list: u32) -> u32 {
        if list == NONE { 0 } else { self.0[list as usize].length }
    }

    /// Whether all captures of a list are in another.
    pub(super) fn contains(&self, mut all: u32, mut part: u32, work: &mut u64) -> bool {
        loop {
            if part == all || part == NONE {
                return true;
            }
            if self.length(all) < self.length(part) {
                return false;
            }
            *work += 1;
            let [one, other] = [all, part].map(|list| &self.0[list as usize]);
            match one.key.cmp(&other.key) {
                Ordering::Less => return false,
                Ordering::Equal => (all, part) = (one.before, other.before),
                Ordering::Greater => all = one.before,
            }
        }
    }

    /// Returns an iterator over a list, from its end.
    pub(super) fn backwards(&self, list: u32) -> impl Iterator<Item = &Capture<'t>> {
        let get = |list: u32| self.0.get(list as usize);
        iter::successors(get(list), move |capture| get(capture.before))
    }

    pub(super) fn keys(&self, list: u32) -> Vec<(u32, u32)> {
        let mut keys: Vec<_> = self.backwards(list).map(|capture| capture.key).collect();
        keys.reverse();
        keys
    }
}
