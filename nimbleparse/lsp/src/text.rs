//! The text of a file as a client sees it: lines, columns in the client's units, and changes.
//!
//! Lines end with `\n`, `\r\n` or `\r`, as the protocol says. Columns count bytes, UTF-16 units or
//! characters. What lies after the end of a line or of the text is its end; what lies in a
//! character is its start.
//!
//! The units before every 64th byte are kept, so that a place costs the same in a line of any
//! length. A change costs what it moves: the bytes and the lines after it.

use lrtable::Span;
use lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};

/// The number of bytes from one byte whose place is known to the next.
const BLOCK: usize = 64;

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
        looked_at(text.len());
        let bytes = text.bytes();
        let starts = |byte: u8| usize::from(byte & 0xC0 != 0x80);
        let units = match self {
            Encoding::Utf8 => text.len(),
            // Characters of four bytes are two units.
            Encoding::Utf16 => bytes.map(|byte| starts(byte) + usize::from(byte >= 0xF0)).sum(),
            Encoding::Utf32 => bytes.map(starts).sum(),
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
    /// The units before each block of [`BLOCK`] bytes; one that begins in a character begins before
    /// it.
    units: Vec<u32>,
    encoding: Encoding,
}

impl Text {
    /// A text whose columns are in these units.
    pub fn new(text: impl Into<String>, encoding: Encoding) -> Text {
        let text = text.into();
        let mut starts = vec![0];
        find_starts(&text, 0, text.len(), &mut starts);
        let mut text = Text { text, starts, units: vec![0], encoding };
        text.count_blocks();
        text
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
        let end = start + content.len();
        let wanted = self.units_before(start).saturating_add(position.character);
        let block = self.units.partition_point(|units| *units <= wanted) - 1;
        let from = self.block(block).clamp(start, end);
        let mut left = (wanted - self.units_before(from)) as usize;
        for (at, c) in self.text[from..end].char_indices() {
            looked_at(c.len_utf8());
            let width = self.encoding.width(c);
            if left < width {
                return from + at;
            }
            left -= width;
        }
        end
    }

    /// The position of a byte.
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let character = self.units_before(offset) - self.units_before(self.starts[line]);
        Position { line: u32::try_from(line).unwrap_or(u32::MAX), character }
    }

    /// The byte at which a block begins.
    fn block(&self, block: usize) -> usize {
        self.text.floor_char_boundary(block * BLOCK)
    }

    /// The units between the beginning of the text and a byte, which begins a character.
    fn units_before(&self, offset: usize) -> u32 {
        let block = offset / BLOCK;
        let inside = self.encoding.units(&self.text[self.block(block)..offset]);
        self.units[block].saturating_add(inside)
    }

    /// Counts the units of the blocks after those that are counted.
    fn count_blocks(&mut self) {
        for block in self.units.len()..=self.text.len() / BLOCK {
            let span = self.block(block - 1)..self.block(block);
            let units = self.encoding.units(&self.text[span]);
            self.units.push(self.units[block - 1].saturating_add(units));
        }
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
        // `\r` and `\n` may come together or be parted, so that the lines that begin at the ends of
        // what is replaced are looked for again. The first of all begins after no line end.
        let first = self.starts.partition_point(|line| *line < start).max(1);
        let after = self.starts.partition_point(|line| *line <= end).max(1);
        self.text.replace_range(start..end, new);
        for later in &mut self.starts[after..] {
            *later = *later + new.len() - (end - start);
        }
        let mut found = Vec::new();
        find_starts(&self.text, start.saturating_sub(1), start + new.len(), &mut found);
        self.starts.splice(first..after, found);
        self.units.truncate(start / BLOCK + 1);
        self.count_blocks();
    }
}

/// Counts the bytes that are looked at, in tests.
fn looked_at(bytes: usize) {
    #[cfg(test)]
    tests::LOOKED_AT.with(|all| all.set(all.get() + bytes));
    #[cfg(not(test))]
    let _ = bytes;
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
pub(crate) mod tests {
    use std::cell::Cell;

    use lrtable::random::Random;

    use super::*;

    thread_local! {
        /// The bytes that this thread has looked at for columns.
        pub(crate) static LOOKED_AT: Cell<usize> = const { Cell::new(0) };
    }

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

    /// The columns are counted here from the beginning of the line, character by character.
    #[test]
    fn positions_in_long_lines_are_those_that_are_counted_from_their_beginning() {
        let pieces = ["a", "é", "字", "😀", "\n", "\r\n"];
        for (seed, encoding) in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32]
            .into_iter()
            .cycle()
            .take(60)
            .enumerate()
        {
            let mut random = Random::new(seed as u64);
            // Some texts have one line, others many.
            let last = 4 + random.below(3);
            let length = random.below(6 * BLOCK);
            let text: String = (0..length).map(|_| pieces[random.below(last)]).collect();
            let counted = Text::new(text.as_str(), encoding);
            let mut at = Position::default();
            for (offset, c) in text.char_indices() {
                assert_eq!(counted.position(offset), at, "seed {seed}");
                let is_in_line_end = c == '\n' && text[..offset].ends_with('\r');
                let found = counted.offset(at);
                assert_eq!(found, if is_in_line_end { offset - 1 } else { offset });
                at = match c {
                    '\n' => Position { line: at.line + 1, character: 0 },
                    c => Position { character: at.character + encoding.width(c) as u32, ..at },
                };
            }
        }
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
