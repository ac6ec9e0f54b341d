//! Queries: patterns of nodes in syntax trees, in the notation of tree-sitter.
//!
//! Data flow: `syntax` reads the text; `compile` looks names up and makes steps of patterns,
//! `predicate` checks what is in parentheses with `#`; `possible` reports patterns that no tree of
//! the grammar can match, by the sequences of children that `children` makes of the productions.
//! `matcher` finds all matches in one walk through a tree.
//!
//! docs/queries.md of the repository describes the notation and its meaning.

mod children;
mod compile;
mod error;
mod matcher;
mod possible;
mod predicate;
mod syntax;

use std::{collections::HashMap, vec};

use lrtable::Span;

pub use error::QueryError;
pub use predicate::{Directive, DirectiveArgument};

use crate::{
    node_types::{NodeTypes, SyntaxKind},
    syntax::{SyntaxNode, SyntaxTree},
};
use compile::{Program, Test};
use matcher::{Limits, Search};
use predicate::{Compiled, Predicate};

/// How many states of one pattern wait among the children of one node.
const STATES: usize = 1024;
/// The work that any search may take, that for each node, and for each node and pattern.
const WORK: (u64, u64, u64) = (1 << 24, 64, 16);

/// A compiled query.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::sum_tree;
/// use lrpar::Query;
///
/// let tree = sum_tree("one plus one");
/// let query = Query::new(tree.types(), "(Sum (Sum) @left \"one\" @right)").unwrap();
/// let found = query.matches(&tree).next().unwrap();
/// let texts: Vec<&str> = found.captures.iter().map(|(_, node)| node.text()).collect();
/// assert_eq!(texts, ["one", "one"]);
/// assert_eq!(query.capture_names(), ["left", "right"]);
///
/// let errors = Query::new(tree.types(), "(Sum \"pluss\")").unwrap_err();
/// assert_eq!(
///     errors[0].message(),
///     "the grammar has no token 'pluss'; did you mean 'plus'?"
/// );
/// let errors = Query::new(tree.types(), "(Sum \"one\" \"plus\")").unwrap_err();
/// assert!(errors[0].message().starts_with("\"plus\" never is here among the children of (Sum)"));
/// ```
///
/// A query belongs to one grammar: in trees of another it matches what has the numbers of its rules
/// and tokens there.
#[derive(Debug)]
pub struct Query {
    program: Program,
    /// The steps that begin a match at a node of a kind, and those that may at any.
    begin: HashMap<SyntaxKind, Vec<u32>>,
    begin_any: Vec<u32>,
    /// Whether each token has a name of its own.
    is_named: Vec<bool>,
    predicates: Vec<Vec<Predicate>>,
    directives: Vec<Vec<Directive>>,
}

/// A match: nodes that fit a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryMatch<'t> {
    /// The number of the pattern in the query, from 0.
    pub pattern: usize,
    /// The first node of the match in the order of the tree, captured or not.
    pub start: SyntaxNode<'t>,
    /// The captured nodes in the order of the tree, each with the index of its capture.
    pub captures: Vec<(usize, SyntaxNode<'t>)>,
}

/// A captured node of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryCapture<'t> {
    /// The number of the pattern in the query, from 0.
    pub pattern: usize,
    /// The index of the capture.
    pub index: usize,
    /// The node.
    pub node: SyntaxNode<'t>,
}

/// The matches of a query in a tree: an iterator.
pub struct QueryMatches<'q, 't> {
    query: &'q Query,
    root: SyntaxNode<'t>,
    search: Search<'t>,
    next: usize,
}

/// The captures of a query in a tree: an iterator.
pub struct QueryCaptures<'t> {
    captures: vec::IntoIter<QueryCapture<'t>>,
    is_cut: bool,
}

impl Query {
    /// Compiles a query for the trees of a grammar.
    ///
    /// # Errors
    ///
    /// All mistakes in the text, in its order: wrong notation; rules, tokens, fields, captures and
    /// predicates that do not exist; patterns that no tree without errors can match.
    pub fn new(types: &NodeTypes, text: &str) -> Result<Query, Vec<QueryError>> {
        Query::with_trivia(types, &[], text)
    }

