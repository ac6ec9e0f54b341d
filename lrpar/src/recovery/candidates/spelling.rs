//! Corrections as alternatives: a word replaced by the keyword that it misspells. `retrun x;` means `return`, which costs two
//! edits, where deleting a name costs one.
//!
//! In: how lexemes and tokens are written, as far as the lexer says. Out: a form for each keyword that a word may be. Two words
//! may be a keyword that was split, one word two keywords without the blank between them. Comparing words is charged; only
//! lexemes near the error are compared.

use lrtable::TokenId;

use super::nearby::Form;
use crate::recovery::{
    budget::{Meter, Spent},
    lexicon::{Lexicon, Written, is_word},
    limits,
    sequence::{Repair, RepairKind},
};

/// Returns corrections of the words from `first` to `detected`.
pub(in crate::recovery) fn corrections(
    (written, lexicon): (Written<'_>, &Lexicon),
    tokens: &[TokenId],
    (first, detected): (usize, usize),
    meter: &Meter,
) -> Result<Vec<Form>, Spent> {
    let mut forms = Vec::new();
    if lexicon.words() == 0 {
        // The lexer may know no texts.
        return Ok(forms);
    }
    let first = detected.saturating_sub(limits::MISSPELT_REACH).max(first);
    let form = |at: usize, repairs: Vec<Repair>| Form { at, kind: RepairKind::Spelling, repairs };
    let (mut word, mut before) = (String::new(), String::new());
    // The last token is `$`.
    let end = (detected + 1).min(tokens.len() - 1);
    for (at, token) in tokens[..end].iter().enumerate().skip(first) {
        std::mem::swap(&mut word, &mut before);
        word.clear();
        (written.lexeme)(at, &mut word);
        if !is_word(&word) {
            continue;
        }
        meter.charge(limits::WORD_STEPS * lexicon.words() as u64)?;
        if at > first && is_word(&before) {
            before.push_str(&word);
            let repairs = |token| vec![Repair::Insert(token), Repair::Delete, Repair::Delete];
            forms.extend(lexicon.named(&before).map(|token| form(at - 1, repairs(token))));
        }
        if lexicon.named(&word) == Some(*token) {
            continue;
        }
        let repairs = |token| vec![Repair::Insert(token), Repair::Delete];
        forms.extend(lexicon.near(&word).into_iter().map(|token| form(at, repairs(token))));
        let both = (1..word.len()).filter(|end| word.is_char_boundary(*end)).find_map(|end| {
            let (a, b) = word.split_at(end);
            Some((lexicon.named(a)?, lexicon.named(b)?))
        });
        let both = both.map(|(a, b)| vec![Repair::Insert(a), Repair::Insert(b), Repair::Delete]);
        forms.extend(both.map(|repairs| form(at, repairs)));
    }
    Ok(forms)
}
