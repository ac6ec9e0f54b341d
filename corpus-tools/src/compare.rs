//! Compares the repair sets of two programs on the same files.
//!
//! Files are followed location by location, as long as both programs were at the same place and
//! applied the same repair: after that, later locations are not comparable. Where two sets differ,
//! each sequence that only one has is replayed on the table, and the result explains the difference
//! ([`Why`]).

use nimbleparse::Error;

use std::collections::{BTreeMap, BTreeSet};

use lrpar::{
    recovery::limits::RANK_LEXEMES,
    steps::{Step, step},
};
use lrtable::{StateId, TokenId};

use crate::{
    language::Language,
    record::{Outcome, Record},
    sets::{self, Edit, Sequence},
};

/// Why a sequence is in one set only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Why {
    /// The table does not accept the sequence.
    NoReplay,
    /// The sequence costs more than the other program's.
    Dearer,
    /// A shift of the sequence leaves the stack as it was. A program that compares stacks only
    /// takes such a shift for no move.
    IdleShift,
    /// Parsing goes on less far after the sequence than after the other program's: ranking differs.
    LessFar,
    /// Parsing goes on further after the sequence: the other program missed it, or ranks
    /// differently.
    Further,
    /// None of the other reasons.
    Other,
}

impl Why {
    /// Returns the reason as text for people.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Why::NoReplay => "cannot be applied to the table",
            Why::Dearer => "costs more",
            Why::IdleShift => "a shift leaves the stack as it was",
            Why::LessFar => "gets less far",
            Why::Further => "gets further",
            Why::Other => "unexplained",
        }
    }
}

/// A location at which the sets differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) file: String,
    pub(crate) location: usize,
    pub(crate) position: u64,
    /// The sizes of both sets.
    pub(crate) sizes: (usize, usize),
    /// The sequences that only the first program has, and only the second.
    pub(crate) only: [Vec<(Sequence, Why)>; 2],
}

/// Result of comparing one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// This many locations were compared, all equal, to the end of the file.
    Equal(usize),
    /// This many locations were equal, up to one where different sequences of one set were applied.
    Parted(usize),
    /// One of the two programs did not finish; this many locations were equal.
    Unfinished(usize),
    /// A set differs, after this many equal locations.
    Differs(usize, Box<Difference>),
    /// A set was not listed completely: the rest cannot be compared.
    Unlisted(usize),
    /// The programs disagree on the place of an error: lexer or table differ.
    Elsewhere(usize),
}

/// Compares two records of one text.
///
/// # Errors
///
/// If a record has no sets.
pub(crate) fn compare(
    language: &Language,
    text: &str,
    pair: [&Record; 2],
) -> Result<Verdict, Error> {
    if pair.iter().any(|record| matches!(record.outcome, Outcome::Crashed | Outcome::Unreadable)) {
        return Ok(Verdict::Unfinished(0));
    }
    let sets = pair.map(read_sets);
    let [Some(first), Some(second)] = sets else {
        return Err(format!("'{}' was recorded without '--sets'", pair[0].file).into());
    };
    let tokens: Vec<TokenId> = language.words(text).iter().map(|word| word.token).collect();
    let mut replay =
        Replay { language, tokens: &tokens, stack: vec![StateId::new(0)], position: 0 };
    for at in 0.. {
        let locations = pair.map(|record| record.locations.get(at));
        let [Some(a), Some(b)] = locations else {
            return Ok(match locations {
                [None, None] => Verdict::Equal(at),
                _ => Verdict::Elsewhere(at),
            });
        };
        if a.position != b.position {
            return Ok(Verdict::Elsewhere(at));
        }
        let (Some(one), Some(two)) = (first.get(at), second.get(at)) else {
            return Ok(Verdict::Unfinished(at));
        };
        if one.len() as u128 != a.sequences || two.len() as u128 != b.sequences {
            return Ok(Verdict::Unlisted(at));
        }
        if !replay.to(a.position as usize) {
            return Ok(Verdict::Elsewhere(at));
        }
        let sets: [BTreeSet<&Sequence>; 2] = [one.iter().collect(), two.iter().collect()];
        if sets[0] != sets[1] {
            let only = |i: usize| {
                let only = sets[i].difference(&sets[1 - i]);
                only.map(|sequence| ((*sequence).clone(), replay.explain(sequence, &sets[1 - i])))
                    .collect()
            };
            return Ok(Verdict::Differs(
                at,
                Box::new(Difference {
                    file: pair[0].file.clone(),
                    location: at,
                    position: a.position,
                    sizes: (one.len(), two.len()),
                    only: [only(0), only(1)],
                }),
            ));
        }
        if one.first() != two.first() {
            return Ok(Verdict::Parted(at + 1));
        }
        if let Some(applied) = one.first() {
            let mut after = (replay.stack.clone(), replay.position);
            if replay.apply(applied, &mut after).is_none() {
                return Ok(Verdict::Elsewhere(at + 1));
            }
            (replay.stack, replay.position) = after;
        }
    }
    unreachable!("locations end")
}

