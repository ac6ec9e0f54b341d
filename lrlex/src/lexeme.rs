//! What lexers find in a text: the lexemes that they make unless the user brings a type of their
//! own, and errors.

use std::{fmt, hash::Hash, marker::PhantomData};

use lrpar::{LexError, Lexeme, LexerTypes};
use lrtable::{Span, Storage};

/// A lexeme of 12 bytes: a token id, and the place of the text.
///
/// Lexers refuse texts of 2 GiB and more.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DefaultLexeme<StorageT = u32> {
    start: u32,
    /// The length in bytes, in 31 bits; the highest bit is set if the lexeme is faulty.
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

/// A lexing error: a stretch of text at no character of which any rule matches.
///
/// Eight bytes: a lexeme of no token, faulty if the lexer gave up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LRLexError(DefaultLexeme<()>);

impl LRLexError {
    /// Makes a lexing error that covers `span`.
    ///
    /// # Panics
    ///
    /// If the span starts 2 GiB or more into the text, or is as long.
    pub fn new(span: Span) -> Self {
        LRLexError(DefaultLexeme::new((), span.start(), span.len()))
    }

    /// The error of the rest of a text in which rules read too far ahead without a match.
    pub(crate) fn gave_up(rest: Span) -> Self {
        LRLexError(DefaultLexeme::new_faulty((), rest.start(), rest.len()))
    }
}

// Not a method of the type itself: users import the trait for it, and would be told that they need
// not.
impl LexError for LRLexError {
    fn span(&self) -> Span {
        self.0.span()
    }
}

impl fmt::Debug for LRLexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LRLexError").field("span", &self.span()).finish()
    }
}

impl fmt::Display for LRLexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.span().start();
        match self.0.faulty() {
            false => write!(f, "Couldn't lex input starting at byte {start}"),
            true => write!(
                f,
                "the lexer gives up at byte {start}: its rules read too far ahead without a match, change those whose end seldom comes"
            ),
        }
    }
}

impl std::error::Error for LRLexError {}

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
