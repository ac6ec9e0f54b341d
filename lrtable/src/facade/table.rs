//! A state table by ids of a storage type.

use std::{fmt, fmt::Write, marker::PhantomData, ops::Deref};

use super::{YaccGrammar, prod, state, token, too_large};
use crate::{
    PIdx, RIdx, StIdx, StateId, Storage, TIdx, TokenId, conflict,
    limits::TooLarge,
    statetable::{self, Action},
};

/// A state table.
#[derive(Clone, Debug)]
pub struct StateTable<StorageT = u32> {
    table: statetable::StateTable,
    conflicts: Option<Conflicts<StorageT>>,
    storage: PhantomData<StorageT>,
}

impl<StorageT: Storage> StateTable<StorageT> {
    pub(super) fn new(
        table: statetable::StateTable,
        conflicts: Option<Conflicts<StorageT>>,
    ) -> Self {
        StateTable { table, conflicts, storage: PhantomData }
    }

    /// The start state of the first start rule.
    pub fn start_state(&self) -> StIdx<StorageT> {
        state(StateId::new(0))
    }

    /// What the parser does with a token in a state.
    pub fn action(&self, stidx: StIdx<StorageT>, tidx: TIdx<StorageT>) -> Action<StorageT> {
        match self.table.action(stidx.widen(), tidx.widen()) {
            Action::Shift(to) => Action::Shift(state(to)),
            Action::Reduce(by) => Action::Reduce(prod(by)),
            Action::Accept => Action::Accept,
            Action::Error => Action::Error,
        }
    }

    /// The state that follows a state once a sentence of a rule has been read.
    pub fn goto(&self, stidx: StIdx<StorageT>, ridx: RIdx<StorageT>) -> Option<StIdx<StorageT>> {
        self.table.goto(stidx.widen(), ridx.widen()).map(state)
    }

    /// The tokens that are no error in a state.
    pub fn state_actions(&self, stidx: StIdx<StorageT>) -> impl Iterator<Item = TIdx<StorageT>> {
        self.tokens(stidx, |action| action != Action::Error)
    }

    /// The tokens that are shifted in a state.
    pub fn state_shifts(&self, stidx: StIdx<StorageT>) -> impl Iterator<Item = TIdx<StorageT>> {
        self.tokens(stidx, |action| matches!(action, Action::Shift(_)))
    }

    fn tokens(
        &self,
        stidx: StIdx<StorageT>,
        wanted: fn(Action) -> bool,
    ) -> impl Iterator<Item = TIdx<StorageT>> {
        let ids = self.table.tables().token_ids();
        let wanted = move |id: &TokenId| wanted(self.table.action(stidx.widen(), *id));
        ids.filter(wanted).map(token)
    }

    /// The conflicts that were resolved by default, if there are any.
    pub fn conflicts(&self) -> Option<&Conflicts<StorageT>> {
        self.conflicts.as_ref()
    }
}

impl<StorageT> Deref for StateTable<StorageT> {
    type Target = statetable::StateTable;

    fn deref(&self) -> &statetable::StateTable {
        &self.table
    }
}

/// The token, the production that is reduced, the one that is not, and the state.
type ReduceReduce<StorageT> = (TIdx<StorageT>, PIdx<StorageT>, PIdx<StorageT>, StIdx<StorageT>);

/// The conflicts of a table that were resolved by default, by ids of a storage type.
#[derive(Clone, Debug)]
pub struct Conflicts<StorageT = u32> {
    conflicts: conflict::Conflicts,
    reduce_reduce: Vec<ReduceReduce<StorageT>>,
    shift_reduce: Vec<(TIdx<StorageT>, PIdx<StorageT>, StIdx<StorageT>)>,
}

impl<StorageT: Storage> Conflicts<StorageT> {
    pub(super) fn new(conflicts: conflict::Conflicts) -> Self {
        let reduce_reduce = conflicts
            .reduce_reduce
            .iter()
            .map(|one| (token(one.token), prod(one.kept), prod(one.dropped), state(one.state)));
        let shift_reduce = conflicts.shift_reduce.iter();
        let shift_reduce =
            shift_reduce.map(|one| (token(one.token), prod(one.prod), state(one.state)));
        Conflicts {
            reduce_reduce: reduce_reduce.collect(),
            shift_reduce: shift_reduce.collect(),
            conflicts,
        }
    }

    /// The reduce/reduce conflicts: the token, the production that is reduced, the one that is not, and the state.
    pub fn rr_conflicts(
        &self,
    ) -> impl Iterator<Item = &(TIdx<StorageT>, PIdx<StorageT>, PIdx<StorageT>, StIdx<StorageT>)>
    {
        self.reduce_reduce.iter()
    }

    /// The shift/reduce conflicts: the token, which is shifted, the production that is not reduced, and the state.
    pub fn sr_conflicts(
        &self,
    ) -> impl Iterator<Item = &(TIdx<StorageT>, PIdx<StorageT>, StIdx<StorageT>)> {
        self.shift_reduce.iter()
    }

    /// The number of shift/reduce conflicts.
    pub fn sr_len(&self) -> usize {
        self.shift_reduce.len()
    }

    /// The number of reduce/reduce conflicts.
    pub fn rr_len(&self) -> usize {
        self.reduce_reduce.len()
    }

    /// The shift/reduce conflicts as text; nothing if there are none.
    pub fn pp_sr(&self, grammar: &YaccGrammar<StorageT>) -> String {
        let mut out = String::new();
        for (token, prod, state) in &self.shift_reduce {
            if out.is_empty() {
                out.push_str("Shift/Reduce conflicts:\n");
            }
            let name = grammar.token_name(*token).unwrap_or("$");
            let (state, production) = (usize::from(*state), grammar.pp_prod(*prod));
            let _ = writeln!(out, "   State {state}: Shift(\"{name}\") / Reduce({production})");
        }
        out
    }

    /// The reduce/reduce conflicts as text; nothing if there are none.
    pub fn pp_rr(&self, grammar: &YaccGrammar<StorageT>) -> String {
        let mut out = String::new();
        for (token, kept, dropped, state) in &self.reduce_reduce {
            if out.is_empty() {
                out.push_str("Reduce/Reduce conflicts:\n");
            }
            let name = grammar.token_name(*token).unwrap_or("$");
            let (kept, dropped) = (grammar.pp_prod(*kept), grammar.pp_prod(*dropped));
            let _ = writeln!(
                out,
                "   State {} (lookahead {name}): Reduce({kept}) / Reduce({dropped})",
                usize::from(*state)
            );
        }
        out
    }

    /// All conflicts as text.
    pub fn pp(&self, grammar: &YaccGrammar<StorageT>) -> String {
        self.pp_sr(grammar) + &self.pp_rr(grammar)
    }
}

impl<StorageT> Deref for Conflicts<StorageT> {
    type Target = conflict::Conflicts;

    fn deref(&self) -> &conflict::Conflicts {
        &self.conflicts
    }
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTableError(String);

impl StateTableError {
    pub(super) fn too_large<StorageT: Storage>(what: &str, most: usize) -> Self {
        StateTableError(too_large::<StorageT>(what, most))
    }
}

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
