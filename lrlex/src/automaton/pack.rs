//! Automata as the arrays that run.
//!
//! A state has a row for ASCII, and the place of a row for other characters, which it shares with
//! other states: most keywords go on as an identifier there. That row is a list of ranges of
//! classes, nearly always of one or two. Bytes that no row tells apart have one column. All rows
//! stand in one array; a state is the place of its row there, so that a step is one addition and
//! one look-up.

use std::borrow::Cow;

use fnv::{FnvBuildHasher, FnvHashMap};
use indexmap::{IndexMap, IndexSet};

use super::{
    alphabet::{Alphabet, WIDE as ASCII_END},
    subset::{Automaton, State},
};
use crate::matcher::{Cells, End, RULE, SKIP, Skip, Special, Tables, WIDE};

/// The place of the first column in a state's row, and how long that of a state is that has no
/// columns.
const ASCII: usize = 3;
const SHORT: usize = 2;

/// A state's target for each character of ASCII.
type Dense = [u32; 128];

/// Packs an automaton, which must be minimal. `texts` tells for each rule where the texts of its
/// matches end. Gives also the places of the states to start in, which are yet to be put into the
/// arrays.
pub(super) fn pack(
    automaton: &Automaton,
    alphabet: &Alphabet,
    texts: &[End],
    longest: bool,
) -> (Tables, Vec<u32>) {
    let dense: Vec<Dense> = automaton.states.iter().map(dense).collect();
    let mut columns = [WIDE; 256];
    let ascii = number(&mut columns, &dense[1..]);
    let stride = ascii.len() + ASCII;
    let order = Order::new(automaton, &dense, stride);
    let Order { states, places, long, last, dead, size } = &order;
    let mut specials: IndexSet<Special, FnvBuildHasher> = IndexSet::default();
    // The number of what a state accepts: that of a rule, counted from 1, or of a special after
    // these.
    let mut accepted = |rule: u32, early: bool| match texts[rule as usize] {
        End::Before(0) if !early => rule + 1,
        end => narrow(texts.len() + 1 + specials.insert_full(Special { rule, early, end }).0),
    };
    let mut cells = vec![*dead; *size];
    let mut skips: IndexSet<Skip, FnvBuildHasher> = IndexSet::default();
    let mut ends = Vec::new();
    let mut shared: FnvHashMap<Vec<u32>, u32> = FnvHashMap::default();
    for &state in states {
        let place = places[state];
        let accept = automaton.states[state].accept;
        let here = accept.here.map(|rule| accepted(rule, false));
        let before = accept.before.map(|rule| accepted(rule, true));
        cells[at(place, RULE)] = here.or(before).unwrap_or(0);
        if place >= *last {
            continue;
        }
        ends.extend(accept.at_end.map(|rule| (place, accepted(rule, false))));
        for (cell, &byte) in cells[place as usize + ASCII..].iter_mut().zip(&ascii) {
            *cell = places[dense[state][byte] as usize];
        }
        // Counted from 1; 0 for none.
        let skip = skip(&dense, state);
        cells[at(place, SKIP)] = skip.map_or(0, |skip| narrow(skips.insert_full(skip).0 + 1));
        let row = wide(&automaton.states[state], places);
        cells[at(place, WIDE)] = match row[..] {
            [_, _, only] if only == *dead => *dead,
            _ => *shared.entry(row).or_insert_with_key(|row| {
                cells.extend(row);
                narrow(cells.len() - row.len())
            }),
        };
    }
    let starts = automaton.starts.iter().map(|&start| places[start as usize]).collect();
    let tables = Tables {
        columns: Cow::Owned(columns),
        trie: alphabet.trie().into(),
        kinds: Cow::default(),
        cells: narrowest(cells),
        starts: Cow::default(),
        line_starts: Cow::default(),
        long: *long,
        last: *last,
        dead: *dead,
        skips: skips.into_iter().collect(),
        ends: ends.into(),
        rules: narrow(texts.len()),
        specials: specials.into_iter().collect(),
        separate: Cow::default(),
        spans: Cow::default(),
        active: Cow::default(),
        programs: Cow::default(),
        longest,
        simulate: None,
    };
    (tables, starts)
}

