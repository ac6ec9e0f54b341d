//! Reports: statistics formatted as text, TSV, JSON, or one HTML page.

pub(crate) mod found;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod svg;
pub(crate) mod text;
pub(crate) mod tsv;

use crate::{
    quality::row::Row,
    stats::{
        histogram::{self, FEW_LOCATIONS, Histogram},
        quality::{self, Group},
        ratios::{Ratio, ratios},
        samples::{Algorithm, Experiment},
        summary::{Summary, summarise},
    },
};

/// The algorithm whose distributions are shown.
const BASE: &str = "cpctplus";
/// The algorithm whose error locations are shown for comparison.
const REVERSED: &str = "cpctplus-rev";
/// The algorithm that others are compared with, if it was measured: the paper's own search, by
/// which its variants search.
const PLAIN: &str = "cpctplus-plain";

/// Columns of the table of algorithms, in every format.
const SUMMARY: [&str; 11] = [
    "algorithm",
    "files",
    "mean ms",
    "median ms",
    "cost",
    "failed %",
    "tokens skipped %",
    "error locations",
    "work, millions",
    "arenas, MiB",
    "process, MiB",
];

/// One or two histograms, with the number of the paper's figure.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(crate) number: u32,
    pub(crate) title: String,
    pub(crate) is_time: bool,
    pub(crate) histograms: Vec<Histogram>,
}

/// A file that takes long.
#[derive(Clone, Debug)]
pub(crate) struct Slow {
    pub(crate) algorithm: String,
    pub(crate) file: String,
    /// The mean time over runs, in milliseconds.
    pub(crate) ms: f64,
    pub(crate) failed: bool,
    pub(crate) work: u64,
    pub(crate) locations: u64,
}

/// The content of a report.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) grammar: String,
    /// Remarks on the records, a sentence each.
    pub(crate) notes: Vec<String>,
    pub(crate) summaries: Vec<Summary>,
    /// The algorithm in the ratios' denominators.
    pub(crate) ratio_base: String,
    pub(crate) ratios: Vec<Ratio>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) slowest: Vec<Slow>,
    pub(crate) quality: Vec<Group>,
    /// What intervals are computed over.
    pub(crate) over: String,
    /// Cases whose fix is not in the set of a certain recoverer.
    pub(crate) misses: Vec<Row>,
}

/// Extent of a report.
#[derive(Clone, Debug)]
pub(crate) struct Extent {
    /// The algorithm in the ratios' denominators; `None` for the default.
    pub(crate) base: Option<String>,
    pub(crate) resamples: usize,
    pub(crate) slowest: usize,
    pub(crate) misses: usize,
    /// The recoverer whose misses are listed; `None` for the default.
    pub(crate) misses_of: Option<String>,
}

impl Report {
    /// Makes the report of an experiment and of cases; either may be empty.
    pub(crate) fn new(
        experiment: &Experiment,
        cases: &quality::Collector,
        extent: Extent,
    ) -> Report {
        let resamples = extent.resamples;
        let base = extent.base.unwrap_or_else(|| {
            if experiment.algorithm(PLAIN).is_some() { PLAIN } else { BASE }.to_string()
        });
        Report {
            grammar: experiment.grammar.clone(),
            notes: notes(experiment, cases),
            summaries: experiment.algorithms.iter().map(|a| summarise(a, resamples)).collect(),
            ratios: ratios(experiment, &base, resamples),
            ratio_base: base,
            figures: figures(experiment, resamples),
            slowest: slowest(experiment, extent.slowest),
            quality: cases.groups(resamples),
            over: cases.over().to_string(),
            misses: misses(cases, extent.misses_of.as_deref().unwrap_or(BASE), extent.misses),
        }
    }
}

