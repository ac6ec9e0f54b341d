//! The strongest bound: exact distances to success within a window of lexemes, lookaheads ignored.
//!
//! Lexemes that no state shifts can only be deleted; the places of the window are the others, and
//! lexemes between two places have a price to be deleted. A lane is a place and the number of
//! shifts just made: (i, k) for the i-th place and k < 3, where shifts of lexemes before the error
//! do not count, so that k is 0 there. One more lane, the sink, stands for success and for having
//! left the window. The matrix C(X) of each symbol X of the grammar has the least cost of getting
//! from lane to lane by one sentence of X:
//!
//! - a token is inserted: (i, k) → (i, 0) at its price;
//! - lexemes are deleted and then one that matches is shifted: (i, k) → (j + 1, k + 1, or 1 if any
//!   was deleted), to the sink if that makes three shifts or leaves the window;
//! - all that is left of the window is deleted, where the input goes on after it: to the sink;
//! - leaving the window costs what is unavoidable after it;
//! - from the sink everything is free;
//! - a rule costs the cheapest of its productions, a production the (min, +) product of its
//!   symbols' matrices: the least fixpoint, rules bottom up, again only where something changed.
//!
//! Where shifts are not counted, the window ends at the earliest end of a success, and leaving it
//! leads to the sink. That bound is a little lower, but has fewer lanes. Costs are bytes: up to
//! [`MOST`], which also stands for more, or [`NEVER`]. The vector of a stack is a number and bytes
//! above that, so that a thousand open brackets can be counted.
//!
//! Invariant: every real move is one of these, at the same cost, so the distances are lower bounds.
//! Cost: that of the matrices; a stack costs one product for each context that is new.

use std::hash::{Hash, Hasher};

use lrtable::{StateId, TokenId};

use super::{
    super::{budget::Spent, limits},
    Setting,
    facts::Rest,
    horizon::Horizon,
    matrices::{BLOCK, Ceiling, MOST, MOST_BLOCKS, Matrices, NEVER, Passage, Row, lower_by},
};

/// Number of lanes of the widest window.
const LANES: usize = MOST_BLOCKS * BLOCK;
/// The lane of the sink: 0, so that all lanes after it are those of places.
const SINK: usize = 0;

/// Costs of a stack: for each lane but the sink, whose cost is 0, a number above `base`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Lanes {
    base: u32,
    above: Row,
}

/// Extent of a window.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    /// As far as the lanes of this many blocks allow.
    Blocks(usize),
    /// Up to this position, at or after which a success ends, shifts not counted: one lane for each
    /// place.
    UpTo(usize),
}

/// Window of a search: the matrices of all symbols, and what deleting and leaving cost.
pub(crate) struct Window<'k> {
    ceiling: Ceiling,
    pub(super) setting: Setting<'k>,
    /// The position of each place in the input. If the input ends within the window, the last is
    /// that of `$`.
    places: Vec<usize>,
    /// The number of places where shifts do not count: those before the detected error, or all.
    early: usize,
    /// The cost of deleting all before each place.
    before: Vec<u32>,
    /// The cost of deleting nothing, and of deleting all up to each place and its lexeme.
    through: Vec<u32>,
    /// The unavoidable cost after the window, by the number of shifts just made; 0 if the input or
    /// a success ends within it.
    left: [u32; limits::SUCCESS_SHIFTS as usize],
    /// Whether the input ends within the window.
    ends: bool,
    matrices: Matrices,
    /// Costs left when the augmented rule is complete.
    pub(super) accepted: Lanes,
}

/// Converts a finite cost to a byte.
fn byte(cost: u32) -> u8 {
    u8::try_from(cost).unwrap_or(MOST).min(MOST)
}

