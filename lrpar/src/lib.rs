//! An LR parser with the best syntax-error recovery there is.

#![forbid(unsafe_code)]

mod lexer;

pub use lexer::{LexError, Lexeme, Lexer, LexerTypes, NonStreamingLexer};
pub use lrtable::Span;
