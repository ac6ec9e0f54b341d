//! Parses any text by a lex and a Yacc file, and repairs it: a language service on the libraries, without an algorithm of
//! its own.
//!
//! Texts go in; diagnostics, trees, errors, repairs, edits and lexemes come out. Nothing here opens a file, asks a clock or
//! starts a thread: the program and [`suite`], which runs folders of cases, are fronts that do. A [`workspace::Workspace`] holds a grammar and programs; [`language`] and
//! [`run`] are the two steps that it takes; [`text`] and [`json`] show the results; [`case`] compares them with what is expected.
//!
//! ```
//! use nimbleparse::workspace::Workspace;
//!
//! let mut workspace = Workspace::new("%%\n[0-9]+ 'INT'\n\\+ '+'\n[ ]+ ;", "%%\nSum: Sum '+' 'INT' | 'INT';");
//! assert!(workspace.diagnostics().is_empty());
//! workspace.set_program("a.sum", "1 + + 2");
//! let parsed = workspace.parse("a.sum").unwrap();
//! assert_eq!(parsed.errors.len(), 1);
//! assert_eq!(workspace.repaired("a.sum").as_deref(), Some("1 + 2"));
//! ```

#![forbid(unsafe_code)]

pub mod bootstrap;
pub mod case;
pub mod coverage;
pub mod evaluate;
pub mod explain;
pub mod generate;
#[cfg(test)]
mod growth;
pub mod json;
pub mod language;
pub mod limits;
pub mod lr;
pub mod mutate;
pub mod quality;
mod repaired;
pub mod reports;
pub mod run;
pub mod sarif;
pub mod service;
pub mod settings;
pub mod suite;
pub mod text;
pub mod timing;
pub mod tsv;
pub mod workspace;

use std::io::{self, Write};

pub use nimbleparse_grammars as builtin;

use lrpar::visible_lines;

/// Writes lines that may quote a grammar or an input, each character that a terminal would obey shown as an escape.
pub fn write_lines(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(visible_lines(text).as_bytes())
}
