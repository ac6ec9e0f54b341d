//! The text of a file as a client sees it: lines, columns in the client's units, and changes.
//!
//! Lines end with `\n`, `\r\n` or `\r`, as the protocol says. Columns count bytes, UTF-16 units or characters. What lies after the
//! end of a line or of the text is its end; what lies in a character is its start. A change costs what it moves: the bytes and
//! the lines after it.

use lrtable::Span;
use lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};

/// The units of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16: what clients use that do not say otherwise.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The first of `offered` that is known.
    pub fn chosen(offered: &[PositionEncodingKind]) -> Encoding {
        let known = |kind: &PositionEncodingKind| match kind.as_str() {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        };
        offered.iter().find_map(known).unwrap_or_default()
    }

    /// Its name in the protocol.
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }

    /// The number of units of `text`.
    pub fn units(self, text: &str) -> u32 {
        let units = match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.encode_utf16().count(),
            Encoding::Utf32 => text.chars().count(),
        };
        u32::try_from(units).unwrap_or(u32::MAX)
    }
}

/// A text with its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    text: String,
    /// The byte at which each line begins, the first of them 0.
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Text {
    /// A text whose columns are in these units.
    pub fn new(text: impl Into<String>, encoding: Encoding) -> Text {
        let text = text.into();
        let mut starts = vec![0];
        find_starts(&text, 0, text.len(), &mut starts);
        Text { text, starts, encoding }
    }

    /// It as a string.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The units of columns.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The byte at a position.
    pub fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return self.text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        let content = self.text[start..end].trim_end_matches(['\n', '\r']);
        let mut left = position.character as usize;
        for (at, c) in content.char_indices() {
            let width = self.encoding.width(c);
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + content.len()
    }

    /// The position of a byte.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let character = self.encoding.units(&self.text[self.starts[line]..offset]);
        Position { line: u32::try_from(line).unwrap_or(u32::MAX), character }
    }

    /// The bytes of a range, which may be given back to front.
    pub fn span(&self, range: Range) -> Span {
        let (a, b) = (self.offset(range.start), self.offset(range.end));
        Span::new(a.min(b), a.max(b))
    }

    /// The range of a span.
    pub fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start()), end: self.position(span.end()) }
    }

    /// Makes a client's change.
    pub fn change(&mut self, change: &TextDocumentContentChangeEvent) {
        match change.range {
            None => *self = Text::new(change.text.as_str(), self.encoding),
            Some(range) => self.replace(self.span(range), &change.text),
        }
    }

    fn replace(&mut self, span: Span, new: &str) {
        let (start, end) = (span.start(), span.end());
        // `\r` and `\n` may come together or be parted, so the lines around are looked at again.
        let line = self.starts.partition_point(|line| *line < start) - usize::from(start > 0);
        let first = line.saturating_sub(1);
        let after = self.starts.partition_point(|line| *line <= end + 1);
        self.text.replace_range(start..end, new);
        let grown = |at: usize| at + new.len() - (end - start);
        let until = self.starts.get(after).map_or(self.text.len(), |next| grown(*next));
        let mut found = vec![self.starts[first]];
        find_starts(&self.text, self.starts[first], until, &mut found);
        // That of the next line, if it was found, is among those that follow.
        found.pop_if(|last| self.starts.get(after).is_some_and(|next| *last == grown(*next)));
        for later in &mut self.starts[after..] {
            *later = grown(*later);
        }
        self.starts.splice(first..after, found);
    }
}

/// Adds where lines begin after line ends in `text[from..until]`.
fn find_starts(text: &str, from: usize, until: usize, starts: &mut Vec<usize>) {
    let bytes = text.as_bytes();
    for at in from..until {
        let ends = bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        if ends {
            starts.push(at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use lrtable::random::Random;

    use super::*;

    #[test]
    fn positions_count_the_units_of_the_client() {
        let line = "a😀字b";
        for (encoding, columns) in [
            (Encoding::Utf8, [0, 1, 5, 8, 9]),
            (Encoding::Utf16, [0, 1, 3, 4, 5]),
            (Encoding::Utf32, [0, 1, 2, 3, 4]),
        ] {
            let text = Text::new(format!("x\r\n{line}\r\n\ry"), encoding);
            let offsets = line.char_indices().map(|(at, _)| at).chain([line.len()]);
            for (offset, character) in offsets.zip(columns) {
                let position = Position { line: 1, character };
                assert_eq!(text.position(3 + offset), position, "{encoding:?}");
                assert_eq!(text.offset(position), 3 + offset);
            }
            let beyond = Position { line: 1, character: 99 };
            assert_eq!(text.offset(beyond), 3 + line.len());
            assert_eq!(text.offset(Position { line: 99, character: 0 }), text.as_str().len());
            assert_eq!(text.position(text.as_str().len()), Position { line: 3, character: 1 });
        }
        let inside = Text::new("😀", Encoding::Utf16);
        assert_eq!(inside.offset(Position { line: 0, character: 1 }), 0);
    }

    #[test]
    fn a_text_changed_in_pieces_has_the_lines_of_the_whole() {
        let pieces = ["", "\r", "\n", "\r\n", "a", "字😀", "x\ny", "\n\r"];
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let mut text = Text::new("one\r\ntwo\rthree\n", Encoding::Utf16);
            let mut plain = text.as_str().to_owned();
            for _ in 0..40 {
                let mut place = || text.as_str().floor_char_boundary(random.below(plain.len() + 1));
                let (a, b) = (place(), place());
                let span = Span::new(a.min(b), a.max(b).min(a.min(b) + 6));
                let span = Span::new(
                    span.start(),
                    plain.floor_char_boundary(span.end()).max(span.start()),
                );
                let new = pieces[random.below(pieces.len())];
                plain.replace_range(span.start()..span.end(), new);
                text.replace(span, new);
                assert_eq!(text, Text::new(plain.as_str(), Encoding::Utf16), "seed {seed}");
            }
        }
    }
}
