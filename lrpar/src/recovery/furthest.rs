//! Ranking: how far parsing goes on from each success, and which successes are kept (the paper's
//! Section 5.3).
//!
//! In: the successes of a search. Out: those from which parsing gets furthest, by the ordinary
//! table and without repairs; acceptance and an error at the end of the input are equally far, as
//! in the paper. Cost: one parse of at most [`limits::RANK_LEXEMES`] lexemes for each success; runs
//! that reach equal stacks are joined where there are many successes.

use lrtable::hash::{Index, Map};

use super::{
    arena::StackId,
    budget::Spent,
    limits,
    repair_dag::KeptSuccess,
    search::Success,
    sim::{Distance, Sim},
};

/// The successes that ranking keeps.
pub(crate) struct Kept {
    pub(crate) successes: Vec<KeptSuccess>,
    /// How far parsing gets from the successes, and whether from one of them to acceptance.
    pub(crate) distance: Distance,
    /// Whether all successes were ranked before the budget was spent.
    pub(crate) complete: bool,
}

/// Bytes of a stack with its distance, and its slots in the index.
const KNOWN_BYTES: usize = size_of::<((StackId, usize), Distance)>() + Index::BYTES;

/// Returns the successes from which parsing gets furthest, or least far if `furthest` is not set.
///
/// Parsing goes on to at most [`limits::RANK_LEXEMES`] after the error at `detected`. Acceptance
/// counts as failing at the end of the input.
pub(crate) fn keep_furthest(
    sim: &mut Sim<'_>,
    detected: usize,
    successes: &[Success],
    furthest: bool,
) -> Kept {
    let limit = detected.saturating_add(limits::RANK_LEXEMES).min(sim.tokens.len());
    let beside = sim.meter.held().saturating_sub(sim.arena.bytes());
    let mut known = Map::default();
    let mut reached: Vec<Distance> = Vec::with_capacity(successes.len());
    for success in successes {
        let distance = if successes.len() < limits::SHARED_RANKING {
            sim.go_on(success.stack, success.position, limit)
        } else {
            go_on_shared(sim, success, limit, beside, &mut known)
        };
        let Ok(distance) = distance else { break };
        reached.push(distance);
    }
    let complete = reached.len() == successes.len();
    if reached.is_empty() {
        // Without a budget for ranking, the first success is kept.
        reached.extend(
            successes.first().map(|first| Distance { position: first.position, accepts: false }),
        );
    }
    let distances = reached.iter().map(|distance| distance.position);
    let best = if furthest { distances.max() } else { distances.min() };
    let kept: Vec<KeptSuccess> = successes
        .iter()
        .zip(&reached)
        .filter(|(_, distance)| Some(distance.position) == best)
        .map(|(success, distance)| KeptSuccess { node: success.node, accepts: distance.accepts })
        .collect();
    let accepts = kept.iter().any(|kept| kept.accepts);
    let distance = Distance { position: best.unwrap_or(detected), accepts };
    Kept { successes: kept, distance, complete }
}

/// Returns how far parsing goes on from a success. Where many are ranked, their runs soon reach
/// equal stacks, from which one run serves all. `known` has the distances from those stacks;
/// `beside` bytes are in use beside it and the arena.
fn go_on_shared(
    sim: &mut Sim<'_>,
    success: &Success,
    limit: usize,
    beside: usize,
    known: &mut Map<(StackId, usize), Distance>,
) -> Result<Distance, Spent> {
    let (mut stack, mut position) = (success.stack, success.position);
    let mut passed = Vec::new();
    let distance = loop {
        if position >= limit {
            break Distance { position: limit, accepts: false };
        }
        if let Some(distance) = known.get(&(stack, position)) {
            break *distance;
        }
        passed.push((stack, position));
        match sim.shift(stack, sim.tokens[position])? {
            Some(next) => {
                stack = next;
                position += 1;
            }
            None => break sim.go_on(stack, position, limit)?,
        }
    };
    for at in passed {
        known.get_or_insert_with(at, || distance);
    }
    sim.meter.hold(beside + sim.arena.bytes() + known.len() * KNOWN_BYTES)?;
    Ok(distance)
}
