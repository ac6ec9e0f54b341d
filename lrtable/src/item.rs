//! LR(1) items: kernels and their closures.
//!
//! A kernel is a sorted list of items with a lookahead set for each. The other items of a closure have their dot at the start,
//! and those of one rule share one lookahead set. The constructions need no closures of single states: these are for showing
//! states, and for oracles in tests.

use fnv::FnvHashMap;

use crate::{
    ProdId, RuleId,
    first::TokenSet,
    grammar::{Grammar, Symbol},
};

/// An LR item: a production with a dot before one of its symbols or at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item {
    /// The item's production.
    pub prod: ProdId,
    /// The number of symbols before the dot.
    pub dot: u32,
}

impl Item {
    /// Returns the symbols after the dot.
    pub fn rest(self, grammar: &Grammar) -> &[Symbol] {
        &grammar.symbols(self.prod)[self.dot as usize..]
    }
}

/// The core of a state: the items of its kernel without lookaheads, sorted.
pub type Core = Box<[Item]>;

/// The kernel of a state: the items from which its closure grows, with their lookaheads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kernel {
    /// The kernel's items without lookaheads, sorted.
    pub core: Core,
    /// The lookahead set of each item, parallel to `core`.
    pub lookaheads: Box<[TokenSet]>,
}

/// Computes the closure of a kernel: all items of the state, each with its lookahead set.
///
/// The kernel's items come first, then those of every production of the rules that a dot stands before, by rule. Useless
/// productions are left out.
pub fn closure(grammar: &Grammar, kernel: &Kernel) -> Vec<(Item, TokenSet)> {
    let mut sets: FnvHashMap<RuleId, TokenSet> = FnvHashMap::default();
    let mut todo = Vec::new();
    let items = kernel.core.iter().copied().zip(kernel.lookaheads.iter().cloned());
    let mut items: Vec<(Item, TokenSet)> = items.collect();
    for (item, lookahead) in &items {
        add(grammar, item.rest(grammar), lookahead, &mut sets, &mut todo);
    }
    let begun = |rule: RuleId| {
        let productions = grammar.rule(rule).productions.iter().copied();
        productions.filter(|prod| grammar.is_productive(*prod))
    };
    // A rule is looked at again when its lookaheads have grown.
    while let Some(rule) = todo.pop() {
        let lookahead = sets[&rule].clone();
        begun(rule)
            .for_each(|prod| add(grammar, grammar.symbols(prod), &lookahead, &mut sets, &mut todo));
    }
    let mut rules: Vec<(RuleId, TokenSet)> = sets.into_iter().collect();
    rules.sort_unstable_by_key(|(rule, _)| *rule);
    for (rule, lookahead) in rules {
        items.extend(begun(rule).map(|prod| (Item { prod, dot: 0 }, lookahead.clone())));
    }
    items
}

/// Adds what follows the rule at the start of `symbols`, if there is one, to its lookaheads; to `todo` if they grow.
fn add(
    grammar: &Grammar,
    symbols: &[Symbol],
    lookahead: &TokenSet,
    sets: &mut FnvHashMap<RuleId, TokenSet>,
    todo: &mut Vec<RuleId>,
) {
    let Some((Symbol::Rule(rule), rest)) = symbols.split_first() else { return };
    let set = sets.entry(*rule).or_insert_with(|| {
        todo.push(*rule);
        TokenSet::empty(grammar.tokens().len())
    });
    let before = set.clone();
    if grammar.first().first_of(rest, set) {
        set.unite(lookahead);
    }
    if *set != before && todo.last() != Some(rule) {
        todo.push(*rule);
    }
}
