//! C code as tokens, as far as it must be understood to know where it ends, and what a simple
//! action does.
//!
//! In: a part of the lex file. Out: tokens, each with its kind and place; blanks and comments are
//! left out. A backslash before a line end joins lines. Source: C11, 6.4, without digraphs and
//! prefixes of strings. Cost: linear.

use lrtable::Span;

use super::name_len;

/// The sort of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or keyword.
    Word,
    /// A number, as far as letters, digits, dots and underscores go.
    Number,
    /// A character constant, quotes included.
    Char,
    /// A string, quotes included.
    Text,
    /// An operator, bracket or separator.
    Sign,
    /// A whole line of the preprocessor.
    Directive,
}

/// A token of C in a lex file.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// The sort of the token.
    pub kind: TokenKind,
    /// How the token is written.
    pub text: &'a str,
    /// The byte of the lex file where it begins.
    at: usize,
}

impl Token<'_> {
    /// Returns the place of the token in the lex file.
    pub fn span(&self) -> Span {
        Span::new(self.at, self.at + self.text.len())
    }
}

/// Operators of two characters that must not be taken for two.
const DOUBLE: [&str; 20] = [
    "==", "!=", "<=", ">=", "&&", "||", "++", "--", "->", "::", "+=", "-=", "*=", "/=", "|=", "&=",
    "^=", "%=", "<<", ">>",
];

/// Returns the tokens of the code at `span`. Linear in its length.
pub fn tokens(source: &str, span: Span) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = span.start();
    let mut line_start = true;
    while at < span.end() {
        let rest = &source[at..span.end()];
        let first = rest.as_bytes()[0];
        let name = name_len(rest);
        let (kind, len) = if name > 0 {
            (Some(TokenKind::Word), name)
        } else if first == b'#' && line_start {
            (Some(TokenKind::Directive), directive_len(rest))
        } else if first.is_ascii_digit() {
            let end = |c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_');
            (Some(TokenKind::Number), rest.find(end).unwrap_or(rest.len()))
        } else {
            let len = step(rest);
            match first {
                b'\'' if len > 1 => (Some(TokenKind::Char), len),
                b'"' if len > 1 => (Some(TokenKind::Text), len),
                // Comments.
                b'/' if len > 1 => (None, len),
                b'\\' => (None, len),
                _ if rest.get(..2).is_some_and(|two| DOUBLE.contains(&two)) => {
                    (Some(TokenKind::Sign), 2)
                }
                _ if first.is_ascii_punctuation() => (Some(TokenKind::Sign), len),
                _ => (None, len),
            }
        };
        line_start = first == b'\n' || line_start && kind.is_none();
        tokens.extend(kind.map(|kind| Token { kind, text: &rest[..len], at }));
        at += len;
    }
    tokens
}

/// Returns the value of a character constant of one ASCII character, given with its quotes.
pub fn char_value(constant: &str) -> Option<char> {
    let inner = constant.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let value = match (chars.next()?, chars.as_str()) {
        ('\\', "n") => '\n',
        ('\\', "t") => '\t',
        ('\\', "r") => '\r',
        ('\\', "f") => '\x0c',
        ('\\', "v") => '\x0b',
        ('\\', "a") => '\x07',
        ('\\', "b") => '\x08',
        ('\\', digits) if digits.starts_with(|c: char| c.is_digit(8)) => {
            char::from(u8::from_str_radix(digits, 8).ok()?)
        }
        ('\\', hex) if hex.starts_with('x') => char::from(u8::from_str_radix(&hex[1..], 16).ok()?),
        ('\\', other) if other.chars().count() == 1 => other.chars().next()?,
        (c, "") => c,
        _ => return None,
    };
    value.is_ascii().then_some(value)
}

/// Length of the action at the start of `text`: up to the first line end outside braces, strings
/// and comments, as flex reads it. `None` if a brace is never closed.
pub(super) fn action_len(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        match text.as_bytes()[at] {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'\n' | b'\r' if depth == 0 => return Some(at),
            _ => {}
        }
        at += step(&text[at..]);
    }
    (depth == 0).then_some(at)
}

/// Length of the block in braces at the start of `text`; as flex does it, those in strings and
/// comments count too.
pub(super) fn all_braces_len(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at + 1),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Length of the string, character constant, comment or other single character at the start of
/// `text`.
fn step(text: &str) -> usize {
    let closed = |close: &str| text[2..].find(close).map_or(text.len(), |at| at + 2 + close.len());
    match text.as_bytes()[0] {
        quote @ (b'"' | b'\'') => {
            let mut bytes = text.bytes().enumerate().skip(1);
            while let Some((at, byte)) = bytes.next() {
                match byte {
                    b'\\' => {
                        bytes.next();
                    }
                    b'\n' => break,
                    _ if byte == quote => return at + 1,
                    _ => {}
                }
            }
            1
        }
        _ if text.starts_with("/*") => closed("*/"),
        _ if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
        _ => text.chars().next().map_or(1, char::len_utf8),
    }
}

/// Length of the preprocessor's line at the start of `text`, with the lines that a backslash joins
/// to it.
fn directive_len(text: &str) -> usize {
    let mut at = 0;
    while at < text.len() {
        match text.as_bytes()[at] {
            b'\n' => return at,
            b'\\' if text[at + 1..].starts_with("\r\n") => at += 3,
            b'\\' if text[at + 1..].starts_with('\n') => at += 2,
            _ => at += step(&text[at..]),
        }
    }
    text.len()
}

/// Returns the value of a whole number as C writes it.
pub fn number(text: &str) -> Option<u32> {
    let text = text.trim_end_matches(['u', 'U', 'l', 'L']);
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None if text.len() > 1 && text.starts_with('0') => u32::from_str_radix(&text[1..], 8).ok(),
        None => text.parse().ok(),
    }
}
