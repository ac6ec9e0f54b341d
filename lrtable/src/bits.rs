//! Sets of small numbers as rows of one matrix: what the constructions compute lookaheads with.
//!
//! A row costs its words and nothing else, where a set of its own would cost an allocation.

use fnv::FnvHashMap;
use vob::Vob;

/// Bits in a word.
const WIDTH: usize = u64::BITS as usize;

/// Rows of bits, all of one length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    words: usize,
    data: Vec<u64>,
}

impl Bits {
    /// `rows` empty rows for numbers less than `columns`.
    pub(crate) fn new(rows: usize, columns: usize) -> Bits {
        let words = Bits::words_for(columns);
        Bits { words, data: vec![0; rows * words] }
    }

    /// Words of a row for numbers less than `columns`.
    pub(crate) fn words_for(columns: usize) -> usize {
        columns.div_ceil(WIDTH)
    }

    /// The words of a row.
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.data[row * self.words..][..self.words]
    }

    /// The words of a row, to change them.
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.data[row * self.words..][..self.words]
    }

    /// Adds a number to a row.
    pub(crate) fn insert(&mut self, row: usize, column: usize) {
        insert(self.row_mut(row), column);
    }

    /// Is the number in the row?
    pub(crate) fn contains(&self, row: usize, column: usize) -> bool {
        contains(self.row(row), column)
    }

    /// Adds what is in row `from` to row `to`.
    pub(crate) fn unite(&mut self, to: usize, from: usize) {
        let (low, high) = (to.min(from), to.max(from));
        if low == high {
            return;
        }
        let (before, behind) = self.data.split_at_mut(high * self.words);
        let low_row = &mut before[low * self.words..][..self.words];
        let high_row = &mut behind[..self.words];
        match to < from {
            true => unite(low_row, high_row),
            false => unite(high_row, low_row),
        }
    }

    /// Makes row `to` equal to row `from`.
    pub(crate) fn copy(&mut self, to: usize, from: usize) {
        self.data.copy_within(from * self.words..(from + 1) * self.words, to * self.words);
    }

    /// Words in a row.
    pub(crate) fn words(&self) -> usize {
        self.words
    }
}

/// Rows of bits of which those that are equal are kept once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    kept: Bits,
    /// For each row which of those kept it is.
    of_rows: Vec<u32>,
    /// The last row that was kept with this hash.
    by_hash: FnvHashMap<u64, u32>,
}

impl Shared {
    /// No rows yet, for numbers less than `columns`.
    pub(crate) fn new(columns: usize) -> Shared {
        Shared { kept: Bits::new(0, columns), ..Shared::default() }
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: &[u64]) {
        let hash = hash(row.iter().copied());
        // Different rows with one hash cost a little memory, and nothing else.
        let kept = match self.by_hash.get(&hash) {
            Some(kept) if self.kept.row(*kept as usize) == row => *kept,
            _ => {
                let new = self.kept();
                self.kept.data.extend_from_slice(row);
                let new = u32::try_from(new).expect("rows fit in 32 bits");
                self.by_hash.insert(hash, new);
                new
            }
        };
        self.of_rows.push(kept);
    }

    /// The words of a row.
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        self.kept.row(self.of_rows[row] as usize)
    }

    /// Is the number in the row?
    pub(crate) fn contains(&self, row: usize, column: usize) -> bool {
        contains(self.row(row), column)
    }

    /// Words in a row.
    pub(crate) fn words(&self) -> usize {
        self.kept.words
    }

    /// The number of rows that are kept.
    pub(crate) fn kept(&self) -> usize {
        self.kept.data.len() / self.kept.words.max(1)
    }

    /// The same rows with these columns only, in this order.
    pub(crate) fn select(self, columns: &[usize]) -> Shared {
        let rows = self.kept();
        let mut kept = Bits::new(rows, columns.len());
        for row in 0..rows {
            for (new, column) in columns.iter().enumerate() {
                if self.kept.contains(row, *column) {
                    kept.insert(row, new);
                }
            }
        }
        Shared { kept, of_rows: self.of_rows, by_hash: FnvHashMap::default() }
    }
}

/// A hash of words.
pub(crate) fn hash(words: impl Iterator<Item = u64>) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    words.fold(0, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(ODD))
}

/// Is `column` in the row?
pub(crate) fn contains(row: &[u64], column: usize) -> bool {
    row[column / WIDTH] >> (column % WIDTH) & 1 == 1
}

/// Adds a number to a row.
pub(crate) fn insert(row: &mut [u64], column: usize) {
    row[column / WIDTH] |= 1 << (column % WIDTH);
}

/// Adds what is in `from` to `to`.
pub(crate) fn unite(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

/// Have the rows a number in common?
pub(crate) fn intersects(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// Is all of `a` in `b`?
pub(crate) fn is_subset(a: &[u64], b: &[u64]) -> bool {
    // Rows are short, and looking at all of it needs no jumps.
    a.iter().zip(b).fold(0, |left, (a, b)| left | (a & !b)) == 0
}

/// The numbers in a row, in order.
pub(crate) fn iter(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(at, word)| of_word(at, *word))
}

/// The numbers in the word `at` of a row, in order.
pub(crate) fn of_word(at: usize, word: u64) -> impl Iterator<Item = usize> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(at * WIDTH + bit)
    })
}

/// The row as a set of its own, of numbers less than `len`.
pub(crate) fn to_vob(row: &[u64], len: usize) -> Vob<usize> {
    let mut set = Vob::from_elem(false, len);
    for column in iter(row) {
        set.set(column, true);
    }
    set
}
