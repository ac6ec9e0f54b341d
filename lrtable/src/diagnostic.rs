//! Diagnostics: messages about a grammar or a lex file, each with a kind and places. They are shown
//! as [`Report`]s.

mod kind;

use std::fmt;

use fnv::{FnvHashMap, FnvHashSet};

pub use crate::render::Severity;
pub use kind::{DiagnosticKind, StateTableErrorKind, YaccGrammarErrorKind};

use crate::{
    render::{Code, Help, HelpKind, Label, Renderer, Report, visible, visible_lines},
    span::{NewlineCache, Span, Spanned},
};

/// A message about a source text: its kind, one line of text, one or more places, and perhaps lines
/// that explain it.
///
/// The line is in lower case and names the culprit in quotes.
///
/// ```
/// use lrtable::{Span, YaccGrammarErrorKind, diagnostic::Diagnostic};
///
/// let kind = YaccGrammarErrorKind::UnknownSymbol;
/// let error = Diagnostic::error(kind, "unknown symbol 'B'", Span::new(6, 7));
/// let shown = error.also(Span::new(3, 4), "in this rule").render("a.y", "%% A: B;");
/// let lines = [
///     "error: unknown symbol 'B'",
///     " --> a.y:1:7",
///     "  |",
///     "1 | %% A: B;",
///     "  |    -  ^",
///     "  |    |",
///     "  |    in this rule",
///     "  = help: define a rule of this name, declare a token, or correct the spelling",
/// ];
/// assert_eq!(shown.trim_end(), lines.join("\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    severity: Severity,
    kind: &'static DiagnosticKind,
    message: String,
    spans: Vec<Span>,
    labels: Vec<String>,
    explanation: String,
}

impl Diagnostic {
    /// Creates a diagnostic of any severity at `span`.
    pub fn new(
        severity: Severity,
        kind: impl Into<&'static DiagnosticKind>,
        message: impl Into<String>,
        span: Span,
    ) -> Self {
        Diagnostic {
            severity,
            kind: kind.into(),
            message: message.into(),
            spans: vec![span],
            labels: vec![String::new()],
            explanation: String::new(),
        }
    }

    /// Creates an error at `span`.
    pub fn error(
        kind: impl Into<&'static DiagnosticKind>,
        message: impl Into<String>,
        span: Span,
    ) -> Self {
        Self::new(Severity::Error, kind, message, span)
    }

    /// Creates a warning at `span`.
    pub fn warning(
        kind: impl Into<&'static DiagnosticKind>,
        message: impl Into<String>,
        span: Span,
    ) -> Self {
        Self::new(Severity::Warning, kind, message, span)
    }

    /// Creates a note at `span`.
    pub fn note(
        kind: impl Into<&'static DiagnosticKind>,
        message: impl Into<String>,
        span: Span,
    ) -> Self {
        Self::new(Severity::Note, kind, message, span)
    }

