//! Results as JSON, one object a line.

use std::{
    fmt::Write as _,
    io::{self, Write},
    time::Duration,
};

use lrlex::DefaultLexeme;
use lrpar::{Lexeme, NonStreamingLexer, ParseRepair, recovery::RepairKind};
use lrtable::TokenId;

use crate::{
    language::{Language, Table},
    run::{Location, Parsed, Timings},
};

/// Writes what came of one file.
pub(crate) fn write_parsed(
    out: &mut impl Write,
    file: &str,
    language: &Language,
    parsed: &Parsed<'_>,
    timings: &Timings,
) -> io::Result<()> {
    write!(
        out,
        "{{\"file\": {}, \"lexemes\": {}, \"errors\": [",
        string(file),
        parsed.lexeme_count()
    )?;
    for (at, location) in parsed.locations().iter().enumerate() {
        if at > 0 {
            out.write_all(b", ")?;
        }
        write_location(out, language, parsed, location)?;
    }
    writeln!(
        out,
        "], \"tree\": {}, \"timings_ms\": {}}}",
        parsed.tree.is_some(),
        times(&timings.named())
    )
}

fn write_location(
    out: &mut impl Write,
    language: &Language,
    parsed: &Parsed<'_>,
    location: &Location<'_>,
) -> io::Result<()> {
    let span = match (location.lex, location.parse) {
        (Some(span), _) => span,
        (None, Some(error)) => error.lexeme().span(),
        (None, None) => unreachable!("a location has an error"),
    };
    let ((line, column), _) = parsed.lexer.line_col(span);
    write!(
        out,
        "{{\"kind\": \"{}\", \"line\": {line}, \"column\": {column}, \"offset\": {}, \"lexeme\": {}, ",
        if location.lex.is_some() { "lex" } else { "parse" },
        span.start(),
        string(parsed.lexer.span_str(span)),
    )?;
    let Some(error) = location.parse else {
        // A lexing error that lay within the repair of an earlier place: nothing was left to do here.
        return out.write_all(
            b"\"expected\": [], \"status\": \"complete\", \"cost\": 0, \"lower_bound\": 0, \
              \"work\": 0, \"configurations\": 0, \"recovery_ms\": 0, \"repairs_total\": 0, \"reach\": 0, \"repairs\": [], \
              \"at\": [], \"alternatives\": [], \"dearer\": \"not asked\"}",
        );
    };
    let token = |id: u32| token_name(language, id);
    let expected: Vec<String> = error.expected().iter().map(|id| token(id.0)).collect();
    let cost = error.cost().map_or("null".to_string(), |cost| cost.to_string());
    write!(
        out,
        "\"expected\": [{}], \"status\": \"{}\", \"cost\": {cost}, \"lower_bound\": {}, \"work\": {}, \
         \"configurations\": {}, \"recovery_ms\": {:.6}, \"repairs_total\": {}, \
         \"reach\": {}, \"repairs\": [",
        expected.join(", "),
        error.status().name(),
        error.lower_bound(),
        error.effort().work,
        error.effort().configurations,
        error.effort().time.as_secs_f64() * 1e3,
        error.repairs_total(),
        error.reach(),
    )?;
    let lexeme = |lexeme: &DefaultLexeme<u32>| {
        if (lexeme.tok_id() as usize) < language.table.grammar.tokens().len() {
            token(lexeme.tok_id())
        } else {
            string(parsed.lexer.span_str(lexeme.span()))
        }
    };
    for (at, sequence) in error.repairs().iter().enumerate() {
        let repairs: Vec<String> = sequence
            .iter()
            .map(|repair| match repair {
                ParseRepair::Insert(id) => format!("{{\"insert\": {}}}", token(id.0)),
                ParseRepair::Delete(deleted) => format!("{{\"delete\": {}}}", lexeme(deleted)),
                ParseRepair::Shift(shifted) => format!("{{\"shift\": {}}}", lexeme(shifted)),
            })
            .collect();
        write!(out, "{}[{}]", if at > 0 { ", " } else { "" }, repairs.join(", "))?;
    }
    // For each sequence the place at which it begins, and which of them are alternatives to the cheapest.
    let place = |begin: &DefaultLexeme<u32>| {
        let ((line, column), _) = parsed.lexer.line_col(begin.span());
        let offset = begin.span().start();
        format!("{{\"line\": {line}, \"column\": {column}, \"offset\": {offset}}}")
    };
    let places: Vec<String> = error.repair_lexemes().iter().map(place).collect();
    let kinds = error.repair_kinds().iter().enumerate();
    let alternatives: Vec<String> = kinds
        .filter(|(_, kind)| **kind != RepairKind::Cheapest)
        .map(|(at, kind)| format!("{{\"repair\": {at}, \"kind\": \"{}\"}}", kind.name()))
        .collect();
    let (places, alternatives) = (places.join(", "), alternatives.join(", "));
    write!(
        out,
        "], \"at\": [{places}], \"alternatives\": [{alternatives}], \"dearer\": \"{}\"}}",
        error.dearer().name()
    )
}

/// Writes the numbers of a grammar.
pub(crate) fn write_stats(
    out: &mut impl Write,
    table: &Table,
    times_ms: [(&str, Duration); 2],
) -> io::Result<()> {
    writeln!(
        out,
        "{{\"tokens\": {}, \"rules\": {}, \"productions\": {}, \"states\": {}, \"shift_reduce\": {}, \
         \"reduce_reduce\": {}, \"timings_ms\": {}}}",
        table.grammar.tokens().len(),
        table.grammar.rules().len(),
        table.grammar.productions().len(),
        table.table.state_count(),
        table.graph.conflicts.shift_reduce.len(),
        table.graph.conflicts.reduce_reduce.len(),
        times(&times_ms),
    )
}

fn token_name(language: &Language, id: u32) -> String {
    string(&language.table.grammar.token(TokenId::new(id as usize)).name)
}

fn times(times: &[(&str, Duration)]) -> String {
    let parts: Vec<String> = times
        .iter()
        .map(|(name, time)| format!("\"{name}\": {:.6}", time.as_secs_f64() * 1e3))
        .collect();
    format!("{{{}}}", parts.join(", "))
}

/// A JSON string.
fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' || c == '\u{7f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a\"\\\n\u{1}é"), "\"a\\\"\\\\\\n\\u0001é\"");
    }
}
