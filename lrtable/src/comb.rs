//! Sparse rows laid over each other, so that the cells of one fill the gaps of others.
//!
//! Row displacement (Ziegler 1977; Tarjan & Yao, Storing a sparse table, 1979): the longest rows first, each at the first
//! place where it fits. A cell holds the column that it belongs to, plus one, beside its value. No two rows begin at the
//! same place, so that the column tells whose cell it is. Rows that are equal are kept once.
//!
//! Cost: for a row, at most the number of cells laid before; in all, a number of looks that is bounded, after which rows go
//! behind each other.

use fnv::FnvHashMap;

/// The places that are looked at, for all rows together: some tenths of a second.
const LOOKS: u64 = 1 << 28;

/// Rows, each kept once.
#[derive(Default)]
pub(crate) struct Rows {
    numbers: FnvHashMap<Vec<(u32, u32)>, u32>,
}

impl Rows {
    /// The number of a row of columns, in order, with their values.
    pub(crate) fn intern(&mut self, cells: impl Iterator<Item = (u32, u32)>) -> u32 {
        let next = narrow(self.numbers.len());
        *self.numbers.entry(cells.collect()).or_insert(next)
    }

    /// Lays the rows, of so many columns, over each other: where each begins, and all cells.
    pub(crate) fn lay(self, columns: usize) -> (Vec<u32>, Vec<[u32; 2]>) {
        self.lay_within(columns, LOOKS)
    }

    fn lay_within(self, columns: usize, looks: u64) -> (Vec<u32>, Vec<[u32; 2]>) {
        let mut rows: Vec<(Vec<(u32, u32)>, u32)> = self.numbers.into_iter().collect();
        rows.sort_unstable_by_key(|(cells, number)| (usize::MAX - cells.len(), *number));
        let mut starts = vec![0; rows.len()];
        let mut comb = Comb { looks, ..Comb::default() };
        for (cells, number) in &rows {
            starts[*number as usize] = narrow(comb.place(cells));
        }
        // Every column of every row is in the array.
        let last = starts.iter().max().map_or(0, |start| *start as usize);
        comb.cells.resize(last + columns, [0; 2]);
        (starts, comb.cells)
    }
}

#[derive(Default)]
struct Comb {
    /// The columns plus one, and the values; a column of 0 is free.
    cells: Vec<[u32; 2]>,
    /// Does a row begin there?
    begun: Vec<bool>,
    /// All cells below this one are taken.
    full: usize,
    /// The looks that are left.
    looks: u64,
}

impl Comb {
    /// Puts a row where it fits, and says where it begins.
    fn place(&mut self, row: &[(u32, u32)]) -> usize {
        while self.cells.get(self.full).is_some_and(|cell| cell[0] != 0) {
            self.full += 1;
        }
        let first = row.first().map_or(0, |(column, _)| *column as usize);
        let mut start = self.full.saturating_sub(first);
        // It ends behind the last cell at the latest, where every row fits.
        while !self.fits(row, start) {
            match self.looks.checked_sub(1) {
                Some(left) => {
                    self.looks = left;
                    start += 1;
                }
                None => start = self.begun.len().max(self.cells.len().saturating_sub(first)),
            }
        }
        let end = row.last().map_or(0, |(column, _)| start + *column as usize + 1);
        if self.cells.len() < end {
            self.cells.resize(end, [0; 2]);
        }
        if self.begun.len() <= start {
            self.begun.resize(start + 1, false);
        }
        self.begun[start] = true;
        for (column, value) in row {
            self.cells[start + *column as usize] = [column + 1, *value];
        }
        start
    }

    fn fits(&self, row: &[(u32, u32)], start: usize) -> bool {
        let is_free =
            |column: u32| self.cells.get(start + column as usize).is_none_or(|cell| cell[0] == 0);
        !self.begun.get(start).is_some_and(|begun| *begun)
            && row.iter().all(|(column, _)| is_free(*column))
    }
}

/// Sets of small numbers as bits, each kept once.
pub(crate) struct Sets {
    len: usize,
    starts: FnvHashMap<Vec<u8>, u32>,
    /// The sets, one behind the other, 8 numbers in a byte.
    pub(crate) bytes: Vec<u8>,
}

impl Sets {
    /// No sets yet, of numbers below `members`.
    pub(crate) fn new(members: usize) -> Sets {
        Sets { len: members.div_ceil(8), starts: FnvHashMap::default(), bytes: Vec::new() }
    }

    /// The byte at which a set begins.
    pub(crate) fn intern(&mut self, members: impl Iterator<Item = u32>) -> u32 {
        let mut set = vec![0; self.len];
        for member in members {
            set[member as usize / 8] |= 1 << (member % 8);
        }
        if let Some(start) = self.starts.get(&set) {
            return *start;
        }
        let start = narrow(self.bytes.len());
        self.bytes.extend_from_slice(&set);
        self.starts.insert(set, start);
        start
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("fewer cells than 2^32")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn every_cell_is_found_again_and_no_other() {
        let mut random = Random::new(3);
        for round in 0..200 {
            let columns = 1 + random.below(40);
            let mut rows: Vec<Vec<(u32, u32)>> = (0..random.below(60))
                .map(|_| {
                    let cell = |column| (column as u32, random.below(24) as u32);
                    (0..columns).map(cell).filter(|(_, value)| *value < 3).collect()
                })
                .collect();
            rows.push(Vec::new());
            let mut all = Rows::default();
            let numbers: Vec<u32> =
                rows.iter().map(|row| all.intern(row.iter().copied())).collect();
            // Some run out of looks.
            let looks = [LOOKS, 0, 100][round % 3];
            let (starts, cells) = all.lay_within(columns, looks);
            for (row, number) in rows.iter().zip(numbers) {
                for column in 0..columns {
                    let [owner, value] = cells[starts[number as usize] as usize + column];
                    let found = (owner as usize == column + 1).then_some((column as u32, value));
                    let expected = row.iter().find(|(own, _)| *own as usize == column).copied();
                    assert_eq!(found, expected, "{round}");
                }
            }
        }
    }
}
