//! Rules that give the token that the character is which they match: flex's `return yytext[0];`.
//!
//! Such a rule becomes a rule for each ASCII character that it matches. A grammar knows few of them: others are errors
//! where they stand in a text, as those characters are which no rule matches. That needs a regex all of whose texts are
//! one character long, of classes, single characters, `.` and alternatives.

use lrtable::{Span, diagnostic::Diagnostic};

use super::{Flags, Reader, RuleSpec};
use crate::limits;

/// ASCII characters.
type Chars = [bool; 128];

impl Reader<'_> {
    /// The rules of the characters that `rule` matches. `place` is what makes it such a rule.
    pub(super) fn by_char(&mut self, rule: RuleSpec, flags: &Flags, place: Span) -> Vec<RuleSpec> {
        let chars = chars(rule.pattern.text(), flags);
        let Some(chars) = chars else {
            let message = "the token is named by the text only where the regex is one character, a class '[…]', '.', or several of these with '|' between: other text is an error";
            self.say(Diagnostic::warning(message, place));
            return vec![RuleSpec { error: true, ..rule }];
        };
        let count = chars.iter().filter(|set| **set).count();
        let context = rule.context.as_ref().map_or(0, |context| context.text().len());
        self.spend_regex(count.saturating_sub(1) * context, place);
        self.spend_active(count.saturating_sub(1) * rule.start_states.len(), place);
        if self.has_stopped() {
            return Vec::new();
        }
        let of_char = |at: usize| {
            let c = char::from(u8::try_from(at).expect("an ASCII character"));
            RuleSpec {
                name: Some(c.to_string()),
                // Empty: the name stands nowhere in the file.
                name_span: Span::new(place.start(), place.start()),
                pattern: rule.pattern.of_char(c),
                ..rule.clone()
            }
        };
        (0..chars.len()).filter(|at| chars[*at]).map(of_char).collect()
    }
}

/// The ASCII characters that a regex matches; none if it may match a longer text, or is not understood.
fn chars(regex: &str, flags: &Flags) -> Option<Chars> {
    let mut scan = Scan { rest: regex, dot_matches_newline: flags.dot_matches_new_line };
    let mut chars = scan.alternatives(limits::CHAR_GROUPS)?;
    if flags.case_insensitive {
        for (lower, upper) in (b'a'..=b'z').zip(b'A'..=b'Z') {
            let either = chars[usize::from(lower)] || chars[usize::from(upper)];
            chars[usize::from(lower)] = either;
            chars[usize::from(upper)] = either;
        }
    }
    (scan.rest.is_empty() && !flags.ignore_whitespace).then_some(chars)
}

struct Scan<'a> {
    rest: &'a str,
    dot_matches_newline: bool,
}

impl Scan<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn skip(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// One or several characters. `depth`: how many groups may be opened inside each other?
    fn alternatives(&mut self, depth: usize) -> Option<Chars> {
        let mut all = self.single(depth)?;
        while self.skip("|") {
            let other = self.single(depth)?;
            all.iter_mut().zip(other).for_each(|(to, from)| *to |= from);
        }
        Some(all)
    }

    /// One character, however it is written.
    fn single(&mut self, depth: usize) -> Option<Chars> {
        if self.skip("(?:") || self.skip("(") {
            let inner = self.alternatives(depth.checked_sub(1)?)?;
            return self.skip(")").then_some(inner);
        }
        let mut chars = [false; 128];
        match self.next()? {
            '[' => return self.class(),
            '.' => {
                chars = [true; 128];
                chars[usize::from(b'\n')] = self.dot_matches_newline;
            }
            '\\' => *chars.get_mut(self.escaped()? as usize)? = true,
            '+' | '*' | '?' | ')' | '|' | ']' | '{' | '}' | '^' | '$' => return None,
            c => *chars.get_mut(c as usize)? = true,
        }
        Some(chars)
    }

    /// A class, behind its `[`.
    fn class(&mut self) -> Option<Chars> {
        let negated = self.skip("^");
        let mut chars = [false; 128];
        let mut first = true;
        loop {
            let low = match self.next()? {
                ']' if !first => break,
                '[' => {
                    let (name, rest) = self.rest.strip_prefix(':')?.split_once(":]")?;
                    self.rest = rest;
                    let is_in = posix_class(name)?;
                    (0..128_u8).for_each(|c| chars[usize::from(c)] |= is_in(&c));
                    first = false;
                    continue;
                }
                '\\' => self.escaped()?,
                c => c,
            };
            first = false;
            let mut high = low;
            if self.rest.starts_with('-') && !self.rest.starts_with("-]") {
                self.skip("-");
                high = match self.next()? {
                    '[' => return None,
                    '\\' => self.escaped()?,
                    c => c,
                };
            }
            for c in low..=high {
                // In a negated class what is not ASCII is not asked for.
                if let Some(set) = chars.get_mut(c as usize) {
                    *set = true;
                } else if !negated {
                    return None;
                }
            }
        }
        Some(chars.map(|set| set != negated))
    }

    /// The character of an escape, behind its backslash.
    fn escaped(&mut self) -> Option<char> {
        match self.next()? {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'f' => Some('\x0c'),
            'v' => Some('\x0b'),
            'a' => Some('\x07'),
            'x' => {
                let hex = self.rest.get(..2)?;
                self.rest = &self.rest[2..];
                u8::from_str_radix(hex, 16).ok().map(char::from)
            }
            c if c.is_ascii_punctuation() => Some(c),
            _ => None,
        }
    }
}

/// The class `[:NAME:]`.
fn posix_class(name: &str) -> Option<fn(&u8) -> bool> {
    Some(match name {
        "alnum" => u8::is_ascii_alphanumeric,
        "alpha" => u8::is_ascii_alphabetic,
        "digit" => u8::is_ascii_digit,
        "graph" => u8::is_ascii_graphic,
        "lower" => u8::is_ascii_lowercase,
        "punct" => u8::is_ascii_punctuation,
        "upper" => u8::is_ascii_uppercase,
        "xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    })
}
