//! Formats the results of a run as text, as JSON, and as JUnit's XML.

use std::io::{self, Write};

use lrpar::visible;

use super::{CaseResult, Format, Options, Results};
use crate::{json::Value, output::write_lines};

/// Writes the results.
pub(super) fn write(out: &mut impl Write, results: &Results, options: &Options) -> io::Result<()> {
    match options.format {
        Format::Text => write_text(out, results, options.update),
        Format::Json => write_json(out, results),
        Format::Junit => write_junit(out, results),
    }
}

/// Returns how many cases are as expected, are not, and cannot be read.
fn counts(results: &Results) -> [usize; 3] {
    let mut counts = [0; 3];
    for case in &results.cases {
        let kind = match &case.outcome {
            Ok(failures) => usize::from(!failures.is_empty()),
            Err(_) => 2,
        };
        counts[kind] += 1;
    }
    counts
}

fn write_text(out: &mut impl Write, results: &Results, update: bool) -> io::Result<()> {
    for error in &results.errors {
        writeln!(out, "error: {}", visible(error))?;
    }
    for case in &results.cases {
        let (file, name) = (visible(&case.file), visible(&case.name));
        match &case.outcome {
            Err(misread) => {
                writeln!(out, "{file}:{}: error: {}", misread.line, visible(&misread.message))?;
            }
            Ok(_) if update => {}
            Ok(failures) => {
                for failure in failures {
                    writeln!(out, "{file}:{}: {name}: {}", failure.line, failure.section)?;
                    for line in failure.shown.lines() {
                        write_lines(out, &format!("    {line}\n"))?;
                    }
                }
            }
        }
    }
    for file in &results.written {
        writeln!(out, "written: {}", visible(file))?;
    }
    for line in &results.too_little {
        writeln!(out, "{}", visible(line))?;
    }
    let [good, bad, unread] = counts(results);
    let cases = if results.cases.len() == 1 { "case" } else { "cases" };
    write!(out, "{} {cases}: {good} as expected", results.cases.len())?;
    let what = if update { "changed" } else { "not" };
    for (count, what) in [(bad, what), (unread, "cannot be read")] {
        if count > 0 {
            write!(out, ", {count} {what}")?;
        }
    }
    writeln!(out)
}

fn write_json(out: &mut impl Write, results: &Results) -> io::Result<()> {
    let cases = results.cases.iter().map(|CaseResult { file, name, line, outcome }| {
        let outcome = match outcome {
            Err(misread) => {
                let error = [
                    ("line", Value::int(misread.line)),
                    ("message", Value::string(&misread.message)),
                ];
                ("error", Value::object(error))
            }
            Ok(failures) => {
                let failures = failures.iter().map(|failure| {
                    Value::object([
                        ("line", Value::int(failure.line)),
                        ("section", Value::string(&failure.section)),
                        ("diff", Value::string(&failure.shown)),
                    ])
                });
                ("failures", Value::list(failures))
            }
        };
        Value::object([
            ("file", Value::string(file)),
            ("line", Value::int(line)),
            ("name", Value::string(name)),
            outcome,
        ])
    });
    let [good, bad, unread] = counts(results);
    let whole = Value::object([
        ("as_expected", Value::int(good)),
        ("not_as_expected", Value::int(bad)),
        ("unreadable", Value::int(unread)),
        ("errors", Value::list(results.errors.iter().map(Value::string))),
        ("written", Value::list(results.written.iter().map(Value::string))),
        ("cases", Value::list(cases)),
    ]);
    writeln!(out, "{whole}")
}

fn write_junit(out: &mut impl Write, results: &Results) -> io::Result<()> {
    let [_, bad, unread] = counts(results);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuites><testsuite name=\"nimbleparse\" tests=\"{}\" failures=\"{bad}\" errors=\"{}\">",
        results.cases.len(),
        unread + results.errors.len()
    )?;
    for error in &results.errors {
        let error = escape(error);
        writeln!(out, "<testcase name=\"{error}\"><error message=\"{error}\"/></testcase>")?;
    }
    for case in &results.cases {
        let (file, name) = (escape(&case.file), escape(&case.name));
        write!(out, "<testcase classname=\"{file}\" name=\"{name}\" line=\"{}\">", case.line)?;
        match &case.outcome {
            Err(misread) => {
                let message = escape(&misread.message);
                write!(out, "<error message=\"line {}: {message}\"/>", misread.line)?;
            }
            Ok(failures) => {
                for failure in failures {
                    let (section, shown) = (escape(&failure.section), escape(&failure.shown));
                    let message = format!("line {}: {section}", failure.line);
                    write!(out, "<failure message=\"{message}\">{shown}</failure>")?;
                }
            }
        }
        writeln!(out, "</testcase>")?;
    }
    writeln!(out, "</testsuite></testsuites>")
}

/// Escapes a text for XML, without the characters that XML forbids.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let is_allowed = |c: char| matches!(c, '\n' | '\t' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.replace('"', "&quot;").replace(|c| !is_allowed(c), "\u{fffd}")
}
