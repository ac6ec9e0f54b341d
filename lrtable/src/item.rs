//! LR(1) items: kernels, their closures, and the kernels to which a closure leads.
//!
//! A kernel is a sorted list of items with a lookahead set for each. The closure never lists the other items one by one:
//! those of one rule have their dot at the start and share one lookahead set, so a closure is a set of rules.

use fnv::FnvHashMap;
use vob::Vob;

use crate::{
    ProdId, RuleId,
    first::{First, LeftCorner, TokenSet, empty_set, left_corners},
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
    /// The symbols behind the dot.
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

/// Computes closures over one grammar.
#[derive(Debug)]
pub struct Closer<'g> {
    grammar: &'g Grammar,
    first: First,
    corners: Vec<Vec<LeftCorner>>,
    /// Scratch: the lookahead set of each rule, where it is not empty.
    sets: Vec<Option<TokenSet>>,
    queued: Vob<usize>,
}

impl<'g> Closer<'g> {
    /// A closer for `grammar`.
    pub fn new(grammar: &'g Grammar) -> Closer<'g> {
        let first = First::new(grammar);
        let corners = left_corners(grammar, &first);
        Closer {
            grammar,
            first,
            corners,
            sets: vec![None; grammar.rules().len()],
            queued: Vob::from_elem(false, grammar.rules().len()),
        }
    }

    /// Nullable and FIRST of the grammar.
    pub fn first(&self) -> &First {
        &self.first
    }

    /// The closure of `kernel`.
    pub fn close<'k>(&mut self, kernel: &'k Kernel) -> Closure<'k> {
        let mut todo = Vec::new();
        let mut reached = Vec::new();
        for (item, lookahead) in kernel.core.iter().zip(&kernel.lookaheads) {
            let Some((Symbol::Rule(rule), rest)) = item.rest(self.grammar).split_first() else {
                continue;
            };
            let mut set = empty_set(self.grammar);
            if self.first.first_of(rest, &mut set) {
                set.or(lookahead);
            }
            self.add(*rule, &set, &mut reached, &mut todo);
        }
        let mut next = 0;
        while let Some(&rule) = todo.get(next) {
            next += 1;
            self.queued.set(rule.index(), false);
            let corners = std::mem::take(&mut self.corners[rule.index()]);
            let mut own = self.sets[rule.index()].take().expect("a queued rule has a set");
            for corner in corners.iter().filter(|corner| corner.rule == rule) {
                own.or(&corner.first);
            }
            for corner in corners.iter().filter(|corner| corner.rule != rule) {
                self.add(corner.rule, &corner.first, &mut reached, &mut todo);
                if corner.transparent {
                    self.add(corner.rule, &own, &mut reached, &mut todo);
                }
            }
            self.sets[rule.index()] = Some(own);
            self.corners[rule.index()] = corners;
        }
        reached.sort_unstable();
        let rules = reached
            .into_iter()
            .map(|rule| (rule, self.sets[rule.index()].take().expect("a reached rule has a set")))
            .collect();
        Closure { kernel, rules }
    }

    fn add(
        &mut self,
        rule: RuleId,
        set: &TokenSet,
        reached: &mut Vec<RuleId>,
        todo: &mut Vec<RuleId>,
    ) {
        let grown = match &mut self.sets[rule.index()] {
            Some(old) => old.or(set),
            none => {
                *none = Some(set.clone());
                reached.push(rule);
                true
            }
        };
        if grown && self.queued.set(rule.index(), true) {
            todo.push(rule);
        }
    }

    /// The kernels to which `closure` leads, by symbol in id order, rules before tokens.
    pub fn gotos(&self, closure: &Closure<'_>) -> Vec<(Symbol, Kernel)> {
        let mut order: Vec<Symbol> = Vec::new();
        let mut targets: FnvHashMap<Symbol, Vec<(Item, &TokenSet)>> = FnvHashMap::default();
        for_each_item(self.grammar, closure, |item, lookahead| {
            if let Some(&symbol) = item.rest(self.grammar).first() {
                let items = targets.entry(symbol).or_insert_with(|| {
                    order.push(symbol);
                    Vec::new()
                });
                items.push((Item { dot: item.dot + 1, ..item }, lookahead));
            }
        });
        order.sort_unstable();
        order
            .into_iter()
            .map(|symbol| {
                let items = targets.get_mut(&symbol).expect("a symbol in order has items");
                items.sort_unstable_by_key(|(item, _)| *item);
                let core = items.iter().map(|(item, _)| *item).collect();
                let lookaheads = items.iter().map(|(_, set)| (*set).clone()).collect();
                (symbol, Kernel { core, lookaheads })
            })
            .collect()
    }

    /// The productions that `closure` reduces, in order, each with its lookahead set.
    pub fn reductions(&self, closure: &Closure<'_>) -> Vec<(ProdId, TokenSet)> {
        let mut reductions = Vec::new();
        for_each_item(self.grammar, closure, |item, lookahead| {
            if item.rest(self.grammar).is_empty() {
                reductions.push((item.prod, lookahead.clone()));
            }
        });
        reductions.sort_unstable_by_key(|(prod, _)| *prod);
        reductions
    }
}

/// Calls `f` for each item of `closure` with its lookahead set: the kernel's first. Useless productions are left out.
pub fn for_each_item<'c>(
    grammar: &Grammar,
    closure: &'c Closure<'_>,
    mut f: impl FnMut(Item, &'c TokenSet),
) {
    for (item, lookahead) in closure.kernel.core.iter().zip(&closure.kernel.lookaheads) {
        f(*item, lookahead);
    }
    for (rule, lookahead) in &closure.rules {
        for &prod in
            grammar.rule(*rule).productions.iter().filter(|prod| grammar.is_productive(**prod))
        {
            f(Item { prod, dot: 0 }, lookahead);
        }
    }
}
