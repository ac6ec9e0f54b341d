//! The tokens of an input, made of its lexemes where they are needed.
//!
//! A parser that finds no error looks at each token once, and gets them in blocks that stay in the processor's caches.
//! Recovery looks back and far ahead: for it all of them are made, at the first error.

use std::cell::OnceCell;

use lrtable::{TIdx, TokenId};

/// How many tokens are made at once.
const BLOCK: usize = 512;

/// Tokens that follow each other in the input.
pub(crate) struct Block {
    from: usize,
    len: usize,
    tokens: [TokenId; BLOCK],
}

impl Block {
    /// None.
    pub(crate) fn new() -> Self {
        Block { from: 0, len: 0, tokens: [TIdx(0); BLOCK] }
    }

    /// The token with this number in the input, if it is among them.
    #[inline(always)]
    pub(crate) fn get(&self, at: usize) -> Option<TokenId> {
        let at = at.wrapping_sub(self.from);
        if at < self.len { self.tokens.get(at).copied() } else { None }
    }
}

/// The tokens of an input, of which the last is `$`.
pub(crate) struct Tokens<'a> {
    len: usize,
    /// Makes the tokens from this one on, as many as there is room for. There are so many.
    make: &'a dyn Fn(usize, &mut [TokenId]),
    all: OnceCell<Vec<TokenId>>,
}

impl<'a> Tokens<'a> {
    /// As many as `len`, which `make` makes from a given one on.
    pub(crate) fn new(len: usize, make: &'a dyn Fn(usize, &mut [TokenId])) -> Self {
        Tokens { len, make, all: OnceCell::new() }
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[TokenId] {
        self.all.get_or_init(|| {
            let mut all = vec![TIdx(0); self.len];
            (self.make)(0, &mut all);
            all
        })
    }

    /// Puts those from this one on in `block`, as many as there is room for.
    pub(crate) fn fill(&self, block: &mut Block, from: usize) {
        block.from = from;
        block.len = BLOCK.min(self.len - from);
        (self.make)(from, &mut block.tokens[..block.len]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_all_tokens() {
        let make = |from: usize, tokens: &mut [TokenId]| {
            for (at, token) in tokens.iter_mut().enumerate() {
                *token = TIdx(((from + at) as u32).wrapping_mul(0x9e37_79b9) >> 20);
            }
        };
        for len in [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let expected: Vec<TokenId> = Tokens::new(len, &make).all().to_vec();
            assert_eq!(expected.len(), len);
            let tokens = Tokens::new(len, &make);
            let mut block = Block::new();
            let seen: Vec<TokenId> = (0..len)
                .map(|at| {
                    block.get(at).unwrap_or_else(|| {
                        tokens.fill(&mut block, at);
                        block.get(at).expect("it was made")
                    })
                })
                .collect();
            assert_eq!(seen, expected, "{len} tokens");
            // Recovery goes on from any place.
            for at in (0..len).rev().step_by(7) {
                tokens.fill(&mut block, at);
                assert_eq!(block.get(at), Some(expected[at]));
                assert_eq!(block.get(at.wrapping_sub(1)), None);
            }
        }
    }
}
