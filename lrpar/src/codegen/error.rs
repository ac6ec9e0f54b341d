//! The error that ends a build script: text ready to be shown.

use std::fmt;

use lrtable::{
    diagnostic::{Diagnostic, Severity},
    render::{Renderer, Report},
};

/// Error of a build script: all mistakes in an input file, each rendered with its place.
///
/// `Debug` shows that text too, because Cargo shows the error of a build script's `main` in that
/// form.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildError {
    text: String,
    lines: String,
    diagnostics: Vec<Diagnostic>,
}

impl BuildError {
    /// Makes an error with this text and no diagnostics.
    pub fn new(text: impl Into<String>) -> Self {
        BuildError { text: text.into(), lines: String::new(), diagnostics: Vec::new() }
    }

    /// Makes an error from diagnostics on `source`, rendered under the file name `file`.
    pub fn of(diagnostics: &[Diagnostic], file: &str, source: &str) -> Self {
        let renderer = Renderer::new(file, source);
        let mut error =
            BuildError { diagnostics: diagnostics.to_vec(), ..BuildError::new(String::new()) };
        for report in diagnostics.iter().map(Report::of_diagnostic) {
            error.text += &renderer.rich(&report);
            if report.severity == Severity::Error {
                error.lines += &renderer.short(&report);
            }
        }
        error
    }

    /// Adds the mistakes of another error.
    #[must_use]
    pub fn and(mut self, other: BuildError) -> Self {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text += &other.text;
        self.lines += &other.lines;
        self.diagnostics.extend(other.diagnostics);
        self
    }

    /// Returns the mistakes in the input file; empty if a setting is wrong or a file cannot be
    /// read.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Adds a note on how to show warnings without failing, for errors that include warnings.
    #[must_use]
    pub fn with_warnings(mut self) -> Self {
        self.text += "note: warnings are errors; the builder's 'warnings_are_errors(false)' shows them only\n";
        self
    }

    /// Returns a line for each mistake in the input file, with its place.
    pub fn lines(&self) -> &str {
        &self.lines
    }

    /// Returns the text of all messages.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `Error: ` stands on the first line already.
        writeln!(f)?;
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildError {}

lrtable::diagnostic_kinds! {
    /// Kind of a mistake that shows when code is generated from a grammar or a lexer, and not when
    /// the file is read.
    ///
    /// ```
    /// use lrpar::BuildErrorKind;
    /// use lrtable::{Span, diagnostic::Diagnostic};
    /// let kind = BuildErrorKind::MissingAction;
    /// let diagnostic = Diagnostic::error(kind, "no action", Span::new(0, 0));
    /// match BuildErrorKind::of(&diagnostic) {
    ///     Some(BuildErrorKind::MissingAction) => {}
    ///     kind => panic!("{kind:?}"),
    /// }
    /// ```
    BuildErrorKind {
        NotRust: "A type, a parameter or the programs section is no Rust where it is put.", "Balance its brackets and quotes, and leave out what ends it early.";
        MissingType: "A rule has no type for the value of its actions.", "Write 'Rule -> Type:', or '%actiontype Type'.";
        MissingAction: "A production has no action, and its rule's type is no value of its symbols.", "Write an action that makes a value.";
        UnexpectedConflicts: "The grammar has other conflicts than '%expect' and '%expect-rr' say.", "Resolve them, or say how many there are.";
        UnknownRecoverer: "The header names no recoverer.", "Write 'RecoveryKind::CPCTPlus', 'RecoveryKind::Restart' or 'RecoveryKind::None'.";
        InvalidModel: "The file is no model of texts of this grammar.", "Learn the model anew, with `nimbleparse train`.";
        InvalidQuery: "A query has a mistake, or cannot match.", "Name what the grammar has, and what the builder's 'query_trivia' says.";
        MissingFromLexer: "No rule of the lexer gives a token of the grammar.", "Write one, or let the builder allow it.";
        MissingFromParser: "The grammar does not have a token that the lexer gives.", "Use it in the grammar, name it ';', or let the builder allow it.";
    }
}
