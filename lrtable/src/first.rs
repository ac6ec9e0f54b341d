//! Nullable rules, FIRST and FOLLOW sets, and whether a table of the grammar could reduce for ever.
//!
//! In: the rule and the symbols of each production. Textbook definitions (Aho, Sethi & Ullman 1986,
//! section 4.4), computed as least fixpoints over sets of tokens: each pair of related rules is
//! looked at once. A grammar computes them once, when they are first asked for; error recovery does
//! for a table.

use crate::{
    RuleId, Symbol,
    bits::{self, Bits},
    derive,
    digraph::{Relation, components, digraph},
};

pub use crate::bits::TokenSet;

/// The nullable rules of a grammar and the FIRST set of each rule.
#[derive(Clone, Debug)]
pub struct First {
    tokens: usize,
    nullable: Vec<bool>,
    first: Vec<TokenSet>,
}

impl First {
    /// Computes both for so many rules and tokens, from those productions that can derive a
    /// sentence.
    #[doc(hidden)]
    pub fn new(
        rules: usize,
        tokens: usize,
        productions: &[(RuleId, &[Symbol])],
        productive: &[bool],
    ) -> First {
        let costs = derive::costs(rules, productions, |_| None);
        let nullable = costs.first.iter().map(Option::is_some).collect();
        let mut this = First { tokens, nullable, first: Vec::new() };
        let mut sets = Bits::new(rules, tokens);
        let mut begins = Vec::new();
        for ((rule, symbols), _) in productions.iter().zip(productive).filter(|(_, is)| **is) {
            for symbol in this.corners(symbols) {
                match symbol {
                    Symbol::Token(token) => sets.insert(rule.index(), token.index()),
                    Symbol::Rule(corner) => begins.push((rule.index(), corner.index())),
                }
            }
        }
        digraph(&Relation::of_pairs(rules, &begins), &mut sets);
        this.first = to_sets(rules, &sets);
        this
    }

    /// The symbols with which a sentence of `symbols` can begin: those before which all can be
    /// empty.
    pub(crate) fn corners<'s>(&self, symbols: &'s [Symbol]) -> &'s [Symbol] {
        let firm = symbols.iter().position(|symbol| !self.can_vanish(*symbol));
        firm.map_or(symbols, |at| &symbols[..=at])
    }

    /// Returns whether a rule can derive the empty sentence.
    pub fn is_nullable(&self, rule: RuleId) -> bool {
        self.nullable[rule.index()]
    }

    /// Returns the FIRST set of a rule: the tokens with which its sentences begin.
    pub fn first(&self, rule: RuleId) -> &TokenSet {
        &self.first[rule.index()]
    }

    /// Adds to `set` the tokens with which sentences of `symbols` begin, and returns whether
    /// `symbols` can derive the empty sentence.
    pub fn first_of(&self, symbols: &[Symbol], set: &mut TokenSet) -> bool {
        for symbol in self.corners(symbols) {
            match symbol {
                Symbol::Token(token) => set.insert(*token),
                Symbol::Rule(rule) => _ = set.unite(self.first(*rule)),
            }
        }
        self.nullable_from(symbols) == 0
    }

    /// For every rule the tokens that can follow it in a sentence. The first production is that of
    /// the whole input.
    pub(crate) fn follow(&self, productions: &[(RuleId, &[Symbol])]) -> Vec<TokenSet> {
        let rules = self.nullable.len();
        let mut sets = Bits::new(rules, self.tokens);
        sets.insert(0, self.tokens - 1);
        let mut pairs = Vec::new();
        // What can follow the symbol before; several rules that may be empty are united.
        let mut following = vec![0; sets.words()];
        for (of, symbols) in productions {
            let mut ends = true;
            following.fill(0);
            for symbol in symbols.iter().rev() {
                match symbol {
                    Symbol::Token(token) => {
                        following.fill(0);
                        bits::insert(&mut following, token.index());
                    }
                    Symbol::Rule(rule) => {
                        bits::unite(sets.row_mut(rule.index()), &following);
                        if ends {
                            pairs.push((rule.index(), of.index()));
                        }
                        if !self.is_nullable(*rule) {
                            following.fill(0);
                        }
                        bits::unite(&mut following, self.first(*rule).row());
                    }
                }
                ends &= self.can_vanish(*symbol);
            }
        }
        digraph(&Relation::of_pairs(rules, &pairs), &mut sets);
        to_sets(rules, &sets)
    }

    /// Whether a table in which conflicts were resolved could reduce for ever without shifting a
    /// token.
    ///
    /// Only if a rule derives itself alone (A ⇒⁺ A), or is left-recursive after a nullable prefix
    /// (A ⇒⁺ βA…, β ⇒⁺ ε): in the first case reductions can go round, in the second empty
    /// reductions can pile up.
    pub(crate) fn can_reduce_forever(&self, productions: &[(RuleId, &[Symbol])]) -> bool {
        let left = self.left_rules(productions, |_, _| true);
        let hidden = self.left_rules(productions, |before, _| before > 0);
        let unit = self.left_rules(productions, |_, ends| ends);
        // A loop leads back within a set of rules that reach each other.
        let cyclic = |loops: &Relation, back: &Relation| {
            let components = components(back);
            let same = |a: usize, b: &u32| components[a] == components[*b as usize];
            (0..components.len()).any(|a| loops.get(a).iter().any(|b| same(a, b)))
        };
        cyclic(&unit, &unit) || cyclic(&hidden, &left)
    }

    /// For each rule A the rules B with a production A: β B γ, β nullable, for which
    /// `keep(|β|, γ is nullable)` holds.
    fn left_rules(
        &self,
        productions: &[(RuleId, &[Symbol])],
        keep: impl Fn(usize, bool) -> bool,
    ) -> Relation {
        let mut pairs = Vec::new();
        for (rule, symbols) in productions {
            let nullable_from = self.nullable_from(symbols);
            for (at, symbol) in self.corners(symbols).iter().enumerate() {
                let Symbol::Rule(corner) = symbol else { break };
                if keep(at, at + 1 >= nullable_from) {
                    pairs.push((rule.index(), corner.index()));
                }
            }
        }
        Relation::of_pairs(self.nullable.len(), &pairs)
    }

    /// The first place in `symbols` from which on all are nullable.
    pub(crate) fn nullable_from(&self, symbols: &[Symbol]) -> usize {
        symbols.len() - symbols.iter().rev().take_while(|symbol| self.can_vanish(**symbol)).count()
    }

    fn can_vanish(&self, symbol: Symbol) -> bool {
        matches!(symbol, Symbol::Rule(rule) if self.is_nullable(rule))
    }
}

fn to_sets(rules: usize, sets: &Bits) -> Vec<TokenSet> {
    (0..rules).map(|rule| TokenSet::of(sets.row(rule))).collect()
}
