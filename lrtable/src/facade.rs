//! Grammar, state graph and state table under the names, and with the id widths, that grmtools users know.
//!
//! Each is a shell around the type that does the work, which it dereferences to. The parameter is the integer type in
//! which ids leave the library; making the shell checks that all ids fit.

mod analysis;
mod ast;
mod grammar;
mod graph;
mod names;
mod table;

pub use analysis::{SentenceGenerator, YaccFirsts, YaccFollows};
pub use ast::ASTWithValidityInfo;
pub use grammar::YaccGrammar;
pub use graph::StateGraph;
pub use table::{Conflicts, StateTable, StateTableError};

use crate::{
    PIdx, ProdId, RIdx, RuleId, StIdx, StateId, Storage, TIdx, TokenId, construct::Construction,
    limits::Limits, statetable,
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
    let (resolved, table) = statetable::build_within(grammar, construction, limits)?;
    let states = table.state_count();
    if StorageT::from_index(states).is_none() {
        let what = format!("the table's {states} states do");
        return Err(StateTableError::too_large::<StorageT>(&what, states));
    }
    let conflicts = Some(resolved.conflicts.clone()).filter(|conflicts| !conflicts.is_empty());
    let conflicts = conflicts.map(Conflicts::new);
    Ok((StateGraph::new(resolved), StateTable::new(table, conflicts)))
}

/// Says that `what` not fit in the storage type, since the largest number is `most`, and which type is needed.
fn too_large<StorageT: Storage>(what: &str, most: usize) -> String {
    let bits = StorageT::max_value().count_ones();
    let needed = if u16::try_from(most).is_ok() { "u16" } else { "u32" };
    format!("{what} not fit in {bits} bits: use {needed} as storage type")
}

fn token<StorageT: Storage>(token: TokenId) -> TIdx<StorageT> {
    token.narrow().expect("checked when the grammar was made")
}

fn rule<StorageT: Storage>(rule: RuleId) -> RIdx<StorageT> {
    rule.narrow().expect("checked when the grammar was made")
}

fn prod<StorageT: Storage>(prod: ProdId) -> PIdx<StorageT> {
    prod.narrow().expect("checked when the grammar was made")
}

fn state<StorageT: Storage>(state: StateId) -> StIdx<StorageT> {
    state.narrow().expect("checked when the table was made")
}
