//! The reader of Yacc files: text in, [`ast`] out.
//!
//! [`read`] understands the files of grmtools (Rust types and actions), of Eco, and of Yacc's whole family: AT&T, POSIX,
//! Bison, byacc and btyacc, goyacc, iyacc. What only makes sense to one of those programs, such as `%union` or an action in
//! C, is passed over with one note a subject.
//!
//! A file is read in one pass over a cursor (`scan`): `declarations`, then `rules` and their `production`s, then the programs section
//! as it is.
//! After an error the reader goes on at the next place that can be trusted, so that one run reports every mistake. No name
//! is resolved here.

pub mod action;
pub mod ast;
mod declarations;
mod directives;
mod foreign;
mod header;
mod kind;
mod literal;
mod messages;
mod operands;
mod production;
mod reader;
mod rules;
mod scan;

pub use ::lrtable::YaccGrammar;
pub use ast::ReadGrammar;
pub use foreign::rust_atom;
pub use kind::{YaccKind, YaccOriginalActionKind};

use messages::Messages;
use reader::{Reader, WrittenInRust};

/// Reads a grammar file of the given kind; with `None`, of the kind that the file itself shows.
///
/// The file shows its kind by a `%grmtools { yacckind: … }` header; else by an arrow between a rule's name and its colon
/// ([`YaccKind::Grmtools`]); else by `%implicit_tokens` ([`YaccKind::Eco`]); else it is
/// [`YaccKind::Original`] and parses to a generic tree.
///
/// Never panics, and takes time linear in the length of `source`.
///
/// ```
/// let read = lrtable::yacc::read("%% list: | list 'x';", None);
/// assert!(read.diagnostics.is_empty());
/// assert_eq!(read.ast.rules[0].productions.len(), 2);
/// ```
pub fn read(source: &str, kind: Option<YaccKind>) -> ReadGrammar {
    let original = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
    let as_kind = |kind: Option<YaccKind>| {
        let mut messages = Messages::default();
        let header = header::read(source, &mut messages);
        let kind = kind.or(header.kind);
        Reader::new(source, kind.unwrap_or(original), kind.is_none(), &header, messages).file()
    };
    as_kind(kind).unwrap_or_else(|WrittenInRust| {
        as_kind(Some(YaccKind::Grmtools)).expect("a kind that is given is not undecided")
    })
}
