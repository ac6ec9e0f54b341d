//! Parse trees: in two vectors, and as nodes that own their children.
//!
//! A [`Tree`] keeps its shape in one vector of 32-bit words and its lexemes in another, so that
//! making a tree allocates now and then, dropping it is two calls, and nothing recurses, however
//! deep it is. A rule's node is a word for its production, followed by a word for each child, which
//! is the index of the child's node or the number of a lexeme: 4 bytes for the node and 4 for its
//! place in its parent. A lexeme takes 4 bytes there, beside the lexeme itself (12 bytes, in
//! lrlex). For Java that is 32 bytes a lexeme, and the lexeme. The nodes of [`Node`], in the shape
//! of grmtools, take 32 bytes each and an allocation for each rule.

#[cfg(feature = "generator")]
mod display;

use std::{fmt, iter, ops::Range};

use lrtable::{ProdId, RIdx, RuleId, Storage, Symbol, TokenId, pack::Tables};

use crate::{
    driver::{End, Semantics},
    lexemes::Lexemes,
    lexer::LexerTypes,
};

/// Bit of a child's word: the child is a lexeme, whose number is in the other bits.
const LEXEME: u32 = 1 << 31;
/// Bit of a node's first word: a word with the number of children follows. Without it there are as
/// many as the production has symbols.
const COUNTED: u32 = 1 << 31;
/// Bit of a node's first word: the node was replaced by another and is in no tree.
const MOVED: u32 = 1 << 30;
/// Value in place of the production: an error node.
const ERROR: u32 = MOVED - 1;

/// Words of a tree for each lexeme, reserved from the start.
const USUAL_WORDS: usize = 4;

/// A parse tree, stored in two vectors, however deep it is.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::{WordTypes, Words};
/// use lrpar::{NodeKind, RTParserBuilder};
/// # use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
/// # let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
/// # let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
/// # let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// # let lexer = Words::new("one plus one", |word| Some(grammar.token_idx(word)?.0));
/// let parser: RTParserBuilder<u32, WordTypes> = RTParserBuilder::new(&grammar, &table);
/// let tree = parser.parse_tree(&lexer).0.unwrap();
/// let shape: Vec<(usize, &str)> = tree
///     .preorder()
///     .map(|(depth, node)| match node.kind() {
///         NodeKind::Lexeme(_) => (depth, "lexeme"),
///         NodeKind::Rule(..) => (depth, "rule"),
///         NodeKind::Error => (depth, "error"),
///     })
///     .collect();
/// assert_eq!(shape, [(0, "rule"), (1, "rule"), (2, "lexeme"), (1, "lexeme"), (1, "lexeme")]);
/// ```
#[derive(Clone, Debug)]
pub struct Tree<LexemeT> {
    shape: Shape,
    /// The input's lexemes, an empty one for its end, and those that recovery inserted.
    lexemes: Vec<LexemeT>,
    /// The number of the input's lexemes, which is the index of its end.
    end: usize,
}

/// A tree without its lexemes.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The nodes, children before parents.
    words: Vec<u32>,
    root: u32,
    /// The rule and the length of each production.
    productions: Vec<(RuleId, u32)>,
}

impl Shape {
    /// Makes a shape without nodes, with room for `words` words.
    fn new(tables: &Tables<'_>, words: usize) -> Shape {
        let productions = tables.productions.iter().map(|(rule, len)| (RIdx(*rule), *len));
        let words = Vec::with_capacity(words);
        Shape { words, root: 0, productions: productions.collect() }
    }

    /// Returns the first word of the node at `at`, and the indices of its children's words.
    fn node(&self, at: usize) -> (u32, Range<usize>) {
        let head = self.words[at];
        let (from, count) = match head & COUNTED {
            0 => (at + 1, self.productions[(head & ERROR) as usize].1),
            _ => (at + 2, self.words[at + 1]),
        };
        (head, from..from + count as usize)
    }

    /// Returns the nodes other than lexemes, children before parents: the index of each, its first
    /// word, and its children.
    fn nodes(&self) -> impl Iterator<Item = (usize, u32, &[u32])> {
        let mut next = 0;
        iter::from_fn(move || {
            while next < self.words.len() {
                let at = next;
                let (head, children) = self.node(at);
                next = children.end;
                if head & MOVED == 0 {
                    return Some((at, head, &self.words[children]));
                }
            }
            None
        })
    }
}

/// A node of a [`Tree`].
#[derive(Debug)]
pub struct NodeRef<'t, LexemeT> {
    tree: &'t Tree<LexemeT>,
    node: u32,
}

impl<LexemeT> Clone for NodeRef<'_, LexemeT> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<LexemeT> Copy for NodeRef<'_, LexemeT> {}

