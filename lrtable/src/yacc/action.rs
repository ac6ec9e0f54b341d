//! References in the actions of a grammar: Rust code in which `$1`, `$name`, `$lexer`, `$span` and
//! `$$` stand for something.
//!
//! The code is scanned as Rust, so that what looks like a reference in a string, a character or a
//! comment does not count. `$$` is a plain `$`, for macros that are defined in an action.

use super::{rust_atom, syntax::Code};
use crate::{
    Span,
    diagnostic::{Diagnostic, YaccGrammarErrorKind},
};

/// A piece of an action's code: text, the end of a line, or a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text, from one byte of the code up to, not including, another.
    Text(usize, usize),
    /// A newline outside strings and comments, at this byte of the code.
    LineEnd(usize),
    /// A reference to the value of a symbol, counted from 1 (`$1`, `$name`).
    Symbol(usize),
    /// A reference to the lexer (`$lexer`).
    Lexer,
    /// A reference to the span of the production's symbols (`$span`).
    Span,
    /// A plain dollar sign (`$$`).
    Dollar,
}

/// The names by which an action may refer to one of its production's symbols, beside its number.
#[derive(Clone, Copy, Debug)]
pub struct SymbolNames<'g> {
    /// The name that the file gives to the symbol in this production (`expr[left]`).
    pub label: Option<&'g str>,
    /// The name of the rule or token.
    pub name: &'g str,
}

/// Splits the `code` of an action, whose production has these `symbols`, into pieces; adds wrong
/// references to `errors`.
///
/// ```
/// use lrtable::{Span, yacc::{action::{Piece, SymbolNames, pieces}, ast::Code}};
///
/// let code = Code { text: "f($1)".to_owned(), span: Span::new(0, 5) };
/// let mut errors = Vec::new();
/// let pieces = pieces(&code, &[SymbolNames { label: None, name: "Expr" }], &mut errors);
/// assert_eq!(pieces, [Piece::Text(0, 2), Piece::Symbol(1), Piece::Text(4, 5)]);
/// assert!(errors.is_empty());
/// ```
pub fn pieces(
    code: &Code,
    symbols: &[SymbolNames<'_>],
    errors: &mut Vec<Diagnostic>,
) -> Vec<Piece> {
    let text = code.text.as_str();
    let mut pieces = Vec::new();
    let (mut at, mut start) = (0, 0);
    while at < text.len() {
        match text.as_bytes()[at] {
            b'$' => {
                pieces.push(Piece::Text(start, at));
                let (len, piece) = reference(&text[at + 1..], symbols);
                match piece {
                    Ok(piece) => pieces.push(piece),
                    Err(message) => {
                        let place = code.span.start() + at;
                        let error = Diagnostic::error(
                            YaccGrammarErrorKind::InvalidReference,
                            message,
                            Span::new(place, place + 1 + len),
                        );
                        errors.push(error);
                    }
                }
                at += 1 + len;
                start = at;
            }
            b'\n' => {
                pieces.extend([Piece::Text(start, at), Piece::LineEnd(at)]);
                at += 1;
                start = at;
            }
            _ => at = next(text, at),
        }
    }
    pieces.push(Piece::Text(start, at));
    pieces
}

/// The end of the atom at `at`, on a character boundary.
fn next(text: &str, at: usize) -> usize {
    let end = rust_atom(text, at);
    (end..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len())
}

/// What is said of `$$ = …`, as actions in C have it.
const SET_VALUE: &str = "'$$' is not the value of the production here, which is that of the action's last expression: leave out '$$ =' and the ';' after it";

/// What stands after a `$`: its length, and what it means or what is wrong with it.
fn reference(text: &str, symbols: &[SymbolNames<'_>]) -> (usize, Result<Piece, String>) {
    if let Some(rest) = text.strip_prefix('$') {
        // In no macro does a plain `=` follow.
        let rest = rest.trim_start();
        let is_set = rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>");
        let piece = match is_set {
            true => Err(SET_VALUE.to_owned()),
            false => Ok(Piece::Dollar),
        };
        return (1, piece);
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word_len = |text: &str| text.find(|c| !is_part(c)).unwrap_or(text.len());
    let (name, len) = match text.strip_prefix('[') {
        Some(rest) if rest[word_len(rest)..].starts_with(']') => {
            (&rest[..word_len(rest)], word_len(rest) + 2)
        }
        _ => (&text[..word_len(text)], word_len(text)),
    };
    let piece = match name {
        "" => {
            Err("expected a number, 'lexer', 'span', '$' or a symbol's name after '$'".to_owned())
        }
        "lexer" => Ok(Piece::Lexer),
        "span" => Ok(Piece::Span),
        _ if name.starts_with(|c: char| c.is_ascii_digit()) => numbered(name, symbols.len()),
        _ => named(name, symbols),
    };
    (len, piece)
}

fn numbered(name: &str, count: usize) -> Result<Piece, String> {
    match name.parse() {
        Ok(number) if (1..=count).contains(&number) => Ok(Piece::Symbol(number)),
        _ => Err(format!("'${name}' is no symbol: {}", there_are(count))),
    }
}

fn there_are(count: usize) -> String {
    match count {
        0 => "there is none before this action".to_owned(),
        1 => "there is only '$1' before this action".to_owned(),
        _ => format!("there are '$1' to '${count}' before this action"),
    }
}

/// The symbol that has this label, or else the only one of this name.
fn named(name: &str, symbols: &[SymbolNames<'_>]) -> Result<Piece, String> {
    let numbers = |is: &dyn Fn(&SymbolNames<'_>) -> bool| -> Vec<usize> {
        (1..=symbols.len()).filter(|number| is(&symbols[number - 1])).collect()
    };
    let mut found = numbers(&|symbol| symbol.label == Some(name));
    if found.is_empty() {
        found = numbers(&|symbol| symbol.label.is_none() && symbol.name == name);
    }
    match found.as_slice() {
        [] => Err(format!(
            "'${name}' is no symbol before this action: expected a symbol's name, a number, 'lexer' or 'span'"
        )),
        [only] => Ok(Piece::Symbol(*only)),
        [first, second, ..] => Err(format!(
            "'${name}' may be '${first}' or '${second}': write the number, or name the symbols as in 'Expr[left]'"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spanned;

    #[test]
    fn every_wrong_reference_is_reported_at_its_place() {
        let text = "$0 $4 é $x $( $1x".to_owned();
        let code = Code { span: Span::new(100, 100 + text.len()), text };
        let symbols = [("Expr", Some("left")), ("+", None), ("Expr", None)]
            .map(|(name, label)| SymbolNames { label, name });
        let mut errors = Vec::new();
        pieces(&code, &symbols, &mut errors);
        let found: Vec<(&str, usize)> = errors
            .iter()
            .map(|error| (error.message().split(':').next().unwrap(), error.spans()[0].start()))
            .collect();
        assert_eq!(
            found,
            [
                ("'$0' is no symbol", 100),
                ("'$4' is no symbol", 103),
                ("'$x' is no symbol before this action", 109),
                ("expected a number, 'lexer', 'span', '$' or a symbol's name after '$'", 112),
                ("'$1x' is no symbol", 115),
            ]
        );
    }
}
