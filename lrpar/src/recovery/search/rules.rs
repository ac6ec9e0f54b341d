//! Rules of a search: what CPCT+ may do in a configuration, and how the paper's variants of it
//! differ, as a value.
//!
//! They are read at run time, so that there is one search in a program: CPCT+ pays less than one
//! instruction in a hundred for it.

use crate::recovery::limits;

/// Rules of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchRules {
    /// Maximum number of lexemes that one shift repair shifts: 1 by the paper's rule CR Shift 3,
    /// three by CR Shift 1 and 2.
    pub(crate) shifts: u8,
    /// Whether there are moves that only reduce, of which those are kept that end in accept; CR
    /// Shift 1 has none.
    pub(crate) reduces: bool,
    /// Whether compatible configurations are merged.
    pub(crate) merges: bool,
    /// Whether all sequences of minimum cost are wanted, or the first only, unranked.
    pub(crate) all: bool,
    /// Whether ranking keeps the sequences that get furthest, or those that get least far.
    pub(crate) furthest: bool,
    /// Whether insertions, deletions and consumed lexemes have the limits of Corchuelo et al.
    pub(crate) limited: bool,
}

/// Numbers of insertions and deletions, counted only where they are limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EditCounts {
    pub(super) insertions: u8,
    pub(super) deletions: u8,
}

impl SearchRules {
    /// The rules of CPCT+.
    pub(crate) const CPCT_PLUS: SearchRules = SearchRules {
        shifts: 1,
        reduces: true,
        merges: true,
        all: true,
        furthest: true,
        limited: false,
    };

    /// Returns whether a configuration that has consumed `consumed` lexemes is expanded.
    pub(super) fn may_expand(&self, consumed: usize) -> bool {
        !self.limited || consumed < limits::CORCHUELO_LEXEMES
    }

    /// Returns the counts after one more insertion; `None` if none is allowed.
    pub(super) fn insert(&self, counts: EditCounts) -> Option<EditCounts> {
        let insertions = self.count(counts.insertions, limits::CORCHUELO_INSERTS)?;
        Some(EditCounts { insertions, ..counts })
    }

    /// Returns the counts after one more deletion; `None` if none is allowed.
    pub(super) fn delete(&self, counts: EditCounts) -> Option<EditCounts> {
        let deletions = self.count(counts.deletions, limits::CORCHUELO_DELETES)?;
        Some(EditCounts { deletions, ..counts })
    }

    fn count(&self, edits: u8, most: u8) -> Option<u8> {
        let counted = edits + u8::from(self.limited);
        (counted <= most).then_some(counted)
    }
}
