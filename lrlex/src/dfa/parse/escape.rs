//! What stands behind a backslash.

use super::{Parser, Refusal};
use crate::{
    dfa::{
        chars::{CharSet, MAX},
        perl, unicode,
    },
    limits,
};

/// What a backslash and what follows it stand for.
pub(super) enum Escape {
    Char(char),
    /// Other cases of its letters are in it already.
    Class(CharSet),
    /// A place between characters.
    Place,
}

impl<'a> Parser<'a, '_> {
    /// Reads what stands behind a backslash; `start` begins with that.
    pub(super) fn escape(&mut self, start: &'a str) -> Result<Escape, Refusal> {
        let c = self.next()?;
        Ok(Escape::Char(match c {
            'a' => '\x07',
            'f' => '\x0c',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\x0b',
            'x' => self.hex(2)?,
            'u' => self.hex(4)?,
            'U' => self.hex(8)?,
            '0'..='7' if self.octal => self.octal(c)?,
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => return Ok(Escape::Class(self.perl_class(c)?)),
            'p' | 'P' => {
                if self.eat("{") {
                    self.until('}')?;
                } else {
                    self.next()?;
                }
                let text = &start[..start.len() - self.rest.len()];
                return Ok(Escape::Class(self.probe(text)?));
            }
            'b' | 'B' | 'A' | 'z' | '<' | '>' if self.lenient => {
                if self.eat("{") {
                    self.until('}')?;
                }
                return Ok(Escape::Place);
            }
            'b' | 'B' | 'A' | 'z' | '<' | '>' => return Err(Refusal::LookAround),
            ' ' if self.switches.extended => ' ',
            c if c.is_ascii_punctuation() => c,
            _ => return Err(Refusal::Unknown),
        }))
    }

    /// Reads the digits of a character's code: so many, or any number in braces.
    fn hex(&mut self, digits: usize) -> Result<char, Refusal> {
        let text = if self.eat("{") {
            self.until('}')?
        } else {
            let (text, rest) = self.rest.split_at_checked(digits).ok_or(Refusal::Unknown)?;
            self.rest = rest;
            text
        };
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = plain.then(|| u32::from_str_radix(text, 16).ok()).flatten();
        let c = code.and_then(char::from_u32).ok_or(Refusal::Unknown)?;
        // Without Unicode it may be a byte.
        if c.is_ascii() || self.switches.unicode { Ok(c) } else { Err(Refusal::Unknown) }
    }

    /// Reads the rest of an octal number of up to three digits.
    fn octal(&mut self, first: char) -> Result<char, Refusal> {
        let mut code = first as u32 - u32::from(b'0');
        for _ in 0..2 {
            match self.peek() {
                Some(digit @ '0'..='7') => code = code * 8 + digit as u32 - u32::from(b'0'),
                _ => break,
            }
            self.next()?;
        }
        let c = char::from_u32(code).ok_or(Refusal::Unknown)?;
        if c.is_ascii() || self.switches.unicode { Ok(c) } else { Err(Refusal::Unknown) }
    }

    /// The characters of `\d`, `\s`, `\w`, or of all but these.
    fn perl_class(&self, letter: char) -> Result<CharSet, Refusal> {
        let unicode = self.switches.unicode;
        if !unicode && letter.is_ascii_uppercase() {
            return if self.lenient { Ok(all()) } else { Err(Refusal::Unknown) };
        }
        Ok(perl::class(letter, unicode))
    }

    /// The characters of a class that only the `regex` crate knows.
    pub(super) fn probe(&mut self, class: &str) -> Result<CharSet, Refusal> {
        if !self.switches.unicode {
            return if self.lenient { Ok(all()) } else { Err(Refusal::Unknown) };
        }
        let class = if self.switches.caseless { &format!("(?i:{class})") } else { class };
        let classes = &mut self.budget.classes;
        if !classes.contains(class) {
            if classes.len() == limits::CLASSES {
                return Err(Refusal::TooLarge);
            }
            classes.insert(class.to_owned());
        }
        unicode::chars(class).map(|set| set.as_ref().clone()).ok_or(Refusal::Unknown)
    }
}

/// All characters.
pub(super) fn all() -> CharSet {
    CharSet::of(vec![(0, MAX)])
}
