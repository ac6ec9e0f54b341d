//! Tests that texts of a grammar with notation are parsed and repaired as those of the grammar
//! without, which is made by substitution.

use lrpar::{
    NodeKind, RecoveryKind, Tree,
    recovery::{Budget, Status},
};
use lrtable::{RuleId, TokenId, grammar::Grammar, random::Random, yacc};

use crate::{
    common::{Language, Recovery, TestLexeme, ToldLexer, steps, syntax_errors},
    notation::{Notation, notation, read_small},
    plain::Plain,
    reference::Step,
};

/// Repair sequences of an error that are compared one by one; all are counted.
const LISTED: usize = 1000;

/// A random grammar without conflicts in both forms.
fn pair(random: &mut Random) -> [Language; 2] {
    loop {
        let mut file = notation(random, 6);
        // Without precedences, which hide conflicts.
        file.header = file.header.split_inclusive('\n').take(2).collect();
        let text = file.text();
        let Some(grammar) = read_small(&text) else { continue };
        let plain = Plain::new(&yacc::read(&text, Some(grammar.kind())).ast).rules();
        let plain = Notation { rules: plain, ..file }.text();
        let language = Language::from_grammar(text, grammar);
        if language.table.conflicts().is_none() {
            return [language, Language::new(plain)];
        }
    }
}

/// What is found at an error, lexemes by their places.
#[derive(Debug, PartialEq)]
struct Found {
    position: usize,
    expected: Vec<u32>,
    status: Status,
    cost: Option<u32>,
    total: u128,
    sequences: Vec<Vec<Step>>,
}

/// The nodes of a tree with their depths; nodes of rules that `is_kept` does not know are left out,
/// their children take their place.
fn nodes(
    tree: &Tree<TestLexeme>,
    grammar: &Grammar,
    is_kept: impl Fn(RuleId) -> bool,
) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // The depths in the tree of the nodes above that are kept.
    let mut above: Vec<usize> = Vec::new();
    for (depth, node) in tree.preorder() {
        above.retain(|one| *one < depth);
        let shown = match node.kind() {
            NodeKind::Lexeme(lexeme) => format!("{lexeme}"),
            NodeKind::Error => "error".to_owned(),
            NodeKind::Rule(rule, prod) if is_kept(rule) => {
                let nth = grammar.rule(rule).productions.iter().position(|one| *one == prod);
                format!("{} {nth:?}", grammar.rule(rule).name)
            }
            NodeKind::Rule(..) => continue,
        };
        found.push((above.len(), shown));
        above.push(depth);
    }
    found
}

fn parse(
    language: &Language,
    input: &[TokenId],
    is_kept: impl Fn(RuleId) -> bool,
) -> (Vec<(usize, String)>, Vec<Found>) {
    let recovery = Recovery::from(RecoveryKind::CPCTPlus).with(|options| {
        options.budget = Budget { time: None, ..Budget::default() };
    });
    let parser = language.recovering(&recovery);
    let (tree, errors) = parser.parse_tree(&ToldLexer::of_tokens(input));
    let tree = nodes(&tree.expect("there is always a tree"), &language.grammar, is_kept);
    let errors = syntax_errors(errors);
    let found = errors.iter().map(|error| Found {
        position: error.position(),
        expected: error.expected().iter().map(|token| token.0).collect(),
        status: error.status(),
        cost: error.cost(),
        total: error.repairs_total(),
        sequences: error.sequences().take(LISTED).map(|one| steps(&one)).collect(),
    });
    (tree, found.collect())
}

#[test]
fn repairs_and_trees_are_those_of_the_grammar_written_out() {
    let mut random = Random::new(1);
    let (mut inputs, mut errors, mut complete, mut listed) = (0, 0, 0, 0);
    while inputs < 2000 {
        let [notation, plain] = pair(&mut random);
        let is_ours = |rule: RuleId| {
            let rule = notation.grammar.rule(rule);
            rule.origin.is_none() && !rule.name.starts_with('@')
        };
        let is_plain = |rule: RuleId| {
            let name = &plain.grammar.rule(rule).name;
            !name.starts_with("made_up_") && !name.starts_with('@')
        };
        for _ in 0..20 {
            let input = notation.broken_input(&mut random, 20);
            let (tree, found) = parse(&notation, &input, is_ours);
            let (expected_tree, expected) = parse(&plain, &input, is_plain);
            let texts = || format!("{input:?} in\n{}\nwritten out:\n{}", notation.text, plain.text);
            assert_eq!(found, expected, "{}", texts());
            assert_eq!(tree, expected_tree, "{}", texts());
            inputs += usize::from(!found.is_empty());
            errors += found.len();
            complete += found.iter().filter(|error| error.status == Status::Complete).count();
            listed += found.iter().map(|error| error.sequences.len()).sum::<usize>();
        }
    }
    println!(
        "{inputs} broken inputs, {errors} errors, {complete} with complete sets, {listed} sequences"
    );
    assert!(complete * 10 > errors * 9 && listed > 2 * errors);
}
