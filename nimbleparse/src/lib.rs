//! Language service: parses any text by a lex and a Yacc file, and repairs it. All algorithms are
//! in the libraries below.
//!
//! [`language`] makes the two files ready and parses a text; [`service`] answers what editors ask;
//! [`output`] formats results; [`cases`] are tests as data, with coverage and generated sentences;
//! [`lab`] measures repairs on broken texts; [`json`] is how data is written; [`system`] reads
//! arguments and files for all fronts.
//! Texts go in, and data or texts come out: nothing here opens a file, reads a clock or starts a
//! thread, but for [`system`] and [`cases::runner`], which runs folders of cases.
//!
//! The built-in languages are the feature `grammars`, and `lab` is one; the program needs both.
//!
//! ```
//! use nimbleparse::language::{Parsed, Recovery, Specification};
//!
//! let grammar = "%%\nSum: Sum '+' 'INT' | 'INT';".to_string();
//! let lexer = "%%\n[0-9]+ 'INT'\n\\+ '+'\n[ ]+ ;".to_string();
//! let specification = Specification::new(Some(grammar), Some(lexer));
//! assert!(specification.diagnostics().is_empty());
//! let language = specification.language().unwrap();
//! let parsed = Parsed::new(language, "1 + + 2", &Recovery::default(), None);
//! assert_eq!(parsed.errors.len(), 1);
//! assert_eq!(parsed.repaired().as_deref(), Some("1 + 2"));
//! ```

#![forbid(unsafe_code)]

pub mod cases;
mod error;
#[cfg(feature = "import")]
pub mod import;
pub mod json;
#[cfg(feature = "lab")]
pub mod lab;
pub mod language;
pub mod limits;
pub mod output;
pub mod service;
pub mod system;

pub use error::{Error, ErrorKind};
#[cfg(feature = "grammars")]
pub use nimbleparse_grammars as builtin;
