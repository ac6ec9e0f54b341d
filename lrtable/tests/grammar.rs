//! The cases of `cases/grammar`: grammars, and what is said about them once their names are resolved.
//!
//! A case is `==== title`, the grammar, `---- accepted` or `---- refused`, and the rendered messages. The title may end in a
//! kind in parentheses; else the file shows its kind. With `UPDATE_GOLDEN=1` in the environment, verdict and messages are
//! written anew.

use std::{fs, path::Path};

use lrtable::{diagnostic::render_all, grammar::Grammar, yacc::YaccKind};

/// The verdict on a grammar, and what is said about it.
fn answer(title: &str, source: &str) -> String {
    let kind = title.split_once(" (").map(|(_, kind)| {
        let name = kind.strip_suffix(')').expect("the kind's parenthesis is closed");
        YaccKind::from_name(name).expect("the title names a kind")
    });
    let (verdict, messages) = match Grammar::parse(source, kind) {
        Ok(grammar) => ("accepted", grammar.warnings().to_vec()),
        Err(messages) => ("refused", messages),
    };
    format!("---- {verdict}\n{}", render_all(&messages, "g.y", source))
}

#[test]
fn every_case_gets_its_verdict_and_messages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/grammar");
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let mut anew = String::new();
        for case in format!("\n{text}").split("\n==== ").skip(1) {
            let case = format!("{}\n", case.trim_end_matches('\n'));
            let (title, rest) = case.split_once('\n').unwrap();
            let (source, expected) = match rest.find("---- ") {
                Some(at) => rest.split_at(at),
                None => (rest, ""),
            };
            let answer = answer(title, source);
            if answer != expected {
                failures.push(format!("{title}\n{answer}but expected is\n{expected}"));
            }
            anew.push_str(&format!("==== {title}\n{source}{answer}"));
            count += 1;
        }
        if update {
            fs::write(&path, anew).unwrap();
        }
    }
    assert!(count > 0, "there are cases");
    assert!(update || failures.is_empty(), "{}", failures.join("\n"));
}
