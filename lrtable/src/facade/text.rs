//! State graphs and conflicts as text, in the form that users of grmtools know.

use std::fmt::Write;

use crate::{
    Storage,
    grammar::{Grammar, Symbol, YaccGrammar},
    item::{Item, closure},
    stategraph::{Conflicts, StateGraph},
};

impl<StorageT: Storage> StateGraph<StorageT> {
    /// Renders all states as text: the items of their kernels, and their edges.
    pub fn pp_core_states(&self, grammar: &YaccGrammar<StorageT>) -> String {
        self.pp(grammar, true)
    }

    /// Renders all states as text: the items of their closures, and their edges.
    pub fn pp_closed_states(&self, grammar: &YaccGrammar<StorageT>) -> String {
        self.pp(grammar, false)
    }

    /// Renders all states as text: the items of their kernels if `core_states` is set, else of
    /// their closures, and their edges.
    pub fn pp(&self, grammar: &YaccGrammar<StorageT>, core_states: bool) -> String {
        let grammar = &grammar.widen();
        let width = self.states().len().to_string().len() + 1;
        let mut out = String::new();
        for id in self.state_ids() {
            let state = self.state(id);
            let mut head = format!("{}:", id.0);
            let mut line = |text: &str| {
                let _ = writeln!(out, "{head:width$} {text}");
                head.clear();
            };
            let most = if core_states { state.kernel.core.len() } else { usize::MAX };
            for (item, lookahead) in closure(grammar, &state.kernel).into_iter().take(most) {
                let tokens = lookahead.iter().map(|token| quoted(grammar, Symbol::Token(token)));
                let tokens: Vec<String> = tokens.collect();
                line(&format!("[{}, {{{}}}]", shown(grammar, item), tokens.join(", ")));
            }
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
    let (before, after) = production.symbols.split_at(item.dot as usize);
    let symbols = |symbols: &[Symbol]| -> String {
        symbols.iter().map(|symbol| format!(" {}", quoted(grammar, *symbol))).collect()
    };
    let rule = &grammar.rule(production.rule).name;
    format!("{rule} ->{} .{}", symbols(before), symbols(after))
}

/// A head and lines; nothing if there are no lines.
fn headed(head: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("{head}{lines}") }
}

impl<StorageT: Storage> Conflicts<StorageT> {
    /// Renders the shift/reduce conflicts as text; returns an empty text if there are none.
    pub fn pp_sr(&self, grammar: &YaccGrammar<StorageT>) -> String {
        let lines = self.shift_reduce.iter().map(|conflict| {
            let name = grammar.token_name(conflict.token.stored()).unwrap_or("$");
            let production = grammar.pp_prod(conflict.prod.stored());
            let state = conflict.state.0;
            format!("   State {state}: Shift(\"{name}\") / Reduce({production})\n")
        });
        headed("Shift/Reduce conflicts:\n", lines)
    }

    /// Renders the reduce/reduce conflicts as text; returns an empty text if there are none.
    pub fn pp_rr(&self, grammar: &YaccGrammar<StorageT>) -> String {
        let lines = self.reduce_reduce.iter().map(|conflict| {
            let name = grammar.token_name(conflict.token.stored()).unwrap_or("$");
            let [kept, dropped] =
                [conflict.kept, conflict.dropped].map(|prod| grammar.pp_prod(prod.stored()));
            let state = conflict.state.0;
            format!("   State {state} (lookahead {name}): Reduce({kept}) / Reduce({dropped})\n")
        });
        headed("Reduce/Reduce conflicts:\n", lines)
    }

    /// Renders all conflicts as text, shift/reduce conflicts first.
    pub fn pp(&self, grammar: &YaccGrammar<StorageT>) -> String {
        self.pp_sr(grammar) + &self.pp_rr(grammar)
    }
}
