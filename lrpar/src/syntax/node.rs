//! Nodes of a syntax tree: neighbours, walks, place and text.
//!
//! All are computed from the tree's vector: the next element is the first child, the one after a
//! node's subtree its next sibling.

use std::{fmt, iter, sync::Arc};

use lrtable::{ProdId, Span, TokenId};

use super::{Element, Packed, SyntaxKind, SyntaxNode, SyntaxPointer, SyntaxTree, TAG};

impl<'t> SyntaxNode<'t> {
    pub(super) fn element(self) -> &'t Element {
        &self.tree.0.elements[self.at as usize]
    }

    pub(super) fn to(self, at: u32) -> SyntaxNode<'t> {
        SyntaxNode { at, ..self }
    }

    /// Returns the tree of the node.
    pub fn tree(self) -> &'t SyntaxTree {
        self.tree
    }

    /// Returns the kind of the node.
    pub fn kind(self) -> SyntaxKind {
        let Packed(kind) = self.element().kind;
        let id = kind & !TAG;
        match kind & TAG {
            Packed::RULE => SyntaxKind::Rule(self.tree.0.rules[id as usize]),
            Packed::TOKEN => SyntaxKind::Token(TokenId::new(id as usize)),
            Packed::MISSING => SyntaxKind::Missing(TokenId::new(id as usize)),
            Packed::TRIVIA => SyntaxKind::Trivia,
            tag if tag == Packed::ERROR.0 => SyntaxKind::Error,
            _ => SyntaxKind::Unknown,
        }
    }

    /// Returns the production by which the node's rule was recognised; `None` if the node is not a
    /// rule's.
    pub fn production(self) -> Option<ProdId> {
        let Packed(kind) = self.element().kind;
        (kind & TAG == Packed::RULE).then(|| ProdId::new(kind as usize))
    }

    /// Returns whether the node is a leaf: a token, missing or not, trivia or unknown text, but not
    /// a rule or an error.
    pub fn is_leaf(self) -> bool {
        !matches!(self.element().kind.0 & TAG, Packed::RULE) && self.element().kind != Packed::ERROR
    }

    /// Returns whether the node is a token that recovery inserted.
    pub fn is_missing(self) -> bool {
        self.element().kind.0 & TAG == Packed::MISSING
    }

    /// Returns the lexer's name for the node's trivia, `comment` for example; `None` if there is
    /// none, or the node is not trivia.
    pub fn trivia_name(self) -> Option<&'t str> {
        let Packed(kind) = self.element().kind;
        let number = (kind & TAG == Packed::TRIVIA).then_some(kind & !TAG)?;
        Some(&self.tree.0.trivia[number.checked_sub(1)? as usize])
    }

    /// Returns the bytes of the text that the node covers.
    pub fn span(self) -> Span {
        let element = self.element();
        let after = self.tree.0.elements.get(element.end as usize);
        let end = after.map_or(self.tree.text().len(), |after| after.start as usize);
        Span::new(element.start as usize, end)
    }

    /// Returns the text of the node.
    pub fn text(self) -> &'t str {
        self.span().text(self.tree.text())
    }

    /// Returns the parent of the node; `None` for the root.
    pub fn parent(self) -> Option<SyntaxNode<'t>> {
        (self.at > 0).then(|| self.to(self.element().parent))
    }

    /// Returns an iterator over the node's parent, the parent of that, and so on to the root.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree("one plus one");
    /// let first = tree.leaf_at(0).unwrap();
    /// let texts: Vec<&str> = first.ancestors().map(|node| node.text()).collect();
    /// assert_eq!(texts, ["one", "one plus one"]);
    /// ```
    pub fn ancestors(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        iter::successors(self.parent(), |node| node.parent())
    }

    /// Returns the first child of the node.
    pub fn first_child(self) -> Option<SyntaxNode<'t>> {
        (self.at + 1 < self.element().end).then(|| self.to(self.at + 1))
    }

    /// Returns an iterator over the children of the node in the order of the text, trivia and
    /// errors included.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree("one plus one");
    /// let texts: Vec<&str> = tree.root().children().map(|child| child.text()).collect();
    /// assert_eq!(texts, ["one", " ", "plus", " ", "one"]);
    /// assert_eq!(tree.root().symbols().count(), 3);
    /// ```
    pub fn children(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        iter::successors(self.first_child(), |child| child.next_sibling())
    }

    /// Returns an iterator over the children that are symbols of the node's production, missing
    /// ones included: all but trivia, errors and unknown text.
    pub fn symbols(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.children().filter(|child| child.is_symbol())
    }

    pub(super) fn is_symbol(self) -> bool {
        self.element().kind.0 < Packed::TRIVIA
    }

    /// Returns an iterator over the symbols of a node whose rule is a list, with nested lists of
    /// that rule flattened, whatever their depth.
    pub(crate) fn symbols_of_list(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        let list = self.kind();
        self.flattened(move |node| node.kind() == list)
    }

    /// Returns an iterator over the symbols below a list's node, with nested nodes of `rules`
    /// flattened.
    pub(crate) fn symbols_of_lists(
        self,
        rules: &'static [u32],
    ) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.flattened(
            |node| matches!(node.kind(), SyntaxKind::Rule(rule) if rules.contains(&rule.0)),
        )
    }

    /// The symbols below the node; those below nodes that `is_list` accepts in place of these.
    fn flattened(
        self,
        is_list: impl Fn(SyntaxNode<'t>) -> bool,
    ) -> impl Iterator<Item = SyntaxNode<'t>> {
        let end = self.element().end;
        let mut at = self.at + 1;
        iter::from_fn(move || {
            while at < end {
                let node = self.to(at);
                if is_list(node) {
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

    /// Returns the next child of the node's parent.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree("one plus one");
    /// let plus = tree.leaf_at(5).unwrap();
    /// let (before, after) = (plus.previous_sibling().unwrap(), plus.next_sibling().unwrap());
    /// assert_eq!((before.span().end(), after.span().start()), (4, 8));
    /// ```
    pub fn next_sibling(self) -> Option<SyntaxNode<'t>> {
        let next = self.to(self.element().end);
        (next.at < self.parent()?.element().end).then_some(next)
    }

    /// Returns the previous child of the node's parent. Takes time linear in the depth of that
    /// child.
    pub fn previous_sibling(self) -> Option<SyntaxNode<'t>> {
        let parent = self.parent()?;
        let before = self.to(self.at - 1);
        iter::once(before).chain(before.ancestors()).find(|node| node.parent() == Some(parent))
    }

    /// Returns an iterator over the node and all nodes below, parents before children, each with
    /// its depth below this node.
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

    /// Returns an iterator over the leaves below the node, or the node itself if it is a leaf, in
    /// the order of the text.
    pub fn leaves(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        (self.at..self.element().end).map(move |at| self.to(at)).filter(|node| node.is_leaf())
    }

    /// Returns the first leaf after the node and everything below it.
    pub fn next_leaf(self) -> Option<SyntaxNode<'t>> {
        let all = self.tree.0.elements.len() as u32;
        (self.element().end..all).map(|at| self.to(at)).find(|node| node.is_leaf())
    }

    /// Returns the last leaf before the node.
    pub fn previous_leaf(self) -> Option<SyntaxNode<'t>> {
        (0..self.at).rev().map(|at| self.to(at)).find(|node| node.is_leaf())
    }

    /// Returns the place and the kind of the node, by which another tree finds it.
    pub fn pointer(self) -> SyntaxPointer {
        SyntaxPointer { kind: self.kind(), span: self.span() }
    }
}

/// Compares identity: two nodes are equal if they are one place of one tree in memory.
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
