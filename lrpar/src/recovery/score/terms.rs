//! Terms of the score beside the models: what is known of people's mistakes in any language.
//!
//! In: a candidate, and the layout violations that it leaves. Out: a sum of nats: e to the power of a term is the factor by which
//! it makes the repair likelier. The weights were chosen on pairs of broken and mended programs; `docs/measuring.md` says what
//! each term is worth.

use lrtable::TokenId;

use super::{
    Scoring,
    layout::Layout,
    ngram::{self, NAT, Nats},
};
use crate::recovery::{
    lexicon::{Lexicon, Sort},
    sequence::{Candidate, Repair, RepairKind, RepairSequence},
};

/// Weight of the model of the input, in eighths.
pub(super) const INPUT_EIGHTHS: Nats = 4;
/// Weight of a model of other texts, in eighths.
pub(super) const CORPUS_EIGHTHS: Nats = 3;
/// Weight of an insertion, in half nats: of a word, a sign, a token with many texts, a token of which nothing is known.
const INSERTED_HALF_NATS: [Nats; 4] = [0, 4, -4, 1];
/// Weight of a deletion, in half nats, of the same four sorts of tokens.
const DELETED_HALF_NATS: [Nats; 4] = [-5, -2, -4, -1];
/// Bonus of a sign inserted or deleted at the end of a line.
const LINE_END_NATS: Nats = 2;
/// Bonus of a corrected keyword: names that are nearly keywords, where a keyword fits, are that much less likely.
const SPELLING_NATS: Nats = 12;
/// Bonus of the deletion of the last lexeme, if it is a surplus bracket and the layout speaks for no other.
const SURPLUS_NATS: Nats = 20;
/// Bonus of the deletion of the sign after which a statement ended too early.
const EARLY_END_NATS: Nats = 5;
/// Bonus of the sign of a product between a number and a name that touch.
const PRODUCT_NATS: Nats = 10;
/// Penalty of a replacement beside repairs of one edit, without a model of other texts.
const REPLACEMENT_NATS: Nats = 6;
/// Penalty of a replacement with a model of other texts.
const USUAL_REPLACEMENT_NATS: Nats = 3;
/// Penalty of a bracket further before the error than the reach.
const BRACKET_NATS: Nats = 1;
/// Penalty of a deleted phrase.
const PHRASE_NATS: Nats = 5;
/// Penalty of two neighbours exchanged.
const EXCHANGE_NATS: Nats = 1;

/// Values that the terms are computed from.
pub(super) struct Terms<'a, 'i> {
    pub(super) scoring: &'a Scoring<'i>,
    pub(super) layout: &'a Layout<'i>,
    pub(super) lexicon: &'a Lexicon,
    /// Where the error was detected.
    pub(super) detected: usize,
}

impl Terms<'_, '_> {
    /// Returns the sum of all terms for a candidate that leaves `violations` violations of the layout; `has_fewest` if no other
    /// leaves fewer.
    pub(super) fn of(&self, candidate: &Candidate, violations: u32, has_fewest: bool) -> Nats {
        let Candidate { sequence, corrects, .. } = candidate;
        let edits = match self.scoring.has_corpus() {
            true => self.edits(sequence),
            false => sequence.growth() as Nats * NAT / 2,
        };
        let bonus = |applies: bool, nats: Nats| if applies { nats * NAT } else { 0 };
        edits
            + bonus(self.is_at_line_end(sequence), LINE_END_NATS)
            + bonus(*corrects, SPELLING_NATS)
            + bonus(has_fewest && self.is_surplus(sequence), SURPLUS_NATS)
            + bonus(self.is_early_end(sequence), EARLY_END_NATS)
            + bonus(self.is_product(sequence), PRODUCT_NATS)
            - self.kind(sequence.kind)
            - self.distance(sequence.start)
            - Nats::from(violations) * NAT
    }

