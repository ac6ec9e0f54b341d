//! One repair search, in phases guided by dearer and dearer bounds; then ranked and listed.
//!
//! In: an error, and phases of increasing cost. Out: the complete set of repair sequences of minimum cost, ranked; or what was
//! found when the budget was spent, marked as unproven; or a lower bound of the cost. Most errors are solved by the
//! bound of the next lexeme in a few dozen expansions, before making another could pay; each later phase starts anew with a stronger bound. Limits are counts, so
//! that every machine escalates at one point. Cost: at most the sum of the phases' expansions, and the making of their bounds.

use super::{
    arena::Arena,
    bound::{Bound, Facts, Guide, Setting},
    budget::{Meter, Spent, get_or_make},
    dag::{self, KeptSuccess, RepairDag},
    experiment::{self, Experiment, Phase},
    fallback::Resume,
    knowledge::Knowledge,
    limits,
    options::RecoveryOptions,
    rank::{self, Kept},
    search::{Ending, Guidance, Problem, Progress, Rules},
    sequence::{Candidate, RepairKind},
    set::{RepairSet, Status},
    sim::{Distance, Place, Sim},
    trace::{self, PhaseReport, SearchTrace},
};

/// A syntax error that recovery is to repair: its place, and what the parser knows of it.
#[derive(Clone, Copy)]
pub(crate) struct ErrorSite<'a> {
    /// Where the parser was taken back to: for a method that restarts, a place before the error or at it, where no lexeme from
    /// there on was looked at; for others the error itself, after reductions.
    pub(crate) place: Place<'a>,
    /// Where the error was detected.
    pub(crate) detected: usize,
    /// The place after the last edit, or the beginning, if its stack was kept.
    pub(crate) since: Option<Place<'a>>,
    /// How far the parser can be taken back: no applied repair begins before.
    pub(crate) earliest: usize,
    /// Where panic mode last resumed.
    pub(crate) last_resume: Option<Resume>,
    /// Whether errors are so dense that no repairs are to be looked for.
    pub(crate) in_junk: bool,
    /// How many lexemes parsing must get on after a dropped region.
    pub(crate) clean: usize,
    /// Whether the graph of each phase is kept.
    pub(crate) is_traced: bool,
}

/// Options of recovery, and what is known of the table.
#[derive(Clone, Copy)]
pub(crate) struct Setup<'a> {
    pub(crate) options: &'a RecoveryOptions,
    pub(crate) experiment: &'a Experiment,
    pub(crate) knowledge: &'a Knowledge,
}

/// Failure of a search: why there are no repair sequences.
pub(super) struct NotFound {
    /// A lower bound of what a repair sequence costs.
    pub(super) lower_bound: u32,
    pub(super) reason: Reason,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// The search was exhausted.
    None,
    /// The budget was spent.
    Spent,
    /// All sequences cost more than allowed, or were not looked for.
    TooDear,
}

/// Result of a search, ranked and listed.
pub(super) struct Listing {
    /// The set, without sequences.
    pub(super) set: RepairSet,
    /// The first sequences.
    pub(super) sequences: Vec<Candidate>,
    /// All sequences, if the budget sufficed.
    pub(super) dag: Option<RepairDag>,
    /// How far parsing goes on from the sequences.
    pub(super) distance: Distance,
}

/// A search that ended in one of its phases.
pub(super) struct Searched<'a, R: Rules> {
    progress: Progress<R>,
    phase: Phase,
    guide: Option<Guide<'a>>,
    pub(super) status: Status,
}

/// One search, in phases.
pub(super) struct SearchRun<'a> {
    pub(super) error: ErrorSite<'a>,
    pub(super) setup: Setup<'a>,
    pub(super) meter: &'a Meter,
    /// Position at which the search starts.
    pub(super) start: usize,
    /// How much more than the least cost the repair sequences may cost.
    pub(super) margin: u32,
    /// How much more they may cost when the search goes on.
    pub(super) reserve: u32,
    /// Sequences that end before this position are not wanted, except at the end of the input.
    pub(super) earliest_end: usize,
    /// Maximum cost of the cheapest sequences.
    pub(super) dearest: u32,
    pub(super) work: Work<'a>,
}

