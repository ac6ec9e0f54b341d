//! The rules: everything between the first `%%` and the second, or the end of the file.

use crate::yacc::{
    YaccKind,
    directives::{Directive, lookup},
    foreign::{self, Delimiters},
    messages::quoted,
    production::Ended,
    reader::{Reader, WrittenInRust},
    scan::Lexeme,
    syntax::{Code, Name, RuleDef},
};
use crate::{Span, diagnostic::YaccGrammarErrorKind as Kind};

impl Reader<'_> {
    /// Reads up to the second `%%`, which is left.
    pub(super) fn rules(&mut self) -> Result<(), WrittenInRust> {
        loop {
            match self.cursor.peek().0 {
                Lexeme::End | Lexeme::Separator => return Ok(()),
                Lexeme::Punct(';') => _ = self.cursor.next(),
                Lexeme::Prologue => self.prologue(),
                Lexeme::Directive => match self.inline() {
                    Some(inline) => self.rule(Some(inline))?,
                    None => self.directive(),
                },
                Lexeme::Ident => self.rule(None)?,
                _ => {
                    self.unexpected("the name of a rule");
                    self.skip_rule();
                }
            }
        }
    }

    /// Passes over what is left of a rule that cannot be understood.
    fn skip_rule(&mut self) {
        self.skip_until(|lexeme| lexeme == Lexeme::Punct(';'));
        self.cursor.eat(';');
    }

    /// Consumes `%inline` before a rule and returns its place; `None`, and nothing consumed, if
    /// something else comes next.
    fn inline(&mut self) -> Option<Span> {
        let (_, span) = self.cursor.peek();
        let (directive, _) = lookup(&span.text(self.cursor.source())[1..])?;
        let mut ahead = self.cursor.clone();
        ahead.next();
        (directive == Directive::Inline && ahead.peek().0 == Lexeme::Ident).then(|| {
            self.cursor = ahead;
            span
        })
    }

    /// Reads a rule, before which `%inline` may stand.
    fn rule(&mut self, inline: Option<Span>) -> Result<(), WrittenInRust> {
        let (_, span) = self.cursor.next();
        let name = self.name(span);
        self.check_name(&name.text, span);
        let mut parameters = Vec::new();
        if self.at_parameters() {
            parameters = self.parameters();
        } else if self.cursor.peek().0 == Lexeme::Punct('(') {
            self.attributes();
        }
        if self.cursor.eat('[') && self.label().is_none() {
            self.skip_rule();
            return Ok(());
        }
        let before_type = self.messages.errors();
        let ty = self.rule_type(&name)?;
        if !self.cursor.eat(':') {
            if self.messages.errors() == before_type {
                self.unexpected(&format!("':' after the rule's name {}", quoted(&name.text)));
            }
            if !self.at_rule() {
                self.skip_rule();
            }
            return Ok(());
        }
        let mut productions = Vec::new();
        loop {
            let (production, ended) = self.production(&name, None);
            productions.push(production);
            if matches!(ended, Ended::Rule) {
                break;
            }
        }
        self.ast.rules.push(RuleDef { name, parameters, inline, ty, productions });
        Ok(())
    }

    /// Consumes `-> Type` up to the colon, which is left.
    fn rule_type(&mut self, name: &Name) -> Result<Option<Code>, WrittenInRust> {
        let (lexeme, arrow) = self.cursor.peek();
        let typed = self.ast.kind == YaccKind::Grmtools;
        if lexeme != Lexeme::Arrow {
            let is_given = self.ast.declarations.action_type.is_some();
            if typed && !is_given && lexeme == Lexeme::Punct(':') {
                let rule = quoted(&name.text);
                let message =
                    format!("rule {rule} has no type: expected '->' and a type before ':'");
                self.messages.error(Kind::MissingType, message, name.span);
            }
            return Ok(None);
        }
        if self.undecided {
            return Err(WrittenInRust);
        }
        self.cursor.next();
        self.cursor.skip_blank();
        let rule = quoted(&name.text);
        if !typed {
            let message = format!("rule {rule} has a type, which is only known in kind grmtools");
            self.messages.error(Kind::WrongYaccKind, message, arrow);
        }
        let start = self.cursor.pos();
        match foreign::type_end(self.cursor.source(), start, false) {
            Some((colon, end)) if end > start => {
                self.cursor.jump(colon);
                return Ok(Some(self.code(start, end)));
            }
            Some((colon, _)) => {
                self.messages.error(
                    Kind::MissingType,
                    format!("rule {rule} has no type: expected one after '->'"),
                    arrow,
                );
                self.cursor.jump(colon);
            }
            None => {
                let message =
                    format!("the type of rule {rule} has no end: expected ':' after a type");
                self.messages.error(Kind::MissingType, message, arrow);
                while !matches!(
                    self.cursor.peek().0,
                    Lexeme::Punct(':' | ';' | '|') | Lexeme::Separator | Lexeme::End
                ) {
                    self.skip_one();
                }
            }
        }
        Ok(None)
    }

    /// Passes over `( … )` after a name: attributes that a rule inherits, as btyacc knows them.
    pub(super) fn attributes(&mut self) {
        let (_, span) = self.cursor.peek();
        if self.ast.kind.is_lenient() {
            self.messages.note("(", "arguments of rules have no effect here", span);
        } else {
            self.unexpected("names of parameters and ':'");
        }
        self.block(Delimiters::PARENTHESES);
    }

    /// Consumes a name and `]`, after `[`.
    pub(super) fn label(&mut self) -> Option<Name> {
        let (lexeme, span) = self.cursor.peek();
        if lexeme != Lexeme::Ident {
            self.unexpected("a name after '['");
            return None;
        }
        self.cursor.next();
        if !self.cursor.eat(']') {
            self.unexpected("']'");
        }
        Some(self.name(span))
    }
}
