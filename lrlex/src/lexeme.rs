//! The lexemes that lexers make unless the user brings a type of their own.

use std::{fmt, marker::PhantomData};

use lrpar::{Lexeme, LexerTypes};
use lrtable::{Span, Storage};

use crate::error::LRLexError;

/// A token id with the place of its text: 16 bytes for `u32` ids, 12 for `u8` and `u16`.
///
/// Start and length are 32 bits wide. Lexers refuse texts that this does not suffice for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DefaultLexeme<StorageT = u32> {
    start: u32,
    len: u32,
    tok_id: StorageT,
    faulty: bool,
}

impl<StorageT: Storage> DefaultLexeme<StorageT> {
    fn of(tok_id: StorageT, start: usize, len: usize, faulty: bool) -> Self {
        let narrow = |at| u32::try_from(at).expect("lexers take texts below 4 GiB");
        DefaultLexeme { start: narrow(start), len: narrow(len), tok_id, faulty }
    }
}

/// `new` and `new_faulty` panic if start or length are 4 GiB or more.
impl<StorageT: Storage> Lexeme<StorageT> for DefaultLexeme<StorageT> {
    fn new(tok_id: StorageT, start: usize, len: usize) -> Self {
        Self::of(tok_id, start, len, false)
    }

    fn new_faulty(tok_id: StorageT, start: usize, len: usize) -> Self {
        Self::of(tok_id, start, len, true)
    }

    fn tok_id(&self) -> StorageT {
        self.tok_id
    }

    fn span(&self) -> Span {
        Span::new(self.start as usize, self.start as usize + self.len as usize)
    }

    fn faulty(&self) -> bool {
        self.faulty
    }
}

/// The fields in the order in which users' snapshots have them.
impl<StorageT: fmt::Debug> fmt::Debug for DefaultLexeme<StorageT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DefaultLexeme")
            .field("start", &self.start)
            .field("len", &self.len)
            .field("faulty", &self.faulty)
            .field("tok_id", &self.tok_id)
            .finish()
    }
}

impl<StorageT: Storage> fmt::Display for DefaultLexeme<StorageT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DefaultLexeme[{}..{}]", self.span().start(), self.span().end())
    }
}

impl<StorageT: Storage> std::error::Error for DefaultLexeme<StorageT> {}

/// The types of a lexer that makes [`DefaultLexeme`]s with ids of type `T`.
#[derive(Clone, Debug)]
pub struct DefaultLexerTypes<T = u32> {
    storage: PhantomData<T>,
}

impl<T: Storage> LexerTypes for DefaultLexerTypes<T> {
    type LexemeT = DefaultLexeme<T>;
    type StorageT = T;
    type LexErrorT = LRLexError;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lexeme_or_error_is_small() {
        assert_eq!(size_of::<Result<DefaultLexeme<u32>, LRLexError>>(), 16);
        assert_eq!(size_of::<Result<DefaultLexeme<u16>, LRLexError>>(), 12);
        assert_eq!(size_of::<Result<DefaultLexeme<u8>, LRLexError>>(), 12);
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
