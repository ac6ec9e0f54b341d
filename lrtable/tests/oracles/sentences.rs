//! Cheapest and random sentences.

use std::collections::BTreeSet;

use lrtable::{
    ProdId, RuleId, TokenId,
    construct::Construction,
    grammar::{Grammar, Symbol},
    random::Random,
    sentence::{Cheapest, random_derivation},
    statetable::build,
};

use crate::{
    automaton::reductions,
    earley::Earley,
    random_grammar::{Sizes, conflict_free, read, text},
};

const SIZES: Sizes = Sizes { rules: 5, tokens: 4, alternatives: 3, symbols: 4 };

/// The least cost of a derivation tree of `rule` that is at most `height` high: over all trees, one
/// by one.
fn least(grammar: &Grammar, rule: RuleId, height: usize, costs: &[u32]) -> Option<u32> {
    let productions = grammar.rule(rule).productions.iter();
    let cost = |prod: &ProdId| {
        grammar.symbols(*prod).iter().try_fold(0, |sum, symbol| match symbol {
            Symbol::Token(token) => Some(sum + costs[token.index()]),
            Symbol::Rule(rule) => Some(sum + least(grammar, *rule, height.checked_sub(1)?, costs)?),
        })
    };
    productions.filter_map(cost).min()
}

#[test]
fn cheapest_sentences_are_sentences_and_none_is_cheaper() {
    let mut random = Random::new(1);
    for _ in 0..500 {
        let text = text(&mut random, SIZES);
        let grammar = read(&text);
        let costs: Vec<u32> = grammar.tokens().iter().map(|_| random.below(5) as u32).collect();
        let cheapest = Cheapest::new(&grammar, |token| costs[token.index()]);
        for rule in grammar.rule_ids() {
            // A cheapest tree needs no rule twice on a path.
            let expected = least(&grammar, rule, grammar.rules().len(), &costs);
            assert_eq!(Some(cheapest.cost(rule)), expected, "{rule:?} of\n{text}");
            let sentence = cheapest.sentence(rule).unwrap();
            let cost: u32 = sentence.iter().map(|token| costs[token.index()]).sum();
            assert_eq!(cost, cheapest.cost(rule), "{rule:?} of\n{text}");
            if rule != grammar.augmented_rule() {
                let mut earley = Earley::new(&grammar, rule);
                assert!(sentence.iter().all(|token| earley.push(*token)) && earley.accepts());
            }
        }
    }
}

/// The sentences of all derivation trees of `rule` that are at most `height` high and cost `cost`,
/// tokens one each.
fn all(grammar: &Grammar, rule: RuleId, height: usize, cost: usize) -> BTreeSet<Vec<TokenId>> {
    let mut found = BTreeSet::new();
    for prod in &grammar.rule(rule).productions {
        let mut begun = BTreeSet::from([Vec::new()]);
        for symbol in grammar.symbols(*prod) {
            let mut longer = BTreeSet::new();
            for before in &begun {
                match symbol {
                    Symbol::Token(token) if before.len() < cost => {
                        longer.insert([&before[..], &[*token]].concat());
                    }
                    Symbol::Rule(rule) if height > 0 => {
                        for more in 0..=cost - before.len() {
                            let within = all(grammar, *rule, height - 1, more);
                            longer.extend(within.iter().map(|after| [&before[..], after].concat()));
                        }
                    }
                    _ => {}
                }
            }
            begun = longer;
        }
        found.extend(begun.into_iter().filter(|sentence| sentence.len() == cost));
    }
    found
}

#[test]
fn of_few_cheapest_sentences_all_are_found() {
    let sizes = Sizes { rules: 3, tokens: 3, alternatives: 3, symbols: 3 };
    let mut random = Random::new(4);
    let mut several = 0;
    for _ in 0..300 {
        let text = text(&mut random, sizes);
        let grammar = read(&text);
        let cheapest = Cheapest::new(&grammar, |_| 1);
        for rule in grammar.rule_ids().skip(1).filter(|rule| cheapest.cost(*rule) < 4) {
            let found = cheapest.sentences(rule);
            let expected = all(&grammar, rule, 3, cheapest.cost(rule) as usize);
            assert_eq!(found.len(), expected.len(), "{rule:?} of\n{text}");
            assert_eq!(BTreeSet::from_iter(found), expected, "{rule:?} of\n{text}");
            several += usize::from(expected.len() > 1);
        }
    }
    assert!(several > 20, "{several}");
}

#[test]
fn of_very_many_cheapest_sentences_some_are_found() {
    let rules: String = (0..40).map(|n| format!("R{n}: R{m} R{m};", m = n + 1)).collect();
    let grammar = read(&format!("%% {rules} R40: 'a' | 'b';"));
    let cheapest = Cheapest::new(&grammar, |_| 1);
    let found = |name| cheapest.sentences(grammar.rule_named(name).unwrap());
    assert_eq!(found("R38").len(), 16);
    assert_eq!(found("R30").len(), 1);
    assert!(found("R0").is_empty());
}

/// A derivation tree's productions, parents first, from the same with children first.
fn parents_first(grammar: &Grammar, children_first: &[ProdId]) -> Vec<ProdId> {
    // Each subtree as its productions, parents first.
    let mut subtrees: Vec<Vec<ProdId>> = Vec::new();
    for prod in children_first {
        let symbols = grammar.symbols(*prod).iter();
        let children = symbols.filter(|symbol| matches!(symbol, Symbol::Rule(_))).count();
        let children = subtrees.split_off(subtrees.len() - children);
        subtrees.push([vec![*prod], children.concat()].concat());
    }
    assert_eq!(subtrees.len(), 1);
    subtrees.concat()
}

#[test]
fn random_sentences_parse_to_the_derivation_that_made_them() {
    let mut random = Random::new(2);
    let mut tokens = 0;
    for _ in 0..800 {
        let (text, grammar) = conflict_free(&mut random, SIZES);
        let (_, table) = build(&grammar, Construction::Pager);
        let cheapest = Cheapest::new(&grammar, |_| 1);
        for size in [1, 5, 20, 60] {
            let derivation = random_derivation(&cheapest, 0, size, &mut random).unwrap();
            let reduced = reductions(&grammar, &table, &derivation.tokens)
                .unwrap_or_else(|| panic!("{:?} is no sentence of\n{text}", derivation.tokens));
            assert_eq!(parents_first(&grammar, &reduced), derivation.productions, "{text}");
            tokens += derivation.tokens.len();
        }
    }
    assert!(tokens > 5000, "only {tokens} tokens");
}

#[test]
fn the_error_token_is_in_no_random_sentence() {
    let grammar = read("%% S: 'a' S ';' | error ';' | 'b';");
    let cheapest = Cheapest::new(&grammar, |_| 1);
    let error = grammar.token_ids().find(|token| grammar.token(*token).is_error).unwrap();
    let mut random = Random::new(3);
    for _ in 0..100 {
        let derivation = random_derivation(&cheapest, 0, 10, &mut random).unwrap();
        assert!(!derivation.tokens.contains(&error));
    }
}
