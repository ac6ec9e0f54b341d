//! A state graph by ids of a storage type.

use std::{fmt::Write, marker::PhantomData, ops::Deref};

use super::{YaccGrammar, state};
use crate::{
    StIdx, StateId, Storage,
    conflict::Resolved,
    first::iter_tokens,
    grammar::{Grammar, Symbol},
    item::{Closer, Item, for_each_item},
};

/// A state graph, its conflicts resolved.
#[derive(Clone, Debug)]
pub struct StateGraph<StorageT = u32> {
    resolved: Resolved,
    storage: PhantomData<StorageT>,
}

impl<StorageT: Storage> StateGraph<StorageT> {
    pub(super) fn new(resolved: Resolved) -> Self {
        StateGraph { resolved, storage: PhantomData }
    }

    /// The start state of the first start rule.
    pub fn start_state(&self) -> StIdx<StorageT> {
        state(StateId::new(0))
    }

    /// All states.
    pub fn iter_stidxs(&self) -> Box<dyn Iterator<Item = StIdx<StorageT>>> {
        Box::new(self.resolved.graph.state_ids().map(state))
    }

    /// The number of states.
    pub fn all_states_len(&self) -> StIdx<StorageT> {
        let count = self.resolved.graph.states().len();
        StIdx(StorageT::from_index(count).expect("checked when it was made"))
    }

    /// The number of edges.
    pub fn all_edges_len(&self) -> usize {
        self.resolved.graph.states().iter().map(|state| state.edges.len()).sum()
    }

    /// The state to which `symbol` leads from a state.
    pub fn edge(
        &self,
        stidx: StIdx<StorageT>,
        symbol: Symbol<StorageT>,
    ) -> Option<StIdx<StorageT>> {
        let symbol = match symbol {
            Symbol::Rule(rule) => Symbol::Rule(rule.widen()),
            Symbol::Token(token) => Symbol::Token(token.widen()),
        };
        self.resolved.graph.edge(stidx.widen(), symbol).map(state)
    }

    /// All states as text: the items of their kernels, and their edges.
    pub fn pp_core_states(&self, grammar: &YaccGrammar<StorageT>) -> String {
        self.pp(grammar, true)
    }

    /// All states as text: all items of each, and their edges.
    pub fn pp_closed_states(&self, grammar: &YaccGrammar<StorageT>) -> String {
        self.pp(grammar, false)
    }

    /// All states as text: of each the items, of the kernel only or all of them, and the edges.
    pub fn pp(&self, grammar: &YaccGrammar<StorageT>, core_states: bool) -> String {
        let graph = &self.resolved.graph;
        let mut closer = Closer::new(grammar);
        let width = graph.states().len().to_string().len() + 1;
        let mut out = String::new();
        for id in graph.state_ids() {
            let state = graph.state(id);
            let mut head = format!("{}:", id.0);
            let mut line = |text: &str| {
                let _ = writeln!(out, "{head:width$} {text}");
                head.clear();
            };
            let closure = closer.close(&state.kernel);
            let mut left = state.kernel.core.len();
            for_each_item(grammar, &closure, |item, lookahead| {
                if core_states && left == 0 {
                    return;
                }
                left = left.saturating_sub(1);
                let tokens =
                    iter_tokens(lookahead).map(|token| quoted(grammar, Symbol::Token(token)));
                let tokens: Vec<String> = tokens.collect();
                line(&format!("[{}, {{{}}}]", shown(grammar, item), tokens.join(", ")));
            });
            for (symbol, target) in &state.edges {
                line(&format!("{} -> {}", quoted(grammar, *symbol), target.0));
            }
        }
        out.truncate(out.trim_end().len());
        out
    }
}

fn quoted(grammar: &Grammar, symbol: Symbol) -> String {
    match symbol {
        Symbol::Rule(_) => grammar.symbol_name(symbol).to_owned(),
        Symbol::Token(_) => format!("'{}'", grammar.symbol_name(symbol)),
    }
}

fn shown(grammar: &Grammar, item: Item) -> String {
    let production = grammar.production(item.prod);
    let mut out = format!("{} ->", grammar.rule(production.rule).name);
    for at in 0..=production.symbols.len() {
        if at == item.dot as usize {
            out.push_str(" .");
        }
        if let Some(symbol) = production.symbols.get(at) {
            out.push(' ');
            out.push_str(&quoted(grammar, *symbol));
        }
    }
    out
}

impl<StorageT> Deref for StateGraph<StorageT> {
    type Target = Resolved;

    fn deref(&self) -> &Resolved {
        &self.resolved
    }
}
