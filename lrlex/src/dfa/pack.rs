//! Automata as the arrays that run.
//!
//! Texts are valid UTF-8, so the first byte of a character tells how many follow. A state between characters has a row for
//! ASCII, and the place of a row for first bytes of longer characters, which it shares with other states: most keywords go
//! on as an identifier there. States inside characters have rows for the bytes behind the first. Bytes that no row
//! tells apart have one column. All rows stand in one array; a state is the place of its row there, so that a step is one
//! addition and one look-up.

use std::ops::RangeInclusive;

use fnv::FnvHashMap;

use super::{
    skip::Skip,
    subset::{Automaton, State},
    tables::{Cells, RULE, SKIP, Tables},
};

/// The same, owned.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    columns: Box<[u8; 256]>,
    wide: Box<[u8; 128]>,
    cells: Owned,
    starts: Vec<u32>,
    long: u32,
    last: u32,
    dead: u32,
    skips: Vec<Skip>,
    ends: Vec<(u32, u32)>,
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
            wide: &self.wide,
            cells: match &self.cells {
                Owned::U8(cells) => Cells::U8(cells),
                Owned::U16(cells) => Cells::U16(cells),
                Owned::U32(cells) => Cells::U32(cells),
            },
            starts: &self.starts,
            long: self.long,
            last: self.last,
            dead: self.dead,
            skips: &self.skips,
            ends: &self.ends,
        }
    }
}

/// The place of the row for first bytes in a state's row, which is their column.
const FIRST_BYTES: u8 = 0;
/// The place of the first column in a state's row, and how long that of a state is that has no columns.
const ASCII: usize = 3;
const SHORT: usize = 2;

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

    let mut wide = Box::new([0; 128]);
    wide.copy_from_slice(&columns[128..]);
    columns[128..].fill(FIRST_BYTES);

    // The order: others, with long runs, accepting and nothing behind, dead, inside characters. No walk reads a byte in one of
    // the third kind, unless it starts there: they have no columns.
    let kind = |&state: &usize| {
        let ends = automaton.states[state].at_end.is_none()
            && dense[state].iter().all(|&target| target == 0);
        if ends && !automaton.starts.iter().any(|&start| start as usize == state) {
            Kind::Last
        } else if skip(&dense, state).is_some_and(|skip| skip.is_long()) {
            Kind::Long
        } else {
            Kind::Plain
        }
    };
    let mut order = mains;
    order.sort_by_cached_key(kind);
    let stride = ascii.len() + ASCII;
    let mut size = 0;
    let mut places = vec![0; dense.len()];
    let (mut long, mut last) = (u32::MAX, u32::MAX);
    for state in &order {
        let place = narrow(size);
        places[*state] = place;
        let kind = kind(state);
        if kind == Kind::Long {
            long = long.min(place);
        }
        if kind == Kind::Last {
            last = last.min(place);
        }
        size += if kind == Kind::Last { SHORT } else { stride };
    }
    let dead = narrow(size);
    let last = last.min(dead);
    let long = long.min(last);
    places[0] = dead;
    size += stride.max(first.len()).max(behind.len());
    for state in (1..dense.len()).filter(inside) {
        places[state] = narrow(size);
        size += behind.len();
    }
    let mut cells = vec![dead; size];
    let mut skips = Vec::new();
    let mut ends = Vec::new();
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
        cells[at(place, RULE)] = automaton.states[state].accept.map_or(0, |rule| rule + 1);
        if place >= last {
            continue;
        }
        ends.extend(automaton.states[state].at_end.map(|rule| (place, rule)));
        put(&mut cells, place + ASCII as u32, state, &ascii);
        cells[at(place, SKIP)] = number_of(&mut skips, skip(&dense, state));
        let row: Vec<u32> = first.iter().map(|&byte| places[dense[state][byte] as usize]).collect();
        let row = if row.iter().all(|&place| place == dead) {
            dead
        } else {
            *shared.entry(row).or_insert_with_key(|row| {
                cells.extend(row);
                narrow(cells.len() - row.len())
            })
        };
        cells[at(place, FIRST_BYTES)] = row;
    }
    let starts = automaton.starts.iter().map(|&start| places[start as usize]).collect();
    Packed { columns, wide, cells: Owned::of(cells), starts, long, last, dead, skips, ends }
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

/// What is special about a state, in the order of their places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Plain,
    /// There are often many bytes by which it leads to itself.
    Long,
    /// It accepts, and nothing more can match.
    Last,
}

/// The bytes by which a state leads to itself.
fn skip(dense: &[[u32; 256]], state: usize) -> Option<Skip> {
    Skip::of(|byte| dense[state][usize::from(byte)] as usize == state)
}

/// The number of a set, counted from 1; 0 for none.
fn number_of(skips: &mut Vec<Skip>, skip: Option<Skip>) -> u32 {
    let Some(skip) = skip else { return 0 };
    let at = skips.iter().position(|other| *other == skip).unwrap_or_else(|| {
        skips.push(skip);
        skips.len() - 1
    });
    narrow(at + 1)
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
        columns[byte] = u8::try_from(base + at).expect("there are at most 128 columns and 3");
    }
    firsts
}

fn at(place: u32, column: u8) -> usize {
    place as usize + usize::from(column)
}

fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("automata have a bounded number of rows")
}
