//! Tests that the sets of repair sequences are complete, minimal, ranked and in order: equal to
//! those of the definition.

use lrpar::{
    RecoveryKind,
    recovery::{
        Budget, Status,
        experiment::Variant::{self, NoMerge, Plain},
    },
};
use lrtable::{TokenId, random::Random};

use crate::{
    common::{Language, Recovery, ToldLexer, steps, syntax_errors},
    random_grammar::{self, Sizes},
    reference::{Problem, Repaired, Shifting},
};

const SIZES: Sizes = Sizes { rules: 4, tokens: 4, alternatives: 3, symbols: 4 };

/// Number of configurations that the definition may expand at one error before a case is given up.
const PATIENCE: usize = 3_000;

const UNLIMITED: Budget = Budget { work: None, memory: usize::MAX, time: None };

/// Makes a random grammar without conflicts, with random tokens that are not to be inserted.
fn without_conflicts(random: &mut Random) -> Language {
    let (text, grammar) = random_grammar::conflict_free(random, SIZES);
    let avoided: Vec<String> = grammar
        .tokens()
        .iter()
        .filter(|token| token.span.is_some() && random.one_in(4))
        .map(|token| format!("%avoid_insert '{}'\n", token.name))
        .collect();
    Language::new(avoided.concat() + &text)
}

fn errors_of(
    language: &Language,
    input: &[TokenId],
    recovery: &Recovery,
    costs: Option<&[u8]>,
) -> Vec<Repaired> {
    let recovery = recovery.clone().with(|options| {
        options.budget = UNLIMITED;
        options.max_repairs = usize::MAX;
    });
    let mut parser = language.recovering(&recovery);
    if let Some(costs) = costs {
        parser = parser.term_costs(&|token| costs[token.0 as usize]);
    }
    let (tree, errors) = parser.parse_tree(&ToldLexer::of_tokens(input));
    assert!(tree.is_some());
    syntax_errors(errors)
        .iter()
        .map(|error| {
            assert_eq!(error.status(), Status::Complete);
            assert_eq!(error.repairs_total(), error.repairs().len() as u128);
            Repaired {
                position: error.position(),
                expected: error.expected().iter().map(|token| token.widen()).collect(),
                cost: error.cost().unwrap(),
                sequences: error.sequences().map(|sequence| steps(&sequence)).collect(),
            }
        })
        .collect()
}

/// Grammars like real ones, to begin with.
const KNOWN: [&str; 5] = [
    "%% E: F '+' E | F; F: T '*' F | T; T: '(' E ')' | 'i';",
    "%avoid_insert 'i' %% L: | L S; S: 'i' '=' E ';' | '{' L '}' | 'f' '(' E ')' S; E: 'i' | E '+' 'i' | 'i' '(' A ')'; A: | E;",
    "%% V: '{' M '}' | '[' L ']' | 'n'; M: | N; N: P | N ',' P; P: 'n' ':' V; L: | K; K: V | K ',' V;",
    "%% S: L '=' R | R; L: '*' R | 'i'; R: L;",
    "%% S: '<' 'i' A '>' B '<' '/' 'i' '>' | 't'; A: | A 'i' '=' 't'; B: | B S;",
];

/// Returns CPCT+ and these variants.
fn cpctplus(variants: &[Variant]) -> Vec<Recovery> {
    let variants = variants.iter().map(|variant| Recovery::from(*variant));
    std::iter::once(RecoveryKind::CPCTPlus.into()).chain(variants).collect()
}

/// Compares on known and random languages, each with random inputs.
fn compare(
    seed: u64,
    recoverers: &[Recovery],
    of: impl Fn(&mut Problem<'_>),
    with_costs: bool,
    language: fn(&mut Random) -> Language,
) {
    let mut random = Random::new(seed);
    let (mut cases, mut given_up, mut errors, mut sequences) = (0, 0, 0, 0);
    for nth in 0..1000 {
        let (language, inputs) = match KNOWN.get(nth) {
            Some(text) => (Language::new(*text), 200),
            None => (language(&mut random), 6),
        };
        for _ in 0..inputs {
            let mut input = language.broken_input(&mut random, 8);
            if random.one_in(8) && !input.is_empty() {
                // A token that the lexer does not know.
                let at = random.below(input.len());
                input[at] = TokenId::new(language.grammar.tokens().len());
            }
            let costs: Option<Vec<u8>> = with_costs.then(|| {
                language.grammar.tokens().iter().map(|_| 1 + random.below(5) as u8).collect()
            });
            let cost = |token: TokenId| {
                let costs = costs.as_ref().and_then(|costs| costs.get(token.index()));
                costs.map_or(1, |cost| u32::from(*cost))
            };
            let mut problem = Problem {
                grammar: &language.grammar,
                table: &language.table,
                tokens: &input,
                costs: &cost,
                shifting: Shifting::One,
                furthest: true,
                keep_reduced: false,
                patience: PATIENCE,
            };
            of(&mut problem);
            cases += 1;
            let Some(expected) = problem.errors() else {
                given_up += 1;
                continue;
            };
            for recovery in recoverers {
                let found = errors_of(&language, &input, recovery, costs.as_deref());
                assert_eq!(
                    found, expected,
                    "{} on {input:?} with costs {costs:?} and\n{}",
                    recovery.name, language.text
                );
            }
            errors += expected.len();
            sequences += expected.iter().map(|error| error.sequences.len()).sum::<usize>();
        }
    }
    println!("{cases} inputs, {given_up} given up, {errors} errors, {sequences} sequences");
    assert!(given_up * 5 < cases, "{given_up} of {cases} inputs given up");
    assert!(errors * 3 > cases, "only {errors} errors");
}

/// Makes a random grammar with conflicts, which precedence and the defaults resolve.
fn with_conflicts(random: &mut Random) -> Language {
    loop {
        let text = random_grammar::text(random, SIZES);
        let levels = ["%left 'a'\n", "%right 'a' 'b'\n", "%nonassoc 'c'\n%left 'b'\n", ""];
        let language = Language::new(format!("{}{text}", random.choose(&levels)));
        let table = &language.table;
        if table.conflicts().is_some() && !table.tables().can_reduce_forever {
            return language;
        }
    }
}

#[test]
fn every_search_finds_the_sets_of_the_definition() {
    compare(1, &cpctplus(&[Plain, NoMerge]), |_| {}, false, without_conflicts);
}

#[test]
fn sets_are_those_of_the_definition_whatever_tokens_cost() {
    compare(2, &cpctplus(&[Plain, NoMerge]), |_| {}, true, without_conflicts);
}

#[test]
fn sets_are_those_of_the_definition_where_conflicts_were_resolved() {
    compare(6, &cpctplus(&[Plain, NoMerge]), |_| {}, false, with_conflicts);
    compare(7, &cpctplus(&[Plain]), |_| {}, true, with_conflicts);
}

#[test]
fn the_reverse_ranking_keeps_what_gets_least_far() {
    let least_far = |problem: &mut Problem<'_>| problem.furthest = false;
    compare(3, &[Variant::Rev.into()], least_far, false, without_conflicts);
}

#[test]
fn three_shifts_at_once_are_as_defined() {
    let at_once = |problem: &mut Problem<'_>| problem.shifting = Shifting::UpToThree;
    compare(4, &[Variant::Shift2.into()], at_once, false, without_conflicts);
}

#[test]
fn stacks_reduced_under_a_wrong_token_add_nothing() {
    let keep = |problem: &mut Problem<'_>| problem.keep_reduced = true;
    compare(5, &[RecoveryKind::CPCTPlus.into()], keep, true, without_conflicts);
}
