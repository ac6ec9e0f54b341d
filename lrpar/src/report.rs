//! Reports on errors for people: what is wrong, where to mend it, and how.
//!
//! A [`Reporter`] makes [`Report`]s from the errors of one parse; a [`Renderer`] formats them. A report is data: its place is
//! that of the first edit of the best repair, not the one at which the parser noticed the mistake; its help is that repair in
//! words and as edits of the text.
//!
//! Reports are made on demand. A parse does not pay for them, and a program that does not call them does not contain them. The
//! cost of a report depends neither on the number of errors nor on the length of a line; work that looks further (for an opening
//! bracket, or a parse that tries a misspelt keyword) has one limit for all errors of a text.

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
use crate::{edit::TextEdit, repair::visible};

/// A report on a mistake: what is wrong, where, and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How serious the mistake is.
    pub severity: Severity,
    /// The kind of the mistake.
    pub code: Code,
    /// The mistake on one line.
    pub title: String,
    /// Where to mend the mistake: the place of the first edit.
    pub primary: Label,
    /// Other places that matter, such as the opener of a bracket.
    pub secondary: Vec<Label>,
    /// Ways to mend the mistake, the best first; the others differ from it, and from each other, in kind.
    pub helps: Vec<Help>,
    /// The number of further repairs, beyond `helps`; saturating.
    pub more: u128,
    /// Further remarks, a line each.
    pub notes: Vec<String>,
}

/// A place in the text, and what a report says there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes that are marked; empty where something is missing.
    pub span: Span,
    /// The text beside the mark; may be empty.
    pub text: String,
}

/// One way to mend a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// All edits in words: "insert `;`".
    pub text: String,
    /// The edits one by one, each in words at its place; empty if there is no place to mend.
    pub steps: Vec<Label>,
    /// The edits of the text; `None` if it is not known how an inserted token is written.
    pub edits: Option<Vec<TextEdit>>,
}

named! {
    /// The kind of mistake that a report is about.
    pub enum Code {
        /// A token is missing.
        Missing = "missing",
        /// A token is surplus.
        Unexpected = "unexpected",
        /// A token stands where another belongs.
        Wrong = "wrong",
        /// A keyword or an operator is misspelt.
        Misspelt = "misspelt",
        /// An opening bracket lacks its closing one.
        Unclosed = "unclosed",
        /// A quote or a comment does not end.
        Unterminated = "unterminated",
        /// A text is no lexeme.
        UnknownText = "unknown-text",
        /// No repair is known.
        NotUnderstood = "not-understood",
        /// A mistake in a grammar or a lex file.
        Specification = "specification",
    }
}

impl Report {
    /// Makes a report that has a code, a title and a place only, also for errors that a program finds itself.
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

    /// Makes a report from a diagnostic on a grammar or a lex file; its help is the cure of the diagnostic's kind, if that says
    /// more than the message.
    pub fn of_diagnostic(diagnostic: &Diagnostic) -> Report {
        let places = lrtable::Spanned::spans(diagnostic).iter().zip(diagnostic.labels());
        let mut labels = places.map(|(span, text)| Label { span: *span, text: visible(text) });
        let primary = labels.next().expect("a diagnostic has a place");
        let title = visible(diagnostic.message());
        Report {
            severity: diagnostic.severity(),
            secondary: labels.collect(),
            helps: cure(diagnostic).into_iter().collect(),
            notes: diagnostic.explanation().lines().map(visible).collect(),
            ..Report::new(Code::Specification, title, primary.span)
        }
    }
}

impl Help {
    /// Makes a help of one edit; `text` is the edit in words.
    pub(crate) fn of_edit(text: String, edit: TextEdit) -> Help {
        let steps = vec![Label { span: edit.span, text: text.clone() }];
        Help { text, steps, edits: Some(vec![edit]) }
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
