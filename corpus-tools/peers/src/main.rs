//! A worker of `corpus-tools measure` that measures grmtools 0.15: the same grammar files, the same
//! records.
//!
//! ```text
//! corpus-tools measure --worker PATH/corpus-peers --recoverer grmtools --grammar java7 ... DIR
//! ```
//!
//! grmtools does not tell how long it recovers. It runs an action at every shift and reduction, and
//! none while it recovers; so the longest time between two actions before an error is over is that
//! of its recovery (`gaps`). Its limit of 0.5 s a file is built in. It counts no work, and does not
//! parse a text with lexing errors at all.

#![forbid(unsafe_code)]

mod gaps;
mod grmtools;

use std::process::ExitCode;

use corpus_tools::{
    files,
    language::Source,
    limit::Limit,
    memory,
    record::{Outcome, Record, SCHEMA, Setting},
    rows::Format,
    worker,
};

use grmtools::Parser;

/// The limit that is built into grmtools.
const LIMIT: &str = "500ms";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("corpus-peers: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let (mut grammar, mut limit, mut sets, mut max_repairs) =
        (None, LIMIT.to_string(), false, 1000);
    for arg in std::env::args().skip(1) {
        match arg.split_once('=') {
            Some(("--grammar", name)) => grammar = Some(name.to_string()),
            Some(("--limit", text)) => limit = Limit::named(text)?.to_string(),
            Some(("--max-repairs", "all")) => max_repairs = usize::MAX,
            Some(("--max-repairs", text)) => {
                max_repairs = text
                    .parse()
                    .map_err(|_| format!("'--max-repairs' needs a number, not '{text}'"))?;
            }
            Some(("--memory", _)) => {}
            None if arg == "--sets" => sets = true,
            None if arg == "worker" => {}
            _ => {
                return Err(format!(
                    "unknown argument '{arg}': this is a worker of 'corpus-tools measure'"
                ));
            }
        }
    }
    if limit != LIMIT {
        return Err(format!("grmtools' limit is {LIMIT}, not {limit}"));
    }
    let source = Source::named(&grammar.ok_or("'--grammar' is missing")?)?;
    let setting = Setting {
        grammar: source.name.clone(),
        fingerprint: source.fingerprint(),
        limit,
        version: "grmtools 0.15".to_string(),
    };
    let parser = Parser::new(&source.lex.1, &source.yacc.1)?;
    worker::serve(|fields, answer| {
        let [what, file, recoverer, runs] = fields else {
            return Err("unknown job".into());
        };
        if what != "measure" || recoverer != "grmtools" {
            return Err(format!("unknown recoverer '{recoverer}': there is grmtools").into());
        }
        let text = files::read(file);
        memory::reset_peak();
        for run in runs.split(',') {
            let run = run.parse().map_err(|_| "a job's runs are no numbers".to_string())?;
            let empty =
                |outcome, note: &str| Record::empty(file, &setting, recoverer, run, outcome, note);
            let record = match &text {
                Err(why) => empty(Outcome::Unreadable, why.message()),
                Ok(text) => match parser.measure(text, sets, max_repairs) {
                    None => empty(
                        Outcome::Unreadable,
                        &format!("'{file}' has lexing errors: grmtools does not parse it"),
                    ),
                    Some(found) => found.record(empty(Outcome::Repaired, "")),
                },
            };
            answer(&SCHEMA.line(&record.cells(), Format::Tsv))?;
        }
        Ok(())
    })
    .map_err(String::from)
}
