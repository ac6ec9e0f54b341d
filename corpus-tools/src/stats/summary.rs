//! The paper's Figure 11: mean and median time, mean cost, failures, tokens skipped, error
//! locations of each algorithm.

use std::hash::Hasher as _;

use fnv::FnvHasher;
use lrtable::random::Random;

use nimbleparse::lab::intervals::{Estimate, Resample, draw, median};

use super::samples::{Algorithm, Sample};

/// One row of the table.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) name: String,
    /// The number of files, those that killed a worker included.
    pub(crate) files: usize,
    /// The number of files that killed a worker: failed, and without other figures.
    pub(crate) crashed: usize,
    pub(crate) failed_percent: Estimate,
    pub(crate) mean_ms: Estimate,
    pub(crate) median_ms: Estimate,
    /// The mean cost over the repaired locations of all files; `None` for recoverers that do not
    /// always repair by a repair sequence.
    pub(crate) cost_mean: Option<Estimate>,
    pub(crate) tokens_skipped_percent: Estimate,
    pub(crate) error_locations: Estimate,
    /// The highest of the runs' bytes in arenas.
    pub(crate) peak_bytes: u64,
    /// The highest of the runs' peak memory of the process, in KiB.
    pub(crate) peak_rss_kib: u64,
    /// Mean units of work of one run over all files.
    pub(crate) work: f64,
}

/// Sums over one resample.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    time: f64,
    failed: f64,
    cost: f64,
    costs: f64,
    deleted: f64,
    lexemes: f64,
    locations: f64,
}

impl Sums {
    fn add(&mut self, sample: &Sample, weight: f64) {
        self.time += weight * sample.time_ms;
        self.failed += weight * f64::from(u8::from(sample.failed));
        self.cost += weight * sample.costs.0 as f64;
        self.costs += weight * sample.costs.1 as f64;
        self.deleted += weight * sample.deleted as f64;
        self.lexemes += weight * sample.lexemes as f64;
        self.locations += weight * sample.locations as f64;
    }
}

/// Returns whether the costs of this recoverer's locations are comparable.
pub(crate) fn has_costs(recoverer: &str) -> bool {
    !matches!(recoverer, "corchuelo" | "panic" | "none")
}

/// Returns the row of `algorithm`.
pub(crate) fn summarise(algorithm: &Algorithm, resamples: usize) -> Summary {
    let runs = algorithm.run_counts();
    let mut random = generator(&algorithm.name);
    let mut times = vec![0.0; runs.len()];
    let mut all: Vec<Sums> = Vec::with_capacity(resamples);
    let mut medians = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        let mut sums = Sums::default();
        let mut next = 0;
        draw(Resample::Runs, &runs, &mut random, |file, run| {
            let sample = &algorithm.files[file].runs[run];
            sums.add(sample, 1.0);
            times[next] = sample.time_ms;
            next += 1;
        });
        medians.push(median(&mut times));
        all.push(sums);
    }
    // The exact mean of resamples.
    let mut mean = Sums::default();
    for file in &algorithm.files {
        for sample in &file.runs {
            mean.add(sample, 1.0 / file.runs.len() as f64);
        }
    }
    let (files, crashed) = (runs.len() + algorithm.crashed.len(), algorithm.crashed.len() as f64);
    let of = |statistic: &dyn Fn(&Sums) -> f64| {
        Estimate::new(statistic(&mean), all.iter().map(statistic).collect())
    };
    let samples = || algorithm.files.iter().flat_map(|file| &file.runs);
    let work = algorithm.files.iter().map(|file| {
        file.runs.iter().map(|sample| sample.work as f64).sum::<f64>() / file.runs.len() as f64
    });
    Summary {
        name: algorithm.name.clone(),
        files,
        crashed: algorithm.crashed.len(),
        failed_percent: of(&|sums| percent(sums.failed + crashed, files as f64)),
        mean_ms: of(&|sums| ratio(sums.time, runs.len() as f64)),
        median_ms: Estimate::of(medians),
        cost_mean: (has_costs(&algorithm.recoverer) && mean.costs > 0.0)
            .then(|| of(&|sums| ratio(sums.cost, sums.costs))),
        tokens_skipped_percent: of(&|sums| percent(sums.deleted, sums.lexemes)),
        error_locations: of(&|sums| sums.locations),
        peak_bytes: samples().map(|sample| sample.bytes).max().unwrap_or(0),
        peak_rss_kib: samples().map(|sample| sample.rss_kib).max().unwrap_or(0),
        work: work.sum(),
    }
}

/// Returns a random generator for a name: figures do not depend on what else is in a report.
pub(crate) fn generator(name: &str) -> Random {
    let mut hasher = FnvHasher::default();
    hasher.write(name.as_bytes());
    Random::new(hasher.finish())
}

fn percent(part: f64, whole: f64) -> f64 {
    100.0 * ratio(part, whole)
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { part / whole }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::{Outcome, tests::record},
        stats::samples::tests::experiment,
    };

    #[test]
    fn figures_are_those_of_the_definition() {
        let mut failed = record("b", "cpctplus", 1, 9_000_000, &[Some(4), None]);
        failed.outcome = Outcome::Failed;
        let found = experiment(&[
            record("a", "cpctplus", 1, 1_000_000, &[Some(1), Some(2)]),
            failed,
            record("c", "cpctplus", 1, 2_000_000, &[Some(1)]),
        ]);
        let row = summarise(&found.algorithms[0], 100);
        let exact = |value: f64| Estimate { value, low: value, high: value };
        assert_eq!(row.files, 3);
        assert_eq!(row.mean_ms, exact(4.0));
        assert_eq!(row.median_ms, exact(2.0));
        assert_eq!(row.cost_mean, Some(exact(2.0)));
        assert_eq!(row.tokens_skipped_percent, exact(1.0));
        assert_eq!(row.error_locations, exact(5.0));
        assert!((row.failed_percent.value - 100.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn intervals_cover_what_differs_between_runs() {
        let records: Vec<_> = (0..100)
            .flat_map(|file| {
                (1..=10).map(move |run| {
                    record(
                        &file.to_string(),
                        "cpctplus",
                        run,
                        u64::from(run) * 1_000_000,
                        &[Some(1)],
                    )
                })
            })
            .collect();
        let row = summarise(&experiment(&records).algorithms[0], 5000);
        // One of 1 … 10 ms a file: mean 5.5, standard error √8.25 / 10.
        let half = 2.576 * 8.25f64.sqrt() / 10.0;
        assert!((row.mean_ms.value - 5.5).abs() < 1e-9);
        assert!((row.mean_ms.low - (5.5 - half)).abs() < 0.1, "{:?}", row.mean_ms);
        assert!((row.mean_ms.high - (5.5 + half)).abs() < 0.1, "{:?}", row.mean_ms);
        assert_eq!((row.error_locations.low, row.error_locations.high), (100.0, 100.0));
    }

    #[test]
    fn crashed_files_are_failures_without_figures() {
        let mut crashed = record("b", "panic", 1, 0, &[]);
        crashed.outcome = Outcome::Crashed;
        let found = experiment(&[record("a", "panic", 1, 1_000_000, &[None]), crashed]);
        let row = summarise(&found.algorithms[0], 10);
        assert_eq!((row.files, row.crashed, row.cost_mean), (2, 1, None));
        assert!((row.failed_percent.value - 50.0).abs() < 1e-9);
        assert!((row.mean_ms.value - 1.0).abs() < 1e-9);
    }
}
