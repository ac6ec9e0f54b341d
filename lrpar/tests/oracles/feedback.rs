//! Lexers whose lexemes depend on the parser: what the first pass settles, beside readings that
//! are found by brute force.

mod toy;

use lrpar::{Lexer, RecoveryKind};
use lrtable::{TokenId, random::Random, sentence::Cheapest, sentence::random_derivation};

use self::toy::{Lines, Rule, Toy, rules};
use crate::{common::Language, earley::Earley};

/// A language with generic types and shifts, and a word that is a keyword in one place.
fn contextual() -> Language {
    Language::new(
        "%start S
        %%
        S: | S T;
        T: 'ID' '=' E ';' | 'o' 'GET' 'ID' ';' | '{' S '}';
        E: P | E '>>' P | E '>' P;
        P: 'ID' | 'ID' '<' L '>' | '(' E ')';
        L: P | L ',' P;",
    )
}

const WORDS: &[(&str, &str)] = &[
    ("get", "GET"),
    ("get", "ID"),
    ("a", "ID"),
    ("o", "o"),
    ("=", "="),
    (";", ";"),
    ("{", "{"),
    ("}", "}"),
    (">", ">"),
    (">>", ">>"),
    ("<", "<"),
    (",", ","),
    ("(", "("),
    (")", ")"),
];

/// Returns a sentence as text: a word for each token, with white space here and there.
fn written(tokens: &[TokenId], rules: &[Rule], blanks: &[&str], random: &mut Random) -> String {
    let mut text = String::new();
    for token in tokens {
        let words: Vec<&Rule> = rules.iter().filter(|rule| rule.token == *token).collect();
        let is_word = |text: &str| text.chars().next_back().is_some_and(char::is_alphabetic);
        let word = if words.is_empty() { "" } else { random.choose(&words).text };
        if is_word(&text) && is_word(word) {
            text.push(' ');
        }
        text.push_str(word);
        text.push_str(random.choose::<&str>(blanks));
    }
    text
}

/// Returns a sentence of a language in which one after another is one.
fn random_sentence(language: &Language, random: &mut Random) -> Vec<TokenId> {
    let cheapest = Cheapest::new(&language.grammar, |_| 1);
    let mut sentence = || random_derivation(&cheapest, 0, 30, random).unwrap().tokens;
    [sentence(), sentence(), sentence()].concat()
}

/// Returns the readings of `text` in which each rule by context counts or does not at each place,
/// and that are sentences: first those in which longer lexemes, and earlier rules, come first.
fn readings(language: &Language, rules: &[Rule], text: &str) -> Vec<Vec<u32>> {
    fn go(
        earley: &mut Earley<'_>,
        rules: &[Rule],
        rest: &str,
        read: &mut Vec<u32>,
        found: &mut Vec<Vec<u32>>,
    ) {
        let rest = rest.trim_start();
        if rest.is_empty() {
            if earley.accepts() {
                found.push(read.clone());
            }
            return;
        }
        let mut fitting: Vec<&Rule> =
            rules.iter().filter(|rule| rest.starts_with(rule.text)).collect();
        fitting.sort_by_key(|rule| std::cmp::Reverse(rule.text.len()));
        for rule in fitting {
            if earley.push(rule.token) {
                read.push(rule.token.0);
                go(earley, rules, &rest[rule.text.len()..], read, found);
                read.pop();
                earley.pop();
            }
            if !rule.by_context {
                break;
            }
        }
    }
    let start = language.grammar.starts()[0];
    let mut earley = Earley::new(&language.grammar, start);
    let mut found = Vec::new();
    go(&mut earley, rules, text, &mut Vec::new(), &mut found);
    found
}

#[test]
fn tokens_by_context_are_those_of_a_reading_that_is_a_sentence() {
    let language = contextual();
    let rules = rules(&language, WORDS, &["GET", ">>"]);
    let mut random = Random::new(1);
    let mut several = 0;
    for case in 0..400 {
        let sentence = random_sentence(&language, &mut random);
        let text = written(&sentence, &rules, &["", "", " ", "\n"], &mut random);
        let readings = readings(&language, &rules, &text);
        let toy = Toy::new(&text, &rules, Lines::Free, 1 + case % 7);
        let errors = language.parser().parse_noaction(&toy);
        let first = readings.first().expect("it was written as one");
        assert!(errors.is_empty(), "{text}: {errors:?}");
        assert_eq!(&toy.tokens(), first, "{text}");
        let longest = toy_by_default(&toy);
        several += usize::from(&longest != first);
    }
    assert!(several > 50, "{several}");
}

