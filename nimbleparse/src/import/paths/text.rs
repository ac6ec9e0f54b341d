//! Conditions on the matched text: comparisons, and the functions of the C library that make them.
//!
//! In: values. Out: whether a condition holds, if the text or the tests that hold of it are known;
//! or else what should be known of it is noted. Cost: linear in the text.

use lrlex::StartStateOperation;
use lrtable::Span;

use super::Path;
use crate::import::{
    texts::{Bytes, Test},
    value::{Case, STATE, Value, compare, mirrored},
};

/// What should be known of the matched text.
#[derive(Clone, Debug, Default)]
pub(in crate::import) struct Asked {
    /// Whether all of it.
    pub(in crate::import) text: bool,
    pub(in crate::import) tests: Vec<Test>,
    /// Whether the start state.
    pub(in crate::import) state: bool,
}

impl Asked {
    /// Adds what else should be known.
    pub(in crate::import) fn join(&mut self, other: Asked) {
        self.text |= other.text;
        self.state |= other.state;
        for test in other.tests {
            if !self.tests.contains(&test) {
                self.tests.push(test);
            }
        }
    }

    /// Whether nothing of the text.
    pub(in crate::import) fn is_empty(&self) -> bool {
        !self.text && self.tests.is_empty()
    }
}

impl Path<'_, '_> {
    /// Whether a value is true as a condition, if that is known.
    pub(super) fn truth_of(&mut self, value: &Value) -> Option<bool> {
        self.compared("!=", value, &Value::Number(0))
    }

    /// Whether `left sign right`, if that is known.
    pub(super) fn compared(&mut self, sign: &str, left: &Value, right: &Value) -> Option<bool> {
        let holds = |sign: &str, order: std::cmp::Ordering| match sign {
            "==" => order.is_eq(),
            "!=" => order.is_ne(),
            "<" => order.is_lt(),
            "<=" => order.is_le(),
            ">" => order.is_gt(),
            _ => order.is_ge(),
        };
        let is_equality = matches!(sign, "==" | "!=");
        if let (Value::Name(left, _), true) = (left, is_equality)
            && let Some(is_equal) = self.is_state(left, right)
        {
            return is_equal.map(|is_equal| is_equal == (sign == "=="));
        }
        let (left, right) = (&self.constant(left), &self.constant(right));
        match (left, right) {
            (Value::Byte(at, case), other) if code(other).is_some() => {
                self.byte_is(*at, *case, |byte| holds(sign, byte.cmp(&code(other).unwrap_or(0))))
            }
            (Value::FirstChar(_, false), other) if code(other).is_some() => {
                self.byte_is(0, Case::Kept, |byte| holds(sign, byte.cmp(&code(other).unwrap_or(0))))
            }
            (Value::Length(more), Value::Number(number)) => {
                // The length is compared with this.
                let bound = u32::try_from(number.checked_sub(*more)?).ok()?;
                let above = self.test(Test::Longer(bound));
                let least = match bound.checked_sub(1) {
                    Some(below) => self.test(Test::Longer(below)),
                    None => Some(true),
                };
                match sign {
                    ">" => above,
                    "<=" => above.map(|above| !above),
                    ">=" => least,
                    "<" => least.map(|least| !least),
                    _ => Some((least? && !above?) == (sign == "==")),
                }
            }
            (Value::Text(from), Value::String(text)) if is_equality => {
                Some(self.test(is(*from, text, false, false)?)? == (sign == "=="))
            }
            (Value::Text(_) | Value::String(_) | Value::Entry(..), Value::Number(0))
                if is_equality =>
            {
                Some(sign == "!=")
            }
            (Value::Tested { test, negated }, Value::Number(0)) if is_equality => {
                let is_zero = self.test(test.clone())? == *negated;
                Some(is_zero == (sign == "=="))
            }
            (
                Value::Char(..) | Value::Number(_) | Value::String(_),
                Value::Byte(..)
                | Value::FirstChar(_, false)
                | Value::Length(_)
                | Value::Text(_)
                | Value::Tested { .. },
            ) => self.compared(mirrored(sign), right, left),
            _ => compare(sign, left, right),
        }
    }

