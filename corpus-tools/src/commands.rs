//! Commands: arguments in, work done by the other modules, an exit status out.

use nimbleparse::Error;

pub(crate) mod brackets;
pub(crate) mod compare;
pub(crate) mod experiment;
pub(crate) mod fetch;
pub(crate) mod measure;
pub(crate) mod mutate;
pub(crate) mod quality;
pub(crate) mod report;
pub(crate) mod stress;
pub(crate) mod worker;

use std::io::{self, Write as _};

use crate::cannot_write;

/// Exit status of complete success.
pub(crate) const DONE: u8 = 0;
/// Exit status of success with flaws: files that could not be read, or that killed their worker.
pub(crate) const FLAWED: u8 = 1;
/// Exit status for wrong usage, or if nothing could be done.
pub(crate) const FAILED: u8 = 2;

/// Writes to standard output.
///
/// # Errors
///
/// Why it cannot be written.
fn print(text: &str) -> Result<(), Error> {
    let written = io::stdout().write_all(text.as_bytes());
    written.map_err(|error| cannot_write("standard output", &error))
}
