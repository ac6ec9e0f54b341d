//! Ranking: how far parsing goes on from each goal, and which goals are kept (the paper's Section 5.3).

use lrtable::{StateId, TokenId, pack::Tables};

use super::{
    arena::{Arena, Simulated, StackId},
    budget::Meter,
    dag::Goal,
    limits,
    search::Success,
};
use crate::engine::{Outcome, Stack, run};

/// The goals from which parsing gets furthest, or least far if `furthest` is not set.
///
/// Each is parsed on once, to at most [`limits::RANK_LEXEMES`] behind the error at `start`. To be accepted counts as far
/// as to fail at the end of the input.
pub(crate) fn keep_best(
    tables: &Tables<'_>,
    tokens: &[TokenId],
    arena: &Arena<'_>,
    start: usize,
    goals: &[Success],
    furthest: bool,
    meter: &mut Meter,
) -> Vec<Goal> {
    let limit = start.saturating_add(limits::RANK_LEXEMES);
    let mut above = Vec::new();
    let reached: Vec<(usize, bool)> = goals
        .iter()
        .map(|goal| {
            parse_on(tables, tokens, arena, goal.stack, goal.position, limit, &mut above, meter)
        })
        .collect();
    let distances = reached.iter().map(|(distance, _)| *distance);
    let best = if furthest { distances.max() } else { distances.min() };
    goals
        .iter()
        .zip(&reached)
        .filter(|(_, (distance, _))| Some(*distance) == best)
        .map(|(goal, (_, accepts))| Goal { node: goal.node, accepts: *accepts })
        .collect()
}

/// The position up to which `stack` can parse on from `position`, at most `limit`, and whether it is then accepted.
#[expect(
    clippy::too_many_arguments,
    reason = "a pure function of a configuration, its input and its limits"
)]
fn parse_on(
    tables: &Tables<'_>,
    tokens: &[TokenId],
    arena: &Arena<'_>,
    stack: StackId,
    position: usize,
    limit: usize,
    above: &mut Vec<StateId>,
    meter: &mut Meter,
) -> (usize, bool) {
    let mut stack = Simulated::new(arena, stack, above);
    let mut position = position;
    while position < limit {
        meter.work += 1;
        match run(tables, &mut stack, tokens[position]) {
            Outcome::Shift(state) => {
                stack.push(state);
                position += 1;
            }
            Outcome::Accept => return (position, true),
            Outcome::Error => return (position, false),
        }
    }
    (limit, false)
}
