//! Bootstrap intervals (Efron 1979), as the paper's Section 6.1 uses them.
//!
//! Times are heavy-tailed over files, so files are not resampled: a resample holds every file once,
//! with one of its runs at random. Its intervals measure the uncertainty of the *measurement*. To
//! measure whether the *corpus* is too small, resample files as well: [`Resample::Files`].

use lrtable::random::Random;

/// Confidence of the paper's intervals.
pub const CONFIDENCE: f64 = 0.99;
/// Default number of resamples.
pub const RESAMPLES: usize = 10_000;

/// Quantile 0.975 of the normal distribution, for intervals of 95 %.
pub const Z: f64 = 1.959_963_984_540_054;

/// A statistic with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value of the statistic.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Makes an estimate of `value` with the percentile interval of a bootstrap distribution.
    pub fn new(value: f64, distribution: Vec<f64>) -> Estimate {
        let (low, high) = interval(distribution).unwrap_or((value, value));
        Estimate { value, low, high }
    }

    /// Makes an estimate from the mean of a bootstrap distribution, with its percentile interval.
    pub fn of(distribution: Vec<f64>) -> Estimate {
        let mean = distribution.iter().sum::<f64>() / distribution.len().max(1) as f64;
        Estimate::new(mean, distribution)
    }

    /// Returns the estimate multiplied by `factor`, for another unit.
    pub fn times(self, factor: f64) -> Estimate {
        Estimate { value: self.value * factor, low: self.low * factor, high: self.high * factor }
    }
}

/// How a resample is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resample {
    /// Draws every file once, with one of its runs.
    Runs,
    /// Draws as many files as there are, with repetition, with one run of each.
    Files,
}

/// Draws one resample and calls `each` with the file and run of every draw. `runs` is the number of
/// runs of each file.
pub fn draw(
    how: Resample,
    runs: &[usize],
    random: &mut Random,
    mut each: impl FnMut(usize, usize),
) {
    for place in 0..runs.len() {
        let file = match how {
            Resample::Runs => place,
            Resample::Files => random.below(runs.len()),
        };
        let run = if runs[file] == 1 { 0 } else { random.below(runs[file]) };
        each(file, run);
    }
}

/// Returns the percentile interval of a distribution at [`CONFIDENCE`], NaNs left out; `None` if it
/// is empty.
pub fn interval(distribution: Vec<f64>) -> Option<(f64, f64)> {
    interval_at(CONFIDENCE, distribution)
}

/// Returns the percentile interval of a distribution at the given confidence; `None` if it is
/// empty.
pub fn interval_at(confidence: f64, mut distribution: Vec<f64>) -> Option<(f64, f64)> {
    distribution.retain(|value| !value.is_nan());
    distribution.sort_unstable_by(f64::total_cmp);
    let last = distribution.len().checked_sub(1)?;
    let tail = (1.0 - confidence) / 2.0 * distribution.len() as f64;
    let cut = (tail.floor() as usize).min(last / 2);
    Some((distribution[cut], distribution[last - cut]))
}

