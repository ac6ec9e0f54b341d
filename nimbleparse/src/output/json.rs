//! Formats results as JSON, one object a line.

use std::{
    borrow::Cow,
    io::{self, Write},
    time::Duration,
};

use lrlex::DefaultLexeme;
use lrpar::{
    Lexeme, NonStreamingLexer, ParseRepair, Renderer, Report, TextEdit, edit::Editor,
    recovery::RepairKind, report::Help,
};
use lrtable::{TIdx, TokenId};

use super::reports;
use crate::{
    json::{Members, Value, write_list},
    language::{Language, Location, Parsed, Table, Types, timing::Timings},
    limits::{JSON_EXPECTED, JSON_REPAIRS, JSON_TEXT},
};

/// Version of the format: increased when members change their meaning or are removed.
pub(super) const VERSION: u32 = 1;

/// Writes the mistakes in a grammar or a lex file, for which no file can be parsed.
///
/// # Errors
///
/// If writing fails, here and below.
pub fn write_specification(
    out: &mut impl Write,
    file: &str,
    source: &str,
    reports: &[Report],
) -> io::Result<()> {
    let places = Renderer::new(file, source);
    let errors = reports.iter().map(|report| {
        let Members(mut members) = members(&places, report);
        members.push(("severity", Value::string(report.severity.to_string())));
        Value::object(members)
    });
    let whole = Value::object([
        ("version", Value::int(VERSION)),
        ("file", Value::string(file)),
        ("errors", Value::list(errors)),
    ]);
    writeln!(out, "{whole}")
}

/// Writes the result for one file, with at most `max_repairs` repairs of each error.
pub fn write_parsed(
    out: &mut impl Write,
    file: &str,
    parsed: &Parsed<'_>,
    max_repairs: usize,
    timings: &Timings,
) -> io::Result<()> {
    let begin = Members(vec![
        ("version", Value::int(VERSION)),
        ("file", Value::string(file)),
        ("lexemes", Value::int(parsed.lexeme_count())),
    ]);
    write!(out, "{{{begin}, \"errors\": [")?;
    let editor = Editor::new(&parsed.lexer);
    let places = Renderer::new(file, parsed.text);
    let (mut is_first, mut covered) = (true, Vec::new());
    reports::each(parsed, |location, report| {
        let Some(report) = report else {
            covered.push(location.count);
            return Ok(());
        };
        let comma = if std::mem::replace(&mut is_first, false) { "" } else { ", " };
        write!(out, "{comma}{{{}, ", members(&places, &report))?;
        write_location(out, parsed, (&editor, max_repairs), location)
    })?;
    out.write_all(b"], \"covered\": [")?;
    let mut is_first = true;
    for location in parsed.locations().filter(|one| covered.binary_search(&one.count).is_ok()) {
        let comma = if std::mem::replace(&mut is_first, false) { "" } else { ", " };
        write!(out, "{comma}{{")?;
        write_location(out, parsed, (&editor, max_repairs), &location)?;
    }
    let end = Members(vec![
        ("tree", Value::Bool(parsed.tree.is_some())),
        ("model", Value::optional(parsed.language.model.as_ref(), Value::string)),
        ("timings_ms", times(&timings.named())),
    ]);
    writeln!(out, "], {end}}}")
}

/// Returns the members of an object for a report.
fn members(places: &Renderer<'_>, report: &Report) -> Members {
    let span = report.primary.span;
    let (line, column) = places.place(span.start());
    let place = [
        ("line", Value::int(line)),
        ("column", Value::int(column)),
        ("offset", Value::int(span.start())),
        ("length", Value::int(span.len())),
    ];
    let help = |help: &Help| {
        Value::object([
            ("kind", Value::string(help.kind.name())),
            ("text", Value::string(&help.text)),
            ("edits", Value::optional(help.edits.as_deref(), edits)),
        ])
    };
    Members(vec![
        ("title", Value::string(&report.title)),
        ("code", Value::string(report.code.name())),
        ("place", Value::object(place)),
        ("help", Value::list(report.helps.iter().map(help))),
        ("notes", Value::list(report.notes.iter().map(Value::string))),
    ])
}

fn edits(edits: &[TextEdit]) -> Value {
    Value::list(edits.iter().map(|TextEdit { span, text }| {
        Value::object([
            ("offset", Value::int(span.start())),
            ("length", Value::int(span.len())),
            ("text", Value::string(text)),
        ])
    }))
}

