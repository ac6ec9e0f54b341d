//! The arrays that run (`automaton` makes them).

use std::borrow::Cow;

use super::{
    skip::Skip,
    threads::{Match, Program, Scene, Scratch},
};
use crate::shared::Array;

/// Integers in an array of the narrowest type that holds them all.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Integers below 2^8.
    U8(Array<u8>),
    /// Integers below 2^16.
    U16(Array<u16>),
    /// Integers below 2^32.
    U32(Array<u32>),
}

/// An unsigned integer of 8, 16 or 32 bits, as cells of an automaton have it.
pub trait Cell: Copy + Into<u32> + 'static {
    /// Returns the cells as a slice, if they are integers of this type.
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

/// The lexer's automaton as plain integers, which `automaton` makes or generated code has as
/// `static` items.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The column of each byte in rows of states; all bytes that are not ASCII have the first.
    pub columns: Cow<'static, [u8; 256]>,
    /// A trie of the class of each character beyond ASCII; empty if all are of one class.
    pub trie: Array<u16>,
    /// The kind of the characters of each class, by the number of the class; empty if no program
    /// looks at kinds.
    pub kinds: Array<u8>,
    /// The rows of all states, and then those for characters beyond ASCII.
    ///
    /// A state's row: its row for characters beyond ASCII, what is accepted, the number of the
    /// bytes by which the state leads to itself (see `skips`), and the next state for each column
    /// of ASCII. Other rows: the number of ranges of classes, and for each range the last class and
    /// the next state.
    pub cells: Cells,
    /// The state of the automaton to start in, for each start state of the lexer.
    pub starts: Array<u32>,
    /// The state to start in where a line starts, for each start state of the lexer; empty if no
    /// rule asks for line starts.
    pub line_starts: Array<u32>,
    /// The first state of those in which texts have long runs of bytes (see `skips`).
    pub long: u32,
    /// The first state of those that accept a rule and after which nothing more can match; they
    /// have no columns.
    pub last: u32,
    /// The state, and row, from which nothing matches; rows for characters beyond ASCII come after
    /// it.
    pub dead: u32,
    /// The sets of bytes by which states lead to themselves; rows name them by number, counted
    /// from 1.
    pub skips: Array<Skip>,
    /// The states that accept an earlier rule where the text ends, sorted, each with what is
    /// accepted there.
    pub ends: Array<(u32, u32)>,
    /// The number of rules. What a state accepts is the number of a rule, counted from 1, or above
    /// these that of a special.
    pub rules: u32,
    /// The accepted rules whose lexemes do not end where the automaton accepts.
    pub specials: Array<Special>,
    /// The rules that are matched separately from the automaton of all rules.
    pub separate: Array<SeparateRule>,
    /// The range of `active` that belongs to each start state of the lexer; empty if no rule is
    /// matched separately.
    pub spans: Array<(u32, u32)>,
    /// Indices into `separate`: the rules that are active in a start state, in the ranges of
    /// `spans`.
    pub active: Array<u32>,
    /// The programs of rules for which the automaton is not enough, each with the number of its
    /// rule, sorted by that.
    pub programs: Array<(u32, Program)>,
    /// Whether the longest match inside a rule counts, as in flex, or the leftmost-first one.
    pub longest: bool,
    /// The function that runs programs; `None` if there are none.
    pub simulate: Option<Simulate>,
}

/// The function that runs programs; generated code names it only if it needs it, so that others do
/// not contain it.
#[derive(Clone, Copy, Debug)]
pub struct Simulate(pub(crate) for<'a> fn(&Program, Scene<'a>, &mut Scratch) -> Option<Match>);

/// The function that runs programs of rules.
pub const SIMULATE: Simulate = Simulate(Program::run);

/// An accepted rule whose lexeme does not end where the automaton accepts: lookahead or trailing
/// context follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Special {
    /// The number of the rule.
    pub rule: u32,
    /// Whether the match ends one character earlier, as that character was only looked at.
    pub early: bool,
    /// Where the lexeme ends.
    pub end: End,
}

/// The place where the lexeme of a match ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The lexeme ends this many characters before the end of the match: those of trailing context.
    Before(u32),
    /// The lexeme has this many characters.
    After(u32),
    /// The lexeme ends where the program of the rule sets a mark.
    Marked,
}

/// A rule that is matched separately from the automaton of all rules.
#[derive(Clone, Copy, Debug)]
pub struct SeparateRule {
    /// The number of the rule.
    pub rule: u32,
    /// The state of the automaton to start in; 2^32 - 1 if the rule's program is run instead.
    pub start: u32,
    /// Whether the rule matches only where a line starts.
    pub line_start: bool,
    /// Whether the group `delim` of the rule must match the text that is stored with the start
    /// state.
    pub compares: bool,
    /// Whether the rule counts only where the parser can use its token.
    pub conditional: bool,
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
