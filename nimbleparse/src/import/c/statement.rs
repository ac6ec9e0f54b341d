//! Statements of C, as far as the order in which they run must be known.
//!
//! In: tokens. Out: a tree. Nothing is refused: what is not understood is an expression. Lines
//! `#if … #else … #endif` are read as an `if`. Cost: linear.

use super::{
    CParser, Token, TokenKind,
    expression::{Expr, Node},
};
use crate::import::limits;

/// A statement.
#[derive(Debug)]
pub(in crate::import) enum Statement<'a> {
    /// An expression or a declaration.
    Plain(Expr<'a>),
    /// A `return` with its value, which may be empty, and the number of its token.
    Return(Expr<'a>, usize),
    Break,
    Continue,
    /// A `goto` with the name of its label.
    Goto(&'a str),
    Label(&'a str),
    If(Expr<'a>, Vec<Statement<'a>>, Vec<Statement<'a>>),
    /// A `while`, a `do`, or a `for` without its first part, which stands before it.
    Loop {
        /// The condition; empty for one that never fails.
        condition: Expr<'a>,
        /// The part of a `for` that follows the body.
        step: Expr<'a>,
        body: Vec<Statement<'a>>,
        /// Whether the body comes before the condition.
        body_first: bool,
    },
    /// A `switch`: what is compared, and the statements with their labels.
    Switch(Expr<'a>, Vec<Statement<'a>>),
    /// A label `case` with its value; an empty one stands for `default`.
    Case(Expr<'a>),
    Block(Vec<Statement<'a>>),
    /// A `try`, and for each `catch` what it catches and does.
    Try(Vec<Statement<'a>>, Vec<(Expr<'a>, Vec<Statement<'a>>)>),
}

impl<'a> Statement<'a> {
    /// Adds the expressions in it.
    pub(in crate::import) fn expressions<'s>(&'s self, to: &mut Vec<&'s Expr<'a>>) {
        match self {
            Statement::Plain(expr)
            | Statement::Return(expr, _)
            | Statement::If(expr, ..)
            | Statement::Switch(expr, _) => to.push(expr),
            Statement::Loop { condition, step, .. } => to.extend([condition, step]),
            _ => {}
        }
        self.lists(&mut |list| list.iter().for_each(|statement| statement.expressions(to)));
    }

    /// Shows `see` the lists of statements that stand in this one.
    pub(in crate::import) fn lists<'s>(&'s self, see: &mut impl FnMut(&'s [Statement<'a>])) {
        match self {
            Statement::If(_, then, otherwise) => {
                see(then);
                see(otherwise);
            }
            Statement::Loop { body, .. } | Statement::Switch(_, body) | Statement::Block(body) => {
                see(body)
            }
            Statement::Try(body, handlers) => {
                see(body);
                handlers.iter().for_each(|(_, handler)| see(handler));
            }
            _ => {}
        }
    }
}

/// The statements of all tokens.
pub(in crate::import) fn statements<'a>(tokens: &[Token<'a>]) -> Vec<Statement<'a>> {
    let mut parser = CParser { tokens, at: 0, depth: 0 };
    let mut all = Vec::new();
    while parser.at < tokens.len() {
        parser.statement(&mut all);
    }
    all
}

impl<'a> CParser<'a, '_> {
    /// Reads a statement here, of which there is a token at least.
    fn statement(&mut self, to: &mut Vec<Statement<'a>>) {
        let start = self.at;
        if self.depth == limits::STATEMENTS {
            // Too deep to be understood.
            self.at = self.tokens.len();
            return to.push(Statement::Plain(self.expr(start, Node::Other(Vec::new()))));
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
                to.push(Statement::If(condition, then, otherwise));
            }
            "while" => {
                let (condition, step) = (self.parentheses(), self.nothing());
                let body = self.one();
                to.push(Statement::Loop { condition, step, body, body_first: false });
            }
            "do" => {
                let body = self.one();
                self.eat("while");
                let (condition, step) = (self.parentheses(), self.nothing());
                self.eat(";");
                to.push(Statement::Loop { condition, step, body, body_first: true });
            }
            "for" => {
                self.eat("(");
                to.push(Statement::Plain(self.comma()));
                self.eat(";");
                let condition = self.comma();
                self.eat(";");
                let step = self.comma();
                self.parts(")");
                let body = self.one();
                to.push(Statement::Loop { condition, step, body, body_first: false });
            }
            "switch" => {
                let value = self.parentheses();
                to.push(Statement::Switch(value, self.one()));
            }
            "case" | "default" => {
                let mut value = self.row(0);
                if (0..3).all(|dot| self.text(self.at + dot) == ".") {
                    self.at += 3;
                    let last = self.row(0);
                    value = self.expr(start, Node::Range(Box::new([value, last])));
                }
                while self.at < self.tokens.len() && !self.eat(":") {
                    // A range, or something else that is more than a value.
                    value = self.expr(start, Node::Other(Vec::new()));
                    self.at += 1;
                }
                to.push(Statement::Case(value));
            }
            "return" => to.push(Statement::Return(self.expression(), start)),
            "try" if self.text(self.at) == "{" => {
                let body = self.one();
                let mut handlers = Vec::new();
                while self.text(self.at) == "catch" {
                    let catch = self.at;
                    self.at += 1;
                    self.parentheses();
                    handlers.push((self.expr(catch, Node::Empty), self.one()));
                }
                to.push(Statement::Try(body, handlers));
            }
            jump @ ("break" | "continue") => {
                self.eat(";");
                to.push(if jump == "break" { Statement::Break } else { Statement::Continue });
            }
            "goto" => {
                to.push(Statement::Goto(self.text(self.at)));
                self.expression();
            }
            _ if self.kind(start) == Some(TokenKind::Directive) => self.directive(start, to),
            label if self.kind(start) == Some(TokenKind::Word) && self.eat(":") => {
                to.push(Statement::Label(label));
            }
            _ => {
                self.at = start;
                let is_macro = self.kind(start) == Some(TokenKind::Word);
                let head = if is_macro { self.comma() } else { self.nothing() };
                let is_macro = match &head.node {
                    Node::Word(name) => !matches!(*name, "throw" | "REJECT"),
                    Node::Call(name, _) => matches!(name.node, Node::Word(_)),
                    _ => false,
                };
                if is_macro && !self.ends() {
                    // A macro of which nothing is known but that no ';' follows: perhaps it is the
                    // head of what does.
                    let then = self.one();
                    let otherwise = if self.eat("else") { self.one() } else { Vec::new() };
                    to.push(Statement::If(head, then, otherwise));
                } else {
                    self.at = start;
                    to.push(Statement::Plain(self.expression()));
                }
            }
        }
        self.depth -= 1;
    }

    /// One statement, with the labels before it.
    fn one(&mut self) -> Vec<Statement<'a>> {
        let mut inner = Vec::new();
        loop {
            if self.at >= self.tokens.len() || self.text(self.at) == "}" {
                return inner;
            }
            let is_directive = self.tokens[self.at].kind == TokenKind::Directive;
            self.statement(&mut inner);
            if is_directive {
                match inner.last_mut() {
                    // Without the lines up to '#endif' what follows is the statement.
                    Some(Statement::If(.., otherwise)) if otherwise.is_empty() => {
                        *otherwise = self.deeper_one();
                        break;
                    }
                    Some(Statement::If(..)) => break,
                    _ => continue,
                }
            }
            if !matches!(inner.last(), Some(Statement::Label(_) | Statement::Case(_))) {
                break;
            }
        }
        match inner.pop_if(|only| matches!(only, Statement::Block(_))) {
            Some(Statement::Block(block)) if inner.is_empty() => return block,
            block => inner.extend(block),
        }
        inner
    }

    /// One statement, nested by one more, unless that is too deep.
    fn deeper_one(&mut self) -> Vec<Statement<'a>> {
        if self.depth == limits::STATEMENTS {
            return Vec::new();
        }
        self.depth += 1;
        let one = self.one();
        self.depth -= 1;
        one
    }

    fn until(&mut self, ends: impl Fn(&str) -> bool) -> Vec<Statement<'a>> {
        let mut inner = Vec::new();
        while self.at < self.tokens.len() && !ends(self.text(self.at)) {
            self.statement(&mut inner);
        }
        inner
    }

    /// What stands in the parentheses here, which are eaten.
    fn parentheses(&mut self) -> Expr<'a> {
        if self.text(self.at) == "(" { self.group(")") } else { self.nothing() }
    }

    fn nothing(&self) -> Expr<'a> {
        self.expr(self.at, Node::Empty)
    }

    /// Whether an expression ends here.
    fn ends(&self) -> bool {
        self.kind(self.at).is_none_or(|kind| kind == TokenKind::Directive)
            || matches!(self.text(self.at), ";" | "}")
    }

    /// Up to the semicolon, which is eaten, the brace that ends the block, or a line of the
    /// preprocessor.
    fn expression(&mut self) -> Expr<'a> {
        let start = self.at;
        let mut parts = Vec::new();
        while !self.ends() {
            let before = self.at;
            parts.push(self.comma());
            self.at += usize::from(self.at == before);
        }
        let expr = match parts.len() {
            0 => self.nothing(),
            1 => parts.remove(0),
            _ => self.expr(start, Node::Other(parts)),
        };
        self.eat(";");
        expr
    }

    /// Reads what follows a line of the preprocessor, if it starts a condition.
    fn directive(&mut self, start: usize, to: &mut Vec<Statement<'a>>) {
        let word = |text: &str| text[1..].trim_start().to_owned();
        let starts = |text: &str, what: &str| text.starts_with('#') && word(text).starts_with(what);
        if !starts(self.text(start), "if") {
            return;
        }
        let ends = |text: &str| starts(text, "el") || starts(text, "endif");
        let ends_branch = |text: &str| ends(text) || text == "}";
        let depth = self.depth;
        let mut branches = vec![(self.line(start), self.until(ends_branch))];
        let mut otherwise = Vec::new();
        while starts(self.text(self.at), "el") {
            let at = self.at;
            self.at += 1;
            if !starts(self.text(at), "elif") {
                otherwise = self.until(ends_branch);
            } else if self.depth < limits::STATEMENTS {
                // Each stands inside the one before.
                self.depth += 1;
                branches.push((self.line(at), self.until(ends_branch)));
            } else {
                self.until(ends_branch);
            }
        }
        self.depth = depth;
        if starts(self.text(self.at), "endif") {
            self.at += 1;
        }
        for (line, then) in branches.into_iter().rev() {
            otherwise = vec![Statement::If(line, then, otherwise)];
        }
        to.append(&mut otherwise);
    }

    /// A line of the preprocessor as a condition.
    fn line(&self, at: usize) -> Expr<'a> {
        Expr { span: self.tokens[at].span(), node: Node::Directive(self.text(at)) }
    }
}
