//! Detects whether a text with mistakes is read, or another text: errors in, the length of good
//! text wanted after the next one out.
//!
//! People's mistakes cost an edit, seldom two or three, and most are followed by a line of good
//! text. In another text (prose, another language, random bytes) errors follow each other closely,
//! and many cost more than people mean. So this is a cumulative sum (Page 1954): each error adds by
//! its cost, each parsed lexeme takes a little off, never below zero. Above a threshold no repairs
//! are looked for. The sum is also the number of lexemes that parsing must get past after a region:
//! a page of junk is a few regions, each longer than the one before, and a region in a text with
//! mistakes ends at the next statement.

use super::limits;

/// The cumulative sum.
#[derive(Clone, Default)]
pub(crate) struct Junk {
    /// The sum, in units of a lexeme divided by [`limits::JUNK_DECAY`].
    sum: usize,
    /// Where parsing resumed after the last error.
    end: usize,
}

impl Junk {
    /// Records an error; returns whether errors are so dense that no repairs are to be looked for.
    pub(crate) fn is_found_at(&mut self, detected: usize) -> bool {
        self.sum = self.sum.saturating_sub(detected.saturating_sub(self.end));
        self.sum > limits::JUNK_LEXEMES * limits::JUNK_DECAY
    }

    /// Counts positions from `from` on, which were counted from 0.
    pub(crate) fn count_from(&mut self, from: usize) {
        self.sum = self.sum.saturating_sub(from.saturating_sub(self.end));
        self.end = self.end.saturating_sub(from);
    }

    /// Counts positions from 0, which were counted from `from` on.
    pub(crate) fn count_from_start(&mut self, from: usize) {
        self.end += from;
    }

    /// Returns how many lexemes parsing must get on after a region.
    pub(crate) fn clean(&self) -> usize {
        (self.sum / limits::JUNK_DECAY).clamp(limits::GETS_ON, limits::REGION_CLEAN)
    }

    /// Records where parsing resumes, after repairs of cost `Ok`, or after a region of `Err`
    /// lexemes.
    pub(crate) fn recovered(&mut self, position: usize, repaired: Result<u32, usize>) {
        self.end = position;
        let add = |lexemes: usize| lexemes.min(limits::JUNK_MAX) * limits::JUNK_DECAY;
        self.sum += match repaired {
            Ok(cost) => add((cost as usize).saturating_mul(cost as usize + 1) / 2),
            // In junk it grows by its half, so that it does more than make up for what was parsed
            // since.
            Err(dropped) => add(dropped).max(self.sum / 2),
        };
        self.sum = self.sum.min(limits::REGION_CLEAN * limits::JUNK_DECAY);
    }
}
