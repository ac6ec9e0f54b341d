//! The cases of `cases/reader`: grammar files, what the reader makes of them, and what it has to say.
//!
//! A case is `==== title`, the grammar, `---- tree`, the syntax tree, `---- messages`, the rendered messages. The title may
//! end in a kind in parentheses (else the file shows its kind) and in `[crlf]` (each line of the grammar ends in CR LF).
//! With `UPDATE_GOLDEN=1` in the environment, tree and messages are written anew.

#[path = "reader/cases.rs"]
mod cases;
#[path = "reader/robustness.rs"]
mod robustness;
#[path = "reader/tree.rs"]
mod tree;

use std::fs;

use lrtable::{diagnostic::render_all, yacc};

#[test]
fn every_case_gives_its_tree_and_messages() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut failures = Vec::new();
    for (path, cases) in cases::all() {
        let mut anew = String::new();
        for case in cases {
            let source = case.source();
            let read = yacc::read(&source, case.kind());
            tree::check_places(&source, &read);
            let tree = tree::show(&read.ast);
            let messages = render_all(&read.diagnostics, "g.y", &source);
            if (&tree, &messages) != (&case.tree, &case.messages) {
                failures.push(format!(
                    "{}: {}\n{tree}----\n{messages}",
                    path.display(),
                    case.title
                ));
            }
            anew += &cases::Case { tree, messages, ..case }.text();
        }
        if update {
            fs::write(&path, anew).expect("the case file can be written");
        }
    }
    assert!(update || failures.is_empty(), "{}", failures.join("\n\n"));
}
