//! Repair sequences as users see them, and as text.

use std::fmt::Write;

use lrtable::{Storage, TIdx};

use crate::lexer::{Lexeme, LexerTypes, NonStreamingLexer};

/// One repair of a repair sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParseRepair<LexemeT, StorageT> {
    /// Insert this token.
    Insert(TIdx<StorageT>),
    /// Delete this lexeme.
    Delete(LexemeT),
    /// Leave this lexeme as it is.
    Shift(LexemeT),
}

/// A repair sequence as text: `Insert x, Shift y, Delete z`. Deletions of lexemes that touch are joined.
pub fn show_sequence<'a, StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>(
    sequence: &[ParseRepair<LexerTypesT::LexemeT, StorageT>],
    lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    epp: &dyn Fn(TIdx<StorageT>) -> Option<&'a str>,
) -> String {
    let text = |lexeme: &LexerTypesT::LexemeT| visible(lexer.span_str(lexeme.span()));
    let mut out = String::new();
    let mut deleted_to = None;
    for repair in sequence {
        let joins = matches!(repair, ParseRepair::Delete(lexeme) if deleted_to == Some(lexeme.span().start()));
        if !joins && !out.is_empty() {
            out.push_str(", ");
        }
        deleted_to = None;
        match repair {
            ParseRepair::Insert(token) => {
                let _ = write!(out, "Insert {}", show_token(*token, epp));
            }
            ParseRepair::Delete(lexeme) => {
                if !joins {
                    out.push_str("Delete ");
                }
                out.push_str(&text(lexeme));
                deleted_to = Some(lexeme.span().end());
            }
            ParseRepair::Shift(lexeme) => {
                let _ = write!(out, "Shift {}", text(lexeme));
            }
        }
    }
    out
}

/// How messages call a token.
pub(crate) fn show_token<'a, StorageT>(
    token: TIdx<StorageT>,
    epp: &dyn Fn(TIdx<StorageT>) -> Option<&'a str>,
) -> String {
    visible(epp(token).unwrap_or("<unknown>"))
}

/// `text` on one line: control characters, which a terminal would obey, and a byte order mark as escapes.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_control() || c == '\u{feff}' => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(visible("a\n\tb\u{1b}[31m\0\u{feff}ä\\"), r"a\n\tb\u{1b}[31m\u{0}\u{feff}ä\");
    }
}
