//! Alternatives to the cheapest repairs: candidates, and how far parsing goes on after each.
//!
//! The search finds the cheapest repairs. Alternatives are all made in one way: edits are tried on the stack before them
//! ([`Trial`]), parsing goes on, and those after which it gets far enough are kept.

pub(super) mod brackets;
pub(super) mod lines;
pub(super) mod nearby;
pub(super) mod replace;
pub(super) mod spelling;
pub(super) mod statement;

use lrtable::{Action, TokenId};

use super::{
    arena::StackId,
    budget::{Meter, Spent},
    sequence::{Candidate, Repair, RepairKind, RepairSequence},
    sim::{Distance, Place, Sim},
};

impl<'a> Place<'a> {
    /// Makes a candidate of `repairs` from `start` on; computes its cost.
    pub(super) fn candidate(
        self,
        start: usize,
        kind: RepairKind,
        repairs: Vec<Repair>,
        accepts: bool,
    ) -> Candidate {
        let price = |costs: &[u8], token: TokenId| costs.get(token.index()).copied().unwrap_or(1);
        let mut sequence = RepairSequence { start, kind, cost: 0, repairs };
        let costs = sequence.placed().map(|(at, repair)| match repair {
            Repair::Insert(token) => price(self.tables.insert_costs, token),
            Repair::Delete => price(self.tables.delete_costs, self.tokens[at]),
            Repair::Shift => 0,
        });
        sequence.cost = costs.fold(0, |sum: u32, cost| sum.saturating_add(cost.into()));
        Candidate { sequence, accepts, corrects: kind == RepairKind::Spelling }
    }
}

/// Trial of edits at one place after another.
pub(super) struct Trial<'a> {
    pub(super) place: Place<'a>,
    sim: Sim<'a>,
    stack: StackId,
    at: usize,
}

impl<'a> Trial<'a> {
    /// Begins at `place`.
    pub(super) fn new(place: Place<'a>, meter: &'a Meter) -> Self {
        let (sim, (stack, at)) = place.sim(meter);
        Trial { place, sim, stack, at }
    }

    /// Moves forward to the lexeme at `position`; all lexemes up to there must be shiftable.
    pub(super) fn go_to(&mut self, position: usize) -> Result<(), Spent> {
        self.stack = self.sim.shift_all(self.stack, self.at..position)?;
        self.at = position;
        Ok(())
    }

    /// Returns whether the state on top has an action for `token`.
    pub(super) fn may_insert(&self, token: TokenId) -> bool {
        self.place.tables.insert_costs[token.index()] > 0
            && self.sim.action(self.stack, token) != Action::Error
    }

    /// Moves forward to a sequence; returns how far parsing goes on after it, up to `limit`, or `None` if it cannot be made.
    pub(super) fn after(
        &mut self,
        sequence: &RepairSequence,
        limit: usize,
    ) -> Result<Option<Distance>, Spent> {
        self.go_to(sequence.start)?;
        let made = self.sim.replay((self.stack, self.at), &sequence.repairs)?;
        let limit = limit.min(self.place.tokens.len());
        made.map(|(stack, position)| self.sim.go_on(stack, position, limit)).transpose()
    }
}
