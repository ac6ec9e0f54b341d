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
    len: u32,
}

impl LRLexError {
    /// An error that covers `span`.
    ///
    /// # Panics
    ///
    /// If the span starts, or is, 4 GiB or more into the text.
    pub fn new(span: Span) -> Self {
        let narrow = |at| u32::try_from(at).expect("spans lie in texts below 4 GiB");
        LRLexError { start: narrow(span.start()), len: narrow(span.len()) }
    }
}

// Not a method of the type itself: users import the trait for it, and would be told that they need not.
impl LexError for LRLexError {
    fn span(&self) -> Span {
        Span::new(self.start as usize, self.start as usize + self.len as usize)
    }
}

impl fmt::Debug for LRLexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LRLexError").field("span", &self.span()).finish()
    }
}

impl fmt::Display for LRLexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rule of the lexer matches at byte {}", self.start)
    }
}

impl std::error::Error for LRLexError {}
