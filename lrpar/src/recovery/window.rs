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
//! - all that is left of the window is deleted, where the input goes on behind it: to the sink;
//! - from the sink everything is free;
//! - a rule costs the cheapest of its productions, a production the (min, +) product of its symbols' matrices: the least
//!   fixpoint, rules bottom up, again only where something changed.
//!
//! Costs are bytes: up to [`MOST`], which also stands for more, or [`NEVER`]. The vector of a stack is a number and bytes
//! above it, so that a thousand open brackets can be counted. Matrices are stored transposed, a row for each lane that is led
//! to: products and vectors are then made of whole rows.

use std::cell::OnceCell;

use lrtable::{RuleId, StateId, Symbol, TokenId, pack::Tables};

use super::{
    ahead::Ahead,
    knowledge::{Known, Rest},
    limits,
    vectors::{Bound, Setting},
};

/// A (min, +) matrix over `L` lanes, of which some before the last may be unused: `matrix[to][from]`.
type Matrix<const L: usize> = [[u8; L]; L];

/// No way leads there.
const NEVER: u8 = u8::MAX;
/// The most that a byte counts. Two of them do not add up to [`NEVER`].
const MOST: u8 = 127;

/// The costs of a stack: for each lane but the sink, whose cost is 0, a number above `base`.
#[derive(Clone, PartialEq)]
pub(crate) struct Lanes<const L: usize> {
    base: u32,
    above: [u8; L],
}

/// The bound over `L` lanes.
pub(crate) struct Window<'k, const L: usize> {
    known: &'k Known,
    /// The position in the input of each place. If the input ends within the window, the last is that of `$`.
    places: Vec<usize>,
    /// The number of places before the one where the error was detected.
    early: usize,
    /// For each place the price of deleting all that lies between the place before and it.
    gaps: Vec<u32>,
    /// For each place the price of deleting all before it; and, if the input goes on, of deleting the whole window.
    before: Vec<u32>,
    /// Does the input end within the window?
    ends: bool,
    tokens: Vec<Matrix<L>>,
    rules: Vec<Matrix<L>>,
    /// For each place in the table's list of symbols the product from there to the end of the production, once it was asked
    /// for.
    rests: Vec<OnceCell<Box<Matrix<L>>>>,
    accepted: Lanes<L>,
    /// The number of matrix products made.
    products: u64,
}

/// A cost that is not [`NEVER`] as a byte.
fn byte(cost: u32) -> u8 {
    u8::try_from(cost).unwrap_or(MOST).min(MOST)
}

/// Cuts the sums of bytes back to [`MOST`].
fn clamp<const L: usize>(row: &mut [u8; L]) {
    for cost in row {
        *cost = if *cost == NEVER { NEVER } else { (*cost).min(MOST) };
    }
}

impl<'k, const L: usize> Window<'k, L> {
    /// The sink.
    const SINK: usize = L - 1;

