//! Diagnostics: messages about a source text, each with a kind and places, and the one way in which all tools render them.

mod kind;

use std::fmt::{self, Write};

use fnv::FnvHashSet;

pub use kind::{DiagnosticKind, StateTableErrorKind, YaccGrammarErrorKind};

use crate::{
    limits::SNIPPET_WIDTH,
    span::{NewlineCache, Span, Spanned},
};

/// The severity of a [`Diagnostic`]: error, warning or note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A mistake because of which nothing can be built.
    Error,
    /// Something that is probably not what was meant.
    Warning,
    /// Something that was read and has no effect.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// A message about a source text: its kind, one line of text, one or more places, and perhaps lines that explain it.
///
/// The line is in lower case and names the culprit in quotes.
///
/// ```
/// use lrtable::{Span, YaccGrammarErrorKind, diagnostic::Diagnostic};
///
/// let error = Diagnostic::error(YaccGrammarErrorKind::UnknownSymbol, "unknown symbol 'B'", Span::new(6, 7));
/// assert_eq!(
///     error.also(Span::new(3, 4), "in this rule").render("a.y", "%% A: B;"),
///     "a.y:1:7: error: unknown symbol 'B'\n    %% A: B;\n          ^\n\
///      a.y:1:4: note: in this rule\n    %% A: B;\n       ^\n",
/// );
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

    /// Returns the kind of the diagnostic, which the `of` of an enum of kinds, such as [`YaccGrammarErrorKind::of`], turns into
    /// its member.
    pub fn kind(&self) -> &'static DiagnosticKind {
        self.kind
    }

    /// Returns the description of each place, parallel to [`spans`](Spanned::spans); that of the first is empty.
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

    /// Renders the diagnostic as text: the message, and for each place the source line with carets below it.
    ///
    /// `file` is the name to show; the text ends in a newline.
    ///
    /// Builds the line index of `source`: to show many messages about one text, use [`render_all`].
    pub fn render(&self, file: &str, source: &str) -> String {
        render_all(std::slice::from_ref(self), file, source)
    }

    fn render_into(&self, out: &mut String, file: &str, source: &str, lines: &NewlineCache) {
        for (k, (&span, label)) in self.spans.iter().zip(&self.labels).enumerate() {
            let start = source.floor_char_boundary(span.start());
            let (line, column) = lines
                .byte_to_line_num_and_col_num(source, start)
                .expect("cut back to the text's end");
            let what = if k == 0 {
                format!("{}: {}", self.severity, self.message)
            } else {
                format!("{}: {}", Severity::Note, label)
            };
            writeln!(out, "{file}:{line}:{column}: {what}").expect("writing to a string");
            out.push_str(&snippet(source, span, lines));
        }
        for line in self.explanation.lines() {
            writeln!(out, "  {line}").expect("writing to a string");
        }
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

/// Renders `diagnostics` about one text as text, one after the other; `file` is the name to show.
pub fn render_all(diagnostics: &[Diagnostic], file: &str, source: &str) -> String {
    let lines = NewlineCache::of(source);
    let mut out = String::new();
    for diagnostic in diagnostics {
        diagnostic.render_into(&mut out, file, source, &lines);
    }
    out
}

/// Replaces several notes about things without effect by one that names these things, at the place of the first.
pub fn fold_notes(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
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

/// Renders the source line in which `span` starts, with a caret below each character of the span on that line.
///
/// The time it takes depends neither on the length of the line nor on the number of lines.
///
/// Two lines, indented by four, each ending in a newline. Tabs and control characters are shown as one blank, so that the
/// carets stand under what they mean; an empty span has one caret.
pub fn snippet(source: &str, span: Span, lines: &NewlineCache) -> String {
    let start = source.floor_char_boundary(span.start());
    let line_start = lines.byte_to_line_byte(start).expect("cut back to the text's end");
    let line_end = lines.byte_to_line_end(start).expect("cut back to the text's end");
    let end = source.floor_char_boundary(span.end()).clamp(start, line_end);

    let before = window(&source[line_start..start], SNIPPET_WIDTH / 2, true);
    let marked = window(&source[start..end], SNIPPET_WIDTH / 2, false);
    let after = window(&source[end..line_end], SNIPPET_WIDTH / 4, false);
    let cut_left = before.len() < start - line_start;
    let cut_right = marked.len() + after.len() < line_end - start;
    let shown = |text: &str| -> String {
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    };
    let left = if cut_left { "…" } else { "" };
    let text = format!("{left}{}{}{}", shown(before), shown(marked), shown(after));
    let column = left.chars().count() + before.chars().count();
    let carets = marked.trim_end_matches('\r').chars().count().max(1);
    format!(
        "    {}{}\n    {}{}\n",
        text.trim_end(),
        if cut_right { "…" } else { "" },
        " ".repeat(column),
        "^".repeat(carets)
    )
}

/// At most `width` characters from the start of `text`, or from its end.
fn window(text: &str, width: usize, from_end: bool) -> &str {
    if from_end {
        let start = text.char_indices().rev().nth(width.saturating_sub(1)).map_or(0, |(at, _)| at);
        &text[start..]
    } else {
        let end = text.char_indices().nth(width).map_or(text.len(), |(at, _)| at);
        &text[..end]
    }
}

#[cfg(test)]
mod tests {
    use super::{YaccGrammarErrorKind as Kind, *};

    #[test]
    fn a_message_names_its_places_with_line_and_caret() {
        let source = "A: 'x';\n\tB: A C;\n";
        let shown = Diagnostic::error(Kind::UnknownSymbol, "unknown 'C'", Span::new(14, 15))
            .also(Span::new(0, 1), "used by 'A'")
            .render("g.y", source);
        assert_eq!(
            shown,
            "g.y:2:7: error: unknown 'C'\n     B: A C;\n          ^\ng.y:1:1: note: used by 'A'\n    A: 'x';\n    ^\n"
        );
    }

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
    fn a_long_line_is_cut_around_the_span() {
        let source = format!("{}HERE{}", "é".repeat(5000), "x".repeat(5000));
        let at = 2 * 5000;
        let shown = snippet(&source, Span::new(at, at + 4), &NewlineCache::of(&source));
        let (line, carets) = shown.split_once('\n').unwrap();
        assert!(line.chars().count() < 120 && line.contains("HERE") && line.ends_with('…'));
        let caret_column = carets.chars().position(|c| c == '^').unwrap();
        assert_eq!(line.chars().skip(caret_column).take(4).collect::<String>(), "HERE");
    }

    #[test]
    fn a_span_after_the_text_is_shown_at_its_end() {
        assert_eq!(
            Diagnostic::error(Kind::Unexpected, "m", Span::new(9, 12)).render("f", "ab"),
            "f:1:3: error: m\n    ab\n      ^\n"
        );
    }
}
