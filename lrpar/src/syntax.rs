//! Syntax trees that lose nothing: the leaves of a [`SyntaxTree`], put together, are the input, whatever is wrong with it.
//!
//! | in the input | in the tree |
//! |---|---|
//! | a lexeme that was parsed | a leaf in its rule's node |
//! | what the lexer skips between lexemes | a trivia leaf before the next token, as high in the tree as it can stand, so that nodes begin and end with tokens |
//! | a token that recovery inserted | a *missing* leaf without text |
//! | lexemes that recovery deleted or dropped | leaves of an error node, where they stood |
//! | text that is no lexeme | an *unknown* leaf of an error node |
//!
//! A tree is one vector beside the text, 16 bytes a node, in the order in which a walk meets the nodes: parents before children. A
//! node knows where its subtree ends in the vector and where its text begins; it ends where that of the node after its subtree
//! begins. So all of a node's neighbours are found without a search but its previous sibling, and nothing recurses.

mod build;

use std::{fmt, iter, sync::Arc};

use lrtable::{ProdId, RuleId, Span, TokenId};

use crate::{repair::shortened, tree::indent};

/// A syntax tree that loses nothing of its input. Clones share it.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/words.rs")); }
/// # use words::{WordTypes, Words};
/// use lrpar::RTParserBuilder;
/// # use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
/// # let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
/// # let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
/// # let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// let text = "one  plus plus one";
/// # let lexer = Words::new(text, |word| Some(grammar.token_idx(word)?.0));
/// let parser: RTParserBuilder<u32, WordTypes> = RTParserBuilder::new(&grammar, &table);
/// let (tree, errors) = parser.parse_syntax_tree(&lexer, text);
/// assert_eq!(errors.len(), 1);
/// let leaves: String = tree.root().leaves().map(|leaf| leaf.text()).collect();
/// assert_eq!(leaves, text);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SyntaxTree(Arc<Parts>);

#[derive(PartialEq, Eq)]
struct Parts {
    text: Box<str>,
    elements: Vec<Element>,
    /// The rule of each production.
    rules: Vec<RuleId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Element {
    kind: Packed,
    parent: u32,
    /// The element after the last one of this one's subtree.
    end: u32,
    /// Where its text begins.
    start: u32,
}

/// What a node of a [`SyntaxTree`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SyntaxKind {
    /// A rule.
    Rule(RuleId),
    /// A lexeme.
    Token(TokenId),
    /// A token that is not in the input, and that recovery inserted. It has no text.
    Missing(TokenId),
    /// Text that the lexer skips: blanks, comments.
    Trivia,
    /// What recovery deleted or dropped: lexemes, and nodes that were complete before.
    Error,
    /// Text that is no lexeme, or one that the grammar does not know.
    Unknown,
}

/// A [`SyntaxKind`] in 32 bits; a production instead of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Packed(u32);

const TAG: u32 = 7 << 29;

impl Packed {
    const RULE: u32 = 0;
    const TOKEN: u32 = 1 << 29;
    const MISSING: u32 = 2 << 29;
    const TRIVIA: Packed = Packed(3 << 29);
    const ERROR: Packed = Packed(4 << 29);
    const UNKNOWN: Packed = Packed(5 << 29);

    /// # Panics
    ///
    /// If there are 2²⁹ productions or tokens; tables have fewer.
    fn new(tag: u32, id: u32) -> Packed {
        assert!(id & TAG == 0, "tables have fewer than 2^29 tokens and productions");
        Packed(tag | id)
    }
}

/// A node of a [`SyntaxTree`], leaves included; two words, to be copied.
#[derive(Clone, Copy)]
pub struct SyntaxNode<'t> {
    tree: &'t SyntaxTree,
    at: u32,
}

/// Where a node stood and what it was, without a tree: in a tree of another version of the text,
/// [`resolve`](SyntaxPointer::resolve) finds the node of this kind and place, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SyntaxPointer {
    /// What it was.
    pub kind: SyntaxKind,
    /// Where it stood.
    pub span: Span,
}

