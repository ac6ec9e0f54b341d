//! The decisive bound (H3): exact distances to success within a window of lexemes, lookaheads ignored.
//!
//! Lexemes that no state shifts can only be deleted; the places of the window are the others, and what lies between two of
//! them is a price to get across. A lane is a place and the number of shifts just made: (i, k) for the i-th place and k < 3,
//! where shifts of lexemes before the error do not count, so that k is 0 there; and one more, the sink, which stands for success and for having left the window. For each symbol X of the grammar the
//! matrix C(X) has the least cost of getting from lane to lane by one sentence of X:
//!
//! - a token is inserted: (i, k) → (i, 0) at its price;
//! - lexemes are deleted and then one that matches is shifted: (i, k) → (j + 1, k + 1, or 1 if any was deleted), to the
//!   sink if that makes three shifts or leaves the window;
//! - all that is left of the window is deleted, where the input goes on after it: to the sink;
//! - who leaves the window pays what is unavoidable after it;
//! - from the sink everything is free;
//! - a rule costs the cheapest of its productions, a production the (min, +) product of its symbols' matrices: the least
//!   fixpoint, rules bottom up, again only where something changed.
//!
//! Costs are bytes: up to [`MOST`], which also stands for more, or [`NEVER`]. The vector of a stack is a number and bytes
//! above it, so that a thousand open brackets can be counted. Matrices are stored transposed, a row for each lane that is led
//! to: products and vectors are then made of whole rows. A row is one block of [`BLOCK`] lanes or two, as wide as the window is
//! to be, which is known at run time: windows of all widths are one piece of code.

use std::{
    hash::{Hash, Hasher},
    sync::OnceLock,
};

use lrtable::{RuleId, StateId, Symbol, TokenId, pack::Tables};

use super::{
    super::{
        budget::{Spent, get_or_make},
        limits,
    },
    Setting,
    facts::Rest,
    horizon::Horizon,
};

/// What a product of matrices is charged, in units of work.
const PRODUCT_WORK: u64 = 3;

/// The lanes of a block, as many as a processor works on at once.
const BLOCK: usize = 16;
/// Costs of a block's lanes.
type Block = [u8; BLOCK];
/// The most blocks that a row has.
const MOST_BLOCKS: usize = 2;
/// All lanes of the widest window.
const LANES: usize = MOST_BLOCKS * BLOCK;
/// The lane of the sink. It is 0: all lanes after it are those of places, and it is the first also of the first block.
const SINK: usize = 0;

/// No way leads there.
const NEVER: u8 = u8::MAX;
/// The most that a byte counts. Two of them do not add up to [`NEVER`].
const MOST: u8 = 127;

/// The costs of a stack: for each lane but the sink, whose cost is 0, a number above `base`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Lanes {
    base: u32,
    above: [Block; MOST_BLOCKS],
}

/// The bound. A matrix over its lanes, of which some may be unused, is a row of blocks for each lane that is led to.
pub(crate) struct Window<'k> {
    /// The number of blocks in a row.
    width: usize,
    ceiling: Ceiling,
    pub(super) setting: Setting<'k>,
    /// The position in the input of each place. If the input ends within the window, the last is that of `$`.
    places: Vec<usize>,
    /// The number of places before the one where the error was detected.
    early: usize,
    /// For each place the price of deleting all that lies between the place before and it.
    gaps: Vec<u32>,
    /// For each place the price of deleting all before it; and, if the input goes on, of deleting the whole window.
    before: Vec<u32>,
    /// What is unavoidable after the window, by the shifts just made; nothing, if the input ends within it.
    left: [u32; limits::SUCCESS_SHIFTS as usize],
    /// Whether the input ends within the window.
    ends: bool,
    /// The tokens' matrices, one after the other.
    tokens: Vec<Block>,
    rules: Vec<Block>,
    /// For each place in the table's list of symbols the product from there to the end of the production, once it was asked
    /// for.
    rests: Vec<OnceLock<Vec<Block>>>,
    /// What is left when the augmented rule is complete.
    pub(super) accepted: Lanes,
}

