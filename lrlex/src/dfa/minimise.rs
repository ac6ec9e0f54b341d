//! States that cannot be told apart become one (Moore 1956: blocks are split until all states of a block lead to the same
//! blocks).
//!
//! Hopcroft's algorithm has the better bound, but the automata of lexers are shallow: some ten rounds over all rows do.

use fnv::FnvHashMap;

use super::subset::{Automaton, Range, State};

/// The least automaton that accepts the same. Its state 0 is dead, the others are in the order of their first member.
pub(super) fn minimise(automaton: &Automaton) -> Automaton {
    let mut blocks: Vec<u32> = Vec::with_capacity(automaton.states.len());
    let mut labels: FnvHashMap<(Option<u32>, Option<u32>), u32> = FnvHashMap::default();
    for state in &automaton.states {
        let fresh = labels.len() as u32;
        blocks.push(*labels.entry((state.accept, state.at_end)).or_insert(fresh));
    }
    let mut count = labels.len();
    loop {
        let mut sizes = vec![0; count];
        blocks.iter().for_each(|&block| sizes[block as usize] += 1);
        let mut known: FnvHashMap<Vec<u32>, u32> = FnvHashMap::default();
        let mut split = Vec::with_capacity(blocks.len());
        let mut key = Vec::new();
        for (state, &block) in automaton.states.iter().zip(&blocks) {
            key.clear();
            key.push(block);
            if sizes[block as usize] > 1 {
                let row = row(state, &blocks);
                row.for_each(|range| key.extend([u32::from(range.last), range.target]));
            }
            split.push(match known.get(&key) {
                Some(&block) => block,
                None => {
                    let fresh = known.len() as u32;
                    known.insert(key.clone(), fresh);
                    fresh
                }
            });
        }
        blocks = split;
        if known.len() == count {
            break;
        }
        count = known.len();
    }
    let mut states: Vec<State> = Vec::with_capacity(count);
    for (state, &block) in automaton.states.iter().zip(&blocks) {
        if block as usize == states.len() {
            states.push(State {
                row: row(state, &blocks).collect(),
                accept: state.accept,
                at_end: state.at_end,
            });
        }
    }
    let starts = automaton.starts.iter().map(|&start| blocks[start as usize]).collect();
    Automaton { states, starts, threads: automaton.threads }
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
