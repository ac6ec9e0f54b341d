//! Far brackets, as an alternative to the cheapest repairs: one bracket inserted or deleted, further before the error than
//! those begin, where the layout says so.
//!
//! A missing or superfluous bracket is often noticed a page later, where no more of its kind can come, or the end. Where it
//! was meant the grammar cannot say; how the lines are indented can ([`layout`](super::layout)).

use std::{cmp::Reverse, collections::BTreeMap};

use lrtable::TokenId;

use super::{
    Place,
    arena::Arena,
    budget::Meter,
    dag::Repair,
    layout::{Layout, Scan},
    limits,
    order::Candidate,
    rank,
};

/// What is to be edited.
struct Edits {
    insert: Vec<TokenId>,
    delete: Vec<TokenId>,
}

/// The edits of one bracket that begin before `before` and behind `since`, the last edit that was made, and that make the
/// layout violations less; of these the ones from which parsing gets to `furthest` at least, the best first.
///
/// Of brackets that are balanced in the input none is looked for, unless `all` are.
pub(super) fn brackets(
    layout: &Layout<'_>,
    since: Place<'_>,
    (before, detected): (usize, usize),
    furthest: usize,
    all: bool,
    meter: &mut Meter,
) -> Vec<Candidate> {
    let edits = edits(layout, all);
    if edits.insert.is_empty() && edits.delete.is_empty() {
        return Vec::new();
    }
    let tokens = since.tokens;
    let from = detected.saturating_sub(limits::FAR_LEXEMES);
    let to = (detected + limits::LAYOUT_BEHIND).min(tokens.len() - 1);
    let mut scan = Scan::new(from);
    let most = layout.violations(&scan, &[], to, u32::MAX);
    let mut marks_looked_at = layout.marks_between(from, to);
    layout.go_to(&mut scan, from.max(since.position));
    // By what it makes of the input: where it is, as far to the right as it can be, and what is done there.
    let mut better: BTreeMap<(usize, Repair), u32> = BTreeMap::new();
    while scan.at < before && meter.left() > (marks_looked_at / limits::MARKS_A_UNIT) as u64 {
        let at = scan.at;
        let mut look = |repair: Repair, token: TokenId, next: usize| {
            let behind = (next..before).find(|at| tokens[*at] != token).unwrap_or(before);
            let place = behind - (next - at);
            if behind < before {
                marks_looked_at += layout.marks_between(at, to);
                let violations = layout.violations(&scan, &[repair], to, most);
                if violations < most {
                    let known = better.entry((place, repair)).or_insert(violations);
                    *known = violations.min(*known);
                }
            }
        };
        if layout.begins_line(at) {
            edits.insert.iter().for_each(|token| look(Repair::Insert(*token), *token, at));
        }
        if edits.delete.contains(&tokens[at]) {
            look(Repair::Delete, tokens[at], at + 1);
        }
        layout.go_to(&mut scan, at + 1);
    }
    meter.work += (marks_looked_at / limits::MARKS_A_UNIT) as u64;
    let mut best: Vec<(u32, Reverse<usize>, Repair)> =
        better.into_iter().map(|((at, repair), count)| (count, Reverse(at), repair)).collect();
    best.sort_unstable();
    best.truncate(limits::FAR_TRIED);
    tried(best, since, detected, furthest, meter)
}

/// Of `edits` those from which parsing gets to `furthest`.
fn tried(
    mut edits: Vec<(u32, Reverse<usize>, Repair)>,
    since: Place<'_>,
    detected: usize,
    furthest: usize,
    meter: &mut Meter,
) -> Vec<Candidate> {
    let Place { tables, tokens, stack, position } = since;
    edits.sort_unstable_by_key(|(_, Reverse(at), _)| *at);
    let mut arena = Arena::new(stack);
    let mut now = (arena.base_prefix(stack.len()), position);
    let limit = detected.saturating_add(limits::RANK_LEXEMES);
    let mut found = Vec::new();
    for (violations, Reverse(at), repair) in edits {
        meter.work += (at - now.1) as u64;
        now = (arena.shift_all(tables, now.0, &tokens[now.1..at]), at);
        let start = match repair {
            Repair::Insert(token) => arena.try_shift(tables, now.0, token).map(|stack| (stack, at)),
            Repair::Delete | Repair::Shift => Some((now.0, at + 1)),
        };
        let Some(start) = start else { continue };
        let reach = rank::reach(tables, tokens, &mut arena, start, limit, meter);
        if reach.position >= furthest {
            found.push((violations, Reverse(at), repair, reach.accepts));
        }
    }
    found.sort_unstable();
    found.truncate(limits::MOST_FAR);
    let candidate = |(_, Reverse(at), repair, accepts)| Candidate::bracket(at, repair, accepts);
    found.into_iter().map(candidate).collect()
}

/// Which brackets are to be inserted, which deleted: of each kind those that there are too few of or too many; or all.
fn edits(layout: &Layout<'_>, all: bool) -> Edits {
    let mut edits = Edits { insert: Vec::new(), delete: Vec::new() };
    for (closing, excess) in &layout.excess {
        let Some(opening) = layout.opener(*closing) else { continue };
        if *excess > 0 || *excess == 0 && all {
            edits.insert.push(*closing);
            edits.delete.push(opening);
        }
        if *excess < 0 || *excess == 0 && all {
            edits.insert.push(opening);
            edits.delete.push(*closing);
        }
    }
    edits
}
