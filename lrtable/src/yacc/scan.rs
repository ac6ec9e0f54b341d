//! A cursor over a grammar file: blanks, comments and the lexemes that grammars of all dialects
//! share.
//!
//! What stands in braces, in `<…>` or after `->` is foreign text; the caller knows when it comes
//! and asks [`foreign`](super::foreign) for its end. Every function either moves forward or says
//! [`Lexeme::End`], and looks at each byte a constant number of times, so reading is linear in the
//! length of the file.

use crate::Span;

/// The quotes in which a symbol's name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quote {
    /// No quotes, `name`: a rule or a token.
    None,
    /// Single quotes, `'x'`: a token.
    Single,
    /// Double quotes, `"xyz"`: a token, or the alias of one.
    Double,
}

/// The lexis of a grammar file, outside foreign text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// Literals hold no escapes: `"\"` is a backslash.
    Plain,
    /// Literals hold C's escapes, `#` starts a comment, names may hold `$`, and `\` may stand for
    /// `%`.
    Classic,
}

/// A lexeme of a grammar file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    /// A name.
    Ident,
    /// A literal in quotes.
    Literal(Quote),
    /// A quote that is not closed on its line; the lexeme is the rest of the line.
    OpenLiteral,
    /// Something that starts with a digit.
    Number,
    /// `%name`, or an old sign such as `%<`.
    Directive,
    /// `%%`
    Separator,
    /// `%{`, or `\{` where `\` may stand for `%`
    Prologue,
    /// `->`
    Arrow,
    /// Any other character.
    Punct(char),
    /// The end of the file.
    End,
}

/// A place in a grammar file.
#[derive(Clone)]
pub(super) struct Cursor<'s> {
    source: &'s str,
    pos: usize,
    /// Where the lexeme ends that was consumed last.
    consumed: usize,
    notation: Notation,
    unclosed_comment: Option<Span>,
    /// Lexemes that may still be consumed; after them the text counts as ended.
    left: usize,
    exhausted: Option<Span>,
}

impl<'s> Cursor<'s> {
    /// A cursor at the start of `source`, after a byte order mark. Its text ends after so many
    /// lexemes.
    pub(super) fn new(source: &'s str, notation: Notation, lexemes: usize) -> Self {
        let pos = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor {
            source,
            pos,
            consumed: pos,
            notation,
            unclosed_comment: None,
            left: lexemes,
            exhausted: None,
        }
    }

