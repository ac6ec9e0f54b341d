//! Tests that values follow the automaton later and can be taken back: every action runs once, in
//! order, on the repaired input.

use std::cell::{Cell, RefCell};

use lrpar::{
    RecoveryKind,
    recovery::{Alternatives, Repair},
};
use lrtable::{TokenId, random::Random};

use crate::{
    common::{Language, Recovery, TestLexeme, ToldLexer, syntax_errors},
    random_grammar::{self, Sizes},
};

/// Returns what a parse makes: the tree as text, with tokens and rules by number; and the actions
/// in the order in which they ran.
fn parse(
    language: &Language,
    input: &[TokenId],
    recovery: Recovery,
) -> (Option<String>, Vec<String>, Vec<lrpar::ParseError<TestLexeme, u32>>) {
    let ran = RefCell::new(Vec::new());
    let number = Cell::new(0usize);
    let (value, errors) = language.recovering(&recovery).parse_map::<String>(
        &ToldLexer::of_tokens(input),
        &|lexeme| {
            number.set(number.get() + 1);
            format!("t{}", lexeme.token)
        },
        &|rule, values| {
            let text = format!("r{}({})", rule.0, values.join(" "));
            ran.borrow_mut().push(format!("{} after {} tokens", text, number.get()));
            text
        },
    );
    (value, ran.into_inner(), syntax_errors(errors))
}

/// Returns the input after the first repair sequence of each error.
fn repaired(
    input: &[TokenId],
    errors: &[lrpar::ParseError<TestLexeme, u32>],
) -> Option<Vec<TokenId>> {
    let mut made = Vec::new();
    let mut at = 0;
    for error in errors {
        let first = error.sequences().next()?;
        let start = first.start;
        assert!(start >= at, "a repair begins after the one before");
        made.extend(&input[at..start]);
        at = start;
        for repair in &first.repairs {
            match repair {
                Repair::Insert(token) => made.push(*token),
                Repair::Delete => at += 1,
                Repair::Shift => {
                    made.push(input[at]);
                    at += 1;
                }
            }
        }
    }
    made.extend(&input[at..]);
    Some(made)
}

#[test]
fn actions_run_once_in_order_on_the_repaired_input() {
    let sizes = Sizes { rules: 4, tokens: 4, alternatives: 3, symbols: 4 };
    let mut random = Random::new(1);
    let (mut compared, mut earlier) = (0, 0);
    for _ in 0..400 {
        let language = Language::new(random_grammar::conflict_free(&mut random, sizes).0);
        for _ in 0..4 {
            let mut input = language.broken_input(&mut random, 60);
            input.extend(language.broken_input(&mut random, 20));
            let reach = *random.choose(&[0, 3, 10, 40]);
            let restart =
                Recovery::from(RecoveryKind::Restart).with(|options| options.reach = reach);
            let (value, ran, errors) = parse(&language, &input, restart);
            let Some(made) = repaired(&input, &errors) else { continue };
            let (wanted, wanted_ran, none) = parse(&language, &made, RecoveryKind::None.into());
            let context = format!("{input:?} as {made:?} and\n{}", language.text);
            assert!(none.is_empty(), "{context}");
            assert_eq!((value, ran), (wanted, wanted_ran), "{context}");
            compared += errors.len();
            earlier += errors
                .iter()
                .filter(|e| e.sequences().next().unwrap().start < e.position())
                .count();
        }
    }
    assert!(compared > 1_000 && earlier > 50, "{compared} errors, {earlier} repaired before");
}

#[test]
fn long_inputs_are_executed_piece_by_piece() {
    let language = Language::new("%% S: | S 'a' ';' | S '(' S ')';");
    let mut random = Random::new(2);
    let mut input = Vec::new();
    let pieces = ["a ;", "a ;", "( a ; )", "a a ;", "( ;"].map(|piece| language.tokens(piece));
    for _ in 0..3_000 {
        input.extend(random.choose(&pieces));
    }
    let (value, ran, errors) = parse(&language, &input, RecoveryKind::Restart.into());
    let made = repaired(&input, &errors).unwrap();
    let (wanted, wanted_ran, _) = parse(&language, &made, RecoveryKind::None.into());
    assert!(errors.len() > 100 && wanted.is_some());
    assert_eq!((value, ran), (wanted, wanted_ran));
}

/// A statement is four steps, a word three: the first 8192 steps end at another lexeme of the
/// mistake for each number of them, and a repair may begin `reach` lexemes before the error.
#[test]
fn the_reach_is_whole_wherever_a_piece_ends() {
    const REACH: usize = 10;
    let text = "%% S: | S I; I: 'a' ';' | 'y' | 'b' '(' L ')' | 'b' '[' L ']'; L: | L 'x';";
    let language = Language::new(text);
    let recovery = Recovery::from(RecoveryKind::Restart).with(|options| {
        options.reach = REACH;
        options.alternatives = Alternatives::NONE;
    });
    let tail = language.tokens(&format!("b ( {} ] y y y", "x ".repeat(REACH - 1)));
    for (statements, words) in (2_000..2_004).flat_map(|n| (30..70).map(move |words| (n, words))) {
        let mut input = language.tokens("a ;").repeat(statements);
        input.extend(language.tokens("y").repeat(words));
        let bracket = input.len() + 1;
        input.extend(&tail);
        let parser = language.recovering(&recovery);
        let errors = syntax_errors(parser.parse_tree(&ToldLexer::of_tokens(&input)).1);
        assert_eq!(errors[0].position(), bracket + REACH);
        let starts = errors[0].sequences().map(|sequence| sequence.start);
        assert_eq!(starts.min(), Some(bracket), "{statements} statements, {words} words");
    }
}
