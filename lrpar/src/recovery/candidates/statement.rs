//! Single edits further before the error than the cheapest repairs begin: in the error's statement a missing or surplus bracket,
//! or a missing word before brackets that close just before the error (`(x < y) {`); a pair of brackets at the error (`print
//! "x";`); and, where the error is a word, the deletion of the sign that ended too early the statement that the word continues
//! (`if (x); { … } else`).
//!
//! In: the error's place, the tokens, the layout with its brackets. Out: a form for each edit. Cost: linear in the lexemes of the
//! statement, at most [`STATEMENT_LEXEMES`](limits::STATEMENT_LEXEMES).

use lrtable::TokenId;

use super::nearby::Form;
use crate::recovery::{
    lexicon::{Lexicon, Sort},
    limits,
    score::Layout,
    sequence::{Repair, RepairKind},
};

/// Returns the edits from `first` to before `before`, for an error at `detected`.
pub(in crate::recovery) fn edits(
    (layout, lexicon): (&Layout<'_>, &Lexicon),
    tokens: &[TokenId],
    (first, before, detected): (usize, usize, usize),
) -> Vec<Form> {
    let end = tokens.len() - 1;
    let kind = RepairKind::Bracket;
    let mut forms = Vec::new();
    let earliest = first;
    let first = first.max(detected.saturating_sub(limits::STATEMENT_LEXEMES));
    for (closing, opening) in layout.pairs() {
        if detected < end && tokens[detected] != closing {
            let line = (detected + 1..=end).take_while(|at| !layout.begins_line(*at)).count();
            for shifted in 1..=line.min(limits::PAIR_LEXEMES) {
                let mut repairs = vec![Repair::Insert(opening)];
                repairs.resize(1 + shifted, Repair::Shift);
                repairs.push(Repair::Insert(closing));
                forms.push(Form { at: detected, kind, repairs });
            }
        }
        // How many more brackets open than close in the statement, up to the error.
        let starts = (first..detected).rev().find(|at| layout.ends_statement(tokens[*at]));
        let start = starts.map_or(first, |at| at + 1);
        let last = (detected + 1).min(end);
        let count = |token: TokenId| tokens[start..last].iter().filter(|at| **at == token).count();
        let (insert, delete) = match count(opening).cmp(&count(closing)) {
            std::cmp::Ordering::Equal => continue,
            std::cmp::Ordering::Greater => (closing, opening),
            std::cmp::Ordering::Less => (opening, closing),
        };
        for at in start..before {
            if tokens[at] != insert {
                forms.push(Form { at, kind, repairs: vec![Repair::Insert(insert)] });
            }
            if tokens[at] == delete && tokens[at + 1] != delete {
                forms.push(Form { at, kind, repairs: vec![Repair::Delete] });
            }
        }
    }
    let opener = detected.checked_sub(1).and_then(|at| opener(layout, tokens, first, at));
    if let Some(at) = opener.filter(|at| *at < before) {
        let words = lexicon.tokens().filter(|token| lexicon.sort(*token) == Sort::Word);
        forms.extend(words.map(|word| Form { at, kind, repairs: vec![Repair::Insert(word)] }));
    }
    if lexicon.sort(tokens[detected]) == Sort::Word {
        let ends = early_ends(layout, tokens, (earliest, before, detected));
        forms.extend(ends.map(|at| Form { at, kind, repairs: vec![Repair::Delete] }));
    }
    forms
}

/// Returns the signs that end a statement right after a closing bracket, from `first` to before `before`, in the block of the
/// lexeme at `detected`.
fn early_ends(
    layout: &Layout<'_>,
    tokens: &[TokenId],
    (first, before, detected): (usize, usize, usize),
) -> impl Iterator<Item = usize> {
    let first = first.max(detected.saturating_sub(limits::EARLY_END_LEXEMES));
    let mut depth = 0usize;
    let inside = (first..detected).rev().map_while(move |at| {
        if layout.brackets.closes(tokens[at]) {
            depth += 1;
        } else if layout.opens(tokens[at]) {
            depth = depth.checked_sub(1)?;
        }
        Some((at, depth))
    });
    inside
        .filter(move |(at, depth)| *depth == 0 && *at < before && layout.ends_early(tokens, *at))
        .map(|(at, _)| at)
}

/// Returns the place of the bracket, not before `first`, that the one at `at` closes.
fn opener(layout: &Layout<'_>, tokens: &[TokenId], first: usize, at: usize) -> Option<usize> {
    let (closing, opening) = layout.pairs().find(|pair| pair.0 == tokens[at])?;
    let mut open = 0usize;
    (first..=at).rev().find(|at| {
        open += usize::from(tokens[*at] == closing);
        open -= usize::from(tokens[*at] == opening).min(open);
        open == 0
    })
}
