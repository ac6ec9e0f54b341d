//! Byte spans of a text, and the line and column of a byte offset.
//!
//! [`NewlineCache`] answers in time that depends neither on the number of lines nor on the length
//! of a line: line starts are searched by bisection, and characters are counted from a checkpoint
//! at most 128 bytes away, or not at all where a text is ASCII. So ten thousand errors on one line
//! of ten megabytes cost ten thousand times one error. The checkpoints take a sixteenth of the
//! text's memory.

use std::{convert::Infallible, str::FromStr};

/// Distance in bytes between two checkpoints of the character count.
const CHECKPOINT: usize = 128;

/// A range of bytes in a source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: usize,
    end: usize,
}

impl Span {
    /// Returns the span from byte `start` up to, not including, byte `end`.
    ///
    /// # Panics
    ///
    /// If `end` is before `start`.
    pub const fn new(start: usize, end: usize) -> Self {
        assert!(start <= end, "a span ends at or after its start");
        Span { start, end }
    }

    /// Returns the offset of the first byte.
    pub const fn start(&self) -> usize {
        self.start
    }

    /// Returns the offset just after the last byte.
    pub const fn end(&self) -> usize {
        self.end
    }

    /// Returns the length in bytes.
    pub const fn len(&self) -> usize {
        self.end - self.start
    }

    /// Returns whether the length is 0.
    pub const fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Returns the part of `source` that the span covers, cut back to character boundaries and to
    /// the text's end.
    pub fn text<'a>(&self, source: &'a str) -> &'a str {
        let end = source.floor_char_boundary(self.end);
        &source[source.floor_char_boundary(self.start).min(end)..end]
    }
}

/// A message or another thing that was found at one or more places of a source text.
pub trait Spanned: std::fmt::Display {
    /// Returns the places, the most important first.
    fn spans(&self) -> &[Span];

    /// Returns how the places are related.
    fn spanskind(&self) -> SpansKind {
        match self.spans() {
            [_, _, ..] => SpansKind::DuplicationError,
            _ => SpansKind::Error,
        }
    }
}

/// The relation between the places of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpansKind {
    /// Several places of things that belong together, such as the declarations of one name.
    DuplicationError,
    /// One place: that of the mistake.
    Error,
}

/// The place where a setting was made: in a text, on the command line or elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A span of a text.
    Span(Span),
    /// The command line of a program.
    CommandLine,
    /// Any other place, described.
    Other(String),
}

impl From<Span> for Location {
    fn from(span: Span) -> Self {
        Location::Span(span)
    }
}

/// An index of a source text, fed in pieces, that turns byte offsets into lines and columns.
///
/// ```
/// use lrtable::NewlineCache;
///
/// let text = "let x\nlet ä = 1";
/// let lines = NewlineCache::of(text);
/// assert_eq!(lines.byte_to_line_num_and_col_num(text, text.find('=').unwrap()), Some((2, 7)));
/// assert_eq!(lines.byte_to_line_num(100), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewlineCache {
    /// Byte offset of the start of each line; the first is 0.
    line_starts: Vec<usize>,
    /// For each checkpoint k: the number of characters that start before byte `k * CHECKPOINT`.
    char_counts: Vec<usize>,
    bytes: usize,
    chars: usize,
}

impl Default for NewlineCache {
    fn default() -> Self {
        Self::new()
    }
}

impl FromStr for NewlineCache {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::of(text))
    }
}

impl NewlineCache {
    /// Creates the index of an empty text.
    pub fn new() -> Self {
        NewlineCache { line_starts: vec![0], char_counts: vec![0], bytes: 0, chars: 0 }
    }

    /// Creates the index of `text`. Linear in its length.
    pub fn of(text: &str) -> Self {
        let mut cache = Self::new();
        cache.feed(text);
        cache
    }

    /// Appends `text` to the indexed text. Linear in its length.
    pub fn feed(&mut self, text: &str) {
        for &byte in text.as_bytes() {
            if self.bytes == self.char_counts.len() * CHECKPOINT {
                self.char_counts.push(self.chars);
            }
            self.bytes += 1;
            self.chars += usize::from(is_char_start(byte));
            if byte == b'\n' {
                self.line_starts.push(self.bytes);
            }
        }
    }

