//! Which of the cheapest repairs is the best help, where that is not the first: what people forget is more often what is missing, and
//! what they type is more often meant.
//!
//! - A closing bracket inserted is better than its opener deleted.
//! - A closing bracket deleted is better than an opener inserted where no head of a block stands before it.
//! - A separator inserted is better than a name or a literal deleted.
//!
//! Only repairs of one edit that cost as much are compared; the order of the others is that of recovery.

use super::reporter::Reporter;
use crate::{
    edit::{Change, changes},
    lexer::LexerTypes,
    recovery::{RepairKind, RepairSequence},
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
                    || self.names.text(deleted).is_none()
                        && other.at == first.at
                        && self.names.text(*token).is_some_and(|text| SEPARATORS.contains(&text))
            }
            (0, [token], 1, []) => {
                let before = first.at.checked_sub(1).map(|before| self.text(before, before));
                brackets.opens(*token, self.token(other.at))
                    && before.is_some_and(|before| [";", "{", "}"].contains(&before))
            }
            _ => false,
        }
    }
}
