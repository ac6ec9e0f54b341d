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
    kind::RepairKind,
    knowledge::Knowledge,
    limits,
    options::RecoveryOptions,
    rank::{self, Kept},
    search::{Ending, Problem, Progress},
    sequence::Candidate,
    set::{RepairSet, Status},
    sim::{Distance, Place, Sim},
    trace::{self, PhaseReport, SearchTrace},
};

/// A syntax error that recovery is to repair: its place, what the parser knows of it, and how much work it may take.
#[derive(Clone, Copy)]
pub(crate) struct ErrorSite<'a> {
    pub(crate) setup: Setup<'a>,
    pub(crate) meter: &'a Meter,
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
    /// How the search ended; [`Ending::TooDear`] also if no search was made.
    pub(super) ending: Ending,
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
pub(super) struct Searched<'a> {
    progress: Progress,
    phase: Phase,
    guide: Option<Guide<'a>>,
}

/// One search, in phases, with what it leaves to be inspected.
pub(super) struct SearchRun<'a> {
    error: ErrorSite<'a>,
    problem: Problem,
    /// Sequences that end before this position are not wanted, except at the end of the input.
    earliest_end: usize,
    /// The table run on stacks of states, and on stacks of classes.
    sims: [Option<Sim<'a>>; 2],
    lower_bound: u32,
    /// The cost of the cheapest sequences, once known.
    known: Option<u32>,
    pub(super) reports: Vec<PhaseReport>,
}

impl<'a> SearchRun<'a> {
    /// Makes a search from `position` on, for sequences that cost at most `dearest`, which may go on to sequences that cost
    /// `reserve` more than the cheapest.
    pub(super) fn new(error: ErrorSite<'a>, position: usize, dearest: u32, reserve: u32) -> Self {
        let ErrorSite { detected, is_traced, .. } = error;
        SearchRun {
            error,
            problem: Problem {
                rules: error.setup.experiment.rules(),
                position,
                detected,
                margin: 0,
                reserve,
                weight: 1,
                dearest,
                is_traced,
            },
            earliest_end: detected + usize::from(limits::SUCCESS_SHIFTS),
            sims: [None, None],
            lower_bound: 0,
            known: None,
            reports: Vec::new(),
        }
    }

    /// Records which successes of the last phase were kept.
    pub(super) fn keep(&mut self, kept: &[KeptSuccess]) {
        if let Some(trace) = self.reports.last_mut().and_then(|report| report.trace.as_mut()) {
            trace.keep(kept);
        }
    }

