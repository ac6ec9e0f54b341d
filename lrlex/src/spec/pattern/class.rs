//! Classes of flex: `[…]`, and what `{-}` and `{+}` make of several.
//!
//! In: the text from a `[` on. Out: a class as the `regex` crate writes it. Brackets do not nest,
//! and what would be an operation there is an ordinary character. Flex counts bytes: a class that
//! names all from `\x80` to `\xff` has all characters beyond ASCII, of which these are the parts.
//! Cost: linear.

use lrtable::Span;

use super::{Translator, byte_of, class_start_len, posix_class_len};

/// Characters that would mean something else in a class of the `regex` crate.
const OPERATORS: &str = "[&~-";

impl Translator<'_, '_> {
    /// Translates the class at the start of `rest`, which is at byte `at`, and those that are taken
    /// from it or added; the length.
    pub(super) fn classes(&mut self, at: usize, rest: &str) -> usize {
        let mut others = Vec::new();
        let mut end = class_len(rest);
        while let Some(sign @ ("{-}" | "{+}")) = rest.get(end..end + 3) {
            let start = end + sign.len();
            if !rest[start..].starts_with('[') {
                let message = format!("expected a class '[…]' after '{sign}'");
                self.reader.error(message, Span::new(at + end, at + start));
                return start;
            }
            end = start + class_len(&rest[start..]);
            others.push((sign, start..end));
        }
        self.push(&"[".repeat(others.len()), at);
        let first = others.first().map_or(end, |(sign, range)| range.start - sign.len());
        self.class(at, &rest[..first]);
        for (sign, range) in others {
            if sign == "{-}" {
                self.push("--", at + range.start);
            }
            self.class(at + range.start, &rest[range.clone()]);
            self.push("]", at + range.end - 1);
        }
        end
    }

    /// Translates one class, which is all of `text`.
    fn class(&mut self, start: usize, text: &str) {
        // Whether the class is not closed, the `regex` crate will say.
        let end = text.len() - usize::from(text.len() > 1 && text.ends_with(']'));
        let mut at = class_start_len(text).min(end);
        self.copy(Span::new(start, start + at));
        let names_bytes = self.pattern.bytes;
        let mut high = 0_u128;
        while at < end {
            let posix = posix_class_len(&text[at..end]);
            if posix > 0 {
                self.copy(Span::new(start + at, start + at + posix));
                at += posix;
                continue;
            }
            let from = byte_of(&text[at..end]);
            at += self.member(start + at, &text[at..end]);
            let mut to = from;
            if text[at..end].len() > 1 && text[at..].starts_with('-') {
                self.push("-", start + at);
                to = byte_of(&text[at + 1..end]);
                at += 1 + self.member(start + at + 1, &text[at + 1..end]);
            }
            if let Some(to) = to {
                // A range may begin with a character that no number names.
                (from.unwrap_or(0).max(0x80)..=to.min(0xff))
                    .for_each(|byte| high |= 1 << (byte - 0x80));
            }
        }
        self.pattern.bytes = names_bytes || high != 0 && high != u128::MAX;
        if high == u128::MAX {
            self.push("\\x{100}-\\x{10FFFF}", start + end);
        }
        self.copy(Span::new(start + end, start + text.len()));
    }

    /// Translates a character or an escape; its length.
    fn member(&mut self, at: usize, rest: &str) -> usize {
        let Some(c) = rest.chars().next() else { return 0 };
        if c == '\\' {
            return self.escape(at, rest, true);
        }
        if OPERATORS.contains(c) {
            self.push("\\", at);
        }
        self.copy(Span::new(at, at + c.len_utf8()));
        c.len_utf8()
    }
}

/// Length of the class at the start of `rest`, or of all if it is never closed.
pub(in crate::spec) fn class_len(rest: &str) -> usize {
    let mut at = class_start_len(rest);
    loop {
        let inside = &rest[at..];
        at += match inside.chars().next() {
            None => return at,
            Some(']') => return at + 1,
            Some('\\') => 1 + inside[1..].chars().next().map_or(0, char::len_utf8),
            Some(c) => posix_class_len(inside).max(c.len_utf8()),
        };
    }
}
