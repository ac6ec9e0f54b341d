//! Errors for people: what is wrong, where to mend it, and how.
//!
//! A [`Reporter`] makes [`Report`]s of the errors of one parse; a [`Renderer`] shows them. A report is data: its place is that of the
//! first edit of the best repair, not where the parser noticed the mistake; its help is that repair in words and as edits of the text.
//!
//! Reports are made when errors are shown. A parse does not pay for them, and a program that does not call them does not contain them.
//! The cost of a report depends neither on the number of errors nor on the length of a line; what looks further (an opening bracket, a parse
//! that tries a misspelt keyword) is limited for all errors of a text together.

mod diagnose;
mod excerpt;
mod labels;
mod prefer;
mod render;
mod reporter;
mod slips;
mod surplus;
mod unterminated;
mod width;
mod words;

pub use lrtable::diagnostic::Severity;
use lrtable::{Span, diagnostic::Diagnostic};

#[cfg(feature = "generator")]
pub use self::labels::GrammarLabels;
#[cfg(feature = "generator")]
pub(crate) use self::labels::grouped;
pub use self::{
    labels::{Expected, Labels, RuleLabel},
    render::Renderer,
    reporter::{Location, Reporter, locations},
    width::width,
};
use crate::edit::TextEdit;

/// What is wrong with a text, where, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How serious it is.
    pub severity: Severity,
    /// What kind of mistake it is.
    pub code: Code,
    /// What is wrong, on one line.
    pub title: String,
    /// Where to mend it: of several edits the first.
    pub primary: Label,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// How to mend it, the best first; the others differ from it, and from each other, in kind.
    pub helps: Vec<Help>,
    /// How many more ways to mend it there are; saturating.
    pub more: u128,
    /// More to be said.
    pub notes: Vec<String>,
}

/// A place in the text, and what is to be said there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place; empty where something is missing.
    pub span: Span,
    /// What is said there; perhaps nothing.
    pub text: String,
}

/// A way to mend a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// All of it in words: "insert `;`".
    pub text: String,
    /// The edits of the help in words, each with its place; empty if there is no place to mend it.
    pub steps: Vec<Label>,
    /// The edits of the help to the text; `None` if it is not known how a token to be inserted is written.
    pub edits: Option<Vec<TextEdit>>,
}

/// What kind of mistake a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// Something is missing.
    Missing,
    /// Something is too much.
    Unexpected,
    /// One thing stands where another belongs.
    Wrong,
    /// A keyword or an operator is misspelt.
    Misspelt,
    /// An opening bracket has no closing one.
    Unclosed,
    /// A quote or a comment does not end.
    Unterminated,
    /// Text is no token.
    UnknownText,
    /// No repair is known.
    NotUnderstood,
    /// A message about a grammar or a lex file.
    Specification,
}

impl Code {
    /// All codes.
    pub const ALL: [Code; 9] = [
        Code::Missing,
        Code::Unexpected,
        Code::Wrong,
        Code::Misspelt,
        Code::Unclosed,
        Code::Unterminated,
        Code::UnknownText,
        Code::NotUnderstood,
        Code::Specification,
    ];

    /// The name of the code for programs.
    pub fn name(self) -> &'static str {
        match self {
            Code::Missing => "missing",
            Code::Unexpected => "unexpected",
            Code::Wrong => "wrong",
            Code::Misspelt => "misspelt",
            Code::Unclosed => "unclosed",
            Code::Unterminated => "unterminated",
            Code::UnknownText => "unknown-text",
            Code::NotUnderstood => "not-understood",
            Code::Specification => "specification",
        }
    }
}

impl Report {
    /// A report of an error that says only what and where: also of errors that a program finds itself, to show them like those of the parser.
    ///
    /// ```
    /// use lrpar::{Renderer, Report, Span, report::Code};
    ///
    /// let report = Report::new(Code::Wrong, "no field `size`".to_string(), Span::new(7, 11));
    /// let shown = Renderer::new("query", "select size").short(&report);
    /// assert_eq!(shown, "query:1:8: error: no field `size`\n");
    /// ```
    pub fn new(code: Code, title: String, span: Span) -> Report {
        let primary = Label { span, text: String::new() };
        let (secondary, helps, notes) = (Vec::new(), Vec::new(), Vec::new());
        Report { severity: Severity::Error, code, title, primary, secondary, helps, more: 0, notes }
    }

    /// The report of a message about a grammar or a lex file; its help is the cure of its kind, if that says more than the message.
    pub fn of_diagnostic(diagnostic: &Diagnostic) -> Report {
        let places = lrtable::Spanned::spans(diagnostic).iter().zip(diagnostic.labels());
        let mut labels =
            places.map(|(span, text)| Label { span: *span, text: crate::repair::visible(text) });
        let primary = labels.next().expect("a diagnostic has a place");
        let notes = diagnostic.explanation().lines().map(crate::repair::visible).collect();
        Report {
            severity: diagnostic.severity(),
            code: Code::Specification,
            title: crate::repair::visible(diagnostic.message()),
            secondary: labels.collect(),
            primary,
            helps: cure(diagnostic).into_iter().collect(),
            more: 0,
            notes,
        }
    }
}

fn cure(diagnostic: &Diagnostic) -> Option<Help> {
    let cure = diagnostic.kind().cure.trim_end_matches('.');
    let refers = ["Do what", "Nothing", "As for"].iter().any(|begin| cure.starts_with(begin));
    if diagnostic.severity() == Severity::Note || refers || cure.contains("the message") {
        return None;
    }
    let mut chars = cure.chars();
    let text = chars.next()?.to_lowercase().chain(chars).collect();
    Some(Help { text, steps: Vec::new(), edits: None })
}
