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

/// What is known of the input near an error, from which forms of edits are made.
pub(in crate::recovery) struct Nearby<'a> {
    /// Where the parser was taken back to.
    pub(in crate::recovery) place: Place<'a>,
    /// The first lexeme that a form may touch: one after the last edit, at or before the place.
    pub(in crate::recovery) earliest: usize,
    /// Where the error was detected.
    pub(in crate::recovery) detected: usize,
    pub(in crate::recovery) written: Written<'a>,
    pub(in crate::recovery) lexicon: &'a Lexicon,
}

impl Nearby<'_> {
    /// Makes the form of `repairs` at a lexeme.
    pub(super) fn form(&self, at: usize, kind: RepairKind, repairs: Vec<Repair>) -> Candidate {
        // Acceptance at the end of the input is not looked for.
        self.place.candidate(at, kind, repairs, false)
    }

    /// Returns deletions of runs of two or more lexemes that contain the error or stand beside it: what is left of a phrase that
    /// was begun (`f(boolean 0)`), an empty pair of brackets (`a[]`), or a text after a stray quote (`"a" b "c"`). Where deleting
    /// one lexeme suffices to go on, that is cheaper, and leaves the rest standing.
    ///
    /// A run that ends with a quoted text, as the lexeme before it does on one line, is a stray quote.
    pub(in crate::recovery) fn phrases(&self) -> Vec<Candidate> {
        let Nearby { place: Place { tokens, position, .. }, detected, written, .. } = *self;
        let end = (detected + limits::PHRASE_AFTER).min(tokens.len() - 1);
        let first = detected.saturating_sub(limits::PHRASE_BEFORE).max(position);
        let mut forms = Vec::new();
        for at in first..=detected.min(end) {
            for after in detected.max(at + 2)..=end.min(at + limits::PHRASE_LEXEMES) {
                let is_quote = at > 0
                    && tokens[at - 1] == tokens[after - 1]
                    && self.lexicon.sort(tokens[at - 1]) == Sort::Open
                    && written.line(at - 1) == written.line(after - 1)
                    && self.is_quoted(at - 1);
                let kind = if is_quote { RepairKind::Quote } else { RepairKind::Phrase };
                forms.push(self.form(at, kind, vec![Repair::Delete; after - at]));
            }
        }
        forms
    }

    /// Returns runs of lexemes replaced by one text of any kind: lexemes that a stray quote spoilt, from that quote to some later
    /// lexeme on the line; and a text that was never quoted (`\n`, `%d`), from a sign or unknown text on, lexemes without a blank
    /// between them.
    pub(in crate::recovery) fn texts(&self) -> Vec<Candidate> {
        let Nearby { place: Place { tables, tokens, position, .. }, detected, written, .. } = *self;
        let mut forms = Vec::new();
        if self.lexicon.is_empty() {
            return forms;
        }
        let end = tokens.len() - 1;
        let first = detected.saturating_sub(1).max(position);
        for (at, token) in tokens[..(detected + 1).min(end)].iter().enumerate().skip(first) {
            let is_unknown = *token == tables.no_token();
            let most = end.min(at + limits::PHRASE_LEXEMES) - at;
            let longest = if is_unknown && self.is_quoted(at) {
                let is_beside = |next: &usize| written.line(*next) == written.line(at);
                (at + 1..at + most).take_while(is_beside).count() + 1
            } else if is_unknown || self.lexicon.sort(*token) == Sort::Sign {
                let touches = |at: &usize| written.touches(*at);
                (at..at + most.saturating_sub(1)).take_while(touches).count() + 1
            } else {
                continue;
            };
            let shortest = if is_unknown { 1 } else { 2 };
            let all = (0..tables.no_token().index()).map(TokenId::new);
            for token in all.filter(|token| self.lexicon.sort(*token) == Sort::Open) {
                for deleted in shortest..=longest {
                    let mut repairs = vec![Repair::Insert(token)];
                    repairs.resize(1 + deleted, Repair::Delete);
                    forms.push(self.form(at, RepairKind::Quote, repairs));
                }
            }
        }
        forms
    }

    /// Returns whether a lexeme begins with a quote, or is longer than a word.
    fn is_quoted(&self, at: usize) -> bool {
        let text = (self.written.text_of)(at);
        text.is_empty() || text.starts_with(['"', '\'', '`', '“', '”', '‘', '’'])
    }

    /// Returns two neighbours exchanged (`double final x`), or two signs that are one, in either order (`= =`, `=<`).
    pub(in crate::recovery) fn exchanges(&self) -> Vec<Candidate> {
        let Nearby { place: Place { tokens, position, .. }, detected, written, lexicon, .. } =
            *self;
        let mut forms = Vec::new();
        for at in detected.saturating_sub(limits::EXCHANGE_BEFORE).max(position)..=detected {
            // The last token is `$`.
            let [a, b, ..] = tokens[at..tokens.len() - 1] else { break };
            if a == b {
                continue;
            }
            let repairs = vec![Repair::Delete, Repair::Shift, Repair::Insert(a)];
            forms.push(self.form(at, RepairKind::Exchange, repairs));
            if [a, b].map(|token| lexicon.sort(token)) != [Sort::Sign; 2] {
                continue;
            }
            let [x, y] = [at, at + 1].map(written.text_of);
            for joined in [format!("{x}{y}"), format!("{y}{x}")] {
                forms.extend(lexicon.named(&joined).map(|token| {
                    let repairs = vec![Repair::Insert(token), Repair::Delete, Repair::Delete];
                    self.form(at, RepairKind::Spelling, repairs)
                }));
            }
        }
        forms
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
