//! What is known of a regex's texts without running it: their first bytes, how they all end, whether there is one only.
//!
//! All is read off the regex in one pass, and errs on the safe side: with a construct that is not understood here a text may
//! start with any byte and end in any way. So the answers only ever save work, they never decide what matches.

mod bytes;

use crate::flags::Flags;

pub(crate) use bytes::Bytes;
use bytes::posix_class;

/// Groups inside groups that are looked into.
const MAX_DEPTH: usize = 64;

/// What all texts of a regex have in common.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// What the texts start with, the empty one left out.
    pub(crate) first: Bytes,
    /// What every text ends with.
    pub(crate) end: String,
}

/// What can be told of `regex`.
pub(crate) fn shape(regex: &str, flags: &Flags) -> Shape {
    let mut scan = Scan { rest: regex, extended: flags.ignore_whitespace };
    match scan.alternatives(flags.case_insensitive, 0) {
        Some(piece) if scan.rest.is_empty() => Shape { first: piece.first, end: piece.end },
        _ => Shape { first: Bytes::ALL, end: String::new() },
    }
}

/// The only text that `regex` matches, if that is seen easily.
pub(crate) fn literal(regex: &str, flags: &Flags) -> Option<String> {
    if flags.case_insensitive || flags.ignore_whitespace {
        return None;
    }
    let inner = regex.strip_prefix("(?:").and_then(|rest| rest.strip_suffix(')'));
    let mut chars = inner.unwrap_or(regex).chars();
    let mut text = String::new();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                c if c.is_ascii_punctuation() => c,
                _ => return None,
            },
            '.' | '+' | '*' | '?' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '^' | '$' => {
                return None;
            }
            _ => c,
        });
    }
    (!text.is_empty()).then_some(text)
}

/// A regex that is read from left to right. Every method gives `None` for what it does not understand.
struct Scan<'a> {
    rest: &'a str,
    /// Do blanks mean nothing?
    extended: bool,
}

/// What is known of a part of a regex.
struct Piece {
    first: Bytes,
    /// May it match the empty text?
    empty: bool,
    /// What every text ends with.
    end: String,
    /// Is `end` the only text?
    exact: bool,
}

impl Piece {
    /// Matches the empty text only.
    fn nothing() -> Self {
        Piece { first: Bytes::NONE, empty: true, end: String::new(), exact: true }
    }

    /// A place between characters.
    fn place() -> Self {
        Piece { exact: false, ..Self::nothing() }
    }

    fn class(first: Bytes) -> Self {
        Piece { first, empty: false, end: String::new(), exact: false }
    }

    fn char(c: char, caseless: bool) -> Self {
        let first = Bytes::of(c, caseless);
        let cased = c.is_ascii_alphabetic() || !c.is_ascii();
        if caseless && cased {
            return Self::class(first);
        }
        Piece { first, empty: false, end: c.into(), exact: true }
    }

    /// This, then `next`.
    fn then(&mut self, next: Piece) {
        if self.empty {
            self.first = self.first.union(next.first);
            self.empty = next.empty;
        }
        if next.exact {
            self.end.push_str(&next.end);
        } else {
            self.end = next.end;
            self.exact = false;
        }
    }

    /// This or `other`.
    fn or(&mut self, other: &Piece) {
        self.first = self.first.union(other.first);
        self.empty |= other.empty;
        let same = self.end.chars().rev().zip(other.end.chars().rev()).take_while(|(a, b)| a == b);
        let len: usize = same.map(|(c, _)| c.len_utf8()).sum();
        self.exact &= other.exact && len == self.end.len() && len == other.end.len();
        self.end.drain(..self.end.len() - len);
    }

    /// This several times, or not at all if `least` is 0.
    fn repeat(&mut self, least: u32) {
        self.exact = false;
        if least == 0 {
            self.empty = true;
            self.end.clear();
        }
    }
}

