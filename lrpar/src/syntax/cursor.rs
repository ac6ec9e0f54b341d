//! A cursor: a walk through a syntax tree in any direction, one step at a time.

use super::SyntaxNode;
use crate::node_types::FieldId;

/// A place in a syntax tree that moves from node to node; from [`SyntaxNode::cursor`].
///
/// A cursor does not leave the node at which it began. Every step takes constant time, with two
/// exceptions: [`goto_previous_sibling`](SyntaxCursor::goto_previous_sibling) and
/// [`goto_last_child`](SyntaxCursor::goto_last_child) take time linear in the depth of the node
/// that they find. The cursor remembers the nodes that it passes on the way, for the steps down
/// that follow. A walk through all nodes is therefore linear from the last to the first, too.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::sum_tree;
/// let tree = sum_tree("one plus one");
/// let mut cursor = tree.root().cursor();
/// assert!(cursor.goto_last_child());
/// assert!(cursor.goto_previous_sibling() && cursor.node().text() == " ");
/// assert!(cursor.goto_parent() && cursor.node() == tree.root());
/// assert!(!cursor.goto_parent() && !cursor.goto_next_sibling());
/// ```
#[derive(Clone, Debug)]
pub struct SyntaxCursor<'t> {
    node: SyntaxNode<'t>,
    /// Where the cursor began.
    top: u32,
    depth: usize,
    /// Nodes on a path down from the node, the next one last.
    below: Vec<u32>,
}

impl<'t> SyntaxNode<'t> {
    /// Returns a cursor at this node.
    pub fn cursor(self) -> SyntaxCursor<'t> {
        SyntaxCursor { node: self, top: self.at, depth: 0, below: Vec::new() }
    }
}

impl<'t> SyntaxCursor<'t> {
    /// Returns the node at which the cursor is.
    pub fn node(&self) -> SyntaxNode<'t> {
        self.node
    }

    /// Returns the [field](SyntaxNode::field) that the node is in its parent.
    pub fn field(&self) -> Option<FieldId> {
        self.node.field()
    }

    /// Returns the depth of the node below the one at which the cursor began.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Moves to the first child; returns whether there is one.
    pub fn goto_first_child(&mut self) -> bool {
        let Some(child) = self.node.first_child() else { return false };
        if self.below.pop() != Some(child.at) {
            self.below.clear();
        }
        self.down(child.at)
    }

    /// Moves to the last child; returns whether there is one.
    pub fn goto_last_child(&mut self) -> bool {
        let Some(first) = self.node.first_child() else { return false };
        let end = self.node.element().end;
        if self.below.last().is_none_or(|at| self.node.to(*at).element().end != end) {
            self.climb(end - 1, self.node.at);
        }
        let last = self.below.pop().unwrap_or(first.at);
        self.down(last)
    }

    /// Moves to the next sibling; returns whether there is one.
    pub fn goto_next_sibling(&mut self) -> bool {
        let next = self.node.next_sibling().filter(|_| self.node.at > self.top);
        self.node = next.unwrap_or(self.node);
        if next.is_some() {
            self.below.clear();
        }
        next.is_some()
    }

    /// Moves to the previous sibling; returns whether there is one.
    pub fn goto_previous_sibling(&mut self) -> bool {
        let (at, parent) = (self.node.at, self.node.element().parent);
        if at == self.top || at == parent + 1 {
            return false;
        }
        self.climb(at - 1, parent);
        self.node = self.node.to(self.below.pop().unwrap_or(at));
        true
    }

    /// Moves to the parent; returns whether there is one, and the cursor did not begin here.
    pub fn goto_parent(&mut self) -> bool {
        let parent = self.node.parent().filter(|_| self.node.at > self.top);
        if let Some(parent) = parent {
            self.below.push(self.node.at);
            self.node = parent;
            self.depth -= 1;
        }
        parent.is_some()
    }

    fn down(&mut self, child: u32) -> bool {
        self.node = self.node.to(child);
        self.depth += 1;
        true
    }

    /// Remembers the path from `leaf` up to the child of `parent`.
    fn climb(&mut self, leaf: u32, parent: u32) {
        self.below.clear();
        let mut at = leaf;
        while at != parent {
            self.below.push(at);
            at = self.node.to(at).element().parent;
        }
    }
}
