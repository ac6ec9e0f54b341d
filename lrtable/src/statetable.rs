//! The state table: one action for each state and token, one goto for each state and rule.

use std::sync::Arc;

use crate::{
    ProdId, RIdx, StIdx, StateId, Stop, Storage, TIdx, TokenId,
    conflict::resolve_by,
    construct::Construction,
    grammar::Grammar,
    limits::Limits,
    meter::{Meter, Metered},
    pack::Tables,
    packing::{self, Packing},
    stategraph::StateGraph,
};

pub use crate::{pack::Action, stategraph::Conflicts};
pub use ::lrtable::{StateTableError, StateTableErrorKind};

/// A state table: the action of each state on each token and the goto of each state by each rule.
///
/// It owns its arrays, and its states can be counted in `StorageT`. A clone shares the memory of
/// the original.
///
/// # Panics
///
/// Methods that take an id may panic if it is of another table, which has more of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTable<StorageT = u32> {
    data: Arc<Data>,
    conflicts: Arc<Conflicts<StorageT>>,
}

/// The parts of a state table that do not depend on the storage type.
#[derive(Debug, PartialEq, Eq)]
struct Data {
    packing: Packing,
    productions: Vec<(u32, u32)>,
    rule_count: usize,
    symbols: Vec<u32>,
    insert_costs: Vec<u8>,
    delete_costs: Vec<u8>,
    avoid_insert: Vec<bool>,
    brackets: Vec<(u32, u32)>,
    mistakes: String,
    start_count: usize,
    can_reduce_forever: bool,
}

impl StateTable {
    /// Packs a state graph whose conflicts are resolved into a table, however large.
    pub fn new(grammar: &Grammar, graph: &StateGraph) -> StateTable {
        let table = StateTable::within(grammar, graph, &Meter::new(Limits::NONE));
        table.expect("there is no limit")
    }

    /// The table of a state graph whose conflicts are resolved.
    fn within(grammar: &Grammar, graph: &StateGraph, meter: &Meter) -> Metered<Self> {
        let (tokens, rules) = (grammar.tokens(), grammar.rules().len());
        let productions = grammar.productions().iter().map(|production| {
            let len = u32::try_from(production.symbols.len()).expect("a production is short");
            (production.rule.0, len)
        });
        let productions: Vec<(u32, u32)> = productions.collect();
        let symbols = grammar.productions().iter().flat_map(|production| &production.symbols);
        let brackets = grammar.brackets().iter();
        let data = Data {
            packing: Packing::new(tokens.len(), rules, &productions, graph, meter)?,
            productions,
            rule_count: rules,
            symbols: symbols.map(|symbol| packing::encode_symbol(*symbol)).collect(),
            insert_costs: tokens.iter().map(|token| token.insert_cost).collect(),
            delete_costs: tokens.iter().map(|token| token.delete_cost).collect(),
            avoid_insert: tokens.iter().map(|token| token.avoid_insert).collect(),
            brackets: brackets.map(|(opening, closing)| (opening.0, closing.0)).collect(),
            mistakes: grammar.mistakes().iter().map(|mistake| format!("{mistake}\n")).collect(),
            start_count: grammar.starts().len(),
            can_reduce_forever: grammar.can_reduce_forever(),
        };
        Ok(StateTable { data: Arc::new(data), conflicts: Arc::clone(&graph.conflicts) })
    }

    /// The table whose states have ids of a storage type, in which they must fit.
    pub(crate) fn stored<StorageT>(self) -> StateTable<StorageT> {
        StateTable { data: self.data, conflicts: Arc::new(self.conflicts.stored()) }
    }
}

impl<StorageT> StateTable<StorageT> {
    /// Returns the table as parsers use it.
    pub fn tables(&self) -> Tables<'_> {
        let data = &*self.data;
        Tables {
            token_count: data.insert_costs.len(),
            rule_count: data.rule_count,
            arrays: data.packing.arrays(),
            productions: &data.productions,
            symbols: &data.symbols,
            insert_costs: &data.insert_costs,
            delete_costs: &data.delete_costs,
            avoid_insert: &data.avoid_insert,
            brackets: &data.brackets,
            mistakes: &data.mistakes,
            start_count: data.start_count,
            can_reduce_forever: data.can_reduce_forever,
        }
    }

    /// Returns the number of states.
    pub fn state_count(&self) -> usize {
        self.tables().state_count()
    }

    /// Returns the conflicts that Yacc's defaults decided; `None` if there are none.
    pub fn conflicts(&self) -> Option<&Conflicts<StorageT>> {
        Some(&*self.conflicts).filter(|conflicts| !conflicts.is_empty())
    }
}

