//! Runtime of generated parsers: what generated code calls, and nothing that anyone else needs.
//!
//! A generated module holds its tables as `static` arrays and its actions as functions; everything
//! that is equal in all parsers is here. Public items keep their meaning within a minor version.

pub use lrtable::{
    RIdx, TIdx,
    pack::{Arrays, Packed, Tables},
};

use crate::{
    lexer::NonStreamingLexer,
    node_types::SyntaxKind,
    recoverer::Recoverer,
    recovery::{Experiment, Knowledge, Model},
    syntax::{SyntaxNode, TypedNode},
};

pub use crate::{
    node_types::{FieldId, Names, NodeTypes, TypesOfTree},
    parse::Parse,
    recoverer::{CpctPlus, NoRecovery, Restart},
    recovery::{PackedNgrams, RecoveryOptions},
    values::{Token, Tokens},
};

/// Names in scope in every action.
pub mod prelude {
    pub use crate::lexer::Lexeme;
}

/// A reference to a lexer, as actions and entry functions take it. (An alias, because
/// `dyn ::lrpar::…` means something else in Rust 2015.)
pub type LexerRef<'lexer, 'input, LexerTypesT> =
    &'lexer (dyn NonStreamingLexer<'input, LexerTypesT> + 'lexer);

/// A parser over tables compiled into the program.
#[derive(Debug)]
pub struct Parser<R> {
    tables: &'static Tables<'static>,
    recoverer: R,
    knowledge: Knowledge,
    corpus: Option<&'static dyn Model>,
}

impl<R> Parser<R> {
    /// Makes a parser, perhaps with an n-gram model by which the recoverer orders repair sequences.
    pub const fn new(
        tables: &'static Tables<'static>,
        recoverer: R,
        ngrams: Option<&'static PackedNgrams<'static>>,
    ) -> Self {
        let corpus: Option<&dyn Model> = match ngrams {
            Some(ngrams) => Some(ngrams),
            None => None,
        };
        Parser { tables, recoverer, knowledge: Knowledge::new(), corpus }
    }
}

impl<R: Recoverer> Parser<R> {
    /// Returns the parse by the `start`-th start rule.
    pub fn parse<'t>(&'t self, start: usize, options: &'t RecoveryOptions) -> Parse<'t, R> {
        Parse {
            tables: *self.tables,
            start,
            recoverer: self.recoverer,
            options,
            experiment: &Experiment::NONE,
            knowledge: &self.knowledge,
            corpus: self.corpus,
        }
    }
}

/// Compiles a query that a build script has checked.
#[cfg(feature = "query")]
pub fn query(types: &NodeTypes, trivia: &[&str], text: &str) -> crate::Query {
    let query = crate::Query::unchecked(types, trivia, text);
    query.expect("the build script compiled the query")
}

/// Returns the kind of a node: that of its rule or its token, or else of trivia, an error or
/// unknown text.
pub fn kind<K: Copy>(node: SyntaxNode<'_>, rules: &[K], tokens: &[K], others: [K; 3]) -> K {
    let kind = match node.kind() {
        SyntaxKind::Rule(rule) => rules.get(rule.index()),
        SyntaxKind::Token(token) | SyntaxKind::Missing(token) => tokens.get(token.index()),
        SyntaxKind::Trivia => Some(&others[0]),
        SyntaxKind::Error => Some(&others[1]),
        SyntaxKind::Unknown => None,
    };
    *kind.unwrap_or(&others[2])
}

/// Returns the first child of a type.
pub fn only<'t, T: TypedNode<'t>>(node: SyntaxNode<'t>) -> Option<T> {
    node.symbols().find_map(T::cast)
}

/// Returns the items of a list's node, in the order of the text.
pub fn items<'t>(list: SyntaxNode<'t>) -> impl Iterator<Item = SyntaxNode<'t>> {
    list.items()
}

/// Returns the children of a node that are of this rule.
pub fn lists<'t>(node: SyntaxNode<'t>, rule: u32) -> impl Iterator<Item = SyntaxNode<'t>> {
    node.symbols().filter(move |child| is_rule(*child, rule))
}

/// Returns whether a node is one of this token.
pub fn is_token(node: SyntaxNode<'_>, token: u32) -> bool {
    node.kind() == SyntaxKind::Token(TIdx(token)) || node.kind() == SyntaxKind::Missing(TIdx(token))
}

/// Returns whether a node is one of this rule.
pub fn is_rule(node: SyntaxNode<'_>, rule: u32) -> bool {
    node.kind() == SyntaxKind::Rule(RIdx(rule))
}

/// Pops the last value of a stack. Tables and actions are made from one grammar, so there is one.
#[inline]
pub fn pop<T>(stack: &mut Vec<T>) -> T {
    match stack.pop() {
        Some(value) => value,
        None => no_value(),
    }
}

/// Pops as [`pop`] does, and is not inlined: with thousands of inlined copies rustc takes half as
/// long again to compile a parser, which is no faster.
#[inline(never)]
pub fn pop_by_call<T>(stack: &mut Vec<T>) -> T {
    pop(stack)
}

#[cold]
#[inline(never)]
fn no_value() -> ! {
    unreachable!("tables and actions belong to one grammar")
}
