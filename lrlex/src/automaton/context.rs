//! Rules of `%context`, which count only where the parser can use their tokens.
//!
//! [`beaten`] finds those that never win, as a rule that always counts and stands before them
//! matches each of their texts: the automaton of all rules is led over the texts of the rule's own.
//! [`conflicts`] finds pairs of different tokens that match one text: where the parser can use
//! both, the rule that stands first counts. A rule of `%context` beats none that always counts, as
//! it may not be usable. Cost: the pairs of states, in a budget; what is beyond it is not told.

use super::{
    build::{Input, MatchedBy},
    shortest::search,
    subset::{Accept, Automaton},
};
use crate::limits;

/// Two rules of `%context` that match one text.
#[derive(Debug)]
pub(crate) struct Conflict {
    /// The rule that counts where the parser can use both tokens.
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// A shortest text that both match.
    pub(crate) text: String,
}

/// The rules that never match, since rules that always count win on each of their texts.
pub(super) fn beaten(input: &mut Input<'_>, all: &Automaton, hows: &[MatchedBy]) -> Vec<usize> {
    let mut left = limits::SHOWN;
    let is_conditional = |rule: &usize| hows[*rule] == MatchedBy::Conditional;
    let rules: Vec<usize> = (0..hows.len()).filter(is_conditional).collect();
    let mut beaten = Vec::new();
    for rule in rules {
        // With context, or what stands around, more than the text decides.
        let tree = &input.trees[rule];
        if left == 0 || tree.has_place() || tree.context.is_some() {
            continue;
        }
        let (own, work) = input.own(tree, input.spec.longest);
        left = left.saturating_sub(work);
        let Some(own) = own else { continue };
        let wins = |[own, all]: [Accept; 2]| {
            own.here.is_some() && all.here.is_none_or(|by| by as usize > rule)
        };
        let spec = &input.spec.rules[rule];
        let never = input.spec.active(spec).iter().all(|state| {
            let start = [own.starts[0], all.starts[*state]];
            matches!(search([&own, all], start, wins, &mut left), Ok(None))
        });
        if never {
            beaten.push(rule);
        }
    }
    beaten
}

/// The pairs of rules with different tokens that are active together and match one text.
pub(super) fn conflicts(input: &mut Input<'_>, hows: &[MatchedBy]) -> Vec<Conflict> {
    let mut left = limits::SHOWN;
    let mut rules: Vec<(usize, Automaton)> = Vec::new();
    let mut found = Vec::new();
    for rule in (0..hows.len()).filter(|rule| hows[*rule] == MatchedBy::Conditional) {
        if left == 0 {
            break;
        }
        let (own, work) = input.own(&input.trees[rule], input.spec.longest);
        left = left.saturating_sub(work);
        let Some(own) = own else { continue };
        let spec = &input.spec.rules[rule];
        let active = input.spec.active(spec);
        for (first, other) in &rules {
            let before = &input.spec.rules[*first];
            let others = input.spec.active(before);
            let together = others.iter().any(|state| active.binary_search(state).is_ok());
            left = left.saturating_sub(others.len());
            if !together || before.name() == spec.name() {
                continue;
            }
            let both = |accepts: [Accept; 2]| accepts.iter().all(|accept| accept.here.is_some());
            let starts = [own.starts[0], other.starts[0]];
            if let Ok(Some(text)) = search([&own, other], starts, both, &mut left) {
                let text = text.iter().map(|symbol| input.alphabet.char_of(*symbol)).collect();
                found.push(Conflict { first: *first, second: rule, text });
            }
        }
        rules.push((rule, own));
    }
    found
}
