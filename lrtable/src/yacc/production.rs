//! One alternative of a rule: symbols, actions, and the directives that stand among them.

use crate::{
    Span,
    diagnostic::{Diagnostic, YaccGrammarErrorKind as Kind},
    yacc::{
        YaccKind,
        directives::{Directive, lookup},
        foreign::{self, Delimiters},
        messages::quoted,
        reader::Reader,
        scan::Lexeme,
        syntax::{Code, Element, Item, Name, ProductionDef},
    },
};

/// The ways in which a production ends.
pub(super) enum Ended {
    /// The production ends at a `|`.
    Alternative,
    /// The production ends at a `;`, or at something that cannot belong to the rule; in a group,
    /// at its end.
    Rule,
}

/// A production as far as it was read.
struct Partial {
    production: ProductionDef,
    /// An action, which is the last one if nothing follows.
    action: Option<Element>,
    prec_at: Option<Span>,
}

impl Partial {
    /// An empty production at byte `pos`.
    fn new(pos: usize) -> Self {
        let span = Span::new(pos, pos);
        let production = ProductionDef {
            elements: Vec::new(),
            prec: None,
            action: None,
            action_type: None,
            empty: None,
            span,
        };
        Partial { production, action: None, prec_at: None }
    }

    /// The production grows to what lies between bytes `start` and `end`.
    fn cover(&mut self, start: usize, end: usize) {
        let span = &mut self.production.span;
        let start = if span.is_empty() { start } else { span.start() };
        *span = Span::new(start, end.max(start));
    }

    fn push(&mut self, element: Element) {
        self.flush();
        self.production.elements.push(element);
    }

    /// Something follows the action: it was not the last one.
    fn flush(&mut self) {
        self.production.elements.extend(self.action.take());
    }

    /// The name in brackets belongs to what was read last; `false` if there is nothing that could
    /// have a name.
    fn set_label(&mut self, name: Name) -> bool {
        let last = self.action.as_mut().or(self.production.elements.last_mut());
        let Some(Element::Item { label, .. } | Element::MidRule { label, .. }) = last else {
            return false;
        };
        *label = Some(name);
        true
    }
}

