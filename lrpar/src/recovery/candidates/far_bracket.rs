//! Far brackets as alternatives: one bracket inserted or deleted, further before the error than the
//! cheapest repairs begin, where the layout says so.
//!
//! A missing or surplus bracket is often noticed a page later, where no more of its kind can come,
//! or at the end. Where it was meant the grammar cannot say; the indentation of lines can
//! ([`Layout`]).

use std::{cmp::Reverse, collections::BTreeMap};

use lrtable::TokenId;

use super::Trial;
use crate::recovery::{
    budget::Spent,
    kind::RepairKind,
    limits,
    score::{Layout, Scan, Scoring},
    sequence::{Candidate, Repair},
    sim::Distance,
};

/// Returns the edits of one bracket that begin between the last edit that was made, where `trial`
/// begins, and `before`, that lessen the layout violations, and after which parsing gets to
/// `furthest` at least; the best first, as many as the budget allows to try.
///
/// Brackets that are balanced in the input are skipped, unless `all` is set.
pub(in crate::recovery) fn far_brackets(
    (layout, scoring): (&Layout<'_>, &Scoring<'_>),
    trial: &mut Trial<'_>,
    before: usize,
    detected: usize,
    furthest: usize,
    all: bool,
) -> Vec<Candidate> {
    let edits = edits(layout, all);
    if edits.is_empty() {
        return Vec::new();
    }
    // Keyed by the input that each edit makes: its place, as far to the right as possible, and the
    // repair.
    let mut better: BTreeMap<(usize, Repair), u32> = BTreeMap::new();
    let _ = find_better(layout, &edits, trial, before, detected, &mut better);
    // Each edit after the layout violations that it leaves and its place, the last first: the best
    // is the least.
    let better = better.into_iter();
    let mut best: Vec<_> = better.map(|((at, repair), left)| (left, Reverse(at), repair)).collect();
    best.sort_unstable();
    best.truncate(limits::FAR_TRIED);
    let mut found = Vec::new();
    let limit = detected.saturating_add(limits::RANK_LEXEMES);
    for (_, Reverse(at), repair) in best {
        if found.len() == limits::MAX_FAR {
            break;
        }
        let repairs = match scoring.line_ends() {
            Some(ends) => {
                let (tokens, written) = (trial.place.tokens, scoring.written);
                let (line, is_blank) = (|at| written.line(at), |at| written.is_blank(at));
                ends.with_line_end(tokens, at, repair, line, is_blank)
            }
            None => vec![repair],
        };
        let candidate = trial.place.candidate(at, RepairKind::Bracket, repairs, false);
        let Ok(distance) = trial.after(&candidate.sequence, limit) else { break };
        if let Some(Distance { accepts, .. }) = distance.filter(|one| one.position >= furthest) {
            found.push(Candidate { accepts, ..candidate });
        }
    }
    found
}

/// Adds edits that lessen the layout violations to `better`, with the violations that are left.
fn find_better(
    layout: &Layout<'_>,
    edits: &[(Repair, TokenId)],
    trial: &Trial<'_>,
    before: usize,
    detected: usize,
    better: &mut BTreeMap<(usize, Repair), u32>,
) -> Result<(), Spent> {
    let (tokens, meter) = (trial.place.tokens, trial.sim.meter);
    let from = detected.saturating_sub(limits::FAR_LEXEMES);
    let to = (detected + limits::LAYOUT_AHEAD).min(tokens.len() - 1);
    let mut scan = Scan::new(from);
    let most = layout.violations(&scan, &[], to, u32::MAX, meter)?;
    layout.go_to(&mut scan, from.max(trial.place.position), meter)?;
    while scan.at < before {
        let at = scan.at;
        for &(repair, token) in edits {
            let deleted = usize::from(repair == Repair::Delete);
            let is_place = if deleted == 1 { tokens[at] == token } else { layout.begins_line(at) };
            if is_place && let Some(after) = (at + deleted..before).find(|at| tokens[*at] != token)
            {
                let violations = layout.violations(&scan, &[repair], to, most, meter)?;
                if violations < most {
                    let known = better.entry((after - deleted, repair)).or_insert(violations);
                    *known = violations.min(*known);
                }
            }
        }
        layout.go_to(&mut scan, at + 1, meter)?;
    }
    Ok(())
}

/// Returns which brackets to insert and which to delete: of each kind those that there are too few
/// or too many of; or all.
fn edits(layout: &Layout<'_>, all: bool) -> Vec<(Repair, TokenId)> {
    let (mut insert, mut delete) = (Vec::new(), Vec::new());
    for (closing, opening) in layout.pairs() {
        let excess = layout.excess(closing);
        for (few, many, lacks) in [(closing, opening, excess), (opening, closing, -excess)] {
            if lacks > 0 || lacks == 0 && all {
                insert.push((Repair::Insert(few), few));
                delete.push((Repair::Delete, many));
            }
        }
    }
    [insert, delete].concat()
}
