//! Actions that look at the text of their rule: `return yytext[0];`, `if (yytext[0] == '[') BEGIN(S);`.
//!
//! In: a rule whose texts are few, or one character each. Out: a rule for each text that counts, of which the action is read with
//! that text known, and one for what is left. What a condition says then is known too. Other rules stay as they are. Cost: the
//! number of the texts, which is bounded.

use std::ops::Range;

use super::{
    Flags, Reader, RuleSpec,
    c::{self, Kind, macros::Code},
    paths::{Given, Path},
    tape::{Matched, Symbol, Value, compare, place_in_text},
};
use crate::{
    limits,
    regex::{Budget, parse},
};

impl Reader<'_> {
    /// The rules of the texts of a rule that its action may tell apart. `chars`: those that it names, or `None` for all of ASCII.
    /// `None` if there are too many texts.
    pub(super) fn by_text(
        &self,
        rule: &RuleSpec,
        flags: &Flags,
        chars: Option<&[char]>,
    ) -> Option<Vec<(RuleSpec, Matched)>> {
        let mut budget = Budget::new();
        let tree = parse(rule.pattern.text(), flags, &mut budget).ok()?;
        let mut rest = false;
        let texts: Vec<String> = match tree.single_chars(&budget.sets) {
            Some(set) => {
                // What a negated class has beyond ASCII is not asked for, nor are other cases of letters.
                let wide = |at: u32| at > 0x7f && set.contains(at);
                let named = [0x80, 0x17f, 0x212a, 0x10_ffff].map(wide);
                let cases = flags.case_insensitive && (named[1] || named[2]);
                if !set.is_ascii() && named != [true; 4] && !cases {
                    return None;
                }
                let ascii = (0..0x80_u8).filter(|at| set.contains(u32::from(*at))).map(char::from);
                let (known, others): (Vec<char>, Vec<char>) =
                    ascii.partition(|c| chars.is_none_or(|chars| chars.contains(c)));
                rest = !set.is_ascii() || !others.is_empty();
                known.into_iter().map(String::from).collect()
            }
            None => tree.texts(&budget.sets, limits::TEXTS)?,
        };
        let of_text = |text: String| {
            let pattern = rule.pattern.of_text(&text);
            (RuleSpec { pattern, ..rule.clone() }, Matched::Text(text))
        };
        let rest = rest.then(|| {
            let pattern = rule.pattern.of_others();
            (RuleSpec { pattern, ..rule.clone() }, Matched::Other)
        });
        Some(texts.into_iter().map(of_text).chain(rest).collect())
    }
}

impl Path<'_, '_> {
    /// The value of an expression as far as the matched text or constants decide it. Nothing is run.
    pub(super) fn known(&mut self, code: &Code, range: Range<usize>) -> Value {
        let Range { start, end } = range;
        let Some(left) = self.left.checked_sub(1).filter(|_| start < end) else {
            return Value::Unknown;
        };
        self.left = left;
        let all = start..end;
        if let Some(assign) = self.outside(code, &all, "=") {
            return self.known(code, assign + 1..end);
        }
        for (sign, ends) in [("||", true), ("&&", false)] {
            if let Some(at) = self.outside(code, &all, sign) {
                let left = self.known(code, start..at).truth();
                let right = self.known(code, at + 1..end).truth();
                return match (left, right) {
                    _ if left == Some(ends) || right == Some(ends) => Value::of(ends),
                    (Some(_), Some(right)) => Value::of(right),
                    _ => Value::Unknown,
                };
            }
        }
        for sign in ["==", "!=", "<=", ">=", "<", ">"] {
            if let Some(at) = self.outside(code, &all, sign) {
                let left = self.known(code, start..at);
                let right = self.known(code, at + 1..end);
                return compare(sign, left, right);
            }
        }
        if self.text(code, start) == "!" {
            let truth = self.known(code, start + 1..end).truth();
            return truth.map_or(Value::Unknown, |truth| Value::of(!truth));
        }
        if let Some(inside) = self.unwrapped(code, &all) {
            return self.known(code, inside);
        }
        let texts: Vec<&str> = (start..end.min(start + 7)).map(|at| self.text(code, at)).collect();
        match (texts.as_slice(), code.tokens[start].kind) {
            (["yyleng"], _) => self.matched_len(),
            (["strcmp", "(", "yytext", ",", text, ")"], _) => self.compared(text),
            ([constant], Kind::Char) => match c::char_value(constant) {
                Some('\0') => Value::Number(0),
                Some(c) => Value::Read(Symbol::Char(c)),
                None => Value::Unknown,
            },
            ([number], Kind::Number) => {
                c::number(number).map_or(Value::Unknown, |number| Value::Number(number.into()))
            }
            ([name], Kind::Word) => match self.local(name).cloned() {
                Some(Given::Matched(_)) => self.matched_char(0),
                Some(Given::End) => Value::Number(0),
                Some(Given::Char(c, _)) => Value::Read(Symbol::Char(c)),
                _ => Value::Unknown,
            },
            (texts, _) => match place_in_text(texts) {
                Some(place) => self.matched_char(place),
                None => Value::Unknown,
            },
        }
    }

    /// What stands in brackets, or after a cast, if the expression is that.
    pub(super) fn unwrapped(&self, code: &Code, range: &Range<usize>) -> Option<Range<usize>> {
        let Range { start, end } = *range;
        if self.text(code, start) != "(" {
            return None;
        }
        let close = self.closing(code, start, end);
        if close + 1 == end {
            return Some(start + 1..close);
        }
        // Names and stars only.
        let is_type = |at: usize| {
            code.tokens[at].kind == Kind::Word || matches!(self.text(code, at), "*" | "::")
        };
        let casts = close < end && close > start + 1 && (start + 1..close).all(is_type);
        casts.then_some(close + 1..end)
    }

    /// A character of the matched text.
    pub(super) fn matched_char(&mut self, place: usize) -> Value {
        match &self.matched {
            Matched::Any => {
                self.asks = true;
                Value::Unknown
            }
            Matched::Text(text) => match text.chars().nth(place) {
                Some(c) => Value::Read(Symbol::Char(c)),
                None => Value::Number(0),
            },
            Matched::Other if place == 0 => Value::Read(Symbol::Other),
            Matched::Other => Value::Number(0),
        }
    }

    fn matched_len(&mut self) -> Value {
        match &self.matched {
            Matched::Text(text) => i64::try_from(text.len()).map_or(Value::Unknown, Value::Number),
            Matched::Any | Matched::Other => {
                self.asks |= matches!(self.matched, Matched::Any);
                Value::Unknown
            }
        }
    }

    /// `strcmp` of the matched text and a string.
    fn compared(&mut self, string: &str) -> Value {
        let string = string.strip_prefix('"').and_then(|string| string.strip_suffix('"'));
        let Some(string) = string.filter(|string| !string.contains('\\')) else {
            return Value::Unknown;
        };
        match &self.matched {
            Matched::Text(text) => Value::of(text != string),
            Matched::Any | Matched::Other => {
                self.asks |= matches!(self.matched, Matched::Any);
                Value::Unknown
            }
        }
    }
}
