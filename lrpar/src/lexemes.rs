//! The lexemes of an input, borrowed, and after the last an empty one for the end of the input.

use std::ops::Index;

/// The lexemes of an input and its end.
#[derive(Clone, Copy)]
pub(crate) struct Lexemes<'a, LexemeT> {
    /// All but the end.
    pub(crate) input: &'a [LexemeT],
    /// The end.
    pub(crate) end: &'a LexemeT,
}

impl<LexemeT> Lexemes<'_, LexemeT> {
    /// Returns the number of lexemes, the end included.
    pub(crate) fn len(&self) -> usize {
        self.input.len() + 1
    }
}

impl<LexemeT> Index<usize> for Lexemes<'_, LexemeT> {
    type Output = LexemeT;

    /// Returns the lexeme with this index; the last index is that of the end.
    #[inline]
    fn index(&self, number: usize) -> &LexemeT {
        debug_assert!(number <= self.input.len(), "nothing stands after the end");
        self.input.get(number).unwrap_or(self.end)
    }
}
