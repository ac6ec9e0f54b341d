//! Rules that never match, since on each of their texts an earlier rule matches too.
//!
//! The automaton says so exactly: a rule that no state accepts never wins. The shortest of its
//! texts, found in an automaton of this rule alone, shows which rule wins instead.

use super::{
    build::{Input, MatchedBy},
    context,
    shortest::shortest,
    subset::Automaton,
};
use crate::limits;

/// A rule that never matches.
#[derive(Debug)]
pub(crate) struct Shadowed {
    pub(crate) rule: usize,
    /// One of the rule's shortest texts, and the rule that wins on it; `None` if finding it would
    /// take too much work, or it depends on the text around.
    pub(crate) shown: Option<(String, usize)>,
}

/// The rules that never match, of those that are in the automaton of all.
pub(super) fn shadowed(
    input: &mut Input<'_>,
    automaton: &Automaton,
    hows: &[MatchedBy],
) -> Vec<Shadowed> {
    let mut wins: Vec<bool> = hows.iter().map(|how| *how != MatchedBy::Together).collect();
    for state in &automaton.states {
        state.accept.rules().for_each(|rule| wins[rule as usize] = true);
    }
    context::beaten(input, automaton, hows).into_iter().for_each(|rule| wins[rule] = false);
    let mut left = limits::SHOWN;
    let losers = wins.iter().enumerate().filter(|(_, wins)| !**wins);
    losers
        .filter_map(|(rule, _)| {
            if left == 0 {
                return Some(Shadowed { rule, shown: None });
            }
            let (own, work) = input.own(&input.trees[rule], input.spec.longest);
            left = left.saturating_sub(work);
            let own = own?;
            let text = shortest([&own, &own], |[accept, _]| accept.rules().next().is_some())?;
            let spec = &input.spec.rules[rule];
            let start = automaton.starts[*input.spec.active(spec).first()?];
            let end = text.iter().fold(start, |state, symbol| automaton.next(state, *symbol));
            let by = automaton.states[end as usize].accept.here.map(|by| by as usize);
            let plain = !spec.line_start && !input.trees[rule].has_place();
            let by = by.filter(|by| plain && *by < rule && input.trees[rule].context.is_none());
            let text = text.iter().map(|symbol| input.alphabet.char_of(*symbol)).collect();
            Some(Shadowed { rule, shown: by.map(|by| (text, by)) })
        })
        .collect()
}
