//! Shows the errors of a text as reports: in full or on one line each.

use std::io::{self, Write};

use lrpar::{
    Report, Reporter,
    report::{GrammarLabels, locations},
};

use crate::language::{Location, Parsed};

/// Calls `see` with each place of the errors of a text, and its report, or `None` if an earlier
/// report covers it. `see` returns whether it wants more.
///
/// # Errors
///
/// Those of `see`.
pub fn each<T>(
    parsed: &Parsed<'_, T>,
    mut see: impl FnMut(&Location<'_>, Option<Report>) -> io::Result<()>,
) -> io::Result<()> {
    let Parsed { language, text, lexer, errors, .. } = parsed;
    if errors.is_empty() {
        return Ok(());
    }
    let labels = GrammarLabels::new(&language.table.grammar);
    let tables = language.table.table.tables();
    let reporter = Reporter::new(&tables, labels.labels(), lexer).knowledge(&language.knowledge);
    let places = locations(errors).map(|location| location.span());
    let mut note = language.newer.as_ref().and_then(|newer| newer.note(text, places));
    for (location, mut report) in reporter.located(errors) {
        if let Some(report) = &mut report {
            report.notes.extend(note.take());
        }
        see(&location, report)?;
    }
    Ok(())
}

/// Writes the reports of a text, formatted by `show`; beyond `most`, only their number. Returns how
/// many there are.
///
/// # Errors
///
/// If writing fails.
pub fn write(
    out: &mut impl Write,
    parsed: &Parsed<'_>,
    most: usize,
    show: impl Fn(&Report) -> String,
) -> io::Result<usize> {
    let mut count = 0;
    each(parsed, |_, report| {
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
