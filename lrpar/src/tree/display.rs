//! Formats parse trees as text.

use std::{fmt, marker::PhantomData};

use lrtable::{Storage, TIdx, YaccGrammar, grammar::Grammar};

use super::{Node, NodeKind, Tree, indent};
use crate::{
    lexer::Lexeme,
    repair::{shortened, visible},
};

impl<LexemeT> Tree<LexemeT> {
    /// Formats the tree: a line for each node, with a rule's name, or a token's name and the lexeme's text; indented by depth.
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
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> Node<LexemeT, StorageT> {
    /// Formats the tree: a line for each node, with a rule's name, or a token's name and the lexeme's text in `input`; indented
    /// by depth (up to 100; beyond, a number is the depth). An error node's name is `^`.
    pub fn pp(&self, grammar: &YaccGrammar<StorageT>, input: &str) -> String {
        let mut out = String::new();
        let mut todo = vec![(0, self)];
        while let Some((depth, node)) = todo.pop() {
            indent(&mut out, depth).expect("strings can be written");
            match node {
                Node::Term { lexeme } => {
                    // A lexeme of an error node may be unknown to the grammar.
                    let is_known = lexeme.tok_id().to_index() < grammar.tokens().len();
                    let token = TIdx(lexeme.tok_id());
                    let name = if is_known { grammar.token_name(token) } else { None };
                    out.push_str(name.unwrap_or("<invalid>"));
                    out.push(' ');
                    out.push_str(lexeme.span().text(input));
                }
                Node::Nonterm { ridx, nodes } => {
                    out.push_str(grammar.rule_name_str(*ridx));
                    todo.extend(nodes.iter().rev().map(|node| (depth + 1, node)));
                }
            }
            out.push('\n');
        }
        out
    }
}

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
            indent(f, depth)?;
            match node.kind() {
                NodeKind::Rule(rule, _) => {
                    writeln!(f, "{}", shortened(&self.grammar.rule(rule).name))?
                }
                NodeKind::Error => writeln!(f, "<error>")?,
                NodeKind::Lexeme(lexeme) => {
                    let token = self.grammar.tokens().get(lexeme.tok_id().to_index());
                    f.write_str(&shortened(token.map_or("<invalid>", |token| &token.name)))?;
                    if lexeme.faulty() {
                        writeln!(f, " <inserted>")?;
                    } else {
                        writeln!(f, " {}", visible(lexeme.span().text(self.source)))?;
                    }
                }
            }
        }
        Ok(())
    }
}