/// Working state of a search, and what it leaves to be inspected.
#[derive(Default)]
pub(super) struct Work<'a> {
    /// The table run on stacks of states, and on stacks of classes.
    plain: Option<Sim<'a>>,
    merged: Option<Sim<'a>>,
    lower_bound: u32,
    /// The cost of the cheapest sequences, once known.
    known: Option<u32>,
    pub(super) reports: Vec<PhaseReport>,
}

impl Work<'_> {
    /// Records which successes of the last phase were kept.
    pub(super) fn keep(&mut self, kept: &[KeptSuccess]) {
        if let Some(trace) = self.reports.last_mut().and_then(|report| report.trace.as_mut()) {
            trace.keep(kept);
        }
    }
}

impl<'a> SearchRun<'a> {
    /// Runs the search. If the budget is spent before anything is found, and a hasty attempt may follow, takes the first success
    /// of that.
    ///
    /// Most errors are solved in a few dozen expansions, before any bound could pay. Each phase starts anew; phases on one
    /// automaton share the arena. All limits are counts, so every machine escalates at one point.
    ///
    /// # Errors
    ///
    /// If nothing was found.
    pub(super) fn search<R: Rules>(
        &mut self,
        phases: &[Phase],
        may_be_hasty: bool,
    ) -> Result<Searched<'a, R>, NotFound> {
        for phase in self.phases_of(phases) {
            let mut searched = self.run::<R>(phase, 1);
            let found = &searched.progress.found;
            self.work.lower_bound = self.work.lower_bound.max(found.cost);
            match found.ending {
                Ending::Expanded if found.successes.is_empty() => {}
                Ending::Expanded => self.work.known = Some(found.cost),
                Ending::Complete | Ending::TooDear if found.successes.is_empty() => {
                    let reason = match found.ending {
                        Ending::TooDear => Reason::TooDear,
                        _ => Reason::None,
                    };
                    return Err(NotFound { lower_bound: self.work.lower_bound, reason });
                }
                Ending::Complete | Ending::TooDear => return Ok(searched),
                Ending::Spent if found.successes.is_empty() => {
                    if may_be_hasty && self.meter.release() {
                        let mut hasty = self.run::<R>(phase, limits::HASTY_WEIGHT);
                        if !hasty.progress.found.successes.is_empty() {
                            hasty.status = Status::Unproven;
                            return Ok(hasty);
                        }
                    }
                    break;
                }
                Ending::Spent => {
                    searched.status = Status::Unproven;
                    return Ok(searched);
                }
            }
        }
        Err(NotFound { lower_bound: self.work.lower_bound, reason: Reason::Spent })
    }

    /// Searches for sequences that cost up to the reserve more than those found and get on past the error: continues a search
    /// if its bound is that of the next lexeme, and starts one with another bound anew. `None` if the budget does not suffice.
    pub(super) fn search_dearer<R: Rules>(
        &mut self,
        searched: Searched<'a, R>,
    ) -> Option<Searched<'a, R>> {
        (self.margin, self.earliest_end) = (self.reserve, self.error.detected + limits::GETS_ON);
        self.work.known = Some(searched.progress.found.cost);
        let mut searched = match searched.phase.bound {
            Bound::None | Bound::NextLexeme => {
                self.report(searched, |run, searched| run.go_on(searched, 1))
            }
            _ => self.run(experiment::DEARER_PHASE, 1),
        };
        if searched.progress.found.ending == Ending::Expanded {
            searched = self.run(experiment::DEARER_PHASE, 1);
        }
        let ending = searched.progress.found.ending;
        matches!(ending, Ending::Complete | Ending::TooDear).then_some(searched)
    }

    /// Returns those of `phases` that the table is small enough for, without any that the next one repeats: a bound that looks at
    /// all of the stack need not look at more.
    fn phases_of<'p>(&self, phases: &'p [Phase]) -> impl Iterator<Item = Phase> + use<'p, 'a> {
        let Place { tables, stack, .. } = self.error.place;
        let entries = tables.state_count() * (tables.token_count + tables.rule_count);
        let phases =
            if entries > limits::GUIDED_ENTRIES { experiment::PLAIN_PHASES } else { phases };
        let begins = move |phase: &Phase, next: &Phase| {
            (phase.bound, phase.quotient) == (next.bound, next.quotient)
                && stack.len() <= phase.depth
        };
        let all = phases.iter().enumerate();
        all.filter(move |(at, phase)| !phases.get(at + 1).is_some_and(|next| begins(phase, next)))
            .map(|(_, phase)| *phase)
    }

    /// Runs one phase from its beginning.
    fn run<R: Rules>(&mut self, phase: Phase, weight: u32) -> Searched<'a, R> {
        let cheapest = self.work.known.filter(|_| self.margin > 0);
        let progress = Progress::new(phase.expansions, cheapest.unwrap_or(u32::MAX));
        let searched = Searched { progress, phase, guide: None, status: Status::Complete };
        self.report(searched, |run, searched| {
            searched.guide = run.guide(phase)?;
            run.go_on(searched, weight)
        })
    }

    /// Runs `part` of a search, and records a report on it.
    fn report<R: Rules>(
        &mut self,
        mut searched: Searched<'a, R>,
        part: impl FnOnce(&mut Self, &mut Searched<'a, R>) -> Result<(), Spent>,
    ) -> Searched<'a, R> {
        let meter = self.meter;
        let (work, configurations, started) = (meter.work(), meter.configurations(), meter.now());
        if part(self, &mut searched).is_err() {
            searched.progress.found.ending = Ending::Spent;
        }
        let found = &searched.progress.found;
        self.work.reports.push(PhaseReport {
            bound: searched.phase.bound,
            configurations: meter.configurations() - configurations,
            work: meter.work() - work,
            cost: found.cost,
            successes: found.successes.len(),
            ending: found.ending,
            time: meter.now().saturating_sub(started),
            trace: self.trace(&searched),
        });
        searched
    }

    /// Returns the graph of what was found so far, if graphs are kept.
    fn trace<R: Rules>(&self, searched: &Searched<'a, R>) -> Option<SearchTrace> {
        let Work { plain, merged, .. } = &self.work;
        let sim = if searched.phase.quotient { merged } else { plain };
        let sim = sim.as_ref().filter(|_| self.error.is_traced)?;
        Some(trace::trace(&searched.progress.found, &sim.arena))
    }

    /// Makes the guide of a phase.
    fn guide(&self, phase: Phase) -> Result<Option<Guide<'a>>, Spent> {
        let Place { tables, tokens, stack, .. } = self.error.place;
        Ok(match phase.bound {
            Bound::None | Bound::NextLexeme => None,
            bound => Some(Guide::new(
                bound,
                Setting {
                    tables,
                    facts: self.facts()?,
                    tokens,
                    position: self.start,
                    detected: self.error.detected,
                    earliest_end: self.earliest_end,
                    shallowest: stack.len().saturating_sub(phase.depth),
                    // Less is told apart in less time.
                    dearest: self.work.known.unwrap_or(self.dearest).saturating_add(self.margin),
                    meter: self.meter,
                },
            )?),
        })
    }

    /// Returns the facts about the table.
    fn facts(&self) -> Result<&'a Facts, Spent> {
        let make = || Facts::new(self.error.place.tables, self.meter);
        get_or_make(&self.setup.knowledge.facts, make)
    }

    /// Continues a phase.
    fn go_on<R: Rules>(
        &mut self,
        searched: &mut Searched<'a, R>,
        weight: u32,
    ) -> Result<(), Spent> {
        let (ErrorSite { place, detected, .. }, meter) = (self.error, self.meter);
        let Place { tables, tokens, stack, position } = place;
        let Searched { progress, phase, guide, .. } = searched;
        let sim = if phase.quotient {
            let names = &self.facts()?.quotient.names;
            let arena = || Arena::renamed(stack, names);
            self.work.merged.get_or_insert_with(|| Sim::new(tables, tokens, arena(), meter))
        } else {
            self.work.plain.get_or_insert_with(|| place.sim(meter).0)
        };
        let whole = sim.arena.base_prefix(stack.len());
        let problem = Problem {
            stack: sim.shift_all(whole, position..self.start)?,
            position: self.start,
            detected,
            margin: self.margin,
            reserve: self.reserve,
            weight,
            dearest: self.dearest,
            is_traced: self.error.is_traced,
        };
        let guidance = match guide {
            Some(guide) => Guidance::Guide(guide),
            None if phase.bound == Bound::NextLexeme => Guidance::NextLexeme,
            None => Guidance::None,
        };
        progress.go_on(problem, sim, guidance);
        Ok(())
    }

    /// Ranks what was found, keeps what gets furthest, and lists at most `most` sequences of it. Dearer sequences are kept only
    /// if parsing gets on after them.
    pub(super) fn list<R: Rules>(&mut self, searched: &Searched<'a, R>, most: usize) -> Listing {
        let Searched { progress, phase, status, .. } = searched;
        let found = &progress.found;
        let (ErrorSite { detected, .. }, meter) = (self.error, self.meter);
        let sim = if phase.quotient { &mut self.work.merged } else { &mut self.work.plain };
        let sim = sim.as_mut().expect("the search ran on it");
        let cheapest = self.work.known.filter(|_| self.margin > 0).unwrap_or(found.cost);
        let cost = cheapest.saturating_add(self.margin);
        let successes = found.of_cost(cost);
        let mut kept = if R::ALL {
            rank::rank_and_keep(sim, detected, &successes, R::FURTHEST)
        } else {
            let all = successes.iter().map(|one| KeptSuccess { node: one.node, accepts: false });
            let distance = Distance { position: detected, accepts: false };
            Kept { successes: all.collect(), distance, complete: true }
        };
        if self.margin > 0 {
            let gets_on = |accepts| Distance { accepts, ..kept.distance }.gets_on(detected);
            kept.successes.retain(|kept| gets_on(kept.accepts));
        }
        self.work.keep(&kept.successes);
        let (place, start) = (self.error.place, self.start);
        let candidate =
            |repairs, accepts| place.candidate(start, RepairKind::Cheapest, repairs, accepts);
        let dag = RepairDag::new(found, &kept.successes, place.tables.avoid_insert, meter).ok();
        let status = if kept.complete && dag.is_some() { *status } else { Status::Unproven };
        let (sequences, total) = match &dag {
            Some(dag) => {
                let mut sequences = Vec::new();
                for (repairs, accepts) in dag.list().take(most) {
                    let spent = meter.charge(limits::STEPS_A_UNIT / 4 + repairs.len() as u64);
                    sequences.push(candidate(repairs, accepts));
                    if spent.is_err() {
                        break;
                    }
                }
                (sequences, dag.count())
            }
            // Without a budget for the graph one sequence must do.
            None => {
                let first = kept.successes.iter().take(1);
                let path =
                    |kept: &KeptSuccess| candidate(dag::one_path(found, *kept), kept.accepts);
                let sequences: Vec<Candidate> = first.map(path).collect();
                let total = sequences.len() as u128;
                (sequences, total)
            }
        };
        let set = RepairSet {
            cost: Some(cost),
            lower_bound: self.work.lower_bound.min(cheapest),
            total,
            status,
            ..RepairSet::default()
        };
        Listing { set, sequences, dag, distance: kept.distance }
    }
}
