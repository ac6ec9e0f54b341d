//! Terms of the score beside the models: what is known of people's mistakes in any language.
//!
//! In: a candidate, and the layout violations that it leaves. Out: a sum of nats: e to the power of
//! a term is the factor by which it makes the repair likelier. The weights were chosen on pairs of
//! broken and fixed programs; `docs/measurements/terms.md` says what each term is worth.

use lrtable::TokenId;

use super::{
    Scoring,
    layout::Layout,
    ngram::{self, NAT, Nats},
};
use crate::recovery::{
    kind::RepairKind,
    lexicon::{Lexicon, Sort},
    sequence::{Candidate, Repair, RepairSequence},
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
/// Bonus of a sign inserted or deleted at the end of a line.
const LINE_END_NATS: Nats = 2;
/// Penalty of a replacement beside repairs of one edit, without a model of other texts.
const REPLACEMENT_NATS: Nats = 6;
/// Penalty of a replacement with a model of other texts.
const USUAL_REPLACEMENT_NATS: Nats = 3;

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
        self.edits(candidate)
            + (line_end + self.kind(candidate.kind) - Nats::from(violations)) * NAT
            - self.distance(sequence.start)
    }

    /// Returns the sum of the weights of insertions and deletions, by the sorts of their tokens:
    /// tokens are forgotten more often than typed in excess, and signs more often than names; yet a
    /// shorter text is always more usual.
    fn edits(&self, candidate: &Candidate) -> Nats {
        let Candidate { sequence, kind, .. } = candidate;
        let is_new = *kind != RepairKind::Spelling && !self.scoring.has_corpus();
        let sort = |token: TokenId| self.lexicon.sort(token) as usize;
        let weights = sequence.placed().map(|(at, repair)| match repair {
            Repair::Insert(token) => match self.lexicon.sort(token) {
                // A misspelt keyword was written by somebody.
                Sort::Word if is_new => INSERTED_WORD_HALF_NATS,
                sort => INSERTED_HALF_NATS[sort as usize],
            },
            Repair::Delete => DELETED_HALF_NATS[sort(self.scoring.tokens[at])],
            Repair::Shift => 0,
        });
        weights.sum::<Nats>() * NAT / 2
    }

    /// Returns whether the first edit inserts or deletes a sign at the end of a line: there, signs,
    /// but not words and names, are forgotten or left standing more often than elsewhere.
    fn is_at_line_end(&self, sequence: &RepairSequence) -> bool {
        let (token, end) = match sequence.repairs[0] {
            Repair::Insert(token) => (token, sequence.start),
            Repair::Delete => (self.scoring.tokens[sequence.start], sequence.start + 1),
            Repair::Shift => return false,
        };
        let may_be_sign = matches!(self.lexicon.sort(token), Sort::Sign | Sort::Unknown);
        may_be_sign && self.layout.line_end_before(end).is_some()
    }

    /// Returns what an alternative must be better by to come first, since it costs more than the
    /// cheapest repairs, as a negative number of nats; or what speaks for an edit of its kind.
    fn kind(&self, kind: RepairKind) -> Nats {
        match kind {
            RepairKind::Replacement if self.scoring.has_corpus() => -USUAL_REPLACEMENT_NATS,
            RepairKind::Replacement => -REPLACEMENT_NATS,
            _ => kind.nats(),
        }
    }

    /// Returns the penalty for the lexemes from the start of a repair to the error: the odds that
    /// the mistake is k lexemes before are taken to be 1 to 1 + k.
    fn distance(&self, start: usize) -> Nats {
        ngram::log(1 + self.detected.saturating_sub(start) as u64)
    }
}
