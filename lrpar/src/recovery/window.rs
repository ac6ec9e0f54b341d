//! The decisive bound (H3): exact distances to success within a window of lexemes, lookaheads ignored.
//!
//! Lexemes that no state shifts can only be deleted; the places of the window are the others, and what lies between two of
//! them is a price to get across. A lane is a place and the number of shifts just made: (i, k) for the i-th place and k < 3;
//! and one more, the sink, which stands for success and for having left the window. For each symbol X of the grammar the
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
//! Costs are bytes that saturate at 255.

use lrtable::{RuleId, StateId, TokenId, grammar::Symbol, pack::Tables};

use super::{ahead::Ahead, knowledge::Known, vectors::Bound};

/// A (min, +) matrix over `L` lanes, of which some at the end may be unused.
type Matrix<const L: usize> = [[u8; L]; L];

/// The bound over `L` lanes.
pub(crate) struct Window<'k, const L: usize> {
    known: &'k Known,
    /// The position in the input of each place. If the input ends within the window, the last is that of `$`.
    places: Vec<usize>,
    /// For each place the price of deleting all that lies between the place before and it.
    gaps: Vec<u32>,
    /// For each place the price of deleting all before it; and, if the input goes on, of deleting the whole window.
    before: Vec<u32>,
    /// Does the input end within the window?
    ends: bool,
    tokens: Vec<Matrix<L>>,
    rules: Vec<Matrix<L>>,
    accepted: [u8; L],
    /// The number of matrix products made.
    pub(crate) products: u64,
}

/// The lane of `place` with `shifts` shifts just made.
fn lane(place: usize, shifts: usize) -> usize {
    3 * place + shifts
}

fn byte(cost: u32) -> u8 {
    u8::try_from(cost).unwrap_or(u8::MAX)
}

impl<'k, const L: usize> Window<'k, L> {
    /// The sink.
    const SINK: usize = L - 1;
    /// The most places.
    const PLACES: usize = (L - 1) / 3;

    /// The window that begins at `start` in `tokens`, which end in `$`.
    pub(crate) fn new(
        tables: &Tables<'_>,
        known: &'k Known,
        ahead: &Ahead,
        tokens: &[TokenId],
        start: usize,
    ) -> Self {
        let mut places = ahead.places(Self::PLACES);
        let ends = places.len() < Self::PLACES && ahead.end() + 1 == tokens.len();
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
        let mut window = Window {
            known,
            places,
            gaps,
            before,
            ends,
            tokens: Vec::new(),
            rules: Vec::new(),
            accepted: [u8::MAX; L],
            products: 0,
        };
        window.accepted = window.deleted_to_end();
        window.tokens =
            tables.token_ids().map(|token| window.token(tables, tokens, token)).collect();
        window.close(tables);
        window
    }

    /// The bound for a stack whose vector is `vector`, at `position` in the input with `shifts` shifts just made.
    pub(crate) fn look_up(&self, ahead: &Ahead, vector: &[u8], position: usize, shifts: u8) -> u32 {
        let place = self.places.partition_point(|at| *at < position);
        let Some(&at) = self.places.get(place) else { return 0 };
        // Of what lies between the place before and this one some may be deleted already.
        let deleted = self.gaps[place] - ahead.price(position, at);
        u32::from(vector[lane(place, usize::from(shifts))]).saturating_sub(deleted)
    }

    /// From each lane the cost of deleting to the end of the input, if the window holds it, or else out of the window.
    fn deleted_to_end(&self) -> [u8; L] {
        let mut out = [u8::MAX; L];
        for place in 0..self.places.len() {
            for shifts in 0..3 {
                out[lane(place, shifts)] = byte(self.to_end(place));
            }
        }
        out[Self::SINK] = 0;
        out
    }

    /// The price of deleting from behind the place before `place` to the end of the input or out of the window.
    fn to_end(&self, place: usize) -> u32 {
        let last = self.before[if self.ends { self.places.len() - 1 } else { self.places.len() }];
        last - (self.before[place] - self.gaps[place])
    }

    fn token(&self, tables: &Tables<'_>, tokens: &[TokenId], token: TokenId) -> Matrix<L> {
        let mut out = [[u8::MAX; L]; L];
        out[Self::SINK][Self::SINK] = 0;
        let price = tables.insert_costs[token.index()];
        let lexemes = if self.ends { self.places.len() - 1 } else { self.places.len() };
        for place in 0..self.places.len() {
            for shifts in 0..3 {
                let row = &mut out[lane(place, shifts)];
                if price > 0 {
                    row[lane(place, 0)] = price;
                }
                if !self.ends {
                    row[Self::SINK] = byte(self.to_end(place));
                }
                for at in (place..lexemes).filter(|at| tokens[self.places[*at]] == token) {
                    let deleted = self.before[at] - (self.before[place] - self.gaps[place]);
                    let shifts = if deleted == 0 { shifts + 1 } else { 1 };
                    let to = if shifts == 3 || at + 1 == self.places.len() {
                        Self::SINK
                    } else {
                        lane(at + 1, shifts)
                    };
                    row[to] = row[to].min(byte(deleted));
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
        let mut empty = [[u8::MAX; L]; L];
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
                        matrix = product(&matrix, self.matrix(*code));
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

fn identity<const L: usize>() -> Matrix<L> {
    let mut out = [[u8::MAX; L]; L];
    for (at, row) in out.iter_mut().enumerate() {
        row[at] = 0;
    }
    out
}

/// The (min, +) product.
fn product<const L: usize>(a: &Matrix<L>, b: &Matrix<L>) -> Matrix<L> {
    let mut out = [[u8::MAX; L]; L];
    for (out, a) in out.iter_mut().zip(a) {
        for (cost, b) in a.iter().zip(b) {
            if *cost != u8::MAX {
                for (out, b) in out.iter_mut().zip(b) {
                    *out = (*out).min(b.saturating_add(*cost));
                }
            }
        }
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

impl<const L: usize> Bound for Window<'_, L> {
    fn width(&self) -> usize {
        L
    }

    fn here(&self, top: StateId, out: &mut [u8]) {
        if !self.ends || self.known.accepts[top.index()] {
            out.copy_from_slice(&self.accepted);
        } else {
            out.fill(u8::MAX);
            out[Self::SINK] = 0;
        }
    }

    fn through(&self, rest: &[u32], then: &[u8], out: &mut [u8]) {
        let mut vector: [u8; L] = then.try_into().expect("vectors have L costs");
        for code in rest.iter().rev() {
            let mut next = [u8::MAX; L];
            for (next, row) in next.iter_mut().zip(self.matrix(*code)) {
                for (cost, left) in row.iter().zip(&vector) {
                    *next = (*next).min(cost.saturating_add(*left));
                }
            }
            vector = next;
        }
        for (out, cost) in out.iter_mut().zip(&vector) {
            *out = (*out).min(*cost);
        }
    }

    fn accepted(&self) -> &[u8] {
        &self.accepted
    }
}
