//! `corpus-tools worker`: a worker process, started by the other commands.

use std::time::Duration;

use nimbleparse::{Error, lab::quality::single_errors::cases};

use crate::{
    args::Args,
    commands::DONE,
    files,
    language::Source,
    limit::Limit,
    measure::Measure,
    memory,
    pool::Pool,
    quality::{
        judge::judge,
        row::{self, Row},
    },
    record::{Outcome, Record, SCHEMA, Setting},
    recoverer::Recoverer,
    rows::Format,
    worker,
};

/// Options that workers and the commands that start them understand.
pub(crate) const VALUED: &[&str] =
    &["--grammar", "--limit", "--memory", "--max-repairs", "--ngram"];
/// Flags among these options.
pub(crate) const FLAGS: &[&str] = &["--sets"];

/// Runs the worker until standard input ends.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<std::ffi::OsString>) -> Result<u8, Error> {
    let args = Args::new(raw, FLAGS, VALUED)?;
    let measure = measure(&args)?;
    worker::serve(|fields, answer| match fields {
        [what, file, recoverer, runs] if what == "measure" => {
            let recoverer = Recoverer::named(recoverer)?;
            let runs: Option<Vec<u32>> = runs.split(',').map(|run| run.parse().ok()).collect();
            let runs = runs.ok_or("worker: a job's runs are no numbers")?;
            answer_runs(&measure, file, recoverer, &runs, answer)
        }
        [what, broken, fixed, recoverer] if what == "quality" => {
            let recoverer = Recoverer::named(recoverer)?;
            answer_cases(&measure, broken, fixed, recoverer, answer)
        }
        _ => Err("worker: unknown job".into()),
    })?;
    Ok(DONE)
}

fn answer_runs(
    measure: &Measure,
    file: &str,
    recoverer: Recoverer,
    runs: &[u32],
    answer: &mut dyn FnMut(&str) -> Result<(), Error>,
) -> Result<(), Error> {
    let text = files::read(file);
    memory::reset_peak();
    let lexer = text.as_ref().map(|text| measure.language.lexer.lexer(text));
    for &run in runs {
        let record = match &lexer {
            Ok(lexer) => measure.run(file, lexer, recoverer, run),
            Err(why) => Record::empty(
                file,
                &measure.setting,
                recoverer.name,
                run,
                Outcome::Unreadable,
                why.message(),
            ),
        };
        answer(&SCHEMA.line(&record.cells(), Format::Tsv))?;
    }
    Ok(())
}

fn answer_cases(
    measure: &Measure,
    broken: &str,
    fixed: &str,
    recoverer: Recoverer,
    answer: &mut dyn FnMut(&str) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut say = |row: Row| answer(&row::SCHEMA.line(&row.cells(), Format::Tsv));
    let nothing =
        |outcome, why: &str| Row::empty(broken, &measure.setting, recoverer.name, outcome, why);
    let texts =
        files::read(broken).and_then(|broken| files::read(fixed).map(|fixed| (broken, fixed)));
    let (broken_text, fixed_text) = match texts {
        Ok(texts) => texts,
        Err(why) => return say(nothing(Outcome::Unreadable, why.message())),
    };
    match cases(&measure.language, &broken_text, &fixed_text) {
        Err(why) => say(nothing(Outcome::Repaired, why)),
        Ok(cases) => (1..=cases.len())
            .try_for_each(|number| say(judge(measure, broken, number, &cases, recoverer))),
    }
}

/// Returns what is to be measured, by these options.
///
/// # Errors
///
/// If the options or the grammar are wrong.
pub(crate) fn measure(args: &Args) -> Result<Measure, Error> {
    let source = source(args)?;
    let limit = limit(args)?;
    let mebibytes: usize = args.number("--memory", 1, 4096)?;
    let max_repairs = match args.value("--max-repairs") {
        Some("all") => usize::MAX,
        _ => args.number("--max-repairs", 1, 1000)?,
    };
    Ok(Measure {
        setting: setting(&source, limit),
        language: match args.value("--ngram") {
            None => source.language()?,
            Some(file) => {
                let mut language = source.language()?;
                language
                    .take_ngrams(file, &files::read(file)?)
                    .map_err(|error| format!("'{file}', {error}"))?;
                language
            }
        },
        limit,
        memory: mebibytes.saturating_mul(1 << 20),
        max_repairs,
        sets: args.flag("--sets"),
    })
}

/// Returns the grammar that the arguments name.
///
/// # Errors
///
/// If there is none with this name.
pub(crate) fn source(args: &Args) -> Result<Source, Error> {
    Source::named(args.value("--grammar").ok_or("'--grammar' is missing")?)
}

/// Returns the limit; half a second if none is given, as in the paper.
///
/// # Errors
///
/// If the limit is wrong.
pub(crate) fn limit(args: &Args) -> Result<Limit, Error> {
    Limit::named(args.value("--limit").unwrap_or("500ms"))
}

/// Returns the setting of this program's records.
pub(crate) fn setting(source: &Source, limit: Limit) -> Setting {
    Setting {
        grammar: source.name.clone(),
        fingerprint: source.fingerprint(),
        limit: limit.to_string(),
        version: concat!("corpus-tools ", env!("CARGO_PKG_VERSION")).to_string(),
    }
}

/// Makes the pool of worker processes that these options ask for, of `program` or of this one.
///
/// # Errors
///
/// If the options are wrong.
pub(crate) fn pool(args: &Args, program: Option<&str>) -> Result<Pool, Error> {
    let itself = || {
        let path = std::env::current_exe()
            .map_err(|error| format!("cannot find this program: {error}"))?;
        path.into_os_string()
            .into_string()
            .map_err(|path| format!("this program's path {path:?} is not UTF-8"))
    };
    let mut worker_args = vec!["worker".to_string()];
    for name in VALUED {
        worker_args.extend(args.value(name).map(|value| format!("{name}={value}")));
    }
    for name in FLAGS {
        worker_args.extend(args.flag(name).then(|| (*name).to_string()));
    }
    Ok(Pool {
        program: program.map_or_else(itself, |program| Ok(program.to_string()))?,
        args: worker_args,
        workers: args.number("--workers", 1, 1)?,
        patience: Duration::from_secs(args.number("--patience", 1, 60)?),
    })
}

/// Checks that a row with the setting `found` belongs to the experiment `wanted`.
///
/// # Errors
///
/// How they differ.
pub(crate) fn check_setting(
    found: &Setting,
    wanted: &Setting,
    any_version: bool,
) -> Result<(), Error> {
    let found_and_wanted = [
        ("grammar", &found.grammar, &wanted.grammar),
        ("grammar of fingerprint", &found.fingerprint, &wanted.fingerprint),
        ("limit", &found.limit, &wanted.limit),
        ("version", &found.version, &wanted.version),
    ];
    let compared = if any_version { 3 } else { 4 };
    match found_and_wanted[..compared].iter().find(|(_, found, wanted)| found != wanted) {
        Some((what, found, wanted)) => {
            Err(format!("the record is of {what} '{found}', not '{wanted}': name another '--out'")
                .into())
        }
        None => Ok(()),
    }
}
