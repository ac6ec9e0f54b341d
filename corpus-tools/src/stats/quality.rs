//! How often repairs are what people meant: by recoverer, and by the number of token edits of the fix.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    bootstrap::{Estimate, Resample, draw},
    summary::generator,
};
use crate::{quality::row::Row, record::Outcome};

/// Groups of cases by the edits of their fix; the last ones overlap the others.
const GROUPS: [(&str, u64, u64); 7] = [
    ("1", 1, 1),
    ("2", 2, 2),
    ("3", 3, 3),
    ("4 to 6", 4, 6),
    ("more", 7, u64::MAX),
    ("at most 6", 1, 6),
    ("all", 1, u64::MAX),
];
/// Lexemes behind the fix within which an error is detected.
pub(crate) const LAGS: [u64; 4] = [0, 1, 3, 10];
/// The quantile of the normal distribution that leaves half a percent above.
const Z: f64 = 2.575_829_303_548_901;

/// The cases of one recoverer whose fixes have so many edits.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) recoverer: String,
    pub(crate) edits: &'static str,
    pub(crate) cases: usize,
    /// Percentages: the fix is in the complete set; it is the first; it is among the first five.
    pub(crate) in_set: Estimate,
    pub(crate) first: Estimate,
    pub(crate) among_5: Estimate,
    /// The error is detected at the place of the fix; at most so many lexemes behind it.
    pub(crate) at_place: Estimate,
    pub(crate) lags: [f64; LAGS.len()],
    /// The limit was spent, or nothing was found, or the worker was killed.
    pub(crate) failed: Estimate,
    /// The mean distance of the repaired tokens from the fixed ones.
    pub(crate) distance: Estimate,
    /// The median rank of the fixes that are in the set.
    pub(crate) median_rank: Option<u64>,
    /// Cases of which not all repairs were looked at, the fix not being among those that were.
    pub(crate) unknown: usize,
}

/// Rows by recoverer.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    grammar: Option<(String, String)>,
    rows: BTreeMap<String, Vec<Row>>,
    seen: BTreeSet<(String, String, u64)>,
    /// Pairs without cases, by the reason.
    pub(crate) without: BTreeMap<String, BTreeSet<String>>,
}

impl Collector {
    /// Takes one row.
    ///
    /// # Errors
    ///
    /// If it is of another grammar than those before, or was there before.
    pub(crate) fn take(&mut self, row: Row) -> Result<(), String> {
        let grammar = (row.setting.grammar.clone(), row.setting.fingerprint.clone());
        let first = self.grammar.get_or_insert_with(|| grammar.clone());
        if *first != grammar {
            return Err(format!(
                "the case is of grammar '{}' ({}), those before are of '{}' ({}): report them apart",
                grammar.0, grammar.1, first.0, first.1
            ));
        }
        if !self.seen.insert((row.recoverer.clone(), row.file.clone(), row.hunk)) {
            return Err(format!(
                "case {} of '{}' under {} is there twice",
                row.hunk, row.file, row.recoverer
            ));
        }
        if row.hunk == 0 {
            let why = match row.outcome {
                Outcome::Crashed => "its worker was killed",
                Outcome::Unreadable => "it could not be read",
                _ => &row.note,
            };
            self.without.entry(why.to_string()).or_default().insert(row.file);
            return Ok(());
        }
        self.rows.entry(row.recoverer.clone()).or_default().push(row);
        Ok(())
    }

    /// The rows of each recoverer.
    pub(crate) fn rows(&self) -> &BTreeMap<String, Vec<Row>> {
        &self.rows
    }

    /// All groups that have cases.
    pub(crate) fn groups(&self, resamples: usize) -> Vec<Group> {
        let mut groups = Vec::new();
        for (recoverer, rows) in &self.rows {
            for (edits, least, most) in GROUPS {
                let rows: Vec<&Row> =
                    rows.iter().filter(|row| (least..=most).contains(&row.edits)).collect();
                if !rows.is_empty() {
                    groups.push(group(recoverer, edits, &rows, resamples));
                }
            }
        }
        groups
    }
}

