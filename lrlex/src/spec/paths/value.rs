//! Values of expressions on a way through an action: which token `return` gives.
//!
//! In: a range of tokens. Out: what it gives; assignments are remembered, calls run. Cost: linear in the tokens, but for the
//! functions that are followed.

use std::ops::Range;

use lrtable::Span;

use super::{Given, Lost, Path};
use crate::{
    limits,
    spec::{
        c::{
            self, Kind,
            macros::{Code, Function},
        },
        tape::{Symbol, Value, place_in_text},
    },
};

impl<'r, 'a> Path<'r, 'a> {
    /// Runs an expression whose value is of no interest.
    pub(in crate::spec) fn expression(&mut self, code: &Code, range: Range<usize>) {
        if self.tape.is_some() {
            self.evaluate(code, range);
        } else if self.outside(code, &range, "=").is_some() {
            self.value(code, range);
        } else {
            self.calls(code, range);
        }
    }

    /// The value of a variable that nothing else changes.
    pub(in crate::spec) fn local(&self, name: &str) -> Option<&Given> {
        let known = self.values.iter().rev().find(|(variable, _)| *variable == name);
        known.filter(|_| self.locals.contains(&name)).map(|(_, value)| value)
    }

    /// Forgets the values of variables that are assigned or counted in an expression, or of which the address is taken.
    pub(super) fn forget_changed(&mut self, code: &Code, range: &Range<usize>) {
        for at in range.clone() {
            let name = self.text(code, at);
            if code.tokens[at].kind != Kind::Word || !self.locals.contains(&name) {
                continue;
            }
            let after = self.text(code, at + 1);
            let before = if at > range.start { self.text(code, at - 1) } else { "" };
            let shifted = matches!(after, "<<" | ">>") && self.text(code, at + 2) == "=";
            let assigned = shifted || after == "=" || after.len() == 2 && after.ends_with('=');
            let compared = matches!(after, "==" | "!=" | "<=" | ">=");
            let counted = [after, before].iter().any(|text| matches!(*text, "++" | "--"));
            if assigned && !compared || counted || before == "&" {
                self.values.push((name, Given::Computed(code.tokens[at].span)));
            }
        }
    }

    /// Runs an expression; the token that its value is.
    pub(super) fn value(&mut self, code: &Code, range: Range<usize>) -> Given {
        let Range { start, end } = range;
        let Some(left) = self.left.checked_sub(1).filter(|_| start < end) else {
            return Given::Nothing;
        };
        self.left = left;
        let span = self.span(code, &(start..end));
        if let Some(comma) = self.outside(code, &(start..end), ",") {
            self.expression(code, start..comma);
            return self.value(code, comma + 1..end);
        }
        if let Some(assign) = self.outside(code, &(start..end), "=") {
            return self.assignment(code, start..assign, assign + 1..end);
        }
        if let Some(question) = self.outside(code, &(start..end), "?") {
            let colon = self.outside(code, &(question + 1..end), ":").unwrap_or(end);
            return match self.condition(code, &(start..question)) {
                true => self.value(code, question + 1..colon),
                false => self.value(code, (colon + 1).min(end)..end),
            };
        }
        if let Some(inside) = self.unwrapped(code, &(start..end)) {
            return self.value(code, inside);
        }
        if self.text(code, start) == "static_cast"
            && let Some(open) = (start..end).find(|at| self.text(code, *at) == "(")
        {
            return self.value(code, open..end);
        }
        let texts: Vec<&str> = (start..end.min(start + 8)).map(|at| self.text(code, at)).collect();
        match (texts.as_slice(), code.tokens[start].kind) {
            (["0" | "YYEOF" | "EOF" | "YY_NULL"], _) => Given::End,
            (["-", _] | ["YYerror" | "YYUNDEF"], _) => Given::Error,
            (["yytext", "[", "0", "]", "&", ..] | ["*", "yytext", "&", ..], _) => {
                self.given_char(0, span)
            }
            ([_], Kind::Char) => match c::char_value(texts[0]) {
                Some('\0') => Given::End,
                Some(c) => Given::Char(c, Span::new(span.start() + 1, span.end() - 1)),
                None => Given::Computed(span),
            },
            ([name], Kind::Word) => {
                let known = self.values.iter().rev().find(|(variable, _)| variable == name);
                known.map_or(Given::Name((*name).to_owned(), span), |(_, value)| value.clone())
            }
            _ => match place_in_text(&texts) {
                Some(place) => self.given_char(place, span),
                None => self.compound(code, start..end, span),
            },
        }
    }

    /// What a character of the matched text is as a token.
    fn given_char(&mut self, place: usize, span: Span) -> Given {
        match self.matched_char(place) {
            Value::Read(Symbol::Char('\0')) | Value::Number(_) => Given::End,
            // The name stands nowhere in the file.
            Value::Read(Symbol::Char(c)) => Given::Char(c, Span::new(span.start(), span.start())),
            _ if place == 0 => Given::Matched(span),
            _ => Given::Computed(span),
        }
    }

