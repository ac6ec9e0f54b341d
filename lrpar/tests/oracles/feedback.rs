//! Lexers whose lexemes depend on the parser: what the first pass settles, beside readings that
//! are found by brute force.

mod readers;
mod toy;

use lrpar::{
    LexError, LexParseError, Lexer, ParseError, RTParserBuilder, RecoveryKind,
    recovery::RecoveryOptions,
};
use lrtable::{TIdx, TokenId, random::Random, sentence::Cheapest, sentence::random_derivation};

use self::toy::{Lines, Rule, Toy, rules};
use crate::{
    common::{Language, TestLexeme, ToldLexer, Types, syntax_errors},
    earley::Earley,
};

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

#[test]
fn what_follows_an_error_is_read_by_what_the_parser_can_use() {
    let language = contextual();
    let rules = rules(&language, WORDS, &["GET", ">>"]);
    let mut random = Random::new(6);
    for case in 0..200 {
        let valid: Vec<String> = (0..3)
            .map(|_| {
                let sentence = random_sentence(&language, &mut random);
                written(&sentence, &rules, &["", " "], &mut random)
            })
            .collect();
        let tokens: Vec<Vec<u32>> = valid
            .iter()
            .map(|part| {
                let toy = Toy::new(part, &rules, Lines::Free, 1);
                assert!(language.parser().parse_noaction(&toy).is_empty(), "{part}");
                toy.tokens()
            })
            .collect();
        let broken = valid.join(" ; ");
        for kind in [RecoveryKind::CPCTPlus, RecoveryKind::Restart, RecoveryKind::Panic] {
            let toy = Toy::new(&broken, &rules, Lines::Free, 1 + case % 7);
            let errors = language.parser().recoverer(kind).parse_noaction(&toy);
            // With little between them, two mistakes may be one.
            let mistakes = if tokens[1].len() < 9 { 1..=2 } else { 2..=2 };
            assert!(mistakes.contains(&errors.len()), "{broken}: {errors:?}");
            let stray = [language.token(";").0];
            assert_eq!(toy.tokens(), tokens.join(&stray[..]), "{broken}");
        }
    }
}

#[test]
fn a_lexer_that_was_parsed_is_parsed_again_by_its_lexemes() {
    let language = contextual();
    let rules = rules(&language, WORDS, &["GET", ">>"]);
    let text = "a = a < a < a >> ; o get get ; ; ? a = get >> get ;";
    let toy = Toy::new(text, &rules, Lines::Free, 3);
    let shown = |parser: RTParserBuilder<'_, u32, Types>| {
        let (tree, errors) = parser.parse_syntax_tree(&toy);
        assert_eq!(tree.text(), text);
        format!("{tree:?} {errors:?}")
    };
    let first = shown(language.parser());
    let (reads, tokens) = (toy.reads.get(), toy.tokens());
    assert_eq!(shown(language.parser()), first);
    assert_eq!((toy.reads.get(), toy.tokens()), (reads, tokens));
    // The first lexing error ends a parse that wants that, once it is settled which there are.
    let toy = Toy::new(text, &rules, Lines::Free, 3);
    let options = RecoveryOptions::with(|options| options.end_at_lexing_error = true);
    let errors = language.parser().recovery_options(options).parse_noaction(&toy);
    let [LexParseError::LexError(error)] = &errors[..] else { panic!("{errors:?}") };
    assert_eq!(error.span().start(), text.find('?').unwrap());
    let shifts = toy.tokens().iter().filter(|token| **token == language.token(">>").0).count();
    assert_eq!(shifts, 1);
}

#[test]
fn each_start_symbol_has_its_tokens() {
    let text = "%start A\n%start B\n%%\nA: T; B: E; T: 'a' | 'a' '<' T '>'; E: T | E '>>' T;";
    let language = Language::new(text);
    let words = [("a", "a"), ("<", "<"), (">", ">"), (">>", ">>")];
    let rules = rules(&language, &words, &[">>"]);
    let tokens = |start: usize, text: &str| {
        let toy = Toy::new(text, &rules, Lines::Free, 3);
        let errors = language.parser().start_rule(start).parse_noaction(&toy);
        (errors.len(), toy.tokens().len())
    };
    assert_eq!(tokens(0, "a<a<a>>"), (0, 7));
    assert_eq!(tokens(1, "a<a<a>>"), (0, 7));
    assert_eq!(tokens(1, "a<a>>>a"), (0, 6));
    assert_eq!(tokens(0, "a<a>>>").1, 6);
}