    /// The window of a search.
    pub(crate) fn new(setting: &Setting<'k>, ahead: &Ahead) -> Self {
        let Setting { tables, known, tokens, position: start, detected, .. } = *setting;
        let most = most_places(L, ahead, detected);
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
            known,
            places,
            early,
            gaps,
            before,
            ends,
            tokens: Vec::new(),
            rules: Vec::new(),
            rests: vec![OnceCell::new(); tables.symbols.len()],
            accepted: Lanes { base: 0, above: [NEVER; L] },
            products: 0,
        };
        window.accepted = window.deleted_to_end();
        window.tokens =
            tables.token_ids().map(|token| window.token(tables, tokens, token)).collect();
        window.close(tables);
        window
    }

    /// From each lane the cost of deleting to the end of the input, if the window holds it, or else out of the window.
    fn deleted_to_end(&self) -> Lanes<L> {
        let mut costs = [u32::MAX; L];
        for place in 0..self.places.len() {
            for shifts in 0..self.counts(place) {
                costs[self.lane(place, shifts)] = self.to_end(place);
            }
        }
        Lanes::new(costs)
    }

    /// How many numbers of shifts are told apart at `place`.
    fn counts(&self, place: usize) -> usize {
        if place < self.early { 1 } else { usize::from(limits::SHIFTS) }
    }

    /// The lane of `place` with `shifts` shifts just made.
    fn lane(&self, place: usize, shifts: usize) -> usize {
        let late = place.saturating_sub(self.early);
        place + 2 * late + shifts
    }

    /// The price of deleting from behind the place before `place` to the end of the input or out of the window.
    fn to_end(&self, place: usize) -> u32 {
        let last = self.before[if self.ends { self.places.len() - 1 } else { self.places.len() }];
        last - (self.before[place] - self.gaps[place])
    }

    fn token(&self, tables: &Tables<'_>, tokens: &[TokenId], token: TokenId) -> Matrix<L> {
        let mut out = [[NEVER; L]; L];
        out[Self::SINK][Self::SINK] = 0;
        let price = tables.insert_costs[token.index()];
        let lexemes = if self.ends { self.places.len() - 1 } else { self.places.len() };
        for place in 0..self.places.len() {
            for shifts in 0..self.counts(place) {
                let from = self.lane(place, shifts);
                if price > 0 {
                    out[self.lane(place, 0)][from] = price.min(MOST);
                }
                if !self.ends {
                    out[Self::SINK][from] = byte(self.to_end(place));
                }
                for at in (place..lexemes).filter(|at| tokens[self.places[*at]] == token) {
                    let deleted = self.before[at] - (self.before[place] - self.gaps[place]);
                    let shifts = match deleted {
                        _ if at < self.early => 0,
                        0 => shifts + 1,
                        _ => 1,
                    };
                    let to = if shifts == 3 || at + 1 == self.places.len() {
                        Self::SINK
                    } else {
                        self.lane(at + 1, shifts)
                    };
                    out[to][from] = out[to][from].min(byte(deleted));
                }
            }
        }
        out
    }

    fn matrix(&self, code: u32) -> &Matrix<L> {
        match Tables::symbol(code) {
            Symbol::Token(token) => &self.tokens[token.index()],
            Symbol::Rule(rule) => &self.rules[rule.index()],
        }
    }

    /// Computes the matrices of all rules.
    fn close(&mut self, tables: &Tables<'_>) {
        let mut empty = [[NEVER; L]; L];
        empty[Self::SINK][Self::SINK] = 0;
        self.rules = vec![empty; tables.rule_count];
        let mut dirty_prods = vec![true; tables.productions.len()];
        let mut dirty_rules = vec![true; tables.rule_count];
        let mut again = true;
        while again {
            again = false;
            for &rule in &self.known.rule_order {
                if !std::mem::replace(&mut dirty_rules[rule.index()], false) {
                    continue;
                }
                if self.improve(tables, rule, &mut dirty_prods) {
                    for &user in &self.known.users[rule.index()] {
                        dirty_prods[user.index()] = true;
                        dirty_rules[tables.production(user).0.index()] = true;
                    }
                    again = true;
                }
            }
        }
    }

    /// Lowers the matrix of `rule` by its dirty productions; says whether it changed.
    fn improve(&mut self, tables: &Tables<'_>, rule: RuleId, dirty: &mut [bool]) -> bool {
        let mut changed = false;
        for &prod in &self.known.rule_prods[rule.index()] {
            if !std::mem::replace(&mut dirty[prod.index()], false) {
                continue;
            }
            let matrix = match self.known.symbols(tables, prod) {
                [] => identity(),
                [only] => *self.matrix(*only),
                [first, rest @ ..] => {
                    let mut matrix = *self.matrix(*first);
                    for code in rest {
                        matrix = product(self.matrix(*code), &matrix);
                        self.products += 1;
                    }
                    matrix
                }
            };
            changed |= lower(&mut self.rules[rule.index()], &matrix);
        }
        changed
    }
}

/// The most places that `lanes` lanes have room for: those before the error take one lane each, the others three.
fn most_places(lanes: usize, ahead: &Ahead, detected: usize) -> usize {
    let early = ahead.places(lanes - 1).partition_point(|place| *place < detected);
    early + (lanes - 1 - early) / 3
}

fn identity<const L: usize>() -> Matrix<L> {
    let mut out = [[NEVER; L]; L];
    for (at, row) in out.iter_mut().enumerate() {
        row[at] = 0;
    }
    out
}

/// The (min, +) product.
fn product<const L: usize>(a: &Matrix<L>, b: &Matrix<L>) -> Matrix<L> {
    let mut out = [[NEVER; L]; L];
    for (out, a) in out.iter_mut().zip(a) {
        for (cost, b) in a.iter().zip(b).filter(|(cost, _)| **cost != NEVER) {
            for (out, b) in out.iter_mut().zip(b) {
                *out = (*out).min(b.saturating_add(*cost));
            }
        }
        clamp(out);
    }
    out
}

