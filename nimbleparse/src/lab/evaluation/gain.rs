//! Shares of mistakes with their intervals, and the gain of a change: bootstraps over mutants,
//! paired for comparisons.

use lrtable::random::Random;

use super::verdicts::Sums;
use crate::lab::intervals::{Estimate, Resample, draw, interval_at, proper};

/// Confidence of the intervals.
const CONFIDENCE: f64 = 0.95;
/// Number of resamples.
const RESAMPLES: usize = 1_000;

/// Gain of a change on mistakes by which it was not chosen, in percent and percentage points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The number of mistakes.
    pub cases: u64,
    /// The percentage of mistakes whose fix is the first repair, before and after the change.
    pub first: (f64, f64),
    /// The difference of `first`, in percentage points.
    pub gain: Estimate,
    /// The percentage of mistakes whose fix is among the repairs, before and after the change.
    pub in_set: (f64, f64),
    /// The percentage of mistakes whose fix is among the first five repairs, before and after the
    /// change.
    pub among_five: (f64, f64),
    /// The number of errors beyond the first, for each hundred mistakes, before and after the
    /// change.
    pub further_errors: (f64, f64),
}

impl Gain {
    /// Returns whether the change improves any figure.
    pub fn is_any(&self) -> bool {
        let is_better = |(before, after): (f64, f64)| after > before;
        self.gain.value > 0.0
            || self.gain.value >= 0.0 && (is_better(self.in_set) || is_better(self.among_five))
    }
}

/// Returns the percentage of mistakes for which something holds.
pub fn share(mutants: &[Sums], of: impl Fn(&Sums) -> u64) -> Estimate {
    let mean = |all: &Sums| percent(of(all), all.cases);
    let value = mean(&total(mutants));
    let drawn = resampled(mutants.len(), |draws| {
        mean(&draws.iter().fold(Sums::default(), |all, at| all.and(&mutants[*at])))
    });
    let (low, high) = interval_at(CONFIDENCE, drawn).unwrap_or((value, value));
    let broken = mutants.iter().filter(|sums| sums.cases > 0).count();
    proper(Estimate { value, low, high }.times(0.01), broken).times(100.0)
}

/// Returns the difference, after a change, of a sum over the same mutants, for each hundred
/// mistakes.
pub fn gained(
    before: &[Sums],
    after: &[Sums],
    of: impl Fn(&Sums) -> u64,
    confidence: f64,
) -> Estimate {
    let mean = |all: &Sums| percent(of(all), all.cases);
    let all = |draws: &[usize], sums: &[Sums]| {
        draws.iter().fold(Sums::default(), |all, at| all.and(&sums[*at]))
    };
    let more = |draws: &[usize]| mean(&all(draws, after)) - mean(&all(draws, before));
    let value = mean(&total(after)) - mean(&total(before));
    let drawn = resampled(before.len(), more);
    let (low, high) = interval_at(confidence, drawn).unwrap_or((value, value));
    Estimate { value, low, high }
}

/// Returns the gain between the sums of the same mutants before and after a change.
pub fn gain(before: &[Sums], after: &[Sums]) -> Gain {
    let (old, new) = (total(before), total(after));
    let both = |of: fn(&Sums) -> u64| (percent(of(&old), old.cases), percent(of(&new), new.cases));
    Gain {
        cases: new.cases,
        first: both(|sums| sums.first),
        gain: gained(before, after, |sums| sums.first, CONFIDENCE),
        in_set: both(|sums| sums.in_set),
        among_five: both(|sums| sums.among_five),
        further_errors: both(|sums| sums.further_errors),
    }
}

fn total(sums: &[Sums]) -> Sums {
    sums.iter().fold(Sums::default(), |all, one| all.and(one))
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Returns the estimate of `of` over many draws of `count` mutants with repetition.
fn resampled(count: usize, of: impl Fn(&[usize]) -> f64) -> Vec<f64> {
    let runs = vec![1; count];
    let mut random = Random::new(0);
    let mut draws = Vec::with_capacity(count);
    let one = |_| {
        draws.clear();
        draw(Resample::Files, &runs, &mut random, |at, _| draws.push(at));
        of(&draws)
    };
    (0..RESAMPLES).map(one).collect()
}