    /// Adds a further place to the diagnostic, described by `label`.
    #[must_use]
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.spans.push(span);
        self.labels.push(label.into());
        self
    }

    /// Adds lines of explanation to the diagnostic, which are shown after its places.
    #[must_use]
    pub fn explained(mut self, lines: impl Into<String>) -> Self {
        self.explanation = lines.into();
        self
    }

    /// Makes the diagnostic an error.
    #[must_use]
    pub fn into_error(mut self) -> Self {
        self.severity = Severity::Error;
        self
    }

    /// Returns the kind of the diagnostic, which the `of` of an enum of kinds, such as
    /// [`YaccGrammarErrorKind::of`], turns into its member.
    pub fn kind(&self) -> &'static DiagnosticKind {
        self.kind
    }

    /// Returns the description of each place, parallel to [`spans`](Spanned::spans); that of the
    /// first is empty.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns the lines of explanation, an empty text if there are none.
    pub fn explanation(&self) -> &str {
        &self.explanation
    }

    /// Returns the severity of the diagnostic.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The byte at which the first of its places starts.
    pub(crate) fn place(&self) -> usize {
        self.spans[0].start()
    }

    /// Returns the line of text, without places.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Renders the diagnostic as text; `file` is the name to show.
    ///
    /// Builds the line index of `source`: to show many messages about one text, use [`render_all`].
    pub fn render(&self, file: &str, source: &str) -> String {
        render_all(std::slice::from_ref(self), file, source)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

impl Spanned for Diagnostic {
    fn spans(&self) -> &[Span] {
        &self.spans
    }
}

impl Report {
    /// Makes a report from a diagnostic on a grammar or a lex file; its help is the cure of the
    /// diagnostic's kind, if that says more than the message.
    pub fn of_diagnostic(diagnostic: &Diagnostic) -> Report {
        let places = diagnostic.spans.iter().zip(&diagnostic.labels);
        let mut labels = places.map(|(span, text)| Label { span: *span, text: visible(text) });
        let primary = labels.next().expect("a diagnostic has a place");
        let title = visible(&diagnostic.message);
        let explanation = diagnostic.explanation.trim_end();
        Report {
            severity: diagnostic.severity,
            secondary: labels.collect(),
            helps: cure(diagnostic).into_iter().collect(),
            notes: (!explanation.is_empty())
                .then(|| visible_lines(explanation))
                .into_iter()
                .collect(),
            ..Report::new(Code::Specification, title, primary.span)
        }
    }
}

fn cure(diagnostic: &Diagnostic) -> Option<Help> {
    let cure = diagnostic.kind.cure.trim_end_matches('.');
    let refers = ["Do what", "Nothing", "As for"].iter().any(|begin| cure.starts_with(begin));
    if diagnostic.severity == Severity::Note || refers || cure.contains("the message") {
        return None;
    }
    let mut chars = cure.chars();
    let text = chars.next()?.to_lowercase().chain(chars).collect();
    Some(Help { kind: HelpKind::Suggestion, text, steps: Vec::new(), edits: None })
}

/// Renders `diagnostics` about one text as text, one after the other; `file` is the name to show.
pub fn render_all(diagnostics: &[Diagnostic], file: &str, source: &str) -> String {
    let renderer = Renderer::new(file, source);
    diagnostics.iter().map(|one| renderer.rich(&Report::of_diagnostic(one))).collect()
}

/// Returns diagnostics on a text, with one in place of several warnings, or notes, of one cause: of
/// one kind, with the same words before the first thing that they quote. It is the first of them,
/// and says in which lines others are. Notes about things without effect are one that names these
/// things.
pub fn fold(diagnostics: &[Diagnostic], source: &str) -> Vec<Diagnostic> {
    const LINES: usize = 6;
    let folded = fold_notes(diagnostics);
    let cause = |one: &Diagnostic| {
        let words = one.message.split('\'').next().unwrap_or_default().to_owned();
        (one.severity != Severity::Error).then_some((one.severity, one.kind, words))
    };
    let (mut groups, mut known) = (Vec::<Vec<usize>>::new(), FnvHashMap::default());
    for (at, cause) in folded.iter().map(cause).enumerate() {
        let group = cause.map_or(groups.len(), |cause| *known.entry(cause).or_insert(groups.len()));
        match groups.get_mut(group) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    let lines = NewlineCache::of(source);
    let one = |group: &Vec<usize>| {
        let mut first = folded[group[0]].clone();
        let mut others: Vec<String> = group[1..]
            .iter()
            .filter_map(|at| lines.byte_to_line_num(folded[*at].spans[0].start()))
            .map(|line| line.to_string())
            .collect();
        others.dedup();
        if others.len() > LINES {
            others.truncate(LINES);
            others.push("…".to_owned());
        }
        if !others.is_empty() {
            let (more, lines) = (group.len() - 1, others.join(", "));
            let line = if others.len() > 1 { "lines" } else { "line" };
            first.message.push_str(&format!(" ({more} more of this cause, {line} {lines})"));
        }
        first
    };
    groups.iter().map(one).collect()
}

/// Replaces several notes about things without effect by one that names these things, at the place
/// of the first.
fn fold_notes(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    const NAMED: usize = 8;
    fn subject(diagnostic: &Diagnostic) -> Option<&str> {
        let mut ends = [" has no effect", " have no effect"].into_iter();
        let (subject, _) = ends.find_map(|end| diagnostic.message.split_once(end))?;
        (diagnostic.severity == Severity::Note).then_some(subject)
    }
    let mut subjects: Vec<&str> = diagnostics.iter().filter_map(subject).collect();
    let mut seen = FnvHashSet::default();
    subjects.retain(|subject| seen.insert(*subject));
    if subjects.len() < 2 {
        return diagnostics.to_vec();
    }
    let more = match subjects.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    subjects.truncate(NAMED);
    let mut message = Some(format!("without effect here: {}{more}", subjects.join(", ")));
    let fold = |diagnostic: &Diagnostic| match subject(diagnostic) {
        None => Some(diagnostic.clone()),
        Some(_) => Some(Diagnostic::note(diagnostic.kind, message.take()?, diagnostic.spans[0])),
    };
    diagnostics.iter().filter_map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::{YaccGrammarErrorKind as Kind, *};

    #[test]
    fn notes_of_what_has_no_effect_are_one() {
        let note = |what: &str| {
            Diagnostic::note(Kind::NoEffect, format!("{what} no effect here"), Span::new(1, 2))
        };
        let error = Diagnostic::error(Kind::Unexpected, "wrong", Span::new(3, 4));
        let all = [note("'%union' has"), error.clone(), note("actions have"), note("actions have")];
        let folded = fold_notes(&all);
        assert_eq!(folded.len(), 2);
        assert_eq!(folded[0].message(), "without effect here: '%union', actions");
        assert_eq!(folded[1], error);
        assert_eq!(fold_notes(&all[..2]), all[..2]);
        let many: Vec<Diagnostic> = (0..11).map(|n| note(&format!("'{n}' has"))).collect();
        assert!(fold_notes(&many)[0].message().ends_with("'7' and 3 more"));
    }

    #[test]
    fn warnings_of_one_cause_are_one() {
        let source = "a\nb\nc\nd\n";
        let warning = |message: &str, line: usize| {
            Diagnostic::warning(Kind::NoEffect, message, Span::new(2 * line, 2 * line + 1))
        };
        let error = Diagnostic::error(Kind::Unexpected, "wrong 'x'", Span::new(0, 1));
        let all = [
            warning("under 'p' this is 'A'", 0),
            error.clone(),
            warning("under 'q' this is 'B'", 1),
            error.clone(),
            warning("other", 2),
            warning("under 'r'", 3),
        ];
        let folded = fold(&all, source);
        let messages: Vec<&str> = folded.iter().map(Diagnostic::message).collect();
        let first = "under 'p' this is 'A' (2 more of this cause, lines 2, 4)";
        assert_eq!(messages, [first, "wrong 'x'", "wrong 'x'", "other"]);
        assert_eq!(fold(&all[..2], source), all[..2]);
    }

    #[test]
    fn a_span_after_the_text_is_shown_at_its_end() {
        let shown = Diagnostic::note(Kind::Unexpected, "m", Span::new(9, 12)).render("f", "ab");
        assert_eq!(shown, "note: m\n --> f:1:3\n  |\n1 | ab\n  |   ^\n\n");
    }
}