/// A cost that is not [`NEVER`] as a byte.
fn byte(cost: u32) -> u8 {
    u8::try_from(cost).unwrap_or(MOST).min(MOST)
}

/// How large costs are told apart: larger ones are [`MOST`], or [`NEVER`] if nobody asks for them.
#[derive(Clone, Copy)]
struct Ceiling {
    most: u8,
    /// What lifts those to [`NEVER`] that are to be it.
    lift: u8,
}

impl Ceiling {
    /// That of a search for which nothing may cost more than `dearest`.
    fn new(dearest: u32) -> Ceiling {
        match u8::try_from(dearest) {
            Ok(most) if most < MOST => Ceiling { most, lift: NEVER - 1 - most },
            _ => Ceiling { most: MOST, lift: 0 },
        }
    }

    /// Cuts back sums of bytes. (So written it is done with all of a row at once.)
    #[inline(always)]
    fn clamp(self, row: &mut Block) {
        for cost in row {
            let never = if cost.saturating_add(self.lift) == NEVER { NEVER } else { 0 };
            *cost = (*cost).min(self.most) | never;
        }
    }
}

impl<'k> Window<'k> {
    /// The window of a search, with `width` blocks in a row.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn new(setting: Setting<'k>, ahead: &Horizon, width: usize) -> Result<Self, Spent> {
        let Setting { tables, tokens, position: start, detected, meter, .. } = setting;
        let most = most_places(width * BLOCK, ahead, detected);
        let mut places = ahead.places(most);
        let ends = places.len() < most && ahead.end() + 1 == tokens.len();
        if ends {
            places.push(ahead.end());
        }
        let mut gaps = Vec::with_capacity(places.len());
        let mut from = start;
        for &place in &places {
            gaps.push(ahead.price(from, place));
            from = (place + 1).min(ahead.end());
        }
        let mut before: Vec<u32> = places.iter().map(|place| ahead.price(start, *place)).collect();
        before.push(ahead.price(start, from));
        let early = places.partition_point(|place| *place < detected);
        let mut window = Window {
            width,
            ceiling: Ceiling::new(setting.dearest),
            setting,
            places,
            early,
            gaps,
            before,
            left: [0, 1, 2].map(|shifts| match ends {
                true => 0,
                false => ahead.unavoidable(from, shifts, None),
            }),
            ends,
            tokens: Vec::new(),
            rules: Vec::new(),
            rests: tables.symbols.iter().map(|_| OnceLock::new()).collect(),
            accepted: Lanes::new([u32::MAX; LANES]),
        };
        let symbols = tables.token_count + tables.rule_count;
        meter.room_for(symbols * window.size() * BLOCK)?;
        window.accepted = window.deleted_to_end();
        let mut matrices = window.empty(tables.token_count);
        for (token, matrix) in tables.token_ids().zip(matrices.chunks_exact_mut(window.size())) {
            meter.charge(1)?;
            window.token(token, matrix);
        }
        window.tokens = matrices;
        window.close()?;
        Ok(window)
    }

    /// From each lane the cost of deleting to the end of the input, if the window holds it, or else out of the window.
    fn deleted_to_end(&self) -> Lanes {
        let mut costs = [u32::MAX; LANES];
        for place in 0..self.places.len() {
            for shifts in 0..self.counts(place) {
                costs[self.lane(place, shifts)] = self.to_end(place);
            }
        }
        Lanes::new(costs)
    }

    /// How many numbers of shifts are told apart at `place`.
    fn counts(&self, place: usize) -> usize {
        if place < self.early { 1 } else { usize::from(limits::SUCCESS_SHIFTS) }
    }

    /// The lane of `place` with `shifts` shifts just made.
    fn lane(&self, place: usize, shifts: usize) -> usize {
        let late = place.saturating_sub(self.early);
        SINK + 1 + place + 2 * late + shifts
    }

    /// The price of deleting from after the place before `place` to the end of the input or out of the window.
    fn to_end(&self, place: usize) -> u32 {
        let last = self.before[if self.ends { self.places.len() - 1 } else { self.places.len() }];
        (last - (self.before[place] - self.gaps[place])).saturating_add(self.left[0])
    }

    /// The number of blocks of a matrix.
    fn size(&self) -> usize {
        self.width * self.width * BLOCK
    }

    /// So many matrices of symbols of which nothing is known yet.
    fn empty(&self, count: usize) -> Vec<Block> {
        let mut matrices = vec![[NEVER; BLOCK]; count * self.size()];
        for matrix in matrices.chunks_exact_mut(self.size()) {
            matrix[SINK][SINK] = 0;
        }
        matrices
    }

    /// Fills in the matrix of a token.
    fn token(&self, token: TokenId, out: &mut [Block]) {
        let Setting { tables, tokens, .. } = self.setting;
        let out = out.as_flattened_mut();
        let entry = |to: usize, from: usize| to * self.width * BLOCK + from;
        let price = tables.insert_costs[token.index()];
        let lexemes = if self.ends { self.places.len() - 1 } else { self.places.len() };
        for place in 0..self.places.len() {
            for shifts in 0..self.counts(place) {
                let from = self.lane(place, shifts);
                if price > 0 {
                    out[entry(self.lane(place, 0), from)] = price.min(MOST);
                }
                if !self.ends {
                    out[entry(SINK, from)] = byte(self.to_end(place));
                }
                for at in (place..lexemes).filter(|at| tokens[self.places[*at]] == token) {
                    let deleted = self.before[at] - (self.before[place] - self.gaps[place]);
                    let shifts = match deleted {
                        _ if at < self.early => 0,
                        0 => shifts + 1,
                        _ => 1,
                    };
                    let (to, left) = match shifts {
                        3 => (SINK, 0),
                        _ if at + 1 == self.places.len() => (SINK, self.left[shifts]),
                        _ => (self.lane(at + 1, shifts), 0),
                    };
                    let cost = &mut out[entry(to, from)];
                    *cost = (*cost).min(byte(deleted.saturating_add(left)));
                }
            }
        }
        out.as_chunks_mut().0.iter_mut().for_each(|row| self.ceiling.clamp(row));
    }

    fn matrix(&self, code: u32) -> &[Block] {
        let (matrices, at) = match Tables::symbol(code) {
            Symbol::Token(token) => (&self.tokens, token.index()),
            Symbol::Rule(rule) => (&self.rules, rule.index()),
        };
        &matrices[at * self.size()..][..self.size()]
    }

    /// Makes of `matrix` the product of the matrices of `symbols`; `other` is overwritten.
    fn multiply(
        &self,
        symbols: &[u32],
        matrix: &mut Vec<Block>,
        other: &mut Vec<Block>,
    ) -> Result<(), Spent> {
        self.setting.meter.charge(1)?;
        match symbols {
            [] => {
                matrix.fill([NEVER; BLOCK]);
                let stride = self.width * BLOCK + 1;
                matrix.as_flattened_mut().iter_mut().step_by(stride).for_each(|cost| *cost = 0);
            }
            [first, rest @ ..] => {
                matrix.copy_from_slice(self.matrix(*first));
                for code in rest {
                    self.setting.meter.charge_units(PRODUCT_WORK)?;
                    match self.width {
                        1 => product::<1>(self.matrix(*code), matrix, other, self.ceiling),
                        _ => {
                            product::<MOST_BLOCKS>(self.matrix(*code), matrix, other, self.ceiling)
                        }
                    }
                    std::mem::swap(matrix, other);
                }
            }
        }
        Ok(())
    }

    /// Computes the matrices of all rules.
    fn close(&mut self) -> Result<(), Spent> {
        let Setting { tables, facts, .. } = self.setting;
        self.rules = self.empty(tables.rule_count);
        let mut space = (self.empty(1), self.empty(1));
        let mut dirty_prods = vec![true; tables.productions.len()];
        let mut dirty_rules = vec![true; tables.rule_count];
        let mut again = true;
        while again {
            again = false;
            for &rule in &facts.rule_order {
                if !std::mem::replace(&mut dirty_rules[rule.index()], false) {
                    continue;
                }
                if self.improve(rule, &mut dirty_prods, &mut space)? {
                    for &user in &facts.users[rule.index()] {
                        dirty_prods[user.index()] = true;
                        dirty_rules[tables.production(user).0.index()] = true;
                    }
                    again = true;
                }
            }
        }
        Ok(())
    }

    /// Lowers the matrix of `rule` by its dirty productions; says whether it changed.
    fn improve(
        &mut self,
        rule: RuleId,
        dirty: &mut [bool],
        (matrix, other): &mut (Vec<Block>, Vec<Block>),
    ) -> Result<bool, Spent> {
        let own = rule.index() * self.size()..(rule.index() + 1) * self.size();
        let mut changed = false;
        let Setting { tables, facts, .. } = self.setting;
        for &prod in &facts.rule_prods[rule.index()] {
            if !std::mem::replace(&mut dirty[prod.index()], false) {
                continue;
            }
            self.multiply(facts.symbols(tables, prod), matrix, other)?;
            changed |= lower(&mut self.rules[own.clone()], matrix);
        }
        Ok(changed)
    }

    /// The costs of ending at once on a stack with `top` on it.
    pub(super) fn here(&self, top: StateId) -> Lanes {
        if !self.ends || self.setting.facts.accepts[top.index()] {
            self.accepted.clone()
        } else {
            Lanes::new([u32::MAX; LANES])
        }
    }

    /// The costs of reading the symbols `rest` and being then where `then` says what is left.
    pub(super) fn through(&self, rest: Rest, then: &Lanes) -> Result<Lanes, Spent> {
        self.setting.meter.charge(4)?;
        Ok(match rest.symbols(self.setting.tables) {
            [] => then.clone(),
            [only] => apply((self.width, self.ceiling), self.matrix(*only), then),
            symbols => {
                let matrix = get_or_make(&self.rests[rest.from as usize], || {
                    let mut matrix = self.empty(1);
                    self.multiply(symbols, &mut matrix, &mut self.empty(1))?;
                    Ok(matrix)
                })?;
                apply((self.width, self.ceiling), matrix, then)
            }
        })
    }

    /// The bound for a stack whose costs are `lanes`, at `position` with `shifts` shifts just made, as far as the window reaches.
    pub(super) fn look_up(
        &self,
        ahead: &Horizon,
        lanes: &Lanes,
        position: usize,
        shifts: u8,
    ) -> u32 {
        let place = self.places.partition_point(|at| *at < position);
        let Some(&at) = self.places.get(place) else { return 0 };
        // Of what lies between the place before and this one some may be deleted already.
        let deleted = self.gaps[place] - ahead.price(position, at);
        match lanes.above.as_flattened()[self.lane(place, usize::from(shifts))] {
            NEVER => u32::MAX,
            above => (lanes.base + u32::from(above)).saturating_sub(deleted),
        }
    }

    /// Bytes in use, counted alike on every machine.
    pub(super) fn bytes(&self) -> usize {
        (self.tokens.len() + self.rules.len()) * BLOCK
    }
}

