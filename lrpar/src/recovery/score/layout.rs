//! What the layout of an input says of its brackets: people indent what they mean, whatever they
//! forget to type.
//!
//! A violation is: a closing bracket that begins a line and is not aligned with the line of its
//! opener; a statement that begins a line and is not aligned with those beside it, or not deeper
//! than what encloses it; a bracket without its counterpart. Of one input the number means little;
//! but the layout speaks for an edit that lessens it.
//!
//! The layout itself says what statements are: blocks stand between brackets of which the closing
//! one mostly begins a line, and a line begins a statement if it comes after such a bracket or
//! after the token that ends most other lines.
//!
//! Cost: one pass over the lexemes for the layout of an input; for an edit, one over the lexemes
//! from it to the end of what is looked at. Both are charged.

use std::cmp::Reverse;

use lrtable::TokenId;

use crate::recovery::{
    brackets::{Brackets, Role},
    budget::{Meter, Spent},
    lexicon::Written,
    sequence::Repair,
};

/// Steps charged for recording the place of a lexeme.
const PLACE_STEPS: u64 = 4;

/// Place of a lexeme in its line.
#[derive(Clone, Copy)]
struct Spot {
    /// The column at which the line begins.
    indent: u32,
    /// Whether the lexeme begins its line.
    first: bool,
}

/// The layout of an input.
pub(in crate::recovery) struct Layout<'a> {
    tokens: &'a [TokenId],
    pub(in crate::recovery) brackets: &'a Brackets,
    spots: Vec<Spot>,
    /// The lexemes that begin a line, and the brackets.
    marks: Vec<u32>,
    /// Whether each token is a bracket of blocks, or ends statements.
    ends_statement: Vec<bool>,
    /// How often each token occurs.
    occurs: Vec<u32>,
    /// Whether there are several lines; one line has no layout.
    has_lines: bool,
    /// The token that stands for the end of a line in a model of the input.
    line_end: TokenId,
}

