//! What was expected at an error, said in as few words as the grammar has for it: "an expression" instead of forty tokens.
//!
//! `%epp` on a rule gives it the words; [`Labels`](crate::report::Labels) says when they are used.

use lrtable::{StateTable, Storage, YaccGrammar};

use crate::{
    error::ParseError,
    lexer::Lexeme,
    report::{Expected, GrammarLabels, grouped},
};

impl Expected {
    /// The symbol's name in the grammar: a rule by its label, a token by its `%epp` text or its name, `$` as "end of input".
    pub fn name<StorageT>(self, grammar: &YaccGrammar<StorageT>) -> &str {
        match self {
            Expected::Rule(rule) => {
                let rule = grammar.rule(rule);
                rule.epp.as_deref().unwrap_or(&rule.name)
            }
            Expected::Token(token) if token == grammar.eof() => "end of input",
            Expected::Token(token) => grammar.shown_token(token),
        }
    }
}

/// What was expected at `error`, labelled rules first, those that stand for most tokens before others.
///
/// Computes the FIRST sets of the grammar: for several errors make one [`Expectations`]. [`ParseError::expected`] has the plain
/// list.
pub fn describe_expected<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    table: &StateTable<StorageT>,
    error: &ParseError<LexemeT, StorageT>,
) -> Vec<Expected> {
    Expectations::new(grammar, table).at(error)
}

/// Says what was expected at errors, by what of a grammar is computed once.
pub struct Expectations<'g, StorageT> {
    table: &'g StateTable<StorageT>,
    labels: GrammarLabels<'g>,
}

impl<'g, StorageT: Storage> Expectations<'g, StorageT> {
    /// Computes the FIRST sets of the grammar.
    pub fn new(grammar: &'g YaccGrammar<StorageT>, table: &'g StateTable<StorageT>) -> Self {
        Expectations { table, labels: GrammarLabels::new(grammar) }
    }

    /// What was expected at `error`, labelled rules first, those that stand for most tokens before others.
    pub fn at<LexemeT: Lexeme<StorageT>>(
        &self,
        error: &ParseError<LexemeT, StorageT>,
    ) -> Vec<Expected> {
        grouped(self.labels.labels(), &self.table.tables(), error.shifting_states())
    }
}
