//! Panic mode, and the fall-back that always reaches the end: pop states, or else skip lexemes,
//! until parsing can go on.
//!
//! Panic mode resumes wherever a lexeme has an action. The fall-back drops a region: it resumes
//! where parsing gets past several lexemes, so that a page of another text is one error and not one
//! for each lexeme.
//!
//! The stack is searched from its top down, only until a state is found, so that an error near the
//! top of a deep stack costs as much as on a shallow one. Cost: the states that are looked at plus
//! the lexemes that are skipped, not their product; at most [`limits::FALL_BACK_DEPTH`] states,
//! except at the end of the input.

use lrtable::{Action, ProdId, StateId, TokenId, hash::Map};

use super::{
    arena::StackId,
    budget::{Allowance, Limit, Spent},
    limits,
    sim::{Distance, Sim, Simulated},
};
use crate::engine::{Outcome, Stack, run};

/// Where parsing resumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resume {
    /// The number of states that are left on the parser's stack.
    pub(crate) depth: usize,
    /// The position in the input.
    pub(crate) position: usize,
}

/// Panic mode after Holub (1990), as in the paper's Figure 4: finds the topmost state that has
/// *any* action for the next lexeme; if there is none, the lexeme is skipped. `None` if not even
/// `$` has one.
///
/// An action may be a reduction that leads straight back to the error. So that a parse always ends,
/// a second call at one position must pop something: `last`, the depth and position at which the
/// first one resumed, keeps it below that depth.
///
/// # Errors
///
/// If the budget is spent.
pub(super) fn holub(
    sim: &mut Sim<'_>,
    (stack, position): (StackId, usize),
    last: Option<Resume>,
) -> Result<Option<Resume>, Spent> {
    let Sim { tables, tokens, meter, .. } = *sim;
    let mut index = ActionIndex::new(sim, stack);
    for (position, token) in tokens.iter().enumerate().skip(position) {
        meter.charge_lexeme(*token == tables.eof())?;
        let below = match last {
            Some(last) if last.position == position => last.depth.saturating_sub(1),
            _ => usize::MAX,
        };
        if let Some(depth) = index.next(*token, below)? {
            return Ok(Some(Resume { depth, position }));
        }
    }
    Ok(None)
}

/// The fall-back: finds the first lexeme from which parsing gets past `clean` lexemes, or to
/// acceptance, once the stack is cut back to one of the topmost states with an action for it; or
/// the end of the input, where that is accepted. `None` if it is not.
///
/// # Errors
///
/// If the budget is spent.
pub(super) fn region(
    sim: &mut Sim<'_>,
    (stack, position): (StackId, usize),
    clean: usize,
) -> Result<Option<Resume>, Spent> {
    let Sim { tables, tokens, meter, .. } = *sim;
    let work = clean as u64 * limits::REGION_WORK;
    let mut index = ActionIndex::new(sim, stack);
    let end = tokens.len() - 1;
    for position in position..end {
        meter.charge_lexeme(false)?;
        let limit = position.saturating_add(clean).min(tokens.len());
        let mut below = usize::MAX;
        for _ in 0..limits::REGION_TRIES {
            let Some(depth) = index.next(tokens[position], below)? else { break };
            let stack = index.prefix(depth);
            let trial = Allowance::Beside(work);
            match meter.within(trial, || index.sim.go_on(stack, position, limit)) {
                Ok(Distance { position: end, accepts }) if accepts || end == limit => {
                    return Ok(Some(Resume { depth, position }));
                }
                Err(Spent) if meter.limit() != Some(Limit::Work) => return Err(Spent),
                _ => {}
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
        let (arena, stack) = (&index.sim.arena, index.prefix(depth));
        let simulated = Simulated::new(arena, meter, stack, &mut above);
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

/// Index of the topmost states of a stack with an action for a token, made from the top down as far
/// as needed.
struct ActionIndex<'s, 'a> {
    sim: &'s mut Sim<'a>,
    /// The number of the stack's prefixes that are prefixes of the parser's, and the other
    /// prefixes, the shortest first.
    of_base: usize,
    above: Vec<StackId>,
    /// The number of states looked at, from the top down, and for each token the greatest depth of
    /// one with an action for it; 0 if there is none.
    looked_at: usize,
    topmost: Vec<usize>,
    seen: Vec<bool>,
}

impl<'s, 'a> ActionIndex<'s, 'a> {
    fn new(sim: &'s mut Sim<'a>, stack: StackId) -> Self {
        let (of_base, above) = sim.arena.prefixes(stack);
        let topmost = vec![0; sim.tables.token_count + 1];
        let seen = vec![false; sim.tables.state_count()];
        ActionIndex { sim, of_base, above, looked_at: 0, topmost, seen }
    }

    /// Returns the prefix of `depth` states, at least one.
    fn prefix(&self, depth: usize) -> StackId {
        match depth.checked_sub(self.of_base + 1) {
            Some(at) => self.above[at],
            None => self.sim.arena.base_prefix(depth),
        }
    }

    /// Returns the state at a depth.
    fn state(&self, depth: usize) -> StateId {
        self.sim.arena.top(self.prefix(depth))
    }

    /// Returns the greatest depth, at most `below`, of a state with an action for `token`.
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

/// A stack that stops at stacks from which the token was refused before.
struct Refusing<'s, 'a> {
    simulated: Simulated<'s, 'a>,
    /// Stacks of one state above the parser's own that were reached.
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
