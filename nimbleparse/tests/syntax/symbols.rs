//! What children a rule's node may have, by the grammar alone; for the fuzz targets, too.

use std::collections::BTreeSet;

use lrpar::{NodeForm, NodeTypes, SyntaxKind, SyntaxNode};
use lrtable::{RuleId, Symbol, grammar::Grammar};

/// Asserts that, without what recovery left out, the children of a rule's node are the symbols of
/// its production that are not empty. What has no node, such as `X?`, has its own symbols there.
/// The children of a list are symbols of its productions, and none is the list again.
pub(crate) fn check_symbols(node: SyntaxNode<'_>, grammar: &Grammar) {
    let Some(prod) = node.production() else { return };
    let types = node.tree().types();
    let rule = grammar.production(prod).rule;
    assert_eq!(node.kind(), SyntaxKind::Rule(rule));
    let children: Vec<Symbol> = node.symbols().filter_map(SyntaxNode::symbol).collect();
    if types.form(rule) == NodeForm::List {
        let symbols = symbols_of_list(grammar, types, rule);
        assert!(children.iter().all(|child| symbols.contains(child)), "{node:?}");
    } else {
        let ends = ends(grammar, types, grammar.symbols(prod), &children, 0);
        assert!(ends.contains(&children.len()), "{node:?} has {children:?}");
    }
}

/// Returns the symbols that the productions of a list have, but for the list, and for what has no
/// node, of which it has the symbols.
fn symbols_of_list(grammar: &Grammar, types: &NodeTypes, list: RuleId) -> Vec<Symbol> {
    let mut symbols = vec![Symbol::Rule(list)];
    let mut seen = 0;
    while let Some(symbol) = symbols.get(seen).copied() {
        seen += 1;
        let is_expanded = |rule: &RuleId| seen == 1 || types.form(*rule) == NodeForm::Spliced;
        let rule = symbol.rule().filter(is_expanded);
        for prod in rule.iter().flat_map(|rule| &grammar.rule(*rule).productions) {
            for symbol in grammar.symbols(*prod) {
                if !symbols.contains(symbol) {
                    symbols.push(*symbol);
                }
            }
        }
    }
    symbols.split_off(1)
}

/// The places up to which `children` from the one at `start` on may be those of `symbols`.
fn ends(
    grammar: &Grammar,
    types: &NodeTypes,
    symbols: &[Symbol],
    children: &[Symbol],
    start: usize,
) -> BTreeSet<usize> {
    let mut ends_here = BTreeSet::from([start]);
    for symbol in symbols {
        let form = symbol.rule().map(|rule| types.form(rule));
        let is_spliced = form == Some(NodeForm::Spliced);
        let mut next = BTreeSet::new();
        for &at in &ends_here {
            if !is_spliced && children.get(at) == Some(symbol) {
                next.insert(at + 1);
            }
            let Some(rule) = symbol.rule() else { continue };
            if grammar.first().is_nullable(rule) {
                next.insert(at);
            }
            for prod in &grammar.rule(rule).productions {
                let inside = grammar.symbols(*prod);
                let is_left_out = form == Some(NodeForm::Transparent) && inside.len() == 1;
                if is_spliced || is_left_out {
                    next.extend(ends(grammar, types, inside, children, at));
                }
            }
        }
        ends_here = next;
    }
    ends_here
}
