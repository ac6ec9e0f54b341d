//! Tokens that the grammar has and the lexer does not give, or the other way round.

use std::collections::HashSet;

use lrpar::{BuildErrorKind, LexerTypes};
use lrtable::{Span, diagnostic::Diagnostic, grammar::Grammar};

use crate::rules::Rule;

/// For each token that no rule of the lexer gives, an error at its place in the grammar.
pub(super) fn from_lexer(names: &HashSet<&str>, grammar: &Grammar) -> Vec<Diagnostic> {
    let tokens = grammar.tokens().iter();
    tokens
        .filter(|token| names.contains(token.name.as_str()))
        .map(|token| {
            let message = format!("no rule of the lexer gives the token '{}'", token.name);
            Diagnostic::error(
                BuildErrorKind::MissingFromLexer,
                message,
                token.span.unwrap_or(Span::new(0, 0)),
            )
        })
        .collect()
}

/// For each token that the grammar does not have, a warning at the first rule that gives it.
pub(super) fn from_parser<'r, LexerTypesT: LexerTypes + 'r>(
    names: &HashSet<&str>,
    rules: impl Iterator<Item = &'r Rule<LexerTypesT::StorageT>>,
) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    rules
        .filter_map(|rule| Some((rule.name()?, rule.name_span())))
        .filter(|(name, _)| names.contains(name) && seen.insert(*name))
        .map(|(name, span)| {
            let message = format!("the grammar does not have the token '{name}'");
            Diagnostic::warning(BuildErrorKind::MissingFromParser, message, span)
        })
        .collect()
}
