//! What tree-sitter makes of a text.

use std::{cell::RefCell, collections::HashSet, time::Instant};

use tree_sitter::{Language, Node, Parser};

use crate::{Kind, Made};

/// A parser of tree-sitter's.
pub(crate) struct Theirs {
    parser: RefCell<Parser>,
}

impl Theirs {
    /// That for a language.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub(crate) fn new(language: &str) -> Result<Theirs, String> {
        let language: Language = match language {
            "java" => tree_sitter_java::LANGUAGE.into(),
            "c" => tree_sitter_c::LANGUAGE.into(),
            "lua" => tree_sitter_lua::LANGUAGE.into(),
            "json" => tree_sitter_json::LANGUAGE.into(),
            "php" => tree_sitter_php::LANGUAGE_PHP.into(),
            _ => return Err(format!("'{language}' is not java, c, lua, json or php")),
        };
        let mut parser = Parser::new();
        parser.set_language(&language).map_err(|error| error.to_string())?;
        Ok(Theirs { parser: RefCell::new(parser) })
    }

    /// What it makes of a text.
    pub(crate) fn make(&self, text: &str) -> Made {
        let started = Instant::now();
        let tree = self.parser.borrow_mut().parse(text, None).expect("it has a language");
        let time = started.elapsed();
        let nodes = tree.root_node().descendant_count();
        let (mut errors, mut parts) = (0, HashSet::new());
        let mut todo = vec![(tree.root_node(), false)];
        while let Some((node, in_error)) = todo.pop() {
            let is_error = node.is_error() || node.is_missing();
            errors += usize::from(is_error && !in_error);
            parts.extend(kind_of(node).map(|kind| (kind, node.start_byte(), node.end_byte())));
            let children = (0..node.child_count()).filter_map(|at| node.child(at as u32));
            todo.extend(children.map(|child| (child, in_error || is_error)));
        }
        Made { time, errors, parts, nodes, tree: Box::new(tree) }
    }
}

/// What a node stands for, in Java's grammar and C's.
fn kind_of(node: Node<'_>) -> Option<Kind> {
    match node.kind() {
        "method_declaration" | "constructor_declaration" | "function_definition" => {
            Some(Kind::Method)
        }
        "local_variable_declaration" | "block" | "compound_statement" => Some(Kind::Statement),
        kind if kind.ends_with("_statement") => Some(Kind::Statement),
        _ => None,
    }
}
