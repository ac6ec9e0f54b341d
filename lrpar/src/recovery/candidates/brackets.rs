//! Far brackets as alternatives: one bracket inserted or deleted, further before the error than the cheapest repairs begin, where
//! the layout says so.
//!
//! A missing or surplus bracket is often noticed a page later, where no more of its kind can come, or at the end. Where it was
//! meant the grammar cannot say; the indentation of lines can ([`Layout`]).

use std::{cmp::Reverse, collections::BTreeMap};

use lrtable::TokenId;

use super::Trial;
use crate::recovery::{
    budget::{Meter, Spent},
    limits,
    score::{Layout, Scan},
    sequence::{Candidate, Repair, RepairKind},
};

/// The brackets to insert and to delete.
struct Edits {
    insert: Vec<TokenId>,
    delete: Vec<TokenId>,
}

/// An edit, after the layout violations that it leaves and its place, the last first: the best is the least.
type Edit = (u32, Reverse<usize>, Repair);

/// Returns the edits of one bracket that begin between the last edit that was made, where `trial` begins, and `before`, that
/// lessen the layout violations, and after which parsing gets to `furthest` at least; the best first, as many as the budget
/// allows to try.
///
/// Brackets that are balanced in the input are skipped, unless `all` is set.
pub(in crate::recovery) fn brackets(
    layout: &Layout<'_>,
    trial: &mut Trial<'_>,
    (before, detected): (usize, usize),
    furthest: usize,
    all: bool,
    meter: &Meter,
) -> Vec<Candidate> {
    let edits = edits(layout, all);
    if edits.insert.is_empty() && edits.delete.is_empty() {
        return Vec::new();
    }
    // Keyed by the input that each edit makes: its place, as far to the right as possible, and the repair.
    let mut better: BTreeMap<(usize, Repair), u32> = BTreeMap::new();
    let _ = look(layout, &edits, trial, (before, detected), &mut better, meter);
    let mut best: Vec<Edit> =
        better.into_iter().map(|((at, repair), count)| (count, Reverse(at), repair)).collect();
    best.sort_unstable();
    best.truncate(limits::FAR_TRIED);
    // A trial only moves forward.
    best.sort_unstable_by_key(|(_, Reverse(at), _)| *at);
    let mut found = Vec::new();
    let limit = detected.saturating_add(limits::RANK_LEXEMES);
    let mut try_edit = |edit: Edit| -> Result<(), Spent> {
        let (_, Reverse(at), repair) = edit;
        trial.go_to(at)?;
        if let Some(distance) = trial.after(&[repair], limit)?
            && distance.position >= furthest
        {
            found.push((edit, distance.accepts));
        }
        Ok(())
    };
    let _ = best.into_iter().try_for_each(&mut try_edit);
    found.sort_unstable();
    found.truncate(limits::MAX_FAR);
    let kind = RepairKind::Bracket;
    found
        .into_iter()
        .map(|((_, Reverse(at), repair), accepts)| {
            trial.place.candidate(at, kind, vec![repair], accepts)
        })
        .collect()
}

/// Adds edits that lessen the layout violations to `better`, with the violations that are left.
fn look(
    layout: &Layout<'_>,
    edits: &Edits,
    trial: &Trial<'_>,
    (before, detected): (usize, usize),
    better: &mut BTreeMap<(usize, Repair), u32>,
    meter: &Meter,
) -> Result<(), Spent> {
    let tokens = trial.place.tokens;
    let from = detected.saturating_sub(limits::FAR_LEXEMES);
    let to = (detected + limits::LAYOUT_AHEAD).min(tokens.len() - 1);
    let mut scan = Scan::new(from);
    let most = layout.violations(&scan, &[], to, u32::MAX, meter)?;
    layout.go_to(&mut scan, from.max(trial.place.position), meter)?;
    while scan.at < before {
        let at = scan.at;
        let mut look = |repair: Repair, token: TokenId, next: usize| -> Result<(), Spent> {
            let after = (next..before).find(|at| tokens[*at] != token).unwrap_or(before);
            let place = after - (next - at);
            if after < before {
                let violations = layout.violations(&scan, &[repair], to, most, meter)?;
                if violations < most {
                    let known = better.entry((place, repair)).or_insert(violations);
                    *known = violations.min(*known);
                }
            }
            Ok(())
        };
        if layout.begins_line(at) {
            for token in &edits.insert {
                look(Repair::Insert(*token), *token, at)?;
            }
        }
        if edits.delete.contains(&tokens[at]) {
            look(Repair::Delete, tokens[at], at + 1)?;
        }
        layout.go_to(&mut scan, at + 1, meter)?;
    }
    Ok(())
}

/// Returns which brackets to insert and which to delete: of each kind those that there are too few or too many of; or all.
fn edits(layout: &Layout<'_>, all: bool) -> Edits {
    let mut edits = Edits { insert: Vec::new(), delete: Vec::new() };
    for (closing, excess) in layout.excess() {
        let Some(opening) = layout.opener(closing) else { continue };
        if excess > 0 || excess == 0 && all {
            edits.insert.push(closing);
            edits.delete.push(opening);
        }
        if excess < 0 || excess == 0 && all {
            edits.insert.push(opening);
            edits.delete.push(closing);
        }
    }
    edits
}
