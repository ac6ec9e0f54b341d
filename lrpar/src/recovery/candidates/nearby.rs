//! Edits near the error that people make, at a higher cost than the cheapest repairs: each shape of edit makes forms, which are
//! all tried in one way. Here are the shapes of neighbours: phrases deleted, lexemes exchanged, wrong quotes; `spelling.rs` and
//! `statement.rs` have others.
//!
//! In: the places before the error, the tokens, how they are written. Out: candidates. A form is tried on the stack before it;
//! those after which parsing goes on for a few lexemes are candidates. The best of these by score are tried as far as repairs are
//! compared. Cost: a few units of work for each form.

use lrtable::TokenId;

use super::Trial;
use crate::recovery::{
    budget::Spent,
    lexicon::{Lexicon, Sort, Written},
    limits,
    sequence::{Candidate, Repair, RepairKind},
    sim::Place,
};

/// What is known of the input near an error, and the forms of edits that are made from it.
pub(in crate::recovery) struct Nearby<'a> {
    /// Where the parser was taken back to.
    pub(in crate::recovery) place: Place<'a>,
    /// The first lexeme that a form may touch: one after the last edit, at or before the place.
    pub(in crate::recovery) earliest: usize,
    /// Where the error was detected.
    pub(in crate::recovery) detected: usize,
    pub(in crate::recovery) written: Written<'a>,
    pub(in crate::recovery) lexicon: &'a Lexicon,
    pub(in crate::recovery) forms: Vec<Candidate>,
}

impl Nearby<'_> {
    /// Adds the form of `repairs` from a lexeme on.
    pub(super) fn add(&mut self, at: usize, kind: RepairKind, repairs: Vec<Repair>) {
        // Acceptance at the end of the input is not looked for.
        self.forms.push(self.place.candidate(at, kind, repairs, false));
    }

    /// Adds the form that replaces `deleted` lexemes by tokens.
    pub(super) fn replace(
        &mut self,
        at: usize,
        kind: RepairKind,
        tokens: &[TokenId],
        deleted: usize,
    ) {
        let mut repairs: Vec<Repair> = tokens.iter().copied().map(Repair::Insert).collect();
        repairs.resize(tokens.len() + deleted, Repair::Delete);
        self.add(at, kind, repairs);
    }

    /// Adds deletions of runs of two or more lexemes that contain the error or stand beside it: what is left of a phrase that
    /// was begun (`f(boolean 0)`), an empty pair of brackets (`a[]`), or a text after a stray quote (`"a" b "c"`). Where deleting
    /// one lexeme suffices to go on, that is cheaper, and leaves the rest standing.
    ///
    /// A run that ends with a quoted text, as the lexeme before it does on one line, is a stray quote.
    pub(in crate::recovery) fn phrases(&mut self) {
        let Nearby { place: Place { tokens, position, .. }, detected, written, lexicon, .. } =
            *self;
        let end = (detected + limits::PHRASE_AFTER).min(tokens.len() - 1);
        let first = detected.saturating_sub(limits::PHRASE_BEFORE).max(position);
        for at in first..=detected.min(end) {
            for after in detected.max(at + 2)..=end.min(at + limits::PHRASE_LEXEMES) {
                let is_quote = at > 0
                    && tokens[at - 1] == tokens[after - 1]
                    && lexicon.sort(tokens[at - 1]) == Sort::Open
                    && written.line(at - 1) == written.line(after - 1)
                    && self.is_quoted(at - 1);
                let kind = if is_quote { RepairKind::Quote } else { RepairKind::Phrase };
                self.replace(at, kind, &[], after - at);
            }
        }
    }

    /// Adds runs of lexemes replaced by one text of any kind: lexemes that a stray quote spoilt, from that quote to some later
    /// lexeme on the line; and a text that was never quoted (`\n`, `%d`), from a sign or unknown text on, lexemes without a blank
    /// between them.
    pub(in crate::recovery) fn texts(&mut self) {
        let Nearby {
            place: Place { tables, tokens, position, .. },
            detected,
            written,
            lexicon,
            ..
        } = *self;
        if lexicon.is_empty() {
            return;
        }
        let end = tokens.len() - 1;
        let first = detected.saturating_sub(1).max(position);
        for (at, token) in tokens[..(detected + 1).min(end)].iter().enumerate().skip(first) {
            let is_unknown = *token == tables.no_token();
            let most = end.min(at + limits::PHRASE_LEXEMES) - at;
            let longest = if is_unknown && self.is_quoted(at) {
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
                    self.replace(at, RepairKind::Quote, &[token], deleted);
                }
            }
        }
    }

    /// Returns whether a lexeme begins with a quote, or is longer than a word.
    fn is_quoted(&self, at: usize) -> bool {
        let text = (self.written.text_of)(at);
        text.is_empty() || text.starts_with(['"', '\'', '`', '“', '”', '‘', '’'])
    }

    /// Adds two neighbours exchanged (`double final x`), or two signs that are one, in either order (`= =`, `=<`).
    pub(in crate::recovery) fn exchanges(&mut self) {
        let Nearby { place: Place { tokens, position, .. }, detected, written, lexicon, .. } =
            *self;
        for at in detected.saturating_sub(limits::EXCHANGE_BEFORE).max(position)..=detected {
            // The last token is `$`.
            let [a, b, ..] = tokens[at..tokens.len() - 1] else { break };
            if a == b {
                continue;
            }
            let repairs = vec![Repair::Delete, Repair::Shift, Repair::Insert(a)];
            self.add(at, RepairKind::Exchange, repairs);
            if [a, b].map(|token| lexicon.sort(token)) != [Sort::Sign; 2] {
                continue;
            }
            let [x, y] = [at, at + 1].map(written.text_of);
            for joined in [format!("{x}{y}"), format!("{y}{x}")] {
                if let Some(token) = lexicon.named(&joined) {
                    self.replace(at, RepairKind::Spelling, &[token], 2);
                }
            }
        }
    }
}

/// Returns the forms, in any order, after which parsing gets a few lexemes past them and past `detected`.
pub(in crate::recovery) fn that_go_on(
    trial: &mut Trial<'_>,
    mut forms: Vec<Candidate>,
    detected: usize,
) -> Result<Vec<Candidate>, Spent> {
    // A trial only moves forward.
    forms.sort_by_key(|form| form.sequence.start);
    let mut found = Vec::new();
    for form in forms {
        let wanted = detected.max(form.sequence.end()) + limits::NEARBY_GOES_ON;
        let wanted = wanted.min(trial.place.tokens.len());
        if let Some(distance) = trial.after(&form.sequence, wanted)?
            && (distance.accepts || distance.position >= wanted)
        {
            found.push(form);
        }
    }
    Ok(found)
}
