//! From a regex as a lex file spells it to one that the `regex` crate reads, with the way back for
//! error messages.
//!
//! What differs: `{NAME}` is replaced by its definition, as a group; a backslash before a character
//! that needs none is dropped; `\b` may be a backspace; and in flex's dialect `"…"` is literal,
//! brackets do not nest (`class`), definitions are replaced as text, and `^` and `/` are conditions
//! on what stands around the text.

mod class;

use crate::LexErrorKind;
use lrtable::{Span, diagnostic::Diagnostic};

pub(super) use class::class_len;

use super::{LexFile, ReadRule, definition_name_len};
use crate::{limits, regex::posix_name};

/// Bytes after an escape's `{` among which its `}` is looked for. Names of classes are shorter.
const ESCAPE: usize = 100;

/// Characters that mean something else to the `regex` crate if no backslash stands before them.
const META: &str = r"\.+*?()|[]{}^$#&-~";

/// A regex in the syntax of the `regex` crate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pattern {
    pub(crate) text: String,
    /// The byte of the lex file that each character of `text` comes from.
    origins: Vec<u32>,
    /// Where it stands in the lex file.
    pub(crate) span: Span,
    /// Whether it names bytes above `\x7f` by numbers, as flex reads them, and not all of them
    /// together.
    pub(crate) bytes: bool,
    /// Whether the rule has become several, for texts that its action tells apart.
    pub(crate) part: bool,
}

impl Pattern {
    /// A regex that stands nowhere in the file.
    pub(super) fn made(text: &str) -> Pattern {
        let origins = vec![0; text.chars().count()];
        Pattern { text: text.to_owned(), origins, ..Pattern::default() }
    }

    /// A regex of some of the texts of this one, in its place.
    pub(super) fn part(&self, regex: &str) -> Pattern {
        let origins = vec![narrow(self.span.start()); regex.chars().count()];
        Pattern { origins, text: regex.to_owned(), span: self.span, bytes: false, part: true }
    }

    /// The place in the lex file of `len` characters of the text, the first being the `start`th.
    pub(crate) fn origin(&self, start: usize, len: usize) -> Span {
        let Some(&from) = self.origins.get(start) else {
            return Span::new(self.span.end(), self.span.end());
        };
        let last = self.origins[(start + len.max(1) - 1).min(self.origins.len() - 1)];
        Span::new(from as usize, last.max(from) as usize + 1)
    }
}

impl LexFile<'_> {
    /// Translates the regex at `span`: a rule that skips what it matches. What is wrong with it is
    /// added to the diagnostics, except what the `regex` crate will find.
    pub(super) fn translate(&mut self, span: Span) -> ReadRule {
        let left = limits::REGEX.min(limits::REGEXES.saturating_sub(self.used.regexes));
        let mut translator = Translator {
            posix_escapes: self.flags.posix_escapes,
            pattern: Pattern { span, ..Pattern::default() },
            groups: Vec::new(),
            extended: self.flags.ignore_whitespace,
            left,
            exhausted: false,
            stuck: false,
            line_start: false,
            context: None,
            reader: self,
        };
        translator.regex(span, 0, true);
        let Translator { mut pattern, line_start, context, left: unused, exhausted, .. } =
            translator;
        // What the file may still have is less than what a regex may.
        let all = exhausted && left < limits::REGEX;
        self.spend_regex(if all { left } else { left - unused }, span);
        if exhausted && !self.has_stopped() {
            let most = limits::REGEX;
            let message = match span.len() > most {
                true => format!("a regex has {most} bytes at most: make several rules of it"),
                false => format!("the definitions in this regex expand to more than {most} bytes"),
            };
            self.error_of(LexErrorKind::LimitReached, message, span);
        }
        let context = context.map(|(chars, slash)| {
            let at =
                pattern.text.char_indices().nth(chars).map_or(pattern.text.len(), |(at, _)| at);
            Pattern {
                text: pattern.text.split_off(at),
                origins: pattern.origins.split_off(chars),
                span: Span::new(slash + 1, span.end()),
                ..pattern
            }
        });
        ReadRule { pattern, line_start, context, ..ReadRule::default() }
    }
}

