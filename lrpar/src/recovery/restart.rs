//! Restarting before the error: the complete set of cheapest repairs that begin up to a number of lexemes (the *reach*) before
//! the place where the error was detected.
//!
//! An LR parser finds an error at the first lexeme that cannot follow, but the mistake is often before that: a word too many
//! at the end of a line is noticed at the next line's first word. So the parser goes back to the stack that it had some
//! lexemes before, and searches from there: up to the error lexemes can be shifted for nothing, and a sequence succeeds three
//! shifts behind its last edit, at least three lexemes past the error, or at the end. As sequences of a cost are looked for
//! only when there is none of less cost, the set is complete for its cost and its reach. The stack is the one after a shift:
//! reductions that the wrong lexeme brought about in a merged table are undone.
//!
//! Sequences that make the same of the input are one repair. It is shown where it begins last: `)` inserted before or behind
//! another is inserted behind. Of those that get furthest the most usual comes first ([`order`](super::order)).
//!
//! A repair that leads straight into the next error has cost one edit at least that was not counted. So if none of the cheapest
//! gets ten lexemes past the error, but some do that cost one more, the set is that of these.
//!
//! The reach is part of the budget: if the search with the whole of it does not end in its share of work, a shorter one is
//! tried, and at last none.

use lrtable::{StateId, TokenId, pack::Tables};

use super::{
    Dearer, Effort, Knowledge, Place, Purse, Recovery, RecoveryOptions, RepairKind, RepairSet,
    Status, Way,
    arena::{Arena, Simulated},
    budget::Meter,
    escalation, fall_back, far, limits, lines,
    order::{Candidate, Order},
    phases::{Attempts, Nothing},
    rank, replace,
};
use crate::engine::{Outcome, Stack, run};

/// An error, and the parser taken back to before it.
#[derive(Clone, Copy)]
pub(crate) struct Restart<'a> {
    /// Where the parser was taken back to. No lexeme from there on has been looked at.
    pub(crate) place: Place<'a>,
    /// The place behind the last edit, or the beginning, if its stack was kept.
    pub(crate) since: Option<Place<'a>>,
    /// Where the error was detected.
    pub(crate) detected: usize,
    /// How far the parser can be taken back: no repair that is applied begins before.
    pub(crate) earliest: usize,
    pub(crate) options: &'a RecoveryOptions,
    pub(crate) knowledge: &'a Knowledge,
}

