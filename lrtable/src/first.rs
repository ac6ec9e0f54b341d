//! Nullable rules, FIRST and FOLLOW sets, and whether a table of the grammar could reduce for ever.
//!
//! In: the rule and the symbols of each production. Textbook definitions (Aho, Sethi & Ullman 1986, section 4.4), computed
//! as least fixpoints over sets of tokens: each pair of related rules is looked at once. A [`Grammar`](crate::grammar::Grammar)
//! computes them once, when they are first asked for.

use crate::{
    RuleId, Symbol,
    bits::{self, Bits},
    derive,
    digraph::{Relation, components, digraph},
};

pub use crate::bits::TokenSet;

/// Nullable and FIRST of every rule of a grammar.
#[derive(Clone, Debug)]
pub struct First {
    tokens: usize,
    nullable: Vec<bool>,
    first: Vec<TokenSet>,
}

impl First {
    /// Computes both for so many rules and tokens, from those productions that can derive a sentence.
    pub(crate) fn new(
        rules: usize,
        tokens: usize,
        productions: &[(RuleId, &[Symbol])],
        productive: &[bool],
    ) -> First {
        let costs = derive::costs(rules, productions, |_| None);
        let nullable: Vec<bool> = costs.first.iter().map(Option::is_some).collect();
        let mut sets = Bits::new(rules, tokens);
        let mut begins = Vec::new();
        for ((rule, symbols), _) in productions.iter().zip(productive).filter(|(_, is)| **is) {
            for symbol in *symbols {
                match symbol {
                    Symbol::Token(token) => {
                        sets.insert(rule.index(), token.index());
                        break;
                    }
                    Symbol::Rule(corner) => {
                        begins.push((rule.index(), corner.index()));
                        if !nullable[corner.index()] {
                            break;
                        }
                    }
                }
            }
        }
        digraph(&Relation::of_pairs(rules, &begins), &mut sets);
        First { tokens, nullable, first: to_sets(rules, &sets) }
    }

    /// Whether the rule can derive the empty sentence.
    pub fn is_nullable(&self, rule: RuleId) -> bool {
        self.nullable[rule.index()]
    }

    /// The tokens with which sentences of the rule begin.
    pub fn first(&self, rule: RuleId) -> &TokenSet {
        &self.first[rule.index()]
    }

    /// Adds to `set` the tokens with which sentences of `symbols` begin, and says whether `symbols` is nullable.
    pub fn first_of(&self, symbols: &[Symbol], set: &mut TokenSet) -> bool {
        for symbol in symbols {
            match symbol {
                Symbol::Token(token) => {
                    set.insert(*token);
                    return false;
                }
                Symbol::Rule(rule) => {
                    set.unite(self.first(*rule));
                    if !self.is_nullable(*rule) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// For every rule the tokens that can follow it in a sentence. The first production is that of the whole input.
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

    /// Whether a table in which conflicts were resolved could reduce for ever without shifting a token.
    ///
    /// Only if a rule derives itself alone (A ⇒⁺ A), or is left-recursive after a nullable prefix (A ⇒⁺ βA…, β ⇒⁺ ε):
    /// in the first case reductions can go round, in the second empty reductions can pile up.
    pub(crate) fn can_reduce_forever(&self, productions: &[(RuleId, &[Symbol])]) -> bool {
        let left = self.corners(productions, |_, _| true);
        let hidden = self.corners(productions, |before, _| before > 0);
        let unit = self.corners(productions, |_, ends| ends);
        // A loop leads back within a set of rules that reach each other.
        let cyclic = |loops: &Relation, back: &Relation| {
            let components = components(back);
            let same = |a: usize, b: &u32| components[a] == components[*b as usize];
            (0..components.len()).any(|a| loops.get(a).iter().any(|b| same(a, b)))
        };
        cyclic(&unit, &unit) || cyclic(&hidden, &left)
    }

    /// For each rule A the rules B with a production A: β B γ, β nullable, for which `keep(|β|, γ is nullable)` holds.
    fn corners(
        &self,
        productions: &[(RuleId, &[Symbol])],
        keep: impl Fn(usize, bool) -> bool,
    ) -> Relation {
        let mut pairs = Vec::new();
        for (rule, symbols) in productions {
            let nullable_from = self.nullable_from(symbols);
            for (at, symbol) in symbols.iter().enumerate() {
                let Symbol::Rule(corner) = symbol else { break };
                if keep(at, at + 1 >= nullable_from) {
                    pairs.push((rule.index(), corner.index()));
                }
                if !self.is_nullable(*corner) {
                    break;
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