struct Translator<'r, 'a> {
    reader: &'r mut LexFile<'a>,
    posix_escapes: bool,
    /// The regex, as far as it is translated.
    pattern: Pattern,
    /// The opening brackets of the groups that are open; in flex's dialect, whether blanks mean
    /// nothing in them.
    groups: Vec<(usize, bool)>,
    /// Whether `#` may start a comment.
    extended: bool,
    /// The number of bytes that may still be read, those of definitions as often as they are used.
    left: usize,
    /// Whether the regex has more bytes than may be read.
    exhausted: bool,
    /// Whether a definition was found that is defined by itself.
    stuck: bool,
    /// Whether the regex matches only where a line starts.
    line_start: bool,
    /// Where trailing context starts: characters of `text`, and the slash in the file.
    context: Option<(usize, usize)>,
}

impl Translator<'_, '_> {
    fn push(&mut self, text: &str, origin: usize) {
        self.pattern.text.push_str(text);
        self.pattern.origins.extend(text.chars().map(|_| narrow(origin)));
    }

    /// Appends a part of the file as it is.
    fn copy(&mut self, span: Span) {
        let text = self.reader.text(span);
        self.pattern.text.push_str(text);
        self.pattern.origins.extend(text.char_indices().map(|(at, _)| narrow(span.start() + at)));
    }

    /// Translates the regex at `span`, which stands `nested` definitions deep. `last`: whether the
    /// whole regex ends with it.
    ///
    /// Brackets must be balanced inside a definition and inside the whole, since both become
    /// groups; in flex's dialect inside the whole only. With comments in the regex that cannot be
    /// told here.
    fn regex(&mut self, span: Span, nested: usize, last: bool) {
        match self.left.checked_sub(span.len()) {
            Some(left) => self.left = left,
            None => self.exhausted = true,
        }
        if self.exhausted {
            return;
        }
        let flex = self.reader.flex;
        let outer = if flex { 0 } else { self.groups.len() };
        let mut classes = 0;
        let mut at = span.start();
        while at < span.end() {
            let rest = self.reader.text(Span::new(at, span.end()));
            let c = rest.chars().next().expect("the span is not used up");
            let mut len = c.len_utf8();
            match c {
                '\\' => len = self.escape(at, rest, classes > 0),
                '[' if flex => len = self.classes(at, rest),
                '[' if classes > 0 && posix_class_len(rest) > 0 => {
                    len = posix_class_len(rest);
                    self.copy(Span::new(at, at + len));
                }
                '[' => {
                    classes += 1;
                    len = class_start_len(rest);
                    self.copy(Span::new(at, at + len));
                }
                ']' if classes > 0 => {
                    classes -= 1;
                    self.push("]", at);
                }
                '"' if flex => len = self.literal(at, rest),
                '(' if flex && rest.starts_with("(?#") => {
                    len = rest.find(')').map_or(rest.len(), |end| end + 1);
                }
                '(' if flex && flags(rest).is_some() => {
                    let (flags, sets) = flags(rest).expect("there are flags");
                    len = flags + "(?:".len();
                    let inner = rest[2..2 + flags].replace('x', "");
                    self.push(&format!("(?{}:", inner.trim_end_matches('-')), at);
                    self.groups.push((at, sets.unwrap_or(self.is_extended())));
                }
                _ if c.is_whitespace() && self.is_extended() => {}
                '/' if self.is_extended() && comment_len(rest) > 0 => len = comment_len(rest),
                '{' if classes == 0 && definition_len(rest) > 0 => {
                    len = definition_len(rest);
                    let definition = Span::new(at, at + len);
                    self.definition(definition, nested, last && definition.end() == span.end());
                }
                '/' if flex => self.trailing_context(at),
                '^' if flex => match self.is_start() {
                    true => self.line_start = true,
                    false => self.push("\\^", at),
                },
                '$' if flex => match last && self.groups.is_empty() && at + 1 == span.end() {
                    true => self.line_end(at),
                    false => self.push("\\$", at),
                },
                _ => {
                    match c {
                        '(' if classes == 0 => {
                            self.extended |= turns_on_comments(rest);
                            self.groups.push((at, self.is_extended()));
                        }
                        ')' if classes == 0 && self.groups.len() > outer => {
                            self.groups.pop();
                        }
                        ')' if classes == 0 => self.unbalanced("unopened", at),
                        '{' if self.reader.repeats_all => self.warn_of_repetition(at),
                        _ => {}
                    }
                    self.copy(Span::new(at, at + len));
                }
            }
            at += len;
        }
        if nested > 0 && flex {
            return;
        }
        for (open, _) in self.groups.split_off(outer) {
            self.unbalanced("unclosed", open);
        }
    }

