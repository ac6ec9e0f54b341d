//! One action as it was written: Rust code in which `$1`, `$name`, `$lexer`, `$span` and `$$` stand for something.
//!
//! The code is scanned as Rust, so that what looks like a reference in a string, a character or a comment is none. `$$` is a
//! plain `$`, for macros that are defined in an action.

use std::collections::BTreeSet;

use lrtable::{Span, diagnostic::Diagnostic, yacc::ast::Code, yacc::rust_atom};

/// A piece of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// Text from one byte of the code to another.
    Text(usize, usize),
    /// The end of a line, outside strings and comments, at this byte.
    LineEnd(usize),
    /// The value of a symbol, counted from 1.
    Symbol(usize),
    /// The lexer.
    Lexer,
    /// The span of the production's symbols.
    Span,
    /// A dollar sign.
    Dollar,
}

/// An action, its references resolved.
#[derive(Debug)]
pub(super) struct Action<'g> {
    code: &'g Code,
    pieces: Vec<Piece>,
    /// The symbols whose values it uses, counted from 1.
    pub(super) symbols: BTreeSet<usize>,
    /// Does it use `$lexer`?
    pub(super) lexer: bool,
    /// Does it use `$span`?
    pub(super) span: bool,
}

/// How an action may refer to one of its symbols, beside its number.
pub(super) struct SymbolNames<'g> {
    /// The name given to it there (`expr[left]`).
    pub(super) label: Option<&'g str>,
    /// Its own name.
    pub(super) name: &'g str,
}

/// Resolves the references of `code`, whose production has these symbols; adds what is wrong to `errors`.
pub(super) fn read<'g>(
    code: &'g Code,
    symbols: &[SymbolNames<'g>],
    errors: &mut Vec<Diagnostic>,
) -> Action<'g> {
    let text = code.text.as_str();
    let mut pieces = Vec::new();
    let mut used = BTreeSet::new();
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
                        errors.push(Diagnostic::error(message, Span::new(place, place + 1 + len)));
                    }
                }
                if let Some(Piece::Symbol(number)) = pieces.last() {
                    used.insert(*number);
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
    Action {
        code,
        symbols: used,
        lexer: pieces.contains(&Piece::Lexer),
        span: pieces.contains(&Piece::Span),
        pieces,
    }
}

/// The end of the atom at `at`, on a character boundary.
fn next(text: &str, at: usize) -> usize {
    let end = rust_atom(text, at);
    (end..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len())
}

/// What stands behind a `$`: its length, and what it means or what is wrong with it.
fn reference(text: &str, symbols: &[SymbolNames<'_>]) -> (usize, Result<Piece, String>) {
    if text.starts_with('$') {
        return (1, Ok(Piece::Dollar));
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

impl Action<'_> {
    /// The code with names in place of references. Each line begins with what `margin` says about the byte of the file at
    /// which it begins, unless it is inside a string or a comment.
    pub(super) fn to_code(&self, margin: &dyn Fn(usize) -> String) -> String {
        let text = &self.code.text;
        let blank = text.len() - text.trim_start().len();
        let place = |at: usize| self.code.span.start() + at;
        let mut out = margin(place(blank));
        let indent = self.indent(blank);
        // Everything before this byte has been written.
        let mut done = blank;
        for piece in &self.pieces {
            match *piece {
                Piece::Text(start, end) => out.push_str(&text[start.max(done)..end.max(done)]),
                Piece::LineEnd(at) if at < blank => {}
                Piece::LineEnd(at) => {
                    if text[at..].trim().is_empty() {
                        break;
                    }
                    out.truncate(out.trim_end().len());
                    out.push('\n');
                    out.push_str(&margin(place(at + 1)));
                    done = at + 1 + blanks(&text[at + 1..]).min(indent);
                }
                Piece::Symbol(number) => out.push_str(&argument(number)),
                Piece::Lexer => out.push_str(LEXER),
                Piece::Span => out.push_str(SPAN),
                Piece::Dollar => out.push('$'),
            }
        }
        out.truncate(out.trim_end().len());
        out
    }

    /// Blanks that all lines but the first begin with, of those that do not begin in a string or a comment.
    fn indent(&self, blank: usize) -> usize {
        let text = &self.code.text;
        let lines = self.pieces.iter().filter_map(|piece| match *piece {
            Piece::LineEnd(at) if at >= blank => Some(&text[at + 1..]),
            _ => None,
        });
        lines
            .filter(|line| !line.split('\n').next().unwrap_or_default().trim().is_empty())
            .map(blanks)
            .min()
            .unwrap_or(0)
    }

    /// May it use the variables that `pattern` binds? If that is a plain name: does the name occur?
    pub(super) fn may_use(&self, pattern: &str) -> bool {
        !super::names::is_identifier(pattern) || self.code.text.contains(pattern)
    }
}

/// The number of blanks at the start of `line`.
fn blanks(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// The variable that holds the lexer.
pub(super) const LEXER: &str = "__lexer";
/// The variable that holds the span.
pub(super) const SPAN: &str = "__span";

/// The variable that holds the value of a symbol.
pub(super) fn argument(number: usize) -> String {
    format!("__arg{number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Code {
        Code { text: text.to_owned(), span: Span::new(100, 100 + text.len()) }
    }

    fn symbols() -> [SymbolNames<'static>; 3] {
        [("Expr", Some("left")), ("+", None), ("Expr", None)]
            .map(|(name, label)| SymbolNames { label, name })
    }

    #[test]
    fn references_in_strings_chars_and_comments_are_none() {
        let text =
            r##" f::<'a>('$', "$1 $$= {}", r#"$9"#, b"$2") /* $$ = $1 /* $7 */ */ + $3 // $8"##;
        let code = code(text);
        let mut errors = Vec::new();
        let action = read(&code, &symbols(), &mut errors);
        assert!(errors.is_empty());
        assert_eq!(action.symbols, BTreeSet::from([3]));
        assert_eq!(action.to_code(&|_| String::new()), text.trim_start().replace("$3", "__arg3"));
    }

    #[test]
    fn symbols_have_numbers_and_names() {
        let code = code("$1+$left.x()+$[left]+$Expr+$$1+$span+$lexer");
        let mut errors = Vec::new();
        let action = read(&code, &symbols(), &mut errors);
        assert!(errors.is_empty());
        assert!(action.lexer && action.span);
        assert_eq!(
            action.to_code(&|_| String::new()),
            "__arg1+__arg1.x()+__arg1+__arg3+$1+__span+__lexer"
        );
    }

    #[test]
    fn every_wrong_reference_is_reported_at_its_place() {
        let code = code("$0 $4 é $x $( $1x");
        let mut errors = Vec::new();
        read(&code, &symbols(), &mut errors);
        let found: Vec<(&str, usize)> = errors
            .iter()
            .map(|error| {
                use lrtable::Spanned;
                (error.message().split(':').next().unwrap(), error.spans()[0].start())
            })
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

    #[test]
    fn each_line_outside_strings_has_its_margin() {
        let code = code("\n  let s = \"a\nb\";\n  s\n");
        let action = read(&code, &symbols(), &mut Vec::new());
        assert_eq!(action.to_code(&|at| format!("[{at}]")), "[103]let s = \"a\nb\";\n[118]s");
    }
}
