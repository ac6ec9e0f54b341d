//! The hash of the search's tables: their keys are a few small integers, looked up millions of times.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// A hash map for keys that are made of small integers.
pub(crate) type IntMap<K, V> = HashMap<K, V, BuildHasherDefault<IntHasher>>;

/// Multiplies and folds (Dietzfelbinger et al. 1997, multiplicative hashing). No defence against chosen keys: ids of states
/// and stacks are not for users to choose, and searches are bounded.
#[derive(Clone, Copy, Default)]
pub(crate) struct IntHasher(u64);

impl IntHasher {
    #[inline]
    fn add(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for IntHasher {
    #[inline]
    fn finish(&self) -> u64 {
        // The high bits are the best mixed, and tables use the low ones.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.add(u64::from(*byte));
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
