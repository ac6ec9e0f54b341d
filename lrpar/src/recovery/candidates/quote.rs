//! Wrong quotes as alternatives: a text after a stray quote is deleted, lexemes that a stray quote spoilt become one text, and a
//! text that was never quoted (`\n`, `%d`) becomes one.
//!
//! In: the error's place, the tokens, how they are written. Out: a form for each run of lexemes that one text may replace, and
//! each token that has many texts.

use lrtable::TokenId;

use super::nearby::Form;
use crate::recovery::{
    lexicon::{Lexicon, PlaceOf, Sort, Written},
    limits,
    sequence::{Repair, RepairKind},
};

/// Returns runs of lexemes near the error, not before `first`, replaced by one text of any kind: from a stray quote to some later
/// lexeme on the line; from a sign or unknown text on, lexemes without a blank between them.
pub(in crate::recovery) fn texts(
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
    let places = detected.saturating_sub(1).max(first)..(detected + 1).min(end);
    for (at, &stray) in tokens.iter().enumerate().take(places.end).skip(places.start) {
        let most = end.min(at + limits::PHRASE_LEXEMES) - at;
        let longest = if stray == no_token && is_quoted(written, at) {
            let line = place_of(at).0;
            (at + 1..at + most).take_while(|next| place_of(*next).0 == line).count() + 1
        } else if stray == no_token || lexicon.sort(stray) == Sort::Sign {
            let touches = |at: &usize| written.touches(place_of, *at);
            (at..at + most.saturating_sub(1)).take_while(touches).count() + 1
        } else {
            continue;
        };
        let shortest = if stray == no_token { 1 } else { 2 };
        let opens = (0..no_token.index()).map(TokenId::new);
        for token in opens.filter(|token| lexicon.sort(*token) == Sort::Open) {
            for deleted in shortest..=longest {
                let mut repairs = vec![Repair::Insert(token)];
                repairs.resize(1 + deleted, Repair::Delete);
                forms.push(Form { at, kind: RepairKind::Quote, repairs });
            }
        }
    }
    forms
}

/// Returns whether a lexeme begins with a quote, or is longer than a word.
pub(super) fn is_quoted(written: Written<'_>, at: usize) -> bool {
    let text = written.text(at);
    text.is_empty() || text.starts_with(['"', '\'', '`', '“', '”', '‘', '’'])
}
