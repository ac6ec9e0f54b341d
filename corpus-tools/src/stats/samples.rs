//! Groups records by algorithm and file.
//!
//! An algorithm is a recoverer under a limit. Under the limit of most records it is called by the
//! recoverer's name, under another limit `NAME@LIMIT`.

use nimbleparse::Error;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::record::{Outcome, Record};

/// The recoverers of the paper, in the order of its Figure 11; others follow by name.
const ORDER: [&str; 5] = ["corchuelo", "cpctplus", "panic", "cpctplus-nomerge", "cpctplus-rev"];

/// The figures of one run that the statistics need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) time_ms: f64,
    pub(crate) failed: bool,
    /// The sum of costs, and the number of locations that have one.
    pub(crate) costs: (u64, u64),
    pub(crate) deleted: u64,
    pub(crate) lexemes: u64,
    pub(crate) locations: u64,
    pub(crate) work: u64,
    pub(crate) bytes: u64,
    pub(crate) rss_kib: u64,
}

/// The runs of one algorithm on one file.
#[derive(Clone, Debug)]
pub(crate) struct FileRuns {
    pub(crate) file: String,
    pub(crate) runs: Vec<Sample>,
}

/// An algorithm with its files.
#[derive(Clone, Debug)]
pub(crate) struct Algorithm {
    pub(crate) name: String,
    pub(crate) recoverer: String,
    pub(crate) limit: String,
    /// The files by name.
    pub(crate) files: Vec<FileRuns>,
    /// The files that killed a worker: failed, without figures. They are not among `files`.
    pub(crate) crashed: Vec<String>,
}

/// All records of an experiment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Experiment {
    pub(crate) grammar: String,
    pub(crate) versions: BTreeSet<String>,
    pub(crate) algorithms: Vec<Algorithm>,
    /// The number of files without any error, which say nothing about recovery and are left out.
    pub(crate) valid: usize,
    /// The number of files that could not be read.
    pub(crate) unreadable: usize,
}

/// The runs of each file by number; a run that killed its worker has no sample.
type RunsByFile = BTreeMap<String, BTreeMap<u32, Option<Sample>>>;

/// Collector of records, in any order.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    grammar: Option<(String, String)>,
    versions: BTreeSet<String>,
    /// The runs by recoverer and limit.
    runs: BTreeMap<(String, String), RunsByFile>,
    records_by_limit: BTreeMap<String, usize>,
    unreadable: HashSet<String>,
}

impl Collector {
    /// Adds a record.
    ///
    /// # Errors
    ///
    /// If the record is of another grammar than earlier ones, or is a duplicate.
    pub(crate) fn take(&mut self, record: &Record) -> Result<(), Error> {
        let grammar = (record.setting.grammar.clone(), record.setting.fingerprint.clone());
        let first = self.grammar.get_or_insert_with(|| grammar.clone());
        if *first != grammar {
            return Err(format!(
                "the record is of grammar '{}' ({}), those before are of '{}' ({}): report them apart",
                grammar.0, grammar.1, first.0, first.1
            ).into());
        }
        self.versions.insert(record.setting.version.clone());
        *self.records_by_limit.entry(record.setting.limit.clone()).or_default() += 1;
        if record.outcome == Outcome::Unreadable {
            self.unreadable.insert(record.file.clone());
            return Ok(());
        }
        let sample = (record.outcome != Outcome::Crashed).then(|| Sample {
            time_ms: record.time_ns as f64 / 1e6,
            failed: record.outcome == Outcome::Failed,
            costs: record.costs(),
            deleted: record.deleted,
            lexemes: record.lexemes,
            locations: record.locations.len() as u64,
            work: record.work,
            bytes: record.bytes,
            rss_kib: record.rss_kib,
        });
        let key = (record.recoverer.clone(), record.setting.limit.clone());
        let files = self.runs.entry(key).or_default();
        let runs = files.entry(record.file.clone()).or_default();
        if runs.insert(record.run, sample).is_some() {
            return Err(format!(
                "run {} of '{}' under {} is recorded twice",
                record.run, record.file, record.recoverer
            )
            .into());
        }
        Ok(())
    }

