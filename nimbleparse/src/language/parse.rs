//! One text parsed: lexemes, tree, errors, times.

use std::time::Duration;

use lrlex::DefaultLexeme;
use lrpar::{
    Errors, LexParseError, Lexer, NonStreamingLexer, RTParserBuilder, RecoveryKind, SyntaxTree,
    TextEdit, Tree, apply_edits,
    edit::Editor,
    recovery::{RecoveryOptions, experiment::Experiment},
    report,
};
use lrtable::TIdx;

use super::{
    Language, Types,
    lexed::Lexed,
    timing::{Clock, Timings, timed},
};

/// The recoverer and its options.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// The recoverer.
    pub kind: RecoveryKind,
    /// The options that users set.
    pub options: RecoveryOptions,
    /// The options that experiments set: the paper's variants, and whether the graph of a search is
    /// kept.
    pub experiment: Experiment,
}

/// A text that a language has parsed: its lexemes, tree, errors and times. The tree is a parse
/// tree, which is `None` if parsing stopped at an error, or a syntax tree, which holds all of the
/// text.
///
/// ```
/// use nimbleparse::language::{Parsed, Recovery, builtin};
/// let language = builtin("calc").unwrap();
/// let parsed = Parsed::new(&language, "1 + + 2", &Recovery::default(), None);
/// assert_eq!((parsed.tree.is_some(), parsed.errors.len()), (true, 1));
/// assert_eq!(parsed.repaired().as_deref(), Some("1 + 2"));
/// let parsed = Parsed::with_syntax_tree(&language, "1 + + 2", &Recovery::default(), None);
/// assert_eq!(parsed.tree.text(), "1 + + 2");
/// ```
pub struct Parsed<'a, T = Option<ParseTree>> {
    /// The language.
    pub language: &'a Language,
    /// The text.
    pub text: &'a str,
    /// The lexed text.
    pub lexer: Lexed<'a>,
    /// The tree; with errors, that of the text with the first repair of each.
    pub tree: T,
    /// The errors, in the order of the text.
    pub errors: Errors<u32, Types>,
    /// The time of each step; zero without a clock.
    pub timings: Timings,
}

/// A parse tree.
pub type ParseTree = Tree<DefaultLexeme<u32>>;

/// A place where something is wrong: a lexing error, a syntax error, or both at one lexeme.
pub type Location<'a> = report::Location<'a, DefaultLexeme<u32>, u32>;

impl Default for Recovery {
    /// Returns the recoverer and the options that the program uses by default.
    fn default() -> Self {
        Recovery {
            kind: RecoveryKind::Restart,
            options: RecoveryOptions::default(),
            experiment: Experiment::NONE,
        }
    }
}

/// Returns whether the text has no error.
pub fn parses(language: &Language, text: &str) -> bool {
    let parser = RTParserBuilder::<u32, Types>::new(&language.table.grammar, &language.table.table);
    let lexer = language.lexed(text);
    parser.recoverer(RecoveryKind::None).parse_noaction(&lexer).is_empty()
}

/// Parses a lexed text without values; returns the errors.
pub fn errors(
    language: &Language,
    lexer: &dyn NonStreamingLexer<'_, Types>,
    recovery: &Recovery,
) -> Errors<u32, Types> {
    parser(language, recovery, None).parse_noaction(lexer)
}

fn parser<'a>(
    language: &'a Language,
    recovery: &Recovery,
    clock: Option<Clock>,
) -> RTParserBuilder<'a, u32, Types> {
    let mut options = recovery.options.clone();
    options.clock = clock;
    options.ngrams.clone_from(&language.ngrams);
    RTParserBuilder::new(&language.table.grammar, &language.table.table)
        .knowledge(&language.knowledge)
        .recoverer(recovery.kind)
        .recovery_options(options)
        .experiment(recovery.experiment)
}

impl<'a> Parsed<'a> {
    /// Lexes and parses `text` to a parse tree.
    pub fn new(
        language: &'a Language,
        text: &'a str,
        recovery: &Recovery,
        clock: Option<Clock>,
    ) -> Parsed<'a> {
        let parser = parser(language, recovery, clock);
        Parsed::by(language, text, clock, |lexer| parser.parse_tree(lexer))
    }
}

impl<'a> Parsed<'a, SyntaxTree> {
    /// Lexes and parses `text` to a syntax tree.
    pub fn with_syntax_tree(
        language: &'a Language,
        text: &'a str,
        recovery: &Recovery,
        clock: Option<Clock>,
    ) -> Parsed<'a, SyntaxTree> {
        let parser = parser(language, recovery, clock);
        Parsed::by(language, text, clock, |lexer| parser.parse_syntax_tree(lexer))
    }
}

impl<'a, T> Parsed<'a, T> {
    fn by(
        language: &'a Language,
        text: &'a str,
        clock: Option<Clock>,
        parse: impl FnOnce(&Lexed<'a>) -> (T, Errors<u32, Types>),
    ) -> Parsed<'a, T> {
        let (lexer, lexing) = timed(clock, || language.lexed(text));
        let ((tree, errors), parsing) = timed(clock, || parse(&lexer));
        let recovery: Duration = errors
            .iter()
            .map(|error| match error {
                LexParseError::LexError(_) => Duration::ZERO,
                LexParseError::ParseError(error) => error.effort().time,
            })
            .sum();
        let timings = Timings {
            grammar: language.table.grammar_time,
            lexer: language.lexer_time,
            table: language.table.table_time,
            lexing,
            parsing: parsing.saturating_sub(recovery),
            recovery,
        };
        Parsed { language, text, lexer, tree, errors, timings }
    }

    /// Returns the number of lexemes, lexing errors included.
    pub(crate) fn lexeme_count(&self) -> usize {
        self.lexer.iter().count()
    }

    /// Returns the edits by which the first repair of each error is applied; `None` if an inserted
    /// token has no fixed text.
    pub fn edits(&self) -> Option<Vec<TextEdit>> {
        let written = |token: TIdx<u32>| self.language.token_text(token);
        Editor::new(&self.lexer).all_text_edits(&self.errors, &written)
    }

    /// Returns the text after these [`edits`](Self::edits).
    pub fn repaired(&self) -> Option<String> {
        Some(apply_edits(self.text, &self.edits()?))
    }

    /// Returns an iterator over the errors by place: a lexing error and the syntax error detected
    /// at it are one location.
    pub fn locations(&self) -> impl Iterator<Item = Location<'_>> {
        report::locations(&self.errors)
    }
}
