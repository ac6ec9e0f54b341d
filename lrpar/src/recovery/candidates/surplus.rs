//! The last lexeme deleted, if it is a bracket that closes nothing: of several brackets that could
//! be deleted it is the surplus one, unless the layout speaks for another.

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind, limits, score::Scan, sequence::Repair};

pub(super) const SPEC: KindSpec = KindSpec {
    forms,
    is_asked: |alternatives| alternatives.brackets,
    needs_model: false,
    nats: 20,
    ..KindSpec::NEARBY
};

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby { detected, earliest, brackets, meter, .. } = *near;
    let tokens = near.place.tokens;
    let closing = tokens[detected];
    if detected + 2 != tokens.len() || !brackets.closes(closing) {
        return Ok(());
    }
    let layout = (near.layout)()?;
    // Of several in a row, to the parser equal, the one that is not aligned.
    let first = earliest.max(detected.saturating_sub(limits::BRACKET_ROW));
    let row = (first..=detected).rev().take_while(|at| tokens[*at] == closing);
    let (mut best, mut before) = ((u32::MAX, detected), 0);
    for at in row {
        let mut scan = Scan::new(detected.saturating_sub(limits::FAR_LEXEMES));
        layout.go_to(&mut scan, at, meter)?;
        before = layout.violations(&scan, &[], at, u32::MAX, meter)?;
        let left = layout.violations(&scan, &[Repair::Delete], detected + 1, u32::MAX, meter)?;
        if left < best.0 {
            best = (left, at);
        }
    }
    // What is wrong with the layout before the row may speak for another bracket.
    if best.0 <= before {
        near.add(best.1, RepairKind::Surplus, vec![Repair::Delete]);
    }
    Ok(())
}
