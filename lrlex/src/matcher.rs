//! How a lexeme is matched: the longest match of all active rules, among equals the earliest rule.
//!
//! One automaton has all rules. `walk` leads it over the text, one look-up a byte; `skip` passes
//! long runs of bytes at once; `tables` are the arrays that both read. From where a lexeme begins
//! the automaton goes on until nothing more can match, and the last state that accepts says which
//! rule has matched, and where. A walk begins in a state that belongs to the present start state of
//! the lexer (`states` has the stack of these), and to whether a line starts.
//!
//! What a state accepts is mostly a rule that has matched up to there. Else it is a [`Special`]: a
//! rule that had to see one character more (`\b`, `$`), or one with trailing context, which is no
//! part of the text. How long a rule's match is for comparison includes the context, as in flex,
//! but not a character that was only looked at.
//!
//! Three kinds of rules are matched outside the automaton of all rules ([`SeparateRule`]): rules
//! that match only if their group `delim` has the text that is stored with the start state, by
//! automata of their own and then by `threads`, which finds the group; rules of `%context`, which
//! count only where the parser can use their tokens, by automata of their own; and rules whose
//! automaton would be too large, by `threads` alone. `threads` also finds where trailing context
//! begins if neither it nor what is before it has a fixed length.
//!
//! What follows from a match stands outside: the loop that goes from lexeme to lexeme, makes tokens
//! of them, changes the start state and gives text back (`extent`) is `Course::run` in
//! `course`.
//!
//! Lexing is linear in the text but where matches end long before what was read for them. What is
//! read without a match is counted, and there is a limit.

mod skip;
mod states;
mod tables;
mod threads;
mod walk;

use std::cmp::Reverse;

use lrtable::Span;

#[cfg(test)]
pub(crate) use self::threads::class_of;
pub use self::{
    skip::Skip,
    tables::{Cell, Cells, End, SIMULATE, SeparateRule, Special, Tables},
    threads::{Inst, Program},
};
pub(crate) use self::{
    states::{Entry, Place, Stack},
    tables::BY_PROGRAM,
    threads::{CLOSE, HEAD, OPEN},
    walk::Sink,
};
use self::{
    tables::Simulate,
    threads::{Match, Scene, Scratch},
    walk::Walker,
};
#[cfg(feature = "generator")]
pub(crate) use self::{
    tables::{RULE, SKIP, WIDE},
    threads::Pc,
};
use crate::limits;

/// The rules, applied to one text. `Cell` is the type of the automaton's cells; `PLAIN` promises
/// that the tables are [plain](Tables::is_plain), so that a program with such lexers only contains
/// nothing for others.
pub(crate) struct Matcher<'e, 't, Cell, const PLAIN: bool> {
    text: &'t str,
    tables: &'e Tables,
    /// The states to start in, by start state: those inside a line, and those where a line starts.
    starts: [&'e [u32]; 2],
    walker: Walker<'e, 't, Cell>,
    entry: Entry<'t>,
    /// The rules matched separately that are active in the present start state, as indices into
    /// `Tables::separate`.
    separate: &'e [u32],
    scratch: Scratch,
    /// The number of bytes that were read beyond the texts of matches, or for matches that did not
    /// count.
    beyond: usize,
}

/// A match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) rule: usize,
    /// The byte where the match ends, trailing context included.
    total: usize,
    /// The byte where the lexeme ends.
    pub(crate) end: usize,
}

impl Found {
    /// Whether this match counts more than another: it is longer, or its rule stands before.
    fn beats(&self, other: &Found) -> bool {
        (self.total, other.rule) > (other.total, self.rule)
    }
}

impl<'e, 't, Cell: Copy + Into<u32>, const PLAIN: bool> Matcher<'e, 't, Cell, PLAIN> {
    /// Starts to lex `text`. `cells` are those of `tables`.
    pub(crate) fn new(tables: &'e Tables, cells: &'e [Cell], text: &'t str) -> Self {
        let walker = Walker::new(tables, cells, text.as_bytes());
        let mut matcher = Matcher {
            text,
            tables,
            starts: [&tables.starts, &tables.line_starts],
            walker,
            entry: Entry::plain(0),
            separate: &[],
            scratch: Scratch::default(),
            beyond: 0,
        };
        matcher.start_in(matcher.entry);
        matcher
    }

