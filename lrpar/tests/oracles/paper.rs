//! Tests the paper's examples: Figures 2 and 8, panic mode, the calculators of Section 7, and the
//! limits of Corchuelo et al.

use lrpar::{
    AStackType, LexParseError, Lexeme, NonStreamingLexer, RecoveryKind, Span,
    recovery::{Status, experiment::Variant},
};
use lrtable::RIdx;

use crate::common::{Language, Recovery, TestLexeme, ToldLexer, Types, syntax_errors};

const FIGURE_2: &str = "%start Expr %% Expr: Factor '+' Expr | Factor; Factor: Term '*' Factor | Term; Term: '(' Expr ')' | 'INT';";

/// Returns the sequences of the first error, in order.
fn sequences(language: &Language, tokens: &str, recovery: impl Into<Recovery>) -> Vec<String> {
    let input = language.tokens(tokens);
    let parser = language.recovering(&recovery.into());
    let errors = syntax_errors(parser.parse_noaction(&ToldLexer::of_tokens(&input)));
    errors[0].repairs().iter().map(|sequence| language.show(sequence)).collect()
}

#[test]
fn figure_8_the_three_shift_rules_find_0_4_and_6_sequences() {
    let language = Language::new(FIGURE_2);
    let find = |recovery: Recovery| {
        let mut found = sequences(&language, "INT INT +", recovery);
        found.sort();
        found
    };
    assert!(find(Variant::Shift1.into()).is_empty());
    let mut expected = vec![
        "Delete INT, Delete +",
        "Delete INT, Shift +, Insert INT",
        "Insert *, Shift INT, Shift +, Insert INT",
        "Insert +, Shift INT, Shift +, Insert INT",
    ];
    assert_eq!(find(Variant::Shift2.into()), expected);
    expected.extend(["Insert *, Shift INT, Delete +", "Insert +, Shift INT, Delete +"]);
    expected.sort_unstable();
    for recovery in [RecoveryKind::CPCTPlus.into(), Variant::Plain.into(), Variant::NoMerge.into()]
    {
        assert_eq!(find(recovery), expected);
    }
}

#[test]
fn sequences_come_shorter_ones_first_then_by_token_number_then_deletions_then_shifts() {
    let language = Language::new(FIGURE_2);
    assert_eq!(
        sequences(&language, "INT INT +", RecoveryKind::CPCTPlus),
        [
            "Delete INT, Delete +",
            "Insert +, Shift INT, Delete +",
            "Insert *, Shift INT, Delete +",
            "Delete INT, Shift +, Insert INT",
            "Insert +, Shift INT, Shift +, Insert INT",
            "Insert *, Shift INT, Shift +, Insert INT",
        ]
    );
}

#[test]
fn panic_mode_takes_the_operator_off_the_stack() {
    let language = Language::new(FIGURE_2);
    let lexer = told(&language, "2 + + 3");
    let parser = language.parser().recoverer(RecoveryKind::Panic);
    let (tree, errors) = parser.parse_tree(&lexer);
    let errors = syntax_errors(errors);
    assert_eq!(errors.len(), 1);
    assert_eq!((errors[0].position(), errors[0].resumed_at()), (2, Some(2)));
    assert_eq!(errors[0].status(), Status::Panic);
    let shown = tree.unwrap().display(&language.grammar, "2 + + 3").to_string();
    let expected = "Expr\n Factor\n  Term\n   INT 2\n <error>\n  + +\n + +\n Expr\n  Factor\n   Term\n    INT 3\n";
    assert_eq!(shown, expected);
}

fn told<'i>(language: &Language, text: &'i str) -> ToldLexer<'i> {
    ToldLexer::of_text(text, |text| {
        let is_number = text.starts_with(|c: char| c.is_ascii_digit());
        language.grammar.token_named(if is_number { "INT" } else { text })
    })
}

const CALCULATOR: &str =
    "%% Expr: Expr '+' Term | Term; Term: Term '*' Factor | Factor; Factor: '(' Expr ')' | 'INT';";

/// A number, or the reason why there is none.
type Value = Result<u64, &'static str>;
type Values<'a> = std::vec::Drain<'a, AStackType<TestLexeme, Value>>;
type TheLexer<'b, 'i> = &'b dyn NonStreamingLexer<'i, Types>;

fn operands(values: Values<'_>) -> Vec<Value> {
    let operands = values.filter_map(|value| match value {
        AStackType::ActionType(value) => Some(value),
        AStackType::Lexeme(_) => None,
    });
    operands.collect()
}

