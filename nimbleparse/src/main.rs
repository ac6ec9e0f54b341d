//! The program: arguments and files in, results of the library out.

#![forbid(unsafe_code)]

mod args;
mod clock;
mod conflicts;
mod evaluation;
mod inputs;
mod sentences;
mod terminal;
mod test;
mod told;
mod words;

use std::{
    collections::HashMap,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use lrlex::language::decode;
use lrpar::{RecoveryKind, Renderer, Report, visible, visible_lines};
use lrtable::diagnostic::{Diagnostic, Severity};

use nimbleparse::{
    builtin, explain, json,
    language::{Language, Messages as _, Table, Text},
    limits,
    newer::Newer,
    read, reports,
    run::{Parsed, syntax_tree},
    sarif::Log,
    text,
    timing::{Timings, median},
    write, write_lines,
};

use args::{Args, Dump, Format, Request, Source, Style};
use told::Told;

/// Exit status if all files parsed.
const PARSED: u8 = 0;
/// Exit status if some file had errors.
const ERRORS: u8 = 1;
/// Exit status for wrong usage, a bad grammar, or a file that cannot be read.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let mut raw = std::env::args_os().skip(1).peekable();
    if raw.next_if(|first| first == "test").is_some() {
        return test::run(raw);
    }
    if raw.next_if(|first| first == "generate").is_some() {
        return sentences::run(raw);
    }
    if raw.next_if(|first| first == "evaluate").is_some() {
        return evaluation::run(raw);
    }
    let args = match args::parse(raw) {
        Ok(Request::Run(args)) => args,
        Ok(Request::Help) => {
            let names: Vec<&str> = builtin::ALL.iter().map(|builtin| builtin.name).collect();
            return finish(
                write!(io::stdout(), "{}\nGrammars: {}\n", args::USAGE, names.join(", ")),
                PARSED,
            );
        }
        Ok(Request::Version) => {
            let with_model = builtin::ALL.iter().filter(|builtin| builtin.ngrams.is_some());
            let models: Vec<&str> = with_model.map(|builtin| builtin.name).collect();
            return finish(
                writeln!(
                    io::stdout(),
                    "nimbleparse {}\nModels: {}",
                    env!("CARGO_PKG_VERSION"),
                    models.join(", ")
                ),
                PARSED,
            );
        }
        Err(message) => {
            let message = visible(&message);
            eprintln!("nimbleparse: {message}\nTry 'nimbleparse --help'.");
            return ExitCode::from(FAILED);
        }
    };
    let mut status = PARSED;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = run(&args, &mut out, &mut status).and_then(|()| out.flush());
    finish(done, status)
}

/// Returns the exit status; a closed pipe is not an error.
fn finish(done: io::Result<()>, status: u8) -> ExitCode {
    match done {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("nimbleparse: cannot write: {error}");
            ExitCode::from(FAILED)
        }
        _ => ExitCode::from(status),
    }
}

/// Writes the output of a command, or its error.
fn finish_command(name: &str, done: Result<impl AsRef<[u8]>, String>) -> ExitCode {
    match done {
        Ok(made) => finish(io::stdout().write_all(made.as_ref()), PARSED),
        Err(message) => {
            let message = visible_lines(message.trim_end());
            eprintln!("nimbleparse: {message}\nTry 'nimbleparse {name} --help'.");
            ExitCode::from(FAILED)
        }
    }
}

