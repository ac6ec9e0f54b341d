//! Recovery from one error, in the steps of the paper (Diekmann & Tratt, ECOOP 2020, Sections 4 and 5) and further ones.
//!
//! 1. **Search** all repair sequences of minimum cost, in phases guided by dearer and dearer bounds.
//! 2. **Rank** where they lead, and keep those that get furthest.
//! 3. **List** what they have in common as a graph, counted exactly.
//! 4. **Order** them, and look for **alternatives** (restart only).
//! 5. **Apply** the first; without one, fall back.
//!
//! CPCT+ searches from the error itself, on the stack after the reductions under the wrong lexeme. An LR parser finds an error at
//! the first lexeme that cannot follow, but the mistake is often before that: a surplus word at the end of a line is noticed at
//! the next line's first word. So restart goes back to the stack that the parser had some lexemes before (the *reach*), and
//! searches from there: up to the error, lexemes can be shifted for nothing, and a sequence succeeds three shifts after its last
//! edit and at least three lexemes past the error, or at the end. Since sequences of a cost are looked for only if there is none
//! of less cost, the set is complete for its cost and its reach.
//!
//! In restart, sequences that make the same input are one repair, shown where it begins last. A repair that leads straight into
//! the next error has cost at least one edit that was not counted: if none of the cheapest gets ten lexemes past the error, or to
//! the end, but some do that cost one more, the set consists of those. The reach is part of the budget: if the search with all of
//! it does not end in its share of work, a shorter one is tried, and at last none.

mod alternatives;

use super::{
    budget::Spent,
    experiment::{self, Phase},
    fallback::{self, Resume},
    kind::RepairKind,
    limits,
    phases::{ErrorSite, Listing, NotFound, SearchRun, Searched},
    score::{Scoring, make_the_same},
    search::Ending,
    sequence::{Candidate, RepairSequence},
    set::{Dearer, RepairSet, Status},
    trace::PhaseReport,
};

/// A method of recovery, as a type.
pub(crate) trait Method {
    /// Whether the method goes back before the error, orders repairs by how usual they are, and offers alternatives.
    const RESTARTS: bool = false;
    /// The phases in which the search escalates.
    const PHASES: &'static [Phase] = experiment::PLAIN_PHASES;

    /// Recovers from one error.
    fn recover(error: ErrorSite<'_>, scoring: &Scoring<'_>) -> Recovery {
        recover::<Self>(error, scoring)
    }
}

/// The recoverer [`RecoveryKind::CPCTPlus`](super::RecoveryKind::CPCTPlus) as a type, which generated parsers name.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpctPlus;

impl Method for CpctPlus {
    const PHASES: &'static [Phase] = experiment::PHASES;
}

/// The recoverer [`RecoveryKind::Restart`](super::RecoveryKind::Restart) as a type, which generated parsers name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Restart;

impl Method for Restart {
    const RESTARTS: bool = true;
    const PHASES: &'static [Phase] = experiment::RESTART_PHASES;
}

/// Panic mode (Holub 1990).
pub(crate) enum Panic {}

impl Method for Panic {
    fn recover(error: ErrorSite<'_>, _: &Scoring<'_>) -> Recovery {
        let mut recovery = Recovery::default();
        recovery.panic(error);
        recovery
    }
}

/// The recoverer [`RecoveryKind::None`](super::RecoveryKind::None) as a type, which generated parsers name.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRecovery;

impl Method for NoRecovery {
    fn recover(_: ErrorSite<'_>, _: &Scoring<'_>) -> Recovery {
        Recovery::default()
    }
}

/// How the parser goes on after an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Way {
    /// Applies the set's first repair sequence.
    Apply,
    /// Cuts the stack and skips lexemes.
    Cut(Resume),
    /// Ends with an error node of what there is: the fall-back failed.
    GiveUp,
    /// Stops: no fall-back is wanted.
    #[default]
    Stop,
}

/// Result of recovery for the parser; the default is to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Recovery {
    pub(crate) set: RepairSet,
    pub(crate) phases: Vec<PhaseReport>,
    pub(crate) way: Way,
}

impl Recovery {
    /// Goes on in panic mode, or else by the fall-back.
    fn panic(&mut self, error: ErrorSite<'_>) {
        let (mut sim, at) = error.place.sim(error.meter);
        if error.meter.open_fall_back().is_ok()
            && let Ok(Some(resume)) = fallback::holub(&mut sim, at, error.last_resume)
        {
            self.set.status = Status::Panic;
            self.way = Way::Cut(resume);
            return;
        }
        self.fall_back(error);
    }

