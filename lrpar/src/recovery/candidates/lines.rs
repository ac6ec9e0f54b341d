//! Whole lines deleted as alternatives: the cure for half a statement that was left standing, or for a line of a merge.
//!
//! Tried are up to three lines in a row, from three lines before the error's to its own. What follows must then parse for three
//! lexemes past the error, or to the end.

use std::cmp::Reverse;

use super::Trial;
use crate::recovery::{
    lexicon::Written,
    limits,
    sequence::{Candidate, Repair, RepairKind},
    sim::Distance,
};

/// Returns the index of the first lexeme of the first line that may be deleted for an error at `detected`, or of the earliest of
/// its lexemes that is looked at; never less than `earliest`.
pub(crate) fn first_of_lines(written: Written<'_>, detected: usize, earliest: usize) -> usize {
    let first_line = written.line(detected).saturating_sub(limits::LINES_BEFORE);
    let earliest = earliest.max(detected.saturating_sub(limits::MAX_LINE_LEXEMES));
    let before = (earliest..detected).rev();
    before.take_while(|at| written.line(*at) >= first_line).last().unwrap_or(detected)
}

/// Returns deletions of lines after which parsing goes on: those that get furthest first, then those of few lines, then those
/// near the error; as many as the budget allows to try.
pub(in crate::recovery) fn deletions(
    trial: &mut Trial<'_>,
    detected: usize,
    written: Written<'_>,
) -> Vec<Candidate> {
    let place = trial.place;
    let starts = line_starts(written, place.position, detected, place.tokens.len() - 1);
    let mut found: Vec<(Distance, usize, Candidate)> = Vec::new();
    'tried: for (nth, from) in starts.iter().enumerate() {
        for (count, to) in (1..=limits::MAX_LINES).zip(&starts[nth + 1..]) {
            let last = detected.max(*to);
            let repairs = vec![Repair::Delete; to - from];
            let candidate = place.candidate(*from, RepairKind::Lines, repairs, false);
            let limit = last.saturating_add(limits::RANK_LEXEMES);
            let Ok(distance) = trial.after(&candidate.sequence, limit) else { break 'tried };
            let wanted = last + usize::from(limits::SUCCESS_SHIFTS);
            if let Some(distance) = distance.filter(|one| one.accepts || one.position >= wanted) {
                found.push((distance, count, candidate));
            }
        }
    }
    found.sort_by_key(|(distance, count, candidate)| {
        let furthest = Reverse((distance.accepts, distance.position));
        (furthest, *count, Reverse(candidate.sequence.start))
    });
    found.into_iter().map(|(_, _, candidate)| candidate).collect()
}

/// Returns the first lexemes of the lines that may be deleted, and of the line after them: from `earliest` to the line of
/// `detected`. Empty if the last line is too long.
fn line_starts(written: Written<'_>, earliest: usize, detected: usize, end: usize) -> Vec<usize> {
    let is_start = |at: usize| at == 0 || written.line(at - 1) < written.line(at);
    let first = first_of_lines(written, detected, earliest);
    let mut starts: Vec<usize> =
        (first..=detected).filter(|at| *at < end && is_start(*at)).collect();
    let longest = detected.saturating_add(limits::MAX_LINE_LEXEMES).min(end);
    match (detected.min(end)..=longest).find(|at| *at == end || *at > detected && is_start(*at)) {
        Some(after) => starts.push(after),
        None => starts.clear(),
    }
    starts
}
