//! An evaluation as one JSON object.

use std::io::{self, Write};

use super::{Evaluation, gain::Gain};
use crate::{json::Value, lab::intervals::Estimate};

/// Writes an evaluation.
///
/// # Errors
///
/// If writing fails.
pub fn write(out: &mut impl Write, found: &Evaluation) -> io::Result<()> {
    let counted = |of: &[(String, u64)], name: &str| {
        Value::list(of.iter().map(|(what, count)| {
            Value::object([("mistake", Value::string(what)), (name, Value::int(count))])
        }))
    };
    let left_out = found.left_out.iter().map(|(name, why)| {
        Value::object([("sample", Value::string(name)), ("why", Value::string(why))])
    });
    let misses = found.misses.iter().map(|(fix, first, count)| {
        Value::object([
            ("fix", Value::string(fix)),
            ("first", Value::string(first)),
            ("count", Value::int(count)),
        ])
    });
    let longest: Vec<_> = found.longest_cascade.iter().cloned().collect();
    let proposals = found.proposals.iter().map(|proposal| {
        Value::object([
            ("change", Value::string(proposal.change.to_string())),
            ("declaration", Value::optional(proposal.change.declaration(), Value::string)),
            ("note", Value::string(&proposal.note)),
            ("gain", Value::optional(proposal.gain.as_ref(), gain)),
        ])
    });
    let whole = Value::object([
        ("samples", Value::int(found.samples)),
        ("left_out", Value::list(left_out)),
        ("mutants", Value::int(found.mutants)),
        ("mistakes", Value::int(found.mistakes)),
        ("in_set", estimate(&found.in_set)),
        ("first", estimate(&found.first)),
        ("among_five", estimate(&found.among_five)),
        ("further_errors", Value::int(found.further_errors)),
        ("cascades", Value::int(found.cascades)),
        ("longest_cascade", counted(&longest, "errors")),
        ("work", Value::list(found.work.map(Value::int))),
        ("slowest", counted(&found.slowest, "work")),
        ("misses", Value::list(misses)),
        ("found_on", Value::int(found.parts.0)),
        ("stated_on", Value::int(found.parts.1)),
        ("proposals", Value::list(proposals)),
        ("together", Value::optional(found.together.as_ref(), gain)),
    ]);
    writeln!(out, "{whole}")
}

fn estimate(Estimate { value, low, high }: &Estimate) -> Value {
    let bounds = [("value", *value), ("low", *low), ("high", *high)];
    Value::object(bounds.map(|(name, number)| (name, Value::fixed(number, 3))))
}

fn gain(gain: &Gain) -> Value {
    let both = |(before, after)| Value::list([before, after].map(|number| Value::fixed(number, 3)));
    Value::object([
        ("mistakes", Value::int(gain.cases)),
        ("gain", estimate(&gain.gain)),
        ("first", both(gain.first)),
        ("in_set", both(gain.in_set)),
        ("among_five", both(gain.among_five)),
        ("further_errors", both(gain.further_errors)),
    ])
}
