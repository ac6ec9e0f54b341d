//! The header `%grmtools { flag, !flag, key: value, … }` at the top of a lex file.

use crate::LexErrorKind;
use std::{
    fmt::Display,
    num::{IntErrorKind, ParseIntError},
    str::FromStr,
};

use fnv::FnvHashMap;
use lrtable::{Span, diagnostic::Diagnostic};

use super::{Reader, name_len};
use crate::{
    flags::{LexFlags, Slot},
    limits,
};

/// The word that starts a header.
const MAGIC: &str = "%grmtools";

impl Reader<'_> {
    /// Reads the header if there is one.
    pub(super) fn header(&mut self) -> LexFlags {
        let mut flags = LexFlags::default();
        self.eat('\u{feff}');
        self.skip_white();
        if !self.rest().starts_with(MAGIC) {
            return flags;
        }
        let magic = Span::new(self.at, self.at + MAGIC.len());
        self.at = magic.end();
        self.skip_white();
        if !self.eat('{') {
            self.error(format!("expected '{{' behind '{MAGIC}'"), magic);
            self.skip_line();
            return flags;
        }
        let mut seen: FnvHashMap<String, Span> = FnvHashMap::default();
        loop {
            self.skip_white();
            if self.eat('}') {
                return flags;
            }
            let Some((key, span)) = self.entry(&mut flags) else {
                // What is wrong was said; the section ends at the next brace, or where sections are marked.
                let len = self.rest().find(['}', '%']).unwrap_or(self.rest().len());
                self.at += len;
                self.eat('}');
                return flags;
            };
            match seen.get(&key) {
                Some(first) => self.say(
                    Diagnostic::error(format!("'{key}' is set twice"), span)
                        .of_kind(LexErrorKind::DuplicateName)
                        .also(*first, "set here first"),
                ),
                None => drop(seen.insert(key, span)),
            }
            self.skip_white();
            if !self.eat(',') && !self.rest().starts_with('}') {
                let here = self.here();
                let what = if self.rest().is_empty() { magic } else { here };
                self.error("expected ',' or '}' in the header", what);
                self.at += self.rest().find(['}', '%']).unwrap_or(self.rest().len());
                self.eat('}');
                return flags;
            }
        }
    }

    /// Reads `flag`, `!flag` or `key: value`; `None` if it is none of them.
    fn entry(&mut self, flags: &mut LexFlags) -> Option<(String, Span)> {
        let off = self.eat('!');
        let Some(span) = self.eat_name() else {
            let here = self.here();
            self.error("expected the name of a flag in the header", here);
            return None;
        };
        let key = self.text(span).to_ascii_lowercase();
        self.skip_white();
        let value = if self.eat(':') {
            self.skip_white();
            Some(self.value()?)
        } else {
            None
        };
        let text = value.map(|value| self.text(value));
        if key == "lexerkind" {
            let kind = text.unwrap_or_default();
            let member = kind.rsplit("::").next().unwrap_or_default().trim();
            if !member.eq_ignore_ascii_case("LRNonStreamingLexer") {
                self.error_of(
                    LexErrorKind::InvalidHeader,
                    format!("unknown lexer kind '{kind}', expected 'LRNonStreamingLexer'"),
                    value.unwrap_or(span),
                );
            }
            return Some((key, span));
        }
        let wrong = match (flags.slot(&key), text) {
            (None, _) => Some(format!("unknown flag '{key}'")),
            (Some(Slot::Switch(slot)), None) => {
                *slot = Some(!off);
                None
            }
            (Some(Slot::Switch(slot)), Some(text)) if !off => match text {
                "true" | "false" => {
                    *slot = Some(text == "true");
                    None
                }
                _ => Some(format!("'{key}' is on or off, not '{text}'")),
            },
            (Some(Slot::Size(slot)), Some(text)) if !off => {
                let most = match key.as_str() {
                    "size_limit" => limits::SIZE_LIMIT,
                    _ => limits::DFA_SIZE_LIMIT,
                };
                number(&key, text, most).map(|size| *slot = Some(size)).err()
            }
            (Some(Slot::Depth(slot)), Some(text)) if !off => {
                number(&key, text, limits::NEST_LIMIT).map(|depth| *slot = Some(depth)).err()
            }
            (Some(Slot::Switch(_)), Some(_)) => Some(format!("'!{key}' takes no value")),
            (Some(_), _) => Some(format!("'{key}' needs a number: '{key}: 1000'")),
        };
        if let Some(message) = wrong {
            self.error_of(LexErrorKind::InvalidHeader, message, value.unwrap_or(span));
        }
        Some((key, span))
    }

    /// A number, a name, or a path of names.
    fn value(&mut self) -> Option<Span> {
        let len = self
            .rest()
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'))
            .unwrap_or(self.rest().len());
        if len == 0 {
            let here = self.here();
            self.error("expected a value in the header", here);
            return None;
        }
        let span = Span::new(self.at, self.at + len);
        self.at = span.end();
        Some(span)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn eat_name(&mut self) -> Option<Span> {
        let len = name_len(self.rest());
        let span = Span::new(self.at, self.at + len);
        self.at += len;
        (len > 0).then_some(span)
    }

    /// The next character.
    fn here(&self) -> Span {
        let len = self.rest().chars().next().map_or(0, char::len_utf8);
        Span::new(self.at, self.at + len)
    }
}

/// The number that `text` is, or what is wrong with it as the value of `key`, which may be `most`.
fn number<Number>(key: &str, text: &str, most: Number) -> Result<Number, String>
where
    Number: FromStr<Err = ParseIntError> + Display + PartialOrd,
{
    let too_large =
        || format!("'{key}' is '{text}', above the ceiling of {most}: set it to {most} or less");
    match text.parse::<Number>() {
        Ok(value) if value <= most => Ok(value),
        Ok(_) => Err(too_large()),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err(too_large()),
        Err(_) => Err(format!("'{key}' is a number, not '{text}'")),
    }
}
