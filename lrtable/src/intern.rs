//! Runs of small values, each kept once and numbered: cores, rows of bits, rows of a table.
//!
//! All lie in one vector, one behind the other, so that one more costs no allocation. A table of numbers with open places
//! finds them again (Knuth, The Art of Computer Programming 3, section 6.4, algorithm L); it is at most half full.

use std::hash::{Hash, Hasher};

/// Runs of values of type `T`, numbered from 0 in the order in which they came.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    values: Vec<T>,
    /// Where each run ends.
    ends: Vec<u32>,
    /// The hash of each run.
    hashes: Vec<u32>,
    /// The number of a run plus one at a place that its hash leads to, or 0; as many as a power of two.
    places: Vec<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner { values: Vec::new(), ends: Vec::new(), hashes: Vec::new(), places: vec![0; 16] }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// The number of a run, which is kept if it was not yet.
    pub(crate) fn intern(&mut self, run: &[T]) -> u32 {
        let hash = hash(run);
        let mask = self.places.len() - 1;
        let mut place = hash as usize & mask;
        while let Some(number) = self.places[place].checked_sub(1) {
            if self.hashes[number as usize] == hash && self.get(number) == run {
                return number;
            }
            place = (place + 1) & mask;
        }
        let number = narrow(self.ends.len());
        self.places[place] = number + 1;
        self.values.extend_from_slice(run);
        self.ends.push(narrow(self.values.len()));
        self.hashes.push(hash);
        if self.ends.len() * 2 > self.places.len() {
            self.grow();
        }
        number
    }

    /// The run with this number.
    pub(crate) fn get(&self, number: u32) -> &[T] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.values[start as usize..self.ends[number as usize] as usize]
    }

    /// How many runs there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
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
                assert_eq!(interner.get(expected), run);
            }
            assert_eq!(interner.len(), numbers.len());
        }
    }
}
