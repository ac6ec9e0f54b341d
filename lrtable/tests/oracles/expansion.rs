//! Grammars with notation against those that are written out, and against what notation means.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use lrtable::{
    RuleId, StateId, TokenId,
    construct::Construction,
    grammar::{Grammar, Symbol},
    random::Random,
    sentence::{Cheapest, random_derivation},
    stategraph::StateGraph,
    statetable::{Action, StateTable, build},
    yacc,
};

use crate::{
    automaton::reductions,
    earley::Earley,
    meaning::Meaning,
    notation::{Notation, notation, read_small},
    plain::Plain,
    random_grammar::read,
};

/// A grammar with notation, and the one that was made of it without.
struct Pair {
    notation: Grammar,
    plain: Grammar,
    meaning: Meaning,
    /// Both texts.
    text: String,
}

/// A random grammar in both forms, with precedences or without them.
fn pair(random: &mut Random, with_precedences: bool) -> Pair {
    loop {
        let mut file = notation(random, 6);
        if !with_precedences {
            file.header = file.header.split_inclusive('\n').take(2).collect();
        }
        let text = file.text();
        let Some(notation) = read_small(&text) else { continue };
        let ast = yacc::read(&text, Some(notation.kind())).ast;
        let made = Plain::new(&ast);
        let plain = Notation { rules: made.rules(), ..file }.text();
        let text = format!("{text}\nwritten out:\n{plain}");
        return Pair { meaning: Meaning::new(&made, "R0"), notation, plain: read(&plain), text };
    }
}

/// The rules of a grammar in the order in which the start rule leads to them, and the productions
/// of each, with all that a table depends on. Rules are called by their numbers in that order.
fn listing(grammar: &Grammar) -> (BTreeMap<RuleId, usize>, String) {
    let mut rules = vec![grammar.augmented_rule()];
    let mut numbers = BTreeMap::from([(rules[0], 0)]);
    let (mut text, mut next) = (String::new(), 0);
    while let Some(rule) = rules.get(next).copied() {
        for prod in &grammar.rule(rule).productions {
            let _ = write!(text, "{next}:");
            for symbol in grammar.symbols(*prod) {
                let _ = match symbol {
                    Symbol::Token(token) => write!(text, " {}", grammar.token(*token).name),
                    Symbol::Rule(rule) => {
                        let number = *numbers.entry(*rule).or_insert_with(|| {
                            rules.push(*rule);
                            rules.len() - 1
                        });
                        write!(text, " {number}")
                    }
                };
            }
            let _ = writeln!(text, " {:?}", grammar.production(*prod).precedence);
        }
        next += 1;
    }
    (numbers, text)
}

/// A table as text: its states in the order in which the start state leads to them, with every
/// action and goto. Rules have these numbers.
fn automaton(grammar: &Grammar, table: &StateTable, rules: &BTreeMap<RuleId, usize>) -> String {
    let (mut states, mut numbers) = (vec![table.start_state()], BTreeMap::new());
    numbers.insert(states[0], 0);
    let mut in_order: Vec<(usize, RuleId)> = rules.iter().map(|(id, nth)| (*nth, *id)).collect();
    in_order.sort();
    let (mut text, mut next) = (String::new(), 0);
    while let Some(state) = states.get(next).copied() {
        let mut number = |to: StateId| {
            *numbers.entry(to).or_insert_with(|| {
                states.push(to);
                states.len() - 1
            })
        };
        let _ = writeln!(text, "state {next}");
        for token in grammar.token_ids() {
            let name = &grammar.token(token).name;
            let _ = match table.action(state, token) {
                Action::Error => Ok(()),
                Action::Accept => writeln!(text, " {name}: accept"),
                Action::Shift(to) => writeln!(text, " {name}: shift {}", number(to)),
                Action::Reduce(by) => {
                    let rule = grammar.production(by).rule;
                    let nth = grammar.rule(rule).productions.iter().position(|prod| *prod == by);
                    writeln!(text, " {name}: reduce {} {nth:?}", rules[&rule])
                }
            };
        }
        for (nth, rule) in &in_order {
            if let Some(to) = table.goto(state, *rule) {
                let _ = writeln!(text, " {nth}: {}", number(to));
            }
        }
        next += 1;
    }
    text
}

fn clashes(grammar: &Grammar) -> usize {
    conflicts(&build(grammar, Construction::Pager).0)
}

fn conflicts(graph: &StateGraph) -> usize {
    graph.conflicts.shift_reduce.len() + graph.conflicts.reduce_reduce.len()
}

