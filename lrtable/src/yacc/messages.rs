//! Collecting what the reader has to say: errors up to a limit, notes once a subject, repetitions
//! with both places.

use std::collections::{HashMap, HashSet};

use crate::{
    Span, Spanned,
    diagnostic::{Diagnostic, Severity, YaccGrammarErrorKind as Kind},
    limits::MESSAGES,
};

/// Characters of a culprit that a message shows.
const MAX_CULPRIT: usize = 40;

/// The messages of one reading.
#[derive(Default)]
pub(crate) struct Messages {
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    noted: HashSet<&'static str>,
    places: HashMap<(&'static str, String), Span>,
}

impl Messages {
    /// How many errors there were so far.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// Keeps `diagnostic`, unless it is an error or a warning beyond the limit.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity() {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Note => return self.kept.push(diagnostic),
        };
        *count += 1;
        if *count <= MESSAGES {
            self.kept.push(diagnostic);
        }
    }

    /// An error at `span`.
    pub(super) fn error(&mut self, kind: Kind, message: impl Into<String>, span: Span) {
        self.push(Diagnostic::error(kind, message, span));
    }

    /// A note that something has no effect, unless there is one about `subject` already.
    pub(super) fn note(&mut self, subject: &'static str, message: impl Into<String>, span: Span) {
        if self.noted.insert(subject) {
            self.push(Diagnostic::note(Kind::NoEffect, message, span));
        }
    }

    /// A warning at `span`, unless there is one, or a note, about `subject` already.
    pub(super) fn warning(
        &mut self,
        subject: &'static str,
        message: impl Into<String>,
        span: Span,
    ) {
        if self.noted.insert(subject) {
            self.push(Diagnostic::warning(Kind::NoEffect, message, span));
        }
    }

    /// The place of an earlier `name` in the same `list`; if there is none, `span` is kept as that
    /// place.
    pub(super) fn earlier(&mut self, list: &'static str, name: &str, span: Span) -> Option<Span> {
        let key = (list, name.to_string());
        let earlier = self.places.get(&key).copied();
        if earlier.is_none() {
            self.places.insert(key, span);
        }
        earlier
    }

    /// Drops all errors from the one with the number `first` on, and all that was said meanwhile.
    pub(super) fn drop_errors(&mut self, first: usize) {
        let mut seen = 0;
        self.kept.retain(|diagnostic| {
            let error = diagnostic.severity() == Severity::Error;
            seen += usize::from(error);
            !error || seen <= first
        });
        self.errors = self.errors.min(first);
    }

    /// Drops everything.
    pub(super) fn clear(&mut self) {
        self.kept.clear();
        self.errors = 0;
        self.warnings = 0;
    }

    /// All messages in the order of their places.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.kept.sort_by_key(Diagnostic::place);
        for (severity, count) in
            [(Severity::Error, self.errors), (Severity::Warning, self.warnings)]
        {
            let left = count.saturating_sub(MESSAGES);
            let last = self.kept.iter().rev().find(|kept| kept.severity() == severity);
            let (Some(last), 1..) = (last, left) else { continue };
            let are = if left == 1 { " is" } else { "s are" };
            let message = format!("{left} further {severity}{are} not shown");
            self.kept.push(Diagnostic::new(
                severity,
                Kind::FurtherMessages,
                message,
                last.spans()[0],
            ));
        }
        self.kept
    }
}

/// `text` in quotes for a message: on one line, and not too long.
pub(super) fn quoted(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(MAX_CULPRIT)
        .flat_map(|c| {
            let escaped = c.is_control();
            c.escape_default().filter(move |_| escaped).chain((!escaped).then_some(c))
        })
        .collect();
    if text.chars().nth(MAX_CULPRIT).is_some() {
        shown.push('…');
    }
    // A literal has its own quotes.
    match shown.starts_with(['\'', '"']) && shown.len() > 1 {
        true => shown,
        false => format!("'{shown}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifty_first_error_only_counts() {
        let mut messages = Messages::default();
        for at in (0..53).rev() {
            messages.error(Kind::Unexpected, "m", Span::new(at, at));
        }
        let shown = messages.finish();
        assert_eq!(shown.len(), 51);
        assert_eq!(shown[50].message(), "3 further errors are not shown");
        assert!(shown.is_sorted_by_key(Diagnostic::place));
    }

    #[test]
    fn culprits_are_short_and_on_one_line() {
        assert_eq!(quoted("a\nb"), "'a\\nb'");
        assert_eq!(quoted("'+'"), "'+'");
        assert_eq!(quoted("'"), "'''");
        assert_eq!(quoted(&"é".repeat(100)).chars().count(), 43);
    }
}
