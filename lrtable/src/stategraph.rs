//! The state graph: numbered LR(1) states, the edges between them, what each may reduce, and its
//! conflicts.
//!
//! All constructions make this one type, and [`resolve`](crate::conflict::resolve) leaves each of
//! its states one action for each token. State k is the start state of the k-th start rule, for k
//! less than their number; the others follow in breadth-first order, edges in the order of their
//! symbols, rules before tokens.

use std::{
    marker::PhantomData,
    sync::{Arc, OnceLock},
};

use crate::{
    PIdx, ProdId, RuleId, StIdx, StateId, Storage, Symbol, TIdx, TokenId, first::TokenSet,
    item::Kernel,
};

/// A state of an LR(1) automaton: its kernel, its edges and its reductions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The items from which the state's closure grows, with their lookaheads.
    pub kernel: Kernel,
    /// The symbols that lead from the state, each with its target, in the order of the symbols,
    /// rules before tokens.
    pub edges: Vec<(Symbol, StateId)>,
    /// The productions that the state may reduce, in order, each with its lookahead set.
    pub reductions: Vec<(ProdId, TokenSet)>,
}

impl State {
    /// The edges that are labelled with rules; they come first.
    pub(crate) fn gotos(&self) -> impl Iterator<Item = (RuleId, StateId)> + '_ {
        self.edges.iter().map_while(|(symbol, target)| Some((symbol.rule()?, *target)))
    }

    /// The edges that are labelled with tokens.
    pub(crate) fn shifts(&self) -> impl Iterator<Item = (TokenId, StateId)> + '_ {
        self.edges.iter().rev().map_while(|(symbol, target)| Some((symbol.token()?, *target)))
    }
}

/// A shift/reduce conflict that precedence did not resolve: a state shifts a token though it could
/// reduce a production.
///
/// Accepting counts as shifting the end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShiftReduce {
    /// The state that has the conflict.
    pub state: StateId,
    /// The token of the conflict, which is shifted.
    pub token: TokenId,
    /// The production that is not reduced; the first, if there are several.
    pub prod: ProdId,
}

/// A reduce/reduce conflict: two productions that a state could reduce by one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReduceReduce {
    /// The state that has the conflict.
    pub state: StateId,
    /// The token of the conflict.
    pub token: TokenId,
    /// The production that is reduced, unless the token is shifted.
    pub kept: ProdId,
    /// The production that is not reduced.
    pub dropped: ProdId,
}

/// The conflicts of a state graph that precedence did not decide, counted as Bison counts them.
#[derive(Clone, Debug, Default)]
pub struct Conflicts<StorageT = u32> {
    /// The shift/reduce conflicts, one for each state and token.
    pub shift_reduce: Vec<ShiftReduce>,
    /// The reduce/reduce conflicts, one for each state, token and production but the first.
    pub reduce_reduce: Vec<ReduceReduce>,
    /// The conflicts of both kinds as grmtools lends them, made when first asked for.
    pub(crate) lent: OnceLock<Lent<StorageT>>,
}

/// Shift/reduce conflicts: the token, which is shifted, the production that is not reduced, and the
/// state. Reduce/reduce conflicts: the token, the production that is reduced, the one that is not,
/// and the state.
pub(crate) type Lent<T> =
    (Vec<(TIdx<T>, PIdx<T>, StIdx<T>)>, Vec<(TIdx<T>, PIdx<T>, PIdx<T>, StIdx<T>)>);

impl<StorageT> PartialEq for Conflicts<StorageT> {
    fn eq(&self, other: &Self) -> bool {
        self.shift_reduce == other.shift_reduce && self.reduce_reduce == other.reduce_reduce
    }
}

impl<StorageT> Eq for Conflicts<StorageT> {}

impl<StorageT> Conflicts<StorageT> {
    /// These conflicts, lent by ids of another storage type, in which they must fit.
    pub(crate) fn stored<NewT>(&self) -> Conflicts<NewT> {
        Conflicts {
            shift_reduce: self.shift_reduce.clone(),
            reduce_reduce: self.reduce_reduce.clone(),
            lent: OnceLock::new(),
        }
    }

    /// Returns whether there are no conflicts.
    pub fn is_empty(&self) -> bool {
        self.shift_reduce.is_empty() && self.reduce_reduce.is_empty()
    }

    /// Returns the number of shift/reduce conflicts.
    pub fn sr_len(&self) -> usize {
        self.shift_reduce.len()
    }

    /// Returns the number of reduce/reduce conflicts.
    pub fn rr_len(&self) -> usize {
        self.reduce_reduce.len()
    }
}

/// The outcome of a shift/reduce conflict that precedence decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// The token is shifted.
    Shift,
    /// The production is reduced.
    Reduce,
    /// The token is an error in that state (`%nonassoc`).
    Error,
}

/// A shift/reduce conflict that precedence decided, as a production and a token.
///
/// In how many states there is such a conflict depends on the construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resolution {
    /// The production of the conflict.
    pub prod: ProdId,
    /// The token of the conflict.
    pub token: TokenId,
    /// The outcome of the conflict.
    pub decision: Decision,
}

