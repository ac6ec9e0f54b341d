//! Recovery from one error, in the steps of the paper (Diekmann & Tratt, ECOOP 2020, Sections 4 and
//! 5) and further ones.
//!
//! 1. **Search** all repair sequences of minimum cost, in phases guided by dearer and dearer
//!    bounds.
//! 2. **Rank** where they lead, and keep those that get furthest.
//! 3. **List** what they have in common as a graph, counted exactly.
//! 4. **Order** them, and look for **alternatives** (restart only).
//! 5. **Apply** the first; without one, fall back.
//!
//! CPCT+ searches from the error itself, on the stack after the reductions under the wrong lexeme.
//! An LR parser finds an error at the first lexeme that cannot follow, but the mistake is often
//! before that: a surplus word at the end of a line is noticed at the next line's first word. So
//! restart goes back to the stack that the parser had some lexemes before (the *reach*), and
//! searches from there: up to the error, lexemes can be shifted for nothing, and a sequence
//! succeeds three shifts after its last edit and at least three lexemes past the error, or at the
//! end. Since sequences of a cost are looked for only if there is none of less cost, the set is
//! complete for its cost and its reach.
//!
//! In restart, sequences that make the same input are one repair, shown where it begins last. A
//! repair that leads straight into the next error has cost at least one edit that was not counted:
//! if none of the cheapest gets ten lexemes past the error, or to the end, but some do that cost
//! one more, the set consists of those.

mod alternatives;
mod passage;

use super::{
    budget::Allowance,
    experiment::{self, Phase},
    fallback,
    kind::RepairKind,
    limits,
    phases::{PhasedSearch, Site},
    score::{Scoring, make_the_same},
    search::Ending,
    sequence::{Candidate, RepairSequence},
    set::{Dearer, Recovered, RepairSet, Status},
};

/// A method of recovery, as a type.
pub(crate) trait Method {
    /// Whether the method goes back before the error, orders repairs by how usual they are, and
    /// offers alternatives.
    const RESTARTS: bool = false;
    /// The phases in which the search escalates.
    const PHASES: &'static [Phase] = experiment::PLAIN_PHASES;

    /// Recovers from one error.
    fn recover(site: Site<'_>, scoring: &Scoring<'_>) -> RepairSet {
        recover::<Self>(site, scoring)
    }
}

/// A method of recovery as a value, so that what runs it is compiled once for all.
#[derive(Clone, Copy)]
pub struct Procedure {
    /// Whether the method goes back before the error.
    pub(crate) restarts: bool,
    /// Recovers from one error.
    pub(crate) recover: fn(Site<'_>, &Scoring<'_>) -> RepairSet,
}

impl Procedure {
    /// Returns method `M`.
    pub(crate) fn of<M: Method>() -> Procedure {
        Procedure { restarts: M::RESTARTS, recover: M::recover }
    }
}

/// The recoverer [`RecoveryKind::CPCTPlus`](super::RecoveryKind::CPCTPlus) as a type, which
/// generated parsers name.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpctPlus;

impl Method for CpctPlus {
    const PHASES: &'static [Phase] = experiment::PHASES;
}

/// The recoverer [`RecoveryKind::Restart`](super::RecoveryKind::Restart) as a type, which generated
/// parsers name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Restart;

impl Method for Restart {
    const RESTARTS: bool = true;
    const PHASES: &'static [Phase] = experiment::RESTART_PHASES;
}

/// Panic mode (Holub 1990).
pub(crate) enum Panic {}

impl Method for Panic {
    fn recover(site: Site<'_>, _: &Scoring<'_>) -> RepairSet {
        let mut set = RepairSet::default();
        site.panic(&mut set);
        set
    }
}

/// The recoverer [`RecoveryKind::None`](super::RecoveryKind::None) as a type, which generated
/// parsers name.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRecovery;

impl Method for NoRecovery {
    fn recover(_: Site<'_>, _: &Scoring<'_>) -> RepairSet {
        RepairSet::default()
    }
}

/// Recovers from an error by a search.
fn recover<M: Method + ?Sized>(site: Site<'_>, scoring: &Scoring<'_>) -> RepairSet {
    let Site { settings, meter, place, detected, .. } = site;
    if M::RESTARTS
        && let Some(set) = site.drop_passage(scoring)
    {
        return set;
    }
    let reach = if M::RESTARTS { settings.options.reach.min(detected - place.position) } else { 0 };
    let dearest = if M::RESTARTS { settings.options.max_cost } else { u32::MAX };
    let default = if M::RESTARTS && reach == 0 { experiment::PHASES } else { M::PHASES };
    let phases = settings.experiment.phases(default);
    let reserve = u32::from(M::RESTARTS);
    let mut search = PhasedSearch::new(site, reach, dearest, reserve);
    // Step 1.
    let ended = match site.in_junk && M::RESTARTS && dearest < u32::MAX {
        true => Err(Ending::TooDear),
        false => search.run(phases),
    };
    meter.within(Allowance::AfterSearch, || {
        // Steps 2 and 3.
        let mut set = match ended {
            Err(_) => RepairSet { lower_bound: search.lower_bound, ..RepairSet::default() },
            Ok(()) if M::RESTARTS => site.list_in_order(&mut search, reach, scoring),
            Ok(()) => site.list_at_error(&mut search),
        };
        set.phases = search.reports;
        set.has_alternatives = M::RESTARTS;
        // Step 4.
        if M::RESTARTS {
            site.add_alternatives(&mut set, ended == Err(Ending::TooDear), scoring);
        }
        // Step 5.
        if !set.first.is_empty() {
            set.limit = meter.limit().filter(|_| set.status != Status::Complete);
            if settings.experiment.fall_back || set.status != Status::Unproven {
                set.recovered = Recovered::Repaired;
            }
        } else if !settings.experiment.rules().all && ended == Err(Ending::Complete) {
            // Corchuelo et al. continue in panic mode.
            site.panic(&mut set);
        } else if ended == Err(Ending::TooDear) {
            site.drop_region(&mut set, Status::Region);
        } else {
            site.fall_back(&mut set);
        }
        set
    })
}

