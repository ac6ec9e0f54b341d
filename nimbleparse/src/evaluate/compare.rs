//! Shares of mistakes with their intervals, and what a change adds to them: bootstraps over mutants, paired where two are compared.

use lrtable::random::Random;

use super::measure::Sums;
use crate::bootstrap::{Estimate, Resample, draw, interval_at, proper};

/// The confidence of the intervals.
const CONFIDENCE: f64 = 0.95;
/// How often is drawn.
const RESAMPLES: usize = 1_000;

/// What a change is worth on mistakes that it was not chosen by. In percent, and points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// The mistakes.
    pub cases: u64,
    /// The fix comes first: before, and with the change.
    pub first: (f64, f64),
    /// What that is more.
    pub gain: Estimate,
    /// It is in the set: before, and with the change.
    pub in_set: (f64, f64),
    /// It is among the first five.
    pub among_five: (f64, f64),
    /// Errors beyond the first, of a hundred mistakes.
    pub further_errors: (f64, f64),
}

impl Gain {
    /// Is anything better with the change?
    pub fn is_any(&self) -> bool {
        let is_better = |(before, after): (f64, f64)| after > before;
        self.gain.value > 0.0
            || self.gain.value >= 0.0 && (is_better(self.in_set) || is_better(self.among_five))
    }
}

/// The share of mistakes for which something holds, in percent.
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

/// What the sums of the same mutants have more of after a change, for each hundred mistakes.
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

/// What the sums of the same mutants say before and after a change.
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

/// What `of` says of each of many draws of `count` mutants with repetition.
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