    /// Runs the search. If the budget is spent before anything is found, and a hasty attempt may follow, takes the first success
    /// of that.
    ///
    /// Most errors are solved in a few dozen expansions, before any bound could pay. Each phase starts anew; phases on one
    /// automaton share the arena. All limits are counts, so every machine escalates at one point.
    ///
    /// # Errors
    ///
    /// If nothing was found.
    pub(super) fn search(
        &mut self,
        phases: &[Phase],
        may_be_hasty: bool,
    ) -> Result<Searched<'a>, NotFound> {
        for phase in self.phases_of(phases) {
            let searched = self.run(phase, 1);
            let found = &searched.progress.found;
            self.lower_bound = self.lower_bound.max(found.cost);
            match found.ending {
                Ending::Expanded if found.successes.is_empty() => {}
                Ending::Expanded => self.known = Some(found.cost),
                _ if !found.successes.is_empty() => return Ok(searched),
                Ending::Spent if may_be_hasty && self.error.meter.release() => {
                    let mut hasty = self.run(phase, limits::HASTY_WEIGHT);
                    hasty.progress.found.ending = Ending::Spent;
                    if !hasty.progress.found.successes.is_empty() {
                        return Ok(hasty);
                    }
                    break;
                }
                Ending::Spent => break,
                ending => return Err(NotFound { lower_bound: self.lower_bound, ending }),
            }
        }
        Err(NotFound { lower_bound: self.lower_bound, ending: Ending::Spent })
    }

    /// Searches for sequences that cost up to the reserve more than those found and get on past the error: continues a search
    /// if its bound is that of the next lexeme, and starts one with another bound anew. `None` if the budget does not suffice.
    pub(super) fn search_dearer(&mut self, searched: Searched<'a>) -> Option<Searched<'a>> {
        self.problem.margin = self.problem.reserve;
        self.earliest_end = self.error.detected + limits::GETS_ON;
        self.known = Some(searched.progress.found.cost);
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
    fn run(&mut self, phase: Phase, weight: u32) -> Searched<'a> {
        let cheapest = self.known.filter(|_| self.problem.margin > 0);
        let progress = Progress::new(phase.expansions, cheapest.unwrap_or(u32::MAX));
        let searched = Searched { progress, phase, guide: None };
        self.report(searched, |run, searched| {
            searched.guide = run.guide(phase)?;
            run.go_on(searched, weight)
        })
    }

    /// Runs `part` of a search, and records a report on it.
    fn report(
        &mut self,
        mut searched: Searched<'a>,
        part: impl FnOnce(&mut Self, &mut Searched<'a>) -> Result<(), Spent>,
    ) -> Searched<'a> {
        let meter = self.error.meter;
        let (work, configurations, started) = (meter.work(), meter.configurations(), meter.now());
        if part(self, &mut searched).is_err() {
            searched.progress.found.ending = Ending::Spent;
        }
        let found = &searched.progress.found;
        self.reports.push(PhaseReport {
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
    fn trace(&self, searched: &Searched<'a>) -> Option<SearchTrace> {
        let sim = self.sims[usize::from(searched.phase.quotient)].as_ref();
        let sim = sim.filter(|_| self.error.is_traced)?;
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
                    position: self.problem.position,
                    detected: self.error.detected,
                    earliest_end: self.earliest_end,
                    shallowest: stack.len().saturating_sub(phase.depth),
                    // Less is told apart in less time.
                    dearest: self
                        .known
                        .unwrap_or(self.problem.dearest)
                        .saturating_add(self.problem.margin),
                    meter: self.error.meter,
                },
            )?),
        })
    }

    /// Returns the facts about the table.
    fn facts(&self) -> Result<&'a Facts, Spent> {
        let ErrorSite { place, setup, meter, .. } = self.error;
        get_or_make(&setup.knowledge.facts, || Facts::new(place.tables, meter))
    }

    /// Continues a phase.
    fn go_on(&mut self, searched: &mut Searched<'a>, weight: u32) -> Result<(), Spent> {
        let ErrorSite { place, meter, .. } = self.error;
        let Place { tables, tokens, stack, position } = place;
        let Searched { progress, phase, guide } = searched;
        let arena = match phase.quotient {
            true => Arena::renamed(stack, &self.facts()?.quotient.names),
            false => Arena::new(stack),
        };
        let sim = self.sims[usize::from(phase.quotient)]
            .get_or_insert_with(|| Sim::new(tables, tokens, arena, meter));
        let whole = sim.arena.base_prefix(stack.len());
        let stack = sim.shift_all(whole, position..self.problem.position)?;
        let problem = Problem { weight, ..self.problem };
        progress.advance(problem, sim, stack, phase.bound, guide.as_mut());
        Ok(())
    }

    /// Ranks what was found, keeps what gets furthest, and lists at most `most` sequences of it. Dearer sequences are kept only
    /// if parsing gets on after them.
    pub(super) fn list(&mut self, searched: &Searched<'a>, most: usize) -> Listing {
        let Searched { progress, phase, .. } = searched;
        let found = &progress.found;
        let ErrorSite { place, meter, detected, .. } = self.error;
        let Problem { position: start, margin, rules, .. } = self.problem;
        let sim = self.sims[usize::from(phase.quotient)].as_mut().expect("the search ran on it");
        let cheapest = self.known.filter(|_| margin > 0).unwrap_or(found.cost);
        let cost = cheapest.saturating_add(margin);
        let successes = found.of_cost(cost);
        let mut kept = if rules.all {
            rank::rank_and_keep(sim, detected, &successes, rules.furthest)
        } else {
            let all = successes.iter().map(|one| KeptSuccess { node: one.node, accepts: false });
            let distance = Distance { position: detected, accepts: false };
            Kept { successes: all.collect(), distance, complete: true }
        };
        if margin > 0 {
            let gets_on = |accepts| Distance { accepts, ..kept.distance }.gets_on(detected);
            kept.successes.retain(|kept| gets_on(kept.accepts));
        }
        self.keep(&kept.successes);
        let candidate =
            |repairs, accepts| place.candidate(start, RepairKind::Cheapest, repairs, accepts);
        let dag = RepairDag::new(found, &kept.successes, place.tables.avoid_insert, meter).ok();
        let is_proven = found.ending != Ending::Spent && kept.complete && dag.is_some();
        let status = if is_proven { Status::Complete } else { Status::Unproven };
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
            lower_bound: self.lower_bound.min(cheapest),
            total,
            status,
            ..RepairSet::default()
        };
        Listing { set, sequences, dag, distance: kept.distance }
    }
}
