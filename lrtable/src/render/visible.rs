//! Text for terminals and logs: what they would obey, and what nobody would see, as escapes.

/// Returns `text` on one line, with escapes for control characters, which a terminal would obey,
/// and for [invisible](is_invisible) ones.
///
/// ```
/// assert_eq!(lrtable::render::visible("a\n\u{200b}b"), r"a\n\u{200b}b");
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

/// Returns whether `c` is a format character without a shape of its own, or ends a line for some
/// readers only.
///
/// These are: characters that turn the direction of text (U+061C, U+200E/F, U+202A–E, U+2066–9),
/// zero-width spaces and joiners (U+200B–D, U+2060–4, U+FEFF), soft hyphens (U+00AD, U+180E), line
/// and paragraph separators (U+2028/9), annotations (U+FFF9–B), and tags (U+E0000–7F). Joiners are
/// included although some scripts and emoji need them: between two texts that look alike they may
/// be the only difference.
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
}