/// The most places that `lanes` lanes have room for: those before the error take one lane each, the others three.
fn most_places(lanes: usize, ahead: &Horizon, detected: usize) -> usize {
    let early = ahead.places(lanes - 1).partition_point(|place| *place < detected);
    early + (lanes - 1 - early) / 3
}

/// Lowers `out` to the costs of `row` and `cost` more, where those are less.
#[inline(always)]
fn lower_by(out: &mut Block, row: &Block, cost: u8) {
    for (out, step) in out.iter_mut().zip(row) {
        *out = (*out).min(step.saturating_add(cost));
    }
}

/// The (min, +) product, of rows of `W` blocks. Most ways lead nowhere: they are passed by eight at a time.
fn product<const W: usize>(a: &[Block], b: &[Block], out: &mut [Block], ceiling: Ceiling) {
    const EIGHT: usize = 8;
    let (a, b, out) = (a.as_chunks::<W>().0, b.as_chunks::<W>().0, out.as_chunks_mut::<W>().0);
    for (out, a) in out.iter_mut().zip(a) {
        let mut least = [[NEVER; BLOCK]; W];
        let costs = a.as_flattened().as_chunks::<EIGHT>().0;
        for (costs, rows) in costs.iter().zip(b.as_chunks::<EIGHT>().0) {
            if *costs == [NEVER; EIGHT] {
                continue;
            }
            for (cost, row) in costs.iter().zip(rows).filter(|(cost, _)| **cost != NEVER) {
                for (least, steps) in least.iter_mut().zip(row) {
                    lower_by(least, steps, *cost);
                }
            }
        }
        least.iter_mut().for_each(|row| ceiling.clamp(row));
        *out = least;
    }
}

