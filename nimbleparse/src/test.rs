//! `nimbleparse test`: arguments in, the report of a run of cases out.

use std::{ffi::OsString, io, process::ExitCode};

use lrpar::visible;
use nimbleparse::suite::{self, Format, Options};

use crate::{FAILED, PARSED, finish};

/// What is printed by `--help`.
const USAGE: &str = "\
usage: nimbleparse test [options] [PATH...]

Runs the cases in each PATH: a file, or a folder with files that end in .case;
without PATH, in the current folder.

  --update           write what is found into the files where it is missing or
                     has changed; no case and no section is deleted
  --filter TEXT      run only cases whose name or file contains TEXT
  --watch            run again whenever a file changes
  --format F         text (default), json or junit

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

/// What the arguments ask for.
enum Request {
    Run(Options),
    Watch(Options),
    Help,
}

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match parse(raw) {
        Ok(Request::Help) => io::Write::write_all(&mut out, USAGE.as_bytes()).map(|()| PARSED),
        Ok(Request::Run(options)) => suite::report(&options, &mut out),
        Ok(Request::Watch(options)) => suite::watch(&options, &mut out),
        Err(message) => {
            eprintln!("nimbleparse: {}\nTry 'nimbleparse test --help'.", visible(&message));
            return ExitCode::from(FAILED);
        }
    };
    let status = *done.as_ref().unwrap_or(&FAILED);
    finish(done.and_then(|_| io::Write::flush(&mut out)), status)
}

fn parse(raw: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut options = Options::default();
    let mut watch = false;
    let mut raw = raw.into_iter();
    let mut only_paths = false;
    while let Some(argument) = raw.next() {
        let text = argument.to_string_lossy().into_owned();
        if only_paths || !text.starts_with('-') {
            options.paths.push(argument.into());
            continue;
        }
        let (name, inline) = match text.split_once('=') {
            Some((name, value)) => (name.to_string(), Some(value.to_string())),
            None => (text, None),
        };
        let mut value = || match inline.clone() {
            Some(value) => Ok(value),
            None => match raw.next() {
                Some(value) => Ok(value.to_string_lossy().into_owned()),
                None => Err(format!("'{name}' needs a value")),
            },
        };
        match name.as_str() {
            "-h" | "--help" => return Ok(Request::Help),
            "--" => only_paths = true,
            "--update" => options.update = true,
            "--watch" => watch = true,
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
            _ => return Err(format!("unknown option '{name}'")),
        }
    }
    if options.paths.is_empty() {
        options.paths.push(".".into());
    }
    Ok(if watch { Request::Watch(options) } else { Request::Run(options) })
}
