//! Tokens that the grammar has and the lexer does not give, or the other way round.

use std::collections::HashSet;

use indexmap::IndexMap;
use lrpar::{
    BuildErrorKind, CTParser,
    codegen::{BuildError, output},
};
use lrtable::{Span, Storage, diagnostic::Diagnostic};

/// The error about tokens that no rule of the lexer gives: at their places in the grammar if that
/// is at hand, or a line for each.
pub(super) fn from_lexer<StorageT: Storage>(
    names: &HashSet<String>,
    parser: Option<&CTParser<StorageT>>,
) -> BuildError {
    let message = |name: &str| format!("no rule of the lexer gives the token '{name}'");
    let Some(parser) = parser else {
        let mut names: Vec<&String> = names.iter().collect();
        names.sort_unstable();
        let lines = names.iter().map(|name| format!("error: {}\n", message(name)));
        return BuildError::new(lines.collect::<String>());
    };
    let grammar = parser.yacc_grammar().widen();
    let missing = grammar.tokens().iter().filter(|token| names.contains(&token.name));
    let missing = missing.map(|token| {
        let span = token.span.unwrap_or(Span::new(0, 0));
        Diagnostic::error(BuildErrorKind::MissingFromLexer, message(&token.name), span)
    });
    let missing: Vec<Diagnostic> = missing.collect();
    let file = output::shown(parser.grammar_path());
    BuildError::of(&missing, &file, parser.grammar_src())
}

/// For each token that the grammar does not have, a warning at the first rule that gives it.
pub(super) fn from_parser(unknown: &IndexMap<&str, Span>) -> Vec<Diagnostic> {
    let warning = |(name, span): (&&str, &Span)| {
        let message = format!("the grammar does not have the token '{name}'");
        Diagnostic::warning(BuildErrorKind::MissingFromParser, message, *span)
    };
    unknown.iter().map(warning).collect()
}