    /// Returns the sum of the weights of insertions and deletions, by the sorts of their tokens: tokens are forgotten more often
    /// than typed in excess, and signs more often than names; yet a shorter text is always more usual.
    fn edits(&self, sequence: &RepairSequence) -> Nats {
        let sort = |token: TokenId| self.lexicon.sort(token) as usize;
        let weights = sequence.placed().map(|(at, repair)| match repair {
            Repair::Insert(token) => INSERTED_HALF_NATS[sort(token)],
            Repair::Delete => DELETED_HALF_NATS[sort(self.scoring.tokens[at])],
            Repair::Shift => 0,
        });
        weights.sum::<Nats>() * NAT / 2
    }

    /// Returns whether the first edit inserts or deletes a sign at the end of a line: there, signs, but not words and names, are
    /// forgotten or left standing more often than elsewhere.
    fn is_at_line_end(&self, sequence: &RepairSequence) -> bool {
        let (token, end) = match sequence.repairs[0] {
            Repair::Insert(token) => (token, sequence.start),
            Repair::Delete => (self.scoring.tokens[sequence.start], sequence.start + 1),
            Repair::Shift => return false,
        };
        let may_be_sign = matches!(self.lexicon.sort(token), Sort::Sign | Sort::Unknown);
        may_be_sign && self.layout.line_end_before(end).is_some()
    }

    /// Returns whether the input's last lexeme is deleted, and is a bracket that closes nothing: of several brackets that could
    /// be deleted it is the surplus one, unless the layout speaks for another.
    fn is_surplus(&self, sequence: &RepairSequence) -> bool {
        let is_last =
            sequence.repairs == [Repair::Delete] && sequence.start + 2 == self.scoring.tokens.len();
        is_last && self.layout.brackets.closes(self.scoring.tokens[sequence.start])
    }

    /// Returns whether the sign is deleted after which a statement ended too early, where the error is a word that continues the
    /// statement: in `if (x); { … } else` it is not `else` that is wrong.
    fn is_early_end(&self, sequence: &RepairSequence) -> bool {
        let is_word = self.lexicon.sort(self.scoring.tokens[self.detected]) == Sort::Word;
        let deletes = sequence.repairs == [Repair::Delete] && sequence.start < self.detected;
        is_word && deletes && self.layout.ends_early(self.scoring.tokens, sequence.start)
    }

    /// Returns whether `*` is inserted between a number and a name without a blank between them (`4ac`), which is a product
    /// elsewhere.
    fn is_product(&self, sequence: &RepairSequence) -> bool {
        let written = self.scoring.written;
        let (&[Repair::Insert(token)], Some(before)) =
            (&sequence.repairs[..], sequence.start.checked_sub(1))
        else {
            return false;
        };
        let begins = |at: usize, is: fn(char) -> bool| (written.text_of)(at).starts_with(is);
        self.lexicon.text(token) == Some("*")
            && begins(before, |c| c.is_ascii_digit())
            && begins(sequence.start, |c| c.is_alphabetic() || c == '_')
            && written.touches(before)
    }

    /// Returns the penalty of an alternative, which must be better by that much to come first: it costs more than the cheapest
    /// repairs; and the place of a far bracket was chosen by the layout, which counts in its score once more.
    fn kind(&self, kind: RepairKind) -> Nats {
        let nats = match kind {
            RepairKind::Replacement if self.scoring.has_corpus() => USUAL_REPLACEMENT_NATS,
            RepairKind::Replacement => REPLACEMENT_NATS,
            RepairKind::Bracket => BRACKET_NATS,
            RepairKind::Phrase => PHRASE_NATS,
            RepairKind::Exchange => EXCHANGE_NATS,
            RepairKind::Cheapest | RepairKind::Lines | RepairKind::Quote | RepairKind::Spelling => {
                0
            }
        };
        nats * NAT
    }

    /// Returns the penalty for the lexemes from the start of a repair to the error: the odds that the mistake is k lexemes before
    /// are taken to be 1 to 1 + k.
    fn distance(&self, start: usize) -> Nats {
        ngram::log(1 + self.detected.saturating_sub(start) as u64)
    }
}