    fn unbalanced(&mut self, how: &str, bracket: usize) {
        if !self.extended {
            let message = format!("invalid regex: {how} group");
            let span = Span::new(bracket, bracket + 1);
            self.reader.error_of(LexErrorKind::InvalidRegex, message, span);
        }
    }

    fn warn_of_repetition(&mut self, brace: usize) {
        let message = "with this file's options flex repeats all that stands before a '{', here the last part is repeated: put what is meant in brackets";
        let span = Span::new(brace, brace + 1);
        self.reader.say(Diagnostic::warning(LexErrorKind::UnlikeFlex, message, span));
    }

    /// Translates the escape at the start of `rest`, which is at byte `at`; its length.
    fn escape(&mut self, at: usize, rest: &str, in_class: bool) -> usize {
        let Some(c) = rest[1..].chars().next() else {
            self.push("\\", at);
            return 1;
        };
        let following = &rest[1 + c.len_utf8()..];
        let open = following.bytes().take(ESCAPE).take_while(|_| following.starts_with('{'));
        let braces = open.into_iter().position(|byte| byte == b'}').map_or(0, |end| end + 1);
        let flex = self.reader.flex;
        let len = 1 + c.len_utf8();
        let special = match c {
            'b' if in_class || self.posix_escapes => {
                self.push("\\x08", at);
                return len;
            }
            ' ' => {
                self.push("\\x20", at);
                return len;
            }
            'b' => true,
            'x' => braces > 0 || following.starts_with(|c: char| c.is_ascii_hexdigit()),
            'u' | 'U' => {
                !flex && (braces > 0 || following.starts_with(|c: char| c.is_ascii_hexdigit()))
            }
            'a' | 'f' | 'n' | 'r' | 't' | 'v' | '0'..='9' => true,
            'B' => !flex && !self.posix_escapes,
            'd' | 'D' | 's' | 'S' | 'w' | 'W' | 'p' | 'P' | 'A' | 'z' => !flex,
            _ => META.contains(c),
        };
        if !special {
            self.copy(Span::new(at + 1, at + len));
            return len;
        }
        self.pattern.bytes |= flex && byte_of(rest).is_some_and(|byte| byte > 0x7f);
        if flex && c == 'x' && braces == 0 {
            let digits = following.bytes().take(2).take_while(u8::is_ascii_hexdigit).count();
            self.push(&format!("\\x{{{}}}", &following[..digits]), at);
            return len + digits;
        }
        let len = if matches!(c, 'b' | 'p' | 'P' | 'x' | 'u' | 'U') { len + braces } else { len };
        self.copy(Span::new(at, at + len));
        len
    }

    /// Translates the quoted text at the start of `rest`, which is at byte `at`; its length.
    fn literal(&mut self, at: usize, rest: &str) -> usize {
        self.push("(?:", at);
        let mut len = 1;
        while let Some(c) = rest[len..].chars().next().filter(|c| *c != '"') {
            let here = at + len;
            if c == '\\' {
                len += self.escape(here, &rest[len..], true);
                continue;
            }
            if META.contains(c) {
                self.push("\\", here);
            }
            len += c.len_utf8();
            self.copy(Span::new(here, at + len));
        }
        match rest[len..].starts_with('"') {
            true => len += 1,
            false => self.reader.error("the quote '\"' is never closed", Span::new(at, at + 1)),
        }
        self.push(")", at + len - 1);
        len
    }

    /// Replaces `{NAME}` at `span`. `last`: whether the whole regex ends with it.
    fn definition(&mut self, span: Span, nested: usize, last: bool) {
        let name = self.reader.text(Span::new(span.start() + 1, span.end() - 1));
        let Some(&body) = self.reader.definitions.get(name) else {
            let message = format!("'{name}' is not defined");
            return self.reader.error_of(LexErrorKind::UnknownName, message, span);
        };
        if nested == limits::DEFINITIONS && !self.stuck {
            let message =
                format!("'{name}' is defined by itself, or by too long a chain of definitions");
            self.reader.error(message, body);
            // Definitions that use themselves twice would lead here very often.
            self.stuck = true;
        }
        if self.stuck || self.exhausted {
            return;
        }
        // As flex does it, one that says where it stands in a line becomes no group.
        let text = self.reader.text(body);
        if self.reader.flex
            && (self.reader.lex_compat || text.starts_with('^') || ends_in_dollar(text))
        {
            return self.regex(body, nested + 1, last);
        }
        self.left = self.left.saturating_sub("(?:)".len());
        self.groups.push((span.start(), self.is_extended()));
        self.push("(?:", span.start());
        self.regex(body, nested + 1, false);
        if self.groups.pop().is_none() {
            self.unbalanced("unopened", span.start());
        }
        self.push(")", span.end() - 1);
    }

