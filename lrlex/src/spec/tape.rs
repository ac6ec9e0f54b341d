//! What an action that reads text by `input` is given, symbol by symbol, and the values that it makes of them.

use lrtable::Span;

/// What `input` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    Char(char),
    /// A character that the action does not name.
    Other,
    /// The end of the text.
    End,
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Read(Symbol),
    Number(i64),
    Unknown,
}

impl Value {
    pub(super) fn of(truth: bool) -> Value {
        Value::Number(i64::from(truth))
    }

    /// As a condition.
    pub(super) fn truth(self) -> Option<bool> {
        match self {
            Value::Read(Symbol::End) => Some(false),
            Value::Read(_) => Some(true),
            Value::Number(number) => Some(number != 0),
            Value::Unknown => None,
        }
    }
}

/// What an action has to read, and what it has made of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    pub(super) symbols: Vec<Symbol>,
    /// How many of them were read.
    pub(super) read: usize,
    /// Where it asked for more than there is.
    pub(super) asked: Option<Span>,
    pub(super) variables: Vec<(String, Value)>,
    /// Whether something happened of which the meaning is not known.
    pub(super) lost: bool,
}
