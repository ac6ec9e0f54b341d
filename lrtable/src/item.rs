//! LR(1) items: kernels, their closures, and the kernels to which a closure leads.
//!
//! A kernel is a sorted list of items with a lookahead set for each. The closure never lists the other items one by one:
//! those of one rule have their dot at the start and share one lookahead set, so a closure is a set of rules. The
//! constructions need no closures of single states: these are for showing states, and for oracles in tests.

use fnv::FnvHashMap;

use crate::{
    ProdId, RuleId,
    first::TokenSet,
    grammar::{Grammar, Symbol},
};

/// A production with a dot before one of its symbols or at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item {
    /// The production.
    pub prod: ProdId,
    /// The number of symbols before the dot.
    pub dot: u32,
}

impl Item {
    /// The symbols after the dot.
    pub fn rest(self, grammar: &Grammar) -> &[Symbol] {
        &grammar.symbols(self.prod)[self.dot as usize..]
    }
}

/// The core of a state: its kernel's items without lookaheads, sorted.
pub type Core = Box<[Item]>;

/// The items from which a state's closure grows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kernel {
    /// The items, sorted.
    pub core: Core,
    /// For each item its lookahead set.
    pub lookaheads: Box<[TokenSet]>,
}

/// All items of a state: those of its kernel, and every production of the rules that a dot stands before.
#[derive(Clone, Debug)]
pub struct Closure<'k> {
    /// The kernel.
    pub kernel: &'k Kernel,
    /// The rules whose productions belong to the closure, in order, with the lookahead set of their items.
    pub rules: Vec<(RuleId, TokenSet)>,
}

impl Closure<'_> {
    /// The closure of `kernel`: a rule is looked at again when its lookaheads have grown.
    pub fn of<'k>(grammar: &Grammar, kernel: &'k Kernel) -> Closure<'k> {
        let mut sets: FnvHashMap<RuleId, TokenSet> = FnvHashMap::default();
        let mut todo = Vec::new();
        let items = kernel.core.iter().zip(&kernel.lookaheads);
        for (item, lookahead) in items {
            add(grammar, item.rest(grammar), lookahead, &mut sets, &mut todo);
        }
        while let Some(rule) = todo.pop() {
            let lookahead = sets[&rule].clone();
            for &prod in &grammar.rule(rule).productions {
                if grammar.is_productive(prod) {
                    add(grammar, grammar.symbols(prod), &lookahead, &mut sets, &mut todo);
                }
            }
        }
        let mut rules: Vec<(RuleId, TokenSet)> = sets.into_iter().collect();
        rules.sort_unstable_by_key(|(rule, _)| *rule);
        Closure { kernel, rules }
    }

    /// The kernels to which it leads, by symbol in id order, rules before tokens.
    pub fn gotos(&self, grammar: &Grammar) -> Vec<(Symbol, Kernel)> {
        let mut items: Vec<(Symbol, Item, &TokenSet)> = Vec::new();
        self.for_each_item(grammar, |item, lookahead| {
            if let Some(&symbol) = item.rest(grammar).first() {
                items.push((symbol, Item { dot: item.dot + 1, ..item }, lookahead));
            }
        });
        items.sort_unstable_by_key(|(symbol, item, _)| (*symbol, *item));
        let runs = items.chunk_by(|a, b| a.0 == b.0);
        runs.map(|run| {
            let core = run.iter().map(|(_, item, _)| *item).collect();
            let lookaheads = run.iter().map(|(_, _, set)| (*set).clone()).collect();
            (run[0].0, Kernel { core, lookaheads })
        })
        .collect()
    }

    /// The productions that it reduces, in order, each with its lookahead set.
    pub fn reductions(&self, grammar: &Grammar) -> Vec<(ProdId, TokenSet)> {
        let mut reductions = Vec::new();
        self.for_each_item(grammar, |item, lookahead| {
            if item.rest(grammar).is_empty() {
                reductions.push((item.prod, lookahead.clone()));
            }
        });
        reductions.sort_unstable_by_key(|(prod, _)| *prod);
        reductions
    }

    /// Calls `f` for each item with its lookahead set: the kernel's first. Useless productions are left out.
    pub fn for_each_item<'c>(&'c self, grammar: &Grammar, mut f: impl FnMut(Item, &'c TokenSet)) {
        for (item, lookahead) in self.kernel.core.iter().zip(&self.kernel.lookaheads) {
            f(*item, lookahead);
        }
        for (rule, lookahead) in &self.rules {
            for &prod in grammar.rule(*rule).productions.iter() {
                if grammar.is_productive(prod) {
                    f(Item { prod, dot: 0 }, lookahead);
                }
            }
        }
    }
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
