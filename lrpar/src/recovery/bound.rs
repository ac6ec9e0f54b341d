//! What guides a search: a lower bound of the cost that is left, for every configuration.
//!
//! A bound sees the lexemes ahead ([`horizon`]), and in a window of them exact distances of the table without its lookaheads
//! ([`window`]), as a function of the stack ([`stack`]). What it must know of the table ([`facts`]) is found out once.

mod facts;
mod horizon;
mod matrices;
mod memo;
mod neighbours;
mod quotient;
mod stack;
mod window;

use lrtable::{TokenId, pack::Tables};

pub(super) use self::facts::Facts;
use self::{
    horizon::Horizon,
    stack::StackCosts,
    window::{Extent, Window},
};
use super::{
    arena::StackId,
    budget::{Meter, Spent},
    sim::Sim,
};

named! {
    /// Which bound guides a search.
    pub enum Bound {
        /// None: the search is Dijkstra's.
        None = "no bound",
        /// Whether the state on top has an action for the next lexeme.
        NextLexeme = "next lexeme",
        /// Exact distances, lookaheads ignored, to where a success is at the earliest, shifts not counted.
        Places = "places",
        /// Exact distances, lookaheads ignored, in a window of 5 lexemes.
        Window5 = "window 5",
        /// Exact distances, lookaheads ignored, in a window of 10 lexemes.
        Window10 = "window 10",
    }
}

/// What a bound is made for.
#[derive(Clone, Copy)]
pub(super) struct Setting<'k> {
    pub(super) tables: &'k Tables<'k>,
    pub(super) facts: &'k Facts,
    /// The input, ending in `$`.
    pub(super) tokens: &'k [TokenId],
    /// Where the search starts, and where the error was detected.
    pub(super) position: usize,
    pub(super) detected: usize,
    /// No success that is wanted ends before this position, but at the end of the input.
    pub(super) earliest_end: usize,
    /// Prefixes of the parser's stack with fewer states than this have the bound 0.
    pub(super) shallowest: usize,
    /// Costs beyond this need not be told from what is impossible.
    pub(super) dearest: u32,
    pub(super) meter: &'k Meter,
}

/// What a search asks.
pub(super) struct Guide<'k> {
    pub(super) horizon: Horizon,
    pub(super) costs: StackCosts<'k>,
}

impl<'k> Guide<'k> {
    /// The guide by `bound`, which is one.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn new(bound: Bound, setting: Setting<'k>) -> Result<Self, Spent> {
        let horizon = Horizon::new(&setting)?;
        let extent = match bound {
            Bound::Window5 => Extent::Blocks(1),
            Bound::Window10 => Extent::Blocks(2),
            Bound::None | Bound::NextLexeme | Bound::Places => Extent::UpTo(setting.earliest_end),
        };
        let window = Window::new(setting, &horizon, extent)?;
        Ok(Guide { horizon, costs: StackCosts::new(window) })
    }

    /// A lower bound of the cost of a success from `stack` at `position`, with fewer than three shifts just made.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn bound(
        &mut self,
        sim: &mut Sim<'_>,
        stack: StackId,
        position: usize,
        shifts: u8,
    ) -> Result<u32, Spent> {
        let top = self.costs.class(&sim.arena, stack);
        let last = self.costs.window.setting.facts.read[top.index()];
        let unavoidable = self.horizon.unavoidable(position, shifts, last);
        if position > self.horizon.end() {
            return Ok(unavoidable);
        }
        let lanes = self.costs.of(&sim.arena, stack)?.clone();
        let bound = self.costs.window.look_up(&self.horizon, &lanes, position, shifts);
        Ok(bound.max(unavoidable))
    }

    /// The price of deleting all from `from` up to `to`, as far as is looked ahead.
    pub(super) fn price(&self, from: usize, to: usize) -> u32 {
        let end = self.horizon.end();
        if from > end { 0 } else { self.horizon.price(from, to.min(end)) }
    }
}