impl SyntaxTree {
    /// The root: the start rule's node, or an error node if nothing could be made of the input.
    pub fn root(&self) -> SyntaxNode<'_> {
        SyntaxNode { tree: self, at: 0 }
    }

    /// The input.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The number of nodes, leaves included.
    pub fn node_count(&self) -> usize {
        self.0.elements.len()
    }

    /// The leaf that holds the byte at `offset`; `None` at the end of the text and beyond. Takes time logarithmic in the size of the tree.
    pub fn leaf_at(&self, offset: usize) -> Option<SyntaxNode<'_>> {
        if offset >= self.text().len() {
            return None;
        }
        // Of the elements that begin there or before, the last is the leaf, or a missing one or an empty rule before the next.
        let after = self.0.elements.partition_point(|element| element.start as usize <= offset);
        let nodes = (0..after as u32).rev().map(|at| SyntaxNode { tree: self, at });
        nodes.into_iter().find(|node| node.is_leaf() && !node.span().is_empty())
    }

    /// The lowest node that holds all of `span`, the root if there is no other.
    pub fn covering(&self, span: Span) -> SyntaxNode<'_> {
        let holds = |node: &SyntaxNode<'_>| {
            node.span().start() <= span.start() && span.end() <= node.span().end()
        };
        let leaf = self.leaf_at(span.start()).unwrap_or(self.root());
        iter::once(leaf).chain(leaf.ancestors()).find(holds).unwrap_or(self.root())
    }

    /// The tree as text: a line for each node, indented by depth (below 100, where a number says the depth), with its name, which
    /// `name` says, and for a leaf its text.
    pub fn display<'t>(
        &'t self,
        name: impl Fn(SyntaxKind) -> &'t str + 't,
    ) -> impl fmt::Display + 't {
        Displayed { tree: self, name }
    }
}

/// The kinds by number and the text of the leaves, a line a node.
impl fmt::Debug for SyntaxTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in self.root().preorder() {
            let (kind, span) = (node.kind(), node.span());
            write!(f, "{:1$}{kind:?}@{2}..{3}", "", depth.min(100), span.start(), span.end())?;
            match node.is_leaf() {
                true => writeln!(f, " {:?}", node.text())?,
                false => writeln!(f)?,
            }
        }
        Ok(())
    }
}

struct Displayed<'t, F> {
    tree: &'t SyntaxTree,
    name: F,
}

impl<'t, F: Fn(SyntaxKind) -> &'t str> fmt::Display for Displayed<'t, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in self.tree.root().preorder() {
            indent(f, depth)?;
            let name = shortened((self.name)(node.kind()));
            match node.kind() {
                SyntaxKind::Rule(_) => writeln!(f, "{name}")?,
                SyntaxKind::Error => writeln!(f, "<error>")?,
                SyntaxKind::Missing(_) => writeln!(f, "{name} <missing>")?,
                SyntaxKind::Token(_) => writeln!(f, "{name} {:?}", node.text())?,
                SyntaxKind::Trivia => writeln!(f, "<trivia> {:?}", node.text())?,
                SyntaxKind::Unknown => writeln!(f, "<unknown> {:?}", node.text())?,
            }
        }
        Ok(())
    }
}

