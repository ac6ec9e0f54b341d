//! What stands after a backslash.

use super::{Parser, Refusal};
use crate::{
    limits, look,
    look::Look,
    regex::{charset::CharSet, perl, unicode},
};

/// What a backslash and what follows it stand for.
pub(super) enum Escape {
    Char(char),
    /// A class, in which other cases of its letters are already.
    Class(CharSet),
    /// A place between characters.
    Place(Look),
}

impl<'a> Parser<'a, '_> {
    /// Reads what stands after a backslash; `start` begins with that.
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
            'b' | 'B' | 'A' | 'z' | '<' | '>' => return Ok(Escape::Place(self.place(c)?)),
            c if c.is_ascii() && !c.is_ascii_alphanumeric() => c,
            _ => return Err(Refusal::Wrong),
        }))
    }

    /// The place that is written with this letter.
    fn place(&mut self, letter: char) -> Result<Look, Refusal> {
        let unicode = self.switches.unicode;
        let word = move |kind| kind == look::ASCII_WORD || unicode && kind == look::OTHER_WORD;
        let starts = move |before, after| !word(before) && word(after);
        let ends = move |before, after| word(before) && !word(after);
        let named = self.rest.strip_prefix('{').filter(|rest| {
            letter == 'b' && rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-')
        });
        if let Some(rest) = named {
            self.rest = rest;
            return Ok(match self.until('}')? {
                "start" => Look::of(starts),
                "end" => Look::of(ends),
                "start-half" => Look::of(|before, _| !word(before)),
                "end-half" => Look::of(|_, after| !word(after)),
                _ => return Err(Refusal::Wrong),
            });
        }
        Ok(match letter {
            'A' => Look::of(|before, _| before == look::EDGE),
            'z' => Look::of(|_, after| after == look::EDGE),
            '<' => Look::of(starts),
            '>' => Look::of(ends),
            'b' => Look::of(|before, after| word(before) != word(after)),
            _ => Look::of(|before, after| word(before) == word(after)),
        })
    }

    /// Reads the digits of a character's code: so many, or any number in braces.
    fn hex(&mut self, digits: usize) -> Result<char, Refusal> {
        let braces = self.eat("{");
        let mut text = if braces {
            self.until('}')?.to_owned()
        } else {
            let (text, rest) = self.rest.split_at_checked(digits).ok_or(Refusal::Wrong)?;
            self.rest = rest;
            text.to_owned()
        };
        if self.switches.extended {
            text.retain(|c| !c.is_whitespace());
        }
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = plain.then(|| u32::from_str_radix(&text, 16).ok()).flatten();
        let c = code.and_then(char::from_u32).ok_or(Refusal::Wrong)?;
        // Without Unicode it would be a byte.
        let is_byte = !self.switches.unicode && !braces && digits == 2 && !c.is_ascii();
        if is_byte { Err(Refusal::Wrong) } else { Ok(c) }
    }

    /// Reads the rest of an octal number of up to three digits.
    fn octal(&mut self, first: char) -> Result<char, Refusal> {
        let mut code = first as u32 - u32::from(b'0');
        for _ in 0..2 {
            let Some(digit @ '0'..='7') = self.peek() else { break };
            code = code * 8 + digit as u32 - u32::from(b'0');
            self.next()?;
        }
        char::from_u32(code).ok_or(Refusal::Wrong)
    }

    /// The characters of `\d`, `\s`, `\w`, or of all but these.
    fn perl_class(&self, letter: char) -> Result<CharSet, Refusal> {
        let unicode = self.switches.unicode;
        if !unicode && letter.is_ascii_uppercase() {
            return Err(Refusal::Wrong);
        }
        Ok(perl::class(letter, unicode))
    }

    /// The characters of a class that only the `regex` crate knows.
    pub(super) fn probe(&mut self, class: &str) -> Result<CharSet, Refusal> {
        let switches = self.switches;
        let class = match (switches.caseless, switches.unicode) {
            (false, true) => class.to_owned(),
            (true, true) => format!("(?i:{class})"),
            (false, false) => format!("(?-u:{class})"),
            (true, false) => format!("(?i-u:{class})"),
        };
        let class = if switches.extended { format!("(?x:{class})") } else { class };
        let classes = &mut self.budget.classes;
        if !classes.contains(&class) {
            if classes.len() == limits::CLASSES {
                return Err(Refusal::Classes);
            }
            classes.insert(class.clone());
        }
        unicode::chars(&class, self.octal).map(|set| set.as_ref().clone()).ok_or(Refusal::Wrong)
    }
}
