//! Messages on the conflicts of a grammar: their number, and for each cause an example and the
//! cures.

use lrtable::{
    Span,
    counterexample::{Limits, explain_within, told},
    diagnostic::{Diagnostic, Severity},
    grammar::Grammar,
    stategraph::StateGraph,
};

use super::BuildErrorKind;

/// Number of causes that are shown one by one; further ones are only counted.
const MAX_SHOWN: usize = 20;

/// Returns a message for each cause of conflicts, and for each count that is not as expected, as
/// warnings or errors; none if both counts are as expected.
pub(super) fn messages(
    grammar: &Grammar,
    graph: &StateGraph,
    severity: Severity,
) -> Vec<Diagnostic> {
    if counts(grammar, graph, 0).is_empty() {
        return Vec::new();
    }
    let limits = Limits { examples: MAX_SHOWN, ..Limits::default() };
    let explanations = explain_within(grammar, graph, limits);
    let left = explanations.len().saturating_sub(MAX_SHOWN);
    let shown = &explanations[..explanations.len() - left];
    let mut messages = counts(grammar, graph, left);
    messages.extend(told(grammar, shown).iter().map(|cause| cause.explained()));
    match severity {
        Severity::Error => messages.into_iter().map(Diagnostic::into_error).collect(),
        _ => messages,
    }
}

/// Returns messages on the numbers of conflicts, of which `not_shown` have causes that are not
/// shown.
fn counts(grammar: &Grammar, graph: &StateGraph, not_shown: usize) -> Vec<Diagnostic> {
    let declarations = grammar.declarations();
    let (kind, conflicts) = (BuildErrorKind::UnexpectedConflicts, &graph.conflicts);
    let mut messages = Vec::new();
    for (what, directive, found, expected) in [
        ("shift/reduce", "%expect", conflicts.shift_reduce.len(), declarations.expect),
        ("reduce/reduce", "%expect-rr", conflicts.reduce_reduce.len(), declarations.expect_rr),
    ] {
        let conflicts = match found {
            1 => format!("1 {what} conflict"),
            _ => format!("{found} {what} conflicts"),
        };
        let them = if found == 1 { "it" } else { "them" };
        let more = match not_shown {
            0 => String::new(),
            _ => format!(" ({MAX_SHOWN} causes are shown, and {not_shown} are not)"),
        };
        let (message, span) = match expected {
            _ if expected.map_or(0, |(expected, _)| expected) == found => continue,
            Some((expected, span)) => (format!(", but '{directive}' says {expected}{more}"), span),
            None => {
                let cures =
                    format!("{more}: resolve {them}, or accept {them} by '{directive} {found}'");
                (cures, grammar.rule(grammar.starts()[0]).span.unwrap_or(Span::new(0, 0)))
            }
        };
        let message = format!("the grammar has {conflicts}{message}");
        messages.push(Diagnostic::warning(kind, message, span));
    }
    messages
}
