//! The lexemes that lexers make unless the user brings a type of their own.

use std::{fmt, hash::Hash, marker::PhantomData};

use lrpar::{Lexeme, LexerTypes};
use lrtable::{Span, Storage};

use crate::error::LRLexError;

/// A token id with the place of its text, in 12 bytes.
///
/// Lexers refuse texts of 2 GiB and more.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DefaultLexeme<StorageT = u32> {
    start: u32,
    /// Of 31 bits; the last bit says that the lexeme is faulty.
    len: u32,
    tok_id: StorageT,
}

/// Starts and lengths are at most this.
pub(crate) const MAX_BYTES: u32 = u32::MAX >> 1;
const FAULTY: u32 = 1 << 31;

impl<StorageT> DefaultLexeme<StorageT> {
    #[inline(always)]
    fn of(tok_id: StorageT, start: usize, len: usize, mark: u32) -> Self {
        assert!(start <= MAX_BYTES as usize && len <= MAX_BYTES as usize, "texts are below 2 GiB");
        DefaultLexeme { start: start as u32, len: len as u32 | mark, tok_id }
    }
}

/// `new` and `new_faulty` panic if start or length are 2 GiB or more.
impl<StorageT: Copy + fmt::Debug + Eq + Hash> Lexeme<StorageT> for DefaultLexeme<StorageT> {
    #[inline(always)]
    fn new(tok_id: StorageT, start: usize, len: usize) -> Self {
        Self::of(tok_id, start, len, 0)
    }

    fn new_faulty(tok_id: StorageT, start: usize, len: usize) -> Self {
        Self::of(tok_id, start, len, FAULTY)
    }

    #[inline]
    fn tok_id(&self) -> StorageT {
        self.tok_id
    }

    #[inline]
    fn span(&self) -> Span {
        Span::new(self.start as usize, (self.start + (self.len & MAX_BYTES)) as usize)
    }

    #[inline]
    fn faulty(&self) -> bool {
        self.len & FAULTY != 0
    }
}

/// The fields in the order in which users' snapshots have them.
impl<StorageT: fmt::Debug> fmt::Debug for DefaultLexeme<StorageT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DefaultLexeme")
            .field("start", &self.start)
            .field("len", &(self.len & MAX_BYTES))
            .field("faulty", &(self.len & FAULTY != 0))
            .field("tok_id", &self.tok_id)
            .finish()
    }
}

impl<StorageT> fmt::Display for DefaultLexeme<StorageT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DefaultLexeme[{}..{}]", self.start, self.start + (self.len & MAX_BYTES))
    }
}

impl<StorageT: fmt::Debug> std::error::Error for DefaultLexeme<StorageT> {}

/// The types of a lexer that makes [`DefaultLexeme`]s with ids of type `T`.
#[derive(Clone, Debug)]
pub struct DefaultLexerTypes<T = u32> {
    storage: PhantomData<T>,
}

impl<T: Storage + fmt::Debug + Hash> LexerTypes for DefaultLexerTypes<T> {
    type LexemeT = DefaultLexeme<T>;
    type StorageT = T;
    type LexErrorT = LRLexError;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lexeme_or_error_is_small() {
        assert_eq!(size_of::<DefaultLexeme<u32>>(), 12);
        assert_eq!(size_of::<DefaultLexeme<u16>>(), 12);
        assert_eq!(size_of::<DefaultLexeme<u8>>(), 12);
        assert_eq!(size_of::<Result<DefaultLexeme<u32>, LRLexError>>(), 16);
    }

    #[test]
    fn debug_output_has_the_fields_that_snapshots_contain() {
        let lexeme = DefaultLexeme::<u8>::new_faulty(3, 7, 2);
        assert_eq!(
            format!("{lexeme:?}"),
            "DefaultLexeme { start: 7, len: 2, faulty: true, tok_id: 3 }"
        );
        assert_eq!(lexeme.to_string(), "DefaultLexeme[7..9]");
    }
}
