//! Runs the cases of all crates, with the sections of their own that this project has.
//!
//! `cargo test -p nimbleparse --test cases -- --update` writes what is found.

#[allow(dead_code, reason = "shared with tests of lrtable")]
#[path = "../../../lrtable/tests/constructions/behaviour.rs"]
mod behaviour;
#[allow(dead_code, reason = "shared with tests of lrtable")]
#[path = "../../../lrtable/tests/constructions/bison.rs"]
mod bison;
mod built;
mod constructions;
#[path = "../../../lrtable/tests/reader/tree.rs"]
mod tree;

use std::process::ExitCode;

use lrtable::{diagnostic::render_all, yacc};
use nimbleparse::cases::{CustomSection, Subject, runner};

/// Where cases lie.
const FOLDERS: [&str; 6] = [
    "../lrtable/tests/cases",
    "../lrlex/tests/cases",
    "../lrpar/tests/cases",
    "tests/cases/c_actions",
    "../grammars",
    "src/cli/new/skeleton/src/cases",
];

fn main() -> ExitCode {
    let extra = |name, settings, found| CustomSection { name, settings, found };
    let custom = [
        extra("syntax", &[], syntax),
        extra("reading", &[], reading),
        extra("bison", &[], constructions::bison),
        extra("bison-reads", &[], constructions::bison_reads),
        extra("differs", &[], constructions::differs),
        extra("built", &built::SETTINGS, built::built),
    ];
    let status = runner::main_with(&FOLDERS, &custom);
    let runs_all = std::env::args().len() == 1;
    let missed = if runs_all { built::missed() } else { Vec::new() };
    if missed.is_empty() {
        return status;
    }
    eprintln!("no case meets {missed:?}");
    ExitCode::FAILURE
}

/// The syntax tree that lrtable's reader makes of a grammar, whose places are checked.
fn syntax(subject: &Subject) -> Option<String> {
    let source = subject.grammar.as_ref()?;
    let read = yacc::read(&source.text, subject.kind);
    tree::check_places(&source.text, &read);
    Some(tree::show(&read.ast))
}

/// What the reader alone says of a grammar, before names are resolved.
fn reading(subject: &Subject) -> Option<String> {
    let source = subject.grammar.as_ref()?;
    let read = yacc::read(&source.text, subject.kind);
    Some(render_all(&read.diagnostics, &source.name, &source.text))
}
