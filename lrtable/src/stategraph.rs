//! The state graph: numbered LR(1) states, the edges between them, and what each may reduce.
//!
//! All constructions make this one type. State k is the start state of the k-th start rule, for k less than their number;
//! the others follow in breadth-first order, edges in the order of their symbols, rules before tokens.

use crate::{ProdId, RuleId, StateId, first::TokenSet, grammar::Symbol, item::Kernel};

/// One state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The items from which its closure grows.
    pub kernel: Kernel,
    /// Where each symbol leads, in the order of the symbols, rules before tokens.
    pub edges: Vec<(Symbol, StateId)>,
    /// The productions that it may reduce, in order, each with its lookahead set.
    pub reductions: Vec<(ProdId, TokenSet)>,
}

impl State {
    /// The edges that are labelled with rules; they come first.
    pub(crate) fn gotos(&self) -> impl Iterator<Item = (RuleId, StateId)> + '_ {
        self.edges.iter().map_while(|(symbol, target)| match symbol {
            Symbol::Rule(rule) => Some((*rule, *target)),
            Symbol::Token(_) => None,
        })
    }
}

/// The states of an LR(1) automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateGraph {
    states: Vec<State>,
    start_count: usize,
}

impl StateGraph {
    /// The graph of those among `states` that can be reached from the first `start_count`, numbered anew in breadth-first
    /// order; with them, for each the number that it had.
    pub(crate) fn reachable(states: Vec<State>, start_count: usize) -> (StateGraph, Vec<StateId>) {
        let mut states: Vec<Option<State>> = states.into_iter().map(Some).collect();
        let mut numbers: Vec<Option<StateId>> = vec![None; states.len()];
        let mut order: Vec<StateId> = (0..start_count).map(StateId::new).collect();
        for old in &order {
            numbers[old.index()] = Some(*old);
        }
        let mut graph = StateGraph { states: Vec::with_capacity(states.len()), start_count };
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
            graph.states.push(state);
        }
        (graph, order)
    }

    /// All states.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Ids of all states.
    pub fn state_ids(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.states.len()).map(StateId::new)
    }

    /// The state with this id.
    pub fn state(&self, state: StateId) -> &State {
        &self.states[state.index()]
    }

    /// The start states, one for each start rule.
    pub fn start_states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.start_count).map(StateId::new)
    }

    /// The state to which `symbol` leads from `state`.
    pub fn edge(&self, state: StateId, symbol: Symbol) -> Option<StateId> {
        let edges = &self.states[state.index()].edges;
        edges.binary_search_by_key(&symbol, |(symbol, _)| *symbol).ok().map(|at| edges[at].1)
    }

    /// The graph with each state as `change` leaves it, which adds no edge, without the states that are no longer reached; with it, for each
    /// state the number that it had.
    ///
    /// # Errors
    ///
    /// The first of `change`.
    pub(crate) fn try_map_states<E>(
        mut self,
        mut change: impl FnMut(StateId, &mut State) -> Result<(), E>,
    ) -> Result<(StateGraph, Vec<StateId>), E> {
        let mut lost = false;
        for (at, state) in self.states.iter_mut().enumerate() {
            let edges = state.edges.len();
            change(StateId::new(at), state)?;
            lost |= state.edges.len() < edges;
        }
        if !lost {
            let same = self.state_ids().collect();
            return Ok((self, same));
        }
        Ok(StateGraph::reachable(self.states, self.start_count))
    }

    /// Is `prod` one of the augmented productions, at whose end the parser accepts?
    pub fn is_start_production(&self, prod: ProdId) -> bool {
        prod.index() < self.start_count
    }
}
