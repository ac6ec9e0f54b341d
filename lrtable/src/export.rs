//! Exports of a state graph for other programs and for people: Graphviz, JSON, and one HTML page to
//! click through.
//!
//! All three are made from one [`StateGraph`], and so agree in every number. The page holds the
//! JSON and a short script that shows one state at a time: its items with their lookaheads, the
//! edges out of it and into it, what it reduces, and its conflicts with their explanations. A click
//! on a lookahead shows where it came from: from item to item back to one after whose rule the
//! token can begin. For that the JSON says of each dot before a rule what can begin after that
//! rule.

use std::fmt::Write;

use crate::{
    counterexample::Explanation,
    first::TokenSet,
    grammar::{Grammar, Production, Symbol},
    item::closure,
    limits::{DUMP, cut_message},
    precedence,
    stategraph::StateGraph,
};

/// Renders a state graph in the language of Graphviz: the states with their kernels, and the edges.
///
/// ```
/// use lrtable::{construct::Construction, export, grammar::Grammar, statetable};
///
/// let grammar = Grammar::parse("%% List: | List 'x';", None).unwrap();
/// let (graph, _) = statetable::build(&grammar, Construction::Pager);
/// assert!(export::graphviz(&grammar, &graph).contains("0 -> 1 [label=\"List\"];"));
/// assert!(export::json(&grammar, &graph, &[]).starts_with("{\"states\":3,"));
/// assert!(export::html("a list", &grammar, &graph, &[]).starts_with("<!DOCTYPE html>"));
/// ```
pub fn graphviz(grammar: &Grammar, graph: &StateGraph) -> String {
    let mut out = String::from("digraph states {\n  node [shape=box, fontname=monospace];\n");
    for id in graph.state_ids() {
        if out.len() > DUMP {
            let _ = writeln!(out, "  // {}", cut_message().trim_end());
            break;
        }
        let state = graph.state(id);
        let mut label = format!("{}\\l", id.0);
        for item in &state.kernel.core {
            let shown = grammar.show_production(item.prod, Some(item.dot as usize));
            let _ = write!(label, "{}\\l", quoted(&shown));
        }
        let _ = writeln!(out, "  {} [label=\"{label}\"];", id.0);
        for (symbol, target) in &state.edges {
            let symbol = quoted(&grammar.show_symbol(*symbol));
            let _ = writeln!(out, "  {} -> {} [label=\"{symbol}\"];", id.0, target.0);
        }
    }
    out + "}\n"
}

/// Renders a state graph as JSON: counts, productions, states with all items and lookaheads,
/// conflicts, and what precedence decided.
pub fn json(grammar: &Grammar, graph: &StateGraph, explanations: &[Explanation]) -> String {
    let conflicts = &graph.conflicts;
    let mut out = String::new();
    let _ = write!(
        out,
        "{{\"states\":{},\"shift_reduce\":{},\"reduce_reduce\":{},\"productions\":{},\"starts\":{},\"dotted\":{},\"graph\":[",
        graph.states().len(),
        conflicts.shift_reduce.len(),
        conflicts.reduce_reduce.len(),
        list(grammar.prod_ids().map(|prod| string(&grammar.show_production(prod, None)))),
        grammar.starts().len(),
        list(dotted(grammar).into_iter()),
    );
    for id in graph.state_ids() {
        // What is left out is seen by the number of states.
        if out.len() > DUMP {
            break;
        }
        let state = graph.state(id);
        let mut items = Vec::new();
        let mut bytes = 0;
        for (item, lookahead) in closure(grammar, &state.kernel) {
            if bytes > DUMP {
                break;
            }
            let shown = grammar.show_production(item.prod, Some(item.dot as usize));
            let tokens = tokens(grammar, &lookahead);
            let kernel = items.len() < state.kernel.core.len();
            items.push(format!(
                "{{\"item\":{},\"production\":{},\"dot\":{},\"lookaheads\":{tokens},\"kernel\":{kernel}}}",
                string(&shown),
                item.prod.0,
                item.dot
            ));
            bytes += items.last().map_or(0, String::len);
        }
        let edges = state.edges.iter().map(|(symbol, target)| {
            format!("[{},{}]", string(&grammar.show_symbol(*symbol)), target.0)
        });
        let reductions = state.reductions.iter().map(|(prod, lookahead)| {
            let shown = string(&grammar.show_production(*prod, None));
            format!("{{\"production\":{shown},\"lookaheads\":{}}}", tokens(grammar, lookahead))
        });
        let comma = if id.index() > 0 { "," } else { "" };
        let _ = write!(
            out,
            "{comma}{{\"items\":{},\"edges\":{},\"reductions\":{}}}",
            list(items.into_iter()),
            list(edges),
            list(reductions)
        );
    }
    let explained = explanations.iter().map(|explanation| {
        let mut states: Vec<u32> = explanation.places.iter().map(|(state, _)| state.0).collect();
        states.dedup();
        format!(
            "{{\"title\":{},\"text\":{},\"states\":{states:?}}}",
            string(explanation.title()),
            string(&explanation.body())
        )
    });
    let decided = precedence::show_resolutions(grammar, graph);
    let _ = write!(
        out,
        "],\"conflicts\":{},\"decided\":{}}}",
        list(explained),
        list(decided.lines().map(string))
    );
    out
}

