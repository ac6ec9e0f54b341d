//! `nimbleparse rewrite`: a Yacc file in, its text with repetitions in place of lists by hand out.

use std::{ffi::OsString, path::Path, process::ExitCode};

use lrpar::visible;
use nimbleparse::{
    language::{Part, Specification},
    service::grammar::rewrite::{rewrite, rewrites},
    system::{
        arguments::{Words, options_of, utf8},
        write,
    },
};

use super::{
    exit::finish_command,
    input_files::{cannot_write, read_specification},
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse rewrite [options] LANG.y

Prints LANG.y with 'X*', 'X+', 'X?' and separated lists in place of rules that
say these by hand, such as 'Xs: | Xs X;'. Each step is made only if the tables
before and after are proved equal. All other text stays as it is.

  --write            write LANG.y anew; nothing is printed
  --check            only list the rules that can go, with their places

Exit status: 0, or 2 for wrong usage, a bad grammar, or a file that cannot be
read or written.
";

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    finish_command("rewrite", rewritten(raw))
}

fn rewritten(raw: impl IntoIterator<Item = OsString>) -> Result<String, String> {
    let (mut replaces, mut checks, mut files) = (false, false, Vec::new());
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut files, utf8)? {
        match name.as_str() {
            "-h" | "--help" => return Ok(USAGE.to_string()),
            "--write" => replaces = true,
            "--check" => checks = true,
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    let [file] = &files[..] else { return Err("expected one file LANG.y".to_string()) };
    if replaces && checks {
        return Err("'--check' writes nothing: expected it without '--write'".to_string());
    }
    let text = read_specification(file)?;
    let bad = || format!("nimbleparse: '{file}' has errors: 'nimbleparse --dump stats' lists them");
    if checks {
        let specification = Specification::new(Some(text), None);
        specification.table().ok_or_else(bad)?;
        let text = specification.text(Part::Grammar);
        let line = |at: usize| text[..at].matches('\n').count() + 1;
        let found = rewrites(&specification, usize::MAX).into_iter();
        let lines = found.map(|one| {
            let (line, rule) = (line(one.place.start()), one.rule);
            visible(&format!("{file}:{line}: '{rule}' can be written '{}'", one.notation)) + "\n"
        });
        return Ok(lines.collect());
    }
    let found = rewrite(&text).ok_or_else(bad)?;
    if replaces && found.text != text {
        let written = write::update(Path::new(file), text.as_bytes(), found.text.as_bytes());
        written.map_err(|error| cannot_write(file, &error))?;
    }
    let rules = match found.steps.len() {
        1 => "1 rule was".to_owned(),
        count => format!("{count} rules were"),
    };
    eprintln!(
        "{rules} replaced; the table is equal: {} states, {} productions",
        found.states, found.productions
    );
    Ok(if replaces { String::new() } else { found.text })
}
