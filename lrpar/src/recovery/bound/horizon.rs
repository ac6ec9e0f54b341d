//! Lower bounds from the lexemes ahead of an error, without a stack: the cost of deleting them, and
//! the edits that are unavoidable.
//!
//! Two reasons to edit need no stack. A lexeme that no state shifts (a lexing error, say) can only
//! be deleted. And a lexeme cannot be shifted right after one that it never stands beside
//! ([`Neighbours`](super::neighbours)): between two numbers of a table that was pasted into a
//! program something is inserted, or one of them goes. So the cost of getting from a position to
//! three shifts in a row, or to the end, has an exact lower bound that adds up over hundreds of
//! lexemes, far beyond a [`Window`](super::window):
//!
//! - U(p, t), after an edit, `t` being the last token that stays (or any, after an insertion): the
//!   least of shifting the lexeme at p if `t` may stand before it, deleting it, and inserting
//!   something;
//! - D(p, k), with k > 0 shifts just made: likewise, `t` being the lexeme before; the third shift
//!   in a row costs nothing more.
//!
//! Cost: lexemes looked at times the kinds of tokens among them.
//!
//! Rejected: a wider window in place of the horizon, whose matrices grow with the cube of its
//! width.

use lrtable::TokenId;

use super::{
    super::{budget::Spent, limits},
    Setting,
};

/// Number of shiftable lexemes from the error on that are looked at; beyond them the horizon
/// extends to where three in a row may stand beside each other …
const PLACES: usize = 24;
/// … but to no more than this many shiftable lexemes in all …
const MOST_PLACES: usize = 500;
/// … and no more than this many different tokens.
const MOST_KINDS: usize = 64;

/// The lexemes ahead of one error.
pub(crate) struct Horizon {
    start: usize,
    /// For each position from the error's on, the first position, at or after it, whose lexeme some
    /// state shifts; at the end, the end.
    next_place: Vec<usize>,
    /// Whether the input ends within the horizon.
    ends: bool,
    /// The cost of deleting all lexemes from the error's up to each position.
    price: Vec<u32>,
    /// The tokens ahead that are distinguished.
    kinds: Vec<TokenId>,
    /// U for each position and kind; the last entry of a position is for any token.
    edited: Vec<u32>,
    /// D for each position, after one and after two shifts.
    shifted: Vec<[u32; limits::SUCCESS_SHIFTS as usize - 1]>,
}

