//! `nimbleparse test`: arguments in, the report of a run of cases out.

use std::{ffi::OsString, io, path::Path, process::ExitCode};

use lrpar::visible;
use nimbleparse::{
    cases::{
        coverage,
        runner::{self, Format, Options, Results},
    },
    output::write_lines,
    system::{
        arguments::{Words, options_of},
        write,
    },
};

use super::{
    exit::{FAILED, PARSED, finish},
    input_files::{cannot_write, check_ending},
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse test [options] [PATH...]

Runs the cases in each PATH: a file, or a folder with files that end in .case;
without PATH, in the current folder.

  --update           write what is found into the files where it is missing or
                     has changed; no case and no section is deleted
  --filter TEXT      run only cases whose name or file contains TEXT
  --watch            run again whenever a file changes
  --format F         text (default), json or junit
  --coverage FILE    write what the cases' inputs use of the grammars, and what
                     they do not, to FILE, which ends in .txt, .json or .html
                     (with the grammar coloured); - is standard output
  --at-least [PART=]PERCENT
                     require that so much of a part is used, by default of the
                     productions; others are states, 'decisions by precedence',
                     'conflicts by default', 'lexer rules', 'start states'

A case is a name, an input and what is expected of it:

  === a sum
  --- input
  1 + 2
  --- accept

The grammar is that of the folder, or stands in the case. docs/testing.md
describes all sections.

Exit status: 0 all are as expected, 1 some are not, 2 some cannot be read, or
wrong usage.
";

/// The user's request.
enum Request {
    Run(Options, Option<String>),
    Watch(Options),
    Help,
}

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match parse(raw) {
        Ok(Request::Help) => io::Write::write_all(&mut out, USAGE.as_bytes()).map(|()| PARSED),
        Ok(Request::Run(options, file)) => {
            runner::report(&options, &mut out).and_then(|(results, status)| {
                Ok(write_coverage(&results, file.as_deref(), &mut out)?.unwrap_or(status))
            })
        }
        Ok(Request::Watch(options)) => runner::watch(&options, &mut out),
        Err(message) => {
            eprintln!("nimbleparse: {}\nTry 'nimbleparse test --help'.", visible(&message));
            return ExitCode::from(FAILED);
        }
    };
    let status = *done.as_ref().unwrap_or(&FAILED);
    finish(done.and_then(|_| io::Write::flush(&mut out)), status)
}

/// Writes the coverage to a file; returns the exit status if that fails.
fn write_coverage(
    results: &Results,
    file: Option<&str>,
    out: &mut impl io::Write,
) -> io::Result<Option<u8>> {
    let Some(file) = file else { return Ok(None) };
    let all = &results.coverage;
    let text = match file.rsplit_once('.').map(|(_, ending)| ending) {
        Some("json") => {
            let all: Vec<String> = all.iter().map(|one| one.json.to_string()).collect();
            format!("[{}]\n", all.join(",\n"))
        }
        Some("html") => {
            let all: Vec<String> = all.iter().map(|one| one.section.clone()).collect();
            coverage::page(&all)
        }
        _ => all.iter().map(|one| format!("{}: {}", one.name, one.text)).collect(),
    };
    if file == "-" {
        write_lines(out, &text)?;
        return Ok(None);
    }
    if let Err(error) = write::write(Path::new(file), text.as_bytes()) {
        eprintln!("{}", visible(&cannot_write(file, &error)));
        return Ok(Some(FAILED));
    }
    Ok(None)
}

/// Reads a kind of covered thing, and a percentage.
fn at_least(text: &str) -> Result<(String, f64), String> {
    let (part, percent) = text.split_once('=').unwrap_or(("productions", text));
    let parts = [
        "productions",
        "states",
        "decisions by precedence",
        "conflicts by default",
        "lexer rules",
        "start states",
    ];
    if !parts.contains(&part) {
        return Err(format!("unknown part '{part}': there are {}", parts.join(", ")));
    }
    match percent.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok((part.to_string(), percent)),
        _ => Err(format!("'--at-least' needs a number from 0 to 100, not '{percent}'")),
    }
}

fn parse(raw: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut options = Options::default();
    let (mut watch, mut coverage) = (false, None);
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut options.paths, |path| Ok(path.into()))? {
        let mut value = || words.value();
        match name.as_str() {
            "-h" | "--help" => return Ok(Request::Help),
            "--update" => options.update = true,
            "--watch" => watch = true,
            "--coverage" => {
                let file = value()?;
                if file != "-" {
                    check_ending(&name, &file, &[".txt", ".json", ".html"])?;
                }
                coverage = Some(file);
            }
            "--at-least" => options.at_least.push(at_least(&value()?)?),
            "--filter" => options.filter = Some(value()?),
            "--format" => {
                options.format = match value()?.as_str() {
                    "text" => Format::Text,
                    "json" => Format::Json,
                    "junit" => Format::Junit,
                    other => {
                        return Err(format!(
                            "unknown format '{other}': there are text, json, junit"
                        ));
                    }
                }
            }
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    if options.paths.is_empty() {
        options.paths.push(".".into());
    }
    options.coverage = coverage.is_some() || !options.at_least.is_empty();
    Ok(if watch { Request::Watch(options) } else { Request::Run(options, coverage) })
}
