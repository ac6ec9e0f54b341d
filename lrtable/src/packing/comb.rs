//! Sparse rows laid over each other, so that the cells of one fill the gaps of others.
//!
//! Row displacement (Ziegler 1977; Tarjan & Yao, Storing a sparse table, 1979): the longest rows
//! first, each at the first place where it fits. A cell holds the column that it belongs to, plus
//! one, beside its value. No two rows begin at the same place, so that the column tells whose cell
//! it is. Rows that are equal are kept once.
//!
//! Which cells are taken is known as bits too: shifted by a column, 64 of them say of 64 places at
//! once where that column's cell is free.
//!
//! Cost: for a row, at most a 64th of the number of cells laid before, for each of its cells; in
//! all, a number of probes that is bounded, after which rows go one after the other.

use std::cmp::Reverse;

use crate::{
    bits,
    intern::{Interner, narrow},
    meter::{Meter, Metered},
};

/// How often 64 columns are probed, for all rows together: some tenths of a second. After these
/// probes, and after [`COLUMNS`], no row is laid over others.
pub(crate) const PROBES: u64 = 1 << 24;
/// For how many columns of rows, all together, a place is sought.
const COLUMNS: u64 = 1 << 29;

/// Rows, each kept once.
#[derive(Default)]
pub(crate) struct Rows {
    kept: Interner<(u32, u32)>,
    scratch: Vec<(u32, u32)>,
}

impl Rows {
    /// The number of a row of columns, in order, with their values.
    pub(crate) fn intern(&mut self, cells: impl Iterator<Item = (u32, u32)>) -> u32 {
        self.scratch.clear();
        self.scratch.extend(cells);
        self.kept.intern(&self.scratch)
    }

    /// The bytes of all rows as they are.
    pub(crate) fn bytes(&self) -> usize {
        self.kept.runs().values() * size_of::<[u32; 2]>()
    }

    /// Lays the rows, of so many columns, over each other, with so many probes: where each begins,
    /// and all cells.
    ///
    /// # Errors
    ///
    /// If these and so many other bytes are more than `meter` allows a table.
    pub(crate) fn lay(
        self,
        columns: usize,
        probes: u64,
        others: usize,
        meter: &Meter,
    ) -> Metered<(Vec<u32>, Vec<[u32; 2]>)> {
        let rows = self.kept.runs();
        let mut numbers: Vec<usize> = (0..rows.len()).collect();
        numbers.sort_by_key(|number| Reverse(rows.get(*number).len()));
        let mut starts = vec![0; numbers.len()];
        let mut comb = Comb { probes, columns: COLUMNS, ..Comb::default() };
        for number in numbers {
            starts[number] = narrow(comb.place(rows.get(number)));
            meter.table(others + comb.cells.len() * size_of::<[u32; 2]>())?;
        }
        // Every column of every row is in the array.
        let last = starts.iter().max().map_or(0, |start| *start as usize);
        comb.cells.resize(last + columns, [0; 2]);
        Ok((starts, comb.cells))
    }
}

#[derive(Default)]
struct Comb {
    /// The columns plus one, and the values; a column of 0 is free.
    cells: Vec<[u32; 2]>,
    /// Whether the cell is taken.
    taken: Vec<u64>,
    /// Whether a row begins there.
    begun: Vec<u64>,
    /// All cells below this one are taken.
    full: usize,
    /// The probes that are left.
    probes: u64,
    /// The columns that may still be looked at in them.
    columns: u64,
}

impl Comb {
    /// Puts a row where it fits, and says where it begins.
    fn place(&mut self, row: &[(u32, u32)]) -> usize {
        while self.cells.get(self.full).is_some_and(|cell| cell[0] != 0) {
            self.full += 1;
        }
        let first = row.first().map_or(0, |(column, _)| *column as usize);
        let mut start = self.full.saturating_sub(first);
        // The search ends after the last cell at the latest, where every row fits.
        loop {
            let unfit = self.unfit(row, start);
            if unfit != u64::MAX {
                start += unfit.trailing_ones() as usize;
                break;
            }
            let left = self.probes.checked_sub(1).zip(self.columns.checked_sub(row.len() as u64));
            match left {
                Some((probes, columns)) => {
                    (self.probes, self.columns) = (probes, columns);
                    start += 64;
                }
                None => {
                    start = (self.begun.len() * 64).max(self.cells.len().saturating_sub(first));
                }
            }
        }
        let end = row.last().map_or(0, |(column, _)| start + *column as usize + 1);
        if self.cells.len() < end {
            self.cells.resize(end, [0; 2]);
            self.taken.resize(end.div_ceil(64), 0);
        }
        if self.begun.len() <= start / 64 {
            self.begun.resize(start / 64 + 1, 0);
        }
        self.begun[start / 64] |= 1 << (start % 64);
        for (column, value) in row {
            let at = start + *column as usize;
            self.taken[at / 64] |= 1 << (at % 64);
            self.cells[at] = [column + 1, *value];
        }
        start
    }

