//! Single edits further before the error than the cheapest repairs begin: in the error's statement
//! a missing or surplus bracket, or a missing word before brackets that close just before the error
//! (`(x < y) {`).
//!
//! In: the error's place, the tokens, the layout with its brackets. Out: a form for each edit.
//! Cost: linear in the lexemes of the statement, at most
//! [`STATEMENT_LEXEMES`](limits::STATEMENT_LEXEMES).

use std::cmp::Ordering;

use lrtable::TokenId;

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{
    budget::Spent, kind::RepairKind, lexicon::Sort, limits, score::Layout, sequence::Repair,
};

/// The penalty: far brackets, which are of this kind too, were chosen by the layout, which counts
/// in the score once more.
pub(super) const SPEC: KindSpec = KindSpec { forms, nats: -1, ..KindSpec::NEARBY };

/// Kind of the edits that this file makes.
const KIND: RepairKind = RepairKind::Bracket;

/// Adds edits in the statement of the error that begin before the reach of the cheapest repairs.
fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby { lexicon, detected, earliest, reach, .. } = *near;
    let layout = (near.layout)()?;
    let tokens = near.place.tokens;
    let end = tokens.len() - 1;
    let before = detected.saturating_sub(reach);
    let first = earliest.max(detected.saturating_sub(limits::STATEMENT_LEXEMES));
    for (closing, opening) in layout.pairs() {
        // How many more brackets open than close in the statement, up to the error.
        let starts = (first..detected).rev().find(|at| layout.ends_statement(tokens[*at]));
        let start = starts.map_or(first, |at| at + 1);
        let last = (detected + 1).min(end);
        let count = |token: TokenId| tokens[start..last].iter().filter(|at| **at == token).count();
        let (insert, delete) = match count(opening).cmp(&count(closing)) {
            Ordering::Equal => continue,
            Ordering::Greater => (closing, opening),
            Ordering::Less => (opening, closing),
        };
        for at in start..before {
            if tokens[at] != insert {
                near.add(at, KIND, vec![Repair::Insert(insert)]);
            }
            if tokens[at] == delete && tokens[at + 1] != delete {
                near.add(at, KIND, vec![Repair::Delete]);
            }
        }
    }
    if let Some(at) = opener(near, layout, first).filter(|at| *at < before) {
        for word in lexicon.tokens().filter(|token| lexicon.sort(*token) == Sort::Word) {
            near.add(at, KIND, vec![Repair::Insert(word)]);
        }
    }
    Ok(())
}

/// Returns the place of the bracket, not before `first`, that the lexeme before the error closes.
fn opener(near: &Nearby<'_>, layout: &Layout<'_>, first: usize) -> Option<usize> {
    let tokens = near.place.tokens;
    let last = near.detected.checked_sub(1)?;
    let (closing, opening) = layout.pairs().find(|pair| pair.0 == tokens[last])?;
    let mut open = 0usize;
    (first..=last).rev().find(|at| {
        open += usize::from(tokens[*at] == closing);
        open -= usize::from(tokens[*at] == opening).min(open);
        open == 0
    })
}
