//! Tests that a parse ends with a tree, and that its errors' status is true, whatever the budget.

use lrpar::{
    RecoveryKind,
    recovery::{
        Budget, Limit, RecoveryOptions, Status, Stop,
        experiment::{Experiment, Variant},
    },
};
use lrtable::random::Random;

use crate::{
    common::{Language, Recovery, ToldLexer, syntax_errors},
    random_grammar::{self, Sizes},
    replay::Run,
};

const SIZES: Sizes = Sizes { rules: 5, tokens: 4, alternatives: 3, symbols: 5 };

#[test]
fn small_budgets_end_with_a_tree_and_an_honest_status() {
    let mut random = Random::new(1);
    let mut statuses = [0; 3];
    for _ in 0..500 {
        let (text, grammar) = random_grammar::conflict_free(&mut random, SIZES);
        let language = Language::from_grammar(text, grammar);
        let input = language.broken_input(&mut random, 12);
        let lexer = ToldLexer::of_tokens(&input);
        let parse = |budget: Budget| {
            let parser = language
                .parser()
                .recovery_options(RecoveryOptions::with(|options| options.budget = budget));
            let (tree, errors) = parser.parse_tree(&lexer);
            assert!(tree.is_some(), "{budget:?} on {input:?} and\n{}", language.text);
            syntax_errors(errors)
        };
        let full = parse(Budget { work: Some(200_000), ..Budget::default() });
        if full.iter().any(|error| error.status() != Status::Complete) {
            continue;
        }
        let works = [0, 1, 10, 100].map(|work| (Some(work), usize::MAX));
        let memories = [0, 100, 1000].map(|bytes| (None, bytes));
        for (work, memory) in works.into_iter().chain(memories) {
            let budget = Budget { work, memory, time: None };
            let errors = parse(budget);
            assert_eq!(errors.is_empty(), full.is_empty());
            // Later errors come after other repairs.
            let (Some(error), Some(best)) = (errors.first(), full.first()) else {
                continue;
            };
            assert_eq!(error.position(), best.position());
            assert_eq!(error.expected(), best.expected());
            let context = format!("{budget:?} on {input:?} and\n{}", language.text);
            match error.status() {
                Status::Complete => {
                    statuses[0] += 1;
                    assert_eq!(error.repairs(), best.repairs(), "{context}");
                    assert_eq!(error.cost(), best.cost(), "{context}");
                }
                Status::Unproven => {
                    statuses[1] += 1;
                    assert!(error.cost() >= best.cost(), "{context}");
                    assert!(!error.repairs().is_empty(), "{context}");
                    let mut run = Run::new(&language, &input);
                    run.go_to(error);
                    run.check(error, &context);
                }
                Status::Panic => {
                    statuses[2] += 1;
                    assert!(error.repairs().is_empty(), "{context}");
                    assert_eq!((error.cost(), error.repairs_total()), (None, 0), "{context}");
                }
                Status::Region => panic!("repairs may cost what they cost: {context}"),
                _ => panic!("there is a fall-back: {context}"),
            }
            assert!(work != Some(0) || error.status() == Status::Panic, "{context}");
        }
    }
    println!("complete, unproven, panic: {statuses:?}");
    assert!(statuses[0] > 100 && statuses[2] > 100, "{statuses:?}");
}

/// With a fall-back an error may spend a share of the budget; without, all of it, and a result that
/// is not proven ends the parse.
#[test]
fn without_the_fall_back_one_error_may_spend_everything_and_must_prove_what_it_finds() {
    let language = Language::new("%% S: '(' S ')' | 'x' | 'y' S;");
    let input = language.tokens("( ( ( ( ( ( ( ( (");
    let found = |work: Option<u64>, fall_back: bool| {
        let mut recovery =
            Recovery::from(Variant::Plain).with(|options| options.budget.work = work);
        recovery.experiment.fall_back = fall_back;
        let parser = language.recovering(&recovery);
        let (tree, errors) = parser.parse_tree(&ToldLexer::of_tokens(&input));
        let errors = syntax_errors(errors);
        (tree.is_some(), errors[0].status(), errors[0].effort().work)
    };
    let (_, status, work) = found(None, true);
    assert_eq!(status, Status::Complete);
    let enough = work + 10;
    assert_eq!(found(Some(enough), false), (true, Status::Complete, work));
    assert_ne!(found(Some(enough), true).1, Status::Complete);
    for less in (0..work).rev().step_by(61) {
        let (tree, status, _) = found(Some(less), false);
        assert!(tree == (status == Status::Complete), "{less}: {status:?}");
    }
    assert!(!found(Some(work / 2), false).0);
}

#[test]
fn without_the_fall_back_parsing_ends_where_recovery_fails() {
    let language = Language::new("%% S: '(' S ')' | 'x';");
    let input = language.tokens("( ( (");
    let options = RecoveryOptions::with(|options| options.budget.work = Some(0));
    let experiment = Experiment { fall_back: false, ..Experiment::NONE };
    let parser = language.parser().recovery_options(options).experiment(experiment);
    let (tree, errors) = parser.parse_tree(&ToldLexer::of_tokens(&input));
    assert!(tree.is_none());
    let errors = syntax_errors(errors);
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].status(), Status::None);
    assert_eq!(errors[0].resumed_at(), None);
}

#[test]
fn a_parse_that_is_to_stop_looks_for_no_repairs() {
    let language = Language::new("%% S: | S 'a' ';';");
    let input = language.tokens(&"a ; a a ; ".repeat(20));
    for recovery in Recovery::all() {
        let recovery = recovery.with(|options| options.stop = Some(Stop::new(|| true)));
        let (tree, errors) =
            language.recovering(&recovery).parse_tree(&ToldLexer::of_tokens(&input));
        let name = recovery.name;
        assert!(tree.is_some() || recovery.kind == RecoveryKind::None, "{name}");
        let errors = syntax_errors(errors);
        assert!(errors.len() == 1 && errors[0].cost().is_none(), "{name}: {errors:?}");
        assert!(tree.is_none() || errors[0].limit() == Some(Limit::Stop), "{name}");
    }
}
