//! Packed tables against the state graphs and the rows that they were made of, entry by entry.

use std::{collections::BTreeMap, fs, path::Path};

use lrtable::{
    ProdId, RuleId, StateId, TokenId,
    conflict::resolve,
    construct::Construction,
    first::iter_tokens,
    grammar::{Grammar, Symbol},
    pack::{Action, Arrays, Tables},
    packing::{Packing, Row},
    random::Random,
    statetable::StateTable,
};

use crate::random_grammar::{Shape, read, text};

/// Every action and goto, errors included.
fn assert_packs(grammar: &Grammar, construction: Construction, what: &str) {
    let resolved = resolve(grammar, construction.build(grammar));
    let table = StateTable::new(grammar, &resolved);
    let tables = table.tables();
    let graph = &resolved.graph;
    assert_eq!(tables.state_count(), graph.states().len(), "{what}");
    for id in graph.state_ids() {
        let state = graph.state(id);
        let mut actions = BTreeMap::new();
        for (prod, lookahead) in &state.reductions {
            let action = match graph.is_start_production(*prod) {
                true => Action::Accept,
                false => Action::Reduce(*prod),
            };
            for token in iter_tokens(lookahead) {
                assert_eq!(actions.insert(token, action), None, "{what}");
            }
        }
        let mut gotos = BTreeMap::new();
        for (symbol, target) in &state.edges {
            match symbol {
                Symbol::Token(token) => {
                    assert_eq!(actions.insert(*token, Action::Shift(*target)), None, "{what}");
                }
                Symbol::Rule(rule) => {
                    gotos.insert(*rule, *target);
                }
            }
        }
        for token in grammar.token_ids().chain([tables.no_token()]) {
            let expected = actions.get(&token).copied().unwrap_or(Action::Error);
            assert_eq!(tables.action(id, token), expected, "{id:?} {token:?} of {what}");
        }
        for rule in grammar.rule_ids() {
            assert_eq!(
                tables.goto(id, rule),
                gotos.get(&rule).copied(),
                "{id:?} {rule:?} of {what}"
            );
        }
    }
}

#[test]
fn tables_of_the_repository_say_what_their_graphs_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars");
    let mut checked = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let Ok(text) = fs::read_to_string(folder.join(format!("{name}.y"))) else { continue };
        let grammar = Grammar::parse(&text, None).unwrap_or_else(|errors| panic!("{errors:#?}"));
        for construction in [Construction::Pager, Construction::Ielr] {
            assert_packs(&grammar, construction, &name);
        }
        checked += 1;
    }
    assert!(checked >= 9, "{checked}");
}

#[test]
fn tables_of_random_grammars_say_what_their_graphs_say() {
    let mut random = Random::new(17);
    for shape in [
        Shape { rules: 5, tokens: 3, alternatives: 3, symbols: 4 },
        Shape { rules: 12, tokens: 20, alternatives: 5, symbols: 3 },
    ] {
        for _ in 0..1_000 {
            let text = text(&mut random, shape);
            assert_packs(&read(&text), Construction::Lalr, &text);
        }
    }
}

fn random_row(random: &mut Random, tokens: usize, rules: usize, states: usize) -> Row {
    let mut row = Row::default();
    for token in (0..tokens).map(TokenId::new) {
        let action = match random.below(6) {
            0 => Action::Shift(StateId::new(random.below(states))),
            1 => Action::Reduce(ProdId::new(random.below(states))),
            2 | 3 => Action::Reduce(ProdId::new(states)),
            4 if random.below(9) == 0 => Action::Accept,
            _ => continue,
        };
        row.actions.push((token, action));
    }
    for rule in (0..rules).map(RuleId::new) {
        match random.below(4) {
            0 => row.gotos.push((rule, StateId::new(random.below(states)))),
            1 => row.gotos.push((rule, StateId::new(rule.index() % states))),
            _ => {}
        }
    }
    row
}

#[test]
fn rows_that_need_wide_integers_and_rows_that_do_not_are_found_again() {
    let mut random = Random::new(4);
    let (tokens, rules) = (37, 21);
    for (states, is_wide) in [(2, false), (300, false), (66_000, true)] {
        let mut rows = vec![Row::default(); states];
        for at in 0..states.min(500) {
            rows[states - 1 - at] = random_row(&mut random, tokens, rules, states);
        }
        let productions: Vec<(u32, u32)> =
            (0..=states).map(|prod| ((prod % rules) as u32, (prod % 5) as u32)).collect();
        let packing = Packing::new(tokens, rules, &productions, &rows);
        let tables = Tables {
            token_count: tokens,
            rule_count: rules,
            arrays: packing.arrays(),
            productions: &productions,
            symbols: &[],
            insert_costs: &[],
            delete_costs: &[],
            avoid_insert: &[],
            brackets: &[],
            start_count: 1,
            can_reduce_forever: false,
        };
        assert_eq!(matches!(tables.arrays, Arrays::U32(_)), is_wide);
        for (state, row) in rows.iter().enumerate() {
            let state = StateId::new(state);
            let actions: BTreeMap<_, _> = row.actions.iter().copied().collect();
            for token in (0..=tokens).map(TokenId::new) {
                let expected = actions.get(&token).copied().unwrap_or(Action::Error);
                assert_eq!(tables.action(state, token), expected);
            }
            let gotos: BTreeMap<_, _> = row.gotos.iter().copied().collect();
            for rule in (0..rules).map(RuleId::new) {
                assert_eq!(tables.goto(state, rule), gotos.get(&rule).copied());
            }
        }
    }
}
