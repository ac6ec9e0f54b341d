//! Repair sequences.

use lrtable::{TokenId, pack::Tables};

/// One repair. The order is that of lists of repair sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repair {
    /// Insert this token before the next lexeme.
    Insert(TokenId),
    /// Delete the next lexeme.
    Delete,
    /// Shift the next lexeme.
    Shift,
}

named! {
    /// What a repair sequence is.
    pub enum RepairKind {
        /// One of the cheapest.
        Cheapest = "cheapest",
        /// An alternative to them: one bracket is inserted or deleted, or a word before brackets inserted, further before the error; or a
        /// pair of brackets is inserted at it.
        Bracket = "bracket",
        /// An alternative to them: whole lines are deleted.
        Lines = "lines",
        /// An alternative to them: one lexeme is replaced.
        Replacement = "replacement",
        /// An alternative to them: a misspelt keyword is corrected.
        Spelling = "spelling",
        /// An alternative to them: several lexemes in a row are deleted.
        Phrase = "phrase",
        /// An alternative to them: two neighbours are exchanged.
        Exchange = "exchange",
        /// An alternative to them: what stands at a stray quote, or was never quoted, is deleted or made one text.
        Quote = "quote",
    }
}

/// A repair sequence: what is done to the lexemes from a place on, up to the last edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairSequence {
    /// The index of the lexeme at which it begins.
    pub start: usize,
    /// What it is.
    pub kind: RepairKind,
    /// The sum of what its insertions and deletions cost.
    pub cost: u32,
    /// The repairs, without shifts after the last edit.
    pub repairs: Vec<Repair>,
}

impl RepairSequence {
    /// The sequence of these repairs from `start` on, at what they cost.
    pub(super) fn new(
        (tables, tokens): (&Tables<'_>, &[TokenId]),
        start: usize,
        kind: RepairKind,
        repairs: Vec<Repair>,
    ) -> RepairSequence {
        let mut at = start;
        let mut cost = 0u32;
        for repair in &repairs {
            let price =
                |costs: &[u8], token: TokenId| costs.get(token.index()).copied().unwrap_or(1);
            cost = cost.saturating_add(u32::from(match repair {
                Repair::Insert(token) => price(tables.insert_costs, *token),
                Repair::Delete => price(tables.delete_costs, tokens[at]),
                Repair::Shift => 0,
            }));
            at += usize::from(!matches!(repair, Repair::Insert(_)));
        }
        RepairSequence { start, kind, cost, repairs }
    }

    /// The index of the first lexeme after those that it deletes or shifts.
    pub fn end(&self) -> usize {
        let consumed = self.repairs.iter().filter(|repair| !matches!(repair, Repair::Insert(_)));
        self.start + consumed.count()
    }

    /// What it makes of the lexemes up to its end.
    pub(super) fn made(&self, tokens: &[TokenId]) -> Vec<TokenId> {
        let mut at = self.start;
        let mut made = Vec::with_capacity(self.repairs.len());
        for repair in &self.repairs {
            match repair {
                Repair::Insert(token) => made.push(*token),
                Repair::Delete => at += 1,
                Repair::Shift => {
                    made.push(tokens[at]);
                    at += 1;
                }
            }
        }
        made
    }

    /// The number of its insertions and deletions.
    pub(super) fn edits(&self) -> usize {
        self.repairs.iter().filter(|repair| **repair != Repair::Shift).count()
    }

    /// How many tokens more than lexemes there are after it.
    pub(super) fn growth(&self) -> isize {
        let deleted = self.repairs.iter().filter(|repair| **repair == Repair::Delete).count();
        let inserted = self.edits() - deleted;
        inserted as isize - deleted as isize
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.repairs.len() * size_of::<Repair>()
    }
}

/// A repair sequence that may be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) sequence: RepairSequence,
    /// Whether parsing goes on from it to the end of the input.
    pub(super) accepts: bool,
    /// Whether it corrects a misspelt keyword.
    pub(super) corrects: bool,
}

impl Candidate {
    /// The candidate without the shifts that it begins with; `None` if it has no edit.
    pub(super) fn without_leading_shifts(mut self) -> Option<Candidate> {
        let RepairSequence { start, repairs, .. } = &mut self.sequence;
        let shifts = repairs.iter().position(|repair| *repair != Repair::Shift)?;
        repairs.drain(..shifts);
        *start += shifts;
        Some(self)
    }
}
