//! Options of recovery that users set, and the recoverers by name.

use std::{sync::Arc, time::Duration};

use lrtable::{Stop, TokenId, pack::Tables};

use super::{
    budget::{Budget, Clock},
    limits,
    score::Ngrams,
};

named! {
    /// A recoverer: what a parser does at syntax errors.
    #[derive(Default)]
    pub enum RecoveryKind {
        /// CPCT+ (Diekmann & Tratt 2020): finds all repair sequences of minimum cost at the error;
        /// those that get furthest come first.
        #[default]
        CPCTPlus = "cpctplus",
        /// CPCT+ that may begin repairs before the error and offers alternatives; the most usual
        /// repairs come first.
        Restart = "restart",
        /// Panic mode after Holub (1990): pops states or skips lexemes until parsing can go on.
        Panic = "panic",
        /// No recovery: parsing ends at the first error.
        None = "none",
    }
}

/// Options of error recovery: budget, limits, costs of tokens, alternatives.
///
/// ```
/// # mod words { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/words.rs")); }
/// # use words::{WordTypes, Words};
/// use lrpar::{RTParserBuilder, RecoveryKind, recovery::{Alternatives, RecoveryOptions}};
/// # use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
/// # let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
/// # let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
/// # let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// let options = RecoveryOptions::with(|options| {
///     options.reach = 3;
///     options.budget.work = Some(100_000);
///     options.alternatives = Alternatives::NONE;
/// });
/// # let lexer = Words::new("one plus plus one", |word| Some(grammar.token_idx(word)?.0));
/// let parser: RTParserBuilder<u32, WordTypes> = RTParserBuilder::new(&grammar, &table);
/// let parser = parser.recoverer(RecoveryKind::Restart).recovery_options(options);
/// let (tree, errors) = parser.parse_tree(&lexer);
/// assert_eq!((tree.is_some(), errors.len()), (true, 1));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecoveryOptions {
    /// The limits on work, memory and time.
    pub budget: Budget,
    /// The clock, needed for a time limit and to measure times; without one, times are 0.
    pub clock: Option<Clock>,
    /// A function that ends recovery when it returns `true`; called every few thousand steps of
    /// work.
    pub stop: Option<Stop>,
    /// Maximum number of repair sequences in [`ParseError::repairs`](crate::ParseError::repairs).
    pub max_repairs: usize,
    /// Number of lexemes before an error at which a repair may begin, for
    /// [`RecoveryKind::Restart`].
    pub reach: usize,
    /// Maximum cost of a repair sequence, for [`RecoveryKind::Restart`]; where all cost more, a
    /// [region](super::Status::Region) is dropped. A dearer sequence is hardly ever what people
    /// meant. [`RecoveryKind::CPCTPlus`] finds the cheapest, whatever they cost. With `u32::MAX`,
    /// dense errors are searched as well.
    pub max_cost: u32,
    /// Alternatives to the cheapest repairs, for [`RecoveryKind::Restart`].
    pub alternatives: Alternatives,
    /// N-gram model of other texts by which [`RecoveryKind::Restart`] orders repair sequences.
    pub ngrams: Option<Arc<Ngrams>>,
    /// Cost, from 1 to 255, of inserting or deleting each token, by its id. Tokens that are never
    /// inserted stay so. `None`, and ids after the last, cost 1.
    pub token_costs: Option<Arc<[u8]>>,
    /// Whether the first lexing error ends the parse, without a value and with that error alone, as
    /// in grmtools. Otherwise recovery deletes the text that is no lexeme, and the parse goes on.
    pub end_at_lexing_error: bool,
}

impl Default for RecoveryOptions {
    /// Returns the default budget, 1,000 listed repair sequences, reach 10, costs up to 4, all
    /// alternatives; no clock, no model, costs of 1; lexing errors are recovered from.
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
    /// Returns the default options after `change` was applied to them.
    ///
    /// ```
    /// # use lrpar::recovery::RecoveryOptions;
    /// let options = RecoveryOptions::with(|options| options.reach = 3);
    /// assert_eq!(options.reach, 3);
    /// ```
    pub fn with(change: impl FnOnce(&mut RecoveryOptions)) -> RecoveryOptions {
        let mut options = RecoveryOptions::default();
        change(&mut options);
        options
    }

    /// Returns the options once recovery has taken some time; `None` if it has taken none.
    pub(crate) fn later(&self, time: Duration) -> Option<RecoveryOptions> {
        let limit = self.budget.time.filter(|_| time > Duration::ZERO)?;
        let budget = Budget { time: Some(limit.saturating_sub(time)), ..self.budget };
        Some(RecoveryOptions { budget, ..self.clone() })
    }

    /// Returns the costs of inserting and of deleting each token, if they differ from those of
    /// `tables`.
    pub(crate) fn costs(&self, tables: &Tables<'_>) -> Option<(Vec<u8>, Vec<u8>)> {
        let of_tokens = self.token_costs.as_ref()?;
        let cost = |token: TokenId| of_tokens.get(token.index()).map_or(1, |cost| (*cost).max(1));
        let delete: Vec<u8> = tables.token_ids().map(cost).collect();
        // Cost 0 marks tokens that are never inserted.
        let insert = tables.insert_costs.iter().zip(&delete);
        Some((insert.map(|(old, new)| if *old == 0 { 0 } else { *new }).collect(), delete))
    }
}

/// Kinds of alternatives to the cheapest repairs; the first of each kind is listed after two of the
/// cheapest at the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alternatives {
    /// Insertion or deletion of one bracket further before the error, where the layout speaks for
    /// it; deletion of the last lexeme, if it is a bracket that closes nothing.
    pub brackets: bool,
    /// Replacement of one lexeme, beside repairs of one edit. With a model of other texts
    /// ([`RecoveryOptions::ngrams`]), replacements are ordered among the cheapest repairs.
    pub replacements: bool,
    /// Correction of a misspelt keyword, if the lexer says how tokens are written
    /// ([`Lexer::token_texts`](crate::Lexer::token_texts)).
    pub spelling: bool,
    /// Edits near the error that cost more than the cheapest: a sign for one that it is confused
    /// with, a few lexemes in a row deleted, two exchanged, a stray quote.
    pub nearby: bool,
}

impl Default for Alternatives {
    /// Returns all alternatives.
    fn default() -> Self {
        Alternatives::all(true)
    }
}

impl Alternatives {
    /// No alternatives.
    pub const NONE: Alternatives = Alternatives::all(false);

    const fn all(on: bool) -> Alternatives {
        Alternatives { brackets: on, replacements: on, spelling: on, nearby: on }
    }
}