    /// The places at which the row does not fit, as bits, among the 64 from `start` on.
    fn unfit(&self, row: &[(u32, u32)], start: usize) -> u64 {
        let mut unfit = window(&self.begun, start);
        for (column, _) in row {
            if unfit == u64::MAX {
                break;
            }
            unfit |= window(&self.taken, start + *column as usize);
        }
        unfit
    }
}

/// The 64 bits from `start`; zeros after the end.
fn window(bits: &[u64], start: usize) -> u64 {
    let word = |at: usize| bits.get(at).copied().unwrap_or(0);
    let (at, shift) = (start / 64, start % 64);
    // In two steps, as a shift by 64 is none.
    word(at) >> shift | word(at + 1) << 1 << (63 - shift)
}

/// Sets of small numbers as bits, each kept once.
pub(crate) struct Sets {
    /// The bytes of a set.
    len: usize,
    kept: Interner<u64>,
    /// A row, to be filled.
    pub(crate) scratch: Vec<u64>,
}

impl Sets {
    /// No sets yet, of numbers below `members`.
    pub(crate) fn new(members: usize) -> Sets {
        let scratch = vec![0; bits::words_for(members)];
        Sets { len: members.div_ceil(8), kept: Interner::default(), scratch }
    }

    /// The bytes of all sets.
    pub(crate) fn bytes(&self) -> usize {
        self.kept.runs().len() * self.len
    }

    /// The byte at which the set in `scratch` begins, which is left empty.
    pub(crate) fn intern(&mut self) -> u32 {
        let set = self.kept.intern(&self.scratch) * narrow(self.len);
        self.scratch.fill(0);
        set
    }

    /// The sets, one after the other, 8 numbers in a byte.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let sets = self.kept.runs().iter();
        sets.flat_map(|set| set.iter().flat_map(|word| word.to_le_bytes()).take(self.len)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::limits::Limits;
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
            let meter = Meter::new(Limits::NONE);
            // Some run out of probes.
            let probes = [PROBES, 0, 100][round % 3];
            let (starts, cells) = all.lay(columns, probes, 0, &meter).unwrap();
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

    #[test]
    fn each_row_lies_at_the_first_place_where_it_fits() {
        let mut random = Random::new(4);
        for _ in 0..100 {
            let (columns, sparsity) = (1 + random.below(200) as u32, 2 + random.below(40));
            let mut rows: Vec<Vec<(u32, u32)>> = Vec::new();
            for _ in 0..random.below(60) {
                let mut row: Vec<(u32, u32)> = (0..columns).map(|column| (column, 7)).collect();
                row.retain(|_| random.below(sparsity) == 0);
                if !row.is_empty() && !rows.contains(&row) {
                    rows.push(row);
                }
            }
            rows.sort_by_key(|row| Reverse(row.len()));
            let mut all = Rows::default();
            rows.iter().for_each(|row| _ = all.intern(row.iter().copied()));
            let (starts, _) =
                all.lay(columns as usize, PROBES, 0, &Meter::new(Limits::NONE)).unwrap();
            // Every place is tried, from the beginning.
            let mut taken = HashSet::new();
            let mut expected: Vec<u32> = Vec::new();
            for row in &rows {
                let fits = |start: &u32| {
                    !expected.contains(start)
                        && row.iter().all(|(column, _)| !taken.contains(&(start + column)))
                };
                let start = (0..).find(fits).unwrap();
                taken.extend(row.iter().map(|(column, _)| start + column));
                expected.push(start);
            }
            assert_eq!(starts, expected);
        }
    }

    /// No pair fits among the even columns of the longest row.
    #[test]
    fn without_probes_rows_go_one_after_the_other_a_word_each() {
        let mut all = Rows::default();
        all.intern((0..200).step_by(2).map(|column| (column, 1)));
        (0..200).for_each(|value| _ = all.intern([(0, value), (1, value)].into_iter()));
        let (_, cells) = all.lay(200, 0, 0, &Meter::new(Limits::NONE)).unwrap();
        assert!((400..=64 * 204 + 200).contains(&cells.len()), "{}", cells.len());
    }
}
