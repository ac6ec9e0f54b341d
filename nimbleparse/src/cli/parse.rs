//! `nimbleparse [LANG.l LANG.y] FILE...`: parses files; each file's results appear when it is done.

use std::{
    collections::{HashMap, hash_map::Entry},
    io::{self, Write},
    path::Path,
    rc::Rc,
};

use lrlex::language::test_files;
use lrpar::{Renderer, Report, visible};
use nimbleparse::{
    builtin,
    language::{Language, Parsed, Table, timing::Timings},
    limits::INPUT_BYTES,
    output::{json, reports, sarif::Log, search_explained, text, write_lines},
    system::write,
};

use super::{
    clock,
    exit::{ERRORS, fail, fail_rendered},
    input_files::{cannot_write, decoded, expand, read_bytes, read_input},
    load::load_languages,
    messages::Collected,
    parse_arguments::{Args, Format, Shown, Source, Style},
    terminal,
};

/// Parses the files that the arguments name.
pub(super) fn run(
    args: &Args,
    shown: Shown,
    out: &mut impl Write,
    status: &mut u8,
) -> io::Result<()> {
    let log = match args.format {
        Format::Sarif => Some(Log::begin(out)?),
        Format::Text | Format::Json => None,
    };
    let (summary, languages) = (Summary::default(), HashMap::new());
    let mut run = Run { args, shown, out, status, log, summary, languages };
    let files = match &args.source {
        Source::Files { yacc, .. } if args.files.is_empty() => {
            let Some(languages) = run.languages_of("")? else { return run.end() };
            run.test_files(&languages[0], Path::new(yacc))
        }
        source => expand(&args.files, |file| is_of_source(source, file)),
    };
    run.summary.several = files.len() > 1;
    for file in files {
        match file {
            Ok(file) if !run.file(&file)? => return run.end(),
            Ok(_) => run.out.flush()?,
            Err(message) => fail(&message, run.status),
        }
    }
    let is_text = args.format == Format::Text && shown == Shown::Results;
    if is_text && run.summary.several {
        eprintln!("{}", run.summary.line());
    }
    run.end()
}

/// Returns whether a file in a folder is one that `source` can parse.
pub(super) fn is_of_source(source: &Source, file: &str) -> bool {
    match source {
        Source::Files { .. } => true,
        Source::Builtin(name) => {
            let known = builtin::named(name).map(|builtin| builtin.endings);
            let ends = |ending: &&str| file.rsplit_once('.').is_some_and(|(_, own)| own == *ending);
            known.is_some_and(|endings| endings.is_empty() || endings.iter().any(ends))
        }
        Source::ByEnding | Source::Yacc(_) => builtin::for_file(file).is_some(),
    }
}

/// Returns the name of the built-in grammar for a file; empty if the arguments name a language.
pub(super) fn grammar_of(source: &Source, file: &str) -> Result<&'static str, String> {
    if *source != Source::ByEnding {
        return Ok("");
    }
    if let Some(builtin) = builtin::for_file(file) {
        return Ok(builtin.name);
    }
    // The ending of a missing file says nothing.
    read_input(file)?;
    Err(format!(
        "nimbleparse: cannot parse '{file}': no built-in grammar for it, name one by '--grammar'"
    ))
}

/// A run over files.
struct Run<'a, W> {
    args: &'a Args,
    shown: Shown,
    out: &'a mut W,
    status: &'a mut u8,
    /// The results so far, if they are SARIF.
    log: Option<Log>,
    summary: Summary,
    /// Languages by the name of their built-in grammar, which is empty if the arguments name one;
    /// each as often as its times are to be measured.
    languages: HashMap<String, Rc<Vec<Language>>>,
}

