//! What recovery computes about a table, once.

use std::sync::OnceLock;

use super::{bound::Facts, lexicon::Lexicon, pairs::Brackets};

/// Cache of what recovery computes about one table on first use; parsers of that table can share it.
#[derive(Debug, Default)]
pub struct Knowledge {
    pub(super) facts: OnceLock<Facts>,
    pub(crate) brackets: OnceLock<Brackets>,
    /// The texts of the tokens, from the lexer that belongs to the table.
    pub(crate) lexicon: OnceLock<Lexicon>,
}

impl Knowledge {
    /// Makes an empty cache.
    pub const fn new() -> Self {
        Knowledge { facts: OnceLock::new(), brackets: OnceLock::new(), lexicon: OnceLock::new() }
    }
}
