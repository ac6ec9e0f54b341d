//! The lexemes of an input, borrowed, and after the last an empty one for the end of the input.

use std::ops::Index;

use lrtable::{Storage, TIdx, TokenId};

use crate::lexer::Lexeme;

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

    /// Makes the lexeme of a token that is inserted before the lexeme with index `before`.
    pub(crate) fn inserted<StorageT: Storage>(&self, token: TokenId, before: usize) -> LexemeT
    where
        LexemeT: Lexeme<StorageT>,
    {
        Lexeme::new_faulty(stored(token), self[before].span().start(), 0)
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

/// Converts a token id to the storage type of lexemes.
pub(crate) fn stored<StorageT: Storage>(token: TokenId) -> StorageT {
    let TIdx(id) = token.narrow().expect("the grammar's ids fit");
    id
}