fn run(args: &Args, out: &mut impl Write, status: &mut u8) -> io::Result<()> {
    if let Some(dump) = args.dump.filter(|dump| dump.is_of_language()) {
        return match load_table(args) {
            Ok((text, tables)) if dump == Dump::Conflicts => {
                conflicts::write_conflicts(args, &tables[0], &text, out, status)
            }
            Ok((_, tables)) => write_dump(out, dump, &tables),
            Err(message) => fail_rendered(&message, status),
        };
    }
    let mut languages: HashMap<String, Vec<Language>> = HashMap::new();
    let mut log = match args.format {
        Format::Sarif => Some(Log::begin(out)?),
        Format::Text | Format::Json => None,
    };
    let files = inputs::expand(&args.files, |file| match &args.source {
        Source::Files { .. } => true,
        Source::Builtin(name) => {
            let known = builtin::named(name).map(|builtin| builtin.endings);
            let ends = |ending: &&str| file.rsplit_once('.').is_some_and(|(_, own)| own == *ending);
            known.is_some_and(|endings| endings.is_empty() || endings.iter().any(ends))
        }
        Source::ByEnding | Source::Yacc(_) => builtin::for_file(file).is_some(),
    });
    let mut summary = Summary { several: files.len() > 1, ..Summary::default() };
    for file in files {
        let file = match &file {
            Ok(file) => file,
            Err(message) => {
                fail(message, status)?;
                continue;
            }
        };
        let key = match &args.source {
            Source::ByEnding => match builtin::for_file(file) {
                Some(builtin) => builtin.name.to_string(),
                None => {
                    // The ending of a missing file says nothing.
                    let none = |_| {
                        format!(
                            "nimbleparse: cannot parse '{file}': no built-in grammar for it, name one by '--grammar'"
                        )
                    };
                    let message = read_input(file).map_or_else(|message| message, none);
                    fail(&message, status)?;
                    continue;
                }
            },
            _ => String::new(),
        };
        if !languages.contains_key(&key) {
            let mut told = Told::new(args);
            match load_languages(args, &key, &mut told) {
                Ok(loaded) => {
                    languages.insert(key.clone(), loaded);
                }
                Err(message) => {
                    fail_rendered(&message, status)?;
                    told.write_results(out, &mut log)?;
                    return log.map_or(Ok(()), |log| log.end(out));
                }
            }
        }
        match read_bytes(file, limits::INPUT_BYTES) {
            Ok(bytes) if args.dump.is_some_and(Dump::is_of_syntax) => {
                write_syntax(args, &languages[&key][0], (file, bytes), out, status)?;
            }
            Ok(bytes) => {
                let text = decoded(file, bytes);
                let errors = parse_file(
                    args,
                    &languages[&key],
                    (file, &text),
                    (out, &mut log),
                    &summary,
                    status,
                )?;
                summary.add(errors);
            }
            Err(message) => fail(&message, status)?,
        }
        // Each file's results appear when it is done.
        out.flush()?;
    }
    if let Some(log) = log {
        log.end(out)?;
    } else if args.format == Format::Text && args.dump.is_none() && summary.several {
        eprintln!("{}", summary.line());
    }
    Ok(())
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

fn fail(message: &str, status: &mut u8) -> io::Result<()> {
    fail_rendered(&visible_lines(message), status)
}

/// Fails with a message in which terminals obey nothing but colours.
fn fail_rendered(message: &str, status: &mut u8) -> io::Result<()> {
    *status = FAILED;
    eprint!("{message}");
    if !message.ends_with('\n') {
        eprintln!();
    }
    Ok(())
}

/// Loads a language as often as its times are to be measured.
fn load_languages<'a>(
    args: &'a Args,
    by_ending: &str,
    told: &mut Told<'a>,
) -> Result<Vec<Language>, String> {
    let (lex_name, lex, yacc_name, yacc) = match &args.source {
        Source::Files { lex, yacc } => {
            (lex.clone(), read_specification(lex)?, yacc.clone(), read_specification(yacc)?)
        }
        Source::Builtin(name) => builtin_texts(name),
        Source::ByEnding => builtin_texts(by_ending),
        Source::Yacc(_) => unreachable!("only a dump goes without a lex file"),
    };
    let model = model(args, by_ending)?;
    (0..args.repeat)
        .map(|nth| {
            let mut again = Told::new(args);
            let told = if nth == 0 { &mut *told } else { &mut again };
            let table = table(args, Text { name: &yacc_name, text: &yacc }, told)?;
            let lex = Text { name: &lex_name, text: &lex };
            let language = Language::new(lex, table, Some(clock::now), told);
            if nth == 0 {
                eprint!("{}", told.warnings());
            }
            let mut language = language?;
            language.newer = match &args.source {
                Source::Builtin(name) => Newer::of_builtin(name),
                Source::ByEnding => Newer::of_builtin(by_ending),
                Source::Files { .. } | Source::Yacc(_) => None,
            };
            if let Some((name, text)) = &model {
                language
                    .take_ngrams(name, text)
                    .map_err(|error| visible(&format!("nimbleparse: '{name}', {error}")))?;
            }
            Ok(language)
        })
        .collect()
}

