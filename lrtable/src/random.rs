//! A small random number generator: the same seed gives the same numbers on every machine.

/// A pseudo-random number generator, SplitMix64 (Steele, Lea & Flood, OOPSLA 2014).
///
/// It has 64 bits of state, mixes well, and makes no claim to secrecy.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Creates a generator; equal seeds give equal sequences of numbers.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Returns the next number of the sequence, of 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number less than `bound`, all equally likely.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is less than 0");
        // The high half of a 64 x 64 bit product (Lemire 2019); its bias is below bound / 2^64.
        let product = u128::from(self.next_u64()) * bound as u128;
        usize::try_from(product >> 64).expect("less than bound")
    }

    /// Returns `true` in one of `n` cases.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns one of `items`, all equally likely.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