impl Horizon {
    /// Computes the horizon of a search from its start. Shifts count from where the error was
    /// detected.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn new(setting: &Setting<'_>) -> Result<Horizon, Spent> {
        let Setting { tables, facts, tokens, position: start, detected, meter, .. } = *setting;
        let is_junk = |token: TokenId| !facts.shiftable[token.index()];
        let follows = |at: usize| {
            let (last, token) = (tokens[at - 1], tokens[at]);
            !is_junk(last) && !is_junk(token) && facts.neighbours.are(last, token)
        };
        let mut price = vec![0u32];
        let mut kinds: Vec<TokenId> = Vec::new();
        // Lexemes that are no junk, and those in a row up to here that may stand beside each other.
        let (mut seen, mut run) = (0, 0);
        let wanted = PLACES + (detected - start);
        let mut end = start;
        while end + 1 < tokens.len()
            && seen < MOST_PLACES.max(wanted)
            && (seen < wanted || run < limits::SUCCESS_SHIFTS)
        {
            let token = tokens[end];
            if !is_junk(token) {
                seen += 1;
                run = if end > detected && follows(end) { run + 1 } else { 1 };
                if kinds.len() < MOST_KINDS && !kinds.contains(&token) {
                    kinds.push(token);
                }
            }
            meter.charge(2 + kinds.len() as u64 / 8)?;
            let cost = tables.delete_costs.get(token.index()).copied().unwrap_or(1);
            let sum = price.last().expect("it is not empty").saturating_add(u32::from(cost));
            price.push(sum);
            end += 1;
        }
        let count = end - start;
        let mut next_place: Vec<usize> = (start..=end).collect();
        for at in (0..count).rev().filter(|at| is_junk(tokens[start + at])) {
            next_place[at] = next_place[at + 1];
        }
        let ends = end + 1 == tokens.len();
        let row = kinds.len() + 1;
        let (edited, shifted) = (vec![0; (count + 1) * row], vec![[0; 2]; count + 1]);
        meter.room_for(edited.len() * 4)?;
        let mut horizon = Horizon { start, next_place, ends, price, kinds, edited, shifted };
        for at in (start..end).rev() {
            let token = tokens[at];
            let deletion = horizon.price(at, at + 1);
            // What is left after a shift of this lexeme, after so many others.
            let after = [0, 1, 2].map(|shifts| match shifts {
                _ if is_junk(token) => u32::MAX,
                _ if at < detected => horizon.unavoidable(at + 1, 0, Some(token)),
                2 => 0,
                _ => horizon.unavoidable(at + 1, shifts + 1, Some(token)),
            });
            let deleted = |last| horizon.unavoidable(at + 1, 0, last).saturating_add(deletion);
            let any = after[0].min(deleted(None));
            let inserted = any.saturating_add(facts.cheapest_insertion);
            let least = |last: TokenId, shifts: usize| {
                let follows = !is_junk(token) && facts.neighbours.are(last, token);
                let shift = if follows { after[shifts] } else { u32::MAX };
                shift.min(deleted(Some(last))).min(inserted)
            };
            let mut own: Vec<u32> = horizon.kinds.iter().map(|kind| least(*kind, 0)).collect();
            own.push(any);
            let direct = match at.checked_sub(1).map(|before| tokens[before]) {
                Some(last) if !is_junk(last) => [1, 2].map(|shifts| least(last, shifts)),
                _ => [any; 2],
            };
            horizon.edited[(at - start) * row..][..row].copy_from_slice(&own);
            horizon.shifted[at - start] = direct;
        }
        Ok(horizon)
    }

    /// Returns the first position from `at` on whose lexeme some state shifts, `$` included; `None`
    /// beyond the horizon.
    pub(crate) fn next_place(&self, at: usize) -> Option<usize> {
        let next = *self.next_place.get(at - self.start)?;
        (next < self.end() || self.ends).then_some(next)
    }

    /// Returns the positions of the first `most` lexemes that some state shifts, within the horizon
    /// and before `$`.
    pub(crate) fn places(&self, most: usize) -> Vec<usize> {
        let places = self.next_place.iter().enumerate().map(|(at, next)| (self.start + at, next));
        let places = places.filter(|(at, next)| at == *next && *at < self.end());
        places.map(|(at, _)| at).take(most).collect()
    }

    /// Returns the first position beyond the horizon, or that of `$` if the input ends before.
    pub(crate) fn end(&self) -> usize {
        self.start + self.next_place.len() - 1
    }

    /// Returns the cost of deleting the lexemes from `from` up to `to`; both must be at most
    /// [`Horizon::end`].
    pub(crate) fn price(&self, from: usize, to: usize) -> u32 {
        self.price[to - self.start] - self.price[from - self.start]
    }

    /// Returns a lower bound of the cost from `position`, after `shifts` shifts, to three shifts in
    /// a row or the end of the input. `last` is the last token that was shifted, if known.
    pub(crate) fn unavoidable(&self, position: usize, shifts: u8, last: Option<TokenId>) -> u32 {
        let at = position - self.start;
        match shifts.checked_sub(1) {
            None => {
                let kind = last.and_then(|last| self.kinds.iter().position(|kind| *kind == last));
                let row = self.kinds.len() + 1;
                self.edited.get(at * row + kind.unwrap_or(row - 1)).copied().unwrap_or(0)
            }
            Some(shifts) => self.shifted.get(at).map_or(0, |costs| costs[usize::from(shifts)]),
        }
    }
}