fn write_location(
    out: &mut impl Write,
    parsed: &Parsed<'_>,
    (editor, max_repairs): (&Editor<'_, Types>, usize),
    location: &Location<'_>,
) -> io::Result<()> {
    let language = parsed.language;
    let span = location.span();
    let ((line, column), _) = parsed.lexer.line_col(span);
    let begin = Members(vec![
        ("kind", Value::string(if location.lex.is_some() { "lex" } else { "parse" })),
        ("line", Value::int(line)),
        ("column", Value::int(column)),
        ("offset", Value::int(span.start())),
        ("length", Value::int(span.len())),
        ("lexeme", short(parsed.lexer.span_str(span))),
    ]);
    write!(out, "{begin}, ")?;
    let Some(error) = location.parse else {
        // The repair of an earlier place covers this lexing error: nothing is left to do here.
        return out.write_all(
            b"\"expected\": [], \"expected_total\": 0, \"status\": \"complete\", \"cost\": 0, \"lower_bound\": 0, \
              \"work\": 0, \"configurations\": 0, \"recovery_ms\": 0, \"repairs_total\": 0, \"repairs_limit\": 0, \"limit\": null, \"reach\": 0, \"repairs\": [], \
              \"at\": [], \"edits\": [], \"alternatives\": [], \"dearer\": \"not asked\"}",
        );
    };
    let token = |id: u32| token_name(language, id);
    let expected = error.expected().iter().take(JSON_EXPECTED).map(|id| token(id.0));
    let most = max_repairs.min(JSON_REPAIRS);
    let found = Members(vec![
        ("expected", Value::list(expected)),
        ("expected_total", Value::int(error.expected().len())),
        ("status", Value::string(error.status().name())),
        ("cost", Value::optional(error.cost(), Value::int)),
        ("lower_bound", Value::int(error.lower_bound())),
        ("work", Value::int(error.effort().work)),
        ("configurations", Value::int(error.effort().configurations)),
        ("recovery_ms", milliseconds(error.effort().time)),
        ("repairs_total", Value::int(error.repairs_total())),
        ("repairs_limit", Value::int(most)),
        ("limit", Value::optional(error.limit(), |limit| Value::string(limit.name()))),
        ("reach", Value::int(error.reach())),
    ]);
    write!(out, "{found}, \"repairs\": [")?;
    let lexeme = |lexeme: &DefaultLexeme<u32>| {
        if (lexeme.tok_id() as usize) < language.table.grammar.tokens().len() {
            token(lexeme.tok_id())
        } else {
            short(parsed.lexer.span_str(lexeme.span()))
        }
    };
    let sequences = || error.sequences().take(most);
    write_list(
        out,
        sequences().map(|sequence| {
            let repairs = error.with_lexemes(&sequence).into_iter();
            Value::list(repairs.map(|repair| {
                Value::object([match repair {
                    ParseRepair::Insert(id) => ("insert", token(id.0)),
                    ParseRepair::Delete(deleted) => ("delete", lexeme(&deleted)),
                    ParseRepair::Shift(shifted) => ("shift", lexeme(&shifted)),
                }])
            }))
        }),
    )?;
    // The place at which each sequence begins, and which of them are alternatives to the cheapest.
    out.write_all(b"], \"at\": [")?;
    write_list(
        out,
        sequences().map(|sequence| {
            let begin = error.begin_of(&sequence).span();
            let ((line, column), _) = parsed.lexer.line_col(begin);
            Value::object([
                ("line", Value::int(line)),
                ("column", Value::int(column)),
                ("offset", Value::int(begin.start())),
            ])
        }),
    )?;
    // The edits of each, if it is known how the inserted tokens are written.
    out.write_all(b"], \"edits\": [")?;
    let text_of = |token: TIdx<u32>| language.token_text(token);
    write_list(
        out,
        sequences().map(|sequence| {
            Value::optional(editor.text_edits(&sequence, &text_of).as_deref(), edits)
        }),
    )?;
    out.write_all(b"], \"alternatives\": [")?;
    let others = sequences().enumerate().filter(|(_, one)| one.kind != RepairKind::Cheapest);
    write_list(
        out,
        others.map(|(at, one)| {
            Value::object([("repair", Value::int(at)), ("kind", Value::string(one.kind.name()))])
        }),
    )?;
    write!(out, "], \"dearer\": \"{}\"}}", error.dearer().name())
}

/// Writes the sizes of a grammar and its tables.
pub fn write_stats(
    out: &mut impl Write,
    table: &Table,
    times_ms: [(&str, Duration); 2],
) -> io::Result<()> {
    let stats = Value::object([
        ("tokens", Value::int(table.grammar.tokens().len())),
        ("rules", Value::int(table.grammar.rules().len())),
        ("productions", Value::int(table.grammar.productions().len())),
        ("states", Value::int(table.table.state_count())),
        ("shift_reduce", Value::int(table.graph.conflicts.shift_reduce.len())),
        ("reduce_reduce", Value::int(table.graph.conflicts.reduce_reduce.len())),
        ("timings_ms", times(&times_ms)),
    ]);
    writeln!(out, "{stats}")
}

fn token_name(language: &Language, id: u32) -> Value {
    short(&language.table.grammar.token(TokenId::new(id as usize)).name)
}

fn times(times: &[(&str, Duration)]) -> Value {
    Value::object(times.iter().map(|(name, time)| (*name, milliseconds(*time))))
}

fn milliseconds(time: Duration) -> Value {
    Value::fixed(time.as_secs_f64() * 1e3, 6)
}

/// Returns a string of at most [`JSON_TEXT`] characters of `text`, then `…` if there are more.
pub(super) fn short(text: &str) -> Value {
    Value::string(match text.char_indices().nth(JSON_TEXT) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(short(&"é".repeat(JSON_TEXT)), Value::string("é".repeat(JSON_TEXT)));
        let cut = format!("{}…", "é".repeat(JSON_TEXT));
        assert_eq!(short(&"é".repeat(5000)), Value::string(cut));
    }
}
