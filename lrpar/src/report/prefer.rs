//! Chooses the best help among the cheapest repairs, where that is not the first: tokens are more often forgotten than surplus,
//! and words that were typed are mostly meant.
//!
//! - A closing bracket inserted is better than its opener deleted.
//! - A pair of brackets put around something is better than words deleted.
//! - A closing bracket deleted is better than an opener inserted where no head of a block stands before it.
//! - A separator inserted is better than a name or a literal deleted, at the end of a line than the keyword before it or the word after it
//!   deleted; but not inside of what is written as one word.
//! - A comma before a closing bracket deleted is better than a name or a literal inserted there.
//! - After a head, such as `if (…)`, a separator would be an empty body: there the keyword deleted that begins the next line is better.
//!
//! Only repairs of one edit, or such a pair, of equal cost are compared; the order of the others is that of recovery.
//!
//! Of ways to help that differ in kind, those that only fill a list are left out: an alternative to the cheapest repairs that
//! deletes whole lines, that replaces anything but a sign by a sign or a bracket by a bracket, or that does anything else about
//! an unclosed bracket.

use lrtable::TokenId;

use super::reporter::Reporter;
use crate::{
    edit::{Change, changes},
    lexer::LexerTypes,
    recovery::{Repair, RepairKind, RepairSequence},
};

/// Texts of separators, which stand between things of one kind.
const SEPARATORS: [&str; 3] = [",", ";", ":"];

impl<LexerTypesT: LexerTypes> Reporter<'_, LexerTypesT> {
    /// Moves the best help to the front; `sequences` begins with the repair that was applied.
    pub(super) fn prefer(&self, sequences: &mut [RepairSequence]) {
        let Some((first, others)) = sequences.split_first() else { return };
        let [change] = &changes([first])[..] else { return };
        let is_better = |other: &RepairSequence| {
            let as_cheap = other.kind == RepairKind::Cheapest && other.cost <= first.cost;
            as_cheap
                && match &changes([other])[..] {
                    [other] => self.is_better(other, change),
                    [opening, closing] => {
                        change.inserted.is_empty() && self.are_pair(opening, closing)
                    }
                    _ => false,
                }
        };
        if let Some(at) = others.iter().position(is_better) {
            sequences[..at + 2].rotate_right(1);
        }
    }

    fn is_better(&self, other: &Change, first: &Change) -> bool {
        let brackets = self.brackets();
        match (first.deleted, &first.inserted[..], other.deleted, &other.inserted[..]) {
            (1, [], 0, [token]) => {
                let deleted = self.token(first.at);
                let ends_line = other.at == first.at + 1
                    && self.begins_line(other.at)
                    && self.is_keyword(first.at);
                let is_next = other.at == first.at
                    && (self.lexicon.text(deleted).is_none()
                        || self.begins_line(first.at) && !self.text_is(first.at - 1, &[")"]));
                brackets.opens(deleted, *token)
                    || self.is_separator(*token) && !self.splits(other.at) && (is_next || ends_line)
            }
            (0, [token], 1, []) if self.splits(first.at) => {
                self.is_separator(*token) && other.at == first.at
            }
            (0, [token], 1, []) if self.is_separator(*token) => {
                first.at == other.at
                    && self.begins_line(first.at)
                    && self.text_is(first.at - 1, &[")"])
                    && self.is_keyword(first.at)
                    && !self.text_is(first.at + 1, &SEPARATORS)
            }
            (0, [token], 1, []) => {
                let is_last_comma = self.lexicon.text(*token).is_none()
                    && other.at + 1 == first.at
                    && self.text_is(other.at, &[","])
                    && brackets.closes(self.token(first.at));
                let lacks_head = brackets.opens(*token, self.token(other.at))
                    && first.at > 0
                    && self.text_is(first.at - 1, &[";", "{", "}"]);
                is_last_comma || lacks_head
            }
            _ => false,
        }
    }

    /// Returns whether two changes only insert brackets around something.
    fn are_pair(&self, opening: &Change, closing: &Change) -> bool {
        opening.deleted + closing.deleted == 0
            && matches!(
                (&opening.inserted[..], &closing.inserted[..]),
                ([opening], [closing]) if self.brackets().opens(*opening, *closing)
            )
    }

    fn is_separator(&self, token: TokenId) -> bool {
        self.lexicon.text(token).is_some_and(|text| SEPARATORS.contains(&text))
    }

    /// Returns whether the lexeme at `at` is a keyword: a word that is always written in one way.
    pub(super) fn is_keyword(&self, at: usize) -> bool {
        self.lexicon.text(self.token(at)).is_some_and(|text| text.starts_with(char::is_alphabetic))
    }

    fn text_is(&self, at: usize, texts: &[&str]) -> bool {
        texts.contains(&self.text(at, at))
    }

    /// Returns whether an insertion at `at` would split one word, as in `012`.
    fn splits(&self, at: usize) -> bool {
        let is_word =
            |at: usize| self.text(at, at).starts_with(|c: char| c.is_alphanumeric() || c == '_');
        at > 0
            && at < self.editor.lexemes().len()
            && self.span(at - 1).end() == self.span(at).start()
            && is_word(at - 1)
            && is_word(at)
    }

    /// Returns whether the lexeme at `at` stands on another line than the one before; there must be one before.
    fn begins_line(&self, at: usize) -> bool {
        at > 0 && self.on_other_lines(self.span(at - 1).end(), self.span(at).start())
    }

    /// Returns whether `sequence` deserves a line beside `first`, the best.
    pub(super) fn adds_to(&self, first: &RepairSequence, sequence: &RepairSequence) -> bool {
        if sequence.kind == RepairKind::Cheapest || first.cost > 1 {
            return true;
        }
        let changes = changes([sequence]);
        let closes = |token: &TokenId| self.brackets().closes(*token);
        let closes_first =
            first.repairs.iter().any(|one| matches!(one, Repair::Insert(token) if closes(token)));
        let is_like = |change: &Change| match change.inserted[..] {
            [token] if change.deleted == 1 => {
                let deleted = self.token(change.at);
                self.is_sign(deleted)
                    && self.is_sign(token)
                    && self.brackets().is_one(deleted) == self.brackets().is_one(token)
            }
            _ => true,
        };
        sequence.kind != RepairKind::Lines && !closes_first && changes.iter().all(is_like)
    }
}
