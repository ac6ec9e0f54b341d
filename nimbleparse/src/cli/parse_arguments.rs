//! Arguments of parsing and of questions on a grammar: raw ones in, checked ones out.

use std::{ffi::OsString, path::Path};

use lrpar::recovery::{RecoveryKind, experiment::Variant};
use lrtable::{construct::Construction, yacc::YaccKind};

use nimbleparse::{
    builtin::{self, Builtin},
    language::{Recovery, settings},
    limits::SHOWN_ERRORS,
    system::arguments::{Words, options_of, utf8},
};

use super::input_files::check_ending;

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: nimbleparse [options] [LANG.l LANG.y] FILE...
       nimbleparse --dump stats LANG.y
       nimbleparse --conflicts LANG.y
       nimbleparse new --path DIR FOLDER
       nimbleparse test [options] [PATH...]
       nimbleparse generate [options] LANG.l LANG.y
       nimbleparse coverage [options] LANG.l LANG.y FILE...
       nimbleparse evaluate [options] LANG.l LANG.y SAMPLE...
       nimbleparse train [options] LANG.l LANG.y SAMPLE...
       nimbleparse rewrite [options] LANG.y
       nimbleparse highlight [options] [LANG.l LANG.y] FILE
       nimbleparse grep [options] QUERY FILE...
       nimbleparse fix [options] [LANG.l LANG.y] FILE...

Parses each FILE by a lex and a Yacc file. Shows the tree of what is right, and
of what is wrong each mistake, where to fix it, and how. Without LANG.l and
LANG.y a built-in grammar is chosen by the file's ending. FILE may be a folder,
or - for standard input; without FILE, those are parsed that LANG.y names as
'test_files' in '%grmtools'.

  --grammar NAME     use this built-in grammar (see below)
  -y, --yacckind K   read LANG.y as grmtools, original or eco; otherwise
                     recognised (also --yaccvariant)
  -r, --recoverer R  restart (default: repairs may begin before the error),
                     cpctplus (at the error, all of minimum cost),
                     cpctplus-plain, cpctplus-rev, cpctplus-nomerge,
                     cpctplus-shift1, cpctplus-shift2, corchuelo, panic, none
  --reach N          let restart's repairs begin up to N lexemes before the
                     error (default 10)
  --max-cost N       drop what restart would fix by repairs that cost more as
                     one region (default 4), or all: never
  --ngram FILE       let restart put its repairs in order by this model of other
                     texts, made by 'nimbleparse train', instead of by that of
                     the built-in grammar or LANG.ngram beside LANG.y; or none:
                     by no model
  --budget B         limit recovery: N (units of work), NMiB, or a time such as
                     500ms or 2s; may be given several times
  --format F         text (default), json (an object for each file) or sarif
  --style S          text as rich (default), short (FILE:LINE:COLUMN: error: …)
                     or grmtools (all repairs, on standard output)
  --color WHEN       auto (default; heeds NO_COLOR), always or never
  --max-repairs N    list at most N repairs of an error one by one, or all, in
                     style grmtools; JSON lists at most 10000 (default 1000)
  --max-errors N     show at most N errors of a file as text (default 10000), or
                     all; JSON has all
  --explain-recovery show what the search did at each error
  --search-graph F   write the graph of the first error's search, as SVG, to F
  --tree             print the tree of a file with errors, too
  -q, --quiet        print no trees but for --tree, and no warnings
  -d, --dump-state-graph
                     print the states before the results
  --timings          show how long each step took
  --repeat N         do everything N times and show median times
  --dump WHAT        print the grammar, states, table or stats; or of each FILE its
                     lexemes, its syntax (a tree with all that is in FILE), or
                     its syntax-text (the leaves of that tree: FILE again)
  --construction C   build the table by pager (default, unless the file asks
                     for another), lalr, ielr or canonical
  --conflicts        explain the conflicts, and list what precedence decided
  --report FILE      write the states as a page (FILE.html), for Graphviz
                     (FILE.dot) or as JSON (FILE.json)
  --accepted FILE    compare the conflicts with those listed in FILE
  --warnings         show all warnings and notes on LANG.l and LANG.y, not one of
                     each cause
  -h, --help         print this
  --version          print the version

A project for a language of your own is made by 'nimbleparse new'. Files of cases
are run by 'nimbleparse test', sentences of a grammar are made by 'nimbleparse
generate', 'nimbleparse coverage' says what files use of it, 'nimbleparse
evaluate' how good its repairs are and what would help, 'nimbleparse train' makes
a model of samples, 'nimbleparse rewrite' puts repetitions in place of lists by
hand, 'nimbleparse highlight' prints a file in colours, 'nimbleparse grep' finds
nodes of syntax trees and replaces them, 'nimbleparse fix' applies repairs to
files; each has a '--help'. A file named 'test' is ./test.

