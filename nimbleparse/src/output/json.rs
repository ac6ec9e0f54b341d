//! Formats results as JSON, one object a line.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
    time::Duration,
};

use lrlex::DefaultLexeme;
use lrpar::{
    Lexeme, NonStreamingLexer, ParseRepair, Renderer, Report, TextEdit, edit::Editor, is_invisible,
    recovery::RepairKind, report::Help,
};
use lrtable::{TIdx, TokenId};

use super::reports;
use crate::{
    language::{Language, Location, Parsed, Table, Types, timing::Timings},
    limits::{JSON_EXPECTED, JSON_REPAIRS, JSON_TEXT},
};

/// Version of the format: increased when members change their meaning or are removed.
const VERSION: u32 = 1;

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
    write!(out, "{{\"version\": {VERSION}, \"file\": {}, \"errors\": [", string(file))?;
    write_list(
        out,
        reports.iter().map(|report| {
            let kind = format!("\"severity\": \"{}\"", report.severity);
            format!("{{{}, {kind}}}", members(&places, report))
        }),
    )?;
    writeln!(out, "]}}")
}

/// Writes the result for one file, with at most `max_repairs` repairs of each error.
pub fn write_parsed(
    out: &mut impl Write,
    file: &str,
    parsed: &Parsed<'_>,
    max_repairs: usize,
    timings: &Timings,
) -> io::Result<()> {
    write!(
        out,
        "{{\"version\": {VERSION}, \"file\": {}, \"lexemes\": {}, \"errors\": [",
        string(file),
        parsed.lexeme_count()
    )?;
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
    writeln!(
        out,
        "], \"tree\": {}, \"model\": {}, \"timings_ms\": {}}}",
        parsed.tree.is_some(),
        parsed.language.model.as_deref().map_or("null".to_string(), string),
        times(&timings.named())
    )
}

/// Returns the members of an object for a report.
fn members(places: &Renderer<'_>, report: &Report) -> String {
    let span = report.primary.span;
    let (line, column) = places.place(span.start());
    let (offset, length) = (span.start(), span.len());
    let help = |help: &Help| {
        let edits = edits_or_null(help.edits.as_deref());
        format!(
            "{{\"kind\": {}, \"text\": {}, \"edits\": {edits}}}",
            string(help.kind.name()),
            string(&help.text)
        )
    };
    format!(
        "\"title\": {}, \"code\": {}, \"place\": {{\"line\": {line}, \"column\": {column}, \"offset\": {offset}, \"length\": {length}}}, \"help\": [{}], \"notes\": [{}]",
        string(&report.title),
        string(report.code.name()),
        report.helps.iter().map(help).collect::<Vec<_>>().join(", "),
        report.notes.iter().map(|note| string(note)).collect::<Vec<_>>().join(", "),
    )
}

