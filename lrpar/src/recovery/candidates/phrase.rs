//! Several lexemes in a row deleted: what is left of a phrase that was begun (`f(boolean 0)`), an empty pair of brackets (`a[]`), or a
//! text after a stray quote (`"a" b "c"`). Where deleting one of them is enough to go on, that is cheaper, and leaves the rest.
//!
//! In: the error's place, the tokens, what is known of their texts. Out: a form for each run of two and more lexemes that contains the
//! error or stands beside it.

use lrtable::TokenId;

use super::nearby::Form;
use crate::recovery::{
    lexicon::{Lexicon, Sort, Written},
    limits,
    score::PlaceOf,
    sequence::{Repair, RepairKind},
};

/// The deletions of runs near `detected`, not before `first`. One that ends with a quoted text, as that before it is, and on the same
/// line, is a stray quote.
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

/// Lexemes that begin with a stray quote, up to some later one on the line, replaced by one text of any kind.
pub(in crate::recovery) fn quotes(
    (written, lexicon, place_of): (Written<'_>, &Lexicon, PlaceOf<'_>),
    tokens: &[TokenId],
    (first, detected): (usize, usize),
    no_token: TokenId,
) -> Vec<Form> {
    let mut forms = Vec::new();
    if lexicon.is_empty() {
        return forms;
    }
    let end = tokens.len() - 1;
    let begins = |at: &usize| tokens[*at] == no_token && is_quoted(written, *at);
    for at in (detected.saturating_sub(1).max(first)..(detected + 1).min(end)).filter(begins) {
        let line = place_of(at).0;
        let on_line = (at + 1..end.min(at + limits::PHRASE_LEXEMES))
            .take_while(|next| place_of(*next).0 == line)
            .count();
        let opens = (0..no_token.index()).map(TokenId::new);
        for token in opens.filter(|token| lexicon.sort(*token) == Sort::Open) {
            for deleted in 1..=on_line + 1 {
                let mut repairs = vec![Repair::Insert(token)];
                repairs.resize(1 + deleted, Repair::Delete);
                forms.push(Form { at, kind: RepairKind::Quote, repairs });
            }
        }
    }
    forms
}

/// Whether a lexeme begins with a quote, or is longer than a word.
fn is_quoted(written: Written<'_>, at: usize) -> bool {
    let mut text = String::new();
    (written.lexeme)(at, &mut text);
    text.is_empty() || text.starts_with(['"', '\'', '`'])
}
