//! `corpus-tools measure`: writes a record for each file, recoverer and run.

use nimbleparse::Error;

use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
};

use crate::{
    args::Args,
    commands::{DONE, FLAWED, worker as worker_command},
    files,
    pool::{Event, Pool},
    progress::Progress,
    record::{Outcome, Record, SCHEMA, Setting},
    recoverer::Recoverer,
    rows::Format,
    sink::Sink,
    worker,
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools measure --grammar NAME|FILE.l,FILE.y [options] DIR|FILE...

Writes a record for each file, recoverer and run. FILE may be a list of files;
- is a list on standard input. Of a DIR all files are taken, at any depth; a link
to a folder is followed, but each folder is walked once.

  --grammar G        a built-in grammar, or a lex and a Yacc file
  --recoverer R,...  recoverers (default cpctplus); cpctplus@window5 and its like
                     search with one bound only
  --limit L          limit of recovery over a file: a time such as 500ms (the
                     default), or a number of units of work
  --memory N         limit of one location's memory, in MiB (default 4096)
  --runs N           runs of each recoverer over each file (default 1)
  --workers N        worker processes (default 1)
  --patience S       kill a worker that says nothing for S seconds (default 60)
  --ending E         of a folder take only the files that end in .E
  --max-repairs N    list at most N repairs of a location (default 1000), or all
  --sets             record the repairs that are listed
  --out FILE         write to FILE, and go on where FILE stops; otherwise to
                     standard output
  --format F         tsv or json (a record a line); by default as FILE is called
  --worker PROGRAM   measure by another program that speaks as a worker does

Exit status: 0 all was measured, 1 some files could not be read or killed their
worker, 2 wrong usage, or nothing could be done.
";

/// Options of this command, beside those of a worker.
const VALUED: &[&str] = &[
    "--recoverer",
    "--runs",
    "--workers",
    "--patience",
    "--ending",
    "--out",
    "--format",
    "--worker",
];

/// Runs the command.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let valued = [VALUED, worker_command::VALUED].concat();
    let args = Args::new(raw, worker_command::FLAGS, &valued)?;
    let source = worker_command::source(&args)?;
    let foreign = args.value("--worker");
    let recoverers: Vec<&str> =
        args.value("--recoverer").unwrap_or("cpctplus").split(',').collect();
    if foreign.is_none() {
        recoverers.iter().try_for_each(|name| Recoverer::named(name).map(drop))?;
    }
    let runs: u32 = args.number("--runs", 1, 1)?;
    let pool = worker_command::pool(&args, foreign)?;
    let mut setting = worker_command::setting(&source, worker_command::limit(&args)?);
    if let Some(program) = foreign {
        // Known once the first record arrives.
        setting.version = format!("worker {program}");
    }
    let mut files = files::expand(&args.rest, args.value("--ending"))?;
    let mut seen = HashSet::new();
    files.retain(|file| seen.insert(file.clone()));
    let format = args.value("--format").map(Format::named).transpose()?;
    let mut done: HashMap<(String, String), HashSet<u32>> = HashMap::new();
    let mut sink = match args.value("--out") {
        None => Sink::stdout(&SCHEMA, format.unwrap_or(Format::Tsv))?,
        Some(out) => Sink::file(out, &SCHEMA, format, |cells| {
            let record = Record::from_cells(&cells)?;
            worker_command::check_setting(&record.setting, &setting, foreign.is_some())?;
            done.entry((record.file, record.recoverer)).or_default().insert(record.run);
            Ok(())
        })?,
    };
    let mut jobs = Vec::new();
    for file in &files {
        for recoverer in &recoverers {
            let key = (file.clone(), (*recoverer).to_string());
            let done = done.get(&key);
            let missing = |run: &u32| done.is_none_or(|done| !done.contains(run));
            let missing: Vec<u32> = (1..=runs).filter(missing).collect();
            if !missing.is_empty() {
                jobs.push(Job { file: file.clone(), recoverer: key.1, runs: missing });
            }
        }
    }
    Run { jobs, setting, flaws: Vec::new() }.run(&pool, &mut sink)
}

struct Job {
    file: String,
    recoverer: String,
    runs: Vec<u32>,
}

impl Job {
    fn text(&self) -> String {
        let runs: Vec<String> = self.runs.iter().map(u32::to_string).collect();
        worker::job(&["measure", &self.file, &self.recoverer, &runs.join(",")])
    }
}

struct Run {
    jobs: Vec<Job>,
    setting: Setting,
    /// One line for each file with a flaw.
    flaws: Vec<String>,
}

impl Run {
    fn run(mut self, pool: &Pool, sink: &mut Sink) -> Result<u8, Error> {
        let texts: Vec<String> = self.jobs.iter().map(Job::text).collect();
        let mut progress = Progress::new(texts.len());
        pool.run(&texts, |job, event| {
            match event {
                Event::Line(line) => return self.take(job, &line, sink),
                Event::Done => {}
                Event::Died(why) => self.bury(job, &why, sink)?,
            }
            progress.step();
            Ok(())
        })?;
        self.flaws.sort_unstable();
        self.flaws.dedup();
        for flaw in &self.flaws {
            eprintln!("corpus-tools: {flaw}");
        }
        Ok(if self.flaws.is_empty() { DONE } else { FLAWED })
    }

    fn take(&mut self, job: usize, line: &str, sink: &mut Sink) -> Result<(), Error> {
        let cells =
            SCHEMA.cells(line, Format::Tsv).map_err(|message| format!("worker: {message}"))?;
        let record = Record::from_cells(&cells).map_err(|message| format!("worker: {message}"))?;
        self.jobs[job].runs.retain(|run| *run != record.run);
        if record.outcome == Outcome::Unreadable {
            self.flaws.push(record.note);
        }
        self.setting.version = record.setting.version;
        sink.write(&cells)
    }

    /// Records a crash for each run of a job that has no record yet.
    fn bury(&mut self, job: usize, why: &str, sink: &mut Sink) -> Result<(), Error> {
        let Job { file, recoverer, runs } = &self.jobs[job];
        self.flaws.push(format!("'{file}' killed its worker under {recoverer}: {why}"));
        for &run in runs {
            let record = Record::empty(file, &self.setting, recoverer, run, Outcome::Crashed, why);
            sink.write(&record.cells())?;
        }
        Ok(())
    }
}