fn group(recoverer: &str, edits: &'static str, rows: &[&Row], resamples: usize) -> Group {
    let share =
        |is: &dyn Fn(&Row) -> bool| wilson(rows.iter().filter(|row| is(row)).count(), rows.len());
    let within = |lag| share(&|row| row.lag().is_some_and(|behind| behind <= lag)).value;
    let mut ranks: Vec<u64> = rows.iter().filter_map(|row| row.rank).collect();
    ranks.sort_unstable();
    Group {
        recoverer: recoverer.to_string(),
        edits,
        cases: rows.len(),
        in_set: share(&|row| row.rank.is_some()),
        first: share(&|row| row.rank == Some(1)),
        among_5: share(&|row| row.rank.is_some_and(|rank| rank <= 5)),
        at_place: share(&Row::at_place),
        lags: LAGS.map(within),
        failed: share(&|row| row.outcome != Outcome::Repaired),
        distance: mean(&format!("{recoverer} {edits}"), rows, resamples),
        median_rank: ranks.get(ranks.len().saturating_sub(1) / 2).copied(),
        unknown: rows
            .iter()
            .filter(|row| row.rank.is_none() && u128::from(row.listed) < row.total)
            .count(),
    }
}

/// A percentage with its interval (Wilson, JASA 1927): right also near 0 and 100.
pub(crate) fn wilson(part: usize, whole: usize) -> Estimate {
    let (p, n) = (part as f64 / whole as f64, whole as f64);
    let scale = 1.0 + Z * Z / n;
    let centre = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    let (low, high) = ((centre - half).clamp(0.0, p), (centre + half).clamp(p, 1.0));
    Estimate { value: p, low, high }.times(100.0)
}

fn mean(name: &str, rows: &[&Row], resamples: usize) -> Estimate {
    let runs = vec![1; rows.len()];
    let mut random = generator(name);
    let mut mean = |how| {
        let mut sum = 0;
        draw(how, &runs, &mut random, |case, _| sum += rows[case].distance);
        sum as f64 / rows.len() as f64
    };
    let value = mean(Resample::Runs);
    Estimate::new(value, (0..resamples).map(|_| mean(Resample::Files)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quality::row::tests::row;

    #[test]
    fn wilson_bounds_are_where_the_share_is_just_not_surprising() {
        // The bounds p solve (share - p)² = z² p (1 - p) / n.
        for (part, whole) in [(10, 20), (3, 70), (299, 300)] {
            let found = wilson(part, whole).times(0.01);
            for p in [found.low, found.high] {
                let squares = (found.value - p).powi(2) - Z * Z * p * (1.0 - p) / whole as f64;
                assert!(squares.abs() < 1e-9, "{found:?}");
            }
            assert!(found.low < found.value && found.value < found.high);
        }
        assert_eq!((wilson(0, 9).low, wilson(9, 9).high), (0.0, 100.0));
        assert!(wilson(0, 9).high > 30.0);
    }

    #[test]
    fn groups_count_ranks_by_edits() {
        let mut collector = Collector::default();
        for row in
            [row("a", 1, Some(1)), row("b", 1, Some(4)), row("c", 1, None), row("d", 5, None)]
        {
            collector.take(row).unwrap();
        }
        let groups = collector.groups(50);
        let names: Vec<_> = groups.iter().map(|group| (group.edits, group.cases)).collect();
        assert_eq!(names, [("1", 3), ("4 to 6", 1), ("at most 6", 4), ("all", 4)]);
        let all = &groups[3];
        assert_eq!((all.in_set.value, all.first.value, all.among_5.value), (50.0, 25.0, 50.0));
        assert_eq!(
            (all.median_rank, all.unknown, all.lags),
            (Some(1), 2, [0.0, 100.0, 100.0, 100.0])
        );
        let twice = collector.take(row("a", 1, None)).unwrap_err();
        assert_eq!(twice, "case 1 of 'a' under cpctplus is there twice");
    }
}
