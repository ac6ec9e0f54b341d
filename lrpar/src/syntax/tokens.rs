//! Tokens and symbols around a node, and what recovery did below it.
//!
//! A token is here a lexeme, in an error or not, or unknown text: a leaf that is neither trivia nor
//! missing. Of the elements that begin before a byte, the last is always the leaf with the byte
//! before it. So tokens with text are found by binary search, whatever is nested there. Those
//! without, such as the end of an indented block, are looked up in a list of their own.

use std::iter;

use lrtable::Span;

use super::{SyntaxNode, SyntaxTree};
use crate::node_types::SyntaxKind;

impl SyntaxTree {
    /// Returns an iterator over the tokens that touch `span` or lie in it, in the order of the
    /// text. The first takes time logarithmic in the size of the tree.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// use lrpar::Span;
    /// let tree = sum_tree("one plus one plus one");
    /// let texts: Vec<&str> = tree.tokens_in(Span::new(8, 10)).map(|it| it.text()).collect();
    /// assert_eq!(texts, ["plus", "one"]);
    /// ```
    pub fn tokens_in(&self, span: Span) -> impl Iterator<Item = SyntaxNode<'_>> {
        let leaf = self.leaf_before(span.start()).or(self.leaf_at(0));
        let mut leaves = iter::successors(leaf, |leaf| self.leaf_at(leaf.span().end()));
        let text = leaves.find(|leaf| leaf.is_token() && leaf.span().end() >= span.start());
        let starts_before =
            |at: &u32| (self.0.elements[*at as usize].start as usize) < span.start();
        let empty = self.empty_at(self.0.empty.partition_point(starts_before));
        iter::successors(first_of(text, empty), |token| token.next_token())
            .take_while(move |token| token.span().start() <= span.end())
    }

    /// Returns the leaf that holds the byte before `offset`; `None` at the start of the text.
    pub(super) fn leaf_before(&self, offset: usize) -> Option<SyntaxNode<'_>> {
        let after = self.0.elements.partition_point(|element| (element.start as usize) < offset);
        after.checked_sub(1).map(|at| SyntaxNode { tree: self, at: at as u32 })
    }
}

impl<'t> SyntaxNode<'t> {
    /// Returns whether the node is an error node: what recovery deleted or dropped.
    pub fn is_error(self) -> bool {
        self.kind() == SyntaxKind::Error
    }

    /// Returns whether the node, or one below, is an error node or a missing token. Takes time
    /// logarithmic in the number of these in the tree.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// assert!(sum_tree("one plus").root().has_error());
    /// assert!(!sum_tree("one plus one").root().has_error());
    /// ```
    pub fn has_error(self) -> bool {
        let wrong = &self.tree.0.wrong;
        let next = wrong.get(wrong.partition_point(|at| *at < self.at));
        next.is_some_and(|at| *at < self.element().end)
    }

    /// Whether the node is a lexeme or unknown text.
    pub(super) fn is_token(self) -> bool {
        matches!(self.kind(), SyntaxKind::Token(_) | SyntaxKind::Unknown)
    }

