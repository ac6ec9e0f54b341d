//! `nimbleparse fix`: files in; what the first help of each report changes in them, or the files
//! with these changes, out.
//!
//! A file is changed only if it has fewer errors then. Repairs that touch what an earlier one of
//! the file changes wait for the next run.

use std::{
    collections::HashMap,
    ffi::OsString,
    io::{self, Write},
    path::Path,
    process::ExitCode,
    rc::Rc,
};

use lrpar::{TextEdit, apply_edits, visible};
use nimbleparse::{
    language::{Language, Parsed},
    limits::INPUT_BYTES,
    output::{reports, unified},
    system::{
        arguments::{Words, options_of, utf8},
        write,
    },
};

use super::{
    exit::{ERRORS, FAILED, PARSED, fail, fail_rendered, finish},
    input_files::{cannot_write, decoded, expand, read_bytes},
    load::load_languages,
    messages::Collected,
    parse::{grammar_of, is_of_source},
    parse_arguments::{self, Args, Request},
    terminal,
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse fix [options] [LANG.l LANG.y] FILE...

Shows, as a diff, what the first help of each report changes in FILE. Without
LANG.l and LANG.y a built-in grammar is chosen by the file's ending. FILE may be
a folder, or - for standard input. docs/recovery.md says how often a change is
what was meant: read the diff before you write it.

  --write            write the changes into the files
  --keep-text        leave out repairs that only delete text
  --grammar NAME     use this built-in grammar
  -y, --yacckind K   read LANG.y as grmtools, original or eco
  --ngram FILE       put repairs in order by this model, or none
  --color WHEN       auto (default; heeds NO_COLOR), always or never

A file that would have as many errors as before is not changed.

Exit status: 0 no file has an error, or none with the changes, 1 some has, 2 wrong
usage, a bad grammar, or a file that cannot be read or written.
";

/// Checked arguments.
struct Options {
    /// Grammar, files, colour.
    args: Box<Args>,
    writes: bool,
    keeps_text: bool,
}

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut status = PARSED;
    let done = match parse(raw) {
        Ok(None) => out.write_all(USAGE.as_bytes()),
        Ok(Some(options)) => {
            let languages = HashMap::new();
            Run { options: &options, out: &mut out, status: &mut status, languages }.all()
        }
        Err(message) => {
            let message = visible(message.trim_end());
            eprintln!("nimbleparse: {message}\nTry 'nimbleparse fix --help'.");
            return ExitCode::from(FAILED);
        }
    };
    finish(done.and_then(|()| out.flush()), status)
}

fn parse(raw: impl IntoIterator<Item = OsString>) -> Result<Option<Options>, String> {
    let (mut writes, mut keeps_text) = (false, false);
    let (mut files, mut others) = (Vec::new(), Vec::new());
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut files, utf8)? {
        match name.as_str() {
            "-h" | "--help" => return Ok(None),
            "--write" => writes = true,
            "--keep-text" => keeps_text = true,
            "--grammar" | "-y" | "--yacckind" | "--ngram" | "--color" => {
                others.extend([name, words.value()?]);
            }
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    if files.is_empty() {
        return Err("no file to fix".to_owned());
    }
    others.push("--".to_owned());
    others.extend(files);
    let Request::Run(args) = parse_arguments::parse(others.into_iter().map(OsString::from))? else {
        unreachable!("these options ask for no help");
    };
    if args.files.is_empty() {
        return Err("no file to fix".to_owned());
    }
    Ok(Some(Options { args, writes, keeps_text }))
}

/// A run over files.
struct Run<'a, W> {
    options: &'a Options,
    out: &'a mut W,
    status: &'a mut u8,
    /// The languages by the names of their built-in grammars; `None` after a message.
    languages: HashMap<&'static str, Option<Rc<Language>>>,
}

/// What can be changed in a file.
struct Fix {
    text: String,
    is_utf8: bool,
    /// The edits, sorted and disjoint, and the text with them.
    edits: Vec<TextEdit>,
    new: String,
    /// The number of errors before and after them.
    errors: (usize, usize),
}

