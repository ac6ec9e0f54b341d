//! From a regex as a lex file spells it to one that the `regex` crate reads, with the way back for error messages.
//!
//! What differs: `{NAME}` is replaced by its definition, as a group; a backslash before a character that needs none is
//! dropped; `\b` may be a backspace; and in flex's dialect `"…"` is literal, brackets do not nest, and `^` and `/` are
//! conditions on what stands around the text.

use crate::LexErrorKind;
use lrtable::Span;

use super::{Flags, Reader, name_len};
use crate::limits;

/// Bytes behind an escape's `{` among which its `}` is looked for. Names of classes are shorter.
const ESCAPE: usize = 100;

/// Characters that mean something else to the `regex` crate if no backslash stands before them.
const META: &str = r"\.+*?()|[]{}^$#&-~";

/// A regex in the syntax of the `regex` crate.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    text: String,
    /// For each character of `text` the byte of the lex file that it comes from.
    origins: Vec<u32>,
    span: Span,
}

impl Pattern {
    /// The regex.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// A regex that stands nowhere in the file.
    pub(super) fn made(text: &str) -> Pattern {
        let origins = vec![0; text.chars().count()];
        Pattern { text: text.to_owned(), origins, span: Span::new(0, 0) }
    }

    /// The regex of one ASCII character, in no other case, in the place of this one.
    pub(super) fn of_char(&self, c: char) -> Pattern {
        let text = format!("(?-i:\\x{:02x})", u32::from(c));
        Pattern { origins: vec![narrow(self.span.start()); text.len()], text, span: self.span }
    }

    /// Where it stands in the lex file.
    pub(crate) fn span(&self) -> Span {
        self.span
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

/// A regex and the conditions under which it may match.
pub(super) struct Translated {
    pub(super) pattern: Pattern,
    pub(super) line_start: bool,
    pub(super) context: Option<Pattern>,
}

impl Reader<'_> {
    /// Translates the regex at `span`. What is wrong with it is added to the diagnostics, except what the `regex` crate
    /// will find.
    pub(super) fn translate(&mut self, span: Span, flags: &Flags) -> Translated {
        let left = limits::REGEX.min(self.budget.regexes);
        let mut translator = Translator {
            reader: self,
            posix_escapes: flags.posix_escapes,
            text: String::new(),
            origins: Vec::new(),
            groups: Vec::new(),
            extended: flags.ignore_whitespace,
            left,
            exhausted: false,
            stuck: false,
            line_start: false,
            context: None,
        };
        translator.regex(span, 0);
        let Translator { mut text, mut origins, line_start, context, .. } = translator;
        let Translator { left: unused, exhausted, .. } = translator;
        // What the file may still have is less than what a regex may.
        let all = exhausted && left < limits::REGEX;
        self.spend_regex(if all { left } else { left - unused }, span);
        if exhausted && !self.has_stopped() {
            let most = limits::REGEX;
            self.error_of(
                LexErrorKind::LimitReached,
                match span.len() > most {
                    true => format!("a regex has {most} bytes at most: make several rules of it"),
                    false => {
                        format!("the definitions in this regex expand to more than {most} bytes")
                    }
                },
                span,
            );
        }
        let context = context.map(|(chars, slash)| {
            let at = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
            Pattern {
                text: text.split_off(at),
                origins: origins.split_off(chars),
                span: Span::new(slash + 1, span.end()),
            }
        });
        Translated { pattern: Pattern { text, origins, span }, line_start, context }
    }
}

struct Translator<'r, 'a> {
    reader: &'r mut Reader<'a>,
    posix_escapes: bool,
    text: String,
    origins: Vec<u32>,
    /// The opening brackets of the groups that are open.
    groups: Vec<usize>,
    /// May `#` start a comment?
    extended: bool,
    /// Bytes that may still be read, those of definitions as often as they are used.
    left: usize,
    /// Were there more?
    exhausted: bool,
    /// Was a definition found that is defined by itself?
    stuck: bool,
    /// Does the regex match only where a line starts?
    line_start: bool,
    /// Where trailing context starts: characters of `text`, and the slash in the file.
    context: Option<(usize, usize)>,
}

impl Translator<'_, '_> {
    fn push(&mut self, text: &str, origin: usize) {
        self.text.push_str(text);
        self.origins.extend(text.chars().map(|_| narrow(origin)));
    }

