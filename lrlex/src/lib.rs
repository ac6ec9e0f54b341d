//! A lexer generator: reads lex files, also those of flex, and makes lexers of them.
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
//! | task | begin at |
//! |---|---|
//! | generate a lexer, and its parser, in a build script | [`CTLexerBuilder`], [`lrlex_mod!`] |
//! | read a lex file at run time | [`LRNonStreamingLexerDef`]; with its grammar [`language`] |
//! | write a lexer by hand | [`LRNonStreamingLexer::from_lexemes`], [`CTTokenMapBuilder`] |
//! | change lexemes by what the program knows | [`LRNonStreamingLexer::map_lexemes`] |
//!
//! The way through the crate: `spec` reads the file, `regex` the regexes in it, `automaton` makes
//! one automaton of all rules, and `matcher` says how a lexeme is matched with that. `lexed` is
//! what was found, `reclassify` and `layout` are filters over that, `lexerdef` and `lexer` are what
//! a user holds.
//! What a lex file may contain is described in `spec`. `codegen` writes all that as `static`
//! arrays, which `generated` makes a definition of again. [`language`] reads a lexer and its
//! grammar together.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "generator"),
    allow(dead_code, reason = "some of what runs lexers is used by what makes them too")
)]

#[cfg(feature = "generator")]
pub mod actions;
#[cfg(feature = "generator")]
mod automaton;
mod chain;
#[cfg(feature = "generator")]
mod codegen;
#[cfg(feature = "generator")]
mod compile;
/// The default lexer types once more, where programs made for grmtools look for them.
#[doc(hidden)]
pub mod defaults {
    pub use crate::{DefaultLexeme, DefaultLexerTypes};
}
mod course;
mod extent;
mod flags;
mod follow;
pub mod generated;
#[cfg(feature = "generator")]
mod kind;
#[cfg(feature = "generator")]
pub mod language;
mod layout;
mod lexed;
mod lexeme;
mod lexer;
mod lexerdef;
mod limits;
mod look;
mod matcher;
mod problem;
mod reader;
mod readings;
mod reclassify;
#[cfg(feature = "generator")]
mod regex;
mod rule;
mod shared;
#[cfg(feature = "generator")]
mod spec;
mod start_state;
mod text;

#[cfg(feature = "generator")]
#[expect(deprecated, reason = "programs made for grmtools use it")]
pub use codegen::ct_token_map;
#[cfg(feature = "generator")]
pub use codegen::{CTLexer, CTLexerBuilder, CTTokenMapBuilder, LexerKind};
pub use extent::Extent;
pub use flags::{DEFAULT_LEX_FLAGS, LexFlags, UNSPECIFIED_LEX_FLAGS};
#[cfg(feature = "generator")]
pub use kind::{LexBuildError, LexBuildErrors, LexBuildResult, LexErrorKind};
pub use layout::LAYOUT_DIRECTIVES;
pub use lexeme::{DefaultLexeme, DefaultLexerTypes, LRLexError};
pub use lexer::LRNonStreamingLexer;
pub use lexerdef::{LRNonStreamingLexerDef, LexerDef, Unfinished};
#[cfg(feature = "generator")]
pub use lrpar::{
    BuildError, RecoveryKind, RustEdition, Visibility,
    recovery::{Budget, RecoveryOptions},
};
#[cfg(feature = "generator")]
pub use lrtable::{
    construct::Construction,
    yacc::{YaccKind, YaccOriginalActionKind},
};
pub use rule::Rule;
pub use start_state::{StartState, StartStateOperation};
pub use text::token_text;

/// The earlier name of [`LRNonStreamingLexerDef`].
#[deprecated(note = "renamed to `LRNonStreamingLexerDef`")]
pub type NonStreamingLexerDef<LexerTypesT> = LRNonStreamingLexerDef<LexerTypesT>;

/// Includes what a build script generated: `lrlex_mod!("a/b.l")` for a lexer from `src/a/b.l`,
/// which [`CTLexerBuilder::lexer_in_src_dir`] was given as `"a/b.l"`, a module `b_l`;
/// `lrlex_mod!("name")` for the module `name` of a [`CTTokenMapBuilder`].
#[macro_export]
macro_rules! lrlex_mod {
    ($path:expr) => {
        include!(concat!(env!("OUT_DIR"), "/", $path, ".rs"));
    };
}
