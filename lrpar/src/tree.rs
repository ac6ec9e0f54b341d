//! Parse trees.
//!
//! A [`Tree`] keeps all its nodes in one vector and all lists of children in another, 12 bytes for a node and 4 for its place
//! in a list: making one allocates now and then, dropping one is two calls, and nothing recurses, however deep it is.

use std::{fmt, marker::PhantomData};

use lrtable::{ProdId, RIdx, RuleId, Storage, TIdx, TokenId, grammar::Grammar, pack::Tables};

use crate::{
    driver::{End, Semantics},
    lexer::Lexeme,
};

/// Which kind of node it is, and of which lexeme or production.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Lexeme(u32),
    Production(ProdId),
    Error,
}

#[derive(Clone, Debug)]
struct NodeData {
    kind: Kind,
    first_child: u32,
    child_count: u32,
}

/// A parse tree.
#[derive(Clone, Debug)]
pub struct Tree<LexemeT> {
    nodes: Vec<NodeData>,
    children: Vec<u32>,
    /// The input's lexemes, then those that recovery inserted.
    lexemes: Vec<LexemeT>,
    /// The rule of each production.
    rules: Vec<RuleId>,
    root: u32,
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

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind<'t, LexemeT> {
    /// A lexeme of the input, or one that recovery inserted (a faulty one).
    Lexeme(&'t LexemeT),
    /// A rule, by this production.
    Rule(RuleId, ProdId),
    /// What panic mode took off the stack or skipped.
    Error,
}

impl<LexemeT> Tree<LexemeT> {
    /// The root: the start rule's node, or an error node if nothing could be made of the input.
    pub fn root(&self) -> NodeRef<'_, LexemeT> {
        NodeRef { tree: self, node: self.root }
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes, parents before children, with their depth: the root's is 0.
    pub fn preorder(&self) -> impl Iterator<Item = (usize, NodeRef<'_, LexemeT>)> {
        let mut todo = vec![(0, self.root())];
        std::iter::from_fn(move || {
            let (depth, node) = todo.pop()?;
            todo.extend(node.children().rev().map(|child| (depth + 1, child)));
            Some((depth, node))
        })
    }

    /// The tree as text: a line for each node, a rule's name or a token's name and a lexeme's text, indented by depth.
    pub fn display<'t, StorageT: Storage>(
        &'t self,
        grammar: &'t Grammar,
        source: &'t str,
    ) -> impl fmt::Display + 't
    where
        LexemeT: Lexeme<StorageT>,
    {
        Displayed { tree: self, grammar, source, storage: PhantomData }
    }

    /// The same tree as nodes that own their children.
    pub fn into_node<StorageT: Storage>(self) -> Node<LexemeT, StorageT>
    where
        LexemeT: Copy,
    {
        // A node is made after its children: the tree is walked in preorder, and each entry of `open` waits for the rest of
        // its children.
        let mut open: Vec<Open<'_, LexemeT, StorageT>> = vec![(self.root(), Vec::new())];
        loop {
            let (node, made) = open.last().expect("the root is closed last");
            if let Some(child) = node.children().nth(made.len()) {
                open.push((child, Vec::new()));
                continue;
            }
            let (node, nodes) = open.pop().expect("it was looked at just now");
            let nodes = Children(nodes);
            let node = match node.kind() {
                NodeKind::Lexeme(lexeme) => Node::Term { lexeme: *lexeme },
                NodeKind::Rule(rule, _) => {
                    Node::Nonterm { ridx: rule.narrow().expect("the grammar's ids fit"), nodes }
                }
                NodeKind::Error => Node::Error { nodes },
            };
            match open.last_mut() {
                Some((_, siblings)) => siblings.push(node),
                None => return node,
            }
        }
    }
}

impl<'t, LexemeT> NodeRef<'t, LexemeT> {
    /// What it stands for.
    pub fn kind(self) -> NodeKind<'t, LexemeT> {
        match self.tree.nodes[self.node as usize].kind {
            Kind::Lexeme(at) => NodeKind::Lexeme(&self.tree.lexemes[at as usize]),
            Kind::Production(prod) => NodeKind::Rule(self.tree.rules[prod.index()], prod),
            Kind::Error => NodeKind::Error,
        }
    }

    /// Its children, in the order of the input.
    pub fn children(
        self,
    ) -> impl DoubleEndedIterator<Item = NodeRef<'t, LexemeT>> + ExactSizeIterator {
        let NodeData { first_child, child_count, .. } = self.tree.nodes[self.node as usize];
        let tree = self.tree;
        let children = &tree.children[first_child as usize..][..child_count as usize];
        children.iter().map(move |node| NodeRef { tree, node: *node })
    }
}