/// The kind of a node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind<'t, LexemeT> {
    /// A lexeme of the input, or one that recovery inserted ([`faulty`](crate::Lexeme::faulty)).
    Lexeme(&'t LexemeT),
    /// A rule, recognised by this production.
    Rule(RuleId, ProdId),
    /// An error: what panic mode popped or skipped.
    Error,
}

impl<LexemeT> Tree<LexemeT> {
    /// Makes a tree of a shape. `lexemes` are those of the input and its end.
    pub(crate) fn new(shape: Shape, lexemes: Vec<LexemeT>, inserted: Vec<LexemeT>) -> Self {
        let mut tree = Tree { shape, end: lexemes.len() - 1, lexemes };
        tree.lexemes.extend(inserted);
        tree
    }

    /// Returns the lexemes of the input.
    pub(crate) fn lexemes(&self) -> &[LexemeT] {
        &self.lexemes[..self.end]
    }

    /// Returns the root: the node of the start rule, or an error node if no tree could be made of
    /// the input.
    pub fn root(&self) -> NodeRef<'_, LexemeT> {
        NodeRef { tree: self, node: self.shape.root }
    }

    /// Returns the number of nodes, lexemes included. Takes linear time.
    pub fn node_count(&self) -> usize {
        let is_lexeme = |child: &&u32| **child & LEXEME != 0;
        self.shape
            .nodes()
            .map(|(_, _, children)| 1 + children.iter().filter(is_lexeme).count())
            .sum()
    }

    /// Returns a function that returns the number of the first lexeme of the input below a node.
    /// Takes linear time.
    pub(crate) fn first_lexemes(&self) -> impl Fn(NodeRef<'_, LexemeT>) -> Option<usize> {
        // By the index of the node; lexemes with a number from `end` on are not of the input.
        let mut firsts = vec![u32::MAX; self.shape.words.len()];
        let end = self.end;
        let below = move |firsts: &[u32], child: u32| {
            let number = match child & LEXEME {
                0 => firsts[child as usize],
                _ => child & !LEXEME,
            } as usize;
            (number < end).then_some(number)
        };
        for (at, _, children) in self.shape.nodes() {
            let first = children.iter().find_map(|child| below(&firsts, *child));
            firsts[at] = first.map_or(u32::MAX, place);
        }
        move |node| below(&firsts, node.node)
    }

    /// Returns an iterator over all nodes, parents before children, with their depths; the root's
    /// is 0.
    pub fn preorder(&self) -> impl Iterator<Item = (usize, NodeRef<'_, LexemeT>)> {
        preorder(self.root(), NodeRef::children)
    }

    /// Converts the tree to nodes that own their children.
    pub fn into_node<StorageT: Storage>(self) -> Node<LexemeT, StorageT>
    where
        LexemeT: Copy,
    {
        // Children stand before their parents, and in the order in which parents need them.
        let mut made: Vec<Node<LexemeT, StorageT>> = Vec::new();
        for (_, head, children) in self.shape.nodes() {
            let lexemes = children.iter().filter(|child| **child & LEXEME != 0).count();
            let mut own = made.drain(made.len() - (children.len() - lexemes)..);
            let mut nodes = Vec::with_capacity(children.len());
            nodes.extend(children.iter().map(|child| match child & LEXEME {
                0 => own.next().expect("there is a node for each child that is no lexeme"),
                _ => Node::Term { lexeme: self.lexemes[(child & !LEXEME) as usize] },
            }));
            drop(own);
            let nodes = Children(nodes);
            let rule = match head & ERROR {
                ERROR => NO_RULE,
                prod => self.shape.productions[prod as usize].0,
            };
            made.push(Node::Nonterm { ridx: rule.narrow().expect("the grammar's ids fit"), nodes });
        }
        made.pop().expect("a tree has a root")
    }
}

impl<'t, LexemeT> NodeRef<'t, LexemeT> {
    /// Returns the kind of the node.
    pub fn kind(self) -> NodeKind<'t, LexemeT> {
        if self.node & LEXEME != 0 {
            return NodeKind::Lexeme(&self.tree.lexemes[(self.node & !LEXEME) as usize]);
        }
        match self.tree.shape.words[self.node as usize] & ERROR {
            ERROR => NodeKind::Error,
            prod => {
                let (rule, _) = self.tree.shape.productions[prod as usize];
                NodeKind::Rule(rule, ProdId::new(prod as usize))
            }
        }
    }

    /// Returns an iterator over the children of the node, in the order of the input.
    pub fn children(
        self,
    ) -> impl DoubleEndedIterator<Item = NodeRef<'t, LexemeT>> + ExactSizeIterator {
        let (tree, node) = (self.tree, self.node);
        let places = match node & LEXEME {
            0 => tree.shape.node(node as usize).1,
            _ => 0..0,
        };
        tree.shape.words[places].iter().map(move |node| NodeRef { tree, node: *node })
    }
}

