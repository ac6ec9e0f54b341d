//! Pager's and the LALR construction against the canonical one.

use std::collections::{BTreeMap, BTreeSet};

use lrtable::{
    ProdId, StateId,
    construct::Construction,
    grammar::Grammar,
    item::Item,
    random::Random,
    stategraph::StateGraph,
    statetable::{StateTable, build},
};

use crate::{
    automaton::{Fate, feed},
    random_grammar::{Sizes, conflict_free, read, text},
};

const SIZES: Sizes = Sizes { rules: 5, tokens: 3, alternatives: 3, symbols: 4 };

/// All strings on which the tables agree are extended by every token until `left` is used up; a
/// difference panics.
fn assert_same_language(
    grammar: &Grammar,
    tables: [&StateTable; 2],
    stacks: [&[StateId]; 2],
    left: usize,
    text: &str,
) {
    for token in grammar.token_ids() {
        let after = [0, 1].map(|k| {
            let mut stack = stacks[k].to_vec();
            let fate = feed(grammar, tables[k], &mut stack, token, &mut Vec::new());
            (fate, stack)
        });
        assert_eq!(after[0].0, after[1].0, "{left} tokens before the end, in\n{text}");
        if after[0].0 == Fate::Shifted && left > 0 {
            assert_same_language(grammar, tables, [&after[0].1, &after[1].1], left - 1, text);
        }
    }
}

fn same_language(grammar: &Grammar, a: &StateTable, b: &StateTable, text: &str) {
    let start = [a.start_state()];
    assert_same_language(grammar, [a, b], [&start, &start], 7, text);
}

#[test]
fn fused_states_accept_the_same_language_without_new_conflicts() {
    let mut random = Random::new(1);
    let mut smaller = 0;
    for _ in 0..2500 {
        let (text, grammar) = conflict_free(&mut random, SIZES);
        let [canonical, pager, lalr] =
            [Construction::Canonical, Construction::Pager, Construction::Lalr]
                .map(|construction| build(&grammar, construction));
        assert!(pager.0.conflicts.is_empty(), "Pager's states conflict in\n{text}");
        same_language(&grammar, &canonical.1, &pager.1, &text);
        if lalr.0.conflicts.is_empty() {
            same_language(&grammar, &canonical.1, &lalr.1, &text);
        }
        assert!(lalr.1.state_count() <= pager.1.state_count(), "{text}");
        assert!(pager.1.state_count() <= canonical.1.state_count(), "{text}");
        smaller += usize::from(pager.1.state_count() < canonical.1.state_count());
    }
    assert!(smaller > 100, "only {smaller} grammars have states to fuse");
}

#[test]
fn a_grammar_that_is_not_lalr_gets_its_states_from_pager() {
    let text = "%% S: 'a' A 'd' | 'b' B 'd' | 'a' B 'e' | 'b' A 'e'; A: 'c'; B: 'c';";
    let grammar = read(text);
    let (canonical, pager, lalr) = (
        build(&grammar, Construction::Canonical),
        build(&grammar, Construction::Pager),
        build(&grammar, Construction::Lalr),
    );
    assert_eq!(lalr.0.conflicts.reduce_reduce.len(), 2);
    assert!(pager.0.conflicts.is_empty());
    // The two states after `c` stay apart, all others have cores of their own.
    assert_eq!(pager.1.state_count(), lalr.1.state_count() + 1);
    same_language(&grammar, &canonical.1, &pager.1, text);
}

/// For each core the union of its states' lookaheads, item by item.
fn by_core(graph: &StateGraph) -> BTreeMap<Vec<Item>, Vec<BTreeSet<usize>>> {
    let mut cores = BTreeMap::new();
    for state in graph.states() {
        let kernel = &state.kernel;
        let sets: &mut Vec<BTreeSet<usize>> = cores
            .entry(kernel.core.to_vec())
            .or_insert_with(|| vec![BTreeSet::new(); kernel.core.len()]);
        for (set, lookaheads) in sets.iter_mut().zip(&kernel.lookaheads) {
            set.extend(lookaheads.iter().map(lrtable::TokenId::index));
        }
    }
    cores
}

