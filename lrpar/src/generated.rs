//! What generated parsers call, and nothing that anyone else needs.
//!
//! A generated module holds its tables as `static` arrays and its actions as functions; all that is the same in every parser
//! is here. Its public items keep their meaning within a minor version.

use lrtable::Span;
pub use lrtable::{
    RIdx, TIdx,
    pack::{Arrays, Packed, Tables},
};

use crate::{
    input::{Errors, Parsed},
    lexer::{LexerTypes, NonStreamingLexer},
    parse::Parse,
    recoverer::Recoverer,
    recovery::{Experiment, Knowledge, Model},
    syntax::{SyntaxKind, SyntaxNode, SyntaxTree, TypedNode},
    tree::{Node, Tree},
};

pub use crate::{
    recoverer::{CpctPlus, NoRecovery, Restart},
    recovery::{PackedNgrams, RecoveryOptions},
    values::{Actions, Token, Tokens},
};

/// What is in scope in every action.
pub mod prelude {
    pub use crate::lexer::Lexeme;
}

/// A lexer as actions and entry functions take it. (A name for it, because `dyn ::lrpar::…` means something else in Rust
/// 2015.)
pub type LexerRef<'lexer, 'input, LexerTypesT> =
    &'lexer (dyn NonStreamingLexer<'input, LexerTypesT> + 'lexer);

/// A parser over tables that are compiled into the program.
#[derive(Debug)]
pub struct Parser<R> {
    tables: &'static Tables<'static>,
    recoverer: R,
    knowledge: Knowledge,
    corpus: Option<&'static dyn Model>,
}

impl<R> Parser<R> {
    /// A parser without a model of other texts.
    pub const fn new(tables: &'static Tables<'static>, recoverer: R) -> Self {
        Parser { tables, recoverer, knowledge: Knowledge::new(), corpus: None }
    }

    /// A parser with a model by which the recoverer puts repairs in order.
    pub const fn with_ngrams(
        tables: &'static Tables<'static>,
        recoverer: R,
        ngrams: &'static PackedNgrams<'static>,
    ) -> Self {
        Parser { corpus: Some(ngrams), tables, recoverer, knowledge: Knowledge::new() }
    }
}

impl<R: Recoverer> Parser<R> {
    fn parse<'t>(&'t self, start: usize, options: &'t RecoveryOptions) -> Parse<'t, R> {
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

    /// Parses by the `start`-th start rule and runs `reduce` at each reduction. Says whether there is a value of that rule on its
    /// stack in the end.
    pub fn parse_actions<LexerTypesT: LexerTypes, A: Actions<LexerTypesT>>(
        &self,
        start: usize,
        options: &RecoveryOptions,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        actions: &mut A,
        reduce: impl FnMut(&mut A, usize, Span, &mut Tokens<'_, LexerTypesT>),
    ) -> (bool, Errors<LexerTypesT::StorageT, LexerTypesT>) {
        self.parse(start, options).actions(lexer, actions, reduce)
    }

    /// Parses by the `start`-th start rule to a tree of nodes that own their children.
    pub fn parse_generictree<LexerTypesT: LexerTypes>(
        &self,
        start: usize,
        options: &RecoveryOptions,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Parsed<Node<LexerTypesT::LexemeT, LexerTypesT::StorageT>, LexerTypesT> {
        let (tree, errors) = self.parse_tree(start, options, lexer);
        (tree.map(Tree::into_node), errors)
    }

    /// Parses by the `start`-th start rule to a tree that is one block of memory, however deep it is.
    pub fn parse_tree<LexerTypesT: LexerTypes>(
        &self,
        start: usize,
        options: &RecoveryOptions,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Parsed<Tree<LexerTypesT::LexemeT>, LexerTypesT> {
        self.parse(start, options).tree(lexer)
    }

    /// Parses `text`, which `lexer` reads, by the `start`-th start rule to a tree that loses nothing of it.
    pub fn parse_syntax_tree<LexerTypesT: LexerTypes>(
        &self,
        start: usize,
        options: &RecoveryOptions,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
        text: &str,
    ) -> (SyntaxTree, Errors<LexerTypesT::StorageT, LexerTypesT>) {
        self.parse(start, options).syntax_tree(lexer, text)
    }

    /// Parses by the `start`-th start rule for errors only.
    pub fn parse_noaction<LexerTypesT: LexerTypes>(
        &self,
        start: usize,
        options: &RecoveryOptions,
        lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Errors<LexerTypesT::StorageT, LexerTypesT> {
        self.parse(start, options).errors(lexer)
    }
}

/// The name of the rule or the token that a node is, of all of them in the order of their ids.
pub fn name(kind: SyntaxKind, rules: &[&'static str], tokens: &[&'static str]) -> &'static str {
    let name = match kind {
        SyntaxKind::Rule(rule) => rules.get(rule.index()),
        SyntaxKind::Token(token) | SyntaxKind::Missing(token) => tokens.get(token.index()),
        SyntaxKind::Trivia | SyntaxKind::Error | SyntaxKind::Unknown => None,
    };
    name.copied().unwrap_or_default()
}

/// The node of a rule's symbol: of each production, the number of the symbol.
pub fn rule<'t, T: TypedNode<'t>>(node: SyntaxNode<'t>, places: &[(u32, usize)]) -> Option<T> {
    T::cast(token(node, places)?)
}

/// The node of a token's symbol.
pub fn token<'t>(node: SyntaxNode<'t>, places: &[(u32, usize)]) -> Option<SyntaxNode<'t>> {
    let prod = node.production()?.0;
    let (_, at) = places.iter().find(|place| place.0 == prod)?;
    node.symbols().nth(*at)
}

/// The elements of a list node, in the order of the text; those of lists in it stand in its place.
pub fn items<'t>(node: SyntaxNode<'t>) -> impl Iterator<Item = SyntaxNode<'t>> {
    node.symbols_of_list()
}

/// Takes off the last value of a stack. Tables and actions are made from one grammar, so there is one.
#[inline]
pub fn pop<T>(stack: &mut Vec<T>) -> T {
    match stack.pop() {
        Some(value) => value,
        None => no_value(),
    }
}

#[cold]
#[inline(never)]
fn no_value() -> ! {
    unreachable!("tables and actions belong to one grammar")
}
