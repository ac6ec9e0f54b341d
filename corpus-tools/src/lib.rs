//! Measures error recovery: the experiment of Diekmann & Tratt, "Don't Panic!" (ECOOP 2020), on any
//! corpus of broken programs, and measurements beyond the paper's.
//!
//! Files become records, records statistics, statistics reports. Measuring and analysing never
//! share a process: `measure` and its relatives write raw records, a row for each file, recoverer
//! and run; `report` reads them. This library has what a worker that measures another parser needs,
//! and [`run`], the program.

#![forbid(unsafe_code)]

use nimbleparse::{Error, ErrorKind};

mod args;
mod brackets;
mod clock;
mod commands;
mod compare;
pub mod files;
pub mod language;
pub mod limit;
mod measure;
pub mod memory;
mod pool;
mod progress;
mod quality;
pub mod record;
mod recoverer;
mod report;
pub mod rows;
pub mod sets;
mod sha256;
mod sink;
mod stats;
mod stress;
pub mod worker;

use std::{ffi::OsString, io, process::ExitCode};

use lrpar::visible_lines;
use lrtable::near::did_you_mean;

/// Output of `--help`.
const USAGE: &str = "\
usage: corpus-tools COMMAND [options] ...

  fetch       a corpus, from the repositories that its index names
  experiment  the paper's experiment: measures and reports
  measure     recoverers over files: records
  quality     repairs against what people did: cases
  mutate      broken files with known truth, of valid ones
  mix         how often which mistake is made, for mutate
  report      statistics of records and cases
  compare     the repair sets of two programs
  brackets    one missing or surplus bracket: what a reader sees
  stress      inputs that are hard for recovery, of growing sizes

'corpus-tools COMMAND --help' says more.
";

/// Commands that are commands of `nimbleparse` now, by their old names.
const MOVED: [(&str, &str); 3] = [
    ("train-ngram", "train --out FILE LANG.l LANG.y SAMPLE..."),
    ("generate", "generate --random N --plain LANG.l LANG.y SAMPLE..."),
    ("coverage", "coverage LANG.l LANG.y FILE..."),
];

type Command = fn(Vec<OsString>) -> Result<u8, Error>;

/// The commands: their names, what `--help` prints, and what they do.
const COMMANDS: [(&str, &str, Command); 11] = [
    ("brackets", commands::brackets::USAGE, commands::brackets::run),
    ("compare", commands::compare::USAGE, commands::compare::run),
    ("experiment", commands::experiment::USAGE, commands::experiment::run),
    ("fetch", commands::fetch::USAGE, commands::fetch::run),
    ("measure", commands::measure::USAGE, commands::measure::run),
    ("mix", commands::mutate::MIX_USAGE, commands::mutate::run_mix),
    ("mutate", commands::mutate::USAGE, commands::mutate::run),
    ("quality", commands::quality::USAGE, commands::quality::run),
    ("report", commands::report::USAGE, commands::report::run),
    ("stress", commands::stress::USAGE, commands::stress::run),
    ("worker", "", commands::worker::run),
];

/// Returns the error that `name` cannot be written; nobody reads a pipe that is broken.
pub(crate) fn cannot_write(name: &str, error: &io::Error) -> Error {
    let kind = match error.kind() {
        io::ErrorKind::BrokenPipe => ErrorKind::ReaderGone,
        _ => ErrorKind::File,
    };
    Error::new(kind, format!("cannot write {name}: {error}"))
}

/// Runs the command that `raw`, the arguments without the program's name, ask for; returns the exit
/// status.
pub fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut raw = raw.into_iter();
    let command = raw.next().unwrap_or_default().to_string_lossy().into_owned();
    let rest: Vec<OsString> = raw.collect();
    match command.as_str() {
        "--version" => {
            println!("corpus-tools {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::from(commands::DONE);
        }
        "--help" | "-h" | "help" => {
            print!("{USAGE}");
            return ExitCode::from(commands::DONE);
        }
        "" => {
            eprint!("{USAGE}");
            return ExitCode::from(commands::FAILED);
        }
        _ => {}
    }
    let Some((_, usage, run)) = COMMANDS.iter().find(|(name, ..)| *name == command) else {
        let moved = MOVED.iter().find(|(old, _)| *old == command);
        let help = moved.map_or("Try 'corpus-tools --help'.".to_string(), |(_, new)| {
            format!("It is 'nimbleparse {new}' now, or with '--grammar NAME'.")
        });
        let meant = match moved {
            Some(_) => String::new(),
            None => did_you_mean(&command, COMMANDS.iter().map(|(name, ..)| *name)),
        };
        let command = visible_lines(&command);
        eprintln!("corpus-tools: unknown command '{command}'{meant}\n{help}");
        return ExitCode::from(commands::FAILED);
    };
    if rest.iter().any(|arg| arg == "--help" || arg == "-h") {
        print!("{usage}");
        return ExitCode::from(commands::DONE);
    }
    match run(rest) {
        Ok(status) => ExitCode::from(status),
        // The program then ends without an error.
        Err(error) if error.kind() == ErrorKind::ReaderGone => ExitCode::from(commands::DONE),
        Err(error) => {
            eprintln!("corpus-tools: {}", visible_lines(error.message().trim_end()));
            ExitCode::from(commands::FAILED)
        }
    }
}
