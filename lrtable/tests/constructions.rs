//! The constructions against slow ones and against Bison.

#[path = "constructions/behaviour.rs"]
mod behaviour;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "constructions/bison.rs"]
mod bison;
#[path = "constructions/generated.rs"]
mod generated;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "oracles/random_grammar.rs"]
mod random_grammar;
#[path = "constructions/worklist.rs"]
mod worklist;

use lrtable::{construct::Construction, grammar::Grammar, random::Random, statetable};
use random_grammar::{Sizes, read, text};

const ALL: [Construction; 3] = [Construction::Canonical, Construction::Pager, Construction::Lalr];

/// The grammars of the repository, by name.
fn repository_grammars() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../grammars");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Ok(text) = std::fs::read_to_string(format!("{folder}/{name}/{name}.y")) {
            found.push((name, text));
        }
    }
    found.sort();
    found
}

fn assert_same(grammar: &Grammar, construction: Construction, name: &str) {
    let fast = construction.build(grammar);
    let slow = worklist::build(grammar, construction);
    assert_eq!(fast.states().len(), slow.len(), "{construction:?} states of\n{name}");
    assert!(fast.states() == slow, "{construction:?} states differ for\n{name}");
}

#[test]
fn states_of_random_grammars_are_those_of_the_worklist() {
    let mut random = Random::new(11);
    for nth in 0..3000 {
        let size = 2 + nth % 7;
        let sizes = Sizes { rules: size, tokens: 3 + nth % 3, alternatives: 3, symbols: 4 };
        let text = text(&mut random, sizes);
        let grammar = read(&text);
        for construction in ALL {
            assert_same(&grammar, construction, &text);
        }
    }
}

#[test]
fn states_of_the_repositorys_grammars_are_those_of_the_worklist() {
    for (name, text) in repository_grammars() {
        let grammar = Grammar::parse(&text, None).unwrap();
        for construction in [Construction::Pager, Construction::Lalr] {
            assert_same(&grammar, construction, &name);
        }
    }
}

#[test]
fn states_of_generated_grammars_are_those_of_the_worklist() {
    for seed in 0..3 {
        let grammar = read(&generated::grammar(seed, 150));
        for construction in [Construction::Pager, Construction::Lalr] {
            assert_same(&grammar, construction, "a generated grammar");
        }
    }
}

/// A random grammar in which some tokens have a precedence, and some productions one by `%prec`.
fn with_precedence(random: &mut Random, sizes: Sizes) -> String {
    let rules = text(random, sizes);
    let mut declarations = String::new();
    for token in ["'a'", "'b'", "'c'", "'d'", "'e'", "LOW", "HIGH"] {
        if random.one_in(2) || token.len() > 3 {
            let kind = random.choose(&["%left", "%right", "%nonassoc", "%precedence"]);
            declarations.push_str(&format!("{kind} {token}\n"));
        }
    }
    let mut text = declarations;
    for (at, alternative) in rules.split(" | ").enumerate() {
        text.push_str(if at > 0 { " | " } else { "" });
        text.push_str(alternative);
        // The last alternative of a rule is followed by the next rule.
        match random.below(8) {
            0 if !alternative.contains(';') => text.push_str(" %prec LOW"),
            1 if !alternative.contains(';') => text.push_str(" %prec HIGH"),
            _ => {}
        }
    }
    text
}

/// States, those that Bison has more included, and conflicts. For each start symbol it has a state
/// after the end of input; if there are several, it has a state before them too, in which one is
/// chosen by a token of its own.
fn counts(grammar: &Grammar, construction: Construction) -> (usize, usize, usize) {
    let (resolved, _) = statetable::build(grammar, construction);
    let conflicts = &resolved.conflicts;
    let starts = grammar.starts().len();
    let states = resolved.states().len() + starts + usize::from(starts > 1);
    (states, conflicts.shift_reduce.len(), conflicts.reduce_reduce.len())
}

fn bison_name(construction: Construction) -> &'static str {
    match construction {
        Construction::Canonical => "canonical-lr",
        other => other.name(),
    }
}

#[test]
fn states_and_conflicts_of_random_grammars_are_as_many_as_bisons() {
    if !bison::is_installed() {
        println!("Bison is not installed: nothing is compared");
        return;
    }
    let mut random = Random::new(21);
    let (mut conflicting, mut split, mut wrong) = (0, 0, 0);
    let count = grammars();
    for nth in 0..count {
        let size = 2 + nth % 5;
        let sizes = Sizes { rules: size, tokens: 3 + nth % 3, alternatives: 3, symbols: 4 };
        let text = match nth % 4 {
            0 => with_contexts(&mut random),
            _ => with_precedence(&mut random, sizes),
        };
        let grammar = read(&text);
        let mut lalr = (0, 0, 0);
        for construction in [Construction::Lalr, Construction::Ielr] {
            let ours = counts(&grammar, construction);
            let name = format!("lrtable-constructions-{nth}");
            let theirs = bison::counts(&text, bison_name(construction), &name);
            if ours != theirs {
                println!("{construction:?}: ours {ours:?} and Bison's {theirs:?} for\n{text}");
                wrong += 1;
            }
            match construction {
                Construction::Lalr => lalr = ours,
                _ => split += usize::from(ours.0 > lalr.0),
            }
        }
        conflicting += usize::from(lalr.1 + lalr.2 > 0);
    }
    println!("{count} grammars, {conflicting} with conflicts, {split} with more IELR states");
    assert_eq!(wrong, 0);
    assert!(conflicting > count / 4 && split > count / 20);
}

