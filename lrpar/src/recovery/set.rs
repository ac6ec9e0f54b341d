//! Result of recovery at an error: a set of repair sequences, and what is known of it.

use std::ops::Range;

use super::{
    budget::{Limit, ParseBudget},
    fallback::Resume,
    kind::RepairKind,
    repair_dag::RepairDag,
    sequence::{Candidate, RepairSequence},
    sim::Distance,
    trace::PhaseReport,
};

named! {
    /// How recovery from an error ended.
    #[derive(Default)]
    pub enum Status {
        /// The set has all repair sequences of minimum cost that get furthest.
        Complete = "complete",
        /// The budget was spent before the set was proven: its sequences repair the input, but
        /// there may be others, or cheaper ones.
        Unproven = "unproven",
        /// The search was skipped or cut off: errors were dense, or repairs cost more than
        /// [`max_cost`](super::RecoveryOptions::max_cost). The lexemes at the error were dropped as
        /// one region.
        Region = "region",
        /// There is no repair sequence: panic mode popped states or skipped lexemes.
        Panic = "panic",
        /// There was no recovery: parsing ended here.
        #[default]
        None = "none",
    }
}

named! {
    /// Outcome for repair sequences that cost one more than the cheapest.
    ///
    /// [`RecoveryKind::Restart`](super::RecoveryKind::Restart) looks for them if parsing gets past
    /// the next few lexemes after none of the cheapest.
    #[derive(Default)]
    pub enum Dearer {
        /// Dearer sequences were not looked for.
        #[default]
        NotAsked = "not asked",
        /// Parsing gets on after some dearer sequences: the set consists of those.
        Taken = "taken",
        /// Parsing gets on after no dearer sequence: the set is that of the cheapest.
        NoBetter = "no better",
        /// The budget was spent before the outcome was known: the set is that of the cheapest.
        Unknown = "unknown",
    }
}

/// How parsing continues after an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Recovered {
    /// The first sequence of the set is applied.
    Repaired,
    /// The stack is cut and lexemes are skipped, up to where parsing resumes; with `None` up to the
    /// end of the input, where no stack is accepted.
    Skipped(Option<Resume>),
    /// Parsing stops at the error.
    #[default]
    Stopped,
}

/// What recovery found at one error, and what it did; the default is a parse that stops there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RepairSet {
    pub(crate) recovered: Recovered,
    /// How recovery ended.
    pub(crate) status: Status,
    /// The limit that ended recovery, if one did.
    pub(crate) limit: Option<Limit>,
    /// The cost of each of the cheapest repair sequences; `None` if there are none.
    pub(crate) cost: Option<u32>,
    /// A proven lower bound of the cost of any repair sequence; if the set is complete, the least
    /// cost.
    pub(crate) lower_bound: u32,
    /// Outcome for sequences that cost one more.
    pub(crate) dearer: Dearer,
    /// Whether alternatives to the cheapest were looked for.
    pub(crate) has_alternatives: bool,
    /// The number of repair sequences, saturating.
    pub(crate) total: u128,
    /// How many lexemes before the error repair sequences may begin: the set is complete for that.
    pub(crate) reach: usize,
    /// How far parsing continues after the cheapest sequences.
    pub(crate) distance: Distance,
    /// The first sequences in order; the first of them was applied.
    pub(crate) first: Vec<Candidate>,
    /// All sequences, if they are too many to be kept one by one, and the index of the lexeme at
    /// which they begin.
    pub(crate) all: Option<(RepairDag, usize)>,
    /// What each phase of the search did.
    pub(crate) phases: Vec<PhaseReport>,
}

impl RepairSet {
    /// Keeps the first sequence only, unless `budget` has room for the others.
    pub(crate) fn keep_within(&mut self, budget: &mut ParseBudget) {
        let others = self.first.iter().skip(1).map(|one| one.sequence.bytes()).sum::<usize>();
        let bytes = others + self.all.as_ref().map_or(0, |(dag, _)| dag.bytes());
        if bytes > 0 && !budget.store(bytes) {
            self.first.truncate(1);
            self.all = None;
        }
    }

    /// Returns the repair sequences in order, each made on demand. There may be fewer than
    /// [`RepairSet::total`]: those that the budget did not suffice to order or to keep are only
    /// counted.
    pub(crate) fn sequences(&self) -> impl Iterator<Item = RepairSequence> + '_ {
        let (all, cost) = (self.all.as_ref(), self.cost.unwrap_or(0));
        let listed = all.into_iter().flat_map(move |(dag, start)| {
            dag.list().map(move |(repairs, _)| RepairSequence {
                start: *start,
                kind: RepairKind::Cheapest,
                cost,
                repairs,
            })
        });
        let kept = if all.is_some() { &[][..] } else { &self.first };
        kept.iter().map(|candidate| candidate.sequence.clone()).chain(listed)
    }

    /// Returns the range of the lexemes at which the sequences begin, and that they delete or
    /// shift; if there is no sequence, `position`.
    pub(crate) fn touched(&self, position: usize) -> Range<usize> {
        let first = self.first.iter().map(|one| (one.sequence.start, one.sequence.end()));
        let all = self.all.iter().map(|(dag, start)| (*start, start + dag.longest()));
        let ranges = first.chain(all).map(|(start, end)| (start, end.max(start + 1)));
        let whole = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        whole.map_or(position..position + 1, |(start, end)| start..end)
    }
}
