//! An evaluation as one JSON object.

use std::io::{self, Write};

use super::{Evaluation, gain::Gain};
use crate::{lab::intervals::Estimate, output::json::string};

/// Writes an evaluation.
///
/// # Errors
///
/// If writing fails.
pub fn write(out: &mut impl Write, found: &Evaluation) -> io::Result<()> {
    let counted =
        |of: &[(String, u64)], name: &str| {
            list(of.iter().map(|(what, count)| {
                format!("{{\"mistake\": {}, \"{name}\": {count}}}", string(what))
            }))
        };
    let left_out = found.left_out.iter();
    let left_out = left_out
        .map(|(name, why)| format!("{{\"sample\": {}, \"why\": {}}}", string(name), string(why)));
    let misses = found.misses.iter().map(|(fix, first, count)| {
        format!("{{\"fix\": {}, \"first\": {}, \"count\": {count}}}", string(fix), string(first))
    });
    let longest: Vec<_> = found.longest_cascade.iter().cloned().collect();
    let proposals = found.proposals.iter().map(|proposal| {
        format!(
            "{{\"change\": {}, \"declaration\": {}, \"note\": {}, \"gain\": {}}}",
            string(&proposal.change.to_string()),
            proposal.change.declaration().map_or("null".to_string(), |line| string(&line)),
            string(&proposal.note),
            gain(proposal.gain.as_ref())
        )
    });
    writeln!(
        out,
        "{{\"samples\": {}, \"left_out\": {}, \"mutants\": {}, \"mistakes\": {}, \"in_set\": {}, \"first\": {}, \
         \"among_five\": {}, \"further_errors\": {}, \"cascades\": {}, \"longest_cascade\": {}, \"work\": {:?}, \
         \"slowest\": {}, \"misses\": {}, \"found_on\": {}, \"stated_on\": {}, \"proposals\": {}, \"together\": {}}}",
        found.samples,
        list(left_out),
        found.mutants,
        found.mistakes,
        estimate(&found.in_set),
        estimate(&found.first),
        estimate(&found.among_five),
        found.further_errors,
        found.cascades,
        counted(&longest, "errors"),
        found.work,
        counted(&found.slowest, "work"),
        list(misses),
        found.parts.0,
        found.parts.1,
        list(proposals),
        gain(found.together.as_ref())
    )
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn estimate(Estimate { value, low, high }: &Estimate) -> String {
    format!("{{\"value\": {value:.3}, \"low\": {low:.3}, \"high\": {high:.3}}}")
}

fn gain(gain: Option<&Gain>) -> String {
    let Some(gain) = gain else { return "null".to_string() };
    let both = |(before, after): (f64, f64)| format!("[{before:.3}, {after:.3}]");
    format!(
        "{{\"mistakes\": {}, \"gain\": {}, \"first\": {}, \"in_set\": {}, \"among_five\": {}, \"further_errors\": {}}}",
        gain.cases,
        estimate(&gain.gain),
        both(gain.first),
        both(gain.in_set),
        both(gain.among_five),
        both(gain.further_errors)
    )
}
