//! The declarations: everything before the first `%%`, and directives between rules.
//!
//! Costs of repairs are written `%insert-cost N TOKEN …` and `%delete-cost N TOKEN …`, with N from
//! 1 to 255; brackets `%brackets OPEN CLOSE …`, in pairs, of which several may have one closing
//! token; mistakes `%mistake WRITTEN … -> MEANT …`. All kinds know these. In kind Grmtools every
//! quoted name after `%token` is a token of its own; in the other kinds, `"…"` after a name or a
//! character is another name of the same token.

use crate::{
    Span,
    diagnostic::YaccGrammarErrorKind as Kind,
    yacc::{
        YaccKind,
        directives::{Arguments, Directive, lookup, similar},
        foreign::{self, Delimiters, Lexis},
        header::unexpected,
        messages::quoted,
        operands::Operand,
        reader::{Reader, Separated},
        scan::Lexeme,
        syntax::{
            Assoc, Ast, Code, Declarations, Name, PrecedenceDecl, Quote, SymbolRef, TokenDecl,
        },
    },
};

/// What `%define lr.type` may say.
const LR_TYPES: [&str; 5] = ["lalr", "ielr", "canonical-lr", "canonical", "pager"];

/// The largest number of conflicts that a file may expect, that of Bison.
const MOST_EXPECTED: usize = i32::MAX as usize;

