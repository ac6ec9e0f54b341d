//! Tables accept what an Earley recogniser accepts, and refuse a token exactly where no sentence
//! goes on with it.

use lrtable::{
    StateId, TokenId, construct::Construction, grammar::Grammar, random::Random,
    statetable::StateTable, statetable::build,
};

use crate::{
    automaton::{Fate, feed},
    earley::Earley,
    random_grammar::{Sizes, conflict_free, read},
};

const SIZES: Sizes = Sizes { rules: 4, tokens: 3, alternatives: 3, symbols: 3 };

/// Compares on all viable prefixes of at most `left` more tokens; returns the number of sentences
/// among them.
fn compare(
    grammar: &Grammar,
    table: &StateTable,
    stack: &[StateId],
    earley: &mut Earley<'_>,
    prefix: &mut Vec<TokenId>,
    left: usize,
    text: &str,
) -> usize {
    let fate = |token: TokenId| {
        let mut stack = stack.to_vec();
        let fate = feed(grammar, table, &mut stack, token, &mut Vec::new());
        (fate, stack)
    };
    let is_sentence = earley.accepts();
    assert_eq!(
        fate(grammar.eof()).0 == Fate::Accepted,
        is_sentence,
        "{prefix:?} as a sentence of\n{text}"
    );
    let mut sentences = usize::from(is_sentence);
    if left == 0 {
        return sentences;
    }
    for token in grammar.token_ids().filter(|token| *token != grammar.eof()) {
        let (fate, stack) = fate(token);
        let viable = earley.push(token);
        assert_eq!(fate == Fate::Shifted, viable, "{token:?} after {prefix:?} in\n{text}");
        if viable {
            prefix.push(token);
            sentences += compare(grammar, table, &stack, earley, prefix, left - 1, text);
            prefix.pop();
            earley.pop();
        }
    }
    sentences
}

fn compare_all(grammar: &Grammar, construction: Construction, length: usize, text: &str) -> usize {
    let (_, table) = build(grammar, construction);
    let mut earley = Earley::new(grammar, grammar.starts()[0]);
    let start = [table.start_state()];
    compare(grammar, &table, &start, &mut earley, &mut Vec::new(), length, text)
}

#[test]
fn tables_of_random_grammars_accept_what_a_recogniser_accepts() {
    let mut random = Random::new(3);
    let mut sentences = 0;
    for _ in 0..4000 {
        let (text, grammar) = conflict_free(&mut random, SIZES);
        sentences += compare_all(&grammar, Construction::Pager, 6, &text);
    }
    assert!(sentences > 4000, "the grammars have only {sentences} short sentences");
}

#[test]
fn tables_of_textbook_grammars_accept_what_a_recogniser_accepts() {
    // Not LALR(1), not LL(k), with nullable prefixes, with both recursions.
    for text in [
        "%% S: 'a' A 'd' | 'b' B 'd' | 'a' B 'e' | 'b' A 'e'; A: 'c'; B: 'c';",
        "%% S: S 'a' | ; ",
        "%% S: L '=' R | R; L: '*' R | 'i'; R: L;",
        "%% S: A B C; A: 'a' A | ; B: 'b' B | ; C: 'c' C | ;",
        "%% E: E '+' T | T; T: T '*' F | F; F: '(' E ')' | 'i';",
        "%% S: '(' S ')' S | ;",
    ] {
        let grammar = read(text);
        for construction in [Construction::Pager, Construction::Canonical] {
            assert!(compare_all(&grammar, construction, 7, text) > 0);
        }
    }
}
