//! Classes of tokens, as far as their lex rules tell: for colours and icons.

use lrlex::LexerDef as _;
use lrtable::{TIdx, TokenId};

use crate::language::Language;

/// A class of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A word with a fixed text.
    Keyword,
    /// A sign with a fixed text.
    Operator,
    /// A text that begins with a digit.
    Number,
    /// A text that begins with a quote.
    String,
    /// Any other text that varies.
    Name,
}

impl Class {
    /// Returns the class of colours for such tokens; `None` where only queries can tell.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Class::Keyword => Some("keyword"),
            Class::Operator => Some("operator"),
            Class::Number => Some("number"),
            Class::String => Some("string"),
            Class::Name => None,
        }
    }
}

impl Language {
    /// Returns the class of `token`: by its text if it is fixed, else by how its lex rule begins.
    pub fn class(&self, token: TokenId) -> Class {
        if let Some(text) = self.token_text(TIdx(token.0)) {
            let is_word = text.chars().any(char::is_alphabetic);
            return if is_word { Class::Keyword } else { Class::Operator };
        }
        let mut rules = self.lexer.iter_rules();
        let rule = rules.find(|rule| rule.name().is_some() && rule.tok_id() == Some(token.0));
        let regex = rule.map_or("", |rule| rule.re_str());
        let mut head = regex.trim_start_matches(['(', '[', '^', '\\']);
        for group in ["?:", "?i:", "?-i:"] {
            head = head.strip_prefix(group).unwrap_or(head).trim_start_matches(['(', '[', '\\']);
        }
        match head.chars().next() {
            Some('"' | '\'' | '`') => Class::String,
            Some('0'..='9' | 'd') if !head.starts_with("d}") => Class::Number,
            Some('.') if head.len() > 1 && regex.contains("0-9") => Class::Number,
            _ => Class::Name,
        }
    }
}
