//! From an automaton and its lookaheads, held in rows of bits, to the state graph that everyone
//! else reads.

use crate::{
    ProdId, StateId,
    bits::Pool,
    first::TokenSet,
    grammar::{Grammar, Rule, Symbol},
    item::{Item, Kernel},
    lookahead::{Flow, Lookaheads},
    lr0::{Automaton, Source},
    meter::{Meter, Metered},
    stategraph::{State, StateGraph},
};

/// What a set takes in memory besides its words, and what one more holder of it takes.
const SET_BYTES: usize = 48;
const HOLDER_BYTES: usize = size_of::<(ProdId, TokenSet)>();

/// The empty productions of each rule.
pub(crate) struct Empty<'g> {
    grammar: &'g Grammar,
    of_rules: Vec<Vec<ProdId>>,
}

impl<'g> Empty<'g> {
    pub(crate) fn new(grammar: &'g Grammar) -> Self {
        let empty = |prod: &ProdId| grammar.symbols(*prod).is_empty();
        let of = |rule: &Rule| rule.productions.iter().copied().filter(empty).collect();
        Empty { grammar, of_rules: grammar.rules().iter().map(of).collect() }
    }

    /// The productions that a state reduces, sorted, each with whose lookaheads it has.
    pub(crate) fn reductions(
        &self,
        core: &[Item],
        edges: &[(Symbol, StateId)],
    ) -> Vec<(ProdId, Source)> {
        let mut reductions = Vec::new();
        for (at, of_core) in core.iter().enumerate() {
            if of_core.rest(self.grammar).is_empty() {
                reductions.push((of_core.prod, Source::Kernel(at)));
            }
        }
        for (edge, (symbol, _)) in edges.iter().enumerate() {
            let Symbol::Rule(rule) = symbol else { break };
            let empty = self.of_rules[rule.index()].iter();
            reductions.extend(empty.map(|prod| (*prod, Source::Rule(edge))));
        }
        reductions.sort_unstable_by_key(|(prod, _)| *prod);
        reductions
    }
}

/// Makes states; sets of lookaheads that are equal share their memory.
pub(crate) struct Assembler<'g> {
    empty: Empty<'g>,
    pool: Pool,
}

impl<'g> Assembler<'g> {
    pub(crate) fn new(grammar: &'g Grammar) -> Self {
        Assembler { empty: Empty::new(grammar), pool: Pool::default() }
    }

    /// The state with this core, still without edges, to which those of the automaton's state
    /// belong. `row` gives the lookaheads of a kernel item and of the rule that labels an edge.
    ///
    /// # Errors
    ///
    /// If the sets take more than `meter` allows.
    pub(crate) fn state<'r>(
        &mut self,
        core: &[Item],
        edges: &[(Symbol, StateId)],
        row: impl Fn(Source) -> &'r [u64],
        meter: &mut Meter,
    ) -> Metered<State> {
        let before = self.pool.len();
        let mut set = |source| self.pool.set(row(source));
        let lookaheads: Box<[TokenSet]> =
            (0..core.len()).map(|at| set(Source::Kernel(at))).collect();
        let reductions = self.empty.reductions(core, edges).into_iter();
        let reductions: Vec<(ProdId, TokenSet)> = reductions
            .map(|(prod, source)| match source {
                Source::Kernel(at) => (prod, lookaheads[at].clone()),
                Source::Rule(_) => (prod, set(source)),
            })
            .collect();
        let words = lookaheads.first().map_or(0, |set| set.row().len());
        let sets = (self.pool.len() - before) * (SET_BYTES + 2 * words * size_of::<u64>());
        meter.memory(sets + (core.len() + reductions.len()) * HOLDER_BYTES)?;
        let kernel = Kernel { core: core.into(), lookaheads };
        Ok(State { kernel, edges: Vec::new(), reductions })
    }
}

/// The graph of the automaton with its LALR(1) lookaheads.
///
/// # Errors
///
/// If it takes more than `meter` allows.
pub(crate) fn lalr(
    grammar: &Grammar,
    automaton: Automaton,
    meter: &mut Meter,
) -> Metered<StateGraph> {
    let flow = Flow::new(grammar, &automaton, meter)?;
    let lookaheads = flow.lalr(meter)?;
    let states = states(grammar, &automaton, &flow, &lookaheads, meter)?;
    drop((flow, lookaheads));
    Ok(with_edges(states, automaton))
}

/// The states of the automaton with these lookaheads, still without edges.
///
/// # Errors
///
/// If they take more than `meter` allows.
pub(crate) fn states(
    grammar: &Grammar,
    automaton: &Automaton,
    flow: &Flow<'_>,
    lookaheads: &Lookaheads,
    meter: &mut Meter,
) -> Metered<Vec<State>> {
    let mut assembler = Assembler::new(grammar);
    let cores = automaton.cores.iter().zip(&automaton.edges).enumerate();
    let state = |(state, (core, edges)): (usize, (&[Item], &Vec<_>))| {
        assembler.state(core, edges, |source| flow.row(lookaheads, state, source), meter)
    };
    cores.map(state).collect()
}

/// The graph of these states with the edges of the automaton.
pub(crate) fn with_edges(mut states: Vec<State>, automaton: Automaton) -> StateGraph {
    for (state, edges) in states.iter_mut().zip(automaton.edges) {
        state.edges = edges;
    }
    StateGraph::reachable(states, automaton.start_count).0
}
