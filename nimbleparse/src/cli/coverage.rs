//! `nimbleparse coverage`: arguments and files in, what the files use of a grammar out.

use std::{ffi::OsString, process::ExitCode};

use nimbleparse::{
    cases::coverage::{self, Coverage},
    lab::evaluation::grammar_change::Sources,
    system::arguments::{Words, options_of, utf8},
};

use super::{
    exit::finish_command,
    load::{language_texts, samples},
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse coverage [options] LANG.l LANG.y FILE...
       nimbleparse coverage [options] --grammar NAME FILE...

Says which productions, states, decisions of conflicts, lexer rules and start
states of a grammar the files use; FILE may be a folder. Of a file with errors
the part before the first one counts. 'nimbleparse test --coverage' says it of
cases.

  --list             name those that no file uses

Exit status: 0, or 2 for wrong usage, a bad grammar, or a file that cannot be
read.
";

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    finish_command("coverage", covered(raw))
}

fn covered(raw: impl IntoIterator<Item = OsString>) -> Result<String, String> {
    let (mut grammar, mut list, mut files) = (None, false, Vec::new());
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut files, utf8)? {
        match name.as_str() {
            "-h" | "--help" => return Ok(USAGE.to_string()),
            "--grammar" => grammar = Some(words.value()?),
            "--list" => list = true,
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    let [lex, yacc] = language_texts(grammar.as_deref(), &mut files)?;
    let sources = Sources { lex, yacc };
    let language = sources.language(&[])?;
    let mut coverage = Coverage::new(&language, &sources.lex.1);
    samples(&files)?.iter().for_each(|file| coverage.add(&file.text));
    Ok(coverage::text(&coverage, list))
}