/// Returns the n-gram model by which repairs are ordered, with its name: the one that the arguments name, or else that of the
/// built-in grammar.
fn model(args: &Args, by_ending: &str) -> Result<Option<(String, String)>, String> {
    let grammar = match (&args.ngram, &args.source) {
        _ if args.recovery.kind != RecoveryKind::Restart => return Ok(None),
        (Some(none), _) if none == "none" => return Ok(None),
        (Some(file), _) => {
            return Ok(Some((file.clone(), read_specification(file)?)));
        }
        (_, Source::Builtin(name)) => name,
        (_, Source::ByEnding) => by_ending,
        (_, Source::Files { .. } | Source::Yacc(_)) => return Ok(None),
    };
    let found = builtin::named(grammar).and_then(|builtin| builtin.ngrams);
    Ok(found.map(|text| (format!("{grammar}.ngram"), text.to_string())))
}

/// Builds the table that the arguments ask for.
fn table(args: &Args, yacc: Text<'_>, told: &mut Told<'_>) -> Result<Table, String> {
    let table = Table::new(yacc, args.kind, args.construction, Some(clock::now), told)?;
    if args.notes {
        let notes =
            table.grammar.warnings().iter().filter(|note| note.severity() == Severity::Note);
        let notes: Vec<Diagnostic> = notes.cloned().collect();
        told.take(&told.render(&notes, yacc));
    }
    Ok(table)
}

/// Loads a grammar as often as its times are to be measured; returns its name, its text and the tables.
fn load_table(args: &Args) -> Result<((String, String), Vec<Table>), String> {
    let (name, text) = match &args.source {
        Source::Files { yacc, .. } | Source::Yacc(yacc) => {
            (yacc.clone(), read_specification(yacc)?)
        }
        Source::Builtin(name) => {
            let (_, _, name, text) = builtin_texts(name);
            (name, text)
        }
        Source::ByEnding => unreachable!("arguments are checked"),
    };
    let tables: Result<_, String> = (0..args.repeat)
        .map(|nth| {
            let mut told = Told::new(args);
            let table = table(args, Text { name: &name, text: &text }, &mut told);
            if nth == 0 {
                eprint!("{}", told.warnings());
            }
            table
        })
        .collect();
    Ok(((name, text), tables?))
}

fn builtin_texts(name: &str) -> (String, String, String, String) {
    let builtin = builtin::named(name).expect("its name was checked");
    (format!("{name}.l"), builtin.lex.to_string(), format!("{name}.y"), builtin.yacc.to_string())
}

fn write_dump(out: &mut impl Write, dump: Dump, tables: &[Table]) -> io::Result<()> {
    let table = &tables[0];
    let grammar = &table.grammar;
    match dump {
        Dump::Grammar => write_lines(out, &lrtable::dump::grammar(grammar)),
        Dump::States => write_lines(out, &lrtable::dump::states(grammar, &table.graph)),
        Dump::Table => write_lines(out, &lrtable::dump::table(grammar, &table.table)),
        Dump::Stats => {
            let median =
                |of: fn(&Table) -> std::time::Duration| median(tables.iter().map(of).collect());
            let times = [("read", median(|t| t.grammar_time)), ("build", median(|t| t.table_time))];
            json::write_stats(out, table, times)
        }
        _ => unreachable!("it is no dump of a table"),
    }
}

/// Parses one file and writes what is asked for; returns the number of its errors.
fn parse_file<W: Write>(
    args: &Args,
    languages: &[Language],
    (file, source): (&str, &str),
    (out, log): (&mut W, &mut Option<Log>),
    summary: &Summary,
    status: &mut u8,
) -> io::Result<usize> {
    let mut all_timings = Vec::with_capacity(languages.len());
    for language in &languages[1..] {
        all_timings.push(Parsed::new(language, source, &args.recovery, Some(clock::now)).timings);
    }
    let language = &languages[0];
    let parsed = Parsed::new(language, source, &args.recovery, Some(clock::now));
    all_timings.push(parsed.timings);
    let timings = Timings::median(&all_timings);
    let is_broken = !parsed.errors.is_empty();
    if is_broken {
        *status = (*status).max(ERRORS);
    }
    let mut errors = usize::from(is_broken);
    if args.format == Format::Json {
        let most = args.recovery.options.max_repairs;
        json::write_parsed(out, file, language, &parsed, (source, most), &timings)?;
        return Ok(errors);
    }
    if let Some(log) = log {
        log.add(out, file, language, (&parsed, source))?;
        return Ok(errors);
    }
    let has_tree = !args.quiet && (!is_broken || args.tree) && args.dump.is_none();
    let is_listed = is_broken && args.style == Style::Grmtools;
    if summary.several && (has_tree || is_listed || args.dump.is_some()) {
        writeln!(out, "{}:", visible(file))?;
    }
    if args.dump == Some(Dump::Lexemes) {
        text::write_lexemes(out, language, &parsed)?;
    } else {
        if let (true, Some(tree)) = (has_tree, &parsed.tree) {
            write!(out, "{}", tree.display(&language.table.grammar, source))?;
        }
        errors = match is_listed {
            true => {
                text::write_errors(out, language, &parsed, source, (args.max_errors, args.listed))?;
                parsed.locations().count()
            }
            false => {
                out.flush()?;
                write_reports(args, language, &parsed, (file, source))?
            }
        };
    }
    if args.explain {
        explain::write_phases(out, &parsed, args.max_errors)?;
    }
    if let (Some(file), Some(svg)) =
        (&args.search_graph, explain::search_graph(language, &parsed, source))
        && let Err(error) = write::write(Path::new(file), svg.as_bytes())
    {
        fail(&cannot_write(file, &error), status)?;
    }
    if args.timings {
        text::write_timings(out, &timings)?;
    }
    Ok(errors)
}