    /// Returns the number of bytes fed so far.
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Returns whether nothing has been fed yet.
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Returns the number, from 1, of the line that holds byte `offset`; `None` if that lies after
    /// the text.
    pub fn byte_to_line_num(&self, offset: usize) -> Option<usize> {
        (offset <= self.bytes).then(|| self.line_starts.partition_point(|&start| start <= offset))
    }

    /// Returns the byte at which the line of byte `offset` starts; `None` if that lies after the
    /// text.
    pub fn byte_to_line_byte(&self, offset: usize) -> Option<usize> {
        self.byte_to_line_num(offset).map(|line| self.line_starts[line - 1])
    }

    /// Returns the byte at which line number `line`, counted from 1, starts; `None` if there is no
    /// such line.
    pub fn line_start(&self, line: usize) -> Option<usize> {
        self.line_starts.get(line.checked_sub(1)?).copied()
    }

    /// Returns the byte at which the line of byte `offset` ends, before its newline; `None` if that
    /// lies after the text.
    pub fn byte_to_line_end(&self, offset: usize) -> Option<usize> {
        let line = self.byte_to_line_num(offset)?;
        Some(self.line_starts.get(line).map_or(self.bytes, |next| next - 1))
    }

    /// Returns line and column of byte `offset`, both counted from 1, the column in characters;
    /// `None` if that lies after the text.
    ///
    /// `text` must be what was fed.
    pub fn byte_to_line_num_and_col_num(
        &self,
        text: &str,
        offset: usize,
    ) -> Option<(usize, usize)> {
        let line = self.byte_to_line_num(offset)?;
        let start = self.line_starts[line - 1];
        Some((line, self.chars_before(text, offset) - self.chars_before(text, start) + 1))
    }

    /// Returns the bytes at which the first line that `span` touches starts, and at which the last
    /// one ends, before its newline.
    ///
    /// # Panics
    ///
    /// If the span lies after the text.
    pub fn span_line_bytes(&self, span: Span) -> (usize, usize) {
        let start = self.byte_to_line_byte(span.start()).expect("the span lies in the text");
        (start, self.byte_to_line_end(span.end()).expect("the span lies in the text"))
    }

    fn chars_before(&self, text: &str, offset: usize) -> usize {
        if self.chars == self.bytes {
            return offset;
        }
        let checkpoint = (offset / CHECKPOINT).min(self.char_counts.len() - 1);
        let rest = &text.as_bytes()[checkpoint * CHECKPOINT..offset];
        self.char_counts[checkpoint] + rest.iter().filter(|&&byte| is_char_start(byte)).count()
    }
}

/// Whether `byte` is no continuation byte of UTF-8.
fn is_char_start(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line and column by counting from the start of the text.
    fn naive(text: &str, offset: usize) -> (usize, usize) {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    #[test]
    fn line_and_column_equal_a_count_from_the_start() {
        let text = format!("{}\n\nä€𝄞 x\r\n{}", "é".repeat(3000), "ab\n".repeat(900));
        let mut cache = NewlineCache::new();
        let (first, second) = text.split_at(2048);
        cache.feed(first);
        cache.feed(second);
        assert_eq!(cache, NewlineCache::of(&text));
        for (offset, _) in text.char_indices().step_by(7).chain([(text.len(), ' ')]) {
            assert_eq!(
                cache.byte_to_line_num_and_col_num(&text, offset),
                Some(naive(&text, offset))
            );
        }
        assert_eq!(cache.byte_to_line_num(text.len() + 1), None);
    }

    #[test]
    fn the_lines_of_a_span_are_whole() {
        let text = "one\ntwo\nthree";
        let cache: NewlineCache = text.parse().unwrap();
        for start in 0..=text.len() {
            for end in start..=text.len() {
                let bytes = cache.span_line_bytes(Span::new(start, end));
                assert!(text[..bytes.0].is_empty() || text[..bytes.0].ends_with('\n'));
                assert!(text[bytes.1..].is_empty() || text[bytes.1..].starts_with('\n'));
            }
        }
    }

    #[test]
    fn span_lines_are_whole_lines_without_the_last_newline() {
        let text = "one\ntwo\nthree";
        let cache = NewlineCache::of(text);
        let lines = |start, end| {
            let (start, end) = cache.span_line_bytes(Span::new(start, end));
            &text[start..end]
        };
        assert_eq!(lines(5, 6), "two");
        assert_eq!(lines(1, 9), "one\ntwo\nthree");
        assert_eq!(lines(13, 13), "three");
    }
}
