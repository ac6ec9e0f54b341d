//! Values of expressions on a way through an action.
//!
//! In: an expression, which is run: assignments are remembered, calls followed. Out: its value, as
//! far as constants, the matched text and what `input` has read decide it. Cost: linear in the
//! expression, but for the functions that are followed.

use lrtable::Span;

use super::{Lost, Path};
use crate::import::{
    c::{
        self,
        expression::{Expr, Node},
        macros::Function,
    },
    limits,
    texts::Matched,
    value::{Case, Value},
};

impl<'r, 'a> Path<'r, 'a> {
    /// Runs an expression; its value.
    pub(super) fn evaluate(&mut self, expr: &Expr<'a>) -> Value {
        let computed = Value::Computed(expr.span);
        let Some(left) = self.left.checked_sub(1) else { return computed };
        self.left = left;
        match &expr.node {
            Node::Empty | Node::Directive(_) => computed,
            Node::Text(text) => {
                c::plain_text(text).map_or(computed, |text| Value::String(text.to_owned()))
            }
            Node::Number(text) => {
                c::number(text).map_or(computed, |number| Value::Number(number.into()))
            }
            Node::Char(text) => match c::char_value(text) {
                Some('\0') => Value::Number(0),
                Some(c) => Value::Char(c, Span::new(expr.span.start() + 1, expr.span.end() - 1)),
                None => computed,
            },
            Node::Word(name) => self.word(name, expr.span),
            Node::Joined(name) => Value::Name(name.clone(), expr.span),
            Node::Declared { name, is_static } => {
                // A variable that is declared here is known to nothing else.
                if !is_static {
                    self.declare(name, None);
                }
                computed
            }
            Node::Member { path, name, place } => match self.variables.get(path) {
                Some(value) => value.clone(),
                None if path.contains(['.', '>']) => {
                    let variable = path.split(['.', '-']).next().unwrap_or_default();
                    match self.variables.get(variable).cloned() {
                        Some(Value::Entry(table, row)) => self.field(&table, row, name, expr.span),
                        _ => computed,
                    }
                }
                None => Value::Name((*name).to_owned(), *place),
            },
            Node::Call(function, arguments) => self.call(function, arguments, expr.span),
            Node::Index(array, at) => {
                let (array, at) = (self.evaluate(array), self.evaluate(at));
                if let Some(Value::Entry(table, row)) = sum(&array, &at, 1) {
                    return self.entry(table, row, expr.span);
                }
                match sum(&array, &at, 1) {
                    Some(Value::Text(at)) => self.byte(i64::from(at), expr.span),
                    _ => match (array, at) {
                        (Value::Text(0), Value::Length(at)) => self.byte(at, expr.span),
                        _ => computed,
                    },
                }
            }
            Node::Prefix(sign, inner) => self.prefix(sign, inner, expr.span),
            Node::Postfix(sign, inner) => {
                let value = self.evaluate(inner);
                self.step(sign, &value, inner, expr.span);
                value
            }
            Node::Row(first, more) => match declared_pointer(expr) {
                Some(name) if !self.variables.contains_key(name) => {
                    self.declare(name, None);
                    computed
                }
                _ => self.row(first, more, expr.span),
            },
            Node::Assign(sign, to, from) => {
                let mut value = self.evaluate(from);
                if let Value::Name(name, _) = &value {
                    let is_state = matches!(&name[..], "YY_START" | "YYSTATE" | "YY_STATE");
                    self.saved |= is_state;
                    let known = self.variables.get(name).or(is_state.then_some(&computed));
                    value = known.cloned().unwrap_or(value);
                }
                let tracked = self.context.tracks_in(to);
                if tracked && matches!(value, Value::Name(..)) {
                    value = self.constant(&value);
                }
                if tracked && matches!(to.node, Node::Declared { is_static: true, .. }) {
                    // It is done once.
                    return value;
                }
                // As 'p' in 'T *p = a'.
                if let Some(name) = declared_pointer(to) {
                    self.declare(name, Some(value.clone()));
                    return value;
                }
                let old = self.evaluate(to);
                let new = match (sign, self.tape.is_some()) {
                    (&"=", _) => value.clone(),
                    (_, true) => computed,
                    (sign, _) => changed(sign, &old, &value).unwrap_or(computed),
                };
                self.set(to, new);
                value
            }
            Node::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                let truth = self.decide(condition);
                self.evaluate(if truth { then } else { otherwise })
            }
            Node::Comma(parts) => {
                let declares = parts.first().is_some_and(|first| {
                    matches!(first.assigned().node, Node::Declared { is_static: false, .. })
                });
                let mut value = Value::default();
                for part in parts {
                    // As 'b' in 'int a = 0, b = 1'.
                    if let (true, Node::Word(name)) = (declares, &part.assigned().node) {
                        self.declare(name, None);
                    }
                    value = self.evaluate(part);
                }
                value
            }
            Node::Range(_) => computed,
            Node::Field(entry, field) => match self.evaluate(entry) {
                Value::Entry(table, row) => self.field(&table, row, field, expr.span),
                _ => computed,
            },
            Node::Other(parts) => {
                parts.iter().for_each(|part| drop(self.evaluate(part)));
                computed
            }
        }
    }

    fn word(&mut self, name: &'a str, span: Span) -> Value {
        let value = self.variables.get(name);
        match (name, value) {
            // Others may be changed by functions that are not known.
            (_, Some(value))
                if self.tape.is_some()
                    || self.locals.contains_key(name)
                    || self.context.tracks(name) =>
            {
                value.clone()
            }
            ("EOF" | "YYEOF" | "YY_NULL", _) => Value::End,
            ("YYerror" | "YYUNDEF", _) => Value::Error,
            ("true" | "TRUE", _) => Value::Number(1),
            ("false" | "FALSE" | "NULL", _) => Value::Number(0),
            ("yyleng", _) => match self.matched.text() {
                Some(text) => Value::Number(text.len() as i64),
                None => Value::Length(0),
            },
            ("yytext", _) => Value::Text(0),
            // With '%option prefix'.
            (name, None) if self.definitions.prefix.is_some_and(|prefix| is_text(name, prefix)) => {
                match name.ends_with("leng") {
                    true => self.word("yyleng", span),
                    false => Value::Text(0),
                }
            }
            ("REJECT" | "yyreject", _) => {
                self.effect.given = Value::Rejected;
                Value::Rejected
            }
            ("throw", _) => {
                self.thrown = true;
                self.die()
            }
            (name, None) if self.definitions.tables.contains_key(name) => {
                Value::Entry(name.to_owned(), 0)
            }
            _ => Value::Name(name.to_owned(), span),
        }
    }

    fn prefix(&mut self, sign: &str, inner: &Expr<'a>, span: Span) -> Value {
        let value = self.evaluate(inner);
        match (sign, value) {
            ("!", Value::Tested { test, negated }) => Value::Tested { test, negated: !negated },
            ("!", value) => {
                self.truth_of(&value).map_or(Value::Computed(span), |truth| Value::of(!truth))
            }
            ("-", Value::Number(number)) => {
                number.checked_neg().map_or(Value::Computed(span), Value::Number)
            }
            ("~", Value::Number(number)) => Value::Number(!number),
            ("-", _) => Value::Error,
            ("+", value) => value,
            ("*", Value::Text(at)) => self.byte(i64::from(at), span),
            ("&", Value::Byte(at @ 0.., Case::Kept)) => Value::Text(at.unsigned_abs()),
            ("&", Value::FirstChar(_, false)) => Value::Text(0),
            ("++" | "--", value) => self.step(sign, &value, inner, span),
            ("&", _) => {
                self.set(inner, Value::Computed(span));
                Value::Computed(span)
            }
            _ => Value::Computed(span),
        }
    }

    /// Adds 1 to a variable, or takes it away; the new value.
    fn step(&mut self, sign: &str, value: &Value, variable: &Expr<'a>, span: Span) -> Value {
        let by = if sign == "++" { 1 } else { -1 };
        let new = sum(value, &Value::Number(by), 1).filter(|_| self.tape.is_none());
        let new = new.unwrap_or(Value::Computed(span));
        self.set(variable, new.clone());
        new
    }

    fn row(&mut self, first: &Expr<'a>, more: &[(&'a str, Expr<'a>)], span: Span) -> Value {
        if let [("/", second)] = more
            && let Some(count) = self.count(first, second)
        {
            return count;
        }
        let mut value = self.evaluate(first);
        for (sign, operand) in more {
            let ends = *sign == "||";
            let logical = ends || *sign == "&&";
            let left = if logical { self.truth_of(&value) } else { None };
            if left == Some(ends) || logical && self.has_read_all() {
                return Value::of(ends);
            }
            let right = self.evaluate(operand);
            if logical && left.is_none() {
                // It may not be run.
                self.forget_changed(operand);
            } else if *sign == ">>" {
                self.forget_given(operand);
            }
            let is_read = matches!(value, Value::Char(..) | Value::FirstChar(..));
            value = match *sign {
                "||" | "&&" => match (left, self.truth_of(&right)) {
                    (_, Some(right)) if right == ends => Value::of(ends),
                    (Some(_), Some(right)) => Value::of(right),
                    _ => Value::Computed(span),
                },
                "==" | "!=" | "<=" | ">=" | "<" | ">" => {
                    self.compared(sign, &value, &right).map_or(Value::Computed(span), Value::of)
                }
                // A character without its sign.
                "&" if is_read => value,
                sign => changed(sign, &value, &right).unwrap_or(Value::Computed(span)),
            };
        }
        value
    }

    /// A byte of the matched text, counted from its start, or from its end if negative.
    fn byte(&mut self, at: i64, span: Span) -> Value {
        let nowhere = Span::new(span.start(), span.start());
        let Ok(place) = i32::try_from(at) else { return Value::Computed(span) };
        match &self.matched {
            Matched::Text(text) => {
                let len = text.len() as i64;
                let place = usize::try_from(if at < 0 { len + at } else { at });
                match place.ok().and_then(|place| text.as_bytes().get(place)) {
                    Some(byte @ 1..=0x7f) => Value::Char(char::from(*byte), nowhere),
                    _ => Value::Number(0),
                }
            }
            Matched::Other if at == 0 => Value::FirstChar(span, true),
            _ if at == 0 => Value::FirstChar(span, false),
            _ if at < -limits::FROM_END => Value::Computed(span),
            _ => Value::Byte(place, Case::Kept),
        }
    }

    /// Remembers the value of a variable.
    pub(super) fn set(&mut self, to: &Expr<'a>, value: Value) {
        let name = match &to.node {
            Node::Word(name) | Node::Declared { name, .. } => (*name).to_owned(),
            // In an action that is followed symbol by symbol such a value is not read again.
            Node::Member { path, .. } if self.tape.is_none() => path.clone(),
            _ => return,
        };
        self.variables.insert(name, value);
    }

    /// Makes a variable known to nothing else.
    fn declare(&mut self, name: &'a str, value: Option<Value>) {
        let hidden = self.variables.remove(name);
        self.locals.entry(name).or_insert(hidden);
        self.variables.extend(value.map(|value| (name.to_owned(), value)));
    }

    /// Forgets the values of variables that are changed in an expression, or of which the address
    /// is taken.
    pub(super) fn forget_changed(&mut self, expr: &Expr<'a>) {
        expr.any(&mut |part| {
            if let Node::Assign(_, to, _)
            | Node::Prefix("&" | "++" | "--", to)
            | Node::Postfix(_, to) = &part.node
            {
                self.set(to, Value::Computed(part.span));
            }
            false
        });
    }

    /// Whether a condition is true, if that is known.
    pub(super) fn truth(&mut self, condition: &Expr<'a>) -> Option<bool> {
        match condition.node {
            Node::Empty => Some(true),
            Node::Directive(line) => match line[1..].split_whitespace().collect::<Vec<_>>()[..] {
                ["if", "0"] => Some(false),
                ["if", "1"] => Some(true),
                _ => None,
            },
            _ => {
                let value = self.evaluate(condition);
                self.truth_of(&value)
            }
        }
    }

    /// Whether a condition is true, as it was chosen if that is not known.
    pub(super) fn decide(&mut self, condition: &Expr<'a>) -> bool {
        let truth = self.truth(condition);
        self.settle(truth, condition.span)
    }

    /// What counts of a condition.
    pub(super) fn settle(&mut self, truth: Option<bool>, condition: Span) -> bool {
        let read_all = self.has_read_all();
        match (truth, &mut self.tape) {
            (Some(truth), _) => truth,
            (None, Some(tape)) => {
                tape.lost |= !read_all;
                false
            }
            (None, None) => self.choose(condition),
        }
    }

    /// The token that a value is, of an expression at `span`.
    pub(super) fn token(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Name(name, place) => match self.variables.get(&name).cloned() {
                None => self.named(name, place, span),
                Some(known @ Value::Name(..)) => known,
                Some(known) => self.token(known, span),
            },
            Value::Argument(name, place, call) => {
                self.lose(Lost::Argument, call);
                Value::Name(name, place)
            }
            Value::Number(0) => Value::End,
            Value::Number(..0) => Value::Error,
            Value::Number(_) => Value::Computed(span),
            Value::Byte(..) | Value::Length(_) | Value::Text(_) | Value::Tested { .. } => {
                self.asked.text = true;
                Value::Computed(span)
            }
            Value::String(_) | Value::AtLeast(_) | Value::AtMost(_) | Value::Entry(..) => {
                Value::Computed(span)
            }
            first @ Value::FirstChar(..) => {
                self.asked.text = true;
                first
            }
            other => other,
        }
    }

    /// The token that a name stands for which is no variable's whose value is known.
    fn named(&self, name: String, place: Span, span: Span) -> Value {
        let known = self.definitions;
        if let Some(code) = known.chars.get(&name[..]) {
            return Value::Char(*code, Span::new(place.start(), place.start()));
        }
        match known.variables.contains_key(&name[..]) {
            true => Value::Computed(span),
            false => Value::Name(name, place),
        }
    }

    /// Runs a function of the lex file; the value that it returns.
    pub(super) fn follow(
        &mut self,
        function: &'r Function<'a>,
        arguments: &[Expr<'a>],
        span: Span,
    ) -> Value {
        if self.calls.len() == limits::CALLS {
            self.lose(Lost::Rest, span);
            return Value::Computed(span);
        }
        let mut values =
            arguments.iter().map(|argument| self.evaluate(argument)).collect::<Vec<_>>();
        values.resize(function.parameters.len(), Value::Computed(span));
        self.calls.push(span.start());
        let given = std::mem::replace(&mut self.effect.given, Value::Computed(span));
        let locals = std::mem::take(&mut self.locals);
        let caller = self.function.replace(function.name);
        self.seen.functions.insert(function.name);
        for (parameter, value) in function.parameters.iter().zip(values) {
            self.declare(parameter, Some(value));
        }
        self.list(&function.body.statements);
        self.function = caller;
        self.calls.pop();
        for (local, hidden) in std::mem::replace(&mut self.locals, locals) {
            self.variables.remove(local);
            self.variables.extend(hidden.map(|hidden| (local.to_owned(), hidden)));
        }
        std::mem::replace(&mut self.effect.given, given)
    }
}

