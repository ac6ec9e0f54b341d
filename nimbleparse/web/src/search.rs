//! What a search did at one error, for a page to draw: its phases, and its configurations in the order in which they were reached.

use lrpar::{
    edit::Editor,
    recovery::{Repair, Role, SearchTrace},
    show_sequence,
};
use lrtable::{Span, TIdx};
use nimbleparse::{explain::how_it_ended, language::Language, run::Parsed};
use serde_json::{Value, json};

/// Configurations that are told; a page can draw no more.
const SHOWN: usize = 4_000;
/// Repair sequences that are told.
const SHOWN_SEQUENCES: usize = 100;

/// The search at the error with this number.
pub(crate) fn search(
    language: &Language,
    parsed: &Parsed<'_>,
    text: &str,
    number: usize,
) -> Result<Value, String> {
    let mut errors = parsed.locations().filter_map(|location| location.parse);
    let error = errors.nth(number).ok_or("there is no such error")?;
    let editor = Editor::new(text, &parsed.lexer);
    let phases: Vec<Value> = error
        .phases()
        .iter()
        .map(|phase| {
            json!({
                "bound": phase.bound.name(),
                "configurations": phase.configurations,
                "work": phase.work,
                "goals": phase.goals,
                "cost": phase.cost,
                "ending": how_it_ended(phase.ending),
            })
        })
        .collect();
    let span_at = |position: usize| editor.span(position);
    let epp = |token: TIdx<u32>| language.table.grammar.token_epp(token);
    let sequences: Vec<Value> = error
        .sequences()
        .take(SHOWN_SEQUENCES)
        .map(|sequence| {
            let repairs = error.with_lexemes(&sequence);
            json!({
                "text": show_sequence(&repairs, &parsed.lexer, &epp),
                "start": sequence.start,
                "cost": sequence.cost,
                "kind": sequence.kind.name(),
            })
        })
        .collect();
    Ok(json!({
        "status": error.status().name(),
        "cost": error.cost(),
        "lower_bound": error.lower_bound(),
        "total": error.repairs_total().to_string(),
        "position": error.position(),
        "phases": phases,
        "graph": error.trace().map(|trace| graph(language, trace, &span_at, text)),
        "sequences": sequences,
    }))
}

fn graph(
    language: &Language,
    trace: &SearchTrace,
    span_at: &dyn Fn(usize) -> Option<Span>,
    text: &str,
) -> Value {
    let lexeme = |position: usize| span_at(position).map_or("$", |span| span.text(text));
    let nodes: Vec<Value> = trace
        .nodes
        .iter()
        .take(SHOWN)
        .map(|node| {
            let stack: Vec<u32> = node.stack.iter().map(|state| state.0).collect();
            json!({
                "stack": stack,
                "cut": node.cut,
                "position": node.position,
                "next": lexeme(node.position),
                "offset": span_at(node.position).map_or(text.len(), |span| span.start()),
                "cost": node.cost,
                "left": node.left,
                "role": role(node.role),
            })
        })
        .collect();
    let shown = |at: usize| at < SHOWN;
    let edges = trace.edges.iter().filter(|edge| shown(edge.from) && shown(edge.to)).map(|edge| {
        let (kind, what) = match edge.repair {
            Repair::Insert(token) => {
                ("insert", language.table.grammar.token_epp(TIdx(token.0)).unwrap_or("$"))
            }
            Repair::Delete => ("delete", lexeme(trace.nodes[edge.from].position)),
            Repair::Shift => ("shift", lexeme(trace.nodes[edge.from].position)),
        };
        json!([edge.from, edge.to, kind, what, edge.times])
    });
    json!({"nodes": nodes, "edges": edges.collect::<Vec<_>>(), "total": trace.nodes.len(), "dropped": trace.dropped})
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Ordinary => "ordinary",
        Role::Success => "success",
        Role::Kept => "kept",
    }
}
