//! Statistics on how often repairs are what people meant: by recoverer, and by the number of token
//! edits of the fix.
//!
//! Cases of one repository are alike, so they are less evidence than as many independent ones.
//! Intervals are therefore those of a bootstrap over repositories, or other groups of cases: a
//! resample draws as many groups as there are, with all their cases (Davison & Hinkley 1997,
//! Section 3.8).

use nimbleparse::Error;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use nimbleparse::lab::intervals::{Estimate, Resample, draw, interval_at, proper};

use super::summary::generator;
use crate::{quality::row::Row, record::Outcome};

/// Classes of cases by the number of edits of their fix; the last ones overlap the others.
pub(crate) const EDITS: [(&str, u64, u64); 7] = [
    ("1", 1, 1),
    ("2", 2, 2),
    ("3", 3, 3),
    ("4 to 6", 4, 6),
    ("more", 7, u64::MAX),
    ("at most 6", 1, 6),
    ("all", 1, u64::MAX),
];
/// Numbers of lexemes after the fix within which an error is detected.
pub(crate) const LAGS: [u64; 4] = [0, 1, 3, 10];
/// Confidence of the intervals.
const CONFIDENCE: f64 = 0.95;

/// Reading of a change: what of it counts as the fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Everything that was changed at the place.
    Whole,
    /// The fewest edits that make the text parse.
    Needed,
}

impl Reading {
    /// Returns the reading's name in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reading::Whole => "whole",
            Reading::Needed => "needed",
        }
    }

    fn edits(self, row: &Row) -> u64 {
        match self {
            Reading::Whole => row.edits,
            Reading::Needed => row.needed,
        }
    }

    fn rank(self, row: &Row) -> Option<u64> {
        match self {
            Reading::Whole => row.rank,
            Reading::Needed => row.needed_rank,
        }
    }
}

/// The cases of one recoverer whose fixes have a certain number of edits.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) recoverer: String,
    pub(crate) reading: Reading,
    pub(crate) edits: &'static str,
    pub(crate) cases: usize,
    /// The number of repositories, or files, of the cases.
    pub(crate) origins: usize,
    /// The percentage of cases whose fix is in the complete set.
    pub(crate) in_set: Estimate,
    /// The percentage of cases whose fix is the first repair.
    pub(crate) first: Estimate,
    /// The percentage of cases whose fix is among the first five repairs.
    pub(crate) among_5: Estimate,
    /// The percentage of errors detected at the place of the fix.
    pub(crate) at_place: Estimate,
    /// The percentages of errors detected at most [`LAGS`] lexemes after the place of the fix.
    pub(crate) lags: [f64; LAGS.len()],
    /// The percentage of cases where the limit was spent, nothing was found, or the worker was
    /// killed.
    pub(crate) failed: Estimate,
    /// The mean distance of the repaired tokens from the fixed ones.
    pub(crate) distance: Estimate,
    /// The median rank of the fixes that are in the set.
    pub(crate) median_rank: Option<u64>,
    /// The number of cases where not all repairs were looked at, and the fix is not among those
    /// that were.
    pub(crate) unknown: usize,
}

/// Collector of rows, by recoverer.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    /// The groups that intervals are over, if not files: their name, and the group of each file, by
    /// its name without folders.
    origins: Option<(String, HashMap<String, String>)>,
    grammar: Option<(String, String)>,
    /// The rows by recoverer, in the order in which recoverers appear.
    rows: Vec<(String, Vec<Row>)>,
    seen: BTreeSet<(String, String, u64)>,
    /// The pairs without cases, by the reason.
    pub(crate) without: BTreeMap<String, BTreeSet<String>>,
}

