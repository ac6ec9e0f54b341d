//! What a search did at one error, for a page to draw: each phase with its configurations, in the
//! order in which they were reached, and the repair sequences as ways through them.
//!
//! A large graph is cut: what leads to successes that were kept is told first. A sequence is
//! followed from where the search began, by the repairs on the edges; parsing is deterministic, so
//! there is one way at most.

use std::collections::HashMap;

use lrpar::{
    edit::Editor,
    recovery::{Repair, RepairKind, RepairSequence, Role, SearchTrace},
    show_sequence,
};
use lrtable::{Span, TIdx};
use nimbleparse::{
    language::Parsed,
    output::search_explained::{how_it_ended, shown_nodes},
};
use serde_json::{Value, json};

use crate::limits;

/// The search at the error with this number, which was traced.
pub(crate) fn search(parsed: &Parsed<'_>, number: usize) -> Result<Value, String> {
    let Parsed { language, text, .. } = parsed;
    let mut errors = parsed.locations().filter_map(|location| location.parse);
    let error = errors.nth(number).ok_or("there is no such error")?;
    let editor = Editor::new(&parsed.lexer);
    let epp = |token: TIdx<u32>| language.table.grammar.token_epp(token);
    let shown: Vec<Option<Graph<'_>>> =
        error.phases().iter().map(|phase| phase.trace.as_ref().map(Graph::new)).collect();
    let phases = error.phases().iter().zip(&shown).map(|(phase, graph)| {
        json!({
            "bound": phase.bound.name(),
            "configurations": phase.configurations,
            "work": phase.work,
            "successes": phase.successes,
            "cost": phase.cost,
            "ending": how_it_ended(phase.ending),
            "graph": graph.as_ref().map(|graph| graph.told(&epp)),
        })
    });
    let answers = |graph: &Option<Graph<'_>>| graph.as_ref().is_some_and(|it| it.trace.has_kept());
    let answer = shown.iter().rposition(answers);
    let graph = answer.and_then(|answer| shown[answer].as_ref());
    let sequences = error.sequences().take(limits::SEQUENCES).map(|sequence| {
        json!({
            "text": show_sequence(&error.with_lexemes(&sequence), &parsed.lexer, &epp),
            "cost": sequence.cost,
            "kind": sequence.kind.name(),
            "path": graph.and_then(|graph| graph.way(&sequence)),
        })
    });
    let traces = || error.phases().iter().filter_map(|phase| phase.trace.as_ref());
    let positions = || traces().flat_map(|trace| trace.nodes.iter().map(|node| node.position));
    let first = positions().min().unwrap_or(0);
    let lexemes = (first..=positions().max().unwrap_or(0)).map(|position| {
        let span = editor.span(position).unwrap_or(Span::new(text.len(), text.len()));
        json!([span.start(), span.len()])
    });
    Ok(json!({
        "status": error.status().name(),
        "cost": error.cost(),
        "total": error.repairs_total().to_string(),
        "position": error.position(),
        "first": first,
        "lexemes": lexemes.collect::<Vec<_>>(),
        "phases": phases.collect::<Vec<_>>(),
        "answer": answer,
        "sequences": sequences.collect::<Vec<_>>(),
    }))
}

/// The part of a phase's graph that is told.
struct Graph<'t> {
    trace: &'t SearchTrace,
    /// For each configuration its number among those that are told.
    numbers: Vec<Option<usize>>,
    /// Where a repair leads from a configuration: the index of the edge.
    ways: HashMap<(usize, Repair), usize>,
}

impl<'t> Graph<'t> {
    fn new(trace: &'t SearchTrace) -> Self {
        let mut count = 0;
        let number = |is_shown: bool| {
            count += usize::from(is_shown);
            is_shown.then(|| count - 1)
        };
        let numbers =
            shown_nodes(trace, limits::CONFIGURATIONS, |_| true).into_iter().map(number).collect();
        let ways = trace.edges.iter().enumerate();
        let ways = ways.map(|(at, edge)| ((edge.from, edge.repair), at)).collect();
        Graph { trace, numbers, ways }
    }

    /// Nodes are `[position, cost, left, role, states, whether there are more states]`, edges
    /// `[from, to, kind, token, times]`.
    fn told(&self, epp: &dyn Fn(TIdx<u32>) -> Option<&'t str>) -> Value {
        let SearchTrace { nodes, edges } = self.trace;
        let shown = nodes.iter().zip(&self.numbers).filter(|(_, number)| number.is_some());
        let told = shown.map(|(node, _)| {
            let role = node.left.map_or("dropped", |_| name(node.role));
            let stack: Vec<u32> = node.stack.iter().map(|state| state.0).collect();
            json!([node.position, node.cost, node.left, role, stack, node.cut])
        });
        let nodes_told: Vec<Value> = told.collect();
        let edges = edges.iter().filter_map(|edge| {
            let (from, to) = (self.numbers[edge.from]?, self.numbers[edge.to]?);
            let (kind, token) = match edge.repair {
                Repair::Insert(token) => ("insert", Some(epp(TIdx(token.0)).unwrap_or("$"))),
                Repair::Delete => ("delete", None),
                Repair::Shift => ("shift", None),
            };
            Some(json!([from, to, kind, token, edge.times]))
        });
        json!({"nodes": nodes_told, "edges": edges.collect::<Vec<_>>(), "counts": self.counts()})
    }

    /// How many configurations of each role there are, and how many were reached in several ways.
    fn counts(&self) -> Value {
        let SearchTrace { nodes, edges } = self.trace;
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let mut reached = vec![0_usize; nodes.len()];
        edges.iter().for_each(|edge| reached[edge.to] += 1);
        for (node, ways) in nodes.iter().zip(reached) {
            *counts.entry(node.left.map_or("dropped", |_| name(node.role))).or_default() += 1;
            *counts.entry("merged").or_default() += usize::from(node.left.is_some() && ways > 1);
        }
        json!(counts)
    }

    /// The configurations on the way of a sequence, the first being where the search began; none if
    /// the search did not find it.
    fn way(&self, sequence: &RepairSequence) -> Option<Vec<usize>> {
        let nodes = &self.trace.nodes;
        if sequence.kind != RepairKind::Cheapest {
            return None;
        }
        let before = sequence.start.checked_sub(nodes.first()?.position)?;
        let mut left: Vec<Repair> = sequence.repairs.iter().rev().copied().collect();
        left.extend(std::iter::repeat_n(Repair::Shift, before));
        let mut way = vec![0];
        let mut at = 0;
        // What follows the last repair is shifted.
        while !(left.is_empty() && matches!(nodes[at].role, Role::Success | Role::Kept)) {
            let repair = left.last().copied().unwrap_or(Repair::Shift);
            let edge = &self.trace.edges[*self.ways.get(&(at, repair))?];
            for _ in 0..edge.times {
                left.pop();
            }
            at = edge.to;
            way.push(at);
        }
        way.into_iter().map(|node| self.numbers[node]).collect()
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Ordinary => "ordinary",
        Role::Waiting => "waiting",
        Role::Success => "success",
        Role::Kept => "kept",
    }
}
