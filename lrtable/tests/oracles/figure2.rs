//! The grammar of the paper's Figure 2: its twelve states and its table, up to renumbering.

use std::collections::BTreeMap;

use lrtable::{
    ProdId, StateId, construct::Construction, grammar::Symbol, statetable::Action,
    statetable::build,
};

use crate::random_grammar::read;

const GRAMMAR: &str = "%start Expr\n%%\nExpr: Factor \"+\" Expr | Factor;\nFactor: Term \"*\" Factor | Term;\nTerm: \"(\" Expr \")\" | \"INT\";\n";

/// The published table: states, tokens, and what they do there.
const ACTIONS: [(&[usize], &str, &str); 12] = [
    (&[0, 1, 7, 8], "INT", "shift 4"),
    (&[0, 1, 7, 8], "(", "shift 1"),
    (&[2], "+", "shift 7"),
    (&[2], ") $", "reduce 2"),
    (&[3], "*", "shift 8"),
    (&[3], "+ ) $", "reduce 4"),
    (&[4], "+ * ) $", "reduce 6"),
    (&[5], "$", "accept"),
    (&[6], ")", "shift 9"),
    (&[9], "+ * ) $", "reduce 5"),
    (&[10], ") $", "reduce 1"),
    (&[11], "+ ) $", "reduce 3"),
];

/// Where rules lead from a state.
const GOTOS: [(usize, &[(&str, usize)]); 4] = [
    (0, &[("Factor", 2), ("Term", 3), ("Expr", 5)]),
    (1, &[("Factor", 2), ("Term", 3), ("Expr", 6)]),
    (7, &[("Factor", 2), ("Term", 3), ("Expr", 10)]),
    (8, &[("Factor", 11), ("Term", 3)]),
];

/// Takes note that `published` is our `state`.
fn pair(
    states: &mut BTreeMap<usize, StateId>,
    todo: &mut Vec<usize>,
    published: usize,
    state: StateId,
) {
    match states.insert(published, state) {
        Some(known) => assert_eq!(known, state, "published state {published}"),
        None => todo.push(published),
    }
}

#[test]
fn the_table_is_the_published_one() {
    let grammar = read(GRAMMAR);
    for construction in [Construction::Pager, Construction::Lalr] {
        let (resolved, table) = build(&grammar, construction);
        assert!(resolved.conflicts.is_empty());
        assert_eq!(table.state_count(), 12);

        let mut actions: BTreeMap<(usize, String), &str> = BTreeMap::new();
        for (states, tokens, action) in ACTIONS {
            for state in states {
                for token in tokens.split(' ') {
                    actions.insert((*state, token.to_string()), action);
                }
            }
        }
        let gotos = BTreeMap::from(
            GOTOS.map(|(state, row)| (state, BTreeMap::from_iter(row.iter().copied()))),
        );

        // From the start states on, whatever leads from a pair of states to another pairs those.
        let mut states = BTreeMap::from([(0, table.start_state())]);
        let mut todo = vec![0];
        while let Some(published) = todo.pop() {
            let state = states[&published];
            for token in grammar.token_ids() {
                let name = grammar.show_symbol(Symbol::Token(token)).replace('"', "");
                let action = actions.get(&(published, name.clone())).copied().unwrap_or("error");
                let number = || action.split(' ').nth(1).unwrap().parse::<usize>().unwrap();
                match table.action(state, token) {
                    Action::Error => assert_eq!(action, "error", "{published} {name}"),
                    Action::Accept => assert_eq!(action, "accept", "{published} {name}"),
                    // Production 0 is the augmented one, so that I is 1.
                    Action::Reduce(prod) => {
                        assert!(action.starts_with("reduce"), "{published} {name}");
                        assert_eq!(prod, ProdId::new(number()), "{published} {name}");
                    }
                    Action::Shift(target) => {
                        assert!(action.starts_with("shift"), "{published} {name}");
                        pair(&mut states, &mut todo, number(), target);
                    }
                }
            }
            for rule in grammar.rule_ids() {
                let name = grammar.rule(rule).name.as_str();
                let expected = gotos.get(&published).and_then(|row| row.get(name));
                let target = table.goto(state, rule);
                assert_eq!(target.is_some(), expected.is_some(), "{published} {name}");
                if let (Some(target), Some(expected)) = (target, expected) {
                    pair(&mut states, &mut todo, *expected, target);
                }
            }
        }
        assert_eq!(states.len(), 12, "all published states were compared");
        let mut distinct: Vec<StateId> = states.into_values().collect();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 12);
    }
}
