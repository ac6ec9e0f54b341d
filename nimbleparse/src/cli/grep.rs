//! `nimbleparse grep`: a query and files in; its matches, or the files with these replaced, out.

mod replacement;

use std::{
    collections::HashMap,
    ffi::OsString,
    io::{self, Write},
    path::Path,
    process::ExitCode,
    rc::Rc,
};

use lrpar::{NodeTypes, Query, QueryError, QueryMatch, SyntaxTree, TextEdit, visible};
use nimbleparse::{
    language::{Language, Parsed},
    limits::INPUT_BYTES,
    output::{
        found::{self, Places},
        unified,
    },
    system::{
        arguments::{Words, options_of, utf8},
        write,
    },
};

use super::{
    exit::{FAILED, PARSED, fail, fail_rendered, finish},
    input_files::{cannot_write, decoded, expand, read_bytes, read_specification},
    load::load_languages,
    messages::Collected,
    parse::{grammar_of, is_of_source},
    parse_arguments::{self, Args, Format, Request, Source},
    terminal,
};
use replacement::Replacement;

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse grep [options] QUERY FILE...
       nimbleparse grep [options] QUERY LANG.l LANG.y FILE...

Finds what QUERY matches in the syntax tree of each FILE, with errors or without,
and shows the line where each match begins, with the captured nodes in colour.
Without LANG.l and LANG.y a built-in grammar is chosen by the file's ending. FILE
may be a folder, or - for standard input. docs/grep.md describes it, and
docs/queries.md what QUERY may be.

  -f, --query FILE   read the query from FILE; there is no QUERY then
  --grammar NAME     use this built-in grammar
  -y, --yacckind K   read LANG.y as grmtools, original or eco
  -c, --count        print only the number of matches in each file
  -l, --files        print only the names of files with a match
  --format F         text (default) or json (an object for each file)
  --color WHEN       auto (default; heeds NO_COLOR), always or never
  --replace TEXT     show, as a diff, what replacing each match by TEXT changes;
                     in TEXT, '@name' is the text of a capture, and '@@' is '@'
  --capture NAME     replace only what is captured by this name
  --write            write the replacements into the files

Replacements that overlap, or with which a file has more errors, are refused.

Exit status: 0 some file has a match, 1 none has, 2 wrong usage, a mistake in the
query, a bad grammar, or a file that cannot be read or written.
";

/// Exit status if nothing is found.
const NONE: u8 = 1;

/// What is printed of each file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Matches,
    Count,
    Files,
}

/// Checked arguments.
struct Options {
    /// Grammar, files, format, colour.
    args: Box<Args>,
    /// The query's name in messages, and its text.
    query: (String, String),
    shown: Shown,
    template: Option<String>,
    capture: Option<String>,
    writes: bool,
}

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut status = NONE;
    let done = match parse(raw) {
        Ok(None) => {
            status = PARSED;
            out.write_all(USAGE.as_bytes())
        }
        Ok(Some(options)) => {
            let languages = HashMap::new();
            let (out, status) = (&mut out, &mut status);
            let (is_found, is_of_several) = (false, false);
            Run { options: &options, out, status, languages, is_found, is_of_several }.all()
        }
        Err(message) => {
            let message = message.trim_end();
            match message.strip_prefix("nimbleparse: ") {
                Some(message) => eprintln!("nimbleparse: {}", visible(message)),
                None => {
                    eprintln!("nimbleparse: {}\nTry 'nimbleparse grep --help'.", visible(message))
                }
            }
            return ExitCode::from(FAILED);
        }
    };
    finish(done.and_then(|()| out.flush()), status)
}

