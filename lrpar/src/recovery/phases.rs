//! How hard the search tries: without a bound as long as that may do, then with dearer and dearer ones.
//!
//! Most errors are solved in a few dozen expansions, before any bound could pay. Each phase starts anew; phases on the same
//! automaton share the arena. All limits are counts, so every machine escalates at the same point.

use super::{
    Place, RecoveryOptions, RepairKind, RepairSet, Status,
    ahead::Ahead,
    arena::Arena,
    budget::Meter,
    dag::{Goal, Listed, RepairDag},
    escalation::{BoundKind, Phase},
    guide::Guide,
    kind::SearchRules,
    knowledge::Knowledge,
    limits,
    rank::{self, Reach},
    search::{Ending, Found, Problem, search},
    trace::{self, PhaseReport, SearchTrace},
    vectors::Setting,
};

/// Why there are no repair sequences.
pub(super) struct Nothing {
    /// A lower bound of what one costs.
    pub(super) lower_bound: u32,
    /// Was the budget spent? Otherwise the search was exhausted: there is none.
    pub(super) spent: bool,
}

/// What is tried at one error.
pub(super) struct Attempts<'a> {
    place: Place<'a>,
    /// Where the search starts: at the place, or behind it, before the error.
    start: usize,
    /// Where the error was detected.
    detected: usize,
    rules: SearchRules,
    /// How much more than the least the repair sequences cost.
    margin: u32,
    options: &'a RecoveryOptions,
    knowledge: &'a Knowledge,
    /// The stacks of states.
    plain: Option<Arena<'a>>,
    /// The stacks of classes.
    merged: Option<Arena<'a>>,
    lower_bound: u32,
    /// What the phases did.
    pub(super) reports: Vec<PhaseReport>,
    /// The graph of the last search, if it is to be kept.
    pub(super) trace: Option<SearchTrace>,
}

impl<'a> Attempts<'a> {
    /// Nothing yet.
    pub(super) fn new(
        place: Place<'a>,
        (start, detected): (usize, usize),
        rules: SearchRules,
        options: &'a RecoveryOptions,
        knowledge: &'a Knowledge,
    ) -> Self {
        Attempts {
            place,
            start,
            detected,
            rules,
            margin: 0,
            options,
            knowledge,
            plain: None,
            merged: None,
            lower_bound: 0,
            reports: Vec::new(),
            trace: None,
        }
    }

    /// The same for sequences that cost this much more than the cheapest.
    pub(super) fn dearer(self, margin: u32) -> Self {
        Attempts { margin, plain: None, merged: None, reports: Vec::new(), trace: None, ..self }
    }

    /// Searches, ranks, keeps, lists.
    ///
    /// # Errors
    ///
    /// If nothing was found.
    pub(super) fn repairs(
        &mut self,
        phases: &[Phase],
        meter: &mut Meter,
    ) -> Result<RepairSet, Nothing> {
        let (found, phase, status) = self.search(phases, true, meter)?;
        let most = self.options.max_repairs.max(1);
        let (set, listed, _) = self.list(&found, phase, status, most, meter);
        let sequences: Vec<_> = listed.into_iter().map(|listed| listed.repairs).collect();
        let starts = vec![self.start; sequences.len()];
        let kinds = vec![RepairKind::Cheapest; sequences.len()];
        Ok(RepairSet { sequences, starts, kinds, ..set })
    }

    /// Searches. If the budget is spent before anything is found, and a hasty attempt may follow, it takes the first goal.
    ///
    /// # Errors
    ///
    /// If nothing was found.
    pub(super) fn search(
        &mut self,
        phases: &[Phase],
        may_be_hasty: bool,
        meter: &mut Meter,
    ) -> Result<(Found, Phase, Status), Nothing> {
        for phase in phases {
            let found = self.run(*phase, 1, meter);
            self.lower_bound = self.lower_bound.max(found.cost);
            match found.ending {
                Ending::Expanded => {}
                Ending::Complete if found.goals.is_empty() => {
                    return Err(Nothing { lower_bound: self.lower_bound, spent: false });
                }
                Ending::Complete => return Ok((found, *phase, Status::Complete)),
                Ending::Spent if found.goals.is_empty() => {
                    if may_be_hasty && meter.release() {
                        // One more attempt, that takes the first goal it comes upon.
                        let hasty = self.run(*phase, limits::HASTY_WEIGHT, meter);
                        if !hasty.goals.is_empty() {
                            return Ok((hasty, *phase, Status::Unproven));
                        }
                    }
                    break;
                }
                Ending::Spent => return Ok((found, *phase, Status::Unproven)),
            }
        }
        Err(Nothing { lower_bound: self.lower_bound, spent: true })
    }

