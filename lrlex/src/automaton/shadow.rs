//! Rules that never match, since on each of their texts an earlier rule matches too.
//!
//! The automaton says so exactly: a rule that no state accepts never wins. The shortest of its texts, found in an automaton
//! of this rule alone, shows which rule wins instead.

use super::{
    alphabet::Symbol,
    build::{How, Input},
    subset::{Accept, Automaton},
};
use crate::limits;

/// A rule that never matches.
#[derive(Debug)]
pub(crate) struct Shadowed {
    pub(crate) rule: usize,
    /// One of the rule's shortest texts, and the rule that wins on it; `None` if finding it would take too much work, or it
    /// depends on the text around.
    pub(crate) shown: Option<(String, usize)>,
}

/// The rules that never match, of those that are in the automaton of all.
pub(super) fn shadowed(
    input: &mut Input<'_>,
    automaton: &Automaton,
    hows: &[How],
) -> Vec<Shadowed> {
    let mut wins: Vec<bool> = hows.iter().map(|how| *how != How::Together).collect();
    for state in &automaton.states {
        rules(state.accept).for_each(|rule| wins[rule as usize] = true);
    }
    let mut left = limits::SHOWN;
    let losers = wins.iter().enumerate().filter(|(_, wins)| !**wins);
    losers
        .filter_map(|(rule, _)| {
            if left == 0 {
                return Some(Shadowed { rule, shown: None });
            }
            let (own, work) = input.own(rule);
            left = left.saturating_sub(work);
            let text = shortest(&own?)?;
            let spec = &input.spec.rules[rule];
            let start = automaton.starts[*input.spec.active(spec).first()?];
            let end = text.iter().fold(start, |state, symbol| step(automaton, state, *symbol));
            let by = automaton.states[end as usize].accept.here.map(|by| by as usize);
            let plain = !spec.line_start && !input.trees[rule].has_place();
            let by = by.filter(|by| plain && *by < rule && input.trees[rule].context.is_none());
            let text = text.iter().map(|symbol| input.alphabet.char_of(*symbol)).collect();
            Some(Shadowed { rule, shown: by.map(|by| (text, by)) })
        })
        .collect()
}

fn rules(accept: Accept) -> impl Iterator<Item = u32> {
    [accept.here, accept.before, accept.at_end].into_iter().flatten()
}
fn step(automaton: &Automaton, state: u32, symbol: Symbol) -> u32 {
    let row = &automaton.states[state as usize].row;
    row.iter().find(|range| symbol <= range.last).map_or(0, |range| range.target)
}

/// A shortest text of the rule of an automaton, not the empty one, of characters that can be seen if there is a choice.
fn shortest(automaton: &Automaton) -> Option<Vec<Symbol>> {
    // For each state that was found from where and by which symbol; breadth first.
    let mut found: Vec<Option<(u32, Symbol)>> = vec![None; automaton.states.len()];
    let start = automaton.starts[0];
    let mut order = vec![start];
    let mut at = 0;
    while let Some(&state) = order.get(at) {
        at += 1;
        let mut low = 0;
        for range in &automaton.states[state as usize].row {
            let symbol = (low..=range.last).find(is_graphic).unwrap_or(range.last);
            low = range.last + 1;
            let target = range.target;
            if target == 0 || found[target as usize].is_some() {
                continue;
            }
            found[target as usize] = Some((state, symbol));
            if rules(automaton.states[target as usize].accept).next().is_some() {
                return Some(spelled(&found, start, target));
            }
            order.push(target);
        }
    }
    None
}

fn is_graphic(symbol: &Symbol) -> bool {
    (u32::from(b'!')..=u32::from(b'~')).contains(symbol)
}

/// The text that led to `end`: one symbol at least.
fn spelled(found: &[Option<(u32, Symbol)>], start: u32, end: u32) -> Vec<Symbol> {
    let mut text = Vec::new();
    let mut state = end;
    while let Some((from, symbol)) = found[state as usize] {
        text.push(symbol);
        state = from;
        if state == start {
            break;
        }
    }
    text.reverse();
    text
}