impl<'a> Layout<'a> {
    /// Computes the layout of `tokens`, which end in `$`.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn new(
        tokens: &'a [TokenId],
        token_count: usize,
        brackets: &'a Brackets,
        written: &dyn Written,
        meter: &Meter,
    ) -> Result<Layout<'a>, Spent> {
        let tokens = &tokens[..tokens.len() - 1];
        let mut spots: Vec<Spot> = Vec::with_capacity(tokens.len());
        let mut last_line = 0;
        for at in 0..tokens.len() {
            meter.charge(PLACE_STEPS)?;
            let (line, column) = written.line_column(at);
            let own = u32::try_from(column).unwrap_or(u32::MAX);
            spots.push(match spots.last() {
                Some(Spot { indent, .. }) if line <= last_line => {
                    Spot { indent: *indent, first: false }
                }
                _ => Spot { indent: own, first: true },
            });
            last_line = line;
        }
        let mut layout = Layout {
            tokens,
            brackets,
            has_lines: spots.iter().skip(1).any(|spot| spot.first),
            spots,
            marks: Vec::new(),
            ends_statement: vec![false; token_count + 1],
            occurs: vec![0; token_count + 1],
            // The number before stands for lexemes that no grammar accepts.
            line_end: TokenId::new(token_count + 1),
        };
        layout.count();
        Ok(layout)
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
                ends[token.index()] += u32::from(self.begins_line(at + 1));
            }
            if spot.first || role != Role::Other {
                self.marks.push(u32::try_from(at).expect("an input has fewer than 2^32 lexemes"));
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

    /// Returns the tokens that open what `closing` closes, each with how often it occurs.
    fn openers(&self, closing: TokenId) -> impl Iterator<Item = (TokenId, u32)> {
        let tokens = self.occurs.iter().enumerate();
        let tokens = tokens.map(|(token, count)| (TokenId::new(token), *count));
        tokens.filter(move |(token, _)| self.brackets.opens(*token, closing))
    }

    /// Returns how many more brackets of the kind of `closing` open than close.
    pub(in crate::recovery) fn excess(&self, closing: TokenId) -> i64 {
        let open: i64 = self.openers(closing).map(|(_, count)| i64::from(count)).sum();
        open - i64::from(self.occurs[closing.index()])
    }

    /// Returns the brackets in the input: each closing token, and the most usual token that opens
    /// it.
    pub(in crate::recovery) fn pairs(&self) -> impl Iterator<Item = (TokenId, TokenId)> {
        self.brackets.closing.iter().filter_map(|closing| {
            let usual = |(token, count): &(TokenId, u32)| (*count, Reverse(*token));
            Some((*closing, self.openers(*closing).max_by_key(usual)?.0))
        })
    }

    /// Returns whether a statement ends with `token`, or a block begins or ends.
    pub(in crate::recovery) fn ends_statement(&self, token: TokenId) -> bool {
        self.ends_statement[token.index()]
    }

    /// Returns whether `token` ends blocks.
    pub(in crate::recovery) fn ends_block(&self, token: TokenId) -> bool {
        self.brackets.closes(token) && self.ends_statement(token)
    }

    /// Returns whether the line that the lexeme at `at` begins is less deep than the one before; so
    /// is the end.
    pub(in crate::recovery) fn is_less_deep(&self, at: usize) -> bool {
        let indent = |at: usize| self.spots.get(at).map(|spot| spot.indent);
        at.checked_sub(1).is_some_and(|before| indent(at) < indent(before))
    }

    /// Returns whether `token` is an opening bracket.
    pub(in crate::recovery) fn opens(&self, token: TokenId) -> bool {
        matches!(self.brackets.role(token), Role::Opens(_))
    }

    /// Returns whether the lexeme at `at` ends a statement and is no bracket, and the one before
    /// closes a bracket that is not of a block.
    pub(in crate::recovery) fn ends_early(&self, tokens: &[TokenId], at: usize) -> bool {
        let ends = |at: usize| self.ends_statement(tokens[at]);
        let closes = |at: usize| self.brackets.closes(tokens[at]);
        at > 0
            && ends(at)
            && !closes(at)
            && !self.opens(tokens[at])
            && closes(at - 1)
            && !ends(at - 1)
    }

    /// Returns the token for the end of a line, if one ends before the lexeme at `at`; no line ends
    /// after the last.
    pub(super) fn line_end_before(&self, at: usize) -> Option<TokenId> {
        (at > 0 && self.spots.get(at)?.first).then_some(self.line_end)
    }

    /// Returns whether a line begins with the lexeme at `at`.
    pub(in crate::recovery) fn begins_line(&self, at: usize) -> bool {
        self.spots.get(at).is_none_or(|spot| spot.first)
    }

    /// Returns the first mark at or after `at`.
    fn mark(&self, at: usize) -> usize {
        self.marks.partition_point(|mark| (*mark as usize) < at)
    }

    /// Scans the lexemes from the end of `scan` to before `to`.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(in crate::recovery) fn go_to(
        &self,
        scan: &mut Scan,
        to: usize,
        meter: &Meter,
    ) -> Result<(), Spent> {
        let from = self.mark(scan.at);
        for mark in &self.marks[from..self.mark(to).max(from)] {
            let at = *mark as usize;
            let previous = at.checked_sub(1).map(|at| self.tokens[at]);
            meter.charge(self.look(scan, self.tokens[at], self.spots[at], previous))?;
        }
        scan.at = to.max(scan.at);
        Ok(())
    }

    /// Counts the violations up to `to` if `repairs` are made at the end of `scan`. Counting ends
    /// at `most`.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(in crate::recovery) fn violations(
        &self,
        scan: &Scan,
        repairs: &[Repair],
        to: usize,
        most: u32,
        meter: &Meter,
    ) -> Result<u32, Spent> {
        if !self.has_lines {
            return Ok(0);
        }
        meter.charge((scan.open.len() + repairs.len()) as u64)?;
        let mut scan = scan.clone();
        let mut at = scan.at;
        let mut previous = at.checked_sub(1).map(|at| self.tokens[at]);
        // Whether the lexeme that began the line was deleted.
        let mut begins = false;
        let taken: usize = repairs.iter().map(|repair| repair.lexemes()).sum();
        // What follows a deletion at the beginning of a line begins it.
        let next = (at + taken < to).then_some(&Repair::Shift);
        for repair in repairs.iter().chain(next) {
            match repair {
                Repair::Insert(token) => {
                    let before = at.checked_sub(1).map(|at| self.spots[at]);
                    let indent = before.map_or(1, |spot| spot.indent);
                    self.look(&mut scan, *token, Spot { indent, first: false }, previous);
                    previous = Some(*token);
                }
                Repair::Delete => {
                    let spot = self.spots.get(at);
                    let is_first = spot.is_some_and(|spot| spot.first || begins);
                    begins = is_first && !self.begins_line(at + 1);
                }
                Repair::Shift => {
                    if let Some(spot) = self.spots.get(at) {
                        let first = spot.first || begins;
                        self.look(
                            &mut scan,
                            self.tokens[at],
                            Spot { first, indent: spot.indent },
                            previous,
                        );
                    }
                    previous = self.tokens.get(at).copied();
                    begins = false;
                }
            }
            at += repair.lexemes();
        }
        let from = self.mark(at);
        let until = self.mark(to).max(from);
        for mark in &self.marks[from..until] {
            if scan.violations >= most {
                return Ok(most);
            }
            let at = *mark as usize;
            let previous = Some(self.tokens[at - 1]);
            meter.charge(self.look(&mut scan, self.tokens[at], self.spots[at], previous))?;
        }
        let unclosed = if to >= self.tokens.len() { scan.open.len() } else { 0 };
        let unclosed = u32::try_from(unclosed).unwrap_or(u32::MAX);
        Ok(scan.violations.saturating_add(unclosed).min(most))
    }

    /// Scans one lexeme, after `previous`; returns the number of steps that it took.
    fn look(&self, scan: &mut Scan, token: TokenId, spot: Spot, previous: Option<TokenId>) -> u64 {
        let role = self.brackets.role(token);
        if role == Role::Closes {
            let opener = scan.open.iter().rposition(|open| open.closing == token);
            let searched = scan.open.len() - opener.unwrap_or(0);
            match opener {
                Some(at) => {
                    let unclosed = scan.open.len() - at - 1;
                    scan.violations += u32::try_from(unclosed).unwrap_or(u32::MAX);
                    scan.violations += u32::from(spot.first && spot.indent != scan.open[at].indent);
                    scan.open.truncate(at);
                }
                None if scan.from == 0 => scan.violations += 1,
                // The opener is before what was scanned.
                None => scan.siblings = None,
            }
            return 1 + searched as u64;
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
        1
    }
}

/// An open bracket.
#[derive(Clone)]
struct Open {
    closing: TokenId,
    /// The column at which the bracket's line begins.
    indent: u32,
    /// The column of the first statement in the bracket.
    siblings: Option<u32>,
}

/// Scan of a layout over a range of lexemes.
#[derive(Clone)]
pub(in crate::recovery) struct Scan {
    /// The first lexeme that was scanned.
    from: usize,
    /// The first lexeme that was not scanned yet.
    pub(in crate::recovery) at: usize,
    open: Vec<Open>,
    siblings: Option<u32>,
    violations: u32,
}

impl Scan {
    /// Makes an empty scan that begins at the lexeme `from`.
    pub(in crate::recovery) fn new(from: usize) -> Scan {
        Scan { from, at: from, open: Vec::new(), siblings: None, violations: 0 }
    }
}
