//! The longest match at a place: one look-up a byte.
//!
//! Nearly every walk ends in a state that accepts, from which the next byte leads nowhere: then
//! nothing needs to be remembered on the way. A byte costs two loads, an addition and two
//! comparisons, and all else comes after them: states in which long runs of bytes are passed at
//! once (`skip`), the end of the match, characters beyond ASCII. Where that is not enough (the walk
//! ends in a state that does not accept, it is long, or there are such characters) it is done again
//! from the lexeme's start, and the last accepting state is remembered.
//!
//! Whether a state leads to itself, as in names and numbers, is the first comparison. It is one
//! more than a walk needs, but a processor that foresees its outcome need not wait for the look-up
//! before it begins the next.
//!
//! A walk that goes far beyond its match would be repeated from the next place (Reps,
//! "Maximal-munch tokenization in linear time", 1998). So every [`WINDOW`] bytes the state is
//! noted, and if a walk ended without a longer match the notes after its match are kept: a later
//! walk that comes by in the same state ends there. That keeps lexing linear in the text.

use lrtable::hash::Map;

use super::{
    tables::{RULE, SKIP, Tables},
    threads::class_of,
};
use crate::limits;

/// Bytes between notes. Most lexemes pass none.
const WINDOW: usize = 256;

/// Notes that may all be of places that lexing has passed.
const MANY: usize = 1 << 12;

/// How far a walk may go without notes, though it may have to be repeated.
const SHORT: usize = 512;

/// Places and states from which no match is reached.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    vain: Map<(usize, u32), ()>,
    /// The number of notes that were left when old ones were last dropped.
    live: usize,
    /// The number of notes that were ever kept.
    count: usize,
    /// The places and states that the present walk has come by.
    passed: Vec<(usize, u32)>,
}

impl Notes {
    /// Notes a place; whether it is known that no match is reached from it.
    #[cold]
    fn pass(&mut self, at: usize, state: u32) -> bool {
        self.passed.push((at, state));
        self.vain.get(&(at, state)).is_some()
    }

    /// Bytes that walks have read beyond their matches, but for some hundred of each; more than any
    /// limit if there are too many notes.
    pub(crate) fn vain(&self) -> usize {
        if self.vain.len() > limits::NOTES { usize::MAX / 2 } else { self.count * WINDOW }
    }

    /// Ends a walk whose match ends at `end`.
    #[cold]
    fn keep(&mut self, end: usize) {
        for place in self.passed.drain(..).filter(|(at, _)| *at >= end) {
            self.vain.get_or_insert_with(place, || ());
            self.count += 1;
        }
        // No walk comes back to a place before `end`.
        if self.vain.len() > 2 * self.live + MANY {
            let mut ahead = Map::default();
            for (place, ()) in self.vain.iter().filter(|((at, _), ())| *at >= end) {
                ahead.get_or_insert_with(*place, || ());
            }
            self.live = ahead.len();
            self.vain = ahead;
        }
    }
}

/// Takes lexemes as they are found: a trait, since a closure would not be inlined.
pub(crate) trait Sink {
    /// Takes the text from `begin` to `end`, which this rule matches. Whether the next lexeme is
    /// wanted, too.
    fn found(&mut self, rule: usize, begin: u32, end: u32) -> bool;
}

/// The first lexeme.
#[derive(Default)]
struct First(Option<(u32, usize)>);

impl Sink for First {
    #[inline(always)]
    fn found(&mut self, rule: usize, _: u32, end: u32) -> bool {
        self.0 = Some((rule as u32 + 1, end as usize));
        false
    }
}

/// The automaton, walked over a text. `Cell` is the type of its cells.
pub(crate) struct Walker<'e, 't, Cell> {
    tables: &'e Tables,
    /// Copies of what each step needs of the tables.
    columns: &'e [u8; 256],
    bounds: [usize; 3],
    rules: u32,
    cells: &'e [Cell],
    text: &'t [u8],
    /// The byte where a walk without notes ends.
    limit: usize,
    pub(super) notes: Notes,
}

impl<'e, 't, Cell: Copy + Into<u32>> Walker<'e, 't, Cell> {
    /// `cells` are those of `tables`.
    pub(crate) fn new(tables: &'e Tables, cells: &'e [Cell], text: &'t [u8]) -> Self {
        let (columns, limit) = (&*tables.columns, text.len().min(SHORT));
        let bounds = [tables.long, tables.last, tables.dead].map(|place| place as usize);
        let (rules, notes) = (tables.rules, Notes::default());
        Walker { tables, columns, bounds, rules, cells, text, limit, notes }
    }