Exit status: 0 all files parsed, 1 some had errors, 2 wrong usage, a bad grammar
or a file that cannot be read.
";

/// Where the grammar comes from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A lex and a Yacc file.
    Files { lex: String, yacc: String },
    /// A Yacc file alone.
    Yacc(String),
    /// A built-in grammar.
    Builtin(&'static str),
    /// A built-in grammar for each file, by its ending.
    ByEnding,
}

/// What the program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Prints what the grammar or its table is.
    Dump(Dump),
    /// Explains the conflicts, or compares them with accepted ones, or writes the states.
    Conflicts,
    /// Parses files.
    Parse(Shown),
}

/// What is printed of a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dump {
    Grammar,
    States,
    Table,
    Stats,
}

/// What is shown of each file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The parse tree and the errors.
    Results,
    Lexemes,
    /// The syntax tree.
    Syntax,
    /// The leaves of the syntax tree, joined.
    SyntaxText,
}

/// Format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
    Sarif,
}

/// Style of errors as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Rich,
    Short,
    Grmtools,
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// Checked arguments.
#[derive(Debug)]
pub(crate) struct Args {
    pub(crate) mode: Mode,
    pub(crate) source: Source,
    pub(crate) files: Vec<String>,
    pub(crate) kind: Option<YaccKind>,
    pub(crate) recovery: Recovery,
    /// The number of repair sequences of each error that text lists one by one, if given.
    pub(crate) listed: Option<usize>,
    pub(crate) quiet: bool,
    pub(crate) state_graph: bool,
    pub(crate) tree: bool,
    pub(crate) format: Format,
    pub(crate) style: Style,
    pub(crate) color: Color,
    pub(crate) timings: bool,
    pub(crate) repeat: usize,
    pub(crate) max_errors: usize,
    pub(crate) construction: Option<Construction>,
    pub(crate) report: Option<String>,
    pub(crate) accepted: Option<String>,
    pub(crate) warnings: bool,
    pub(crate) explain: bool,
    pub(crate) search_graph: Option<String>,
    pub(crate) ngram: Option<String>,
}

/// The user's request.
#[derive(Debug)]
pub(crate) enum Request {
    Run(Box<Args>),
    Help,
    Version,
}

