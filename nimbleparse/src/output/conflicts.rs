//! Conflicts of a grammar for people: explained, compared with a list of accepted ones; and exports
//! of the state graph.
//!
//! In: a grammar with its table. Out: text; nothing is written.
//! [`crate::service::grammar::findings`] shows these explanations in editors, at productions. Cost:
//! that of explaining, which is counted (`lrtable::counterexample::Limits`).

use lrpar::{Renderer, Report, visible, visible_lines};
use lrtable::{
    accepted,
    counterexample::{Limits, explain, told},
    export, precedence,
};

use crate::language::{Table, Text};

/// Returns each cause of conflicts with an example and advice, the identities of all, and what
/// precedence resolved, in lines. `yacc` is the text that `table` was made from.
pub fn explained(table: &Table, yacc: Text<'_>) -> String {
    let (grammar, graph) = (&table.grammar, &table.graph);
    let explanations = explain(grammar, graph);
    let shown = explanations.len().min(Limits::default().examples);
    let renderer = Renderer::new(yacc.name, yacc.text);
    let mut out = String::new();
    for cause in told(grammar, &explanations[..shown]) {
        out.push_str(&renderer.rich(&Report::of_diagnostic(&cause.explained())));
    }
    if explanations.len() > shown {
        let left = explanations.len() - shown;
        out.push_str(&format!("{left} further causes are not explained, only listed\n\n"));
    }
    let identities = graph.conflicts.identities(grammar);
    if identities.is_empty() {
        out.push_str("no conflicts\n");
    }
    for line in identities {
        out.push_str(&format!("identity: {}\n", visible(&line)));
    }
    out.push_str(&visible_lines(&precedence::show_resolutions(grammar, graph)));
    for unused in precedence::unused(grammar, graph) {
        out.push_str(&renderer.rich(&Report::of_diagnostic(&unused)));
    }
    out
}

/// Returns how the conflicts differ from a list of accepted ones, a line each; empty if they do
/// not.
///
/// # Errors
///
/// The number, from 1, of a line that cannot be in a list of conflicts.
pub fn differences(table: &Table, accepted: &str) -> Result<String, usize> {
    if let Some(line) = accepted::first_that_is_none(accepted) {
        return Err(line);
    }
    let identities = table.graph.conflicts.identities(&table.grammar);
    let comparison = accepted::compare(accepted, &identities);
    let mut out = String::new();
    for (what, lines) in [("new", &comparison.new), ("gone", &comparison.gone)] {
        lines.iter().for_each(|line| out.push_str(&format!("{what}: {}\n", visible(line))));
    }
    Ok(out)
}

/// Returns the state graph with its conflicts as a file with this ending: `dot`, `json`, or else a
/// page. `name` is that of the Yacc file.
pub fn report(table: &Table, name: &str, ending: &str) -> String {
    let (grammar, graph) = (&table.grammar, &table.graph);
    match ending {
        "dot" => export::graphviz(grammar, graph),
        "json" => export::json(grammar, graph, &explain(grammar, graph)),
        _ => export::html(name, grammar, graph, &explain(grammar, graph)),
    }
}
