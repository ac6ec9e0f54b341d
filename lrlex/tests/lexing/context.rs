//! Tokens by context, and texts that are read as a parser goes: readers with a scripted parser.
//!
//! The oracle of conditional matching runs every rule's regex by the `regex` crate at every place.
//! Going back is compared with reading anew from the start.

use std::collections::HashMap;

use lrlex::{DefaultLexeme, DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef};
use lrpar::{Lexeme, Lexer, Reader};
use lrtable::random::Random;
use regex::Regex;

type Types = DefaultLexerTypes;
type Def = LRNonStreamingLexerDef<Types>;

/// A lexeme: its token, `None` for an error, and where it begins and ends.
type Found = (Option<u32>, usize, usize);

fn definition(source: &str) -> Def {
    Def::from_str(source).unwrap_or_else(|errors| panic!("{errors:?} in\n{source}"))
}

fn found(lexeme: &DefaultLexeme) -> Found {
    let id = Some(lexeme.tok_id()).filter(|id| *id != u32::MAX);
    (id, lexeme.span().start(), lexeme.span().end())
}

/// An arbitrary but fixed answer.
fn answer(script: u64, index: usize, token: u32) -> bool {
    let mixed = (script ^ (index as u64).rotate_left(32) ^ u64::from(token))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 62 > 0
}

/// Reads up to `most` lexemes as a parser that accepts by a script, and that cannot go on at some.
/// Returns whether there is more.
fn drive(reader: &mut dyn Reader<Types>, script: u64, at: &mut usize, most: usize) -> bool {
    let is_stuck = |reader: &dyn Reader<Types>, at: usize| {
        let next = reader.lexemes().get(at - reader.first());
        let start = next.map_or(0, |next| next.span().start());
        !answer(script ^ 0xabcd, at, start as u32)
    };
    loop {
        while *at < reader.first() + reader.lexemes().len() {
            if *at >= most {
                return true;
            }
            if is_stuck(reader, *at) {
                let index = *at;
                reader.assume(index, &mut |token| answer(script, index, token));
            }
            *at += 1;
        }
        let index = *at;
        if !reader.read(&mut |token| answer(script, index, token)) {
            // The end of the text may be where the parser cannot go on.
            if is_stuck(reader, index)
                && reader.assume(index, &mut |token| answer(script, index, token))
            {
                continue;
            }
            return false;
        }
    }
}

/// What is read of a text from its start.
fn read(definition: &Def, text: &str, script: u64) -> Vec<Found> {
    let lexer = definition.lexer(text);
    let mut reader = lexer.reader().expect("the parser decides");
    drive(&mut *reader, script, &mut 0, usize::MAX);
    let read: Vec<Found> = reader.lexemes().iter().map(found).collect();
    reader.finish();
    let settled: Vec<Found> = lexer
        .iter()
        .map(|one| match one {
            Ok(lexeme) => found(&lexeme),
            Err(error) => {
                let span = lrpar::LexError::span(&error);
                (None, span.start(), span.end())
            }
        })
        .collect();
    assert_eq!(settled, read, "{text:?}");
    let mut again = lexer.reader().expect("each parse reads");
    drive(&mut *again, script, &mut 0, usize::MAX);
    assert!(again.lexemes().iter().map(found).eq(read.iter().copied()), "{text:?}");
    read
}

const REGEXES: [&str; 14] =
    ["a", "b", "ab", "a+", "b+", "[ab]", "(ab)+", "ab?", "a*b", "[^ a]", "b.", " ", "é", "a|abb"];

/// The lexemes of a text by the regexes of the rules.
fn by_regex(rules: &[(usize, Option<u32>, bool)], text: &str, script: u64) -> Vec<Found> {
    let regexes: Vec<Regex> = (rules.iter())
        .map(|(regex, ..)| Regex::new(&format!("\\A(?s:{})", REGEXES[*regex])).unwrap())
        .collect();
    let mut all: Vec<Found> = Vec::new();
    let mut garbage = None;
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let mut matches: Vec<(usize, usize)> = regexes
            .iter()
            .enumerate()
            .filter_map(|(rule, regex)| Some((regex.find(&text[at..])?.end(), rule)))
            .filter(|(len, _)| *len > 0)
            .collect();
        matches.sort_by_key(|(len, rule)| (std::cmp::Reverse(*len), *rule));
        let index = all.len() + usize::from(garbage.is_some());
        let counts = |(_, rule): &&(usize, usize)| match rules[*rule] {
            (_, Some(token), true) => answer(script, index, token),
            _ => true,
        };
        let Some((len, rule)) = matches.iter().find(counts).or(matches.first()) else {
            garbage.get_or_insert(at);
            at += next.len_utf8();
            continue;
        };
        all.extend(garbage.take().map(|start| (None, start, at)));
        all.extend(rules[*rule].1.map(|token| (Some(token), at, at + len)));
        at += len;
    }
    all.extend(garbage.map(|start| (None, start, at)));
    all
}

