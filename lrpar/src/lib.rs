//! An LR parser with the best syntax-error recovery there is.
//!
//! A parser runs a table over the lexemes of a [`Lexer`]. Where the table has no action,
//! [`recovery`] finds all repair sequences of minimum cost; the parser applies the first and goes
//! on. So a parse always reaches the end of the input.
//!
//! In a build script, [`CTParserBuilder`] makes a Rust module from a Yacc grammar with actions, and
//! [`lrpar_mod!`] includes it. At run time [`RTParserBuilder`] parses by a table that lrtable has
//! just made:
//!
//! ```
//! # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
//! # use words::{WordTypes, Words};
//! use lrpar::RTParserBuilder;
//! use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
//!
//! let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
//! let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
//! let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
//!
//! // `Words` lexes words between blanks: a page of code with the traits of this crate. `lrlex`
//! // makes lexers of lex files.
//! let text = "one plus plus one";
//! let lexer = Words::new(text, |word| Some(grammar.token_idx(word)?.0));
//! let parser: RTParserBuilder<u32, WordTypes> = RTParserBuilder::new(&grammar, &table);
//! let (tree, errors) = parser.parse_tree(&lexer);
//! assert!(tree.is_some());
//! assert_eq!(
//!     errors[0].pp(&lexer, &|token| grammar.token_epp(token)),
//!     "Parsing error at line 1 column 10. Repair sequences found:\n\
//!     \x20  1: Insert one\n\
//!     \x20  2: Delete plus"
//! );
//! ```
//!
//! | to | see |
//! |---|---|
//! | choose how errors are repaired, and what that may take | [`RecoveryKind`], [`recovery::RecoveryOptions`] |
//! | show an error to people | [`Reporter`] and [`Renderer`]; [`LexParseError::pp`] as grmtools does |
//! | fix a text | [`edit::text_edits`], [`apply_edits`] |
//! | look at a tree | [`Tree`], without blanks and comments; [`SyntaxTree`], with all of the text |
//! | write a lexer | [`Lexer`], [`NonStreamingLexer`] |

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "generator"),
    allow(dead_code, reason = "some of what runs parsers is used by what makes them too")
)]

#[macro_use(named)]
extern crate lrtable;

#[cfg(feature = "generator")]
pub mod codegen;
mod driver;
/// Alias of [`codegen`] under the name that programs made for grmtools use.
#[cfg(feature = "generator")]
#[doc(hidden)]
pub mod ctbuilder {
    pub use crate::codegen::{
        CTParser, CTParserBuilder, RustEdition, SerialisationFormat, Visibility,
    };
}
pub mod edit;
mod engine;
mod error;
#[cfg(feature = "generator")]
mod expected;
mod factored;
mod feedback;
pub mod generated;
mod input;
mod lexemes;
mod lexer;
/// Alias of the lexer traits under the name that programs made for grmtools use.
#[doc(hidden)]
pub mod lex_api {
    pub use crate::lexer::{
        Alternative, LayoutTokens, LexError, Lexeme, Lexer, LexerTypes, LineRules,
        NonStreamingLexer, Reader,
    };
}
mod node_types;
mod parse;
#[cfg(feature = "generator")]
pub mod parser;
#[cfg(feature = "query")]
mod query;
mod recoverer;
pub mod recovery;
mod repair;
pub mod report;
mod spanned;
mod stack;
pub mod steps;
mod syntax;
mod tape;
mod tokens;
mod tree;
mod values;

#[cfg(feature = "generator")]
pub use codegen::{
    BuildError, BuildErrorKind, CTParser, CTParserBuilder, RustEdition, SerialisationFormat,
    Visibility,
};
pub use edit::{TextEdit, apply_edits};
pub use error::{LexParseError, ParseError};
#[cfg(feature = "generator")]
pub use expected::{Expectations, describe_expected};
pub use factored::{Factored, factor, show_factored};
pub use input::{Errors, Parsed};
pub use lexer::{
    Alternative, LayoutTokens, LexError, Lexeme, Lexer, LexerTypes, LineRules, NonStreamingLexer,
    Reader,
};
pub use lrtable::{
    PIdx, RIdx, Span, StIdx, TIdx,
    render::{is_invisible, visible, visible_lines},
};
pub use node_types::{FieldId, NodeForm, NodeTypes, SyntaxKind};
#[cfg(feature = "generator")]
pub use parser::{AStackType, ActionFn, RTParserBuilder, action_generictree};
#[cfg(feature = "query")]
pub use query::{
    Directive, DirectiveArgument, Query, QueryCapture, QueryCaptures, QueryError, QueryMatch,
    QueryMatches,
};
pub use recovery::RecoveryKind;
pub use repair::{ParseRepair, shortened, show_sequence};
pub use report::{Expected, Renderer, Report, Reporter};
pub use spanned::Spanned;
pub use syntax::{SyntaxCursor, SyntaxEdits, SyntaxNode, SyntaxPointer, SyntaxTree, TypedNode};
pub use tree::{Children, Node, NodeKind, NodeRef, Tree};
pub use values::Token;

/// Includes the parser that a build script generated: `lrpar_mod!("a/b.y")` for the grammar
/// `src/a/b.y`, which [`CTParserBuilder::grammar_in_src_dir`] got as `"a/b.y"`. It declares a
/// module `b_y`.
#[macro_export]
macro_rules! lrpar_mod {
    ($path:expr) => {
        include!(concat!(env!("OUT_DIR"), "/", $path, ".rs"));
    };
}
