//! The paper's findings as ratios of two algorithms, over the files that both have.
//!
//! Each has two intervals: over the runs of each file, as in the paper, and over files too, which
//! shows whether the corpus is large enough to tell the algorithms apart. Algorithms that fail more
//! often report fewer locations; therefore the ratios of locations are also given for the files
//! that neither fails on.

use std::collections::HashMap;

use nimbleparse::lab::intervals::{Resample, draw, interval};

use super::{
    samples::{Experiment, FileRuns, Sample},
    summary::{generator, has_costs},
};

/// A ratio of two algorithms.
#[derive(Clone, Debug)]
pub(crate) struct Ratio {
    pub(crate) name: String,
    /// The ratio; NaN if both are 0.
    pub(crate) value: f64,
    /// The interval over runs.
    pub(crate) runs: (f64, f64),
    /// The interval over files and runs.
    pub(crate) files: (f64, f64),
    /// The number of files compared.
    pub(crate) count: usize,
}

/// The quantity that is compared: a sum of one thing over a sum of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Locations,
    LocationsWhereBothFinish,
    Failures,
    Time,
    Cost,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            What::Locations => "error locations",
            What::LocationsWhereBothFinish => "error locations where both finish",
            What::Failures => "failures",
            What::Time => "mean time",
            What::Cost => "mean cost",
        }
    }

    /// Returns numerator and denominator of one file under one of two algorithms; `other` is the
    /// other's sample.
    fn parts(self, sample: &Sample, other: &Sample) -> (f64, f64) {
        match self {
            What::Locations => (sample.locations as f64, 1.0),
            What::LocationsWhereBothFinish if sample.failed || other.failed => (0.0, 1.0),
            What::LocationsWhereBothFinish => (sample.locations as f64, 1.0),
            What::Failures => (f64::from(u8::from(sample.failed)), 1.0),
            What::Time => (sample.time_ms, 1.0),
            What::Cost => (sample.costs.0 as f64, sample.costs.1 as f64),
        }
    }
}

/// Returns the ratios of every other algorithm to `base` in `experiment`.
pub(crate) fn ratios(experiment: &Experiment, base: &str, resamples: usize) -> Vec<Ratio> {
    let Some(normal) = experiment.algorithm(base) else {
        return Vec::new();
    };
    let by_name: HashMap<&str, &FileRuns> =
        normal.files.iter().map(|file| (file.file.as_str(), file)).collect();
    let mut found = Vec::new();
    for algorithm in &experiment.algorithms {
        // Under another limit it is another experiment.
        if algorithm.name == base || algorithm.limit != normal.limit {
            continue;
        }
        let pairs: Vec<(&FileRuns, &FileRuns)> = algorithm
            .files
            .iter()
            .filter_map(|file| by_name.get(file.file.as_str()).map(|normal| (file, *normal)))
            .collect();
        if pairs.is_empty() {
            continue;
        }
        for what in [
            What::Locations,
            What::LocationsWhereBothFinish,
            What::Failures,
            What::Time,
            What::Cost,
        ] {
            if what == What::Cost
                && !(has_costs(&algorithm.recoverer) && has_costs(&normal.recoverer))
            {
                continue;
            }
            let name = format!("{}, {} / {base}", what.name(), algorithm.name);
            found.push(ratio(name, what, &pairs, resamples));
        }
    }
    found
}

fn ratio(name: String, what: What, pairs: &[(&FileRuns, &FileRuns)], resamples: usize) -> Ratio {
    let counts: Vec<usize> = pairs.iter().map(|(a, b)| a.runs.len() * b.runs.len()).collect();
    // A file's run is a pair of runs, one of each algorithm.
    let at = |file: usize, run: usize| {
        let (a, b) = pairs[file];
        (&a.runs[run / b.runs.len()], &b.runs[run % b.runs.len()])
    };
    let mut random = generator(&name);
    let mut distribution = |how| {
        let one = |_| {
            let mut sums = Sums::default();
            draw(how, &counts, &mut random, |file, run| sums.add(what, at(file, run), 1.0));
            sums.ratio()
        };
        interval((0..resamples).map(one).collect())
    };
    let mut mean = Sums::default();
    for (file, &count) in counts.iter().enumerate() {
        for run in 0..count {
            mean.add(what, at(file, run), 1.0 / count as f64);
        }
    }
    let value = mean.ratio();
    Ratio {
        value,
        runs: distribution(Resample::Runs).unwrap_or((value, value)),
        files: distribution(Resample::Files).unwrap_or((value, value)),
        count: pairs.len(),
        name,
    }
}

#[derive(Default)]
struct Sums {
    a: (f64, f64),
    b: (f64, f64),
}

impl Sums {
    fn add(&mut self, what: What, (a, b): (&Sample, &Sample), weight: f64) {
        let (parts_a, parts_b) = (what.parts(a, b), what.parts(b, a));
        self.a = (self.a.0 + weight * parts_a.0, self.a.1 + weight * parts_a.1);
        self.b = (self.b.0 + weight * parts_b.0, self.b.1 + weight * parts_b.1);
    }

    fn ratio(&self) -> f64 {
        (self.a.0 / self.a.1) / (self.b.0 / self.b.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::{Outcome, tests::record},
        stats::samples::tests::experiment,
    };

    #[test]
    fn ratios_are_of_sums_over_common_files() {
        let mut failed = record("b", "cpctplus-rev", 1, 4_000_000, &[Some(3), None]);
        failed.outcome = Outcome::Failed;
        let found = experiment(&[
            record("a", "cpctplus", 1, 1_000_000, &[Some(1)]),
            record("b", "cpctplus", 1, 1_000_000, &[Some(1)]),
            record("a", "cpctplus-rev", 1, 2_000_000, &[Some(1), Some(2), Some(3)]),
            failed,
            record("c", "cpctplus-rev", 1, 2_000_000, &[Some(9)]),
        ]);
        let found = ratios(&found, "cpctplus", 100);
        let value = |name: &str| {
            let name = format!("{name}, cpctplus-rev / cpctplus");
            found.iter().find(|ratio| ratio.name == name).unwrap()
        };
        assert_eq!(value("error locations").value, 2.5);
        assert_eq!(value("error locations").runs, (2.5, 2.5));
        assert_eq!(value("error locations where both finish").value, 3.0);
        assert_eq!(value("failures").value, f64::INFINITY);
        assert_eq!(value("mean time").value, 3.0);
        assert_eq!(value("mean cost").value, 9.0 / 4.0);
        assert_eq!(value("mean cost").count, 2);
    }

    #[test]
    fn equal_algorithms_have_ratio_one_within_the_interval() {
        let records: Vec<_> = (0..50u64)
            .flat_map(|file| {
                ["cpctplus", "panic"].map(|name| {
                    record(&file.to_string(), name, 1, 1 + file, &vec![None; 1 + file as usize % 7])
                })
            })
            .collect();
        for ratio in ratios(&experiment(&records), "cpctplus", 1000) {
            if ratio.name.starts_with("failures") {
                assert!(ratio.value.is_nan());
            } else {
                assert_eq!((ratio.value, ratio.files), (1.0, (1.0, 1.0)), "{}", ratio.name);
            }
        }
    }
}
