//! Pager's construction as he describes it, changing states in place, over explicit items: it has
//! the same states.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use lrtable::{
    ProdId, TokenId,
    construct::Construction,
    first::TokenSet,
    grammar::{Grammar, Symbol},
    random::Random,
};

use crate::{
    constructions::contexts,
    random_grammar::{Sizes, read, text},
};

/// Items (production and dot), each with its lookaheads.
type Items = BTreeMap<(ProdId, usize), BTreeSet<TokenId>>;

fn closure(grammar: &Grammar, kernel: &Items) -> Items {
    let mut items = kernel.clone();
    loop {
        let mut grown = items.clone();
        for ((prod, dot), lookaheads) in &items {
            let Some(Symbol::Rule(rule)) = grammar.symbols(*prod).get(*dot) else {
                continue;
            };
            let mut set = TokenSet::empty(grammar.tokens().len());
            let nullable = grammar.first().first_of(&grammar.symbols(*prod)[dot + 1..], &mut set);
            for next in &grammar.rule(*rule).productions {
                let target = grown.entry((*next, 0)).or_default();
                target.extend(set.iter());
                target.extend(lookaheads.iter().filter(|_| nullable));
            }
        }
        if grown == items {
            return items;
        }
        items = grown;
    }
}

fn weakly_compatible(a: &Items, b: &Items) -> bool {
    let meet = |x: &Items, i, y: &Items, j| !x[i].is_disjoint(&y[j]);
    let mut pairs = a.keys().flat_map(|i| a.keys().map(move |j| (i, j))).filter(|(i, j)| i != j);
    pairs.all(|(i, j)| !meet(a, i, b, j) || meet(a, i, a, j) || meet(b, i, b, j))
}

/// The kernels of Pager's states.
fn in_place(grammar: &Grammar) -> BTreeSet<Items> {
    let start = Items::from([((ProdId::new(0), 0), BTreeSet::from([grammar.eof()]))]);
    let mut states = vec![start];
    let mut edges: Vec<Vec<usize>> = vec![Vec::new()];
    let mut queue = VecDeque::from([0]);
    while let Some(from) = queue.pop_front() {
        let mut successors: BTreeMap<Symbol, Items> = BTreeMap::new();
        for ((prod, dot), lookaheads) in closure(grammar, &states[from]) {
            if let Some(symbol) = grammar.symbols(prod).get(dot) {
                successors.entry(*symbol).or_default().insert((prod, dot + 1), lookaheads);
            }
        }
        edges[from].clear();
        for kernel in successors.into_values() {
            let same_core = |state: &&usize| states[**state].keys().eq(kernel.keys());
            let all: Vec<usize> = (0..states.len()).collect();
            let family: Vec<usize> = all.iter().filter(same_core).copied().collect();
            let covers = |state: &&usize| {
                kernel.iter().all(|(item, lookaheads)| lookaheads.is_subset(&states[**state][item]))
            };
            let target = if let Some(state) = family.iter().find(covers) {
                *state
            } else if let Some(&state) =
                family.iter().find(|state| weakly_compatible(&states[**state], &kernel))
            {
                for (item, lookaheads) in kernel {
                    states[state].get_mut(&item).unwrap().extend(lookaheads);
                }
                // It is to be looked at again, when all that waits now was.
                queue.retain(|waiting| *waiting != state);
                queue.push_back(state);
                state
            } else {
                states.push(kernel);
                edges.push(Vec::new());
                queue.push_back(states.len() - 1);
                states.len() - 1
            };
            edges[from].push(target);
        }
    }
    let mut reached = BTreeSet::from([0]);
    let mut todo = vec![0];
    while let Some(state) = todo.pop() {
        todo.extend(edges[state].iter().filter(|target| reached.insert(**target)));
    }
    reached.into_iter().map(|state| states[state].clone()).collect()
}

#[test]
fn fusing_values_makes_the_states_that_fusing_in_place_makes() {
    let sizes = Sizes { rules: 4, tokens: 3, alternatives: 3, symbols: 4 };
    let mut random = Random::new(1);
    for nth in 0..1000 {
        let text = if nth % 2 == 0 { contexts(&mut random) } else { text(&mut random, sizes) };
        let grammar = read(&text);
        let graph = Construction::Pager.build(&grammar);
        let kernels: BTreeSet<Items> = graph
            .states()
            .iter()
            .map(|state| {
                let items = state.kernel.core.iter().map(|item| (item.prod, item.dot as usize));
                items.zip(state.kernel.lookaheads.iter().map(|set| set.iter().collect())).collect()
            })
            .collect();
        assert_eq!(kernels.len(), graph.states().len(), "{text}");
        assert_eq!(kernels, in_place(&grammar), "{text}");
    }
}
