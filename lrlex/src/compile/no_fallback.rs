//! What there is in the place of `fallback` without the `regex` crate.

use crate::LexErrorKind;
use lrtable::diagnostic::Diagnostic;

use super::ByRegex;
use crate::{dfa::Cover, engine::Fallback, spec::LexSpec};

/// An error for each regex that is needed.
pub(super) fn compile(
    spec: &LexSpec,
    by_regex: &[ByRegex],
    _: &[Cover],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Option<Fallback>> {
    for ByRegex { rule: number, .. } in by_regex {
        let message =
            "this regex is wrong, or needs the feature 'regex' of lrlex, which is switched off";
        let error = Diagnostic::error(message, spec.rules[*number].pattern.span());
        diagnostics.push(error.of_kind(LexErrorKind::NeedsRegex));
    }
    by_regex.is_empty().then_some(None)
}
