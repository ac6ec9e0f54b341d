//! Which tokens may stand beside each other: `a` and `b` are neighbours if some sentential form of
//! the grammar has `a b` in it.
//!
//! A parser that shifts `b` right after `a` has `a b` in what its stack derives, so lexemes whose
//! tokens are not neighbours are never shifted one after the other, whatever the stack. LAST, the
//! tokens with which a sentence of a symbol can end, is FIRST of the productions reversed. Cost:
//! that of two computations of FIRST, and for each symbol of a production tokens / 64 times the
//! tokens with which it can end.

use lrtable::{
    RuleId, Symbol, TokenId,
    first::{First, TokenSet},
    pack::Tables,
};

use super::super::budget::{Meter, Spent};

/// The relation of neighbours: the tokens that may stand right after each token.
#[derive(Debug)]
pub(crate) struct Neighbours(Vec<TokenSet>);

impl Neighbours {
    /// Computes the neighbours in the grammar of `tables`, without a limit on time.
    pub(crate) fn of_tables(tables: &Tables<'_>) -> Option<Self> {
        Neighbours::new(tables, &Meter::of_steps(u64::MAX)).ok()
    }

    /// Computes the neighbours in the grammar of `tables`.
    ///
    /// # Errors
    ///
    /// If the time of `meter` is over.
    pub(super) fn new(tables: &Tables<'_>, meter: &Meter) -> Result<Self, Spent> {
        let productions = tables.rules_and_symbols();
        let mut productions: Vec<(RuleId, Vec<Symbol>)> =
            productions.map(|(rule, symbols)| (rule, symbols.collect())).collect();
        let first = first_sets(tables, &productions);
        meter.look()?;
        productions.iter_mut().for_each(|(_, symbols)| symbols.reverse());
        let last = first_sets(tables, &productions);
        let mut after = vec![TokenSet::empty(tables.token_count); tables.token_count];
        for (_, symbols) in &mut productions {
            meter.look()?;
            symbols.reverse();
            for (at, symbol) in symbols.iter().enumerate() {
                let mut next = TokenSet::empty(tables.token_count);
                first.first_of(&symbols[at + 1..], &mut next);
                match symbol {
                    Symbol::Token(token) => _ = after[token.index()].unite(&next),
                    Symbol::Rule(rule) => last.first(*rule).iter().for_each(|token| {
                        after[token.index()].unite(&next);
                    }),
                }
            }
        }
        Ok(Neighbours(after))
    }

    /// Returns whether `second` may stand right after `first`.
    pub(crate) fn are(&self, first: TokenId, second: TokenId) -> bool {
        self.0[first.index()].contains(second)
    }
}

/// Returns the nullable rules and FIRST sets of productions.
fn first_sets(tables: &Tables<'_>, productions: &[(RuleId, Vec<Symbol>)]) -> First {
    let productions: Vec<_> =
        productions.iter().map(|(rule, symbols)| (*rule, &symbols[..])).collect();
    First::new(tables.rule_count, tables.token_count, &productions, &vec![true; productions.len()])
}
