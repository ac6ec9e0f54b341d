//! A lex and a Yacc file made ready to parse with, and one text parsed.
//!
//! Texts go in. A [`Language`] is made of a [`Table`] and a lex file, or by a [`Specification`],
//! which takes files with mistakes too; [`Parsed`] is one text that a language has parsed. All
//! other rooms of this library take these.

mod lexed;
mod lexers;
pub mod newer_constructs;
mod parse;
pub mod parser_steps;
mod prepare;
pub mod settings;
mod specification;
pub mod timing;
mod words;

pub use lexed::{HandWritten, Lexed};
pub(crate) use lexers::{read_lexer, read_lexer_alone};
pub use parse::{Location, ParseTree, Parsed, Recovery, errors, parses};
#[cfg(feature = "grammars")]
pub use prepare::builtin;
pub use prepare::{Language, Messages, Table, Text, Types, Until};
pub use specification::{Part, Specification};
pub use words::Word;
