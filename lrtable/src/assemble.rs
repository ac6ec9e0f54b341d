//! From an automaton and its lookaheads, held in rows of bits, to the state graph that everyone else reads.

use crate::{
    ProdId, bits,
    first::TokenSet,
    grammar::{Grammar, Symbol},
    item::{Item, Kernel},
    limits::{Meter, TooLarge},
    lookahead::{Flow, Lookaheads},
    lr0::Automaton,
    stategraph::{State, StateGraph},
};

/// The empty productions of each rule.
pub(crate) struct Empty(Vec<Vec<ProdId>>);

impl Empty {
    pub(crate) fn new(grammar: &Grammar) -> Empty {
        let empty = |prod: &ProdId| grammar.symbols(*prod).is_empty();
        let of = |rule: &crate::grammar::Rule| {
            rule.productions.iter().copied().filter(empty).collect::<Vec<_>>()
        };
        Empty(grammar.rules().iter().map(of).collect())
    }

    /// The productions that a state reduces, sorted, each with its lookaheads. `item` and `rule` give those of a kernel
    /// item and of the rule that labels an edge.
    pub(crate) fn reductions<Set>(
        &self,
        grammar: &Grammar,
        core: &[Item],
        symbols: impl Iterator<Item = Symbol>,
        mut item: impl FnMut(usize) -> Set,
        mut rule: impl FnMut(usize) -> Set,
    ) -> Vec<(ProdId, Set)> {
        let mut reductions = Vec::new();
        for (at, of_core) in core.iter().enumerate() {
            if of_core.rest(grammar).is_empty() {
                reductions.push((of_core.prod, item(at)));
            }
        }
        for (edge, symbol) in symbols.enumerate() {
            let Symbol::Rule(of_edge) = symbol else { break };
            for &prod in &self.0[of_edge.index()] {
                reductions.push((prod, rule(edge)));
            }
        }
        reductions.sort_unstable_by_key(|(prod, _)| *prod);
        reductions
    }
}

/// What a set of so many words takes in memory as one of its own.
pub(crate) fn set_bytes(words: usize) -> usize {
    48 + words * size_of::<u64>()
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
) -> Result<Vec<State>, TooLarge> {
    let empty = Empty::new(grammar);
    let tokens = grammar.tokens().len();
    let set = |row: &[u64]| -> TokenSet { bits::to_vob(row, tokens) };
    let state = |(state, core): (usize, &[Item])| {
        let of_kernel = |at| set(lookaheads.of_item(flow.item(state, at)));
        let kernel: Box<[TokenSet]> = (0..core.len()).map(of_kernel).collect();
        let reductions = empty.reductions(
            grammar,
            core,
            automaton.edges[state].iter().map(|(symbol, _)| *symbol),
            |at| kernel[at].clone(),
            |edge| set(lookaheads.of_transition(flow.transition(state, edge))),
        );
        meter.memory((kernel.len() + reductions.len()) * set_bytes(tokens.div_ceil(64)))?;
        let kernel = Kernel { core: core.into(), lookaheads: kernel };
        Ok(State { kernel, edges: Vec::new(), reductions })
    };
    automaton.cores.iter().enumerate().map(state).collect()
}

/// The graph of these states with the edges of the automaton.
pub(crate) fn with_edges(mut states: Vec<State>, automaton: Automaton) -> StateGraph {
    for (state, edges) in states.iter_mut().zip(automaton.edges) {
        state.edges = edges;
    }
    StateGraph::reachable(states, automaton.start_count).0
}
