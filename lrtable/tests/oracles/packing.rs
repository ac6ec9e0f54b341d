//! Packed tables against the state graphs and the rows that they were made of, entry by entry.

use std::{collections::BTreeMap, fs, path::Path};

use lrtable::{
    conflict::resolve,
    construct::Construction,
    grammar::{Grammar, Symbol},
    pack::Action,
    random::Random,
    statetable::StateTable,
};

use crate::random_grammar::{Sizes, read, text};

/// Every action and goto, errors included.
fn assert_packs(grammar: &Grammar, construction: Construction, what: &str) {
    let resolved = resolve(grammar, construction.build(grammar));
    let table = StateTable::new(grammar, &resolved);
    let tables = table.tables();
    let graph = &resolved;
    assert_eq!(tables.state_count(), graph.states().len(), "{what}");
    for id in graph.state_ids() {
        let state = graph.state(id);
        let mut actions = BTreeMap::new();
        for (prod, lookahead) in &state.reductions {
            let action = match graph.is_start_production(*prod) {
                true => Action::Accept,
                false => Action::Reduce(*prod),
            };
            for token in lookahead.iter() {
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
    for sizes in [
        Sizes { rules: 5, tokens: 3, alternatives: 3, symbols: 4 },
        Sizes { rules: 12, tokens: 20, alternatives: 5, symbols: 3 },
    ] {
        for _ in 0..1_000 {
            let text = text(&mut random, sizes);
            assert_packs(&read(&text), Construction::Lalr, &text);
        }
    }
}
