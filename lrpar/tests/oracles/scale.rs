//! Tests inputs that are deep, long, or full of errors.

use lrpar::{
    RecoveryKind,
    recovery::{RecoveryOptions, Status, experiment::Variant, limits},
};
use lrtable::TokenId;

use crate::common::{Language, Recovery, ToldLexer, syntax_errors};

const DEPTH: usize = 1_000_000;

/// Grammars with nested brackets.
const BRACKETS: [&str; 3] = [
    "%% S: '(' S ')' | 'x';",
    "%% S: S '+' T | T; T: T '*' F | F; F: '(' S ')' | 'x';",
    "%% S: '(' L ')' | 'x' | 'y'; L: | K; K: S | K ',' S;",
];

#[test]
fn a_million_open_brackets_end_within_the_budget_for_every_recoverer() {
    for (nth, text) in BRACKETS.into_iter().enumerate() {
        let language = Language::new(text);
        let lexer = ToldLexer::of_tokens(&vec![language.token("("); DEPTH]);
        let recoverers =
            if nth == 0 { Recovery::all() } else { vec![RecoveryKind::CPCTPlus.into()] };
        for recovery in &recoverers {
            let (tree, errors) = language.recovering(recovery).parse_tree(&lexer);
            let errors = syntax_errors(errors);
            let context = format!("{} on {text}", recovery.name);
            assert_eq!(errors.len(), 1, "{context}");
            assert_eq!(errors[0].position(), DEPTH, "{context}");
            // Work that one error may take, and that the fall-back takes on a stack of this depth.
            let most = limits::ERROR_WORK_MAX + DEPTH as u64 + 10_000;
            let work = errors[0].effort().work;
            assert!(work <= most, "{work} of {most}: {context}");
            match tree {
                None => assert_eq!(recovery.kind, RecoveryKind::None),
                Some(tree) => assert!(tree.node_count() > DEPTH, "{context}"),
            }
        }
    }
}

/// Where nothing is compared, the layout and the runs of the input are not counted.
#[test]
fn nothing_is_learnt_of_a_long_input_whose_error_has_no_repair() {
    let language = Language::new(BRACKETS[0]);
    for len in [20_000, 200_000] {
        let lexer = ToldLexer::of_tokens(&vec![language.token("("); len]);
        let parser = language.parser().recoverer(RecoveryKind::Restart);
        let errors = syntax_errors(parser.parse_tree(&lexer).1);
        assert_eq!((errors.len(), errors[0].status()), (1, Status::Region));
        let work = errors[0].effort().work;
        assert!(work < len as u64 / 10, "{work} for {len} lexemes");
    }
}

#[test]
fn deep_trees_are_made_shown_and_dropped() {
    let language = Language::new("%% S: '(' S ')' | 'x';");
    let [open, x, close] = ["(", "x", ")"].map(|name| language.token(name));
    let mut input = vec![open; DEPTH];
    input.push(x);
    // One bracket is missing, at the deepest place.
    input.extend(vec![close; DEPTH - 1]);
    let lexer = ToldLexer::of_tokens(&input);
    let (tree, errors) = language.parser().parse_tree(&lexer);
    let errors = syntax_errors(errors);
    assert_eq!(language.show(&errors[0].repairs()[0]), "Insert )");
    let tree = tree.unwrap();
    assert_eq!(tree.preorder().map(|(depth, _)| depth).max(), Some(DEPTH + 1));
    drop(tree.into_node::<u32>());
    let (node, _) = language.parser().parse_generictree(&lexer);
    assert!(node.is_some());
}

#[test]
fn an_error_below_a_deep_stack_costs_what_it_costs_at_the_top() {
    let language = Language::new("%% S: '(' S ')' | 'x';");
    let [open, x, close] = ["(", "x", ")"].map(|name| language.token(name));
    let effort = |depth: usize| {
        let mut input = vec![open; depth];
        input.extend([x, x]);
        input.extend(vec![close; depth]);
        let errors = language.parser().parse_noaction(&ToldLexer::of_tokens(&input));
        syntax_errors(errors)[0].effort()
    };
    let (shallow, deep) = (effort(1_000), effort(DEPTH));
    assert_eq!((shallow.work, shallow.configurations), (deep.work, deep.configurations));
}

/// Returns the work of recovery from `count` errors.
fn work(language: &Language, one: &[TokenId], count: usize, recovery: &Recovery) -> u64 {
    let input = one.repeat(count);
    let parser = language.recovering(recovery);
    let (tree, errors) = parser.parse_tree(&ToldLexer::of_tokens(&input));
    assert!(tree.is_some());
    let errors = syntax_errors(errors);
    assert_eq!(errors.len(), count, "{}", recovery.name);
    errors.iter().map(|error| error.effort().work).sum()
}

#[test]
fn the_work_for_many_errors_is_proportional_to_their_number() {
    let language = Language::new("%% L: | L S; S: 'a' 'b' 'c' 'd' ';';");
    let one = language.tokens("a b d ;");
    let recoverers: [Recovery; 5] = [
        RecoveryKind::CPCTPlus.into(),
        RecoveryKind::Restart.into(),
        RecoveryKind::Panic.into(),
        Variant::Plain.into(),
        Variant::Corchuelo.into(),
    ];
    for recovery in &recoverers {
        let work = |count: usize| work(&language, &one, count, recovery);
        let (few, many) = (work(10_000), work(100_000));
        assert!(many <= 11 * few, "{}: {few} for 10,000 and {many} for 100,000", recovery.name);
    }
}

#[test]
fn errors_that_each_spend_their_whole_budget_stay_proportional() {
    // No error is ever repaired within one unit of work.
    let language = Language::new("%% L: | L S; S: 'a' 'b' 'c' 'd' ';';");
    let one = language.tokens("a b d ; a b c d ; a b c d ;");
    let options = RecoveryOptions::with(|options| options.budget.work = Some(1));
    let count = |count: usize| {
        let input = one.repeat(count);
        let parser = language.parser().recovery_options(options.clone());
        let errors = syntax_errors(parser.parse_noaction(&ToldLexer::of_tokens(&input)));
        assert!(
            errors.len() >= count / 2 && errors.iter().all(|error| error.status() == Status::Panic)
        );
        errors.iter().map(|error| error.effort().work).sum::<u64>()
    };
    let (few, many) = (count(10_000), count(100_000));
    assert!(many <= 11 * few.max(1), "{few} and {many}");
}

#[test]
fn repairs_that_cost_dozens_of_edits_are_found_where_no_two_lexemes_may_stand_together() {
    let language = Language::new(BRACKETS[1]);
    let [x, times] = ["x", "*"].map(|name| language.token(name));
    let found = |operators: usize| {
        let mut input = vec![x];
        input.extend(vec![times; operators]);
        input.push(x);
        let lexer = ToldLexer::of_tokens(&input);
        let errors = syntax_errors(language.parser().parse_tree(&lexer).1);
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].status(), Status::Complete);
        (errors[0].cost().unwrap(), errors[0].effort().configurations)
    };
    // Between two operators something is missing, or one of them is surplus: each of them but one
    // costs an edit.
    let [(few, short), (many, long)] = [60, 120].map(found);
    assert_eq!((few, many), (59, 119));
    assert!(long < 5 * short, "{short} configurations, then {long}");
    assert!(long < 20_000, "{long} configurations");
}