/// The variable that `T *p` declares, if an expression is that.
fn declared_pointer<'a>(expr: &Expr<'a>) -> Option<&'a str> {
    let Node::Row(first, more) = &expr.node else { return None };
    match (&first.node, &more[..]) {
        (Node::Word(_) | Node::Declared { .. }, [("*", Expr { node: Node::Word(name), .. })]) => {
            Some(name)
        }
        _ => None,
    }
}

/// Whether flex calls the matched text, or its length, so.
fn is_text(name: &str, prefix: &str) -> bool {
    matches!(name.strip_prefix(prefix), Some("text" | "leng"))
}

/// The value that an operator of C makes of two, as far as it is known.
fn changed(sign: &str, left: &Value, right: &Value) -> Option<Value> {
    match (sign, left, right) {
        ("+" | "+=", ..) => sum(left, right, 1),
        ("-" | "-=", ..) => sum(left, right, -1),
        ("|" | "|=", Value::Number(left), Value::Number(right)) => {
            Some(Value::Number(left | right))
        }
        ("&" | "&=", Value::Number(left), Value::Number(right)) => {
            Some(Value::Number(left & right))
        }
        ("^" | "^=", Value::Number(left), Value::Number(right)) => {
            Some(Value::Number(left ^ right))
        }
        ("<<", Value::Number(left), Value::Number(right @ 0..=32)) => {
            left.checked_mul(1 << right).map(Value::Number)
        }
        _ => None,
    }
}

/// The sum of two values, or their difference if `sign` is -1, if it is known.
fn sum(left: &Value, right: &Value, sign: i64) -> Option<Value> {
    let Value::Number(right) = right else { return None };
    let by = right.checked_mul(sign)?;
    Some(match left {
        Value::Number(left) => Value::Number(left.checked_add(by)?),
        Value::AtLeast(left) => Value::AtLeast(left.checked_add(by)?),
        Value::AtMost(left) => Value::AtMost(left.checked_add(by)?),
        Value::Length(left) => Value::Length(left.checked_add(by)?),
        Value::Text(left) => Value::Text(u32::try_from(i64::from(*left).checked_add(by)?).ok()?),
        Value::Entry(table, row) => {
            let row = i64::try_from(*row).ok()?.checked_add(by)?;
            Value::Entry(table.clone(), usize::try_from(row).ok()?)
        }
        _ => return None,
    })
}
