//! What a repair fills in: the tokens that could stand where it inserts some, and the rules of
//! which what it inserts is a whole sentence.
//!
//! In: a place before a repair sequence, and the sequence up to a change. A rule is derived if
//! after the inserted tokens the parser, at the lexeme that follows, has reduced all of them, and
//! nothing else, to it. Cost: a simulation of each token of the grammar, and of the lexemes from
//! the place to the change, all charged.

use lrtable::{ProdId, RuleId, StateId, TokenId, pack::Tables};

use super::{
    arena::StackId,
    budget::{Meter, Spent},
    sequence::Repair,
    sim::{Place, Simulated, expected_on},
};
use crate::engine::{Stack, run};

/// What could stand where tokens are inserted.
pub(crate) struct Gap {
    /// The tokens that are expected there, each with the state that shifts it.
    pub(crate) expected: Vec<(TokenId, StateId)>,
    /// The rules of which the inserted tokens are a sentence.
    pub(crate) derived: Vec<RuleId>,
}

impl Gap {
    /// Returns the gap that `inserted` fills before the lexeme `next`, after `repairs` are made at
    /// `place`; `None` if they cannot be made.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(crate) fn new(
        place: Place<'_>,
        repairs: &[Repair],
        inserted: &[TokenId],
        next: TokenId,
        meter: &Meter,
    ) -> Result<Option<Gap>, Spent> {
        let (mut sim, at) = place.sim(meter);
        let Some((stack, _)) = sim.replay(at, repairs)? else { return Ok(None) };
        let expected = expected_on(&mut sim, stack);
        let [first, rest @ ..] = inserted else { return Ok(None) };
        let Some(mut filled) = sim.shift(stack, *first)? else { return Ok(None) };
        let below = sim.arena.pop(filled, 1);
        for token in rest {
            let Some(next) = sim.shift(filled, *token)? else { return Ok(None) };
            filled = next;
        }
        let mut above = Vec::new();
        let simulated = Simulated::new(&sim.arena, meter, filled, &mut above);
        let mut watched =
            Watched { simulated, tables: place.tables, below, rule: None, derived: Vec::new() };
        run(place.tables, &mut watched, next);
        Ok(Some(Gap { expected, derived: watched.derived }))
    }
}

/// A stack that records to which rules all above `below` is reduced.
struct Watched<'s, 'a> {
    simulated: Simulated<'s, 'a>,
    tables: &'s Tables<'s>,
    below: StackId,
    /// The rule of the last reduction.
    rule: Option<RuleId>,
    derived: Vec<RuleId>,
}

impl Stack for Watched<'_, '_> {
    fn top(&self) -> StateId {
        self.simulated.top()
    }

    fn reduce(&mut self, prod: ProdId, len: usize) {
        self.rule = Some(self.tables.production(prod).0);
        self.simulated.reduce(prod, len);
    }

    fn push(&mut self, state: StateId) {
        self.simulated.push(state);
        if self.simulated.below == self.below && self.simulated.above.len() == 1 {
            self.derived.extend(self.rule);
        }
    }

    fn goes_on(&mut self) -> bool {
        self.simulated.goes_on()
    }
}