/// Reads the sets of a record's repaired locations; an empty list if there are none.
fn read_sets(record: &Record) -> Option<Vec<Vec<Sequence>>> {
    let repaired = record.locations.len() - usize::from(record.outcome == Outcome::Failed);
    if repaired == 0 {
        return Some(Vec::new());
    }
    sets::read(&record.sets)
        .filter(|sets| sets.len() == repaired && sets.iter().all(|set| !set.is_empty()))
}

/// A parse that follows the applied repairs.
struct Replay<'a> {
    language: &'a Language,
    tokens: &'a [TokenId],
    stack: Vec<StateId>,
    position: usize,
}

impl Replay<'_> {
    fn token(&self, position: usize) -> TokenId {
        self.tokens.get(position).copied().unwrap_or(self.language.table.grammar.eof())
    }

    /// Parses on to the error at `position`; returns whether the error is there.
    fn to(&mut self, position: usize) -> bool {
        let tables = self.language.table.table.tables();
        while self.position <= self.tokens.len() {
            let token = self.token(self.position);
            match step(&tables, &mut self.stack, token, |_, _| {}) {
                Step::Shifted => self.position += 1,
                Step::Accepted => return false,
                Step::Error => return self.position == position,
            }
        }
        false
    }

    /// Applies a sequence to a stack and a position; returns whether a shift was idle, or `None` if
    /// it cannot be applied.
    fn apply(
        &self,
        sequence: &[Edit],
        (stack, position): &mut (Vec<StateId>, usize),
    ) -> Option<bool> {
        let tables = self.language.table.table.tables();
        let mut idle = false;
        for edit in sequence {
            match edit {
                Edit::Delete => *position += 1,
                Edit::Insert(name) => {
                    let token = self.language.table.grammar.token_named(name)?;
                    if step(&tables, stack, token, |_, _| {}) != Step::Shifted {
                        return None;
                    }
                }
                Edit::Shift => {
                    let before = stack.clone();
                    if step(&tables, stack, self.token(*position), |_, _| {}) != Step::Shifted {
                        return None;
                    }
                    idle |= before == *stack;
                    *position += 1;
                }
            }
        }
        Some(idle)
    }

    /// Returns how far parsing goes on after a sequence, and whether a shift up to the end of the
    /// repair's three shifts leaves the stack as it is.
    fn reach(&self, sequence: &[Edit]) -> Option<(usize, bool)> {
        let tables = self.language.table.table.tables();
        let mut after = (self.stack.clone(), self.position);
        let mut idle = self.apply(sequence, &mut after)?;
        let (stack, position) = &mut after;
        let end = *position;
        while *position < self.position + RANK_LEXEMES {
            let before = stack.clone();
            match step(&tables, stack, self.token(*position), |_, _| {}) {
                Step::Shifted => {
                    idle |= *position < end + 3 && before == *stack;
                    *position += 1;
                }
                Step::Accepted | Step::Error => break,
            }
        }
        Some((*position, idle))
    }

    fn explain(&self, sequence: &Sequence, others: &BTreeSet<&Sequence>) -> Why {
        let cost =
            |sequence: &Sequence| sequence.iter().filter(|edit| **edit != Edit::Shift).count();
        let Some((reached, idle)) = self.reach(sequence) else {
            return Why::NoReplay;
        };
        let others_cost = others.iter().map(|other| cost(other)).min();
        let others_reach =
            others.iter().filter_map(|other| self.reach(other)).map(|(at, _)| at).max();
        match others_reach {
            _ if others_cost.is_some_and(|others| cost(sequence) > others) => Why::Dearer,
            _ if idle => Why::IdleShift,
            Some(others) if reached < others => Why::LessFar,
            Some(others) if reached > others => Why::Further,
            _ => Why::Other,
        }
    }
}

