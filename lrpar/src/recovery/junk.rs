//! Whether what is read is a text with mistakes, or another text: errors in, how parsing must get on after the next out.
//!
//! Mistakes of people cost an edit, seldom two or three, and most have a line of good text before the next. In another text (prose,
//! another language, random bytes) error comes upon error, and many cost more than people mean. So this is a cumulative sum
//! (Page 1954): each error adds by its cost, each lexeme that is parsed takes a little off, and never below zero. Above a
//! threshold no repairs are looked for. The sum is also what parsing must get past after a region, in lexemes: a page of
//! junk is a few regions, each longer than the one before, and a region in a text with mistakes ends at the next statement.

use super::limits;

/// The sum.
#[derive(Default)]
pub(crate) struct Junk {
    /// In parts of a lexeme, [`limits::JUNK_DECAY`] of them.
    sum: usize,
    /// Where parsing went on after the last error.
    end: usize,
}

impl Junk {
    /// Takes note of an error; says whether this is no place to look for repairs.
    pub(crate) fn is_found_at(&mut self, detected: usize) -> bool {
        self.sum = self.sum.saturating_sub(detected.saturating_sub(self.end));
        self.sum > limits::JUNK_LEXEMES * limits::JUNK_DECAY
    }

    /// How many lexemes parsing must get on after a region.
    pub(crate) fn clean(&self) -> usize {
        (self.sum / limits::JUNK_DECAY).clamp(limits::GETS_ON, limits::REGION_CLEAN)
    }

    /// Takes note of where parsing goes on, after repairs of this cost, or else after a region of so many lexemes.
    pub(crate) fn recovered(&mut self, position: usize, repaired: Result<u32, usize>) {
        self.end = position;
        let add = |lexemes: usize| lexemes.min(limits::JUNK_MOST) * limits::JUNK_DECAY;
        self.sum += match repaired {
            Ok(cost) => add((cost as usize).saturating_mul(cost as usize + 1) / 2),
            // In junk it grows by its half, so that it does more than make up for what was parsed since.
            Err(dropped) => add(dropped).max(self.sum / 2),
        };
        self.sum = self.sum.min(limits::REGION_CLEAN * limits::JUNK_DECAY);
    }
}
