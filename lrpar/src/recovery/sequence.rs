//! Repair sequences, and candidates for them.

use lrtable::TokenId;

use super::kind::RepairKind;

/// One repair. The order of variants is that of repairs in sorted lists of sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repair {
    /// Inserts this token before the next lexeme.
    Insert(TokenId),
    /// Deletes the next lexeme.
    Delete,
    /// Shifts the next lexeme: leaves it as it is.
    Shift,
}

impl Repair {
    /// Returns the number of lexemes that the repair takes from the input.
    pub(super) fn lexemes(self) -> usize {
        usize::from(!matches!(self, Repair::Insert(_)))
    }
}

/// A repair sequence: insertions, deletions and shifts at the lexemes from an index on, up to the
/// last edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairSequence {
    /// The index of the lexeme at which the sequence begins.
    pub start: usize,
    /// The kind of the sequence.
    pub kind: RepairKind,
    /// The sum of the costs of the insertions and deletions.
    pub cost: u32,
    /// The repairs, without shifts after the last edit.
    pub repairs: Vec<Repair>,
}

impl RepairSequence {
    /// Returns an iterator over the repairs, each with the index of the lexeme that it deletes or
    /// shifts, or inserts before.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (usize, Repair)> {
        let mut next = self.start;
        self.repairs.iter().map(move |repair| {
            let at = next;
            next += repair.lexemes();
            (at, *repair)
        })
    }

    /// Returns the index of the first lexeme after those that the sequence deletes or shifts.
    pub fn end(&self) -> usize {
        self.start + self.repairs.iter().map(|repair| repair.lexemes()).sum::<usize>()
    }

    /// Returns the tokens that the sequence makes of the lexemes up to its end.
    pub(crate) fn made(&self, token_at: impl Fn(usize) -> TokenId) -> Vec<TokenId> {
        let made = self.placed().filter_map(|(at, repair)| match repair {
            Repair::Insert(token) => Some(token),
            Repair::Delete => None,
            Repair::Shift => Some(token_at(at)),
        });
        made.collect()
    }

    /// Returns the number of insertions and deletions.
    pub(super) fn edits(&self) -> usize {
        self.repairs.iter().filter(|repair| **repair != Repair::Shift).count()
    }

    /// Returns how many tokens more than lexemes there are after the sequence.
    pub(super) fn growth(&self) -> isize {
        let growth = |repair: &Repair| match repair {
            Repair::Insert(_) => 1,
            Repair::Delete => -1,
            Repair::Shift => 0,
        };
        self.repairs.iter().map(growth).sum()
    }

    /// Returns the bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.repairs.len() * size_of::<Repair>()
    }
}

/// A change between two lexemes that stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// The index of the first lexeme that is replaced, or before which something is inserted.
    pub(crate) at: usize,
    /// The number of lexemes deleted.
    pub(crate) deleted: usize,
    /// The tokens inserted.
    pub(crate) inserted: Vec<TokenId>,
}

/// Returns the changes that sequences make, in order.
pub(crate) fn changes<'s>(sequences: impl IntoIterator<Item = &'s RepairSequence>) -> Vec<Change> {
    let mut list: Vec<Change> = Vec::new();
    for (at, repair) in sequences.into_iter().flat_map(RepairSequence::placed) {
        if repair == Repair::Shift {
            continue;
        }
        if list.last().is_none_or(|last| last.at + last.deleted != at) {
            list.push(Change { at, deleted: 0, inserted: Vec::new() });
        }
        let change = list.last_mut().expect("one was pushed if there was none");
        match repair {
            Repair::Insert(token) => change.inserted.push(token),
            _ => change.deleted += 1,
        }
    }
    list
}

/// A repair sequence that may be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) sequence: RepairSequence,
    /// Whether parsing goes on from the sequence to the end of the input.
    pub(super) accepts: bool,
    /// The kind that counts in the score; that of the sequence, or of an alternative that makes the
    /// same input.
    pub(super) kind: RepairKind,
}

impl Candidate {
    /// Returns the candidate without the shifts that it begins with; `None` if it has no edit.
    pub(super) fn without_leading_shifts(mut self) -> Option<Candidate> {
        let RepairSequence { start, repairs, .. } = &mut self.sequence;
        let shifts = repairs.iter().position(|repair| *repair != Repair::Shift)?;
        repairs.drain(..shifts);
        *start += shifts;
        Some(self)
    }
}
