//! Rules of which the meaning depends on the dialect: in flex's the longest match inside a rule
//! counts, in that of grmtools the one that is preferred.
//!
//! Both automata of a rule are made and led over all texts at once. Where only the one for longest
//! matches accepts, that is a text of which the other would take less.

use super::{build::Input, shortest::shortest};
use crate::limits;

/// The rules that match more than the dialect of grmtools says, each with a text of that.
pub(super) fn differing(input: &mut Input<'_>) -> Vec<(usize, String)> {
    let mut left = limits::MEASURED;
    let mut found = Vec::new();
    for rule in 0..input.trees.len() {
        if left == 0 || input.trees[rule].regex.len().is_some() {
            continue;
        }
        let [(longest, work), (preferred, more)] =
            [true, false].map(|longest| input.own(&input.trees[rule], longest));
        left = left.saturating_sub(work + more);
        if let (Some(longest), Some(preferred)) = (longest, preferred)
            && let Some(text) = shortest([&longest, &preferred], |[longest, preferred]| {
                longest.here.is_some() && preferred.here.is_none()
            })
        {
            let text = text.iter().map(|symbol| input.alphabet.char_of(*symbol)).collect();
            found.push((rule, text));
        }
    }
    found
}
