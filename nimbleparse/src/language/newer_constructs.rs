//! Constructs that a built-in grammar lacks, such as those of newer versions of its language: a
//! file with many errors near them is hardly a wrong one, and its first report says so.
//!
//! In: `NAME.newer` beside a grammar, a construct a line: what it is, ` = `, and a pattern of words
//! and signs, in which `NAME` is any word and `CAPS` one without small letters. A sign without a
//! blank before it follows directly in the text, too. Patterns are compared with what stands around
//! an error on its line, and with nothing else, so texts without errors cost nothing.

use lrtable::Span;

use crate::limits::{NEWER_BYTES, NEWER_ERRORS, NEWER_SEEN};

/// Constructs that a grammar lacks.
#[derive(Debug)]
pub struct Newer {
    grammar: &'static str,
    /// What each is, and its pattern.
    constructs: Vec<(&'static str, Vec<Piece<'static>>)>,
}

/// A word or a sign, and whether it follows directly on what is before it.
type Piece<'t> = (&'t str, bool);

impl Newer {
    /// Returns the constructs that the built-in grammar of this name is known to lack.
    #[cfg(feature = "grammars")]
    pub fn of_builtin(name: &str) -> Option<Newer> {
        use crate::builtin;
        let grammar = builtin::named(name)?.name;
        let lines = builtin::newer(grammar)?.lines().filter(|line| !line.starts_with("//"));
        let constructs = lines.filter_map(|line| line.split_once(" = "));
        let constructs = constructs.map(|(what, pattern)| (what, pieces(pattern))).collect();
        Some(Newer { grammar, constructs })
    }

    /// Returns a note for the first report of a text with errors at these places, if many of them
    /// are near such constructs.
    pub(crate) fn note(&self, text: &str, errors: impl Iterator<Item = Span>) -> Option<String> {
        let mut count = 0;
        let mut found: Vec<&str> = Vec::new();
        for span in errors.take(NEWER_SEEN) {
            if let Some(what) = self.near(text, span) {
                count += 1;
                if !found.contains(&what) {
                    found.push(what);
                }
            }
        }
        let (grammar, found) = (self.grammar, found.join(", "));
        (count >= NEWER_ERRORS).then(|| {
            format!(
                "{count} errors are near constructs that the grammar '{grammar}' lacks: {found}"
            )
        })
    }

    /// Returns what stands near a place.
    fn near(&self, text: &str, span: Span) -> Option<&'static str> {
        let (at, end) = (text.floor_char_boundary(span.start()), span.end().min(text.len()));
        let start = text.floor_char_boundary(at.saturating_sub(NEWER_BYTES));
        let end =
            text.ceil_char_boundary((end.min(at + NEWER_BYTES) + NEWER_BYTES).min(text.len()));
        let start = text[start..at].rfind('\n').map_or(start, |line| start + line + 1);
        let end = text[at..end].find('\n').map_or(end, |line| at + line);
        let around = pieces(&text[start..end]);
        let is_there = |pattern: &[Piece<'_>]| {
            around.windows(pattern.len()).any(|window| matches(pattern, window))
        };
        let found = self.constructs.iter().find(|(_, pattern)| is_there(pattern));
        found.map(|(what, _)| *what)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the words and signs of a text.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut end = None;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        if c.is_whitespace() {
            continue;
        }
        while is_word(c) && rest.next_if(|(_, next)| is_word(*next)).is_some() {}
        let next = rest.peek().map_or(text.len(), |(next, _)| *next);
        pieces.push((&text[at..next], end == Some(at)));
        end = Some(next);
    }
    pieces
}

/// Returns whether a text has these words and signs.
fn matches(pattern: &[Piece<'_>], text: &[Piece<'_>]) -> bool {
    pattern.iter().zip(text).enumerate().all(|(nth, ((wanted, is_close), (word, follows)))| {
        let is = match *wanted {
            "NAME" => word.starts_with(is_word),
            "CAPS" => word.starts_with(char::is_uppercase) && !word.contains(char::is_lowercase),
            sign => *word == sign,
        };
        is && (nth == 0 || !is_close || *follows)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;

    #[test]
    fn patterns_are_words_and_signs_near_a_place() {
        let java = Newer::of_builtin("java7").unwrap();
        let near = |text: &str, at: usize| java.near(text, Span::new(at, at + 1));
        assert_eq!(near("x -> y;", 2), Some("lambdas and arrows of 'switch' (Java 8, 14)"));
        assert_eq!(near("x - > y;", 2), None);
        assert_eq!(near("record P(int x) {}", 9), Some("records (Java 16)"));
        assert_eq!(near("o instanceof A a", 15), Some("patterns of 'instanceof' (Java 16)"));
        // Not on other lines, and not far away.
        assert_eq!(near("x -> y;\nz", 8), None);
        assert_eq!(near(&format!("{}->", "é".repeat(100)), 0), None);
        assert_eq!(near("x -> y", 600), Some("lambdas and arrows of 'switch' (Java 8, 14)"));
    }

    #[test]
    fn every_line_of_the_lists_is_a_construct() {
        for builtin in builtin::ALL {
            let Some(newer) = Newer::of_builtin(builtin.name) else { continue };
            let text = builtin::newer(builtin.name).unwrap();
            let lines = text.lines().filter(|line| !line.starts_with("//")).count();
            assert_eq!(newer.constructs.len(), lines, "{}", builtin.name);
            assert!(newer.constructs.iter().all(|(_, pattern)| !pattern.is_empty()));
        }
    }
}
