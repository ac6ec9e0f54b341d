//! Checks what must hold for any syntax tree.

#[path = "../../../../nimbleparse/tests/syntax/symbols.rs"]
mod symbols;

use lrpar::{SyntaxNode, SyntaxTree};
use lrtable::grammar::Grammar;

use self::symbols::check_symbols;

/// Asserts that the leaves of a syntax tree put together are the text, that each node holds its
/// children in order, that those of a rule are the symbols of its production, and that nodes are
/// found by their pointers and places.
pub fn check_syntax(tree: &SyntaxTree, text: &str, grammar: &Grammar) {
    let root = tree.root();
    let leaves: String = root.leaves().map(SyntaxNode::text).collect();
    assert_eq!(leaves, text);
    let mut count = 0;
    for (_, node) in root.preorder() {
        count += 1;
        let mut end = node.span().start();
        let mut before = None;
        for child in node.children() {
            assert!(child.span().start() == end && child.parent() == Some(node));
            assert_eq!(child.previous_sibling(), before);
            (end, before) = (child.span().end(), Some(child));
        }
        assert!(node.is_leaf() || end == node.span().end());
        assert!(!node.is_missing() || node.span().is_empty());
        check_symbols(node, grammar);
        let found = node.pointer().resolve(tree).expect("it is in its own tree");
        assert!(found.span() == node.span() && found.kind() == node.kind());
        let around = tree.covering(node.span()).span();
        assert!(around.start() <= node.span().start() && node.span().end() <= around.end());
    }
    assert_eq!(count, tree.node_count());
    for (at, _) in text.char_indices() {
        let span = tree.leaf_at(at).expect("each byte is in a leaf").span();
        assert!(span.start() <= at && at < span.end());
    }
}
