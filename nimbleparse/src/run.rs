//! One file parsed, and how long it took.

use std::time::Duration;

use lrlex::{DefaultLexeme, LRNonStreamingLexer};
use lrpar::{
    Errors, LexParseError, Lexer, ParseError, RTParserBuilder, RecoveryKind, Tree,
    recovery::{RecoveryOptions, experiment::Experiment},
};

use crate::{
    clock,
    language::{Language, Types},
};

/// How long each step took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timings {
    pub(crate) grammar: Duration,
    pub(crate) lexer: Duration,
    pub(crate) table: Duration,
    pub(crate) lexing: Duration,
    pub(crate) parsing: Duration,
    pub(crate) recovery: Duration,
}

impl Timings {
    /// Names and times, in the order of the steps.
    pub(crate) fn named(&self) -> [(&'static str, Duration); 6] {
        [
            ("grammar", self.grammar),
            ("lexer", self.lexer),
            ("table", self.table),
            ("lexing", self.lexing),
            ("parsing", self.parsing),
            ("recovery", self.recovery),
        ]
    }

    /// For each step the median of its times.
    pub(crate) fn median(all: &[Timings]) -> Timings {
        let of = |step: fn(&Timings) -> Duration| clock::median(all.iter().map(step).collect());
        Timings {
            grammar: of(|t| t.grammar),
            lexer: of(|t| t.lexer),
            table: of(|t| t.table),
            lexing: of(|t| t.lexing),
            parsing: of(|t| t.parsing),
            recovery: of(|t| t.recovery),
        }
    }
}

/// What is done about errors.
#[derive(Clone, Debug)]
pub(crate) struct Recovery {
    pub(crate) kind: RecoveryKind,
    pub(crate) options: RecoveryOptions,
    /// What only experiments set: the paper's variants, and whether the graph of a search is kept.
    pub(crate) experiment: Experiment,
}

/// A parsed file.
pub(crate) struct Parsed<'a> {
    pub(crate) lexer: LRNonStreamingLexer<'a, 'a, Types>,
    pub(crate) tree: Option<Tree<DefaultLexeme<u32>>>,
    pub(crate) errors: Errors<u32, Types>,
    pub(crate) timings: Timings,
}

/// A place where something is wrong: a lexing error, a syntax error, or both at one lexeme.
pub(crate) struct Location<'a> {
    /// How many errors there are up to it, itself included.
    pub(crate) count: usize,
    /// The span of the text that is no lexeme.
    pub(crate) lex: Option<lrtable::Span>,
    /// The syntax error.
    pub(crate) parse: Option<&'a ParseError<DefaultLexeme<u32>, u32>>,
}

impl<'a> Parsed<'a> {
    /// Lexes and parses `text`.
    pub(crate) fn new(language: &'a Language, text: &'a str, recovery: &Recovery) -> Parsed<'a> {
        let (lexer, lexing) = clock::timed(|| language.lexer.lexer(text));
        let mut options = recovery.options.clone();
        options.clock = Some(clock::now);
        options.ngrams.clone_from(&language.ngrams);
        let parser =
            RTParserBuilder::<u32, Types>::new(&language.table.grammar, &language.table.table)
                .knowledge(&language.knowledge)
                .recoverer(recovery.kind)
                .recovery_options(options)
                .experiment(recovery.experiment);
        let ((tree, errors), parsing) = clock::timed(|| parser.parse_tree(&lexer));
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

    /// The number of lexemes, lexing errors among them.
    pub(crate) fn lexeme_count(&self) -> usize {
        self.lexer.iter().count()
    }

    /// The errors by place: a lexing error at which a syntax error was detected is one with it.
    pub(crate) fn locations(&self) -> impl Iterator<Item = Location<'_>> {
        let mut errors = self.errors.iter().zip(1..).peekable();
        std::iter::from_fn(move || {
            let (error, count) = errors.next()?;
            let error = match error {
                LexParseError::LexError(error) => error,
                LexParseError::ParseError(error) => {
                    return Some(Location { count, lex: None, parse: Some(error) });
                }
            };
            let span = lrpar::LexError::span(error);
            let same = errors.next_if(|(next, _)| match next {
                LexParseError::ParseError(next) => lrpar::Lexeme::span(next.lexeme()) == span,
                LexParseError::LexError(_) => false,
            });
            Some(match same {
                Some((LexParseError::ParseError(error), count)) => {
                    Location { count, lex: Some(span), parse: Some(error) }
                }
                _ => Location { count, lex: Some(span), parse: None },
            })
        })
    }
}

impl Location<'_> {
    /// Where it is.
    pub(crate) fn span(&self) -> lrtable::Span {
        let parse = self.parse.map(|error| lrpar::Lexeme::span(error.lexeme()));
        self.lex.or(parse).expect("a location has an error")
    }
}