    /// Goes on by the fall-back, if it is wanted.
    fn fall_back(&mut self, error: ErrorSite<'_>) {
        self.set.limit = error.meter.limit();
        if error.setup.experiment.fall_back {
            self.drop_region(error, Status::Panic);
        }
    }

    /// Drops a region at the error, up to where parsing gets on.
    fn drop_region(&mut self, error: ErrorSite<'_>, status: Status) {
        let resume = || -> Result<Option<Resume>, Spent> {
            error.meter.open_fall_back()?;
            let (mut sim, (stack, position)) = error.place.sim(error.meter);
            // The lexemes up to the error are shiftable.
            let stack = sim.shift_all(stack, position..error.detected)?;
            fallback::region(&mut sim, (stack, error.detected), error.clean)
        };
        self.way = resume().ok().flatten().map_or(Way::GiveUp, Way::Cut);
        self.set.status = status;
    }
}

/// Recovers from an error by a search.
fn recover<M: Method + ?Sized>(error: ErrorSite<'_>, scoring: &Scoring<'_>) -> Recovery {
    let ErrorSite { setup, meter, .. } = error;
    let dearest = if M::RESTARTS { setup.options.max_cost } else { u32::MAX };
    let mut attempt = Attempt { error, scoring, dearest, recovery: Recovery::default() };
    let set = if !M::RESTARTS {
        // Steps 1 to 3.
        attempt.search_at::<M>()
    } else if error.in_junk && dearest < u32::MAX {
        Err(NotFound { lower_bound: 0, ending: Ending::TooDear })
    } else {
        // Steps 1 to 3, and the order of the cheapest.
        let found = attempt.search_with_shrinking_reach::<M>();
        meter.release_all();
        // The alternatives of step 4.
        attempt.with_alternatives(found)
    };
    // Step 5.
    let recovery = &mut attempt.recovery;
    recovery.set.has_alternatives = M::RESTARTS;
    match set {
        Ok(set) => {
            let stops = set.status == Status::Unproven && !setup.experiment.fall_back;
            recovery.way = if stops { Way::Stop } else { Way::Apply };
            let limit = meter.limit().filter(|_| set.status != Status::Complete);
            recovery.set = RepairSet { limit, has_alternatives: M::RESTARTS, ..set };
        }
        Err(NotFound { lower_bound, ending }) => {
            recovery.set.lower_bound = lower_bound;
            match ending {
                // Corchuelo et al. continue in panic mode.
                Ending::Complete if !setup.experiment.rules().all => recovery.panic(error),
                Ending::TooDear => recovery.drop_region(error, Status::Region),
                Ending::Complete | Ending::Spent | Ending::Expanded => recovery.fall_back(error),
            }
        }
    }
    attempt.recovery
}

/// Returns the edits near an error that people may mean instead of `applied`, the best first.
pub(super) fn suggestions(
    error: ErrorSite<'_>,
    scoring: &Scoring<'_>,
    applied: Option<&RepairSequence>,
) -> Vec<RepairSequence> {
    let attempt = Attempt { error, scoring, dearest: 0, recovery: Recovery::default() };
    let best = applied.filter(|applied| applied.start >= error.place.position);
    let best = best.map(|applied| Candidate {
        sequence: applied.clone(),
        accepts: false,
        kind: RepairKind::Cheapest,
    });
    let found = attempt.nearby(best.as_ref()).unwrap_or_default();
    let tokens = error.place.tokens;
    let is_new = |found: &RepairSequence| {
        applied.is_none_or(|applied| !make_the_same(applied, found, tokens))
    };
    found.into_iter().map(|candidate| candidate.sequence).filter(is_new).collect()
}

/// Result of a search: the set, without sequences, and the candidates for them.
type Listed = (RepairSet, Vec<Candidate>);

/// The attempts at one error.
struct Attempt<'a, 'i> {
    error: ErrorSite<'a>,
    scoring: &'a Scoring<'i>,
    /// Maximum cost of the cheapest sequences.
    dearest: u32,
    recovery: Recovery,
}

