//! The (min, +) matrices of a grammar's symbols over the lanes of a [`Window`](super::window): those of rules are computed from
//! those of tokens, as a least fixpoint.
//!
//! A matrix is stored transposed, one row for each target lane, and with each row a bit set of its finite entries: most entries
//! are infinite. A row is one or two blocks of [`BLOCK`] lanes, as the width of the window demands, which is known at run time:
//! one piece of code serves windows of all widths. The row of a lane before some symbols is the minimum of whole rows after them,
//! one for each finite entry.
//!
//! Places never decrease along a way. So lanes are closed in the order of their places: ways to a lane are made of ways to lanes
//! that are known, and of ways to itself. Cost: productions times lanes, times a few finite entries each.
//!
//! Rejected: to start from what insertions alone cost, or to go on with the lowest rule that changed. Both saved next to none of
//! the products: what is read in the window is what changes.

use lrtable::{ProdId, RuleId, Symbol, TokenId, pack::Tables};

use super::{super::budget::Spent, Setting};

/// Number of lanes in a block: those that a processor works on at once.
pub(super) const BLOCK: usize = 16;
/// Costs of the lanes of a block.
pub(super) type Block = [u8; BLOCK];
/// Largest number of blocks in a row.
pub(super) const MOST_BLOCKS: usize = 2;
/// A row of any width; blocks that it lacks are [`NEVER`].
pub(super) type Row = [Block; MOST_BLOCKS];

/// Infinite cost: there is no way.
pub(super) const NEVER: u8 = u8::MAX;
/// Largest finite cost in a byte. Two of them add up to less than [`NEVER`].
pub(super) const MOST: u8 = 127;

/// Steps charged for making a row from another.
const ROW_STEPS: u64 = 2;

/// Cut-off of costs: larger ones become [`MOST`], or [`NEVER`] if nobody asks for them.
#[derive(Clone, Copy)]
pub(super) struct Ceiling {
    pub(super) most: u8,
    /// Added to a cost at the cut-off to lift it to [`NEVER`].
    lift: u8,
}

impl Ceiling {
    /// Makes the cut-off of a search in which nothing may cost more than `dearest`.
    pub(super) fn new(dearest: u32) -> Ceiling {
        match u8::try_from(dearest) {
            Ok(most) if most < MOST => Ceiling { most, lift: NEVER - 1 - most },
            _ => Ceiling { most: MOST, lift: 0 },
        }
    }

    /// Cuts off sums of bytes. (Written so that the compiler vectorises it over a block.)
    #[inline(always)]
    pub(super) fn clamp(self, block: &mut Block) {
        for cost in block {
            *cost = self.cut(*cost);
        }
    }

    #[inline(always)]
    fn cut(self, cost: u8) -> u8 {
        let never = if cost.saturating_add(self.lift) == NEVER { NEVER } else { 0 };
        cost.min(self.most) | never
    }
}

/// Returns which entries of a row are finite, a bit for each.
#[inline(always)]
pub(super) fn ways(row: &[Block]) -> u32 {
    let mut ways = 0;
    for (at, block) in row.iter().enumerate() {
        let mut own = 0;
        for (lane, cost) in block.iter().enumerate() {
            own |= u32::from(*cost != NEVER) << lane;
        }
        ways |= own << (BLOCK * at);
    }
    ways
}

/// Lowers `out` to the entries of `row` plus `cost`, where those are less.
#[inline(always)]
pub(super) fn lower_by(out: &mut Block, row: &Block, cost: u8) {
    for (out, step) in out.iter_mut().zip(row) {
        *out = (*out).min(step.saturating_add(cost));
    }
}

/// Matrices of all symbols, those of tokens first.
pub(super) struct Matrices {
    /// The number of blocks in a row.
    width: usize,
    token_count: usize,
    ceiling: Ceiling,
    rows: Vec<Block>,
    /// The finite entries of each row, as bits.
    ways: Vec<u32>,
}