fn edits_or_null(edits: Option<&[TextEdit]>) -> String {
    edits.map_or("null".to_string(), |edits| {
        let edits: Vec<String> = edits.iter().map(edit).collect();
        format!("[{}]", edits.join(", "))
    })
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
    write!(
        out,
        "\"kind\": \"{}\", \"line\": {line}, \"column\": {column}, \"offset\": {}, \"length\": {}, \"lexeme\": {}, ",
        if location.lex.is_some() { "lex" } else { "parse" },
        span.start(),
        span.len(),
        short(parsed.lexer.span_str(span)),
    )?;
    let Some(error) = location.parse else {
        // The repair of an earlier place covers this lexing error: nothing is left to do here.
        return out.write_all(
            b"\"expected\": [], \"expected_total\": 0, \"status\": \"complete\", \"cost\": 0, \"lower_bound\": 0, \
              \"work\": 0, \"configurations\": 0, \"recovery_ms\": 0, \"repairs_total\": 0, \"repairs_limit\": 0, \"limit\": null, \"reach\": 0, \"repairs\": [], \
              \"at\": [], \"edits\": [], \"alternatives\": [], \"dearer\": \"not asked\"}",
        );
    };
    let token = |id: u32| token_name(language, id);
    let expected = error.expected().iter().take(JSON_EXPECTED);
    let expected: Vec<String> = expected.map(|id| token(id.0)).collect();
    let cost = error.cost().map_or("null".to_string(), |cost| cost.to_string());
    let limit = error.limit().map_or("null".to_string(), |limit| string(limit.name()));
    let most = max_repairs.min(JSON_REPAIRS);
    write!(
        out,
        "\"expected\": [{}], \"expected_total\": {}, \"status\": \"{}\", \"cost\": {cost}, \"lower_bound\": {}, \"work\": {}, \
         \"configurations\": {}, \"recovery_ms\": {:.6}, \"repairs_total\": {}, \"repairs_limit\": {most}, \"limit\": {limit}, \
         \"reach\": {}, \"repairs\": [",
        expected.join(", "),
        error.expected().len(),
        error.status().name(),
        error.lower_bound(),
        error.effort().work,
        error.effort().configurations,
        error.effort().time.as_secs_f64() * 1e3,
        error.repairs_total(),
        error.reach(),
    )?;
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
            let repairs = error.with_lexemes(&sequence).into_iter().map(|repair| match repair {
                ParseRepair::Insert(id) => format!("{{\"insert\": {}}}", token(id.0)),
                ParseRepair::Delete(deleted) => format!("{{\"delete\": {}}}", lexeme(&deleted)),
                ParseRepair::Shift(shifted) => format!("{{\"shift\": {}}}", lexeme(&shifted)),
            });
            format!("[{}]", repairs.collect::<Vec<_>>().join(", "))
        }),
    )?;
    // The place at which each sequence begins, and which of them are alternatives to the cheapest.
    out.write_all(b"], \"at\": [")?;
    write_list(
        out,
        sequences().map(|sequence| {
            let begin = error.begin_of(&sequence).span();
            let ((line, column), _) = parsed.lexer.line_col(begin);
            let offset = begin.start();
            format!("{{\"line\": {line}, \"column\": {column}, \"offset\": {offset}}}")
        }),
    )?;
    // The edits of each, if it is known how the inserted tokens are written.
    out.write_all(b"], \"edits\": [")?;
    let text_of = |token: TIdx<u32>| language.token_text(token);
    write_list(
        out,
        sequences()
            .map(|sequence| edits_or_null(editor.text_edits(&sequence, &text_of).as_deref())),
    )?;
    out.write_all(b"], \"alternatives\": [")?;
    let others = sequences().enumerate().filter(|(_, one)| one.kind != RepairKind::Cheapest);
    write_list(
        out,
        others.map(|(at, one)| format!("{{\"repair\": {at}, \"kind\": \"{}\"}}", one.kind.name())),
    )?;
    write!(out, "], \"dearer\": \"{}\"}}", error.dearer().name())
}

/// Writes items with commas between them, each as soon as it is made.
pub(crate) fn write_list(
    out: &mut impl Write,
    items: impl Iterator<Item = String>,
) -> io::Result<()> {
    for (at, item) in items.enumerate() {
        write!(out, "{}{item}", if at > 0 { ", " } else { "" })?;
    }
    Ok(())
}

/// Writes the sizes of a grammar and its tables.
pub fn write_stats(
    out: &mut impl Write,
    table: &Table,
    times_ms: [(&str, Duration); 2],
) -> io::Result<()> {
    writeln!(
        out,
        "{{\"tokens\": {}, \"rules\": {}, \"productions\": {}, \"states\": {}, \"shift_reduce\": {}, \
         \"reduce_reduce\": {}, \"timings_ms\": {}}}",
        table.grammar.tokens().len(),
        table.grammar.rules().len(),
        table.grammar.productions().len(),
        table.table.state_count(),
        table.graph.conflicts.shift_reduce.len(),
        table.graph.conflicts.reduce_reduce.len(),
        times(&times_ms),
    )
}

fn edit(TextEdit { span, text }: &TextEdit) -> String {
    format!(
        "{{\"offset\": {}, \"length\": {}, \"text\": {}}}",
        span.start(),
        span.len(),
        string(text)
    )
}

fn token_name(language: &Language, id: u32) -> String {
    short(&language.table.grammar.token(TokenId::new(id as usize)).name)
}

fn times(times: &[(&str, Duration)]) -> String {
    let parts: Vec<String> = times
        .iter()
        .map(|(name, time)| format!("\"{name}\": {:.6}", time.as_secs_f64() * 1e3))
        .collect();
    format!("{{{}}}", parts.join(", "))
}

/// Returns a JSON string of at most [`JSON_TEXT`] characters of `text`, then `…` if there are more.
fn short(text: &str) -> String {
    string(&match text.char_indices().nth(JSON_TEXT) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    })
}

/// Returns a JSON string, with escapes for all characters that a terminal would obey.
pub(crate) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || is_invisible(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a\"\\\n\u{1}é"), "\"a\\\"\\\\\\n\\u0001é\"");
        assert_eq!(string("\u{85}\u{202e}\u{e0041}𝄞"), "\"\\u0085\\u202e\\udb40\\udc41𝄞\"");
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(short(&"é".repeat(JSON_TEXT)), string(&"é".repeat(JSON_TEXT)));
        assert_eq!(short(&"é".repeat(5000)), string(&format!("{}…", "é".repeat(JSON_TEXT))));
    }
}
