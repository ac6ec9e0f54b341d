//! Formats a report's tables as TSV, for other programs: each begins with its header, an empty line
//! separates two.

use nimbleparse::lab::{intervals::Estimate, tsv::escape};

use super::Report;
/// Returns the report as TSV.
pub(crate) fn write(report: &Report) -> String {
    let tables = [summary(report), ratios(report), histograms(report), quality(report)];
    let tables: Vec<String> =
        tables.into_iter().filter(|table| table.lines().count() > 1).collect();
    tables.join("\n")
}

fn table(header: String, rows: impl Iterator<Item = Vec<String>>) -> String {
    let rows: String = rows.map(|row| format!("{}\n", row.join("\t"))).collect();
    format!("{header}\n{rows}")
}

fn bounds(names: &[&str]) -> String {
    names.iter().map(|name| format!("\t{name}\t{name}_low\t{name}_high")).collect()
}

fn cells<'a>(estimates: impl IntoIterator<Item = Option<&'a Estimate>>) -> Vec<String> {
    let cells = |estimate: Option<&Estimate>| match estimate {
        Some(e) => [e.value, e.low, e.high].map(|number| number.to_string()),
        None => [const { String::new() }; 3],
    };
    estimates.into_iter().flat_map(cells).collect()
}

fn summary(report: &Report) -> String {
    let names = [
        "failed_percent",
        "mean_ms",
        "median_ms",
        "cost_mean",
        "tokens_skipped_percent",
        "error_locations",
    ];
    let rows = report.summaries.iter().map(|row| {
        let mut line = vec![escape(&row.name), row.files.to_string()];
        line.extend(cells([
            Some(&row.failed_percent),
            Some(&row.mean_ms),
            Some(&row.median_ms),
            row.cost_mean.as_ref(),
            Some(&row.tokens_skipped_percent),
            Some(&row.error_locations),
        ]));
        line
    });
    table(format!("algorithm\tfiles{}", bounds(&names)), rows)
}

fn ratios(report: &Report) -> String {
    let rows = report.ratios.iter().map(|ratio| {
        let numbers = [ratio.value, ratio.runs.0, ratio.runs.1, ratio.files.0, ratio.files.1];
        let mut line = vec![escape(&ratio.name)];
        line.extend(
            numbers.map(|number| if number.is_nan() { String::new() } else { number.to_string() }),
        );
        line.push(ratio.count.to_string());
        line
    });
    table("ratio\tvalue\truns_low\truns_high\tfiles_low\tfiles_high\tfiles".to_string(), rows)
}

fn histograms(report: &Report) -> String {
    let rows = report.figures.iter().flat_map(|figure| {
        figure.histograms.iter().flat_map(move |histogram| {
            histogram.bins.iter().enumerate().map(move |(at, bin)| {
                let from = histogram.start + at as f64 * histogram.width;
                let mut line =
                    vec![figure.number.to_string(), escape(&histogram.algorithm), from.to_string()];
                line.extend(cells([Some(bin)]));
                line
            })
        })
    });
    table(format!("figure\talgorithm\tfrom{}", bounds(&["files"])), rows)
}

fn quality(report: &Report) -> String {
    let names = [
        "in_set_percent",
        "first_percent",
        "among_5_percent",
        "at_place_percent",
        "failed_percent",
        "distance_mean",
    ];
    let rows = report.quality.iter().map(|group| {
        let mut line = vec![
            escape(&group.recoverer),
            group.reading.name().to_string(),
            group.edits.to_string(),
            group.cases.to_string(),
            group.origins.to_string(),
        ];
        line.extend(cells(
            [
                &group.in_set,
                &group.first,
                &group.among_5,
                &group.at_place,
                &group.failed,
                &group.distance,
            ]
            .map(Some),
        ));
        line
    });
    table(format!("recoverer\tfix\tedits\tcases\torigins{}", bounds(&names)), rows)
}
