//! The header `%grmtools { key: value, flag, !flag }` with which a grammar or a lex file may start.
//!
//! A value is a string, a number, a path (`RecoveryKind::None`), a path around a path
//! (`Original(YaccOriginalActionKind::NoAction)`), or a list `[value, …]`.

use std::collections::HashMap;

use crate::{
    Span,
    diagnostic::{Diagnostic, DiagnosticKind},
    limits::WORDS,
    yacc::{
        literal,
        messages::quoted,
        scan::{Cursor, Lexeme, Notation},
        syntax::{HeaderOption, Name},
    },
};

/// A `%grmtools { … }` header that was read, or the lack of one.
#[derive(Default)]
pub struct Header {
    /// The header's options, each key once and in lower case.
    pub options: Vec<HeaderOption>,
    /// The byte at which the header ends; `None` if there is no header.
    pub end: Option<usize>,
    /// The errors found in the header, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// The kinds of errors in a header, of the family of the file that holds it.
pub struct Kinds {
    /// The kind of an error that something stands where it does not belong.
    pub unexpected: &'static DiagnosticKind,
    /// The kind of an error that the file ends within the header.
    pub premature_end: &'static DiagnosticKind,
    /// The kind of an error that the closing brace is missing.
    pub not_closed: &'static DiagnosticKind,
    /// The kind of an error that a key is given twice.
    pub twice: &'static DiagnosticKind,
}

/// Reads the header at the start of `source`, if there is one, without regard to what its options
/// mean.
pub fn read(source: &str, kinds: &Kinds) -> Header {
    let mut cursor = Cursor::new(source, Notation::Classic, WORDS);
    let (lexeme, keyword) = cursor.peek();
    if lexeme != Lexeme::Directive || keyword.text(source) != "%grmtools" {
        return Header::default();
    }
    cursor.jump(keyword.end());
    let mut reader = Reader { cursor, kinds, header: Header::default(), keys: HashMap::new() };
    if reader.cursor.eat('{') {
        reader.options(keyword);
    } else {
        let failure = reader.unexpected("'{' after '%grmtools'");
        reader.header.diagnostics.push(failure);
        while !matches!(
            reader.cursor.peek().0,
            Lexeme::Directive | Lexeme::Separator | Lexeme::Prologue | Lexeme::End
        ) {
            reader.cursor.next();
        }
    }
    reader.header.end = Some(reader.cursor.pos());
    reader.header
}

struct Reader<'s> {
    cursor: Cursor<'s>,
    kinds: &'s Kinds,
    header: Header,
    /// Where each key stands first.
    keys: HashMap<String, Span>,
}

