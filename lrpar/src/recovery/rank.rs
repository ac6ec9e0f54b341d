//! Ranking: how far parsing goes on from each goal, and which goals are kept (the paper's Section 5.3).

use lrtable::{StateId, TokenId, hash::Map, pack::Tables};

use super::{
    Place,
    arena::{Arena, Simulated, StackId},
    budget::Meter,
    dag::Goal,
    limits,
    search::Success,
};
use crate::engine::{Outcome, Stack, run};

/// The goals from which parsing gets furthest, or least far if `furthest` is not set.
///
/// Each is parsed on to at most [`limits::RANK_LEXEMES`] behind the error at `start`. To be accepted counts as far as to
/// fail at the end of the input. Also says how far parsing gets from those that are kept, and whether from one of them to accept.
pub(crate) fn keep_best(
    tables: &Tables<'_>,
    tokens: &[TokenId],
    arena: &mut Arena<'_>,
    start: usize,
    goals: &[Success],
    furthest: bool,
    meter: &mut Meter,
) -> (Vec<Goal>, Reach) {
    let limit = start.saturating_add(limits::RANK_LEXEMES);
    let mut runs = Runs { tables, tokens, arena, limit, known: Map::default(), above: Vec::new() };
    let reached: Vec<Reach> = goals
        .iter()
        .map(|goal| {
            if goals.len() < limits::SHARED_RANKING {
                runs.alone(goal.stack, goal.position, meter)
            } else {
                runs.shared(goal.stack, goal.position, meter)
            }
        })
        .collect();
    let distances = reached.iter().map(|reach| reach.position);
    let best = if furthest { distances.max() } else { distances.min() };
    let kept: Vec<Goal> = goals
        .iter()
        .zip(&reached)
        .filter(|(_, reach)| Some(reach.position) == best)
        .map(|(goal, reach)| Goal { node: goal.node, accepts: reach.accepts })
        .collect();
    let accepts = kept.iter().any(|goal| goal.accepts);
    (kept, Reach { position: best.unwrap_or(start), accepts })
}

/// How far parsing goes on from `stack` at `position`, up to `limit`.
pub(super) fn reach(
    tables: &Tables<'_>,
    tokens: &[TokenId],
    arena: &mut Arena<'_>,
    (stack, position): (StackId, usize),
    limit: usize,
    meter: &mut Meter,
) -> Reach {
    let mut runs = Runs { tables, tokens, arena, limit, known: Map::default(), above: Vec::new() };
    runs.alone(stack, position, meter)
}

/// How far parsing goes on up to `limit` if `made` is put in place of the lexemes from `start`, behind `place`, to before
/// `end`, after which it does go on.
pub(super) fn after(
    place: Place<'_>,
    (start, end): (usize, usize),
    made: &[TokenId],
    limit: usize,
    meter: &mut Meter,
) -> Reach {
    let Place { tables, tokens, stack, position } = place;
    let mut arena = Arena::new(stack);
    let whole = arena.base_prefix(stack.len());
    let at_start = arena.shift_all(tables, whole, &tokens[position..start]);
    let behind = arena.shift_all(tables, at_start, made);
    reach(tables, tokens, &mut arena, (behind, end), limit, meter)
}

/// How far parsing goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Up to this position, at most the limit.
    pub(crate) position: usize,
    /// Is the input accepted there?
    pub(crate) accepts: bool,
}

impl Reach {
    /// Does it get so far behind an error that what comes then is another one?
    pub(super) fn gets_on(self, detected: usize) -> bool {
        self.accepts || self.position >= detected + limits::GETS_ON
    }
}

struct Runs<'a, 'b> {
    tables: &'a Tables<'a>,
    tokens: &'a [TokenId],
    arena: &'a mut Arena<'b>,
    limit: usize,
    /// How far parsing goes on from stacks that runs came to between two lexemes.
    known: Map<(StackId, usize), Reach>,
    above: Vec<StateId>,
}

impl Runs<'_, '_> {
    /// Parses on from `stack` at `position`.
    fn alone(&mut self, stack: StackId, position: usize, meter: &mut Meter) -> Reach {
        let mut stack = Simulated::new(self.arena, stack, &mut self.above);
        let mut position = position;
        while position < self.limit {
            meter.work += 1;
            match run(self.tables, &mut stack, self.tokens[position]) {
                Outcome::Shift(state) => {
                    stack.push(state);
                    position += 1;
                }
                outcome => return Reach { position, accepts: outcome == Outcome::Accept },
            }
        }
        Reach { position: self.limit, accepts: false }
    }

    /// The same. Where many goals are ranked, their runs soon come to the same stacks: from there on one run serves all.
    fn shared(&mut self, stack: StackId, position: usize, meter: &mut Meter) -> Reach {
        let (mut stack, mut position) = (stack, position);
        let mut passed = Vec::new();
        let reach = loop {
            if position >= self.limit {
                break Reach { position: self.limit, accepts: false };
            }
            if let Some(reach) = self.known.get(&(stack, position)) {
                break *reach;
            }
            passed.push((stack, position));
            meter.work += 1;
            let mut simulated = Simulated::new(self.arena, stack, &mut self.above);
            match run(self.tables, &mut simulated, self.tokens[position]) {
                Outcome::Shift(state) => {
                    let below = simulated.below();
                    stack = self.arena.push_all(below, &self.above);
                    stack = self.arena.push(stack, state);
                    position += 1;
                }
                outcome => break Reach { position, accepts: outcome == Outcome::Accept },
            }
        };
        for at in passed {
            self.known.get_or_insert_with(at, || reach);
        }
        reach
    }
}
