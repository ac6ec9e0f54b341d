//! `corpus-tools quality`: writes a row for each case of a corpus of pairs and each recoverer.

use nimbleparse::{
    Error,
    json::Value,
    lab::{
        fixes::count_fixes,
        quality::single_errors::{SingleError, cases},
    },
};

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashSet},
    ffi::OsString,
};

use crate::{
    args::Args,
    commands::{DONE, FLAWED, report, worker as worker_command},
    files, language,
    pool::{Event, Pool},
    progress::Progress,
    quality::{
        Pair, pairs,
        row::{Row, SCHEMA},
    },
    record::{Outcome, Setting},
    recoverer::Recoverer,
    rows::Format,
    sink::Sink,
    worker,
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools quality --grammar NAME|FILE.l,FILE.y [options] DIR...

Holds repairs against what people did. DIR holds two folders, broken and fixed,
with files of the same names. Writes a row for each recoverer and case: a place
whose change alone makes the fixed text broken again. 'corpus-tools report'
makes a table of them.

  --grammar G        a built-in grammar, or a lex and a Yacc file
  --recoverer R,...  recoverers (default cpctplus)
  --limit L          limit of recovery over a case (default 500ms)
  --ngram FILE       put repairs in order by this model of 'nimbleparse train' too
  --cross-validate N put repairs in order by N models, each of the fixed texts and
                     the edits of other pairs than those it judges; needs --out
  --no-edits         of the texts alone
  --index FILE       a table with a column 'file', and with:
  --by COL           keep pairs together that are alike in that column
  --train LIST       count these texts too in each of these models, which nobody
                     made of the pairs: files, folders or lists, with commas
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

const VALUED: &[&str] = &[
    "--recoverer",
    "--workers",
    "--patience",
    "--out",
    "--format",
    "--cross-validate",
    "--index",
    "--by",
    "--train",
];

struct Job<'a> {
    pair: &'a Pair,
    recoverer: &'a str,
    rows: Vec<Vec<Value>>,
}

/// Runs the command: compares repairs with people's fixes.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let valued = [VALUED, worker_command::VALUED].concat();
    let args = Args::new(raw, &["--no-edits"], &valued)?;
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
    let mut progress = Progress::new(jobs.len());
    let mut status = DONE;
    for (pool, jobs) in folds(&args, pool, jobs)? {
        judge(&pool, jobs, (&setting, &mut sink), &mut progress, &mut status)?;
    }
    Ok(status)
}

