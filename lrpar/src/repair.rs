//! Repairs with their lexemes, as users see them, and as text.

use lrtable::{Storage, TIdx};

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

/// Formats a repair sequence: `Insert x, Shift y, Delete z`. Deletions of adjacent lexemes are joined; texts and names are
/// [`shortened`].
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

/// Returns `text` on one line, with escapes for control characters, which a terminal would obey, and for
/// [invisible](is_invisible) ones.
///
/// ```
/// assert_eq!(lrpar::visible("a\n\u{200b}b"), r"a\n\u{200b}b");
/// ```
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_invisible(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// Returns `text` with each of its lines [`visible`].
pub fn visible_lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

/// Returns `text` as [`visible`] does, cut after [`SHOWN_TEXT`] characters: then `…` and its length in bytes follow.
///
/// Takes time independent of the length of `text`.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_TEXT) {
        None => visible(text),
        Some((end, _)) => format!("{}… ({} bytes)", visible(&text[..end]), text.len()),
    }
}

/// Returns whether `c` is a format character without a shape of its own, or ends a line for some readers only.
///
/// These are: characters that turn the direction of text (U+061C, U+200E/F, U+202A–E, U+2066–9), zero-width spaces and joiners
/// (U+200B–D, U+2060–4, U+FEFF), soft hyphens (U+00AD, U+180E), line and paragraph separators (U+2028/9), annotations (U+FFF9–B),
/// and tags (U+E0000–7F). Joiners are included although some scripts and emoji need them: between two texts that look alike they
/// may be the only difference.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(visible("a\n\tb\u{1b}[31m\0\u{feff}ä\\"), r"a\n\tb\u{1b}[31m\u{0}\u{feff}ä\");
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(visible_lines("a\n\tb\r\n\nc"), "a\n\\tb\\r\n\nc");
        assert_eq!(visible_lines("\n"), "\n");
    }

    #[test]
    fn no_character_that_is_not_seen_is_left() {
        let unseen = "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{200e}\u{200f}\u{61c}\
            \u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{ad}\u{2028}\u{2029}\u{80}\u{85}\u{9b}\u{9f}\u{7f}\u{e0041}";
        for c in unseen.chars() {
            assert_eq!(visible(&format!("a{c}b")), format!("a\\u{{{:x}}}b", u32::from(c)));
        }
        assert_eq!(visible("שלום é 漢字 👍🏽 \u{a0}"), "שלום é 漢字 👍🏽 \u{a0}");
    }

    #[test]
    fn a_long_text_is_cut_and_says_its_length() {
        assert_eq!(shortened(&"é".repeat(SHOWN_TEXT)), "é".repeat(SHOWN_TEXT));
        let long = "\u{7}".repeat(1_000_000);
        let shown = format!("{}… (1000000 bytes)", r"\u{7}".repeat(SHOWN_TEXT));
        assert_eq!(shortened(&long), shown);
    }
}
