//! Runs folders of cases: files in, a report and an exit status out. A front to [`crate::cases`],
//! for the program and for tests.
//!
//! Cases are run in parallel, independently; the report is in the order of files and cases. A
//! language that several cases share is made once.
//!
//! A package runs its cases in `cargo test` by a file `tests/cases.rs` with one line,
//! `harness = false` in its manifest:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     nimbleparse::cases::runner::main("tests/cases")
//! }
//! ```

mod folder_files;
mod input_coverage;
mod parallel;
mod result_formats;
mod run;

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    thread,
    time::{Duration, SystemTime},
};

use super::{CaseError, CaseFile, CustomSection, Failure};
use crate::{Error, ErrorKind, language::HandWritten};
pub use input_coverage::{CoverageOf, inputs};
use run::modified;
pub use run::run;

/// Exit status if all cases are as expected.
pub(crate) const AS_EXPECTED: u8 = 0;
/// Exit status if some case is not as expected.
pub(crate) const NOT_AS_EXPECTED: u8 = 1;
/// Exit status if some case cannot be read, or a file cannot be written.
pub const FAILED: u8 = 2;

/// Format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Text for people.
    #[default]
    Text,
    /// One JSON object.
    Json,
    /// JUnit's XML, as many servers that run tests read it.
    Junit,
}

/// Options of a run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Files and folders with cases.
    pub paths: Vec<PathBuf>,
    /// Whether what is found is written into the files.
    pub update: bool,
    /// Runs only cases whose file or name contains this text.
    pub filter: Option<String>,
    /// The format of results.
    pub format: Format,
    /// Sections that the project defines.
    pub custom: Vec<CustomSection>,
    /// A hand-written lexer, which lexes the inputs of all cases; lex files are not needed then.
    pub lexer: Option<HandWritten>,
    /// Whether the coverage of grammars that do not stand in a case is reported.
    pub coverage: bool,
    /// The percentage of each kind of thing that must be used, for example of `productions`.
    pub at_least: Vec<(String, f64)>,
}

/// Result of one case, or of a file that cannot be read.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The file of the case.
    pub file: String,
    /// The name of the case.
    pub name: String,
    /// The line of the case.
    pub line: usize,
    /// The failures, empty if the case is as expected; or why it cannot be read.
    pub outcome: Result<Vec<Failure>, CaseError>,
}

/// Results of a run.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The cases, in the order of files and lines.
    pub cases: Vec<CaseResult>,
    /// The files that were written.
    pub written: Vec<String>,
    /// Wrong paths, and files that could not be written.
    pub errors: Vec<String>,
    /// Kinds of things that are used less than demanded, a line each.
    pub(crate) too_little: Vec<String>,
    /// The coverage of each grammar by the inputs, if asked for.
    pub coverage: Vec<CoverageOf>,
    /// Files that were read, with their times before that, for watching.
    seen: BTreeMap<PathBuf, Option<SystemTime>>,
}

impl Results {
    /// Returns the exit status of a process.
    pub fn status(&self, update: bool) -> u8 {
        let is_misread = self.cases.iter().any(|case| case.outcome.is_err());
        let differs =
            |case: &CaseResult| case.outcome.as_ref().is_ok_and(|found| !found.is_empty());
        match () {
            () if is_misread || !self.errors.is_empty() => FAILED,
            () if !self.too_little.is_empty() => NOT_AS_EXPECTED,
            () if !update && self.cases.iter().any(differs) => NOT_AS_EXPECTED,
            () => AS_EXPECTED,
        }
    }
}

/// Runs the cases of `folder`, a path from the package, as `cargo test` runs tests: an argument is
/// a filter; `--update` writes what is found. For a test with `harness = false`.
pub fn main(folder: &str) -> ExitCode {
    main_with(&[folder], &[])
}

/// Runs the cases of several folders as [`main`] does, with sections that the project defines.
pub fn main_with(folders: &[&str], custom: &[CustomSection]) -> ExitCode {
    main_by(folders, Options { custom: custom.to_vec(), ..Options::default() })
}

/// Runs the cases of several folders as [`main`] does, with a hand-written lexer.
pub fn main_with_lexer(folders: &[&str], lexer: HandWritten) -> ExitCode {
    main_by(folders, Options { lexer: Some(lexer), ..Options::default() })
}

fn main_by(folders: &[&str], options: Options) -> ExitCode {
    let mut options = Options { paths: folders.iter().map(PathBuf::from).collect(), ..options };
    let mut list = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--update" => options.update = true,
            "--list" => list = true,
            "--test-threads" | "--skip" | "--format" | "--color" | "--logfile" | "-Z" => {
                arguments.next();
            }
            // `cargo test` passes on options for its own harness.
            _ if argument.starts_with('-') => {}
            _ => options.filter = Some(argument),
        }
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match list {
        true => write_names(&options, &mut out),
        false => report(&options, &mut out).map(|(_, status)| status),
    };
    match done.and_then(|status| out.flush().map(|()| status)) {
        Ok(status) => ExitCode::from(status),
        Err(_) => ExitCode::from(FAILED),
    }
}

/// Writes the names of all cases, as `cargo test -- --list` does.
fn write_names(options: &Options, out: &mut impl Write) -> io::Result<u8> {
    for found in folder_files::cases(&options.paths).0 {
        let text = folder_files::cases_text(&found.path);
        let cases = text.and_then(|text| CaseFile::read(&text, &options.custom));
        for case in cases.iter().flat_map(|file| &file.cases) {
            writeln!(out, "{}: test", case.name)?;
        }
    }
    Ok(AS_EXPECTED)
}

/// Runs the cases of a folder from a test or a build script; returns their number.
///
/// # Errors
///
/// What is not as expected, as text.
pub fn check_folder(folder: &str) -> Result<usize, Error> {
    let options = Options { paths: vec![folder.into()], ..Options::default() };
    let results = run(&options);
    if results.status(false) == AS_EXPECTED {
        return Ok(results.cases.len());
    }
    let mut out = Vec::new();
    result_formats::write(&mut out, &results, &options).expect("a vector takes all");
    Err(Error::new(ErrorKind::NotAsExpected, String::from_utf8_lossy(&out)))
}

/// Runs the cases and writes the report; returns the results and the exit status.
pub fn report(options: &Options, out: &mut impl Write) -> io::Result<(Results, u8)> {
    let results = run(options);
    result_formats::write(out, &results, options)?;
    let status = results.status(options.update);
    Ok((results, status))
}

/// Runs the cases again whenever a file changes, for ever.
pub fn watch(options: &Options, out: &mut impl Write) -> io::Result<u8> {
    loop {
        let results = run(options);
        result_formats::write(out, &results, options)?;
        out.flush()?;
        let is_as_read = |(path, time): (&PathBuf, &Option<SystemTime>)| modified(path) == *time;
        let is_known = |path: &PathBuf| results.seen.contains_key(path);
        while results.seen.iter().all(is_as_read)
            && folder_files::cases(&options.paths).0.iter().all(|found| is_known(&found.path))
        {
            thread::sleep(Duration::from_millis(200));
        }
    }
}
