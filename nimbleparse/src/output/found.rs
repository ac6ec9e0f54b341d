//! Formats what a query finds in a text: the lines where matches begin, or JSON.
//!
//! The output for a match is bounded, however long its line is, and so is the time: columns are
//! counted from the last of marks that stand every 256 bytes.

use std::io::{self, Write};

use lrpar::{Query, QueryMatch, SyntaxNode, visible};
use lrtable::Span;

use super::json::{VERSION, short};
use crate::{
    json::{Members, Value, write_list},
    limits::{FOUND_AFTER, FOUND_BEFORE},
};

/// Places in a text.
pub struct Places<'t> {
    text: &'t str,
    /// The byte where each line begins.
    lines: Vec<usize>,
    /// The number of characters before every 256th byte.
    characters: Vec<usize>,
}

const STEP: usize = 256;

impl<'t> Places<'t> {
    /// Reads the lines of a text.
    pub fn new(text: &'t str) -> Places<'t> {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect();
        let mut characters = vec![0];
        for block in text.as_bytes().chunks(STEP) {
            characters.push(characters.last().map_or(0, |before| before + starts(block)));
        }
        Places { text, lines, characters }
    }

    /// Returns line and column of a byte, counted from 1, the column in characters.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= at);
        (line, self.before(at) - self.before(self.lines[line - 1]) + 1)
    }

    /// The number of characters before byte `at`.
    fn before(&self, at: usize) -> usize {
        let block = at / STEP;
        self.characters[block] + starts(&self.text.as_bytes()[block * STEP..at])
    }

    /// The line with byte `at`, without its end.
    fn line(&self, at: usize) -> Span {
        let line = self.lines.partition_point(|start| *start <= at);
        let end = self.lines.get(line).map_or(self.text.len(), |next| next - 1);
        Span::new(self.lines[line - 1], end)
    }
}

/// The number of characters that begin in a part of a text.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// Returns the bytes of a match: from its first node to the end of that and of all captures.
pub fn span(found: &QueryMatch<'_>) -> Span {
    let start = found.start.span();
    let nodes = found.captures.iter().map(|(_, node)| node.span());
    nodes.fold(start, |all, span| {
        Span::new(all.start().min(span.start()), all.end().max(span.end()))
    })
}

/// Writes a match: `file:line:column:` and the line where it begins, as far as it is near; if
/// `colour`, with the captured nodes in colour, or the match if there are none.
///
/// # Errors
///
/// If writing fails, here and below.
pub fn write_line(
    out: &mut impl Write,
    file: &str,
    places: &Places<'_>,
    found: &QueryMatch<'_>,
    colour: bool,
) -> io::Result<()> {
    let whole = span(found);
    let (line, column) = places.place(whole.start());
    write!(out, "{}:{line}:{column}:", visible(file))?;
    let full = places.line(whole.start());
    let text = places.text;
    let from =
        full.start().max(text.floor_char_boundary(whole.start().saturating_sub(FOUND_BEFORE)));
    let to = full.end().min(text.floor_char_boundary(whole.start() + FOUND_AFTER));
    let mut marks: Vec<Span> = found.captures.iter().map(|(_, node)| node.span()).collect();
    if marks.is_empty() {
        marks.push(whole);
    }
    marks.sort_unstable_by_key(|mark| mark.start());
    if from > full.start() {
        out.write_all("…".as_bytes())?;
    }
    let mut at = from;
    for mark in marks.into_iter().filter(|_| colour) {
        let (start, end) = (mark.start().clamp(at, to), mark.end().min(to));
        if start < end {
            write!(out, "{}\x1b[1;31m", shown(&text[at..start]))?;
            write!(out, "{}\x1b[0m", shown(&text[start..end]))?;
            at = end;
        }
    }
    let more = if to < full.end() { "…" } else { "" };
    writeln!(out, "{}{more}", shown(text[at..to].trim_end_matches('\r')))
}

/// Returns a part of a line with escapes for what a terminal would obey, except for tabs.
pub(super) fn shown(text: &str) -> String {
    text.split('\t').map(visible).collect::<Vec<_>>().join("\t")
}

/// Writes the matches in a text as an object. `is_cut` says that some are left out.
pub fn write_json(
    out: &mut impl Write,
    file: &str,
    places: &Places<'_>,
    query: &Query,
    (matches, is_cut): (&[QueryMatch<'_>], bool),
) -> io::Result<()> {
    let begin = Members(vec![("version", Value::int(VERSION)), ("file", Value::string(file))]);
    write!(out, "{{{begin}, \"matches\": [")?;
    write_list(out, matches.iter().map(|found| one(places, query, found)))?;
    writeln!(out, "], \"is_cut\": {is_cut}}}")
}

fn one(places: &Places<'_>, query: &Query, found: &QueryMatch<'_>) -> Value {
    let capture = |(index, node): &(usize, SyntaxNode<'_>)| {
        Value::object([
            ("name", Value::string(&query.capture_names()[*index])),
            ("node", Value::string(node.trivia_name().unwrap_or(node.name()))),
            ("place", place(places, node.span())),
            ("text", short(node.text())),
        ])
    };
    Value::object([
        ("pattern", Value::int(found.pattern)),
        ("place", place(places, span(found))),
        ("captures", Value::list(found.captures.iter().map(capture))),
    ])
}

fn place(places: &Places<'_>, span: Span) -> Value {
    let (line, column) = places.place(span.start());
    Value::object([
        ("line", Value::int(line)),
        ("column", Value::int(column)),
        ("offset", Value::int(span.start())),
        ("length", Value::int(span.len())),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_that_counting_finds() {
        let text = format!("é\n{}\n\nx{}", "aé€😀".repeat(200), "é".repeat(300));
        let places = Places::new(&text);
        let (mut line, mut column) = (1, 1);
        for (at, c) in text.char_indices() {
            assert_eq!(places.place(at), (line, column), "{at}");
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        assert_eq!(places.place(text.len()), (line, column));
        assert_eq!(places.line(0).text(&text), "é");
        assert_eq!(Places::new("").place(0), (1, 1));
    }
}
