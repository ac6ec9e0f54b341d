//! How hard the search tries: without a bound as long as that may do, then with dearer and dearer ones.
//!
//! Most errors are solved in a few dozen expansions, before any bound could pay. Each phase starts anew; phases on the same
//! automaton share the arena. All limits are counts, so every machine escalates at the same point.

use super::{
    Place, RecoveryOptions, RepairSet, Status,
    arena::Arena,
    budget::Meter,
    dag::{Goal, RepairDag},
    guide::{BoundKind, Guide},
    kind::SearchRules,
    knowledge::Knowledge,
    limits, rank,
    search::{Ending, Found, Problem, search},
};

/// One attempt of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The bound that guides it.
    pub bound: BoundKind,
    /// Does it run on the recovery quotient?
    pub quotient: bool,
    /// How many states of the parser's stack, from its top down, its bound looks at. More cost more.
    pub depth: usize,
    /// The number of configurations that it may expand.
    pub expansions: u64,
}

/// Searches, ranks, keeps, lists.
///
/// # Errors
///
/// If nothing was found: a lower bound of what a repair sequence costs.
pub(super) fn repairs(
    place: Place<'_>,
    rules: SearchRules,
    phases: &[Phase],
    options: &RecoveryOptions,
    knowledge: &Knowledge,
    meter: &mut Meter,
) -> Result<RepairSet, u32> {
    let mut attempts =
        Attempts { place, rules, options, knowledge, plain: None, merged: None, lower_bound: 0 };
    for phase in phases {
        let found = attempts.run(*phase, 1, meter);
        attempts.lower_bound = attempts.lower_bound.max(found.cost);
        match found.ending {
            Ending::Expanded => {}
            Ending::Complete if found.goals.is_empty() => break,
            Ending::Complete => return Ok(attempts.list(&found, *phase, Status::Complete, meter)),
            Ending::Spent if found.goals.is_empty() => {
                // One more attempt, that takes the first goal it comes upon.
                meter.extend();
                let hasty = attempts.run(*phase, limits::HASTY_WEIGHT, meter);
                if !hasty.goals.is_empty() {
                    return Ok(attempts.list(&hasty, *phase, Status::Unproven, meter));
                }
                break;
            }
            Ending::Spent => return Ok(attempts.list(&found, *phase, Status::Unproven, meter)),
        }
    }
    Err(attempts.lower_bound)
}

struct Attempts<'a> {
    place: Place<'a>,
    rules: SearchRules,
    options: &'a RecoveryOptions,
    knowledge: &'a Knowledge,
    /// The stacks of states.
    plain: Option<Arena<'a>>,
    /// The stacks of classes.
    merged: Option<Arena<'a>>,
    lower_bound: u32,
}

impl<'a> Attempts<'a> {
    fn run(&mut self, phase: Phase, weight: u32, meter: &mut Meter) -> Found {
        let Place { tables, tokens, stack, position } = self.place;
        let quotient_tables;
        let (tables, arena) = if phase.quotient {
            let quotient = &self.knowledge.of(tables).quotient;
            quotient_tables = quotient.tables(tables);
            let arena =
                self.merged.get_or_insert_with(|| Arena::renamed(stack, quotient.classes()));
            (&quotient_tables, arena)
        } else {
            (tables, self.plain.get_or_insert_with(|| Arena::new(stack)))
        };
        let mut guide = match phase.bound {
            BoundKind::None => None,
            bound => {
                let known = self.knowledge.of(self.place.tables);
                let shallowest = stack.len().saturating_sub(phase.depth);
                Guide::new(bound, *tables, known, tokens, position, shallowest)
            }
        };
        let start = arena.base_prefix(stack.len());
        let problem = Problem { tables, tokens, stack: start, position, rules: self.rules };
        let found = search(problem, arena, guide.as_mut(), weight, phase.expansions, meter);
        meter.work += guide.as_ref().map_or(0, Guide::work);
        found
    }

    fn list(&mut self, found: &Found, phase: Phase, status: Status, meter: &mut Meter) -> RepairSet {
        let Place { tables, tokens, position, .. } = self.place;
        let quotient_tables;
        let (tables, arena) = if phase.quotient {
            quotient_tables = self.knowledge.of(tables).quotient.tables(tables);
            (&quotient_tables, &mut self.merged)
        } else {
            (tables, &mut self.plain)
        };
        let arena = arena.as_mut().expect("the search ran on it");
        let kept = if self.rules.all {
            let furthest = self.rules.furthest;
            rank::keep_best(tables, tokens, arena, position, &found.goals, furthest, meter)
        } else {
            found.goals.iter().map(|goal| Goal { node: goal.node, accepts: false }).collect()
        };
        let dag = RepairDag::new(found, &kept, tables.avoid_insert);
        RepairSet {
            status,
            cost: Some(found.cost),
            lower_bound: self.lower_bound.min(found.cost),
            total: dag.count(),
            sequences: dag.list(self.options.max_repairs.max(1)),
        }
    }
}
