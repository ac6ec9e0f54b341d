//! Actions of productions: Rust code in which references (`$1`, `$lexer`, `$span`) are replaced by
//! names of variables.

use std::collections::BTreeSet;

use lrtable::{
    diagnostic::Diagnostic,
    yacc::{
        action::{Piece, SymbolNames, pieces},
        ast::Code,
    },
};

/// The code of one action, its references resolved.
#[derive(Debug)]
pub(super) struct Action<'g> {
    code: &'g Code,
    pieces: Vec<Piece>,
    /// The symbols whose values the action uses, counted from 1.
    pub(super) symbols: BTreeSet<usize>,
    /// Whether the action uses `$lexer`.
    pub(super) lexer: bool,
    /// Whether the action uses `$span`.
    pub(super) span: bool,
    /// What the numbers mean where a rule was inlined; else empty, and they are symbols.
    pub(super) operands: Vec<Operand<'g>>,
    /// The type of the value and the number among the actions of a production, if the action is
    /// that of an inlined rule.
    pub(super) inlined: Option<(&'g str, usize)>,
}

/// What a number in an action means.
#[derive(Debug)]
pub(super) enum Operand<'g> {
    /// The production's symbol with this index.
    Symbol(usize),
    /// The value of an inlined rule, of this type.
    Inlined(&'g str, Value<'g>),
}

/// How a value is made.
#[derive(Debug)]
pub(super) enum Value<'g> {
    /// It is that of the production's symbol with this index.
    Symbol(usize),
    /// It is `()`.
    Unit,
    /// An action makes it.
    Action(Box<Action<'g>>),
}

/// Resolves the references of `code`, the action of a production with these symbols; adds mistakes
/// to `errors`.
pub(super) fn read<'g>(
    code: &'g Code,
    symbols: &[SymbolNames<'g>],
    errors: &mut Vec<Diagnostic>,
) -> Action<'g> {
    let pieces = pieces(code, symbols, errors);
    let used = pieces.iter().filter_map(|piece| match piece {
        Piece::Symbol(number) => Some(*number),
        _ => None,
    });
    Action {
        code,
        symbols: used.collect(),
        lexer: pieces.contains(&Piece::Lexer),
        span: pieces.contains(&Piece::Span),
        operands: Vec::new(),
        inlined: None,
        pieces,
    }
}

impl<'g> Action<'g> {
    /// Calls `visit` with the actions of inlined rules whose values the action uses, inner ones
    /// first, then with the action.
    pub(super) fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Action<'g>)) {
        for number in &self.symbols {
            if let Some(Operand::Inlined(_, Value::Action(inner))) = self.operands.get(number - 1) {
                inner.visit(visit);
            }
        }
        visit(self);
    }

    /// Returns the symbols of the production whose values the action and those in it use, counted
    /// from 1.
    pub(super) fn symbols_used(&self) -> BTreeSet<usize> {
        let mut used = BTreeSet::new();
        self.visit(&mut |action| {
            used.extend(action.symbols.iter().filter_map(|number| {
                match action.operands.get(number - 1) {
                    None => Some(*number),
                    Some(Operand::Symbol(at) | Operand::Inlined(_, Value::Symbol(at))) => {
                        Some(at + 1)
                    }
                    Some(Operand::Inlined(..)) => None,
                }
            }));
        });
        used
    }

    /// Returns the code with names in place of references. Each line begins with what `margin`
    /// returns for the byte of the file at which the line begins, unless that is inside a string or
    /// a comment.
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

    /// Returns the number of blanks that all lines but the first begin with; lines that begin in a
    /// string or a comment do not count.
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

    /// Returns the byte of the file at which the code begins, without leading blanks.
    pub(super) fn start(&self) -> usize {
        self.code.span.start() + (self.code.text.len() - self.code.text.trim_start().len())
    }

    /// Whether the action may use the variables that `pattern` binds; for a plain name, whether the
    /// name occurs.
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
    use lrtable::Span;

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
    fn each_line_outside_strings_has_its_margin() {
        let code = code("\n  let s = \"a\nb\";\n  s\n");
        let action = read(&code, &symbols(), &mut Vec::new());
        assert_eq!(action.to_code(&|at| format!("[{at}]")), "[103]let s = \"a\nb\";\n[118]s");
    }
}
