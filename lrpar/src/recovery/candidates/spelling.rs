//! Corrections as alternatives: a word replaced by the keyword that it misspells. `retrun x;` means `return`, which costs two
//! edits, where deleting a name costs one.
//!
//! In: how lexemes and tokens are written, as far as the lexer says. Out: a form for each keyword that a word may be. Two words
//! may be a keyword that was split, one word two keywords without the blank between them. Comparing words is charged; only
//! lexemes near the error are compared.

use super::nearby::Nearby;
use crate::recovery::{
    budget::{Meter, Spent},
    lexicon::is_word,
    limits,
    sequence::{Candidate, Repair, RepairKind},
};

impl Nearby<'_> {
    /// Adds corrections of the words up to the error, and of those shortly after it, which only a pair of corrections mends.
    pub(in crate::recovery) fn corrections(&mut self, meter: &Meter) -> Result<(), Spent> {
        let Nearby { lexicon, detected, .. } = *self;
        let tokens = self.place.tokens;
        if lexicon.words.is_empty() {
            // The lexer may know no texts.
            return Ok(());
        }
        let mut last = String::new();
        // The last token is `$`.
        let end = (detected + 1 + limits::NEARBY_GOES_ON).min(tokens.len() - 1);
        let first = detected.saturating_sub(limits::MISSPELT_REACH).max(self.earliest);
        for (at, token) in tokens[..end].iter().enumerate().skip(first) {
            let word = (self.written.text_of)(at);
            let before = std::mem::replace(&mut last, word.clone());
            if !is_word(&word) {
                continue;
            }
            meter.charge(limits::WORD_STEPS * lexicon.words.len() as u64)?;
            if is_word(&before)
                && let Some(token) = lexicon.named(&format!("{before}{word}"))
            {
                self.replace(at - 1, RepairKind::Spelling, &[token], 2);
            }
            if lexicon.named(&word) == Some(*token) {
                continue;
            }
            for token in lexicon.near(&word) {
                self.replace(at, RepairKind::Spelling, &[token], 1);
            }
            let both = (1..word.len()).filter(|end| word.is_char_boundary(*end)).find_map(|end| {
                let (a, b) = word.split_at(end);
                Some([lexicon.named(a)?, lexicon.named(b)?])
            });
            if let Some(both) = both {
                self.replace(at, RepairKind::Spelling, &both, 1);
            }
        }
        Ok(())
    }

    /// Adds pairs of corrections that do not overlap, of which the first is one up to the error; those whose second is nearest to
    /// the error first.
    pub(in crate::recovery) fn pairs(&mut self, corrections: &[Candidate]) {
        let Nearby { place, detected, .. } = *self;
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
        self.forms.extend(pairs.take(limits::MISSPELT_PAIRS));
    }
}
