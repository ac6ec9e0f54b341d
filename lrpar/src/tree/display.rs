//! Formats parse trees as text.

use std::{fmt, slice};

use lrtable::{Storage, TIdx, YaccGrammar, grammar::Grammar, render::visible};

use super::{Node, NodeKind, NodeRef, Outline, Tree, preorder};
use crate::{lexer::Lexeme, repair::shortened};

impl<LexemeT> Tree<LexemeT> {
    /// Formats the tree: a line for each node, with a rule's name, or a token's name and the
    /// lexeme's text; indented by depth.
    pub fn display<'t, StorageT: Storage>(
        &'t self,
        grammar: &'t Grammar,
        source: &'t str,
    ) -> impl fmt::Display + 't
    where
        LexemeT: Lexeme<StorageT>,
    {
        let line = move |node: NodeRef<'t, LexemeT>| match node.kind() {
            NodeKind::Rule(rule, _) => shortened(&grammar.rule(rule).name),
            NodeKind::Error => "<error>".to_owned(),
            NodeKind::Lexeme(lexeme) => {
                let token = grammar.tokens().get(lexeme.tok_id().to_index());
                let name = shortened(token.map_or("<invalid>", |token| &token.name));
                match lexeme.faulty() {
                    true => format!("{name} <inserted>"),
                    false => format!("{name} {}", visible(lexeme.span().text(source))),
                }
            }
        };
        Outline(|| self.preorder(), line)
    }
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> Node<LexemeT, StorageT> {
    /// Formats the tree: a line for each node, with a rule's name, or a token's name and the
    /// lexeme's text in `input`; indented by depth (up to 100; beyond, a number is the depth). An
    /// error node's name is `^`.
    pub fn pp(&self, grammar: &YaccGrammar<StorageT>, input: &str) -> String {
        let line = |node: &Self| match node {
            Node::Term { lexeme } => {
                // A lexeme of an error node may be unknown to the grammar.
                let is_known = lexeme.tok_id().to_index() < grammar.tokens().len();
                let token = TIdx(lexeme.tok_id());
                let name = if is_known { grammar.token_name(token) } else { None };
                format!("{} {}", name.unwrap_or("<invalid>"), lexeme.span().text(input))
            }
            Node::Nonterm { ridx, .. } => grammar.rule_name_str(*ridx).to_owned(),
        };
        Outline(|| preorder(self, Node::children), line).to_string()
    }

    fn children(&self) -> slice::Iter<'_, Self> {
        match self {
            Node::Term { .. } => [].iter(),
            Node::Nonterm { nodes, .. } => nodes.iter(),
        }
    }
}
