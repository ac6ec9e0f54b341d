//! States that cannot be told apart become one: blocks are split until all states of a block lead
//! to the same blocks.
//!
//! After the first round only states are looked at again that lead to a state of which the block
//! has changed, and of the parts of a block the largest keeps its number. So a state changes its
//! block at most log n times (Hopcroft 1971), and a chain of thousands of states is no worse than a
//! tree.

use std::collections::BTreeMap;

use fnv::FnvBuildHasher;
use indexmap::{IndexMap, IndexSet};

use super::subset::{Accept, Automaton, Range, State};

/// The least automaton that accepts the same. Its state 0 is dead, the others are in the order of
/// their first member.
pub(super) fn minimise(automaton: &Automaton) -> Automaton {
    let blocks = blocks(automaton);
    let mut numbers: IndexSet<u32, FnvBuildHasher> = IndexSet::default();
    let blocks: Vec<u32> =
        blocks.iter().map(|block| numbers.insert_full(*block).0 as u32).collect();
    let mut states: Vec<State> = Vec::with_capacity(numbers.len());
    for (state, &block) in automaton.states.iter().zip(&blocks) {
        if block as usize == states.len() {
            states.push(State { row: row(state, &blocks).collect(), accept: state.accept });
        }
    }
    let starts = automaton.starts.iter().map(|&start| blocks[start as usize]).collect();
    Automaton { states, starts, threads: automaton.threads }
}

/// States in blocks: those of a block stand in a row.
struct Partition {
    order: Vec<u32>,
    /// The place of each state in `order`.
    places: Vec<usize>,
    /// The block of each state.
    blocks: Vec<u32>,
    /// The range of each block in `order`: its start, and its end, exclusive.
    bounds: Vec<(usize, usize)>,
}

impl Partition {
    /// The blocks of states that accept alike.
    fn new(states: &[State]) -> Self {
        let mut labels: IndexSet<Accept, FnvBuildHasher> = IndexSet::default();
        let blocks: Vec<u32> =
            states.iter().map(|state| labels.insert_full(state.accept).0 as u32).collect();
        let mut order: Vec<u32> = (0..states.len() as u32).collect();
        order.sort_by_key(|state| blocks[*state as usize]);
        let mut places = vec![0; order.len()];
        let mut bounds = vec![(usize::MAX, 0); labels.len()];
        for (place, &state) in order.iter().enumerate() {
            places[state as usize] = place;
            let bound = &mut bounds[blocks[state as usize] as usize];
            *bound = (bound.0.min(place), place + 1);
        }
        Partition { order, places, blocks, bounds }
    }

    fn members(&self, block: u32) -> &[u32] {
        let (from, to) = self.bounds[block as usize];
        &self.order[from..to]
    }

    /// Makes blocks of parts of a block and of what is left. The largest keeps its number; the
    /// members of the others are added to `changed`.
    fn split(&mut self, block: u32, parts: &[Vec<u32>], changed: &mut Vec<u32>) {
        let (from, mut end) = self.bounds[block as usize];
        let mut pieces = Vec::with_capacity(parts.len() + 1);
        for part in parts {
            let to = end;
            for &state in part {
                end -= 1;
                let (place, other) = (self.places[state as usize], self.order[end]);
                self.order.swap(place, end);
                self.places.swap(state as usize, other as usize);
            }
            pieces.push((end, to));
        }
        pieces.push((from, end));
        let largest =
            (0..pieces.len()).rev().max_by_key(|piece| pieces[*piece].1 - pieces[*piece].0);
        self.bounds[block as usize] = pieces.swap_remove(largest.expect("the rest is a piece"));
        for (from, to) in pieces.into_iter().filter(|(from, to)| from < to) {
            let fresh = self.bounds.len() as u32;
            self.bounds.push((from, to));
            for &state in &self.order[from..to] {
                self.blocks[state as usize] = fresh;
                changed.push(state);
            }
        }
    }
}

/// For each state its block.
fn blocks(automaton: &Automaton) -> Vec<u32> {
    let states = &automaton.states;
    let mut partition = Partition::new(states);
    let before = predecessors(automaton);
    // What is to be looked at. All other members of its block lead to the same blocks as each
    // other.
    let mut dirty: Vec<u32> = (0..states.len() as u32).collect();
    while !dirty.is_empty() {
        let mut changed = Vec::new();
        for (block, parts) in parts(states, &partition, &dirty) {
            partition.split(block, &parts, &mut changed);
        }
        dirty = changed.iter().flat_map(|state| &before[*state as usize]).copied().collect();
        dirty.sort_unstable();
        dirty.dedup();
    }
    partition.blocks
}

/// The parts of each block of which members are `dirty`, by where they lead; but for what leads
/// where members lead that are not.
fn parts(states: &[State], partition: &Partition, dirty: &[u32]) -> Vec<(u32, Vec<Vec<u32>>)> {
    let mut by_block: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &state in dirty {
        by_block.entry(partition.blocks[state as usize]).or_default().push(state);
    }
    let key = |state: u32| -> Vec<(u32, u32)> {
        let row = row(&states[state as usize], &partition.blocks);
        row.map(|range| (range.last, range.target)).collect()
    };
    by_block.retain(|block, _| partition.members(*block).len() > 1);
    let parts = by_block.into_iter().map(|(block, dirty)| {
        let all = partition.members(block);
        let mut clean = all.iter().filter(|state| dirty.binary_search(state).is_err());
        let clean = if all.len() > dirty.len() { clean.next() } else { None };
        let clean = clean.map(|state| key(*state));
        let mut parts: IndexMap<Vec<(u32, u32)>, Vec<u32>, FnvBuildHasher> = IndexMap::default();
        for state in dirty {
            let key = key(state);
            if Some(&key) != clean.as_ref() {
                parts.entry(key).or_default().push(state);
            }
        }
        (block, parts.into_values().collect())
    });
    parts.collect()
}

/// For each state those that lead to it.
fn predecessors(automaton: &Automaton) -> Vec<Vec<u32>> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); automaton.states.len()];
    for (from, state) in (0..).zip(&automaton.states) {
        for range in &state.row {
            let known = &mut before[range.target as usize];
            if known.last() != Some(&from) {
                known.push(from);
            }
        }
    }
    before
}

/// A state's row with blocks for targets, neighbours joined.
fn row(state: &State, blocks: &[u32]) -> impl Iterator<Item = Range> {
    let mut rest =
        state.row.iter().map(|range| (range.last, blocks[range.target as usize])).peekable();
    std::iter::from_fn(move || {
        let (mut last, target) = rest.next()?;
        while let Some((further, _)) = rest.next_if(|&(_, next)| next == target) {
            last = further;
        }
        Some(Range { last, target })
    })
}