impl Matrices {
    /// Makes matrices without ways, for a table with `token_count` tokens and `symbols` symbols in all.
    pub(super) fn new(width: usize, token_count: usize, symbols: usize, ceiling: Ceiling) -> Self {
        let lanes = symbols * width * BLOCK;
        let (rows, ways) = (vec![[NEVER; BLOCK]; lanes * width], vec![0; lanes]);
        Matrices { width, token_count, ceiling, rows, ways }
    }

    /// Returns the number of lanes.
    fn lanes(&self) -> usize {
        self.width * BLOCK
    }

    /// Returns the index of the first row of a symbol.
    fn first(&self, code: u32) -> usize {
        let symbol = match Tables::symbol(code) {
            Symbol::Token(token) => token.index(),
            Symbol::Rule(rule) => self.token_count + rule.index(),
        };
        symbol * self.lanes()
    }

    /// Lowers the cost of `token` between two lanes to `cost`.
    pub(super) fn take(&mut self, token: TokenId, (from, to): (usize, usize), cost: u8) {
        let row = token.index() * self.lanes() + to;
        let known = &mut self.rows[row * self.width + from / BLOCK][from % BLOCK];
        *known = (*known).min(self.ceiling.cut(cost));
        self.ways[row] |= u32::from(*known != NEVER) << from;
    }

    /// Returns the costs before a symbol from each lane, if the costs after it are `row`.
    pub(super) fn before(&self, code: u32, row: &Row) -> Row {
        let first = self.first(code);
        match self.width {
            1 => [self.read::<1>(first, &[row[0]], ways(&row[..1])).0[0], [NEVER; BLOCK]],
            _ => self.read::<MOST_BLOCKS>(first, row, ways(row)).0,
        }
    }

    /// Returns the costs, before the symbol whose rows begin at `first`, if the costs after it are `row` with the finite entries
    /// `some`; and which entries may be finite then.
    #[inline(always)]
    fn read<const W: usize>(&self, first: usize, row: &[Block; W], some: u32) -> ([Block; W], u32) {
        let rows = &self.rows.as_chunks::<W>().0[first..first + W * BLOCK];
        let all = &self.ways[first..first + W * BLOCK];
        let mut least = [[NEVER; BLOCK]; W];
        let (mut left, mut found) = (some, 0);
        while left != 0 {
            let lane = left.trailing_zeros() as usize % (W * BLOCK);
            left &= left - 1;
            found |= all[lane];
            let cost = row.as_flattened()[lane];
            for (least, steps) in least.iter_mut().zip(&rows[lane]) {
                lower_by(least, steps, cost);
            }
        }
        least.iter_mut().for_each(|block| self.ceiling.clamp(block));
        (least, found)
    }

