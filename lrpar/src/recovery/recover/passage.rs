//! Passages that belong to no program, dropped as one error: what is in them is not repaired token
//! by token.
//!
//! In: an error in a passage of the text ([`passages`]), or some lexemes after it. Out: the set of
//! one sequence, which deletes what is dropped and leaves the lines between, if parsing goes on
//! after it. Cost: that of parsing the passage for each way to drop it, at most
//! [`PASSAGE_WORK`](limits::PASSAGE_WORK).

use std::ops::Range;

use crate::recovery::{
    budget::{Allowance, Spent},
    candidates::nearby::Trials,
    foreign::passages,
    kind::RepairKind,
    limits,
    phases::Site,
    score::Scoring,
    sequence::{Candidate, Repair},
    set::{Recovered, RepairSet, Status},
};

impl Site<'_> {
    /// Returns the set that drops the passage which the error is about, if there is one.
    pub(super) fn drop_passage(self, scoring: &Scoring<'_>) -> Option<RepairSet> {
        let Site { place, since, detected, meter, settings, .. } = self;
        let text = scoring.written.source();
        if text.is_empty() || !settings.options.alternatives.nearby {
            return None;
        }
        let earliest = since.map_or(place.position, |since| since.position.min(place.position));
        let earliest = earliest.max(self.earliest);
        // An error may be noticed some lexemes after the passage.
        let first = detected.saturating_sub(limits::REACH).max(earliest);
        let [first, here] = [first, detected].map(|at| scoring.written.span(at).start());
        let line = text.get(..first)?.rfind('\n').map_or(0, |at| at + 1);
        let passages = passages(text, line, here);
        if passages.is_empty() {
            return None;
        }
        let ways = |layout: bool, after: usize| {
            let ways = passages.iter().flat_map(|passage| &passage.ways);
            ways.map(move |way| (&way[..], layout, after))
        };
        // If the lines between have mistakes of their own, the first mark is dropped alone. A line
        // after dropped layout may be in a wrong column.
        let alone = passages.iter().filter_map(|passage| passage.ways.first());
        let alone = alone.map(|way| (&way[..1], false, limits::GETS_ON));
        let ways = ways(false, limits::GETS_ON)
            .chain(alone)
            .chain(ways(true, limits::SUCCESS_SHIFTS.into()));
        let among = earliest..place.tokens.len() - 1;
        let mut trials = Trials::new(place, since, meter);
        let find = || {
            for (way, takes_layout, after) in ways {
                let dropping = self.dropping(way, among.clone(), takes_layout, scoring)?;
                if takes_layout && dropping == self.dropping(way, among.clone(), false, scoring)? {
                    continue;
                }
                let Some((begin, repairs)) = dropping.filter(|one| one.0 <= detected) else {
                    continue;
                };
                let candidate = place.candidate(begin, RepairKind::Foreign, repairs, false);
                let wanted = (candidate.sequence.end() + after).max(detected + 1);
                let distance = trials.at(begin).after(&candidate.sequence, wanted)?;
                let Some(distance) = distance else { continue };
                if distance.accepts || distance.position >= wanted.min(among.end) {
                    return Ok(Some(Candidate { accepts: distance.accepts, ..candidate }));
                }
            }
            Ok::<_, Spent>(None)
        };
        let found = meter.within(Allowance::Part(limits::PASSAGE_WORK), find).ok()??;
        Some(RepairSet {
            recovered: Recovered::Repaired,
            status: Status::Region,
            cost: Some(found.sequence.cost),
            lower_bound: 1,
            has_alternatives: true,
            total: 1,
            first: vec![found],
            ..RepairSet::default()
        })
    }

    /// Returns the repairs that delete the lexemes in `ranges` of the text, and where the first of
    /// them is; with `takes_layout` also what begins or ends a block beside them. Returns nothing
    /// if there are no lexemes in the ranges, or one is in part.
    fn dropping(
        self,
        ranges: &[Range<usize>],
        among: Range<usize>,
        takes_layout: bool,
        scoring: &Scoring<'_>,
    ) -> Result<Option<(usize, Vec<Repair>)>, Spent> {
        let Scoring { written, .. } = *scoring;
        let span = |at: usize| written.span(at);
        // What begins or ends a block has no text, or that of the blanks before a line.
        let is_layout = |at: &usize| {
            let text = written.source().get(span(*at).start()..span(*at).end());
            text.is_some_and(|text| text.bytes().all(|byte| b" \t".contains(&byte)))
        };
        let (mut first, mut repairs, mut next) = (None, Vec::new(), among.start);
        for range in ranges {
            let [mut from, mut to] = [range.start, range.end]
                .map(|byte| first_in(among.clone(), |at| span(at).start() >= byte));
            if from > among.start && span(from - 1).end() > range.start {
                return Ok(None);
            }
            if takes_layout {
                from -= (next..from).rev().take_while(is_layout).count();
                to += (to..among.end).take_while(is_layout).count();
            } else {
                from += (from..to).take_while(is_layout).count();
            }
            if from == to {
                continue;
            }
            self.meter.charge((to - next) as u64)?;
            if first.is_some() {
                repairs.resize(repairs.len() + (from - next), Repair::Shift);
            }
            first.get_or_insert(from);
            repairs.resize(repairs.len() + (to - from), Repair::Delete);
            next = to;
        }
        Ok(first.map(|first| (first, repairs)))
    }
}

/// Returns the first of some numbers for which `is` holds, as it does for all after it; the end of
/// them if there is none.
fn first_in(among: Range<usize>, is: impl Fn(usize) -> bool) -> usize {
    let Range { mut start, mut end } = among;
    while start < end {
        let middle = start.midpoint(end);
        match is(middle) {
            true => end = middle,
            false => start = middle + 1,
        }
    }
    start
}
