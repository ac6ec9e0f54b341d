//! `corpus-tools report`: prints statistics of records.

use nimbleparse::Error;

use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
};

use lrpar::visible_lines;

use nimbleparse::lab::{intervals::RESAMPLES, tsv::unescape};

use crate::{
    args::Args,
    commands::{DONE, print},
    files,
    quality::row::{self, Row},
    record::{self, Record},
    report::{Extent, Report, html, json, text, tsv},
    rows,
    stats::{quality, samples},
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools report [options] RECORDS...

Statistics of what 'measure' and 'quality' wrote.

  --format F         text (default), tsv, json or html
  --out FILE         write to FILE instead of standard output
  --html FILE        write the page to FILE as well
  --resamples N      of each bootstrap (default 10000)
  --base A           the algorithm that ratios are to (default cpctplus-plain, the
                     paper's search, or if that was not measured cpctplus)
  --slowest N        list the N slowest files (default 20)
  --misses N         list N fixes that are not in the set (default 0; in a page 200)
  --misses-of R      of this recoverer (default cpctplus, or else the first)
  --index FILE       a table with a column 'file', and with:
  --where COL=VALUE  only files for which that table says so (may be repeated)
  --by COL           intervals of cases over what that column says files belong to,
                     a repository for instance, instead of over files

Exit status: 0 done, 2 wrong usage, or records that cannot be read.
";

/// Runs the command.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let valued = [
        "--format",
        "--out",
        "--html",
        "--resamples",
        "--slowest",
        "--misses",
        "--misses-of",
        "--index",
        "--where",
        "--by",
        "--base",
    ];
    let args = Args::new(raw, &[], &valued)?;
    if args.rest.is_empty() {
        return Err("no records".into());
    }
    let format = args.value("--format").unwrap_or("text");
    let writer: fn(&Report) -> String = match format {
        "text" => |report| visible_lines(&text::write(report)),
        "tsv" => tsv::write,
        "json" => json::write,
        "html" => html::write,
        _ => {
            return Err(
                format!("unknown format '{format}': there are text, tsv, json, html").into()
            );
        }
    };
    let Index { wanted, origins } = index(&args)?;
    let misses = if format == "html" || args.value("--html").is_some() { 200 } else { 0 };
    let extent = Extent {
        base: args.value("--base").map(str::to_string),
        resamples: args.number("--resamples", 1, RESAMPLES)?,
        slowest: args.number("--slowest", 0, 20)?,
        misses: args.number("--misses", 0, misses)?,
        misses_of: args.value("--misses-of").map(str::to_string),
    };
    let mut records = samples::Collector::default();
    let mut cases = quality::Collector::new(origins);
    let mut any = false;
    for file in &args.rest {
        let about = rows::read(file, &[&record::SCHEMA, &row::SCHEMA], |schema, _, cells| {
            any = true;
            if schema == 0 {
                let record = Record::from_cells(&cells)?;
                if wanted.as_ref().is_none_or(|wanted| wanted.contains(name(&record.file))) {
                    records.take(&record)?;
                }
            } else {
                let row = Row::from_cells(&cells)?;
                if wanted.as_ref().is_none_or(|wanted| wanted.contains(row.name())) {
                    cases.take(row)?;
                }
            }
            Ok(())
        })?;
        if about.is_some_and(|about| about.half) {
            eprintln!("corpus-tools: the last line of '{file}' is half-written and left out");
        }
    }
    if !any {
        return Err("there is no record in these files".into());
    }
    let experiment = records.finish();
    if experiment.algorithms.is_empty() && cases.rows().is_empty() && cases.without.is_empty() {
        return Err("no record is left to report".into());
    }
    if let Some(base) = extent.base.as_deref().filter(|base| experiment.algorithm(base).is_none()) {
        return Err(format!("there is no record of '{base}'").into());
    }
    if let Some(name) = extent.misses_of.as_deref()
        && !cases.rows().iter().any(|(recoverer, _)| recoverer == name)
    {
        return Err(format!("there is no case of '{name}'").into());
    }
    let mut report = Report::new(&experiment, &cases, extent);
    if let Some(page) = args.value("--html") {
        files::write(page, html::write(&report).as_bytes())?;
        if args.value("--misses").is_none() && format == "text" {
            report.misses.clear();
        }
    }
    let text = writer(&report);
    match args.value("--out") {
        Some(out) => files::write(out, text.as_bytes())?,
        None => print(&text)?,
    }
    Ok(DONE)
}

/// Returns a file's name without its folders.
pub(super) fn name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// A table about files.
#[derive(Default)]
pub(super) struct Index {
    /// The names of the files to report; `None` for all.
    wanted: Option<HashSet<String>>,
    /// The column by which files are grouped: its name, and its value for each file.
    pub(super) origins: Option<(String, HashMap<String, String>)>,
}

/// Reads the table that the arguments name.
pub(super) fn index(args: &Args) -> Result<Index, Error> {
    let conditions: Vec<&str> = args.values("--where").collect();
    let by = args.value("--by");
    let index =
        match (args.value("--index"), conditions.first().map(|_| "--where").or(by.map(|_| "--by")))
        {
            (None, None) => return Ok(Index::default()),
            (Some(index), Some(_)) => index,
            (None, Some(option)) => return Err(format!("'{option}' needs '--index'").into()),
            (Some(_), None) => return Err("'--index' needs '--where' or '--by'".into()),
        };
    let text = files::read(index)?;
    let mut lines = text.lines();
    let header: HashMap<&str, usize> = lines
        .next()
        .unwrap_or_default()
        .split('\t')
        .enumerate()
        .map(|(at, name)| (name, at))
        .collect();
    let column = |name: &str| {
        header
            .get(name)
            .copied()
            .ok_or_else(|| format!("'{index}', line 1: there is no column '{name}'"))
    };
    let file = column("file")?;
    let mut tests = Vec::new();
    for condition in conditions {
        let (name, value) = condition
            .split_once('=')
            .ok_or_else(|| format!("'--where' needs COLUMN=VALUE, not '{condition}'"))?;
        tests.push((column(name)?, value));
    }
    let by = by.map(|by| column(by).map(|at| (by, at))).transpose()?;
    let (mut wanted, mut origins) = (HashSet::new(), HashMap::new());
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let unescaped = cells.get(file).and_then(|file| unescape(file));
        let Some(file) = unescaped.map(|file| name(&file).to_string()) else {
            continue;
        };
        if let Some((_, at)) = by
            && let Some(origin) = cells.get(at)
        {
            origins.insert(file.clone(), (*origin).to_string());
        }
        if tests.iter().all(|(at, value)| cells.get(*at) == Some(value)) {
            wanted.insert(file);
        }
    }
    Ok(Index {
        wanted: (!tests.is_empty()).then_some(wanted),
        origins: by.map(|(by, _)| (by.to_string(), origins)),
    })
}
