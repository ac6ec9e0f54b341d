//! Automata as the arrays that run.
//!
//! Texts are valid UTF-8, so the first byte of a character tells how many follow. A state between characters has a row for
//! ASCII, and the place of a row for first bytes of longer characters, which it shares with other states: most keywords go
//! on as an identifier there. States inside characters have rows for the bytes behind the first. Bytes that no row
//! tells apart have one column. All rows stand in one array; a state is the place of its row there, so that a step is one
//! addition and one look-up.

use std::ops::RangeInclusive;

use fnv::FnvHashMap;

use super::subset::{Automaton, State};

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

/// The lexer's automaton as plain integers, borrowed from what was built or from `static` items of generated code.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'t> {
    /// For each byte its column: in rows of states, of first bytes, of bytes behind the first.
    pub columns: &'t [u8; 256],
    /// All rows. That of a state: the row for first bytes of characters beyond ASCII, the rule that is accepted, and for each
    /// column of ASCII the next state. Other rows: for each column the next row, or the next state behind the last byte
    /// of a character. State and row 0: nothing matches from there on.
    pub cells: Cells<'t>,
    /// For each start state of the lexer the state to start in.
    pub starts: &'t [u32],
    /// States from here on accept a rule.
    pub accepting: u32,
    /// States from here on accept a rule, and all lead to state 0, so that they have no columns.
    pub last: u32,
}

/// The same, owned.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    columns: Box<[u8; 256]>,
    cells: Owned,
    starts: Vec<u32>,
    accepting: u32,
    last: u32,
}

#[derive(Clone, Debug)]
enum Owned {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
}

impl Packed {
    /// The arrays.
    pub(crate) fn tables(&self) -> Tables<'_> {
        Tables {
            columns: &self.columns,
            cells: match &self.cells {
                Owned::U8(cells) => Cells::U8(cells),
                Owned::U16(cells) => Cells::U16(cells),
                Owned::U32(cells) => Cells::U32(cells),
            },
            starts: &self.starts,
            accepting: self.accepting,
            last: self.last,
        }
    }
}

/// The place of the row for first bytes in a state's row.
pub(super) const FIRST_BYTES: u32 = 0;
/// The place of the rule in a state's row.
pub(super) const RULE: u32 = 1;
/// The place of the first column in a state's row.
const ASCII: usize = 2;

/// First bytes, and bytes behind the first. What no text holds is left out.
const FIRST: RangeInclusive<usize> = 0xc2..=0xf4;
const BEHIND: RangeInclusive<usize> = 0x80..=0xbf;

/// Packs an automaton, which must be minimal.
pub(super) fn pack(automaton: &Automaton) -> Packed {
    let dense: Vec<[u32; 256]> = automaton.states.iter().map(dense).collect();
    let between = between_characters(automaton);
    let inside = |state: &usize| *state > 0 && !between[*state];
    let mains: Vec<usize> = (1..dense.len()).filter(|&state| between[state]).collect();
    let mut columns = Box::new([0_u8; 256]);
    let rows: Vec<&[u32; 256]> = mains.iter().map(|&state| &dense[state]).collect();
    let ascii = number(&mut columns, 0..=0x7f, ASCII, &rows);
    let different: FnvHashMap<&[u32], &[u32; 256]> =
        rows.iter().map(|row| (&row[FIRST], *row)).collect();
    let first = number(&mut columns, FIRST, 0, &different.into_values().collect::<Vec<_>>());
    let rows: Vec<&[u32; 256]> =
        (1..dense.len()).filter(inside).map(|state| &dense[state]).collect();
    let behind = number(&mut columns, BEHIND, 0, &rows);

    // The order: dead, others, accepting, accepting and nothing behind. No walk reads a byte in one of the last, unless it
    // starts there: they have no columns.
    let kind = |&state: &usize| {
        let accepts = automaton.states[state].accept.is_some();
        let ends = dense[state].iter().all(|&target| target == 0);
        (accepts, accepts && ends && !automaton.starts.iter().any(|&start| start as usize == state))
    };
    let mut order = mains;
    order.sort_by_key(kind);
    let stride = ascii.len() + ASCII;
    let mut size = stride.max(first.len()).max(behind.len());
    let mut places = vec![0; dense.len()];
    let mut accepting = u32::MAX;
    let mut last = u32::MAX;
    for state in &order {
        let place = narrow(size);
        places[*state] = place;
        let (accepts, is_last) = kind(state);
        if accepts {
            accepting = accepting.min(place);
        }
        if is_last {
            last = last.min(place);
        }
        size += if is_last { ASCII } else { stride };
    }
    for state in (1..dense.len()).filter(inside) {
        places[state] = narrow(size);
        size += behind.len();
    }
    let mut cells = vec![0; size];
    let put = |cells: &mut [u32], place: u32, state: usize, bytes: &[usize]| {
        for (cell, &byte) in cells[place as usize..].iter_mut().zip(bytes) {
            *cell = places[dense[state][byte] as usize];
        }
    };
    for state in (1..dense.len()).filter(inside) {
        put(&mut cells, places[state], state, &behind);
    }
    let mut shared: FnvHashMap<Vec<u32>, u32> = FnvHashMap::default();
    for &state in &order {
        let place = places[state];
        cells[(place + RULE) as usize] = automaton.states[state].accept.unwrap_or(0);
        if place >= last {
            continue;
        }
        put(&mut cells, place + ASCII as u32, state, &ascii);
        let row: Vec<u32> = first.iter().map(|&byte| places[dense[state][byte] as usize]).collect();
        let row = if row.iter().all(|&place| place == 0) {
            0
        } else {
            *shared.entry(row).or_insert_with_key(|row| {
                cells.extend(row);
                narrow(cells.len() - row.len())
            })
        };
        cells[(place + FIRST_BYTES) as usize] = row;
    }
    let starts = automaton.starts.iter().map(|&start| places[start as usize]).collect();
    Packed { columns, cells: Owned::of(cells), starts, accepting, last }
}

