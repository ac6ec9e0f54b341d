//! Inputs that are meant to exhaust stack, memory or patience.

use lrtable::random::Random;

use crate::{
    json::Json,
    program::{TemporaryFile, run, run_with_input},
};

/// The object for `input`, parsed by `grammar`.
fn parsed(grammar: &str, input: &[u8]) -> Json {
    let output = run_with_input(&["--grammar", grammar, "--format", "json", "-"], input);
    assert!(matches!(output.status, Some(0 | 1)), "{:?} {}", output.status, output.stderr);
    let json = Json::parse(output.stdout.trim_end());
    assert!(json.get("tree").is_true());
    json
}

#[test]
fn a_million_open_brackets() {
    for (grammar, bracket) in [("json", "["), ("calc", "("), ("figure2", "(")] {
        let json = parsed(grammar, bracket.repeat(1_000_000).as_bytes());
        assert_eq!(json.get("lexemes").count(), 1_000_000);
        assert_eq!(json.get("errors").items().len(), 1);
        assert_eq!(json.get("errors").items()[0].get("offset").count(), 1_000_000);
    }
}

#[test]
fn a_million_open_brackets_as_text_with_their_tree() {
    let file = TemporaryFile::new("brackets.json", "[".repeat(1_000_000));
    let output = run(&["--tree", "--style", "grmtools", file.path()]);
    assert_eq!(output.status, Some(1));
    assert!(output.stdout.contains("Parsing error at line 1 column 1000001."));
}

#[test]
fn a_line_of_ten_megabytes() {
    let mut line = String::from("[");
    while line.len() < 10_000_000 {
        line.push_str("\"é\", 1234567, ");
    }
    line.push_str("1 2]");
    let json = parsed("json", line.as_bytes());
    let [error] = json.get("errors").items() else {
        panic!("one error");
    };
    let offset = line.len() - 2;
    assert_eq!(error.get("offset").count(), offset as u128);
    assert_eq!(error.get("column").count(), line[..offset].chars().count() as u128 + 1);
}

#[test]
fn random_bytes() {
    let mut random = Random::new(7);
    for grammar in ["json", "java7", "lua53", "calc"] {
        let bytes: Vec<u8> = (0..20_000).map(|_| random.below(256) as u8).collect();
        let json = parsed(grammar, &bytes);
        assert!(!json.get("errors").items().is_empty());
    }
}

#[test]
fn random_printable_text() {
    let mut random = Random::new(8);
    for grammar in ["json", "java7", "lua53", "calc"] {
        let text: Vec<u8> = (0..20_000).map(|_| b' ' + random.below(95) as u8).collect();
        parsed(grammar, &text);
    }
}
