//! `corpus-tools quality`: a row for each case of a pairs corpus and each recoverer.

use std::{collections::HashSet, ffi::OsString};

use crate::{
    args::Args,
    commands::{DONE, FLAWED, worker as worker_command},
    json::Value,
    pool::Event,
    progress::Progress,
    quality::{
        Pair, pairs,
        row::{Row, SCHEMA},
    },
    record::Outcome,
    recoverer::Recoverer,
    rows::Format,
    sink::Sink,
    worker,
};

/// What is printed by `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools quality --grammar NAME|FILE.l,FILE.y [options] DIR...

Holds repairs against what people did. DIR holds two folders, broken and fixed,
with files of the same names. Writes a row for each recoverer and case: a place
whose change alone makes the fixed text broken again. 'corpus-tools report'
makes a table of them.

  --grammar G        a built-in grammar, or a lex and a Yacc file
  --recoverer R,...  recoverers (default cpctplus)
  --limit L          limit of recovery over a case (default 500ms)
  --ngram FILE       put repairs in order by this model too ('train-ngram')
  --memory N         limit of one location's memory, in MiB (default 4096)
  --max-repairs N    look for the fix among N repairs (default 1000), or all
  --workers N        worker processes (default 1)
  --patience S       kill a worker that says nothing for S seconds (default 60)
  --out FILE         write to FILE, and go on where FILE stops; otherwise to
                     standard output
  --format F         tsv or json (a row a line); by default as FILE is called

Exit status: 0 all was measured, 1 some files could not be read or killed their
worker, 2 wrong usage, or nothing could be done.
";

const VALUED: &[&str] = &["--recoverer", "--workers", "--patience", "--out", "--format"];

struct Job<'a> {
    pair: &'a Pair,
    recoverer: &'a str,
    rows: Vec<Vec<Value>>,
}

/// Holds repairs against what people did.
///
/// # Errors
///
/// One line.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, String> {
    let valued = [VALUED, worker_command::VALUED].concat();
    let args = Args::new(raw, &[], &valued)?;
    let source = worker_command::source(&args)?;
    let recoverers: Vec<&str> =
        args.value("--recoverer").unwrap_or("cpctplus").split(',').collect();
    recoverers.iter().try_for_each(|name| Recoverer::named(name).map(drop))?;
    let setting = worker_command::setting(&source, worker_command::limit(&args)?);
    let pool = worker_command::pool(&args, None)?;
    let format = args.value("--format").map(Format::named).transpose()?;
    let pairs = pairs(&args.rest)?;
    let mut done: HashSet<(String, String)> = HashSet::new();
    let mut sink = match args.value("--out") {
        None => Sink::stdout(&SCHEMA, format.unwrap_or(Format::Tsv))?,
        Some(out) => Sink::file(out, &SCHEMA, format, |cells| {
            let row = Row::from_cells(&cells)?;
            worker_command::check_setting(&row.setting, &setting, false)?;
            done.insert((row.file, row.recoverer));
            Ok(())
        })?,
    };
    let mut jobs: Vec<Job<'_>> = Vec::new();
    for pair in &pairs {
        for recoverer in &recoverers {
            if !done.contains(&(pair.broken.clone(), (*recoverer).to_string())) {
                jobs.push(Job { pair, recoverer, rows: Vec::new() });
            }
        }
    }
    let texts: Vec<String> = jobs
        .iter()
        .map(|job| worker::job(&["quality", &job.pair.broken, &job.pair.fixed, job.recoverer]))
        .collect();
    let mut progress = Progress::new(texts.len());
    let mut status = DONE;
    pool.run(&texts, |job, event| {
        let job = &mut jobs[job];
        match event {
            Event::Line(line) => {
                let cells = SCHEMA
                    .cells(&line, Format::Tsv)
                    .map_err(|message| format!("worker: {message}"))?;
                job.rows.push(cells);
                return Ok(());
            }
            Event::Done => {}
            Event::Died(why) => {
                let file = &job.pair.broken;
                eprintln!(
                    "corpus-tools: '{file}' killed its worker under {}: {why}",
                    job.recoverer
                );
                job.rows =
                    vec![Row::empty(file, &setting, job.recoverer, Outcome::Crashed, &why).cells()];
                status = FLAWED;
            }
        }
        progress.step();
        // All rows of a pair at once: a pair is done, or not there.
        sink.write_all(&std::mem::take(&mut job.rows))
    })?;
    Ok(status)
}
