//! The paper's histograms: Figures 12 and 17 (files by time in recovery), 13 and 18 (files by error
//! locations).

use nimbleparse::lab::intervals::{Estimate, Resample, draw};

use super::{
    samples::{Algorithm, Sample},
    summary::generator,
};

/// Number of bins of a histogram of times.
const TIME_BINS: usize = 50;
/// Maximum number of bins of the complete histogram of error locations.
const LOCATION_BINS: u64 = 60;
/// End of the shorter histogram of error locations.
pub(crate) const FEW_LOCATIONS: u64 = 50;

/// Histogram: numbers of files in bins of equal width.
#[derive(Clone, Debug)]
pub(crate) struct Histogram {
    pub(crate) algorithm: String,
    /// Start of the first bin.
    pub(crate) start: f64,
    pub(crate) width: f64,
    pub(crate) bins: Vec<Estimate>,
}

/// Counts files by time in recovery, in milliseconds, up to the algorithm's limit (or, if that is
/// counted, to the longest time); longer times are in the last bin.
pub(crate) fn times(algorithm: &Algorithm, resamples: usize) -> Histogram {
    let samples = || algorithm.files.iter().flat_map(|file| &file.runs);
    let longest = samples().map(|sample| sample.time_ms).fold(0.0, f64::max);
    let end = algorithm.limit_ms().unwrap_or(longest);
    let width = if end > 0.0 { end / TIME_BINS as f64 } else { 1.0 };
    let bin = |sample: &Sample| Some(((sample.time_ms / width) as usize).min(TIME_BINS - 1));
    let bins = bins(algorithm, "times", TIME_BINS, resamples, bin);
    Histogram { algorithm: algorithm.name.clone(), start: 0.0, width, bins }
}

/// Counts files by error locations, from 1 to `most`, in bins of at least one. Files that failed
/// with no location repaired are left out: their number of locations is not known.
pub(crate) fn locations(algorithm: &Algorithm, most: u64, resamples: usize) -> Histogram {
    let width = most.div_ceil(LOCATION_BINS).max(1);
    let count = most.div_ceil(width).max(1) as usize;
    let bin = |sample: &Sample| {
        let repaired = sample.locations.saturating_sub(u64::from(sample.failed));
        (repaired > 0 && sample.locations <= most)
            .then(|| ((sample.locations - 1) / width) as usize)
    };
    let bins = bins(algorithm, "locations", count, resamples, bin);
    Histogram { algorithm: algorithm.name.clone(), start: 1.0, width: width as f64, bins }
}

/// Returns the most error locations of a file under any of these algorithms.
pub(crate) fn most_locations<'a>(algorithms: impl IntoIterator<Item = &'a Algorithm>) -> u64 {
    let files = algorithms.into_iter().flat_map(|algorithm| &algorithm.files);
    files.flat_map(|file| &file.runs).map(|sample| sample.locations).max().unwrap_or(0)
}

fn bins(
    algorithm: &Algorithm,
    what: &str,
    count: usize,
    resamples: usize,
    bin: impl Fn(&Sample) -> Option<usize>,
) -> Vec<Estimate> {
    let runs = algorithm.run_counts();
    let mut random = generator(&format!("{what} {}", algorithm.name));
    let place: Vec<Vec<Option<usize>>> =
        algorithm.files.iter().map(|file| file.runs.iter().map(&bin).collect()).collect();
    let mut distributions = vec![Vec::with_capacity(resamples); count];
    for _ in 0..resamples {
        let mut files = vec![0.0; count];
        draw(Resample::Runs, &runs, &mut random, |file, run| {
            if let Some(bin) = place[file][run] {
                files[bin] += 1.0;
            }
        });
        distributions
            .iter_mut()
            .zip(files)
            .for_each(|(distribution, files)| distribution.push(files));
    }
    let mut means = vec![0.0; count];
    for file in &place {
        for bin in file.iter().flatten() {
            means[*bin] += 1.0 / file.len() as f64;
        }
    }
    means
        .into_iter()
        .zip(distributions)
        .map(|(mean, distribution)| Estimate::new(mean, distribution))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::{Outcome, tests::record},
        stats::samples::tests::experiment,
    };

    fn values(histogram: &Histogram) -> Vec<f64> {
        histogram.bins.iter().map(|bin| bin.value).collect()
    }

    #[test]
    fn what_took_longer_than_the_limit_is_in_the_last_bin() {
        let found = experiment(&[
            record("a", "cpctplus", 1, 1_000_000, &[Some(1)]),
            record("b", "cpctplus", 1, 11_000_000, &[Some(1)]),
            record("c", "cpctplus", 1, 501_000_000, &[Some(1)]),
        ]);
        let histogram = times(&found.algorithms[0], 10);
        assert_eq!(histogram.width, 10.0);
        let values = values(&histogram);
        assert_eq!((values[0], values[1], values[49]), (1.0, 1.0, 1.0));
        assert_eq!(values.iter().sum::<f64>(), 3.0);
    }

    #[test]
    fn files_that_failed_at_once_are_left_out_of_location_histograms() {
        let failed = |file: &str, costs: &[Option<u32>]| {
            let mut failed = record(file, "cpctplus", 1, 0, costs);
            failed.outcome = Outcome::Failed;
            failed
        };
        let found = experiment(&[
            failed("a", &[None]),
            failed("b", &[Some(1), None]),
            record("c", "cpctplus", 1, 0, &[Some(1)]),
            record("d", "cpctplus", 1, 0, &[Some(1); 4]),
        ]);
        assert_eq!(most_locations(&found.algorithms), 4);
        assert_eq!(values(&locations(&found.algorithms[0], 3, 10)), [1.0, 1.0, 0.0]);
        assert_eq!(values(&locations(&found.algorithms[0], 4, 10)), [1.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn bars_of_bins_have_the_width_of_their_runs() {
        let records: Vec<_> =
            [1, 2].map(|run| record("a", "panic", run, 0, &vec![None; run as usize])).into();
        let histogram = locations(&experiment(&records).algorithms[0], 2, 1000);
        let half = Estimate { value: 0.5, low: 0.0, high: 1.0 };
        assert_eq!(histogram.bins, [half, half]);
    }
}
