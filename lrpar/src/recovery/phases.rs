//! One repair search, in phases guided by dearer and dearer bounds; then ranked and listed.
//!
//! In: an error, and phases of increasing cost. Out: the complete set of repair sequences of
//! minimum cost, ranked; or what was found when the budget was spent, marked as unproven; or a
//! lower bound of the cost. Most errors are solved by the bound of the next lexeme in a few dozen
//! expansions, before making another could pay; a later phase starts anew with a stronger bound.
//! Limits are counts, so that every machine escalates at one point. Cost: at most the sum of the
//! phases' expansions, and the making of their bounds.
//!
//! The window of five lexemes, which only CPCT+ has, is kept because it is quick: without it work
//! in Java falls by 4 %, but recovery takes 25 % more time, and where errors are many 60 %.
//!
//! Rejected, measured on 3,596 broken files in C, Java, Lua, PHP and JSON, where all of them
//! together changed the status of one error of 10,000: a window of ten over a shallow stack before
//! that over a deep one (without it work is equal or 1 % less); for `restart` a window up to the
//! first place where a repair can succeed (without it work falls by 2 % in C and 5 % in Java, p99
//! of an error in Java from 15,200 to 10,700 units, but files take 3 to 5 % more time), and shorter
//! reaches where the search takes long (without them the largest error in C falls from 282,600 to
//! 106,300 units); once the budget is spent, a hasty attempt by weighted A*: it found one repair,
//! of cost 14.

use super::{
    arena::Arena,
    bound::{Bound, Facts, Guide, Setting},
    budget::{Meter, Spent, get_or_make},
    experiment::{self, Experiment, Phase},
    fallback::Resume,
    furthest::{self, Kept},
    kind::RepairKind,
    knowledge::Knowledge,
    limits,
    options::RecoveryOptions,
    repair_dag::{self, KeptSuccess, RepairDag},
    search::{Ending, Problem, Progress},
    sequence::Candidate,
    set::{RepairSet, Status},
    sim::{Distance, Place, Sim},
    trace::{self, PhaseReport, SearchTrace},
};

/// A syntax error that recovery is to repair: where it is, what the parser knows of it, the
/// settings, and how much work it may take.
#[derive(Clone, Copy)]
pub(crate) struct Site<'a> {
    pub(crate) settings: Settings<'a>,
    pub(crate) meter: &'a Meter,
    /// Where the parser was taken back to: for a method that restarts, a place before the error or
    /// at it, where no lexeme from there on was looked at; for others the error itself, after
    /// reductions.
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
pub(crate) struct Settings<'a> {
    pub(crate) options: &'a RecoveryOptions,
    pub(crate) experiment: &'a Experiment,
    pub(crate) knowledge: &'a Knowledge,
}

/// A search at an error, in phases.
pub(super) struct PhasedSearch<'a> {
    site: Site<'a>,
    problem: Problem,
    /// Sequences that end before this position are not wanted, except at the end of the input.
    earliest_end: usize,
    /// The table run on stacks of states, and on stacks of classes.
    sims: [Option<Sim<'a>>; 2],
    /// A lower bound of what a repair sequence costs.
    pub(super) lower_bound: u32,
    /// The cost of the cheapest sequences, once known.
    known: Option<u32>,
    /// The phase that ran last, with its guide and its progress.
    phase: Phase,
    guide: Option<Guide<'a>>,
    progress: Progress,
    pub(super) reports: Vec<PhaseReport>,
}

impl<'a> PhasedSearch<'a> {
    /// Makes a search from `reach` lexemes before the error on, for sequences that cost at most
    /// `dearest`, which may be continued for sequences that cost `reserve` more than the cheapest.
    pub(super) fn new(site: Site<'a>, reach: usize, dearest: u32, reserve: u32) -> Self {
        let Site { detected, is_traced, .. } = site;
        let position = detected - reach;
        PhasedSearch {
            site,
            problem: Problem {
                rules: site.settings.experiment.rules(),
                position,
                detected,
                margin: 0,
                reserve,
                dearest,
                is_traced,
            },
            earliest_end: detected + usize::from(limits::SUCCESS_SHIFTS),
            sims: [None, None],
            lower_bound: 0,
            known: None,
            phase: experiment::PLAIN_PHASES[0],
            guide: None,
            progress: Progress::new(0, u32::MAX),
            reports: Vec::new(),
        }
    }

