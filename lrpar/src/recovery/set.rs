//! What recovery finds at an error: a set of repair sequences, and what is known of it.

use std::ops::Range;

use super::{
    budget::Limit,
    dag::RepairDag,
    sequence::{RepairKind, RepairSequence},
};

named! {
    /// How an error was dealt with.
    #[derive(Default)]
    pub enum Status {
        /// The repair sequences are all those of minimum cost that get furthest.
        Complete = "complete",
        /// The budget was spent before that was certain; the repair sequences repair the input, but there may be others, or
        /// cheaper ones.
        Unproven = "unproven",
        /// The search was not ended: repairs cost more than [`max_cost`](super::RecoveryOptions::max_cost), or error came
        /// upon error. What stands there was dropped as one region, or is deleted by lines.
        Region = "region",
        /// There is no repair sequence: panic mode took states off the stack or skipped lexemes.
        Panic = "panic",
        /// Nothing was done: parsing ended here.
        #[default]
        None = "none",
    }
}

named! {
    /// What became of the repair sequences that cost one more than the cheapest, which
    /// [`RecoveryKind::Restart`](super::RecoveryKind::Restart) looks for where after none of the cheapest parsing gets past the next
    /// few lexemes.
    #[derive(Default)]
    pub enum Dearer {
        /// Dearer repairs were not looked for.
        #[default]
        NotAsked = "not asked",
        /// After some of them parsing gets on: the set is that of these.
        Taken = "taken",
        /// After none of them parsing gets on: the set is that of the cheapest.
        NoBetter = "no better",
        /// The budget was spent before that was known: the set is that of the cheapest.
        Unknown = "unknown",
    }
}

/// What recovery found at one error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RepairSet {
    /// How the error was dealt with.
    pub(crate) status: Status,
    /// The limit that ended the work on it, if one did.
    pub(crate) limit: Option<Limit>,
    /// The cost of each of the cheapest repair sequences; `None` if there is none.
    pub(crate) cost: Option<u32>,
    /// A lower bound of the cost of any repair sequence, as far as was proven; if the set is complete, the least cost.
    pub(crate) lower_bound: u32,
    /// What became of dearer ones.
    pub(crate) dearer: Dearer,
    /// The number of repair sequences, saturating.
    pub(crate) total: u128,
    /// How many lexemes before the error repair sequences may begin: the set is complete for that.
    pub(crate) reach: usize,
    /// The first of the sequences, in order; the first of them is the one that was applied.
    pub(crate) first: Vec<RepairSequence>,
    /// All of them, where they are too many to be kept one by one, and the index of the lexeme at which they begin.
    pub(crate) all: Option<(RepairDag, usize)>,
}

impl RepairSet {
    /// The repair sequences in order, each made when it is asked for. There may be fewer than [`RepairSet::total`]: those that the
    /// budget did not allow to put in order or to keep are only counted.
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
        kept.iter().cloned().chain(listed)
    }

    /// The indices of the lexemes at which the sequences begin, or that they delete or shift, with all between; if there is no
    /// sequence, `position`.
    pub(crate) fn touched(&self, position: usize) -> Range<usize> {
        let first = self.first.iter().map(|sequence| (sequence.start, sequence.end()));
        let all = self.all.iter().map(|(dag, start)| (*start, start + dag.longest()));
        let ranges = first.chain(all).map(|(start, end)| (start, end.max(start + 1)));
        let whole = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        whole.map_or(position..position + 1, |(start, end)| start..end)
    }
}