#[test]
fn each_lalr_state_is_the_union_of_the_canonical_states_with_its_core() {
    let mut random = Random::new(2);
    for _ in 0..2500 {
        // With conflicts too: the construction knows nothing of them.
        let text = text(&mut random, SIZES);
        let grammar = read(&text);
        let [canonical, pager, lalr] =
            [Construction::Canonical, Construction::Pager, Construction::Lalr]
                .map(|construction| construction.build(&grammar));
        let expected = by_core(&canonical);
        assert_eq!(lalr.states().len(), expected.len(), "{text}");
        assert_eq!(by_core(&lalr), expected, "{text}");
        // Pager's states share them out, and leave none out.
        assert_eq!(by_core(&pager), expected, "{text}");
    }
}

/// The pairs of productions that some state could reduce by one token.
fn reduce_reduce_pairs(graph: &StateGraph) -> BTreeSet<(ProdId, ProdId)> {
    let mut pairs = BTreeSet::new();
    for state in graph.states() {
        for (at, (a, of_a)) in state.reductions.iter().enumerate() {
            for (b, of_b) in &state.reductions[at + 1..] {
                if of_a.iter().any(|token| of_b.contains(token)) {
                    pairs.insert((*a, *b));
                }
            }
        }
    }
    pairs
}

#[test]
fn fused_states_have_no_reduce_reduce_conflict_between_productions_that_had_none() {
    let mut random = Random::new(4);
    for _ in 0..2500 {
        let text = text(&mut random, SIZES);
        let grammar = read(&text);
        let of = |construction: Construction| reduce_reduce_pairs(&construction.build(&grammar));
        assert!(of(Construction::Pager).is_subset(&of(Construction::Canonical)), "{text}");
    }
}

/// A grammar in which rules with common beginnings are told apart by what stands around them:
/// LR(1), and often not LALR(1).
pub(crate) fn contexts(random: &mut Random) -> String {
    let rules = 2 + random.below(2);
    let mut alternatives = Vec::new();
    for prefix in ["'p'", "'q'", "'p' 'q'"] {
        for rule in 0..rules {
            if !random.one_in(4) {
                let suffix = random.choose(&["'x'", "'y'", "'z'", ""]);
                alternatives.push(format!("{prefix} R{rule} {suffix}"));
            }
        }
    }
    let bodies: Vec<String> = (0..rules)
        .map(|rule| match random.below(4) {
            0 => format!("R{rule}: 'a' 'b';"),
            1 => format!("R{rule}: 'a' | 'a' 'b';"),
            2 => format!("R{rule}: 'a' R{rule} | 'b';"),
            _ => format!("R{rule}: 'a' T | 'c';"),
        })
        .collect();
    format!("%%\nS: 'p' | {};\n{}\nT: 'b' | ;\n", alternatives.join(" | "), bodies.join("\n"))
}

#[test]
fn grammars_that_are_not_lalr_have_no_conflict_by_pager() {
    let mut random = Random::new(5);
    let mut not_lalr = 0;
    for _ in 0..3000 {
        let text = contexts(&mut random);
        let grammar = read(&text);
        let canonical = build(&grammar, Construction::Canonical);
        if !canonical.0.conflicts.is_empty() {
            continue;
        }
        let pager = build(&grammar, Construction::Pager);
        assert!(pager.0.conflicts.is_empty(), "{text}");
        same_language(&grammar, &canonical.1, &pager.1, &text);
        let lalr = build(&grammar, Construction::Lalr);
        not_lalr += usize::from(!lalr.0.conflicts.is_empty());
        assert!(lalr.1.state_count() <= pager.1.state_count(), "{text}");
    }
    assert!(not_lalr > 200, "only {not_lalr} grammars are not LALR(1)");
}
