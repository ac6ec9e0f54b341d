//! Terms of the score beside the models: what is known of people's mistakes in any language.
//!
//! In: a candidate, and the layout violations that it leaves. Out: a sum of nats: e to the power of
//! a term is the factor by which it makes the repair likelier. The weights were chosen on pairs of
//! broken and fixed programs; `docs/measurements/terms.md` says what each term is worth.

use lrtable::TokenId;

use super::{
    Scoring, edits,
    layout::Layout,
    ngram::{self, NAT, Nats},
};
use crate::recovery::{
    kind::RepairKind,
    lexicon::{Lexicon, Sort},
    sequence::{Candidate, Change, Repair, RepairSequence, changes},
};

/// Weight of the model of the input, in eighths.
pub(super) const INPUT_EIGHTHS: Nats = 4;
/// Weight of a model of other texts, in eighths.
pub(super) const CORPUS_EIGHTHS: Nats = 3;
/// Weight of an insertion, in half nats: of a word, a sign, a token with many texts, a token of
/// which nothing is known.
const INSERTED_HALF_NATS: [Nats; 4] = [0, 4, -4, 1];
/// Weight of an inserted word without a model of other texts, which would say which words are usual
/// where.
const INSERTED_WORD_HALF_NATS: Nats = -5;
/// Weight of a deletion, in half nats, of the same four sorts of tokens.
const DELETED_HALF_NATS: [Nats; 4] = [-5, -2, -4, -1];
/// Bonus of a token with many texts inserted where the error is, and of nothing else: an operand
/// that is not written yet, or the end of a line.
const OPERAND_HALF_NATS: Nats = 10;
/// Penalty of a repair that inserts a token to avoid (`%avoid_insert`).
const AVOIDED_NATS: Nats = 3;
/// Weight of a model of edits, in eighths.
const EDITS_EIGHTHS: Nats = 4;
/// Weight of the insertions and deletions beside a model of edits, in eighths.
const SORTS_EIGHTHS: Nats = 4;
/// Bonus of a sign inserted or deleted at the end of a line.
const LINE_END_NATS: Nats = 2;
/// Penalty of a replacement beside repairs of one edit, without a model of other texts.
const REPLACEMENT_NATS: Nats = 6;
/// Penalty of a replacement with a model of other texts.
const USUAL_REPLACEMENT_NATS: Nats = 3;
/// Bonus of a replacement with a model of edits, in which it is one decision by two symbols.
const LEARNT_REPLACEMENT_NATS: Nats = 1;

/// Values that the terms are computed from.
pub(super) struct Terms<'a, 'i> {
    pub(super) scoring: &'a Scoring<'i>,
    pub(super) layout: &'a Layout<'i>,
    pub(super) lexicon: &'a Lexicon,
    /// Where the error was detected.
    pub(super) detected: usize,
}

impl Terms<'_, '_> {
    /// Returns the sum of all terms for a candidate that leaves `violations` violations of the
    /// layout.
    pub(super) fn of(&self, candidate: &Candidate, violations: u32) -> Nats {
        let sequence = &candidate.sequence;
        let line_end = if self.is_at_line_end(sequence) { LINE_END_NATS } else { 0 };
        let avoided = if self.avoids(candidate) { AVOIDED_NATS } else { 0 };
        let nats = line_end + self.kind(candidate) - avoided - Nats::from(violations);
        self.edits(candidate) + nats * NAT - self.distance(sequence.start)
    }

    /// Returns whether a token to avoid is inserted, other than for text that is there.
    fn avoids(&self, Candidate { sequence, kind, .. }: &Candidate) -> bool {
        let stands_for_text = kind.spec().is_some_and(|spec| spec.stands_for_text);
        let avoided = &self.scoring.tables.avoid_insert;
        let is_avoided = |repair: &Repair| match repair {
            Repair::Insert(token) => avoided[token.index()],
            Repair::Delete | Repair::Shift => false,
        };
        !stands_for_text && sequence.repairs.iter().any(is_avoided)
    }

    /// Returns the sum of the terms of insertions and deletions: by a model of edits, if there is
    /// one, and by the sorts of their tokens.
    fn edits(&self, candidate: &Candidate) -> Nats {
        let sequence = &candidate.sequence;
        let sorts = self.sorts(candidate);
        let Some((model, tokens)) = self.scoring.edit_model() else { return sorts };
        let log =
            edits::log(model, tokens, self.scoring.tokens, (sequence.start, &sequence.repairs));
        (EDITS_EIGHTHS * log + SORTS_EIGHTHS * sorts) / 8
    }

