//! Repairs with their lexemes, as users see them, and as text.

use lrtable::{Storage, TIdx, render::visible};

use crate::{
    lexer::{Lexeme, LexerTypes, NonStreamingLexer},
    recovery::limits::SHOWN_TEXT,
};

/// One repair of a repair sequence, with its lexeme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParseRepair<LexemeT, StorageT> {
    /// Inserts this token.
    Insert(TIdx<StorageT>),
    /// Deletes this lexeme.
    Delete(LexemeT),
    /// Leaves this lexeme as it is.
    Shift(LexemeT),
}

/// Formats a repair sequence: `Insert x, Shift y, Delete z`. Deletions of adjacent lexemes are
/// joined; texts and names are [`shortened`].
pub fn show_sequence<'a, StorageT: Storage, LexerTypesT: LexerTypes<StorageT = StorageT>>(
    sequence: &[ParseRepair<LexerTypesT::LexemeT, StorageT>],
    lexer: &dyn NonStreamingLexer<'_, LexerTypesT>,
    epp: &dyn Fn(TIdx<StorageT>) -> Option<&'a str>,
) -> String {
    let text = |lexeme: &LexerTypesT::LexemeT| shortened(lexer.span_str(lexeme.span()));
    let mut shown: Vec<String> = Vec::new();
    let mut deleted_to = None;
    for repair in sequence {
        let end = deleted_to.take();
        match repair {
            ParseRepair::Insert(token) => shown.push(format!("Insert {}", show_token(*token, epp))),
            ParseRepair::Shift(lexeme) => shown.push(format!("Shift {}", text(lexeme))),
            ParseRepair::Delete(lexeme) => {
                deleted_to = Some(lexeme.span().end());
                match shown.last_mut() {
                    Some(last) if end == Some(lexeme.span().start()) => *last += &text(lexeme),
                    _ => shown.push(format!("Delete {}", text(lexeme))),
                }
            }
        }
    }
    shown.join(", ")
}

/// Returns the name of a token for messages.
pub(crate) fn show_token<'a, StorageT>(
    token: TIdx<StorageT>,
    epp: &dyn Fn(TIdx<StorageT>) -> Option<&'a str>,
) -> String {
    shortened(epp(token).unwrap_or("<unknown>"))
}

/// Returns `text` as [`visible`] does, cut after [`SHOWN_TEXT`] characters: then `…` and its length
/// in bytes follow.
///
/// Takes time independent of the length of `text`.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_TEXT) {
        None => visible(text),
        Some((end, _)) => format!("{}… ({} bytes)", visible(&text[..end]), text.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_and_says_its_length() {
        assert_eq!(shortened(&"é".repeat(SHOWN_TEXT)), "é".repeat(SHOWN_TEXT));
        let long = "\u{7}".repeat(1_000_000);
        let shown = format!("{}… (1000000 bytes)", r"\u{7}".repeat(SHOWN_TEXT));
        assert_eq!(shortened(&long), shown);
    }
}
