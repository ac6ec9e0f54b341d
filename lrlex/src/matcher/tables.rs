//! The arrays that run (`automaton` makes them).

use std::borrow::Cow;

use super::{
    skip::Skip,
    threads::{Match, Program, Scene, Scratch, class_of},
};
use crate::shared::Array;

/// Integers in an array of the narrowest type that holds them all.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Each is below 2^8.
    U8(Array<u8>),
    /// Each is below 2^16.
    U16(Array<u16>),
    /// Each is below 2^32.
    U32(Array<u32>),
}

/// An integer of which cells are made.
pub trait Cell: Copy + Into<u32> {
    /// The cells, if they are such integers.
    fn of(cells: &Cells) -> Option<&[Self]>;
}

macro_rules! cell {
    ($($integer:ty: $cells:path;)*) => {$(
        impl Cell for $integer {
            fn of(cells: &Cells) -> Option<&[Self]> {
                if let $cells(cells) = cells { Some(cells) } else { None }
            }
        }
    )*};
}

cell! {
    u8: Cells::U8;
    u16: Cells::U16;
    u32: Cells::U32;
}

/// The lexer's automaton as plain integers, which `automaton` makes or generated code has as `static` items.
#[derive(Clone, Debug)]
pub struct Tables {
    /// For each byte its column in rows of states: for all that are not ASCII the first.
    pub columns: Cow<'static, [u8; 256]>,
    /// The class of each character beyond ASCII, as a trie; empty if they are all of one.
    pub trie: Array<u16>,
    /// For each class what kind of characters it has, if rules ask for that.
    pub kinds: Array<u8>,
    /// All rows. That of a state: the row for characters beyond ASCII, what is accepted, the number of the bytes by which the
    /// state leads to itself (see `skips`), and for each column of ASCII the next state. Other rows: how many ranges of classes
    /// they have, and for each the last class, and the next state.
    pub cells: Cells,
    /// For each start state of the lexer the state to start in.
    pub starts: Array<u32>,
    /// For each the state to start in where a line starts, if some rule asks for that.
    pub line_starts: Array<u32>,
    /// States from here on are worth a look at their long runs of bytes (see `skips`).
    pub long: u32,
    /// States from here on accept a rule, and nothing more can match, so that they have no columns.
    pub last: u32,
    /// The state, and row, from which nothing matches. What comes after it are rows for characters beyond ASCII.
    pub dead: u32,
    /// Sets of bytes, counted from 1.
    pub skips: Array<Skip>,
    /// The states that accept another rule, an earlier one, if the text ends: in order, with what is accepted.
    pub ends: Array<(u32, u32)>,
    /// How many rules there are: what is accepted is a rule's number, counted from 1, or, after these, a special.
    pub rules: u32,
    /// Rules of which the text does not end where they are accepted.
    pub specials: Array<Special>,
    /// Rules that are not in the automaton of all.
    pub separate: Array<SeparateRule>,
    /// For each start state of the lexer which of `separate` are active: where they begin and end in `active`. Empty if there
    /// are none.
    pub spans: Array<(u32, u32)>,
    /// Numbers of `separate`.
    pub active: Array<u32>,
    /// The programs of rules of which more is asked than where they end; by the rules' numbers.
    pub programs: Array<(u32, Program)>,
    /// Whether the longest match inside a rule counts, as in flex; or else the preferred one.
    pub longest: bool,
    /// What runs programs, if there are any.
    pub simulate: Option<Simulate>,
}

/// Runs programs. Generated code names it only if there are programs, so that others do not contain it.
#[derive(Clone, Copy, Debug)]
pub struct Simulate(pub(crate) for<'a> fn(&Program, Scene<'a>, &mut Scratch) -> Option<Match>);

/// What runs programs.
pub const SIMULATE: Simulate = Simulate(Program::run);

/// An accepted rule whose lexeme does not end where the automaton accepts: lookahead or trailing context follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Special {
    /// The rule.
    pub rule: u32,
    /// Whether it has matched one character earlier: that one was only looked at.
    pub early: bool,
    /// Where the text ends.
    pub end: End,
}

/// Where the text of a match ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Where the match ends, but for so many characters of trailing context.
    Before(u32),
    /// After so many characters.
    After(u32),
    /// Where the rule's program says.
    Marked,
}

/// A rule that is matched separately from the automaton of all rules.
#[derive(Clone, Copy, Debug)]
pub struct SeparateRule {
    /// The rule.
    pub rule: u32,
    /// The state to start in; 2^32 - 1 if its program is run.
    pub start: u32,
    /// Whether it matches where lines start only.
    pub line_start: bool,
    /// Whether its group `delim` must have the text that is stored.
    pub compares: bool,
}

/// A rule of which the automaton would be too large.
pub(crate) const BY_PROGRAM: u32 = u32::MAX;

impl Tables {
    /// Whether each rule is matched where the automaton accepts it, wherever a lexeme begins.
    pub(crate) fn is_plain(&self) -> bool {
        self.line_starts.is_empty()
            && self.specials.is_empty()
            && self.separate.is_empty()
            && self.programs.is_empty()
    }

    /// The class of a character beyond ASCII.
    pub(crate) fn class(&self, code: u32) -> u32 {
        class_of(&self.trie, code)
    }

    /// The program of a rule.
    pub(crate) fn program(&self, rule: usize) -> Option<&Program> {
        let at = self.programs.binary_search_by_key(&rule, |(rule, _)| *rule as usize).ok()?;
        Some(&self.programs[at].1)
    }
}

/// The places of what stands in a state's row before the columns.
pub(crate) const WIDE: u8 = 0;
pub(crate) const RULE: u8 = 1;
pub(crate) const SKIP: u8 = 2;
