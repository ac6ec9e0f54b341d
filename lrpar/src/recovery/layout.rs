//! What the layout of an input says of its brackets: people indent what they mean, whatever they forget to type.
//!
//! A violation is: a closing bracket that begins a line and is not aligned with the line of its opener; a statement that
//! begins a line and is not aligned with those beside it, or not deeper than what encloses it; a bracket without its other.
//! Of one input the number means little; but an edit that makes it less is one that the layout speaks for.
//!
//! What a statement is, layout itself says: blocks are between brackets of which the closing one mostly begins a line, and a
//! line begins a statement if it is behind such a bracket or behind the token that ends most other lines.

use lrtable::TokenId;

use super::{
    brackets::{Brackets, Role},
    dag::Repair,
    lines::PlaceOf,
};

/// Where a lexeme stands.
#[derive(Clone, Copy)]
struct Spot {
    /// The column at which its line begins.
    indent: u32,
    /// Does it begin its line?
    first: bool,
    /// Does it end its line?
    last: bool,
}

/// The layout of an input.
pub(super) struct Layout<'a> {
    tokens: &'a [TokenId],
    brackets: &'a Brackets,
    spots: Vec<Spot>,
    /// The lexemes that begin a line, and the brackets.
    marks: Vec<u32>,
    /// For each token whether it is a bracket of blocks, or ends statements.
    ends_statement: Vec<bool>,
    /// For each closing bracket how many more of its kind open than close.
    pub(super) excess: Vec<(TokenId, isize)>,
    /// How often each token occurs.
    occurs: Vec<u32>,
    /// Are there several lines? One has no layout.
    has_lines: bool,
}

