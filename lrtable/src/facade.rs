//! Grammar, state graph and state table under the names, and with the id widths, that grmtools users know.
//!
//! The parameter of each is the integer type in which ids leave the library; it is checked once that all ids fit.

mod analysis;
mod ast;
mod grammar;
mod names;
mod text;
mod tree;

pub use analysis::{SentenceGenerator, YaccFirsts, YaccFollows};
pub use ast::ASTWithValidityInfo;
pub use tree::{GrammarAST, Production, Rule, Symbol};

use std::fmt;

use crate::{
    PIdx, ProdId, Stop, Storage,
    construct::Construction,
    diagnostic::{Diagnostic, StateTableErrorKind, YaccGrammarErrorKind},
    grammar::{YaccGrammar, too_large},
    limits::Limits,
    meter::TooLarge,
    stategraph::StateGraph,
    statetable::{self, StateTable},
};

/// How states are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Minimiser {
    /// Pager's construction.
    Pager,
}

/// The state graph and the state table of `grammar`.
///
/// # Errors
///
/// If it has more states than `StorageT` can count, or takes more than the [limits](Limits) allow.
pub fn from_yacc<StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    minimiser: Minimiser,
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError<StorageT>> {
    match minimiser {
        Minimiser::Pager => from_yacc_by(grammar, Construction::Pager),
    }
}

/// The state graph and the state table of `grammar` by any construction; [`Construction::of`] says which one a file asks for.
///
/// # Errors
///
/// As for [`from_yacc`].
pub fn from_yacc_by<StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    construction: Construction,
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError<StorageT>> {
    from_yacc_within(grammar, construction, Limits::default())
}

/// The state graph and the state table of `grammar` by any construction, within limits of one's own.
///
/// # Errors
///
/// As for [`from_yacc`].
pub fn from_yacc_within<StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    construction: Construction,
    limits: Limits,
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError<StorageT>> {
    from_yacc_until(grammar, construction, limits, None)
}

/// The state graph and the state table of `grammar` by any construction, within limits of one's own, unless `stop` ends it.
///
/// # Errors
///
/// As for [`from_yacc`], and when `stop` says so.
pub fn from_yacc_until<StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    construction: Construction,
    limits: Limits,
    stop: Option<Stop>,
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError<StorageT>> {
    let (graph, table) = statetable::build_until(&grammar.widen(), construction, limits, stop)?;
    let states = table.state_count();
    if StorageT::from_index(states).is_none() {
        let what = format!("the table's {states} states do");
        let message = too_large::<StorageT>(&what, states);
        return Err(StateTableError::new(StateTableErrorKind::StorageTooNarrow, message));
    }
    Ok((graph.stored(), table.stored()))
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTableError<StorageT = u32> {
    /// What went wrong.
    pub kind: StateTableErrorKind,
    /// The production concerned: that of the whole grammar, `^: S`, as there is no kind that concerns another.
    pub pidx: PIdx<StorageT>,
    message: String,
}

impl<StorageT: Storage> StateTableError<StorageT> {
    fn new(kind: StateTableErrorKind, message: String) -> Self {
        StateTableError { kind, pidx: ProdId::new(0).stored(), message }
    }
}

impl<StorageT: Storage> From<TooLarge> for StateTableError<StorageT> {
    fn from(error: TooLarge) -> Self {
        StateTableError::new(error.kind(), error.to_string())
    }
}

impl<StorageT> fmt::Display for StateTableError<StorageT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<StorageT: fmt::Debug> std::error::Error for StateTableError<StorageT> {}

/// What is wrong with a grammar file. [`YaccGrammarErrorKind::of`](crate::YaccGrammarErrorKind::of) says of which kind it is.
pub type YaccGrammarError = Diagnostic;

/// What is probably not meant in a grammar file, such as a rule that is not used.
pub type YaccGrammarWarning = Diagnostic;

/// The kinds of warnings, which are among those of errors: `UnusedRule`, `UnusedToken` and more.
pub type YaccGrammarWarningKind = YaccGrammarErrorKind;
