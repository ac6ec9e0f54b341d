//! `corpus-tools experiment`: runs the paper's experiment in one command, by starting the other
//! commands, each in a process of its own.

use nimbleparse::Error;

use std::{ffi::OsString, fs, process::Command};

use crate::{
    args::Args,
    commands::{DONE, FAILED, FLAWED},
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools experiment --grammar G --out OUT [options] DIR|FILE...

Measures the paper's five algorithms (CPCT+ also by the paper's own search), and
CPCT+ with four times the limit, over files and writes OUT/records.tsv and the page OUT/report.html. Goes on where an
earlier run stopped.

  --recoverer R,...  other recoverers
  --limit L          see 'measure' (default 500ms)
  --runs N           runs of each recoverer over each file (default 10)
  --longer L         the longer limit (default 2000ms, or none if the limit is
                     not 500ms)
  --pairs DIR        hold repairs against the pairs in DIR too (may be repeated)
  --workers N, --ending E, --memory N, --resamples N    as elsewhere
";

/// The paper's five recoverers, and CPCT+ by the paper's own search, by which its variants search.
const PAPER: &str = "corchuelo,cpctplus,cpctplus-plain,panic,cpctplus-nomerge,cpctplus-rev";

/// Runs the command: measures and reports.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let valued = [
        "--grammar",
        "--out",
        "--recoverer",
        "--limit",
        "--runs",
        "--longer",
        "--pairs",
        "--workers",
        "--ending",
        "--memory",
        "--resamples",
    ];
    let args = Args::new(raw, &[], &valued)?;
    let grammar = args.value("--grammar").ok_or("'--grammar' is missing")?;
    let out = args.value("--out").ok_or("'--out' is missing")?;
    fs::create_dir_all(out).map_err(|error| format!("cannot make '{out}': {error}"))?;
    let limit = args.value("--limit").unwrap_or("500ms");
    let longer = args.value("--longer").or((limit == "500ms").then_some("2000ms"));
    let file = |name: &str| format!("{out}/{name}");
    let grammar = format!("--grammar={grammar}");
    let passed = |names: &[&str]| -> Vec<String> {
        names
            .iter()
            .filter_map(|name| args.value(name).map(|value| format!("{name}={value}")))
            .collect()
    };
    let mut status = DONE;
    let mut records = Vec::new();
    let mut measure = |recoverers: &str, limit: &str, runs: &str, name: &str| {
        records.push(file(name));
        let mut command = vec!["measure".to_string(), grammar.clone()];
        command.push(format!("--recoverer={recoverers}"));
        command.extend([
            format!("--limit={limit}"),
            format!("--runs={runs}"),
            format!("--out={}", file(name)),
        ]);
        command.extend(passed(&["--workers", "--ending", "--memory"]));
        command.push("--".to_string());
        command.extend(args.rest.iter().cloned());
        start(&command)
    };
    let runs = args.value("--runs").unwrap_or("10");
    status = status.max(measure(
        args.value("--recoverer").unwrap_or(PAPER),
        limit,
        runs,
        "records.tsv",
    )?);
    if let Some(longer) = longer {
        status = status.max(measure("cpctplus", longer, "1", "records-longer.tsv")?);
    }
    let pairs: Vec<String> = args.values("--pairs").map(str::to_string).collect();
    if !pairs.is_empty() {
        let mut command =
            vec!["quality".to_string(), grammar.clone(), format!("--out={}", file("cases.tsv"))];
        command.extend(passed(&["--workers", "--memory"]));
        command.push("--".to_string());
        command.extend(pairs);
        status = status.max(start(&command)?);
        records.push(file("cases.tsv"));
    }
    let mut command = vec!["report".to_string(), format!("--html={}", file("report.html"))];
    command.extend(passed(&["--resamples"]));
    command.extend(records);
    status = status.max(start(&command)?);
    Ok(status)
}

/// Runs this program with these arguments; returns its exit status.
fn start(arguments: &[String]) -> Result<u8, Error> {
    let program =
        std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let status = Command::new(program)
        .args(arguments)
        .status()
        .map_err(|error| format!("cannot start '{}': {error}", arguments[0]))?;
    match status.code().and_then(|code| u8::try_from(code).ok()) {
        Some(status @ (DONE | FLAWED)) => Ok(status),
        Some(FAILED) => Err(format!("'{}' failed", arguments[0]).into()),
        _ => Err(format!("'{}' ended with {status}", arguments[0]).into()),
    }
}
