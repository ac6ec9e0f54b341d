//! Runs `tests/cases/*.case`: a lex file, what is said about it, and texts with their lexemes.
//!
//! A case starts with `=== what it shows`, then the lex file. `--- diagnostics` (left out if there are none) and, for each
//! `--- input`, `--- lexemes` hold what is expected; `UPDATE_GOLDEN=1` rewrites them. Texts end before the newline that
//! comes before the next mark.

use std::{fmt::Write, fs, path::Path};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef};
use lrpar::{LexError, Lexeme, Lexer, NonStreamingLexer};
use lrtable::diagnostic::render_all;

/// One case with everything that is expected replaced by what is found.
fn run(case: &str) -> String {
    let (title, body) = case.split_once('\n').unwrap_or((case, ""));
    let body = format!("\n{body}");
    let mut sections = body.split("\n--- ");
    let source = sections.next().expect("a split text has a first piece");
    let source = source.strip_prefix('\n').unwrap_or(source);
    let (lexerdef, diagnostics) =
        LRNonStreamingLexerDef::<DefaultLexerTypes>::read(source, &LexFlags::default());
    let mut out = format!("=== {title}\n{source}");
    out.push_str(if source.is_empty() { "" } else { "\n" });
    if !diagnostics.is_empty() {
        write!(out, "--- diagnostics\n{}", render_all(&diagnostics, "l", source)).unwrap();
    }
    for section in sections {
        let Some(input) = section.strip_prefix("input\n") else {
            continue;
        };
        let Some(lexerdef) = &lexerdef else { continue };
        write!(out, "--- input\n{input}\n--- lexemes\n").unwrap();
        let lexer = lexerdef.lexer(input);
        for lexeme in lexer.iter() {
            let (name, span) = match lexeme {
                Ok(lexeme) => {
                    let rule = lexerdef.get_rule_by_id(lexeme.tok_id());
                    (rule.name().expect("skipped text makes no lexeme"), lexeme.span())
                }
                Err(error) => ("(error)", error.span()),
            };
            let text = lexer.span_str(span);
            writeln!(out, "{name} {}..{} {text:?}", span.start(), span.end()).unwrap();
        }
    }
    out
}

#[test]
fn cases_give_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut failed = String::new();
    for path in paths {
        let expected = fs::read_to_string(&path).unwrap();
        let cases = expected.strip_prefix("=== ").expect("a case file starts with a case");
        let found: String =
            cases.split("\n=== ").map(|case| run(case.trim_end_matches('\n')) + "\n").collect();
        let found = format!("{}\n", found.trim_end());
        if found == expected {
            continue;
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, found).unwrap();
        } else {
            let name = path.file_name().unwrap().to_string_lossy();
            let differs = expected.lines().zip(found.lines()).find(|(old, new)| old != new);
            writeln!(failed, "{name}: {differs:?}").unwrap();
        }
    }
    assert!(failed.is_empty(), "expected and found differ:\n{failed}");
}
