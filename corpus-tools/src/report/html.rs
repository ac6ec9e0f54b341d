//! Formats a report as one self-contained HTML page, in light and in dark.

use std::fmt::Write as _;

use nimbleparse::lab::intervals::Estimate;

use super::{
    Report, SUMMARY, found,
    svg::{self, escape},
    text::{number, range, spread},
};
use crate::stats::quality::Reading;

const STYLE: &str = "\
:root { color-scheme: light dark; --text: #1d2329; --soft: #5b6670; --line: #d9dee3; --page: #ffffff; --row: #f5f7f9;
  --first: #2563a8; --second: #d97706; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ec; --soft: #a0abb5; --line: #39424a; --page: #14181c;
  --row: #1b2127; --first: #6aa9e9; --second: #f0a63c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 1.5rem 1.25rem 4rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
p { max-width: 46rem; margin: .4rem 0; } .soft, figcaption { color: var(--soft); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .75rem 0; }
th, td { padding: .3rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { font-weight: 600; vertical-align: bottom; white-space: normal; line-height: 1.25; } th:first-child, td:first-child, td.left { text-align: left; }
tbody tr:nth-child(odd) { background: var(--row); } td small { color: var(--soft); font-size: .82em; display: block; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr)); gap: 1.5rem 2rem; }
figure { margin: 0; } figcaption { margin-bottom: .25rem; } svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--text); font: 13px system-ui, sans-serif; } .rule { stroke: var(--line); fill: none; }
.s0 { fill: var(--first); } .s1 { fill: var(--second); } .bar { stroke: var(--text); stroke-width: 1.2; }
.one { stroke: var(--soft); stroke-dasharray: 4 3; } .thin { stroke: var(--first); stroke-width: 1.5; }
.thick { stroke: var(--first); stroke-width: 5; opacity: .55; }
code { font: .9em ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.wide { max-width: 62rem; } .wide svg { max-width: 62rem; }
details summary { cursor: pointer; }
.miss { border-bottom: 1px solid var(--line); padding: .6rem 0; }
";

/// Returns the report as a page.
pub(crate) fn write(report: &Report) -> String {
    let title = if report.grammar.is_empty() {
        "Error recovery".to_string()
    } else {
        format!("Error recovery: {}", escape(&report.grammar))
    };
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<h1>{title}</h1>\n"
    );
    for note in &report.notes {
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escape(note));
    }
    summary(&mut out, report);
    ratios(&mut out, report);
    figures(&mut out, report);
    slowest(&mut out, report);
    quality(&mut out, report);
    misses(&mut out, report);
    out.push_str("</body>\n</html>\n");
    out
}

/// Writes a table. Cells are HTML.
fn table(out: &mut String, header: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    out.push_str("<div class=\"scroll\"><table>\n<thead><tr>");
    for cell in header {
        let _ = write!(out, "<th>{cell}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        let cells: String = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        let _ = writeln!(out, "<tr>{cells}</tr>");
    }
    out.push_str("</tbody>\n</table></div>\n");
}

/// Returns a value with its interval below.
fn cell(estimate: &Estimate, digits: usize) -> String {
    let value = format!("{:.digits$}", estimate.value);
    if estimate.low == estimate.high {
        value
    } else {
        format!("{value}<small>{:.digits$} – {:.digits$}</small>", estimate.low, estimate.high)
    }
}

fn summary(out: &mut String, report: &Report) {
    if report.summaries.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Recovery (Figure 11)</h2>\n<p class=\"soft\">Times are those in recovery, failed files included. Cost is the \
         mean over repaired locations. Intervals are at 99 %, over the runs of each file.</p>\n",
    );
    table(
        out,
        &SUMMARY,
        report.summaries.iter().map(|row| {
            vec![
                escape(&row.name),
                row.files.to_string(),
                cell(&row.mean_ms, 3),
                cell(&row.median_ms, 4),
                row.cost_mean.as_ref().map_or("–".to_string(), |cost| cell(cost, 3)),
                cell(&row.failed_percent, 2),
                cell(&row.tokens_skipped_percent, 3),
                cell(&row.error_locations, 0),
                format!("{:.2}", row.work / 1e6),
                format!("{:.1}", row.peak_bytes as f64 / f64::from(1 << 20)),
                format!("{:.0}", row.peak_rss_kib as f64 / 1024.0),
            ]
        }),
    );
}