#[test]
fn conditional_rules_match_as_by_regexes_at_each_place() {
    let mut random = Random::new(0x5851_f42d_4c95_7f2d);
    let (mut lexemes, mut dependent) = (0, 0);
    for _ in 0..1_500 {
        let count = 2 + random.below(6);
        // The regex, the token, whether it depends on the parser.
        let mut rules: Vec<(usize, Option<u32>, bool)> = (0..count as u32)
            .map(|rule| {
                let is_named = random.below(5) > 0;
                let regex = random.below(REGEXES.len());
                (regex, is_named.then_some(rule), is_named && random.below(2) == 0)
            })
            .collect();
        rules[0] = (rules[0].0, Some(0), true);
        let names: String = rules
            .iter()
            .filter(|rule| rule.2)
            .map(|rule| format!(" T{}", rule.1.unwrap()))
            .collect();
        let mut source = format!("%context{names}\n%%\n");
        for (regex, token, _) in &rules {
            let name = token.map_or(";".to_owned(), |token| format!("'T{token}'"));
            source.push_str(&format!("{} {name}\n", REGEXES[*regex].replace(' ', "[ ]")));
        }
        let definition = definition(&source);
        for _ in 0..10 {
            let text: String = (0..random.below(12))
                .map(|_| *random.choose(&["a", "b", "a", "b", " ", "é", "x"]))
                .collect();
            let script = random.below(usize::MAX) as u64;
            let expected = by_regex(&rules, &text, script);
            assert_eq!(
                read(&definition, &text, script),
                expected,
                "{text:?} by {script} with\n{source}"
            );
            let all = by_regex(
                &rules.iter().map(|rule| (rule.0, rule.1, false)).collect::<Vec<_>>(),
                &text,
                0,
            );
            let lexer = definition.lexer(&text);
            let without: Vec<Option<u32>> =
                lexer.iter().map(|one| one.ok().map(|lexeme| lexeme.tok_id())).collect();
            assert_eq!(
                without,
                all.iter().map(|one| one.0).collect::<Vec<_>>(),
                "{text:?} without a parser"
            );
            lexemes += expected.len();
            dependent += usize::from(all != expected);
        }
    }
    assert!(lexemes > 40_000 && dependent > 2_000, "{lexemes} lexemes, {dependent} depend");
}

/// Lexers with all that readers know, and pieces of texts for them.
const LEXERS: [(&str, &str); 5] = [
    (
        "%context REGEX get '>>'\n%%\n/[^/\\n]+/ 'REGEX'\nget 'get'\n[a-z]+ 'ID'\n>> '>>'\n> '>'\n/ '/'\n[ \\n]+ ;\n//[^\\n]* ;\n",
        "get|a|/|>|>>|>>>|//|\n| |b/c/|é",
    ),
    (
        "%indentation NEWLINE INDENT DEDENT\n%suspend '(' ')' '[' ']'\n%context soft\n%%\n\\n 'NEWLINE'\nsoft 'soft'\n[a-z]+ 'ID'\n[(] '('\n[)] ')'\n\\[ '['\n\\] ']'\n#[^\\n]* ;\n[ ]+ ;\n",
        "a|soft|(|)|[|]|\n|\n  |\n    |\n   |#c| |?",
    ),
    (
        "%assume AUTO at NEWLINE before '}'\n%restrict after return\n%restrict before '++'\n%context REGEX\n%%\n\\n 'NEWLINE'\nreturn 'return'\n[a-z]+ 'ID'\n\\+\\+ '++'\n[{] '{'\n[}] '}'\n/[^/\\n]+/ 'REGEX'\n/ '/'\n[ ]+ ;\n",
        "a|return|++|{|}|/|/b/|\n|\n\n| |?",
    ),
    (
        "%x TEXT\n%context TAIL get\n%%\n` <+TEXT>'`'\n<TEXT>[^`$]+ 'CHARS'\n<TEXT>\\$[{] <+INITIAL>'${'\n<TEXT>` <-TEXT>'END'\n[}] '}'\n[}][^`$]*` <-TEXT>'TAIL'\n[}] <-TEXT>'BACK'\nget 'get'\n[a-z]+ 'ID'\n(?P<comment>#[^\\n]*) ;\n[ \\n]+ ;\n",
        "a|get|`|${|}|`x${|}y`|$|\n|#c| ",
    ),
    (
        "%terminate ';' at NEWLINE after ID ')'\n%context '>>'\n%%\n\\n 'NEWLINE'\n; ';'\n[a-z]+ 'ID'\n[)] ')'\n>> '>>'\n> '>'\n[ ]+ ;\n",
        "a|)|>>|>|;|\n|\n\n| |?",
    ),
];

