//! Panic mode, and the fall-back that always gets on: take states off the stack, or else skip lexemes, until parsing can go on.
//!
//! Panic mode goes on wherever a lexeme has an action. The fall-back drops a region: it goes on where parsing gets past several lexemes,
//! so that a page of another text is one error and not one a lexeme.
//!
//! The stack is looked at from its top down, and only as far as a state is found, so that an error near the top of a deep stack
//! costs what it costs on a short one. Costs are the states that are looked at and the lexemes that are skipped, not their
//! product, and at most [`limits::FALL_BACK_DEPTH`] states, but for the end of the input.

use lrtable::{Action, ProdId, StateId, TokenId, hash::Map};

use super::{
    arena::StackId,
    budget::Spent,
    limits,
    sim::{Sim, Simulated},
};
use crate::engine::{Outcome, Stack, run};

/// Where parsing goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resume {
    /// The number of states that stay on the parser's stack.
    pub(crate) depth: usize,
    /// The position in the input.
    pub(crate) position: usize,
}

/// Panic mode after Holub (1990), as the paper's Figure 4 has it: the topmost state that has *any* action for the next
/// lexeme; if no state has, the lexeme is skipped. `None` if not even `$` finds one.
///
/// An action may be a reduction that leads straight back to the same error. So that a parse always ends, a second call at
/// the same position must take something off: then `last`, the depth and position at which the first one resumed, keeps it
/// below that depth.
///
/// # Errors
///
/// If the budget is spent.
pub(super) fn holub(
    sim: &Sim<'_>,
    (stack, position): (StackId, usize),
    last: Option<Resume>,
) -> Result<Option<Resume>, Spent> {
    let mut index = ActionIndex::new(sim, stack);
    for position in position..sim.tokens.len() {
        sim.meter.charge_lexeme(sim.tokens[position] == sim.tables.eof())?;
        let below = match last {
            Some(last) if last.position == position => last.depth.saturating_sub(1),
            _ => usize::MAX,
        };
        if let Some(depth) = index.next(sim.tokens[position], below)? {
            return Ok(Some(Resume { depth, position }));
        }
    }
    Ok(None)
}

/// The fall-back: the first lexeme from which parsing gets past so many, or to acceptance, once the stack is cut back
/// to one of the topmost states with an action for it; or the end of the input, where it is accepted. `None` if it is not.
///
/// # Errors
///
/// If the budget is spent.
pub(super) fn region(
    sim: &Sim<'_>,
    (stack, position): (StackId, usize),
    clean: usize,
) -> Result<Option<Resume>, Spent> {
    let Sim { tables, tokens, meter, .. } = sim;
    let work = clean as u64 * limits::REGION_WORK;
    let mut index = ActionIndex::new(sim, stack);
    let end = tokens.len() - 1;
    for position in position..end {
        meter.charge_lexeme(false)?;
        let mut below = usize::MAX;
        for _ in 0..limits::REGION_TRIES {
            let Some(depth) = index.next(tokens[position], below)? else { break };
            if meter.trial(work, || gets_on(sim, index.prefix(depth), position, clean))? {
                return Ok(Some(Resume { depth, position }));
            }
            below = depth - 1;
        }
    }
    meter.charge_lexeme(true)?;
    let mut seen = Map::default();
    let mut below = usize::MAX;
    while let Some(depth) = index.next(tables.eof(), below)? {
        meter.charge(limits::STEPS_A_UNIT)?;
        let mut above = Vec::new();
        let simulated = Simulated::new(&sim.arena, meter, index.prefix(depth), &mut above);
        let mut stack = Refusing { simulated, seen: &mut seen };
        let outcome = run(tables, &mut stack, tables.eof());
        if stack.simulated.is_spent {
            return Err(Spent);
        }
        if outcome != Outcome::Error {
            return Ok(Some(Resume { depth, position: end }));
        }
        below = depth - 1;
    }
    Ok(None)
}

