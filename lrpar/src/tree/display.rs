//! Parse trees as text.

use std::{fmt, marker::PhantomData};

use lrtable::{Storage, grammar::Grammar};

use super::{NodeKind, Tree};
use crate::{
    lexer::Lexeme,
    repair::{shortened, visible},
};

impl<LexemeT> Tree<LexemeT> {
    /// The tree as text: a line for each node, a rule's name or a token's name and a lexeme's text, indented by depth.
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

/// Depths up to this are shown by indentation, others by a number: else the text of a deep tree would grow by its square.
const INDENTED_DEPTH: usize = 100;

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
            write!(f, "{:1$}", "", depth.min(INDENTED_DEPTH))?;
            if depth > INDENTED_DEPTH {
                write!(f, "({depth}) ")?;
            }
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
