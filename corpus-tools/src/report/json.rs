//! Formats a report as one JSON object.

use nimbleparse::{json::Value, lab::intervals::Estimate};

use super::{Figure, Report};
use crate::stats::{quality::Group, summary::Summary};

/// Returns the report as JSON. Values that are not numbers (a ratio to 0) are `null`.
pub(crate) fn write(report: &Report) -> String {
    let ratio = |ratio: &crate::stats::ratios::Ratio| {
        Value::object([
            ("name", Value::string(&ratio.name)),
            ("value", Value::float(ratio.value)),
            ("runs_low", Value::float(ratio.runs.0)),
            ("runs_high", Value::float(ratio.runs.1)),
            ("files_low", Value::float(ratio.files.0)),
            ("files_high", Value::float(ratio.files.1)),
            ("files", Value::int(ratio.count)),
        ])
    };
    let slow = |slow: &super::Slow| {
        Value::object([
            ("algorithm", Value::string(&slow.algorithm)),
            ("file", Value::string(&slow.file)),
            ("ms", Value::float(slow.ms)),
            ("failed", Value::Bool(slow.failed)),
            ("work", Value::int(slow.work)),
            ("error_locations", Value::int(slow.locations)),
        ])
    };
    let miss = |row: &crate::quality::row::Row| {
        Value::object([
            ("file", Value::string(&row.file)),
            ("edits", Value::int(row.edits)),
            ("fix", Value::string(&row.fix)),
            ("chosen", Value::string(&row.chosen)),
            ("context", Value::string(&row.context)),
        ])
    };
    let algorithms = report.summaries.iter().map(|row| (&row.name, algorithm(row)));
    let value = Value::object([
        ("grammar", Value::string(&report.grammar)),
        ("algorithms", Value::object(algorithms)),
        ("ratios", Value::list(report.ratios.iter().map(ratio))),
        ("figures", Value::list(report.figures.iter().map(figure))),
        ("slowest", Value::list(report.slowest.iter().map(slow))),
        ("quality", Value::list(report.quality.iter().map(group))),
        ("quality_over", Value::string(&report.over)),
        ("misses", Value::list(report.misses.iter().map(miss))),
        ("notes", Value::list(report.notes.iter().map(Value::string))),
    ]);
    format!("{value}\n")
}

/// Adds a figure under its name, and the bounds of its interval under that name with `_low` and
/// `_high`.
fn with_bounds(members: &mut Vec<(String, Value)>, name: &str, estimate: Option<&Estimate>) {
    let number = |of: fn(&Estimate) -> f64| Value::optional(estimate.map(of), Value::float);
    members.push((name.to_string(), number(|e| e.value)));
    members.push((format!("{name}_low"), number(|e| e.low)));
    members.push((format!("{name}_high"), number(|e| e.high)));
}

fn algorithm(row: &Summary) -> Value {
    let mut members = Vec::new();
    for name in ["files", "files_low", "files_high"] {
        members.push((name.to_string(), Value::int(row.files)));
    }
    for (name, estimate) in [
        ("failed_percent", Some(&row.failed_percent)),
        ("mean_ms", Some(&row.mean_ms)),
        ("median_ms", Some(&row.median_ms)),
        ("cost_mean", row.cost_mean.as_ref()),
        ("tokens_skipped_percent", Some(&row.tokens_skipped_percent)),
        ("error_locations", Some(&row.error_locations)),
    ] {
        with_bounds(&mut members, name, estimate);
    }
    members.push(("crashed".to_string(), Value::int(row.crashed)));
    members.push(("work".to_string(), Value::float(row.work)));
    members.push(("peak_bytes".to_string(), Value::int(row.peak_bytes)));
    members.push(("peak_rss_kib".to_string(), Value::int(row.peak_rss_kib)));
    Value::Object(members)
}

fn figure(figure: &Figure) -> Value {
    let numbers = |of: &dyn Fn(&Estimate) -> f64, bins: &[Estimate]| {
        Value::list(bins.iter().map(|bin| Value::float(of(bin))))
    };
    let histogram = |histogram: &crate::stats::histogram::Histogram| {
        Value::object([
            ("algorithm", Value::string(&histogram.algorithm)),
            ("start", Value::float(histogram.start)),
            ("width", Value::float(histogram.width)),
            ("files", numbers(&|bin| bin.value, &histogram.bins)),
            ("files_low", numbers(&|bin| bin.low, &histogram.bins)),
            ("files_high", numbers(&|bin| bin.high, &histogram.bins)),
        ])
    };
    Value::object([
        ("figure", Value::int(figure.number)),
        ("title", Value::string(&figure.title)),
        ("histograms", Value::list(figure.histograms.iter().map(histogram))),
    ])
}

fn group(group: &Group) -> Value {
    let mut members = vec![
        ("recoverer".to_string(), Value::string(&group.recoverer)),
        ("fix".to_string(), Value::string(group.reading.name())),
        ("edits".to_string(), Value::string(group.edits)),
        ("cases".to_string(), Value::int(group.cases)),
        ("origins".to_string(), Value::int(group.origins)),
    ];
    for (name, estimate) in [
        ("in_set_percent", &group.in_set),
        ("first_percent", &group.first),
        ("among_5_percent", &group.among_5),
        ("at_place_percent", &group.at_place),
        ("failed_percent", &group.failed),
        ("distance_mean", &group.distance),
    ] {
        with_bounds(&mut members, name, Some(estimate));
    }
    members.push(("median_rank".to_string(), Value::optional(group.median_rank, Value::int)));
    members.push(("not_listed".to_string(), Value::int(group.unknown)));
    Value::Object(members)
}
