//! Nullable rules, FIRST and FOLLOW sets, and whether a table of the grammar could reduce for ever.
//!
//! Textbook definitions (Aho, Sethi & Ullman 1986, section 4.4), computed as least fixpoints over sets of tokens.

use vob::Vob;

use crate::{
    ProdId, RuleId, TokenId,
    bits::{self, Bits},
    derive,
    digraph::{Relation, components, digraph},
    grammar::{Grammar, Rule, Symbol},
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
    ///
    /// A rule's set grows along the relation to those rules that can begin its productions: each pair is looked at once.
    pub fn new(grammar: &Grammar) -> First {
        let rules = grammar.rules().len();
        let costs = derive::costs(rules, &grammar.rules_and_symbols(), |_| None);
        let nullable: Vec<bool> = costs.first.iter().map(Option::is_some).collect();
        let mut sets = Bits::new(rules, grammar.tokens().len());
        let mut relation = Relation::new();
        for (at, rule) in grammar.rules().iter().enumerate() {
            for &prod in rule.productions.iter().filter(|prod| grammar.is_productive(**prod)) {
                for symbol in grammar.symbols(prod) {
                    match symbol {
                        Symbol::Token(token) => {
                            sets.insert(at, token.index());
                            break;
                        }
                        Symbol::Rule(begins) => {
                            relation.relate(begins.index());
                            if !nullable[begins.index()] {
                                break;
                            }
                        }
                    }
                }
            }
            relation.end_node();
        }
        digraph(&relation, &mut sets);
        First { nullable, first: to_sets(grammar, sets) }
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
        for symbol in symbols {
            match symbol {
                Symbol::Token(token) => {
                    set.set(token.index(), true);
                    return false;
                }
                Symbol::Rule(rule) => {
                    set.or(&self.first[rule.index()]);
                    if !self.nullable[rule.index()] {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// For every rule the tokens that can come behind it in a sentence.
    pub fn follow(&self, grammar: &Grammar) -> Vec<TokenSet> {
        let tokens = grammar.tokens().len();
        let mut sets = Bits::new(grammar.rules().len(), tokens);
        sets.insert(grammar.augmented_rule().index(), grammar.eof().index());
        let mut pairs = Vec::new();
        // What can come behind the symbol before; several rules that may be empty are united.
        let mut behind = vec![0; Bits::words_for(tokens)];
        for production in grammar.productions() {
            let mut ends = true;
            behind.fill(0);
            for symbol in production.symbols.iter().rev() {
                let nullable = match symbol {
                    Symbol::Token(token) => {
                        behind.fill(0);
                        bits::insert(&mut behind, token.index());
                        false
                    }
                    Symbol::Rule(rule) => {
                        bits::unite(sets.row_mut(rule.index()), &behind);
                        if ends {
                            pairs.push((rule.index(), production.rule.index()));
                        }
                        if !self.is_nullable(*rule) {
                            behind.fill(0);
                        }
                        let first = self.first[rule.index()].iter_storage();
                        behind.iter_mut().zip(first).for_each(|(to, from)| *to |= from as u64);
                        self.is_nullable(*rule)
                    }
                };
                ends &= nullable;
            }
        }
        let mut counts = vec![0; grammar.rules().len()];
        pairs.iter().for_each(|(from, _)| counts[*from] += 1);
        let relation = Relation::from_pairs(&counts, |relate| {
            pairs.iter().for_each(|(from, to)| relate(*from, *to));
        });
        digraph(&relation, &mut sets);
        to_sets(grammar, sets)
    }

    /// Could a table in which conflicts were resolved reduce for ever without shifting a token?
    ///
    /// Only if a rule derives itself alone (A ⇒⁺ A), or is left-recursive behind a nullable prefix (A ⇒⁺ βA…, β ⇒⁺ ε):
    /// in the first case reductions can go round, in the second empty reductions can pile up.
    pub fn can_reduce_forever(&self, grammar: &Grammar) -> bool {
        let left = self.corners(grammar, |_, _| true);
        let hidden = self.corners(grammar, |before, _| before > 0);
        let unit = self.corners(grammar, |_, ends| ends);
        // A loop leads back within a set of rules that reach each other.
        let cyclic = |loops: &Relation, back: &Relation| {
            let components = components(back);
            let same = |a: usize, b: &u32| components[a] == components[*b as usize];
            (0..components.len()).any(|a| loops.of(a).iter().any(|b| same(a, b)))
        };
        cyclic(&unit, &unit) || cyclic(&hidden, &left)
    }

    /// For each rule A the rules B with a production A: β B γ, β nullable, for which `keep(|β|, γ is nullable)` holds.
    fn corners(&self, grammar: &Grammar, keep: impl Fn(usize, bool) -> bool) -> Relation {
        let mut relation = Relation::new();
        for rule in grammar.rules() {
            for &prod in &rule.productions {
                let symbols = grammar.symbols(prod);
                let ended = symbols.iter().rev().take_while(|symbol| self.can_vanish(**symbol));
                let nullable_from = symbols.len() - ended.count();
                for (at, symbol) in symbols.iter().enumerate() {
                    let Symbol::Rule(corner) = symbol else { break };
                    if keep(at, at + 1 >= nullable_from) {
                        relation.relate(corner.index());
                    }
                    if !self.is_nullable(*corner) {
                        break;
                    }
                }
            }
            relation.end_node();
        }
        relation
    }

    fn can_vanish(&self, symbol: Symbol) -> bool {
        matches!(symbol, Symbol::Rule(rule) if self.is_nullable(rule))
    }
}

/// The rows as sets of their own.
fn to_sets(grammar: &Grammar, sets: Bits) -> Vec<TokenSet> {
    let tokens = grammar.tokens().len();
    (0..grammar.rules().len()).map(|rule| bits::to_vob(sets.row(rule), tokens)).collect()
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
    let useful = |prod: &&ProdId| grammar.is_productive(**prod);
    // For each rule the last list that it is in, and its place there.
    let mut places = vec![(usize::MAX, 0); grammar.rules().len()];
    let of_rule = |(own, rule): (usize, &Rule)| {
        let mut list: Vec<LeftCorner> = Vec::new();
        for &prod in rule.productions.iter().filter(useful) {
            let Some((Symbol::Rule(corner), rest)) = grammar.symbols(prod).split_first() else {
                continue;
            };
            let place = &mut places[corner.index()];
            if place.0 != own {
                *place = (own, list.len());
                let first = empty_set(grammar);
                list.push(LeftCorner { rule: *corner, first, transparent: false });
            }
            let corner = &mut list[place.1];
            corner.transparent |= first.first_of(rest, &mut corner.first);
        }
        list
    };
    grammar.rules().iter().enumerate().map(of_rule).collect()
}