/// Lowers `a` to the lesser of each pair of entries; says whether it changed.
fn lower<const L: usize>(a: &mut Matrix<L>, b: &Matrix<L>) -> bool {
    let mut changed = 0;
    for (a, b) in a.iter_mut().zip(b) {
        for (a, b) in a.iter_mut().zip(b) {
            changed |= u8::from(*b < *a);
            *a = (*a).min(*b);
        }
    }
    changed != 0
}

impl<const L: usize> Lanes<L> {
    /// These costs, `u32::MAX` being [`NEVER`]; that of the sink is taken for 0.
    fn new(costs: [u32; L]) -> Self {
        let lanes = &costs[..L - 1];
        let least = lanes.iter().copied().min().filter(|min| *min != u32::MAX).unwrap_or(0);
        // Small costs keep the base 0: vectors of one base are quick to compare.
        let base = if least > u32::from(MOST / 2) { least } else { 0 };
        let mut above = [NEVER; L];
        for (above, cost) in above.iter_mut().zip(lanes) {
            *above = if *cost == u32::MAX { NEVER } else { byte(cost - base) };
        }
        above[L - 1] = 0;
        Lanes { base, above }
    }

    fn costs(&self) -> [u32; L] {
        self.above.map(|above| match above {
            NEVER => u32::MAX,
            above => self.base + u32::from(above),
        })
    }

    /// Lowers each cost to that of `other`, if it is less.
    fn lower(&mut self, other: &Self) {
        if self.base == other.base {
            for (own, other) in self.above.iter_mut().zip(&other.above) {
                *own = (*own).min(*other);
            }
        } else {
            let mut costs = self.costs();
            for (own, other) in costs.iter_mut().zip(other.costs()) {
                *own = (*own).min(other);
            }
            *self = Lanes::new(costs);
        }
    }
}

/// What is left before `matrix` if `then` is left behind it.
fn apply<const L: usize>(matrix: &Matrix<L>, then: &Lanes<L>) -> Lanes<L> {
    let mut above = [NEVER; L];
    let costs = matrix[..L - 1].iter().zip(&then.above);
    for (row, cost) in costs.filter(|(_, cost)| **cost != NEVER) {
        for (above, step) in above.iter_mut().zip(row) {
            *above = (*above).min(step.saturating_add(*cost));
        }
    }
    let mut lanes = Lanes { base: then.base, above };
    // Sums up to twice the most: if even the least is large, it goes to the base.
    if above[..L - 1].iter().all(|cost| *cost > MOST / 2) {
        lanes = Lanes::new(lanes.costs());
    }
    clamp(&mut lanes.above);
    // From the sink nothing is left, whatever the base is.
    lanes.lower(&Lanes { base: 0, above: matrix[L - 1] });
    lanes
}

impl<const L: usize> Bound for Window<'_, L> {
    type Vector = Lanes<L>;

    fn here(&self, top: StateId) -> Lanes<L> {
        if !self.ends || self.known.accepts[top.index()] {
            self.accepted.clone()
        } else {
            Lanes::new([u32::MAX; L])
        }
    }

    fn through(&self, tables: &Tables<'_>, rest: Rest, then: &Lanes<L>, out: &mut Lanes<L>) {
        match rest.symbols(tables) {
            [] => out.lower(then),
            [only] => out.lower(&apply(self.matrix(*only), then)),
            [first, others @ ..] => {
                let matrix = self.rests[rest.from as usize].get_or_init(|| {
                    let first = *self.matrix(*first);
                    let whole =
                        others.iter().fold(first, |m, code| product(self.matrix(*code), &m));
                    Box::new(whole)
                });
                out.lower(&apply(matrix, then));
            }
        }
    }

    fn accepted(&self) -> &Lanes<L> {
        &self.accepted
    }

    fn nothing(&self) -> Lanes<L> {
        Lanes { base: 0, above: [0; L] }
    }

    fn look_up(
        &self,
        ahead: &Ahead,
        _: &[TokenId],
        vector: &Lanes<L>,
        position: usize,
        shifts: u8,
    ) -> u32 {
        let place = self.places.partition_point(|at| *at < position);
        let Some(&at) = self.places.get(place) else { return 0 };
        // Of what lies between the place before and this one some may be deleted already.
        let deleted = self.gaps[place] - ahead.price(position, at);
        match vector.above[self.lane(place, usize::from(shifts))] {
            NEVER => u32::MAX,
            above => (vector.base + u32::from(above)).saturating_sub(deleted),
        }
    }

    fn products(&self) -> u64 {
        self.products
    }
}
