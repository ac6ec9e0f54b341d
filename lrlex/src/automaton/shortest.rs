//! A shortest text of which two automata say what is asked for.
//!
//! Both are led over all texts at once, breadth first. Cost: the pairs of states that a text leads
//! to, times the ranges of their rows; `search` looks at no more ranges than it may.

use std::collections::VecDeque;

use fnv::FnvHashMap;

use super::{
    alphabet::Symbol,
    subset::{Accept, Automaton},
};

/// A shortest text after which `wanted` is true of what both automata accept, not the empty one, of
/// characters that can be seen if there is a choice. The first automaton is not led on from where
/// it is dead.
pub(super) fn shortest(
    automata: [&Automaton; 2],
    wanted: impl Fn([Accept; 2]) -> bool,
) -> Option<Vec<Symbol>> {
    let starts = automata.map(|automaton| automaton.starts[0]);
    search(automata, starts, wanted, &mut usize::MAX.clone()).unwrap_or(None)
}

/// More ranges than may be looked at.
#[derive(Debug)]
pub(super) struct Exhausted;

/// As [`shortest`], from these states; `left` is what may still be looked at.
pub(super) fn search(
    automata: [&Automaton; 2],
    start: [u32; 2],
    wanted: impl Fn([Accept; 2]) -> bool,
    left: &mut usize,
) -> Result<Option<Vec<Symbol>>, Exhausted> {
    // For each pair of states from where it was reached, and by which symbol.
    let mut from: FnvHashMap<[u32; 2], ([u32; 2], Symbol)> = FnvHashMap::default();
    let mut todo = VecDeque::from([start]);
    while let Some(pair) = todo.pop_front() {
        let state = |k: usize| &automata[k].states[pair[k] as usize];
        let mut ends: Vec<Symbol> =
            [0, 1].iter().flat_map(|k| &state(*k).row).map(|range| range.last).collect();
        *left = left.checked_sub(ends.len()).ok_or(Exhausted)?;
        ends.sort_unstable();
        ends.dedup();
        let mut low = 0;
        for last in ends {
            let symbol = (low..=last).find(is_graphic).unwrap_or(last);
            low = last + 1;
            let next = [0, 1].map(|k| automata[k].next(pair[k], symbol));
            if next[0] == 0 || from.contains_key(&next) {
                continue;
            }
            from.insert(next, (pair, symbol));
            if wanted([0, 1].map(|k| automata[k].states[next[k] as usize].accept)) {
                let mut text = Vec::new();
                let mut pair = next;
                while text.is_empty() || pair != start {
                    let (before, symbol) = from[&pair];
                    text.push(symbol);
                    pair = before;
                }
                text.reverse();
                return Ok(Some(text));
            }
            todo.push_back(next);
        }
    }
    Ok(None)
}

fn is_graphic(symbol: &Symbol) -> bool {
    (u32::from(b'!')..=u32::from(b'~')).contains(symbol)
}