#[test]
fn going_back_is_reading_anew() {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    let (mut rewound, mut forked, mut assumed) = (0, 0, 0);
    for (source, pieces) in LEXERS {
        let definition = definition(source);
        let auto = definition.get_rule_by_name("AUTO").and_then(|rule| rule.tok_id());
        let pieces: Vec<&str> = pieces.split('|').collect();
        for round in 0..2_000 {
            let len = if round % 50 == 0 { 2_000 } else { 30 };
            let text: String = (0..random.below(len)).map(|_| *random.choose(&pieces)).collect();
            let script = random.below(usize::MAX) as u64;
            let expected = read(&definition, &text, script);
            assumed += expected.iter().filter(|one| one.0.is_some() && one.0 == auto).count();
            let lexer = definition.lexer(&text);
            let mut reader = lexer.reader().expect("the parser decides");
            let mut at = 0;
            for _ in 0..6 {
                let most = at + 1 + random.below(len);
                drive(&mut *reader, script, &mut at, most);
                let shown: Vec<Found> = reader.lexemes().iter().map(found).collect();
                let same = at.min(expected.len());
                assert_eq!(shown[..same], expected[..same], "{text:?} by {script} with\n{source}");
                let from = random.below(at + 1);
                if let Some(mut fork) = reader.fork(from, None) {
                    assert_eq!(fork.first(), from);
                    let mut place = from;
                    drive(&mut *fork, script, &mut place, at + 40);
                    let back = from + random.below(place - from + 1);
                    if fork.rewind(back) {
                        place = back;
                        drive(&mut *fork, script, &mut place, usize::MAX);
                        let read: Vec<Found> = fork.lexemes().iter().map(found).collect();
                        assert_eq!(
                            read,
                            expected[from..],
                            "fork of {text:?} by {script} with\n{source}"
                        );
                        forked += 1;
                    }
                }
                let back = random.below(at + 1);
                assert!(reader.rewind(back), "{back} of {at} in {text:?}");
                assert_eq!(
                    reader.lexemes().len(),
                    back.min(expected.len()).max(reader.lexemes().len().min(back))
                );
                rewound += 1;
                at = back;
            }
            drive(&mut *reader, script, &mut at, usize::MAX);
            let shown: Vec<Found> = reader.lexemes().iter().map(found).collect();
            assert_eq!(shown, expected, "{text:?} by {script} with\n{source}");
        }
    }
    assert!(
        rewound >= 60_000 && forked > 40_000 && assumed > 1_000,
        "{rewound} {forked} {assumed}"
    );
}

