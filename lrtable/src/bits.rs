//! Sets of small numbers: rows of bits, alone, in a matrix, or each kept once.
//!
//! A row is a slice of words. The constructions compute lookaheads in rows of one matrix, where a
//! row costs its words and nothing else; a state graph holds them as [`TokenSet`]s, which share one
//! row as long as they are equal.

use std::sync::Arc;

use crate::{TokenId, intern::Interner};

/// Bits in a word.
const WIDTH: usize = u64::BITS as usize;

/// Words of a row for numbers less than `columns`.
pub(crate) fn words_for(columns: usize) -> usize {
    columns.div_ceil(WIDTH)
}

/// A set of tokens of one grammar, as a row of bits.
///
/// A clone shares its memory until one of both is changed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TokenSet(Arc<[u64]>);

impl TokenSet {
    /// Returns the empty set for a grammar of `tokens` tokens.
    pub fn empty(tokens: usize) -> TokenSet {
        TokenSet(std::iter::repeat_n(0, words_for(tokens)).collect())
    }

    pub(crate) fn of(row: &[u64]) -> TokenSet {
        TokenSet(row.into())
    }

    pub(crate) fn row(&self) -> &[u64] {
        &self.0
    }

    pub(crate) fn row_mut(&mut self) -> &mut [u64] {
        Arc::make_mut(&mut self.0)
    }

    /// Returns whether `token` is in the set.
    pub fn contains(&self, token: TokenId) -> bool {
        contains(&self.0, token.index())
    }

    /// Adds `token` to the set.
    pub fn insert(&mut self, token: TokenId) {
        insert(self.row_mut(), token.index());
    }

    /// Removes `token` from the set.
    pub fn remove(&mut self, token: TokenId) {
        remove(self.row_mut(), token.index());
    }

    /// Adds the tokens of `other` to the set and returns whether the set has grown.
    pub fn unite(&mut self, other: &TokenSet) -> bool {
        let grows = !is_subset(&other.0, &self.0);
        if grows {
            unite(self.row_mut(), &other.0);
        }
        grows
    }

    /// Returns whether the set holds no token.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Returns the number of tokens in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the tokens of the set, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = TokenId> + '_ {
        iter(&self.0).map(TokenId::new)
    }
}

impl std::fmt::Debug for TokenSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(iter(&self.0)).finish()
    }
}

/// Rows of bits, all of one length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits {
    words: usize,
    data: Vec<u64>,
}

impl Bits {
    /// `rows` empty rows for numbers less than `columns`.
    pub(crate) fn new(rows: usize, columns: usize) -> Bits {
        let words = words_for(columns);
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
        insert(self.row_mut(row), column);
    }

    /// Adds what is in row `from` to row `to`.
    pub(crate) fn unite(&mut self, to: usize, from: usize) {
        if let Ok([to, from]) = self
            .data
            .get_disjoint_mut([to, from].map(|row| row * self.words..(row + 1) * self.words))
        {
            unite(to, from);
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
    pub(crate) kept: Interner<u64>,
    /// For each row its number among those that are kept.
    of_rows: Vec<u32>,
}

impl Shared {
    /// Adds a row.
    pub(crate) fn push(&mut self, row: &[u64]) {
        self.of_rows.push(self.kept.intern(row));
    }

    /// The words of a row.
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        self.kept.runs().get(self.of_rows[row] as usize)
    }

    /// Keeps these columns of all rows only, in this order.
    pub(crate) fn select(self, columns: &[usize]) -> Shared {
        let mut selected = Shared::default();
        let mut new = vec![0; words_for(columns.len())];
        let renumbered: Vec<u32> = self
            .kept
            .runs()
            .iter()
            .map(|row| {
                new.fill(0);
                let in_row = |(_, column): &(usize, &usize)| contains(row, **column);
                columns.iter().enumerate().filter(in_row).for_each(|(at, _)| insert(&mut new, at));
                selected.kept.intern(&new)
            })
            .collect();
        selected.of_rows = self.of_rows.iter().map(|row| renumbered[*row as usize]).collect();
        selected
    }
}

/// Sets of tokens that are made of rows; those that are equal share one.
#[derive(Default)]
pub(crate) struct Pool {
    rows: Interner<u64>,
    sets: Vec<TokenSet>,
}

impl Pool {
    /// The set with this row.
    pub(crate) fn set(&mut self, row: &[u64]) -> TokenSet {
        let number = self.rows.intern(row) as usize;
        if number == self.sets.len() {
            self.sets.push(TokenSet::of(row));
        }
        self.sets[number].clone()
    }

    /// How many sets differ.
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }
}

/// Whether `column` is in the row.
pub(crate) fn contains(row: &[u64], column: usize) -> bool {
    row[column / WIDTH] >> (column % WIDTH) & 1 == 1
}

/// Adds a number to a row.
pub(crate) fn insert(row: &mut [u64], column: usize) {
    row[column / WIDTH] |= 1 << (column % WIDTH);
}

/// Removes a number from a row.
pub(crate) fn remove(row: &mut [u64], column: usize) {
    row[column / WIDTH] &= !(1 << (column % WIDTH));
}

/// Adds what is in `from` to `to`.
pub(crate) fn unite(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

/// Removes what is in `from` from `to`.
pub(crate) fn subtract(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to &= !from;
    }
}

/// Removes what is not in `from` from `to`.
pub(crate) fn intersect(to: &mut [u64], from: &[u64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to &= from;
    }
}

/// Whether the rows have a number in common.
pub(crate) fn intersects(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// Whether all of `a` is in `b`.
pub(crate) fn is_subset(a: &[u64], b: &[u64]) -> bool {
    // Rows are short, and looking at all of it needs no jumps.
    a.iter().zip(b).fold(0, |left, (a, b)| left | (a & !b)) == 0
}

/// The numbers in a row, in order.
pub(crate) fn iter(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(at, word)| of_word(at, *word))
}

/// The numbers in both rows, in order.
pub(crate) fn iter_common<'r>(a: &'r [u64], b: &'r [u64]) -> impl Iterator<Item = usize> + 'r {
    a.iter().zip(b).enumerate().flat_map(|(at, (a, b))| of_word(at, a & b))
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
