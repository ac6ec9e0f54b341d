//! Table of how often the fix is among the repairs: a row for each recoverer, a column for each
//! number of edits.

use nimbleparse::lab::intervals::Estimate;

use super::Report;
use crate::stats::quality::{EDITS, Group, Reading};

/// Tables for one reading of what the fix is.
pub(crate) struct Found<'r> {
    pub(crate) reading: Reading,
    /// The numbers of edits, and how many cases have them.
    pub(crate) columns: Vec<(&'static str, usize)>,
    /// The number of repositories, or files, of the cases.
    pub(crate) origins: usize,
    pub(crate) figures: Vec<Figure<'r>>,
}

/// One figure for all recoverers.
pub(crate) struct Figure<'r> {
    pub(crate) name: &'static str,
    /// The estimate of each recoverer for each column; `None` without cases.
    pub(crate) rows: Vec<(&'r str, Vec<Option<&'r Estimate>>)>,
}

/// Returns one figure of a group.
type Take = fn(&Group) -> &Estimate;

const FIGURES: [(&str, Take); 3] = [
    ("in the set, %", |group| &group.in_set),
    ("first, %", |group| &group.first),
    ("among the first five, %", |group| &group.among_5),
];

impl Found<'_> {
    /// Returns a sentence on what the table shows.
    pub(crate) fn title(&self, over: &str) -> String {
        let what = match self.reading {
            Reading::Whole => "The fix among the repairs",
            Reading::Needed => "The part of the fix that is needed among the repairs",
        };
        let groups = if over == "file" { "files".to_string() } else { format!("groups by {over}") };
        format!("{what}, by its token edits (95 % intervals over {} {groups})", self.origins)
    }
}

/// Returns the tables of both readings, if there are cases.
pub(crate) fn tables(report: &Report) -> Vec<Found<'_>> {
    let tables = [Reading::Whole, Reading::Needed].map(|reading| table(report, reading));
    tables.into_iter().filter(|table| !table.columns.is_empty()).collect()
}

fn table(report: &Report, reading: Reading) -> Found<'_> {
    let groups: Vec<&Group> =
        report.quality.iter().filter(|group| group.reading == reading).collect();
    let mut recoverers: Vec<&str> = Vec::new();
    for group in &groups {
        if !recoverers.contains(&group.recoverer.as_str()) {
            recoverers.push(&group.recoverer);
        }
    }
    let cases = |edits: &str| {
        groups.iter().filter(|group| group.edits == edits).map(|group| group.cases).max()
    };
    let columns: Vec<(&str, usize)> =
        EDITS.iter().filter_map(|&(edits, ..)| Some((edits, cases(edits)?))).collect();
    let group = |recoverer: &str, edits: &str| {
        let is_it = |group: &&&Group| group.recoverer == recoverer && group.edits == edits;
        groups.iter().copied().find(|group| is_it(&group))
    };
    let figures = FIGURES.map(|(name, figure)| {
        let row = |recoverer| {
            let cells = columns.iter().map(|(edits, _)| group(recoverer, edits).map(figure));
            (recoverer, cells.collect())
        };
        Figure { name, rows: recoverers.iter().copied().map(row).collect() }
    });
    let origins = groups.iter().map(|group| group.origins).max().unwrap_or(0);
    Found { reading, columns, origins, figures: figures.into() }
}
