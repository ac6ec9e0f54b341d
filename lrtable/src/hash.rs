//! One hash table for everything that is looked up in programs with a parser.
//!
//! The maps of the standard library are compiled anew for each type, at some kilobytes each. Here
//! all that depends on the type of keys is how they are hashed and compared; they lie in a vector,
//! in the order in which they came, and the table ([`Index`]) holds their places. That order is
//! also the only one in which anything can be listed.
//!
//! Never for texts of an input: the hash can be inverted, so that whoever writes the input could
//! give all of them the same.

use std::hash::{Hash, Hasher};

/// A hash table that finds keys in a vector of any type by their indices there.
///
/// Linear probing, never more than half full.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// A hash and an index plus one in each slot that is taken, zeros in the others.
    slots: Vec<(u32, u32)>,
    count: u32,
}

impl Index {
    /// The average number of bytes that the table takes for each key.
    pub const BYTES: usize = 3 * size_of::<(u32, u32)>();

    /// Returns the index of the key with hash `hash` for which `is_match` holds; `None` if there is
    /// none.
    #[inline]
    pub fn find(&self, hash: u32, is_match: impl Fn(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        loop {
            let (other, place) = *self.slots.get(at)?;
            let place = (place as usize).checked_sub(1)?;
            if other == hash && is_match(place) {
                return Some(place);
            }
            at = (at + 1) & mask;
        }
    }

    /// Returns the index of `key` in `keys`, which this table indexes, after pushing it if it is
    /// not there.
    #[inline]
    pub fn find_or_push<K: Hash + Eq>(&mut self, keys: &mut Vec<K>, key: K) -> usize {
        let hash = hash(&key);
        self.find(hash, |at| keys[at] == key).unwrap_or_else(|| {
            self.push(hash);
            keys.push(key);
            keys.len() - 1
        })
    }

    /// Enters a key with hash `hash`, whose index is the number of keys entered before.
    #[inline(never)]
    pub fn push(&mut self, hash: u32) {
        if self.slots.len() <= 2 * self.count as usize {
            let slots = vec![(0, 0); (2 * self.slots.len()).max(8)];
            for (hash, place) in std::mem::replace(&mut self.slots, slots) {
                if place > 0 {
                    self.put(hash, place);
                }
            }
        }
        self.count = self.count.checked_add(1).expect("memory is bounded before 2^32 keys");
        self.put(hash, self.count);
    }

    fn put(&mut self, hash: u32, place: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 > 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, place);
    }
}

/// A hash map that keeps the order of insertion, and from which nothing is removed.
#[derive(Clone, Debug)]
pub struct Map<K, V> {
    index: Index,
    entries: Vec<(K, V)>,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map { index: Index::default(), entries: Vec::new() }
    }
}

impl<K: Hash + Eq, V> Map<K, V> {
    /// Returns the value of `key`; `None` if the map does not hold it.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        let at = self.index.find(hash(key), |at| self.entries[at].0 == *key)?;
        Some(&self.entries[at].1)
    }

    /// Returns the value of `key`, after inserting the one that `make` returns if there is none.
    #[inline]
    pub fn get_or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let hash = hash(&key);
        let entries = &self.entries;
        let at = self.index.find(hash, |at| entries[at].0 == key).unwrap_or_else(|| {
            self.index.push(hash);
            self.entries.push((key, make()));
            self.entries.len() - 1
        });
        &mut self.entries[at].1
    }

    /// Returns the number of keys.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the map is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns all keys and values, in the order of insertion.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &(K, V)> {
        self.entries.iter()
    }
}

/// Returns the hash of a key.
#[inline]
pub fn hash(key: &impl Hash) -> u32 {
    hash_all(std::slice::from_ref(key))
}

/// Returns the hash of a sequence of keys.
#[inline]
pub fn hash_all<K: Hash>(keys: &[K]) -> u32 {
    let mut hasher = IntHasher(0);
    // One by one: what a slice hashes is its bytes.
    keys.iter().for_each(|key| key.hash(&mut hasher));
    // The high bits are the best mixed, and tables use the low ones.
    (hasher.0 ^ (hasher.0 >> 32)) as u32
}

/// Multiplies and folds (Dietzfelbinger et al. 1997, multiplicative hashing): most keys are made of
/// small integers. No defence against chosen keys: ids of states and stacks are not for users to
/// choose, and searches are bounded.
struct IntHasher(u64);

impl IntHasher {
    #[inline]
    fn add(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for IntHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for eight in bytes.chunks(8) {
            self.add(eight.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)));
        }
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.add(u64::from(value));
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.add(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.add(value);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::random::Random;

    #[test]
    fn a_map_is_what_the_standard_librarys_is() {
        let mut random = Random::new(1);
        for keys in [1, 5, 300, 20_000] {
            let (mut ours, mut theirs, mut order) = (Map::default(), BTreeMap::new(), Vec::new());
            for value in 0..2 * keys {
                let key = (random.below(keys) as u32, random.below(3));
                let made = *ours.get_or_insert_with(key, || value);
                if *theirs.entry(key).or_insert(value) == value {
                    order.push((key, value));
                }
                assert_eq!(made, theirs[&key]);
            }
            assert!(ours.iter().eq(&order));
            assert_eq!((ours.len(), ours.is_empty()), (theirs.len(), theirs.is_empty()));
            for key in (0..keys + 3).flat_map(|a| (0..4).map(move |b| (a as u32, b))) {
                assert_eq!(ours.get(&key), theirs.get(&key));
            }
        }
        assert_eq!(Map::<&str, ()>::default().get(&"a"), None);
    }

    #[test]
    fn texts_that_differ_in_a_byte_have_different_hashes() {
        let texts: Vec<String> = (0..1000).map(|n| format!("a rather long name {n}")).collect();
        let hashes: std::collections::BTreeSet<u32> = texts.iter().map(hash).collect();
        assert_eq!(hashes.len(), texts.len());
    }
}