    /// Goes back, or on, to byte `at`.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.limit = self.text.len().min(at + SHORT);
    }

    /// Whether a match may begin with this byte in the state `start`.
    pub(crate) fn may_begin(&self, start: u32, byte: u8) -> bool {
        self.next(start, byte) != self.tables.dead
    }

    #[inline(always)]
    fn cell(&self, row: u32, column: u8) -> u32 {
        self.cells[row as usize + usize::from(column)].into()
    }

    #[inline(always)]
    fn next(&self, state: u32, byte: u8) -> u32 {
        self.cell(state, self.columns[usize::from(byte)])
    }

    /// Finds lexemes from byte `at` on, with the state `start`: for each the rule, and where its
    /// text begins and ends.
    ///
    /// Stops after a lexeme where `sink` says so, before one at which `leave` is true, and where
    /// [`longest_match`] has to look more closely; and says where that is.
    ///
    /// [`longest_match`]: Self::longest_match
    #[inline(never)]
    pub(crate) fn each(
        &self,
        mut at: usize,
        start: u32,
        leave: impl Fn(usize) -> bool,
        sink: &mut impl Sink,
    ) -> usize {
        let &Walker { columns, bounds: [long, last, dead], rules, cells, .. } = self;
        let start = start as usize;
        let window = &self.text[..self.limit];
        loop {
            let begin = at;
            if leave(at) {
                return begin;
            }
            let mut state = start;
            loop {
                let next = loop {
                    let Some(&byte) = window.get(at) else {
                        return begin;
                    };
                    let next =
                        cells[state + usize::from(columns[usize::from(byte)])].into() as usize;
                    if next != state {
                        break next;
                    }
                    at += 1;
                };
                if next < long {
                    state = next;
                    at += 1;
                } else if next < last {
                    state = next;
                    at = self.end_of_run(next as u32, at + 1, self.limit);
                } else if next < dead {
                    state = next;
                    at += 1;
                    break;
                } else if next == dead && at > begin {
                    break;
                } else {
                    return begin;
                }
            }
            let rule = cells[state + usize::from(RULE)].into().wrapping_sub(1);
            // None, or one that does not end here.
            if rule >= rules {
                return begin;
            }
            if !sink.found(rule as usize, begin as u32, at as u32) {
                return at;
            }
        }
    }

    /// The longest match at byte `at`, with the state `start`: what is accepted, and where.
    pub(crate) fn longest_match(&mut self, at: usize, start: u32) -> Option<(u32, usize)> {
        let mut first = First::default();
        self.each(at, start, |_| false, &mut first);
        first.0.or_else(|| self.walk_with_notes(at, start))
    }

    /// As [`longest_match`](Self::longest_match), however long it is, and where the last state is
    /// not the accepting one.
    #[inline(never)]
    fn walk_with_notes(&mut self, mut at: usize, start: u32) -> Option<(u32, usize)> {
        let &Tables { last, dead, .. } = self.tables;
        let text = self.text;
        let mut state = start;
        let (mut accepted, mut end) = (0, at);
        let mut limit = text.len().min((at / WINDOW + 2) * WINDOW);
        'walk: loop {
            let window = &text[..limit];
            while let Some(&byte) = window.get(at) {
                let mut next = self.next(state, byte);
                at += 1;
                if next > dead {
                    (next, at) = self.wide(next, at);
                }
                if next == dead {
                    break 'walk;
                }
                let rule = self.cell(next, RULE);
                if rule > 0 {
                    (accepted, end) = (rule, at);
                    if next >= last {
                        break 'walk;
                    }
                }
                if next == state {
                    at = self.end_of_run(state, at, limit);
                    if rule > 0 {
                        end = at;
                    }
                }
                state = next;
            }
            if at >= text.len() {
                let ends = &self.tables.ends;
                if let Ok(place) = ends.binary_search_by_key(&state, |(state, _)| *state) {
                    (accepted, end) = (ends[place].1, at);
                }
                break;
            }
            if self.notes.pass(at, state) {
                break;
            }
            limit = text.len().min((at / WINDOW + 1) * WINDOW);
        }
        if !self.notes.passed.is_empty() {
            self.notes.keep(end);
        }
        self.limit = text.len().min(end + SHORT);
        (accepted > 0).then_some((accepted, end))
    }

    /// The state after a character of which the first byte stands before `at`, from its row; and
    /// where the character ends.
    fn wide(&self, row: u32, at: usize) -> (u32, usize) {
        let bytes = &self.text[at - 1..];
        let low = |at: usize| u32::from(bytes[at] & 0x3f);
        let first = u32::from(bytes[0]);
        let (len, code) = match first {
            0..0xe0 => (2, (first & 0x1f) << 6 | low(1)),
            0xe0..0xf0 => (3, (first & 0xf) << 12 | low(1) << 6 | low(2)),
            _ => (4, (first & 7) << 18 | low(1) << 12 | low(2) << 6 | low(3)),
        };
        let cell = |at: usize| -> u32 { self.cells[row as usize + at].into() };
        let (mut from, mut to) = (0, cell(0) as usize - 1);
        if to > 0 {
            let class = class_of(&self.tables.trie, code);
            while from < to {
                let middle = (from + to) / 2;
                (from, to) =
                    if class <= cell(1 + 2 * middle) { (from, middle) } else { (middle + 1, to) };
            }
        }
        (cell(2 + 2 * from), at - 1 + len)
    }

    /// The first byte from `at` on, and before `limit` if that is not after it, that does not lead
    /// from `state` to itself.
    #[inline(never)]
    fn end_of_run(&self, state: u32, mut at: usize, limit: usize) -> usize {
        let text = self.text.get(at..limit).unwrap_or(&[]);
        let skip = self.cell(state, SKIP) as usize;
        if let Some(skip) = self.tables.skips.get(skip.wrapping_sub(1)) {
            let (len, ended) = skip.prefix(text);
            at += len;
            if ended {
                return at;
            }
        }
        let rest = self.text.get(at..limit).unwrap_or(&[]);
        at + rest.iter().take_while(|&&byte| self.next(state, byte) == state).count()
    }
}
