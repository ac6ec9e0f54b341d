//! `nimbleparse fix`: what is shown, written and refused.

use std::fs;

use crate::{
    json::Json,
    program::{Folder, Output, run, run_with_input},
    test_command::{GRAMMAR, LEXER},
};

/// Three mistakes: two that lack a token, and a sign too many.
const BROKEN: &str = "x = (1 + 2\ny = f(3 4)\nlocal z = = 5\nreturn x\n";

/// Runs `nimbleparse fix` in which `*` stands for the folder.
fn fix(folder: &Folder, arguments: &[&str]) -> Output {
    let words = arguments.iter().map(|one| one.replace('*', folder.path()));
    let words: Vec<String> = ["fix".to_owned()].into_iter().chain(words).collect();
    let mut output = run(&words);
    output.stdout = output.stdout.replace(folder.path(), "*");
    output.stderr = output.stderr.replace(folder.path(), "*");
    output
}

/// The text with the edits of each report's first help, as JSON has them; the last first.
fn with_first_helps(file: &str, text: &str) -> String {
    let output = run(&["--format", "json", file]);
    let mut edits = Vec::new();
    for error in Json::parse(output.stdout.trim_end()).get("errors").items() {
        for edit in error.get("help").items()[0].get("edits").items() {
            let number = |name: &str| edit.get(name).count() as usize;
            edits.push((number("offset"), number("length"), edit.get("text").text().to_owned()));
        }
    }
    edits.sort();
    let mut text = text.to_owned();
    for (offset, length, new) in edits.into_iter().rev() {
        text.replace_range(offset..offset + length, &new);
    }
    text
}

#[test]
fn the_first_help_of_each_report_is_shown_and_written() {
    let folder = Folder::new("fix", &[("a.lua", BROKEN), ("b/right.lua", "return 1\n")]);
    let file = format!("{}/a.lua", folder.path());
    let wanted = with_first_helps(&file, BROKEN);
    assert_ne!(wanted, BROKEN);

    let shown = fix(&folder, &["*"]);
    assert_eq!((shown.status, shown.stderr.as_str()), (Some(0), ""));
    let (head, diff) = shown.stdout.split_once("@@ -1,4 +1,4 @@\n").expect("one hunk");
    assert_eq!(head, "--- */a.lua\n+++ */a.lua\n");
    let lines = |without: char| -> String {
        let kept = diff.lines().filter(|line| !line.starts_with(without));
        kept.flat_map(|line| [&line[1..], "\n"]).collect()
    };
    assert_eq!((lines('+'), lines('-')), (BROKEN.to_owned(), wanted.clone()));
    assert_eq!(folder.read("a.lua"), BROKEN);
    let piped = run_with_input(&["fix", "--grammar", "lua53", "-"], BROKEN.as_bytes());
    assert_eq!(piped.stdout, shown.stdout.replace("*/a.lua", "-"));

    let written = fix(&folder, &["--write", "*"]);
    assert_eq!(written.status, Some(0), "{written:?}");
    assert_eq!(written.stdout, "*/a.lua: errors: 3 before, 0 now\n");
    assert_eq!(folder.read("a.lua"), wanted);
    assert_eq!(run(&["-q", &file]).status, Some(0));
    // Nothing is left to do.
    let again = fix(&folder, &["--write", "*"]);
    assert_eq!((again.status, again.stdout.as_str()), (Some(0), ""), "{again:?}");
}

#[test]
fn repairs_that_only_delete_can_be_left_out() {
    let folder = Folder::new("fix-keep", &[("a.lua", BROKEN), ("b.lua", "local z = = 5\n")]);
    let output = fix(&folder, &["--write", "--keep-text", "*/a.lua"]);
    assert_eq!(
        (output.status, output.stdout.as_str()),
        (Some(1), "*/a.lua: errors: 3 before, 1 now\n")
    );
    assert!(folder.read("a.lua").contains("local z = = 5\n"));
    let output = fix(&folder, &["--write", "--keep-text", "*/b.lua"]);
    assert_eq!(output.status, Some(1), "{output:?}");
    let said = "nimbleparse: '*/b.lua' is not changed: no repair leaves fewer errors\n";
    assert_eq!(output.stderr, said);
    assert_eq!(folder.read("b.lua"), "local z = = 5\n");
}

/// A number has no spelling of its own, so none is made up.
#[test]
fn what_cannot_be_written_stays() {
    let files = [("s.l", LEXER), ("s.y", GRAMMAR), ("a.sum", "+ 2"), ("b.sum", "1 1 + 2 + + 3")];
    let folder = Folder::new("fix-sum", &files);
    let output = fix(&folder, &["--write", "*/s.l", "*/s.y", "*/b.sum"]);
    assert_eq!(output.status, Some(0), "{output:?}");
    let (lex, yacc) = (format!("{}/s.l", folder.path()), format!("{}/s.y", folder.path()));
    let parsed = run(&["-q", &lex, &yacc, &format!("{}/b.sum", folder.path())]);
    assert_eq!(parsed.status, Some(0), "{parsed:?}");
    fs::write(folder.0.join("s.y"), "%%\nSum: 'INT' '+' 'INT' '+';\n").unwrap();
    fs::write(folder.0.join("c.sum"), "1 + +").unwrap();
    let output = fix(&folder, &["*/s.l", "*/s.y", "*/c.sum"]);
    assert_eq!((output.status, output.stdout.as_str()), (Some(1), ""), "{output:?}");
    assert!(output.stderr.contains("is not changed"), "{output:?}");
}

#[test]
fn mistakes_in_arguments_and_files_are_told() {
    let folder = Folder::new("fix-wrong", &[("a.lua", BROKEN)]);
    fs::write(folder.0.join("latin.lua"), b"x = (1 -- \xe9\n").unwrap();
    for (arguments, said) in [
        (&[][..], "no file to fix"),
        (&["--wirte", "*/a.lua"], "unknown option '--wirte'; did you mean '--write'?"),
        (&["*/missing.lua"], "cannot read '*/missing.lua': no such file"),
        (&["--write", "*/latin.lua"], "'*/latin.lua' is not UTF-8: it is not changed"),
    ] {
        let output = fix(&folder, arguments);
        assert_eq!(output.status, Some(2), "{output:?}");
        assert!(output.stderr.contains(said), "{output:?}");
    }
    assert_eq!(folder.read("a.lua"), BROKEN);
    let output = run_with_input(&["fix", "--write", "--grammar", "json", "-"], b"[1 2]");
    assert_eq!(output.status, Some(2), "{output:?}");
    assert!(output.stderr.contains("cannot write '-': it is standard input"), "{output:?}");
}
