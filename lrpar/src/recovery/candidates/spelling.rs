//! Corrections: a word replaced by the keyword that it misspells. `retrun x;` means `return`, which
//! costs two edits, where deleting a name costs one.
//!
//! A form is made for each keyword that a word may be. Two words may be a keyword that was split;
//! one word two keywords without the blank between them, or with the first one cut short (`elseif`,
//! `elif`). Comparing words is charged; only lexemes near the error are compared, with keywords of
//! two letters only those at it.

use lrtable::TokenId;

use super::{KindSpec, nearby::Nearby};
use crate::recovery::{
    budget::Spent,
    kind::RepairKind,
    lexicon::{Lexicon, is_word},
    limits,
    sequence::{Candidate, Repair},
};

pub(super) const SPEC: KindSpec = KindSpec {
    forms,
    otherwise: Some(pairs),
    is_asked: |alternatives| alternatives.spelling,
    needs_model: false,
    nats: 12,
    ..KindSpec::NEARBY
};

/// Adds corrections of the words up to the error, and of those shortly after it, which only a pair
/// of corrections repairs.
fn forms(near: &mut Nearby<'_>) -> Result<(), Spent> {
    let Nearby { lexicon, detected, earliest, meter, .. } = *near;
    let tokens = near.place.tokens;
    if lexicon.words.is_empty() {
        // The lexer may know no texts.
        return Ok(());
    }
    let mut last = String::new();
    // The last token is `$`.
    let end = (detected + 1 + limits::NEARBY_AFTER).min(tokens.len() - 1);
    let first = detected.saturating_sub(limits::MISSPELT_REACH).max(earliest);
    for (at, token) in tokens[..end].iter().enumerate().skip(first) {
        let word = near.text(at);
        let before = std::mem::replace(&mut last, word.clone());
        if !is_word(&word) {
            continue;
        }
        meter.charge(limits::WORD_STEPS * lexicon.words.len() as u64)?;
        if is_word(&before)
            && let Some(token) = lexicon.named(&format!("{before}{word}"))
        {
            near.replace(at - 1, RepairKind::Spelling, &[token], 2);
        }
        if lexicon.named(&word) == Some(*token) {
            continue;
        }
        for both in two_keywords(lexicon, &word) {
            near.replace(at, RepairKind::Spelling, &both, 1);
        }
        for token in lexicon.near(&word) {
            near.replace(at, RepairKind::Spelling, &[token], 1);
        }
        if (at..=at + 1).contains(&detected) {
            for token in short_keywords(lexicon, &word) {
                near.replace(at, RepairKind::Spelling, &[token], 1);
            }
        }
    }
    Ok(())
}

/// Returns the keywords of two letters of which a word lacks one, or has another in its place: so
/// many names are near them that only words at the error are compared.
fn short_keywords(lexicon: &Lexicon, word: &str) -> Vec<TokenId> {
    let mut letters = word.chars();
    let (first, second) = (letters.next(), letters.next());
    if letters.next().is_some() {
        return Vec::new();
    }
    let is_near = |token: &TokenId| {
        let mut own = lexicon.text(*token).unwrap_or("").chars();
        let (a, b) = (own.next(), own.next());
        own.next().is_none()
            && if second.is_none() {
                first == a || first == b
            } else {
                (first == a) != (second == b)
            }
    };
    lexicon.words.iter().copied().filter(is_near).collect()
}

/// Returns the pairs of keywords that a word may be: the second one whole, the first one whole or
/// its beginning.
fn two_keywords(lexicon: &Lexicon, word: &str) -> Vec<[TokenId; 2]> {
    let mut found = Vec::new();
    for end in (2..word.len()).filter(|end| word.is_char_boundary(*end)) {
        let (begin, end) = word.split_at(end);
        let has_text =
            |token: TokenId, is: &dyn Fn(&str) -> bool| lexicon.text(token).is_some_and(is);
        let keywords = || lexicon.words.iter().copied();
        if let Some(second) = keywords().find(|token| has_text(*token, &|text| text == end)) {
            let firsts =
                keywords().filter(|token| has_text(*token, &|text| text.starts_with(begin)));
            found.extend(firsts.map(|first| [first, second]));
        }
    }
    found
}

/// Adds pairs of corrections that do not overlap, of which the first is one up to the error; those
/// whose second is nearest to the error first.
fn pairs(near: &mut Nearby<'_>, corrections: &[Candidate]) {
    let Nearby { place, detected, .. } = *near;
    let mut seconds: Vec<&Candidate> = corrections.iter().collect();
    seconds.sort_by_key(|second| second.sequence.start.abs_diff(detected));
    let pairs = seconds.into_iter().flat_map(|second| {
        corrections.iter().rev().filter_map(move |first| {
            let (first, second) = (&first.sequence, &second.sequence);
            let between = second.start.checked_sub(first.end());
            let shifts = vec![Repair::Shift; between.filter(|_| first.start <= detected)?];
            let repairs = [&first.repairs[..], &shifts, &second.repairs].concat();
            Some(place.candidate(first.start, RepairKind::Spelling, repairs, false))
        })
    });
    near.forms.extend(pairs.take(limits::MISSPELT_PAIRS));
}