#[test]
fn several_start_symbols_have_the_counts_that_bison_has() {
    if !bison::is_installed() {
        println!("Bison is not installed: nothing is compared");
        return;
    }
    let mut random = Random::new(77);
    let count = grammars() / 3;
    let (mut compared, mut conflicting, mut split) = ([0; 4], 0, 0);
    for nth in 0..count {
        let (text, rules) = match nth % 2 {
            0 => (with_contexts(&mut random), ["S", "R0", "R1"]),
            _ => {
                let sizes = Sizes { rules: 5, tokens: 4, alternatives: 3, symbols: 4 };
                (with_precedence(&mut random, sizes), ["R0", "R1", "R2"])
            }
        };
        let starts: Vec<&str> = rules
            .into_iter()
            .enumerate()
            .filter(|(at, rule)| {
                text.contains(&format!("\n{rule}:")) && (*at == 0 || !random.one_in(3))
            })
            .map(|(_, rule)| rule)
            .collect();
        let text = format!("%start {}\n{text}", starts.join(" "));
        let grammar = read(&text);
        assert_eq!(grammar.starts().len(), starts.len(), "{text}");
        let all = [Construction::Lalr, Construction::Ielr].map(|construction| {
            let name = format!("lrtable-starts-{nth}");
            let theirs = bison::counts(&text, bison_name(construction), &name);
            assert_eq!(counts(&grammar, construction), theirs, "{construction:?}\n{text}");
            theirs
        });
        compared[starts.len()] += 1;
        conflicting += usize::from(all[0].1 + all[0].2 > 0);
        split += usize::from(all[1].0 > all[0].0);
    }
    let [_, one, two, three] = compared;
    println!(
        "grammars with 1, 2, 3 start symbols: {one}, {two}, {three}; with conflicts {conflicting}, with more IELR states {split}"
    );
    assert!(two > count / 5 && three > count / 5 && conflicting > count / 4 && split > 0);
}

/// Found among random grammars: with the states that wait visited in another order, there is one
/// more.
#[test]
fn lookaheads_that_an_edge_brought_in_vain_keep_no_states_apart() {
    let text = "%left 'a' %right 'b' %right 'x' %nonassoc 'y' %%
        S: 'p' | 'p' R0 'y' | 'p' R1 'a' | 'q' R0 'a' | 'q' R1 | 'q' R2 'x' | 'p' 'q' R0 | 'p' 'q' R1 'x' | 'p' 'q' R2
         | R0 'b' | R1 | R2 'x';
        R0: 'a' R0 | 'b';
        R1: 'a' T | 'c';
        R2: R2 'x' R2 | 'a';
        T: 'b' | ;";
    // As Bison 3.8.2 says.
    assert_eq!(counts(&read(text), Construction::Ielr), (37, 1, 1));
}

/// As many as keep the test short, for each costs two runs of Bison; `LRTABLE_GRAMMARS` asks for
/// more.
fn grammars() -> usize {
    std::env::var("LRTABLE_GRAMMARS").map_or(300, |count| count.parse().unwrap())
}

/// A grammar in which rules with common beginnings are told apart by what stands around them, with
/// precedences.
fn with_contexts(random: &mut Random) -> String {
    let rules = 2 + random.below(2);
    let mut text = String::new();
    for token in ["'a'", "'b'", "'x'", "'y'"] {
        if random.one_in(2) {
            let kind = random.choose(&["%left", "%right", "%nonassoc"]);
            text.push_str(&format!("{kind} {token}\n"));
        }
    }
    let mut alternatives = Vec::new();
    for prefix in ["'p'", "'q'", "'p' 'q'", ""] {
        for rule in 0..rules {
            if !random.one_in(4) {
                let suffix = random.choose(&["'x'", "'y'", "'a'", "'b'", ""]);
                alternatives.push(format!("{prefix} R{rule} {suffix}"));
            }
        }
    }
    text.push_str(&format!("%%\nS: 'p' | {};\n", alternatives.join(" | ")));
    for rule in 0..rules {
        text.push_str(&match random.below(6) {
            0 => format!("R{rule}: 'a' 'b';\n"),
            1 => format!("R{rule}: 'a' | 'a' 'b';\n"),
            2 => format!("R{rule}: 'a' R{rule} | 'b';\n"),
            3 => format!("R{rule}: 'a' T | 'c';\n"),
            4 => format!("R{rule}: 'a' 'b' T | 'a' 'b' T 'x';\n"),
            _ => format!("R{rule}: R{rule} 'x' R{rule} | 'a';\n"),
        });
    }
    text + "T: 'b' | ;\n"
}

