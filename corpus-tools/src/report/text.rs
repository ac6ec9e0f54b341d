//! Formats a report for a terminal.

use std::fmt::Write as _;

use nimbleparse::lab::intervals::Estimate;

use super::{
    Report, SUMMARY,
    found::{self, Found},
};
use crate::stats::quality::{LAGS, Reading};

/// Aligns rows of cells in columns; the first row is the header, the first column is aligned left,
/// the others right.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(at, (cell, &width))| {
                    if at == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        let _ = writeln!(out, "{}", cells.join("  ").trim_end());
    }
    out
}

fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_string).to_vec()
}

/// Returns a value and half the width of its interval.
pub(crate) fn spread(estimate: &Estimate, digits: usize) -> String {
    let half = (estimate.high - estimate.low) / 2.0;
    if half == 0.0 {
        format!("{:.digits$}", estimate.value)
    } else {
        format!("{:.digits$} ±{half:.digits$}", estimate.value)
    }
}

/// Returns a number with about three significant digits; a dash for NaN.
pub(crate) fn number(value: f64) -> String {
    match value {
        v if v.is_nan() => "-".to_string(),
        v if v.is_infinite() => "∞".to_string(),
        v if v.abs() >= 100.0 => format!("{v:.0}"),
        v if v.abs() >= 10.0 => format!("{v:.1}"),
        v if v.abs() >= 0.1 || v == 0.0 => format!("{v:.2}"),
        v => format!("{v:.4}"),
    }
}

/// Returns an interval.
pub(crate) fn range((low, high): (f64, f64)) -> String {
    format!("{} … {}", number(low), number(high))
}

/// Returns the report as text.
pub(crate) fn write(report: &Report) -> String {
    let mut out = String::new();
    let mut section = |title: &str, body: String| {
        let _ = write!(out, "{}{title}\n\n{body}", if out.is_empty() { "" } else { "\n" });
    };
    if !report.summaries.is_empty() {
        let title = format!("Recovery over {} files (99 % intervals over runs)", report.grammar);
        section(&title, summary(report));
    }
    if !report.ratios.is_empty() {
        section("Ratios (99 % intervals over runs, and over files)", ratios(report));
    }
    if !report.slowest.is_empty() {
        section("Slowest files", slowest(report));
    }
    for table in found::tables(report) {
        section(&table.title(&report.over), found(&table));
    }
    if !report.quality.is_empty() {
        section(
            "Where errors are detected, by token edits of the fix (95 % intervals)",
            places(report),
        );
    }
    if !report.misses.is_empty() {
        section("Fixes that are not in the set (- deleted, + inserted, = left)", misses(report));
    }
    if !report.notes.is_empty() {
        section("Notes", report.notes.iter().map(|note| format!("{note}\n")).collect());
    }
    out
}

fn summary(report: &Report) -> String {
    let mut rows = vec![cells(SUMMARY)];
    for row in &report.summaries {
        rows.push(vec![
            row.name.clone(),
            row.files.to_string(),
            spread(&row.mean_ms, 3),
            spread(&row.median_ms, 4),
            row.cost_mean.as_ref().map_or("-".to_string(), |cost| spread(cost, 3)),
            spread(&row.failed_percent, 2),
            spread(&row.tokens_skipped_percent, 3),
            spread(&row.error_locations, 0),
            format!("{:.2}", row.work / 1e6),
            format!("{:.1}", row.peak_bytes as f64 / f64::from(1 << 20)),
            format!("{:.0}", row.peak_rss_kib as f64 / 1024.0),
        ]);
    }
    columns(&rows)
}

fn ratios(report: &Report) -> String {
    let mut rows = vec![cells(["ratio", "value", "over runs", "over files", "files"])];
    for ratio in &report.ratios {
        rows.push(vec![
            ratio.name.clone(),
            number(ratio.value),
            range(ratio.runs),
            range(ratio.files),
            ratio.count.to_string(),
        ]);
    }
    columns(&rows)
}

fn slowest(report: &Report) -> String {
    let mut rows = vec![cells(["file", "ms", "work", "error locations", ""])];
    for slow in &report.slowest {
        rows.push(vec![
            slow.file.clone(),
            format!("{:.1}", slow.ms),
            slow.work.to_string(),
            slow.locations.to_string(),
            if slow.failed { "failed" } else { "" }.to_string(),
        ]);
    }
    columns(&rows)
}

fn found(table: &Found<'_>) -> String {
    let empty = vec![String::new(); table.columns.len()];
    let line = |name: &str, cells: Vec<String>| [&[name.to_string()][..], &cells].concat();
    let mut rows = vec![
        line("edits", table.columns.iter().map(|(edits, _)| (*edits).to_string()).collect()),
        line("cases", table.columns.iter().map(|(_, cases)| cases.to_string()).collect()),
    ];
    for figure in &table.figures {
        rows.push(line(figure.name, empty.clone()));
        for (recoverer, cells) in &figure.rows {
            let cells = cells.iter().map(|cell| cell.map_or("-".to_string(), percent));
            rows.push(line(&format!("  {recoverer}"), cells.collect()));
        }
    }
    columns(&rows)
}

/// Returns a percentage with its interval.
fn percent(estimate: &Estimate) -> String {
    format!("{:.1} ({:.0}-{:.0})", estimate.value, estimate.low, estimate.high)
}

fn places(report: &Report) -> String {
    let mut header =
        cells(["recoverer", "edits", "cases", "at place %", "failed %", "distance", "median rank"]);
    header.extend(LAGS.map(|lag| format!("within {lag} %")));
    let mut rows = vec![header];
    for group in report.quality.iter().filter(|group| group.reading == Reading::Whole) {
        let mut row = vec![
            group.recoverer.clone(),
            group.edits.to_string(),
            group.cases.to_string(),
            percent(&group.at_place),
            percent(&group.failed),
            spread(&group.distance, 2),
            group.median_rank.map_or("-".to_string(), |rank| rank.to_string()),
        ];
        row.extend(group.lags.map(|lag| format!("{lag:.1}")));
        rows.push(row);
    }
    columns(&rows)
}

fn misses(report: &Report) -> String {
    let mut out = String::new();
    for row in &report.misses {
        let _ = writeln!(
            out,
            "{} (place {}{}, error {})\n  {}\n  fix:   {}\n  chose: {}",
            row.file,
            row.place.0,
            if row.place.0 == row.place.1 { String::new() } else { format!("-{}", row.place.1) },
            row.error.map_or("none".to_string(), |error| error.to_string()),
            row.context,
            row.fix,
            if row.chosen.is_empty() { "nothing" } else { &row.chosen },
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_by_their_widest_cell() {
        let rows = [cells(["a", "b"]), cells(["long", "1"]), cells(["é", "100"])];
        assert_eq!(columns(&rows), "a       b\nlong    1\né     100\n");
    }

    #[test]
    fn numbers_have_about_three_digits() {
        let shown = [1234.5, 12.34, 1.234, 0.012, 0.0, f64::INFINITY, f64::NAN].map(number);
        assert_eq!(shown, ["1234", "12.3", "1.23", "0.0120", "0.00", "∞", "-"]);
    }
}
