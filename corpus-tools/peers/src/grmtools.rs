//! grmtools 0.15, run and looked at from outside.

use std::{cell::RefCell, collections::HashMap, time::Instant};

use cfgrammar::{
    header::{GrmtoolsSectionParser, HeaderValue},
    yacc::{YaccGrammar, YaccKind, YaccOriginalActionKind},
};
use corpus_tools::{
    record::{Location, Outcome, Record},
    sets::{self, Edit, Sequence},
};
use lrlex::{DefaultLexeme, DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
use lrpar::{
    LexParseError, Lexeme as _, Lexer as _, ParseError, ParseRepair, RTParserBuilder, RecoveryKind,
};
use lrtable::{Minimiser, StateTable, from_yacc};

use crate::gaps::{Tick, recovery_time};

type Types = DefaultLexerTypes<u32>;

/// A grammar made ready by grmtools.
pub(crate) struct Parser {
    grammar: YaccGrammar<u32>,
    table: StateTable<u32>,
    lexer: LRNonStreamingLexerDef<Types>,
}

/// What one parse came to.
pub(crate) struct Measured {
    lexemes: u64,
    locations: Vec<Location>,
    failed: bool,
    deleted: u64,
    recovery_ns: u64,
    parse_ns: u64,
    sets: String,
}

impl Parser {
    /// Reads both files and builds the table.
    pub(crate) fn new(lex: &str, yacc: &str) -> Result<Parser, String> {
        let mut lexer = LRNonStreamingLexerDef::<Types>::from_str(lex)
            .map_err(|errors| format!("grmtools refuses the lex file: {}", list(&errors)))?;
        let grammar = YaccGrammar::<u32>::new_with_storaget(kind(yacc), yacc)
            .map_err(|errors| format!("grmtools refuses the Yacc file: {}", list(&errors)))?;
        let (_, table) =
            from_yacc(&grammar, Minimiser::Pager).map_err(|error| error.to_string())?;
        let ids: HashMap<&str, u32> =
            grammar.tokens_map().iter().map(|(name, id)| (*name, id.as_storaget())).collect();
        lexer.set_rule_ids(&ids);
        Ok(Parser { grammar, table, lexer })
    }

    /// Parses `text`; `None` if it has lexing errors.
    pub(crate) fn measure(
        &self,
        text: &str,
        with_sets: bool,
        max_repairs: usize,
    ) -> Option<Measured> {
        let lexer = self.lexer.lexer(text);
        let starts: Vec<usize> = lexer
            .iter()
            .map(|lexeme| lexeme.map(|lexeme| lexeme.span().start()))
            .collect::<Result<_, _>>()
            .ok()?;
        let parser = RTParserBuilder::<u32, Types>::new(&self.grammar, &self.table)
            .recoverer(RecoveryKind::CPCTPlus);
        let begin = Instant::now();
        let ticks = RefCell::new(vec![Tick { time: begin.elapsed(), lexeme: None }]);
        let tick = |lexeme| ticks.borrow_mut().push(Tick { time: begin.elapsed(), lexeme });
        let term =
            |lexeme: DefaultLexeme<u32>| tick((!lexeme.faulty()).then(|| lexeme.span().start()));
        let (_, errors) = parser.parse_map(&lexer, &term, &|_, _| tick(None));
        tick(None);
        let ticks = ticks.into_inner();
        let errors: Vec<&ParseError<DefaultLexeme<u32>, u32>> = errors
            .iter()
            .filter_map(|error| match error {
                LexParseError::ParseError(error) => Some(error),
                LexParseError::LexError(_) => None,
            })
            .collect();
        let places: Vec<usize> = errors.iter().map(|error| error.lexeme().span().start()).collect();
        let recovery = recovery_time(&ticks, &places);
        let failed = errors.last().is_some_and(|error| error.repairs().is_empty());
        let location = |error: &&ParseError<DefaultLexeme<u32>, u32>| {
            let start = error.lexeme().span().start();
            Location {
                position: starts.partition_point(|lexeme| *lexeme < start) as u64,
                cost: error.repairs().first().map(|repairs| cost(repairs)),
                sequences: error.repairs().len() as u128,
            }
        };
        let repaired = &errors[..errors.len() - usize::from(failed)];
        let listed = |error: &&ParseError<DefaultLexeme<u32>, u32>| -> Vec<Sequence> {
            error.repairs().iter().take(max_repairs).map(|repairs| self.sequence(repairs)).collect()
        };
        let deletes = |error: &&ParseError<DefaultLexeme<u32>, u32>| {
            let first = error.repairs().first().into_iter().flatten();
            first.filter(|repair| matches!(repair, ParseRepair::Delete(_))).count() as u64
        };
        Some(Measured {
            lexemes: starts.len() as u64,
            locations: errors.iter().map(location).collect(),
            failed,
            deleted: repaired.iter().map(deletes).sum(),
            recovery_ns: nanoseconds(recovery),
            parse_ns: nanoseconds(ticks.last().map(|tick| tick.time).unwrap_or_default()),
            sets: if with_sets {
                sets::write(&repaired.iter().map(listed).collect::<Vec<_>>())
            } else {
                String::new()
            },
        })
    }

    fn sequence(&self, repairs: &[ParseRepair<DefaultLexeme<u32>, u32>]) -> Sequence {
        let edit = |repair: &ParseRepair<_, u32>| match repair {
            ParseRepair::Insert(token) => {
                Edit::Insert(self.grammar.token_name(*token).unwrap_or("?").to_string())
            }
            ParseRepair::Delete(_) => Edit::Delete,
            ParseRepair::Shift(_) => Edit::Shift,
        };
        repairs.iter().map(edit).collect()
    }
}

impl Measured {
    /// The record, of which `empty` holds what is not measured.
    pub(crate) fn record(self, empty: Record) -> Record {
        Record {
            outcome: if self.failed { Outcome::Failed } else { Outcome::Repaired },
            lexemes: self.lexemes,
            deleted: self.deleted,
            time_ns: self.recovery_ns,
            parse_ns: self.parse_ns,
            rss_kib: corpus_tools::memory::peak_kib(),
            locations: self.locations,
            sets: self.sets,
            ..empty
        }
    }
}

fn cost(repairs: &[ParseRepair<DefaultLexeme<u32>, u32>]) -> u32 {
    let edits = repairs.iter().filter(|repair| !matches!(repair, ParseRepair::Shift(_)));
    u32::try_from(edits.count()).unwrap_or(u32::MAX)
}

fn nanoseconds(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The kind that the file's `%grmtools` section names; otherwise that of a file without actions.
fn kind(yacc: &str) -> YaccKind {
    let original = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
    let Ok((header, _)) = GrmtoolsSectionParser::new(yacc, true).parse() else {
        return original;
    };
    match header.get("yacckind") {
        Some(HeaderValue(_, value)) => YaccKind::try_from(value).unwrap_or(original),
        None => original,
    }
}

fn list<E: std::fmt::Display + cfgrammar::Spanned>(errors: &[E]) -> String {
    let one = |error: &E| {
        format!("{error} at byte {}", error.spans().first().map_or(0, |span| span.start()))
    };
    errors.iter().map(one).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use corpus_tools::language::Source;

    use super::*;

    fn measured(text: &str) -> Option<Measured> {
        let source = Source::named("json").unwrap();
        Parser::new(&source.lex.1, &source.yacc.1).unwrap().measure(text, true, usize::MAX)
    }

    #[test]
    fn an_error_has_its_place_its_cost_and_its_repairs() {
        let found = measured("{\"a\" 1}").unwrap();
        assert_eq!(found.locations, [Location { position: 2, cost: Some(1), sequences: 1 }]);
        assert_eq!((found.sets.as_str(), found.lexemes, found.failed), ("+:", 4, false));
    }

    #[test]
    fn an_error_at_the_end_is_after_the_last_lexeme() {
        let found = measured("[1").unwrap();
        assert_eq!(found.locations[0].position, 2);
    }

    #[test]
    fn texts_without_errors_and_with_lexing_errors_are_told_apart() {
        assert!(measured("[1]").unwrap().locations.is_empty());
        assert!(measured("[?]").is_none());
    }
}
