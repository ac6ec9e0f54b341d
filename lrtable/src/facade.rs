//! Grammar, state graph and state table under the names, and with the id widths, that grmtools users know.
//!
//! The parameter of each is the integer type in which ids leave the library; it is checked once that all ids fit.

mod analysis;
mod ast;
mod grammar;
mod names;
mod text;

pub use analysis::{SentenceGenerator, YaccFirsts, YaccFollows};
pub use ast::ASTWithValidityInfo;

use std::fmt;

use crate::{
    Storage,
    construct::Construction,
    grammar::{YaccGrammar, too_large},
    limits::{Limits, TooLarge},
    stategraph::StateGraph,
    statetable::{self, StateTable},
};

/// How states are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Minimiser {
    /// By Pager's construction.
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
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError> {
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
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError> {
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
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError> {
    let (graph, table) = statetable::build_within(&grammar.widen(), construction, limits)?;
    let states = table.state_count();
    if StorageT::from_index(states).is_none() {
        let what = format!("the table's {states} states do");
        return Err(StateTableError(too_large::<StorageT>(&what, states)));
    }
    Ok((graph.stored(), table.stored()))
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTableError(String);

impl From<TooLarge> for StateTableError {
    fn from(error: TooLarge) -> Self {
        StateTableError(error.to_string())
    }
}

impl fmt::Display for StateTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StateTableError {}
