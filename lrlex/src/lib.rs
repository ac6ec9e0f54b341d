//! A lex file in, a lexer out.
//!
//! ```
//! use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
//! use lrpar::{Lexeme, Lexer, NonStreamingLexer};
//!
//! let lex = "%%\n[0-9]+ \"INT\"\n\\+ \"+\"\n[ \\t\\n]+ ;\n";
//! let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(lex).unwrap();
//! let lexer = lexerdef.lexer("1 + 23");
//! let texts: Vec<&str> =
//!     lexer.iter().map(|lexeme| lexer.span_str(lexeme.unwrap().span())).collect();
//! assert_eq!(texts, ["1", "+", "23"]);
//! ```
//!
//! The way through the crate: `spec` reads the file, `matcher` compiles a rule's regex, `engine` finds the longest match of
//! all rules at a place, `lexerdef` and `lexer` are what a user holds. What a lex file may contain is described in `spec`.

#![forbid(unsafe_code)]

mod engine;
mod error;
mod lexeme;
mod lexer;
mod lexerdef;
mod matcher;
mod rules;
mod shape;
mod spec;

pub use error::LRLexError;
pub use lexeme::{DefaultLexeme, DefaultLexerTypes};
pub use lexer::LRNonStreamingLexer;
pub use lexerdef::{LRNonStreamingLexerDef, LexBuildError, LexBuildResult, LexerDef};
pub use rules::Rule;
pub use spec::{LexFlags, StartState, StartStateOperation};