/// A node, and those of its children that were made.
type Open<'t, LexemeT, StorageT> = (NodeRef<'t, LexemeT>, Vec<Node<LexemeT, StorageT>>);

/// Depths up to this are shown by indentation, others by a number: else the text of a deep tree would grow by its square.
const INDENTED_DEPTH: usize = 100;

struct Displayed<'t, LexemeT, StorageT> {
    tree: &'t Tree<LexemeT>,
    grammar: &'t Grammar,
    source: &'t str,
    storage: PhantomData<StorageT>,
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> fmt::Display
    for Displayed<'_, LexemeT, StorageT>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, node) in self.tree.preorder() {
            write!(f, "{:1$}", "", depth.min(INDENTED_DEPTH))?;
            if depth > INDENTED_DEPTH {
                write!(f, "({depth}) ")?;
            }
            match node.kind() {
                NodeKind::Rule(rule, _) => writeln!(f, "{}", self.grammar.rule(rule).name)?,
                NodeKind::Error => writeln!(f, "<error>")?,
                NodeKind::Lexeme(lexeme) => {
                    let token = self.grammar.tokens().get(lexeme.tok_id().to_index());
                    f.write_str(token.map_or("<invalid>", |token| &token.name))?;
                    if lexeme.faulty() {
                        writeln!(f, " <inserted>")?;
                    } else {
                        let text = lexeme.span().text(self.source).replace('\n', "\\n");
                        writeln!(f, " {text}")?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// A node that owns its children, as users of grmtools know it; and error nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<LexemeT, StorageT> {
    /// A lexeme.
    Term {
        /// It.
        lexeme: LexemeT,
    },
    /// A rule.
    Nonterm {
        /// It.
        ridx: RIdx<StorageT>,
        /// A node for each symbol of its production, and error nodes between them.
        nodes: Children<LexemeT, StorageT>,
    },
    /// What panic mode took off the stack or skipped.
    Error {
        /// It, in the order of the input.
        nodes: Children<LexemeT, StorageT>,
    },
}

/// The children of a [`Node`]: a vector that is dropped without recursion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Children<LexemeT, StorageT>(Vec<Node<LexemeT, StorageT>>);

impl<LexemeT, StorageT> Drop for Children<LexemeT, StorageT> {
    fn drop(&mut self) {
        let mut todo = std::mem::take(&mut self.0);
        while let Some(mut node) = todo.pop() {
            if let Node::Nonterm { nodes, .. } | Node::Error { nodes } = &mut node {
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

/// A symbol's node, and the error nodes behind it.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    node: u32,
    /// The last error node behind it, as an index into [`TreeBuilder::errors`]; or [`NO_ERROR`].
    errors: u32,
}

const NO_ERROR: u32 = u32::MAX;

/// Builds a [`Tree`].
pub(crate) struct TreeBuilder<LexemeT> {
    tree: Tree<LexemeT>,
    /// Lists of error nodes, linked from the last to the first: a node, and the one before.
    errors: Vec<(u32, u32)>,
    /// The error nodes before all symbols.
    leading: u32,
    make_inserted: fn(TokenId, usize) -> LexemeT,
    input_end: usize,
    starts: Vec<usize>,
}

impl<LexemeT: Copy> TreeBuilder<LexemeT> {
    /// A builder over the lexemes of an input. `starts` are their first bytes and, last, the end of the input.
    pub(crate) fn new(
        tables: &Tables<'_>,
        lexemes: Vec<LexemeT>,
        starts: Vec<usize>,
        make_inserted: fn(TokenId, usize) -> LexemeT,
    ) -> Self {
        let rules = (0..tables.productions.len()).map(|p| tables.production(ProdId::new(p)).0);
        TreeBuilder {
            input_end: lexemes.len(),
            tree: Tree {
                nodes: Vec::new(),
                children: Vec::new(),
                lexemes,
                rules: rules.collect(),
                root: 0,
            },
            errors: Vec::new(),
            leading: NO_ERROR,
            make_inserted,
            starts,
        }
    }

    /// The tree, now that parsing has ended.
    pub(crate) fn finish(mut self, end: End<Slot>) -> Option<Tree<LexemeT>> {
        let slot = match end {
            End::Accepted(slot) => slot,
            End::GaveUp(mut slots, position) => {
                let dropped = std::mem::take(&mut slots);
                let rest = position..self.input_end;
                let node = self.error_node(dropped, rest);
                Slot { node, errors: NO_ERROR }
            }
            End::Stopped => return None,
        };
        if slot.errors != NO_ERROR || self.leading != NO_ERROR {
            // Error nodes before and behind the start rule's node become its first and last children.
            let NodeData { kind, first_child, child_count } =
                self.tree.nodes[slot.node as usize].clone();
            let from = self.tree.children.len();
            let leading = self.leading;
            self.push_errors(leading);
            let own = first_child as usize..(first_child + child_count) as usize;
            self.tree.children.extend_from_within(own);
            self.push_errors(slot.errors);
            self.tree.nodes[slot.node as usize] = self.data(kind, from);
        }
        self.tree.root = slot.node;
        Some(self.tree)
    }

    fn push_errors(&mut self, last: u32) {
        let from = self.tree.children.len();
        let mut at = last;
        while at != NO_ERROR {
            let (node, before) = self.errors[at as usize];
            self.tree.children.push(node);
            at = before;
        }
        self.tree.children[from..].reverse();
    }

    /// A node of `kind` whose children are those from `from` on.
    fn data(&self, kind: Kind, from: usize) -> NodeData {
        NodeData {
            kind,
            first_child: narrow(from),
            child_count: narrow(self.tree.children.len() - from),
        }
    }

    fn node(&mut self, kind: Kind, from: usize) -> u32 {
        let data = self.data(kind, from);
        self.tree.nodes.push(data);
        narrow(self.tree.nodes.len() - 1)
    }

    fn push_slot(&mut self, slot: Slot) {
        self.tree.children.push(slot.node);
        self.push_errors(slot.errors);
    }

    fn lexeme_node(&mut self, at: usize) -> u32 {
        let from = self.tree.children.len();
        self.node(Kind::Lexeme(narrow(at)), from)
    }

    fn error_node(&mut self, dropped: Vec<Slot>, lexemes: std::ops::Range<usize>) -> u32 {
        let lexemes: Vec<u32> = lexemes.map(|at| self.lexeme_node(at)).collect();
        let from = self.tree.children.len();
        for slot in dropped {
            self.push_slot(slot);
        }
        self.tree.children.extend(lexemes);
        self.node(Kind::Error, from)
    }
}

impl<LexemeT: Copy> Semantics for TreeBuilder<LexemeT> {
    type Value = Slot;

    fn lexeme(&mut self, position: usize) -> Slot {
        Slot { node: self.lexeme_node(position), errors: NO_ERROR }
    }

    fn inserted(&mut self, token: TokenId, position: usize) -> Slot {
        self.tree.lexemes.push((self.make_inserted)(token, self.starts[position]));
        Slot { node: self.lexeme_node(self.tree.lexemes.len() - 1), errors: NO_ERROR }
    }

    fn reduce(&mut self, prod: ProdId, values: &mut Vec<Slot>, len: usize) -> Slot {
        let from = self.tree.children.len();
        for slot in &values[values.len() - len..] {
            self.tree.children.push(slot.node);
            if slot.errors != NO_ERROR {
                self.push_errors(slot.errors);
            }
        }
        values.truncate(values.len() - len);
        Slot { node: self.node(Kind::Production(prod), from), errors: NO_ERROR }
    }

    fn discarded(
        &mut self,
        values: &mut [Slot],
        dropped: Vec<Slot>,
        lexemes: std::ops::Range<usize>,
    ) {
        if dropped.is_empty() && lexemes.is_empty() {
            return;
        }
        let node = self.error_node(dropped, lexemes);
        let list = values.last_mut().map_or(&mut self.leading, |slot| &mut slot.errors);
        self.errors.push((node, *list));
        *list = narrow(self.errors.len() - 1);
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("a tree has fewer than 2^32 nodes")
}

/// A token id in the storage type of lexemes.
pub(crate) fn stored<StorageT: Storage>(token: TokenId) -> StorageT {
    let TIdx(id) = token.narrow().expect("the grammar's ids fit");
    id
}
