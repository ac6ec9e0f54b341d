//! An evaluation as text.

use std::io::{self, Write};

use super::{Evaluation, gain::Gain, grammar_change::Change, proposals::Proposal};
use crate::{lab::intervals::Estimate, output::write_lines};

/// Writes an evaluation.
///
/// # Errors
///
/// If writing fails.
pub fn write(out: &mut impl Write, found: &Evaluation) -> io::Result<()> {
    write_lines(out, &shown(found))
}

fn shown(found: &Evaluation) -> String {
    let Evaluation { samples, mutants, mistakes, .. } = found;
    let mut text = format!(
        "{samples} samples, {mutants} mutants of them with {mistakes} mistakes of at most six edits\n"
    );
    for (name, why) in &found.left_out {
        text.push_str(&format!("left out: '{name}' {why}\n"));
    }
    text.push_str(&format!(
        "\nThe fix is, in % of the mistakes (95 %)\n  among the repairs    {}\n  the first of them    {}\n  \
         among the first five {}\n",
        share(&found.in_set),
        share(&found.first),
        share(&found.among_five)
    ));
    text.push_str(&format!(
        "\nErrors: {} more than one each, at {} mistakes",
        found.further_errors, found.cascades
    ));
    if let Some((what, errors)) = &found.longest_cascade {
        text.push_str(&format!("; most, {errors}:\n  {what}"));
    }
    let [half, nine_tenths, most] = found.work;
    text.push_str(&format!(
        "\n\nWork of a mistake, in units: median {half}, nine tenths up to {nine_tenths}, 99 % up to {most}; most:\n"
    ));
    for (what, work) in &found.slowest {
        text.push_str(&format!("  {work:>9}  {what}\n"));
    }
    if !found.misses.is_empty() {
        text.push_str("\nNot first, most often (+ inserts, - deletes, = leaves): the fix, and what is first\n");
    }
    for (fix, first, count) in &found.misses {
        let first = if first.is_empty() { "nothing" } else { first };
        text.push_str(&format!("  {count:>4}  {fix:<24}  {first}\n"));
    }
    text + &proposals(found)
}

fn proposals(found: &Evaluation) -> String {
    let (found_on, stated_on) = found.parts;
    if found.proposals.is_empty() {
        return format!("\nNo proposal: nothing that was tried helps on {found_on} mistakes\n");
    }
    let mut text = format!(
        "\nProposals, found on {found_on} mistakes; their worth on {stated_on} others, in % and points (95 %)\n"
    );
    for proposal in &found.proposals {
        text.push_str(&format!("  {}\n", proposal.change));
        if !proposal.note.is_empty() {
            text.push_str(&format!("      {}\n", proposal.note));
        }
        if let Some(gain) = &proposal.gain {
            text.push_str(&worth(gain));
        }
    }
    if let Some(gain) = &found.together {
        let helps = |proposal: &&Proposal| {
            let gains = proposal.gain.as_ref().is_some_and(Gain::is_any);
            gains && !matches!(proposal.change, Change::Remove(..))
        };
        let together = found.proposals.iter().filter(helps);
        let names: Vec<String> = together.map(|proposal| proposal.change.to_string()).collect();
        text.push_str(&format!("  together: {}\n", names.join(", ")));
        text.push_str(&worth(gain));
    }
    text
}

/// Formats a gain as a line.
pub fn worth(gain: &Gain) -> String {
    let Estimate { value, low, high } = gain.gain;
    let change = |(before, after): (f64, f64)| format!("{before:.1} to {after:.1}");
    let doubt = match gain.is_any() {
        _ if low > 0.0 => "",
        true => ", may be chance",
        false => ", no gain there: leave it out",
    };
    format!(
        "      first {} ({value:+.1}: {low:+.1} to {high:+.1}{doubt}), in set {}, among five {}, n = {}\n",
        change(gain.first),
        change(gain.in_set),
        change(gain.among_five),
        gain.cases
    )
}

fn share(estimate: &Estimate) -> String {
    format!("{:5.1} ({:.1}–{:.1})", estimate.value, estimate.low, estimate.high)
}
