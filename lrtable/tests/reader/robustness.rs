//! No text makes the reader panic or gives a place outside the text; and texts of 100,000 bytes are
//! read, which takes minutes for each if any loop of the reader is quadratic.

use std::fs;

use lrtable::{
    Span, Spanned,
    diagnostic::render_all,
    grammar::Grammar,
    random::Random,
    yacc::{self, YaccKind, YaccOriginalActionKind},
};

use crate::{notation::notation, tree};

const KINDS: [Option<YaccKind>; 5] = [
    None,
    Some(YaccKind::Grmtools),
    Some(YaccKind::Eco),
    Some(YaccKind::Original(YaccOriginalActionKind::NoAction)),
    Some(YaccKind::Original(YaccOriginalActionKind::UserAction)),
];

fn check(source: &str, kind: Option<YaccKind>) {
    let read = yacc::read(source, kind);
    tree::check_places(source, &read);
    assert!(read.diagnostics.len() < 200);
    assert_eq!(tree::show(&read.ast), tree::show(&yacc::read(source, kind).ast));
    render_all(&read.diagnostics, "g.y", source);
}

/// The grammars of `cases/reader`, in the form that their files have.
fn grammars() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/reader");
    let entries = fs::read_dir(folder).expect("the directory of cases exists");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.sort();
    let mut grammars = Vec::new();
    for path in paths {
        let text = fs::read_to_string(path).expect("a case file is readable");
        for part in text.split("\n--- grammar").skip(1) {
            let (words, grammar) = part.split_once('\n').expect("a mark ends its line");
            let (grammar, _) = grammar.split_once("\n--- ").expect("a section follows");
            grammars.push(match words {
                " crlf" => grammar.replace('\n', "\r\n"),
                _ => grammar.to_string(),
            });
        }
    }
    assert!(grammars.len() > 80, "only {} grammars", grammars.len());
    grammars
}

#[test]
fn every_prefix_of_a_grammar_can_be_read() {
    for (k, source) in grammars().iter().enumerate() {
        for (at, _) in source.char_indices() {
            check(&source[..at], KINDS[(k + at) % KINDS.len()]);
        }
    }
}

#[test]
fn mutated_grammars_can_be_read() {
    let grammars = grammars();
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let pieces = [
        "%", "%%", "%{", "%}", "{", "}", "<", ">", "[", "]", "(", ")", "'", "\"", "`", "\\", "/*",
        "*/", "//", "#", ":", "::", ";", "|", "->", "=", "\n", "\r", "\0", "é", "𝄞", "r#\"",
        "R\"(", "%token", "%prec", "%empty", "a", "1", "$",
    ];
    for round in 0..20_000 {
        let mut chars: Vec<char> = grammars[random.below(grammars.len())].chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(chars.len() + 1);
            let end = (at + 1 + random.below(12)).min(chars.len());
            match random.below(4) {
                0 => {
                    chars.drain(at..end);
                }
                1 => {
                    let copy = chars[at..end].to_vec();
                    let to = random.below(chars.len() + 1);
                    chars.splice(to..to, copy);
                }
                2 => {
                    let piece = pieces[random.below(pieces.len())];
                    chars.splice(at..at, piece.chars());
                }
                _ => {
                    let donor: Vec<char> = grammars[random.below(grammars.len())].chars().collect();
                    let from = random.below(donor.len() + 1);
                    let until = (from + random.below(60)).min(donor.len());
                    chars.splice(at..end, donor[from..until].iter().copied());
                }
            }
        }
        check(&chars.iter().collect::<String>(), KINDS[round % KINDS.len()]);
    }
}

#[test]
fn bytes_at_random_can_be_read() {
    let mut random = Random::new(2024);
    for round in 0..2_000 {
        let bytes: Vec<u8> = (0..random.below(400)).map(|_| random.below(256) as u8).collect();
        check(&String::from_utf8_lossy(&bytes), KINDS[round % KINDS.len()]);
        let ascii: String = bytes.iter().map(|byte| char::from(byte & 0x7f)).collect();
        check(&ascii, KINDS[round % KINDS.len()]);
    }
}

fn assert_inside(source: &str, span: Span) {
    assert!(source.get(span.start()..span.end()).is_some(), "{span:?} in {source:?}");
}

/// Checks that the places of rules, productions and actions lie in `source`, and that rules that
/// the file defines by a name stand there.
fn check_grammar(source: &str, grammar: &Grammar) {
    for rule in grammar.rules() {
        rule.span.into_iter().for_each(|span| assert_inside(source, span));
        if let (Some(span), None, false) = (rule.span, rule.origin, rule.name.starts_with('@')) {
            assert_eq!(span.text(source), rule.name);
        }
    }
    for production in grammar.productions() {
        assert_inside(source, production.span);
        production.action.iter().for_each(|code| assert_inside(source, code.span));
        assert_eq!(production.labels.len(), production.symbols.len());
    }
}