#[test]
fn states_and_conflicts_of_generated_grammars_are_as_many_as_bisons() {
    if !bison::is_installed() {
        println!("Bison is not installed: nothing is compared");
        return;
    }
    for (seed, size) in [(1, 100), (2, 300), (3, 1000)] {
        let text = generated::grammar(seed, size);
        let grammar = read(&text);
        for construction in [Construction::Lalr, Construction::Ielr] {
            let theirs = bison::counts(&text, bison_name(construction), "lrtable-generated");
            assert_eq!(counts(&grammar, construction), theirs, "{construction:?} {size}");
        }
    }
}

#[test]
fn states_and_conflicts_of_the_repositorys_grammars_are_as_many_as_bisons() {
    if !bison::is_installed() {
        println!("Bison is not installed: nothing is compared");
        return;
    }
    for (name, text) in repository_grammars() {
        let grammar = Grammar::parse(&text, None).unwrap();
        let written = bison::written(&grammar);
        for construction in [Construction::Lalr, Construction::Ielr] {
            let ours = counts(&grammar, construction);
            let theirs = bison::counts(&written, bison_name(construction), "lrtable-repository");
            println!("{name}, {}: {theirs:?}", construction.name());
            assert_eq!(ours, theirs, "{construction:?} {name}");
        }
    }
}

#[test]
fn ielr_does_what_the_canonical_table_does_where_lalr_does_not() {
    let mut random = Random::new(31);
    let mut lalr_differs = 0;
    for nth in 0..4000 {
        let sizes = Sizes { rules: 2 + nth % 4, tokens: 3 + nth % 3, alternatives: 3, symbols: 4 };
        let text = match nth % 2 {
            0 => with_contexts(&mut random),
            _ => with_precedence(&mut random, sizes),
        };
        let grammar = read(&text);
        let [canonical, ielr, lalr] =
            [Construction::Canonical, Construction::Ielr, Construction::Lalr]
                .map(|construction| statetable::build(&grammar, construction).1);
        let mut differs = false;
        for tokens in behaviour::inputs(&grammar, &mut random, 30) {
            let agree = behaviour::same(&grammar, &canonical, &ielr, &tokens);
            assert!(agree, "IELR differs on {tokens:?} in\n{text}");
            differs |= !behaviour::same(&grammar, &canonical, &lalr, &tokens);
        }
        lalr_differs += usize::from(differs);
    }
    println!("in {lalr_differs} grammars LALR differs");
    assert!(lalr_differs > 50, "only in {lalr_differs} grammars LALR differs");
}

/// Denny & Malloy's figure 1. After `a a`, a third `a` makes precedence reduce. After `b a` no `a`
/// can follow A, so that it has to be shifted; LALR merges the two places and reduces there as
/// well.
const FIGURE_1: &str = "%left 'a'\n%%\nS: 'a' A 'a' | 'b' A 'b';\nA: 'a' | 'a' 'a';\n";

#[test]
fn ielr_takes_the_sentence_that_lalr_refuses() {
    let grammar = read(FIGURE_1);
    let tokens: Vec<_> = ["b", "a", "a", "b"].iter().map(|c| named(&grammar, c)).collect();
    let of = |construction| statetable::build(&grammar, construction).1;
    let [canonical, ielr, lalr] =
        [Construction::Canonical, Construction::Ielr, Construction::Lalr].map(of);
    assert!(behaviour::same(&grammar, &canonical, &ielr, &tokens));
    assert!(!behaviour::same(&grammar, &canonical, &lalr, &tokens));
    assert!(lalr.state_count() < ielr.state_count());
    assert!(ielr.state_count() <= canonical.state_count());
}

fn named(grammar: &Grammar, name: &str) -> lrtable::TokenId {
    grammar.token_named(name).unwrap()
}

#[test]
fn a_file_may_ask_for_a_construction() {
    for (name, expected) in [
        ("ielr", Construction::Ielr),
        ("lalr", Construction::Lalr),
        ("canonical-lr", Construction::Canonical),
    ] {
        let grammar = read(&format!("%define lr.type {name}\n%%\nS: 'a';\n"));
        assert_eq!(Construction::of(&grammar), expected);
    }
    assert_eq!(Construction::of(&read("%%\nS: 'a';\n")), Construction::Pager);
}
