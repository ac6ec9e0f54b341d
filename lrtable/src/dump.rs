//! Text dumps of a grammar, its states and its table: for people to read and for golden tests to compare.

use std::fmt::Write;

use fnv::FnvHashMap;
use indexmap::IndexMap;

use crate::{
    first::TokenSet,
    grammar::{Grammar, Symbol},
    item::closure,
    limits::{DUMP, cut_message},
    stategraph::StateGraph,
    statetable::{Action, StateTable},
};

/// Tokens, rules with nullable, FIRST and FOLLOW, and numbered productions.
pub fn grammar(grammar: &Grammar) -> String {
    let first = grammar.first();
    let follow = grammar.follow();
    let mut out = String::from("tokens\n");
    let mut opens = FnvHashMap::default();
    for (opening, closing) in grammar.brackets() {
        opens.entry(*opening).or_insert(*closing);
    }
    for token in grammar.token_ids() {
        let data = grammar.token(token);
        let _ = write!(out, "  {}: {}", token.0, grammar.show_symbol(Symbol::Token(token)));
        if let Some(precedence) = data.precedence {
            let _ = write!(out, "  precedence {} {:?}", precedence.level, precedence.assoc);
        }
        if data.avoid_insert {
            out.push_str("  avoid insert");
        }
        if let Some(closing) = opens.get(&token) {
            let _ = write!(out, "  opens {}", grammar.show_symbol(Symbol::Token(*closing)));
        }
        out.push('\n');
    }
    out.push_str("\nrules\n");
    for rule in grammar.rule_ids() {
        if is_cut(&mut out) {
            return out;
        }
        let _ = writeln!(
            out,
            "  {}: {}{}\n     first {}\n     follow {}",
            rule.0,
            grammar.rule(rule).name,
            if first.is_nullable(rule) { "  nullable" } else { "" },
            show_set(grammar, first.first(rule)),
            show_set(grammar, &follow[rule.index()]),
        );
    }
    out.push_str("\nproductions\n");
    for prod in grammar.prod_ids() {
        let _ = writeln!(out, "  {}: {}", prod.0, grammar.show_production(prod, None));
    }
    out
}

/// Each state with its closed items, their lookaheads, and its edges; then the conflicts.
pub fn states(grammar: &Grammar, graph: &StateGraph) -> String {
    let mut out = String::new();
    for id in graph.state_ids() {
        if is_cut(&mut out) {
            return out;
        }
        let state = graph.state(id);
        let _ = writeln!(out, "state {}", id.0);
        for (item, lookahead) in closure(grammar, &state.kernel) {
            if out.len() > DUMP {
                break;
            }
            let shown = grammar.show_production(item.prod, Some(item.dot as usize));
            let _ = writeln!(out, "  [{shown}] {}", show_set(grammar, &lookahead));
        }
        for (symbol, target) in &state.edges {
            let _ = writeln!(out, "  {} -> {}", grammar.show_symbol(*symbol), target.0);
        }
    }
    out.push_str(&conflicts(grammar, graph));
    out
}

/// The conflicts that precedence did not decide, one a line; nothing if there are none.
pub fn conflicts(grammar: &Grammar, graph: &StateGraph) -> String {
    let mut out = String::new();
    for conflict in &graph.conflicts.shift_reduce {
        if is_cut(&mut out) {
            return out;
        }
        let _ = writeln!(
            out,
            "state {}: shift/reduce conflict on {}: shifts, and does not reduce {}",
            conflict.state.0,
            grammar.show_symbol(Symbol::Token(conflict.token)),
            grammar.show_production(conflict.prod, None),
        );
    }
    for conflict in &graph.conflicts.reduce_reduce {
        if is_cut(&mut out) {
            return out;
        }
        let _ = writeln!(
            out,
            "state {}: reduce/reduce conflict on {}: reduces {}, and not {}",
            conflict.state.0,
            grammar.show_symbol(Symbol::Token(conflict.token)),
            grammar.show_production(conflict.kept, None),
            grammar.show_production(conflict.dropped, None),
        );
    }
    out
}

/// Each state's actions, one action a line with its tokens, and its gotos.
pub fn table(grammar: &Grammar, table: &StateTable) -> String {
    let tables = table.tables();
    let mut out = String::new();
    for state in (0..table.state_count()).map(crate::StateId::new) {
        if is_cut(&mut out) {
            return out;
        }
        let _ = writeln!(out, "state {}", state.0);
        let mut groups: IndexMap<Action, Vec<String>> = IndexMap::new();
        for token in grammar.token_ids() {
            let action = tables.action(state, token);
            if action == Action::Error {
                continue;
            }
            let name = grammar.show_symbol(Symbol::Token(token));
            groups.entry(action).or_default().push(name);
        }
        for (action, names) in groups {
            let what = match action {
                Action::Shift(state) => format!("shift {}", state.0),
                Action::Reduce(prod) => format!("reduce {}", grammar.show_production(prod, None)),
                Action::Accept => "accept".to_string(),
                Action::Error => continue,
            };
            let _ = writeln!(out, "  {}: {what}", names.join(" "));
        }
        for rule in tables.rules_of(state) {
            if let Some(target) = tables.goto(state, rule) {
                let _ = writeln!(out, "  {} -> {}", grammar.rule(rule).name, target.0);
            }
        }
    }
    out
}

/// Whether the dump is too long to go on; then the dump says so.
fn is_cut(out: &mut String) -> bool {
    let is_long = out.len() > DUMP;
    if is_long {
        out.push_str(&cut_message());
    }
    is_long
}

fn show_set(grammar: &Grammar, set: &TokenSet) -> String {
    let names: Vec<String> =
        set.iter().map(|token| grammar.show_symbol(Symbol::Token(token))).collect();
    format!("{{{}}}", names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_dump_is_cut_and_says_so() {
        let mut out = " ".repeat(DUMP);
        assert!(!is_cut(&mut out));
        out.push(' ');
        assert!(is_cut(&mut out));
        assert!(out.ends_with("the limit 'dump'\n"));
    }
}