impl<'a> Layout<'a> {
    /// That of `tokens`, which end in `$`.
    pub(super) fn new(
        tokens: &'a [TokenId],
        token_count: usize,
        brackets: &'a Brackets,
        place_of: PlaceOf<'_>,
    ) -> Layout<'a> {
        let tokens = &tokens[..tokens.len() - 1];
        let places: Vec<(usize, usize)> = (0..tokens.len()).map(place_of).collect();
        let mut spots: Vec<Spot> = Vec::with_capacity(tokens.len());
        for (at, (line, column)) in places.iter().enumerate() {
            let first = at == 0 || places[at - 1].0 < *line;
            let last = places.get(at + 1).is_none_or(|(next, _)| line < next);
            let indent = match spots.last() {
                Some(before) if !first => before.indent,
                _ => u32::try_from(*column).unwrap_or(u32::MAX),
            };
            spots.push(Spot { indent, first, last });
        }
        let mut layout = Layout {
            tokens,
            brackets,
            spots,
            marks: Vec::new(),
            ends_statement: vec![false; token_count + 1],
            excess: brackets.closing.iter().map(|closing| (*closing, 0)).collect(),
            occurs: vec![0; token_count + 1],
            has_lines: places.first().map(|place| place.0) < places.last().map(|place| place.0),
        };
        layout.count();
        layout
    }

    fn count(&mut self) {
        // For each token: how often it begins a line, how often it ends one.
        let mut begins = vec![0u32; self.occurs.len()];
        let mut ends = vec![0u32; self.occurs.len()];
        for (at, (&token, spot)) in self.tokens.iter().zip(&self.spots).enumerate() {
            let role = self.brackets.role(token);
            self.occurs[token.index()] += 1;
            begins[token.index()] += u32::from(spot.first);
            if role == Role::Other {
                ends[token.index()] += u32::from(spot.last);
            }
            if spot.first || role != Role::Other {
                self.marks.push(u32::try_from(at).expect("an input has fewer than 2^32 lexemes"));
            }
            let (closing, step) = match role {
                Role::Opens(closing) => (closing, 1),
                Role::Closes => (token, -1),
                Role::Other => continue,
            };
            for (_, excess) in self.excess.iter_mut().filter(|(other, _)| *other == closing) {
                *excess += step;
            }
        }
        let most = (0..ends.len()).max_by_key(|token| ends[*token]);
        if let Some(token) = most.filter(|token| ends[*token] > 0) {
            self.ends_statement[token] = true;
        }
        for token in (0..self.ends_statement.len()).map(TokenId::new) {
            let closing = match self.brackets.role(token) {
                Role::Opens(closing) => closing,
                Role::Closes => token,
                Role::Other => continue,
            };
            let (begins, occurs) = (begins[closing.index()], self.occurs[closing.index()]);
            self.ends_statement[token.index()] =
                begins > 0 && u64::from(begins) * 2 >= u64::from(occurs);
        }
    }

    /// The most usual token that opens what `closing` closes.
    pub(super) fn opener(&self, closing: TokenId) -> Option<TokenId> {
        let tokens = (0..self.occurs.len()).map(TokenId::new);
        let opens = tokens.filter(|token| self.brackets.role(*token) == Role::Opens(closing));
        opens.max_by_key(|token| (self.occurs[token.index()], std::cmp::Reverse(*token)))
    }

    /// Does `opening` open what `closing` closes?
    pub(super) fn are_pair(&self, opening: TokenId, closing: TokenId) -> bool {
        self.brackets.role(opening) == Role::Opens(closing)
    }

    /// Does a line end before the lexeme at `at`? Behind the last none is said to end.
    pub(super) fn line_ends_before(&self, at: usize) -> bool {
        at > 0 && self.spots.get(at).is_some_and(|spot| spot.first)
    }

    /// Does a line begin with the lexeme at `at`?
    pub(super) fn begins_line(&self, at: usize) -> bool {
        self.spots.get(at).is_none_or(|spot| spot.first)
    }

    /// The first mark at or behind `at`.
    fn mark(&self, at: usize) -> usize {
        self.marks.partition_point(|mark| (*mark as usize) < at)
    }

    /// Looks at the lexemes from where `scan` is to before `to`.
    pub(super) fn go_to(&self, scan: &mut Scan, to: usize) {
        let from = self.mark(scan.at);
        for mark in &self.marks[from..self.mark(to)] {
            let at = *mark as usize;
            let previous = at.checked_sub(1).map(|at| self.tokens[at]);
            self.look(scan, self.tokens[at], self.spots[at], previous);
        }
        scan.at = to.max(scan.at);
    }

    /// The violations up to `to` if from where `scan` is `repairs` are made. Counting ends at `most`.
    pub(super) fn violations(&self, scan: &Scan, repairs: &[Repair], to: usize, most: u32) -> u32 {
        if !self.has_lines {
            return 0;
        }
        let mut scan = scan.clone();
        let mut at = scan.at;
        let mut previous = at.checked_sub(1).map(|at| self.tokens[at]);
        // What was at the beginning of a line was deleted.
        let mut begins = false;
        let lexeme = |scan: &mut Scan, at: usize, previous, begins| {
            let Some(spot) = self.spots.get(at) else { return };
            let first = spot.first || begins;
            self.look(scan, self.tokens[at], Spot { first, ..*spot }, previous);
        };
        for repair in repairs {
            match repair {
                Repair::Insert(token) => {
                    let before = at.checked_sub(1).map(|at| self.spots[at]);
                    let indent = before.map_or(1, |spot| spot.indent);
                    let spot = Spot { indent, first: false, last: self.begins_line(at) };
                    self.look(&mut scan, *token, spot, previous);
                    previous = Some(*token);
                }
                Repair::Delete => {
                    let spot = self.spots.get(at);
                    begins = spot.is_some_and(|spot| (spot.first || begins) && !spot.last);
                    at += 1;
                }
                Repair::Shift => {
                    lexeme(&mut scan, at, previous, begins);
                    previous = self.tokens.get(at).copied();
                    begins = false;
                    at += 1;
                }
            }
        }
        if at < to {
            lexeme(&mut scan, at, previous, begins);
            at += 1;
        }
        let from = self.mark(at);
        let until = self.mark(to).max(from);
        for mark in &self.marks[from..until] {
            if scan.violations >= most {
                return most;
            }
            let at = *mark as usize;
            self.look(&mut scan, self.tokens[at], self.spots[at], Some(self.tokens[at - 1]));
        }
        let unclosed = if to >= self.tokens.len() { scan.open.len() } else { 0 };
        scan.violations.saturating_add(u32::try_from(unclosed).unwrap_or(u32::MAX)).min(most)
    }

    /// How many marks there are from `from` to before `to`.
    pub(super) fn marks_between(&self, from: usize, to: usize) -> usize {
        self.mark(to).saturating_sub(self.mark(from))
    }

    /// Looks at one lexeme, behind `previous`.
    fn look(&self, scan: &mut Scan, token: TokenId, spot: Spot, previous: Option<TokenId>) {
        let role = self.brackets.role(token);
        if role == Role::Closes {
            let opener = scan.open.iter().rposition(|open| open.closing == token);
            match opener {
                Some(at) => {
                    let unclosed = scan.open.len() - at - 1;
                    scan.violations += u32::try_from(unclosed).unwrap_or(u32::MAX);
                    scan.violations += u32::from(spot.first && spot.indent != scan.open[at].indent);
                    scan.open.truncate(at);
                }
                None if scan.from == 0 => scan.violations += 1,
                // Its opener was not looked at.
                None => scan.siblings = None,
            }
            return;
        }
        if spot.first && previous.is_none_or(|previous| self.ends_statement[previous.index()]) {
            let (deeper_than, siblings) = match scan.open.last_mut() {
                Some(open) if self.ends_statement[open.closing.index()] => {
                    (open.indent, &mut open.siblings)
                }
                Some(open) => (0, &mut open.siblings),
                None => (0, &mut scan.siblings),
            };
            let wanted = *siblings.get_or_insert(spot.indent);
            if spot.indent != wanted || spot.indent <= deeper_than {
                scan.violations += 1;
            }
        }
        if let Role::Opens(closing) = role {
            scan.open.push(Open { closing, indent: spot.indent, siblings: None });
        }
    }
}

/// An open bracket.
#[derive(Clone)]
struct Open {
    closing: TokenId,
    /// The column at which its line begins.
    indent: u32,
    /// The column of the first statement in it.
    siblings: Option<u32>,
}

/// How far layout was looked at.
#[derive(Clone)]
pub(super) struct Scan {
    /// From this lexeme …
    from: usize,
    /// … to before this one.
    pub(super) at: usize,
    open: Vec<Open>,
    siblings: Option<u32>,
    violations: u32,
}

impl Scan {
    /// Nothing yet: from the lexeme at `from` on.
    pub(super) fn new(from: usize) -> Scan {
        Scan { from, at: from, open: Vec::new(), siblings: None, violations: 0 }
    }
}