    /// The value of an expression of several tokens.
    fn compound(&mut self, code: &Code, range: Range<usize>, span: Span) -> Given {
        let Range { start, end } = range;
        let is_path = (start..end)
            .all(|at| code.tokens[at].kind == Kind::Word || self.text(code, at) == "::");
        let last = code.tokens[end - 1];
        if is_path && last.kind == Kind::Word && end - start > 1 {
            return Given::Name(self.text(code, end - 1).to_owned(), last.span);
        }
        let path: String = (start..end).map(|at| self.text(code, at)).collect();
        let variable = self.values.iter().rev().find(|(variable, _)| *variable == path);
        if let Some((_, value)) = variable {
            return value.clone();
        }
        let open = (start..end).find(|at| self.text(code, *at) == "(");
        let call = open.filter(|open| *open > start && self.closing(code, *open, end) + 1 == end);
        let Some(open) = call else {
            self.calls(code, start..end);
            return Given::Computed(span);
        };
        let name = code.tokens[open - 1];
        let function = self.text(code, open - 1);
        let qualified = open > start + 1 && self.text(code, open - 2) == "::";
        if let Some(function) = self.definitions.function(function).filter(|_| !qualified) {
            return self.follow(function, code, open + 1..end - 1, span);
        }
        // What follows is read in any case.
        if function == "yylex" {
            return Given::Nothing;
        }
        // As the parsers of Bison in C++ have them.
        if let Some(token) = function.strip_prefix("make_").filter(|token| !token.is_empty()) {
            let place = Span::new(name.span.end() - token.len(), name.span.end());
            return Given::Name(token.to_owned(), place);
        }
        let is_token = |at: &usize| {
            let text = self.text(code, *at);
            let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
            code.tokens[*at].kind == Kind::Word
                && text.len() > 1
                && text.chars().all(upper)
                && !matches!(text, "NULL" | "TRUE" | "FALSE" | "YYSTATE")
                && !text.starts_with("YY_")
                && self.text(code, at + 1) != "("
        };
        let arguments: Vec<usize> = (open + 1..end - 1).filter(is_token).collect();
        self.calls(code, start..end);
        match arguments[..] {
            [token] => {
                self.outcome.lost.push((Lost::Argument, span));
                Given::Name(self.text(code, token).to_owned(), code.tokens[token].span)
            }
            _ => Given::Computed(span),
        }
    }

    fn assignment(&mut self, code: &Code, to: Range<usize>, from: Range<usize>) -> Given {
        if from.is_empty() || to.is_empty() {
            return Given::Nothing;
        }
        if matches!(self.text(code, from.start), "YY_START" | "YYSTATE" | "YY_STATE") {
            self.saved = true;
            return Given::Computed(self.span(code, &from));
        }
        let value = self.value(code, from);
        self.forget_changed(code, &to);
        // A variable that is declared here is the last word.
        let declares = to.len() > 1 && code.tokens[to.end - 2].kind == Kind::Word;
        if declares && to.clone().all(|at| self.text(code, at) != "static") {
            self.locals.push(self.text(code, to.end - 1));
        }
        let first = code.tokens[if declares { to.end - 1 } else { to.start }].span;
        let last = code.tokens[to.end - 1].span;
        if first.start() <= last.start() {
            self.values.push((&self.source[first.start()..last.end()], value.clone()));
        }
        value
    }

    /// Runs a function of the lex file; the value that it returns. `arguments` are those of the call, in `code`.
    pub(super) fn follow(
        &mut self,
        function: &'r Function<'a>,
        code: &Code,
        arguments: Range<usize>,
        span: Span,
    ) -> Given {
        if self.calls.len() == limits::CALLS {
            return Given::Computed(span);
        }
        let mut values = Vec::new();
        let mut rest = arguments;
        let parameters = if self.tape.is_none() { &function.parameters[..] } else { &[] };
        for parameter in parameters {
            let end = self.outside(code, &rest, ",").unwrap_or(rest.end);
            let value = match rest.is_empty() {
                true => Given::Computed(span),
                false => self.value(code, rest.start..end),
            };
            values.push((*parameter, value));
            rest.start = (end + 1).min(rest.end);
        }
        self.calls.push(span.start());
        let before = std::mem::replace(&mut self.outcome.given, Given::Computed(span));
        let values = std::mem::replace(&mut self.values, values);
        let locals = std::mem::replace(&mut self.locals, function.parameters.clone());
        self.list(&function.body, &function.body.statements);
        self.values = values;
        self.locals = locals;
        self.calls.pop();
        std::mem::replace(&mut self.outcome.given, before)
    }
}