/// The rule `^` of every grammar, which derives a start rule and is in no tree: it marks error
/// nodes in the shape of grmtools, which has no third kind of node.
const NO_RULE: RuleId = RIdx(0);

/// A parse-tree node that owns its children, in the shape of grmtools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<LexemeT, StorageT> {
    /// A lexeme.
    Term {
        /// The lexeme of the node.
        lexeme: LexemeT,
    },
    /// A rule, or an error node.
    Nonterm {
        /// The rule; for an error node the rule `^`, see [`Node::is_error`].
        ridx: RIdx<StorageT>,
        /// A node for each symbol of the rule's production, and error nodes between them.
        nodes: Children<LexemeT, StorageT>,
    },
}

impl<LexemeT, StorageT: Storage> Node<LexemeT, StorageT> {
    /// Returns whether this is an error node, whose children are what panic mode popped or skipped,
    /// in the order of the input.
    pub fn is_error(&self) -> bool {
        matches!(self, Node::Nonterm { ridx, .. } if ridx.widen() == NO_RULE)
    }
}

/// The children of a [`Node`]: a vector that is dropped without recursion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Children<LexemeT, StorageT>(Vec<Node<LexemeT, StorageT>>);

impl<LexemeT, StorageT> From<Vec<Node<LexemeT, StorageT>>> for Children<LexemeT, StorageT> {
    fn from(nodes: Vec<Node<LexemeT, StorageT>>) -> Self {
        Children(nodes)
    }
}

impl<LexemeT, StorageT> Drop for Children<LexemeT, StorageT> {
    fn drop(&mut self) {
        let mut todo = std::mem::take(&mut self.0);
        while let Some(mut node) = todo.pop() {
            if let Node::Nonterm { nodes, .. } = &mut node {
                todo.append(&mut nodes.0);
            }
        }
    }
}

impl<LexemeT, StorageT> std::ops::Deref for Children<LexemeT, StorageT> {
    type Target = Vec<Node<LexemeT, StorageT>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<LexemeT, StorageT> std::ops::DerefMut for Children<LexemeT, StorageT> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<LexemeT, StorageT> IntoIterator for Children<LexemeT, StorageT> {
    type Item = Node<LexemeT, StorageT>;
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut self.0).into_iter()
    }
}

impl<'a, LexemeT, StorageT> IntoIterator for &'a Children<LexemeT, StorageT> {
    type Item = &'a Node<LexemeT, StorageT>;
    type IntoIter = std::slice::Iter<'a, Node<LexemeT, StorageT>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// Builds a [`Tree`].
pub(crate) struct TreeBuilder<'a, LexerTypesT: LexerTypes> {
    shape: Shape,
    /// The input's lexemes.
    lexemes: Lexemes<'a, LexerTypesT::LexemeT>,
    inserted: Vec<LexerTypesT::LexemeT>,
    /// The node of each symbol on the parser's stack, in the encoding of a child's word.
    symbols: Vec<u32>,
    /// The error nodes between the symbols: each with the number of symbols before it.
    errors: Vec<(usize, u32)>,
}

impl<'a, LexerTypesT: LexerTypes> TreeBuilder<'a, LexerTypesT> {
    /// Makes a builder over the lexemes of an input.
    pub(crate) fn new(tables: &Tables<'_>, lexemes: Lexemes<'a, LexerTypesT::LexemeT>) -> Self {
        let shape = Shape::new(tables, USUAL_WORDS * lexemes.len());
        let (inserted, symbols, errors) = (Vec::new(), Vec::new(), Vec::new());
        TreeBuilder { shape, lexemes, inserted, symbols, errors }
    }

    /// Returns the tree's shape and the inserted lexemes after parsing has ended.
    pub(crate) fn finish(mut self, end: End) -> Option<(Shape, Vec<LexerTypesT::LexemeT>)> {
        self.shape.root = match end {
            End::Accepted => self.symbols.pop()?,
            End::GaveUp(position) => self.error_node(0, position..self.lexemes.len() - 1),
            End::Stopped(_) => return None,
        };
        let errors = std::mem::take(&mut self.errors);
        if !errors.is_empty() {
            // Error nodes before and after the root become its first and last children.
            let old = self.shape.root as usize;
            let (head, children) = self.shape.node(old);
            self.shape.words[old] = head | MOVED;
            let nodes: Vec<u32> = errors.iter().map(|(_, node)| *node).collect();
            let (leading, trailing) =
                nodes.split_at(errors.partition_point(|(before, _)| *before == 0));
            let children = [leading, &self.shape.words[children], trailing].concat();
            self.shape.root = self.counted_node(head & ERROR, 0, children.into_iter());
        }
        self.shape.words.shrink_to_fit();
        Some((self.shape, self.inserted))
    }

