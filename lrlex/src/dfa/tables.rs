//! The arrays that run (see `pack`).

use super::skip::Skip;

/// Integers in an array of the narrowest type that holds them all.
#[derive(Clone, Copy, Debug)]
pub enum Cells<'t> {
    /// Each is below 2^8.
    U8(&'t [u8]),
    /// Each is below 2^16.
    U16(&'t [u16]),
    /// Each is below 2^32.
    U32(&'t [u32]),
}

impl Cells<'_> {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Cells::U8(cells) => cells.len(),
            Cells::U16(cells) => cells.len(),
            Cells::U32(cells) => cells.len(),
        }
    }
}

/// An integer of which cells are made.
pub trait Cell: Copy + Into<u32> {
    /// The cells, if they are such integers.
    fn of<'t>(cells: Cells<'t>) -> Option<&'t [Self]>;
}

macro_rules! cell {
    ($($integer:ty: $cells:path;)*) => {$(
        impl Cell for $integer {
            fn of<'t>(cells: Cells<'t>) -> Option<&'t [Self]> {
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

/// The lexer's automaton as plain integers, borrowed from what was built or from `static` items of generated code.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'t> {
    /// For each byte its column in rows of states: for all that are not ASCII the first.
    pub columns: &'t [u8; 256],
    /// For each byte from 0x80 on its column in other rows.
    pub wide: &'t [u8; 128],
    /// All rows. That of a state: the row for first bytes of characters beyond ASCII, the rule that is accepted, counted from
    /// 1, the number of the bytes by which the state leads to itself (see `skips`), and for each column of ASCII the next
    /// state. Other rows: for each column the next row, or the next state behind the last byte of a character.
    pub cells: Cells<'t>,
    /// For each start state of the lexer the state to start in.
    pub starts: &'t [u32],
    /// States from here on are worth a look at their long runs of bytes (see `skips`).
    pub long: u32,
    /// States from here on accept a rule, and nothing more can match, so that they have no columns.
    pub last: u32,
    /// The state, and row, from which nothing matches. What is behind it are rows for bytes of longer characters.
    pub dead: u32,
    /// Sets of bytes, counted from 1.
    pub skips: &'t [Skip],
    /// The states that accept another rule, an earlier one, if the text ends: in order, with the rule's number.
    pub ends: &'t [(u32, u32)],
}

/// The place of the rule in a state's row.
pub(super) const RULE: u8 = 1;
/// The place of the number of the bytes by which a state leads to itself.
pub(super) const SKIP: u8 = 2;
