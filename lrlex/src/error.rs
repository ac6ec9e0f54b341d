//! What a lexer says of text that is no lexeme.

use std::fmt;

use lrpar::{LexError, Lexeme};
use lrtable::Span;

use crate::lexeme::DefaultLexeme;

/// A stretch of text at no character of which any rule matches.
///
/// Eight bytes: a lexeme of no token, faulty if the lexer gave up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LRLexError(DefaultLexeme<()>);

impl LRLexError {
    /// An error that covers `span`.
    ///
    /// # Panics
    ///
    /// If the span starts 2 GiB or more into the text, or is as long.
    pub fn new(span: Span) -> Self {
        LRLexError(DefaultLexeme::new((), span.start(), span.len()))
    }

    /// The error of the rest of a text in which rules read too far ahead in vain.
    pub(crate) fn gave_up(rest: Span) -> Self {
        LRLexError(DefaultLexeme::new_faulty((), rest.start(), rest.len()))
    }
}

// Not a method of the type itself: users import the trait for it, and would be told that they need not.
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
                "the lexer gives up at byte {start}: its rules read too far ahead in vain, change those that end in what seldom comes"
            ),
        }
    }
}

impl std::error::Error for LRLexError {}