/// The states in the order of their places: others, with long runs, accepting and nothing after,
/// dead. No walk reads a byte in one of the third kind, unless it starts there: they have no
/// columns.
struct Order {
    states: Vec<usize>,
    /// The place of each state's row, by the number of the state.
    places: Vec<u32>,
    long: u32,
    last: u32,
    dead: u32,
    /// The number of cells of all rows.
    size: usize,
}

impl Order {
    fn new(automaton: &Automaton, dense: &[Dense], stride: usize) -> Self {
        let mut is_start = vec![false; dense.len()];
        automaton.starts.iter().for_each(|&start| is_start[start as usize] = true);
        let kind = |&state: &usize| {
            let State { accept, row } = &automaton.states[state];
            let ends = accept.at_end.is_none() && row.iter().all(|range| range.target == 0);
            if ends && !is_start[state] {
                StateKind::Last
            } else if skip(dense, state).is_some_and(|skip| skip.is_long()) {
                StateKind::Long
            } else {
                StateKind::Plain
            }
        };
        let mut states: Vec<usize> = (1..dense.len()).collect();
        states.sort_by_cached_key(kind);
        let mut size = 0;
        let mut places = vec![0; dense.len()];
        let mut firsts = [u32::MAX; 3];
        for &state in &states {
            let (place, kind) = (narrow(size), kind(&state));
            places[state] = place;
            firsts[kind as usize] = firsts[kind as usize].min(place);
            size += if kind == StateKind::Last { SHORT } else { stride };
        }
        let [_, long, last] = firsts;
        let dead = narrow(size);
        let last = last.min(dead);
        places[0] = dead;
        Order { states, places, long: long.min(last), last, dead, size: size + stride }
    }
}

/// Cells in the narrowest type that holds them all.
fn narrowest(cells: Vec<u32>) -> Cells {
    let most = cells.iter().copied().max().unwrap_or(0);
    if most <= u32::from(u8::MAX) {
        Cells::U8(cells.iter().map(|&cell| cell as u8).collect())
    } else if most <= u32::from(u16::MAX) {
        Cells::U16(cells.iter().map(|&cell| cell as u16).collect())
    } else {
        Cells::U32(cells.into())
    }
}

/// What is special about a state, in the order of their places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum StateKind {
    Plain,
    /// The state leads to itself by many bytes, so that texts have long runs in it.
    Long,
    /// The state accepts, and nothing more can match after it.
    Last,
}

/// The bytes by which a state leads to itself.
fn skip(dense: &[Dense], state: usize) -> Option<Skip> {
    Skip::of(|byte| dense[state][usize::from(byte)] as usize == state)
}

fn dense(state: &State) -> Dense {
    let mut row = [0; 128];
    let mut from = 0;
    for range in &state.row {
        let end = (range.last as usize + 1).min(row.len());
        row[from..end].fill(range.target);
        from = end;
    }
    row
}

/// A state's row for characters beyond ASCII: how many ranges, and for each the last class and the
/// target's place.
fn wide(state: &State, places: &[u32]) -> Vec<u32> {
    let mut row = vec![0];
    for range in state.row.iter().filter(|range| range.last >= ASCII_END) {
        row.extend([range.last - ASCII_END, places[range.target as usize]]);
        row[0] += 1;
    }
    row
}

/// Numbers the columns of ASCII; gives a byte of each.
fn number(columns: &mut [u8; 256], rows: &[Dense]) -> Vec<usize> {
    let mut known: IndexMap<Vec<u32>, usize, FnvBuildHasher> = IndexMap::default();
    for byte in 0..128 {
        let entry = known.entry(rows.iter().map(|row| row[byte]).collect());
        columns[byte] = u8::try_from(ASCII + entry.index()).expect("at most 128 columns and 3");
        entry.or_insert(byte);
    }
    known.into_values().collect()
}

fn at(place: u32, column: u8) -> usize {
    place as usize + usize::from(column)
}

fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("automata have a bounded number of rows")
}