impl<StorageT: Storage> StateTable<StorageT> {
    /// Returns the start state of the first start rule.
    pub fn start_state(&self) -> StIdx<StorageT> {
        StateId::new(0).stored()
    }

    /// Returns the action of a state on a token.
    pub fn action(&self, stidx: StIdx<StorageT>, tidx: TIdx<StorageT>) -> Action<StorageT> {
        match self.tables().action(stidx.widen(), tidx.widen()) {
            Action::Shift(to) => Action::Shift(to.stored()),
            Action::Reduce(by) => Action::Reduce(ProdId::stored(by)),
            Action::Accept => Action::Accept,
            Action::Error => Action::Error,
        }
    }

    /// Returns the state that follows a state once a sentence of a rule has been read; `None` if
    /// the rule cannot stand there.
    pub fn goto(&self, stidx: StIdx<StorageT>, ridx: RIdx<StorageT>) -> Option<StIdx<StorageT>> {
        self.tables().goto(stidx.widen(), ridx.widen()).map(StateId::stored)
    }

    /// Returns the tokens that are no error in a state, in ascending order.
    pub fn state_actions(&self, stidx: StIdx<StorageT>) -> impl Iterator<Item = TIdx<StorageT>> {
        self.tokens(stidx, |action| action != Action::Error)
    }

    /// Returns the tokens that are shifted in a state, in ascending order.
    pub fn state_shifts(&self, stidx: StIdx<StorageT>) -> impl Iterator<Item = TIdx<StorageT>> {
        self.tokens(stidx, |action| matches!(action, Action::Shift(_)))
    }

    fn tokens(
        &self,
        stidx: StIdx<StorageT>,
        wanted: fn(Action) -> bool,
    ) -> impl Iterator<Item = TIdx<StorageT>> {
        let tables = self.tables();
        let wanted = move |id: &TokenId| wanted(tables.action(stidx.widen(), *id));
        tables.token_ids().filter(wanted).map(TokenId::stored)
    }
}

/// Builds the state graph of `grammar`, resolves its conflicts and packs it into a table, without
/// limits.
///
/// ```
/// use lrtable::{Action, StateId, construct::Construction, grammar::Grammar, statetable};
///
/// let grammar = Grammar::parse("%% List: | List 'x';", None).unwrap();
/// let (graph, table) = statetable::build(&grammar, Construction::Pager);
/// assert_eq!((graph.states().len(), table.state_count()), (3, 3));
/// let x = grammar.token_named("x").unwrap();
/// assert!(matches!(table.action(table.start_state(), x), Action::Reduce(_)));
/// assert_eq!(table.action(StateId::new(1), x), Action::Shift(StateId::new(2)));
/// ```
pub fn build(grammar: &Grammar, construction: Construction) -> (StateGraph, StateTable) {
    build_within(grammar, construction, Limits::NONE).expect("there is no limit")
}

/// Builds the state graph of `grammar`, resolves its conflicts and packs it into a table, within
/// the given `limits`.
///
/// # Errors
///
/// If they take more than `limits` allow.
pub fn build_within(
    grammar: &Grammar,
    construction: Construction,
    limits: Limits,
) -> Result<(StateGraph, StateTable), StateTableError> {
    build_until(grammar, construction, limits, None)
}

/// Builds within limits of one's own, unless `stop` ends it.
pub(crate) fn build_until(
    grammar: &Grammar,
    construction: Construction,
    limits: Limits,
    stop: Option<Stop>,
) -> Result<(StateGraph, StateTable), StateTableError> {
    let mut meter = Meter::new(limits).until(stop);
    let graph = construction.build_by(grammar, &mut meter)?;
    let graph = resolve_by(grammar, graph, &meter)?;
    let table = StateTable::within(grammar, &graph, &meter)?;
    Ok((graph, table))
}
