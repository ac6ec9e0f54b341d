//! Grammar, state graph and state table under the names, and with the id widths, that grmtools
//! users know.
//!
//! The parameter of each is the integer type in which ids leave the library; it is checked once
//! that all ids fit.

mod analysis;
mod ast;
mod grammar;
mod names;
mod text;
mod tree;

pub use analysis::{SentenceGenerator, YaccFirsts, YaccFollows};
pub use ast::ASTWithValidityInfo;
pub use tree::{GrammarAST, Production, Rule, Symbol};

use crate::{
    Stop, Storage,
    construct::Construction,
    diagnostic::{Diagnostic, StateTableErrorKind, YaccGrammarErrorKind},
    grammar::{YaccGrammar, too_large},
    limits::Limits,
    meter::StateTableError,
    stategraph::StateGraph,
    statetable::{self, StateTable},
};

/// The way in which LR(1) states are merged, under grmtools' name; [`Construction`] has more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Minimiser {
    /// Merging weakly compatible states (Pager 1977): [`Construction::Pager`].
    Pager,
}

/// Builds the state graph and the state table of `grammar` by Pager's construction, with conflicts
/// resolved.
///
/// ```
/// use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::YaccKind};
///
/// let kind = YaccKind::from_name("original").unwrap();
/// let grammar = YaccGrammar::new(kind, "%% List: | List 'x';").unwrap();
/// let (graph, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// let list = grammar.rule_idx("List").unwrap();
/// let target = graph.edge(graph.start_state(), lrtable::Symbol::Rule(list));
/// assert_eq!(target, table.goto(table.start_state(), list));
/// ```
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

/// Builds the state graph and the state table of `grammar` by any construction;
/// [`Construction::of`] says which one a file asks for.
///
/// # Errors
///
/// See [`from_yacc`].
pub fn from_yacc_by<StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    construction: Construction,
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError<StorageT>> {
    from_yacc_within(grammar, construction, Limits::default())
}

/// Builds the state graph and the state table of `grammar` by any construction, within the given
/// `limits`.
///
/// # Errors
///
/// See [`from_yacc`].
pub fn from_yacc_within<StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    construction: Construction,
    limits: Limits,
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError<StorageT>> {
    from_yacc_until(grammar, construction, limits, None)
}

/// Builds the state graph and the state table of `grammar` by any construction, within the given
/// `limits`, unless `stop` ends it.
///
/// ```
/// use lrtable::{StateTableErrorKind, Stop, YaccGrammar, construct::Construction};
/// use lrtable::{from_yacc_until, limits::Limits, yacc::YaccKind};
///
/// let kind = YaccKind::from_name("original").unwrap();
/// let grammar = YaccGrammar::new(kind, "%% List: | List 'x';").unwrap();
/// let at_once = Stop::new(|| true);
/// let built = from_yacc_until(&grammar, Construction::Lalr, Limits::default(), Some(at_once));
/// assert_eq!(built.unwrap_err().kind, StateTableErrorKind::Stopped);
/// ```
///
/// # Errors
///
/// See [`from_yacc`], and when `stop` says so.
pub fn from_yacc_until<StorageT: Storage>(
    grammar: &YaccGrammar<StorageT>,
    construction: Construction,
    limits: Limits,
    stop: Option<Stop>,
) -> Result<(StateGraph<StorageT>, StateTable<StorageT>), StateTableError<StorageT>> {
    let built = statetable::build_until(&grammar.widen(), construction, limits, stop);
    let (graph, table) =
        built.map_err(|error| StateTableError::new(error.kind, error.to_string()))?;
    let states = table.state_count();
    if StorageT::from_index(states).is_none() {
        let what = format!("the table's {states} states do");
        let message = too_large::<StorageT>(&what, states);
        return Err(StateTableError::new(StateTableErrorKind::StorageTooNarrow, message));
    }
    Ok((graph.stored(), table.stored()))
}

/// An error in a grammar file; [`YaccGrammarErrorKind::of`](crate::YaccGrammarErrorKind::of)
/// returns its kind.
pub type YaccGrammarError = Diagnostic;

/// A warning about a grammar file, such as that of a rule that is not used.
pub type YaccGrammarWarning = Diagnostic;

/// Kinds of warnings about a grammar file, which are members of the enum of errors: `UnusedRule`,
/// `UnusedToken` and more.
pub type YaccGrammarWarningKind = YaccGrammarErrorKind;