/// Returns how many locations differ for which reasons: each location counts once, under all
/// reasons of its sequences.
pub(crate) fn tally<'a>(
    differences: impl Iterator<Item = &'a Difference>,
) -> BTreeMap<String, usize> {
    let mut tally = BTreeMap::new();
    for difference in differences {
        let mut reasons = BTreeSet::new();
        for (only, whose) in difference.only.iter().zip(["first", "second"]) {
            reasons.extend(
                only.iter().map(|(_, why)| format!("only the {whose} has it: {}", why.text())),
            );
        }
        *tally.entry(reasons.into_iter().collect::<Vec<_>>().join("; ")).or_default() += 1;
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::named;
    use crate::record::{Location, tests::record};

    fn insert(name: &str) -> Edit {
        Edit::Insert(name.into())
    }

    fn with_sets(locations: &[(u64, Vec<Sequence>)]) -> Record {
        let sets: Vec<Vec<Sequence>> = locations.iter().map(|(_, set)| set.clone()).collect();
        Record {
            sets: sets::write(&sets),
            locations: locations
                .iter()
                .map(|(position, set)| Location {
                    position: *position,
                    cost: Some(1),
                    sequences: set.len() as u128,
                })
                .collect(),
            ..record("a", "cpctplus", 1, 0, &[])
        }
    }

    #[test]
    fn equal_sets_are_equal_in_any_order_until_other_ways_are_taken() {
        let language = named("json").unwrap();
        let (comma, delete) = (vec![insert(",")], vec![Edit::Delete]);
        let one = with_sets(&[(2, vec![comma.clone(), delete.clone()])]);
        let two = with_sets(&[(2, vec![delete, comma])]);
        assert_eq!(compare(&language, "[1 2]", [&one, &one]), Ok(Verdict::Equal(1)));
        assert_eq!(compare(&language, "[1 2]", [&one, &two]), Ok(Verdict::Parted(1)));
    }

    #[test]
    fn differences_are_explained_by_replaying() {
        let language = named("json").unwrap();
        let good = vec![insert(",")];
        let one = with_sets(&[(
            2,
            vec![good.clone(), vec![insert(":")], vec![insert(","), insert("null"), insert(",")]],
        )]);
        let two = with_sets(&[(2, vec![good])]);
        let Ok(Verdict::Differs(0, difference)) = compare(&language, "[1 2]", [&one, &two]) else {
            panic!("they differ");
        };
        let why: Vec<Why> = difference.only[0].iter().map(|(_, why)| *why).collect();
        assert_eq!(why, [Why::Dearer, Why::NoReplay]);
        assert!(difference.only[1].is_empty());
    }

    #[test]
    fn what_did_not_finish_is_not_compared() {
        let language = named("json").unwrap();
        let mut failed = with_sets(&[]);
        failed.outcome = Outcome::Failed;
        failed.locations.push(Location { position: 2, cost: None, sequences: 0 });
        let one = with_sets(&[(2, vec![vec![insert(",")]])]);
        assert_eq!(compare(&language, "[1 2]", [&one, &failed]), Ok(Verdict::Unfinished(0)));
    }
}