/// Lowers `a` to the lesser of each pair of entries; says whether it changed.
fn lower(a: &mut [Block], b: &[Block]) -> bool {
    let mut changed = false;
    for (a, b) in a.iter_mut().zip(b) {
        let mut least = *a;
        lower_by(&mut least, b, 0);
        if least != *a {
            *a = least;
            changed = true;
        }
    }
    changed
}

impl Hash for Lanes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.base);
        for eight in self.above.as_flattened().as_chunks().0 {
            state.write_u64(u64::from_le_bytes(*eight));
        }
    }
}

impl Lanes {
    /// The costs of a stack of which nothing is known.
    pub(super) fn nothing() -> Lanes {
        Lanes { base: 0, above: [[0; BLOCK]; MOST_BLOCKS] }
    }

    /// These costs, `u32::MAX` being [`NEVER`]; that of the sink is taken for 0.
    #[inline(never)]
    fn new(mut costs: [u32; LANES]) -> Self {
        costs[SINK] = u32::MAX;
        let least = costs.iter().copied().min().filter(|min| *min != u32::MAX).unwrap_or(0);
        // Small costs keep the base 0: vectors of one base are quick to compare.
        let base = if least > u32::from(MOST / 2) { least } else { 0 };
        let mut above = [[NEVER; BLOCK]; MOST_BLOCKS];
        for (above, cost) in above.as_flattened_mut().iter_mut().zip(costs) {
            *above = if cost == u32::MAX { NEVER } else { byte(cost - base) };
        }
        above[SINK][SINK] = 0;
        Lanes { base, above }
    }