#[test]
fn productions_and_tables_are_those_of_the_grammar_written_out() {
    let mut random = Random::new(1);
    let (mut productions, mut states, mut instances, mut clashes) = (0, 0, 0, 0);
    for _ in 0..300 {
        let Pair { notation, plain, text, .. } = pair(&mut random, true);
        let (rules, found) = listing(&notation);
        let (plain_rules, expected) = listing(&plain);
        assert_eq!(found, expected, "{text}");
        assert_eq!(notation.productions().len(), plain.productions().len(), "{text}");
        for construction in [Construction::Lalr, Construction::Pager] {
            let (graph, table) = build(&notation, construction);
            let (plain_graph, plain_table) = build(&plain, construction);
            assert_eq!(conflicts(&graph), conflicts(&plain_graph), "{text}");
            let found = automaton(&notation, &table, &rules);
            let expected = automaton(&plain, &plain_table, &plain_rules);
            assert_eq!(found, expected, "{construction:?} of\n{text}");
            states += graph.states().len();
            clashes += usize::from(conflicts(&graph) > 0);
        }
        productions += notation.productions().len();
        instances += notation.rules().iter().filter(|rule| rule.origin.is_some()).count();
    }
    println!(
        "{productions} productions, {instances} instances, {states} states, {clashes} tables with conflicts"
    );
    assert!(instances > 5_000 && clashes > 50 && clashes < 550, "{instances} {clashes}");
}

/// Whether the tokens of these names are a sentence of `grammar`.
fn accepts(grammar: &Grammar, table: Option<&StateTable>, tokens: &[String]) -> bool {
    let id = |name: &String| grammar.token_named(name.trim_matches('\'')).unwrap();
    let tokens: Vec<TokenId> = tokens.iter().map(id).collect();
    match table {
        Some(table) => reductions(grammar, table, &tokens).is_some(),
        None => {
            let mut earley = Earley::new(grammar, grammar.starts()[0]);
            tokens.iter().all(|token| earley.push(*token)) && earley.accepts()
        }
    }
}

/// The names of tokens as files write them.
fn names(grammar: &Grammar, tokens: &[TokenId]) -> Vec<String> {
    let written = |name: &str| match name.starts_with(|c: char| c.is_uppercase()) {
        true => name.to_owned(),
        false => format!("'{name}'"),
    };
    tokens.iter().map(|token| written(&grammar.token(*token).name)).collect()
}

#[test]
fn sentences_are_those_of_the_grammar_written_out_and_those_that_notation_means() {
    let mut random = Random::new(2);
    let (mut sentences, mut others, mut refused, mut by_table) = ([0, 0], 0, 0, 0);
    let mut different = BTreeSet::new();
    for nth in 0..300 {
        let mut found = pair(&mut random, false);
        // Tables without conflicts are as good as recognisers.
        while nth % 2 == 0 && clashes(&found.notation) > 0 {
            found = pair(&mut random, false);
        }
        let Pair { notation, plain, meaning, text } = found;
        let both = [&notation, &plain];
        let tables = both.map(|grammar| {
            let (graph, table) = build(grammar, Construction::Pager);
            Some(table).filter(|_| conflicts(&graph) == 0)
        });
        by_table += usize::from(tables[0].is_some());
        for (at, grammar) in both.into_iter().enumerate() {
            let other = 1 - at;
            let cheapest = Cheapest::new(grammar, |_| 1);
            for _ in 0..40 {
                let size = 1 + random.below(12);
                let Some(derivation) = random_derivation(&cheapest, 0, size, &mut random) else {
                    continue;
                };
                if derivation.tokens.len() > 16 {
                    continue;
                }
                let mut tokens = names(grammar, &derivation.tokens);
                assert!(accepts(both[other], tables[other].as_ref(), &tokens), "{tokens:?} {text}");
                assert!(meaning.accepts(&tokens), "{tokens:?} {text}");
                sentences[at] += 1;
                different.insert((nth, tokens.clone()));
                // Something like it, which may be none.
                let from = random.below(tokens.len() + 1);
                match random.below(3) {
                    0 => drop(tokens.drain(from..tokens.len().min(from + 1))),
                    1 => tokens.insert(from, random.choose(&["'a'", "'d'", "T"]).to_string()),
                    _ => tokens.reverse(),
                }
                let is_one = meaning.accepts(&tokens);
                for at in [0, 1] {
                    let found = accepts(both[at], tables[at].as_ref(), &tokens);
                    assert_eq!(found, is_one, "{tokens:?} {text}");
                }
                others += 1;
                refused += usize::from(!is_one);
            }
        }
    }
    println!(
        "{sentences:?} sentences, {} different, {others} others, {refused} refused, {by_table} grammars by their tables",
        different.len()
    );
    assert!(sentences.iter().all(|count| *count >= 10_000), "{sentences:?}");
    assert!(different.len() > 5_000 && refused > 5_000 && others - refused > 1_000);
    assert!(by_table > 50 && by_table < 250, "{by_table}");
}