fn parse(raw: impl IntoIterator<Item = OsString>) -> Result<Option<Options>, String> {
    let (mut shown, mut writes) = (Shown::Matches, false);
    let (mut query, mut template, mut capture) = (None, None, None);
    let (mut files, mut others) = (Vec::new(), Vec::new());
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut files, utf8)? {
        match name.as_str() {
            "-h" | "--help" => return Ok(None),
            "-f" | "--query" => query = Some(words.value()?),
            "-c" | "--count" => shown = Shown::Count,
            "-l" | "--files" => shown = Shown::Files,
            "--replace" => template = Some(words.value()?),
            "--capture" => capture = Some(words.value()?),
            "--write" => writes = true,
            "--grammar" | "-y" | "--yacckind" | "--format" | "--color" => {
                others.extend([name, words.value()?]);
            }
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    let query = match query {
        Some(file) => {
            let text = read_specification(&file)?;
            (file, text)
        }
        None if files.is_empty() => return Err("no query".to_owned()),
        None => ("query".to_owned(), files.remove(0)),
    };
    if files.is_empty() {
        return Err("no file to search".to_owned());
    }
    others.push("--".to_owned());
    others.extend(files);
    let Request::Run(args) = parse_arguments::parse(others.into_iter().map(OsString::from))? else {
        unreachable!("these options ask for no help");
    };
    if args.files.is_empty() {
        return Err("no file to search".to_owned());
    }
    if args.format == Format::Sarif {
        return Err("unknown format 'sarif': there are text, json".to_owned());
    }
    if template.is_none() && (capture.is_some() || writes) {
        return Err("'--capture' and '--write' are for '--replace'".to_owned());
    }
    if template.is_some() && (shown != Shown::Matches || args.format == Format::Json) {
        return Err("'--replace' shows a diff: expected it without '--count', '--files' and '--format json'".to_owned());
    }
    Ok(Some(Options { args, query, shown, template, capture, writes }))
}

/// A run over files.
struct Run<'a, W> {
    options: &'a Options,
    out: &'a mut W,
    status: &'a mut u8,
    /// What the query is in the languages by the names of their built-in grammars; `None` after a
    /// message.
    languages: HashMap<&'static str, Option<Rc<Loaded>>>,
    is_found: bool,
    /// Whether there are several files, perhaps in several languages.
    is_of_several: bool,
}

struct Loaded {
    language: Language,
    query: Query,
    replacement: Option<Replacement>,
}

/// A file that was searched.
struct Searched<'p, 'a> {
    file: &'p str,
    parsed: &'p Parsed<'a, SyntaxTree>,
    matches: &'p [QueryMatch<'p>],
    colour: bool,
}

