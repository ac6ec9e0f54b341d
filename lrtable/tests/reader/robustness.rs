//! No text makes the reader panic or gives a place outside the text; and texts of 100,000 bytes are
//! read, which takes minutes for each if any loop of the reader is quadratic.

use std::fs;

use lrtable::{
    diagnostic::render_all,
    random::Random,
    yacc::{self, YaccKind, YaccOriginalActionKind},
};

use crate::tree;

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
