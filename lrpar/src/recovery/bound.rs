//! Guides of searches: for every configuration a lower bound of the cost that is left.
//!
//! A bound combines the lexemes ahead without a stack ([`horizon`]), and exact distances in a
//! window of them, by the table without its lookaheads ([`window`]), as a function of the stack
//! ([`stack`]). What it needs of the table ([`facts`]) is computed once.
//!
//! Source: A* with distances as bounds was proposed for LR repair by Kim & Yi (Acta Informatica
//! 2010); windows, contexts and horizon are this crate's. Invariant: a bound never exceeds the real
//! cost, and never falls by more than the cost of a move, so that the set stays complete. An
//! example is drawn at [`Guide`].

mod facts;
mod horizon;
mod matrices;
mod memo;
mod neighbours;
mod quotient;
mod stack;
#[cfg(all(test, feature = "generator"))]
mod tests;
mod window;

use lrtable::{TokenId, pack::Tables};

pub(super) use self::{facts::Facts, neighbours::Neighbours};
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
    /// The lower bound that guides a search.
    pub enum Bound {
        /// No bound: the search is Dijkstra's.
        None = "no bound",
        /// The cost of one edit if the state on top has no action for the next lexeme, else 0.
        NextLexeme = "next lexeme",
        /// Exact distances, lookaheads ignored, to the earliest place at which a repair sequence
        /// can succeed; shifts are not counted.
        Places = "places",
        /// Exact distances, lookaheads ignored, within a window of 5 lexemes.
        Window5 = "window 5",
        /// Exact distances, lookaheads ignored, within a window of 10 lexemes.
        Window10 = "window 10",
    }
}

/// The search that a bound is made for.
#[derive(Clone, Copy)]
pub(super) struct Setting<'k> {
    pub(super) tables: &'k Tables<'k>,
    pub(super) facts: &'k Facts,
    /// The tokens of the input, ending in `$`.
    pub(super) tokens: &'k [TokenId],
    /// Where the search starts, and where the error was detected.
    pub(super) position: usize,
    pub(super) detected: usize,
    /// Successes that end before this position are not wanted, except at the end of the input.
    pub(super) earliest_end: usize,
    /// Prefixes of the parser's stack with fewer states than this have the bound 0.
    pub(super) shallowest: usize,
    /// Costs above this need not be told from impossible ones.
    pub(super) dearest: u32,
    pub(super) meter: &'k Meter,
}

/// The bound of one search, as the search asks for it.
///
/// For example: with the rule `Sum: Sum '+' 'n' | 'n';` the second `n` of `n n n` is an error. The
/// window from there has three places, two `n` and the end, each with a lane for 0, 1 and 2 shifts
/// just made. C(n) is the cost of getting from the first lane to each by one `n` (inserted,
/// shifted, or shifted after the one before it was deleted); H of a stack is the cost left from
/// each lane:
///
/// ```text
///                sink   n       n       $
///                       0 1 2   0 1 2   0 1 2
/// C(n) from n 0   ·     1 · ·   · 0 ·   · 1 ·
/// H(Sum)          0     2 2 2   1 1 1   0 0 0
/// H(Sum +)        0     1 1 0   0 0 0   1 1 1
/// H(n)            0     2 2 2   1 1 1   0 0 0
/// context of Sum   [] nowhere, [+ n] H(Sum)
/// context of Sum + [n] H(Sum)
/// context of n     [] H(Sum)
/// ```
///
/// The context of a stack has, for each item of its top, what the item still reads, and which costs
/// are left then. So the error, on the stack `n` in the first lane, has the bound 2, which is its
/// cost.
pub(super) struct Guide<'k> {
    pub(super) horizon: Horizon,
    pub(super) costs: StackCosts<'k>,
}

impl<'k> Guide<'k> {
    /// Makes the guide for `bound`, which must be one of exact distances.
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

    /// Returns a lower bound of the cost of success from `stack` at `position`, with `shifts` < 3
    /// shifts just made.
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

    /// Returns the cost of deleting the lexemes from `from` up to `to`, as far as the horizon
    /// reaches.
    pub(super) fn price(&self, from: usize, to: usize) -> u32 {
        let end = self.horizon.end();
        if from > end { 0 } else { self.horizon.price(from, to.min(end)) }
    }
}
