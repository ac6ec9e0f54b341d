//! The header `%grmtools { key: value, flag, !flag }` with which a file may start.
//!
//! A value is a string, a number, a path (`RecoveryKind::None`), a path around a path
//! (`Original(YaccOriginalActionKind::NoAction)`), or a list `[value, …]`.

use crate::{
    Span,
    diagnostic::{Diagnostic, YaccGrammarErrorKind as Kind},
    limits::WORDS,
    yacc::{
        YaccKind,
        ast::{HeaderOption, Name},
        literal,
        messages::{Messages, quoted},
        scan::{Cursor, Lexeme, Notation},
    },
};

/// What a header says.
#[derive(Default)]
pub(super) struct Header {
    /// Its options.
    pub(super) options: Vec<HeaderOption>,
    /// The Yacc kind it names.
    pub(super) kind: Option<YaccKind>,
    /// Where the grammar goes on; `None` if there is no header.
    pub(super) end: Option<usize>,
}

/// Reads the header at the start of `source`, if there is one.
pub(super) fn read(source: &str, messages: &mut Messages) -> Header {
    let mut cursor = Cursor::new(source, Notation::Classic, WORDS);
    let (lexeme, keyword) = cursor.peek();
    if lexeme != Lexeme::Directive || keyword.text(source) != "%grmtools" {
        return Header::default();
    }
    cursor.jump(keyword.end());
    let mut header = Header::default();
    if cursor.eat('{') {
        options(&mut cursor, keyword, &mut header, messages);
    } else {
        let (found, span) = cursor.peek();
        let (kind, message) = unexpected(found, span, source, "'{' after '%grmtools'");
        messages.error(kind, message, span);
        while !matches!(
            cursor.peek().0,
            Lexeme::Directive | Lexeme::Separator | Lexeme::Prologue | Lexeme::End
        ) {
            cursor.next();
        }
    }
    header.end = Some(cursor.pos());
    header
}

fn options(cursor: &mut Cursor<'_>, keyword: Span, header: &mut Header, messages: &mut Messages) {
    let source = cursor.source();
    loop {
        let (lexeme, span) = cursor.peek();
        if matches!(lexeme, Lexeme::End | Lexeme::Separator) {
            messages.error(
                Kind::MismatchedBrace,
                "'%grmtools' is not closed: expected '}'",
                keyword,
            );
            return;
        }
        cursor.jump(span.end());
        match lexeme {
            Lexeme::Punct('}') => return,
            Lexeme::Punct(',') => {}
            Lexeme::Ident => {
                let read = option(cursor, span, true, header, messages);
                recover(read, cursor, messages);
            }
            Lexeme::Punct('!') if cursor.peek().0 == Lexeme::Ident => {
                let (_, key) = cursor.next();
                let read = option(cursor, key, false, header, messages);
                recover(read, cursor, messages);
            }
            _ => {
                let (kind, message) = unexpected(lexeme, span, source, "a key, ',' or '}'");
                messages.error(kind, message, span);
                skip_option(cursor);
            }
        }
    }
}

/// An error's kind, text and place.
type Failure = ((Kind, String), Span);

