//! What Bison counts in a grammar, and the shortest input with which a construction does not do what the canonical one does.

use std::fmt::Write;

use lrtable::{TokenId, construct::Construction, grammar::Grammar, random::Random, statetable};
use nimbleparse::cases::{Subject, useful};

use crate::{behaviour, bison};

/// All inputs of up to this length are tried.
const LONGEST: usize = 6;

fn grammar(subject: &Subject) -> Option<Grammar> {
    Grammar::parse(&subject.grammar.as_ref()?.text, subject.kind).ok()
}

/// Checks that Bison, if it is installed, reads the grammar and counts what is counted here.
pub(crate) fn bison(subject: &Subject) -> Option<String> {
    if !bison::is_installed() {
        return None;
    }
    let source = &subject.grammar.as_ref()?.text;
    let Some(productions) = bison::reads(source) else { return Some("does not read it".into()) };
    let Some(grammar) = grammar(subject) else { return Some("reads what is refused here".into()) };
    let mut out = String::new();
    let useful = useful(&grammar);
    if useful != productions {
        let _ = writeln!(out, "{productions} productions, not {useful}");
    }
    for construction in [Construction::Lalr, Construction::Ielr, Construction::Canonical] {
        let name = match construction {
            Construction::Canonical => "canonical-lr",
            _ => construction.name(),
        };
        let theirs = bison::counts(source, name, "nimbleparse-cases");
        let (resolved, table) = statetable::build(&grammar, construction);
        let conflicts = &resolved.conflicts;
        // Bison has a state after the end of the input, for each start symbol, and one before them if there are several.
        let starts = grammar.starts().len();
        let states = table.state_count() + starts + usize::from(starts > 1);
        let ours = (states, conflicts.shift_reduce.len(), conflicts.reduce_reduce.len());
        if ours != theirs {
            let _ = writeln!(out, "{name}: {theirs:?}, not {ours:?}");
        }
    }
    Some(if out.is_empty() { "counts the same".to_string() } else { out })
}

/// For each construction the shortest input, first in the order of the tokens, with which its parser does not do what the canonical one
/// does.
pub(crate) fn differs(subject: &Subject) -> Option<String> {
    let grammar = grammar(subject)?;
    let of = |construction| statetable::build(&grammar, construction).1;
    let canonical = of(Construction::Canonical);
    let sentences = behaviour::inputs(&grammar, &mut Random::new(5), 300);
    let mut out = String::new();
    for construction in Construction::ALL {
        let table = of(construction);
        let same = |tokens: &[_]| behaviour::same(&grammar, &canonical, &table, tokens);
        let shortest = (0..=LONGEST).find_map(|len| inputs(&grammar, len).find(|one| !same(one)));
        let name = construction.name();
        let _ = match shortest {
            None => writeln!(out, "{name}: does what the canonical one does"),
            Some(input) => {
                let names = input.iter().map(|token| grammar.token(*token).name.as_str());
                writeln!(out, "{name}: differs on {}", names.collect::<Vec<_>>().join(" "))
            }
        };
        if construction == Construction::Ielr {
            assert!(sentences.iter().all(|sentence| same(sentence)), "{}", subject.name);
        }
    }
    Some(out)
}

/// All inputs of `len` tokens, in order.
fn inputs(grammar: &Grammar, len: usize) -> impl Iterator<Item = Vec<TokenId>> {
    let tokens = grammar.tokens().len() - 1;
    let count = tokens.pow(u32::try_from(len).expect("inputs are short"));
    (0..count).map(move |mut number| {
        let mut input = vec![TokenId::new(0); len];
        for token in input.iter_mut().rev() {
            *token = TokenId::new(number % tokens);
            number /= tokens;
        }
        input
    })
}
