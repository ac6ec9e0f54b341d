//! Nullable rules, FIRST and FOLLOW sets, and whether a table of the grammar could reduce for ever.
//!
//! Textbook definitions (Aho, Sethi & Ullman 1986, section 4.4), computed as least fixpoints over sets of tokens.

use vob::Vob;

use crate::{
    ProdId, RuleId, TokenId,
    grammar::{Grammar, Symbol},
};

/// A set of tokens, one bit for each.
pub type TokenSet = Vob<usize>;

/// An empty set for the tokens of `grammar`.
pub fn empty_set(grammar: &Grammar) -> TokenSet {
    Vob::from_elem(false, grammar.tokens().len())
}

/// The tokens of a set, in order.
pub fn iter_tokens(set: &TokenSet) -> impl Iterator<Item = TokenId> + '_ {
    set.iter_set_bits(..).map(TokenId::new)
}

/// Do the sets have a token in common?
pub(crate) fn intersects(a: &TokenSet, b: &TokenSet) -> bool {
    a.iter_storage().zip(b.iter_storage()).any(|(a, b)| a & b != 0)
}

/// Nullable and FIRST of every rule of a grammar.
#[derive(Clone, Debug)]
pub struct First {
    nullable: Vec<bool>,
    first: Vec<TokenSet>,
}

impl First {
    /// Computes both for all rules of `grammar`, from the productions that can derive a sentence.
    pub fn new(grammar: &Grammar) -> First {
        let mut this = First {
            nullable: vec![false; grammar.rules().len()],
            first: vec![empty_set(grammar); grammar.rules().len()],
        };
        loop {
            let mut changed = false;
            for prod in grammar.prod_ids().filter(|prod| grammar.is_productive(*prod)) {
                let rule = grammar.production(prod).rule;
                let mut set = std::mem::take(&mut this.first[rule.index()]);
                let (grown, nullable) = this.add_first(&mut set, grammar.symbols(prod), Some(rule));
                this.first[rule.index()] = set;
                changed |= grown;
                if nullable && !this.nullable[rule.index()] {
                    this.nullable[rule.index()] = true;
                    changed = true;
                }
            }
            if !changed {
                return this;
            }
        }
    }

    /// Can the rule derive the empty sentence?
    pub fn is_nullable(&self, rule: RuleId) -> bool {
        self.nullable[rule.index()]
    }

    /// The tokens with which sentences of the rule begin.
    pub fn first(&self, rule: RuleId) -> &TokenSet {
        &self.first[rule.index()]
    }

    /// Can all of `symbols` derive the empty sentence?
    pub fn all_nullable(&self, symbols: &[Symbol]) -> bool {
        symbols.iter().all(|symbol| match symbol {
            Symbol::Rule(rule) => self.is_nullable(*rule),
            Symbol::Token(_) => false,
        })
    }

    /// Adds to `set` the tokens with which sentences of `symbols` begin, and says whether `symbols` is nullable.
    pub fn first_of(&self, symbols: &[Symbol], set: &mut TokenSet) -> bool {
        self.add_first(set, symbols, None).1
    }

    /// As `first_of`; `own` is the rule whose set is being added to. Returns whether `set` grew, and nullability.
    fn add_first(
        &self,
        set: &mut TokenSet,
        symbols: &[Symbol],
        own: Option<RuleId>,
    ) -> (bool, bool) {
        let mut grown = false;
        for symbol in symbols {
            match symbol {
                Symbol::Token(token) => {
                    grown |= set.set(token.index(), true);
                    return (grown, false);
                }
                Symbol::Rule(rule) => {
                    if own != Some(*rule) {
                        grown |= set.or(&self.first[rule.index()]);
                    }
                    if !self.nullable[rule.index()] {
                        return (grown, false);
                    }
                }
            }
        }
        (grown, true)
    }

