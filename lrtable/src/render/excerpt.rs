//! Formats a line of a text for a terminal, with marks under it and their texts.
//!
//! A line that fits is shown whole; a longer one is cut around the first mark, with `…`, and a mark
//! outside of that part gets a part of its own. A tab takes four columns; control characters and
//! those without a shape are shown as escapes, so that no text moves the cursor or turns its
//! direction. The cost of a line depends on the width of the terminal, not on its own length.

use super::{visible::is_invisible, width::width};
use crate::span::Span;

/// Style of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    Plain,
    Title,
    Error,
    Warning,
    Note,
    Help,
}

/// A mark on one line, and its text.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) span: Span,
    pub(super) text: String,
    pub(super) sign: char,
    pub(super) paint: Paint,
}

/// A row of output: pieces of text, each with its column, in order.
#[derive(Debug, Default)]
pub(super) struct Row {
    pieces: Vec<(usize, String, Paint)>,
}

impl Row {
    /// Makes a row of one piece.
    pub(super) fn of(text: String) -> Row {
        Row { pieces: vec![(0, text, Paint::Plain)] }
    }

    fn put(&mut self, column: usize, text: impl Into<String>, paint: Paint) {
        self.pieces.push((column, text.into(), paint));
    }

    /// Formats the row, with `paint` applied to its pieces.
    pub(super) fn show(&self, paint: impl Fn(Paint, &str) -> String) -> String {
        let mut out = String::new();
        let mut column = 0;
        for (at, text, style) in &self.pieces {
            out.push_str(&" ".repeat(at.saturating_sub(column)));
            out.push_str(&paint(*style, text));
            column = (*at).max(column) + columns(text);
        }
        out
    }
}

/// Returns the columns that a text of visible characters takes.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Returns the rows for the line of `source` from byte `start` to byte `end`, and the marks on it,
/// in `room` columns; one list of rows for each part of the line.
pub(super) fn excerpts(
    source: &str,
    line: Span,
    mut marks: Vec<Mark>,
    room: usize,
) -> Vec<Vec<Row>> {
    let mut parts = Vec::new();
    while let Some(first) = marks.first() {
        let part = Part::around(source, line, first.span, room);
        let on = part.bytes.start..=part.bytes.end;
        let is_on = |mark: &Mark| on.contains(&mark.span.start());
        let (here, elsewhere): (Vec<Mark>, Vec<Mark>) = marks.into_iter().partition(is_on);
        marks = if here.is_empty() { Vec::new() } else { elsewhere };
        let mut rows = vec![Row::of(part.shown.trim_end().to_owned())];
        rows.extend(underlines(&part, here, room));
        parts.push(rows);
    }
    parts
}

/// Returns the row of a line without marks.
pub(super) fn plain(source: &str, line: Span, room: usize) -> Row {
    let part = Part::around(source, line, Span::new(line.start(), line.start()), room);
    Row::of(part.shown.trim_end().to_owned())
}

/// A part of a line as it is shown.
struct Part {
    shown: String,
    /// The first byte and the first column of each character.
    places: Vec<(usize, usize)>,
    bytes: std::ops::Range<usize>,
    /// The columns taken, without the `…` for the rest.
    end: usize,
}

impl Part {
    fn around(source: &str, line: Span, mark: Span, room: usize) -> Part {
        let room = room.max(20);
        let at = source.floor_char_boundary(mark.start()).clamp(line.start(), line.end());
        // Also limits characters without a width.
        let fit = |text: &mut dyn Iterator<Item = char>, room: usize| {
            let (mut columns, mut bytes) = (0, 0);
            for c in text.take(4 * room) {
                let more = columns + shown(c).1;
                if more > room {
                    break;
                }
                columns = more;
                bytes += c.len_utf8();
            }
            (columns, bytes)
        };
        let (before, after) = (&source[line.start()..at], &source[at..line.end()]);
        let (left, left_bytes) = fit(&mut before.chars().rev(), room);
        let (right, right_bytes) = fit(&mut after.chars(), room);
        let is_whole = left_bytes == before.len() && right_bytes == after.len();
        let bytes = if is_whole && left + right <= room {
            line.start()..line.end()
        } else {
            let inner = room - 2;
            let right = right.min(inner - left.min(inner / 2));
            let (_, left_bytes) = fit(&mut before.chars().rev(), inner - right);
            let (_, right_bytes) = fit(&mut after.chars(), right);
            at - left_bytes..at + right_bytes
        };
        let mut part = Part { shown: String::new(), places: Vec::new(), end: 0, bytes };
        if part.bytes.start > line.start() {
            part.shown.push('…');
            part.end = 1;
        }
        for (byte, c) in source[part.bytes.clone()].char_indices() {
            let (text, columns) = shown(c);
            part.places.push((part.bytes.start + byte, part.end));
            part.shown.push_str(&text);
            part.end += columns;
        }
        if part.bytes.end < line.end() {
            part.shown.push('…');
        }
        part
    }

