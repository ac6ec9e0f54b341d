//! Which of the cheapest repairs is the best help, where that is not the first: what people forget is more often what is missing, and
//! what they type is more often meant.
//!
//! - A closing bracket inserted is better than its opener deleted.
//! - A closing bracket deleted is better than an opener inserted where no head of a block stands before it.
//! - A separator inserted is better than a name or a literal deleted, and at the end of a line than the first word of the next deleted.
//! - After a head, such as `if (…)`, a separator would be an empty body: there the keyword deleted that begins the next line is better.
//!
//! Only repairs of one edit that cost as much are compared; the order of the others is that of recovery.
//!
//! Of several ways to help that differ in kind, those that only fill a list are left out: an alternative to the cheapest repairs that
//! deletes several lines, puts in a token that is not always written alike, or one of another kind for a word or a bracket, or does
//! anything else about a bracket that is not closed.

use lrtable::TokenId;

use super::reporter::Reporter;
use crate::{
    edit::{Change, changes},
    lexer::LexerTypes,
    recovery::{Repair, RepairKind, RepairSequence},
};

/// Texts that stand between things of one kind.
const SEPARATORS: [&str; 3] = [",", ";", ":"];

impl<LexerTypesT: LexerTypes> Reporter<'_, LexerTypesT> {
    /// Puts the best help first; `sequences` begins with the repair that was applied.
    pub(super) fn prefer(&self, sequences: &mut [RepairSequence]) {
        let Some((first, others)) = sequences.split_first() else { return };
        let [change] = &changes(first)[..] else { return };
        let is_better = |other: &RepairSequence| {
            other.kind == RepairKind::Cheapest
                && other.cost <= first.cost
                && matches!(&changes(other)[..], [other] if self.is_better(other, change))
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
                brackets.opens(deleted, *token)
                    || other.at == first.at
                        && self.is_separator(*token)
                        && (self.names.text(deleted).is_none()
                            || self.begins_line(first.at) && !self.text_is(first.at - 1, &[")"]))
            }
            (0, [token], 1, []) if self.is_separator(*token) => {
                first.at == other.at
                    && self.begins_line(first.at)
                    && self.text_is(first.at - 1, &[")"])
                    && self.is_keyword(first.at)
                    && !self.text_is(first.at + 1, &SEPARATORS)
            }
            (0, [token], 1, []) => {
                brackets.opens(*token, self.token(other.at))
                    && first.at > 0
                    && self.text_is(first.at - 1, &[";", "{", "}"])
            }
            _ => false,
        }
    }

    fn is_separator(&self, token: TokenId) -> bool {
        self.names.text(token).is_some_and(|text| SEPARATORS.contains(&text))
    }

    /// Whether the lexeme at `at` is always written so, and a word.
    pub(super) fn is_keyword(&self, at: usize) -> bool {
        self.names.text(self.token(at)).is_some_and(|text| text.starts_with(char::is_alphabetic))
    }

    fn text_is(&self, at: usize, texts: &[&str]) -> bool {
        texts.contains(&self.text(at, at))
    }

    /// Whether the lexeme at `at` stands on another line than the one before it, which there is.
    fn begins_line(&self, at: usize) -> bool {
        at > 0 && self.on_other_lines(self.span(at - 1).end(), self.span(at).start())
    }

    /// Whether `sequence` is worth a line beside `first`, the best.
    pub(super) fn adds_to(&self, first: &RepairSequence, sequence: &RepairSequence) -> bool {
        if sequence.kind == RepairKind::Cheapest || first.cost > 1 {
            return true;
        }
        let changes = changes(sequence);
        let closes = |token: &TokenId| self.brackets().closes(*token);
        let is_written = |token: &TokenId| self.names.text(*token).is_some();
        let closes_first =
            first.repairs.iter().any(|one| matches!(one, Repair::Insert(token) if closes(token)));
        let is_long = |change: &Change| {
            let span = |at: usize| self.span(at);
            let last = change.at + change.deleted.max(1) - 1;
            self.on_other_lines(span(change.at).start(), span(last).end())
        };
        let is_like = |change: &Change| match change.inserted[..] {
            [token] if change.deleted == 1 => self.are_alike(self.token(change.at), token),
            _ => true,
        };
        !closes_first
            && !changes.iter().any(is_long)
            && changes.iter().all(is_like)
            && changes.iter().flat_map(|change| &change.inserted).all(is_written)
    }

    /// Whether both tokens are brackets, or both words, or neither.
    fn are_alike(&self, a: TokenId, b: TokenId) -> bool {
        let is_word = |token: TokenId| {
            self.names.text(token).is_none_or(|text| text.starts_with(char::is_alphanumeric))
        };
        self.brackets().is_one(a) == self.brackets().is_one(b) && is_word(a) == is_word(b)
    }
}
