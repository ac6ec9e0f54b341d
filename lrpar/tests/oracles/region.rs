//! Tests that text which is no mistake in a program, but another text, is one region, and one
//! error.

use lrpar::{
    RecoveryKind,
    recovery::{Status, limits},
};
use lrtable::TokenId;

use crate::common::{Language, Recovery, ToldLexer, syntax_errors};

/// Statements, and expressions in which no two names stand together.
const STATEMENTS: &str =
    "%% P: | P S; S: 'let' 'id' '=' E ';' | '{' P '}'; E: 'id' | E '+' 'id' | '(' E ')';";

/// A statement without a mistake.
const GOOD: &str = "let id = id + id ; ";

/// Returns, for each error, where it was detected, where parsing resumed if a region was dropped,
/// and its status.
fn errors(
    language: &Language,
    input: &[TokenId],
    max_cost: Option<u32>,
) -> Vec<(usize, Option<usize>, Status)> {
    let recovery = Recovery::from(RecoveryKind::Restart)
        .with(|options| options.max_cost = max_cost.unwrap_or(limits::MAX_COST));
    let (tree, errors) = language.recovering(&recovery).parse_tree(&ToldLexer::of_tokens(input));
    assert!(tree.is_some());
    let errors = syntax_errors(errors);
    errors.iter().map(|error| (error.position(), error.resumed_at(), error.status())).collect()
}

#[test]
fn repairs_that_cost_more_than_they_may_are_a_region_that_ends_where_parsing_gets_on() {
    let language = Language::new(STATEMENTS);
    let [good, junk] =
        [GOOD.repeat(2), "+ + + + + + ".to_string()].map(|text| language.tokens(&text));
    let input = [&good[..], &junk, &good, &good].concat();
    let (begin, end) = (good.len(), good.len() + junk.len());
    assert_eq!(errors(&language, &input, None), [(begin, Some(end), Status::Region)]);
    let dear = errors(&language, &input, Some(u32::MAX));
    assert_eq!(dear, [(begin, None, Status::Complete)]);
}

#[test]
fn another_text_is_one_error_for_each_of_its_stretches() {
    let language = Language::new(STATEMENTS);
    let good = language.tokens(&GOOD.repeat(3));
    // Few edits lead past the next few names, and no further.
    let prose = language.tokens(&"id id id ; id = id id ".repeat(50));
    let count = |stretches: usize| {
        let stretch = [&good[..], &prose].concat();
        let input = [&stretch.repeat(stretches)[..], &good].concat();
        errors(&language, &input, None).len()
    };
    let (one, ten) = (count(1), count(10));
    // Each adds at least one to the sum by which junk is detected.
    assert!(one <= limits::JUNK_LEXEMES, "{one} errors");
    assert!(ten <= 10 * one, "{ten} errors in ten stretches, {one} in one");
    // Longer prose has no more errors.
    assert!(errors(&language, &prose.repeat(20), None).len() <= 2 * one);
}

#[test]
fn many_mistakes_one_in_each_statement_are_no_junk() {
    let language = Language::new(STATEMENTS);
    let mistake = language.tokens("let id = id + id + id + id + id");
    let found = errors(&language, &mistake.repeat(40), None);
    assert_eq!(found.len(), 40);
    assert!(found.iter().all(|(_, _, status)| *status == Status::Complete));
}