    fn column(&self, byte: usize) -> usize {
        let at = self.places.partition_point(|(start, _)| *start < byte);
        self.places.get(at).map_or(self.end, |(_, column)| *column)
    }
}

/// Returns the text shown for a character, and its columns.
fn shown(c: char) -> (String, usize) {
    if c == '\t' {
        ("    ".to_owned(), 4)
    } else if c.is_control() || is_invisible(c) {
        let text: String = c.escape_default().collect();
        let len = text.len();
        (text, len)
    } else {
        (c.to_string(), width(c))
    }
}

/// A mark in columns.
struct Placed {
    from: usize,
    to: usize,
    mark: Mark,
}

/// Returns the rows below a part of a line: signs under the marks, the text of the last mark beside
/// them, others below.
fn underlines(part: &Part, marks: Vec<Mark>, room: usize) -> Vec<Row> {
    let place = |mark: Mark| {
        let from = part.column(mark.span.start());
        let end = mark.span.end().min(part.bytes.end);
        let to = if end > mark.span.start() { part.column(end).max(from + 1) } else { from + 1 };
        Placed { from, to, mark }
    };
    let mut placed: Vec<Placed> = marks.into_iter().map(place).collect();
    placed.sort_by_key(|placed| placed.from);
    let mut signs = Row::default();
    let mut column = 0;
    for (at, placed_mark) in placed.iter().enumerate() {
        let next = placed.get(at + 1).map_or(usize::MAX, |next| next.from);
        let (from, to) = (placed_mark.from.max(column), placed_mark.to.min(next));
        if from < to {
            let Mark { sign, paint, .. } = placed_mark.mark;
            signs.put(from, sign.to_string().repeat(to - from), paint);
            column = to;
        }
    }
    let last = placed.pop_if(|last| {
        let fits = column + 1 + columns(&last.mark.text) <= room;
        last.mark.text.is_empty() || fits
    });
    if let Some(Placed { mark, .. }) = last
        && !mark.text.is_empty()
    {
        signs.put(column + 1, mark.text, mark.paint);
    }
    let mut rows = vec![signs];
    placed.retain(|placed| !placed.mark.text.is_empty());
    if placed.len() > 1 || placed.last().is_some_and(|last| last.to < column) {
        rows.push(bars(&placed, usize::MAX));
    }
    while let Some(Placed { from, mark, .. }) = placed.pop() {
        // A text that does not fit there is shifted left, or wrapped.
        let column = from.min(room.saturating_sub(columns(&mark.text)).max(room / 4));
        for text in wrapped(&mark.text, room.saturating_sub(column)) {
            let mut row = bars(&placed, column);
            row.put(column, text, mark.paint);
            rows.push(row);
        }
    }
    rows
}

/// Returns a row with a bar under each mark left of a column.
fn bars(placed: &[Placed], before: usize) -> Row {
    let mut row = Row::default();
    for Placed { from, mark, .. } in placed.iter().filter(|placed| placed.from < before) {
        row.put(*from, "|", mark.paint);
    }
    row
}

