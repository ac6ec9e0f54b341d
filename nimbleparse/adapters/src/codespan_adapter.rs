//! [codespan-reporting](https://docs.rs/codespan-reporting): labels of two styles, notes below.

use codespan_reporting::{
    diagnostic::{Diagnostic, Label, LabelStyle},
    files::SimpleFile,
    term,
};
use lrpar::{Report as Said, report::Label as Place};

/// The report as codespan-reporting shows it.
pub(crate) fn show(file: &str, text: &str, said: &Said) -> String {
    let mut style = LabelStyle::Primary;
    let label = |place: &Place| {
        let range = place.span.start()..place.span.end();
        let style = std::mem::replace(&mut style, LabelStyle::Secondary);
        Label::new(style, (), range).with_message(&place.text)
    };
    let labels = crate::places(said).into_iter().map(label).collect();
    let diagnostic = Diagnostic::error()
        .with_message(&said.title)
        .with_labels(labels)
        .with_notes(said.helps.iter().map(|help| format!("help: {}", help.text)).collect());
    let files = SimpleFile::new(file, text);
    let mut out = Vec::new();
    term::emit(&mut out, &term::Config::default(), &files, &diagnostic).expect("the file is there");
    String::from_utf8(out).expect("text")
}
