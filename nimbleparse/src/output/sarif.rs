//! Formats reports as a SARIF log (version 2.1.0, OASIS 2020), as code hosts and editors read it:
//! one run, a result for each report, and the ways to fix it as fixes.
//!
//! Lines and columns count from 1, columns in characters (`unicodeCodePoints`).

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use lrpar::{
    Renderer, Report, TextEdit,
    report::{Code, Help},
};
use lrtable::Span;

use super::reports;
use crate::{
    json::{Members, Value},
    language::Parsed,
};

/// Writer of a log, file by file.
#[derive(Debug, Default)]
pub struct Log {
    has_results: bool,
}

impl Log {
    /// Writes the beginning of the log, up to the first result.
    ///
    /// # Errors
    ///
    /// If writing fails, here and below.
    pub fn begin(out: &mut impl Write) -> io::Result<Log> {
        let rules = Code::ALL.map(|code| Value::object([("id", Value::string(code.name()))]));
        let driver = Value::object([
            ("name", Value::string("nimbleparse")),
            ("version", Value::string(env!("CARGO_PKG_VERSION"))),
            ("rules", Value::list(rules)),
        ]);
        let log = Members(vec![
            ("$schema", Value::string("https://json.schemastore.org/sarif-2.1.0.json")),
            ("version", Value::string("2.1.0")),
        ]);
        let run = Members(vec![
            ("tool", Value::object([("driver", driver)])),
            ("columnKind", Value::string("unicodeCodePoints")),
        ]);
        write!(out, "{{{log}, \"runs\": [{{{run}, \"results\": [")?;
        Ok(Log::default())
    }

    /// Writes the results of one file.
    pub fn add(&mut self, out: &mut impl Write, file: &str, parsed: &Parsed<'_>) -> io::Result<()> {
        let places = Renderer::new(file, parsed.text);
        reports::each(parsed, |_, report| {
            report.map_or(Ok(()), |report| self.add_report(out, file, &places, &report))
        })
    }

    /// Writes reports on one file.
    pub fn add_reports(
        &mut self,
        out: &mut impl Write,
        file: &str,
        source: &str,
        reports: &[Report],
    ) -> io::Result<()> {
        let places = Renderer::new(file, source);
        reports.iter().try_for_each(|report| self.add_report(out, file, &places, report))
    }

    fn add_report(
        &mut self,
        out: &mut impl Write,
        file: &str,
        places: &Renderer<'_>,
        report: &Report,
    ) -> io::Result<()> {
        let comma = if std::mem::replace(&mut self.has_results, true) { "," } else { "" };
        write!(out, "{comma}\n{}", result(file, places, report))
    }

    /// Writes the end of the log.
    pub fn end(self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "]}}]}}")
    }
}

fn result(file: &str, places: &Renderer<'_>, report: &Report) -> Value {
    let help = report.helps.first().map(|help| format!("; {}", help.text));
    let notes: String = report.notes.iter().map(|note| format!("; {note}")).collect();
    let message = format!("{}{}{notes}", report.title, help.unwrap_or_default());
    let related = report.secondary.iter().enumerate().map(|(id, label)| {
        Value::object([
            ("id", Value::int(id)),
            ("message", text(&label.text)),
            location(file, places, label.span),
        ])
    });
    let primary = Value::object([location(file, places, report.primary.span)]);
    let fixes = report.helps.iter().filter_map(|help| fix(file, places, help));
    Value::object([
        ("ruleId", Value::string(report.code.name())),
        ("level", Value::string(report.severity.to_string())),
        ("message", text(&message)),
        ("locations", Value::list([primary])),
        ("relatedLocations", Value::list(related)),
        ("fixes", Value::list(fixes)),
    ])
}

fn text(text: &str) -> Value {
    Value::object([("text", Value::string(text))])
}

fn fix(file: &str, places: &Renderer<'_>, help: &Help) -> Option<Value> {
    let replacement = |TextEdit { span, text: inserted }: &TextEdit| {
        Value::object([
            ("deletedRegion", region(places, *span)),
            ("insertedContent", text(inserted)),
        ])
    };
    let change = Value::object([
        ("artifactLocation", artifact(file)),
        ("replacements", Value::list(help.edits.as_ref()?.iter().map(replacement))),
    ]);
    Some(Value::object([
        ("description", text(&help.text)),
        ("artifactChanges", Value::list([change])),
    ]))
}

fn location(file: &str, places: &Renderer<'_>, span: Span) -> (&'static str, Value) {
    let place = [("artifactLocation", artifact(file)), ("region", region(places, span))];
    ("physicalLocation", Value::object(place))
}

fn region(places: &Renderer<'_>, span: Span) -> Value {
    let ((line, column), (end_line, end_column)) =
        (places.place(span.start()), places.place(span.end()));
    Value::object([
        ("startLine", Value::int(line)),
        ("startColumn", Value::int(column)),
        ("endLine", Value::int(end_line)),
        ("endColumn", Value::int(end_column)),
        ("byteOffset", Value::int(span.start())),
        ("byteLength", Value::int(span.len())),
    ])
}

/// Returns the file as a URI reference: reserved bytes, and those that are not allowed, are
/// percent-encoded.
fn artifact(file: &str) -> Value {
    let mut uri = String::new();
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Value::object([("uri", Value::string(uri))])
}
