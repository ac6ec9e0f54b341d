//! The tokens of JSON.

use logos::Logos;

/// A token, with its text where that is needed.
#[derive(Clone, Copy, Debug, PartialEq, Logos)]
#[logos(skip r"[ \t\n\r]+")]
pub enum Token<'text> {
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token("false")]
    False,
    #[token("null")]
    Null,
    #[token("true")]
    True,
    #[regex(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", |lexer| lexer.slice())]
    Number(&'text str),
    #[regex(r#""([^"\\\x00-\x1F]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*""#, |lexer| lexer.slice())]
    String(&'text str),
}

impl<'text> Token<'text> {
    /// The token of this name, whose text is `text`.
    #[cfg(feature = "recognising")]
    pub fn named(name: &str, text: &'text str) -> Option<Token<'text>> {
        Some(match name {
            "{" => Token::LeftBrace,
            "}" => Token::RightBrace,
            "[" => Token::LeftBracket,
            "]" => Token::RightBracket,
            ":" => Token::Colon,
            "," => Token::Comma,
            "false" => Token::False,
            "null" => Token::Null,
            "true" => Token::True,
            "NUMBER" => Token::Number(text),
            "STRING" => Token::String(text),
            _ => return None,
        })
    }
}