impl<'k> Window<'k> {
    /// Computes the window of a search, of this extent.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn new(
        setting: Setting<'k>,
        ahead: &Horizon,
        extent: Extent,
    ) -> Result<Self, Spent> {
        let Setting { tables, tokens, position: start, detected, meter, .. } = setting;
        let (most, earliest_end) = match extent {
            Extent::Blocks(width) => (most_places(width * BLOCK, ahead, detected), usize::MAX),
            // One more may be that of the end of the input.
            Extent::UpTo(earliest_end) => (LANES - 2, earliest_end),
        };
        let mut places = ahead.places(most);
        places.truncate(places.partition_point(|place| *place < earliest_end));
        let ends =
            places.len() < most && ahead.end() + 1 == tokens.len() && ahead.end() < earliest_end;
        if ends {
            places.push(ahead.end());
        }
        let price = |at: usize| ahead.price(start, at);
        let before = places.iter().map(|place| price(*place)).collect();
        let next = |place: &usize| (place + 1).min(ahead.end());
        let through = [0].into_iter().chain(places.iter().map(|place| price(next(place))));
        let through = through.collect();
        let after = places.last().map_or(start, next);
        let (width, early) = match extent {
            Extent::Blocks(width) => (width, places.partition_point(|place| *place < detected)),
            Extent::UpTo(_) => ((places.len() + 1).div_ceil(BLOCK), places.len()),
        };
        let ceiling = Ceiling::new(setting.dearest);
        let symbols = tables.token_count + tables.rule_count;
        meter.room_for(symbols * width * width * BLOCK * BLOCK)?;
        let mut window = Window {
            ceiling,
            setting,
            places,
            early,
            before,
            through,
            left: [0, 1, 2].map(|shifts| match extent {
                Extent::Blocks(_) if !ends => ahead.unavoidable(after, shifts, None),
                // The input ends in the window, or a success does.
                _ => 0,
            }),
            ends,
            matrices: Matrices::new(width, tables.token_count, symbols, ceiling),
            accepted: Lanes::new([u32::MAX; LANES]),
        };
        window.accepted = window.deleted_to_end();
        for token in tables.token_ids() {
            meter.charge(1)?;
            window.token(token);
        }
        // From the sink all is free; paths to it are made of paths to all other lanes.
        let lanes = window.starts().map(|(place, shifts)| window.lane(place, shifts));
        let lanes: Vec<usize> = lanes.chain([SINK]).collect();
        window.matrices.close(&setting, &lanes)?;
        Ok(window)
    }

    /// Returns the cost, from each lane, of deleting to the end of the input, if the window holds
    /// it, or else out of the window.
    fn deleted_to_end(&self) -> Lanes {
        let mut costs = [u32::MAX; LANES];
        for (place, shifts) in self.starts() {
            costs[self.lane(place, shifts)] = self.to_end(place);
        }
        Lanes::new(costs)
    }

    /// Returns each place with each number of shifts that is distinguished there, in the order in
    /// which lanes are closed.
    fn starts(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (places, early) = (self.places.len(), self.early);
        let counts =
            move |place| if place < early { 1 } else { usize::from(limits::SUCCESS_SHIFTS) };
        (0..places).flat_map(move |at| (0..counts(at)).rev().map(move |shifts| (at, shifts)))
    }

    /// Returns the lane of `place` with `shifts` shifts just made.
    pub(super) fn lane(&self, place: usize, shifts: usize) -> usize {
        let late = place.saturating_sub(self.early);
        SINK + 1 + place + 2 * late + shifts
    }

    /// Returns the cost of deleting everything after the place before `place`, to the end of the
    /// input or out of the window.
    fn to_end(&self, place: usize) -> u32 {
        let all = if self.ends { self.before.last() } else { self.through.last() };
        (all.expect("there is a place") - self.through[place]).saturating_add(self.left[0])
    }

    /// Fills in the matrix of a token.
    fn token(&mut self, token: TokenId) {
        let Setting { tables, tokens, .. } = self.setting;
        let price = tables.insert_costs[token.index()];
        let matches = |at: &usize| tokens[self.places[*at]] == token && token != tables.eof();
        let matching: Vec<usize> = (0..self.places.len()).filter(matches).collect();
        self.matrices.take(token, Passage { from: SINK, to: SINK }, 0);
        for (place, shifts) in self.starts() {
            let from = self.lane(place, shifts);
            if price > 0 {
                let to = self.lane(place, 0);
                self.matrices.take(token, Passage { from, to }, price.min(MOST));
            }
            if !self.ends {
                let passage = Passage { from, to: SINK };
                self.matrices.take(token, passage, byte(self.to_end(place)));
            }
            for &at in matching.iter().filter(|at| **at >= place) {
                let deleted = self.before[at] - self.through[place];
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
                let cost = byte(deleted.saturating_add(left));
                self.matrices.take(token, Passage { from, to }, cost);
            }
        }
    }

    /// Returns the costs of ending at once on a stack with `top` on it.
    pub(super) fn here(&self, top: StateId) -> Lanes {
        if !self.ends || self.setting.facts.accepts[top.index()] {
            self.accepted.clone()
        } else {
            Lanes::new([u32::MAX; LANES])
        }
    }

    /// Returns the costs of reading the symbols `rest` if the costs after them are `then`.
    pub(super) fn through(&self, rest: Rest, then: &Lanes) -> Result<Lanes, Spent> {
        let mut costs = then.clone();
        for number in self.setting.facts.numbers_of(rest).iter().rev() {
            self.setting.meter.charge(4)?;
            costs = self.before(*number, &costs);
        }
        Ok(costs)
    }

    /// Returns the costs of reading the symbol with this number if the costs after it are `then`.
    fn before(&self, number: u32, then: &Lanes) -> Lanes {
        if then.base == 0 && self.ceiling.most < MOST {
            return Lanes { base: 0, above: self.matrices.before(number, &then.above) };
        }
        let mut places = then.above;
        places[SINK][SINK] = NEVER;
        let above = self.matrices.before(number, &places);
        let mut lanes = Lanes { base: then.base, above };
        // Sums up to twice the most: if even the least is large, it goes to the base.
        if above.as_flattened()[SINK + 1..].iter().all(|cost| *cost > MOST / 2) {
            lanes = Lanes::new(lanes.costs());
        }
        // From the sink nothing is left, whatever the base is.
        let mut sink = [[NEVER; BLOCK]; MOST_BLOCKS];
        sink[SINK][SINK] = 0;
        lanes.lower(&Lanes { base: 0, above: self.matrices.before(number, &sink) });
        lanes
    }

    /// Returns the bound for a stack with the costs `lanes`, at `position` with `shifts` shifts
    /// just made, as far as the window reaches.
    pub(super) fn look_up(
        &self,
        ahead: &Horizon,
        lanes: &Lanes,
        position: usize,
        shifts: u8,
    ) -> u32 {
        let place = self.places.partition_point(|at| *at < position);
        let Some(&at) = self.places.get(place) else { return 0 };
        let shifts = if place < self.early { 0 } else { usize::from(shifts) };
        // Of what lies between the place before and this one some may be deleted already.
        let between = self.before[place] - self.through[place];
        let deleted = between - ahead.price(position, at);
        match lanes.above.as_flattened()[self.lane(place, shifts)] {
            NEVER => u32::MAX,
            above => (lanes.base + u32::from(above)).saturating_sub(deleted),
        }
    }

    /// Returns the bytes in use, counted alike on every machine.
    pub(super) fn bytes(&self) -> usize {
        self.matrices.bytes()
    }
}