impl<W: Write> Run<'_, W> {
    fn all(mut self) -> io::Result<()> {
        let args = &self.options.args;
        for file in expand(&args.files, |file| is_of_source(&args.source, file)) {
            match file.and_then(|file| Ok((self.fix(&file)?, file))) {
                Ok((Some(fix), file)) => self.show(&file, &fix)?,
                Ok((None, _)) => {}
                Err(message) => fail_rendered(&message, self.status),
            }
            self.out.flush()?;
        }
        Ok(())
    }

    /// Returns what can be changed in a file; `None` if it has no error.
    fn fix(&mut self, file: &str) -> Result<Option<Fix>, String> {
        let name = grammar_of(&self.options.args.source, file)?;
        let Some(language) = self.language(name) else { return Ok(None) };
        let bytes = read_bytes(file, INPUT_BYTES)?;
        let is_utf8 = std::str::from_utf8(&bytes).is_ok();
        let text = decoded(file, bytes);
        let errors_of = |text: &str| {
            let parsed = Parsed::new(&language, text, &self.options.args.recovery, None);
            (parsed.errors.len(), self.options.edits(&parsed))
        };
        let (before, edits) = errors_of(&text);
        if before == 0 {
            return Ok(None);
        }
        let new = apply_edits(&text, &edits);
        let errors = (before, errors_of(&new).0);
        Ok(Some(Fix { text, is_utf8, edits, new, errors }))
    }

    /// Shows or writes the changes of a file.
    fn show(&mut self, file: &str, fix: &Fix) -> io::Result<()> {
        let (before, left) = fix.errors;
        if left > 0 && *self.status == PARSED {
            *self.status = ERRORS;
        }
        let shown = visible(file);
        if left >= before {
            eprintln!("nimbleparse: '{shown}' is not changed: no repair leaves fewer errors");
            return Ok(());
        }
        if !self.options.writes {
            let colour = terminal::has_colour(self.options.args.color, &io::stdout());
            unified::write(self.out, file, &fix.text, &fix.edits, colour)?;
        } else if !fix.is_utf8 {
            fail(&format!("nimbleparse: '{file}' is not UTF-8: it is not changed"), self.status);
            return Ok(());
        } else {
            let written = match file {
                "-" => Err(io::Error::other("it is standard input")),
                file => write::update(Path::new(file), fix.text.as_bytes(), fix.new.as_bytes()),
            };
            if let Err(error) = written {
                fail(&cannot_write(file, &error), self.status);
                return Ok(());
            }
            writeln!(self.out, "{shown}: errors: {before} before, {left} now")?;
        }
        if left > 0 && !self.options.writes {
            eprintln!("nimbleparse: '{shown}' has errors after that, too: {left} of {before}");
        }
        Ok(())
    }

    /// Returns the language of files with this built-in grammar, or the one that the arguments name
    /// if the name is empty; `None`, after a message, if there is a mistake.
    fn language(&mut self, name: &'static str) -> Option<Rc<Language>> {
        if let Some(language) = self.languages.get(name) {
            return language.clone();
        }
        let loaded =
            load_languages(&self.options.args, name, &mut Collected::new(&self.options.args));
        let language = match loaded {
            Ok(mut languages) => Some(Rc::new(languages.remove(0))),
            Err(message) => {
                fail_rendered(&message, self.status);
                None
            }
        };
        self.languages.insert(name, language.clone());
        language
    }
}

impl Options {
    /// Returns the edits of the first help of each report, sorted; of overlapping ones those of the
    /// earliest.
    fn edits(&self, parsed: &Parsed<'_>) -> Vec<TextEdit> {
        let mut all: Vec<TextEdit> = Vec::new();
        let mut end = None;
        let added = reports::each(parsed, |_, report| {
            let help = report.and_then(|report| report.helps.into_iter().next());
            let Some(mut edits) = help.and_then(|help| help.edits) else { return Ok(()) };
            edits.sort_by_key(|edit| (edit.span.start(), edit.span.end()));
            let only_deletes = edits.iter().all(|edit| edit.text.trim().is_empty());
            let follows = edits.first().is_some_and(|edit| end < Some(edit.span.start()));
            if follows && !(self.keeps_text && only_deletes) {
                end = edits.last().map(|edit| edit.span.end());
                all.append(&mut edits);
            }
            Ok(())
        });
        added.expect("nothing is written");
        all
    }
}
