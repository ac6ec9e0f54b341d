//! Languages written twice, as plain Yacc and with notation.

use std::time::Instant;

use lrtable::{
    pack::{Arrays, Packed},
    random::Random,
    yacc,
};

use crate::{
    language::{Language, assert_same, file, lines},
    network::Network,
};

/// The bytes of a parser's table.
fn bytes(language: &Language) -> usize {
    fn packed<W>(packed: Packed<'_, W>) -> usize {
        let Packed { states, usual_gotos, actions, gotos, token_sets, rule_sets } = packed;
        let numbers = size_of_val(states)
            + size_of_val(usual_gotos)
            + size_of_val(actions)
            + size_of_val(gotos);
        numbers + token_sets.len() + rule_sets.len()
    }
    match language.table.tables().arrays {
        Arrays::U16(arrays) => packed(arrays),
        Arrays::U32(arrays) => packed(arrays),
    }
}

/// What a grammar costs: its text, and the table with the time to read and to build it.
fn sizes(text: &str, language: &Language) -> String {
    let begun = Instant::now();
    for _ in 0..20 {
        Language::new(text);
    }
    let micros = begun.elapsed().as_micros() / 20;
    let (lines, states) = (lines(text), language.table.state_count());
    let (productions, bytes) = (language.grammar.productions().len(), bytes(language));
    format!("{lines} lines, {productions} productions, {states} states, {bytes} bytes, {micros} µs")
}

#[test]
fn notation_shortens_grammars_and_keeps_their_languages_and_tables() {
    for name in ["javascript", "subset", "sql"] {
        let (plain, short) = (file(&format!("{name}.plain.y")), file(&format!("{name}.y")));
        let (before, after) = (Language::new(&plain), Language::new(&short));
        assert_eq!((before.conflicts, after.conflicts), ((0, 0), (0, 0)), "{name}");
        println!("{name}: {}; {}", sizes(&plain, &before), sizes(&short, &after));
        assert!(lines(&short) * 10 <= lines(&plain) * 7, "{name}");
        let states = (before.table.state_count(), after.table.state_count());
        assert!(states.1 * 100 <= states.0 * 105, "{name}: {states:?} states");

        let mut random = Random::new(31);
        let mut sentences = before.sentences(&mut random, 1_000, 200);
        sentences.extend(after.sentences(&mut random, 1_000, 200));
        let all = before.tokens();
        let parse = |tokens: &[_]| after.parse(tokens);
        let accepted =
            assert_same(&sentences, &all, &mut random, &|tokens| before.parse(tokens), &parse);
        assert!(accepted > 20, "{name}: {accepted} mutants are sentences");
        let read = yacc::read(&short, None);
        let network = Network::new(&read.ast);
        let recognise = |tokens: &[_]| network.recognise(tokens);
        assert_same(&sentences, &all, &mut random, &parse, &recognise);
    }
}