    /// Appends a part of the file as it is.
    fn copy(&mut self, span: Span) {
        let text = self.reader.text(span);
        self.text.push_str(text);
        self.origins.extend(text.char_indices().map(|(at, _)| narrow(span.start() + at)));
    }

    /// Translates the regex at `span`, which stands `nested` definitions deep.
    ///
    /// Brackets must be balanced inside a definition and inside the whole, since both become groups. With comments in the
    /// regex that cannot be told here.
    fn regex(&mut self, span: Span, nested: usize) {
        match self.left.checked_sub(span.len()) {
            Some(left) => self.left = left,
            None => self.exhausted = true,
        }
        if self.exhausted {
            return;
        }
        let outer = self.groups.len();
        let flex = self.reader.flex;
        let mut classes = 0;
        let mut at = span.start();
        while at < span.end() {
            let rest = self.reader.text(Span::new(at, span.end()));
            let c = rest.chars().next().expect("the span is not used up");
            let mut len = c.len_utf8();
            match c {
                '\\' => len = self.escape(at, rest, classes > 0),
                '[' if classes > 0 && posix_class_len(rest) > 0 => {
                    len = posix_class_len(rest);
                    self.copy(Span::new(at, at + len));
                }
                '[' if classes == 0 || !flex => {
                    classes += 1;
                    len = class_start_len(rest);
                    self.copy(Span::new(at, at + len));
                }
                ']' if classes > 0 => {
                    classes -= 1;
                    self.push("]", at);
                }
                '[' | '&' | '~' if flex && classes > 0 => {
                    self.push("\\", at);
                    self.copy(Span::new(at, at + len));
                }
                '"' if flex && classes == 0 => len = self.literal(at, rest),
                '{' if flex && classes == 0 && matches!(rest.get(..3), Some("{-}" | "{+}")) => {
                    len = 3;
                    let message = "operations on classes ('{-}', '{+}') are not supported: expected one class that says the same";
                    self.reader.error(message, Span::new(at, at + len));
                }
                '{' if classes == 0 && definition_len(rest) > 0 => {
                    len = definition_len(rest);
                    self.definition(Span::new(at, at + len), span.end(), nested);
                }
                '/' if flex && classes == 0 => self.trailing_context(at, nested),
                '^' if flex && classes == 0 => match nested == 0 && self.is_start() {
                    true => self.line_start = true,
                    false => self.push("\\^", at),
                },
                '$' if flex && classes == 0 => match nested == 0 && at + 1 == span.end() {
                    true => self.line_end(at),
                    false => self.push("\\$", at),
                },
                _ => {
                    match c {
                        '(' if classes == 0 => {
                            self.extended |= turns_on_comments(rest);
                            self.groups.push(at);
                        }
                        ')' if classes == 0 && self.groups.len() > outer => {
                            self.groups.pop();
                        }
                        ')' if classes == 0 && !self.extended => {
                            self.reader.error_of(
                                LexErrorKind::InvalidRegex,
                                "invalid regex: unopened group",
                                Span::new(at, at + 1),
                            );
                        }
                        _ => {}
                    }
                    self.copy(Span::new(at, at + len));
                }
            }
            at += len;
        }
        for open in self.groups.split_off(outer) {
            if !self.extended {
                self.reader.error_of(
                    LexErrorKind::InvalidRegex,
                    "invalid regex: unclosed group",
                    Span::new(open, open + 1),
                );
            }
        }
    }

