//! Measures one run of one recoverer over one text.
//!
//! The measured recoverers stop as the paper's do: at the first location where the limit is spent
//! or nothing is found. That location counts, but has no cost, and its file is failed. So is a file
//! whose limit is spent before the repairs are proven minimal.

use std::time::Duration;

use lrlex::LRNonStreamingLexer;
use lrpar::{
    LexParseError, RTParserBuilder,
    recovery::{Repair, RepairSequence, Status},
};

use nimbleparse::{
    lab::quality::judge_repairs::Error,
    language::{Language, Types},
};

use crate::{
    clock,
    limit::Limit,
    record::{Location, Outcome, Record, Setting},
    recoverer::Recoverer,
    sets::{self, Edit, Sequence},
};

/// What is measured, and how.
pub(crate) struct Measure {
    pub(crate) language: Language,
    pub(crate) setting: Setting,
    pub(crate) limit: Limit,
    /// Maximum bytes in the arenas of one location.
    pub(crate) memory: usize,
    /// Maximum number of repair sequences of a location that are listed.
    pub(crate) max_repairs: usize,
    /// Whether repair sequences are recorded.
    pub(crate) sets: bool,
}

/// The error locations of a parse, up to where it failed, if it did.
pub(crate) struct Locations {
    pub(crate) errors: Vec<Error>,
    pub(crate) failed: bool,
    pub(crate) lex_errors: u64,
    pub(crate) parse_time: Duration,
}

impl Measure {
    /// Parses a lexed text.
    pub(crate) fn parse(
        &self,
        lexer: &LRNonStreamingLexer<'_, '_, Types>,
        recoverer: Recoverer,
    ) -> Locations {
        let language = &self.language;
        let mut options = recoverer.options();
        options.budget = self.limit.budget(self.memory);
        options.clock = Some(clock::now);
        options.max_repairs = self.max_repairs;
        options.ngrams.clone_from(&language.ngrams);
        let parser =
            RTParserBuilder::<u32, Types>::new(&language.table.grammar, &language.table.table)
                .knowledge(&language.knowledge)
                .recoverer(recoverer.kind())
                .recovery_options(options)
                .experiment(recoverer.experiment());
        let start = clock::now();
        let found = parser.parse_noaction(lexer);
        let parse_time = clock::now() - start;
        let mut locations =
            Locations { errors: Vec::new(), failed: false, lex_errors: 0, parse_time };
        let (mut time, mut work) = (Duration::ZERO, 0);
        for error in found {
            match error {
                LexParseError::LexError(_) => locations.lex_errors += 1,
                LexParseError::ParseError(_) if locations.failed => {}
                LexParseError::ParseError(error) => {
                    time += error.effort().time;
                    work += error.effort().work;
                    locations.failed = self.fails(&error) || self.limit.is_spent(time, work);
                    locations.errors.push(error);
                }
            }
        }
        locations
    }

    fn fails(&self, error: &Error) -> bool {
        match error.status() {
            Status::Complete | Status::Region => false,
            Status::Panic => error.resumed_at().is_none(),
            _ => true,
        }
    }

    /// Measures run number `run` of `recoverer` over the lexed text of `file`.
    pub(crate) fn run(
        &self,
        file: &str,
        lexer: &LRNonStreamingLexer<'_, '_, Types>,
        recoverer: Recoverer,
        run: u32,
    ) -> Record {
        let found = self.parse(lexer, recoverer);
        let repaired = found.errors.len() - usize::from(found.failed);
        let location = |(at, error): (usize, &Error)| Location {
            position: error.position() as u64,
            cost: if at < repaired { error.cost() } else { None },
            sequences: if at < repaired { error.repairs_total() } else { 0 },
        };
        let effort = || found.errors.iter().map(Error::effort);
        let outcome = if found.failed { Outcome::Failed } else { Outcome::Repaired };
        let listed = |error: &Error| {
            error.sequences().take(self.max_repairs).map(|one| self.sequence(&one)).collect()
        };
        Record {
            lexemes: self.language.words_of(lexer).len() as u64,
            lex_errors: found.lex_errors,
            deleted: found.errors[..repaired].iter().map(deleted).sum(),
            time_ns: nanoseconds(effort().map(|effort| effort.time).sum()),
            parse_ns: nanoseconds(found.parse_time),
            work: effort().map(|effort| effort.work).sum(),
            configurations: effort().map(|effort| effort.configurations).sum(),
            bytes: effort().map(|effort| effort.bytes as u64).max().unwrap_or(0),
            rss_kib: crate::memory::peak_kib(),
            locations: found.errors.iter().enumerate().map(location).collect(),
            sets: if self.sets {
                sets::write(&found.errors[..repaired].iter().map(listed).collect::<Vec<_>>())
            } else {
                String::new()
            },
            ..Record::empty(file, &self.setting, recoverer.name, run, outcome, "")
        }
    }

    fn sequence(&self, sequence: &RepairSequence) -> Sequence {
        let edit = |repair: &Repair| match repair {
            Repair::Insert(token) => Edit::Insert(self.language.name_of(*token).to_string()),
            Repair::Delete => Edit::Delete,
            Repair::Shift => Edit::Shift,
        };
        sequence.repairs.iter().map(edit).collect()
    }
}

/// Returns the number of lexemes that were deleted or skipped at a repaired location.
pub(crate) fn deleted(error: &Error) -> u64 {
    match (error.sequences().next(), error.resumed_at()) {
        (Some(applied), _) => {
            applied.repairs.iter().filter(|repair| **repair == Repair::Delete).count() as u64
        }
        (None, Some(resumed)) => (resumed - error.position()) as u64,
        (None, None) => 0,
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