/// Returns the median, the mean of the two middle values if their number is even, or 0 if there is
/// none. Reorders `values`.
pub fn median(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    if values.is_empty() {
        return 0.0;
    }
    let (below, &mut upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    if below.len() < middle || values.len() % 2 == 1 {
        return upper;
    }
    let lower = values[..middle].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    f64::midpoint(lower, upper)
}

/// Returns `share` with a proper interval: where all resamples are equal, as where nothing or
/// everything is counted, a bootstrap knows nothing of the uncertainty, and the interval becomes
/// that of a share of `origins` independent cases ([`wilson`]).
pub fn proper(share: Estimate, origins: usize) -> Estimate {
    if share.low < share.high { share } else { wilson(share.value, origins) }
}

/// Returns the share `p` of `cases` cases with its Wilson interval (Wilson, JASA 1927), which is
/// right also near 0 and 1.
pub fn wilson(p: f64, cases: usize) -> Estimate {
    let n = cases as f64;
    let scale = 1.0 + Z * Z / n;
    let centre = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    Estimate { value: p, low: (centre - half).clamp(0.0, p), high: (centre + half).clamp(p, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_bounds_are_where_the_share_is_just_not_surprising() {
        // The bounds p solve (share - p)² = z² p (1 - p) / n.
        for (part, whole) in [(10, 20), (3, 70), (299, 300)] {
            let found = wilson(f64::from(part) / f64::from(whole), whole as usize);
            for p in [found.low, found.high] {
                let squares = (found.value - p).powi(2) - Z * Z * p * (1.0 - p) / f64::from(whole);
                assert!(squares.abs() < 1e-9, "{found:?}");
            }
            assert!(found.low < found.value && found.value < found.high);
        }
        assert_eq!((wilson(0.0, 9).low, wilson(1.0, 9).high), (0.0, 1.0));
        assert!(wilson(0.0, 9).high > 0.25);
    }

    /// The sum over `files` files, each of which ran with the values 0 and 1, is binomial.
    #[test]
    fn resampling_runs_reproduces_a_binomial_distribution() {
        let (files, resamples) = (400, 20_000);
        let runs = vec![2; files];
        let mut random = Random::new(1);
        let sums: Vec<f64> = (0..resamples)
            .map(|_| {
                let mut sum = 0.0;
                draw(Resample::Runs, &runs, &mut random, |_, run| sum += run as f64);
                sum
            })
            .collect();
        let found = Estimate::of(sums);
        // Mean 200, standard deviation 10; 99 % of a normal distribution lie within 2.576 of these.
        assert!((found.value - 200.0).abs() < 0.5, "{found:?}");
        assert!((found.low - 174.24).abs() < 1.5 && (found.high - 225.76).abs() < 1.5, "{found:?}");
    }

    /// The mean over resampled files of the values 0 … n-1 has the standard deviation of the values
    /// over √n.
    #[test]
    fn resampling_files_reproduces_the_standard_error() {
        let files: u32 = 1000;
        let runs = vec![1; files as usize];
        let mut random = Random::new(2);
        let means: Vec<f64> = (0..20_000)
            .map(|_| {
                let mut sum = 0.0;
                draw(Resample::Files, &runs, &mut random, |file, _| sum += file as f64);
                sum / f64::from(files)
            })
            .collect();
        let found = Estimate::of(means);
        let error = ((f64::from(files).powi(2) - 1.0) / 12.0).sqrt() / f64::from(files).sqrt();
        assert!((found.value - 499.5).abs() < 0.5, "{found:?}");
        assert!((found.low - (499.5 - 2.576 * error)).abs() < 1.5, "{found:?}");
        assert!((found.high - (499.5 + 2.576 * error)).abs() < 1.5, "{found:?}");
    }

    #[test]
    fn files_without_variation_have_no_width() {
        let mut random = Random::new(3);
        let mut drawn = Vec::new();
        draw(Resample::Runs, &[1, 1], &mut random, |file, run| drawn.push((file, run)));
        assert_eq!(drawn, [(0, 0), (1, 0)]);
        assert_eq!(interval(vec![2.0; 100]), Some((2.0, 2.0)));
        assert_eq!(interval(vec![f64::NAN]), None);
    }

    #[test]
    fn an_interval_leaves_half_a_percent_on_either_side() {
        let values: Vec<f64> = (0..1000).rev().map(f64::from).collect();
        assert_eq!(interval_at(0.95, values.clone()), Some((25.0, 974.0)));
        assert_eq!(interval(values), Some((5.0, 994.0)));
    }

    #[test]
    fn the_median_is_that_of_the_sorted_values() {
        let mut random = Random::new(4);
        for len in 1..50 {
            let mut values: Vec<f64> = (0..len).map(|_| random.below(20) as f64).collect();
            let found = median(&mut values);
            values.sort_unstable_by(f64::total_cmp);
            let expected = f64::midpoint(values[(len - 1) / 2], values[len / 2]);
            assert!((found - expected).abs() < 1e-12);
        }
        assert!(median(&mut []).abs() < 1e-12);
    }
}
