//! Repairs in the format of cases: the place of each error, and indented below it one sequence a
//! line.

use super::List;
use crate::{language::Parsed, limits::CASE_REPAIRS};
use lrlex::DefaultLexeme;
use lrpar::{
    Lexeme, NonStreamingLexer, ParseError, ParseRepair,
    recovery::{RepairKind, RepairSequence},
    shortened,
};

/// Line for an error without repairs.
const NONE: &str = "  none";

/// Returns the repairs of all errors, at most `most` of each; with [`List::Contains`] only those
/// that `expected` lists too.
pub(super) fn list(parsed: &Parsed<'_>, (list, most): (List, usize), expected: &str) -> String {
    let most = if list == List::First { 1 } else { most.min(CASE_REPAIRS) };
    let mut out = String::new();
    let errors = parsed.locations().filter_map(|location| location.parse);
    let mut wanted = blocks(expected).into_iter();
    for error in errors {
        let place = |lexeme: &DefaultLexeme<u32>| {
            let ((line, column), _) = parsed.lexer.line_col(lexeme.span());
            format!("{line}:{column}")
        };
        out.push_str(&place(error.lexeme()));
        out.push('\n');
        let mut lines: Vec<String> = Vec::new();
        for sequence in error.sequences().take(most) {
            let from = (sequence.start < error.position())
                .then(|| format!("from {}: ", place(error.begin_of(&sequence))));
            let text = show(parsed, error, &sequence);
            lines.push(format!("  {}{text}", from.unwrap_or_default()));
        }
        if list == List::Contains {
            let wanted: Vec<String> = wanted.next().unwrap_or_default();
            let kept: Vec<String> =
                wanted.into_iter().filter(|line| lines.contains(line)).collect();
            lines.truncate(1);
            lines = if kept.is_empty() { lines } else { kept };
        }
        let listed = lines.len() as u128;
        if lines.is_empty() {
            lines.push(NONE.to_string());
        }
        if list == List::Exactly && error.repairs_total() > listed {
            lines.push(format!("  … and {} more", error.repairs_total() - listed));
        }
        out.extend(lines.iter().map(|line| format!("{line}\n")));
    }
    out
}

/// Returns the lines below each place.
fn blocks(text: &str) -> Vec<Vec<String>> {
    let mut blocks: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        match blocks.last_mut() {
            Some(block) if line.starts_with(' ') => block.push(line.to_string()),
            _ => blocks.push(Vec::new()),
        }
    }
    blocks
}

/// Returns a sequence on one line, with tokens by their names.
fn show(
    parsed: &Parsed<'_>,
    error: &ParseError<DefaultLexeme<u32>, u32>,
    sequence: &RepairSequence,
) -> String {
    let lexeme = |lexeme: &DefaultLexeme<u32>| match parsed.language.token_name(lexeme.tok_id()) {
        Some(name) => shortened(name),
        None => shortened(parsed.lexer.span_str(lexeme.span())),
    };
    let repairs = error.with_lexemes(sequence).into_iter().map(|repair| match repair {
        ParseRepair::Insert(id) => {
            format!("insert {}", shortened(parsed.language.token_name(id.0).unwrap_or("?")))
        }
        ParseRepair::Delete(deleted) => format!("delete {}", lexeme(&deleted)),
        ParseRepair::Shift(shifted) => format!("shift {}", lexeme(&shifted)),
    });
    let said = if sequence.kind == RepairKind::Cheapest { "" } else { "alternative: " };
    format!("{said}{}", repairs.collect::<Vec<_>>().join(", "))
}