    /// Returns the experiment of the records.
    pub(crate) fn finish(self) -> Experiment {
        let usual = self
            .records_by_limit
            .iter()
            .max_by_key(|(limit, count)| (**count, std::cmp::Reverse(*limit)));
        let usual = usual.map(|(limit, _)| limit.clone()).unwrap_or_default();
        let mut broken = HashSet::new();
        let mut all = HashSet::new();
        for files in self.runs.values() {
            for (file, runs) in files {
                all.insert(file.clone());
                if runs.values().any(|run| run.is_none_or(|run| run.locations > 0)) {
                    broken.insert(file.clone());
                }
            }
        }
        let mut algorithms: Vec<Algorithm> = self
            .runs
            .into_iter()
            .map(|((recoverer, limit), files)| {
                let name =
                    if limit == usual { recoverer.clone() } else { format!("{recoverer}@{limit}") };
                algorithm(name, recoverer, limit, files, &broken)
            })
            .collect();
        algorithms.sort_by_key(|algorithm| {
            let place = ORDER.iter().position(|name| *name == algorithm.recoverer);
            (algorithm.limit != usual, place.unwrap_or(ORDER.len()), algorithm.name.clone())
        });
        Experiment {
            grammar: self.grammar.map(|(name, _)| name).unwrap_or_default(),
            versions: self.versions,
            algorithms,
            valid: all.len() - broken.len(),
            unreadable: self.unreadable.len(),
        }
    }
}

fn algorithm(
    name: String,
    recoverer: String,
    limit: String,
    files: RunsByFile,
    broken: &HashSet<String>,
) -> Algorithm {
    let mut algorithm =
        Algorithm { name, recoverer, limit, files: Vec::new(), crashed: Vec::new() };
    for (file, runs) in files {
        if !broken.contains(&file) {
            continue;
        }
        match runs.into_values().collect::<Option<Vec<Sample>>>() {
            Some(runs) => algorithm.files.push(FileRuns { file, runs }),
            None => algorithm.crashed.push(file),
        }
    }
    algorithm
}

impl Algorithm {
    /// Returns the limit in milliseconds, if it is a time.
    pub(crate) fn limit_ms(&self) -> Option<f64> {
        self.limit.strip_suffix("ms").and_then(|number| number.parse().ok())
    }

    /// Returns the number of runs of each file.
    pub(crate) fn run_counts(&self) -> Vec<usize> {
        self.files.iter().map(|file| file.runs.len()).collect()
    }
}

impl Experiment {
    /// Returns the algorithm with this name.
    pub(crate) fn algorithm(&self, name: &str) -> Option<&Algorithm> {
        self.algorithms.iter().find(|algorithm| algorithm.name == name)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::record::tests::record;

    pub(crate) fn experiment(records: &[Record]) -> Experiment {
        let mut collector = Collector::default();
        for record in records {
            collector.take(record).unwrap();
        }
        collector.finish()
    }

    #[test]
    fn algorithms_are_named_by_recoverer_and_unusual_limit() {
        let mut long = record("a", "cpctplus", 1, 5, &[Some(1)]);
        long.setting.limit = "2000ms".into();
        let found = experiment(&[
            record("a", "panic", 1, 5, &[None]),
            record("a", "zeta", 1, 5, &[None]),
            long,
            record("a", "cpctplus", 1, 5, &[Some(1)]),
        ]);
        let names: Vec<&str> = found.algorithms.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names, ["cpctplus", "panic", "zeta", "cpctplus@2000ms"]);
        assert_eq!(found.algorithm("cpctplus@2000ms").unwrap().limit_ms(), Some(2000.0));
    }

    #[test]
    fn files_without_errors_and_crashes_are_told_apart() {
        let mut crashed = record("b", "panic", 1, 0, &[]);
        crashed.outcome = Outcome::Crashed;
        let mut unreadable = record("d", "panic", 1, 0, &[]);
        unreadable.outcome = Outcome::Unreadable;
        let found = experiment(&[
            record("a", "panic", 1, 5, &[None]),
            crashed,
            record("c", "panic", 1, 5, &[]),
            unreadable,
        ]);
        let panic = found.algorithm("panic").unwrap();
        assert_eq!(panic.files.len(), 1);
        assert_eq!(panic.crashed, ["b"]);
        assert_eq!((found.valid, found.unreadable), (1, 1));
    }

    #[test]
    fn a_run_is_recorded_once_and_of_one_grammar() {
        let mut collector = Collector::default();
        let first = record("a", "panic", 1, 5, &[None]);
        collector.take(&first).unwrap();
        let twice = collector.take(&first).unwrap_err();
        assert_eq!(twice.message(), "run 1 of 'a' under panic is recorded twice");
        let mut other = record("b", "panic", 1, 5, &[None]);
        other.setting.grammar = "java7".into();
        assert!(collector.take(&other).unwrap_err().message().contains("grammar 'java7'"));
    }
}