/// Random grammars with all notation, damaged: the reader and what makes a grammar of it take them.
#[test]
fn damaged_notation_can_be_read_and_made_a_grammar() {
    let mut random = Random::new(77);
    let pieces = [
        "?", "*", "+", "(", ")", "|", ",", "%inline ", "[n]", "n=", "()", "X", "R0", "m0(",
        "list(", "option", "%empty", "{", "}", "'", ";", ":", "->", "%prec ", "$1", "é", "%%",
    ];
    let (mut made, mut in_rust, mut refused) = (0, 0, 0);
    for round in 0..6_000 {
        let mut bytes = notation(&mut random, 4).text().into_bytes();
        let rules = bytes.windows(2).position(|two| two == b"%%").expect("there are rules");
        for _ in 0..random.below(4) {
            let at = rules + random.below(bytes.len() - rules);
            let end = (at + random.below(6)).min(bytes.len());
            match random.below(4) {
                0 => drop(bytes.drain(at..end)),
                1 => bytes[at] = random.below(256) as u8,
                2 => {
                    let copy = bytes[at..end].to_vec();
                    let to = rules + random.below(bytes.len() - rules);
                    bytes.splice(to..to, copy);
                }
                _ => drop(bytes.splice(at..at, random.choose(&pieces).bytes())),
            }
        }
        let kind = KINDS[round % KINDS.len()];
        // Values have types in Rust.
        let ty = if kind == Some(YaccKind::Grmtools) { "%actiontype u8\n" } else { "" };
        let source = ty.to_owned() + &String::from_utf8_lossy(&bytes);
        check(&source, kind);
        let messages = match Grammar::parse(&source, kind) {
            Ok(grammar) => {
                made += 1;
                in_rust += usize::from(kind == Some(YaccKind::Grmtools));
                check_grammar(&source, &grammar);
                grammar.warnings().to_vec()
            }
            Err(errors) => {
                refused += 1;
                errors
            }
        };
        for message in &messages {
            message.spans().iter().for_each(|&span| assert_inside(&source, span));
            assert!(message.message().len() < 1000, "{message}");
        }
        render_all(&messages, "g.y", &source);
    }
    println!("{made} grammars, {in_rust} in Rust, {refused} refused");
    assert!(made > 1_000 && in_rust > 50 && refused > 2_000);
}

/// Each takes milliseconds; what grows with the square of the length takes many seconds.
#[test]
fn long_texts_of_one_kind_are_read() {
    let units = [
        "{",
        "}",
        "<",
        "[",
        "(",
        "'",
        "\"",
        "`",
        "\\",
        "\\\"",
        "' \\",
        "/*",
        "/* */",
        "*/",
        "//",
        "#",
        "%",
        "%%",
        "%{",
        "%{ /* %}",
        "%{ \" %}\n",
        "\"\"\"\n",
        "R\"x(",
        "r#\"",
        "r\"",
        "a",
        "a ",
        "a:",
        "a: ",
        "a;",
        "a[",
        "a[b",
        "a(",
        "a->",
        "a -> [ : x ;\n",
        "a -> ( : x ;\n",
        "a -> Vec<u8 ",
        "|",
        ";",
        "=",
        "= x",
        "%token ",
        "%token a ",
        "%token <",
        "%left '",
        "%start a ",
        "%unknown ",
        "%union {",
        "%code {\n",
        "%expect 1 ",
        "%prec ",
        "a: { \n",
        "a: = \n",
        "a: 'x' [ \n",
        "a: < \n",
        "é",
        "\n",
        "0",
        "1'",
        "<%",
        "%>",
        "-",
        "%parse-param (\n",
        "%grmtools {",
        "[a",
        "a: b[",
        ": a",
        "a: %?{ \n",
        "%define x {\n",
        "\\'",
        "\\x",
        "a: /* \n",
        "a: b(\n",
        "\"\\\n",
        "'\\\n",
        "a?",
        "a(b,",
        "a(b) ",
        "a=b ",
        "(a|",
        "(a)* ",
        "()",
        "%inline ",
        "%inline a: b;\n",
        "a(X): b X;\n",
        "a(X",
    ];
    for prefix in ["", "%%\n", "%%\na: ", "%grmtools { k: ", "%token ", "%%\na: { "] {
        for unit in units {
            let source = prefix.to_string() + &unit.repeat(100_000 / unit.len());
            for kind in [None, Some(YaccKind::Grmtools)] {
                let read = yacc::read(&source, kind);
                assert!(read.diagnostics.len() < 200);
            }
        }
    }
}
