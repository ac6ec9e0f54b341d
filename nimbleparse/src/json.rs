//! JSON values: read from text, written to text.
//!
//! Objects keep the order of their members. Numbers are kept as their text, so that 64-bit counts
//! survive.

use std::{
    fmt::{self, Write as _},
    io::{self, Write},
    str::FromStr,
};

use lrpar::is_invisible;

use crate::{Error, ErrorKind};

/// A JSON value.
///
/// ```
/// use nimbleparse::json::Value;
/// let value = Value::parse(r#"{"work": 12}"#).unwrap();
/// assert_eq!(value.get("work").and_then(Value::number::<u64>), Some(12));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as its text.
    Number(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object, with its members in order.
    Object(Vec<(String, Value)>),
}

/// Maximum depth of nested arrays and objects in a text that is read.
const MAX_DEPTH: usize = 100;

impl Value {
    /// Makes a whole number.
    pub fn int(number: impl fmt::Display) -> Value {
        Value::Number(number.to_string())
    }

    /// Makes a number; `null` if it is not finite.
    pub fn float(number: f64) -> Value {
        if number.is_finite() { Value::Number(number.to_string()) } else { Value::Null }
    }

    /// Makes a number with so many digits after the point.
    pub fn fixed(number: f64, digits: usize) -> Value {
        Value::Number(format!("{number:.digits$}"))
    }

    /// Makes what `make` makes of a value, or `null` for `None`.
    pub fn optional<T>(value: Option<T>, make: impl FnOnce(T) -> Value) -> Value {
        value.map_or(Value::Null, make)
    }

    /// Makes an array.
    pub fn list(elements: impl IntoIterator<Item = Value>) -> Value {
        Value::Array(elements.into_iter().collect())
    }

    /// Makes a string.
    pub fn string(text: impl Into<String>) -> Value {
        Value::String(text.into())
    }

    /// Makes an object with these members.
    pub fn object<K: Into<String>>(members: impl IntoIterator<Item = (K, Value)>) -> Value {
        Value::Object(members.into_iter().map(|(k, v)| (k.into(), v)).collect())
    }

    /// Returns the member with this name; `None` if there is none, or this is not an object.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Returns the number; `None` if this is not one that `T` can hold.
    pub fn number<T: FromStr>(&self) -> Option<T> {
        match self {
            Value::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// Returns the text; `None` if this is not a string.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the elements; `None` if this is not an array.
    pub fn elements(&self) -> Option<&[Value]> {
        match self {
            Value::Array(elements) => Some(elements),
            _ => None,
        }
    }

    /// Parses a text that is one JSON value.
    ///
    /// # Errors
    ///
    /// The byte at which the text stops being JSON, and what was expected there.
    pub fn parse(text: &str) -> Result<Value, Error> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.skip_space();
        if reader.at < text.len() {
            return Err(reader.expected("the end"));
        }
        Ok(value)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Number(text) => f.write_str(text),
            Value::String(text) => write_string(f, text),
            Value::Array(elements) => {
                f.write_char('[')?;
                for (at, element) in elements.iter().enumerate() {
                    write!(f, "{}{element}", if at > 0 { ", " } else { "" })?;
                }
                f.write_char(']')
            }
            Value::Object(members) => {
                f.write_char('{')?;
                write_members(f, members)?;
                f.write_char('}')
            }
        }
    }
}

/// The members of an object without its braces, for an object whose further members are written one
/// by one.
#[derive(Clone, Debug)]
pub(crate) struct Members(pub(crate) Vec<(&'static str, Value)>);

impl fmt::Display for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_members(f, &self.0)
    }
}

fn write_members(f: &mut fmt::Formatter<'_>, members: &[(impl AsRef<str>, Value)]) -> fmt::Result {
    for (at, (key, value)) in members.iter().enumerate() {
        f.write_str(if at > 0 { ", " } else { "" })?;
        write_string(f, key.as_ref())?;
        write!(f, ": {value}")?;
    }
    Ok(())
}

/// Writes the elements of an array with commas between them, each as soon as it is made.
pub(crate) fn write_list(
    out: &mut impl Write,
    elements: impl Iterator<Item = Value>,
) -> io::Result<()> {
    for (at, element) in elements.enumerate() {
        write!(out, "{}{element}", if at > 0 { ", " } else { "" })?;
    }
    Ok(())
}

