//! Results as text for people.

use std::io::{self, Write};

use lrlex::DefaultLexeme;
use lrpar::{
    Factored, LexError, LexParseError, Lexeme, NonStreamingLexer, ParseError, ParseRepair,
    TextEdit, apply_edits, describe_expected,
    edit::{all_text_edits, text_edits},
    factor,
    recovery::{Dearer, RepairKind, Status},
    show_factored, show_sequence, visible,
};
use lrtable::{NewlineCache, Span, TIdx, diagnostic::snippet};

use crate::{
    language::{Language, Types},
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
        Status::Complete => match error.dearer() {
            Dearer::NotAsked | Dearer::NoBetter => "Repair sequences found:".to_string(),
            Dearer::Taken => {
                "Repair sequences found (cheaper ones only lead to the next error):".to_string()
            }
            Dearer::Unknown => "Repair sequences found, which only lead to the next error (dearer ones were not all looked at):"
                .to_string(),
        },
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
    let alternatives = error.repair_kinds().iter().any(|kind| *kind != RepairKind::Cheapest);
    if error.reach() > 0 || alternatives {
        return write_restarted(out, language, parsed, source, error);
    }
    // A few are shown one by one; where they are many, those that differ in one place are shown as one.
    let few = error.repairs_total() <= SHOWN_REPAIRS as u128;
    let mut groups = if few { Vec::new() } else { factor(error.repairs()) };
    let is_all = groups.iter().map(Factored::count).sum::<usize>() as u128 == error.repairs_total();
    groups.truncate(shown_of(groups.len(), SHOWN_REPAIRS, is_all));
    let shown: Vec<String> = if few {
        error.repairs().iter().map(|s| show_sequence(s, &parsed.lexer, &epp)).collect()
    } else {
        groups.iter().map(|group| show_factored(group, &parsed.lexer, &epp)).collect()
    };
    let width = shown.len().to_string().len();
    for (at, sequence) in shown.iter().enumerate() {
        writeln!(out, "   {:>width$}: {sequence}", at + 1)?;
    }
    let said: usize = groups.iter().map(Factored::count).sum();
    let more = if few { 0 } else { error.repairs_total().saturating_sub(said as u128) };
    if more > 0 {
        writeln!(out, "   … and {more} more")?;
    }
    if error.repairs().is_empty() && !error.expected().is_empty() {
        let grammar = &language.table.grammar;
        let expected = describe_expected(grammar, &language.table.table, error);
        let shown = shown_of(expected.len(), SHOWN_EXPECTED, true);
        let names: Vec<&str> =
            expected.iter().take(shown).map(|expected| expected.name(grammar)).collect();
        let more = expected.len() - names.len();
        let more = if more > 0 { format!(" … and {more} more") } else { String::new() };
        writeln!(out, "   expected: {}{more}", names.join(" "))?;
    }
    Ok(())
}

/// How many of a list are shown where `most` are: one more if that is the last of `all` there are, as it takes no more room than
/// to say so.
fn shown_of(len: usize, most: usize, is_all: bool) -> usize {
    if is_all && len == most + 1 { len } else { len.min(most) }
}

/// How many repairs that may begin before the error are shown: so many that alternatives hide none of the cheapest.
fn shown_restarted(error: &ParseError<DefaultLexeme<u32>, u32>) -> usize {
    let kinds = error.repair_kinds().iter().zip(1..);
    let cheapest = kinds.filter(|(kind, _)| **kind == RepairKind::Cheapest).map(|(_, count)| count);
    let most = cheapest.take(SHOWN_RESTARTED).last().unwrap_or(0).max(SHOWN_RESTARTED);
    let listed = error.repairs().len();
    shown_of(listed, most, listed as u128 == error.repairs_total())
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
    let shown = shown_restarted(error);
    for (at, ((sequence, begin), kind)) in all.enumerate().take(shown) {
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
    let more = error.repairs_total().saturating_sub(shown as u128);
    if more > 0 {
        writeln!(out, "   … and {more} more")?;
    }
    if parsed.errors.len() <= MOST_REPAIRED
        && let Some(line) = repaired_line(language, parsed, source, error)
    {
        writeln!(out, "   repaired: {line}")?;
    }
    Ok(())
}

/// The line of an error's first repair as it is then, with the repairs of earlier errors on it. `None` if it is not known how an
/// inserted token is written, or if nothing is left of the line.
fn repaired_line(
    language: &Language,
    parsed: &Parsed<'_>,
    source: &str,
    error: &ParseError<DefaultLexeme<u32>, u32>,
) -> Option<String> {
    let text_of = |token: TIdx<u32>| lrlex::token_text(&language.lexer, token.0);
    let own = text_edits(source, &parsed.lexer, error, 0, &text_of)?;
    let at = own.first()?.span.start();
    let line = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let is_it = |other: &LexParseError<u32, Types>| match other {
        LexParseError::ParseError(other) => std::ptr::eq(other, error),
        LexParseError::LexError(_) => false,
    };
    let last = parsed.errors.iter().position(is_it)?;
    let before = &parsed.errors[..last];
    let on_line = before.iter().rev().take_while(|other| end_of_repair(other) >= line).count();
    let together = &parsed.errors[last - on_line..=last];
    let edits = all_text_edits(source, &parsed.lexer, together, &text_of).unwrap_or(own);
    // Where the place has come to, behind what was put before it.
    let (mut moved, mut done) = (0, 0);
    for TextEdit { span, text } in edits.iter().take_while(|edit| edit.span.start() < at) {
        moved += span.start() - done + text.len();
        done = span.end();
    }
    moved += at.saturating_sub(done);
    let repaired = apply_edits(source, &edits);
    let start = repaired[..moved].rfind('\n').map_or(0, |newline| newline + 1);
    let line = repaired[start..].lines().next()?.trim();
    (!line.is_empty()).then(|| visible(line))
}

/// The byte behind which the first repair of an error changes nothing; that of the error if it has none.
fn end_of_repair(error: &LexParseError<u32, Types>) -> usize {
    match error {
        LexParseError::LexError(error) => error.span().end(),
        LexParseError::ParseError(error) => {
            let behind = error.repairs().first().into_iter().flatten().rev();
            let last = behind.into_iter().find_map(|repair| match repair {
                ParseRepair::Delete(lexeme) | ParseRepair::Shift(lexeme) => Some(lexeme),
                ParseRepair::Insert(_) => None,
            });
            let begin = error.repair_lexemes().first().unwrap_or(error.lexeme());
            last.map_or(begin.span().start(), |lexeme| lexeme.span().end())
        }
    }
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
