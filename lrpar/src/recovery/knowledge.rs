//! What recovery finds out about a table, once.

use std::sync::OnceLock;

use super::{bound::Facts, lexicon::Lexicon, score::Brackets};

/// What recovery finds out about one table, when it first needs it. Parsers of one table can share it.
#[derive(Debug, Default)]
pub struct Knowledge {
    pub(super) facts: OnceLock<Facts>,
    pub(crate) brackets: OnceLock<Brackets>,
    /// Of the lexer that belongs to the table.
    pub(crate) lexicon: OnceLock<Lexicon>,
}

impl Knowledge {
    /// Nothing yet.
    pub const fn new() -> Self {
        Knowledge { facts: OnceLock::new(), brackets: OnceLock::new(), lexicon: OnceLock::new() }
    }
}