    /// Returns an iterator over the tokens below the node, or the node itself if it is a token, in
    /// the order of the text: lexemes, also those in errors or without text, and unknown text.
    pub fn tokens(self) -> impl Iterator<Item = SyntaxNode<'t>> {
        self.leaves().filter(|leaf| leaf.is_token())
    }

    /// Returns the first of the [`tokens`](SyntaxNode::tokens); `None` if there is none. Takes time
    /// logarithmic in the size of the tree, and for a root linear in the trivia before the token.
    pub fn first_token(self) -> Option<SyntaxNode<'t>> {
        let empty = self.tree.empty_from(self.at).filter(|empty| empty.at < self.element().end);
        first_of(self.first_text(), empty)
    }

    /// Returns the last of the [`tokens`](SyntaxNode::tokens). Takes as much time as
    /// [`first_token`](SyntaxNode::first_token).
    pub fn last_token(self) -> Option<SyntaxNode<'t>> {
        let empty = self.tree.empty_before(self.element().end).filter(|empty| empty.at >= self.at);
        last_of(self.last_text(), empty)
    }

    /// Returns the first token below the node that has text.
    pub(super) fn first_text(self) -> Option<SyntaxNode<'t>> {
        let end = self.span().end();
        self.tree.text_from(self.span().start()).filter(|token| token.span().end() <= end)
    }

    /// Returns the last token below the node that has text.
    pub(super) fn last_text(self) -> Option<SyntaxNode<'t>> {
        let start = self.span().start();
        self.tree.text_before(self.span().end()).filter(|token| token.span().start() >= start)
    }

    /// Returns the first token after the node. Takes time logarithmic in the size of the tree, and
    /// linear in the trivia between.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree(" one plus one plus one");
    /// let sum = tree.leaf_at(1).unwrap().parent().unwrap();
    /// assert_eq!(sum.next_token(), tree.leaf_at(5));
    /// assert_eq!(sum.next_token().unwrap().previous_token(), sum.last_token());
    /// assert_eq!(tree.root().first_token(), tree.leaf_at(1));
    /// ```
    pub fn next_token(self) -> Option<SyntaxNode<'t>> {
        let empty = self.tree.empty_from(self.element().end);
        first_of(self.tree.text_from(self.span().end()), empty)
    }

    /// Returns the last token before the node. Takes as much time as
    /// [`next_token`](SyntaxNode::next_token).
    pub fn previous_token(self) -> Option<SyntaxNode<'t>> {
        last_of(self.tree.text_before(self.span().start()), self.tree.empty_before(self.at))
    }

    /// Returns the next sibling that is a symbol of the parent's production: not trivia, an error
    /// or unknown text.
    ///
    /// ```
    /// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
    /// # use words::sum_tree;
    /// let tree = sum_tree("one plus one");
    /// let plus = tree.leaf_at(4).unwrap();
    /// assert_eq!(plus.next_symbol(), tree.leaf_at(9));
    /// assert_eq!(plus.previous_symbol().unwrap().next_symbol(), Some(plus));
    /// assert_eq!(plus.index(), Some(1));
    /// ```
    pub fn next_symbol(self) -> Option<SyntaxNode<'t>> {
        let siblings = iter::successors(self.next_sibling(), |node| node.next_sibling());
        siblings.into_iter().find(|node| node.is_symbol())
    }

    /// Returns the previous sibling that is a symbol of the parent's production. Takes time linear
    /// in the depth of the siblings passed.
    pub fn previous_symbol(self) -> Option<SyntaxNode<'t>> {
        let siblings = iter::successors(self.previous_sibling(), |node| node.previous_sibling());
        siblings.into_iter().find(|node| node.is_symbol())
    }

    /// Returns the node's index among the [`items`](SyntaxNode::items) of its parent; `None` if it
    /// is not among them, as separators and trivia are not. Takes time linear in the index.
    pub fn index(self) -> Option<usize> {
        self.parent()?.items().position(|item| item == self)
    }
}

impl SyntaxTree {
    /// Returns the first token with text that begins at a byte or after it.
    fn text_from(&self, offset: usize) -> Option<SyntaxNode<'_>> {
        let leaves = iter::successors(self.leaf_at(offset), |leaf| self.leaf_at(leaf.span().end()));
        leaves.into_iter().find(|leaf| leaf.is_token())
    }

    /// Returns the last token with text that begins before a byte.
    fn text_before(&self, offset: usize) -> Option<SyntaxNode<'_>> {
        let last = self.leaf_before(offset);
        let leaves = iter::successors(last, |leaf| self.leaf_before(leaf.span().start()));
        leaves.into_iter().find(|leaf| leaf.is_token())
    }

    /// Returns the first token without text among the elements from an index on.
    fn empty_from(&self, at: u32) -> Option<SyntaxNode<'_>> {
        self.empty_at(self.0.empty.partition_point(|empty| *empty < at))
    }

    /// Returns the last token without text among the elements before an index.
    fn empty_before(&self, at: u32) -> Option<SyntaxNode<'_>> {
        self.empty_at(self.0.empty.partition_point(|empty| *empty < at).checked_sub(1)?)
    }

    fn empty_at(&self, number: usize) -> Option<SyntaxNode<'_>> {
        self.0.empty.get(number).map(|at| SyntaxNode { tree: self, at: *at })
    }
}

/// The one of two tokens that comes first, if there are two.
fn first_of<'t>(a: Option<SyntaxNode<'t>>, b: Option<SyntaxNode<'t>>) -> Option<SyntaxNode<'t>> {
    a.into_iter().chain(b).min_by_key(|token| token.at)
}

/// The one of two tokens that comes last, if there are two.
fn last_of<'t>(a: Option<SyntaxNode<'t>>, b: Option<SyntaxNode<'t>>) -> Option<SyntaxNode<'t>> {
    a.into_iter().chain(b).max_by_key(|token| token.at)
}
