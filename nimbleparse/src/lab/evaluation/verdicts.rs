//! Compares the repairs of mutants' mistakes with their fixes.

use std::collections::BTreeMap;

use lrpar::{LexParseError, NonStreamingLexer as _, recovery::Repair};
use lrtable::TokenId;

use super::{Options, broken_samples::Mutant};
use crate::{
    lab::limits::SHOWN_MISSES,
    lab::quality::{
        judge_repairs::{Error, rank, shown, shown_edits},
        necessary_edits::Edit,
        single_errors::SingleError,
    },
    language::{self, Language},
};

/// Verdict on one mistake: whether its fix was found, and at what cost.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The place of the fix among the repairs of the first error, from 1; `None` if it is not among
    /// them.
    pub rank: Option<usize>,
    /// The number of errors of the text.
    pub errors: u64,
    /// Units of work for all errors.
    pub work: u64,
    /// Line and column of the first error.
    pub place: (usize, usize),
    /// Tokens that the first repair inserts and the fix does not.
    pub inserted: Vec<TokenId>,
    /// Tokens that the first repair deletes and the fix does not.
    pub deleted: Vec<TokenId>,
    /// The fix and the first repair, in signs: `+` inserts, `-` deletes, `=` keeps a token.
    pub told: (String, String),
}

/// Sums over the mistakes of a mutant, or of many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The number of mistakes.
    pub cases: u64,
    /// The number of mistakes whose fix is among the repairs.
    pub in_set: u64,
    /// The number of mistakes whose fix is the first repair.
    pub first: u64,
    /// The number of mistakes whose fix is among the first five repairs.
    pub among_five: u64,
    /// The number of errors beyond the first.
    pub further_errors: u64,
}

impl Sums {
    /// Returns these sums plus those of `other`.
    #[must_use]
    pub fn and(self, other: &Sums) -> Sums {
        Sums {
            cases: self.cases + other.cases,
            in_set: self.in_set + other.in_set,
            first: self.first + other.first,
            among_five: self.among_five + other.among_five,
            further_errors: self.further_errors + other.further_errors,
        }
    }

    /// Returns the worth by which changes are chosen: first repairs count most, then the first
    /// five, then the set.
    pub fn worth(&self) -> u64 {
        4 * self.first + 2 * self.among_five + self.in_set
    }
}

/// Returns the sums over verdicts.
pub fn sums(verdicts: &[Verdict]) -> Sums {
    verdicts.iter().fold(Sums::default(), |all, verdict| {
        let within = |most: usize| u64::from(verdict.rank.is_some_and(|rank| rank <= most));
        all.and(&Sums {
            cases: 1,
            in_set: within(usize::MAX),
            first: within(1),
            among_five: within(5),
            further_errors: verdict.errors.saturating_sub(1),
        })
    })
}

/// Returns a verdict on each mistake of each mutant; `step` is called with the numbers of mutants
/// done and of all.
pub fn measured(
    language: &Language,
    mutants: &[Mutant],
    options: &Options,
    step: &mut dyn FnMut(usize, usize),
) -> Vec<Vec<Verdict>> {
    let verdicts = mutants.iter().enumerate().map(|(at, mutant)| {
        step(at + 1, mutants.len());
        mutant.cases.iter().map(|case| verdict(language, case, options)).collect()
    });
    verdicts.collect()
}

/// Returns the verdict on one mistake.
pub fn verdict(language: &Language, case: &SingleError, options: &Options) -> Verdict {
    let lexer = language.lexed(&case.text);
    let found = language::errors(language, &lexer, &options.recovery);
    let syntax = |error| match error {
        LexParseError::ParseError(error) => Some(error),
        LexParseError::LexError(_) => None,
    };
    let errors: Vec<Error> = found.into_iter().filter_map(syntax).collect();
    let Some(error) = errors.first() else { return Verdict::default() };
    let name = |token: TokenId| language.name_of(token).to_string();
    let most = options.recovery.options.max_repairs;
    let mut verdict = Verdict {
        rank: rank(error, most, &case.tokens, &case.mended(&case.fix)).map(|at| at + 1),
        errors: errors.len() as u64,
        work: errors.iter().map(|error| error.effort().work).sum(),
        place: lexer.line_col(lrpar::Lexeme::span(error.lexeme())).0,
        told: (shown_edits(&case.fix, &name), String::new()),
        ..Verdict::default()
    };
    let Some(first) = error.sequences().next() else { return verdict };
    verdict.told.1 = shown(&first, &case.tokens, &name);
    if verdict.rank != Some(1) {
        let mut at = first.start;
        for repair in &first.repairs {
            match repair {
                Repair::Insert(token) if !case.fix.contains(&Edit::Insert(*token)) => {
                    verdict.inserted.push(*token);
                }
                Repair::Insert(_) => {}
                Repair::Delete => {
                    let token = case.tokens[at];
                    if !case.fix.contains(&Edit::Delete(token)) {
                        verdict.deleted.push(token);
                    }
                    at += 1;
                }
                Repair::Shift => at += 1,
            }
        }
    }
    verdict
}

/// Returns the fixes that most often were not the first repair, each with that repair and how
/// often.
pub fn misses<'v>(verdicts: impl Iterator<Item = &'v Verdict>) -> Vec<(String, String, usize)> {
    let mut counts: BTreeMap<&(String, String), usize> = BTreeMap::new();
    for verdict in verdicts.filter(|verdict| verdict.rank != Some(1)) {
        *counts.entry(&verdict.told).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.truncate(SHOWN_MISSES);
    let told = |((fix, first), count): (&(String, String), usize)| {
        let first = if fix == first { format!("{first} elsewhere") } else { first.clone() };
        (fix.clone(), first, count)
    };
    counts.into_iter().map(told).collect()
}