    /// Returns the sum of the weights of insertions and deletions, by the sorts of their tokens:
    /// tokens are forgotten more often than typed in excess, and signs more often than names; yet a
    /// shorter text is always more usual.
    fn sorts(&self, candidate: &Candidate) -> Nats {
        let Candidate { sequence, kind, .. } = candidate;
        let is_new = *kind != RepairKind::Spelling && !self.scoring.has_corpus();
        let inserted = |token: TokenId| match self.lexicon.sort(token) {
            // A misspelt keyword was written by somebody.
            Sort::Word if is_new => INSERTED_WORD_HALF_NATS,
            sort => INSERTED_HALF_NATS[sort as usize],
        };
        let deleted =
            |at: usize| DELETED_HALF_NATS[self.lexicon.sort(self.scoring.tokens[at]) as usize];
        let weights = changes([sequence]).into_iter().map(|change| {
            let Change { at, deleted: count, inserted: tokens } = self.written(change);
            tokens.into_iter().map(inserted).sum::<Nats>()
                + (at..at + count).map(deleted).sum::<Nats>()
        });
        let operand = if self.is_operand(sequence) { OPERAND_HALF_NATS } else { 0 };
        (weights.sum::<Nats>() + operand) * NAT / 2
    }

    /// Returns whether a sequence inserts what may be an operand where the error is. A comma before
    /// the error or after a bracket, a sign that is doubled, and square brackets around nothing are
    /// surplus more often than that something is missing there.
    fn is_operand(&self, sequence: &RepairSequence) -> bool {
        let Scoring { tokens, .. } = *self.scoring;
        let [Repair::Insert(token)] = sequence.repairs[..] else { return false };
        let is = |at: Option<usize>, texts: &[&str]| {
            let text = at.and_then(|at| self.lexicon.text(tokens[at]));
            text.is_some_and(|text| texts.contains(&text))
        };
        let (before, found) = (self.detected.checked_sub(1), Some(self.detected));
        let is_surplus = is(before, &[","])
            || is(before, &["(", "[", "{"]) && is(found, &[","])
            || is(before, &["["]) && is(found, &["]"])
            || before.is_some_and(|before| tokens[before] == tokens[self.detected]);
        sequence.start == self.detected && self.lexicon.sort(token) == Sort::Open && !is_surplus
    }

    /// Returns the part of a change that is written: line ends follow from it.
    fn written(&self, change: Change) -> Change {
        let Scoring { tokens, written, .. } = *self.scoring;
        match self.scoring.line_ends() {
            Some(ends) => ends.written(
                change,
                |at| tokens[at],
                |at| written.is_blank(at),
                |at| self.layout.begins_line(at),
            ),
            None => change,
        }
    }

    /// Returns whether the first edit inserts or deletes a sign at the end of a line: there, signs,
    /// but not words and names, are forgotten or left standing more often than elsewhere.
    fn is_at_line_end(&self, sequence: &RepairSequence) -> bool {
        let Scoring { tokens, written, .. } = *self.scoring;
        let (token, end) = match sequence.repairs[0] {
            Repair::Insert(token) => (token, sequence.start),
            Repair::Delete if written.is_blank(sequence.start) => return false,
            Repair::Delete => (tokens[sequence.start], sequence.start + 1),
            Repair::Shift => return false,
        };
        let may_be_sign = matches!(self.lexicon.sort(token), Sort::Sign | Sort::Unknown);
        // Where line ends stand for tokens, what ends a block stands on a line of its own.
        let has_own_line = self.scoring.line_ends().is_some()
            && matches!(sequence.repairs[0], Repair::Insert(_))
            && self.layout.ends_block(token);
        if has_own_line {
            return false;
        }
        let ends_line = || end + 1 < tokens.len() && written.is_blank(end);
        may_be_sign && (self.layout.line_end_before(end).is_some() || ends_line())
    }

    /// Returns what an alternative must be better by to come first, since it costs more than the
    /// cheapest repairs, as a negative number of nats; or what speaks for an edit of its kind. A
    /// model of edits says itself how seldom those of a kind are.
    fn kind(&self, Candidate { kind, sequence, .. }: &Candidate) -> Nats {
        let has_edits = self.scoring.edit_model().is_some();
        let nats = match *kind {
            RepairKind::Replacement if has_edits => LEARNT_REPLACEMENT_NATS,
            RepairKind::Replacement if self.scoring.has_corpus() => -USUAL_REPLACEMENT_NATS,
            RepairKind::Replacement => -REPLACEMENT_NATS,
            kind if sequence.kind == RepairKind::Cheapest => kind.cheapest_nats(),
            kind => kind.nats(),
        };
        if has_edits { nats.max(0) } else { nats }
    }

    /// Returns the penalty for the lexemes from the start of a repair to the error: the odds that
    /// the mistake is k lexemes before are taken to be 1 to 1 + k.
    fn distance(&self, start: usize) -> Nats {
        ngram::log(1 + self.detected.saturating_sub(start) as u64)
    }
}
