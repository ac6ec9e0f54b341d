//! Language service: parses any text by a lex and a Yacc file, and repairs it. All algorithms are in the libraries below.
//!
//! Texts go in; diagnostics, trees, errors, repairs, edits and lexemes come out. Nothing here opens a file, reads a
//! clock or starts a thread, but for [`suite`], which runs folders of cases, and [`read`] and [`mod@write`], by which all
//! fronts read and write files. A [`workspace::Workspace`] holds a grammar and programs; [`language`] and [`run`] are the two steps below it; [`text`]
//! and [`json`] format the results; [`case`] compares them with what is expected.
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
pub mod newer;
pub mod quality;
pub mod read;
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
pub mod write;

use std::io::{self, Write};

pub use nimbleparse_grammars as builtin;

use lrpar::visible_lines;

/// Writes lines that may quote a grammar or an input, with escapes for all characters that a terminal would obey.
pub fn write_lines(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(visible_lines(text).as_bytes())
}