    /// The whole text.
    pub(super) fn source(&self) -> &'s str {
        self.source
    }

    /// The current byte offset, on a character boundary.
    pub(super) fn pos(&self) -> usize {
        self.pos
    }

    /// The byte offset of the end of what was consumed last.
    pub(super) fn consumed(&self) -> usize {
        self.consumed
    }

    /// Goes on at byte `pos`, which lies on a character boundary and not before the current place.
    pub(super) fn jump(&mut self, pos: usize) {
        debug_assert!(pos >= self.pos && self.source.is_char_boundary(pos));
        (self.pos, self.consumed) = (pos, pos);
    }

    /// The opening of a comment that the end of the file cut off.
    pub(super) fn unclosed_comment(&self) -> Option<Span> {
        self.unclosed_comment
    }

    /// The lexeme before which the text was taken to have ended.
    pub(super) fn exhausted(&self) -> Option<Span> {
        self.exhausted
    }

    /// What is left to read.
    pub(super) fn rest(&self) -> &'s str {
        &self.source[self.pos..]
    }

    /// Moves past blanks and comments.
    pub(super) fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.find(|c| !is_blank(c)).unwrap_or(rest.len());
            self.pos += blank;
            let rest = &rest[blank..];
            let hash = self.notation == Notation::Classic && rest.starts_with('#');
            if rest.starts_with("//") || hash {
                self.pos += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                self.pos += match comment.find("*/") {
                    Some(at) => at + 4,
                    None => {
                        self.unclosed_comment = Some(Span::new(self.pos, self.pos + 2));
                        rest.len()
                    }
                };
            } else {
                return;
            }
        }
    }

    /// The next lexeme; only blanks before it are consumed.
    pub(super) fn peek(&mut self) -> (Lexeme, Span) {
        self.skip_blank();
        let (lexeme, len) = self.lexeme();
        let span = Span::new(self.pos, self.pos + len);
        if self.left == 0 && lexeme != Lexeme::End {
            self.exhausted.get_or_insert(span);
            self.pos = self.source.len();
            return (Lexeme::End, Span::new(self.pos, self.pos));
        }
        (lexeme, span)
    }

    /// The next lexeme, consumed.
    pub(super) fn next(&mut self) -> (Lexeme, Span) {
        let (lexeme, span) = self.peek();
        (self.pos, self.consumed) = (span.end(), span.end());
        self.left = self.left.saturating_sub(1);
        (lexeme, span)
    }

    /// Consumes the next lexeme if it is the character `punct`.
    pub(super) fn eat(&mut self, punct: char) -> bool {
        let found = self.peek().0 == Lexeme::Punct(punct);
        if found {
            self.next();
        }
        found
    }

    /// Consumes the next lexeme if it is a literal; one with escapes, in any notation.
    pub(super) fn eat_escaped(&mut self) -> Option<Span> {
        self.skip_blank();
        let quote = self.rest().chars().next().filter(|c| "'\"".contains(*c))?;
        let (Lexeme::Literal(_), len) = self.literal(quote, Notation::Classic) else {
            return None;
        };
        let start = self.pos;
        self.pos += len;
        Some(Span::new(start, self.pos))
    }

    /// The lexeme that starts here, and its length.
    fn lexeme(&self) -> (Lexeme, usize) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return (Lexeme::End, 0);
        };
        let second = rest[first.len_utf8()..].chars().next();
        match first {
            '%' => self.directive('%', second),
            '\\' if self.notation == Notation::Classic
                && second.is_some_and(|c| "\\{<>=02".contains(c) || c.is_ascii_alphabetic()) =>
            {
                self.directive('\\', second)
            }
            '-' if second == Some('>') => (Lexeme::Arrow, 2),
            '\'' | '"' => self.literal(first, self.notation),
            '0'..='9' => {
                (Lexeme::Number, word_len(rest, |c| c.is_alphanumeric() || "_.".contains(c)))
            }
            _ if self.starts_ident(first) => (Lexeme::Ident, self.ident_len()),
            _ => (Lexeme::Punct(first), first.len_utf8()),
        }
    }

    fn directive(&self, sign: char, second: Option<char>) -> (Lexeme, usize) {
        match second {
            Some(c) if c == sign => (Lexeme::Separator, 2),
            Some('{') => (Lexeme::Prologue, 2),
            Some('<' | '>' | '=' | '?') => (Lexeme::Directive, 2),
            Some(c) if c.is_ascii_alphanumeric() || c == '_' => {
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                (Lexeme::Directive, 1 + word_len(&self.rest()[1..], is_part))
            }
            _ => (Lexeme::Punct(sign), 1),
        }
    }

    fn literal(&self, quote: char, notation: Notation) -> (Lexeme, usize) {
        let kind = if quote == '"' { Quote::Double } else { Quote::Single };
        let rest = self.rest();
        let mut chars = rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '\n' => break,
                '\\' if notation == Notation::Classic => match chars.next() {
                    Some((_, '\n')) | None => break,
                    Some(_) => {}
                },
                // Three quotes in a row are the literal that holds one.
                c if c == quote && at == 1 && rest[2..].starts_with(quote) => {
                    return (Lexeme::Literal(kind), 3);
                }
                c if c == quote => return (Lexeme::Literal(kind), at + 1),
                _ => {}
            }
        }
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        (Lexeme::OpenLiteral, line.trim_end().len())
    }

    fn starts_ident(&self, c: char) -> bool {
        c.is_alphabetic()
            || c == '_'
            || c == '.'
            || (c == '$' && self.notation == Notation::Classic)
    }

    /// Length of the name that starts here. A dash belongs to it only if the name goes on after it.
    fn ident_len(&self) -> usize {
        let rest = self.rest();
        let is_part = |c: char| c.is_numeric() || self.starts_ident(c);
        let mut chars = rest.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let joined = c == '-' && chars.peek().is_some_and(|&(_, next)| is_part(next));
            if !is_part(c) && !joined {
                return at;
            }
        }
        rest.len()
    }
}

/// Whether `c` is blank. The character with which old systems ended a file counts as blank too.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{1a}' || c == '\u{feff}'
}

fn word_len(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexemes(source: &str, notation: Notation) -> Vec<(Lexeme, &str)> {
        let mut cursor = Cursor::new(source, notation, usize::MAX);
        let mut found = Vec::new();
        loop {
            match cursor.next() {
                (Lexeme::End, _) => return found,
                (lexeme, span) => found.push((lexeme, span.text(source))),
            }
        }
    }

    #[test]
    fn names_hold_dots_and_inner_dashes_but_no_arrow() {
        use Lexeme::{Arrow, Ident, Punct};
        assert_eq!(
            lexemes("a.b-c->T x- :", Notation::Plain),
            [
                (Ident, "a.b-c"),
                (Arrow, "->"),
                (Ident, "T"),
                (Ident, "x"),
                (Punct('-'), "-"),
                (Punct(':'), ":"),
            ]
        );
    }

    #[test]
    fn comments_and_blanks_are_no_lexemes() {
        let source = "\u{feff} // x\r\n /* '\" */ a # b\n\u{1a}";
        assert_eq!(lexemes(source, Notation::Classic), [(Lexeme::Ident, "a")]);
    }

    #[test]
    fn an_escaped_quote_ends_a_literal_only_where_escapes_mean_nothing() {
        use Quote::{Double, Single};
        assert_eq!(lexemes(r#""\" x"#, Notation::Plain)[0], (Lexeme::Literal(Double), r#""\""#));
        assert_eq!(
            lexemes(r#""\"" x"#, Notation::Classic)[0],
            (Lexeme::Literal(Double), r#""\"""#)
        );
        assert_eq!(lexemes("''' x", Notation::Classic)[0], (Lexeme::Literal(Single), "'''"));
        assert_eq!(lexemes("'a\nb", Notation::Classic)[0], (Lexeme::OpenLiteral, "'a"));
    }

    #[test]
    fn old_spellings_of_directives_are_lexemes() {
        use Lexeme::{Directive, Separator};
        assert_eq!(
            lexemes(r"%< %0 %pure_parser \left \\ %%", Notation::Classic),
            [
                (Directive, "%<"),
                (Directive, "%0"),
                (Directive, "%pure_parser"),
                (Directive, r"\left"),
                (Separator, r"\\"),
                (Separator, "%%"),
            ]
        );
    }
}