impl Collector {
    /// Makes a collector with intervals over groups of files.
    pub(crate) fn new(origins: Option<(String, HashMap<String, String>)>) -> Collector {
        Collector { origins, ..Collector::default() }
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// If the row is of another grammar than earlier rows, or is a duplicate.
    pub(crate) fn take(&mut self, row: Row) -> Result<(), Error> {
        let grammar = (row.setting.grammar.clone(), row.setting.fingerprint.clone());
        let first = self.grammar.get_or_insert_with(|| grammar.clone());
        if *first != grammar {
            return Err(format!(
                "the case is of grammar '{}' ({}), those before are of '{}' ({}): report them apart",
                grammar.0, grammar.1, first.0, first.1
            ).into());
        }
        if !self.seen.insert((row.recoverer.clone(), row.file.clone(), row.hunk)) {
            return Err(format!(
                "case {} of '{}' under {} is there twice",
                row.hunk, row.file, row.recoverer
            )
            .into());
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
        match self.rows.iter_mut().find(|(name, _)| *name == row.recoverer) {
            Some((_, rows)) => rows.push(row),
            None => self.rows.push((row.recoverer.clone(), vec![row])),
        }
        Ok(())
    }

    /// Returns the rows of each recoverer.
    pub(crate) fn rows(&self) -> &[(String, Vec<Row>)] {
        &self.rows
    }

    /// Returns the name of what intervals are over.
    pub(crate) fn over(&self) -> &str {
        self.origins.as_ref().map_or("file", |(name, _)| name)
    }

    /// Returns all groups that have cases.
    pub(crate) fn groups(&self, resamples: usize) -> Vec<Group> {
        let mut groups = Vec::new();
        for reading in [Reading::Whole, Reading::Needed] {
            for (recoverer, rows) in &self.rows {
                for (edits, least, most) in EDITS {
                    let has_so_many = |row: &&Row| (least..=most).contains(&reading.edits(row));
                    let rows: Vec<&Row> = rows.iter().filter(has_so_many).collect();
                    if !rows.is_empty() {
                        let about = (recoverer.as_str(), reading, edits);
                        groups.push(self.group(about, &rows, resamples));
                    }
                }
            }
        }
        groups
    }

    fn origin<'r>(&'r self, row: &'r Row) -> &'r str {
        let of = |(_, origins): &'r (String, HashMap<String, String>)| origins.get(row.name());
        self.origins.as_ref().and_then(of).map_or(&row.file, String::as_str)
    }

    fn group(
        &self,
        (recoverer, reading, edits): (&str, Reading, &'static str),
        rows: &[&Row],
        resamples: usize,
    ) -> Group {
        let mut origins: BTreeMap<&str, Sums> = BTreeMap::new();
        for row in rows {
            origins.entry(self.origin(row)).or_default().add(&Sums::of(row, reading));
        }
        let sums: Vec<Sums> = origins.into_values().collect();
        // All recoverers get the same resamples.
        let [in_set, first, among_5, at_place, failed, distance] =
            means(&sums, &format!("{} {edits}", reading.name()), resamples);
        let share = |mean: Estimate| proper(mean, sums.len()).times(100.0);
        let within = |&lag: &u64| {
            let is_within = |row: &&&Row| row.lag().is_some_and(|after| after <= lag);
            100.0 * rows.iter().filter(is_within).count() as f64 / rows.len() as f64
        };
        let mut ranks: Vec<u64> = rows.iter().filter_map(|row| reading.rank(row)).collect();
        ranks.sort_unstable();
        let is_unknown =
            |row: &&&Row| reading.rank(row).is_none() && u128::from(row.listed) < row.total;
        Group {
            recoverer: recoverer.to_string(),
            reading,
            edits,
            cases: rows.len(),
            origins: sums.len(),
            in_set: share(in_set),
            first: share(first),
            among_5: share(among_5),
            at_place: share(at_place),
            lags: LAGS.each_ref().map(within),
            failed: share(failed),
            distance,
            median_rank: ranks.get(ranks.len().saturating_sub(1) / 2).copied(),
            unknown: rows.iter().filter(is_unknown).count(),
        }
    }
}

/// The number of some cases, and sums over them.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    cases: u64,
    of: [u64; 6],
}

impl Sums {
    fn of(row: &Row, reading: Reading) -> Sums {
        let rank = reading.rank(row);
        let holds = [
            rank.is_some(),
            rank == Some(1),
            rank.is_some_and(|rank| rank <= 5),
            row.at_place(),
            row.outcome != Outcome::Repaired,
        ];
        let [in_set, first, among_5, at_place, failed] = holds.map(u64::from);
        Sums { cases: 1, of: [in_set, first, among_5, at_place, failed, row.distance] }
    }

    fn add(&mut self, other: &Sums) {
        self.cases += other.cases;
        for (sum, more) in self.of.iter_mut().zip(other.of) {
            *sum += more;
        }
    }

    fn means(&self) -> [f64; 6] {
        self.of.map(|sum| sum as f64 / self.cases as f64)
    }
}

/// Returns the means over all cases, with the intervals of a bootstrap that draws from `sums`.
fn means(sums: &[Sums], name: &str, resamples: usize) -> [Estimate; 6] {
    let runs = vec![1; sums.len()];
    let mut random = generator(name);
    let mut resample = |how| {
        let mut all = Sums::default();
        draw(how, &runs, &mut random, |origin, _| all.add(&sums[origin]));
        all.means()
    };
    let values = resample(Resample::Runs);
    let drawn: Vec<[f64; 6]> = (0..resamples).map(|_| resample(Resample::Files)).collect();
    std::array::from_fn(|at| {
        let value = values[at];
        let distribution = drawn.iter().map(|means| means[at]).collect();
        let (low, high) = interval_at(CONFIDENCE, distribution).unwrap_or((value, value));
        Estimate { value, low, high }
    })
}

#[cfg(test)]
mod tests {
    use nimbleparse::lab::intervals::{Z, wilson};

    use super::*;
    use crate::quality::row::tests::row;

    fn collected(rows: impl IntoIterator<Item = Row>) -> Collector {
        let mut collector = Collector::default();
        rows.into_iter().for_each(|row| collector.take(row).unwrap());
        collector
    }

    fn the(groups: &[Group], reading: Reading, edits: &str) -> Group {
        let wanted = |group: &&Group| group.reading == reading && group.edits == edits;
        groups.iter().find(wanted).unwrap().clone()
    }

    #[test]
    fn groups_count_ranks_by_edits() {
        let mut collector = collected([
            row("a", 1, Some(1)),
            row("b", 1, Some(4)),
            row("c", 1, None),
            row("d", 5, None),
        ]);
        let groups = collector.groups(50);
        let of = |reading| -> Vec<_> {
            let groups = groups.iter().filter(|group| group.reading == reading);
            groups.map(|group| (group.edits, group.cases)).collect()
        };
        assert_eq!(of(Reading::Whole), [("1", 3), ("4 to 6", 1), ("at most 6", 4), ("all", 4)]);
        // The fix of five edits needs two.
        assert_eq!(of(Reading::Needed), [("1", 3), ("2", 1), ("at most 6", 4), ("all", 4)]);
        let all = the(&groups, Reading::Whole, "all");
        assert_eq!((all.in_set.value, all.first.value, all.among_5.value), (50.0, 25.0, 50.0));
        assert_eq!((all.median_rank, all.unknown, all.origins), (Some(1), 2, 4));
        assert_eq!(all.lags, [0.0, 100.0, 100.0, 100.0]);
        let needed = the(&groups, Reading::Needed, "all");
        assert_eq!((needed.in_set.value, needed.first.value), (50.0, 0.0));
        let twice = collector.take(row("a", 1, None)).unwrap_err();
        assert_eq!(twice.message(), "case 1 of 'a' under cpctplus is there twice");
    }

    #[test]
    fn a_fix_at_the_fifth_place_is_among_five_and_one_at_the_sixth_is_not() {
        let ranks = [1, 2, 5, 6, 7, 40, 5, 5];
        let rows = ranks.iter().enumerate().map(|(at, rank)| row(&at.to_string(), 1, Some(*rank)));
        let all = the(&collected(rows).groups(10), Reading::Whole, "all");
        assert_eq!((all.first.value, all.among_5.value, all.in_set.value), (12.5, 62.5, 100.0));
    }

    #[test]
    fn the_median_rank_is_the_lower_of_two_in_the_middle() {
        for count in 1..12 {
            let rows = (1..=count).map(|rank| row(&rank.to_string(), 1, Some(rank)));
            let all = the(&collected(rows).groups(1), Reading::Whole, "all");
            assert_eq!(all.median_rank, Some(count.div_ceil(2)));
        }
    }

    /// A thousand cases of a thousand files, every second a success: the interval is that of the
    /// normal distribution, half a percent wide on either side times 1.96 √(0.25 / 1000). If they
    /// are of ten repositories in which all or nothing succeeds, it is as wide as that of ten
    /// cases.
    #[test]
    fn cases_of_one_origin_count_together() {
        let rows = |at: u64| row(&format!("folder/{at}"), 1, at.is_multiple_of(2).then_some(1));
        let alone = the(&collected((0..1000).map(rows)).groups(4000), Reading::Whole, "all");
        let half = 100.0 * Z * (0.25f64 / 1000.0).sqrt();
        assert!((alone.in_set.low - (50.0 - half)).abs() < 0.4, "{:?}", alone.in_set);
        assert!((alone.in_set.high - (50.0 + half)).abs() < 0.4, "{:?}", alone.in_set);
        let repository = |at: u64| (at.to_string(), (at % 10).to_string());
        let mut together =
            Collector::new(Some(("repo".to_string(), (0..1000).map(repository).collect())));
        (0..1000).for_each(|at| together.take(rows(at)).unwrap());
        let found = the(&together.groups(4000), Reading::Whole, "all");
        assert_eq!((found.origins, found.in_set.value), (10, 50.0));
        // Of ten fair coins, 2 to 8 heads are what is not beyond 2.5 % on either side.
        assert_eq!((found.in_set.low, found.in_set.high), (20.0, 80.0));
    }

    #[test]
    fn what_never_happened_has_an_interval_too() {
        let rows = (0..9).map(|at| row(&at.to_string(), 1, None));
        let found = the(&collected(rows).groups(100), Reading::Whole, "1").in_set;
        assert_eq!((found.value, found.low, found.high), {
            let expected = wilson(0.0, 9).times(100.0);
            (0.0, 0.0, expected.high)
        });
    }
}
