//! From a lex file to Rust code, in a build script: [`CTLexerBuilder`], and [`CTTokenMapBuilder`]
//! for lexers written by hand.
//!
//! `builder` reads the file and joins it with a parser's tokens, `missing` says which of the two
//! lacks what, `samples` parses the files that a grammar's header names, `module` makes the text of
//! the Rust file, which `builder` writes. What is the same for parsers comes from
//! [`lrpar::codegen`]: the output depends on the inputs and the settings only.

mod builder;
mod glob;
mod missing;
mod module;
mod samples;
mod token_map;

pub use builder::{CTLexer, CTLexerBuilder, LexerKind};
pub use samples::files as test_files;
pub use token_map::CTTokenMapBuilder;
#[expect(deprecated, reason = "its users are to be told, not this list")]
pub use token_map::ct_token_map;