#[test]
fn hostile_texts_take_linear_work() {
    const MANY: usize = 1_000_000;
    let brackets = definition(
        "%indentation NEWLINE INDENT DEDENT\n%suspend '(' ')'\n%context soft\n%%\n\\n 'NEWLINE'\nsoft 'soft'\n[a-z]+ 'ID'\n[(] '('\n[)] ')'\n[ ]+ ;\n",
    );
    let states = definition(
        "%x S\n%context '}'\n%%\n[{] <+S>'{'\n<S>[{] <+S>'{'\n<S>[}] <-S>'}'\n<S>. 'C'\n",
    );
    let assuming = definition(
        "%assume AUTO at NEWLINE before '}'\n%context REGEX\n%%\n\\n 'NEWLINE'\n[}] '}'\n[a-z]+ 'ID'\n/[^/\\n]+/ 'REGEX'\n/ '/'\n",
    );
    let auto = assuming.get_rule_by_name("AUTO").and_then(|rule| rule.tok_id()).unwrap();
    for (definition, text) in [
        (&brackets, "(".repeat(MANY)),
        (&brackets, "(\n".repeat(MANY)),
        (&states, "{".repeat(MANY)),
        (&states, "{".repeat(MANY / 2) + &"}".repeat(MANY / 2)),
        (&assuming, "}".repeat(MANY)),
        (&assuming, "a\n".repeat(MANY / 2)),
        (&assuming, "/ ".repeat(MANY / 2)),
    ] {
        let lexer = definition.lexer(&text);
        let mut reader = lexer.reader().unwrap();
        let mut questions = 0;
        let mut reads = 0;
        let mut at = 0;
        loop {
            // The parser cannot go on where the token may be assumed.
            while at < reader.lexemes().len() {
                let is_auto = reader.lexemes()[at].tok_id() == auto;
                if !is_auto
                    && reader.assume(at, &mut |token| {
                        questions += 1;
                        token == auto
                    })
                {
                    continue;
                }
                at += 1;
            }
            reads += 1;
            if !reader.read(&mut |_| {
                questions += 1;
                true
            }) {
                break;
            }
        }
        let lexemes = reader.lexemes().len();
        assert!(lexemes >= MANY / 2, "{lexemes} lexemes of {:?}", &text[..4]);
        assert!(questions <= 4 * MANY && reads <= 4 * MANY, "{questions} questions, {reads} reads");
        assert!(reader.rewind(lexemes - 300));
        while reader.read(&mut |_| true) {}
        reader.finish();
        assert!(lexer.iter().count() >= MANY / 2);
    }
}

