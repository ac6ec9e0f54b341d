//! Classes in brackets.
//!
//! Characters, ranges and classes of ASCII are read here. What is rarer (classes in classes, set
//! operations, properties, letters beyond ASCII in both cases) is cut out as it is written, and the
//! `regex` crate is asked for its characters.

use super::{Parser, RANGES, Refusal, Switches, escape::Escape};
use crate::regex::charset::CharSet;

impl<'a> Parser<'a, '_> {
    /// Reads a class after its `[`; `start` begins with that.
    pub(super) fn class(&mut self, start: &'a str) -> Result<CharSet, Refusal> {
        let inside = self.rest;
        if let Some(set) = self.plain_class()? {
            return Ok(set);
        }
        let len = 1 + class_len(inside, self.switches.extended).ok_or(Refusal::Wrong)?;
        self.rest = &start[len..];
        self.probe(&start[..len])
    }

    /// Reads a class of plain characters and ranges; `None` if it has more in it.
    fn plain_class(&mut self) -> Result<Option<CharSet>, Refusal> {
        let Switches { caseless, unicode, extended, .. } = self.switches;
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        // Other cases of their letters are in these already.
        let mut closed = CharSet::default();
        while self.eat("-") {
            ranges.push((u32::from(b'-'), u32::from(b'-')));
        }
        let mut first = ranges.is_empty();
        loop {
            if self.eat("[:") {
                let class = posix_name(self.rest).and_then(|name| Some((name, posix_class(name)?)));
                match class {
                    Some((name, class)) => {
                        self.rest = &self.rest[name.len() + 2..];
                        ranges.extend(class);
                    }
                    _ => return Ok(None),
                }
                first = false;
                continue;
            }
            if ["[", "&&", "--", "~~"].iter().any(|sign| self.rest.starts_with(sign)) {
                return Ok(None);
            }
            if self.rest.starts_with(']') && !first {
                break;
            }
            first = false;
            let from = match self.class_char()? {
                Some(Escape::Char(c)) => c,
                Some(Escape::Class(set)) => {
                    if self.rest.starts_with('-') && !self.rest.starts_with("-]") {
                        return Ok(None);
                    }
                    self.spend(1 + set.ranges().len() / RANGES)?;
                    closed = closed.union(&set);
                    continue;
                }
                _ => return Ok(None),
            };
            // Blanks mean nothing, and a comment may hold a bracket.
            if extended && (from.is_whitespace() || from == '#') {
                return Ok(None);
            }
            let ends = ["-]", "--"].iter().any(|sign| self.rest.starts_with(sign));
            if ends || !self.eat("-") {
                ranges.push((from as u32, from as u32));
                continue;
            }
            // A bracket is an ordinary character here.
            let to = if self.eat("[") { Some(Escape::Char('[')) } else { self.class_char()? };
            match to {
                Some(Escape::Char(to)) if from <= to && !(extended && to.is_whitespace()) => {
                    ranges.push((from as u32, to as u32));
                }
                _ => return Ok(None),
            }
        }
        self.next()?;
        let mut set = CharSet::of(ranges);
        if caseless {
            let Some(both) = set.in_both_cases(unicode) else { return Ok(None) };
            set = both;
        }
        let set = set.union(&closed);
        if !unicode && (negated || !set.is_ascii()) {
            return Err(Refusal::Wrong);
        }
        Ok(Some(if negated { set.complement() } else { set }))
    }

    /// Reads a character of a class, or an escape; `None` for what only the `regex` crate knows.
    fn class_char(&mut self) -> Result<Option<Escape>, Refusal> {
        let c = self.next()?;
        if c != '\\' {
            return Ok((c != '[').then_some(Escape::Char(c)));
        }
        match self.peek() {
            // The whole class costs no more than this one.
            Some('p' | 'P') => Ok(None),
            Some('b' | 'B' | 'A' | 'z' | '<' | '>') => Err(Refusal::Wrong),
            _ => self.escape(self.rest).map(Some),
        }
    }
}

/// The length of a class after its `[`, up to and with its `]`.
/// In an `extended` regex comments may stand in it.
fn class_len(inside: &str, extended: bool) -> Option<usize> {
    let mut depth = 1;
    let mut at = start_len(inside);
    let char = |at: &mut usize| {
        let c = inside[*at..].chars().next()?;
        *at += c.len_utf8();
        Some(c)
    };
    while depth > 0 {
        match char(&mut at)? {
            '[' => match inside[at..].strip_prefix(':').and_then(posix_name) {
                Some(name) if posix_class(name.trim_start_matches('^')).is_some() => {
                    at += name.len() + 3;
                }
                _ => {
                    depth += 1;
                    at += start_len(&inside[at..]);
                }
            },
            ']' => depth -= 1,
            '#' if extended => at += inside[at..].find('\n')?,
            c => {
                if c == '\\' {
                    char(&mut at)?;
                }
                let rest = &inside[at..];
                let comment = |rest: &str| {
                    extended && rest.starts_with(|c: char| c.is_whitespace() || c == '#')
                };
                let is_range = c != '-'
                    && rest
                        .strip_prefix('-')
                        .is_some_and(|rest| !rest.starts_with([']', '-']) && !comment(rest));
                // The end of a range may be a bracket.
                if is_range && {
                    at += 1;
                    char(&mut at)?
                } == '\\'
                {
                    char(&mut at)?;
                }
            }
        }
    }
    Some(at)
}

/// The length of what is an ordinary character at the start of a class only, with the sign of
/// negation.
fn start_len(inside: &str) -> usize {
    let negated = usize::from(inside.starts_with('^'));
    let dashes = inside[negated..].bytes().take_while(|&byte| byte == b'-').count();
    let bracket = dashes == 0 && inside[negated..].starts_with(']');
    negated + dashes + usize::from(bracket)
}

/// What stands before the `:]` that is near the start of `text`.
pub(crate) fn posix_name(text: &str) -> Option<&str> {
    let len = text.bytes().take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'^').count();
    text[len..].starts_with(":]").then(|| &text[..len])
}

/// The ranges of the class `[:name:]`, which knows ASCII only.
fn posix_class(name: &str) -> Option<Vec<(u32, u32)>> {
    let matches: fn(&u8) -> bool = match name {
        "alnum" => u8::is_ascii_alphanumeric,
        "alpha" => u8::is_ascii_alphabetic,
        "ascii" => u8::is_ascii,
        "blank" => |byte| b" \t".contains(byte),
        "cntrl" => u8::is_ascii_control,
        "digit" => u8::is_ascii_digit,
        "graph" => u8::is_ascii_graphic,
        "lower" => u8::is_ascii_lowercase,
        "print" => |byte| (b' '..=b'~').contains(byte),
        "punct" => u8::is_ascii_punctuation,
        "space" => |byte| byte.is_ascii_whitespace() || *byte == 0x0b,
        "upper" => u8::is_ascii_uppercase,
        "word" => |byte| byte.is_ascii_alphanumeric() || *byte == b'_',
        "xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    };
    Some((0..128).filter(matches).map(|byte| (u32::from(byte), u32::from(byte))).collect())
}
