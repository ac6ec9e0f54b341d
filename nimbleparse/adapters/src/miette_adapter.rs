//! [miette](https://docs.rs/miette): a report becomes its `Diagnostic`, which any of its handlers
//! shows.

use lrpar::{Report as Said, report::Label};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource};

/// The report as miette shows it.
pub(crate) fn show(file: &str, text: &str, said: &Said) -> String {
    let label =
        |place: &Label| LabeledSpan::at(place.span.start()..place.span.end(), place.text.clone());
    let mut diagnostic = MietteDiagnostic::new(&said.title)
        .with_code(said.code.name())
        .with_labels(crate::places(said).into_iter().map(label));
    if let Some(help) = said.helps.first() {
        diagnostic = diagnostic.with_help(&help.text);
    }
    let report =
        miette::Report::new(diagnostic).with_source_code(NamedSource::new(file, text.to_owned()));
    let mut out = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .render_report(&mut out, report.as_ref())
        .expect("a string takes all");
    out
}
