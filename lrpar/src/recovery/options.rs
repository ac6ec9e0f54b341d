//! What users set about recovery.

use std::sync::Arc;

use lrtable::{Stop, TokenId, pack::Tables};

use super::{
    budget::{Budget, Clock},
    limits,
    score::Ngrams,
};

named! {
    /// What a parser does about syntax errors.
    #[derive(Default)]
    pub enum RecoveryKind {
        /// CPCT+ (Diekmann & Tratt 2020): all repair sequences of minimum cost, those that get furthest first.
        #[default]
        CPCTPlus = "cpctplus",
        /// CPCT+ that may begin its repairs some lexemes before the error, with the most usual of the repairs first.
        Restart = "restart",
        /// Panic mode after Holub (1990).
        Panic = "panic",
        /// None: parsing ends at the first error.
        None = "none",
    }
}

/// How to recover from the errors of a parse, whatever the recoverer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecoveryOptions {
    /// The limits.
    pub budget: Budget,
    /// For a time limit, and to measure times: without a clock times are 0.
    pub clock: Option<Clock>,
    /// A function that ends recovery.
    pub stop: Option<Stop>,
    /// How many repair sequences of an error [`ParseError::repairs`](crate::ParseError::repairs) holds.
    pub max_repairs: usize,
    /// How many lexemes before an error a repair may begin, for [`RecoveryKind::Restart`].
    pub reach: usize,
    /// What a repair sequence may cost, for [`RecoveryKind::Restart`]; where all cost more, a [region](super::Status::Region) is
    /// dropped. Hardly ever a dearer one is what people meant. The recoverer of the paper promises the cheapest whatever they cost.
    /// With `u32::MAX` errors that come upon errors are searched as well.
    pub max_cost: u32,
    /// What is offered beside the cheapest repairs, for [`RecoveryKind::Restart`].
    pub alternatives: Alternatives,
    /// A model of other texts by which [`RecoveryKind::Restart`] puts repairs in order.
    pub ngrams: Option<Arc<Ngrams>>,
    /// The cost, from 1 to 255, of inserting or deleting each token of the grammar, by its id. Tokens that are never inserted
    /// stay so. `None`, and ids after the last, cost 1.
    pub token_costs: Option<Arc<[u8]>>,
    /// Whether a lexing error ends the parse, as in grmtools: there is no value then, and the first lexing error is the only error.
    /// Otherwise recovery deletes the text that is no lexeme, and the parse goes on.
    pub end_at_lexing_error: bool,
}

impl Default for RecoveryOptions {
    /// The default budget, 1,000 listed repair sequences, reach 10, costs up to 4, all alternatives; no clock, no model, costs of 1;
    /// lexing errors are recovered from.
    fn default() -> Self {
        RecoveryOptions {
            budget: Budget::default(),
            clock: None,
            stop: None,
            max_repairs: limits::MAX_REPAIRS,
            reach: limits::REACH,
            max_cost: limits::MAX_COST,
            alternatives: Alternatives::default(),
            ngrams: None,
            token_costs: None,
            end_at_lexing_error: false,
        }
    }
}

impl RecoveryOptions {
    /// The default options after `change`.
    ///
    /// ```
    /// # use lrpar::recovery::RecoveryOptions;
    /// let options = RecoveryOptions::with(|options| options.reach = 3);
    /// ```
    pub fn with(change: impl FnOnce(&mut RecoveryOptions)) -> RecoveryOptions {
        let mut options = RecoveryOptions::default();
        change(&mut options);
        options
    }

    /// The costs of inserting and of deleting each token, if they are not those of `tables`.
    pub(crate) fn costs(&self, tables: &Tables<'_>) -> Option<(Vec<u8>, Vec<u8>)> {
        let of_tokens = self.token_costs.as_ref()?;
        let cost = |token: TokenId| of_tokens.get(token.index()).map_or(1, |cost| (*cost).max(1));
        let delete: Vec<u8> = tables.token_ids().map(cost).collect();
        // What is never inserted stays so.
        let insert = tables.insert_costs.iter().zip(&delete);
        Some((insert.map(|(old, new)| if *old == 0 { 0 } else { *new }).collect(), delete))
    }
}

/// What is offered beside the cheapest repairs. It is listed after the first two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alternatives {
    /// The insertion or deletion of one bracket further before the error, where the layout speaks for it.
    pub brackets: bool,
    /// The deletion of up to three whole lines, the last of them that of the error or one of the three before it.
    pub lines: bool,
    /// The replacement of one lexeme, beside repairs of one edit. If there is a model of other texts
    /// ([`RecoveryOptions::ngrams`]), replacements stand among the cheapest repairs, by their order.
    pub replacements: bool,
    /// The correction of a misspelt keyword, if the lexer says how tokens are written
    /// ([`Lexer::token_texts`](crate::Lexer::token_texts)).
    pub spelling: bool,
    /// Edits near the error that cost more than the cheapest: a few lexemes in a row deleted, two exchanged, a stray quote.
    pub nearby: bool,
}

impl Default for Alternatives {
    /// All of them.
    fn default() -> Self {
        Alternatives {
            brackets: true,
            lines: true,
            replacements: true,
            spelling: true,
            nearby: true,
        }
    }
}

impl Alternatives {
    /// None of them.
    pub const NONE: Alternatives = Alternatives {
        brackets: false,
        lines: false,
        replacements: false,
        spelling: false,
        nearby: false,
    };
}
