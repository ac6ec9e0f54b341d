//! The tokens of an input, made from its lexemes on demand.
//!
//! A parser that finds no error looks at each token once, and gets tokens in blocks that stay in
//! the processor's caches. Recovery looks back and far ahead: all tokens are made for it, at the
//! first error.

use std::cell::OnceCell;

use lrtable::{TIdx, TokenId};

/// Number of tokens made at once.
const BLOCK: usize = 512;

/// A block of adjacent tokens.
pub(crate) struct Block {
    from: usize,
    len: usize,
    tokens: [TokenId; BLOCK],
}

impl Block {
    /// Makes an empty block.
    pub(crate) fn new() -> Self {
        Block { from: 0, len: 0, tokens: [TIdx(0); BLOCK] }
    }

    /// Returns the token with index `at` in the input, if the block has it.
    #[inline(always)]
    pub(crate) fn get(&self, at: usize) -> Option<TokenId> {
        let at = at.wrapping_sub(self.from);
        if at < self.len { self.tokens.get(at).copied() } else { None }
    }
}

/// The tokens of an input; the last is `$`.
pub(crate) struct Tokens<'a> {
    len: usize,
    /// Fills a slice with the tokens from an index on.
    make: &'a dyn Fn(usize, &mut [TokenId]),
    all: OnceCell<Vec<TokenId>>,
}

impl<'a> Tokens<'a> {
    /// Makes `len` tokens, which `make` returns from an index on.
    pub(crate) fn new(len: usize, make: &'a dyn Fn(usize, &mut [TokenId])) -> Self {
        Tokens { len, make, all: OnceCell::new() }
    }

    /// Returns all tokens.
    pub(crate) fn all(&self) -> &[TokenId] {
        self.all.get_or_init(|| {
            let mut all = vec![TIdx(0); self.len];
            (self.make)(0, &mut all);
            all
        })
    }

    /// Fills `block` with the tokens from index `from` on.
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
