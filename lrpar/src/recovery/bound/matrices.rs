//! The (min, +) matrices of a grammar's symbols over the lanes of a [`Window`](super::window):
//! those of rules are computed from those of tokens, as a least fixpoint.
//!
//! A matrix is stored transposed, one row for each target lane, and with each row a bit set of its
//! finite entries: most entries are infinite. A row is one or two blocks of [`BLOCK`] lanes, as the
//! width of the window demands, which is known at run time: one piece of code serves windows of all
//! widths. The row of a lane before some symbols is the minimum of whole rows after them, one for
//! each finite entry. If no sum may pass a ceiling, costs are stored raised ([`Ceiling`]), so that
//! a byte saturates at the ceiling and sums need not be cut off.
//!
//! Places never decrease along a path. So lanes are closed in the order of their places: paths to a
//! lane are made of paths to lanes that are known, and of paths to itself. Cost: productions times
//! lanes, times a few finite entries each.
//!
//! Rejected: to start from what insertions alone cost, or to go on with the lowest rule that
//! changed. Both saved next to none of the products: what is read in the window is what changes.

use lrtable::{RuleId, TokenId, pack::Tables};

use super::{super::budget::Spent, Setting, facts::OrderedProd};

/// Number of lanes in a block: those that a processor works on at once.
pub(super) const BLOCK: usize = 16;
/// Costs of the lanes of a block.
pub(super) type Block = [u8; BLOCK];
/// Largest number of blocks in a row.
pub(super) const MOST_BLOCKS: usize = 2;
/// A row of any width; blocks that it lacks are [`NEVER`].
pub(super) type Row = [Block; MOST_BLOCKS];

/// Infinite cost: there is no path.
pub(super) const NEVER: u8 = u8::MAX;
/// Largest finite cost in a byte. Two of them add up to less than [`NEVER`].
pub(super) const MOST: u8 = 127;

/// Steps charged for making a row from another.
const ROW_STEPS: u64 = 2;

/// Cut-off of costs: larger ones become [`MOST`], or [`NEVER`] if nobody asks for them.
#[derive(Clone, Copy)]
pub(super) struct Ceiling {
    pub(super) most: u8,
    /// Added to each cost that is stored, so that a cost beyond the cut-off saturates to [`NEVER`];
    /// 0 if it becomes [`MOST`].
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

    /// Returns what is stored for a cost.
    fn store(self, cost: u8) -> u8 {
        if self.lift == 0 && cost != NEVER {
            cost.min(MOST)
        } else {
            cost.saturating_add(self.lift)
        }
    }

    /// Cuts off sums at [`MOST`]. (A function of its own, so that the compiler vectorises it over a
    /// block.)
    #[inline(never)]
    fn cut(block: &mut Block) {
        for cost in block {
            *cost = (*cost).min(MOST) | if *cost == NEVER { NEVER } else { 0 };
        }
    }

    /// Replaces what is stored by the costs.
    #[inline(never)]
    fn load(self, block: &mut Block) {
        for stored in block {
            *stored = stored.saturating_sub(self.lift) | if *stored == NEVER { NEVER } else { 0 };
        }
    }
}

/// Returns which entries of a row are finite, a bit for each. (Words of eight entries: with single
/// entries the compiler splits the vectors of everything around.)
#[inline(always)]
pub(super) fn finite_entries(row: &[Block]) -> u32 {
    const LOWEST: u64 = u64::MAX / 0xff;
    let mut finite = 0;
    for (at, eight) in row.as_flattened().as_chunks().0.iter().enumerate() {
        let eight = u64::from_le_bytes(*eight);
        // The highest bit of each entry that is NEVER, all bits of which are set.
        let never = ((eight & (0x7f * LOWEST)) + LOWEST) & eight & (0x80 * LOWEST);
        let some = (never >> 7) ^ LOWEST;
        // The product has the lowest bit of the nth entry in the nth of its highest eight.
        finite |= (some.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * at)) as u32;
    }
    finite
}

/// Lowers `out` to the entries of `row` plus `cost`, where those are less.
#[inline(always)]
pub(super) fn lower_by(out: &mut Block, row: &Block, cost: u8) {
    for (out, step) in out.iter_mut().zip(row) {
        *out = (*out).min(step.saturating_add(cost));
    }
}

/// The lanes between which a symbol leads.
#[derive(Clone, Copy)]
pub(super) struct Passage {
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Matrices of all symbols, those of tokens first.
pub(super) struct Matrices {
    /// The number of blocks in a row.
    width: usize,
    token_count: usize,
    ceiling: Ceiling,
    /// Costs as they are stored.
    rows: Vec<Block>,
    /// The finite entries of each row, as bits.
    finite: Vec<u32>,
}

impl Matrices {
    /// Makes matrices without finite entries, for a table with `token_count` tokens and `symbols`
    /// symbols in all.
    pub(super) fn new(width: usize, token_count: usize, symbols: usize, ceiling: Ceiling) -> Self {
        let lanes = symbols * width * BLOCK;
        let (rows, finite) = (vec![[NEVER; BLOCK]; lanes * width], vec![0; lanes]);
        Matrices { width, token_count, ceiling, rows, finite }
    }

    /// Returns the number of lanes.
    fn lanes(&self) -> usize {
        self.width * BLOCK
    }

    /// Lowers the cost of `token` from one lane to another to `cost`.
    pub(super) fn take(&mut self, token: TokenId, Passage { from, to }: Passage, cost: u8) {
        let row = token.index() * self.lanes() + to;
        let known = &mut self.rows[row * self.width + from / BLOCK][from % BLOCK];
        *known = (*known).min(self.ceiling.store(cost));
        self.finite[row] |= u32::from(*known != NEVER) << from;
    }