impl<W: Write> Run<'_, W> {
    fn all(mut self) -> io::Result<()> {
        let args = &self.options.args;
        let files = expand(&args.files, |file| is_of_source(&args.source, file));
        self.is_of_several = files.len() > 1;
        for file in files {
            match file {
                Ok(file) => self.file(&file)?,
                Err(message) => fail(&message, self.status),
            }
            self.out.flush()?;
        }
        if self.is_found && *self.status == NONE {
            *self.status = PARSED;
        }
        Ok(())
    }

    fn file(&mut self, file: &str) -> io::Result<()> {
        let name = match grammar_of(&self.options.args.source, file) {
            Ok(name) => name,
            Err(message) => {
                fail(&message, self.status);
                return Ok(());
            }
        };
        let Some(loaded) = self.loaded(name)? else { return Ok(()) };
        let bytes = match read_bytes(file, INPUT_BYTES) {
            Ok(bytes) => bytes,
            Err(message) => {
                fail(&message, self.status);
                return Ok(());
            }
        };
        let is_text = std::str::from_utf8(&bytes).is_ok();
        let text = decoded(file, bytes);
        let recovery = &self.options.args.recovery;
        let parsed = Parsed::with_syntax_tree(&loaded.language, &text, recovery, None);
        let tree = parsed.tree.clone();
        let mut found = loaded.query.matches(&tree);
        let matches: Vec<QueryMatch<'_>> = found.by_ref().collect();
        if found.is_cut() {
            let file = visible(file);
            eprintln!(
                "nimbleparse: warning: matches in '{file}' are left out: the query takes too long"
            );
        }
        let is_cut = found.is_cut();
        self.is_found |= !matches.is_empty();
        let colour = terminal::has_colour(self.options.args.color, &io::stdout());
        let searched = Searched { file, parsed: &parsed, matches: &matches, colour };
        match (&loaded.replacement, self.options.shown) {
            (Some(_), _) if self.options.writes && !is_text => {
                fail(
                    &format!("nimbleparse: '{file}' is not UTF-8: it is not changed"),
                    self.status,
                );
                Ok(())
            }
            (Some(replacement), _) => self.replace(&searched, &text, replacement),
            (None, _) if self.options.args.format == Format::Json => {
                let places = Places::new(&text);
                found::write_json(self.out, file, &places, &loaded.query, (&matches, is_cut))
            }
            (None, Shown::Matches) => {
                let places = Places::new(&text);
                let mut each = matches.iter();
                each.try_for_each(|one| found::write_line(self.out, file, &places, one, colour))
            }
            (None, Shown::Count) => writeln!(self.out, "{}:{}", visible(file), matches.len()),
            (None, Shown::Files) if matches.is_empty() => Ok(()),
            (None, Shown::Files) => writeln!(self.out, "{}", visible(file)),
        }
    }

    /// Shows or writes a text with its matches replaced.
    fn replace(
        &mut self,
        searched: &Searched<'_, '_>,
        text: &str,
        replacement: &Replacement,
    ) -> io::Result<()> {
        let Searched { file, parsed, matches, colour } = searched;
        let edits = match replacement.edits(text, matches) {
            Ok(edits) => edits,
            Err(places) => {
                let lines = Places::new(text);
                let [(a, b), (c, d)] = places.map(|span| lines.place(span.start()));
                let message = format!(
                    "the replacements at {a}:{b} and {c}:{d} overlap; '--capture' replaces a part of each match"
                );
                fail(&format!("nimbleparse: '{file}' is not changed: {message}"), self.status);
                return Ok(());
            }
        };
        let is_change = |edit: &TextEdit| edit.span.text(text) != edit.text;
        let edits: Vec<TextEdit> = edits.into_iter().filter(is_change).collect();
        if edits.is_empty() {
            return Ok(());
        }
        let recovery = &self.options.args.recovery;
        let before = parsed.errors.len();
        let new = match replacement::edited(parsed.language, text, &edits, recovery, before) {
            Ok(new) => new,
            Err(errors) => {
                let message = format!("it would have {errors} syntax errors instead of {before}");
                fail(&format!("nimbleparse: '{file}' is not changed: {message}"), self.status);
                return unified::write(self.out, file, text, &edits, *colour);
            }
        };
        if !self.options.writes {
            return unified::write(self.out, file, text, &edits, *colour);
        }
        let written = match *file {
            "-" => Err(io::Error::other("it is standard input")),
            file => write::update(Path::new(file), text.as_bytes(), new.as_bytes()),
        };
        match written {
            Ok(()) => writeln!(self.out, "{}: {} replaced", visible(file), edits.len()),
            Err(error) => {
                fail(&cannot_write(file, &error), self.status);
                Ok(())
            }
        }
    }

    /// Returns the query for files with this built-in grammar, or the one that the arguments name
    /// if the name is empty; `None`, after a message, if there is a mistake.
    fn loaded(&mut self, name: &'static str) -> io::Result<Option<Rc<Loaded>>> {
        if let Some(loaded) = self.languages.get(name) {
            return Ok(loaded.clone());
        }
        let args = &self.options.args;
        let mut messages = Collected::new(args);
        let loaded = match load_languages(args, name, &mut messages) {
            Ok(mut languages) => self.compiled(languages.remove(0)),
            Err(message) => {
                messages.write_results(self.out, &mut None)?;
                Err(message)
            }
        };
        let loaded = match loaded {
            Ok(loaded) => Some(Rc::new(loaded)),
            Err(mut message) => {
                if args.source == Source::ByEnding && self.is_of_several {
                    let said = "is what the query is for here; '--grammar' chooses one";
                    message += &format!("nimbleparse: grammar '{name}' {said}\n");
                }
                fail_rendered(&message, self.status);
                None
            }
        };
        self.languages.insert(name, loaded.clone());
        Ok(loaded)
    }

    fn compiled(&self, language: Language) -> Result<Loaded, String> {
        let Options { query: (name, text), template, capture, .. } = self.options;
        let trivia: Vec<&str> = language.named_trivia().collect();
        let types = NodeTypes::new(&language.table.grammar);
        let query = Query::with_trivia(&types, &trivia, text)
            .map_err(|errors| QueryError::render(&errors, name, text))?;
        let replacement = template.as_ref().map(|template| {
            Replacement::new(template, capture.as_deref(), &query)
                .map_err(|message| format!("nimbleparse: {}", visible(&message)))
        });
        Ok(Loaded { replacement: replacement.transpose()?, language, query })
    }
}
