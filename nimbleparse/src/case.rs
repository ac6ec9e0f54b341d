//! Tests of a grammar as data: a text with cases in, what each expects and what is found out.
//!
//! A file is read by [`CaseFile::read`] and written by [`CaseFile::write`]: what is given keeps each byte, what is expected is
//! written anew where it has changed. [`Subject::new`] finds a case's texts, [`check`] compares. Files are opened by whoever
//! calls this; `docs/testing.md` describes the format.

mod check;
mod diff;
mod format;
mod found;
mod plain;
mod repairs;
mod subject;

pub use check::{Checked, Failure, Made, check};
pub use format::{Case, CaseFile, List, Misread, Section};
pub use found::useful;
pub use subject::{Files, LanguageKey, Source, Subject, text_of};

/// A section of a project's own: its name, the settings that it knows, and what is found; `None` if that cannot be said here.
#[derive(Clone, Copy, Debug)]
pub struct Extra {
    /// The name in marks.
    pub name: &'static str,
    /// Settings that only it knows.
    pub settings: &'static [&'static str],
    /// What is found for a case, up to this section.
    pub found: fn(&Subject) -> Option<String>,
}
