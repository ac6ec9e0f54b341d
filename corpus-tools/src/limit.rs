//! Limits of recovery over one file: a time, or counted work.

use nimbleparse::Error;

use std::{fmt, time::Duration};

use lrpar::recovery::Budget;

/// A limit of recovery over one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// A time.
    Time(Duration),
    /// A number of units of work.
    Work(u64),
}

impl Limit {
    /// Reads a limit written as `500ms`, `2s` or `100000`.
    ///
    /// # Errors
    ///
    /// If the text is not a limit.
    pub fn named(text: &str) -> Result<Limit, Error> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        match (number.parse(), unit) {
            (Ok(number), "") if number > 0 => Ok(Limit::Work(number)),
            (Ok(number), "ms") if number > 0 => Ok(Limit::Time(Duration::from_millis(number))),
            (Ok(number), "s") if number > 0 => Ok(Limit::Time(Duration::from_secs(number))),
            _ => Err(format!(
                "limit '{text}' is neither a time such as 500ms or 2s nor a number of units of work"
            )
            .into()),
        }
    }

    /// Returns the budget that keeps the limit. `memory` is in bytes.
    pub(crate) fn budget(self, memory: usize) -> Budget {
        match self {
            Limit::Time(time) => Budget { work: None, memory, time: Some(time) },
            Limit::Work(work) => Budget { work: Some(work), memory, time: None },
        }
    }

    /// Returns whether the limit is spent.
    pub(crate) fn is_spent(self, time: Duration, work: u64) -> bool {
        match self {
            Limit::Time(limit) => time >= limit,
            Limit::Work(limit) => work >= limit,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Time(time) => write!(f, "{}ms", time.as_millis()),
            Limit::Work(work) => write!(f, "{work}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_has_one_spelling_in_records() {
        let spelt = |text| Limit::named(text).unwrap().to_string();
        assert_eq!([spelt("2s"), spelt("2000ms"), spelt("70")], ["2000ms", "2000ms", "70"]);
        for wrong in ["", "0", "ms", "1h", "-1", "1.5s"] {
            assert!(Limit::named(wrong).is_err(), "{wrong}");
        }
    }
}
