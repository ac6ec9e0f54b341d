//! Formats reports as a SARIF log (version 2.1.0, OASIS 2020), as code hosts and editors read it: one run, a result for each
//! report, and the ways to fix it as fixes.
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

use super::{
    json::{string, write_list},
    reports,
};
use crate::language::Parsed;

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
        let rules = Code::ALL.map(|code| format!("{{\"id\": {}}}", string(code.name())));
        write!(
            out,
            "{{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", \"runs\": [{{\"tool\": {{\"driver\": \
             {{\"name\": \"nimbleparse\", \"version\": {}, \"rules\": [{}]}}}}, \"columnKind\": \"unicodeCodePoints\", \"results\": [",
            string(env!("CARGO_PKG_VERSION")),
            rules.join(", ")
        )?;
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

fn result(file: &str, places: &Renderer<'_>, report: &Report) -> String {
    let help = report.helps.first().map(|help| format!("; {}", help.text));
    let notes: String = report.notes.iter().map(|note| format!("; {note}")).collect();
    let message = format!("{}{}{notes}", report.title, help.unwrap_or_default());
    let related = report.secondary.iter().enumerate().map(|(id, label)| {
        let place = location(file, places, label.span);
        format!("{{\"id\": {id}, \"message\": {{\"text\": {}}}, {place}}}", string(&label.text))
    });
    let fixes = report.helps.iter().filter_map(|help| fix(file, places, help));
    let mut out = String::new();
    let _ = write!(
        out,
        "{{\"ruleId\": {}, \"level\": \"{}\", \"message\": {{\"text\": {}}}, \"locations\": [{{{}}}], \"relatedLocations\": [{}], \
         \"fixes\": [{}]}}",
        string(report.code.name()),
        report.severity,
        string(&message),
        location(file, places, report.primary.span),
        list(related),
        list(fixes),
    );
    out
}

fn list(items: impl Iterator<Item = String>) -> String {
    let mut out = Vec::new();
    write_list(&mut out, items).expect("a vector takes all");
    String::from_utf8(out).expect("strings are written")
}

fn fix(file: &str, places: &Renderer<'_>, help: &Help) -> Option<String> {
    let replacement = |TextEdit { span, text }: &TextEdit| {
        let region = region(places, *span);
        format!(
            "{{\"deletedRegion\": {region}, \"insertedContent\": {{\"text\": {}}}}}",
            string(text)
        )
    };
    Some(format!(
        "{{\"description\": {{\"text\": {}}}, \"artifactChanges\": [{{\"artifactLocation\": {}, \"replacements\": [{}]}}]}}",
        string(&help.text),
        artifact(file),
        list(help.edits.as_ref()?.iter().map(replacement)),
    ))
}

fn location(file: &str, places: &Renderer<'_>, span: Span) -> String {
    format!(
        "\"physicalLocation\": {{\"artifactLocation\": {}, \"region\": {}}}",
        artifact(file),
        region(places, span)
    )
}

fn region(places: &Renderer<'_>, span: Span) -> String {
    let ((line, column), (end_line, end_column)) =
        (places.place(span.start()), places.place(span.end()));
    format!(
        "{{\"startLine\": {line}, \"startColumn\": {column}, \"endLine\": {end_line}, \"endColumn\": {end_column}, \"byteOffset\": {}, \
         \"byteLength\": {}}}",
        span.start(),
        span.len()
    )
}

/// Returns the file as a URI reference: reserved bytes, and those that are not allowed, are percent-encoded.
fn artifact(file: &str) -> String {
    let mut uri = String::new();
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    format!("{{\"uri\": {}}}", string(&uri))
}