/// Checks the arguments.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn parse(raw: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut words = Words::new(raw);
    let mut args = Args {
        mode: Mode::Parse(Shown::Results),
        source: Source::ByEnding,
        files: Vec::new(),
        kind: None,
        recovery: Recovery::default(),
        listed: None,
        quiet: false,
        state_graph: false,
        tree: false,
        format: Format::Text,
        style: Style::Rich,
        color: Color::Auto,
        timings: false,
        repeat: 1,
        max_errors: SHOWN_ERRORS,
        construction: None,
        report: None,
        accepted: None,
        warnings: false,
        explain: false,
        search_graph: None,
        ngram: None,
    };
    let mut grammar: Option<&'static Builtin> = None;
    let mut only_restart = None;
    let mut style_given = None;
    let mut mode = None;
    while let Some(name) = words.option(&mut args.files, utf8)? {
        let mut value = || words.value();
        match name.as_str() {
            "-h" | "--help" => return Ok(Request::Help),
            "--version" => return Ok(Request::Version),
            "-q" | "--quiet" => args.quiet = true,
            "-d" | "--dump-state-graph" => args.state_graph = true,
            "--timings" => args.timings = true,
            "--explain-recovery" => args.explain = true,
            "--search-graph" => {
                let file = value()?;
                check_ending(&name, &file, &[".svg"])?;
                args.search_graph = Some(file);
                args.recovery.experiment.keep_trace = Some(0);
            }
            "--grammar" => grammar = Some(builtin_named(&value()?)?),
            "-y" | "--yacckind" | "--yaccvariant" => {
                args.kind = Some(settings::yacc_kind(&value()?)?)
            }
            "-r" | "--recoverer" => settings::set_recoverer(&mut args.recovery, &value()?)?,
            "--ngram" => {
                args.ngram = Some(value()?);
                only_restart = Some("--ngram");
            }
            "--reach" => {
                only_restart = Some("--reach");
                args.recovery.options.reach = settings::reach(&value()?)?;
            }
            "--max-cost" => {
                only_restart = Some("--max-cost");
                args.recovery.options.max_cost = settings::max_cost(&value()?)?;
            }
            "--budget" => settings::set_budget(&mut args.recovery.options.budget, &value()?)?,
            "--max-repairs" => {
                let most = settings::count_or_all(&value()?, "--max-repairs")?;
                args.listed = Some(most);
                args.recovery.options.max_repairs = most;
            }
            "--max-errors" => args.max_errors = settings::count_or_all(&value()?, "--max-errors")?,
            "--format" => args.format = one_of("format", FORMATS, &value()?)?,
            "--style" => style_given = Some(one_of("style", STYLES, &value()?)?),
            "--color" => args.color = one_of("colour", COLOURS, &value()?)?,
            "--tree" => args.tree = true,
            "--repeat" => args.repeat = settings::count(&value()?, "--repeat")?,
            "--dump" => mode = Some(one_of("dump", DUMPS, &value()?)?),
            "--construction" => args.construction = Some(settings::construction(&value()?)?),
            "--conflicts" => mode = Some(Mode::Conflicts),
            "--report" => {
                let file = value()?;
                check_ending(&name, &file, &[".html", ".dot", ".json"])?;
                args.report = Some(file);
            }
            "--warnings" => args.warnings = true,
            "--accepted" => args.accepted = Some(value()?),
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    if let Some(option) = only_restart
        && (args.recovery.kind != RecoveryKind::Restart
            || args.recovery.experiment.variant.is_some())
    {
        let variant = args.recovery.experiment.variant.map(Variant::name);
        let recoverer = variant.unwrap_or(args.recovery.kind.name());
        return Err(format!("'{option}' is for the recoverer 'restart', not for '{recoverer}'"));
    }
    // A list of all repairs is requested by its length alone.
    let by_length = if args.listed.is_some() { Style::Grmtools } else { Style::Rich };
    args.style = style_given.unwrap_or(by_length);
    if args.report.is_some() || args.accepted.is_some() {
        mode.get_or_insert(Mode::Conflicts);
    }
    args.mode = mode.unwrap_or(args.mode);
    choose_source(&mut args, grammar)?;
    if args.state_graph && args.format != Format::Text {
        return Err("'--dump-state-graph' is for '--format text'".to_owned());
    }
    Ok(Request::Run(Box::new(args)))
}

/// Endings of lex files.
const LEX: [&str; 6] = [".l", ".ll", ".lpp", ".lxx", ".l++", ".lex"];

/// Endings of Yacc files.
const YACC: [&str; 5] = [".y", ".yy", ".ypp", ".yxx", ".y++"];

/// Whether a file's name has one of these endings.
fn ends(file: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| file.ends_with(ending))
}

/// Checks that a lex and a Yacc file are not exchanged, as far as their names say.
pub(super) fn check_order(lex: &str, yacc: &str) -> Result<(), String> {
    match ends(lex, &YACC) && ends(yacc, &LEX) {
        true => Err(format!("'{lex}' stands before '{yacc}': expected the lex file first")),
        false => Ok(()),
    }
}

/// Moves the grammar's files from the list of files to the source.
fn choose_source(args: &mut Args, grammar: Option<&'static Builtin>) -> Result<(), String> {
    let is = |file: Option<&String>, endings| file.is_some_and(|file| ends(file, endings));
    let needs_file = matches!(args.mode, Mode::Parse(_));
    if let (None, [lex, yacc, ..]) = (grammar, &args.files[..]) {
        check_order(lex, yacc)?;
    }
    if let Some(grammar) = grammar {
        args.source = Source::Builtin(grammar.name);
    } else if args.files.len() == 1
        && (is(args.files.first(), &YACC) || !needs_file && is_of_no_language(&args.files[0]))
    {
        args.source = Source::Yacc(args.files.remove(0));
    } else if let [lex, yacc, ..] = &args.files[..]
        && is_of_no_language(lex)
        && is_of_no_language(yacc)
        && !is(Some(lex), &YACC)
    {
        let yacc = args.files.remove(1);
        args.source = Source::Files { lex: args.files.remove(0), yacc };
    } else if let Some(file) =
        args.files.iter().find(|file| is(Some(file), &LEX) || is(Some(file), &YACC))
    {
        return Err(format!("'{file}': expected LANG.l LANG.y before the files"));
    }
    match (&args.source, needs_file) {
        (Source::Yacc(yacc), true) => {
            Err(format!("'{yacc}' needs a lex file before it, and files to parse after it"))
        }
        (Source::ByEnding, false) => Err(
            "'--dump', '--conflicts', '--report' and '--accepted' need a Yacc file or '--grammar'"
                .to_string(),
        ),
        // These may name files themselves.
        (Source::Files { .. }, true) => Ok(()),
        (_, true) if args.files.is_empty() => Err("no file to parse".to_string()),
        _ => Ok(()),
    }
}

