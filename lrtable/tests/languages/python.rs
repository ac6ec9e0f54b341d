//! Python 3.8, as its manual has it.

use std::process::Command;

use lrtable::{random::Random, yacc};

use crate::{
    language::{Language, assert_same, file, lines},
    network::Network,
};

/// About so many lines has the manual's grammar, without comments and blank lines.
const LINES_OF_THE_MANUAL: usize = 125;

#[test]
fn python_takes_no_more_lines_than_its_manual_and_has_no_conflict() {
    let text = file("python.y");
    assert!(lines(&text) <= LINES_OF_THE_MANUAL, "{}", lines(&text));
    assert_eq!(Language::new(&text).conflicts, (0, 0));
}

#[test]
fn python_is_parsed_as_a_recogniser_of_the_notation_says() {
    let text = file("python.y");
    let read = yacc::read(&text, None);
    let (language, network) = (Language::new(&text), Network::new(&read.ast));
    let mut random = Random::new(38);
    let mut sentences = language.sentences(&mut random, 2_000, 300);
    sentences.extend((0..2_000).map(|_| network.sentence(&mut random, 400)));
    let (parse, recognise) =
        (|tokens: &[_]| language.parse(tokens), |tokens: &[_]| network.recognise(tokens));
    let all = language.tokens();
    let accepted = assert_same(&sentences, &all, &mut random, &parse, &recognise);
    let tokens: usize = sentences.iter().map(Vec::len).sum();
    println!("{} sentences of {tokens} tokens; {accepted} mutants are sentences", sentences.len());
    assert!(tokens > 50_000 && accepted > 200, "{tokens} tokens, {accepted} mutants");
}

/// Python's own library, as Python tokenises it: all files in which Python itself sees nothing
/// newer than 3.8.
#[test]
#[ignore = "needs python3"]
fn python_accepts_the_library_of_python() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/languages/tokens.py");
    let output = Command::new("python3").arg(script).output().expect("python3 is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let language = Language::new(&file("python.y"));
    let (mut files, mut tokens, mut refused) = (0, 0, Vec::new());
    for line in String::from_utf8(output.stdout).expect("tokens are text").lines() {
        let (name, sentence) = line.split_once('\t').expect("a name and tokens");
        let sentence: Vec<_> = sentence.split_whitespace().map(Into::into).collect();
        let (shifted, is_sentence) = language.parse(&sentence);
        let before = &sentence[shifted.saturating_sub(10)..shifted];
        if !is_sentence {
            refused.push(format!("{name}: {} <-", before.join(" ")));
        }
        files += 1;
        tokens += sentence.len();
    }
    println!("{files} files of {tokens} tokens");
    assert!(files > 100, "{files} files");
    assert!(refused.is_empty(), "{refused:#?}");
}
