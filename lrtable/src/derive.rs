//! What rules can derive, at the least cost: a sentence, the empty one, or nothing at all; and
//! which rules use which.
//!
//! In: productions, each a rule and its symbols, and what a token costs in each of them, if it is
//! allowed there. A production derives something once all of its symbols do. Source: Knuth, "A
//! generalization of Dijkstra's algorithm", Information Processing Letters 6 (1977).
//!
//! Cost: each symbol is looked at twice and each production queued once, in whatever order rules
//! stand.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{ProdId, RuleId, Symbol, TokenId, digraph::Relation};

/// The cost of what derives nothing.
pub(crate) const NOTHING: u32 = u32::MAX;

/// The least costs at which rules and productions derive something.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    /// For each rule the cost, or [`NOTHING`].
    pub(crate) rules: Vec<u32>,
    /// For each rule the production that gives it that cost; derivations along such productions
    /// end.
    pub(crate) first: Vec<Option<ProdId>>,
    /// For each production the cost, or [`NOTHING`].
    pub(crate) productions: Vec<u32>,
}

/// The costs by `token_cost`, summed up, saturating below [`NOTHING`]; a token without a cost is
/// not allowed.
pub(crate) fn costs(
    rules: usize,
    productions: &[(RuleId, &[Symbol])],
    token_cost: impl Fn(TokenId) -> Option<u32>,
) -> Costs {
    let uses = uses(rules, productions);
    let mut this = Costs {
        rules: vec![NOTHING; rules],
        first: vec![None; rules],
        productions: vec![NOTHING; productions.len()],
    };
    // For each production the cost of the symbols that are known to derive something, and the
    // number of the others.
    let mut open = Vec::with_capacity(productions.len());
    let mut ready = BinaryHeap::new();
    for (at, (_, symbols)) in productions.iter().enumerate() {
        let (mut sum, mut others) = (0, 0);
        for symbol in *symbols {
            match symbol {
                Symbol::Rule(_) => others += 1,
                Symbol::Token(token) => match token_cost(*token) {
                    Some(cost) => sum = add(sum, cost),
                    // It is never found to derive something.
                    None => others = usize::MAX / 2,
                },
            }
        }
        open.push((sum, others));
        if others == 0 {
            ready.push(Reverse((sum, at)));
        }
    }
    while let Some(Reverse((cost, prod))) = ready.pop() {
        this.productions[prod] = cost;
        let rule = productions[prod].0.index();
        if this.first[rule].is_some() {
            continue;
        }
        this.first[rule] = Some(ProdId::new(prod));
        this.rules[rule] = cost;
        for &user in uses.get(rule) {
            let (sum, others) = &mut open[user as usize];
            *sum = add(*sum, cost);
            *others -= 1;
            if *others == 0 {
                ready.push(Reverse((*sum, user as usize)));
            }
        }
    }
    this
}

/// For each rule whether a derivation from `from` can contain it after at least one step.
pub(crate) fn reached(
    rules: usize,
    productions: &[(RuleId, &[Symbol])],
    from: RuleId,
) -> Vec<bool> {
    let mut pairs = Vec::new();
    for (rule, symbols) in productions {
        let used = symbols.iter().filter_map(|symbol| symbol.rule());
        pairs.extend(used.map(|used| (rule.index(), used.index())));
    }
    Relation::of_pairs(rules, &pairs).reached(from.index())
}

/// For each rule the productions that use it, once for each use.
pub(crate) fn uses(rules: usize, productions: &[(RuleId, &[Symbol])]) -> Relation {
    let mut pairs = Vec::new();
    for (at, (_, symbols)) in productions.iter().enumerate() {
        pairs.extend(symbols.iter().filter_map(|symbol| Some((symbol.rule()?.index(), at))));
    }
    Relation::of_pairs(rules, &pairs)
}

fn add(a: u32, b: u32) -> u32 {
    a.saturating_add(b).min(NOTHING - 1)
}