    /// Returns the costs before the symbol with this number from each lane, if the costs after it
    /// are `row`.
    pub(super) fn before(&self, number: u32, row: &Row) -> Row {
        let mut least = [[NEVER; BLOCK]; MOST_BLOCKS];
        match self.width {
            1 => least[0] = self.read::<1>(number, &[row[0]], 0, finite_entries(&row[..1])).0[0],
            _ => least = self.read::<MOST_BLOCKS>(number, row, 0, finite_entries(row)).0,
        }
        least[..self.width].iter_mut().for_each(|block| self.ceiling.load(block));
        least
    }

    /// Returns the stored costs before the symbol with this number, if the costs after it are
    /// `row`, raised by `lift`, with the finite entries `some`; and which entries may be finite
    /// then.
    #[inline(always)]
    fn read<const W: usize>(
        &self,
        number: u32,
        row: &[Block; W],
        lift: u8,
        some: u32,
    ) -> ([Block; W], u32) {
        let first = number as usize * W * BLOCK;
        let rows = &self.rows.as_chunks::<W>().0[first..first + W * BLOCK];
        let all = &self.finite[first..first + W * BLOCK];
        let mut least = [[NEVER; BLOCK]; W];
        let (mut left, mut found) = (some, 0);
        while left != 0 {
            let lane = left.trailing_zeros() as usize % (W * BLOCK);
            left &= left - 1;
            found |= all[lane];
            let cost = row.as_flattened()[lane] - lift;
            for (least, steps) in least.iter_mut().zip(&rows[lane]) {
                lower_by(least, steps, cost);
            }
        }
        if self.ceiling.lift == 0 {
            least.iter_mut().for_each(Ceiling::cut);
        }
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
                if token == self.token_count || self.finite[token * self.lanes() + lane] != 0 {
                    todo.add(ending);
                }
            }
            let mut from = 0;
            while let Some(at) = todo.next(from).or_else(|| todo.next(0)) {
                from = at + 1;
                let rule = facts.rule_order[at];
                if self.improve::<W>(setting, rule, lane, &mut todo.prods)? {
                    todo.add(&facts.users[rule.index()]);
                }
            }
        }
        Ok(())
    }

    /// Lowers the costs of `rule` to `lane` by its dirty productions; returns whether they changed.
    fn improve<const W: usize>(
        &mut self,
        setting: &Setting<'_>,
        rule: RuleId,
        lane: usize,
        dirty: &mut [bool],
    ) -> Result<bool, Spent> {
        let Setting { facts, meter, .. } = setting;
        let own = (self.token_count + rule.index()) * self.lanes() + lane;
        let old = self.rows.as_chunks::<W>().0[own];
        let mut new = old;
        let mut read = 0;
        let lift = self.ceiling.lift;
        for &prod in &facts.rule_prods[rule.index()] {
            if !std::mem::replace(&mut dirty[prod.index()], false) {
                continue;
            }
            let numbers = facts.numbers(prod);
            let Some((last, before)) = numbers.split_last() else {
                new.as_flattened_mut()[lane] = lift;
                continue;
            };
            let last = *last as usize * self.lanes() + lane;
            let mut some = self.finite[last];
            if some == 0 {
                continue;
            }
            let mut row = self.rows.as_chunks::<W>().0[last];
            for number in before.iter().rev() {
                (row, some) = self.read::<W>(*number, &row, lift, some);
            }
            read += numbers.len() as u64;
            new.iter_mut().zip(&row).for_each(|(new, row)| lower_by(new, row, 0));
        }
        meter.charge(1 + ROW_STEPS * read)?;
        if new == old {
            return Ok(false);
        }
        self.finite[own] = finite_entries(&new);
        self.rows.as_chunks_mut::<W>().0[own] = new;
        Ok(true)
    }

    /// Returns the bytes in use, counted alike on every machine.
    pub(super) fn bytes(&self) -> usize {
        self.rows.len() * BLOCK + self.finite.len() * size_of::<u32>()
    }
}

/// Worklist: the productions that may lower the matrices of their rules, and these rules by their
/// places in the order.
struct Todo {
    prods: Vec<bool>,
    rules: Vec<u64>,
}

impl Todo {
    fn new(tables: &Tables<'_>) -> Todo {
        let prods = vec![false; tables.productions.len()];
        Todo { prods, rules: vec![0; tables.rule_count.div_ceil(64)] }
    }

    fn add(&mut self, prods: &[OrderedProd]) {
        for OrderedProd { prod, place } in prods {
            self.prods[prod.index()] = true;
            self.rules[place / 64] |= 1 << (place % 64);
        }
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
    fn finite_entries_are_those_that_are_not_never() {
        let mut random = Random::new(1);
        for _ in 0..1_000 {
            let mut row = [[NEVER; BLOCK]; MOST_BLOCKS];
            for cost in row.as_flattened_mut() {
                let few = [NEVER, 0, 1, 127, 128, 254];
                *cost = few[random.below(few.len())];
            }
            let costs = row.as_flattened().iter().enumerate();
            let wanted: u32 = costs.map(|(at, cost)| u32::from(*cost != NEVER) << at).sum();
            assert_eq!(finite_entries(&row), wanted, "{row:?}");
            assert_eq!(finite_entries(&row[..1]), wanted & 0xffff, "{row:?}");
        }
    }
}
