//! Values in an action that are known: of the text that its rule has matched, and of what it reads by `input`, symbol by symbol.

use super::c;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Read(Symbol),
    Number(i64),
    #[default]
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
    /// Where it asked for more than there is, after the places where the functions were called that did.
    pub(super) asked: Vec<usize>,
    pub(super) variables: Vec<(String, Value)>,
    /// What the last function has returned.
    pub(super) returned: Value,
    /// Whether something happened of which the meaning is not known.
    pub(super) lost: bool,
}

/// What is known of the text that a rule has matched.
#[derive(Clone, Debug)]
pub(super) enum Matched {
    /// Nothing.
    Any,
    /// All of it.
    Text(String),
    /// One character, which is none of those that the action names.
    Other,
}

/// `left sign right`. The end of the text is 0, and less.
pub(super) fn compare(sign: &str, left: Value, right: Value) -> Value {
    use Symbol::{Char, End, Other};
    let equal = match (left, right) {
        (Value::Unknown, _) | (_, Value::Unknown) => return Value::Unknown,
        (Value::Read(Other), Value::Read(Other)) => return Value::Unknown,
        (Value::Read(End), Value::Number(number)) | (Value::Number(number), Value::Read(End)) => {
            number == 0 || number == -1
        }
        (Value::Read(Char(c)), Value::Number(number))
        | (Value::Number(number), Value::Read(Char(c))) => number == i64::from(u32::from(c)),
        // A number that is no character's.
        (Value::Read(Other), Value::Number(number))
        | (Value::Number(number), Value::Read(Other)) => {
            if number > 0 {
                return Value::Unknown;
            }
            false
        }
        (left, right) => left == right,
    };
    let above = match (left, right) {
        (Value::Number(a), Value::Number(b)) => Some(a > b),
        (Value::Read(Char(a)), Value::Read(Char(b))) => Some(a > b),
        (Value::Read(End), Value::Number(0 | -1)) => Some(false),
        (Value::Read(Char(_) | Other), Value::Number(0 | -1)) => Some(true),
        _ => None,
    };
    let truth = match sign {
        "==" => Some(equal),
        "!=" => Some(!equal),
        ">" => above,
        "<=" => above.map(|above| !above),
        // What is read is never less than 0 but at the end.
        ">=" => above.map(|above| above || equal && left != Value::Read(End)),
        _ => above.map(|above| !(above || equal && left != Value::Read(End))),
    };
    truth.map_or(Value::Unknown, Value::of)
}

/// Which character of the matched text these tokens are, if they are one.
pub(super) fn place_in_text(texts: &[&str]) -> Option<usize> {
    match texts {
        ["*", "yytext"] => Some(0),
        ["yytext", "[", place, "]"] => usize::try_from(c::number(place)?).ok(),
        _ => None,
    }
}