/// Whether parsing gets past `count` lexemes from `stack` at `position`, or to acceptance.
fn gets_on(sim: &Sim<'_>, stack: StackId, position: usize, count: usize) -> Result<bool, Spent> {
    let mut above = Vec::new();
    let mut simulated = Simulated::new(&sim.arena, sim.meter, stack, &mut above);
    for &token in sim.tokens[position..].iter().take(count) {
        sim.meter.charge(limits::STEPS_A_UNIT)?;
        match run(sim.tables, &mut simulated, token) {
            _ if simulated.is_spent => return Err(Spent),
            Outcome::Shift(state) => simulated.push(state),
            outcome => return Ok(outcome == Outcome::Accept),
        }
    }
    Ok(true)
}

/// The topmost states of a stack that have an action for a token, found from the top down as far as they are asked for.
struct ActionIndex<'s, 'a> {
    sim: &'s Sim<'a>,
    /// How many prefixes of the stack are prefixes of the parser's, and the others, the shortest first.
    of_base: usize,
    above: Vec<StackId>,
    /// How many states, from the top down, were looked at, and for each token the greatest depth of one that has an action for
    /// it; 0 if there is none.
    looked_at: usize,
    topmost: Vec<usize>,
    seen: Vec<bool>,
}

impl<'s, 'a> ActionIndex<'s, 'a> {
    fn new(sim: &'s Sim<'a>, stack: StackId) -> Self {
        let (of_base, above) = sim.arena.prefixes(stack);
        let topmost = vec![0; sim.tables.token_count + 1];
        let seen = vec![false; sim.tables.state_count()];
        ActionIndex { sim, of_base, above, looked_at: 0, topmost, seen }
    }

    /// The prefix of so many states, at least one.
    fn prefix(&self, depth: usize) -> StackId {
        match depth.checked_sub(self.of_base + 1) {
            Some(at) => self.above[at],
            None => self.sim.arena.base_prefix(depth),
        }
    }

    /// The state at a depth.
    fn state(&self, depth: usize) -> StateId {
        self.sim.arena.top(self.prefix(depth))
    }

    /// The greatest depth, at most `below`, of a state with an action for `token`.
    fn next(&mut self, token: TokenId, below: usize) -> Result<Option<usize>, Spent> {
        let Sim { tables, meter, .. } = *self.sim;
        let depth = self.of_base + self.above.len();
        let most = match token == tables.eof() {
            true => depth,
            false => depth.min(limits::FALL_BACK_DEPTH),
        };
        while self.topmost[token.index()] == 0 && self.looked_at < most {
            meter.charge(1)?;
            let depth = depth - self.looked_at;
            self.looked_at += 1;
            let state = self.state(depth);
            if std::mem::replace(&mut self.seen[state.index()], true) {
                continue;
            }
            meter.charge(tables.token_count as u64 / 8)?;
            for token in tables.token_ids() {
                let topmost = &mut self.topmost[token.index()];
                if *topmost == 0 && tables.action(state, token) != Action::Error {
                    *topmost = depth;
                }
            }
        }
        let topmost = self.topmost[token.index()];
        if topmost <= below {
            return Ok((topmost > 0).then_some(topmost));
        }
        for depth in (depth - most + 1..=below).rev() {
            meter.charge(1)?;
            if tables.action(self.state(depth), token) != Action::Error {
                return Ok(Some(depth));
            }
        }
        Ok(None)
    }
}

/// A stack that stops where one came from which the same token was refused.
struct Refusing<'s, 'a> {
    simulated: Simulated<'s, 'a>,
    /// The stacks, of one state above the parser's own, that were come to.
    seen: &'s mut Map<(StackId, StateId), ()>,
}

impl Stack for Refusing<'_, '_> {
    fn top(&self) -> StateId {
        self.simulated.top()
    }

    fn reduce(&mut self, prod: ProdId, len: usize) {
        self.simulated.reduce(prod, len);
    }

    fn push(&mut self, state: StateId) {
        self.simulated.push(state);
    }

    fn goes_on(&mut self) -> bool {
        let [state] = self.simulated.above[..] else { return self.simulated.goes_on() };
        let known = self.seen.len();
        self.seen.get_or_insert_with((self.simulated.below, state), || ());
        self.simulated.goes_on() && self.seen.len() > known
    }
}
