//! The commands: raw arguments in, results on standard output and messages on standard error.
//!
//! The first argument names the command: `new`, `test`, `generate`, `coverage`, `evaluate`,
//! `train`, `import`, `rewrite`, `highlight`, `grep` and `fix` have a file each; all else is
//! parsing, or a question on a grammar. Each command checks its arguments, then does one thing.

mod clock;
mod conflicts;
mod coverage;
mod dump;
mod evaluate;
mod exit;
mod fix;
mod generate;
mod grep;
mod highlight;
mod import;
mod input_files;
mod load;
mod messages;
mod new;
mod parse;
mod parse_arguments;
mod progress;
mod rewrite;
mod terminal;
mod test;
mod train;

use std::{
    ffi::OsString,
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use lrpar::visible;
use lrtable::near::did_you_mean;
use nimbleparse::builtin;

use exit::{FAILED, PARSED, finish};
use parse_arguments::{Mode, Request, USAGE};

/// Runs the program with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut raw: Vec<OsString> = raw.into_iter().collect();
    if raw.first().is_some_and(|first| first == "help") {
        // 'help COMMAND' asks for what 'COMMAND --help' prints.
        raw.remove(0);
        raw.truncate(1);
        raw.push("--help".into());
    }
    let mut raw = raw.into_iter().peekable();
    let commands: [(_, fn(_) -> ExitCode); 11] = [
        ("new", new::run),
        ("test", test::run),
        ("generate", generate::run),
        ("coverage", coverage::run),
        ("evaluate", evaluate::run),
        ("train", train::run),
        ("import", import::run),
        ("rewrite", rewrite::run),
        ("fix", fix::run),
        ("grep", grep::run),
        ("highlight", highlight::run),
    ];
    let first = raw.peek().and_then(|first| first.to_str()).unwrap_or_default();
    if let Some((_, command)) = commands.iter().find(|(name, _)| *name == first) {
        raw.next();
        return command(raw);
    }
    let meant = did_you_mean(first, commands.iter().map(|(name, _)| *name));
    let request = match meant.is_empty() || Path::new(first).exists() {
        true => parse_arguments::parse(raw),
        false => Err(format!("'{first}' is neither a command nor a file{meant}")),
    };
    let request = match request {
        Ok(request) => request,
        Err(message) => {
            eprintln!("nimbleparse: {}\nTry 'nimbleparse --help'.", visible(&message));
            return ExitCode::from(FAILED);
        }
    };
    let mut status = PARSED;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match request {
        Request::Help => out.write_all(help().as_bytes()),
        Request::Version => out.write_all(version().as_bytes()),
        Request::Run(args) => match args.mode {
            Mode::Dump(dump) => dump::run(&args, dump, &mut out, &mut status),
            Mode::Conflicts => conflicts::run(&args, &mut out, &mut status),
            Mode::Parse(shown) => parse::run(&args, shown, &mut out, &mut status),
        },
    };
    finish(done.and_then(|()| out.flush()), status)
}

fn help() -> String {
    let mut help = format!("{USAGE}\nGrammars:\n");
    for builtin in builtin::ALL {
        help.push_str(&format!("  {:<16} {}\n", builtin.name, builtin.title));
    }
    help
}

fn version() -> String {
    let with_model = builtin::ALL.iter().filter(|builtin| builtin.ngrams.is_some());
    let models: Vec<&str> = with_model.map(|builtin| builtin.name).collect();
    format!("nimbleparse {}\nModels: {}\n", env!("CARGO_PKG_VERSION"), models.join(", "))
}
