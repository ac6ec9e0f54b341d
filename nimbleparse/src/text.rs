//! Results as text for people.

use std::io::{self, Write};

use lrlex::DefaultLexeme;
use lrpar::{
    Factored, LexError, Lexeme, NonStreamingLexer, ParseError, ParseRepair, apply_edits,
    describe_expected,
    edit::text_edits,
    factor,
    recovery::{RepairKind, Status},
    show_factored, show_sequence,
};
use lrtable::{NewlineCache, Span, TIdx, diagnostic::snippet};

use crate::{
    language::Language,
    run::{Location, Parsed, Timings},
};

/// Repair sequences that are shown; more are counted.
const SHOWN_REPAIRS: usize = 10;
/// The same where they may begin before the error, each at a place of its own.
const SHOWN_RESTARTED: usize = 5;
/// Errors of a file up to which the repaired line of each is shown: it takes a pass over the file.
const MOST_REPAIRED: usize = 200;
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
    if error.reach() > 0 {
        return write_restarted(out, language, parsed, source, error);
    }
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

/// Writes the repairs of an error that may begin before it, each with its place, and what the first makes of its line.
fn write_restarted(
    out: &mut impl Write,
    language: &Language,
    parsed: &Parsed<'_>,
    source: &str,
    error: &ParseError<DefaultLexeme<u32>, u32>,
) -> io::Result<()> {
    let epp = |token: TIdx<u32>| language.table.grammar.token_epp(token);
    let all = error.repairs().iter().zip(error.repair_lexemes()).zip(error.repair_kinds());
    for (at, ((sequence, begin), kind)) in all.enumerate().take(SHOWN_RESTARTED) {
        write!(out, "   {}: ", at + 1)?;
        let line_of = |lexeme: &DefaultLexeme<u32>| parsed.lexer.line_col(lexeme.span()).0.0;
        let last = sequence.iter().rev().find_map(|repair| match repair {
            ParseRepair::Delete(lexeme) => Some(lexeme),
            _ => None,
        });
        match (kind, last) {
            (RepairKind::Lines, Some(last)) => match (line_of(begin), line_of(last)) {
                (from, to) if from == to => writeln!(out, "alternative: delete line {from}")?,
                (from, to) => writeln!(out, "alternative: delete lines {from} to {to}")?,
            },
            _ => {
                if error.repair_starts()[at] < error.position() {
                    let ((line, column), _) = parsed.lexer.line_col(begin.span());
                    write!(out, "at line {line} column {column}: ")?;
                }
                let cheapest = *kind == RepairKind::Cheapest;
                let said = if cheapest { "" } else { "alternative: " };
                writeln!(out, "{said}{}", show_sequence(sequence, &parsed.lexer, &epp))?;
            }
        }
    }
    let more = error.repairs_total().saturating_sub(SHOWN_RESTARTED as u128);
    if more > 0 {
        writeln!(out, "   … and {more} more")?;
    }
    let text_of = |token: TIdx<u32>| lrlex::token_text(&language.lexer, token.0);
    if parsed.errors.len() <= MOST_REPAIRED
        && let Some(edits) = text_edits(source, &parsed.lexer, error, 0, &text_of)
        && let Some(first) = edits.first()
    {
        let repaired = apply_edits(source, &edits);
        // What is before the first edit is as it was.
        let start = repaired[..first.span.start()].rfind('\n').map_or(0, |newline| newline + 1);
        let line = repaired[start..].lines().next().unwrap_or("");
        writeln!(out, "   repaired: {}", line.trim())?;
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