impl Restart<'_> {
    /// Recovers. `order` learns from the input when it is first asked.
    pub(crate) fn recover(self, purse: &mut Purse, order: &mut Order<'_>) -> Recovery {
        let mut meter = purse.open();
        let mut recovery = Recovery {
            set: RepairSet::without_sequences(Status::None),
            effort: Effort::default(),
            phases: Vec::new(),
            trace: None,
            way: Way::Apply,
        };
        let cheapest = self.climb_down(order, &mut meter, &mut recovery);
        let lines = match self.options.alternatives.lines {
            true => lines::deletions(self.place, self.detected, order.place_of, &mut meter),
            false => Vec::new(),
        };
        let deletions =
            lines.iter().map(|lines| Candidate::deletion(lines.from, lines.to)).collect();
        let (replacements, brackets) = match &cheapest {
            Ok((set, sequences)) => (
                self.replacement(set, sequences, order, &mut meter),
                self.far_brackets(set, sequences, order, &mut meter),
            ),
            Err(_) => Default::default(),
        };
        match self.join(cheapest, [replacements, brackets, deletions], order, &mut meter) {
            Ok(set) => {
                if set.status == Status::Unproven && !self.options.fall_back {
                    recovery.way = Way::Stop;
                }
                recovery.set = set;
            }
            Err(Nothing { lower_bound, .. }) => {
                let stack = self.stack_at_error();
                let place = Place { stack: &stack, position: self.detected, ..self.place };
                let (set, way) = fall_back(place, self.options, &mut meter);
                (recovery.set, recovery.way) = (RepairSet { lower_bound, ..set }, way);
            }
        }
        recovery.effort = Effort {
            time: purse.close(&meter),
            work: meter.work,
            configurations: meter.configurations,
            bytes: meter.peak_bytes,
        };
        recovery
    }

    /// Tries one reach after the other.
    fn climb_down(
        self,
        order: &mut Order<'_>,
        meter: &mut Meter,
        recovery: &mut Recovery,
    ) -> Result<(RepairSet, Vec<Candidate>), Nothing> {
        let mut reach = self.options.reach.min(self.detected - self.place.position);
        for shorter in
            limits::SHORTER_REACHES.iter().filter(|shorter| **shorter < self.options.reach)
        {
            if *shorter >= reach {
                continue;
            }
            let all = meter.cap(meter.reach_work());
            let found = self.attempt(reach, false, order, meter, recovery);
            meter.uncap(all);
            match found {
                Ok((set, candidates)) if set.status == Status::Complete => {
                    return Ok((set, candidates));
                }
                Err(nothing) if !nothing.spent => return Err(nothing),
                _ => reach = *shorter,
            }
        }
        self.attempt(reach, true, order, meter, recovery)
    }

    /// Searches with this reach. The sequences that are returned with the set are in order.
    fn attempt(
        self,
        reach: usize,
        is_last: bool,
        order: &mut Order<'_>,
        meter: &mut Meter,
        recovery: &mut Recovery,
    ) -> Result<(RepairSet, Vec<Candidate>), Nothing> {
        let start = self.detected - reach;
        let rules = self.options.kind.search().expect("it searches");
        let phases = self.options.phases.unwrap_or(match reach {
            0 => escalation::PHASES,
            _ => escalation::RESTART_PHASES,
        });
        let places = (start, self.detected);
        let mut attempts = Attempts::new(self.place, places, rules, self.options, self.knowledge);
        let before = meter.work;
        let found = attempts.search(phases, is_last, meter);
        let work = meter.work - before;
        let found = found.map(|(found, phase, status)| {
            attempts.list(&found, phase, status, limits::MAX_ORDERED, meter)
        });
        recovery.phases.append(&mut attempts.reports);
        recovery.trace = attempts.trace.take();
        let (mut set, mut listed, reached) = found?;
        if set.status == Status::Complete && !reached.gets_on(self.detected) {
            set.dearer = Dearer::Unknown;
            let dearer_work = meter.reach_work() / limits::DEARER_SHARE;
            // What costs more takes more work.
            if work < dearer_work {
                let all = meter.cap(dearer_work);
                let mut attempts = attempts.dearer(1);
                let found = attempts.search(phases, false, meter);
                if let Ok((found, phase, Status::Complete)) = found {
                    let dearer =
                        attempts.list(&found, phase, Status::Complete, limits::MAX_ORDERED, meter);
                    set.dearer = Dearer::NoBetter;
                    if dearer.2.gets_on(self.detected) {
                        (set, listed) = (RepairSet { dearer: Dearer::Taken, ..dearer.0 }, dearer.1);
                        recovery.trace = attempts.trace.take();
                    }
                }
                meter.uncap(all);
                recovery.phases.append(&mut attempts.reports);
            }
        }
        let in_list = listed.len();
        let cheapest: Vec<Candidate> =
            listed.into_iter().filter_map(|listed| Candidate::new(listed, start)).collect();
        let replacements = match self.knowledge.ngrams() {
            Some(_) => self.replacements(reach, set.cost, cheapest.first(), meter),
            None => Vec::new(),
        };
        let replaced = replacements.len();
        let candidates = cheapest.into_iter().chain(replacements).collect();
        let ordered = order.best_first(candidates, self.detected, meter);
        // What is not listed is not compared either.
        let merged = (in_list + replaced - ordered.len()) as u128;
        let total = set.total.saturating_add(replaced as u128) - merged;
        Ok((RepairSet { reach, total, ..set }, ordered))
    }

    /// The most usual replacement of one lexeme, where one edit suffices. With a model of other texts all replacements are among
    /// the sequences already.
    fn replacement(
        self,
        set: &RepairSet,
        sequences: &[Candidate],
        order: &mut Order<'_>,
        meter: &mut Meter,
    ) -> Vec<Candidate> {
        if self.knowledge.ngrams().is_some() {
            return Vec::new();
        }
        let found = self.replacements(set.reach, set.cost, sequences.first(), meter);
        let mut found = order.best_first(found, self.detected, meter);
        found.truncate(1);
        found
    }

    /// All replacements of one lexeme, where one edit suffices, after which parsing gets as far as after `best`.
    fn replacements(
        self,
        reach: usize,
        cost: Option<u32>,
        best: Option<&Candidate>,
        meter: &mut Meter,
    ) -> Vec<Candidate> {
        let may = self.options.alternatives.replacements && cost == Some(1);
        best.filter(|_| may).map_or_else(Vec::new, |best| {
            let places = (self.detected - reach, self.detected);
            replace::replacements(self.place, places, best, meter)
        })
    }

    /// Brackets further before the error than repairs were looked for.
    fn far_brackets(
        self,
        set: &RepairSet,
        sequences: &[Candidate],
        order: &mut Order<'_>,
        meter: &mut Meter,
    ) -> Vec<Candidate> {
        let (Some(since), Some(best), true) =
            (self.since, sequences.first(), self.options.alternatives.brackets)
        else {
            return Vec::new();
        };
        let (tokens, limit) = (self.place.tokens, self.detected + limits::RANK_LEXEMES);
        let edited = (best.start, best.end());
        let furthest = rank::after(self.place, edited, &best.made(tokens), limit, meter);
        let all = !furthest.accepts && furthest.position < limit;
        let before = self.detected - set.reach;
        far::brackets(order.layout(), since, (before, self.detected), furthest.position, all, meter)
    }

    /// The set of the cheapest sequences and of the alternatives to them, kind by kind: the first of each kind stands behind the
    /// best of the cheapest, or before them, the others behind them all.
    fn join(
        self,
        cheapest: Result<(RepairSet, Vec<Candidate>), Nothing>,
        alternatives: [Vec<Candidate>; 3],
        order: &mut Order<'_>,
        meter: &mut Meter,
    ) -> Result<RepairSet, Nothing> {
        let (set, mut sequences) = match cheapest {
            Err(nothing) => {
                let Some(first) = alternatives.iter().flatten().next() else {
                    return Err(nothing);
                };
                let set = RepairSet {
                    cost: Some(first.cost(self.place)),
                    lower_bound: nothing.lower_bound,
                    ..RepairSet::without_sequences(Status::Unproven)
                };
                (set, Vec::new())
            }
            Ok(found) => found,
        };
        let (mut firsts, mut others) = (Vec::new(), Vec::new());
        for kind in alternatives {
            let is_new = |candidate: &Candidate| {
                !sequences.iter().any(|other| other.makes_the_same(candidate, self.place))
            };
            let mut new = kind.into_iter().filter(is_new);
            firsts.extend(new.next());
            others.extend(new);
        }
        let total = set.total.saturating_add((firsts.len() + others.len()) as u128);
        let best = self.best(sequences.first(), &mut firsts, order, meter);
        let at = limits::BEFORE_ALTERNATIVES.min(sequences.len());
        sequences.splice(at..at, firsts);
        sequences.splice(0..0, best);
        sequences.extend(others);
        sequences.truncate(self.options.max_repairs.max(1));
        let kinds = sequences.iter().map(|candidate| candidate.kind).collect();
        let (starts, sequences) =
            sequences.into_iter().map(|candidate| (candidate.start, candidate.repairs)).unzip();
        Ok(RepairSet { sequences, starts, kinds, total, ..set })
    }

    /// Takes the best of `alternatives` out if it comes before `cheapest`, the best of the cheapest. Deleted lines never do, nor a
    /// bracket for the other of its pair, which pleases the layout too easily, nor what begins where the parser cannot be
    /// taken back to.
    fn best(
        self,
        cheapest: Option<&Candidate>,
        alternatives: &mut Vec<Candidate>,
        order: &mut Order<'_>,
        meter: &mut Meter,
    ) -> Option<Candidate> {
        let may_come_first = |candidate: &&Candidate| {
            candidate.kind != RepairKind::Lines
                && candidate.start >= self.earliest
                && !order.turns_bracket(candidate)
        };
        let mut compared = vec![cheapest?.clone()];
        compared.extend(alternatives.iter().filter(may_come_first).cloned());
        if compared.len() < 2 {
            return None;
        }
        let best = order.clearly_best(&compared, self.detected, meter)?;
        let at = alternatives.iter().position(|candidate| *candidate == compared[best])?;
        Some(alternatives.remove(at))
    }

    /// The stack before the lexeme at which the error was detected.
    fn stack_at_error(self) -> Vec<StateId> {
        let Place { tables, tokens, stack, position } = self.place;
        let mut arena = Arena::new(stack);
        let whole = arena.base_prefix(stack.len());
        let at_error = arena.shift_all(tables, whole, &tokens[position..self.detected]);
        arena.states(at_error)
    }
}

/// The tokens that can be shifted on `stack`, or accepted, and the states that do so.
pub(crate) fn expected(tables: &Tables<'_>, stack: &[StateId]) -> Vec<(TokenId, StateId)> {
    let arena = Arena::new(stack);
    let mut above = Vec::new();
    let expected = |token: TokenId| {
        // What is never inserted, `$` apart, is in no input either.
        if token != tables.eof() && tables.insert_costs[token.index()] == 0 {
            return None;
        }
        let mut simulated = Simulated::new(&arena, arena.base_prefix(stack.len()), &mut above);
        let outcome = run(tables, &mut simulated, token);
        (outcome != Outcome::Error).then(|| (token, simulated.top()))
    };
    tables.token_ids().filter_map(expected).collect()
}