    fn run(&mut self, phase: Phase, weight: u32, meter: &mut Meter) -> Found {
        let Place { tables, tokens, stack, position } = self.place;
        let (work, configurations, started) = (meter.work, meter.configurations, meter.now());
        let mut guide = self.guide(phase, meter.left());
        let arena = if phase.quotient {
            let names = self.knowledge.of(tables).quotient.names();
            self.merged.get_or_insert_with(|| Arena::renamed(stack, names))
        } else {
            self.plain.get_or_insert_with(|| Arena::new(stack))
        };
        let whole = arena.base_prefix(stack.len());
        let start = arena.shift_all(tables, whole, &tokens[position..self.start]);
        let problem = Problem {
            tables,
            tokens,
            stack: start,
            position: self.start,
            detected: self.detected,
            rules: self.rules,
            margin: self.margin,
        };
        let found = search(problem, arena, guide.as_mut(), weight, phase.expansions, meter);
        meter.work += guide.as_ref().map_or(0, Guide::work);
        self.reports.push(PhaseReport {
            bound: phase.bound,
            configurations: meter.configurations - configurations,
            work: meter.work - work,
            cost: found.cost,
            goals: found.goals.len(),
            ending: found.ending,
            time: meter.now().saturating_sub(started),
        });
        found
    }

    /// What guides a phase, computing so many vectors at most; `None` if it has no bound.
    fn guide(&self, phase: Phase, allowance: u64) -> Option<Guide<'a>> {
        if phase.bound == BoundKind::NONE {
            return None;
        }
        let Place { tables, tokens, stack, .. } = self.place;
        let (known, position, detected) = (self.knowledge.of(tables), self.start, self.detected);
        let ahead = Ahead::new(tables, known, tokens, position, detected);
        let setting = Setting {
            tables,
            known,
            tokens,
            position,
            detected,
            shallowest: stack.len().saturating_sub(phase.depth),
            allowance,
        };
        let vectors = phase.bound.make(&setting, &ahead)?;
        Some(Guide::new(ahead, vectors))
    }

    /// Ranks what was found, keeps what gets furthest, and lists at most `most` sequences of it, each from the place of the
    /// search on. The set that is returned with them holds none. Also says how far parsing goes on from them. Dearer ones are
    /// kept only if it gets on.
    pub(super) fn list(
        &mut self,
        found: &Found,
        phase: Phase,
        status: Status,
        most: usize,
        meter: &mut Meter,
    ) -> (RepairSet, Vec<Listed>, Reach) {
        let Place { tables, tokens, .. } = self.place;
        let arena = if phase.quotient { &mut self.merged } else { &mut self.plain };
        let arena = arena.as_mut().expect("the search ran on it");
        let cost = found.cost.saturating_add(self.margin);
        let goals = found.goals_of(cost);
        let (mut kept, reach) = if self.rules.all {
            let furthest = self.rules.furthest;
            rank::keep_best(tables, tokens, arena, self.detected, &goals, furthest, meter)
        } else {
            let goals = goals.iter().map(|goal| Goal { node: goal.node, accepts: false });
            (goals.collect(), Reach { position: self.detected, accepts: false })
        };
        if self.margin > 0 {
            kept.retain(|goal| Reach { accepts: goal.accepts, ..reach }.gets_on(self.detected));
        }
        if self.options.keep_trace {
            self.trace = Some(trace::trace(found, &kept, arena));
        }
        let dag = RepairDag::new(found, &kept, tables.avoid_insert);
        let set = RepairSet {
            cost: Some(cost),
            lower_bound: self.lower_bound.min(found.cost),
            total: dag.count(),
            ..RepairSet::without_sequences(status)
        };
        (set, dag.list(most), reach)
    }
}
