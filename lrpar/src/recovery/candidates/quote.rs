//! Texts whose quotes are wrong: lexemes that a stray quote spoilt, from that quote to some later
//! lexeme on the line, made one text; a text that was never quoted (`\n`, `%d`), from a sign or
//! unknown text on, lexemes without a blank between them; and a text after a stray quote deleted
//! (`"a" b "c"`): a run of lexemes that ends with a quoted text, as the lexeme before it does on
//! one line.

use lrtable::TokenId;

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{budget::Spent, kind::RepairKind, lexicon::Sort, limits, sim::Place};

pub(super) const SPEC: KindSpec = KindSpec { forms, ..KindSpec::NEARBY };

fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby {
        place: Place { tables, tokens, position, .. }, detected, written, lexicon, ..
    } = *near;
    stray(near);
    if lexicon.is_empty() {
        return Ok(());
    }
    let end = tokens.len() - 1;
    let first = detected.saturating_sub(1).max(position);
    for (at, token) in tokens[..(detected + 1).min(end)].iter().enumerate().skip(first) {
        let is_unknown = *token == tables.no_token();
        let most = end.min(at + limits::PHRASE_LEXEMES) - at;
        let longest = if is_unknown && is_quoted(near, at) {
            let is_beside = |next: &usize| written.line(*next) == written.line(at);
            (at + 1..at + most).take_while(is_beside).count() + 1
        } else if is_unknown || lexicon.sort(*token) == Sort::Sign {
            let touches = |at: &usize| written.touches(*at);
            (at..at + most.saturating_sub(1)).take_while(touches).count() + 1
        } else {
            continue;
        };
        let shortest = if is_unknown { 1 } else { 2 };
        let all = (0..tables.no_token().index()).map(TokenId::new);
        for token in all.filter(|token| lexicon.sort(*token) == Sort::Open) {
            for deleted in shortest..=longest {
                near.replace(at, RepairKind::Quote, &[token], deleted);
            }
        }
    }
    Ok(())
}

/// Adds deletions of texts after a stray quote.
fn stray(near: &mut Nearby<'_>) {
    let Nearby { written, lexicon, .. } = *near;
    let tokens = near.place.tokens;
    for (at, after) in near.runs().filter(|(at, _)| *at > 0) {
        let are_beside = written.line(at - 1) == written.line(after - 1);
        let are_open =
            tokens[at - 1] == tokens[after - 1] && lexicon.sort(tokens[at - 1]) == Sort::Open;
        if are_open && are_beside && is_quoted(near, at - 1) {
            near.replace(at, RepairKind::Quote, &[], after - at);
        }
    }
}

/// Returns whether a lexeme begins with a quote, or is longer than a word.
fn is_quoted(near: &Nearby<'_>, at: usize) -> bool {
    let text = near.text(at);
    text.is_empty() || text.starts_with(['"', '\'', '`', '“', '”', '‘', '’'])
}