    /// Compiles a query that may also name trivia, by the names that the lexer has for them
    /// (`comment`).
    ///
    /// # Errors
    ///
    /// See [`new`](Self::new).
    pub fn with_trivia(
        types: &NodeTypes,
        trivia: &[&str],
        text: &str,
    ) -> Result<Query, Vec<QueryError>> {
        let query = Query::unchecked(types, trivia, text)?;
        let mut errors = Vec::new();
        possible::check(types, !trivia.is_empty(), &query.program, &mut errors);
        if errors.is_empty() { Ok(query) } else { Err(sorted(errors)) }
    }

    /// Compiles a query without a check whether its patterns can match: for tests.
    #[doc(hidden)]
    pub fn unchecked(
        types: &NodeTypes,
        trivia: &[&str],
        text: &str,
    ) -> Result<Query, Vec<QueryError>> {
        let mut errors = Vec::new();
        let (patterns, captures) = syntax::patterns(text, &mut errors);
        let trivia: Vec<String> = trivia.iter().map(|name| (*name).to_owned()).collect();
        let program = compile::compile(types, &trivia, (&patterns, captures), &mut errors);
        let (mut predicates, mut directives) = (Vec::new(), Vec::new());
        for pattern in &patterns {
            let (mut own_predicates, mut own_directives) = (Vec::new(), Vec::new());
            for call in &pattern.calls {
                match predicate::compile(call, &program) {
                    Ok(Compiled::Predicate(predicate)) => own_predicates.push(predicate),
                    Ok(Compiled::Directive(directive)) => own_directives.push(directive),
                    Err(error) => errors.push(error),
                }
            }
            predicates.push(own_predicates);
            directives.push(own_directives);
        }
        if !errors.is_empty() {
            return Err(sorted(errors));
        }
        let (mut begin, mut begin_any) = (HashMap::<SyntaxKind, Vec<u32>>::new(), Vec::new());
        for id in program.patterns.iter().flat_map(|pattern| &pattern.begin) {
            match &program.steps[*id as usize].test {
                Test::Kind(kind) => begin.entry(*kind).or_default().push(*id),
                _ => begin_any.push(*id),
            }
        }
        let is_named =
            types.token_ids().map(|token| types.is_named(SyntaxKind::Token(token))).collect();
        Ok(Query { program, begin, begin_any, is_named, predicates, directives })
    }

    /// The steps that may begin a match at a node of a kind.
    fn begin(&self, kind: SyntaxKind) -> impl Iterator<Item = u32> {
        let kind = match kind {
            SyntaxKind::Missing(token) => SyntaxKind::Token(token),
            kind => kind,
        };
        self.begin.get(&kind).into_iter().flatten().chain(&self.begin_any).copied()
    }

    /// Whether a node is one that anchors do not skip: a rule, a token with a name, trivia with a
    /// name, an error.
    fn is_named(&self, kind: SyntaxKind, node: SyntaxNode<'_>) -> bool {
        match kind {
            SyntaxKind::Rule(_) | SyntaxKind::Error | SyntaxKind::Unknown => true,
            SyntaxKind::Token(token) | SyntaxKind::Missing(token) => {
                self.is_named.get(token.index()).is_some_and(|is_named| *is_named)
            }
            SyntaxKind::Trivia => node.trivia_name().is_some(),
        }
    }

    /// Returns the names of the captures, without `@`, by their indices: in the order of the text.
    pub fn capture_names(&self) -> &[String] {
        &self.program.captures
    }

    /// Returns the index of the capture with this name, without `@`.
    pub fn capture_index(&self, name: &str) -> Option<usize> {
        self.program.capture(name)
    }

    /// Returns the number of patterns.
    pub fn pattern_count(&self) -> usize {
        self.program.patterns.len()
    }

    /// Returns the place of a pattern in the text of the query.
    ///
    /// # Panics
    ///
    /// If there are not as many patterns.
    pub fn pattern_span(&self, pattern: usize) -> Span {
        self.program.patterns[pattern].span
    }

    /// Returns the directives of a pattern, `#is?` and `#is-not?` included, in order.
    ///
    /// # Panics
    ///
    /// If there are not as many patterns.
    pub fn directives(&self, pattern: usize) -> &[Directive] {
        &self.directives[pattern]
    }

    /// Returns keys and values that `#set!` gives to a pattern; those that it gives to a capture
    /// are among the [`directives`](Self::directives).
    ///
    /// # Panics
    ///
    /// If there are not as many patterns.
    pub fn properties(&self, pattern: usize) -> impl Iterator<Item = (&str, Option<&str>)> {
        let sets = self.directives(pattern).iter().filter(|directive| directive.name == "set!");
        sets.filter_map(|directive| match &directive.arguments[..] {
            [DirectiveArgument::Text(key)] => Some((&**key, None)),
            [DirectiveArgument::Text(key), DirectiveArgument::Text(value)] => {
                Some((&**key, Some(&**value)))
            }
            _ => None,
        })
    }

