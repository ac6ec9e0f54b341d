//! Conflicts in Bison's order: precedence first, then what is left by default.

use lrtable::{
    ProdId,
    conflict::{Conflicts, Decision, StateGraph},
    construct::Construction,
    grammar::Grammar,
    statetable::{Action, StateTable, build},
};

use crate::{automaton::reductions, random_grammar::read};

fn built(text: &str) -> (Grammar, StateGraph, StateTable) {
    let grammar = read(text);
    let (resolved, table) = build(&grammar, Construction::Lalr);
    (grammar, resolved, table)
}

fn counts(conflicts: &Conflicts) -> (usize, usize) {
    (conflicts.shift_reduce.len(), conflicts.reduce_reduce.len())
}

/// The productions that the words of `input` are parsed by, in the order of the reductions; `None`
/// if it is no sentence.
fn parse(grammar: &Grammar, table: &StateTable, input: &str) -> Option<Vec<ProdId>> {
    let tokens: Vec<_> =
        input.split_whitespace().map(|word| grammar.token_named(word).unwrap()).collect();
    reductions(grammar, table, &tokens)
}

#[test]
fn without_precedence_a_shift_wins_and_then_the_earlier_production() {
    let (grammar, resolved, table) = built("%% S: 'i' S | 'i' S 'e' S | 'x';");
    assert_eq!(counts(&resolved.conflicts), (1, 0));
    // The inner `i` takes the `e`.
    let inner_first = parse(&grammar, &table, "i i x e x").unwrap();
    assert_eq!(inner_first.last(), Some(&ProdId::new(1)));

    let (grammar, resolved, table) = built("%% S: A | B; A: 'x'; B: 'x';");
    assert_eq!(counts(&resolved.conflicts), (0, 1));
    let conflict = resolved.conflicts.reduce_reduce[0];
    assert_eq!(grammar.show_production(conflict.kept, None), "A: \"x\"");
    assert_eq!(grammar.show_production(conflict.dropped, None), "B: \"x\"");
    assert_eq!(parse(&grammar, &table, "x").unwrap()[0], conflict.kept);
}

#[test]
fn a_conflict_is_counted_for_each_state_and_token_as_bison_counts() {
    // Bison 3.8.2: 4 shift/reduce conflicts.
    let (_, resolved, _) = built("%% E: E '+' E | E '*' E | 'n';");
    assert_eq!(counts(&resolved.conflicts), (4, 0));
    // Three productions by one token: two conflicts.
    let (_, resolved, _) = built("%% S: A | B | C; A: 'x'; B: 'x'; C: 'x';");
    assert_eq!(counts(&resolved.conflicts), (0, 2));
    // With the token shifted as well: one shift/reduce conflict, and a reduce/reduce conflict
    // between the two productions.
    let (_, resolved, _) = built("%% S: A 'y' | B 'y' | 'x' 'y'; A: 'x'; B: 'x';");
    assert_eq!(counts(&resolved.conflicts), (1, 1));
}

#[test]
fn precedence_decides_before_reductions_are_compared() {
    // After `x`, with `y` next: shift, reduce A or reduce B. The precedence of B's production makes
    // it a reduction by B: the shift is gone. Then A, as the earlier, wins over B. Comparing A and
    // B first would drop B, leave the shift against A, which has no precedence, and shift.
    let text = "%left 'y'\n%left HIGH\n%% S: A 'y' 'p' | B 'y' 'q' | 'x' 'y' 'r'; A: 'x'; B: 'x' %prec HIGH;";
    let (grammar, resolved, table) = built(text);
    assert_eq!(counts(&resolved.conflicts), (0, 1));
    assert!(parse(&grammar, &table, "x y p").is_some());
    assert!(parse(&grammar, &table, "x y r").is_none());
    assert!(parse(&grammar, &table, "x y q").is_none());
}

