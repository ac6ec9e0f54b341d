//! What may stand where a symbol may: repetitions (`X?`, `X*`, `X+`), groups (`(A | B 'c')`) and
//! rules with parameters (`pair(X, Y)`); and the parameters in a rule's definition.
//!
//! Yacc has a syntax error at each of them, so no older file changes its meaning. What btyacc means
//! by parentheses after a name is told apart: there stands an expression of C.

use crate::{
    Span,
    diagnostic::{Diagnostic, YaccGrammarErrorKind as Kind},
    limits::{NESTING, nesting_message},
    yacc::{
        messages::quoted,
        production::Ended,
        reader::Reader,
        scan::Lexeme,
        syntax::{Item, Name, Repetition},
    },
};

impl Reader<'_> {
    /// Whether `name=` and an item come next, without blanks between them.
    pub(super) fn at_leading_label(&mut self) -> bool {
        let (lexeme, span) = self.cursor.peek();
        let rest = self.cursor.source()[span.end()..].strip_prefix('=');
        let item = |c: char| c.is_alphabetic() || matches!(c, '_' | '\'' | '"' | '(');
        lexeme == Lexeme::Ident && rest.is_some_and(|rest| rest.starts_with(item))
    }

    /// Whether an item comes next, or what is meant as one.
    pub(super) fn at_item(&mut self) -> bool {
        matches!(self.cursor.peek().0, Lexeme::Ident | Lexeme::Literal(_) | Lexeme::Punct('('))
    }

    /// Consumes an item of `rule`; `None` if it is nested too deeply, which is reported.
    pub(super) fn item(&mut self, rule: &Name) -> Option<Item> {
        let (lexeme, start) = self.cursor.peek();
        if self.depth == NESTING {
            self.messages.error(Kind::LimitReached, nesting_message(), start);
            let is_open = lexeme == Lexeme::Punct('(')
                || self.cursor.source()[start.end()..].starts_with('(');
            self.skip_elements();
            if is_open {
                self.cursor.eat(')');
            }
            return None;
        }
        self.depth += 1;
        let item = match lexeme {
            Lexeme::Punct('(') => Some(self.group(rule)),
            _ => {
                let symbol = self.symbol().expect("the caller saw an item");
                match lexeme == Lexeme::Ident && self.at_arguments() {
                    true => {
                        let arguments = self.arguments(rule);
                        let span = Span::new(start.start(), self.cursor.pos());
                        arguments.map(|arguments| Item::Call { rule: symbol, arguments, span })
                    }
                    false => Some(Item::Symbol(symbol)),
                }
            }
        };
        self.depth -= 1;
        let mut item = item?;
        // Each sign is a level of the tree.
        for depth in self.depth.. {
            // What the production covers ends before blanks.
            let mut ahead = self.cursor.clone();
            let repetition = match ahead.next().0 {
                Lexeme::Punct('?') => Repetition::Optional,
                Lexeme::Punct('*') => Repetition::Any,
                Lexeme::Punct('+') => Repetition::Some,
                _ => break,
            };
            if depth == NESTING {
                let (_, sign) = self.cursor.peek();
                self.messages.error(Kind::LimitReached, nesting_message(), sign);
                self.skip_elements();
                break;
            }
            self.cursor = ahead;
            let span = Span::new(start.start(), self.cursor.pos());
            item = Item::Repeated { item: Box::new(item), repetition, span };
        }
        Some(item)
    }

    fn group(&mut self, rule: &Name) -> Item {
        let (_, open) = self.cursor.next();
        let mut productions = Vec::new();
        loop {
            let (production, ended) = self.production(rule, Some(open));
            productions.push(production);
            if !matches!(ended, Ended::Alternative) {
                break;
            }
        }
        Item::Group { productions, span: Span::new(open.start(), self.cursor.pos()) }
    }

    /// Whether arguments follow the name that was just read: a parenthesis right after it. Where
    /// actions are no Rust, there stands nothing else in it than names, literals and signs of the
    /// notation; an expression of C with a reference to a value is btyacc's.
    fn at_arguments(&self) -> bool {
        let mut ahead = self.cursor.clone();
        if !ahead.rest().starts_with('(') || self.ast.kind.has_rust() {
            return ahead.rest().starts_with('(');
        }
        let (mut depth, mut words) = (0, 0);
        loop {
            words += 1;
            match ahead.next() {
                (Lexeme::Punct('('), _) => depth += 1,
                // Nothing stands in `()`.
                (Lexeme::Punct(')'), _) if depth == 1 => return words > 2,
                (Lexeme::Punct(')'), _) => depth -= 1,
                (Lexeme::Ident, span) if span.text(ahead.source()).starts_with('$') => {
                    return false;
                }
                (Lexeme::Ident | Lexeme::Literal(_), _) => {}
                (Lexeme::Punct(',' | '|' | '?' | '*' | '+' | '=' | '[' | ']' | '<' | '>'), _) => {}
                (Lexeme::Punct(c), _) if !matches!(c, '{' | ';') => return false,
                (Lexeme::Number | Lexeme::Arrow, _) => return false,
                // A directive or an action in a group, or the end of a rule that is not closed.
                _ => return true,
            }
        }
    }

    /// Consumes the arguments in parentheses; `None` if they make no sense, which is reported.
    fn arguments(&mut self, rule: &Name) -> Option<Vec<Item>> {
        self.cursor.next();
        let mut arguments = Vec::new();
        loop {
            if !self.at_item() {
                self.unexpected("a symbol as argument");
                self.skip_arguments();
                return None;
            }
            let Some(item) = self.item(rule) else {
                self.skip_arguments();
                return None;
            };
            arguments.push(item);
            if self.cursor.eat(')') {
                return Some(arguments);
            }
            if !self.cursor.eat(',') {
                self.unexpected("',' or ')' after an argument");
                self.skip_arguments();
                return None;
            }
        }
    }

    /// Passes over arguments that cannot be understood.
    fn skip_arguments(&mut self) {
        self.skip_elements();
        self.cursor.eat(')');
    }

    /// Whether the names of parameters come next, in parentheses, and then what follows the name
    /// of a rule.
    pub(super) fn at_parameters(&self) -> bool {
        let mut ahead = self.cursor.clone();
        let is_name = |ahead: &mut super::scan::Cursor<'_>| {
            let (lexeme, span) = ahead.next();
            lexeme == Lexeme::Ident && !span.text(ahead.source()).starts_with('$')
        };
        if !ahead.eat('(') || !is_name(&mut ahead) {
            return false;
        }
        while ahead.eat(',') {
            if !is_name(&mut ahead) {
                return false;
            }
        }
        ahead.eat(')') && matches!(ahead.peek().0, Lexeme::Punct(':') | Lexeme::Arrow)
    }

    /// Consumes the names of parameters in parentheses, which are there.
    pub(super) fn parameters(&mut self) -> Vec<Name> {
        let mut parameters: Vec<Name> = Vec::new();
        self.cursor.next();
        loop {
            let (_, span) = self.cursor.next();
            let name = self.name(span);
            self.check_name(&name.text, span);
            match parameters.iter().find(|first| first.text == name.text) {
                None => parameters.push(name),
                Some(first) => {
                    let message = format!("parameter {} is given twice", quoted(&name.text));
                    let error = Diagnostic::error(Kind::DuplicateDeclaration, message, span);
                    self.messages.push(error.also(first.span, "first here"));
                }
            }
            if !self.cursor.eat(',') {
                self.cursor.eat(')');
                return parameters;
            }
        }
    }
}