    /// Adds a node whose children are the symbols from index `first` on, which are popped, with the
    /// error nodes after each of them, and `more`.
    fn counted_node(&mut self, prod: u32, first: usize, more: impl Iterator<Item = u32>) -> u32 {
        let TreeBuilder { shape: Shape { words, .. }, symbols, errors, .. } = self;
        let node = place(words.len());
        words.extend([prod | COUNTED, 0]);
        let from = words.len();
        let inside = errors.partition_point(|(before, _)| *before <= first);
        let mut errors = errors.drain(inside..).peekable();
        for (symbol, count) in symbols.drain(first..).zip(first + 1..) {
            words.push(symbol);
            while let Some((_, error)) = errors.next_if(|(before, _)| *before == count) {
                words.push(error);
            }
        }
        words.extend(more);
        words[from - 1] = place(words.len() - from);
        node
    }

    fn error_node(&mut self, first: usize, lexemes: Range<usize>) -> u32 {
        self.counted_node(ERROR, first, lexemes.map(|at| LEXEME | place(at)))
    }
}

impl<LexerTypesT: LexerTypes> Semantics for TreeBuilder<'_, LexerTypesT> {
    const CAN_FORGET: bool = true;

    fn forget(&mut self) {
        self.shape.words.clear();
        self.inserted.clear();
        self.symbols.clear();
        self.errors.clear();
    }

    #[inline(always)]
    fn shift(&mut self, position: usize) {
        self.symbols.push(LEXEME | place(position));
    }

    fn insert(&mut self, token: TokenId, position: usize) {
        let number = self.lexemes.len() + self.inserted.len();
        self.inserted.push(self.lexemes.inserted(token, position));
        self.symbols.push(LEXEME | place(number));
    }

    #[inline(always)]
    fn reduce(&mut self, prod: ProdId, len: usize) {
        let first = self.symbols.len() - len;
        let node = if self.errors.last().is_none_or(|(before, _)| *before <= first) {
            let node = place(self.shape.words.len());
            self.shape.words.push(prod.0);
            match &self.symbols[first..] {
                [only] => self.shape.words.push(*only),
                symbols => self.shape.words.extend_from_slice(symbols),
            }
            self.symbols.truncate(first);
            node
        } else {
            self.counted_node(prod.0, first, iter::empty())
        };
        self.symbols.push(node);
    }

    fn cut(&mut self, left: usize, symbols: &[Symbol], lexemes: Range<usize>) {
        if !symbols.is_empty() || !lexemes.is_empty() {
            let node = self.error_node(left, lexemes);
            self.errors.push((left, node));
        }
    }
}

/// Narrows an index to the width in a word.
#[inline]
fn place(index: usize) -> u32 {
    assert!(index < LEXEME as usize, "a tree has fewer than 2^31 words and lexemes");
    index as u32
}

/// Returns an iterator over a node and all nodes below, parents before children, with their depths.
fn preorder<N: Copy, Children: DoubleEndedIterator<Item = N>>(
    root: N,
    children: impl Fn(N) -> Children,
) -> impl Iterator<Item = (usize, N)> {
    let mut todo = vec![(0, root)];
    iter::from_fn(move || {
        let (depth, node) = todo.pop()?;
        todo.extend(children(node).rev().map(|child| (depth + 1, child)));
        Some((depth, node))
    })
}

/// Displays a tree as text: a line for each node, indented by its depth. The first function returns
/// all nodes and their depths, the second a node's line.
pub(crate) struct Outline<Nodes, Line>(pub(crate) Nodes, pub(crate) Line);

impl<N, I, Nodes, Line> fmt::Display for Outline<Nodes, Line>
where
    I: Iterator<Item = (usize, N)>,
    Nodes: Fn() -> I,
    Line: Fn(N) -> String,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in (self.0)() {
            write!(f, "{:1$}", "", depth.min(INDENTED_DEPTH))?;
            if depth > INDENTED_DEPTH {
                write!(f, "({depth}) ")?;
            }
            writeln!(f, "{}", (self.1)(node))?;
        }
        Ok(())
    }
}

/// Largest depth shown by indentation; deeper ones are shown by a number, or the text of a deep
/// tree would grow by its square.
const INDENTED_DEPTH: usize = 100;