#[test]
fn a_reduction_that_precedence_removed_is_in_no_conflict() {
    // Both reductions lose to the shift: there is nothing left to be in conflict, where comparing
    // them first reports one.
    let text =
        "%left LOW\n%left 'y'\n%% S: A 'y' | B 'y' | 'x' 'y'; A: 'x' %prec LOW; B: 'x' %prec LOW;";
    let (grammar, resolved, table) = built(text);
    assert_eq!(counts(&resolved.conflicts), (0, 0));
    assert_eq!(parse(&grammar, &table, "x y").unwrap().len(), 1);
    assert!(resolved.resolutions.iter().all(|resolution| resolution.decision == Decision::Shift));
    assert_eq!(resolved.resolutions.len(), 2);
}

#[test]
fn nonassociative_operators_do_not_chain() {
    let (grammar, resolved, table) =
        built("%nonassoc '<' '>'\n%left '+'\n%% E: E '<' E | E '>' E | E '+' E | 'n';");
    assert_eq!(counts(&resolved.conflicts), (0, 0));
    assert!(parse(&grammar, &table, "n < n + n").is_some());
    assert!(parse(&grammar, &table, "n < n < n").is_none());
    assert!(parse(&grammar, &table, "n < n + n > n").is_none());
    let errors =
        resolved.resolutions.iter().filter(|resolution| resolution.decision == Decision::Error);
    assert_eq!(errors.count(), 4);
}

#[test]
fn plain_precedence_decides_between_levels_and_not_within_one() {
    let (grammar, resolved, table) =
        built("%precedence '+'\n%precedence '*'\n%% E: E '+' E | E '*' E | 'n';");
    // `n + n . +` and `n * n . *` are left to the default, a shift.
    assert_eq!(counts(&resolved.conflicts), (2, 0));
    let plus =
        grammar.prod_ids().find(|prod| grammar.show_production(*prod, None).contains('+')).unwrap();
    assert_eq!(parse(&grammar, &table, "n * n + n").unwrap().last(), Some(&plus));
    assert_eq!(parse(&grammar, &table, "n + n * n").unwrap().last(), Some(&plus));
}

#[test]
fn states_that_precedence_cuts_off_are_gone_with_their_conflicts() {
    // After `a`, `b` is never shifted: what would follow it, a conflict included, cannot happen.
    let text = "%left 'b'\n%left HIGH\n%% S: A 'b' 'c' | 'a' 'b' T; A: 'a' %prec HIGH; T: U | V; U: 'c'; V: 'c';";
    let (_, resolved, table) = built(text);
    assert_eq!(counts(&resolved.conflicts), (0, 0));
    let reached = resolved.states().len();
    assert_eq!(table.state_count(), reached);
    let whole = Construction::Lalr.build(&read(text)).states().len();
    assert!(reached < whole, "{reached} of {whole}");
}

#[test]
fn expected_numbers_of_conflicts_are_what_the_file_says() {
    let grammar = read("%expect 1\n%expect-rr 2\n%% S: 'i' S | 'i' S 'e' S | 'x';");
    let declarations = grammar.declarations();
    assert_eq!(declarations.expect.map(|(count, _)| count), Some(1));
    assert_eq!(declarations.expect_rr.map(|(count, _)| count), Some(2));
}

#[test]
fn every_state_does_one_thing_with_a_token() {
    let (grammar, resolved, table) = built("%% S: S S | 'a' | | A; A: 'a' A | 'a';");
    for id in resolved.state_ids() {
        for token in grammar.token_ids() {
            let state = resolved.state(id);
            let reductions =
                state.reductions.iter().filter(|(_, lookahead)| lookahead.contains(token));
            let shifts =
                state.edges.iter().filter(|(s, _)| *s == lrtable::grammar::Symbol::Token(token));
            let (reductions, shifts) = (reductions.count(), shifts.count());
            assert!(reductions + shifts <= 1);
            assert_eq!(reductions + shifts == 0, table.action(id, token) == Action::Error);
        }
    }
}
