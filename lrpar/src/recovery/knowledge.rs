//! What recovery, and what else needs it, computes about a table, once.

use std::sync::{Arc, OnceLock};

use lrtable::{mistake::Mistake, pack::Tables};

use super::{bound::Facts, brackets::Brackets, lexicon::Lexicon};
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
            types: OnceLock::new(),
        }
    }

    /// Returns the mistakes that the grammar declares.
    pub(super) fn mistakes(&self, tables: &Tables<'_>) -> &[Mistake] {
        let read = || tables.mistakes.lines().filter_map(Mistake::parse).collect();
        self.mistakes.get_or_init(read)
    }
}
