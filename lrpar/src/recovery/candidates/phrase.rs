//! Runs of two or more lexemes deleted: what is left of a phrase that was begun (`f(boolean 0)`),
//! or an empty pair of brackets (`a[]`). Where deleting one lexeme suffices to go on, that is
//! cheaper, and leaves the rest standing.

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind};

pub(super) const SPEC: KindSpec = KindSpec { forms, nats: -5, ..KindSpec::NEARBY };

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    for (at, after) in near.runs() {
        near.replace(at, RepairKind::Phrase, &[], after - at);
    }
    Ok(())
}
