//! Runs one parse: lexemes, tree, errors.

use std::time::Duration;

use lrlex::{DefaultLexeme, LRNonStreamingLexer};
use lrpar::{
    Errors, LexParseError, Lexer, RTParserBuilder, RecoveryKind, SyntaxTree, Tree, apply_edits,
    edit::Editor,
    recovery::{RecoveryOptions, experiment::Experiment},
    report,
};
use lrtable::TIdx;

use crate::{
    language::{Language, Types},
    timing::{Clock, Timings, timed},
};

/// The recoverer and its options.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// The recoverer.
    pub kind: RecoveryKind,
    /// The options that users set.
    pub options: RecoveryOptions,
    /// The options that experiments set: the paper's variants, and whether the graph of a search is kept.
    pub experiment: Experiment,
}

/// A parsed text: its lexer, tree, errors and times.
///
/// ```
/// use nimbleparse::{language::builtin, run::{Parsed, Recovery}};
/// let language = builtin("calc").unwrap();
/// let parsed = Parsed::new(&language, "1 + + 2", &Recovery::default(), None);
/// assert_eq!((parsed.tree.is_some(), parsed.errors.len()), (true, 1));
/// assert_eq!(parsed.repaired(&language, "1 + + 2").as_deref(), Some("1 + 2"));
/// ```
pub struct Parsed<'a> {
    /// The lexed text.
    pub lexer: LRNonStreamingLexer<'a, 'a, Types>,
    /// The parse tree; `None` if parsing stopped at an error.
    pub tree: Option<Tree<DefaultLexeme<u32>>>,
    /// The errors, in the order of the text.
    pub errors: Errors<u32, Types>,
    /// The time of each step; zero without a clock.
    pub timings: Timings,
}

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

/// Parses `text`, which `lexer` has read, to a syntax tree that holds all of it; returns the tree and the errors.
pub fn parse_syntax(
    language: &Language,
    (lexer, text): (&LRNonStreamingLexer<'_, '_, Types>, &str),
    recovery: &Recovery,
    clock: Option<Clock>,
) -> (SyntaxTree, Errors<u32, Types>) {
    parser(language, recovery, clock).parse_syntax_tree(lexer, text)
}

/// Lexes and parses `text` to a syntax tree; returns the tree and the number of errors.
pub fn syntax_tree(
    language: &Language,
    text: &str,
    recovery: &Recovery,
    clock: Option<Clock>,
) -> (SyntaxTree, usize) {
    let lexer = language.lexer.lexer(text);
    let (tree, errors) = parse_syntax(language, (&lexer, text), recovery, clock);
    (tree, errors.len())
}

/// Returns whether the text has no error.
pub fn parses(language: &Language, text: &str) -> bool {
    let parser = RTParserBuilder::<u32, Types>::new(&language.table.grammar, &language.table.table);
    let lexer = language.lexer.lexer(text);
    parser.recoverer(RecoveryKind::None).parse_noaction(&lexer).is_empty()
}

/// Parses a lexed text without values; returns the errors.
pub fn errors(
    language: &Language,
    lexer: &LRNonStreamingLexer<'_, '_, Types>,
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
    /// Lexes and parses `text`.
    pub fn new(
        language: &'a Language,
        text: &'a str,
        recovery: &Recovery,
        clock: Option<Clock>,
    ) -> Parsed<'a> {
        let (lexer, lexing) = timed(clock, || language.lexer.lexer(text));
        let parser = parser(language, recovery, clock);
        let ((tree, errors), parsing) = timed(clock, || parser.parse_tree(&lexer));
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
        Parsed { lexer, tree, errors, timings }
    }

    /// Returns the number of lexemes, lexing errors included.
    pub fn lexeme_count(&self) -> usize {
        self.lexer.iter().count()
    }

    /// Returns the text with the first repair of each error applied; `text` must be the one that was parsed by `language`. `None`
    /// if an inserted token has no fixed text.
    pub fn repaired(&self, language: &Language, text: &str) -> Option<String> {
        let written = |token: TIdx<u32>| language.token_text(token);
        let edits = Editor::new(text, &self.lexer).all_text_edits(&self.errors, &written)?;
        Some(apply_edits(text, &edits))
    }

    /// Returns an iterator over the errors by place: a lexing error and the syntax error detected at it are one location.
    pub fn locations(&self) -> impl Iterator<Item = Location<'_>> {
        report::locations(&self.errors)
    }
}
