//! Mistakes in queries.

use std::fmt;

use lrtable::{
    Span,
    render::{Code, Renderer, Report},
};

/// A mistake in the text of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    message: String,
    span: Span,
    help: Option<String>,
}

impl QueryError {
    pub(super) fn new(message: impl Into<String>, span: Span) -> QueryError {
        QueryError { message: message.into(), span, help: None }
    }

    pub(super) fn help(self, help: impl Into<String>) -> QueryError {
        QueryError { help: Some(help.into()), ..self }
    }

    /// Returns what is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the place in the text of the query.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns what to do about it.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Formats errors of one query with its lines; `file` is the name to show.
    pub fn render(errors: &[QueryError], file: &str, text: &str) -> String {
        let renderer = Renderer::new(file, text);
        errors.iter().map(|error| renderer.rich(&error.report())).collect()
    }

    fn report(&self) -> Report {
        let report = Report::new(Code::Specification, self.message.clone(), self.span);
        Report { notes: self.help.iter().cloned().collect(), ..report }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for QueryError {}
