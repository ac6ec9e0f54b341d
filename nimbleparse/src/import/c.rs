//! C code of lex files as trees, as far as it must be understood to know what an action does.

pub(super) mod expression;
pub(super) mod macros;
pub(super) mod statement;
pub(super) mod tables;

pub(super) use lrlex::actions::{Token, TokenKind, char_value, number, tokens};

/// Words of flex that decide which tokens are found.
pub(super) const DECISIVE: &str = "BEGIN REJECT input unput yyinput yyless yymore yyterminate yyunput \
    yy_pop_state yy_push_state yy_set_bol";

/// Words with which a statement begins, or a part of one.
pub(super) const KEYWORDS: [&str; 15] = [
    "break", "case", "catch", "continue", "default", "do", "else", "for", "goto", "if", "return",
    "switch", "throw", "try", "while",
];

/// Tokens that are read from left to right: see `expression` and `statement`.
struct CParser<'a, 't> {
    tokens: &'t [Token<'a>],
    at: usize,
    depth: usize,
}

impl<'a> CParser<'a, '_> {
    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.text(self.at) == text;
        self.at += usize::from(found);
        found
    }
}

/// What a string is that has no escapes.
pub(super) fn plain_text(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains('\\')).then_some(inner)
}
