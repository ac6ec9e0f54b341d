//! The longest match at a place: one look-up a byte.
//!
//! The last accepting state is remembered; the walk ends where nothing more can match. Where a state leads to itself, as in
//! comments, blanks and names, the bytes that do so are passed in a loop of their own, in which no look-up waits for the one
//! before.
//!
//! A walk that goes far beyond its match in vain would be repeated from the next place (Reps, "Maximal-munch tokenization
//! in linear time", 1998). So every [`WINDOW`] bytes the state is noted, and where a walk ended in vain the notes behind its
//! match are kept: a later walk that comes by in the same state ends there. That keeps lexing linear in the text.

use fnv::FnvHashSet;

use super::pack::{Cells, FIRST_BYTES, RULE, Tables};

/// Bytes between notes. Most lexemes pass none.
const WINDOW: usize = 256;

/// Places and states from which no match is reached.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    vain: FnvHashSet<(usize, u32)>,
    /// Those that the present walk has come by.
    passed: Vec<(usize, u32)>,
}

impl Notes {
    /// Notes a place; is it known that no match is reached from it?
    #[cold]
    fn pass(&mut self, at: usize, state: u32) -> bool {
        self.passed.push((at, state));
        self.vain.contains(&(at, state))
    }

    /// Ends a walk whose match ends at `end`.
    #[cold]
    fn keep(&mut self, end: usize) {
        self.vain.extend(self.passed.drain(..).filter(|&(at, _)| at >= end));
    }
}

impl Tables<'_> {
    /// The longest match at byte `at` in a start state of the lexer: the rule, and where its text ends.
    #[inline]
    pub(crate) fn longest(
        &self,
        notes: &mut Notes,
        start: usize,
        text: &str,
        at: usize,
    ) -> Option<(usize, usize)> {
        let start = self.starts[start];
        match self.cells {
            Cells::U8(cells) => self.walk(cells, notes, start, text.as_bytes(), at),
            Cells::U16(cells) => self.walk(cells, notes, start, text.as_bytes(), at),
            Cells::U32(cells) => self.walk(cells, notes, start, text.as_bytes(), at),
        }
    }

    #[inline]
    fn walk<Cell: Copy + Into<u32>>(
        &self,
        cells: &[Cell],
        notes: &mut Notes,
        start: u32,
        text: &[u8],
        mut at: usize,
    ) -> Option<(usize, usize)> {
        let cell = |row: u32, column: u32| -> u32 { cells[(row + column) as usize].into() };
        let column = |byte: u8| u32::from(self.columns[usize::from(byte)]);
        let mut state = start;
        let mut accepted = 0;
        let mut end = at;
        'walk: loop {
            let limit = text.len().min((at / WINDOW + 1) * WINDOW);
            let window = &text[..limit];
            while at < limit {
                let byte = window[at];
                let next;
                if byte < 0x80 {
                    at += 1;
                    next = cell(state, column(byte));
                } else {
                    let len = if byte < 0xe0 { 2 } else { 3 + usize::from(byte >= 0xf0) };
                    let mut row = cell(cell(state, FIRST_BYTES), column(byte));
                    for &byte in &text[at + 1..at + len] {
                        row = cell(row, column(byte));
                    }
                    at += len;
                    next = row;
                }
                // State 0, or one behind which is nothing.
                if next.wrapping_sub(1) >= self.last - 1 {
                    if next > 0 {
                        (accepted, end) = (next, at);
                    }
                    break 'walk;
                }
                if next >= self.accepting {
                    (accepted, end) = (next, at);
                }
                if next == state {
                    let run = window.get(at..).unwrap_or(&[]).iter();
                    at += run
                        .take_while(|&&byte| byte < 0x80 && cell(state, column(byte)) == state)
                        .count();
                    if accepted == state {
                        end = at;
                    }
                }
                state = next;
            }
            if at >= text.len() || notes.pass(at, state) {
                break;
            }
        }
        if !notes.passed.is_empty() {
            notes.keep(end);
        }
        (accepted > 0).then(|| (cell(accepted, RULE) as usize, end))
    }
}
