//! Edits near the error that people make and that cost more than the cheapest repairs: each shape makes forms, which are tried alike.
//!
//! In: the place before the error, and forms in the order of their places. Each is tried on the stack before it; those after which
//! parsing goes on a little are candidates. Of these the best by the score are tried as far as repairs are compared. Cost: a few
//! units of work for a form.

use super::Trial;
use crate::recovery::{
    budget::Spent,
    limits,
    sequence::{Candidate, Repair, RepairKind},
};

/// What is done to which lexeme.
pub(in crate::recovery) struct Form {
    pub(in crate::recovery) at: usize,
    pub(in crate::recovery) kind: RepairKind,
    pub(in crate::recovery) repairs: Vec<Repair>,
}

/// The forms after which parsing gets a few lexemes past them and past `detected`. They may begin in any order.
pub(in crate::recovery) fn that_go_on(
    trial: &mut Trial<'_>,
    mut forms: Vec<Form>,
    detected: usize,
) -> Result<Vec<Candidate>, Spent> {
    // What is tried next is not before what was tried.
    forms.sort_by_key(|form| form.at);
    let mut found = Vec::new();
    for Form { at, kind, repairs } in forms {
        trial.go_to(at)?;
        let consumed = repairs.iter().filter(|repair| !matches!(repair, Repair::Insert(_)));
        let wanted = detected.max(at + consumed.count()) + limits::NEARBY_GOES_ON;
        let wanted = wanted.min(trial.place.tokens.len());
        if let Some(distance) = trial.after(&repairs, wanted)?
            && (distance.accepts || distance.position >= wanted)
        {
            // Whether parsing goes on to the end was not looked for.
            found.push(trial.place.candidate(at, kind, repairs, false));
        }
    }
    Ok(found)
}