impl<'a> Attempt<'a, '_> {
    /// Searches from the error itself. The set keeps its sequences as a graph if they are many.
    fn search_at<M: Method + ?Sized>(&mut self) -> Result<RepairSet, NotFound> {
        let ErrorSite { setup, meter, place, detected: start, .. } = self.error;
        let mut run = SearchRun::new(self.error, start, self.dearest, 0);
        let phases = setup.experiment.phases(M::PHASES);
        let found = run.search(phases, true);
        meter.release_all();
        let listing = found.map(|found| run.list(&found, 1));
        self.recovery.phases.append(&mut run.reports);
        let Listing { mut set, sequences, dag, .. } = listing?;
        set.first = sequences.into_iter().map(|candidate| candidate.sequence).collect();
        match dag {
            Some(dag) if set.total <= limits::KEPT_SINGLY => {
                let sequence = |(repairs, accepts)| {
                    place.candidate(start, RepairKind::Cheapest, repairs, accepts).sequence
                };
                set.first = dag.list().map(sequence).collect();
            }
            dag => set.all = dag.map(|dag| (dag, start)),
        }
        Ok(set)
    }

    /// Searches with one reach after the other, each shorter than the one before.
    fn search_with_shrinking_reach<M: Method + ?Sized>(&mut self) -> Result<Listed, NotFound> {
        let wanted = self.error.setup.options.reach;
        let mut reach = wanted.min(self.error.detected - self.error.place.position);
        for &shorter in limits::SHORTER_REACHES.iter().filter(|shorter| **shorter < wanted) {
            if shorter >= reach {
                continue;
            }
            match self.search_from::<M>(reach, false) {
                Ok((set, candidates)) if set.status == Status::Complete => {
                    return Ok((set, candidates));
                }
                // A shorter reach has no cheaper sequences.
                Err(not_found) if not_found.ending != Ending::Spent => return Err(not_found),
                _ => reach = shorter,
            }
        }
        self.search_from::<M>(reach, true)
    }

    /// Searches with one reach. The candidates that are returned with the set are in order.
    fn search_from<M: Method + ?Sized>(
        &mut self,
        reach: usize,
        is_last: bool,
    ) -> Result<Listed, NotFound> {
        let ErrorSite { setup, meter, detected, .. } = self.error;
        let default = if reach == 0 { experiment::PHASES } else { M::PHASES };
        let phases = setup.experiment.phases(default);
        let all =
            meter.cap(if is_last { u64::MAX / limits::STEPS_A_UNIT } else { meter.reach_work() });
        let before = meter.work();
        let mut run = SearchRun::new(self.error, detected - reach, self.dearest, 1);
        let searched = run.search(phases, is_last);
        if is_last {
            meter.release_all();
        } else {
            meter.set_most(all);
        }
        let listing = searched.map(|searched| {
            let cheapest = run.list(&searched, limits::MAX_ORDERED);
            self.or_dearer(&mut run, searched, cheapest, meter.work() - before)
        });
        self.recovery.phases.append(&mut run.reports);
        let Listing { set, sequences, .. } = listing?;
        let mut compared = sequences.len();
        let mut candidates: Vec<Candidate> =
            sequences.into_iter().filter_map(Candidate::without_leading_shifts).collect();
        let mut total = set.total;
        if self.scoring.has_corpus() {
            let replacements = self.replacements(reach, set.cost, candidates.first());
            compared += replacements.len();
            total = total.saturating_add(replacements.len() as u128);
            candidates.extend(replacements);
        }
        // Without a budget for the order they stay as the search lists them.
        let _ = self.scoring.best_first(&mut candidates, detected, meter);
        // Sequences that are not listed are not compared either.
        total -= (compared - candidates.len()) as u128;
        Ok((RepairSet { reach, total, ..set }, candidates))
    }

    /// Returns sequences that cost one more than the cheapest, if the cheapest lead into the next error and some of the dearer
    /// ones do not. An error at the end of the input does not count as the next one: it shows that something is open, which may
    /// have been opened anywhere.
    fn or_dearer(
        &self,
        run: &mut SearchRun<'a>,
        searched: Searched<'a>,
        mut cheapest: Listing,
        work: u64,
    ) -> Listing {
        let ErrorSite { meter, detected, .. } = self.error;
        let reaches_end = cheapest.distance.position + 1 == self.error.place.tokens.len();
        let gets_on = reaches_end || cheapest.distance.gets_on(detected);
        if cheapest.set.status != Status::Complete || gets_on {
            return cheapest;
        }
        cheapest.set.dearer = Dearer::Unknown;
        let most = meter.reach_work() / limits::DEARER_SHARE;
        // A search for dearer sequences takes more work.
        if work >= most {
            return cheapest;
        }
        let all = meter.cap(most);
        let listed = run.search_dearer(searched).map(|searched| {
            let listing = run.list(&searched, limits::MAX_ORDERED);
            (listing.set.status == Status::Complete).then_some(listing)
        });
        meter.set_most(all);
        match listed.flatten() {
            Some(mut dearer) if dearer.distance.gets_on(detected) => {
                dearer.set.dearer = Dearer::Taken;
                return dearer;
            }
            Some(_) => cheapest.set.dearer = Dearer::NoBetter,
            None => {}
        }
        run.keep(&[]);
        cheapest
    }
}
