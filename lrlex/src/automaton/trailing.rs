//! Trailing context that flex calls dangerous: in `zx*/xy*` the `x` belong to what is matched, or
//! to what must follow.
//!
//! A rule is led over all texts by the automaton of its regex; from where it has matched, that of
//! its context goes along. If the regex matches again before the context is at its end, the text
//! can be cut in two places, and flex may cut where the context does not follow. That is so only if
//! both have matches of several lengths. Cost: the pairs of states times the ranges of their rows.

use std::collections::VecDeque;

use fnv::FnvHashSet;

use super::{
    build::Input,
    nfa::Tree,
    subset::{Automaton, State},
};
use crate::{limits, matcher::End};

/// The rules with such a context.
pub(super) fn dangerous(input: &mut Input<'_>) -> Vec<usize> {
    let mut left = limits::MEASURED;
    let mut found = Vec::new();
    for (rule, tree) in input.trees.iter().enumerate() {
        let Some(context) = tree.context.as_ref().filter(|_| tree.text() == End::Marked) else {
            continue;
        };
        if left == 0 {
            break;
        }
        let [(regex, work), (context, more)] = [&tree.regex, context]
            .map(|regex| input.own(&Tree { regex: regex.clone(), context: None }, true));
        left = left.saturating_sub(work + more);
        if let (Some(regex), Some(context)) = (regex, context)
            && matches_again(&regex, &context)
        {
            found.push(rule);
        }
    }
    found
}

/// Whether a text of `regex` goes on, by the beginning of one of `context`, to another text of
/// `regex`.
fn matches_again(regex: &Automaton, context: &Automaton) -> bool {
    let accepts = |state: u32| regex.states[state as usize].accept.rules().next().is_some();
    // Pairs of states, that of the context 0 as long as it has not begun.
    let mut seen = FnvHashSet::default();
    let mut todo = VecDeque::from([[regex.starts[0], 0]]);
    while let Some(pair @ [state, with]) = todo.pop_front() {
        let rows = [&regex.states[state as usize], &context.states[with as usize]];
        let mut ends: Vec<_> =
            rows.into_iter().flat_map(|State { row, .. }| row).map(|range| range.last).collect();
        ends.sort_unstable();
        ends.dedup();
        for last in ends {
            let next = regex.next(state, last);
            let along = if with == 0 { 0 } else { context.next(with, last) };
            if next == 0 || with != 0 && along == 0 {
                continue;
            }
            if with != 0 && accepts(next) {
                return true;
            }
            if seen.insert([next, along]) {
                todo.push_back([next, along]);
            }
        }
        if with == 0 && accepts(state) && seen.insert([state, context.starts[0]]) {
            todo.push_back([pair[0], context.starts[0]]);
        }
    }
    false
}
