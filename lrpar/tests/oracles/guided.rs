//! Tests that bounds change the cost of a search and nothing else: with each of them, on the table
//! or on its quotient, the set of repair sequences is that of the paper's search, to the last
//! sequence and in one order.

use lrpar::{
    ParseError, RecoveryKind,
    recovery::{
        Bound, Budget, Status,
        experiment::{Phase, Variant},
    },
};
use lrtable::{TokenId, random::Random};

use crate::{
    common::{Language, Recovery, TestLexeme, ToldLexer, syntax_errors},
    random_grammar::{self, Sizes},
};

const fn alone(bound: Bound, quotient: bool, depth: usize) -> [Phase; 1] {
    [Phase { bound, quotient, depth, expansions: u64::MAX }]
}

/// Single phases, and two that escalate early; the last looks at two states of the parser's stack
/// only.
const GUIDES: [&[Phase]; 7] = [
    &alone(Bound::None, true, 0),
    &alone(Bound::Window5, false, 100),
    &alone(Bound::Window5, true, 100),
    &alone(Bound::Window10, false, 100),
    &alone(Bound::Window10, true, 100),
    &[
        Phase { bound: Bound::None, quotient: false, depth: 0, expansions: 2 },
        Phase { bound: Bound::Window5, quotient: true, depth: 100, expansions: 4 },
        Phase { bound: Bound::Window10, quotient: true, depth: 100, expansions: u64::MAX },
    ],
    &alone(Bound::Window10, true, 2),
];

/// Work that the plain search may do at all errors of an input; beyond it there is nothing to
/// compare.
const PLAIN_WORK: u64 = 60_000;

fn errors(
    language: &Language,
    input: &[TokenId],
    costs: &[u8],
    phases: Option<&'static [Phase]>,
) -> Vec<ParseError<TestLexeme, u32>> {
    let work = Some(if phases.is_none() { PLAIN_WORK } else { 100 * PLAIN_WORK });
    let plain = || Recovery::from(Variant::Plain);
    let mut recovery = phases.map_or_else(plain, |_| RecoveryKind::CPCTPlus.into());
    recovery.options.budget = Budget { work, memory: usize::MAX, time: None };
    recovery.experiment.phases = phases;
    let parser = language.recovering(&recovery).term_costs(&|token| costs[token.0 as usize]);
    syntax_errors(parser.parse_tree(&ToldLexer::of_tokens(input)).1)
}

/// Returns what must be equal of two errors.
fn said(error: &ParseError<TestLexeme, u32>) -> impl PartialEq + std::fmt::Debug {
    (
        (error.position(), error.status(), error.cost(), error.lower_bound()),
        (error.repairs_total(), error.repairs().clone(), error.expected().to_vec()),
    )
}

fn compare(seed: u64, count: usize, sizes: Sizes, conflicts: bool, dearest: usize) {
    let mut random = Random::new(seed);
    let mut compared = 0;
    let mut dear = 0;
    for _ in 0..count {
        let text = if conflicts {
            format!("%left 'a'\n%right 'b'\n{}", random_grammar::text(&mut random, sizes))
        } else {
            random_grammar::conflict_free(&mut random, sizes).0
        };
        let language = Language::new(text);
        for _ in 0..4 {
            let mut input = language.broken_input(&mut random, 20);
            let costs: Vec<u8> =
                language.grammar.tokens().iter().map(|_| 1 + random.below(dearest) as u8).collect();
            for _ in 0..random.below(3) {
                // Lexemes that no state shifts.
                let at = random.below(input.len() + 1);
                let junk = TokenId::new(language.grammar.tokens().len());
                input.splice(at..at, std::iter::repeat_n(junk, 1 + random.below(4)));
            }
            let plain = errors(&language, &input, &costs, None);
            if plain.iter().any(|error| error.status() != Status::Complete) {
                continue;
            }
            for guide in GUIDES {
                let guided = errors(&language, &input, &costs, Some(guide));
                let same = plain.iter().map(said).eq(guided.iter().map(said));
                assert!(
                    same,
                    "{guide:?} on {input:?} with costs {costs:?} and\n{}\n{plain:#?}\n{guided:#?}",
                    language.text
                );
            }
            compared += plain.len();
            dear += plain.iter().filter(|error| error.cost() > Some(3)).count();
        }
    }
    println!("{compared} errors, {dear} of them of cost 4 or more");
    assert!(compared > count, "only {compared} errors");
    assert!(dear * 20 > compared, "only {dear} of {compared} errors are dear");
}

#[test]
fn every_bound_gives_the_set_of_the_plain_search() {
    compare(1, 250, Sizes { rules: 5, tokens: 5, alternatives: 3, symbols: 5 }, false, 1);
}

#[test]
fn every_bound_gives_that_set_whatever_tokens_cost() {
    compare(2, 250, Sizes { rules: 4, tokens: 4, alternatives: 3, symbols: 4 }, false, 4);
    // Costs beyond a byte of the bounds.
    compare(3, 100, Sizes { rules: 4, tokens: 4, alternatives: 3, symbols: 4 }, false, 255);
}

#[test]
fn every_bound_gives_that_set_where_conflicts_were_resolved() {
    compare(4, 250, Sizes { rules: 5, tokens: 4, alternatives: 3, symbols: 4 }, true, 2);
}
