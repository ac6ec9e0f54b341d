//! The simulator: the table run on stacks of an [`Arena`], every reduction and every shift charged
//! to a [`Meter`].
//!
//! All of recovery runs the table here, so that every loop around it is bounded by the budget: a
//! simulation that reduces a stack a million deep is charged for it, and ends when the budget does.

use std::ops::Range;

use lrtable::{Action, ProdId, StateId, TokenId, pack::Tables};

use super::{
    arena::{Arena, StackId},
    budget::{Meter, Spent},
    limits,
    sequence::Repair,
};
use crate::engine::{Outcome, Stack, run};

/// A place: a table, an input, and the parser's stack at a position in it.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) tables: &'a Tables<'a>,
    /// The input, ending in `$`.
    pub(crate) tokens: &'a [TokenId],
    /// The stack before the lexeme at `position`.
    pub(crate) stack: &'a [StateId],
    pub(crate) position: usize,
}

impl<'a> Place<'a> {
    /// Makes a simulator for stacks above this one; returns it and where it begins.
    pub(super) fn sim(self, meter: &'a Meter) -> (Sim<'a>, (StackId, usize)) {
        let sim = Sim::new(self.tables, self.tokens, Arena::new(self.stack), meter);
        let whole = sim.arena.base_prefix(self.stack.len());
        (sim, (whole, self.position))
    }
}

/// How far parsing goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Distance {
    /// The position reached, at most the limit.
    pub(crate) position: usize,
    /// Whether the input is accepted there.
    pub(crate) accepts: bool,
}

impl Distance {
    /// Returns whether parsing gets so far past an error that what comes then is another error.
    pub(super) fn gets_on(self, detected: usize) -> bool {
        self.accepts || self.position >= detected + limits::GETS_ON
    }
}

/// A simulator: a table, and the stacks that it is run on.
pub(crate) struct Sim<'a> {
    pub(crate) tables: &'a Tables<'a>,
    /// The input, ending in `$`.
    pub(crate) tokens: &'a [TokenId],
    pub(crate) arena: Arena<'a>,
    pub(crate) meter: &'a Meter,
    /// States that the last simulation left above the interned part of its stack.
    above: Vec<StateId>,
}

impl<'a> Sim<'a> {
    /// Makes a simulator that runs `tables` over `tokens` on stacks of `arena`, and charges
    /// `meter`.
    pub(crate) fn new(
        tables: &'a Tables<'a>,
        tokens: &'a [TokenId],
        arena: Arena<'a>,
        meter: &'a Meter,
    ) -> Self {
        Sim { tables, tokens, arena, meter, above: Vec::new() }
    }

    /// Returns the action for `token` in the state on top of `stack`, before any reduction.
    #[inline]
    pub(crate) fn action(&self, stack: StackId, token: TokenId) -> Action {
        self.tables.action(self.arena.top(stack), token)
    }

    /// Runs `token` on `stack`; returns the outcome, and the interned stack below the states left
    /// in `self.above`.
    #[inline]
    fn run(&mut self, stack: StackId, token: TokenId) -> Result<(Outcome, StackId), Spent> {
        self.meter.charge(limits::STEPS_A_UNIT)?;
        let mut simulated = Simulated::new(&self.arena, self.meter, stack, &mut self.above);
        let outcome = run(self.tables, &mut simulated, token);
        if simulated.is_spent { Err(Spent) } else { Ok((outcome, simulated.below)) }
    }

