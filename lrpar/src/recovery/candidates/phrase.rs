//! Phrases deleted as alternatives, several lexemes in a row: what is left of a phrase that was begun (`f(boolean 0)`), an empty
//! pair of brackets (`a[]`), or a text after a stray quote (`"a" b "c"`). Where deleting one lexeme suffices to go on, that is
//! cheaper, and leaves the rest standing.
//!
//! In: the error's place, the tokens, how they are written. Out: a form for each run of two or more lexemes that contains the
//! error or stands beside it.

use lrtable::TokenId;

use super::{nearby::Form, quote::is_quoted};
use crate::recovery::{
    lexicon::{Lexicon, PlaceOf, Sort, Written},
    limits,
    sequence::{Repair, RepairKind},
};

/// Returns deletions of runs near `detected`, not before `first`. A run that ends with a quoted text, as the lexeme before it
/// does on one line, is a stray quote.
pub(in crate::recovery) fn runs(
    (written, lexicon, place_of): (Written<'_>, &Lexicon, PlaceOf<'_>),
    tokens: &[TokenId],
    (first, detected): (usize, usize),
) -> Vec<Form> {
    let end = (detected + limits::PHRASE_AFTER).min(tokens.len() - 1);
    let first = detected.saturating_sub(limits::PHRASE_BEFORE).max(first);
    let mut forms = Vec::new();
    for at in first..=detected.min(end) {
        for after in detected.max(at + 2)..=end.min(at + limits::PHRASE_LEXEMES) {
            let is_quote = at > 0
                && tokens[at - 1] == tokens[after - 1]
                && lexicon.sort(tokens[at - 1]) == Sort::Open
                && place_of(at - 1).0 == place_of(after - 1).0
                && is_quoted(written, at - 1);
            let kind = if is_quote { RepairKind::Quote } else { RepairKind::Phrase };
            forms.push(Form { at, kind, repairs: vec![Repair::Delete; after - at] });
        }
    }
    forms
}
