//! Runs of small values, numbered: the edges of states, cores, rows of bits, rows of a table.
//!
//! All lie in one vector, one after the other, so that one more costs no allocation. Where each is
//! kept once, a hash index finds them again.

use std::hash::Hash;

use crate::hash::{Index, hash_all};

/// Runs of values, one after the other, numbered from 0.
#[derive(Clone, Debug)]
pub(crate) struct Runs<T> {
    values: Vec<T>,
    /// Where each run starts, and where the last one ends.
    starts: Vec<u32>,
}

impl<T> Default for Runs<T> {
    fn default() -> Runs<T> {
        Runs { values: Vec::new(), starts: vec![0] }
    }
}

impl<T: Copy + Default> Runs<T> {
    /// Runs of these lengths, of the values with which `each` calls what it is given, each with the
    /// number of its run.
    pub(crate) fn scattered(counts: &[u32], each: impl FnOnce(&mut dyn FnMut(usize, T))) -> Self {
        let mut sum = 0;
        let mut starts = vec![0; counts.len() + 1];
        for (count, end) in counts.iter().zip(&mut starts[1..]) {
            sum += count;
            *end = sum;
        }
        let mut free = starts.clone();
        let mut values = vec![T::default(); sum as usize];
        each(&mut |run, value| {
            values[free[run] as usize] = value;
            free[run] += 1;
        });
        Runs { values, starts }
    }
}

impl<T: Copy> Runs<T> {
    /// Adds a run.
    pub(crate) fn push(&mut self, run: &[T]) {
        self.values.extend_from_slice(run);
        self.starts.push(narrow(self.values.len()));
    }

    /// The run with this number.
    pub(crate) fn get(&self, number: usize) -> &[T] {
        &self.values[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// All runs, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// How many values all runs have.
    pub(crate) fn values(&self) -> usize {
        self.values.len()
    }

    /// How many runs there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

/// Runs of which those that are equal are kept once, in the order in which they came.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    runs: Runs<T>,
    index: Index,
}

impl<T> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner { runs: Runs::default(), index: Index::default() }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// The number of a run, if it is kept.
    pub(crate) fn find(&self, run: &[T]) -> Option<u32> {
        self.index.find(hash_all(run), |number| self.runs.get(number) == run).map(narrow)
    }

    /// The number of a run, which is kept if it was not yet.
    pub(crate) fn intern(&mut self, run: &[T]) -> u32 {
        let hash = hash_all(run);
        let found = self.index.find(hash, |number| self.runs.get(number) == run);
        narrow(found.unwrap_or_else(|| {
            self.index.push(hash);
            self.runs.push(run);
            self.runs.len() - 1
        }))
    }

    /// The runs, which are not looked up any more.
    pub(crate) fn into_runs(self) -> Runs<T> {
        self.runs
    }

    /// The runs.
    pub(crate) fn runs(&self) -> &Runs<T> {
        &self.runs
    }
}

/// A number as it is stored: constructions count far fewer than 2^32 of anything.
pub(crate) fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("numbers fit in 32 bits")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::random::Random;

    #[test]
    fn equal_runs_have_one_number_and_others_their_own() {
        let mut random = Random::new(5);
        for values in [2, 60, u32::MAX as usize] {
            let mut interner = Interner::default();
            let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
            for _ in 0..3000 {
                let run: Vec<u32> =
                    (0..random.below(7)).map(|_| random.below(values) as u32).collect();
                let next = numbers.len() as u32;
                let expected = *numbers.entry(run.clone()).or_insert(next);
                assert_eq!(interner.intern(&run), expected);
                assert_eq!(interner.runs().get(expected as usize), run);
            }
            assert_eq!(interner.runs().len(), numbers.len());
        }
    }
}