/// All lexemes, of those that a parser accepts that accepts all.
fn names(definition: &Def, reader: &mut dyn Reader<Types>) -> String {
    while reader.read(&mut |_| true) {}
    let name = |lexeme: &DefaultLexeme| {
        definition
            .iter_rules()
            .find(|rule| rule.tok_id() == Some(lexeme.tok_id()) && rule.name().is_some())
            .and_then(|rule| rule.name())
            .unwrap_or("?")
    };
    reader.lexemes().iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn other_readings_show_what_a_mistake_hid() {
    let indented = "%indentation N I D\n%suspend ( )\n%%\n\\n 'N'\n[a-z]+ 'x'\n[(] '('\n[)] ')'\n: ':'\n[ ]+ ;\n";
    let assumed = "%assume A at N\n%%\n\\n 'N'\n[a-z]+ 'x'\n[(] '('\n[)] ')'\n[ ]+ ;\n";
    let quoted = "%x T\n%context get\n%%\n\" <+T>'\"'\n<T>[^\"]+ 'TEXT'\n<T>\" <-T>'END'\nget 'get'\n[a-z]+ 'x'\n[ \\n]+ ;\n";
    // The lexer, the text, the lexeme at which the error is, and a reading.
    for (source, text, at, reading) in [
        (indented, "f(a\nb\nc\n", 3, "x ( x N x N x N"),
        (indented, "f(a,\nx:\n y\n", 5, "x ( x ? N x : N I x N D"),
        (indented, "x:\ny\nz\n", 3, "x : N x N D x N"),
        (indented, "x:\ny\nz\n\nw\n", 3, "x : N x N x N D x N"),
        (indented, " x:\n  a\n y:\n b\nz\n", 11, "I x : N I x N D x : N x N D D x N"),
        (indented, "x\n  y\n  z\nw\n", 2, "x N I x N x N x N"),
        (assumed, "f(a\nb", 3, "x ( x A x"),
        (quoted, "a \"b c\nd e", 2, "x \" TEXT x x"),
        (quoted, "a \" b c\nd e", 1, "x \" x x x x"),
    ] {
        let definition = definition(source);
        let lexer = definition.lexer(text);
        let mut reader = lexer.reader().unwrap();
        while reader.read(&mut |_| false) {}
        let alternatives = reader.alternatives(at);
        let mut readings = Vec::new();
        for (number, alternative) in alternatives.iter().enumerate() {
            let before: Vec<Found> =
                reader.lexemes()[..alternative.from].iter().map(found).collect();
            let mut fork = reader.fork(0, Some(number)).unwrap();
            readings.push(names(&definition, &mut *fork));
            let kept: Vec<Found> = fork.lexemes()[..alternative.from].iter().map(found).collect();
            assert_eq!(kept, before);
        }
        assert!(alternatives.len() <= 12);
        let place = readings.iter().position(|one| one == reading);
        let place = place.unwrap_or_else(|| panic!("{reading} of {text:?}: {readings:#?}"));
        reader.choose(place);
        assert_eq!(names(&definition, &mut *reader), reading);
        assert!(reader.rewind(alternatives[place].from + 1));
        assert_eq!(names(&definition, &mut *reader), reading);
    }
}

#[test]
fn other_readings_of_random_texts_end() {
    let mut random = Random::new(0x1234_5678_9abc_def1);
    let mut count = 0;
    for (source, pieces) in LEXERS {
        let definition = definition(source);
        let pieces: Vec<&str> = pieces.split('|').collect();
        for _ in 0..1_000 {
            let text: String = (0..random.below(60)).map(|_| *random.choose(&pieces)).collect();
            let script = random.below(usize::MAX) as u64;
            let lexer = definition.lexer(&text);
            let mut reader = lexer.reader().unwrap();
            let mut at = 0;
            drive(&mut *reader, script, &mut at, 1 + random.below(60));
            let error = random.below(at + 1);
            let before: Vec<Found> = reader.lexemes().iter().map(found).collect();
            let alternatives = reader.alternatives(error);
            assert!(alternatives.len() <= 12);
            for (number, alternative) in alternatives.iter().enumerate() {
                assert!(alternative.from <= error + 1);
                let from = random.below(alternative.from + 1);
                let mut fork = reader.fork(from, Some(number)).unwrap();
                let mut place = from;
                drive(&mut *fork, script, &mut place, usize::MAX);
                let mut last = 0;
                for lexeme in fork.lexemes() {
                    let span = lexeme.span();
                    let fits = span.start() >= last && span.end() <= text.len();
                    assert!(fits, "{from} {alternative:?} {:?} {text:?} {source}", fork.lexemes());
                    last = lexeme.span().end();
                }
                count += 1;
            }
            let after: Vec<Found> = reader.lexemes().iter().map(found).collect();
            assert_eq!(before, after, "forks do not change the reader");
            if !alternatives.is_empty() {
                let number = random.below(alternatives.len());
                let mut fork = reader.fork(0, Some(number)).unwrap();
                let mut place = alternatives[number].from;
                drive(&mut *fork, script, &mut place, usize::MAX);
                let forked: Vec<Found> = fork.lexemes().iter().map(found).collect();
                drop(fork);
                reader.choose(number);
                let mut place = alternatives[number].from;
                drive(&mut *reader, script, &mut place, usize::MAX);
                let chosen: Vec<Found> = reader.lexemes().iter().map(found).collect();
                assert_eq!(chosen, forked, "{text:?} with\n{source}");
            }
        }
    }
    assert!(count > 3_000, "only {count} other readings");
}

#[test]
fn what_rules_share_is_told() {
    let told = |source: &str| -> Vec<String> {
        let (lexerdef, diagnostics) = Def::read(source, &LexFlags::default());
        assert!(lexerdef.is_some(), "{diagnostics:?}");
        diagnostics.iter().map(|diagnostic| diagnostic.message().to_owned()).collect()
    };
    // A rule that always counts is not shadowed by one that may not count.
    assert_eq!(told("%context get\n%%\nget 'get'\n[a-z]+ 'ID'\n"), [""; 0]);
    assert_eq!(told("%context ID\n%%\n[a-z]+ 'ID'\nget 'get'\n"), [""; 0]);
    // But one that may count is by one that always does.
    let never = told("%context get\n%%\n[a-z]+ 'ID'\nget 'get'\n");
    assert_eq!(never.len(), 1);
    assert!(never[0].contains("never matches") && never[0].contains("'get'"), "{never:?}");
    // A longer match counts.
    assert_eq!(told("%context LONG\n%%\n[a-z]+ 'ID'\n[a-z]+! 'LONG'\n"), [""; 0]);
    let shared = told("%context A B C\n%%\n/[^/]+/ 'A'\n/x+/ 'B'\n[a-z]+ 'C'\n/ '/'\n");
    assert_eq!(shared, ["'/x/' may be 'A' or 'B': where the parser can use both, it is the first"]);
}

#[test]
fn rules_of_one_token_and_names_count_as_before_without_a_parser() {
    let with = definition("%context get\n%%\nget 'get'\n[a-z]+ 'ID'\n[ ]+ ;\n");
    let without = definition("%%\nget 'get'\n[a-z]+ 'ID'\n[ ]+ ;\n");
    assert!(without.lexer("get a").reader().is_none());
    let ids = |definition: &Def| -> HashMap<usize, u32> {
        let lexer = definition.lexer("get a gets get");
        lexer.iter().map(|one| one.unwrap()).map(|one| (one.span().start(), one.tok_id())).collect()
    };
    assert_eq!(ids(&with), ids(&without));
}
