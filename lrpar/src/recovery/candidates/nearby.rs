//! Edits near the error that people make, at a higher cost than the cheapest repairs: each shape of edit makes forms, which are
//! all tried in one way.
//!
//! In: the place before the error, and forms. Each is tried on the stack before it; those after which parsing goes on for a few
//! lexemes are candidates. The best of these by score are tried as far as repairs are compared. Cost: a few units of work for
//! each form.

use super::Trial;
use crate::recovery::{
    budget::Spent,
    limits,
    sequence::{Candidate, Repair, RepairKind},
};

/// An edit to try: the index of the first lexeme, the repairs there, their kind.
pub(in crate::recovery) struct Form {
    pub(in crate::recovery) at: usize,
    pub(in crate::recovery) kind: RepairKind,
    pub(in crate::recovery) repairs: Vec<Repair>,
}

/// Returns the forms, in any order, after which parsing gets a few lexemes past them and past `detected`.
pub(in crate::recovery) fn that_go_on(
    trial: &mut Trial<'_>,
    mut forms: Vec<Form>,
    detected: usize,
) -> Result<Vec<Candidate>, Spent> {
    // A trial only moves forward.
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
            // Acceptance at the end of the input was not looked for.
            found.push(trial.place.candidate(at, kind, repairs, false));
        }
    }
    Ok(found)
}