/// Evaluates `text`; returns the value, and the sequences of each syntax error.
fn evaluate(language: &Language, text: &str) -> (Option<Value>, Vec<Vec<String>>) {
    let lexer = told(language, text);
    let sum = |_: RIdx<u32>, _: TheLexer<'_, '_>, _: Span, values: Values<'_>, ()| {
        operands(values).into_iter().try_fold(0, |sum, value| Ok(sum + value?))
    };
    let product = |_: RIdx<u32>, _: TheLexer<'_, '_>, _: Span, values: Values<'_>, ()| {
        operands(values).into_iter().try_fold(1, |product, value| Ok(product * value?))
    };
    let number = |_: RIdx<u32>, lexer: TheLexer<'_, '_>, span: Span, mut values: Values<'_>, ()| {
        let Some(AStackType::Lexeme(lexeme)) = values.next() else {
            panic!("a number is a lexeme");
        };
        assert_eq!(lexeme.span(), span);
        if lexeme.faulty() {
            return Err("an inserted number has no value");
        }
        Ok(lexer.span_str(span).parse().unwrap())
    };
    let actions: Vec<lrpar::ActionFn<'_, '_, '_, u32, Types, Value, ()>> = language
        .grammar
        .prod_ids()
        .map(|prod| match language.grammar.show_production(prod, None) {
            shown if shown.contains("INT") => &number as _,
            shown if shown.contains('*') => &product as _,
            _ => &sum as _,
        })
        .collect();
    let (value, errors) = language.parser().parse_actions(&lexer, &actions, ());
    let errors = syntax_errors(errors);
    let shown = errors
        .iter()
        .map(|error| error.repairs().iter().map(|sequence| language.show(sequence)).collect());
    (value, shown.collect())
}

#[test]
fn section_7_a_missing_parenthesis_is_inserted() {
    let language = Language::new(CALCULATOR);
    assert_eq!(evaluate(&language, "(2 + 3) * 4"), (Some(Ok(20)), vec![]));
    assert_eq!(evaluate(&language, "(2 + 3"), (Some(Ok(5)), vec![vec!["Insert )".to_string()]]));
}

#[test]
fn section_7_an_inserted_number_has_no_value() {
    let language = Language::new(CALCULATOR);
    let (value, errors) = evaluate(&language, "2 +");
    assert!(value.unwrap().is_err());
    assert_eq!(errors, [["Insert INT"]]);
}

#[test]
fn section_7_numbers_are_not_inserted_if_that_can_be_avoided() {
    let naive = Language::new(CALCULATOR);
    let (_, errors) = evaluate(&naive, "2 + + 3");
    assert_eq!(errors, [["Insert INT", "Delete +"]]);
    let avoiding = Language::new(format!("%avoid_insert 'INT'\n{CALCULATOR}"));
    for _ in 0..20 {
        let (value, errors) = evaluate(&avoiding, "2 + + 3");
        assert_eq!(value, Some(Ok(5)));
        assert_eq!(errors, [["Delete +", "Insert INT"]]);
    }
}

#[test]
fn section_7_unknown_text_is_deleted_by_a_catch_all_token() {
    let language = Language::new(format!("%avoid_insert 'INT'\n{CALCULATOR} Unknown: '@';"));
    let (value, errors) = evaluate(&language, "2 @ 3 + 4");
    assert_eq!(errors, [["Insert +, Delete @", "Insert *, Delete @", "Delete @, Delete INT"]]);
    assert_eq!(value, Some(Ok(9)));
}

#[test]
fn lexing_errors_are_lexemes_to_delete() {
    let language = Language::new(format!("%avoid_insert 'INT'\n{CALCULATOR}"));
    let lexer = told(&language, "2 @ 3 + 4");
    let errors = language.parser().parse_noaction(&lexer);
    let [LexParseError::LexError(_), LexParseError::ParseError(error)] = &errors[..] else {
        panic!("{errors:?}");
    };
    assert_eq!(error.position(), 1);
    assert_eq!((error.repairs_total(), error.cost()), (3, Some(2)));
    let epp = |token: lrtable::TIdx<u32>| language.grammar.token_epp(token);
    assert_eq!(
        errors[1].pp(&lexer, &epp),
        "Parsing error at line 1 column 3. Repair sequences found:\n   1: Insert +, Delete @\n   2: Insert *, Delete @\n   3: Delete @, Delete 3"
    );
    assert_eq!(errors[0].pp(&lexer, &epp), "Lexing error at line 1 column 3.");
}

#[test]
fn corchuelo_inserts_at_most_four_tokens_and_deletes_at_most_three() {
    let inserts = |count: usize| Language::new(format!("%% S: 'a' {} 'b';", "'x' ".repeat(count)));
    assert_eq!(
        sequences(&inserts(4), "a b", Variant::Corchuelo),
        ["Insert x, Insert x, Insert x, Insert x"]
    );
    assert!(sequences(&inserts(5), "a b", Variant::Corchuelo).is_empty());
    assert_eq!(sequences(&inserts(5), "a b", RecoveryKind::CPCTPlus).len(), 1);

    let language = Language::new("%% S: 'a' 'b' | 'x' 'x';");
    assert_eq!(
        sequences(&language, "a x x x b", Variant::Corchuelo),
        ["Delete x, Delete x, Delete x"]
    );
    assert!(sequences(&language, "a x x x x b", Variant::Corchuelo).is_empty());
    assert_eq!(sequences(&language, "a x x x x b", RecoveryKind::CPCTPlus).len(), 1);
}

#[test]
fn ranking_looks_250_lexemes_ahead() {
    // After the error come any number of statements, and then a token that only fits after `[`: the
    // first sequence leads further, which shows only if the ranking looks that far.
    let language = Language::new("%% S: '(' B 'x' | '[' B 'y'; B: | B 's'; ");
    for (statements, kept) in [(200, 1), (300, 2)] {
        let mut input = "s ".repeat(statements);
        input.push('y');
        let found = sequences(&language, &input, RecoveryKind::CPCTPlus);
        assert_eq!(found.len(), kept, "{found:?}");
        assert!(found.contains(&"Insert [".to_string()));
    }
}
