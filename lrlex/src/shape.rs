//! With which bytes the text of a regex can start, and whether a regex is a plain text.
//!
//! Both are read off the regex in one pass, and err on the safe side: a construct that is not understood here may start with
//! any byte and is no plain text. So the answers only ever save work, they never decide what matches.

use crate::spec::Flags;

/// Groups inside groups that are looked into.
const MAX_DEPTH: usize = 64;

/// A set of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bytes([u128; 2]);

impl Bytes {
    const NONE: Bytes = Bytes([0, 0]);
    const ALL: Bytes = Bytes([!0, !0]);
    const NON_ASCII: Bytes = Bytes([0, !0]);

    /// Is `byte` in the set?
    pub(crate) fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 7)] >> (byte & 127) & 1 == 1
    }

    fn add(&mut self, byte: u8) {
        self.0[usize::from(byte >> 7)] |= 1 << (byte & 127);
    }

    fn union(self, other: Bytes) -> Bytes {
        Bytes([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    fn ascii(matches: impl Fn(&u8) -> bool) -> Bytes {
        let mut bytes = Bytes::NONE;
        (0..128)
            .filter(|byte| matches(byte))
            .for_each(|byte| bytes.add(byte));
        bytes
    }

    /// The first bytes of `c`, and of its other case.
    fn of(c: char, caseless: bool) -> Bytes {
        let mut bytes = Bytes::NONE;
        bytes.add(c.encode_utf8(&mut [0; 4]).as_bytes()[0]);
        if !caseless {
            return bytes;
        }
        if c.is_ascii() {
            bytes.add(c.to_ascii_lowercase() as u8);
            bytes.add(c.to_ascii_uppercase() as u8);
        }
        // The Kelvin sign and the long s are cases of ASCII letters.
        match c {
            'k' | 'K' | 's' | 'S' => bytes.union(Bytes::NON_ASCII),
            _ if c.is_ascii() => bytes,
            _ => Bytes::NON_ASCII.union(Bytes::ascii(|byte| b"kKsS".contains(byte))),
        }
    }
}

/// The first bytes of the texts, other than the empty one, that `regex` matches.
pub(crate) fn bytes(regex: &str, flags: &Flags) -> Bytes {
    let mut scan = Scan {
        rest: regex,
        extended: flags.ignore_whitespace,
    };
    match scan.alternatives(flags.case_insensitive, 0) {
        Some((bytes, _)) if scan.rest.is_empty() => bytes,
        _ => Bytes::ALL,
    }
}

/// The only text that `regex` matches, if that is seen easily.
pub(crate) fn literal(regex: &str, flags: &Flags) -> Option<String> {
    if flags.case_insensitive || flags.ignore_whitespace {
        return None;
    }
    let inner = regex
        .strip_prefix("(?:")
        .and_then(|rest| rest.strip_suffix(')'));
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

/// First bytes, and whether the empty text matches.
type First = (Bytes, bool);

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
    fn alternatives(&mut self, mut caseless: bool, depth: usize) -> Option<First> {
        if depth > MAX_DEPTH || self.extended {
            return None;
        }
        let mut all = (Bytes::NONE, false);
        // What the present alternative has so far.
        let mut sequence = (Bytes::NONE, true);
        loop {
            match self.peek() {
                None | Some(')') => break,
                Some('|') => {
                    self.next();
                    all = (all.0.union(sequence.0), all.1 | sequence.1);
                    sequence = (Bytes::NONE, true);
                }
                Some(_) => {
                    let atom = self.repeated(&mut caseless, depth)?;
                    if sequence.1 {
                        sequence = (sequence.0.union(atom.0), atom.1);
                    }
                }
            }
        }
        Some((all.0.union(sequence.0), all.1 | sequence.1))
    }

    /// An atom and the signs of repetition behind it.
    fn repeated(&mut self, caseless: &mut bool, depth: usize) -> Option<First> {
        let (bytes, mut empty) = self.atom(caseless, depth)?;
        loop {
            if self.eat("*") || self.eat("?") {
                empty = true;
            } else if self.eat("{") {
                let close = self.rest.find('}')?;
                let least = self.rest[..close].split(',').next()?.trim();
                empty |= least.parse::<u32>().ok().is_none_or(|least| least == 0);
                self.rest = &self.rest[close + 1..];
            } else if !self.eat("+") {
                return Some((bytes, empty));
            }
        }
    }

    fn atom(&mut self, caseless: &mut bool, depth: usize) -> Option<First> {
        Some(match self.next()? {
            '(' => return self.group(caseless, depth),
            '[' => (self.class(*caseless)?, false),
            '.' => (Bytes::ALL, false),
            '^' | '$' => (Bytes::NONE, true),
            '\\' => match self.escape()? {
                Escape::Char(c) => (Bytes::of(c, *caseless), false),
                Escape::Class(bytes) => (bytes, false),
                Escape::Place => (Bytes::NONE, true),
            },
            c => (Bytes::of(c, *caseless), false),
        })
    }

    /// Behind the opening bracket of a group.
    fn group(&mut self, caseless: &mut bool, depth: usize) -> Option<First> {
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
                        return Some((Bytes::NONE, true));
                    }
                    _ => return None,
                }
            }
        }
        let first = self.alternatives(inside, depth + 1)?;
        self.eat(")").then_some(first)
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
            if ["&&", "--", "~~", "["]
                .iter()
                .any(|operator| self.rest.starts_with(operator))
            {
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
            true => Bytes([!bytes.0[0], !0]),
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
                u32::from_str_radix(digits, 16)
                    .ok()
                    .and_then(char::from_u32)
                    .map(Escape::Char)
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

/// The class `[:name:]`, which knows ASCII only.
fn posix_class(name: &str) -> Option<Bytes> {
    Some(Bytes::ascii(match name {
        "alnum" => u8::is_ascii_alphanumeric,
        "alpha" => u8::is_ascii_alphabetic,
        "ascii" => u8::is_ascii,
        "blank" => |byte: &u8| b" \t".contains(byte),
        "cntrl" => u8::is_ascii_control,
        "digit" => u8::is_ascii_digit,
        "graph" => u8::is_ascii_graphic,
        "lower" => u8::is_ascii_lowercase,
        "print" => |byte: &u8| (b' '..=b'~').contains(byte),
        "punct" => u8::is_ascii_punctuation,
        "space" => |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b,
        "upper" => u8::is_ascii_uppercase,
        "word" => |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_',
        "xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests;
