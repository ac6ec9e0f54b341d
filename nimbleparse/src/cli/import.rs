//! `nimbleparse import`: a lex file for flex and a grammar for Bison in, both without code out.

use std::{ffi::OsString, path::Path, process::ExitCode};

use lrpar::{Renderer, Report};
use lrtable::diagnostic::Diagnostic;
use nimbleparse::{
    import,
    language::{Messages, Text},
    system::{
        arguments::{Words, options_of, utf8},
        write,
    },
};

use super::{
    exit::finish_command,
    input_files::{cannot_write, read_specification},
    parse_arguments::Color,
    terminal,
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse import [options] LANG.l LANG.y

Reads a lex file for flex and its grammar for Yacc or Bison, whatever they are
called, and writes LANG.l and LANG.y that a build script can use: actions in C
become simple actions, all other code goes. What an action decides by what only
the program knows is a warning, and a comment beside the rule.

  --out DIR          the folder of the new files; by default 'imported'
  --force            replace files that are there
  -q, --quiet        no warnings
  --warnings         show each warning and note, not one of each cause

Exit status: 0, or 2 for wrong usage, bad files, or a file that cannot be read
or written.
";

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    finish_command("import", imported(raw))
}

fn imported(raw: impl IntoIterator<Item = OsString>) -> Result<String, String> {
    let (mut folder, mut replaces, mut quiet, mut shows_all) = (None, false, false, false);
    let mut files = Vec::new();
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut files, utf8)? {
        match name.as_str() {
            "-h" | "--help" => return Ok(USAGE.to_string()),
            "--out" => folder = Some(words.value()?),
            "--force" => replaces = true,
            "-q" | "--quiet" => quiet = true,
            "--warnings" => shows_all = true,
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    let [lex, yacc] = &files[..] else {
        return Err("expected two files, LANG.l and LANG.y".to_string());
    };
    let texts = [read_specification(lex)?, read_specification(yacc)?];
    let mut messages = Warnings { shows_all, rendered: String::new() };
    let made = import::import(
        Text { name: lex, text: &texts[0] },
        Text { name: yacc, text: &texts[1] },
        &mut messages,
    )?;
    if !quiet {
        eprint!("{}", messages.rendered);
    }
    let folder = folder.unwrap_or_else(|| "imported".to_owned());
    let mut out = String::new();
    for (file, ending, text) in [(lex, "l", &made.lexer), (yacc, "y", &made.grammar)] {
        let name = Path::new(file).file_name().unwrap_or_default();
        let path = Path::new(&folder).join(name).with_extension(ending);
        let shown = path.display().to_string();
        if path.exists() && !replaces {
            return Err(format!("'{shown}' is there: give another folder, or '--force'"));
        }
        std::fs::create_dir_all(&folder).map_err(|error| cannot_write(&folder, &error))?;
        write::write(&path, text.as_bytes()).map_err(|error| cannot_write(&shown, &error))?;
        out.push_str(&format!("{shown}\n"));
    }
    Ok(out)
}

/// Collects warnings.
struct Warnings {
    shows_all: bool,
    rendered: String,
}

impl Messages for Warnings {
    fn render(&self, diagnostics: &[Diagnostic], Text { name, text }: Text<'_>) -> String {
        let renderer = terminal::fitted(Renderer::new(name, text), Color::Auto);
        diagnostics.iter().map(|one| renderer.rich(&Report::of_diagnostic(one))).collect()
    }

    fn render_whole(&self, warning: &str, text: Text<'_>) -> String {
        self.rendered.render_whole(warning, text)
    }

    fn take(&mut self, rendered: &str) {
        self.rendered.push_str(rendered);
    }

    fn shows_all(&self) -> bool {
        self.shows_all
    }
}