/// The states of an LR(1) automaton, whose number fits in `StorageT`.
///
/// A clone shares the memory of the original.
///
/// # Panics
///
/// Methods that take an id may panic if it is of another graph, which has more of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateGraph<StorageT = u32> {
    states: Arc<Vec<State>>,
    start_count: usize,
    /// The conflicts that Yacc's defaults decided; none before conflicts are resolved.
    pub conflicts: Arc<Conflicts>,
    /// The conflicts that precedence decided, sorted, each once; none before conflicts are
    /// resolved.
    pub resolutions: Arc<Vec<Resolution>>,
    storage: PhantomData<StorageT>,
}

impl StateGraph {
    /// The graph of those among `states` that can be reached from the first `start_count`, numbered
    /// anew in breadth-first order; with them, for each the number that it had.
    pub(crate) fn reachable(states: Vec<State>, start_count: usize) -> (StateGraph, Vec<StateId>) {
        let mut states: Vec<Option<State>> = states.into_iter().map(Some).collect();
        let mut numbers: Vec<Option<StateId>> = vec![None; states.len()];
        let mut order: Vec<StateId> = (0..start_count).map(StateId::new).collect();
        for old in &order {
            numbers[old.index()] = Some(*old);
        }
        let mut reached = Vec::with_capacity(states.len());
        let mut next = 0;
        while let Some(&old) = order.get(next) {
            next += 1;
            let mut state = states[old.index()].take().expect("a reached state was built");
            for (_, target) in &mut state.edges {
                let number = numbers[target.index()].get_or_insert_with(|| {
                    order.push(*target);
                    StateId::new(order.len() - 1)
                });
                *target = *number;
            }
            reached.push(state);
        }
        (StateGraph::of(reached, start_count), order)
    }

    /// The graph of these states, all of which are reached.
    pub(crate) fn of(states: Vec<State>, start_count: usize) -> StateGraph {
        StateGraph {
            states: Arc::new(states),
            start_count,
            conflicts: Arc::default(),
            resolutions: Arc::default(),
            storage: PhantomData,
        }
    }

    /// The graph with each state as `change` leaves it, which adds no edge, without the states that
    /// are no longer reached; with it, for each state the number that it had.
    ///
    /// # Errors
    ///
    /// The first of `change`.
    pub(crate) fn try_map_states<E>(
        self,
        mut change: impl FnMut(StateId, &mut State) -> Result<(), E>,
    ) -> Result<(StateGraph, Vec<StateId>), E> {
        let mut states = Arc::unwrap_or_clone(self.states);
        let mut lost = false;
        for (at, state) in states.iter_mut().enumerate() {
            let edges = state.edges.len();
            change(StateId::new(at), state)?;
            lost |= state.edges.len() < edges;
        }
        if !lost {
            let same = (0..states.len()).map(StateId::new).collect();
            return Ok((StateGraph::of(states, self.start_count), same));
        }
        Ok(StateGraph::reachable(states, self.start_count))
    }
}

impl<StorageT> StateGraph<StorageT> {
    /// Returns the graph with ids of 32 bits, without copying it.
    pub fn widen(&self) -> StateGraph {
        self.stored()
    }

    /// This graph with ids of another storage type, in which they must fit.
    pub(crate) fn stored<NewT>(&self) -> StateGraph<NewT> {
        StateGraph {
            states: Arc::clone(&self.states),
            start_count: self.start_count,
            conflicts: Arc::clone(&self.conflicts),
            resolutions: Arc::clone(&self.resolutions),
            storage: PhantomData,
        }
    }

    /// Returns all states of the graph; a state's index is its id.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Returns the ids of all states, in ascending order.
    pub fn state_ids(&self) -> impl ExactSizeIterator<Item = StateId> + use<StorageT> {
        (0..self.states.len()).map(StateId::new)
    }

    /// Returns the state with the given id.
    pub fn state(&self, state: StateId) -> &State {
        &self.states[state.index()]
    }

    /// Returns the start states, one for each start rule in order.
    pub fn start_states(&self) -> impl ExactSizeIterator<Item = StateId> + use<StorageT> {
        (0..self.start_count).map(StateId::new)
    }

    /// Returns whether `prod` is one of the augmented productions, at whose end the parser accepts.
    pub fn is_start_production(&self, prod: ProdId) -> bool {
        prod.index() < self.start_count
    }

    /// Returns the number of edges of all states.
    pub fn all_edges_len(&self) -> usize {
        self.states.iter().map(|state| state.edges.len()).sum()
    }
}

impl<StorageT: Storage> StateGraph<StorageT> {
    /// Returns the start state of the first start rule.
    pub fn start_state(&self) -> StIdx<StorageT> {
        StateId::new(0).stored()
    }

    /// Returns the ids of all states, in ascending order.
    pub fn iter_stidxs(&self) -> Box<dyn Iterator<Item = StIdx<StorageT>>> {
        Box::new(self.state_ids().map(StateId::stored))
    }

    /// Returns the number of states.
    pub fn all_states_len(&self) -> StIdx<StorageT> {
        StateId::new(self.states.len()).stored()
    }

    /// Returns the state to which the edge of `symbol` leads from `state`; `None` if there is no
    /// such edge. Takes logarithmic time.
    ///
    /// # Panics
    ///
    /// If the graph has no such state.
    pub fn edge(
        &self,
        state: StIdx<StorageT>,
        symbol: Symbol<StorageT>,
    ) -> Option<StIdx<StorageT>> {
        let edges = &self.states[usize::from(state)].edges;
        let symbol = symbol.widen();
        let at = edges.binary_search_by_key(&symbol, |(symbol, _)| *symbol).ok()?;
        Some(edges[at].1.stored())
    }
}