/// For each production its rule, and for each dot in it before a rule: that rule, the tokens that
/// can begin what stands after it, and whether that can be empty.
fn dotted(grammar: &Grammar) -> Vec<String> {
    let first = grammar.first();
    let of_dot = |symbols: &[Symbol], dot: usize| {
        let Symbol::Rule(rule) = symbols[dot] else { return "null".to_owned() };
        let mut begins = TokenSet::empty(grammar.tokens().len());
        let empty = first.first_of(&symbols[dot + 1..], &mut begins);
        let rule = string(&grammar.rule(rule).name);
        format!("{{\"rule\":{rule},\"begins\":{},\"empty\":{empty}}}", tokens(grammar, &begins))
    };
    let of_production = |production: &Production| {
        let symbols = &production.symbols;
        let dots = list((0..symbols.len()).map(|dot| of_dot(symbols, dot)));
        let rule = string(&grammar.rule(production.rule).name);
        format!("{{\"rule\":{rule},\"dots\":{dots}}}")
    };
    grammar.productions().iter().map(of_production).collect()
}

const PAGE: &str = include_str!("export/page.html");

/// Renders a state graph as one HTML page to click through, which loads nothing else.
pub fn html(
    title: &str,
    grammar: &Grammar,
    graph: &StateGraph,
    explanations: &[Explanation],
) -> String {
    // Within a script element `</script` ends it, and after `<!--` and `<script` that does not: so
    // nothing that begins with `<` may stand there. In JSON it can only be in a string.
    let data = json(grammar, graph, explanations).replace('<', "\\u003c");
    // The parts are put together in one pass: a title or the data may hold what looks like another
    // place.
    let (head, page) = PAGE.split_once("@TITLE@").expect("the page has a title");
    let (middle, page) = page.split_once("@TITLE@").expect("the page has a heading");
    let (before, after) = page.split_once("@DATA@").expect("the page has data");
    let title = escaped(title);
    [head, &title, middle, &title, before, &data, after].concat()
}

fn tokens(grammar: &Grammar, set: &TokenSet) -> String {
    list(set.iter().map(|token| string(&grammar.show_symbol(Symbol::Token(token)))))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

/// A JSON string, without control characters, and without the line separators that JavaScript would
/// take for newlines.
fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

/// Text in quotes for Graphviz, which shows what follows `&` as HTML does, and knows neither
/// escapes of control characters nor NUL.
fn quoted(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.into() })
        .collect();
    text.replace('&', "&amp;").replace('\\', "\\\\").replace('"', "\\\"")
}

/// Text for HTML, also within quotes; control characters, which HTML does not allow, as U+FFFD.
fn escaped(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
        .collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{conflict::resolve, construct::Construction, counterexample::explain};

    #[test]
    fn names_of_tokens_neither_end_nor_open_anything() {
        let nasty = "<!--<script>]]></script>&amp;@DATA@\u{2028}\u{1b}\u{85}";
        let source = format!("%%\nS: '{nasty}' S | '{nasty}';\n");
        let grammar = Grammar::parse(&source, None).expect("such tokens are allowed");
        let resolved = resolve(&grammar, Construction::Pager.build(&grammar));
        let page =
            html(&format!("@DATA@\"{nasty}"), &grammar, &resolved, &explain(&grammar, &resolved));
        let (_, data) = page.split_once("id=\"data\">").expect("the page holds the data");
        let (data, _) = data.split_once("</script>").expect("the data end");
        assert!(!data.contains('<') && data.ends_with('}'));
        assert_eq!(page.matches("<script").count(), PAGE.matches("<script").count());
        // What names a symbol in messages has escaped what is not to be seen.
        let shown = data.replace("\\u003c", "<");
        assert!(shown.contains("<!--<script>]]></script>&amp;@DATA@"), "{shown}");
        let unseen = |c: char| (c.is_control() && c != '\n') || c == '\u{2028}';
        assert!(
            !data.contains(unseen)
                && !graphviz(&grammar, &resolved).contains(|c: char| c.is_control() && c != '\n')
        );
        // Those of the title are not in the data's place.
        assert_eq!(page.matches("<title>@DATA@&quot;&lt;!--").count(), 1);
    }
}