/// Returns the largest number of places in `lanes` lanes: places before the error take one lane
/// each, the others three.
fn most_places(lanes: usize, ahead: &Horizon, detected: usize) -> usize {
    let early = ahead.places(lanes - 1).partition_point(|place| *place < detected);
    early + (lanes - 1 - early) / 3
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
    /// Returns the costs of a stack of which nothing is known.
    pub(super) fn nothing() -> Lanes {
        Lanes { base: 0, above: [[0; BLOCK]; MOST_BLOCKS] }
    }

    /// Returns the costs that are 0 at one lane and at the sink, where they always are.
    #[cfg(test)]
    pub(super) fn only(lane: usize) -> Lanes {
        let mut costs = [u32::MAX; LANES];
        costs[lane] = 0;
        Lanes::new(costs)
    }

    /// Makes costs from numbers, `u32::MAX` being [`NEVER`]; the sink's is taken for 0.
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

    /// Returns the cost of each lane, `u32::MAX` being [`NEVER`].
    pub(super) fn costs(&self) -> [u32; LANES] {
        let mut costs = [u32::MAX; LANES];
        for (cost, above) in costs.iter_mut().zip(self.above.as_flattened()) {
            if *above != NEVER {
                *cost = self.base + u32::from(*above);
            }
        }
        costs
    }

    /// Lowers each cost to that of `other`, if that is less.
    pub(super) fn lower(&mut self, other: &Self) {
        if self.base == other.base {
            self.above.iter_mut().zip(&other.above).for_each(|(own, row)| lower_by(own, row, 0));
        } else {
            *self = self.lowered(other);
        }
    }

    /// Returns the lower of each pair of costs of different bases.
    #[inline(never)]
    fn lowered(&self, other: &Self) -> Lanes {
        let mut costs = self.costs();
        for (own, other) in costs.iter_mut().zip(other.costs()) {
            *own = (*own).min(other);
        }
        Lanes::new(costs)
    }
}