/// Returns the edits near an error that people may mean instead of `applied`, the best first.
pub(super) fn suggestions(
    site: Site<'_>,
    scoring: &Scoring<'_>,
    applied: Option<&RepairSequence>,
) -> Vec<RepairSequence> {
    let best = applied.filter(|applied| applied.start >= site.place.position);
    let best = best.map(|applied| Candidate {
        sequence: applied.clone(),
        accepts: false,
        kind: RepairKind::Cheapest,
    });
    let found = site.nearby(scoring, best.as_ref()).unwrap_or_default();
    let tokens = site.place.tokens;
    let is_new = |found: &RepairSequence| {
        applied.is_none_or(|applied| !make_the_same(applied, found, tokens))
    };
    found.into_iter().map(|candidate| candidate.sequence).filter(is_new).collect()
}

impl<'a> Site<'a> {
    /// Continues in panic mode, or else by the fall-back.
    fn panic(self, set: &mut RepairSet) {
        let (mut sim, at) = self.place.sim(self.meter);
        let resume = self.meter.within(Allowance::FallBack, || {
            self.meter.look()?;
            fallback::holub(&mut sim, at, self.last_resume)
        });
        match resume {
            Ok(Some(resume)) => {
                set.status = Status::Panic;
                set.recovered = Recovered::Skipped(Some(resume));
            }
            _ => self.fall_back(set),
        }
    }

    /// Continues by the fall-back, if it is wanted.
    fn fall_back(self, set: &mut RepairSet) {
        set.limit = self.meter.limit();
        if self.settings.experiment.fall_back {
            self.drop_region(set, Status::Panic);
        }
    }

    /// Drops a region at the error, up to where parsing gets on.
    fn drop_region(self, set: &mut RepairSet, status: Status) {
        let resume = self.meter.within(Allowance::FallBack, || {
            self.meter.look()?;
            let (mut sim, (stack, position)) = self.place.sim(self.meter);
            // The lexemes up to the error are shiftable.
            let stack = sim.shift_all(stack, position..self.detected)?;
            fallback::region(&mut sim, (stack, self.detected), self.clean)
        });
        set.recovered = Recovered::Skipped(resume.ok().flatten());
        set.status = status;
    }

    /// Returns the set of a search from the error itself. It keeps its sequences as a graph if they
    /// are many.
    fn list_at_error(self, search: &mut PhasedSearch<'a>) -> RepairSet {
        let mut set = search.list(1);
        if let Some((dag, start)) = set.all.take_if(|_| set.total <= limits::KEPT_SINGLY) {
            let candidate = |(repairs, accepts)| {
                self.place.candidate(start, RepairKind::Cheapest, repairs, accepts)
            };
            set.first = dag.list().map(candidate).collect();
        }
        set
    }

    /// Returns the set of a search from before the error, its sequences in order.
    fn list_in_order(
        self,
        search: &mut PhasedSearch<'a>,
        reach: usize,
        scoring: &Scoring<'_>,
    ) -> RepairSet {
        let mut set = search.list(limits::MAX_ORDERED);
        self.take_dearer(&mut set, search);
        let listed = set.first.len();
        let first = set.first.into_iter().filter_map(Candidate::without_leading_shifts).collect();
        set = RepairSet { reach, first, all: None, ..set };
        let replacements = match scoring.has_corpus() {
            true => self.replacements(&set),
            false => Vec::new(),
        };
        set.total = set.total.saturating_add(replacements.len() as u128);
        let compared = listed + replacements.len();
        set.first.extend(replacements);
        // Without a budget for the order they stay as the search lists them.
        let _ = scoring.best_first(&mut set.first, self.detected, self.meter);
        // Sequences that are not listed are not compared either.
        set.total -= (compared - set.first.len()) as u128;
        set
    }

    /// Puts sequences that cost one more than the cheapest in place of those, if the cheapest lead
    /// into the next error and some of the dearer ones do not. An error at the end of the input
    /// does not count as the next one: it shows that something is open, which may have been opened
    /// anywhere.
    fn take_dearer(self, set: &mut RepairSet, search: &mut PhasedSearch<'a>) {
        let Site { meter, detected, place, .. } = self;
        let reaches_end = set.distance.position + 1 == place.tokens.len();
        if set.status != Status::Complete || reaches_end || set.distance.gets_on(detected) {
            return;
        }
        set.dearer = Dearer::Unknown;
        let most = meter.dearer_work();
        // A search for dearer sequences takes more work.
        if meter.work() >= most {
            return;
        }
        let dearer = meter.within(Allowance::Part(most), || {
            search.run_dearer().then(|| search.list(limits::MAX_ORDERED))
        });
        match dearer.filter(|dearer| dearer.status == Status::Complete) {
            Some(dearer) if dearer.distance.gets_on(detected) => {
                *set = RepairSet { dearer: Dearer::Taken, ..dearer };
                return;
            }
            Some(_) => set.dearer = Dearer::NoBetter,
            None => {}
        }
        search.keep(&[]);
    }
}