    /// Returns the outcome of `token` on `stack`.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(crate) fn outcome(&mut self, stack: StackId, token: TokenId) -> Result<Outcome, Spent> {
        Ok(self.run(stack, token)?.0)
    }

    /// Returns the stack after `token` is shifted; `None` if it is accepted or refused.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(crate) fn shift(
        &mut self,
        stack: StackId,
        token: TokenId,
    ) -> Result<Option<StackId>, Spent> {
        let (Outcome::Shift(state), below) = self.run(stack, token)? else { return Ok(None) };
        let stack = self.arena.push_all(below, &self.above);
        Ok(Some(self.arena.push(stack, state)))
    }

    /// Returns the stack after the reductions by which `token` is accepted; `None` if it is shifted
    /// or refused.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(crate) fn accept(
        &mut self,
        stack: StackId,
        token: TokenId,
    ) -> Result<Option<StackId>, Spent> {
        let (outcome, below) = self.run(stack, token)?;
        let accepts = outcome == Outcome::Accept;
        Ok(accepts.then(|| self.arena.push_all(below, &self.above)))
    }

    /// Returns the stack after the lexemes of a range, all of which must be shiftable.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(crate) fn shift_all(
        &mut self,
        stack: StackId,
        range: Range<usize>,
    ) -> Result<StackId, Spent> {
        let end = range.end;
        let (distance, below) = self.run_on(stack, range)?;
        debug_assert_eq!(distance.position, end, "it was shifted before");
        Ok(self.arena.push_all(below, &self.above))
    }

    /// Returns the stack and the position after `repairs`, made at `position`; `None` if they
    /// cannot be made.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(crate) fn replay(
        &mut self,
        (stack, position): (StackId, usize),
        repairs: &[Repair],
    ) -> Result<Option<(StackId, usize)>, Spent> {
        let (mut stack, mut position) = (stack, position);
        for repair in repairs {
            let shifted = match repair {
                Repair::Insert(token) => self.shift(stack, *token)?,
                Repair::Shift => self.shift(stack, self.tokens[position])?,
                Repair::Delete => {
                    self.meter.charge(1)?;
                    Some(stack)
                }
            };
            let Some(next) = shifted else { return Ok(None) };
            stack = next;
            position += repair.lexemes();
        }
        Ok(Some((stack, position)))
    }

    /// Returns how far parsing goes on from `stack` at `position`, up to `limit`. Interns no stack.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(crate) fn go_on(
        &mut self,
        stack: StackId,
        position: usize,
        limit: usize,
    ) -> Result<Distance, Spent> {
        Ok(self.run_on(stack, position.min(limit)..limit)?.0)
    }

    /// Shifts the lexemes of a range from `stack` on; returns how far that goes, and the interned
    /// stack below the states left in `self.above`.
    fn run_on(
        &mut self,
        stack: StackId,
        range: Range<usize>,
    ) -> Result<(Distance, StackId), Spent> {
        let mut simulated = Simulated::new(&self.arena, self.meter, stack, &mut self.above);
        let limit = range.end;
        for position in range {
            self.meter.charge(limits::STEPS_A_UNIT)?;
            match run(self.tables, &mut simulated, self.tokens[position]) {
                _ if simulated.is_spent => return Err(Spent),
                Outcome::Shift(state) => simulated.push(state),
                outcome => {
                    let accepts = outcome == Outcome::Accept;
                    return Ok((Distance { position, accepts }, simulated.below));
                }
            }
        }
        Ok((Distance { position: limit, accepts: false }, simulated.below))
    }
}

/// A stack that a simulation works on: an interned stack, and above it states that are not
/// interned.
pub(super) struct Simulated<'s, 'a> {
    arena: &'s Arena<'a>,
    meter: &'s Meter,
    pub(super) below: StackId,
    pub(super) above: &'s mut Vec<StateId>,
    /// Whether the simulation stopped because the budget is spent.
    pub(super) is_spent: bool,
}

impl<'s, 'a> Simulated<'s, 'a> {
    pub(super) fn new(
        arena: &'s Arena<'a>,
        meter: &'s Meter,
        stack: StackId,
        above: &'s mut Vec<StateId>,
    ) -> Self {
        above.clear();
        Simulated { arena, meter, below: stack, above, is_spent: false }
    }
}

impl Stack for Simulated<'_, '_> {
    #[inline]
    fn top(&self) -> StateId {
        match self.above.last() {
            Some(state) => *state,
            None => self.arena.top(self.below),
        }
    }

    #[inline]
    fn reduce(&mut self, _: ProdId, len: usize) {
        if len <= self.above.len() {
            self.above.truncate(self.above.len() - len);
        } else {
            self.below = self.arena.pop(self.below, len - self.above.len());
            self.above.clear();
        }
    }

    #[inline]
    fn push(&mut self, state: StateId) {
        self.above.push(state);
    }

    #[inline]
    fn goes_on(&mut self) -> bool {
        self.is_spent = self.meter.charge(1).is_err();
        !self.is_spent
    }
}

/// Returns the tokens that can be shifted on `stack`, or accepted, with the states that do so, as
/// far as `steps` steps suffice; and the steps taken.
pub(crate) fn expected(
    tables: &Tables<'_>,
    stack: &[StateId],
    steps: u64,
) -> (Vec<(TokenId, StateId)>, u64) {
    let meter = Meter::of_steps(steps);
    let mut sim = Sim::new(tables, &[], Arena::new(stack), &meter);
    let whole = sim.arena.base_prefix(stack.len());
    (expected_on(&mut sim, whole), meter.steps())
}

/// Returns the tokens that can be shifted on `stack`, or accepted, with the states that do so, as
/// far as the budget suffices.
pub(super) fn expected_on(sim: &mut Sim<'_>, stack: StackId) -> Vec<(TokenId, StateId)> {
    let tables = sim.tables;
    let expected = |token: TokenId| {
        // A token that is never inserted, except `$`, is in no input either.
        if token != tables.eof() && tables.insert_costs[token.index()] == 0
            || sim.action(stack, token) == Action::Error
        {
            return None;
        }
        let (outcome, below) = sim.run(stack, token).ok()?;
        let top = sim.above.last().copied().unwrap_or_else(|| sim.arena.top(below));
        (outcome != Outcome::Error).then_some((token, top))
    };
    tables.token_ids().filter_map(expected).collect()
}