    /// Records which successes of the last phase were kept.
    pub(super) fn keep(&mut self, kept: &[KeptSuccess]) {
        if let Some(trace) = self.reports.last_mut().and_then(|report| report.trace.as_mut()) {
            trace.keep(kept);
        }
    }

    /// Runs the search.
    ///
    /// # Errors
    ///
    /// If nothing was found; says how the search ended.
    pub(super) fn run(&mut self, phases: &[Phase]) -> Result<(), Ending> {
        for &phase in self.phases_of(phases) {
            self.run_phase(phase);
            let found = &self.progress.found;
            self.lower_bound = self.lower_bound.max(found.cost);
            match found.ending {
                Ending::Expanded if found.successes.is_empty() => {}
                Ending::Expanded => self.known = Some(found.cost),
                _ if !found.successes.is_empty() => return Ok(()),
                Ending::Spent => break,
                ending => return Err(ending),
            }
        }
        Err(Ending::Spent)
    }

    /// Searches for sequences that cost up to the reserve more than those found and get on past the
    /// error: continues a search if its bound is that of the next lexeme, and starts one with
    /// another bound anew. Returns whether the budget sufficed.
    pub(super) fn run_dearer(&mut self) -> bool {
        self.problem.margin = self.problem.reserve;
        self.earliest_end = self.site.detected + limits::GETS_ON;
        self.known = Some(self.progress.found.cost);
        let is_plain = matches!(self.phase.bound, Bound::None | Bound::NextLexeme);
        if is_plain {
            self.report(Self::expand);
        }
        if !is_plain || self.progress.found.ending == Ending::Expanded {
            self.run_phase(experiment::DEARER_PHASE);
        }
        matches!(self.progress.found.ending, Ending::Complete | Ending::TooDear)
    }