    /// For every rule the tokens that can come behind it in a sentence.
    pub fn follow(&self, grammar: &Grammar) -> Vec<TokenSet> {
        let mut follow = vec![empty_set(grammar); grammar.rules().len()];
        follow[grammar.augmented_rule().index()].set(grammar.eof().index(), true);
        loop {
            let mut changed = false;
            for prod in grammar.prod_ids() {
                let production = grammar.production(prod);
                for (at, symbol) in production.symbols.iter().enumerate() {
                    let Symbol::Rule(rule) = symbol else { continue };
                    let mut set = std::mem::take(&mut follow[rule.index()]);
                    let (grown, nullable) =
                        self.add_first(&mut set, &production.symbols[at + 1..], None);
                    changed |= grown;
                    if nullable && *rule != production.rule {
                        changed |= set.or(&follow[production.rule.index()]);
                    }
                    follow[rule.index()] = set;
                }
            }
            if !changed {
                return follow;
            }
        }
    }

    /// Could a table in which conflicts were resolved reduce for ever without shifting a token?
    ///
    /// Only if a rule derives itself alone (A ⇒⁺ A), or is left-recursive behind a nullable prefix (A ⇒⁺ βA…, β ⇒⁺ ε):
    /// in the first case reductions can go round, in the second empty reductions can pile up.
    pub fn can_reduce_forever(&self, grammar: &Grammar) -> bool {
        let left = self.corners(grammar, |_, _| true);
        let hidden = self.corners(grammar, |before, _| before > 0);
        let unit = self.corners(grammar, |_, rest| self.all_nullable(rest));
        let reach = |edges: &[Vec<RuleId>], from: RuleId, to: RuleId| {
            let mut seen = vec![false; edges.len()];
            let mut todo = vec![from];
            while let Some(rule) = todo.pop() {
                if rule == to {
                    return true;
                }
                if !std::mem::replace(&mut seen[rule.index()], true) {
                    todo.extend(&edges[rule.index()]);
                }
            }
            false
        };
        let cyclic = |loops: &[Vec<RuleId>], back: &[Vec<RuleId>]| {
            grammar.rule_ids().any(|a| loops[a.index()].iter().any(|&b| reach(back, b, a)))
        };
        cyclic(&unit, &unit) || cyclic(&hidden, &left)
    }

    /// For each rule A the rules B with a production A: β B γ, β nullable, for which `keep(|β|, γ)` holds.
    fn corners(
        &self,
        grammar: &Grammar,
        keep: impl Fn(usize, &[Symbol]) -> bool,
    ) -> Vec<Vec<RuleId>> {
        let mut edges = vec![Vec::new(); grammar.rules().len()];
        for prod in grammar.prod_ids() {
            let production = grammar.production(prod);
            for (at, symbol) in production.symbols.iter().enumerate() {
                let Symbol::Rule(rule) = symbol else { break };
                if keep(at, &production.symbols[at + 1..]) {
                    edges[production.rule.index()].push(*rule);
                }
                if !self.is_nullable(*rule) {
                    break;
                }
            }
        }
        edges
    }
}

/// What a closure needs to know of a rule A: for each rule B that begins a production of A (A: B γ) the tokens of FIRST(γ)
/// over all such productions, and whether γ is nullable in one of them.
#[derive(Clone, Debug)]
pub(crate) struct LeftCorner {
    pub(crate) rule: RuleId,
    pub(crate) first: TokenSet,
    pub(crate) transparent: bool,
}

/// The left corners of every rule, useless productions left out.
pub(crate) fn left_corners(grammar: &Grammar, first: &First) -> Vec<Vec<LeftCorner>> {
    let mut corners: Vec<Vec<LeftCorner>> = vec![Vec::new(); grammar.rules().len()];
    let useful = |prod: &ProdId| grammar.is_productive(*prod);
    for prod in grammar.prod_ids().filter(useful) {
        let production = grammar.production(prod);
        let Some((Symbol::Rule(corner), rest)) = production.symbols.split_first() else {
            continue;
        };
        let list = &mut corners[production.rule.index()];
        let at = list.iter().position(|c| c.rule == *corner).unwrap_or_else(|| {
            list.push(LeftCorner { rule: *corner, first: empty_set(grammar), transparent: false });
            list.len() - 1
        });
        list[at].transparent |= first.first_of(rest, &mut list[at].first);
    }
    corners
}
