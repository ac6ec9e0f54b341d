//! What Bison counts in a grammar, and the shortest input with which a construction does not do
//! what the canonical one does.

use std::fmt::Write;

use lrtable::{TokenId, construct::Construction, grammar::Grammar, random::Random, statetable};
use nimbleparse::cases::{Subject, useful};

use crate::{behaviour, bison};

/// All inputs of up to this length are tried.
const LONGEST: usize = 6;

fn grammar(subject: &Subject) -> Option<Grammar> {
    Grammar::parse(&subject.grammar.as_ref()?.text, subject.kind).ok()
}

/// The useful productions, and for each construction of Bison the states and conflicts of both
/// kinds. Bison counts them where it is installed; elsewhere what is counted here must be what
/// Bison once said.
pub(crate) fn bison(subject: &Subject) -> Option<String> {
    let source = &subject.grammar.as_ref()?.text;
    let Some(grammar) = grammar(subject) else { return Some("is refused here".into()) };
    let by_bison = bison::is_installed();
    let productions = match by_bison {
        true => bison::reads(source)?,
        false => useful(&grammar),
    };
    let mut out = format!("{productions} productions\n");
    for construction in [Construction::Lalr, Construction::Ielr, Construction::Canonical] {
        let name = match construction {
            Construction::Canonical => "canonical-lr",
            _ => construction.name(),
        };
        let (states, shift_reduce, reduce_reduce) = match by_bison {
            true => bison::counts(source, name, "nimbleparse-cases"),
            false => counts(&grammar, construction),
        };
        let _ = writeln!(
            out,
            "{name}: {states} states, {shift_reduce} shift/reduce, {reduce_reduce} reduce/reduce"
        );
    }
    Some(out)
}

/// States and conflicts, with the states that Bison has more: one after the end of the input for
/// each start symbol, and one before them if there are several.
fn counts(grammar: &Grammar, construction: Construction) -> (usize, usize, usize) {
    let (resolved, table) = statetable::build(grammar, construction);
    let starts = grammar.starts().len();
    let states = table.state_count() + starts + usize::from(starts > 1);
    (states, resolved.conflicts.shift_reduce.len(), resolved.conflicts.reduce_reduce.len())
}

/// Whether Bison reads the grammar; nothing where it is not installed.
pub(crate) fn bison_reads(subject: &Subject) -> Option<String> {
    let source = &subject.grammar.as_ref()?.text;
    bison::is_installed().then(|| if bison::reads(source).is_some() { "yes" } else { "no" }.into())
}

/// For each construction the shortest input, first in the order of the tokens, with which its
/// parser does not do what the canonical one does.
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
