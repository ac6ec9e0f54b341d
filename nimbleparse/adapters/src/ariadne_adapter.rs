//! [ariadne](https://docs.rs/ariadne): labels with colours, help and notes below.

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};
use lrpar::{Report as Said, report::Label as Place};
use lrtable::diagnostic::Severity;

/// The report as ariadne shows it.
pub(crate) fn show(file: &str, text: &str, said: &Said) -> String {
    let kind = match said.severity {
        Severity::Error => ReportKind::Error,
        Severity::Warning => ReportKind::Warning,
        Severity::Note => ReportKind::Advice,
    };
    let span = |place: &Place| (file, place.span.start()..place.span.end());
    let mut report = Report::build(kind, span(&said.primary))
        .with_config(Config::default().with_index_type(IndexType::Byte).with_color(false))
        .with_message(&said.title);
    for (nth, place) in crate::places(said).into_iter().enumerate() {
        let color = if nth == 0 { Color::Red } else { Color::Blue };
        let label = Label::new(span(place)).with_message(&place.text).with_color(color);
        report = report.with_label(label);
    }
    for help in &said.helps {
        report = report.with_help(&help.text);
    }
    for note in &said.notes {
        report = report.with_note(note);
    }
    let mut out = Vec::new();
    report.finish().write((file, Source::from(text)), &mut out).expect("a vector takes all");
    String::from_utf8(out).expect("text")
}