impl Owned {
    /// In the narrowest type that holds them all.
    fn of(cells: Vec<u32>) -> Self {
        let most = cells.iter().copied().max().unwrap_or(0);
        if most <= u32::from(u8::MAX) {
            Owned::U8(cells.iter().map(|&cell| cell as u8).collect())
        } else if most <= u32::from(u16::MAX) {
            Owned::U16(cells.iter().map(|&cell| cell as u16).collect())
        } else {
            Owned::U32(cells)
        }
    }
}

/// A state's target for each byte.
fn dense(state: &State) -> [u32; 256] {
    let mut row = [0; 256];
    let mut from = 0;
    for range in &state.row {
        let end = usize::from(range.last) + 1;
        row[from..end].fill(range.target);
        from = end;
    }
    row
}

/// For each state, does it stand between characters? What stands there comes from one that does by ASCII, or by the last
/// byte of a character. No other state does, for the automaton is minimal.
fn between_characters(automaton: &Automaton) -> Vec<bool> {
    let mut between = vec![false; automaton.states.len()];
    let mut inside = between.clone();
    inside[0] = true;
    // States, and the bytes that are missing to the end of the character.
    let mut todo: Vec<(u32, u8)> = automaton.starts.iter().map(|&start| (start, 0)).collect();
    while let Some((state, missing)) = todo.pop() {
        let seen = if missing == 0 { &mut between } else { &mut inside };
        if std::mem::replace(&mut seen[state as usize], true) {
            continue;
        }
        let mut from = 0;
        for range in &automaton.states[state as usize].row {
            let bytes = if missing == 0 { &FIRSTS[..] } else { &[(0x80, 0xbf, 0)] };
            for &(first, last, behind) in bytes {
                if from <= last && first <= range.last {
                    todo.push((range.target, behind + missing.saturating_sub(1)));
                }
            }
            from = range.last.saturating_add(1);
        }
    }
    between
}

/// First bytes of characters, and how many bytes are behind them.
const FIRSTS: [(u8, u8, u8); 4] = [(0, 0x7f, 0), (0xc2, 0xdf, 1), (0xe0, 0xef, 2), (0xf0, 0xf4, 3)];

/// Numbers the columns of these bytes from `base` on; gives a byte of each.
fn number(
    columns: &mut [u8; 256],
    bytes: RangeInclusive<usize>,
    base: usize,
    rows: &[&[u32; 256]],
) -> Vec<usize> {
    let mut known: FnvHashMap<Vec<u32>, usize> = FnvHashMap::default();
    let mut firsts: Vec<usize> = Vec::new();
    for byte in bytes.clone() {
        if byte > *bytes.start() && rows.iter().all(|row| row[byte] == row[byte - 1]) {
            columns[byte] = columns[byte - 1];
            continue;
        }
        let column: Vec<u32> = rows.iter().map(|row| row[byte]).collect();
        let at = *known.entry(column).or_insert_with(|| {
            firsts.push(byte);
            firsts.len() - 1
        });
        columns[byte] = u8::try_from(base + at).expect("there are at most 128 columns and 2");
    }
    firsts
}

fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("automata have a bounded number of rows")
}