    /// Returns `phases`, or for a table that is too large for bounds a phase without one.
    fn phases_of<'p>(&self, phases: &'p [Phase]) -> &'p [Phase] {
        let tables = self.site.place.tables;
        let entries = tables.state_count() * (tables.token_count + tables.rule_count);
        if entries > limits::GUIDED_ENTRIES { experiment::PLAIN_PHASES } else { phases }
    }

    /// Runs one phase from its beginning.
    fn run_phase(&mut self, phase: Phase) {
        let cheapest = self.known.filter(|_| self.problem.margin > 0);
        self.progress = Progress::new(phase.expansions, cheapest.unwrap_or(u32::MAX));
        self.phase = phase;
        self.guide = None;
        self.report(|search| {
            search.guide = search.make_guide()?;
            search.expand()
        });
    }

    /// Runs `part` of the search, and records a report on it.
    fn report(&mut self, part: impl FnOnce(&mut Self) -> Result<(), Spent>) {
        let meter = self.site.meter;
        let (work, configurations, started) = (meter.work(), meter.configurations(), meter.now());
        if part(self).is_err() {
            self.progress.found.ending = Ending::Spent;
        }
        let found = &self.progress.found;
        self.reports.push(PhaseReport {
            bound: self.phase.bound,
            configurations: meter.configurations() - configurations,
            work: meter.work() - work,
            cost: found.cost,
            successes: found.successes.len(),
            ending: found.ending,
            time: meter.now().saturating_sub(started),
            trace: self.trace(),
        });
    }

    /// Returns the graph of what was found so far, if graphs are kept.
    fn trace(&self) -> Option<SearchTrace> {
        let sim = self.sims[usize::from(self.phase.quotient)].as_ref();
        let sim = sim.filter(|_| self.site.is_traced)?;
        Some(trace::trace(&self.progress.found, &sim.arena))
    }

    /// Makes the guide of the phase.
    fn make_guide(&self) -> Result<Option<Guide<'a>>, Spent> {
        let Place { tables, tokens, stack, .. } = self.site.place;
        let Problem { position, detected, margin, dearest, .. } = self.problem;
        Ok(match self.phase.bound {
            Bound::None | Bound::NextLexeme => None,
            bound => Some(Guide::new(
                bound,
                Setting {
                    tables,
                    facts: self.facts()?,
                    tokens,
                    position,
                    detected,
                    earliest_end: self.earliest_end,
                    shallowest: stack.len().saturating_sub(self.phase.depth),
                    // Costs beyond it need not be told apart.
                    dearest: self.known.unwrap_or(dearest).saturating_add(margin),
                    meter: self.site.meter,
                },
            )?),
        })
    }

    /// Returns the facts about the table.
    fn facts(&self) -> Result<&'a Facts, Spent> {
        let Site { place, settings, meter, .. } = self.site;
        get_or_make(&settings.knowledge.facts, || Facts::new(place.tables, meter))
    }

    /// Begins or continues the phase.
    fn expand(&mut self) -> Result<(), Spent> {
        let Site { place: Place { tables, tokens, stack, position }, meter, .. } = self.site;
        let arena = match self.phase.quotient {
            true => Arena::renamed(stack, &self.facts()?.quotient.names),
            false => Arena::new(stack),
        };
        let sim = self.sims[usize::from(self.phase.quotient)]
            .get_or_insert_with(|| Sim::new(tables, tokens, arena, meter));
        let whole = sim.arena.base_prefix(stack.len());
        let stack = sim.shift_all(whole, position..self.problem.position)?;
        let bound = self.phase.bound;
        self.progress.advance(self.problem, sim, stack, bound, self.guide.as_mut());
        Ok(())
    }

    /// Ranks what was found, keeps what gets furthest, and lists at most `most` sequences of it;
    /// the set has the graph of all of them. Dearer sequences are kept only if parsing gets on
    /// after them.
    pub(super) fn list(&mut self, most: usize) -> RepairSet {
        let found = &self.progress.found;
        let Site { place, meter, detected, .. } = self.site;
        let Problem { rules, position: start, margin, .. } = self.problem;
        let sim = self.sims[usize::from(self.phase.quotient)].as_mut();
        let sim = sim.expect("the search ran on it");
        let cheapest = self.known.filter(|_| margin > 0).unwrap_or(found.cost);
        let cost = cheapest.saturating_add(margin);
        let successes = found.of_cost(cost);
        let Kept { successes: mut kept, distance, complete } = if rules.all {
            furthest::keep_furthest(sim, detected, &successes, rules.furthest)
        } else {
            let all = successes.iter().map(|one| KeptSuccess { node: one.node, accepts: false });
            let distance = Distance { position: detected, accepts: false };
            Kept { successes: all.collect(), distance, complete: true }
        };
        if margin > 0 {
            kept.retain(|kept| Distance { accepts: kept.accepts, ..distance }.gets_on(detected));
        }
        let candidate =
            |repairs, accepts| place.candidate(start, RepairKind::Cheapest, repairs, accepts);
        let dag = RepairDag::new(found, &kept, place.tables.avoid_insert, meter).ok();
        let is_proven = found.ending != Ending::Spent && complete && dag.is_some();
        let status = if is_proven { Status::Complete } else { Status::Unproven };
        let (first, total) = match &dag {
            Some(dag) => {
                let mut first = Vec::new();
                for (repairs, accepts) in dag.list().take(most) {
                    let spent = meter.charge(limits::STEPS_A_UNIT / 4 + repairs.len() as u64);
                    first.push(candidate(repairs, accepts));
                    if spent.is_err() {
                        break;
                    }
                }
                (first, dag.count())
            }
            // Without a budget for the graph one sequence must do.
            None => {
                let path = |kept: &KeptSuccess| {
                    candidate(repair_dag::one_path(found, *kept), kept.accepts)
                };
                let first: Vec<Candidate> = kept.iter().take(1).map(path).collect();
                let total = first.len() as u128;
                (first, total)
            }
        };
        self.keep(&kept);
        RepairSet {
            cost: Some(cost),
            lower_bound: self.lower_bound.min(cheapest),
            total,
            status,
            distance,
            first,
            all: dag.map(|dag| (dag, start)),
            ..RepairSet::default()
        }
    }
}