/// Each lexeme of a long right-recursive list is asked for, and each answer takes a chain of
/// reductions; brackets are as deep as a text is long.
#[test]
fn deep_stacks_take_linear_time() {
    let text = "%start S\n%%\nS: L | '[' S ']'; L: 'a' | 'a' L | 'b' | '(' L '>>' | '(' L '>' '>';";
    let language = Language::new(text);
    let words =
        [("a", "a"), ("b", "b"), (">", ">"), (">>", ">>"), ("(", "("), ("[", "["), ("]", "]")];
    let rules = rules(&language, &words, &[">>", "b", "a"]);
    let lists = format!("({}>>", "a".repeat(200_000));
    let nested = format!("{}a{}", "[".repeat(200_000), "]".repeat(199_999));
    for (text, errors) in [(lists, 0), (nested, 1)] {
        for kind in [RecoveryKind::CPCTPlus, RecoveryKind::Restart] {
            let toy = Toy::new(&text, &rules, Lines::Free, 100);
            assert_eq!(language.parser().recoverer(kind).parse_noaction(&toy).len(), errors);
        }
    }
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

/// A language of lines, blocks and calls.
fn indented() -> Language {
    Language::new(
        "%start S
        %avoid_insert 'a'
        %%
        S: | S T;
        T: 'a' '=' E 'NEWLINE' | E 'NEWLINE' | 'if' E ':' 'NEWLINE' 'INDENT' T S 'DEDENT';
        E: P | E '+' P;
        P: 'a' | '1' | P '(' ')' | P '(' L ')' | '(' E ')';
        L: E | L ',' E;",
    )
}

const CALLS: &[(&str, &str)] = &[
    ("a", "a"),
    ("1", "1"),
    ("if", "if"),
    (":", ":"),
    ("=", "="),
    ("+", "+"),
    (",", ","),
    ("(", "("),
    (")", ")"),
];

/// Returns a sentence of lines as text.
fn in_lines(
    language: &Language,
    tokens: &[TokenId],
    rules: &[Rule],
    random: &mut Random,
) -> String {
    let mut text = String::new();
    let mut depth = 0;
    let mut begins = true;
    let [newline, indent, dedent] =
        ["NEWLINE", "INDENT", "DEDENT"].map(|name| language.token(name));
    for token in tokens {
        if *token == indent {
            depth += 1;
        } else if *token == dedent {
            depth -= 1;
        } else if *token == newline {
            text.push('\n');
            begins = true;
        } else {
            if std::mem::take(&mut begins) {
                text.push_str(&"  ".repeat(depth));
            } else if random.one_in(3) {
                text.push(' ');
            }
            text.push_str(rules.iter().find(|rule| rule.token == *token).unwrap().text);
        }
    }
    text
}

#[test]
fn a_missing_bracket_is_one_error() {
    let language = indented();
    let rules = rules(&language, CALLS, &[]);
    let lines = Lines::Indent(["NEWLINE", "INDENT", "DEDENT"].map(|name| language.token(name)));
    let mut random = Random::new(3);
    let (mut mistakes, mut reports, mut plain, mut first) = (0, 0, 0, 0);
    for case in 0..300 {
        let sentence: Vec<TokenId> =
            (0..3).flat_map(|_| random_sentence(&language, &mut random)).collect();
        let text = in_lines(&language, &sentence, &rules, &mut random);
        let toy = Toy::new(&text, &rules, lines, 1 + case % 50);
        let errors = language.parser().parse_noaction(&toy);
        assert!(errors.is_empty(), "{text}{errors:?}");
        assert_eq!(toy.tokens(), sentence.iter().map(|token| token.0).collect::<Vec<u32>>());
        let brackets: Vec<usize> = text.match_indices(')').map(|(at, _)| at).collect();
        if brackets.is_empty() {
            continue;
        }
        let at = *random.choose(&brackets);
        let broken = [&text[..at], &text[at + 1..]].concat();
        let toy = Toy::new(&broken, &rules, lines, 1 + case % 50);
        let restart = language.parser().recoverer(RecoveryKind::Restart);
        let errors = syntax_errors(restart.parse_noaction(&toy));
        mistakes += 1;
        reports += errors.len();
        let inserts = |error: &ParseError<TestLexeme, u32>| {
            error.repairs().first().is_some_and(|repair| language.show(repair).contains("Insert )"))
        };
        first += usize::from(errors.first().is_some_and(inserts));
        // By default lines do not count up to the end.
        let toy = Toy::new(&broken, &rules, lines, 1 + case % 50);
        let lexemes: Vec<TokenId> = toy_by_default(&toy).into_iter().map(TIdx).collect();
        let told = ToldLexer::of_tokens(&lexemes);
        plain += restart.parse_noaction(&told).len();
        // CPCT+ repairs the lexemes as they are by default.
        let errors = syntax_errors(language.parser().parse_noaction(&toy));
        let told = syntax_errors(language.parser().parse_noaction(&told));
        let shown = |errors: &[ParseError<TestLexeme, u32>]| -> Vec<Vec<String>> {
            let all = |error: &ParseError<TestLexeme, u32>| {
                error.repairs().iter().map(|repair| language.show(repair)).collect()
            };
            errors.iter().map(all).collect()
        };
        assert_eq!(shown(&errors), shown(&told), "{broken}");
    }
    assert!(mistakes > 200 && plain > 3 * mistakes, "{mistakes} {plain}");
    assert!(reports * 100 <= mistakes * 102, "{reports} reports of {mistakes} mistakes");
    assert!(first * 10 > mistakes * 7, "{first} of {mistakes}");
}