/// Writes the reports of a file to standard error; returns their number.
fn write_reports(
    args: &Args,
    language: &Language,
    parsed: &Parsed<'_>,
    (file, source): (&str, &str),
) -> io::Result<usize> {
    if parsed.errors.is_empty() {
        return Ok(0);
    }
    let renderer = Renderer::new(file, source).more_hint("with '--style grmtools'");
    let renderer = terminal::fitted(renderer, args.color);
    let show = |report: &Report| match args.style {
        Style::Short => renderer.short(report),
        Style::Rich | Style::Grmtools => renderer.rich(report),
    };
    let mut out = io::BufWriter::new(io::stderr().lock());
    let count = reports::write(&mut out, language, parsed, source, args.max_errors, show)?;
    out.flush()?;
    Ok(count)
}

/// Writes the syntax tree of a file, or its leaves joined.
fn write_syntax(
    args: &Args,
    language: &Language,
    (file, bytes): (&str, Vec<u8>),
    out: &mut impl Write,
    status: &mut u8,
) -> io::Result<()> {
    let kept = bytes.clone();
    let (tree, errors) =
        syntax_tree(language, &decoded(file, bytes), &args.recovery, Some(clock::now));
    if errors > 0 {
        *status = (*status).max(ERRORS);
    }
    match args.dump {
        // Text that is not UTF-8 has the offsets in the tree that it has in the file.
        Some(Dump::SyntaxText) => tree.root().leaves().try_for_each(|leaf| {
            let span = leaf.span();
            out.write_all(&kept[span.start()..span.end()])
        }),
        _ => write!(out, "{}", tree.display(|kind| language.syntax_name(kind))),
    }
}

/// Returns the bytes of a file of at most `limit` bytes, which may be a pipe; `-` is standard input.
fn read_bytes(file: &str, limit: u64) -> Result<Vec<u8>, String> {
    let done = match file {
        "-" => read::read_stream(io::stdin().lock(), file, limit),
        _ => read::read_named(Path::new(file), limit),
    };
    done.map_err(|error| format!("nimbleparse: {error}"))
}

/// Returns the text of a file, [decoded](decode).
fn decoded(file: &str, bytes: Vec<u8>) -> String {
    let (text, wrong) = decode(bytes);
    if let Some(at) = wrong {
        let file = visible(file);
        eprintln!("nimbleparse: warning: '{file}' is not UTF-8 at byte {at}");
    }
    text
}

/// Reads the text of a sample or an input, [decoded](decode); `-` is standard input.
fn read_input(file: &str) -> Result<String, String> {
    read_bytes(file, limits::INPUT_BYTES).map(|bytes| decoded(file, bytes))
}

/// Reads the text of a lex or a Yacc file, or of another that goes with them, [decoded](decode); `-` is standard input.
fn read_specification(file: &str) -> Result<String, String> {
    read_bytes(file, limits::SPECIFICATION_BYTES).map(|bytes| decoded(file, bytes))
}

/// Returns the message for a file that cannot be written.
fn cannot_write(file: &str, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_string(),
        io::ErrorKind::IsADirectory => "is a directory".to_string(),
        _ => error.to_string(),
    };
    visible(&format!("nimbleparse: cannot write '{file}': {why}"))
}
