//! Sets of small numbers as rows of one matrix: what the constructions compute lookaheads with.
//!
//! A row costs its words and nothing else, where a set of its own would cost an allocation.

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
        let words = columns.div_ceil(WIDTH);
        Bits { words, data: vec![0; rows * words] }
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
        self.row_mut(row)[column / WIDTH] |= 1 << (column % WIDTH);
    }

    /// Is the number in the row?
    pub(crate) fn contains(&self, row: usize, column: usize) -> bool {
        contains(self.row(row), column)
    }

    /// Adds what is in row `from` to row `to`.
    pub(crate) fn unite(&mut self, to: usize, from: usize) {
        let (to, from) = (to * self.words, from * self.words);
        for at in 0..self.words {
            self.data[to + at] |= self.data[from + at];
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

/// Is `column` in the row?
pub(crate) fn contains(row: &[u64], column: usize) -> bool {
    row[column / WIDTH] >> (column % WIDTH) & 1 == 1
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
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// The numbers in a row, in order.
pub(crate) fn iter(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(at, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(at * WIDTH + bit)
        })
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