    /// Whether blanks mean nothing here, in flex's dialect.
    fn is_extended(&self) -> bool {
        self.reader.flex && self.groups.last().is_some_and(|(_, extended)| *extended)
    }

    /// Whether nothing is read yet.
    fn is_start(&self) -> bool {
        self.pattern.text.is_empty() && !self.line_start
    }

    /// Reads `$` at the end of a regex: a newline must follow.
    fn line_end(&mut self, dollar: usize) {
        self.trailing_context(dollar);
        self.push("\n", dollar);
    }

    fn trailing_context(&mut self, slash: usize) {
        let span = Span::new(slash, slash + 1);
        if !self.groups.is_empty() {
            self.reader
                .error("trailing context '/' must stand outside groups and definitions", span);
        } else if self.context.is_some() {
            self.reader.error("a rule can have one trailing context '/' only", span);
        } else {
            self.context = Some((self.pattern.origins.len(), slash));
        }
    }
}

/// Whether the text ends in a `$` that no backslash escapes.
fn ends_in_dollar(text: &str) -> bool {
    text.strip_suffix('$').is_some_and(|before| {
        before.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 0
    })
}

/// The flags of the group at the start of `rest`, as flex has them: their length, and what they say
/// of blanks.
pub(super) fn flags(rest: &str) -> Option<(usize, Option<bool>)> {
    let inside = rest.strip_prefix("(?")?;
    let len = inside.bytes().take_while(|byte| b"isx-".contains(byte)).count();
    let (on, off) = inside[..len].split_once('-').unwrap_or((&inside[..len], ""));
    let sets = if off.contains('x') { Some(false) } else { on.contains('x').then_some(true) };
    (len > 0 && !off.contains('-') && inside[len..].starts_with(':')).then_some((len, sets))
}

/// Length of the comment at the start of `rest`, 0 if there is none.
pub(super) fn comment_len(rest: &str) -> usize {
    let Some(inside) = rest.strip_prefix("/*") else { return 0 };
    inside.find("*/").map_or(rest.len(), |len| len + 4)
}

/// Whether the group at the start of `rest` lets `#` start a comment.
fn turns_on_comments(rest: &str) -> bool {
    rest.strip_prefix("(?").is_some_and(|rest| {
        rest.chars().take_while(|c| c.is_ascii_alphabetic()).any(|flag| flag == 'x')
    })
}

/// Length of `[`, `[^`, `[]` or `[^]`: a bracket that comes first in a class is an ordinary
/// character.
fn class_start_len(rest: &str) -> usize {
    let negated = if rest.starts_with("[^") { 2 } else { 1 };
    negated + usize::from(rest[negated..].starts_with(']'))
}

/// Length of `[:name:]` at the start of `rest`, 0 if there is none.
fn posix_class_len(rest: &str) -> usize {
    rest.strip_prefix("[:").and_then(posix_name).map_or(0, |name| name.len() + 4)
}

/// The place of a character: files are not so long that it does not fit.
fn narrow(at: usize) -> u32 {
    u32::try_from(at).expect("lex files have a bounded length")
}

/// Length of `{NAME}` at the start of `rest`, 0 if there is none.
fn definition_len(rest: &str) -> usize {
    let name = definition_name_len(&rest[1..]);
    if name > 0 && rest[1 + name..].starts_with('}') { name + 2 } else { 0 }
}

/// The number of the character that an escape at the start of `rest` names by digits, as flex reads
/// it.
fn byte_of(rest: &str) -> Option<u32> {
    let digits = rest.strip_prefix('\\')?;
    let (digits, radix, most) = match digits.strip_prefix('x') {
        Some(hex) => (hex, 16, 2),
        None => (digits, 8, 3),
    };
    let len = digits.chars().take(most).take_while(|c| c.is_digit(radix)).count();
    u32::from_str_radix(&digits[..len], radix).ok()
}