    /// Translates the escape at the start of `rest`, which is at byte `at`; its length.
    fn escape(&mut self, at: usize, rest: &str, in_class: bool) -> usize {
        let Some(c) = rest[1..].chars().next() else {
            self.push("\\", at);
            return 1;
        };
        let behind = &rest[1 + c.len_utf8()..];
        let braces = match behind.starts_with('{') {
            true => {
                behind.bytes().take(ESCAPE).position(|byte| byte == b'}').map_or(0, |end| end + 1)
            }
            false => 0,
        };
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
            'x' => braces > 0 || behind.starts_with(|c: char| c.is_ascii_hexdigit()),
            'u' | 'U' => {
                !flex && (braces > 0 || behind.starts_with(|c: char| c.is_ascii_hexdigit()))
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
        if flex && c == 'x' && braces == 0 {
            let digits = behind.bytes().take(2).take_while(u8::is_ascii_hexdigit).count();
            self.push(&format!("\\x{{{}}}", &behind[..digits]), at);
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
        loop {
            let Some(c) = rest[len..].chars().next() else {
                let open = Span::new(at, at + 1);
                self.reader.error("the quote '\"' is never closed", open);
                break;
            };
            match c {
                '"' => {
                    len += 1;
                    break;
                }
                '\\' => len += self.escape(at + len, &rest[len..], true),
                _ => {
                    let here = at + len;
                    if META.contains(c) {
                        self.push("\\", here);
                    }
                    self.copy(Span::new(here, here + c.len_utf8()));
                    len += c.len_utf8();
                }
            }
        }
        self.push(")", at + len - 1);
        len
    }

    /// Replaces `{NAME}` at `span`, in a regex that ends at byte `end`.
    fn definition(&mut self, span: Span, end: usize, nested: usize) {
        let name = self.reader.text(Span::new(span.start() + 1, span.end() - 1));
        let Some(&body) = self.reader.definitions.get(name) else {
            return self.reader.error_of(
                LexErrorKind::UnknownName,
                format!("'{name}' is not defined"),
                span,
            );
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
        // What says where it stands in a line is no part of the group.
        let text = if self.reader.flex && nested == 0 { self.reader.text(body) } else { "" };
        let starts = text.starts_with('^') && self.is_start();
        let ends = ends_in_dollar(text) && self.groups.is_empty() && span.end() == end;
        self.line_start |= starts;
        let body = Span::new(body.start() + usize::from(starts), body.end() - usize::from(ends));
        self.left = self.left.saturating_sub("(?:)".len());
        self.push("(?:", span.start());
        self.regex(body, nested + 1);
        self.push(")", span.end() - 1);
        if ends {
            self.line_end(span.end() - 1);
        }
    }

    /// Is nothing read yet?
    fn is_start(&self) -> bool {
        self.text.is_empty() && !self.line_start
    }

    /// Reads `$` at the end of a regex: a newline must follow.
    fn line_end(&mut self, dollar: usize) {
        self.trailing_context(dollar, 0);
        self.push("\n", dollar);
    }

    fn trailing_context(&mut self, slash: usize, nested: usize) {
        let span = Span::new(slash, slash + 1);
        if nested > 0 || !self.groups.is_empty() {
            self.reader
                .error("trailing context '/' must stand outside groups and definitions", span);
        } else if self.context.is_some() {
            self.reader.error("a rule can have one trailing context '/' only", span);
        } else {
            self.context = Some((self.origins.len(), slash));
        }
    }
}

/// Does the text end in a `$` that no backslash escapes?
fn ends_in_dollar(text: &str) -> bool {
    text.strip_suffix('$').is_some_and(|before| {
        before.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 0
    })
}

/// Does the group at the start of `rest` let `#` start a comment?
fn turns_on_comments(rest: &str) -> bool {
    rest.strip_prefix("(?").is_some_and(|rest| {
        rest.chars().take_while(|c| c.is_ascii_alphabetic()).any(|flag| flag == 'x')
    })
}

/// Length of `[`, `[^`, `[]` or `[^]`: a bracket that comes first in a class is an ordinary character.
fn class_start_len(rest: &str) -> usize {
    let negated = if rest.starts_with("[^") { 2 } else { 1 };
    negated + usize::from(rest[negated..].starts_with(']'))
}

/// Length of `[:name:]` at the start of `rest`, 0 if there is none.
fn posix_class_len(rest: &str) -> usize {
    let Some(behind) = rest.strip_prefix("[:") else { return 0 };
    let name =
        behind.bytes().take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'^').count();
    if behind[name..].starts_with(":]") { name + 4 } else { 0 }
}

/// The place of a character: files are not so long that it does not fit.
fn narrow(at: usize) -> u32 {
    u32::try_from(at).expect("lex files have a bounded length")
}

/// Length of `{NAME}` at the start of `rest`, 0 if there is none.
fn definition_len(rest: &str) -> usize {
    let name = name_len(&rest[1..]);
    if name > 0 && rest[1 + name..].starts_with('}') { name + 2 } else { 0 }
}