    fn costs(&self) -> [u32; LANES] {
        let mut costs = [u32::MAX; LANES];
        for (cost, above) in costs.iter_mut().zip(self.above.as_flattened()) {
            if *above != NEVER {
                *cost = self.base + u32::from(*above);
            }
        }
        costs
    }

    /// Lowers each cost to that of `other`, if it is less.
    pub(super) fn lower(&mut self, other: &Self) {
        if self.base == other.base {
            lower(&mut self.above, &other.above);
        } else {
            *self = self.lowered(other);
        }
    }

    /// Lowers costs of different bases.
    #[inline(never)]
    fn lowered(&self, other: &Self) -> Lanes {
        let mut costs = self.costs();
        for (own, other) in costs.iter_mut().zip(other.costs()) {
            *own = (*own).min(other);
        }
        Lanes::new(costs)
    }
}

/// What is left before `matrix`, which has rows of `width` blocks, if `then` is left after it.
fn apply((width, ceiling): (usize, Ceiling), matrix: &[Block], then: &Lanes) -> Lanes {
    let mut above = [[NEVER; BLOCK]; MOST_BLOCKS];
    let (to_sink, rows) = matrix.split_at(width);
    let costs = &then.above.as_flattened()[SINK + 1..];
    for (row, cost) in rows.chunks_exact(width).zip(costs).filter(|(_, cost)| **cost != NEVER) {
        for (above, steps) in above.iter_mut().zip(row) {
            lower_by(above, steps, *cost);
        }
    }
    let mut lanes = Lanes { base: then.base, above };
    // Sums up to twice the most: if even the least is large, it goes to the base.
    if above.as_flattened()[SINK + 1..].iter().all(|cost| *cost > MOST / 2) {
        lanes = Lanes::new(lanes.costs());
    }
    lanes.above.iter_mut().for_each(|row| ceiling.clamp(row));
    // From the sink nothing is left, whatever the base is.
    let mut sink = Lanes { base: 0, above: [[NEVER; BLOCK]; MOST_BLOCKS] };
    sink.above[..width].copy_from_slice(to_sink);
    lanes.lower(&sink);
    lanes
}