impl<W: Write> Run<'_, W> {
    /// Parses a file; returns `false` if its language cannot be used, so that the run ends.
    fn file(&mut self, file: &str) -> io::Result<bool> {
        let name = match grammar_of(&self.args.source, file) {
            Ok(name) => name,
            Err(message) => {
                fail(&message, self.status);
                return Ok(true);
            }
        };
        let Some(languages) = self.languages_of(name)? else { return Ok(false) };
        match read_bytes(file, INPUT_BYTES) {
            Ok(bytes) if matches!(self.shown, Shown::Syntax | Shown::SyntaxText) => {
                self.write_syntax(&languages[0], file, bytes)?;
            }
            Ok(bytes) => {
                let errors = self.parse(&languages, file, &decoded(file, bytes))?;
                self.summary.add(errors);
            }
            Err(message) => fail(&message, self.status),
        }
        Ok(true)
    }

    /// Returns the files that the header of the grammar in the file `yacc` names.
    fn test_files(&self, language: &Language, yacc: &Path) -> Vec<Result<String, String>> {
        let wrong = |message| vec![Err(format!("nimbleparse: {message}"))];
        match test_files(language.table.grammar.declarations(), yacc) {
            Ok(files) if files.is_empty() && !self.args.state_graph => wrong(format!(
                "no file to parse, and '{}' names none as 'test_files'",
                yacc.display()
            )),
            Ok(files) => {
                files.into_iter().map(|file| Ok(file.to_string_lossy().into_owned())).collect()
            }
            Err(error) => wrong(error.to_string()),
        }
    }

    /// Returns the languages for files with this built-in grammar; `None`, after a message, if they
    /// cannot be loaded.
    fn languages_of(&mut self, name: &'static str) -> io::Result<Option<Rc<Vec<Language>>>> {
        let entry = match self.languages.entry(name.to_owned()) {
            Entry::Occupied(loaded) => return Ok(Some(Rc::clone(loaded.get()))),
            Entry::Vacant(entry) => entry,
        };
        let mut messages = Collected::new(self.args);
        match load_languages(self.args, name, &mut messages) {
            Ok(loaded) => {
                if self.args.state_graph {
                    let Table { grammar, graph, .. } = &loaded[0].table;
                    let graph = graph.pp_core_states(grammar);
                    write_lines(self.out, &format!("Stategraph:\n{graph}\n"))?;
                }
                Ok(Some(Rc::clone(entry.insert(Rc::new(loaded)))))
            }
            Err(message) => {
                fail_rendered(&message, self.status);
                messages.write_results(self.out, &mut self.log)?;
                Ok(None)
            }
        }
    }

    /// Parses a text and writes what is asked for; returns the number of its errors.
    fn parse(&mut self, languages: &[Language], file: &str, source: &str) -> io::Result<usize> {
        let recovery = &self.args.recovery;
        let parse = |language| Parsed::new(language, source, recovery, Some(clock::now));
        let mut timings: Vec<Timings> =
            languages[1..].iter().map(|language| parse(language).timings).collect();
        let parsed = parse(&languages[0]);
        timings.push(parsed.timings);
        let timings = Timings::median(&timings);
        let is_broken = !parsed.errors.is_empty();
        if is_broken {
            *self.status = (*self.status).max(ERRORS);
        }
        if self.args.format == Format::Json {
            let most = recovery.options.max_repairs;
            json::write_parsed(self.out, file, &parsed, most, &timings)?;
        } else if let Some(log) = &mut self.log {
            log.add(self.out, file, &parsed)?;
        } else {
            return self.write_text(file, &parsed, &timings);
        }
        Ok(usize::from(is_broken))
    }

    /// Writes the results of a file as text; returns the number of its errors.
    fn write_text(
        &mut self,
        file: &str,
        parsed: &Parsed<'_>,
        timings: &Timings,
    ) -> io::Result<usize> {
        let (args, shown) = (self.args, self.shown);
        let is_broken = !parsed.errors.is_empty();
        let mut errors = usize::from(is_broken);
        let has_tree = (args.tree || !args.quiet && !is_broken) && shown == Shown::Results;
        let is_listed = is_broken && args.style == Style::Grmtools;
        if self.summary.several && (has_tree || is_listed || shown != Shown::Results) {
            writeln!(self.out, "{}:", visible(file))?;
        }
        if shown == Shown::Lexemes {
            text::write_lexemes(self.out, parsed)?;
        } else {
            if let (true, Some(tree)) = (has_tree, &parsed.tree) {
                write!(self.out, "{}", tree.display(&parsed.language.table.grammar, parsed.text))?;
            }
            errors = match is_listed {
                true => {
                    let limits = (args.max_errors, args.listed);
                    text::write_errors(self.out, parsed, limits)?;
                    parsed.locations().count()
                }
                false => {
                    self.out.flush()?;
                    write_reports(args, file, parsed)?
                }
            };
        }
        if args.explain {
            search_explained::write_phases(self.out, parsed, args.max_errors)?;
        }
        if let Some(file) = &args.search_graph
            && let Some(svg) = search_explained::search_graph(parsed)
            && let Err(error) = write::write(Path::new(file), svg.as_bytes())
        {
            fail(&cannot_write(file, &error), self.status);
        }
        if args.timings {
            text::write_timings(self.out, timings)?;
        }
        Ok(errors)
    }

    /// Writes the syntax tree of a file, or its leaves joined.
    fn write_syntax(&mut self, language: &Language, file: &str, bytes: Vec<u8>) -> io::Result<()> {
        let kept = bytes.clone();
        let text = decoded(file, bytes);
        let Parsed { tree, errors, .. } =
            Parsed::with_syntax_tree(language, &text, &self.args.recovery, Some(clock::now));
        if !errors.is_empty() {
            *self.status = (*self.status).max(ERRORS);
        }
        match self.shown {
            // Text that is not UTF-8 has the offsets in the tree that it has in the file.
            Shown::SyntaxText => tree.root().leaves().try_for_each(|leaf| {
                let span = leaf.span();
                self.out.write_all(&kept[span.start()..span.end()])
            }),
            _ => write!(self.out, "{}", tree),
        }
    }

    /// Writes what stands after all results.
    fn end(self) -> io::Result<()> {
        self.log.map_or(Ok(()), |log| log.end(self.out))
    }
}

/// Writes the reports of a file to standard error; returns their number.
fn write_reports(args: &Args, file: &str, parsed: &Parsed<'_>) -> io::Result<usize> {
    if parsed.errors.is_empty() {
        return Ok(0);
    }
    let renderer = Renderer::new(file, parsed.text).more_hint("with '--style grmtools'");
    let renderer = terminal::fitted(renderer, args.color);
    let show = |report: &Report| match args.style {
        Style::Short => renderer.short(report),
        Style::Rich | Style::Grmtools => renderer.rich(report),
    };
    let mut out = io::BufWriter::new(io::stderr().lock());
    let count = reports::write(&mut out, parsed, args.max_errors, show)?;
    out.flush()?;
    Ok(count)
}

/// Summary over several files.
#[derive(Debug, Default)]
struct Summary {
    /// Whether there are several files.
    several: bool,
    files: usize,
    broken: usize,
    errors: usize,
}

impl Summary {
    fn add(&mut self, errors: usize) {
        self.files += 1;
        self.broken += usize::from(errors > 0);
        self.errors += errors;
    }

    fn line(&self) -> String {
        let many = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        let Summary { files, broken, errors, .. } = *self;
        match broken {
            0 => format!("{}: no errors", many(files, "file")),
            _ => format!("{}: {} in {broken}", many(files, "file"), many(errors, "error")),
        }
    }
}