impl Scan<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Up to a closing bracket or the end.
    fn alternatives(&mut self, mut caseless: bool, depth: usize) -> Option<Piece> {
        if depth > MAX_DEPTH || self.extended {
            return None;
        }
        let mut all = self.sequence(&mut caseless, depth)?;
        while self.eat("|") {
            all.or(&self.sequence(&mut caseless, depth)?);
        }
        Some(all)
    }

    /// Up to a bar, a closing bracket, or the end.
    fn sequence(&mut self, caseless: &mut bool, depth: usize) -> Option<Piece> {
        let mut sequence = Piece::nothing();
        while !matches!(self.peek(), None | Some(')' | '|')) {
            sequence.then(self.repeated(caseless, depth)?);
        }
        Some(sequence)
    }

    /// An atom and the signs of repetition behind it.
    fn repeated(&mut self, caseless: &mut bool, depth: usize) -> Option<Piece> {
        let mut piece = self.atom(caseless, depth)?;
        loop {
            if self.eat("*") || self.eat("?") {
                piece.repeat(0);
            } else if self.eat("+") {
                piece.repeat(1);
            } else if self.eat("{") {
                let close = self.rest.find('}')?;
                let least = self.rest[..close].split(',').next()?.trim();
                piece.repeat(least.parse().unwrap_or(0));
                self.rest = &self.rest[close + 1..];
            } else {
                return Some(piece);
            }
        }
    }

    fn atom(&mut self, caseless: &mut bool, depth: usize) -> Option<Piece> {
        Some(match self.next()? {
            '(' => return self.group(caseless, depth),
            '[' => Piece::class(self.class(*caseless)?),
            '.' => Piece::class(Bytes::ALL),
            '^' | '$' => Piece::place(),
            '\\' => match self.escape()? {
                Escape::Char(c) => Piece::char(c, *caseless),
                Escape::Class(bytes) => Piece::class(bytes),
                Escape::Place => Piece::place(),
            },
            c => Piece::char(c, *caseless),
        })
    }

    /// Behind the opening bracket of a group.
    fn group(&mut self, caseless: &mut bool, depth: usize) -> Option<Piece> {
        let mut inside = *caseless;
        if self.eat("?P<") || self.eat("?<") {
            self.rest = &self.rest[self.rest.find('>')? + 1..];
        } else if self.eat("?") {
            let mut on = true;
            loop {
                match self.next()? {
                    'i' => inside = on,
                    '-' => on = false,
                    'x' if on => return None,
                    'm' | 's' | 'U' | 'u' | 'R' | 'x' => {}
                    ':' => break,
                    ')' => {
                        *caseless = inside;
                        return Some(Piece::nothing());
                    }
                    _ => return None,
                }
            }
        }
        let piece = self.alternatives(inside, depth + 1)?;
        self.eat(")").then_some(piece)
    }

    /// Behind the opening bracket of a class.
    fn class(&mut self, caseless: bool) -> Option<Bytes> {
        let negated = self.eat("^");
        let mut bytes = Bytes::NONE;
        let mut start = true;
        loop {
            if self.eat("[:") {
                let close = self.rest.find(":]")?;
                let class = posix_class(&self.rest[..close])?;
                let either = |byte: &u8| {
                    class.contains(byte.to_ascii_lowercase())
                        || class.contains(byte.to_ascii_uppercase())
                };
                bytes = bytes.union(match caseless {
                    true => Bytes::ascii(either).union(Bytes::NON_ASCII),
                    false => class,
                });
                self.rest = &self.rest[close + 2..];
                start = false;
                continue;
            }
            if ["&&", "--", "~~", "["].iter().any(|operator| self.rest.starts_with(operator)) {
                return None;
            }
            let from = match self.next()? {
                ']' if !start => break,
                '\\' => match self.escape()? {
                    Escape::Char(c) => c,
                    Escape::Class(class) => {
                        bytes = bytes.union(class);
                        start = false;
                        continue;
                    }
                    Escape::Place => return None,
                },
                c => c,
            };
            start = false;
            let to = if self.rest.starts_with('-') && !self.rest.starts_with("-]") {
                self.next();
                match self.next()? {
                    '\\' => match self.escape()? {
                        Escape::Char(c) => c,
                        _ => return None,
                    },
                    '[' => return None,
                    c => c,
                }
            } else {
                from
            };
            for c in (from..=to).take_while(char::is_ascii) {
                bytes = bytes.union(Bytes::of(c, caseless));
            }
            if !to.is_ascii() {
                bytes = bytes.union(Bytes::NON_ASCII);
                if caseless {
                    bytes = bytes.union(Bytes::of(to, true));
                }
            }
        }
        // A class that holds one cased letter of several may be negated in one case only: what is not certain stays in.
        Some(match negated {
            true if caseless => Bytes::ALL,
            true => bytes.complement_in_ascii().union(Bytes::NON_ASCII),
            false => bytes,
        })
    }

    /// Behind a backslash.
    fn escape(&mut self) -> Option<Escape> {
        let ascii = |matches: fn(&u8) -> bool| {
            Some(Escape::Class(Bytes::ascii(matches).union(Bytes::NON_ASCII)))
        };
        match self.next()? {
            'n' => Some(Escape::Char('\n')),
            't' => Some(Escape::Char('\t')),
            'r' => Some(Escape::Char('\r')),
            'a' => Some(Escape::Char('\x07')),
            'f' => Some(Escape::Char('\x0c')),
            'v' => Some(Escape::Char('\x0b')),
            'd' => ascii(u8::is_ascii_digit),
            'w' => ascii(|byte| byte.is_ascii_alphanumeric() || *byte == b'_'),
            's' => ascii(|byte| byte.is_ascii_whitespace() || *byte == 0x0b),
            'D' => ascii(|byte| !byte.is_ascii_digit()),
            'W' => ascii(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_'),
            'S' => ascii(|byte| !byte.is_ascii_whitespace() && *byte != 0x0b),
            'A' | 'z' => Some(Escape::Place),
            'b' | 'B' if !self.rest.starts_with('{') => Some(Escape::Place),
            'x' => {
                let (digits, rest) = match self.rest.strip_prefix('{') {
                    Some(rest) => rest.split_once('}')?,
                    None => self.rest.split_at_checked(2)?,
                };
                self.rest = rest;
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).map(Escape::Char)
            }
            c if c.is_ascii_punctuation() => Some(Escape::Char(c)),
            _ => None,
        }
    }
}

/// What a backslash and what follows it stand for.
enum Escape {
    Char(char),
    Class(Bytes),
    /// A place between characters.
    Place,
}

#[cfg(test)]
mod tests;