    /// Whether the start state, if it is what a name stands for, is another one; `None` if there is
    /// no start state in question, or the one that is current is not known.
    fn is_state(&mut self, name: &str, other: &Value) -> Option<Option<bool>> {
        let is_current = |name: &str| matches!(name, "YY_START" | "YYSTATE" | "YY_STATE");
        let number = |value: &Value| match value {
            Value::Name(name, _) => self.file.state(name),
            Value::Number(0) => Some(0),
            _ => None,
        };
        let other = match other {
            Value::Name(current, _) if is_current(current) => self.file.state(name)?,
            other if is_current(name) => number(other)?,
            _ => return None,
        };
        self.asked.state |= self.context.state.is_none();
        // What the action has changed so far counts.
        let current = match self.effect.changes.last() {
            None => self.context.state,
            Some((_, StartStateOperation::Pop)) => None,
            Some((state, _)) => Some(*state),
        };
        Some(current.map(|current| current == other))
    }

    /// The number that a name of the file, or a start state, stands for, or the value itself.
    pub(super) fn constant(&self, value: &Value) -> Value {
        let Value::Name(name, _) = value else { return value.clone() };
        let state = || match self.file.state(name)? {
            0 => Some(0),
            state => Some(STATE + i64::try_from(state).ok()?),
        };
        let number = self.definitions.constants.get(&name[..]).copied().or_else(state);
        number.map_or_else(|| value.clone(), Value::Number)
    }

    /// Whether a byte of the matched text is in a set, if that is known; after the text comes 0.
    fn byte_is(&mut self, at: i32, case: Case, is_in: impl Fn(i64) -> bool) -> Option<bool> {
        let set = Bytes::of(|byte| is_in(in_case(byte, case)));
        self.test(Test::Byte { at, set, beyond: is_in(0) })
    }

    /// Whether a test holds of the matched text, if that is known; otherwise it is asked for.
    fn test(&mut self, test: Test) -> Option<bool> {
        let known = self.matched.holds(&test);
        if known.is_none() && !self.asked.tests.contains(&test) {
            self.asked.tests.push(test);
        }
        known
    }