/// Breaks `text` into lines of at most `room` columns, at the ends of words if these are not longer
/// than that.
pub(super) fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut taken) = (String::new(), 0);
    for word in text.split(' ') {
        if !line.is_empty() && taken + 1 + columns(word) <= room {
            line.push(' ');
            taken += 1;
        } else if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
            taken = 0;
        }
        for c in word.chars() {
            if taken > 0 && taken + width(c) > room {
                lines.push(std::mem::take(&mut line));
                taken = 0;
            }
            line.push(c);
            taken += width(c);
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown_at(source: &str, spans: &[(usize, usize, &str)], room: usize) -> Vec<String> {
        let mark = |(start, end, text): &(usize, usize, &str)| Mark {
            span: Span::new(*start, *end),
            text: (*text).to_owned(),
            sign: '^',
            paint: Paint::Plain,
        };
        let parts =
            excerpts(source, Span::new(0, source.len()), spans.iter().map(mark).collect(), room);
        let rows = parts.iter().flatten();
        rows.map(|row| row.show(|_, text| text.to_owned())).collect()
    }

    #[test]
    fn signs_stand_under_what_they_mean() {
        assert_eq!(shown_at("ab cd", &[(3, 5, "here")], 60), ["ab cd", "   ^^ here"]);
        assert_eq!(shown_at("\tx", &[(1, 2, "")], 60), ["    x", "    ^"]);
        assert_eq!(shown_at("漢字 x", &[(7, 8, "")], 60), ["漢字 x", "     ^"]);
        assert_eq!(shown_at("漢字", &[(3, 6, "")], 60), ["漢字", "  ^^"]);
        assert_eq!(shown_at("e\u{301}x", &[(3, 4, "")], 60), ["e\u{301}x", " ^"]);
        assert_eq!(shown_at("ab", &[(2, 2, "end")], 60), ["ab", "  ^ end"]);
        assert_eq!(shown_at("", &[(0, 0, "end")], 60), ["", "^ end"]);
    }

    #[test]
    fn what_a_terminal_would_obey_is_shown_as_an_escape() {
        let shown = shown_at("a\u{202e}b\u{1b}[2Jc", &[(4, 5, "")], 60);
        assert_eq!(shown, [r"a\u{202e}b\u{1b}[2Jc", "         ^"]);
    }

    #[test]
    fn several_marks_are_said_from_right_to_left() {
        let shown = shown_at("f(a, b;", &[(1, 2, "opener"), (6, 6, "here")], 60);
        assert_eq!(shown, ["f(a, b;", " ^    ^ here", " |", " opener"]);
        let shown = shown_at("abc", &[(0, 1, "one"), (1, 2, "two"), (2, 3, "three")], 60);
        assert_eq!(shown, ["abc", "^^^ three", "||", "|two", "one"]);
    }

    #[test]
    fn a_long_line_is_cut_around_each_mark() {
        let source = format!("{}HERE{}THERE{}", "é".repeat(5000), "x".repeat(5000), "y".repeat(99));
        let (here, there) = (10_000, 15_004);
        let shown = shown_at(&source, &[(here, here + 4, "a"), (there, there + 5, "b")], 40);
        assert_eq!(shown.len(), 4);
        for (line, word) in [(0, "HERE"), (2, "THERE")] {
            assert!(columns(&shown[line]) <= 40 && shown[line].contains(word), "{shown:?}");
            let sign = shown[line + 1].find('^').unwrap();
            let under: String = shown[line].chars().skip(sign).take(word.len()).collect();
            assert_eq!(under, word);
        }
        // A line that just fits is whole.
        let fits = "x".repeat(40);
        assert_eq!(shown_at(&fits, &[(39, 40, "")], 40)[0], fits);
    }

    #[test]
    fn text_that_does_not_fit_is_wrapped_below() {
        let shown = shown_at(&"x".repeat(30), &[(28, 29, "help: replace one by another")], 30);
        assert!(shown.iter().all(|row| columns(row) <= 30), "{shown:?}");
        assert_eq!(shown[1].trim(), "^");
        assert_eq!(shown[2].trim(), "help: replace one by");
    }

    #[test]
    fn text_that_does_not_fit_beside_its_mark_stands_at_the_edge() {
        let shown = shown_at(&"x".repeat(30), &[(10, 11, "opener"), (25, 26, "help: this")], 30);
        assert_eq!(shown[1], format!("{:10}^{:14}^", "", ""));
        assert_eq!(shown[2], format!("{:10}|{:14}|", "", ""));
        assert_eq!(shown[3], format!("{:10}|{:9}help: this", "", ""));
        assert_eq!(shown[4], format!("{:10}opener", ""));
    }

    #[test]
    fn megabytes_of_marks_without_width_are_cut() {
        let source = format!("a{}b", "\u{301}".repeat(1_000_000));
        let shown = shown_at(&source, &[(0, 1, "")], 60);
        assert!(shown[0].len() < 1000, "{}", shown[0].len());
    }
}
