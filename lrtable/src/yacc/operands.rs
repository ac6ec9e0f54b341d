//! What follows the name of a directive: lists of symbols, with tags, commas and numbers between
//! them, and what is said about repetitions.

use crate::{
    Span,
    diagnostic::{Diagnostic, Severity, YaccGrammarErrorKind as Kind},
    yacc::{
        YaccKind,
        foreign::Delimiters,
        messages::quoted,
        reader::Reader,
        scan::Lexeme,
        syntax::{Quote, SymbolRef},
    },
};

/// What may follow the name of a directive that takes symbols.
pub(super) enum Operand {
    /// A symbol.
    Symbol(SymbolRef),
    /// A token number.
    Number(i64),
}

impl Reader<'_> {
    /// Reads symbols and numbers; tags, commas and what stands in parentheses after a name are
    /// passed over.
    pub(super) fn operands(&mut self) -> Vec<Operand> {
        let mut operands = Vec::new();
        loop {
            match self.cursor.peek().0 {
                Lexeme::Ident if self.at_rule() => return operands,
                Lexeme::Ident => {
                    let symbol = self.symbol().expect("a name is a symbol");
                    let text = self.cursor.rest();
                    if !text.starts_with('(') {
                        operands.push(Operand::Symbol(symbol));
                    } else if symbol.text == "_" {
                        // A string that is marked for translation.
                        self.cursor.eat('(');
                    } else if let Some(inside) = self.block(Delimiters::PARENTHESES) {
                        // `RUBY_TOKEN(x)` after a name is its number, `name(<type>)` has inherited
                        // attributes.
                        if operands.is_empty() || inside.text.starts_with(['<', '$']) {
                            operands.push(Operand::Symbol(symbol));
                        }
                    }
                }
                Lexeme::Literal(_) => {
                    let symbol = self.symbol().expect("a literal is a symbol");
                    operands.push(Operand::Symbol(symbol));
                    if self.cursor.rest().starts_with(')') {
                        self.cursor.eat(')');
                    }
                }
                Lexeme::OpenLiteral => {
                    self.unexpected("");
                    self.cursor.next();
                }
                Lexeme::Number => operands.extend(self.number().map(Operand::Number)),
                Lexeme::Punct('-')
                    if self.cursor.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) =>
                {
                    self.cursor.next();
                    operands.extend(self.number().map(|n| Operand::Number(-n)));
                }
                Lexeme::Punct(',') => _ = self.cursor.next(),
                Lexeme::Punct('<') => {
                    let open = self.cursor.peek().1;
                    self.tag();
                    self.has_no_effect(open);
                }
                _ => return operands,
            }
        }
    }

    fn number(&mut self) -> Option<i64> {
        let (_, span) = self.cursor.next();
        let text = span.text(self.cursor.source());
        let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        let number = match hexadecimal {
            Some(digits) => i64::from_str_radix(digits, 16),
            None => text.parse(),
        };
        if number.is_err() {
            let message = format!(
                "{} is no token number: expected a decimal or hexadecimal one",
                quoted(text)
            );
            self.messages.error(Kind::IllegalInteger, message, span);
        }
        number.ok()
    }

    /// The symbols that follow directive `name`: at least one.
    pub(super) fn symbols(&mut self, name: &str) -> Vec<SymbolRef> {
        let before = self.messages.errors();
        let operands = self.operands();
        let symbols: Vec<_> = operands
            .into_iter()
            .filter_map(|operand| match operand {
                Operand::Symbol(symbol) => Some(symbol),
                Operand::Number(_) => None,
            })
            .collect();
        if symbols.is_empty() && self.messages.errors() == before {
            self.unexpected(&format!("a token after '{name}'"));
        }
        symbols
    }

    /// The symbols that follow directive `name`, without those that it named before, which are
    /// reported.
    pub(super) fn distinct_symbols(&mut self, name: &'static str) -> Vec<SymbolRef> {
        let mut symbols = self.symbols(name);
        symbols.retain(|symbol| self.is_first(name, symbol));
        symbols
    }

    /// Whether this is the first `symbol` in `list`. If not, reports both places.
    pub(super) fn is_first(&mut self, list: &'static str, symbol: &SymbolRef) -> bool {
        let key = self.key(symbol);
        let Some(first) = self.messages.earlier(list, &key, symbol.span) else {
            return true;
        };
        let message = format!("{} is named twice by '{list}'", self.shown(symbol));
        self.repeated(Kind::DuplicateDeclaration, message, symbol.span, first);
        false
    }

    /// What makes two references one symbol: in kind Grmtools quotes mean nothing.
    pub(super) fn key(&self, symbol: &SymbolRef) -> String {
        match symbol.quote {
            _ if self.ast.kind == YaccKind::Grmtools => symbol.text.clone(),
            Quote::None => symbol.text.clone(),
            Quote::Single => format!("'{}", symbol.text),
            Quote::Double => format!("\"{}", symbol.text),
        }
    }

    pub(super) fn shown(&self, symbol: &SymbolRef) -> String {
        quoted(symbol.span.text(self.cursor.source()))
    }

    /// Reports something that stands in two places: other Yaccs only warn, so it is no error in
    /// their files.
    pub(super) fn repeated(&mut self, kind: Kind, message: String, span: Span, first: Span) {
        let severity = match self.ast.kind.is_lenient() {
            true => Severity::Warning,
            false => Severity::Error,
        };
        let repeated = Diagnostic::new(severity, kind, message, span);
        self.messages.push(repeated.also(first, "first here"));
    }

    /// Whether this is the first directive `name`. If not, reports both places.
    pub(super) fn is_only(&mut self, name: &'static str, span: Span) -> bool {
        let Some(first) = self.messages.earlier(name, "", span) else {
            return true;
        };
        self.repeated(Kind::DuplicateDeclaration, format!("'{name}' is given twice"), span, first);
        false
    }
}