    /// The value of a call of the C library that compares text, or looks into it, if it is one.
    pub(super) fn library(&mut self, name: &str, arguments: &[Value], span: Span) -> Option<Value> {
        let tested = |test: Option<Test>, negated| {
            Some(test.map_or(Value::Computed(span), |test| Value::Tested { test, negated }))
        };
        let caseless = matches!(name, "strcasecmp" | "strncasecmp" | "stricmp" | "strnicmp");
        match (name, arguments) {
            ("strlen", [Value::Text(0)]) => Some(match self.matched.text() {
                Some(text) => Value::Number(text.len() as i64),
                None => Value::Length(0),
            }),
            ("strlen", [Value::String(text)]) => Some(Value::Number(text.len() as i64)),
            ("string" | "YYText", [text @ (Value::Text(_) | Value::String(_)), ..]) => {
                Some(text.clone())
            }
            ("YYText", []) | ("yyget_text", _) => Some(Value::Text(0)),
            ("YYLeng", []) | ("yyget_leng", _) => Some(match self.matched.text() {
                Some(text) => Value::Number(text.len() as i64),
                None => Value::Length(0),
            }),
            (
                "strcmp" | "strcasecmp" | "stricmp",
                [Value::Text(from), Value::String(text)] | [Value::String(text), Value::Text(from)],
            ) => tested(is(*from, text, caseless, false), true),
            (
                "strncmp" | "strncasecmp" | "strnicmp" | "memcmp",
                [Value::Text(from), Value::String(text), Value::Number(most)]
                | [Value::String(text), Value::Text(from), Value::Number(most)],
            ) => {
                let most = usize::try_from(*most).ok()?;
                let begins = most <= text.len();
                let text = text.get(..most).unwrap_or(text);
                tested(is(*from, text, caseless, begins), true)
            }
            (
                "strchr" | "strrchr" | "index" | "memchr",
                [Value::Text(0), Value::Char(c, _), ..],
            ) => {
                let code = i64::from(u32::from(*c));
                tested(Some(Test::Holds(Bytes::of(|byte| byte == code))), false)
            }
            ("strpbrk", [Value::Text(0), Value::String(text)]) => {
                let is_in = |byte: i64| text.bytes().any(|one| i64::from(one) == byte);
                tested(text.is_ascii().then(|| Test::Holds(Bytes::of(is_in))), false)
            }
            ("strstr", [Value::Text(0), Value::String(text)]) => {
                let text = text.clone();
                tested(text.is_ascii().then_some(Test::Contains(text)), false)
            }
            ("tolower" | "toupper", [value]) => {
                let case = if name == "tolower" { Case::Lower } else { Case::Upper };
                match value {
                    Value::Byte(at, Case::Kept) => Some(Value::Byte(*at, case)),
                    Value::FirstChar(_, false) => Some(Value::Byte(0, case)),
                    Value::Char(c, place) => {
                        let code = in_case(i64::from(u32::from(*c)), case);
                        Some(Value::Char(char::from(u8::try_from(code).ok()?), *place))
                    }
                    _ => None,
                }
            }
            (_, [value]) => {
                let class = class(name)?;
                let is_in = |byte: i64| u8::try_from(byte).is_ok_and(|byte| class(&byte));
                match value {
                    Value::Byte(..) | Value::FirstChar(_, false) => {
                        let (at, case) = match value {
                            Value::Byte(at, case) => (*at, *case),
                            _ => (0, Case::Kept),
                        };
                        let set = Bytes::of(|byte| is_in(in_case(byte, case)));
                        tested(Some(Test::Byte { at, set, beyond: false }), false)
                    }
                    _ => Some(Value::of(is_in(code(value)?))),
                }
            }
            _ => None,
        }
    }
}

/// The test that the text is this one from a byte on, or begins with it.
fn is(from: u32, text: &str, caseless: bool, begins: bool) -> Option<Test> {
    let text = text.to_owned();
    text.is_ascii().then_some(Test::Is { from, text, caseless, begins })
}

/// The number that a character is in C.
fn code(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Char(c, _) => Some(i64::from(u32::from(*c))),
        _ => None,
    }
}

fn in_case(byte: i64, case: Case) -> i64 {
    let Ok(letter) = u8::try_from(byte) else { return byte };
    i64::from(match case {
        Case::Kept => letter,
        Case::Lower => letter.to_ascii_lowercase(),
        Case::Upper => letter.to_ascii_uppercase(),
    })
}

/// The function of the C library that classifies characters, in the locale "C".
fn class(name: &str) -> Option<fn(&u8) -> bool> {
    Some(match name {
        "isalpha" => u8::is_ascii_alphabetic,
        "isdigit" => u8::is_ascii_digit,
        "isalnum" => u8::is_ascii_alphanumeric,
        "isupper" => u8::is_ascii_uppercase,
        "islower" => u8::is_ascii_lowercase,
        "isxdigit" => u8::is_ascii_hexdigit,
        "ispunct" => u8::is_ascii_punctuation,
        "isspace" => |byte| matches!(byte, b' ' | 9..=13),
        "isblank" => |byte| matches!(byte, b' ' | b'\t'),
        "isprint" => |byte| matches!(byte, b' '..=b'~'),
        "isgraph" => u8::is_ascii_graphic,
        "iscntrl" => u8::is_ascii_control,
        _ => return None,
    })
}
