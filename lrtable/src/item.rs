//! LR(1) items: kernels and their closures.
//!
//! A kernel is a sorted list of items with a lookahead set for each. The other items of a closure
//! have their dot at the start, and those of one rule share one lookahead set. The constructions
//! need no closures of single states: these are for showing states, and for oracles in tests.

use std::collections::{BTreeMap, btree_map::Entry};

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
/// The kernel's items come first, then those of every production of the rules that a dot stands
/// before, by rule. Useless productions are left out.
///
/// ```
/// use lrtable::{construct::Construction, grammar::Grammar, item::closure};
///
/// let grammar = Grammar::parse("%% List: | List 'x';", None).unwrap();
/// let graph = Construction::Lalr.build(&grammar);
/// let items = closure(&grammar, &graph.states()[0].kernel);
/// let items = items.iter().map(|(item, _)| item);
/// let shown = items.map(|item| grammar.show_production(item.prod, Some(item.dot as usize)));
/// assert_eq!(shown.collect::<Vec<_>>(), ["^: • List", "List: •", "List: • List \"x\""]);
/// ```
pub fn closure(grammar: &Grammar, kernel: &Kernel) -> Vec<(Item, TokenSet)> {
    let items = kernel.core.iter().copied().zip(kernel.lookaheads.iter().cloned());
    let mut items: Vec<(Item, TokenSet)> = items.collect();
    let begun = |rule: RuleId| {
        let productions = grammar.rule(rule).productions.iter().copied();
        productions.filter(|prod| grammar.is_productive(*prod))
    };
    let mut sets: BTreeMap<RuleId, TokenSet> = BTreeMap::new();
    let mut todo = Vec::new();
    let mut forms: Vec<(&[Symbol], TokenSet)> =
        items.iter().map(|(item, set)| (item.rest(grammar), set.clone())).collect();
    loop {
        for (symbols, lookahead) in forms {
            let Some((Symbol::Rule(rule), rest)) = symbols.split_first() else { continue };
            let mut follow = TokenSet::empty(grammar.tokens().len());
            if grammar.first().first_of(rest, &mut follow) {
                follow.unite(&lookahead);
            }
            // A rule is looked at again when its lookaheads have grown.
            let grows = match sets.entry(*rule) {
                Entry::Vacant(entry) => {
                    entry.insert(follow);
                    true
                }
                Entry::Occupied(mut entry) => entry.get_mut().unite(&follow),
            };
            if grows && todo.last() != Some(rule) {
                todo.push(*rule);
            }
        }
        let Some(rule) = todo.pop() else { break };
        forms = begun(rule).map(|prod| (grammar.symbols(prod), sets[&rule].clone())).collect();
    }
    for (rule, lookahead) in sets {
        items.extend(begun(rule).map(|prod| (Item { prod, dot: 0 }, lookahead.clone())));
    }
    items
}
