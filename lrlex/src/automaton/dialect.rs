//! Rules of which the meaning depends on the dialect: in flex's the longest match inside a rule counts, in that of grmtools
//! the one that is preferred.
//!
//! Both automata of a rule are made and led over all texts at once. Where only the one for longest matches accepts, that is a
//! text of which the other would take less.

use std::collections::VecDeque;

use fnv::FnvHashMap;

use super::{
    alphabet::Symbol,
    build::Input,
    subset::{Automaton, Range},
};
use crate::limits;

/// The rules that match more than the dialect of grmtools says, each with a text of that.
pub(super) fn differing(input: &mut Input<'_>) -> Vec<(usize, String)> {
    let mut left = limits::MEASURED;
    let mut found = Vec::new();
    for rule in 0..input.trees.len() {
        if left == 0 || !input.trees[rule].has_choice() {
            continue;
        }
        let [(longest, work), (preferred, more)] =
            [true, false].map(|longest| input.own_by(rule, longest));
        left = left.saturating_sub(work + more);
        if let (Some(longest), Some(preferred)) = (longest, preferred)
            && let Some(text) = only_longest(&longest, &preferred)
        {
            let text = text.iter().map(|symbol| input.alphabet.char_of(*symbol)).collect();
            found.push((rule, text));
        }
    }
    found
}

/// A shortest text that only the first automaton accepts.
fn only_longest(longest: &Automaton, preferred: &Automaton) -> Option<Vec<Symbol>> {
    type Pair = (u32, u32);
    let start: Pair = (longest.starts[0], preferred.starts[0]);
    let mut from: FnvHashMap<Pair, (Pair, Symbol)> = FnvHashMap::default();
    let mut todo = VecDeque::from([start]);
    while let Some((a, b)) = todo.pop_front() {
        let accepts = |automaton: &Automaton, state: u32| {
            automaton.states[state as usize].accept.here.is_some()
        };
        if accepts(longest, a) && !accepts(preferred, b) {
            let mut text = Vec::new();
            let mut pair = (a, b);
            while pair != start || text.is_empty() {
                let (before, symbol) = from[&pair];
                text.push(symbol);
                pair = before;
            }
            text.reverse();
            return Some(text);
        }
        let (a_row, b_row) = (&longest.states[a as usize].row, &preferred.states[b as usize].row);
        let ends = a_row.iter().chain(b_row).map(|range| range.last);
        for symbol in ends {
            let next = (target(a_row, symbol), target(b_row, symbol));
            if next.0 != 0 && !from.contains_key(&next) {
                from.insert(next, ((a, b), symbol));
                todo.push_back(next);
            }
        }
    }
    None
}

fn target(row: &[Range], symbol: Symbol) -> u32 {
    row[row.partition_point(|range| range.last < symbol)].target
}
