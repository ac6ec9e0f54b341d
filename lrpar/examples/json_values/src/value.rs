//! The values that JSON texts denote.

use std::fmt;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object: its members, in the order of the text.
    Object(Vec<(String, Value)>),
    /// A value that error recovery had to insert.
    Missing,
}

/// Returns the text that a string's literal, in quotes, denotes.
pub(crate) fn string(literal: &str) -> String {
    let mut out = String::new();
    let mut units = Vec::new();
    let mut chars = literal[1..literal.len() - 1].chars();
    while let Some(c) = chars.next() {
        let c = match (c, if c == '\\' { chars.next() } else { None }) {
            (_, Some('u')) => {
                let digits: String = chars.by_ref().take(4).collect();
                units.extend(u16::from_str_radix(&digits, 16).ok());
                continue;
            }
            (_, Some('b')) => '\u{8}',
            (_, Some('f')) => '\u{c}',
            (_, Some('n')) => '\n',
            (_, Some('r')) => '\r',
            (_, Some('t')) => '\t',
            (_, Some(other)) => other,
            (c, None) => c,
        };
        out.push_str(&String::from_utf16_lossy(&std::mem::take(&mut units)));
        out.push(c);
    }
    out.push_str(&String::from_utf16_lossy(&units));
    out
}

/// Formats the value as Rust would write it, with `?` for a missing one.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Number(value) => write!(f, "{value}"),
            Value::String(value) => write!(f, "{value:?}"),
            Value::Array(values) => {
                f.write_str("[")?;
                for (at, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Value::Object(members) => {
                f.write_str("{")?;
                for (at, (name, value)) in members.iter().enumerate() {
                    write!(f, "{}{name:?}: {value}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
            Value::Missing => f.write_str("?"),
        }
    }
}
