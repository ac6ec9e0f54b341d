//! The conflicts of a grammar, explained; comparison with a list of accepted ones; reports of the state graph.

use std::io::{self, Write};

use lrpar::visible;
use lrtable::{
    accepted,
    counterexample::{Limits, explain, operators},
    diagnostic::render_all,
    precedence, report,
};

use nimbleparse::{language::Table, write_lines};

use crate::{args::Args, cannot, fail, read};

/// Writes what the arguments ask for. A conflict that is not accepted is no success.
pub(crate) fn write(
    args: &Args,
    table: &Table,
    (name, text): &(String, String),
    out: &mut impl Write,
    status: &mut u8,
) -> io::Result<()> {
    let (grammar, resolved) = (&table.grammar, &table.graph);
    let explanations = explain(grammar, resolved);
    if let Some(file) = &args.report {
        let written = match file.rsplit_once('.').map(|(_, ending)| ending) {
            Some("dot") => report::graphviz(grammar, resolved),
            Some("json") => report::json(grammar, resolved, &explanations),
            _ => report::html(name, grammar, resolved, &explanations),
        };
        return match std::fs::write(file, written) {
            Ok(()) => Ok(()),
            Err(error) => fail(&cannot("write", file, &error), status),
        };
    }
    if let Some(file) = &args.accepted {
        let list = match read(file) {
            Ok(list) => list,
            Err(message) => return fail(&message, status),
        };
        if let Some(at) = accepted::first_that_is_none(&list) {
            let message = format!(
                "'{file}' is not a list of conflicts: line {at} is neither empty, nor begins with '#', 'shift/reduce on' or 'reduce/reduce on'"
            );
            return fail(&message, status);
        }
        let comparison = accepted::compare(&list, &resolved.conflicts.identities(grammar));
        for (what, lines) in [("new", &comparison.new), ("gone", &comparison.gone)] {
            for line in lines {
                writeln!(out, "{what}: {}", visible(line))?;
            }
        }
        if !comparison.is_empty() {
            *status = (*status).max(crate::ERRORS);
        }
        return Ok(());
    }
    let shown = Limits::default().examples;
    let operators = operators(grammar, &explanations);
    for (at, explanation) in explanations.iter().enumerate().take(shown) {
        if operators.as_ref().is_some_and(|operators| operators.folds(at)) {
            continue;
        }
        write_lines(out, &explanation.diagnostic().render(name, text))?;
        write_lines(out, &explanation.body())?;
        let advice = operators.as_ref().and_then(|operators| operators.advice(at));
        write_lines(out, &advice.unwrap_or_default())?;
        writeln!(out)?;
    }
    if explanations.len() > shown {
        let left = explanations.len() - shown;
        writeln!(out, "{left} further causes are not explained, only listed\n")?;
    }
    let identities = resolved.conflicts.identities(grammar);
    if identities.is_empty() {
        writeln!(out, "no conflicts")?;
    }
    for line in identities {
        writeln!(out, "identity: {}", visible(&line))?;
    }
    write_lines(out, &precedence::decided(grammar, resolved))?;
    write_lines(out, &render_all(&precedence::unused(grammar, resolved), name, text))?;
    Ok(())
}
