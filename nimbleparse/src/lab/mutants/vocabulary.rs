//! Texts of tokens, collected from a corpus.

use std::collections::BTreeSet;

use lrtable::TokenId;

use crate::language::Language;

/// Maximum number of texts that are kept for a token.
const KEPT: usize = 50;

/// Texts for each token of a grammar that lex to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    texts: Vec<BTreeSet<String>>,
    /// The tokens that have a text.
    known: Vec<TokenId>,
}

impl Vocabulary {
    /// Collects the vocabulary of `texts`: the first texts of each token.
    pub fn of<'a>(language: &Language, texts: impl IntoIterator<Item = &'a str>) -> Vocabulary {
        let mut vocabulary = Vocabulary {
            texts: vec![BTreeSet::new(); language.table.grammar.tokens().len()],
            known: Vec::new(),
        };
        for text in texts {
            vocabulary.add(language, text);
        }
        vocabulary
    }

    /// Adds the lexemes of `text`.
    pub fn add(&mut self, language: &Language, text: &str) {
        for word in language.words(text) {
            let Some(texts) = self.texts.get_mut(word.token.index()) else {
                continue;
            };
            if texts.is_empty() {
                self.known.push(word.token);
                self.known.sort_unstable();
            }
            if texts.len() < KEPT {
                texts.insert(text[word.start..word.end].to_string());
            }
        }
    }

    /// Returns the tokens that have a text, in order.
    pub fn tokens(&self) -> &[TokenId] {
        &self.known
    }

    /// Returns the texts of a token, in order.
    pub fn texts(&self, token: TokenId) -> Vec<&str> {
        self.texts.get(token.index()).into_iter().flatten().map(String::as_str).collect()
    }

    /// Returns whether a token is a keyword: it has one text, which is a word.
    pub fn is_keyword(&self, token: TokenId) -> bool {
        match self.texts(token)[..] {
            [only] => only.len() > 1 && only.chars().all(|c| c.is_ascii_alphabetic() || c == '_'),
            _ => false,
        }
    }
}

/// Returns whether `text` is a bracket.
pub fn is_bracket(text: &str) -> bool {
    matches!(text, "(" | ")" | "[" | "]" | "{" | "}")
}

/// Returns whether `text` is in quotes.
pub fn is_quoted(text: &str) -> bool {
    let quote = text.chars().next();
    text.len() > 1 && matches!(quote, Some('"' | '\'' | '`')) && text.chars().last() == quote
}