impl Reader<'_> {
    /// Reads up to and with `%%`.
    pub(super) fn declarations(&mut self) -> Separated {
        loop {
            match self.cursor.peek().0 {
                Lexeme::End => return Separated::End,
                Lexeme::Separator => {
                    self.cursor.next();
                    return Separated::Yes;
                }
                Lexeme::Prologue => self.prologue(),
                Lexeme::Directive => self.directive(),
                Lexeme::Punct(';') => _ = self.cursor.next(),
                Lexeme::Ident if self.at_rule() => {
                    self.unexpected("'%%' before the first rule");
                    return Separated::No;
                }
                _ => {
                    self.unexpected("a directive or '%%'");
                    self.skip_declaration();
                }
            }
        }
    }

    fn skip_declaration(&mut self) {
        self.skip_until(|lexeme| matches!(lexeme, Lexeme::Prologue | Lexeme::Directive));
    }

    /// Reads the directive that comes next, with what belongs to it.
    pub(super) fn directive(&mut self) {
        let (_, span) = self.cursor.next();
        let spelt = span.text(self.cursor.source());
        let Some((directive, name)) = lookup(&spelt[1..]) else {
            let hint = similar(&spelt[1..])
                .map_or(String::new(), |known| format!(": expected '{known}'?"));
            self.messages.error(
                Kind::UnknownDeclaration,
                format!("unknown directive {}{hint}", quoted(spelt)),
                span,
            );
            return self.skip_declaration();
        };
        self.directives += 1;
        match directive {
            Directive::Token => self.tokens(name),
            Directive::Precedence(assoc) => self.precedence(name, assoc),
            Directive::Start => self.start(span),
            Directive::Expect => self.count(name, span, |all| &mut all.expect),
            Directive::ExpectRr => self.count(name, span, |all| &mut all.expect_rr),
            Directive::ExpectUnused => {
                let symbols = self.distinct_symbols(name);
                self.ast.expect_unused.extend(symbols);
            }
            Directive::AvoidInsert => {
                let symbols = self.distinct_symbols(name);
                self.ast.avoid_insert.extend(symbols);
            }
            Directive::ImplicitTokens => self.implicit_tokens(name, span),
            Directive::Spanned => {
                let symbols = self.distinct_symbols(name);
                match self.ast.kind.has_rust() {
                    true => self.ast.spanned.extend(symbols),
                    false => self.messages.note(name, "'%spanned' has no effect here", span),
                }
            }
            Directive::Transparent => {
                let symbols = self.distinct_symbols(name);
                self.ast.transparent.extend(symbols);
            }
            Directive::Epp => self.epp(name),
            Directive::InsertCost => self.costs(name, |ast| &mut ast.insert_costs),
            Directive::DeleteCost => self.costs(name, |ast| &mut ast.delete_costs),
            Directive::Brackets => self.brackets(name),
            Directive::Mistake => self.mistake(name),
            Directive::ParseParam => self.parse_param(name, span),
            Directive::ParseGenerics => {
                let code = self.rest_of_line(name, span, "generic parameters");
                let all = &mut self.ast.declarations;
                all.parse_generics = code.or(all.parse_generics.take());
            }
            Directive::ActionType => {
                let code = self.rest_of_line(name, span, "a type");
                let all = &mut self.ast.declarations;
                all.action_type = code.or(all.action_type.take());
            }
            Directive::Define => self.define(name, span),
            Directive::DefaultPrec(on) => self.ast.no_default_prec = !on,
            Directive::Header => {
                self.messages.error(
                    Kind::MisplacedDeclaration,
                    "'%grmtools' can only stand at the start of the file",
                    span,
                );
                self.skip_declaration();
            }
            Directive::Inline => {
                let message = "'%inline' before no rule: expected it before the name of one";
                self.messages.error(Kind::MisplacedDeclaration, message, span);
            }
            Directive::Prec
            | Directive::Empty
            | Directive::Dprec
            | Directive::Merge
            | Directive::Predicate => {
                let message = format!("'{name}' outside a rule: expected it in a production");
                self.messages.error(Kind::MisplacedDeclaration, message, span);
                self.skip_declaration();
            }
            Directive::Ignored(arguments) => {
                let message = format!("'{name}' has no effect here");
                match name {
                    "%glr-parser" | "%nondeterministic-parser" => {
                        let message = format!(
                            "{message}: the grammar is read as LR(1), and conflicts are resolved"
                        );
                        self.messages.warning(name, message, span);
                    }
                    _ => self.messages.note(name, message, span),
                }
                self.ignored(name, arguments);
                self.has_no_effect(span);
            }
        }
    }

    /// Notes that what begins at `start` and was just read has no effect.
    pub(super) fn has_no_effect(&mut self, start: Span) {
        let span = Span::new(start.start(), self.cursor.consumed().max(start.end()));
        self.ast.declarations.without_effect.push(span);
    }

    fn tokens(&mut self, name: &str) {
        let before = self.messages.errors();
        let operands = self.operands();
        if operands.is_empty() && self.messages.errors() == before {
            self.unexpected(&format!("a token after '{name}'"));
        }
        let aliases = self.ast.kind != YaccKind::Grmtools;
        let first = self.ast.tokens.len();
        for operand in operands {
            let declared = self.ast.tokens[first..].last_mut();
            match (operand, declared) {
                (Operand::Number(number), Some(token)) if token.number.is_none() => {
                    token.number = Some(number);
                }
                (Operand::Number(_), _) => {}
                (Operand::Symbol(alias), Some(token))
                    if aliases
                        && alias.quote == Quote::Double
                        && token.name.quote != Quote::Double
                        && token.alias.is_none() =>
                {
                    token.alias = Some(alias);
                }
                (Operand::Symbol(name), _) => {
                    self.ast.tokens.push(TokenDecl { name, alias: None, number: None });
                }
            }
        }
    }

    fn precedence(&mut self, name: &str, assoc: Assoc) {
        let level = self.level;
        self.level += 1;
        for symbol in self.symbols(name) {
            let key = self.key(&symbol);
            if let Some(first) = self.messages.earlier("precedence", &key, symbol.span) {
                let message = format!("{} has two precedences", self.shown(&symbol));
                self.repeated(Kind::DuplicatePrecedence, message, symbol.span, first);
                continue;
            }
            self.ast.precedences.push(PrecedenceDecl { name: symbol, level, assoc });
        }
    }

    fn start(&mut self, span: Span) {
        let mut found = false;
        loop {
            match self.cursor.peek().0 {
                Lexeme::Ident if !self.at_rule() => {
                    let rule = self.symbol().expect("a name is a symbol");
                    found = true;
                    if self.is_first("%start", &rule) {
                        self.ast.starts.push(Name { text: rule.text, span: rule.span });
                    }
                }
                Lexeme::Punct(',') if found => _ = self.cursor.next(),
                Lexeme::Literal(_) | Lexeme::OpenLiteral | Lexeme::Number => {
                    self.unexpected("the name of a rule after '%start'");
                    self.cursor.next();
                    found = true;
                }
                _ if found => return,
                _ => {
                    let (found, next) = self.cursor.peek();
                    let (message, at) = match next.is_empty() {
                        true => {
                            ("'%start' names nothing: expected the name of a rule".into(), span)
                        }
                        false => {
                            let expected = "the name of a rule after '%start'";
                            (unexpected(found, next, self.cursor.source(), expected), next)
                        }
                    };
                    return self.messages.error(Kind::IncompleteDeclaration, message, at);
                }
            }
        }
    }

    /// Reads the number that follows the directive `name` at `span` into `place`, unless there is
    /// an earlier one.
    fn count(
        &mut self,
        name: &'static str,
        span: Span,
        place: fn(&mut Declarations) -> &mut Option<(usize, Span)>,
    ) {
        let (lexeme, at) = self.cursor.peek();
        let text = at.text(self.cursor.source());
        let is_number = lexeme == Lexeme::Number && text.bytes().all(|c| c.is_ascii_digit());
        match is_number.then(|| text.parse().ok().filter(|number| *number <= MOST_EXPECTED)) {
            Some(Some(number)) => {
                self.cursor.next();
                if self.is_only(name, span) {
                    let whole = Span::new(span.start(), at.end());
                    *place(&mut self.ast.declarations) = Some((number, whole));
                }
            }
            Some(None) => {
                let message = format!(
                    "{} is too large: expected at most {MOST_EXPECTED} after '{name}'",
                    quoted(text)
                );
                self.messages.error(Kind::Unexpected, message, at);
                self.cursor.next();
            }
            None => {
                self.unexpected(&format!("a number after '{name}'"));
                self.skip_declaration();
            }
        }
    }

    fn implicit_tokens(&mut self, name: &'static str, span: Span) {
        if self.undecided {
            self.ast.kind = YaccKind::Eco;
            self.undecided = false;
        }
        let symbols = self.distinct_symbols(name);
        if self.ast.kind == YaccKind::Eco {
            self.ast.implicit_tokens.extend(symbols);
        } else {
            self.messages.error(
                Kind::WrongYaccKind,
                "'%implicit_tokens' is only known in kind eco",
                span,
            );
        }
    }

    fn epp(&mut self, name: &'static str) {
        let Some(token) = self.symbol() else {
            self.unexpected("a token after '%epp'");
            return self.skip_declaration();
        };
        let Some(text) = self.string() else {
            self.unexpected(&format!("the text to show for {} in quotes", self.shown(&token)));
            return self.skip_declaration();
        };
        if self.is_first(name, &token) {
            self.ast.epp.push((token, text));
        }
    }

    fn costs(&mut self, name: &'static str, list: fn(&mut Ast) -> &mut Vec<(SymbolRef, u8)>) {
        let (lexeme, at) = self.cursor.peek();
        let number = Some(at.text(self.cursor.source())).filter(|_| lexeme == Lexeme::Number);
        let cost = number.and_then(|number| number.parse().ok()).filter(|&cost| cost > 0);
        let Some(cost) = cost else {
            self.unexpected(&format!("a number from 1 to 255 after '{name}'"));
            return self.skip_declaration();
        };
        self.cursor.next();
        let symbols = self.distinct_symbols(name).into_iter();
        list(&mut self.ast).extend(symbols.map(|symbol| (symbol, cost)));
    }

    /// Pairs of tokens. Which tokens may stand in them is seen when it is known which are the same.
    fn brackets(&mut self, name: &'static str) {
        let mut symbols = self.symbols(name).into_iter();
        while let Some(opening) = symbols.next() {
            let Some(closing) = symbols.next() else {
                let message = format!(
                    "{} has no partner: expected pairs of tokens after '{name}', what opens and what closes it",
                    self.shown(&opening)
                );
                return self.messages.error(Kind::IncompleteDeclaration, message, opening.span);
            };
            self.ast.brackets.push((opening, closing));
        }
    }

    /// What people write, an arrow, and what they mean.
    fn mistake(&mut self, name: &'static str) {
        let written = self.symbols(name);
        if written.is_empty() {
            return;
        }
        if self.cursor.peek().0 != Lexeme::Arrow {
            return self.unexpected(&format!("'->' and what is meant, after '{name} …'"));
        }
        self.cursor.next();
        let meant = self.symbols(name);
        if !meant.is_empty() {
            self.ast.mistakes.push((written, meant));
        }
    }

    fn parse_param(&mut self, name: &'static str, span: Span) {
        if self.cursor.clone().next().0 == Lexeme::Punct('{') {
            self.messages.note(name, "'%parse-param { … }' has no effect here", span);
            return self.ignored(name, Arguments::Blocks);
        }
        let Some(code) = self.rest_of_line(name, span, "'name: type'") else {
            return;
        };
        if code.text.contains(':') {
            self.ast.declarations.parse_param = Some(code);
        } else {
            let found = quoted(&code.text);
            let message =
                format!("parameter {found} has no type: expected 'name: type' after '{name}'");
            self.messages.error(Kind::IncompleteDeclaration, message, code.span);
        }
    }

    /// The text between the directive `name` at `span` and the end of its line, unless there is an
    /// earlier one.
    fn rest_of_line(&mut self, name: &'static str, span: Span, expected: &str) -> Option<Code> {
        let (source, pos) = (self.cursor.source(), self.cursor.pos());
        let end = foreign::line_end(source, pos);
        let text = &source[pos..end];
        let start = pos + text.len() - text.trim_start().len();
        self.cursor.jump(end);
        if text.trim().is_empty() {
            let message = format!("'{name}' is empty: expected {expected} on the same line");
            self.messages.error(Kind::IncompleteDeclaration, message, span);
            return None;
        }
        let code = self.code(start, start + text.trim().len());
        self.is_only(name, span).then_some(code)
    }

    fn define(&mut self, name: &'static str, span: Span) {
        let Some(variable) = self.symbol() else {
            self.unexpected("a variable after '%define'");
            return self.skip_declaration();
        };
        let value = match self.cursor.peek().0 {
            Lexeme::Punct('{') => {
                let code = self.block(Delimiters::BRACES);
                code.map(|code| Name { text: code.text.trim().to_string(), span: code.span })
            }
            Lexeme::Literal(_) => self.string(),
            Lexeme::Ident | Lexeme::Number => {
                let (_, span) = self.cursor.next();
                Some(self.name(span))
            }
            _ => None,
        };
        if variable.text == "api.token.prefix" {
            if self.is_only("%define api.token.prefix", span) {
                self.ast.declarations.token_prefix = value;
            }
            return;
        }
        if variable.text != "lr.type" {
            let message = "'%define' has no effect here, but for 'lr.type' and 'api.token.prefix'";
            self.messages.note(name, message, span);
            return self.has_no_effect(span);
        }
        match value {
            None => self.messages.error(
                Kind::IncompleteDeclaration,
                "'lr.type' has no value: expected the name of a construction",
                variable.span,
            ),
            Some(value) if !LR_TYPES.contains(&value.text.as_str()) => {
                let message = format!(
                    "unknown construction {}: expected 'lalr', 'ielr', 'canonical-lr' or 'pager'",
                    quoted(&value.text)
                );
                self.messages.error(Kind::UnknownConstruction, message, value.span);
            }
            Some(value) => {
                if self.is_only("%define lr.type", span) {
                    self.ast.declarations.lr_type = Some(value);
                }
            }
        }
    }

    /// Passes over what belongs to the directive `name`.
    fn ignored(&mut self, name: &str, arguments: Arguments) {
        match arguments {
            Arguments::Nothing => {}
            Arguments::Value => {
                self.cursor.eat('=');
                if matches!(
                    self.cursor.peek().0,
                    Lexeme::Literal(_) | Lexeme::Ident | Lexeme::Number
                ) {
                    self.cursor.next();
                }
            }
            Arguments::Symbols => _ = self.operands(),
            Arguments::Blocks => {
                if name == "%module" && self.lexis == Lexis::C {
                    self.lexis = Lexis::Limbo;
                }
                self.operands();
                if self.cursor.peek().0 != Lexeme::Punct('{') {
                    return self.unexpected(&format!("'{{' after '{name}'"));
                }
                while self.cursor.peek().0 == Lexeme::Punct('{')
                    && self.block(Delimiters::BRACES).is_some()
                {}
                self.operands();
            }
            Arguments::Message => {
                // The last symbol looks like the name of a rule.
                while self.symbol().is_some() {}
                self.cursor.eat(':');
                self.string();
            }
        }
    }
}
