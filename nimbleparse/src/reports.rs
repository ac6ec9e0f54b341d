//! Shows the errors of a file as reports: in full or on one line each.

use std::io::{self, Write};

use lrlex::LRNonStreamingLexer;
use lrpar::{
    Errors, Report, Reporter,
    report::{GrammarLabels, Location, locations},
};

use crate::{
    language::{Language, Types},
    run::Parsed,
};

/// Calls `see` with each place of the errors of a file, and its report, or `None` if an earlier report covers it. `see` returns
/// whether it wants more.
///
/// # Errors
///
/// Those of `see`.
pub fn each(
    language: &Language,
    parsed: &Parsed<'_>,
    source: &str,
    see: impl FnMut(&Location<'_, lrlex::DefaultLexeme<u32>, u32>, Option<Report>) -> io::Result<()>,
) -> io::Result<()> {
    each_of(language, &parsed.errors, (source, &parsed.lexer), see)
}

/// Calls `see`, as [`each`] does, for the errors of a parse of `source`, which `lexer` has read.
///
/// # Errors
///
/// Those of `see`.
pub(crate) fn each_of(
    language: &Language,
    errors: &Errors<u32, Types>,
    (source, lexer): (&str, &LRNonStreamingLexer<'_, '_, Types>),
    mut see: impl FnMut(&Location<'_, lrlex::DefaultLexeme<u32>, u32>, Option<Report>) -> io::Result<()>,
) -> io::Result<()> {
    if errors.is_empty() {
        return Ok(());
    }
    let labels = GrammarLabels::new(&language.table.grammar);
    let tables = language.table.table.tables();
    let reporter =
        Reporter::new(&tables, labels.labels(), source, lexer).knowledge(&language.knowledge);
    let places = locations(errors).map(|location| location.span());
    let mut note = language.newer.as_ref().and_then(|newer| newer.note(source, places));
    for (location, mut report) in reporter.located(errors) {
        if let Some(report) = &mut report {
            report.notes.extend(note.take());
        }
        see(&location, report)?;
    }
    Ok(())
}

/// Writes the reports of a file, formatted by `show`; beyond `most`, only their number. Returns how many there are.
///
/// # Errors
///
/// If writing fails.
pub fn write(
    out: &mut impl Write,
    language: &Language,
    parsed: &Parsed<'_>,
    source: &str,
    most: usize,
    show: impl Fn(&Report) -> String,
) -> io::Result<usize> {
    let mut count = 0;
    each(language, parsed, source, |_, report| {
        let Some(report) = report else { return Ok(()) };
        count += 1;
        if count > most {
            return Ok(());
        }
        out.write_all(show(&report).as_bytes())
    })?;
    write_more(out, count.saturating_sub(most))?;
    Ok(count)
}

/// Writes how many errors are not shown.
///
/// # Errors
///
/// If writing fails.
pub fn write_more(out: &mut impl Write, more: usize) -> io::Result<()> {
    match more {
        0 => Ok(()),
        1 => writeln!(out, "… and 1 more error; '--max-errors all' shows it."),
        more => writeln!(out, "… and {more} more errors; '--max-errors all' shows them."),
    }
}
