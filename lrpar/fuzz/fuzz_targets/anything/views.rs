//! What must hold of the syntax tree and of the reports that are made of a parse.

use lrlex::language::Types;
use lrpar::{LexParseError, Renderer, Reporter, SyntaxNode, SyntaxTree, report::GrammarLabels};

use crate::errors::Input;

/// Widths of terminals for which reports are rendered.
const WIDTHS: [usize; 2] = [20, 200];

/// Asserts that the leaves of a syntax tree put together are the text, that each node holds its children in order, and that nodes
/// are found by their pointers and places.
pub fn check_syntax(tree: &SyntaxTree, text: &str) {
    let root = tree.root();
    let leaves: String = root.leaves().map(SyntaxNode::text).collect();
    assert_eq!(leaves, text);
    let mut count = 0;
    for (_, node) in root.preorder() {
        count += 1;
        let mut end = node.span().start();
        for child in node.children() {
            assert!(child.span().start() == end && child.parent() == Some(node));
            end = child.span().end();
        }
        assert!(node.is_leaf() || end == node.span().end());
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

/// Asserts that reports can be made and shown in any width, that their places lie in the text, and that there are some if there
/// are errors.
pub fn check_reports(input: &Input<'_>, start: usize, errors: &[LexParseError<u32, Types>]) {
    let text = &input.case.text;
    let labels = GrammarLabels::new(&input.language.grammar);
    let tables = input.language.table.tables();
    let reporter = Reporter::new(&tables, labels.labels(), text, input.lexer).start_rule(start);
    let mut count = 0;
    for report in reporter.reports(errors) {
        count += 1;
        assert!(text.get(report.primary.span.start()..report.primary.span.end()).is_some());
        for label in &report.secondary {
            assert!(text.get(label.span.start()..label.span.end()).is_some());
        }
        for width in WIDTHS {
            let renderer = Renderer::new("text", text).width(width);
            assert!(renderer.rich(&report).contains("text:"));
            assert_eq!(renderer.short(&report).lines().count(), 1);
        }
    }
    assert_eq!(count == 0, errors.is_empty());
}
