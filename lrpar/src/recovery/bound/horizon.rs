//! The lexemes ahead of an error, seen without a stack: what deleting them costs, and how much of that is unavoidable.
//!
//! A lexeme that no state shifts (a lexing error, say) can only be deleted. So to get from a position to three shifts in a
//! row, or to the end, may need deletions whatever the stack: an exact lower bound also where thousands of such lexemes lie
//! ahead, which the bytes of a [`Window`](super::window) cannot count.

use super::{
    super::{budget::Spent, limits},
    Setting,
};

/// Lexemes from the error on that are no junk and that are looked at; what lies after them is not known.
const PLACES: usize = 24;

/// What lies ahead of one error.
pub(crate) struct Horizon {
    start: usize,
    /// For each position, from the error's on, the next, itself perhaps, whose lexeme is no junk; at the end, itself.
    next_place: Vec<usize>,
    /// Whether the input ends where this does.
    ends: bool,
    /// For each position the price of deleting all from the error's up to it.
    price: Vec<u32>,
    /// For each position, and 0, 1 or 2 shifts just made, the price of the deletions that cannot be avoided.
    unavoidable: Vec<[u32; limits::SHIFTS as usize]>,
}

impl Horizon {
    /// Looks ahead from where a search starts. Shifts count from where the error was detected.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn new(setting: &Setting<'_>) -> Result<Horizon, Spent> {
        let Setting { tables, facts, tokens, position: start, detected, meter, .. } = *setting;
        let mut junk = Vec::new();
        let mut price = vec![0u32];
        let mut seen = 0;
        for &token in &tokens[start..tokens.len() - 1] {
            if seen == PLACES + (detected - start) {
                break;
            }
            meter.charge(1)?;
            let is_junk = !facts.shiftable[token.index()];
            seen += usize::from(!is_junk);
            junk.push(is_junk);
            let cost = tables.delete_costs.get(token.index()).copied().unwrap_or(1);
            let sum = price.last().expect("it is not empty").saturating_add(u32::from(cost));
            price.push(sum);
        }
        let mut unavoidable = vec![[0u32; limits::SHIFTS as usize]; junk.len() + 1];
        for at in (0..junk.len()).rev() {
            let next = unavoidable[at + 1];
            let deleted = next[0].saturating_add(price[at + 1] - price[at]);
            for shifts in 0..next.len() {
                let shifted = if start + at < detected {
                    next[shifts]
                } else {
                    next.get(shifts + 1).copied().unwrap_or(0)
                };
                unavoidable[at][shifts] = if junk[at] { deleted } else { deleted.min(shifted) };
            }
        }
        let mut next_place: Vec<usize> = (start..=start + junk.len()).collect();
        for at in (0..junk.len()).rev().filter(|at| junk[*at]) {
            next_place[at] = next_place[at + 1];
        }
        let ends = start + junk.len() + 1 == tokens.len();
        Ok(Horizon { start, next_place, ends, price, unavoidable })
    }

    /// The first position from `at` on whose lexeme is no junk, `$` included; `None` if it is not known.
    pub(crate) fn next_place(&self, at: usize) -> Option<usize> {
        let next = *self.next_place.get(at - self.start)?;
        (next < self.end() || self.ends).then_some(next)
    }

    /// The positions, at most `most`, of lexemes that are no junk, as far as is known; not that of `$`.
    pub(crate) fn places(&self, most: usize) -> Vec<usize> {
        let places = self.next_place.iter().enumerate().map(|(at, next)| (self.start + at, next));
        let places = places.filter(|(at, next)| at == *next && *at < self.end());
        places.map(|(at, _)| at).take(most).collect()
    }

    /// The first position that is not looked at, if it is before the end of the input; else that of `$`.
    pub(crate) fn end(&self) -> usize {
        self.start + self.next_place.len() - 1
    }

    /// The price of deleting all from `from` up to `to`, neither after [`Horizon::end`].
    pub(crate) fn price(&self, from: usize, to: usize) -> u32 {
        self.price[to - self.start] - self.price[from - self.start]
    }

    /// A lower bound of what it costs to get from `position`, with `shifts` shifts just made, to three shifts in a row or to
    /// the end of the input.
    pub(crate) fn unavoidable(&self, position: usize, shifts: u8) -> u32 {
        let costs = self.unavoidable.get(position - self.start);
        costs.and_then(|costs| costs.get(usize::from(shifts))).copied().unwrap_or(0)
    }
}
