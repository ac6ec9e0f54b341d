//! What recovery, and what else needs it, computes about a table, once.

use std::sync::{Arc, OnceLock};

use lrtable::{TokenId, mistake::Mistake, pack::Tables};

use super::{
    bound::{Facts, Neighbours},
    brackets::Brackets,
    families::Families,
    lexicon::Lexicon,
};
use crate::node_types::NodeTypes;

/// Cache of what parsers compute about one table and its grammar on first use; parsers of that
/// table can share it.
#[derive(Debug, Default)]
pub struct Knowledge {
    pub(super) facts: OnceLock<Facts>,
    pub(crate) brackets: OnceLock<Brackets>,
    /// The texts of the tokens, from the lexer that belongs to the table.
    pub(crate) lexicon: OnceLock<Lexicon>,
    mistakes: OnceLock<Vec<Mistake>>,
    neighbours: OnceLock<Option<Neighbours>>,
    families: OnceLock<Option<Families>>,
    /// The node types of the grammar.
    pub(crate) types: OnceLock<Arc<NodeTypes>>,
}

impl Knowledge {
    /// Makes an empty cache.
    pub const fn new() -> Self {
        Knowledge {
            facts: OnceLock::new(),
            brackets: OnceLock::new(),
            lexicon: OnceLock::new(),
            mistakes: OnceLock::new(),
            neighbours: OnceLock::new(),
            families: OnceLock::new(),
            types: OnceLock::new(),
        }
    }

    /// Returns whether a token may stand right after another, whatever the stack.
    pub(crate) fn are_neighbours(
        &self,
        tables: &Tables<'_>,
        first: TokenId,
        second: TokenId,
    ) -> bool {
        let neighbours = self.neighbours.get_or_init(|| Neighbours::of_tables(tables));
        neighbours.as_ref().is_none_or(|neighbours| neighbours.are(first, second))
    }

    /// Returns the families of the grammar's rules; `None` if it is too large.
    pub(crate) fn families(&self, tables: &Tables<'_>) -> Option<&Families> {
        self.families.get_or_init(|| Families::of_tables(tables)).as_ref()
    }

    /// Returns the mistakes that the grammar declares.
    pub(super) fn mistakes(&self, tables: &Tables<'_>) -> &[Mistake] {
        let read = || tables.mistakes.lines().filter_map(Mistake::parse).collect();
        self.mistakes.get_or_init(read)
    }
}