/// Reads what follows `key`, a flag with the value `flag` if nothing does.
fn option(
    cursor: &mut Cursor<'_>,
    key: Span,
    flag: bool,
    header: &mut Header,
    messages: &mut Messages,
) -> Result<(), Failure> {
    let source = cursor.source();
    let name = Name { text: key.text(source).to_ascii_lowercase(), span: key };
    let value = if flag && cursor.eat(':') {
        if cursor.eat('[') { list(cursor)? } else { vec![value(cursor)?] }
    } else {
        vec![Name { text: flag.to_string(), span: key }]
    };
    let (next, span) = cursor.peek();
    if !matches!(next, Lexeme::Punct(',' | '}') | Lexeme::End | Lexeme::Separator) {
        return Err((unexpected(next, span, source, "',' or '}'"), span));
    }
    if let Some(first) = messages.earlier("%grmtools", &name.text, key) {
        let message = format!("key {} is given twice", quoted(&name.text));
        let error = Diagnostic::error(message, key).of_kind(Kind::DuplicateDeclaration);
        messages.push(error.also(first, "given first here"));
        return Ok(());
    }
    match name.text.as_str() {
        "yacckind" => {
            header.kind = YaccKind::from_name(&value[0].text).filter(|_| value.len() == 1);
            if header.kind.is_none() {
                let message = format!(
                    "unknown yacckind {}: expected 'Grmtools', 'Eco' or 'Original(…)' around 'UserAction', \
                     'GenericParseTree' or 'NoAction'",
                    quoted(&value[0].text)
                );
                messages.error(Kind::InvalidYaccKind, message, value[0].span);
            }
        }
        "recoverer" | "test_files" => {}
        _ => {
            let expected = "expected 'yacckind', 'recoverer' or 'test_files'";
            let message = format!("unknown key {}: {expected}", quoted(&name.text));
            messages.push(Diagnostic::warning(message, key).of_kind(Kind::UnknownHeaderKey));
        }
    }
    header.options.push(HeaderOption { key: name, value });
    Ok(())
}

/// Reads a list behind its `[`.
fn list(cursor: &mut Cursor<'_>) -> Result<Vec<Name>, Failure> {
    let mut values = Vec::new();
    while !cursor.eat(']') {
        values.push(value(cursor)?);
        let (next, span) = cursor.peek();
        if !cursor.eat(',') && next != Lexeme::Punct(']') {
            return Err((unexpected(next, span, cursor.source(), "',' or ']'"), span));
        }
    }
    Ok(values)
}

fn value(cursor: &mut Cursor<'_>) -> Result<Name, Failure> {
    let source = cursor.source();
    let (first, start) = cursor.peek();
    match first {
        Lexeme::Literal(_) => {
            cursor.next();
            let text = start.text(source);
            return Ok(Name { text: literal::decode(&text[1..text.len() - 1]).0, span: start });
        }
        Lexeme::Number => {
            cursor.next();
            return Ok(Name { text: start.text(source).to_string(), span: start });
        }
        Lexeme::Ident => {}
        _ => return Err((unexpected(first, start, source, "a value"), start)),
    }
    let mut text = String::new();
    let mut open = 0usize;
    let mut end = start.end();
    loop {
        let (lexeme, span) = cursor.peek();
        match lexeme {
            Lexeme::Punct('(') => open += 1,
            Lexeme::Punct(')') if open > 0 => open -= 1,
            Lexeme::Ident | Lexeme::Punct(':') => {}
            _ if open > 0 => return Err((unexpected(lexeme, span, source, "')'"), span)),
            _ => {
                return Ok(Name { text, span: Span::new(start.start(), end) });
            }
        }
        text.push_str(span.text(source));
        end = span.end();
        cursor.jump(end);
    }
}

/// After a failure, reports it and moves to the end of the option.
fn recover(read: Result<(), Failure>, cursor: &mut Cursor<'_>, messages: &mut Messages) {
    let Err(((kind, message), at)) = read else { return };
    // At the end, that the header is not closed says it all.
    if !matches!(cursor.peek().0, Lexeme::End | Lexeme::Separator) {
        messages.error(kind, message, at);
    }
    skip_option(cursor);
}

/// Moves to the `,` or the `}` that ends the current option.
fn skip_option(cursor: &mut Cursor<'_>) {
    while !matches!(cursor.peek().0, Lexeme::Punct(',' | '}') | Lexeme::End | Lexeme::Separator) {
        cursor.next();
    }
}

/// The kind and the text of an error about something that does not belong where it stands.
pub(super) fn unexpected(
    found: Lexeme,
    span: Span,
    source: &str,
    expected: &str,
) -> (Kind, String) {
    match found {
        Lexeme::End => {
            (Kind::PrematureEnd, format!("unexpected end of the file: expected {expected}"))
        }
        _ => {
            let found = quoted(span.text(source));
            (Kind::Unexpected, format!("unexpected {found}: expected {expected}"))
        }
    }
}