    /// Computes the matrices of rules, lane by lane.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn close(&mut self, setting: &Setting<'_>, lanes: &[usize]) -> Result<(), Spent> {
        match self.width {
            1 => self.close_rows::<1>(setting, lanes),
            _ => self.close_rows::<MOST_BLOCKS>(setting, lanes),
        }
    }

    fn close_rows<const W: usize>(
        &mut self,
        setting: &Setting<'_>,
        lanes: &[usize],
    ) -> Result<(), Spent> {
        let Setting { tables, facts, .. } = setting;
        let mut todo = Todo::new(tables);
        for &lane in lanes {
            for (token, ending) in facts.ending.iter().enumerate() {
                // The last are those of no symbol.
                if token == self.token_count || self.ways[token * self.lanes() + lane] != 0 {
                    ending.iter().for_each(|prod| todo.add(setting, *prod));
                }
            }
            let mut from = 0;
            while let Some(at) = todo.next(from).or_else(|| todo.next(0)) {
                from = at + 1;
                let rule = facts.rule_order[at];
                if self.improve::<W>(setting, rule, lane, &mut todo.prods)? {
                    let users = &facts.users[rule.index()];
                    users.iter().for_each(|prod| todo.add(setting, *prod));
                }
            }
        }
        Ok(())
    }

    /// Lowers the ways of `rule` to `lane` by its dirty productions; returns whether they changed.
    fn improve<const W: usize>(
        &mut self,
        setting: &Setting<'_>,
        rule: RuleId,
        lane: usize,
        dirty: &mut [bool],
    ) -> Result<bool, Spent> {
        let Setting { tables, facts, meter, .. } = setting;
        let own = (self.token_count + rule.index()) * self.lanes() + lane;
        let old = self.rows.as_chunks::<W>().0[own];
        let mut new = old;
        let mut read = 0;
        for &prod in &facts.rule_prods[rule.index()] {
            if !std::mem::replace(&mut dirty[prod.index()], false) {
                continue;
            }
            let symbols = facts.symbols(tables, prod);
            let Some((last, before)) = symbols.split_last() else {
                new.as_flattened_mut()[lane] = 0;
                continue;
            };
            let last = self.first(*last) + lane;
            let mut some = self.ways[last];
            if some == 0 {
                continue;
            }
            let mut row = self.rows.as_chunks::<W>().0[last];
            for code in before.iter().rev() {
                (row, some) = self.read::<W>(self.first(*code), &row, some);
            }
            read += symbols.len() as u64;
            new.iter_mut().zip(&row).for_each(|(new, row)| lower_by(new, row, 0));
        }
        meter.charge(1 + ROW_STEPS * read)?;
        if new == old {
            return Ok(false);
        }
        self.ways[own] = ways(&new);
        self.rows.as_chunks_mut::<W>().0[own] = new;
        Ok(true)
    }

    /// Returns the bytes in use, counted alike on every machine.
    pub(super) fn bytes(&self) -> usize {
        self.rows.len() * BLOCK + self.ways.len() * size_of::<u32>()
    }
}

/// Worklist: the productions that may lower the matrices of their rules, and these rules by their places in the order.
struct Todo {
    prods: Vec<bool>,
    rules: Vec<u64>,
}

impl Todo {
    fn new(tables: &Tables<'_>) -> Todo {
        let prods = vec![false; tables.productions.len()];
        Todo { prods, rules: vec![0; tables.rule_count.div_ceil(64)] }
    }

    fn add(&mut self, setting: &Setting<'_>, prod: ProdId) {
        self.prods[prod.index()] = true;
        let at = setting.facts.rank[setting.tables.production(prod).0.index()];
        self.rules[at / 64] |= 1 << (at % 64);
    }

    /// Removes and returns the first rule from index `from` on.
    fn next(&mut self, from: usize) -> Option<usize> {
        let first = from / 64;
        let mut mask = u64::MAX << (from % 64);
        for (word, rules) in self.rules.iter_mut().enumerate().skip(first) {
            let found = *rules & mask;
            if found != 0 {
                *rules &= !(found & found.wrapping_neg());
                return Some(64 * word + found.trailing_zeros() as usize);
            }
            mask = u64::MAX;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use lrtable::random::Random;

    use super::*;

    #[test]
    fn ways_are_the_entries_that_are_not_never() {
        let mut random = Random::new(1);
        for _ in 0..1_000 {
            let mut row = [[NEVER; BLOCK]; MOST_BLOCKS];
            for cost in row.as_flattened_mut() {
                let few = [NEVER, 0, 1, 127, 128, 254];
                *cost = few[random.below(few.len())];
            }
            let costs = row.as_flattened().iter().enumerate();
            let wanted: u32 = costs.map(|(at, cost)| u32::from(*cost != NEVER) << at).sum();
            assert_eq!(ways(&row), wanted, "{row:?}");
            assert_eq!(ways(&row[..1]), wanted & 0xffff, "{row:?}");
        }
    }
}
