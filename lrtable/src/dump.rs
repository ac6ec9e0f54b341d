//! Text dumps of a grammar, its states and its table: for people to read and for golden tests to
//! compare.

use std::fmt::Write;

use fnv::FnvHashMap;
use indexmap::IndexMap;

use crate::{
    StateId,
    first::TokenSet,
    grammar::{Grammar, Symbol},
    item::closure,
    limits::{DUMP, cut},
    stategraph::StateGraph,
    statetable::{Action, StateTable},
};

/// Renders a grammar as text: tokens, rules with nullable, FIRST and FOLLOW, and numbered
/// productions.
pub fn grammar(grammar: &Grammar) -> String {
    let first = grammar.first();
    let follow = grammar.follow();
    let mut tokens = String::from("tokens\n");
    let mut opens = FnvHashMap::default();
    for (opening, closing) in grammar.brackets() {
        opens.entry(*opening).or_insert(*closing);
    }
    for token in grammar.token_ids() {
        let data = grammar.token(token);
        let _ = write!(tokens, "  {}: {}", token.0, grammar.show_symbol(Symbol::Token(token)));
        if let Some(precedence) = data.precedence {
            let _ = write!(tokens, "  precedence {} {:?}", precedence.level, precedence.assoc);
        }
        if data.avoid_insert {
            tokens.push_str("  avoid insert");
        }
        if let Some(closing) = opens.get(&token) {
            let _ = write!(tokens, "  opens {}", grammar.show_symbol(Symbol::Token(*closing)));
        }
        tokens.push('\n');
    }
    let rules = grammar.rule_ids().map(|rule| {
        format!(
            "  {}: {}{}\n     first {}\n     follow {}\n",
            rule.0,
            grammar.rule(rule).name,
            if first.is_nullable(rule) { "  nullable" } else { "" },
            show_set(grammar, first.first(rule)),
            show_set(grammar, &follow[rule.index()]),
        )
    });
    let productions = grammar
        .prod_ids()
        .map(|prod| format!("  {}: {}\n", prod.0, grammar.show_production(prod, None)));
    let [rules_head, productions_head] = ["\nrules\n", "\nproductions\n"].map(String::from);
    let head = [tokens, rules_head].into_iter();
    cut(head.chain(rules).chain([productions_head]).chain(productions))
}

/// Renders a state graph as text: each state with the items of its closure, their lookaheads, and
/// its edges; then the conflicts.
pub fn states(grammar: &Grammar, graph: &StateGraph) -> String {
    let state = |id: StateId| {
        let mut out = format!("state {}\n", id.0);
        let state = graph.state(id);
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
        out
    };
    cut(graph.state_ids().map(state).chain(each_conflict(grammar, graph)))
}

/// Renders the conflicts that precedence did not decide, one a line; returns an empty text if there
/// are none.
pub fn conflicts(grammar: &Grammar, graph: &StateGraph) -> String {
    cut(each_conflict(grammar, graph))
}

fn each_conflict(grammar: &Grammar, graph: &StateGraph) -> impl Iterator<Item = String> {
    let production = |prod| grammar.show_production(prod, None);
    let line = move |state: StateId, kind: &str, token, what: String| {
        let token = grammar.show_symbol(Symbol::Token(token));
        format!("state {}: {kind} conflict on {token}: {what}\n", state.0)
    };
    let shift_reduce = graph.conflicts.shift_reduce.iter().map(move |conflict| {
        let what = format!("shifts, and does not reduce {}", production(conflict.prod));
        line(conflict.state, "shift/reduce", conflict.token, what)
    });
    let reduce_reduce = graph.conflicts.reduce_reduce.iter().map(move |conflict| {
        let (kept, dropped) = (production(conflict.kept), production(conflict.dropped));
        let what = format!("reduces {kept}, and not {dropped}");
        line(conflict.state, "reduce/reduce", conflict.token, what)
    });
    shift_reduce.chain(reduce_reduce)
}

/// Renders a state table as text: the actions of each state, one a line with its tokens, and the
/// gotos.
///
/// ```
/// use lrtable::{construct::Construction, dump, grammar::Grammar, statetable};
///
/// let grammar = Grammar::parse("%% List: | List 'x';", None).unwrap();
/// let (_, table) = statetable::build(&grammar, Construction::Pager);
/// let text = dump::table(&grammar, &table);
/// assert!(text.starts_with("state 0\n  \"x\" $: reduce List:\n  List -> 1\n"), "{text}");
/// ```
pub fn table(grammar: &Grammar, table: &StateTable) -> String {
    let tables = table.tables();
    let state = |state: StateId| {
        let mut out = format!("state {}\n", state.0);
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
        out
    };
    cut((0..table.state_count()).map(StateId::new).map(state))
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
        let long = |len| cut([" ".repeat(len), String::from("more")].into_iter());
        assert!(long(DUMP).ends_with(" more"));
        assert!(
            long(DUMP + 1)
                .ends_with(" … cut here: this is more than 134217728 bytes, the limit 'dump'\n")
        );
    }
}
