//! Layout of lines beside programs that others wrote: CPython's `tokenize` and Go's `go/scanner`.
//!
//! Kinds and places of all tokens must be equal, in thousands of files, which are chosen by hashes
//! of their paths. `LAYOUT_PYTHON` and `LAYOUT_GO` are folders of such files, separated by colons;
//! without them those of the installed Python and Go are read.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
use lrpar::{LexError, Lexeme, Lexer};
use lrtable::random::Random;

type Def = LRNonStreamingLexerDef<DefaultLexerTypes<u16>>;

fn beside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lexing/layout").join(name)
}

fn lexer(name: &str) -> Def {
    Def::from_str(&fs::read_to_string(beside(name)).unwrap()).unwrap()
}

/// A line for each lexeme, as the programs write them; `kind` renames tokens.
fn lexemes(def: &Def, text: &str, kind: impl Fn(&str) -> String) -> Vec<String> {
    let names: Vec<_> = def.iter_rules().map(|rule| rule.name().map(&kind)).collect();
    let lexer = def.lexer(text);
    let line = |one: Result<lrlex::DefaultLexeme<u16>, lrlex::LRLexError>| {
        let (name, span) = match &one {
            Ok(lexeme) => (names[usize::from(lexeme.tok_id())].as_deref(), lexeme.span()),
            Err(error) => (Some("ERROR"), error.span()),
        };
        format!("{} {} {}", name.unwrap_or("?"), span.start(), span.end())
    };
    lexer.iter().map(line).collect()
}

/// Compares what `command` writes with the lexemes of the files that it names; how many there were.
fn compare(command: &mut Command, found: impl Fn(&str) -> Vec<String>) -> usize {
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let (mut files, mut wrong) = (0, Vec::new());
    while let Some(path) = lines.next() {
        let expected: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let found = found(&text);
        files += 1;
        if found != expected {
            let at = found.iter().zip(&expected).take_while(|(a, b)| a == b).count();
            let here = |all: &[String]| all[at..all.len().min(at + 3)].join(", ");
            wrong.push(format!("{path}: {} instead of {}", here(&found), here(&expected)));
        }
    }
    assert!(child.wait().unwrap().success());
    assert!(wrong.is_empty(), "{} of {files}:\n{}", wrong.len(), wrong.join("\n"));
    files
}

fn folders(variable: &str) -> Vec<String> {
    let folders = env::var(variable).unwrap_or_default();
    folders.split(':').filter(|folder| !folder.is_empty()).map(str::to_owned).collect()
}

#[test]
#[ignore = "needs python3"]
fn python_is_lexed_as_by_cpython() {
    let def = lexer("python.l");
    let mut python = Command::new("python3");
    python.arg(beside("tokens.py")).arg("6000").args(folders("LAYOUT_PYTHON"));
    let kind = |name: &str| if "()[]{}".contains(name) { "OP".to_owned() } else { name.to_owned() };
    let files = compare(&mut python, |text| lexemes(&def, text, kind));
    println!("{files} files");
    assert!(files > 100 || env::var_os("LAYOUT_PYTHON").is_some(), "{files} files");
}

/// The column of white space as CPython counts it.
fn column(blank: &str) -> usize {
    blank.chars().fold(0, |column, c| if c == '\t' { column / 8 * 8 + 8 } else { column + 1 })
}

/// Random lines, of which each that a deeper one follows opens a block: only their white space may
/// be wrong.
fn random_lines(random: &mut Random) -> String {
    let mut open = vec![String::new()];
    let mut lines = vec![String::new()];
    for _ in 0..1 + random.below(6) {
        let known = random.choose(&open).clone();
        let more: String =
            (0..random.below(10)).map(|_| *random.choose(&[' ', ' ', ' ', '\t'])).collect();
        let blank = match random.below(4) {
            0 => more,
            1 => known,
            _ => known + &more,
        };
        open.push(blank.clone());
        lines.push(blank);
    }
    let mut text = String::new();
    for (at, blank) in lines.iter().enumerate() {
        let is_deeper = |next: &String| column(next) > column(blank);
        let line = if lines.get(at + 1).is_some_and(is_deeper) { "if x:" } else { "x" };
        text.push_str(&format!("{blank}{line}\n"));
    }
    text
}

#[test]
#[ignore = "needs python3"]
fn wrong_indentations_are_those_of_cpython() {
    let def = lexer("python.l");
    let mut random = Random::new(38);
    let texts: Vec<String> = (0..20_000).map(|_| random_lines(&mut random)).collect();
    let hex =
        |text: &String| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("indentations.txt");
    fs::write(&file, texts.iter().map(hex).collect::<String>()).unwrap();
    let output = Command::new("python3").arg(beside("problems.py")).arg(&file).output().unwrap();
    let expected = String::from_utf8(output.stdout).unwrap();
    assert_eq!(expected.lines().count(), texts.len());
    let mut counts = [0; 3];
    for (text, expected) in texts.iter().zip(expected.lines()) {
        let lexer = def.lexer(text);
        let found = lexer.iter().find_map(Result::err).map(|error| {
            let reason = lexer.reason(error.span()).unwrap();
            let is_column = reason.starts_with("unindent does not match");
            let line = text[..error.span().start()].matches('\n').count() + 1;
            format!("{line} {}", if is_column { "column" } else { "tabs" })
        });
        assert_eq!(found.as_deref().unwrap_or("fine"), expected, "{text:?}");
        counts
            [["fine", "column", "tabs"].iter().position(|end| expected.ends_with(end)).unwrap()] +=
            1;
    }
    assert!(counts.iter().all(|count| *count > 1_000), "{counts:?}");
}

#[test]
#[ignore = "needs go"]
fn go_is_lexed_as_by_its_scanner() {
    let def = lexer("go.l");
    let mut go = Command::new("go");
    go.arg("run").arg(beside("tokens.go")).arg("6000").args(folders("LAYOUT_GO"));
    let files = compare(&mut go, |text| lexemes(&def, text, str::to_owned));
    println!("{files} files");
    assert!(files > 100 || env::var_os("LAYOUT_GO").is_some(), "{files} files");
}