impl Reader<'_> {
    /// Whether a name in brackets comes next.
    fn at_label(&self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.next().0 == Lexeme::Punct('[')
            && ahead.next().0 == Lexeme::Ident
            && ahead.next().0 == Lexeme::Punct(']')
    }

    /// Reads a production of `rule`, or of the group in it that opens at `group`.
    pub(super) fn production(
        &mut self,
        rule: &Name,
        group: Option<Span>,
    ) -> (ProductionDef, Ended) {
        let mut partial = Partial::new(self.cursor.pos());
        let unclosed = self.unclosed();
        let ended = loop {
            let (lexeme, span) = self.cursor.peek();
            match lexeme {
                Lexeme::Punct('|') => {
                    self.cursor.next();
                    break Ended::Alternative;
                }
                Lexeme::Punct(')') if group.is_some() => {
                    self.cursor.next();
                    break Ended::Rule;
                }
                Lexeme::Punct(';') | Lexeme::End | Lexeme::Separator if group.is_some() => {
                    break self.open_group(group, unclosed);
                }
                Lexeme::Ident if group.is_some() && self.at_rule() => {
                    break self.open_group(group, unclosed);
                }
                Lexeme::Punct(';') => {
                    self.cursor.next();
                    break if self.goes_on() { Ended::Alternative } else { Ended::Rule };
                }
                Lexeme::Prologue => self.prologue(),
                Lexeme::Directive if self.production_directive(&mut partial) => {}
                Lexeme::Directive if group.is_some() => break self.open_group(group, unclosed),
                Lexeme::End | Lexeme::Separator | Lexeme::Directive => {
                    break self.missing_semicolon(rule, unclosed);
                }
                Lexeme::Ident if self.at_rule() => break self.missing_semicolon(rule, unclosed),
                _ => self.element(&mut partial, lexeme, rule),
            }
            if !matches!(lexeme, Lexeme::Prologue) {
                partial.cover(span.start(), self.cursor.pos());
            }
        };
        (self.finish_production(partial, group.is_some()), ended)
    }

    /// The end of a group without `)`; if more than `unclosed` blocks were left open, that was
    /// said.
    fn open_group(&mut self, group: Option<Span>, unclosed: usize) -> Ended {
        if let Some(open) = group.filter(|_| self.unclosed() == unclosed) {
            let (_, found) = self.cursor.peek();
            let message = "'(' is not closed: expected ')' before the end of the rule";
            let error = Diagnostic::error(Kind::MismatchedBrace, message, open);
            self.messages.push(error.also(found, "expected before this"));
        }
        Ended::Rule
    }

    /// Passes over `|` after a `;`, where other Yaccs read a further alternative of the rule.
    /// Returns whether there is one.
    fn goes_on(&mut self) -> bool {
        if !self.ast.kind.is_lenient() {
            return false;
        }
        let mut ahead = self.cursor.clone();
        while ahead.eat(';') {}
        ahead.eat('|') && {
            self.cursor = ahead;
            true
        }
    }

    /// The end of a rule without `;`. Other Yaccs do not mind; and if more than `unclosed` blocks
    /// were left open, that was said.
    fn missing_semicolon(&mut self, rule: &Name, unclosed: usize) -> Ended {
        if self.ast.kind != YaccKind::Grmtools || self.unclosed() > unclosed {
            return Ended::Rule;
        }
        let (found, span) = self.cursor.peek();
        let before = match found {
            Lexeme::End => "the end of the file".to_string(),
            _ => quoted(span.text(self.cursor.source())),
        };
        let message =
            format!("rule {} has no end: expected ';' before {before}", quoted(&rule.text));
        self.messages.push(
            Diagnostic::error(Kind::ProductionNotTerminated, message, span)
                .also(rule.span, "the rule starts here"),
        );
        Ended::Rule
    }

    fn finish_production(&mut self, partial: Partial, in_group: bool) -> ProductionDef {
        let Partial { mut production, action, .. } = partial;
        if let Some(Element::MidRule { code, ty, .. }) = action {
            if in_group {
                production.action_type = ty;
            } else if let Some(ty) = ty.filter(|_| self.ast.kind == YaccKind::Grmtools) {
                let found = quoted(&ty.text);
                let message = format!(
                    "type {found} before the last action: expected it after the rule's name"
                );
                self.messages.error(Kind::MisplacedType, message, ty.span);
            }
            production.action = Some(code);
        }
        if let (Some(empty), Some(first)) = (production.empty, production.elements.first()) {
            let message = "'%empty' in a production that is not empty: expected no symbols";
            self.messages.push(
                Diagnostic::error(Kind::NonEmptyProduction, message, empty)
                    .also(first.span(), "this stands in it"),
            );
        }
        production
    }

    /// Reads a symbol, an action or what else may stand in a production.
    fn element(&mut self, partial: &mut Partial, lexeme: Lexeme, rule: &Name) {
        let lenient = !self.ast.kind.has_rust();
        match lexeme {
            Lexeme::Ident if self.at_leading_label() => {
                let (_, span) = self.cursor.next();
                let label = self.name(span);
                self.cursor.eat('=');
                // What else comes next, such as a quote that is not closed, is said there.
                if self.at_item()
                    && let Some(item) = self.item(rule)
                {
                    partial.push(Element::Item { item, label: Some(label) });
                }
            }
            Lexeme::Ident | Lexeme::Literal(_) | Lexeme::Punct('(') => {
                let Some(item) = self.item(rule) else { return };
                if let Item::Symbol(symbol) = &item
                    && lenient
                    && lexeme == Lexeme::Ident
                    && symbol.text == "error"
                {
                    let message =
                        "productions with 'error' do not recover: what repairs a text needs none";
                    self.messages.note("error", message, symbol.span);
                }
                // After a literal stands a group.
                let is_name = lexeme == Lexeme::Ident && matches!(item, Item::Symbol(_));
                partial.push(Element::Item { item, label: None });
                if lenient && is_name && self.cursor.rest().starts_with('(') {
                    self.attributes();
                }
            }
            Lexeme::Punct('{') => self.action(partial, None, Delimiters::BRACES),
            Lexeme::Punct('<') => {
                let Some(ty) = self.mid_rule_type() else {
                    return;
                };
                if self.cursor.peek().0 == Lexeme::Punct('{') {
                    self.action(partial, Some(ty), Delimiters::BRACES);
                } else {
                    self.unexpected(&format!("'{{' after the type {}", quoted(&ty.text)));
                }
            }
            Lexeme::Punct('[') if self.at_label() => {
                let (_, open) = self.cursor.next();
                let label = self.label().expect("a name follows the bracket");
                if !partial.set_label(label) {
                    self.messages.error(
                        Kind::MisplacedLabel,
                        "'[' names nothing: expected a symbol before it",
                        open,
                    );
                }
            }
            Lexeme::Punct('[') if lenient => {
                let (_, open) = self.cursor.peek();
                self.messages.note("[", "'[ … ]' has no effect here", open);
                self.action(partial, None, Delimiters::BRACKETS);
            }
            Lexeme::Punct('=') if lenient => {
                let (_, equals) = self.cursor.next();
                self.has_no_effect(equals);
                if self.cursor.peek().0 != Lexeme::Punct('{') {
                    self.statement(partial, equals);
                }
            }
            Lexeme::OpenLiteral => {
                self.unexpected("");
                self.cursor.next();
            }
            _ => {
                let rule = quoted(&rule.text);
                let hint = match lexeme {
                    Lexeme::Punct('?' | '*' | '+') => " (the sign stands right after a symbol)",
                    Lexeme::Punct(',') => {
                        " (arguments stand in parentheses right after a rule's name, without a blank)"
                    }
                    _ => "",
                };
                self.unexpected(&format!("a symbol, an action, '|' or ';' in rule {rule}{hint}"));
                self.skip_elements();
            }
        }
    }

    /// Passes over what is left of a production that cannot be understood.
    pub(super) fn skip_elements(&mut self) {
        let in_group = self.depth > 0;
        self.skip_until(|lexeme| match lexeme {
            Lexeme::Punct(')') => in_group,
            lexeme => matches!(lexeme, Lexeme::Punct(';' | '|')),
        });
    }

    /// Reads an action, or a predicate: in a table that is an action without effect.
    fn action(&mut self, partial: &mut Partial, ty: Option<Code>, delimiters: Delimiters) {
        partial.flush();
        if let Some(code) = self.block(delimiters) {
            self.add_action(partial, code, ty);
        }
    }

    /// An action without braces: one statement of C, as the first Yacc allowed it after `=`.
    fn statement(&mut self, partial: &mut Partial, equals: Span) {
        let start = self.cursor.pos();
        match foreign::statement_end(self.cursor.source(), start, self.lexis) {
            Some(end) => {
                self.cursor.jump(end);
                self.add_action(partial, self.code(start, end), None);
            }
            None => self.not_closed(equals, "';' after a statement"),
        }
    }

    fn add_action(&mut self, partial: &mut Partial, code: Code, ty: Option<Code>) {
        if !self.ast.kind.has_rust() {
            self.messages.note("{", "actions have no effect here", code.span);
        }
        partial.flush();
        partial.action = Some(Element::MidRule { code, ty, label: None });
    }

    /// Consumes `<T>` before an action.
    fn mid_rule_type(&mut self) -> Option<Code> {
        let (_, open) = self.cursor.peek();
        if !self.ast.kind.has_rust() {
            return self.tag();
        }
        let start = open.end();
        match foreign::type_end(self.cursor.source(), start, true) {
            Some((close, end)) => {
                self.cursor.jump(close + 1);
                let text = Span::new(start, end).text(self.cursor.source());
                Some(self.code(end - text.trim_start().len(), end))
            }
            None => {
                self.messages.error(
                    Kind::MismatchedBrace,
                    "'<' is not closed: expected a type and '>'",
                    open,
                );
                self.skip_elements();
                None
            }
        }
    }

    /// Reads a directive inside a production; `false`, and nothing consumed, if it does not belong
    /// there.
    fn production_directive(&mut self, partial: &mut Partial) -> bool {
        let (_, span) = self.cursor.peek();
        let spelt = span.text(self.cursor.source());
        let Some((directive, name)) = lookup(&spelt[1..]) else {
            self.messages.error(
                Kind::UnknownDeclaration,
                format!("unknown directive {} in a production", quoted(spelt)),
                span,
            );
            self.cursor.next();
            return true;
        };
        let before = self.cursor.clone();
        self.cursor.next();
        match directive {
            Directive::Prec => self.prec(partial, span),
            Directive::Empty => match partial.production.empty {
                None => partial.production.empty = Some(span),
                Some(first) => self.twice("'%empty' is given twice", span, first),
            },
            Directive::Dprec | Directive::Expect | Directive::ExpectRr => {
                let message = format!("'{name}' in a production has no effect here");
                match directive {
                    Directive::Dprec => self.messages.warning(name, message, span),
                    _ => self.messages.note(name, message, span),
                }
                if self.cursor.peek().0 == Lexeme::Number {
                    self.cursor.next();
                } else {
                    self.unexpected(&format!("a number after '{name}'"));
                }
            }
            Directive::Merge => {
                self.messages.warning(name, format!("'{name}' has no effect here"), span);
                if self.cursor.peek().0 == Lexeme::Punct('<') {
                    self.tag();
                } else {
                    self.unexpected(&format!("'<' after '{name}'"));
                }
            }
            Directive::Predicate => {
                self.messages.note(name, "'%?{ … }' has no effect here", span);
                if self.cursor.peek().0 == Lexeme::Punct('{') {
                    self.action(partial, None, Delimiters::BRACES);
                } else {
                    self.unexpected(&format!("'{{' after '{name}'"));
                }
            }
            _ => {
                self.cursor = before;
                return false;
            }
        }
        true
    }

    fn twice(&mut self, message: &str, span: Span, first: Span) {
        let error = Diagnostic::error(Kind::DuplicateDeclaration, message, span);
        self.messages.push(error.also(first, "first here"));
    }

    fn prec(&mut self, partial: &mut Partial, span: Span) {
        let Some(symbol) = self.symbol() else {
            return self.unexpected("a token after '%prec'");
        };
        if let Some(first) = partial.prec_at.replace(span) {
            self.twice("'%prec' is given twice in one production", span, first);
        } else {
            partial.production.prec = Some(symbol);
        }
    }
}