fn notes(experiment: &Experiment, cases: &quality::Collector) -> Vec<String> {
    let mut notes = Vec::new();
    if !experiment.versions.is_empty() {
        let versions: Vec<&str> = experiment.versions.iter().map(String::as_str).collect();
        notes.push(format!("Measured by {}.", versions.join(", ")));
    }
    if experiment.valid > 0 {
        notes.push(format!("{} without any error are left out.", files(experiment.valid)));
    }
    if experiment.unreadable > 0 {
        notes.push(format!("{} could not be read.", files(experiment.unreadable)));
    }
    let all: std::collections::BTreeSet<&str> = experiment
        .algorithms
        .iter()
        .flat_map(|a| a.files.iter().map(|file| file.file.as_str()))
        .collect();
    for algorithm in &experiment.algorithms {
        let missing = all.len() - algorithm.files.len();
        if !algorithm.crashed.is_empty() {
            notes.push(format!(
                "Under {} {} killed a worker: failed, and left out of all other figures.",
                algorithm.name,
                files(algorithm.crashed.len())
            ));
        }
        if missing > algorithm.crashed.len() {
            notes.push(format!(
                "{} has no record of {} that others have.",
                algorithm.name,
                files(missing - algorithm.crashed.len())
            ));
        }
        let counts = algorithm.run_counts();
        if counts.iter().min() != counts.iter().max() {
            notes.push(format!(
                "{} ran over some files more often than over others.",
                algorithm.name
            ));
        } else if counts.first() == Some(&1) {
            notes.push(format!(
                "{} ran once: its intervals over runs have no width.",
                algorithm.name
            ));
        }
    }
    for (why, pairs) in &cases.without {
        let pairs = if pairs.len() == 1 {
            "1 pair has".to_string()
        } else {
            format!("{} pairs have", pairs.len())
        };
        notes.push(format!("{pairs} no case: {why}."));
    }
    notes
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_string() } else { format!("{count} files") }
}

fn figures(experiment: &Experiment, resamples: usize) -> Vec<Figure> {
    let mut figures = Vec::new();
    let Some(base) = experiment.algorithm(BASE) else {
        return figures;
    };
    let mut time = |number, algorithm: &Algorithm| {
        figures.push(Figure {
            number,
            title: format!(
                "Files by time in recovery, {}, limit {}",
                algorithm.name, algorithm.limit
            ),
            is_time: true,
            histograms: vec![histogram::times(algorithm, resamples)],
        });
    };
    time(12, base);
    let longer = |a: &&Algorithm| a.recoverer == BASE && a.limit_ms() > base.limit_ms();
    if let Some(longer) = experiment.algorithms.iter().find(longer) {
        time(17, longer);
    }
    let compared: Vec<&Algorithm> =
        [Some(base), experiment.algorithm(REVERSED)].into_iter().flatten().collect();
    let most = histogram::most_locations(compared.iter().copied());
    for (number, title, most) in [
        (13, "Files by error locations, at most 50", FEW_LOCATIONS.min(most.max(1))),
        (18, "Files by error locations, all", most),
    ] {
        figures.push(Figure {
            number,
            title: title.to_string(),
            is_time: false,
            histograms: compared.iter().map(|a| histogram::locations(a, most, resamples)).collect(),
        });
    }
    figures
}

fn slowest(experiment: &Experiment, count: usize) -> Vec<Slow> {
    let base = experiment.algorithm(BASE).or(experiment.algorithms.first());
    let mut slow: Vec<Slow> = base
        .into_iter()
        .flat_map(|algorithm| algorithm.files.iter().map(move |file| (algorithm, file)))
        .map(|(algorithm, file)| Slow {
            algorithm: algorithm.name.clone(),
            file: file.file.clone(),
            ms: file.runs.iter().map(|run| run.time_ms).sum::<f64>() / file.runs.len() as f64,
            failed: file.runs.iter().any(|run| run.failed),
            work: file.runs.iter().map(|run| run.work).max().unwrap_or(0),
            locations: file.runs.iter().map(|run| run.locations).max().unwrap_or(0),
        })
        .collect();
    slow.sort_by(|a, b| b.ms.total_cmp(&a.ms).then_with(|| a.file.cmp(&b.file)));
    slow.truncate(count);
    slow
}

/// Returns the misses of `recoverer`, or else of the first one.
fn misses(cases: &quality::Collector, recoverer: &str, count: usize) -> Vec<Row> {
    let named = cases.rows().iter().find(|(name, _)| name == recoverer);
    let rows = named.or(cases.rows().first()).map_or(&[][..], |(_, rows)| rows);
    let mut misses: Vec<Row> = rows.iter().filter(|row| row.rank.is_none()).cloned().collect();
    misses.sort_by(|a, b| (a.edits, &a.file, a.hunk).cmp(&(b.edits, &b.file, b.hunk)));
    misses.truncate(count);
    misses
}
