//! Replacements as alternatives: one lexeme replaced by another token (`,` for `;`), where the
//! cheapest repairs cost less than that.
//!
//! The input itself says too little about which replacements are usual: with a model of other texts
//! all are compared with the other repairs, without one the most usual is offered beside them.

use super::Trial;
use crate::recovery::{
    budget::Spent,
    kind::RepairKind,
    limits,
    sequence::{Candidate, Repair},
    sim::Distance,
};

/// Returns replacements of the lexemes from `start` to `detected` after which parsing gets as far
/// as `wanted`; as many as the budget allows to try.
pub(in crate::recovery) fn replacements(
    trial: &mut Trial<'_>,
    start: usize,
    detected: usize,
    wanted: Distance,
) -> Vec<Candidate> {
    let place = trial.place;
    let limit = detected.saturating_add(limits::RANK_LEXEMES);
    let mut found = Vec::new();
    let mut try_at = |at: usize| -> Result<(), Spent> {
        for token in place.tables.token_ids().filter(|token| *token != place.tokens[at]) {
            if !trial.may_insert(at, token)? {
                continue;
            }
            let repairs = vec![Repair::Insert(token), Repair::Delete];
            let candidate = place.candidate(at, RepairKind::Replacement, repairs, false);
            if let Some(Distance { position, accepts }) = trial.after(&candidate.sequence, limit)?
                && position >= wanted.position
            {
                found.push(Candidate { accepts, ..candidate });
            }
        }
        Ok(())
    };
    let end = (detected + 1).min(place.tokens.len() - 1);
    let _ = (start..end).try_for_each(&mut try_at);
    found
}