impl Reader<'_> {
    fn options(&mut self, keyword: Span) {
        loop {
            let (lexeme, span) = self.cursor.peek();
            if matches!(lexeme, Lexeme::End | Lexeme::Separator) {
                let message = "'%grmtools' is not closed: expected '}'";
                let error = Diagnostic::error(self.kinds.not_closed, message, keyword);
                return self.header.diagnostics.push(error);
            }
            let read = match lexeme {
                Lexeme::Ident => {
                    self.cursor.jump(span.end());
                    self.option(span, true)
                }
                Lexeme::Punct('!') => {
                    self.cursor.jump(span.end());
                    match self.cursor.peek() {
                        (Lexeme::Ident, key) => {
                            self.cursor.jump(key.end());
                            self.option(key, false)
                        }
                        _ => Err(self.unexpected("a key after '!'")),
                    }
                }
                Lexeme::Punct('}') => return self.cursor.jump(span.end()),
                Lexeme::Punct(',') => {
                    self.cursor.jump(span.end());
                    Ok(())
                }
                _ => Err(self.unexpected("a key, ',' or '}'")),
            };
            if let Err(failure) = read {
                self.recover(failure);
            }
        }
    }

    /// Reads what follows `key`, a flag with the value `flag` if nothing does.
    fn option(&mut self, key: Span, flag: bool) -> Result<(), Diagnostic> {
        let name = Name { text: key.text(self.cursor.source()).to_ascii_lowercase(), span: key };
        let value = if flag && self.cursor.eat(':') {
            if self.cursor.eat('[') { self.list()? } else { vec![self.value()?] }
        } else {
            vec![Name { text: flag.to_string(), span: key }]
        };
        if !self.is_at(&[',', '}']) {
            return Err(self.unexpected("',' or '}'"));
        }
        if let Some(first) = self.keys.get(&name.text) {
            let message = format!("key {} is given twice", quoted(&name.text));
            let error = Diagnostic::error(self.kinds.twice, message, key);
            self.header.diagnostics.push(error.also(*first, "given first here"));
        } else {
            self.keys.insert(name.text.clone(), key);
            self.header.options.push(HeaderOption { key: name, value });
        }
        Ok(())
    }

    /// Reads a list after its `[`.
    fn list(&mut self) -> Result<Vec<Name>, Diagnostic> {
        let mut values = Vec::new();
        while !self.cursor.eat(']') {
            values.push(self.value()?);
            if !self.cursor.eat(',') && self.cursor.peek().0 != Lexeme::Punct(']') {
                return Err(self.unexpected("',' or ']'"));
            }
        }
        Ok(values)
    }

    fn value(&mut self) -> Result<Name, Diagnostic> {
        let source = self.cursor.source();
        let (first, start) = self.cursor.peek();
        match first {
            Lexeme::Literal(_) => {
                self.cursor.next();
                let text = start.text(source);
                return Ok(Name { text: literal::decode(&text[1..text.len() - 1]).0, span: start });
            }
            Lexeme::Number => {
                self.cursor.next();
                return Ok(Name { text: start.text(source).to_string(), span: start });
            }
            Lexeme::Ident => {}
            _ => return Err(self.unexpected("a value")),
        }
        let mut text = String::new();
        let mut open = 0usize;
        let mut end = start.end();
        loop {
            let (lexeme, span) = self.cursor.peek();
            match lexeme {
                Lexeme::Punct('(') => open += 1,
                Lexeme::Punct(')') if open > 0 => open -= 1,
                Lexeme::Ident | Lexeme::Punct(':') => {}
                _ if open > 0 => return Err(self.unexpected("')'")),
                _ => return Ok(Name { text, span: Span::new(start.start(), end) }),
            }
            text.push_str(span.text(source));
            end = span.end();
            self.cursor.jump(end);
        }
    }

    /// Whether one of these characters, or the end, comes next.
    fn is_at(&mut self, ends: &[char]) -> bool {
        match self.cursor.peek().0 {
            Lexeme::Punct(c) => ends.contains(&c),
            lexeme => matches!(lexeme, Lexeme::End | Lexeme::Separator),
        }
    }

    /// After a failure, reports it and moves to the end of the option.
    fn recover(&mut self, failure: Diagnostic) {
        // At the end, that the header is not closed says it all.
        if !self.is_at(&[]) {
            self.header.diagnostics.push(failure);
        }
        while !self.is_at(&[',', '}']) {
            self.cursor.next();
        }
    }

    /// The error that something else stands here than is expected.
    fn unexpected(&mut self, expected: &str) -> Diagnostic {
        let (found, span) = self.cursor.peek();
        let kind = match found {
            Lexeme::End => self.kinds.premature_end,
            _ => self.kinds.unexpected,
        };
        Diagnostic::error(kind, unexpected(found, span, self.cursor.source(), expected), span)
    }
}

/// The text of an error about something that does not belong where it stands.
pub(super) fn unexpected(found: Lexeme, span: Span, source: &str, expected: &str) -> String {
    match found {
        Lexeme::End => format!("unexpected end of the file: expected {expected}"),
        _ => format!("unexpected {}: expected {expected}", quoted(span.text(source))),
    }
}