/// Returns the jobs in one fold, or in as many as are asked for, each with workers that have its
/// model.
fn folds<'a>(
    args: &Args,
    pool: Pool,
    jobs: Vec<Job<'a>>,
) -> Result<Vec<(Pool, Vec<Job<'a>>)>, Error> {
    let Some(_) = args.value("--cross-validate") else { return Ok(vec![(pool, jobs)]) };
    let count: usize = args.number("--cross-validate", 2, 2)?;
    let out = args.value("--out").ok_or("'--cross-validate' needs '--out'")?;
    if args.value("--ngram").is_some() {
        return Err("'--cross-validate' makes its models: leave out '--ngram'".into());
    }
    let language = language::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let train: Vec<String> =
        args.values("--train").flat_map(|list| list.split(',')).map(str::to_string).collect();
    let train = if train.is_empty() { Vec::new() } else { files::expand(&train, None)? };
    let origins = report::index(args)?.origins;
    let fold_of = folds_of(&pairs(&args.rest)?, count, |file| {
        let origins = origins.as_ref().map(|(_, origins)| origins);
        origins.and_then(|origins| origins.get(report::name(file))).map_or(file, String::as_str)
    });
    let mut mistakes: BTreeMap<&Pair, Vec<SingleError>> = BTreeMap::new();
    for pair in fold_of.keys().filter(|_| !args.flag("--no-edits")) {
        // A pair that says nothing is judged, with the reason.
        let [broken, fixed] = [files::read(&pair.broken)?, files::read(&pair.fixed)?];
        mistakes.insert(pair, cases(&language, &broken, &fixed).unwrap_or_default());
    }
    let mut folds: Vec<(Pool, Vec<Job<'a>>)> = Vec::new();
    for fold in 0..count {
        let others = || fold_of.iter().filter(|(_, other)| **other != fold).map(|(pair, _)| pair);
        let mut files: Vec<String> = others().map(|pair| pair.fixed.clone()).collect();
        files.extend(train.iter().cloned());
        let mut model = language.empty_model(4);
        for file in &files {
            language.count_runs(&mut model, &files::read(file)?);
        }
        for mistakes in others().filter_map(|pair| mistakes.get(pair)) {
            count_fixes(&language, &mut model, mistakes);
        }
        let file = format!("{out}.{fold}.ngram");
        files::write(&file, model.to_text(&language.table.grammar).as_bytes())?;
        let mut pool = pool.clone();
        pool.args.push(format!("--ngram={file}"));
        folds.push((pool, Vec::new()));
    }
    for job in jobs {
        folds[fold_of[job.pair]].1.push(job);
    }
    Ok(folds)
}

/// Returns a fold for each pair, equal for the pairs of one group: groups by size, each assigned to
/// the fold with the fewest pairs.
fn folds_of<'p>(
    pairs: &'p [Pair],
    count: usize,
    group: impl Fn(&'p str) -> &'p str,
) -> BTreeMap<Pair, usize> {
    let mut groups: BTreeMap<&str, Vec<&Pair>> = BTreeMap::new();
    for pair in pairs {
        groups.entry(group(&pair.fixed)).or_default().push(pair);
    }
    let mut groups: Vec<Vec<&Pair>> = groups.into_values().collect();
    groups.sort_by_key(|group| Reverse(group.len()));
    let mut sizes = vec![0; count];
    let mut folds = BTreeMap::new();
    for group in groups {
        let least = (0..count).min_by_key(|fold| sizes[*fold]).expect("there are two at least");
        sizes[least] += group.len();
        folds.extend(group.into_iter().map(|pair| (pair.clone(), least)));
    }
    folds
}

/// Runs jobs and writes their rows.
fn judge(
    pool: &Pool,
    mut jobs: Vec<Job<'_>>,
    (setting, sink): (&Setting, &mut Sink),
    progress: &mut Progress,
    status: &mut u8,
) -> Result<(), Error> {
    let texts: Vec<String> = jobs
        .iter()
        .map(|job| worker::job(&["quality", &job.pair.broken, &job.pair.fixed, job.recoverer]))
        .collect();
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
                    vec![Row::empty(file, setting, job.recoverer, Outcome::Crashed, &why).cells()];
                *status = FLAWED;
            }
        }
        progress.step();
        // All rows of a pair at once: a pair is complete or absent.
        sink.write_all(&std::mem::take(&mut job.rows))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_one_group_are_in_one_fold_and_folds_are_of_like_size() {
        let pair = |at: usize| Pair { broken: format!("b/{at}"), fixed: format!("f/{at}") };
        let pairs: Vec<Pair> = (0..30).map(pair).collect();
        // Five groups of six.
        let names: Vec<String> = (0..30).map(|at| format!("{}", at % 10 / 2)).collect();
        let of = |file: &str| names[file[2..].parse::<usize>().unwrap()].as_str();
        let folds = folds_of(&pairs, 3, |file| {
            let name = of(file);
            ["0", "1", "2", "3", "4"].into_iter().find(|known| *known == name).unwrap()
        });
        let mut sizes = [0; 3];
        for (pair, fold) in &folds {
            sizes[*fold] += 1;
            for (other, of_other) in &folds {
                assert!(of(&pair.fixed) != of(&other.fixed) || fold == of_other);
            }
        }
        sizes.sort_unstable();
        assert_eq!(sizes, [6, 12, 12]);
    }
}