/// Writes a string with escapes for all characters that a terminal would obey.
fn write_string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if c.is_control() || is_invisible(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(f, "\\u{unit:04x}")?;
                }
            }
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn expected(&self, what: &str) -> Error {
        Error::new(ErrorKind::Format, format!("byte {}: expected {what}", self.at))
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, Error> {
        if depth > MAX_DEPTH {
            return Err(self.expected("less nesting"));
        }
        self.skip_space();
        match self.rest().bytes().next() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Value::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take("null") => Ok(Value::Null),
            _ if self.take("true") => Ok(Value::Bool(true)),
            _ if self.take("false") => Ok(Value::Bool(false)),
            _ => Err(self.expected("a value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, Error> {
        let mut members = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.take("}") {
            return Ok(Value::Object(members));
        }
        loop {
            self.skip_space();
            if !self.rest().starts_with('"') {
                return Err(self.expected("a member's name"));
            }
            let key = self.string()?;
            self.skip_space();
            if !self.take(":") {
                return Err(self.expected("':'"));
            }
            members.push((key, self.value(depth + 1)?));
            self.skip_space();
            if self.take("}") {
                return Ok(Value::Object(members));
            }
            if !self.take(",") {
                return Err(self.expected("',' or '}'"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, Error> {
        let mut elements = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.take("]") {
            return Ok(Value::Array(elements));
        }
        loop {
            elements.push(self.value(depth + 1)?);
            self.skip_space();
            if self.take("]") {
                return Ok(Value::Array(elements));
            }
            if !self.take(",") {
                return Err(self.expected("',' or ']'"));
            }
        }
    }

    fn number(&mut self) -> Result<Value, Error> {
        let digits = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let len = self.rest().find(|c| !digits(c)).unwrap_or(self.rest().len());
        let text = self.rest()[..len].to_string();
        if text.parse::<f64>().is_err() {
            return Err(self.expected("a number"));
        }
        self.at += len;
        Ok(Value::Number(text))
    }

    fn string(&mut self) -> Result<String, Error> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let Some(c) = self.rest().chars().next() else {
                return Err(self.expected("the end of a string"));
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(out),
                '\\' => out.push(self.escape()?),
                c => out.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Error> {
        let Some(c) = self.rest().chars().next() else {
            return Err(self.expected("an escape"));
        };
        self.at += c.len_utf8();
        Ok(match c {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'b' => '\u{8}',
            'f' => '\u{c}',
            '"' | '\\' | '/' => c,
            'u' => {
                let first = self.hex()?;
                let code = if (0xd800..0xdc00).contains(&first) && self.take("\\u") {
                    let second = self.hex()?;
                    0x1_0000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff)
                } else {
                    first
                };
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(self.expected("an escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, Error> {
        let digits = self.rest().get(..4).unwrap_or("");
        let code = u32::from_str_radix(digits, 16).map_err(|_| self.expected("four hex digits"))?;
        self.at += 4;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read_again() {
        let value = Value::object([
            ("text", Value::string("a\"\\\n\u{1}é\u{1f600}")),
            ("count", Value::int(u64::MAX)),
            ("mean", Value::float(0.25)),
            ("none", Value::float(f64::NAN)),
            (
                "list",
                Value::Array(vec![
                    Value::Bool(true),
                    Value::Array(vec![]),
                    Value::object::<&str>([]),
                ]),
            ),
        ]);
        assert_eq!(Value::parse(&value.to_string()), Ok(value.clone()));
        assert_eq!(value.get("count").and_then(Value::number), Some(u64::MAX));
    }

    #[test]
    fn strings_are_escaped() {
        let string = |text: &str| Value::string(text).to_string();
        assert_eq!(string("a\"\\\n\u{1}é"), "\"a\\\"\\\\\\n\\u0001é\"");
        assert_eq!(string("\u{85}\u{202e}\u{e0041}𝄞"), "\"\\u0085\\u202e\\udb40\\udc41𝄞\"");
    }

    #[test]
    fn escapes_of_other_writers_are_understood() {
        let read = Value::parse(r#" "\ud83d\ude00\/\u00e9" "#);
        assert_eq!(read, Ok(Value::string("\u{1f600}/é")));
    }

    #[test]
    fn what_is_not_json_is_refused_with_its_place() {
        for (text, message) in [
            ("", "byte 0: expected a value"),
            ("{\"a\": 1", "byte 7: expected ',' or '}'"),
            ("[1, 2", "byte 5: expected ',' or ']'"),
            ("\"abc", "byte 4: expected the end of a string"),
            ("{} x", "byte 3: expected the end"),
            ("1-2", "byte 0: expected a number"),
        ] {
            assert_eq!(Value::parse(text).unwrap_err().to_string(), message);
        }
        assert!(Value::parse(&"[".repeat(100_000)).is_err());
    }
}
