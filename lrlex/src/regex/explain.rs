//! What is wrong with a regex, as the `regex` crate says it.

use regex::RegexBuilder;

use super::Wrong;
use crate::flags::Flags;

/// Says what is wrong with `regex`, which is invalid or takes more than a limit that a user set;
/// `None` if nothing is.
pub(crate) fn explain(regex: &str, flags: &Flags) -> Option<Wrong> {
    let mut builder = RegexBuilder::new(regex);
    builder
        .dot_matches_new_line(flags.dot_matches_new_line)
        .multi_line(flags.multi_line)
        .octal(flags.octal)
        .case_insensitive(flags.case_insensitive)
        .swap_greed(flags.swap_greed)
        .ignore_whitespace(flags.ignore_whitespace)
        .unicode(flags.unicode);
    if let Some(limit) = flags.size_limit {
        builder.size_limit(limit);
    }
    if let Some(limit) = flags.dfa_size_limit {
        builder.dfa_size_limit(limit);
    }
    if let Some(limit) = flags.nest_limit {
        builder.nest_limit(limit);
    }
    Some(match builder.build().err()? {
        regex::Error::Syntax(text) => syntax(regex, &text),
        regex::Error::CompiledTooBig(limit) => Wrong::too_large(limit),
        other => Wrong::invalid(&other.to_string(), None),
    })
}

/// Reads the crate's message, which tells the place only by a line of carets below the regex.
fn syntax(regex: &str, text: &str) -> Wrong {
    let is_caret_line =
        |line: &str| line.contains('^') && line.chars().all(|c| c == ' ' || c == '^');
    let lines: Vec<&str> = text.lines().collect();
    let place = lines.iter().position(|line| is_caret_line(line)).and_then(|k| {
        // The regex stands in the line above, as much indented as everything.
        let indent = lines[k - 1].chars().count().checked_sub(regex.chars().count())?;
        let start = lines[k].find('^')?.checked_sub(indent)?;
        let len = lines[k][start + indent..].chars().take_while(|&c| c == '^').count();
        Some((start, len))
    });
    let message = text.lines().rev().find_map(|line| line.strip_prefix("error: "));
    Wrong::invalid(message.unwrap_or("it cannot be read"), place)
}
