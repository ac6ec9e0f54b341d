//! Grammar, state graph and state table under the names, and with the id widths, that grmtools users know.
//!
//! Each is a shell around the type that does the work, which it dereferences to. The parameter is the integer type in
//! which ids leave the library; making the shell checks that all ids fit.

use std::{fmt, marker::PhantomData, ops::Deref};

use crate::{
    RIdx, Storage, TIdx,
    conflict::{Conflicts, Resolved},
    construct::Construction,
    diagnostic::{Diagnostic, Severity},
    grammar::Grammar,
    span::Span,
    statetable,
    yacc::YaccKind,
};

/// How states are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Minimiser {
    /// By Pager's construction.
    Pager,
}

/// A grammar whose ids fit in `StorageT`.
#[derive(Clone, Debug)]
pub struct YaccGrammar<StorageT = u32> {
    grammar: Grammar,
    storage: PhantomData<StorageT>,
}

impl<StorageT: Storage> YaccGrammar<StorageT> {
    /// Reads the text of a Yacc file as one of kind `kind`.
    ///
    /// # Errors
    ///
    /// All that is wrong with it; and if it has more tokens, rules or productions than `StorageT` can count.
    pub fn new(kind: YaccKind, source: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::from_grammar(Grammar::parse(source, Some(kind))?)
    }

    /// The shell around `grammar`.
    ///
    /// # Errors
    ///
    /// If it has more tokens, rules or productions than `StorageT` can count.
    pub fn from_grammar(grammar: Grammar) -> Result<Self, Vec<Diagnostic>> {
        // One number is kept for what is no token.
        let most = [grammar.tokens().len() + 1, grammar.rules().len(), grammar.productions().len()];
        let most = most.into_iter().max().unwrap_or(0);
        if StorageT::from_index(most).is_none() {
            let bits = StorageT::max_value().count_ones();
            let needed = if u8::try_from(most).is_ok() {
                "u8"
            } else if u16::try_from(most).is_ok() {
                "u16"
            } else {
                "u32"
            };
            let message = format!(
                "the grammar's {} tokens, {} rules and {} productions do not fit in {bits} bits: use {needed} as storage type",
                grammar.tokens().len(),
                grammar.rules().len(),
                grammar.productions().len(),
            );
            return Err(vec![Diagnostic::error(message, Span::new(0, 0))]);
        }
        Ok(YaccGrammar { grammar, storage: PhantomData })
    }

    /// How messages call a token: its `%epp` text, or else its name; `None` for `$`.
    pub fn token_epp(&self, token: TIdx<StorageT>) -> Option<&str> {
        let token = token.widen();
        (token != self.grammar.eof()).then(|| self.grammar.token_epp(token))
    }

    /// The name of a token; `None` for `$`.
    pub fn token_name(&self, token: TIdx<StorageT>) -> Option<&str> {
        let token = token.widen();
        (token != self.grammar.eof()).then(|| self.grammar.token(token).name.as_str())
    }

    /// The name of a rule.
    pub fn rule_name_str(&self, rule: RIdx<StorageT>) -> &str {
        &self.grammar.rule(rule.widen()).name
    }
}

impl<StorageT> Deref for YaccGrammar<StorageT> {
    type Target = Grammar;

    fn deref(&self) -> &Grammar {
        &self.grammar
    }
}

/// A state graph, its conflicts resolved.
#[derive(Clone, Debug)]
pub struct StateGraph<StorageT = u32> {
    resolved: Resolved,
    storage: PhantomData<StorageT>,
}

impl<StorageT> Deref for StateGraph<StorageT> {
    type Target = Resolved;

    fn deref(&self) -> &Resolved {
        &self.resolved
    }
}

/// A state table.
#[derive(Clone, Debug)]
pub struct StateTable<StorageT = u32> {
    table: statetable::StateTable,
    conflicts: Option<Conflicts>,
    storage: PhantomData<StorageT>,
}

impl<StorageT> StateTable<StorageT> {
    /// The conflicts that were resolved by default, if there are any.
    pub fn conflicts(&self) -> Option<&Conflicts> {
        self.conflicts.as_ref()
    }
}

impl<StorageT> Deref for StateTable<StorageT> {
    type Target = statetable::StateTable;

    fn deref(&self) -> &statetable::StateTable {
        &self.table
    }
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTableError(Diagnostic);

impl fmt::Display for StateTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_assert_eq!(self.0.severity(), Severity::Error);
        self.0.fmt(f)
    }
}

impl std::error::Error for StateTableError {}

/// The state graph and the state table of `grammar`.
///
/// # Errors
///
/// If it has more states than `StorageT` can count.
pub fn from_yacc<StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    minimiser: Minimiser,
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError> {
    let construction = match minimiser {
        Minimiser::Pager => Construction::Pager,
    };
    let (resolved, table) = statetable::build(grammar, construction);
    let states = table.state_count();
    if StorageT::from_index(states).is_none() {
        let message = format!(
            "the table's {states} states do not fit in {} bits",
            StorageT::max_value().count_ones()
        );
        return Err(StateTableError(Diagnostic::error(message, Span::new(0, 0))));
    }
    let conflicts = Some(resolved.conflicts.clone()).filter(|conflicts| !conflicts.is_empty());
    Ok((
        StateGraph { resolved, storage: PhantomData },
        StateTable { table, conflicts, storage: PhantomData },
    ))
}
