//! Expressions of C as trees, as far as their values and calls must be known.
//!
//! In: tokens. Out: a tree; brackets and casts are left out. Nothing is refused: what is no
//! expression is a list of the parts that are. Operators that are only computed with have one
//! precedence. Source: C11, 6.5. Cost: linear; what is nested deeper than a limit is left out.

use lrtable::Span;

use super::{CParser, KEYWORDS, Token, TokenKind};
use crate::import::limits;

/// An expression, and its place.
#[derive(Debug)]
pub(in crate::import) struct Expr<'a> {
    pub(in crate::import) span: Span,
    pub(in crate::import) node: Node<'a>,
}

/// The kind of an expression, with its parts.
#[derive(Debug)]
pub(in crate::import) enum Node<'a> {
    Empty,
    Word(&'a str),
    /// A name that `##` joins of several.
    Joined(String),
    /// A name after its type, or after other words.
    Declared {
        name: &'a str,
        is_static: bool,
    },
    /// A member `a.b`, `a->b` or `a::b`: the whole path without blanks, the last name, and the
    /// place of that name.
    Member {
        path: String,
        name: &'a str,
        place: Span,
    },
    Number(&'a str),
    /// A character constant, quotes included.
    Char(&'a str),
    Text(&'a str),
    /// A line of the preprocessor, as a condition.
    Directive(&'a str),
    Call(Box<Expr<'a>>, Vec<Expr<'a>>),
    Index(Box<Expr<'a>>, Box<Expr<'a>>),
    /// An operator before its operand.
    Prefix(&'a str, Box<Expr<'a>>),
    /// `++` or `--` after its operand.
    Postfix(&'a str, Box<Expr<'a>>),
    /// Operators of one precedence, from left to right.
    Row(Box<Expr<'a>>, Vec<(&'a str, Expr<'a>)>),
    /// An assignment: its operator, and both sides.
    Assign(&'a str, Box<Expr<'a>>, Box<Expr<'a>>),
    /// A conditional expression `a ? b : c`.
    Choice(Box<[Expr<'a>; 3]>),
    Comma(Vec<Expr<'a>>),
    /// The first and the last value of a label `case 'a' ... 'z'`, as GNU C has it.
    Range(Box<[Expr<'a>; 2]>),
    /// A member of what an expression gives, such as `a[i].b`.
    Field(Box<Expr<'a>>, &'a str),
    /// Code that is not understood, but for these parts.
    Other(Vec<Expr<'a>>),
}

/// Operators by precedence; those of the last row are computed with.
const ROWS: [&[&str]; 4] = [
    &["||"],
    &["&&"],
    &["==", "!=", "<=", ">=", "<", ">"],
    &["|", "^", "&", "<<", ">>", "+", "-", "*", "/", "%"],
];

const PREFIXES: [&str; 9] = ["!", "-", "*", "&", "~", "+", "++", "--", "&&"];

impl<'a> Expr<'a> {
    pub(in crate::import) fn is_empty(&self) -> bool {
        matches!(self.node, Node::Empty)
    }

    /// What is assigned to, or the expression itself.
    pub(in crate::import) fn assigned(&self) -> &Expr<'a> {
        if let Node::Assign(_, to, _) = &self.node { to } else { self }
    }

    /// Shows `see` the expression and all its parts, as long as it gives false; whether it gave
    /// true.
    pub(in crate::import) fn any(&self, see: &mut impl FnMut(&Expr<'a>) -> bool) -> bool {
        see(self)
            || match &self.node {
                Node::Call(one, more) => one.any(see) || more.iter().any(|part| part.any(see)),
                Node::Index(one, two) | Node::Assign(_, one, two) => one.any(see) || two.any(see),
                Node::Prefix(_, one) | Node::Postfix(_, one) => one.any(see),
                Node::Row(one, more) => one.any(see) || more.iter().any(|(_, part)| part.any(see)),
                Node::Choice(parts) => parts.iter().any(|part| part.any(see)),
                Node::Range(ends) => ends.iter().any(|end| end.any(see)),
                Node::Field(one, _) => one.any(see),
                Node::Comma(parts) | Node::Other(parts) => parts.iter().any(|part| part.any(see)),
                _ => false,
            }
    }
}

impl<'a> CParser<'a, '_> {
    /// An expression of the tokens from `start` on.
    pub(super) fn expr(&self, start: usize, node: Node<'a>) -> Expr<'a> {
        let end = self.tokens.last().map_or(Span::new(0, 0), Token::span);
        let span = |at: usize| self.tokens.get(at).map_or(end, Token::span);
        let (first, last) = (span(start), span(self.at.max(start + 1) - 1));
        // Of an expanded macro the tokens stand in different places.
        let joins = last.end() >= first.end();
        let span = if joins { Span::new(first.start(), last.end()) } else { first };
        Expr { span, node }
    }

    pub(super) fn comma(&mut self) -> Expr<'a> {
        let start = self.at;
        let first = self.assignment();
        if self.text(self.at) != "," {
            return first;
        }
        let mut parts = vec![first];
        while self.eat(",") {
            parts.push(self.assignment());
        }
        self.expr(start, Node::Comma(parts))
    }

    fn assignment(&mut self) -> Expr<'a> {
        self.deeper(Self::assignment_inside)
    }

    fn assignment_inside(&mut self) -> Expr<'a> {
        let start = self.at;
        let mut expr = self.row(0);
        if self.eat("?") {
            let then = self.comma();
            self.eat(":");
            let otherwise = self.assignment();
            expr = self.expr(start, Node::Choice(Box::new([expr, then, otherwise])));
        }
        let sign = self.text(self.at);
        let len = match sign {
            "=" | "+=" | "-=" | "*=" | "/=" | "|=" | "&=" | "^=" | "%=" => 1,
            "<<" | ">>" => 2,
            _ => return expr,
        };
        self.at += len;
        let from = self.assignment();
        self.expr(start, Node::Assign(sign, Box::new(expr), Box::new(from)))
    }

    /// Operators of this precedence or a higher one.
    pub(super) fn row(&mut self, level: usize) -> Expr<'a> {
        let Some(signs) = ROWS.get(level) else { return self.operand() };
        let start = self.at;
        let first = self.row(level + 1);
        let mut more = Vec::new();
        loop {
            let sign = self.text(self.at);
            let assigns = matches!(sign, "<<" | ">>") && self.text(self.at + 1) == "=";
            if assigns || !signs.contains(&sign) {
                break;
            }
            self.at += 1;
            more.push((sign, self.row(level + 1)));
        }
        if more.is_empty() { first } else { self.expr(start, Node::Row(Box::new(first), more)) }
    }

    fn operand(&mut self) -> Expr<'a> {
        let start = self.at;
        let sign = self.text(start);
        let mut expr = match self.kind(start) {
            Some(TokenKind::Word) => self.word(),
            // A name of the global namespace of C++.
            Some(TokenKind::Sign)
                if sign == "::" && self.kind(start + 1) == Some(TokenKind::Word) =>
            {
                self.at += 1;
                return self.deeper(Self::operand);
            }
            Some(TokenKind::Sign) if PREFIXES.contains(&sign) => {
                self.at += 1;
                let inner = self.deeper(Self::operand);
                return self.expr(start, Node::Prefix(sign, Box::new(inner)));
            }
            Some(TokenKind::Sign) if sign == "(" => {
                if let Some(operand) = self.cast() {
                    self.at = operand;
                    return self.deeper(Self::operand);
                }
                self.group(")")
            }
            Some(TokenKind::Sign) if matches!(sign, "[" | "{") => {
                let parts = self.inside(if sign == "[" { "]" } else { "}" });
                self.expr(start, Node::Other(parts))
            }
            // Something that no operand begins with is for those who asked for one.
            Some(TokenKind::Sign) | None => return self.expr(start, Node::Empty),
            Some(kind) => {
                self.at += 1;
                let node = match kind {
                    TokenKind::Number => Node::Number(sign),
                    TokenKind::Char => Node::Char(sign),
                    TokenKind::Directive => Node::Directive(sign),
                    _ => Node::Text(sign),
                };
                self.expr(start, node)
            }
        };
        for _ in 0..limits::STATEMENTS {
            let node = match self.text(self.at) {
                "(" => Node::Call(Box::new(expr), self.inside(")")),
                "[" => Node::Index(Box::new(expr), Box::new(self.group("]"))),
                "#" if self.text(self.at + 1) == "#" => {
                    let first = match expr.node {
                        Node::Word(name) => name.to_owned(),
                        Node::Joined(name) => name,
                        _ => String::new(),
                    };
                    self.at = (self.at + 3).min(self.tokens.len());
                    Node::Joined(first + self.text(self.at - 1))
                }
                "." | "->"
                    if self.kind(self.at + 1) == Some(TokenKind::Word)
                        && matches!(expr.node, Node::Index(..)) =>
                {
                    self.at += 2;
                    Node::Field(Box::new(expr), self.text(self.at - 1))
                }
                "." | "->" | "::" if self.kind(self.at + 1) == Some(TokenKind::Word) => {
                    self.at += 2;
                    let path = (start..self.at).map(|at| self.text(at)).collect();
                    let (name, place) = (self.text(self.at - 1), self.tokens[self.at - 1].span());
                    Node::Member { path, name, place }
                }
                sign @ ("++" | "--") => {
                    self.at += 1;
                    Node::Postfix(sign, Box::new(expr))
                }
                _ => return expr,
            };
            expr = self.expr(start, node);
        }
        expr
    }

    /// Reads what is nested by one more.
    fn deeper(&mut self, read: fn(&mut Self) -> Expr<'a>) -> Expr<'a> {
        if self.depth == limits::STATEMENTS {
            // Too deep to be understood.
            let start = std::mem::replace(&mut self.at, self.tokens.len());
            return self.expr(start, Node::Other(Vec::new()));
        }
        self.depth += 1;
        let expr = read(self);
        self.depth -= 1;
        expr
    }

    /// A name, and words before it, such as those of its type.
    fn word(&mut self) -> Expr<'a> {
        let first = self.at;
        let mut is_static = false;
        while self.kind(self.at + 1) == Some(TokenKind::Word)
            && !matches!(self.text(self.at), "BEGIN" | "REJECT" | "throw")
            && !KEYWORDS.contains(&self.text(self.at + 1))
        {
            is_static |= self.text(self.at) == "static";
            self.at += 1;
        }
        let start = self.at;
        let name = self.text(start);
        self.at += 1;
        match name {
            // What is thrown is of no interest.
            "throw" => drop(self.deeper(Self::assignment)),
            // A macro that takes what follows.
            "BEGIN" if self.text(self.at) != "(" => {
                let function = self.expr(start, Node::Word(name));
                let target = self.deeper(Self::assignment);
                return self.expr(start, Node::Call(Box::new(function), vec![target]));
            }
            _ if name.ends_with("_cast") && self.text(self.at) == "<" => {
                let is_open = |at: &usize| self.text(*at) == "(";
                self.at = (self.at..self.tokens.len()).find(is_open).unwrap_or(self.tokens.len());
                return self.deeper(Self::operand);
            }
            _ => {}
        }
        let node = match first == start {
            true => Node::Word(name),
            false => Node::Declared { name, is_static },
        };
        self.expr(start, node)
    }

    /// Where the operand of a cast begins, if there is one here: only names and stars stand in its
    /// brackets.
    fn cast(&self) -> Option<usize> {
        let is_type = |at: &usize| {
            self.kind(*at) == Some(TokenKind::Word) || matches!(self.text(*at), "*" | "::")
        };
        let close = (self.at + 1..self.tokens.len()).find(|at| !is_type(at))?;
        let after = self.text(close + 1);
        let begins = match self.kind(close + 1)? {
            TokenKind::Sign => after == "(" || PREFIXES[..5].contains(&after),
            _ => true,
        };
        (self.text(close) == ")" && close > self.at + 1 && begins).then_some(close + 1)
    }

    /// What stands between the bracket here and the one that closes it, which are eaten.
    pub(super) fn group(&mut self, close: &str) -> Expr<'a> {
        let start = self.at;
        let mut parts = self.inside(close);
        match parts.len() {
            0 => self.expr(start, Node::Empty),
            1 => parts.remove(0),
            _ => self.expr(start, Node::Comma(parts)),
        }
    }

    /// The parts between the bracket here and the one that closes it, which are eaten.
    fn inside(&mut self, close: &str) -> Vec<Expr<'a>> {
        self.at += 1;
        self.parts(close)
    }

    /// The parts up to a bracket that closes what is open, which is eaten.
    pub(super) fn parts(&mut self, close: &str) -> Vec<Expr<'a>> {
        let mut parts = Vec::new();
        while self.at < self.tokens.len() && !self.eat(close) {
            let before = self.at;
            parts.push(self.assignment());
            self.at += usize::from(matches!(self.text(self.at), "," | ";") || self.at == before);
        }
        parts
    }
}
