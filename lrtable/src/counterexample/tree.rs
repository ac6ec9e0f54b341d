//! Partial derivation trees: leaves are symbols that are left as they are.

use crate::{
    RuleId,
    grammar::{Grammar, Symbol},
};

/// A node, by its index in an [`Arena`].
pub(super) type Node = usize;

/// The nodes of all trees of a search: symbols, and the children of those that are derived further.
#[derive(Default)]
pub(super) struct Arena {
    nodes: Vec<(Symbol, Option<Vec<Node>>)>,
}

impl Arena {
    /// A symbol that is not derived any further.
    pub(super) fn leaf(&mut self, symbol: Symbol) -> Node {
        self.nodes.push((symbol, None));
        self.nodes.len() - 1
    }

    /// A rule with these children; without any, it derives the empty sentence, by whatever
    /// productions.
    pub(super) fn node(&mut self, rule: RuleId, children: Vec<Node>) -> Node {
        self.nodes.push((Symbol::Rule(rule), Some(children)));
        self.nodes.len() - 1
    }

    /// The symbol of a node.
    pub(super) fn symbol(&self, node: Node) -> Symbol {
        self.nodes[node].0
    }

    /// The leaves of a tree and the tree with brackets, both with a dot after the leaf `dot`, or at
    /// the beginning.
    pub(super) fn show(
        &self,
        grammar: &Grammar,
        root: Node,
        dot: Option<Node>,
    ) -> (String, String) {
        enum Todo {
            Node(Node),
            Close,
        }
        let mut leaves: Vec<String> = Vec::new();
        let mut tree: Vec<String> = Vec::new();
        let mut is_marked = false;
        let mut todo = vec![Todo::Node(root)];
        while let Some(next) = todo.pop() {
            let Todo::Node(node) = next else {
                match tree.last_mut() {
                    Some(last) if last.ends_with('[') => last.push(']'),
                    _ => tree.push("]".to_owned()),
                }
                continue;
            };
            let (symbol, children) = &self.nodes[node];
            let name = grammar.show_symbol(*symbol);
            if let Some(children) = children {
                tree.push(format!("{name}["));
                todo.push(Todo::Close);
                todo.extend(children.iter().rev().map(|child| Todo::Node(*child)));
                continue;
            }
            leaves.push(name.clone());
            tree.push(name);
            if dot == Some(node) {
                is_marked = true;
                leaves.push("•".to_owned());
                tree.push("•".to_owned());
            }
        }
        if !is_marked {
            leaves.insert(0, "•".to_owned());
            tree.insert(0, "•".to_owned());
        }
        (leaves.join(" "), tree.join(" "))
    }
}
