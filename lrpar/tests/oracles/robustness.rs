//! Tests grammars of every kind (cyclic, hidden left-recursive, ambiguous) and inputs of every
//! kind: a parse always ends, with a tree that holds the whole input, and with one result every
//! time.

use std::collections::BTreeSet;

use lrpar::{LexParseError, Lexeme, NodeKind, ParseRepair, RecoveryKind, Tree, recovery::Status};
use lrtable::{TokenId, grammar::Symbol, random::Random};

use crate::{
    common::{Language, Recovery, TestLexeme, ToldLexer, Types, syntax_errors},
    random_grammar::{self, Sizes},
};

const SIZES: Sizes = Sizes { rules: 4, tokens: 3, alternatives: 4, symbols: 3 };

/// Grammars that can reduce for ever under some resolution of their conflicts.
const ENDLESS: [&str; 8] = [
    "%% S: S | 'a';",
    "%% S: A 'b'; A: S | | 'a';",
    "%% S: A | 'b'; A: S | 'a';",
    "%% S: E S 'a' | 'b'; E: ;",
    "%% S: E S | 'b'; E: ;",
    "%% S: | S S | 'a';",
    "%% S: E S E | 'b'; E: | 'c';",
    "%% S: S S S | ;",
];

fn parse(
    language: &Language,
    input: &[TokenId],
    recovery: &Recovery,
) -> (Option<Tree<TestLexeme>>, Vec<LexParseError<u32, Types>>) {
    let recovery = recovery.clone().with(|options| {
        options.budget.work = Some(3_000);
        options.budget.memory = 1 << 20;
    });
    let parser = language.recovering(&recovery);
    parser.parse_tree(&ToldLexer::of_tokens(input))
}

/// Checks that each rule's node has a child for each symbol of its production, error nodes apart,
/// and that leaves are in order.
fn check_tree(language: &Language, tree: &Tree<TestLexeme>, context: &str) -> BTreeSet<usize> {
    let mut leaves = Vec::new();
    for (_, node) in tree.preorder() {
        match node.kind() {
            NodeKind::Lexeme(lexeme) if !lexeme.faulty() => leaves.push(lexeme.span().start()),
            NodeKind::Lexeme(_) | NodeKind::Error => {}
            NodeKind::Rule(rule, prod) => {
                assert_eq!(language.grammar.production(prod).rule, rule, "{context}");
                let children = node.children().filter_map(|child| match child.kind() {
                    NodeKind::Lexeme(lexeme) => {
                        Some(Symbol::Token(TokenId::new(lexeme.token as usize)))
                    }
                    NodeKind::Rule(rule, _) => Some(Symbol::Rule(rule)),
                    NodeKind::Error => None,
                });
                let children: Vec<Symbol> = children.collect();
                assert_eq!(children, language.grammar.symbols(prod), "{context}");
            }
        }
    }
    assert!(leaves.is_sorted_by(|a, b| a < b), "{leaves:?}: {context}");
    leaves.into_iter().collect()
}

fn check(language: &Language, input: &[TokenId], recovery: &Recovery) {
    let context = format!("{} on {input:?} and\n{}", recovery.name, language.text);
    let (tree, errors) = parse(language, input, recovery);
    let (again, errors_again) = parse(language, input, recovery);
    let show = |tree: &Tree<TestLexeme>| tree.display(&language.grammar, "").to_string();
    assert_eq!(tree.as_ref().map(show), again.as_ref().map(show), "{context}");
    assert_eq!(format!("{errors:?}"), format!("{errors_again:?}"), "{context}");

    let errors = syntax_errors(errors);
    let Some(tree) = tree else {
        assert_eq!(recovery.kind, RecoveryKind::None, "no tree: {context}");
        assert_eq!(errors.len(), 1, "{context}");
        assert_eq!(errors[0].status(), Status::None, "{context}");
        return;
    };
    let mut found = check_tree(language, &tree, &context);
    for error in &errors {
        assert_ne!(error.status(), Status::None, "{context}");
        for repair in error.repairs().first().into_iter().flatten() {
            if let ParseRepair::Delete(lexeme) = repair {
                assert!(found.insert(lexeme.span().start()), "deleted, but in the tree: {context}");
            }
        }
    }
    assert!(found.into_iter().eq(0..input.len()), "not all of the input is in the tree: {context}");
}

#[test]
fn random_grammars_and_inputs_end_in_a_tree_of_the_whole_input() {
    let mut random = Random::new(1);
    let mut endless = 0;
    for _ in 0..400 {
        let language = Language::new(random_grammar::text(&mut random, SIZES));
        endless += usize::from(language.table.tables().can_reduce_forever);
        for _ in 0..3 {
            let input = language.broken_input(&mut random, 15);
            for recovery in &Recovery::all() {
                check(&language, &input, recovery);
            }
        }
    }
    assert!(endless > 40, "only {endless} grammars can reduce for ever");
}

#[test]
fn tables_that_could_reduce_for_ever_end_in_a_tree() {
    let mut random = Random::new(2);
    for text in ENDLESS {
        let language = Language::new(text);
        for length in [0, 1, 2, 3, 5, 8, 20] {
            for _ in 0..10 {
                let input = language.broken_input(&mut random, length);
                for recovery in &Recovery::all() {
                    check(&language, &input, recovery);
                }
            }
        }
    }
}

#[test]
fn lexemes_that_no_grammar_knows_are_deleted_or_skipped() {
    let language = Language::new("%% L: | L 'a';");
    for unknown in [language.grammar.eof(), TokenId::new(2), TokenId::new(u32::MAX as usize)] {
        let a = language.token("a");
        for recovery in &Recovery::all() {
            check(&language, &[a, unknown, unknown, a, unknown], recovery);
        }
    }
}
