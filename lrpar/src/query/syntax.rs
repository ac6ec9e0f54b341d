//! Reads the text of a query: patterns as they are written, names not looked up yet.
//!
//! The notation is that of tree-sitter. Patterns nest up to a bound; so recursion is bounded in
//! what reads them and in what works on them.

mod read;

use lrtable::Span;

pub(super) use read::patterns;

/// A name or another piece of the query's text, with its place.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

/// Patterns for children of one node, in order.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    pub(super) items: Vec<Item>,
    /// Whether an anchor follows the last pattern.
    pub(super) is_anchored: bool,
}

/// A pattern with what is written around it.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) span: Span,
    /// Whether an anchor stands before the pattern.
    pub(super) is_anchored: bool,
    pub(super) field: Option<Name>,
    pub(super) what: What,
    pub(super) captures: Vec<Name>,
    pub(super) quantifier: Quantifier,
}

/// How often a pattern may match, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantifier {
    One,
    Optional,
    Any,
    Some,
}

#[derive(Debug)]
pub(super) enum What {
    Node { kind: Kind, children: Sequence, absent: Vec<Name> },
    Group(Sequence),
    Alternation(Vec<Item>),
}

/// Which nodes a pattern matches.
#[derive(Debug)]
pub(super) enum Kind {
    /// `_`.
    Any,
    /// `(_)`.
    AnyNamed,
    /// `(Name)`.
    Named(Name),
    /// `"text"`.
    Anonymous(Name),
    /// `(ERROR)`.
    Error,
    /// `(MISSING)`, `(MISSING "text")`, `(MISSING Name)`.
    Missing(Option<Name>),
}

/// A predicate or a directive: its name with the sign at its end, and its arguments.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) name: Name,
    pub(super) arguments: Vec<Argument>,
}

#[derive(Debug)]
pub(super) enum Argument {
    Capture(Name),
    Text(Name),
}

/// A pattern that stands for itself, with the predicates and directives in it.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) item: Item,
    pub(super) calls: Vec<Call>,
}
