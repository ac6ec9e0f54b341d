//! Edits near the error that people make, beside the cheapest repairs: each kind makes *forms*,
//! which are all tried in one way.
//!
//! In: the places before the error, the tokens, how they are written. Out: candidates. A form is
//! tried on the stack before it; those after which parsing goes on for a few lexemes are
//! candidates. The best of these by score are tried as far as repairs are compared. Cost: a few
//! units of work for each form.

use lrtable::{TokenId, mistake::Mistake};

use super::Trial;
use crate::recovery::{
    brackets::Brackets,
    budget::{Meter, Spent},
    kind::RepairKind,
    lexicon::{Lexicon, Written},
    limits,
    line_ends::LineEnds,
    score::{Layout, Model},
    sequence::{Candidate, Repair},
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
    /// How many lexemes before the error the cheapest repairs may begin.
    pub(in crate::recovery) reach: usize,
    pub(in crate::recovery) written: &'a dyn Written,
    pub(in crate::recovery) lexicon: &'a Lexicon,
    pub(in crate::recovery) brackets: &'a Brackets,
    /// Where line ends stand for a token, if they do.
    pub(in crate::recovery) line_ends: Option<&'a LineEnds>,
    /// Returns the layout of the input. It is computed on first use, which takes a while where the
    /// input is long.
    pub(in crate::recovery) layout: &'a dyn Fn() -> Result<&'a Layout<'a>, Spent>,
    /// A model of other texts.
    pub(in crate::recovery) corpus: Option<&'a dyn Model>,
    /// The declared mistakes.
    pub(in crate::recovery) mistakes: &'a [Mistake],
    pub(in crate::recovery) meter: &'a Meter,
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

    /// Returns the text of a lexeme; empty if it is longer than a word.
    pub(super) fn text(&self, at: usize) -> String {
        self.written.text(at)
    }

    /// Returns the runs of two or more lexemes near the error that contain it or stand beside it:
    /// the first, and the one after the last.
    pub(super) fn runs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let Nearby { place: Place { tokens, position, .. }, detected, .. } = *self;
        let end = (detected + limits::PHRASE_AFTER).min(tokens.len() - 1);
        let first = detected.saturating_sub(limits::PHRASE_BEFORE).max(position);
        (first..=detected.min(end)).flat_map(move |at| {
            let last = end.min(at + limits::PHRASE_LEXEMES);
            (detected.max(at + 2)..=last).map(move |after| (at, after))
        })
    }
}

/// Trials of edits near an error, and further before it.
pub(in crate::recovery) struct Trials<'a> {
    near: Trial<'a>,
    /// From the place after the last edit on, if its stack was kept.
    far: Option<Trial<'a>>,
}

impl<'a> Trials<'a> {
    /// Makes trials after `place` and, for edits before it, after `since`.
    pub(in crate::recovery) fn new(
        place: Place<'a>,
        since: Option<Place<'a>>,
        meter: &'a Meter,
    ) -> Trials<'a> {
        let since = since.filter(|since| since.position < place.position);
        Trials { near: Trial::new(place, meter), far: since.map(|since| Trial::new(since, meter)) }
    }

    /// Returns the trial of edits that begin at `position`.
    pub(in crate::recovery) fn at(&mut self, position: usize) -> &mut Trial<'a> {
        match &mut self.far {
            Some(far) if position < self.near.place.position => far,
            _ => &mut self.near,
        }
    }

    /// Returns the forms after which parsing gets a few lexemes past them and past `detected`.
    pub(in crate::recovery) fn that_help(
        &mut self,
        forms: &[Candidate],
        detected: usize,
    ) -> Result<Vec<Candidate>, Spent> {
        let mut found = Vec::new();
        for form in forms.iter().filter(|form| form.sequence.start <= detected) {
            let wanted = detected.max(form.sequence.end()) + limits::NEARBY_AFTER;
            let trial = self.at(form.sequence.start);
            let wanted = wanted.min(trial.place.tokens.len());
            if let Some(distance) = trial.after(&form.sequence, wanted)?
                && (distance.accepts || distance.position >= wanted)
            {
                found.push(form.clone());
            }
        }
        Ok(found)
    }
}
