//! Which tokens may stand beside each other: `a` and `b` are neighbours if some sentential form of the grammar has `a b` in it.
//!
//! A parser that shifts `b` right after `a` has `a b` in what its stack derives, so lexemes whose tokens are not neighbours are
//! never shifted one after the other, whatever the stack. FIRST, LAST and the nullable rules are least fixpoints over the
//! productions. Cost: productions times tokens / 64, times the number of rounds, which is small because rules come bottom up.

use lrtable::{RuleId, Symbol, TokenId, pack::Tables};

use super::super::budget::{Meter, Spent};

/// The relation of neighbours: a set of tokens for each token.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    after: Sets,
}

/// Sets of tokens, as rows of bits.
#[derive(Debug, Default)]
struct Sets {
    /// Words in a set.
    width: usize,
    words: Vec<u64>,
}

impl Sets {
    fn new(count: usize, tokens: usize) -> Self {
        let width = tokens.div_ceil(64);
        Sets { width, words: vec![0; count * width] }
    }

    fn insert(&mut self, set: usize, token: TokenId) {
        self.words[set * self.width + token.index() / 64] |= 1 << (token.index() % 64);
    }

    fn contains(&self, set: usize, token: TokenId) -> bool {
        self.words[set * self.width + token.index() / 64] >> (token.index() % 64) & 1 == 1
    }

    fn set(&self, set: usize) -> &[u64] {
        &self.words[set * self.width..][..self.width]
    }

    /// Adds `other` to `set`; returns whether `set` grew.
    fn add(&mut self, set: usize, other: &[u64]) -> bool {
        let mut new = 0;
        for (word, other) in self.words[set * self.width..][..self.width].iter_mut().zip(other) {
            new |= other & !*word;
            *word |= other;
        }
        new != 0
    }

    fn tokens(&self, set: usize) -> impl Iterator<Item = usize> {
        let words = self.set(set).iter().enumerate();
        words.flat_map(|(at, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        })
    }
}

impl Neighbours {
    /// Computes the neighbours in the grammar of `tables`; `rules` are given bottom up, `productions` returns those of a rule as
    /// codes of symbols.
    ///
    /// # Errors
    ///
    /// If the time of `meter` is over.
    pub(super) fn new<'t, Productions: Iterator<Item = &'t [u32]>>(
        tables: &Tables<'_>,
        rules: &[RuleId],
        productions: impl Fn(RuleId) -> Productions,
        meter: &Meter,
    ) -> Result<Self, Spent> {
        // Symbols are numbered tokens first, so that a token is the only one of its FIRST and LAST.
        let index = |code: &u32| match Tables::symbol(*code) {
            Symbol::Token(token) => token.index(),
            Symbol::Rule(rule) => tables.token_count + rule.index(),
        };
        let count = tables.token_count + tables.rule_count;
        let mut firsts = Sets::new(count, tables.token_count);
        let mut lasts = Sets::new(count, tables.token_count);
        for token in tables.token_ids() {
            firsts.insert(token.index(), token);
            lasts.insert(token.index(), token);
        }
        let mut nullable = vec![false; count];
        let mut again = true;
        while again {
            again = false;
            for &rule in rules {
                meter.look()?;
                let own = tables.token_count + rule.index();
                for symbols in productions(rule) {
                    let mut spread = |sets: &mut Sets, symbols: &mut dyn Iterator<Item = &u32>| {
                        for symbol in symbols.map(index) {
                            let other = sets.set(symbol).to_vec();
                            again |= sets.add(own, &other);
                            if !nullable[symbol] {
                                return false;
                            }
                        }
                        true
                    };
                    let is_empty = spread(&mut firsts, &mut symbols.iter());
                    spread(&mut lasts, &mut symbols.iter().rev());
                    again |= is_empty && !std::mem::replace(&mut nullable[own], is_empty);
                }
            }
        }
        let mut after = Sets::new(tables.token_count, tables.token_count);
        for symbols in (0..tables.rule_count).map(RuleId::new).flat_map(productions) {
            meter.look()?;
            for (at, symbol) in symbols.iter().map(index).enumerate() {
                for next in symbols[at + 1..].iter().map(index) {
                    for last in lasts.tokens(symbol) {
                        after.add(last, firsts.set(next));
                    }
                    if !nullable[next] {
                        break;
                    }
                }
            }
        }
        Ok(Neighbours { after })
    }

    /// Returns whether `second` may stand right after `first`.
    pub(super) fn are(&self, first: TokenId, second: TokenId) -> bool {
        self.after.contains(first.index(), second)
    }
}