/// Returns the tokens of a text if every rule counts.
fn toy_by_default(toy: &Toy<'_>) -> Vec<u32> {
    let toy = Toy::new(toy.text, toy.rules, toy.lines, 1);
    toy.iter().map(|lexeme| lexeme.map_or(u32::MAX, |lexeme| lexeme.token)).collect()
}

/// A language with statements that end with `;` or a line.
fn assuming() -> Language {
    Language::new(
        "%start S
        %%
        S: | S T;
        T: E End | 'do' T 'while' '(' E ')' End | 'for' '(' E ';' E ')' T | '{' S '}' | ';'
         | 'return' End | 'return' E End;
        End: ';' | 'AUTO';
        E: P | E '+' P | E '=' P;
        P: 'a' | '(' E ')' | P '(' E ')';",
    )
}

const STATEMENTS: &[(&str, &str)] = &[
    ("a", "a"),
    (";", ";"),
    ("do", "do"),
    ("while", "while"),
    ("for", "for"),
    ("return", "return"),
    ("{", "{"),
    ("}", "}"),
    ("+", "+"),
    ("=", "="),
    ("(", "("),
    (")", ")"),
];

/// Returns the tokens of a text by ECMAScript's rules, up to an error, and whether there is none.
fn by_the_rules(
    language: &Language,
    rules: &[Rule],
    auto: TokenId,
    text: &str,
) -> (Vec<u32>, bool) {
    let start = language.grammar.starts()[0];
    let mut earley = Earley::new(&language.grammar, start);
    let mut read = Vec::new();
    let mut rest = text;
    loop {
        let after = rest.trim_start();
        let is_new_line = rest[..rest.len() - after.len()].contains('\n');
        if after.is_empty() {
            if !earley.accepts() && earley.push(auto) {
                read.push(auto.0);
            }
            return (read, earley.accepts());
        }
        let fitting = rules.iter().filter(|rule| after.starts_with(rule.text));
        let rule = fitting.max_by_key(|rule| rule.text.len()).unwrap();
        if !earley.push(rule.token) {
            let may = is_new_line || rule.text == "}";
            if !may || !earley.push(auto) {
                return (read, false);
            }
            read.push(auto.0);
            if !earley.push(rule.token) {
                return (read, false);
            }
        }
        read.push(rule.token.0);
        rest = &after[rule.text.len()..];
    }
}

#[test]
fn tokens_are_assumed_by_the_rules_of_ecmascript() {
    let language = assuming();
    let rules = rules(&language, STATEMENTS, &[]);
    let auto = language.token("AUTO");
    let mut random = Random::new(2);
    let (mut valid, mut wrong, mut assumed) = (0, 0, 0);
    for case in 0..1_500 {
        let mut sentence = random_sentence(&language, &mut random);
        if random.one_in(2) && !sentence.is_empty() {
            sentence.remove(random.below(sentence.len()));
        }
        // Some of the tokens without text stand where lines end.
        let blanks = [&["", " ", " "][..], &["", " ", "\n"], &["\n"]][random.below(3)];
        let text = written(&sentence, &rules, blanks, &mut random);
        let (expected, is_valid) = by_the_rules(&language, &rules, auto, &text);
        let toy = Toy::new(&text, &rules, Lines::Assume(auto), 1 + case % 7);
        let kind = RecoveryKind::ALL[case % RecoveryKind::ALL.len()];
        let errors = language.parser().recoverer(kind).parse_noaction(&toy);
        assert_eq!(errors.is_empty(), is_valid, "{text}: {expected:?} {:?}", toy.tokens());
        let settled = toy.tokens();
        match is_valid {
            true => assert_eq!(settled, expected, "{text}"),
            // Repairs before the error read again from there on.
            false if kind == RecoveryKind::CPCTPlus => {
                assert_eq!(settled[..expected.len()], expected, "{text}");
            }
            false => {}
        }
        valid += usize::from(is_valid);
        wrong += usize::from(!is_valid);
        assumed += usize::from(is_valid && expected.contains(&auto.0));
    }
    assert!(valid > 300 && wrong > 300 && assumed > 100, "{valid} {wrong} {assumed}");
}
