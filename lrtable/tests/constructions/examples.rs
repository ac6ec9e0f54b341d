//! Small grammars for which the constructions differ, or do not: `cases/constructions/*.case`.
//!
//! A case is `==== title`, the grammar, a line `----`, the states and conflicts of each construction, and the shortest
//! input, first in the order of the tokens, with which its parser does not do what the canonical one does.
//! `UPDATE_GOLDEN=1` writes what stands behind `----` anew.

use std::fs;

use lrtable::{TokenId, construct::Construction, grammar::Grammar, random::Random, statetable};

use crate::{behaviour, counts, random_grammar::read};

/// All inputs of up to this length are tried.
const LONGEST: usize = 6;

/// Calls `f` for each input of `len` tokens, in order, until it says `true`.
fn any_input(grammar: &Grammar, len: usize, mut f: impl FnMut(&[TokenId]) -> bool) -> bool {
    let tokens = grammar.tokens().len() - 1;
    let mut input = vec![TokenId::new(0); len];
    loop {
        if f(&input) {
            return true;
        }
        // Count up, the last token first.
        let Some(at) = (0..len).rev().find(|at| input[*at].index() + 1 < tokens) else {
            return false;
        };
        input[at] = TokenId::new(input[at].index() + 1);
        input[at + 1..].fill(TokenId::new(0));
    }
}

fn answer(text: &str) -> String {
    let grammar = read(text);
    let of = |construction| statetable::build(&grammar, construction).1;
    let canonical = of(Construction::Canonical);
    let mut random = Random::new(5);
    let sentences = behaviour::inputs(&grammar, &mut random, 300);
    let mut out = String::new();
    for construction in Construction::ALL {
        let table = of(construction);
        let mut shortest = None;
        for len in 0..=LONGEST {
            let differs = any_input(&grammar, len, |input| {
                let differs = !behaviour::same(&grammar, &canonical, &table, input);
                if differs {
                    shortest = Some(input.to_vec());
                }
                differs
            });
            if differs {
                break;
            }
        }
        let verdict = match shortest {
            None => "does what the canonical one does".to_owned(),
            Some(input) => {
                let names = input.iter().map(|token| grammar.token(*token).name.as_str());
                format!("differs: {}", names.collect::<Vec<_>>().join(" "))
            }
        };
        if construction == Construction::Ielr {
            let same = |tokens: &Vec<_>| behaviour::same(&grammar, &canonical, &table, tokens);
            assert!(sentences.iter().all(same), "{text}");
        }
        let (states, shift_reduce, reduce_reduce) = counts(&grammar, construction);
        out.push_str(&format!(
            "{}: {states} states, {shift_reduce} shift/reduce, {reduce_reduce} reduce/reduce, {verdict}\n",
            construction.name()
        ));
    }
    out
}

#[test]
fn constructions_differ_as_the_cases_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/constructions/merging.case");
    let text = format!("\n{}", fs::read_to_string(path).unwrap());
    let mut anew = String::new();
    let mut wrong = Vec::new();
    for case in text.split("\n==== ").skip(1) {
        let (title, rest) = case.split_once('\n').unwrap();
        let (grammar, expected) = rest.split_once("----").unwrap_or((rest, ""));
        let answer = answer(grammar);
        if answer.trim() != expected.trim() {
            wrong.push(format!("{title}\n{answer}"));
        }
        anew.push_str(&format!("==== {title}\n{grammar}----\n{answer}"));
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, anew).unwrap();
    } else {
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
