//! Tests that the expected tokens of an error are exactly those with which the input before it goes
//! on.

use lrpar::RecoveryKind;
use lrtable::random::Random;

use crate::{
    common::{Language, ToldLexer, syntax_errors},
    earley::Earley,
    random_grammar::{self, Sizes},
};

const SIZES: Sizes = Sizes { rules: 5, tokens: 4, alternatives: 3, symbols: 4 };

#[test]
fn expected_tokens_are_those_that_a_recogniser_goes_on_with() {
    let mut random = Random::new(1);
    let mut compared = 0;
    for _ in 0..1500 {
        let (text, grammar) = random_grammar::conflict_free(&mut random, SIZES);
        let language = Language::from_grammar(text, grammar);
        let grammar = &language.grammar;
        for _ in 0..4 {
            let input = language.broken_input(&mut random, 10);
            // Later errors come after repairs, and are not compared.
            let parser = language.parser().recoverer(RecoveryKind::None);
            let errors = syntax_errors(parser.parse_noaction(&ToldLexer::of_tokens(&input)));
            let Some(error) = errors.first() else {
                continue;
            };
            let mut earley = Earley::new(grammar, grammar.starts()[0]);
            for token in &input[..error.position()] {
                assert!(earley.push(*token), "what comes before the error is fine");
            }
            let found: Vec<_> = error.expected().iter().map(|token| token.widen()).collect();
            let mut expected = Vec::new();
            for token in grammar.token_ids() {
                if token == grammar.eof() {
                    expected.extend(earley.accepts().then_some(token));
                } else if earley.push(token) {
                    earley.pop();
                    expected.push(token);
                }
            }
            assert_eq!(found, expected, "{input:?} and\n{}", language.text);
            compared += 1;
        }
    }
    assert!(compared > 2000, "only {compared} errors");
}

#[test]
fn reductions_under_the_wrong_token_do_not_hide_what_was_expected() {
    // Merged states reduce `i` by a token that is right elsewhere only.
    let language = Language::new("%% S: '(' E ')' | '[' E ']'; E: T; T: 'i' | T '+' 'i';");
    let input = language.tokens("( i ]");
    let errors = syntax_errors(language.parser().parse_noaction(&ToldLexer::of_tokens(&input)));
    let expected: Vec<_> = errors[0].expected().iter().map(|token| token.widen()).collect();
    assert_eq!(expected, language.tokens(") +"));
}

#[test]
fn the_predefined_error_token_is_never_expected() {
    let language = Language::new("%% S: S 'a' ';' | S error ';' | ;");
    let input = language.tokens("a a ;");
    let errors = syntax_errors(language.parser().parse_noaction(&ToldLexer::of_tokens(&input)));
    let expected: Vec<_> = errors[0].expected().iter().map(|token| token.widen()).collect();
    assert_eq!(expected, language.tokens(";"));
}
