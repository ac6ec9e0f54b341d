//! A mistake in a grammar or a lex file looks alike in a build script and on the command line.

use std::path::Path;

use lrlex::{CTLexerBuilder, DefaultLexerTypes};
use lrpar::codegen::BuildError;

use crate::program::{Output, TemporaryFile, run};

const LEX: &str = "%%\na \"a\"\n";
const YACC: &str = "%%\nS: 'a';\n";

/// Wrong pairs of a lex and a Yacc file: what is marked is one word, several places, several lines,
/// a part of a long line, and text that takes other columns than characters.
const WRONG: [(&str, &str); 8] = [
    (LEX, "%%\nS: T 'a';\nT: U;\n"),
    (LEX, "%%\nS -> u32: 'a' { 1 };\nT: 'a';\nS -> u64: 'a' 'a' { 2 };\n"),
    (LEX, "%token A\n%%\nS: A {\n  f(\n  g();\n"),
    (LEX, "%%\nS: 'a'\t'漢字' \u{1b}[2J X;\n"),
    (LEX, ""),
    ("%%\n[a \"a\"\n", YACC),
    ("%%\n<STATE>a \"a\"\n\t漢( \"b\"\n", YACC),
    (
        "%%\n(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa \"a\"\n",
        YACC,
    ),
];

/// The error of a build script; `number` is another at each call.
fn built(lex: &TemporaryFile, yacc: &TemporaryFile, number: usize) -> BuildError {
    let output = |file: &TemporaryFile| {
        let name = Path::new(file.path()).extension().expect("it has one").display();
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("one_look/{number}.{name}.rs"))
    };
    CTLexerBuilder::<DefaultLexerTypes<u32>>::new_with_lexemet()
        .lrpar_config(|parser| {
            parser.grammar_path(yacc.path()).output_path(output(yacc)).show_warnings(false)
        })
        .lexer_path(lex.path())
        .output_path(output(lex))
        .show_warnings(false)
        .build()
        .unwrap_err()
}

/// `text` with the names of files as build scripts show them.
fn named(text: &str, files: [&TemporaryFile; 2]) -> String {
    files.into_iter().fold(text.to_owned(), |text, file| {
        let name = Path::new(file.path()).file_name().unwrap().to_str().unwrap();
        text.replace(file.path(), name)
    })
}

fn without_colour(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').expect("it ends").1)
}

#[test]
fn wrong_files_look_alike_in_a_build_script_and_on_the_command_line() {
    for (number, (lex, yacc)) in WRONG.into_iter().enumerate() {
        let lex = TemporaryFile::new(&format!("look{number}.l"), lex);
        let yacc = TemporaryFile::new(&format!("look{number}.y"), yacc);
        let error = built(&lex, &yacc, number);
        let told = |options: &[&str]| {
            let Output { stderr, .. } = run(&[options, &[lex.path(), yacc.path(), "x"]].concat());
            named(&stderr, [&lex, &yacc])
        };
        let shown = told(&["--color", "never"]);
        assert!(shown.starts_with("error: ") && shown.contains('^'), "{shown}");
        assert_eq!(error.text(), shown);
        assert_eq!(told(&["--style", "grmtools"]), shown);
        let coloured = told(&["--color", "always"]);
        assert!(coloured != shown && without_colour(&coloured) == shown, "{coloured}");
        assert_eq!(error.lines(), told(&["--style", "short"]));
    }
}

#[test]
fn conflicts_look_alike_in_a_build_script_and_on_the_command_line() {
    let lex = TemporaryFile::new("look_conflict.l", "%%\ni 'i'\ne 'e'\nx 'x'\n");
    let yacc = TemporaryFile::new("look_conflict.y", "%% s: 'i' s | 'i' s 'e' s | 'x' ;\n");
    let output = run(&["--conflicts", yacc.path()]);
    let shown = named(&output.stdout, [&lex, &yacc]);
    // One is a warning, the other an error.
    let (_, shown) = shown.split_once("\n --> ").expect("there is a conflict");
    let (shown, _) = shown.split_once("\n\n").expect("an empty line is after it");
    let text = built(&lex, &yacc, WRONG.len()).to_string();
    assert!(shown.contains("by reducing:  s[ ") && text.contains(shown), "{text}\n{shown}");
}
