//! An LR parser with the best syntax-error recovery there is.
//!
//! A parser runs a table over the lexemes of a [`Lexer`]. Where the table accepts no more, [`recovery`] finds all repair
//! sequences of minimum cost, the parser applies the first and goes on. So a parse always reaches the end of the input.

#![forbid(unsafe_code)]

mod driver;
mod engine;
mod error;
mod lexer;
mod parser;
pub mod recovery;
mod tree;

pub use driver::SyntaxError;
pub use error::{LexParseError, ParseError, ParseRepair, show_sequence};
pub use lexer::{LexError, Lexeme, Lexer, LexerTypes, NonStreamingLexer};
pub use lrtable::Span;
pub use parser::{AStackType, ActionFn, Errors, RTParserBuilder};
pub use recovery::RecoveryKind;
pub use tree::{Children, Node, NodeKind, NodeRef, Tree};
