//! Tables are those that Bison makes: the same automaton, with every action and goto.
//!
//! What Bison 3.8.2 made of 60 grammars is kept in `bison_tables.txt`, so that the comparison runs
//! where Bison is not installed. A line has the grammar's name, the hash of its text, the
//! construction, and states, conflicts of both kinds and the hash of the automaton's listing
//! ([`bison::Listing`]). This makes the file again:
//!
//! ```text
//! UPDATE_GOLDEN=1 cargo test -p lrtable --test constructions bison_tables -- --ignored
//! ```

use std::{collections::BTreeMap, fmt::Write};

use lrtable::{
    Action, StateId, construct::Construction, grammar::Grammar, random::Random, statetable,
};

use crate::{
    bison::{self, Entry, Listing},
    bison_name, counts, generated,
    random_grammar::{Sizes, read},
    repository_grammars, with_contexts, with_precedence,
};

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/constructions/bison_tables.txt");

/// The grammars, by name, as Bison reads them.
fn grammars() -> Vec<(String, Grammar)> {
    let mut random = Random::new(60);
    let mut found: Vec<(String, Grammar)> = (0..53)
        .map(|nth| {
            let sizes =
                Sizes { rules: 2 + nth % 5, tokens: 3 + nth % 3, alternatives: 3, symbols: 4 };
            let text = match nth % 2 {
                0 => with_contexts(&mut random),
                _ => with_precedence(&mut random, sizes),
            };
            (format!("random-{nth}"), read(&text))
        })
        .collect();
    for (seed, size) in [(1, 60), (2, 200)] {
        found.push((format!("generated-{size}"), read(&generated::grammar(seed, size))));
    }
    for (name, text) in repository_grammars() {
        found.push((name, Grammar::parse(&text, None).unwrap()));
    }
    found
}

/// The canonical tables of large grammars take long.
fn constructions(grammar: &Grammar) -> &'static [Construction] {
    const ALL: [Construction; 3] =
        [Construction::Lalr, Construction::Ielr, Construction::Canonical];
    if grammar.productions().len() < 100 { &ALL } else { &ALL[..2] }
}

/// 64-bit FNV-1a, which no other release of a library changes.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The automaton that is made here, with the names of [`bison::written`].
fn automaton(grammar: &Grammar, construction: Construction) -> Listing {
    let (_, table) = statetable::build(grammar, construction);
    let production = |prod| {
        let rule = grammar.production(prod);
        let mut text = format!("r{}:", rule.rule.0);
        for symbol in &rule.symbols {
            let _ = match symbol {
                lrtable::Symbol::Rule(rule) => write!(text, " r{}", rule.0),
                lrtable::Symbol::Token(token) => write!(text, " t{}", token.0),
            };
        }
        text
    };
    let mut listing = Listing::default();
    for state in (0..table.state_count()).map(StateId::new) {
        let mut row = BTreeMap::new();
        for token in table.state_actions(state) {
            let name = match token == grammar.eof() {
                true => "$end".to_owned(),
                false => format!("t{}", token.0),
            };
            row.insert(
                name,
                match table.action(state, token) {
                    Action::Shift(to) => Entry::To(to.index()),
                    Action::Reduce(by) => Entry::Do(production(by)),
                    Action::Accept => Entry::Do("accept".into()),
                    Action::Error => unreachable!("these tokens are no error"),
                },
            );
        }
        for rule in grammar.rule_ids() {
            if let Some(to) = table.goto(state, rule) {
                row.insert(format!("r{}", rule.0), Entry::To(to.index()));
            }
        }
        listing.states.push(row);
    }
    listing
}

/// The lines of the file, with the counts and the automaton that `make` gives for a grammar, its
/// text and a construction.
fn lines(
    make: impl Fn(&Grammar, &str, Construction) -> ((usize, usize, usize), Listing),
) -> String {
    let mut lines = String::new();
    for (name, grammar) in grammars() {
        let text = bison::written(&grammar);
        for &construction in constructions(&grammar) {
            let ((states, shift_reduce, reduce_reduce), listing) =
                make(&grammar, &text, construction);
            let _ = writeln!(
                lines,
                "{name} {:016x} {} {states} {shift_reduce} {reduce_reduce} {:016x}",
                hash(&text),
                bison_name(construction),
                hash(&listing.text()),
            );
        }
    }
    lines
}

#[test]
fn tables_are_those_that_bison_made() {
    let kept = std::fs::read_to_string(KEPT).unwrap();
    let ours = lines(|grammar, _, construction| {
        (counts(grammar, construction), automaton(grammar, construction))
    });
    assert_eq!(ours.lines().count(), kept.lines().count());
    for (ours, bisons) in ours.lines().zip(kept.lines()) {
        assert_eq!(ours, bisons, "ours and Bison's");
    }
}

#[test]
#[ignore = "needs bison"]
fn bison_makes_the_tables_that_are_kept() {
    let bisons = lines(|_, text, construction| {
        let name = bison_name(construction);
        (bison::counts(text, name, "lrtable-tables"), bison::automaton(text, name))
    });
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(KEPT, &bisons).unwrap();
    }
    assert_eq!(bisons, std::fs::read_to_string(KEPT).unwrap());
}
