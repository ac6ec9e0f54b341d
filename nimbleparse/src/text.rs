//! Results as text for people.

use std::io::{self, Write};

use lrpar::{
    Factored, Lexeme, NonStreamingLexer, describe_expected, factor, recovery::Status,
    show_factored, show_sequence,
};
use lrtable::{NewlineCache, Span, TIdx, diagnostic::snippet};

use crate::{
    language::Language,
    run::{Location, Parsed, Timings},
};

/// Repair sequences that are shown; more are counted.
const SHOWN_REPAIRS: usize = 10;
/// Expected tokens that are shown where there is no repair to show; more are counted.
const SHOWN_EXPECTED: usize = 12;

/// Writes each error of a file with its place, its line, and its repairs.
pub(crate) fn write_errors(
    out: &mut impl Write,
    language: &Language,
    parsed: &Parsed<'_>,
    source: &str,
) -> io::Result<()> {
    let locations = parsed.locations();
    let lines = NewlineCache::of(if locations.is_empty() { "" } else { source });
    for location in &locations {
        write_location(out, language, parsed, source, &lines, location)?;
    }
    Ok(())
}

fn write_location(
    out: &mut impl Write,
    language: &Language,
    parsed: &Parsed<'_>,
    source: &str,
    lines: &NewlineCache,
    location: &Location<'_>,
) -> io::Result<()> {
    let place = |span: Span| parsed.lexer.line_col(span).0;
    let (what, span) = match (location.lex, location.parse) {
        (Some(span), _) => ("Lexing", span),
        (None, Some(error)) => ("Parsing", error.lexeme().span()),
        (None, None) => unreachable!("a location has an error"),
    };
    let (line, column) = place(span);
    write!(out, "{what} error at line {line} column {column}.")?;
    let Some(error) = location.parse else {
        writeln!(out, " It lies within the repair of the error before.")?;
        return out.write_all(snippet(source, span, lines).as_bytes());
    };
    let said = match error.status() {
        Status::Complete => "Repair sequences found:".to_string(),
        Status::Unproven => {
            "Repair sequences found, not proven minimal (the budget was spent):".to_string()
        }
        Status::Panic | Status::None => match error.resumed_at() {
            Some(at) => {
                let next = parsed_span(parsed, at);
                match next {
                    Some(next) => {
                        let (line, column) = place(next);
                        format!(
                            "No repair sequences found; parsing goes on at line {line} column {column}."
                        )
                    }
                    None => "No repair sequences found; parsing goes on at the end.".to_string(),
                }
            }
            None => "No repair sequences found; parsing ends here.".to_string(),
        },
    };
    writeln!(out, " {said}")?;
    out.write_all(snippet(source, span, lines).as_bytes())?;
    let epp = |token: TIdx<u32>| language.table.grammar.token_epp(token);
    // A few are shown one by one; where they are many, those that differ in one place are shown as one.
    let few = error.repairs_total() <= SHOWN_REPAIRS as u128;
    let groups = if few { Vec::new() } else { factor(error.repairs()) };
    let shown: Vec<String> = if few {
        error.repairs().iter().map(|s| show_sequence(s, &parsed.lexer, &epp)).collect()
    } else {
        let groups = groups.iter().take(SHOWN_REPAIRS);
        groups.map(|group| show_factored(group, &parsed.lexer, &epp)).collect()
    };
    let width = shown.len().to_string().len();
    for (at, sequence) in shown.iter().enumerate() {
        writeln!(out, "   {:>width$}: {sequence}", at + 1)?;
    }
    let said: usize = groups.iter().take(SHOWN_REPAIRS).map(Factored::count).sum();
    let more = if few { 0 } else { error.repairs_total().saturating_sub(said as u128) };
    if more > 0 {
        writeln!(out, "   … and {more} more")?;
    }
    if error.repairs().is_empty() && !error.expected().is_empty() {
        let grammar = &language.table.grammar;
        let expected = describe_expected(grammar, &language.table.table, error);
        let names: Vec<&str> =
            expected.iter().take(SHOWN_EXPECTED).map(|expected| expected.name(grammar)).collect();
        let more = expected.len() - names.len();
        let more = if more > 0 { format!(" … and {more} more") } else { String::new() };
        writeln!(out, "   expected: {}{more}", names.join(" "))?;
    }
    Ok(())
}

/// The span of the lexeme with this index; `None` at the end of the input.
fn parsed_span(parsed: &Parsed<'_>, at: usize) -> Option<Span> {
    lrpar::Lexer::iter(&parsed.lexer).nth(at).map(|lexeme| match lexeme {
        Ok(lexeme) => lexeme.span(),
        Err(error) => error.span(),
    })
}

/// Writes the lexemes: place, token, text.
pub(crate) fn write_lexemes(
    out: &mut impl Write,
    language: &Language,
    parsed: &Parsed<'_>,
) -> io::Result<()> {
    for lexeme in lrpar::Lexer::iter(&parsed.lexer) {
        let (name, span) = match lexeme {
            Ok(lexeme) => {
                let name = language.table.grammar.token_name(TIdx(lexeme.tok_id()));
                (name.unwrap_or("<unknown>"), lexeme.span())
            }
            Err(error) => ("<invalid>", error.span()),
        };
        let ((line, column), _) = parsed.lexer.line_col(span);
        let text = parsed.lexer.span_str(span).escape_debug();
        writeln!(out, "{line}:{column} {} {text}", name.escape_debug())?;
    }
    Ok(())
}

/// Writes how long each step took.
pub(crate) fn write_timings(out: &mut impl Write, timings: &Timings) -> io::Result<()> {
    for (name, time) in timings.named() {
        writeln!(out, "{name:>9} {:>12.3} ms", time.as_secs_f64() * 1e3)?;
    }
    Ok(())
}
