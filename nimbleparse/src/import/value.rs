//! Values of expressions in an action: tokens that it gives, the text that its rule has matched,
//! and what it reads by `input`.

use std::collections::BTreeMap;

use lrtable::Span;

use super::texts::Test;

/// The value of an expression, and what an action gives.
#[derive(Clone, Debug, Default)]
pub(super) enum Value {
    /// No value: the text is skipped.
    #[default]
    Nothing,
    /// A name that is no variable's, and its place: a token, or a start state.
    Name(String, Span),
    /// The only token that is named in the arguments of a call; the place of the call.
    Argument(String, Span, Span),
    Number(i64),
    /// A number that is this one at least.
    AtLeast(i64),
    /// A number that is this one at most.
    AtMost(i64),
    /// A character and its place, which is empty if the character is not written in the action.
    Char(char, Span),
    /// The first character of the text, of which nothing is known but that the action does not name
    /// it, if that is true.
    FirstChar(Span, bool),
    /// A byte of the text, counted from its start, or from its end if negative, and what was done
    /// to its case.
    Byte(i32, Case),
    /// The number of bytes of the text, and so many more.
    Length(i64),
    /// The text from this byte on.
    Text(u32),
    /// A row of a constant table of the file.
    Entry(String, usize),
    /// A string that the action names.
    String(String),
    /// A number that is 0 if a test does not hold of the text, or, if `negated`, if it does.
    Tested {
        test: Test,
        negated: bool,
    },
    /// The end of the text, or no token.
    End,
    /// No token: the text is an error.
    Error,
    /// A match that does not count: `REJECT`.
    Rejected,
    /// A value that only the program itself can compute, of the expression at this place.
    Computed(Span),
}

/// The number that stands for the start state 0 in a variable, with those for others after it.
pub(super) const STATE: i64 = 1 << 32;

/// What was done to the case of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Kept,
    Lower,
    Upper,
}

/// What `input` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    Char(char),
    /// A character that the action does not name.
    Other,
    /// The end of the text.
    End,
}

impl Symbol {
    pub(super) fn value(self) -> Value {
        match self {
            Symbol::Char(c) => Value::Char(c, Span::new(0, 0)),
            Symbol::Other => Value::FirstChar(Span::new(0, 0), true),
            Symbol::End => Value::End,
        }
    }
}

/// A value of a variable that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Level {
    Is(i64),
    AtLeast(i64),
    AtMost(i64),
}

impl Level {
    pub(super) fn value(self) -> Value {
        match self {
            Level::Is(number) => Value::Number(number),
            Level::AtLeast(least) => Value::AtLeast(least),
            Level::AtMost(most) => Value::AtMost(most),
        }
    }

    /// The number, or the bound.
    pub(super) fn number(self) -> i64 {
        let (Level::Is(number) | Level::AtLeast(number) | Level::AtMost(number)) = self;
        number
    }

    pub(super) fn is_bound(self) -> bool {
        !matches!(self, Level::Is(_))
    }
}

impl Value {
    /// The value as that of a variable that is followed.
    pub(super) fn level(&self) -> Option<Level> {
        match self {
            Value::Number(number) => Some(Level::Is(*number)),
            Value::AtLeast(least) => Some(Level::AtLeast(*least)),
            Value::AtMost(most) => Some(Level::AtMost(*most)),
            _ => None,
        }
    }

    pub(super) fn of(truth: bool) -> Value {
        Value::Number(i64::from(truth))
    }
}

/// What an action has to read, and what it has made of it.
#[derive(Debug, Default)]
pub(super) struct Tape {
    pub(super) symbols: Vec<Symbol>,
    /// How many of them were read.
    pub(super) read: usize,
    /// Where it asked for more than there is, after the places where the functions were called that
    /// did.
    pub(super) asked: Vec<usize>,
    /// The values of the variables there.
    pub(super) known: Variables,
    /// Whether something happened of which the meaning is not known.
    pub(super) lost: bool,
}

/// Values of variables by their names.
pub(super) type Variables = BTreeMap<String, Value>;

/// The sign with which both sides may change places.
pub(super) fn mirrored(sign: &str) -> &str {
    match sign {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        same => same,
    }
}

/// Whether `left sign right`, if that is known. The end of the text is 0, and less.
pub(super) fn compare(sign: &str, left: &Value, right: &Value) -> Option<bool> {
    use Value::{AtLeast, AtMost, Char, End, FirstChar, Number};
    let code = |value: &Value| match value {
        Number(number) => Some(*number),
        Char(c, _) => Some(i64::from(u32::from(*c))),
        _ => None,
    };
    let (equal, above) = match (left, right) {
        (AtLeast(least), Number(number)) => {
            let above = number < least;
            return match sign {
                "==" | "<" | "<=" => above.then_some(false),
                ">=" => (number <= least).then_some(true),
                _ => above.then_some(true),
            };
        }
        (AtMost(most), Number(number)) => {
            let negated = |number: &i64| number.checked_neg().map(Number);
            let (most, number) = (most.checked_neg()?, negated(number)?);
            return compare(mirrored(sign), &AtLeast(most), &number);
        }
        (Number(_), AtLeast(_) | AtMost(_)) => return compare(mirrored(sign), right, left),
        (End, End) => (true, Some(false)),
        (End, Number(number)) | (Number(number), End) => {
            let equal = *number == 0 || *number == -1;
            (equal, (equal && matches!(left, End)).then_some(false))
        }
        // What is read is never less than 0 but at the end.
        (Char(..) | FirstChar(_, true), End | Number(0 | -1)) => (false, Some(true)),
        (FirstChar(_, true), Number(number)) | (Number(number), FirstChar(_, true)) => {
            if *number > 0 {
                return None;
            }
            (false, None)
        }
        (FirstChar(_, true), Char(..)) | (Char(..) | End, FirstChar(_, true)) | (End, Char(..)) => {
            (false, None)
        }
        _ => {
            let (left, right) = (code(left)?, code(right)?);
            (left == right, Some(left > right))
        }
    };
    match sign {
        "==" => Some(equal),
        "!=" => Some(!equal),
        ">" => above,
        "<=" => above.map(|above| !above),
        _ => {
            let least = above.map(|above| above || equal && !matches!(left, End));
            least.map(|least| least == (sign == ">="))
        }
    }
}