impl<'t> SyntaxNode<'t> {
    fn element(self) -> &'t Element {
        &self.tree.0.elements[self.at as usize]
    }

    fn to(self, at: u32) -> SyntaxNode<'t> {
        SyntaxNode { at, ..self }
    }

    /// The tree of the node.
    pub fn tree(self) -> &'t SyntaxTree {
        self.tree
    }

    /// The kind of the node.
    pub fn kind(self) -> SyntaxKind {
        let Packed(kind) = self.element().kind;
        let id = kind & !TAG;
        match kind & TAG {
            Packed::RULE => SyntaxKind::Rule(self.tree.0.rules[id as usize]),
            Packed::TOKEN => SyntaxKind::Token(TokenId::new(id as usize)),
            Packed::MISSING => SyntaxKind::Missing(TokenId::new(id as usize)),
            tag if tag == Packed::TRIVIA.0 => SyntaxKind::Trivia,
            tag if tag == Packed::ERROR.0 => SyntaxKind::Error,
            _ => SyntaxKind::Unknown,
        }
    }

    /// The production by which the node's rule was recognised; `None` if the node is no rule's.
    pub fn production(self) -> Option<ProdId> {
        let Packed(kind) = self.element().kind;
        (kind & TAG == Packed::RULE).then(|| ProdId::new(kind as usize))
    }

    /// Whether the node is a token, missing or not, trivia or unknown text, as opposed to a rule or an error.
    pub fn is_leaf(self) -> bool {
        !matches!(self.element().kind.0 & TAG, Packed::RULE) && self.element().kind != Packed::ERROR
    }

    /// Whether the node is a token that recovery inserted.
    pub fn is_missing(self) -> bool {
        self.element().kind.0 & TAG == Packed::MISSING
    }

    /// The place of the node in the text, in bytes.
    pub fn span(self) -> Span {
        let element = self.element();
        let after = self.tree.0.elements.get(element.end as usize);
        let end = after.map_or(self.tree.text().len(), |after| after.start as usize);
        Span::new(element.start as usize, end)
    }

    /// The text of the node.
    pub fn text(self) -> &'t str {
        self.span().text(self.tree.text())
    }

    /// The node whose child this one is; `None` for the root.
    pub fn parent(self) -> Option<SyntaxNode<'t>> {
        (self.at > 0).then(|| self.to(self.element().parent))
    }

    /// The node's parent, the parent of that, and so on to the root.
    pub fn ancestors(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        iter::successors(self.parent(), |node| node.parent())
    }

    /// The first child of the node.
    pub fn first_child(self) -> Option<SyntaxNode<'t>> {
        (self.at + 1 < self.element().end).then(|| self.to(self.at + 1))
    }

    /// The children of the node in the order of the text, trivia and errors included.
    pub fn children(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        iter::successors(self.first_child(), |child| child.next_sibling())
    }

    /// The children that are symbols of the node's production, missing ones included: all but trivia, errors and unknown text.
    pub fn symbols(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.children().filter(|child| child.is_symbol())
    }

    fn is_symbol(self) -> bool {
        self.element().kind.0 < Packed::TRIVIA.0
    }

    /// The symbols of a node whose rule is a list; for one that is a list of this rule, its symbols. Lists may be nested to any depth.
    pub(crate) fn symbols_of_list(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        let (list, end) = (self.kind(), self.element().end);
        let mut at = self.at + 1;
        iter::from_fn(move || {
            while at < end {
                let node = self.to(at);
                if node.kind() == list {
                    at += 1;
                    continue;
                }
                at = node.element().end;
                if node.is_symbol() {
                    return Some(node);
                }
            }
            None
        })
    }

    /// The next child of the node's parent.
    pub fn next_sibling(self) -> Option<SyntaxNode<'t>> {
        let next = self.to(self.element().end);
        (next.at < self.parent()?.element().end).then_some(next)
    }

    /// The child before this one of the node's parent. Takes time linear in the depth of that child.
    pub fn previous_sibling(self) -> Option<SyntaxNode<'t>> {
        let parent = self.parent()?;
        let before = self.to(self.at - 1);
        iter::once(before).chain(before.ancestors()).find(|node| node.parent() == Some(parent))
    }

    /// The node and all below it, parents before children, each with its depth below this one.
    pub fn preorder(self) -> impl Iterator<Item = (usize, SyntaxNode<'t>)> {
        let mut open: Vec<u32> = Vec::new();
        (self.at..self.element().end).map(move |at| {
            let node = self.to(at);
            while open.last().is_some_and(|end| *end <= at) {
                open.pop();
            }
            let depth = open.len();
            open.push(node.element().end);
            (depth, node)
        })
    }

    /// The leaves below the node, or the node itself if it is a leaf, in the order of the text.
    pub fn leaves(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        (self.at..self.element().end).map(move |at| self.to(at)).filter(|node| node.is_leaf())
    }

    /// The first leaf after the node and all below it.
    pub fn next_leaf(self) -> Option<SyntaxNode<'t>> {
        let all = self.tree.0.elements.len() as u32;
        (self.element().end..all).map(|at| self.to(at)).find(|node| node.is_leaf())
    }

    /// The last leaf before the node.
    pub fn previous_leaf(self) -> Option<SyntaxNode<'t>> {
        (0..self.at).rev().map(|at| self.to(at)).find(|node| node.is_leaf())
    }

    /// A pointer with the place and the kind of the node, by which it is found in another tree.
    pub fn pointer(self) -> SyntaxPointer {
        SyntaxPointer { kind: self.kind(), span: self.span() }
    }
}

/// The node of a certain rule: what build scripts make for the rules of a grammar, if they ask for
/// syntax trees (`CTParserBuilder::syntax_tree`).
///
/// Its functions return the symbols of its productions. `None` says that the rule was recognised by a production without that symbol; what
/// recovery inserted is there and is [missing](SyntaxNode::is_missing), or a rule's node with nothing but missing tokens.
pub trait TypedNode<'t>: Copy {
    /// The rule.
    const RULE: u32;

    /// Makes it of a node, which is one of this rule.
    #[doc(hidden)]
    fn from_node(node: SyntaxNode<'t>) -> Self;

    /// It as a node.
    fn syntax(self) -> SyntaxNode<'t>;

    /// `node` as a node of this rule, if it is one.
    fn cast(node: SyntaxNode<'t>) -> Option<Self> {
        (node.kind() == SyntaxKind::Rule(RuleId::new(Self::RULE as usize)))
            .then(|| Self::from_node(node))
    }
}

/// Two nodes are equal if they are one place of one tree in memory.
impl PartialEq for SyntaxNode<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && Arc::ptr_eq(&self.tree.0, &other.tree.0)
    }
}

impl Eq for SyntaxNode<'_> {}

impl fmt::Debug for SyntaxNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}@{}..{}", self.kind(), self.span().start(), self.span().end())
    }
}

impl SyntaxPointer {
    /// The node of this kind and place in `tree`; of several, the highest.
    pub fn resolve(self, tree: &SyntaxTree) -> Option<SyntaxNode<'_>> {
        let start = self.span.start();
        let from = tree.0.elements.partition_point(|element| (element.start as usize) < start);
        let nodes = (from..tree.node_count()).map(|at| SyntaxNode { tree, at: at as u32 });
        nodes
            .take_while(|node| node.span().start() == start)
            .chain((from == 0).then(|| tree.root()))
            .find(|node| node.pointer() == self)
    }
}
