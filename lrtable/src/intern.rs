//! Runs of small values, numbered: the edges of states, cores, rows of bits, rows of a table.
//!
//! All lie in one vector, one behind the other, so that one more costs no allocation. Where each is kept once, a table of
//! numbers with open places finds them again (Knuth, The Art of Computer Programming 3, section 6.4, algorithm L); it is at most half full.

use std::hash::{Hash, Hasher};

/// Runs of values, one behind the other, numbered from 0.
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
    /// The hash of each run.
    hashes: Vec<u32>,
    /// The number of a run plus one at a place that its hash leads to, or 0; as many as a power of two.
    places: Vec<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner { runs: Runs::default(), hashes: Vec::new(), places: vec![0; 16] }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// The number of a run, if it is kept.
    pub(crate) fn find(&self, run: &[T]) -> Option<u32> {
        self.look(run, hash(run)).ok()
    }

    /// The number of a run, or else the place for it.
    fn look(&self, run: &[T], hash: u32) -> Result<u32, usize> {
        let mask = self.places.len() - 1;
        let mut place = hash as usize & mask;
        while let Some(number) = self.places[place].checked_sub(1) {
            if self.hashes[number as usize] == hash && self.runs.get(number as usize) == run {
                return Ok(number);
            }
            place = (place + 1) & mask;
        }
        Err(place)
    }

    /// The number of a run, which is kept if it was not yet.
    pub(crate) fn intern(&mut self, run: &[T]) -> u32 {
        let hash = hash(run);
        let place = match self.look(run, hash) {
            Ok(number) => return number,
            Err(place) => place,
        };
        let number = narrow(self.hashes.len());
        self.places[place] = number + 1;
        self.runs.push(run);
        self.hashes.push(hash);
        if self.hashes.len() * 2 > self.places.len() {
            self.grow();
        }
        number
    }

    /// The runs.
    pub(crate) fn runs(&self) -> &Runs<T> {
        &self.runs
    }

    fn grow(&mut self) {
        let mask = self.places.len() * 2 - 1;
        self.places = vec![0; mask + 1];
        for (number, hash) in self.hashes.iter().enumerate() {
            let mut place = *hash as usize & mask;
            while self.places[place] != 0 {
                place = (place + 1) & mask;
            }
            self.places[place] = narrow(number) + 1;
        }
    }
}

fn hash<T: Hash>(run: &[T]) -> u32 {
    let mut hasher = Words(0);
    for value in run {
        value.hash(&mut hasher);
    }
    // The upper bits depend on all that came before.
    (hasher.0 >> 32) as u32
}

/// A hash of words by multiplying and turning; nobody chooses what is hashed here in order to make it slow.
struct Words(u64);

impl Hasher for Words {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(ODD);
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("fewer values than 2^32")
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