/// Returns whether `file` may be a lex or a Yacc file whatever it ends in: it is not in a built-in
/// language, nor a folder.
fn is_of_no_language(file: &str) -> bool {
    file != "-" && builtin::for_file(file).is_none() && !Path::new(file).is_dir()
}

pub(super) fn builtin_named(name: &str) -> Result<&'static Builtin, String> {
    builtin::named(name).ok_or_else(|| {
        let names: Vec<&str> = builtin::ALL.iter().map(|builtin| builtin.name).collect();
        format!("unknown grammar '{name}': there are {}", names.join(", "))
    })
}

/// Returns the value in `known` that `name` stands for.
pub(super) fn one_of<T: Copy>(what: &str, known: &[(&str, T)], name: &str) -> Result<T, String> {
    let found = known.iter().find(|(own, _)| *own == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(own, _)| *own).collect();
        format!("unknown {what} '{name}': there are {}", names.join(", "))
    })
}

const FORMATS: &[(&str, Format)] =
    &[("text", Format::Text), ("json", Format::Json), ("sarif", Format::Sarif)];

const STYLES: &[(&str, Style)] =
    &[("rich", Style::Rich), ("short", Style::Short), ("grmtools", Style::Grmtools)];

pub(super) const COLOURS: &[(&str, Color)] =
    &[("auto", Color::Auto), ("always", Color::Always), ("never", Color::Never)];

const DUMPS: &[(&str, Mode)] = &[
    ("grammar", Mode::Dump(Dump::Grammar)),
    ("states", Mode::Dump(Dump::States)),
    ("table", Mode::Dump(Dump::Table)),
    ("stats", Mode::Dump(Dump::Stats)),
    ("lexemes", Mode::Parse(Shown::Lexemes)),
    ("syntax", Mode::Parse(Shown::Syntax)),
    ("syntax-text", Mode::Parse(Shown::SyntaxText)),
];

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn args(list: &[&str]) -> Result<Args, String> {
        match parse(list.iter().map(OsString::from))? {
            Request::Run(args) => Ok(*args),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn grammar_files_come_before_the_files_to_parse() {
        let found = args(&["a.l", "a.y", "x", "-q", "-"]).unwrap();
        assert_eq!(found.source, Source::Files { lex: "a.l".into(), yacc: "a.y".into() });
        assert_eq!((found.files, found.quiet), (vec!["x".to_string(), "-".to_string()], true));
        for (lex, yacc) in
            [("a.ll", "a.yy"), ("a.lex", "a.ypp"), ("a.l++", "a.y++"), ("a.txt", "b"), ("a", "a.y")]
        {
            let found = args(&[lex, yacc, "x"]).unwrap();
            assert_eq!(found.source, Source::Files { lex: lex.into(), yacc: yacc.into() });
        }
        assert_eq!(
            args(&["--dump", "stats", "a.yxx"]).unwrap().source,
            Source::Yacc("a.yxx".into())
        );
        assert_eq!(args(&["--dump", "stats", "a.y"]).unwrap().source, Source::Yacc("a.y".into()));
        assert_eq!(args(&["Broken.java"]).unwrap().source, Source::ByEnding);
    }

    #[test]
    fn a_time_limit_switches_the_counted_limit_off() {
        let budget = args(&["--budget=500ms", "--budget", "7MiB", "x.java"])
            .unwrap()
            .recovery
            .options
            .budget;
        assert_eq!(budget.time, Some(Duration::from_millis(500)));
        assert_eq!((budget.work, budget.memory), (None, 7 << 20));
    }

    #[test]
    fn mistakes_are_named() {
        for (list, culprit) in [
            (&["--frobnicate"][..], "'--frobnicate'"),
            (&["--budget", "5 min", "x.java"], "'5 min'"),
            (&["--repeat", "0", "x.java"], "'0'"),
            (&["--recoverer"], "'--recoverer'"),
            (&["--reach", "far", "x.java"], "'far'"),
            (&["--style", "fancy", "x.java"], "'fancy'"),
            (&["--color", "red", "x.java"], "'red'"),
            (&["--grammar", "klingon", "x"], "'klingon'"),
            (&["a.y"], "'a.y'"),
            (&["-d", "--format", "json", "x.java"], "'--dump-state-graph'"),
            (&["a.y", "a.l", "x"], "the lex file first"),
            (&["a.y", "x.java"], "'a.y': expected LANG.l LANG.y before the files"),
            (&["x.java", "a.l", "a.y"], "'a.l': expected LANG.l LANG.y before the files"),
            (&[], "no file"),
            (&["--dump", "states"], "'--dump'"),
        ] {
            let message = args(list).unwrap_err();
            assert!(message.contains(culprit), "{message}");
        }
    }
}