fn ratios(out: &mut String, report: &Report) {
    if report.ratios.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Ratios</h2>\n<p class=\"soft\">Thick: the interval over runs, which says how exact the measurement is. Thin: \
         the interval over files, which says whether these files are enough to tell the algorithms apart.</p>\n",
    );
    let _ = writeln!(
        out,
        "<figure class=\"wide\">{}</figure>",
        svg::ratios(&report.ratios, &report.ratio_base)
    );
    out.push_str("<details><summary>As a table</summary>\n");
    table(
        out,
        &["ratio", "value", "over runs", "over files", "files"],
        report.ratios.iter().map(|ratio| {
            vec![
                escape(&ratio.name),
                number(ratio.value),
                range(ratio.runs),
                range(ratio.files),
                ratio.count.to_string(),
            ]
        }),
    );
    out.push_str("</details>\n");
}

fn figures(out: &mut String, report: &Report) {
    if report.figures.is_empty() {
        return;
    }
    out.push_str("<h2>Distributions</h2>\n<div class=\"plots\">\n");
    for figure in &report.figures {
        let _ = writeln!(
            out,
            "<figure><figcaption>Figure {}. {}</figcaption>{}</figure>",
            figure.number,
            escape(&figure.title),
            svg::histogram(figure)
        );
    }
    out.push_str("</div>\n");
}

fn slowest(out: &mut String, report: &Report) {
    let Some(first) = report.slowest.first() else {
        return;
    };
    let _ = writeln!(out, "<h2>Slowest files, {}</h2>", escape(&first.algorithm));
    table(
        out,
        &["file", "mean ms", "work", "error locations", ""],
        report.slowest.iter().map(|slow| {
            vec![
                escape(&slow.file),
                format!("{:.1}", slow.ms),
                slow.work.to_string(),
                slow.locations.to_string(),
                if slow.failed { "failed" } else { "" }.to_string(),
            ]
        }),
    );
}

fn quality(out: &mut String, report: &Report) {
    if report.quality.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Repairs against what people did</h2>\n<p class=\"soft\">A case is a text with one error, whose fix is known. \
         Columns are by insertions and deletions of tokens in the fix, with the number of cases.</p>\n",
    );
    for found in found::tables(report) {
        let _ = writeln!(out, "<p>{}</p>", escape(&found.title(&report.over)));
        let names: Vec<String> =
            found.columns.iter().map(|(edits, cases)| format!("{edits} ({cases})")).collect();
        for figure in &found.figures {
            let header: Vec<&str> =
                [figure.name].into_iter().chain(names.iter().map(String::as_str)).collect();
            let rows = figure.rows.iter().map(|(recoverer, cells)| {
                let cells = cells.iter().map(|it| it.map_or("–".to_string(), |it| cell(it, 1)));
                [escape(recoverer)].into_iter().chain(cells).collect()
            });
            table(out, &header, rows);
        }
    }
    out.push_str("<p>Where errors are detected, and what becomes of the text</p>\n");
    let header = [
        "recoverer",
        "edits",
        "cases",
        "error at place %",
        "failed %",
        "distance left",
        "median rank",
    ];
    let groups = report.quality.iter().filter(|group| group.reading == Reading::Whole);
    table(
        out,
        &header,
        groups.map(|group| {
            vec![
                escape(&group.recoverer),
                group.edits.to_string(),
                group.cases.to_string(),
                cell(&group.at_place, 1),
                cell(&group.failed, 1),
                spread(&group.distance, 2),
                group.median_rank.map_or("–".to_string(), |rank| rank.to_string()),
            ]
        }),
    );
}

fn misses(out: &mut String, report: &Report) {
    if report.misses.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<h2>Fixes that are not in the set</h2>\n<details><summary>{} cases to read (− deleted, + inserted, = left)\
         </summary>",
        report.misses.len()
    );
    for row in &report.misses {
        let _ = writeln!(
            out,
            "<div class=\"miss\">{}<br><code>{}</code><br>fix: <code>{}</code><br>chosen: <code>{}</code></div>",
            escape(&row.file),
            escape(&row.context),
            escape(&row.fix),
            escape(if row.chosen.is_empty() { "nothing" } else { &row.chosen }),
        );
    }
    out.push_str("</details>\n");
}
