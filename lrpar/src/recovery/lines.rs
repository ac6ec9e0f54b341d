//! Whole lines deleted, as an alternative to the cheapest repairs: who left half a statement standing, or a line of a merge,
//! means that.
//!
//! Up to three lines in a row, of those from three lines before the error's to its own, are tried. What is behind them must
//! then parse for three lexemes past the error, or to the end.

use std::cmp::Reverse;

use super::{
    Place,
    arena::{Arena, StackId},
    budget::Meter,
    limits,
    rank::{self, Reach},
};

/// The line and the column of the lexeme with an index; the last index is that of the end of input.
pub(crate) type PlaceOf<'a> = &'a dyn Fn(usize) -> (usize, usize);

/// Lexemes from one line's first to another line's first, which is not among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The number of lines.
    count: usize,
}

/// The index of the first lexeme of the first line that may be deleted for an error at `detected`, or of the earliest of its
/// lexemes that are looked at. Lexemes before `earliest` are not.
pub(crate) fn first_of_lines(place_of: PlaceOf<'_>, detected: usize, earliest: usize) -> usize {
    let first_line = place_of(detected).0.saturating_sub(limits::LINES_BEFORE);
    let earliest = earliest.max(detected.saturating_sub(limits::MOST_LINE_LEXEMES));
    (earliest..detected)
        .rev()
        .take_while(|at| place_of(*at).0 >= first_line)
        .last()
        .unwrap_or(detected)
}

/// The deletions of lines after which parsing goes on, those that get furthest first, then those of few lines, then those
/// near the error.
pub(super) fn deletions(
    place: Place<'_>,
    detected: usize,
    place_of: PlaceOf<'_>,
    meter: &mut Meter,
) -> Vec<Lines> {
    let Place { tables, tokens, stack, position } = place;
    let starts = line_starts(place_of, position, detected, tokens.len() - 1);
    let mut arena = Arena::new(stack);
    let mut at: (StackId, usize) = (arena.base_prefix(stack.len()), position);
    let mut found: Vec<(Reach, Lines)> = Vec::new();
    for (nth, &from) in starts.iter().enumerate().take(starts.len().saturating_sub(1)) {
        at = (arena.shift_all(tables, at.0, &tokens[at.1..from]), from);
        for (count, &to) in (1..=limits::MOST_LINES).zip(&starts[nth + 1..]) {
            let limit = detected.max(to).saturating_add(limits::RANK_LEXEMES);
            let reach = rank::reach(tables, tokens, &mut arena, (at.0, to), limit, meter);
            if reach.accepts || reach.position >= detected.max(to) + usize::from(limits::SHIFTS) {
                found.push((reach, Lines { from, to, count }));
            }
        }
    }
    found.sort_by_key(|(reach, lines)| {
        (Reverse((reach.accepts, reach.position)), lines.count, Reverse(lines.from))
    });
    found.into_iter().map(|(_, lines)| lines).collect()
}

/// The first lexemes of the lines that may be deleted, and of the line behind them: from `earliest` to the line of
/// `detected`. None if the last line is too long.
fn line_starts(place_of: PlaceOf<'_>, earliest: usize, detected: usize, end: usize) -> Vec<usize> {
    let is_start = |at: usize| at == 0 || place_of(at - 1).0 < place_of(at).0;
    let first = first_of_lines(place_of, detected, earliest);
    let mut starts: Vec<usize> =
        (first..=detected).filter(|at| *at < end && is_start(*at)).collect();
    let longest = detected.saturating_add(limits::MOST_LINE_LEXEMES).min(end);
    match (detected.min(end)..=longest).find(|at| *at == end || *at > detected && is_start(*at)) {
        Some(behind) => starts.push(behind),
        None => starts.clear(),
    }
    starts
}
