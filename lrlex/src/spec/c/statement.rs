//! Statements of C, as far as the order in which they run must be known.
//!
//! In: tokens. Out: a tree. Nothing is refused: what is not understood is an expression. Lines `#if … #else … #endif` are read as an `if`. Cost: linear.

use std::ops::Range;

use super::{Kind, Parser, Token, expression::Expr};
use crate::limits;

/// A statement.
#[derive(Debug)]
pub(in crate::spec) enum Statement<'a> {
    /// An expression or a declaration.
    Plain(Expr<'a>),
    /// With its value, which may be empty.
    Return(Expr<'a>),
    Break,
    Continue,
    /// With the name of the label.
    Goto(&'a str),
    Label(&'a str),
    If(Expr<'a>, Vec<Statement<'a>>, Vec<Statement<'a>>),
    Loop(Loop<'a>),
    /// What is compared, and the statements with their labels.
    Switch(Expr<'a>, Vec<Statement<'a>>),
    /// Without `case`; empty stands for `default`.
    Case(Expr<'a>),
    Block(Vec<Statement<'a>>),
}

/// `for`, `while` or `do`.
#[derive(Debug)]
pub(in crate::spec) struct Loop<'a> {
    pub(in crate::spec) init: Expr<'a>,
    /// Empty for one that never fails.
    pub(in crate::spec) condition: Expr<'a>,
    /// What follows the body, in `for`.
    pub(in crate::spec) step: Expr<'a>,
    pub(in crate::spec) body: Vec<Statement<'a>>,
    /// Whether the body comes before the condition.
    pub(in crate::spec) body_first: bool,
}

impl<'a> Statement<'a> {
    /// Adds the expressions in it.
    pub(in crate::spec) fn expressions<'s>(&'s self, to: &mut Vec<&'s Expr<'a>>) {
        let lists: [&[Statement<'a>]; 2] = match self {
            Statement::Plain(expr) | Statement::Return(expr) => {
                to.push(expr);
                return;
            }
            Statement::If(condition, then, otherwise) => {
                to.push(condition);
                [then, otherwise]
            }
            Statement::Loop(one) => {
                to.extend([&one.init, &one.condition, &one.step]);
                [&one.body, &[]]
            }
            Statement::Switch(value, body) => {
                to.push(value);
                [body, &[]]
            }
            Statement::Block(body) => [body, &[]],
            _ => return,
        };
        lists.into_iter().flatten().for_each(|statement| statement.expressions(to));
    }
}

/// The statements of all tokens.
pub(in crate::spec) fn statements<'a>(source: &'a str, tokens: &[Token]) -> Vec<Statement<'a>> {
    let mut parser = Parser { source, tokens, at: 0, depth: 0 };
    let mut all = Vec::new();
    while parser.at < tokens.len() {
        parser.statement(&mut all);
    }
    all
}

impl<'a> Parser<'a, '_> {
    fn expr_of(&self, tokens: Range<usize>) -> Expr<'a> {
        Expr::new(self.source, &self.tokens[tokens])
    }

    /// Reads a statement here, of which there is a token at least.
    fn statement(&mut self, to: &mut Vec<Statement<'a>>) {
        let start = self.at;
        if self.depth == limits::STATEMENTS {
            // Too deep to be understood: one expression.
            self.at = self.tokens.len();
            return to.push(Statement::Plain(self.expr_of(start..self.at)));
        }
        self.depth += 1;
        self.at += 1;
        match self.text(start) {
            "{" => {
                let inner = self.until(|text| text == "}");
                self.eat("}");
                to.push(Statement::Block(inner));
            }
            ";" | "}" => {}
            "if" => {
                self.eat("constexpr");
                let condition = self.parentheses();
                let then = self.one();
                let otherwise = if self.eat("else") { self.one() } else { Vec::new() };
                to.push(Statement::If(self.expr_of(condition), then, otherwise));
            }
            "while" => {
                let condition = self.parentheses();
                to.push(self.repeat([0..0, condition, 0..0]));
            }
            "do" => {
                let body = self.one();
                self.eat("while");
                let condition = self.parentheses();
                self.eat(";");
                let [init, step] = [0..0, 0..0].map(|none| self.expr_of(none));
                let condition = self.expr_of(condition);
                to.push(Statement::Loop(Loop { init, condition, step, body, body_first: true }));
            }
            "for" => {
                let head = self.parentheses();
                let semicolon = |from: usize| {
                    (from..head.end).find(|at| self.text(*at) == ";").unwrap_or(head.end)
                };
                let first = semicolon(head.start);
                let second = semicolon((first + 1).min(head.end));
                let condition = (first + 1).min(second)..second;
                let step = (second + 1).min(head.end)..head.end;
                to.push(self.repeat([head.start..first, condition, step]));
            }
            "switch" => {
                let value = self.parentheses();
                let body = self.one();
                to.push(Statement::Switch(self.expr_of(value), body));
            }
            "case" | "default" => {
                let is_colon = |at: &usize| self.text(*at) == ":";
                let colon = (self.at..self.tokens.len()).find(is_colon);
                let colon = colon.unwrap_or(self.tokens.len());
                to.push(Statement::Case(self.expr_of(self.at..colon)));
                self.at = (colon + 1).min(self.tokens.len());
            }
            "return" => {
                let value = self.expression();
                to.push(Statement::Return(self.expr_of(value)));
            }
            "break" => {
                self.eat(";");
                to.push(Statement::Break);
            }
            "continue" => {
                self.eat(";");
                to.push(Statement::Continue);
            }
            "goto" => {
                to.push(Statement::Goto(self.text(self.at)));
                self.expression();
            }
            _ if self.tokens[start].kind == Kind::Directive => self.directive(start, to),
            _ if self.tokens[start].kind == Kind::Word && self.text(self.at) == ":" => {
                self.at += 1;
                to.push(Statement::Label(self.text(start)));
            }
            _ => {
                self.at = start;
                let expression = self.expression();
                to.push(Statement::Plain(self.expr_of(expression)));
            }
        }
        self.depth -= 1;
    }

    /// A loop with this head; its body is read.
    fn repeat(&mut self, head: [Range<usize>; 3]) -> Statement<'a> {
        let [init, condition, step] = head.map(|range| self.expr_of(range));
        let body = self.one();
        Statement::Loop(Loop { init, condition, step, body, body_first: false })
    }

    /// One statement, with the labels before it.
    fn one(&mut self) -> Vec<Statement<'a>> {
        let mut inner = Vec::new();
        loop {
            if self.at >= self.tokens.len() || self.text(self.at) == "}" {
                return inner;
            }
            if self.tokens[self.at].kind == Kind::Directive {
                self.at += 1;
                continue;
            }
            self.statement(&mut inner);
            if !matches!(inner.last(), Some(Statement::Label(_) | Statement::Case(_))) {
                break;
            }
        }
        match inner.pop() {
            Some(Statement::Block(block)) if inner.is_empty() => block,
            Some(last) => {
                inner.push(last);
                inner
            }
            None => inner,
        }
    }

    fn until(&mut self, ends: impl Fn(&str) -> bool) -> Vec<Statement<'a>> {
        let mut inner = Vec::new();
        while self.at < self.tokens.len() && !ends(self.text(self.at)) {
            self.statement(&mut inner);
        }
        inner
    }

    /// What stands in the parentheses here, which are eaten.
    fn parentheses(&mut self) -> Range<usize> {
        if !self.eat("(") {
            return self.at..self.at;
        }
        let start = self.at;
        let mut depth = 1;
        while self.at < self.tokens.len() {
            match self.text(self.at) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return start..self.at - 1;
            }
        }
        start..self.at
    }

    /// Up to the semicolon, which is eaten, or the brace that ends the block.
    fn expression(&mut self) -> Range<usize> {
        let start = self.at;
        let mut depth = 0_usize;
        while self.at < self.tokens.len() {
            match self.text(self.at) {
                "(" | "{" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                "}" if depth == 0 => return start..self.at,
                "}" => depth -= 1,
                ";" if depth == 0 => {
                    self.at += 1;
                    return start..self.at - 1;
                }
                _ if depth == 0 && self.tokens[self.at].kind == Kind::Directive => {
                    return start..self.at;
                }
                _ => {}
            }
            self.at += 1;
        }
        start..self.at
    }

    /// Reads what follows a line of the preprocessor, if it starts a condition.
    fn directive(&mut self, start: usize, to: &mut Vec<Statement<'a>>) {
        let word = |text: &str| text[1..].trim_start().to_owned();
        let starts = |text: &str, what: &str| text.starts_with('#') && word(text).starts_with(what);
        if !starts(self.text(start), "if") {
            return;
        }
        let ends = |text: &str| starts(text, "el") || starts(text, "endif");
        let then = self.until(|text| ends(text) || text == "}");
        let mut otherwise = Vec::new();
        if starts(self.text(self.at), "el") {
            let is_elif = starts(self.text(self.at), "elif");
            let at = self.at;
            self.at += 1;
            let inner = self.until(|text| ends(text) || text == "}");
            otherwise = match is_elif {
                true => vec![Statement::If(self.expr_of(at..at + 1), inner, Vec::new())],
                false => inner,
            };
            // Further branches are left out: they are as good as the first.
            while starts(self.text(self.at), "el") {
                self.at += 1;
                self.until(|text| ends(text) || text == "}");
            }
        }
        if starts(self.text(self.at), "endif") {
            self.at += 1;
        }
        to.push(Statement::If(self.expr_of(start..start + 1), then, otherwise));
    }
}
