//! The automaton of a grammar, for a page to draw: conflicts and what precedence decided as a
//! whole, and each state with its neighbours.
//!
//! In: the state graph. Out: JSON. A state is told when it is asked for; made at once are only the
//! explanations of conflicts and the edges turned around, which cost as much as there are edges.

use std::collections::VecDeque;

use lrtable::{
    ProdId, StateId, Symbol, TokenId,
    counterexample::{Explanation, explain},
    first::TokenSet,
    grammar::Grammar,
    item::{Item, closure},
    precedence,
    stategraph::Decision,
};
use nimbleparse::language::Table;
use serde_json::{Value, json};

use crate::limits;

/// What is known of an automaton beside its graph.
pub(crate) struct Automaton {
    explanations: Vec<Explanation>,
    /// For each state the edges that lead to it.
    into: Vec<Vec<(Symbol, StateId)>>,
    /// For each state the last edge of a shortest way to it; none for a start state.
    before: Vec<Option<(Symbol, StateId)>>,
}

impl Automaton {
    pub(crate) fn new(Table { grammar, graph, .. }: &Table) -> Self {
        let mut into = vec![Vec::new(); graph.states().len()];
        for from in graph.state_ids() {
            for (symbol, to) in &graph.state(from).edges {
                into[to.index()].push((*symbol, from));
            }
        }
        let mut before = vec![None; into.len()];
        let mut is_seen = vec![false; into.len()];
        let mut queue: VecDeque<StateId> = graph.start_states().collect();
        queue.iter().for_each(|start| is_seen[start.index()] = true);
        while let Some(from) = queue.pop_front() {
            for (symbol, to) in &graph.state(from).edges {
                if !std::mem::replace(&mut is_seen[to.index()], true) {
                    before[to.index()] = Some((*symbol, from));
                    queue.push_back(*to);
                }
            }
        }
        Automaton { explanations: explain(grammar, graph), into, before }
    }

    /// How many states there are, with their kernels; the conflicts, explained; what precedence
    /// decided.
    pub(crate) fn summary(&self, table: &Table) -> Value {
        let Table { grammar, graph, .. } = table;
        let kernels = graph.state_ids().take(limits::KERNELS).map(|state| kernel(table, state));
        let conflicts = self.explanations.iter().map(|explanation| {
            let mut states: Vec<u32> = explanation.places.iter().map(|(id, _)| id.0).collect();
            states.dedup();
            json!({"title": explanation.title(), "text": explanation.body(), "states": states})
        });
        json!({
            "states": graph.states().len(),
            "kernels": kernels.collect::<Vec<_>>(),
            "conflicts": conflicts.collect::<Vec<_>>(),
            "decided": precedence::show_resolutions(grammar, graph).lines().collect::<Vec<_>>(),
        })
    }

    /// A state: its items, what it does, its neighbours, the shortest way to it, its conflicts,
    /// what precedence decided in it.
    pub(crate) fn state(&self, table: &Table, number: usize) -> Option<Value> {
        let Table { grammar, graph, .. } = table;
        let state = graph.states().get(number)?;
        let id = StateId::new(number);
        let closure = closure(grammar, &state.kernel);
        let items =
            closure.iter().take(limits::ITEMS).enumerate().map(|(at, (item, lookahead))| {
                json!({
                    "item": grammar.show_production(item.prod, Some(item.dot as usize)),
                    "lookaheads": names(grammar, lookahead.iter()),
                    "kernel": at < state.kernel.core.len(),
                })
            });
        let edge = |(symbol, other): &(Symbol, StateId)| {
            json!([grammar.show_symbol(*symbol), other.0, kernel(table, *other)])
        };
        let reductions = state.reductions.iter().map(|(prod, lookahead)| {
            let (shown, tokens) = (grammar.show_production(*prod, None), lookahead.iter());
            json!({"production": shown, "lookaheads": names(grammar, tokens)})
        });
        let concerns = |conflict: &&Explanation| conflict.places.iter().any(|(at, _)| *at == id);
        let conflicts = self.explanations.iter().filter(concerns);
        Some(json!({
            "state": number,
            "items": items.collect::<Vec<_>>(),
            "edges": state.edges.iter().take(limits::ITEMS).map(edge).collect::<Vec<_>>(),
            "into": self.into[number].iter().take(limits::ITEMS).map(edge).collect::<Vec<_>>(),
            "way": self.way(grammar, number),
            "reductions": reductions.collect::<Vec<_>>(),
            "conflicts": conflicts.map(Explanation::title).collect::<Vec<_>>(),
            "decided": decided(table, &closure),
            "left_out": {
                "items": closure.len().saturating_sub(limits::ITEMS),
                "edges": state.edges.len().saturating_sub(limits::ITEMS),
                "into": self.into[number].len().saturating_sub(limits::ITEMS),
            },
        }))
    }

    /// The symbols of a shortest way to a state.
    fn way(&self, grammar: &Grammar, state: usize) -> Vec<String> {
        let mut way = Vec::new();
        let mut at = state;
        while let Some((symbol, from)) = self.before[at] {
            way.push(grammar.show_symbol(symbol));
            at = from.index();
        }
        way.reverse();
        way
    }
}

/// The items that a state is made of.
fn kernel(Table { grammar, graph, .. }: &Table, state: StateId) -> Vec<String> {
    let core = graph.state(state).kernel.core.iter();
    core.map(|item| grammar.show_production(item.prod, Some(item.dot as usize))).collect()
}

fn names(grammar: &Grammar, tokens: impl Iterator<Item = TokenId>) -> Vec<String> {
    tokens.map(|token| grammar.show_symbol(Symbol::Token(token))).collect()
}

/// What precedence decided between items that are complete and tokens that others shift.
fn decided(Table { grammar, graph, .. }: &Table, closure: &[(Item, TokenSet)]) -> Vec<Value> {
    let next = |item: &Item| item.rest(grammar).first().copied();
    let is_shifted =
        |token| closure.iter().any(|(item, _)| next(item) == Some(Symbol::Token(token)));
    let is_reduced = |prod: ProdId, token: TokenId| {
        let mut complete =
            closure.iter().filter(|(item, _)| item.prod == prod && next(item).is_none());
        complete.any(|(_, lookahead)| lookahead.iter().any(|other| other == token))
    };
    let here = graph
        .resolutions
        .iter()
        .filter(|one| is_reduced(one.prod, one.token) && is_shifted(one.token));
    let told = here.map(|one| {
        let decision = match one.decision {
            Decision::Shift => "shift",
            Decision::Reduce => "reduce",
            Decision::Error => "error",
        };
        json!({
            "token": grammar.show_symbol(Symbol::Token(one.token)),
            "production": grammar.show_production(one.prod, None),
            "decision": decision,
        })
    });
    told.collect()
}
