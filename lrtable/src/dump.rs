//! Text dumps of a grammar, its states and its table: for people to read and for golden tests to compare.

use std::fmt::Write;

use crate::{
    conflict::Resolved,
    first::{First, TokenSet, iter_tokens},
    grammar::{Grammar, Symbol},
    item::{Closer, for_each_item},
    statetable::{Action, StateTable},
};

/// Tokens, rules with nullable, FIRST and FOLLOW, and numbered productions.
pub fn grammar(grammar: &Grammar) -> String {
    let first = First::new(grammar);
    let follow = first.follow(grammar);
    let mut out = String::from("tokens\n");
    for token in grammar.token_ids() {
        let data = grammar.token(token);
        let _ = write!(out, "  {}: {}", token.0, grammar.show_symbol(Symbol::Token(token)));
        if let Some(precedence) = data.precedence {
            let _ = write!(out, "  precedence {} {:?}", precedence.level, precedence.assoc);
        }
        if data.avoid_insert {
            out.push_str("  avoid insert");
        }
        let mut brackets = grammar.declarations().brackets.iter();
        if let Some((_, closing)) = brackets.find(|(opening, _)| *opening == token) {
            let _ = write!(out, "  opens {}", grammar.show_symbol(Symbol::Token(*closing)));
        }
        out.push('\n');
    }
    out.push_str("\nrules\n");
    for rule in grammar.rule_ids() {
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
pub fn states(grammar: &Grammar, resolved: &Resolved) -> String {
    let mut closer = Closer::new(grammar);
    let mut out = String::new();
    for id in resolved.graph.state_ids() {
        let state = resolved.graph.state(id);
        let _ = writeln!(out, "state {}", id.0);
        let closure = closer.close(&state.kernel);
        for_each_item(grammar, &closure, |item, lookahead| {
            let _ = writeln!(
                out,
                "  [{}] {}",
                grammar.show_production(item.prod, Some(item.dot as usize)),
                show_set(grammar, lookahead)
            );
        });
        for (symbol, target) in &state.edges {
            let _ = writeln!(out, "  {} -> {}", grammar.show_symbol(*symbol), target.0);
        }
    }
    out.push_str(&conflicts(grammar, resolved));
    out
}

/// The conflicts that precedence did not decide, one a line; nothing if there are none.
pub fn conflicts(grammar: &Grammar, resolved: &Resolved) -> String {
    let mut out = String::new();
    for conflict in &resolved.conflicts.shift_reduce {
        let _ = writeln!(
            out,
            "state {}: shift/reduce conflict on {}: shifts, and does not reduce {}",
            conflict.state.0,
            grammar.show_symbol(Symbol::Token(conflict.token)),
            grammar.show_production(conflict.prod, None),
        );
    }
    for conflict in &resolved.conflicts.reduce_reduce {
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
        let _ = writeln!(out, "state {}", state.0);
        let mut groups: Vec<(Action, Vec<String>)> = Vec::new();
        for token in grammar.token_ids() {
            let action = tables.action(state, token);
            if action == Action::Error {
                continue;
            }
            let name = grammar.show_symbol(Symbol::Token(token));
            match groups.iter_mut().find(|(other, _)| *other == action) {
                Some((_, names)) => names.push(name),
                None => groups.push((action, vec![name])),
            }
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
        for rule in grammar.rule_ids() {
            if let Some(target) = tables.goto(state, rule) {
                let _ = writeln!(out, "  {} -> {}", grammar.rule(rule).name, target.0);
            }
        }
    }
    out
}

fn show_set(grammar: &Grammar, set: &TokenSet) -> String {
    let names: Vec<String> =
        iter_tokens(set).map(|token| grammar.show_symbol(Symbol::Token(token))).collect();
    format!("{{{}}}", names.join(" "))
}
