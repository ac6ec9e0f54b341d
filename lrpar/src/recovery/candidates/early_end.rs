//! The sign deleted that ended a statement too early, where the error is a word that continues the
//! statement: in `if (x); { … } else` it is not `else` that is wrong.

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind, lexicon::Sort, limits, sequence::Repair};

pub(super) const SPEC: KindSpec =
    KindSpec { forms, needs_model: false, nats: 5, ..KindSpec::NEARBY };

/// Adds the deletions of signs that end a statement right after a closing bracket, in the block of
/// the error.
fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby { earliest, detected, lexicon, brackets, .. } = *near;
    let tokens = near.place.tokens;
    if lexicon.sort(tokens[detected]) != Sort::Word {
        return Ok(());
    }
    let layout = (near.layout)()?;
    let first = earliest.max(detected.saturating_sub(limits::EARLY_END_LEXEMES));
    let mut depth = 0usize;
    for at in (first..detected).rev() {
        if brackets.closes(tokens[at]) {
            depth += 1;
        } else if layout.opens(tokens[at]) {
            let Some(outer) = depth.checked_sub(1) else { break };
            depth = outer;
        }
        if depth == 0 && layout.ends_early(tokens, at) {
            near.add(at, RepairKind::EarlyEnd, vec![Repair::Delete]);
        }
    }
    Ok(())
}
