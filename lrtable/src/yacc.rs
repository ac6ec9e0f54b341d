//! The reader of Yacc files: text in, [`ast`] out.
//!
//! [`read`] understands the files of grmtools (Rust types and actions), of Eco, and of Yacc's whole
//! family: AT&T, POSIX, Bison, byacc and btyacc, goyacc, iyacc. What only makes sense to one of
//! those programs, such as `%union` or an action in C, is passed over with one note a subject.
//!
//! A file is read in one pass over a cursor (`scan`): `declarations`, then `rules` and their
//! `production`s, then the programs section as it is. After an error the reader goes on at the next
//! place that can be trusted, so that one run reports every mistake. No name is resolved here.

pub mod action;
mod declarations;
mod directives;
mod foreign;
#[doc(hidden)]
pub mod header;
mod item;
mod kind;
mod literal;
pub(crate) mod messages;
mod operands;
mod production;
mod reader;
mod rules;
mod scan;
pub(crate) mod syntax;

pub use ::lrtable::{
    SentenceGenerator, YaccGrammar, YaccGrammarError, YaccGrammarErrorKind, YaccGrammarWarning,
    YaccGrammarWarningKind, grammar::Precedence,
};

pub use foreign::{rust_atom, rust_atoms};
pub use kind::{YaccKind, YaccOriginalActionKind};
pub use syntax::{Assoc as AssocKind, ReadGrammar};

/// The syntax tree of a grammar file: every declaration and rule with its span, no name resolved
/// yet.
///
/// [`read`] makes it; [`Grammar`](crate::grammar::Grammar) checks and resolves it. Programs made
/// for grmtools find its own names here as well.
pub mod ast {
    pub use super::syntax::*;
    pub use ::lrtable::{
        ASTWithValidityInfo,
        facade::{GrammarAST, Production, Rule, Symbol},
    };
}

/// Another path of some names, at which programs made for grmtools look for them.
#[doc(hidden)]
pub mod parser {
    pub use ::lrtable::{
        SpansKind, YaccGrammarError, YaccGrammarErrorKind, YaccGrammarWarning,
        YaccGrammarWarningKind,
    };

    /// The result of reading a grammar file: a value, or all errors of the file.
    pub type YaccGrammarResult<T> = Result<T, Vec<YaccGrammarError>>;
}

/// Another path of some names, at which programs made for grmtools look for them.
#[doc(hidden)]
pub mod grammar {
    pub use ::lrtable::{SentenceGenerator, YaccGrammar, grammar::Precedence};

    pub use super::AssocKind;
}

/// Another path of [`YaccFirsts`](firsts::YaccFirsts), at which programs made for grmtools look for
/// it.
#[doc(hidden)]
pub mod firsts {
    pub use ::lrtable::YaccFirsts;
}

/// Another path of [`YaccFollows`](follows::YaccFollows), at which programs made for grmtools look
/// for it.
#[doc(hidden)]
pub mod follows {
    pub use ::lrtable::YaccFollows;
}

use crate::{
    Span,
    diagnostic::{Diagnostic, YaccGrammarErrorKind as Kind},
    limits,
};
use messages::{Messages, quoted};
use reader::{Reader, WrittenInRust};
use syntax::HeaderOption;

const HEADER_KINDS: header::Kinds = header::Kinds {
    unexpected: Kind::Unexpected.described(),
    premature_end: Kind::PrematureEnd.described(),
    not_closed: Kind::MismatchedBrace.described(),
    twice: Kind::DuplicateDeclaration.described(),
};

/// Reads a grammar file as one of the given kind; with `None`, of the kind that the file itself
/// shows.
///
/// The file shows its kind by a `%grmtools { yacckind: … }` header; else by an arrow between a
/// rule's name and its colon ([`YaccKind::Grmtools`]); else by `%implicit_tokens`
/// ([`YaccKind::Eco`]); else it is [`YaccKind::Original`] and parses to a generic tree.
///
/// Never panics, and takes time linear in the length of `source`.
///
/// ```
/// let read = lrtable::yacc::read("%% list: | list 'x';", None);
/// assert!(read.diagnostics.is_empty());
/// assert_eq!(read.ast.rules[0].productions.len(), 2);
/// ```
pub fn read(source: &str, kind: Option<YaccKind>) -> ReadGrammar {
    read_within(source, kind, limits::SOURCE, limits::WORDS)
}

/// Reads a grammar file of at most so many bytes, words and signs.
fn read_within(source: &str, kind: Option<YaccKind>, bytes: usize, words: usize) -> ReadGrammar {
    // What is too long is not looked at.
    let is_long = source.len() > bytes;
    let source = if is_long { "" } else { source };
    let header = header::read(source, &HEADER_KINDS);
    let as_kind = |kind: Option<YaccKind>| {
        let mut messages = Messages::default();
        header.diagnostics.iter().for_each(|diagnostic| messages.push(diagnostic.clone()));
        let of_header = kind_of(&header.options, &mut messages);
        let kind = kind.or(of_header);
        let (is_open, kind) = (kind.is_none(), kind.unwrap_or_default());
        Reader::new(source, kind, is_open, &header, messages, words).file()
    };
    let mut read = as_kind(kind).unwrap_or_else(|WrittenInRust| {
        as_kind(Some(YaccKind::Grmtools)).expect("a kind that is given is not undecided")
    });
    if is_long {
        let message = limits::source_message(bytes);
        read.diagnostics = vec![Diagnostic::error(Kind::LimitReached, message, Span::new(0, 0))];
    }
    read
}

/// The kind that a header names, if it does. What a grammar's header cannot say is reported.
fn kind_of(options: &[HeaderOption], messages: &mut Messages) -> Option<YaccKind> {
    let mut kind = None;
    for HeaderOption { key, value } in options {
        match key.text.as_str() {
            "yacckind" => {
                kind = YaccKind::from_name(&value[0].text).filter(|_| value.len() == 1);
                if kind.is_none() {
                    let message = format!(
                        "unknown yacckind {}: expected 'Grmtools', 'Eco' or 'Original(…)' around 'UserAction', \
                         'GenericParseTree' or 'NoAction'",
                        quoted(&value[0].text)
                    );
                    messages.error(Kind::InvalidYaccKind, message, value[0].span);
                }
            }
            "recoverer" | "test_files" => {}
            _ => {
                let expected = "expected 'yacckind', 'recoverer' or 'test_files'";
                let message = format!("unknown key {}: {expected}", quoted(&key.text));
                let kind = Kind::UnknownHeaderKey;
                messages.push(Diagnostic::warning(kind, message, key.span));
            }
        }
    }
    kind
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(source: &str, bytes: usize, words: usize) -> Vec<String> {
        let read = read_within(source, None, bytes, words);
        read.diagnostics.iter().map(|message| message.message().to_owned()).collect()
    }

    #[test]
    fn a_file_that_is_too_long_is_not_read() {
        let source = "%% S: 'a' 'b' | S 'c';";
        assert!(messages(source, source.len(), 10).is_empty());
        assert_eq!(messages(source, source.len() - 1, 10), [limits::source_message(21)]);
    }

    #[test]
    fn of_too_many_words_one_message_is_left() {
        let nine = "%% S: 'a' 'b' | S 'c';";
        assert!(messages(nine, 100, 9).is_empty());
        assert_eq!(messages(nine, 100, 8), [limits::words_message(8)]);
        let source = "%token x x ) ( %% S: 'a' 'b' | S 'c' { { }";
        assert_eq!(messages(source, 100, 10), [limits::words_message(10)]);
        assert_eq!(messages(&")".repeat(100), 100, 10), [limits::words_message(10)]);
    }
}