    /// Finds all matches in a tree, or in a node and below, in the order of the text: by their
    /// first nodes, then by their patterns. What is around the node is not seen.
    ///
    /// Takes time linear in the size of the tree times the number of matches that are in progress
    /// at once, which is bounded: see [`QueryMatches::is_cut`].
    pub fn matches<'t>(&self, node: impl Into<SyntaxNode<'t>>) -> QueryMatches<'_, 't> {
        let root = node.into();
        let nodes = root.tree().node_count() as u64;
        let patterns = self.pattern_count() as u64;
        let work = WORK.0 + nodes * (WORK.1 + WORK.2 * patterns);
        let limits = Limits { states: STATES, work };
        QueryMatches { query: self, root, search: matcher::search(self, root, limits), next: 0 }
    }

    /// Finds all captured nodes in a tree, or in a node and below, in the order of the tree, those
    /// of one node by their patterns. A node that several matches of a pattern capture by one name
    /// is there once.
    pub fn captures<'t>(&self, node: impl Into<SyntaxNode<'t>>) -> QueryCaptures<'t> {
        let mut matches = self.matches(node);
        let mut found = Vec::new();
        while let Some((QueryMatch { pattern, captures, .. }, numbers)) = matches.numbered() {
            let captures = captures.into_iter().zip(numbers);
            found.extend(captures.map(|((index, node), number)| {
                ((number, pattern, index), QueryCapture { pattern, index, node })
            }));
        }
        found.sort_unstable_by_key(|(key, _)| *key);
        found.dedup_by_key(|(key, _)| *key);
        let captures: Vec<_> = found.into_iter().map(|(_, capture)| capture).collect();
        QueryCaptures { captures: captures.into_iter(), is_cut: matches.is_cut() }
    }
}

impl<'t> QueryMatch<'t> {
    /// Returns the nodes of the capture with this index.
    pub fn nodes(&self, capture: usize) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.captures.iter().filter(move |(index, _)| *index == capture).map(|(_, node)| *node)
    }
}

impl<'t> QueryMatches<'_, 't> {
    /// Returns whether matches are left out because the search would have taken too much work, or
    /// more than 1024 matches of one pattern were in progress among the children of one node.
    pub fn is_cut(&self) -> bool {
        self.search.is_cut
    }

    /// Returns the work that the search took: nodes visited, comparisons of nodes with patterns,
    /// states and captures.
    pub fn work(&self) -> u64 {
        self.search.work
    }

    /// The next match, with the number of each captured node in the walk.
    fn numbered(&mut self) -> Option<(QueryMatch<'t>, Vec<u32>)> {
        loop {
            let found = self.search.found.get(self.next)?;
            self.next += 1;
            let pattern = found.pattern as usize;
            let captures = self.search.captures(found);
            let numbers = captures.iter().map(|(number, ..)| *number).collect();
            let captures = captures.into_iter().map(|(_, index, node)| (index, node)).collect();
            let start = self.root.descendant(found.start);
            let found = QueryMatch { pattern, start, captures };
            if self.query.predicates[pattern].iter().all(|predicate| predicate.accepts(&found)) {
                return Some((found, numbers));
            }
        }
    }
}

impl<'t> Iterator for QueryMatches<'_, 't> {
    type Item = QueryMatch<'t>;

    fn next(&mut self) -> Option<QueryMatch<'t>> {
        self.numbered().map(|(found, _)| found)
    }
}

impl QueryCaptures<'_> {
    /// Returns whether captures are left out: see [`QueryMatches::is_cut`].
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl<'t> Iterator for QueryCaptures<'t> {
    type Item = QueryCapture<'t>;

    fn next(&mut self) -> Option<QueryCapture<'t>> {
        self.captures.next()
    }
}

/// Puts errors into the order of the text.
fn sorted(mut errors: Vec<QueryError>) -> Vec<QueryError> {
    errors.sort_by_key(|error| (error.span().start(), error.span().end()));
    errors
}

impl<'t> From<&'t SyntaxTree> for SyntaxNode<'t> {
    fn from(tree: &'t SyntaxTree) -> SyntaxNode<'t> {
        tree.root()
    }
}
