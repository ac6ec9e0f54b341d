//! Rules that never match, since on each of their texts an earlier rule matches too.
//!
//! The automaton says so exactly: a rule that is accepted in no state behind a character never wins. The shortest of its
//! texts, found in an automaton of this rule alone, shows which rule wins instead.

use super::{
    nfa::Program,
    parse::Regex,
    subset::{self, Automaton},
};
use crate::limits;

/// A rule that never matches.
#[derive(Debug)]
pub(crate) struct Shadowed {
    pub(crate) rule: usize,
    /// One of the rule's shortest texts, and the rule that wins on it; `None` if finding it would take too much work.
    pub(crate) shown: Option<(String, usize)>,
}

/// The rules that never match. `trees` has those that are in the automaton; `active` tells the first start state in
/// which a rule is active.
pub(super) fn shadowed(
    automaton: &Automaton,
    trees: &[Option<&Regex>],
    active: impl Fn(usize) -> Option<usize>,
) -> Vec<Shadowed> {
    let mut wins = vec![false; trees.len()];
    for range in automaton.states.iter().flat_map(|state| &state.row) {
        let target = &automaton.states[range.target as usize];
        for rule in [target.accept, target.at_end].into_iter().flatten() {
            wins[rule as usize] = true;
        }
    }
    let losers = trees.iter().enumerate().filter(|(rule, _)| !wins[*rule]);
    let mut left = limits::SHOWN;
    losers
        .filter_map(|(rule, tree)| {
            let tree = (*tree)?;
            if left == 0 {
                return Some(Shadowed { rule, shown: None });
            }
            let text = shortest(tree, &mut left)?;
            let start = automaton.starts[active(rule)?];
            let end = text.iter().fold(start, |state, byte| step(automaton, state, *byte));
            let by = automaton.states[end as usize].accept? as usize;
            let text = String::from_utf8_lossy(&text).into_owned();
            Some(Shadowed { rule, shown: Some((text, by)) })
        })
        .collect()
}

fn step(automaton: &Automaton, state: u32, byte: u8) -> u32 {
    let row = &automaton.states[state as usize].row;
    row.iter().find(|range| byte <= range.last).map_or(0, |range| range.target)
}

/// A shortest text of a rule, not the empty one, of characters that can be seen if there is a choice.
fn shortest(tree: &Regex, left: &mut usize) -> Option<Vec<u8>> {
    let mut program = Program::new();
    let first = program.add(0, tree).ok()?;
    let automaton = subset::automaton(&program, &[vec![first]], limits::RULE_AUTOMATON).ok();
    let threads = automaton.as_ref().map_or(limits::RULE_AUTOMATON.threads, |it| it.threads);
    *left = left.saturating_sub(program.work + threads);
    let automaton = automaton?;
    // For each state that was found from where and by which byte; breadth first.
    let mut found: Vec<Option<(u32, u8)>> = vec![None; automaton.states.len()];
    let start = automaton.starts[0];
    let mut order = vec![start];
    let mut at = 0;
    while let Some(&state) = order.get(at) {
        at += 1;
        let mut low = 0;
        for range in &automaton.states[state as usize].row {
            let byte = (low..=range.last).find(u8::is_ascii_graphic).unwrap_or(range.last);
            low = range.last.saturating_add(1);
            let target = range.target;
            if target == 0 || found[target as usize].is_some() {
                continue;
            }
            found[target as usize] = Some((state, byte));
            if automaton.states[target as usize].accept.is_some() {
                return Some(spelled(&found, start, target));
            }
            order.push(target);
        }
    }
    None
}

/// The text that led to `end`: one byte at least.
fn spelled(found: &[Option<(u32, u8)>], start: u32, end: u32) -> Vec<u8> {
    let mut text = Vec::new();
    let mut state = end;
    while let Some((from, byte)) = found[state as usize] {
        text.push(byte);
        state = from;
        if state == start {
            break;
        }
    }
    text.reverse();
    text
}
