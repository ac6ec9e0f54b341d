//! Edits of the last word of a line, where line ends stand for a token after some tokens ([Go]): a
//! word after which the line end does not count is missing or too much at its end (`,` after the
//! last element of a list), or one after which it counts (`)`, or a `}` on a line of its own). One
//! change of the text, these are two edits of the tokens.
//!
//! Cost: a form for each token at the error and up to two lexemes before it, for each closing
//! bracket where a line begins within the reach.
//!
//! [Go]: https://go.dev/ref/spec#Semicolons

use lrtable::TokenId;

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind, limits, line_ends::LineEnds};

pub(super) const SPEC: KindSpec = KindSpec { forms, needs_model: false, ..KindSpec::NEARBY };

/// Kind of the edits that this file makes.
const KIND: RepairKind = RepairKind::LineEnd;

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby { place, detected, earliest, reach, brackets, meter, .. } = *near;
    let Some(ends) = near.line_ends else { return Ok(()) };
    let LineEnds { token, .. } = *ends;
    let layout = (near.layout)()?;
    let (tokens, count) = (place.tokens, place.tables.token_count);
    let end = tokens.len() - 1;
    let written = near.written;
    let is_line_end = |at: usize| tokens[at] == token && written.is_blank(at);
    let can_insert = |new: TokenId| place.tables.insert_costs[new.index()] > 0;
    let counts_before =
        |at: usize| ends.counts_after(at.checked_sub(1).map(|before| tokens[before]));
    for at in detected.saturating_sub(reach).max(earliest)..=detected.min(end) {
        meter.charge(1)?;
        let is_near = at + limits::CONFUSED_BEFORE >= detected;
        if at < end && is_line_end(at) {
            if is_near {
                meter.charge(count as u64)?;
                let absorbs = |new: &TokenId| {
                    *new != token && can_insert(*new) && !ends.counts_after(Some(*new))
                };
                for new in (0..count).map(TokenId::new).filter(absorbs) {
                    near.replace(at, KIND, &[new], 1);
                }
            }
            continue;
        }
        let begins_line = at == end || at > 0 && written.line(at) > written.line(at - 1);
        if begins_line {
            let is_statement = at > 0 && tokens[at - 1] == token;
            for new in ends.ending().iter().filter(|new| can_insert(**new)) {
                // A block ends where lines are less deep.
                let ends_here =
                    || brackets.closes(*new) && (!is_statement || layout.is_less_deep(at));
                if is_near && !is_statement || ends_here() {
                    near.replace(at, KIND, &[*new, token], 0);
                }
            }
        }
        if at < end && is_line_end(at + 1) && !counts_before(at) {
            near.replace(at, KIND, &[], 2);
        }
        let ends_line = at + 1 >= end || written.line(at + 1) > written.line(at);
        if is_near && at < end && ends_line && counts_before(at) {
            near.replace(at, KIND, &[token], 1);
        }
    }
    Ok(())
}
