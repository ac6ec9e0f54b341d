//! Nullable, FIRST and FOLLOW against all sentential forms up to a length.

use std::collections::HashSet;

use lrtable::{
    RuleId, TokenId,
    grammar::{Grammar, Symbol},
    random::Random,
};

use crate::random_grammar::{Sizes, read, text};

/// Longer forms are not looked at. Enough for what follows: each set has a witness that is no
/// longer.
const LONGEST: usize = 8;

const SIZES: Sizes = Sizes { rules: 3, tokens: 2, alternatives: 2, symbols: 2 };

/// All forms that derive from `start`, any symbol expanded at any time.
fn forms(grammar: &Grammar, start: Vec<Symbol>) -> HashSet<Vec<Symbol>> {
    let mut seen = HashSet::from([start.clone()]);
    let mut todo = vec![start];
    while let Some(form) = todo.pop() {
        for (at, symbol) in form.iter().enumerate() {
            let Symbol::Rule(rule) = symbol else { continue };
            for prod in &grammar.rule(*rule).productions {
                let next = [&form[..at], grammar.symbols(*prod), &form[at + 1..]].concat();
                if next.len() <= LONGEST && seen.insert(next.clone()) {
                    todo.push(next);
                }
            }
        }
    }
    seen
}

#[test]
fn sets_are_those_of_all_short_sentential_forms() {
    let mut random = Random::new(1);
    for _ in 0..600 {
        let text = text(&mut random, SIZES);
        let grammar = read(&text);
        let first = grammar.first();
        for rule in grammar.rule_ids() {
            let forms = forms(&grammar, vec![Symbol::Rule(rule)]);
            assert_eq!(
                first.is_nullable(rule),
                forms.contains(&Vec::new()),
                "nullable {rule:?} in\n{text}"
            );
            let tokens: HashSet<TokenId> = forms
                .iter()
                .filter_map(|form| match form.first() {
                    Some(Symbol::Token(token)) => Some(*token),
                    _ => None,
                })
                .collect();
            let found: HashSet<TokenId> = first.first(rule).iter().collect();
            assert_eq!(found, tokens, "FIRST of {rule:?} in\n{text}");
        }
        let start = vec![Symbol::Rule(grammar.augmented_rule()), Symbol::Token(grammar.eof())];
        let follow = grammar.follow();
        let mut expected: HashSet<(RuleId, TokenId)> = HashSet::new();
        for form in forms(&grammar, start) {
            expected.extend(form.windows(2).filter_map(|pair| match pair {
                [Symbol::Rule(rule), Symbol::Token(token)] => Some((*rule, *token)),
                _ => None,
            }));
        }
        let found: HashSet<(RuleId, TokenId)> = grammar
            .rule_ids()
            .flat_map(|rule| follow[rule.index()].iter().map(move |token| (rule, token)))
            .collect();
        assert_eq!(found, expected, "FOLLOW in\n{text}");
    }
}
