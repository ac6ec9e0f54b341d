//! The values that JSON texts denote.

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string: its literal without the quotes.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object: its members, in the order of the text.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The number that a literal stands for.
    pub fn number(literal: &str) -> Value {
        literal.parse().map_or(Value::Null, Value::Number)
    }
}

/// The text between the quotes of a literal. Escapes are left as they are, in all programs.
pub fn string(literal: &str) -> String {
    literal.get(1..literal.len().saturating_sub(1)).unwrap_or_default().to_string()
}

/// The number of values in `value`, itself included: a check that all programs read the same.
pub fn size(value: &Value) -> usize {
    let (mut todo, mut count) = (vec![value], 0);
    while let Some(value) = todo.pop() {
        count += 1;
        match value {
            Value::Array(values) => todo.extend(values),
            Value::Object(members) => todo.extend(members.iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    count
}
