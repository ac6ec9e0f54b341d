//! One lexeme replaced by another token, as an alternative where the cheapest repairs cost less than that: who writes `,` for
//! `;` means that.
//!
//! Which of them are usual, the input itself says too little of: with a model of other texts all are compared with the other
//! repairs, without one the most usual is offered beside them.

use super::Trial;
use crate::recovery::{
    budget::Spent,
    limits,
    sequence::{Candidate, Repair, RepairKind},
    sim::Distance,
};

/// The replacements of the lexemes from `start` to `detected` after which parsing gets as far as `wanted`. Those that the
/// budget allows to try.
pub(in crate::recovery) fn replacements(
    trial: &mut Trial<'_>,
    (start, detected): (usize, usize),
    wanted: Distance,
) -> Vec<Candidate> {
    let mut found = Vec::new();
    for replaced in (start..=detected).take_while(|at| at + 1 < trial.place.tokens.len()) {
        if try_at(trial, replaced, detected, wanted, &mut found).is_err() {
            break;
        }
    }
    found
}

fn try_at(
    trial: &mut Trial<'_>,
    replaced: usize,
    detected: usize,
    wanted: Distance,
    found: &mut Vec<Candidate>,
) -> Result<(), Spent> {
    trial.go_to(replaced)?;
    let place = trial.place;
    for token in place.tables.token_ids().filter(|token| *token != place.tokens[replaced]) {
        if !trial.may_insert(token) {
            continue;
        }
        let repairs = vec![Repair::Insert(token), Repair::Delete];
        let limit = detected.saturating_add(limits::RANK_LEXEMES);
        if let Some(distance) = trial.after(&repairs, limit)?
            && distance.position >= wanted.position
        {
            let kind = RepairKind::Replacement;
            found.push(place.candidate(replaced, kind, repairs, distance.accepts));
        }
    }
    Ok(())
}
