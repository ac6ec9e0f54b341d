//! Figures that were measured several times.

use std::fmt;

/// One figure measured once a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample(pub Vec<f64>);

impl Sample {
    /// What `f` makes of each round's figure.
    #[must_use]
    pub fn map(&self, f: impl Fn(f64) -> f64) -> Sample {
        Sample(self.0.iter().map(|figure| f(*figure)).collect())
    }

    /// The ratio to `other` in each round.
    #[must_use]
    pub fn over(&self, other: &Sample) -> Sample {
        Sample(self.0.iter().zip(&other.0).map(|(a, b)| a / b).collect())
    }

    /// The median; of an even number of figures the mean of the two in the middle. `NAN` if there
    /// is none.
    pub fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        match (sorted.len(), sorted.len() / 2) {
            (0, _) => f64::NAN,
            (len, middle) if len % 2 == 1 => sorted[middle],
            (_, middle) => f64::midpoint(sorted[middle - 1], sorted[middle]),
        }
    }

    fn bounds(&self) -> (f64, f64) {
        let low = self.0.iter().copied().fold(f64::INFINITY, f64::min);
        (low, self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max))
    }
}

/// The median, and in parentheses the least and the greatest figure.
impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.bounds();
        match self.0.len() {
            0 => f.write_str("n/a"),
            1 => f.write_str(&figure(low)),
            _ => write!(f, "{} ({}–{})", figure(self.median()), figure(low), figure(high)),
        }
    }
}

/// A number with three significant digits, or all before the point.
pub fn figure(number: f64) -> String {
    let digits = match number.abs() {
        size if size >= 100.0 || size == 0.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        size if size >= 0.1 => 3,
        _ => 4,
    };
    format!("{number:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_made_of_figures_of_the_same_round() {
        let ratios = Sample(vec![8.0, 20.0, 6.0]).over(&Sample(vec![4.0, 5.0, 3.0]));
        assert_eq!(ratios, Sample(vec![2.0, 4.0, 2.0]));
        assert_eq!(ratios.to_string(), "2.00 (2.00–4.00)");
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(Sample(vec![5.0, 1.0, 2.0]).median(), 2.0);
        assert_eq!(Sample(vec![4.0, 1.0]).median(), 2.5);
    }

    #[test]
    fn figures_have_three_digits() {
        assert_eq!([0.0, 1234.5, 12.34, 0.1234].map(figure), ["0", "1234", "12.3", "0.123"]);
    }
}
