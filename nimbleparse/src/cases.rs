//! Tests of a grammar as data: a text with cases in, the comparison of expected with found results
//! out.
//!
//! [`CaseFile::read`] reads a file and [`CaseFile::write`] writes it: given sections keep each
//! byte, expectations are rewritten where they have changed. [`Subject::new`] finds a case's texts,
//! [`check`] compares. The caller opens files; `docs/testing.md` describes the format.

mod case_file;
mod check;
pub mod coverage;
mod line_diff;
mod repair_list;
pub mod runner;
mod section_results;
pub mod sentences;
mod subject;
mod token_name_lexer;

pub use case_file::{Case, CaseError, CaseFile, List, Section};
pub use check::{Checked, Failure, Made, check};
pub use section_results::useful;
pub use subject::{Files, LanguageKey, Source, Subject, text_of};

/// A section that a project defines for its own cases: its name, its settings, and how its content
/// is found.
#[derive(Clone, Copy, Debug)]
pub struct CustomSection {
    /// The name of the section in marks.
    pub name: &'static str,
    /// The settings that only this section knows.
    pub settings: &'static [&'static str],
    /// Returns what is found for a case, up to this section; `None` if that cannot be found here.
    pub found: fn(&Subject) -> Option<String>,
}