    /// Changes the start state.
    pub(crate) fn start_in(&mut self, entry: Entry<'t>) {
        self.entry = entry;
        if let Some(&(from, to)) = self.tables.spans.get(entry.state) {
            self.separate = &self.tables.active[from as usize..to as usize];
        }
    }

    /// Goes back, or on, to byte `at` in this start state.
    pub(crate) fn go_to(&mut self, at: usize, entry: Entry<'t>) {
        self.walker.go_to(at);
        self.start_in(entry);
    }

    /// Bytes that were read beyond matches, or for matches that did not count, but for some hundred
    /// of each walk.
    pub(crate) fn vain(&self) -> usize {
        self.walker.notes.vain().saturating_add(self.beyond)
    }

    /// Whether rules have read so far ahead without a match that lexing must end.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.vain().saturating_add(if PLAIN { 0 } else { self.scratch.steps })
            > limits::VAIN + limits::VAIN_SHARE * self.text.len()
    }

    /// Finds lexemes from byte `at` on as long as that is easy: for each the rule, and where its
    /// text begins and ends. Stops where `sink` says so, and says where it stopped.
    #[inline(always)]
    pub(crate) fn each(&self, at: usize, sink: &mut impl Sink) -> usize {
        let [starts, line_starts] = self.starts;
        let start = starts[self.entry.state];
        if PLAIN || self.separate.is_empty() && line_starts.is_empty() {
            self.walker.each(at, start, |_| false, sink)
        } else {
            self.walker.each(at, start, |at| self.is_hard(at), sink)
        }
    }

    /// Whether a line starts at a byte, and that counts, or a rule by itself may match there.
    fn is_hard(&self, at: usize) -> bool {
        let Some(&byte) = self.text.as_bytes().get(at) else { return true };
        let may_begin = |number: &u32| {
            let start = self.tables.separate[*number as usize].start;
            start == BY_PROGRAM || self.walker.may_begin(start, byte)
        };
        !self.starts[1].is_empty() && self.starts_line(at) || self.separate.iter().any(may_begin)
    }

    fn starts_line(&self, at: usize) -> bool {
        at == 0 || self.text.as_bytes()[at - 1] == b'\n'
    }

    /// The rule that matches at byte `at` in the present start state, and where the lexeme's text
    /// ends, which is not empty.
    pub(crate) fn match_at(&mut self, at: usize) -> Option<(usize, usize)> {
        let [starts, lines] = self.starts;
        if PLAIN {
            let (rule, end) = self.walker.longest_match(at, starts[self.entry.state])?;
            return Some((rule as usize - 1, end));
        }
        let starts = if lines.is_empty() || !self.starts_line(at) { starts } else { lines };
        let mut best = self.match_from(at, starts[self.entry.state]);
        for &number in self.separate {
            let separate = self.tables.separate[number as usize];
            best = self.match_separately(at, separate, best).or(best);
        }
        let found = best?;
        self.beyond = self.beyond.saturating_add(found.total - found.end);
        Some((found.rule, found.end))
    }

    /// The match at byte `at` if no rule of `%context` counts, and into `conditional` the matches
    /// of those that would count more, those first that count most.
    pub(crate) fn matches_at(
        &mut self,
        at: usize,
        conditional: &mut Vec<Found>,
    ) -> Option<(usize, usize)> {
        conditional.clear();
        let [starts, lines] = self.starts;
        let starts = if lines.is_empty() || !self.starts_line(at) { starts } else { lines };
        let mut best = self.match_from(at, starts[self.entry.state]);
        for &number in self.separate {
            let separate = self.tables.separate[number as usize];
            if separate.conditional {
                conditional.extend(self.match_separately(at, separate, None));
            } else {
                best = self.match_separately(at, separate, best).or(best);
            }
        }
        conditional.retain(|found| best.is_none_or(|best| found.beats(&best)));
        conditional.sort_by_key(|found| (Reverse(found.total), found.rule));
        let found = best?;
        self.beyond = self.beyond.saturating_add(found.total - found.end);
        Some((found.rule, found.end))
    }

    /// The match of a rule by itself, if it counts more than another.
    fn match_separately(
        &mut self,
        at: usize,
        separate: SeparateRule,
        other: Option<Found>,
    ) -> Option<Found> {
        let rule = separate.rule as usize;
        if separate.line_start && !self.starts_line(at) {
            return None;
        }
        let found = if separate.start != BY_PROGRAM {
            self.match_from(at, separate.start)?
        } else {
            let Match { end: total, marks } = self.simulate(rule, at, self.text.len())?;
            let end = marks[usize::from(HEAD)].unwrap_or(total);
            (end > at).then_some(Found { rule, total, end })?
        };
        let counts = other.is_none_or(|other| found.beats(&other))
            && (!separate.compares || self.compares(at, found));
        counts.then_some(found)
    }

    /// The longest match from a state of the automaton.
    fn match_from(&mut self, at: usize, start: u32) -> Option<Found> {
        let (accepted, end) = self.walker.longest_match(at, start)?;
        let Some(special) = accepted.checked_sub(self.tables.rules + 1) else {
            return Some(Found { rule: accepted as usize - 1, total: end, end });
        };
        let Special { rule, early, end: text } = self.tables.specials[special as usize];
        let rule = rule as usize;
        let total = self.back(end, u32::from(early));
        let end = match text {
            End::Before(chars) => self.back(total, chars),
            End::After(chars) => {
                self.text[at..].chars().take(chars as usize).fold(at, |at, c| at + c.len_utf8())
            }
            End::Marked => self.simulate(rule, at, total)?.marks[usize::from(HEAD)]?,
        };
        (end > at).then_some(Found { rule, total, end })
    }

    /// The place so many characters before another.
    fn back(&self, mut at: usize, chars: u32) -> usize {
        for _ in 0..chars {
            at -= self.text[..at].chars().next_back().map_or(0, char::len_utf8);
        }
        at
    }

    /// Whether the group `delim` of a match has the text that is stored.
    fn compares(&mut self, at: usize, found: Found) -> bool {
        let Some(stored) = self.entry.delim else { return false };
        let same = self.delim(found.rule, at, found.total) == Some(stored);
        if !same {
            self.beyond = self.beyond.saturating_add(found.total - at);
        }
        same
    }

    /// What a rule that was found at `span` stores with the start state that it stacks.
    pub(crate) fn stored(&mut self, rule: usize, span: Span) -> Option<&'t str> {
        if PLAIN {
            return None;
        }
        let program = self.tables.program(rule)?;
        let has = |mark: u8| {
            program
                .insts
                .iter()
                .any(|inst| matches!(inst, Inst::Mark { slot, .. } if *slot == mark))
        };
        let limit = if has(HEAD) { self.text.len() } else { span.end() };
        if has(OPEN) { self.delim(rule, span.start(), limit) } else { None }
    }

    /// The text of the group `delim` in the match of a rule: empty if the group has no part in it.
    fn delim(&mut self, rule: usize, begin: usize, limit: usize) -> Option<&'t str> {
        let marks = self.simulate(rule, begin, limit)?.marks;
        let [from, to] = [OPEN, CLOSE].map(|slot| marks[usize::from(slot)]);
        Some(from.zip(to).map_or("", |(from, to)| &self.text[from..to]))
    }

    /// Runs the program of a rule over the text before `limit`.
    fn simulate(&mut self, rule: usize, begin: usize, limit: usize) -> Option<Match> {
        let Tables { trie, kinds, longest, .. } = self.tables;
        let scene = Scene { trie, kinds, text: self.text, begin, limit, longest: *longest };
        let Simulate(run) = self.tables.simulate?;
        run(self.tables.program(rule)?, scene, &mut self.scratch)
    }
}
