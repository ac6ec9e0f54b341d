//! What a lexer says of text that is no lexeme.

use std::fmt;

use lrpar::LexError;
use lrtable::Span;

/// A stretch of text at no character of which any rule matches.
///
/// Eight bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LRLexError {
    start: u32,
    /// The length, and above it whether the lexer gave up.
    len: u32,
}

/// The bit of `len` that says that the lexer gave up.
const GAVE_UP: u32 = 1 << 31;

impl LRLexError {
    /// An error that covers `span`.
    ///
    /// # Panics
    ///
    /// If the span starts 4 GiB or more into the text, or is longer than 2 GiB.
    pub fn new(span: Span) -> Self {
        let narrow = |at| u32::try_from(at).expect("spans lie in texts below 4 GiB");
        let len = narrow(span.len());
        assert!(len < GAVE_UP, "errors are shorter than 2 GiB");
        LRLexError { start: narrow(span.start()), len }
    }

    /// The error of the rest of a text in which rules read too far ahead in vain.
    pub(crate) fn gave_up(rest: Span) -> Self {
        let error = Self::new(rest);
        LRLexError { len: error.len | GAVE_UP, ..error }
    }
}

// Not a method of the type itself: users import the trait for it, and would be told that they need not.
impl LexError for LRLexError {
    fn span(&self) -> Span {
        Span::new(self.start as usize, self.start as usize + (self.len & !GAVE_UP) as usize)
    }
}

impl fmt::Debug for LRLexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LRLexError").field("span", &self.span()).finish()
    }
}

impl fmt::Display for LRLexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.len & GAVE_UP {
            0 => write!(f, "Couldn't lex input starting at byte {}", self.start),
            _ => write!(
                f,
                "the lexer gives up at byte {}: its rules read too far ahead in vain, change those that end in what seldom comes",
                self.start
            ),
        }
    }
}

impl std::error::Error for LRLexError {}
