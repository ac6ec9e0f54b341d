//! How tokens are written, according to the lexer: which are words, which are signs, and which have
//! many texts.
//!
//! In: for each token its text, if it has just one. If no token has one, nothing is known of any.
//! Comparing a word with all keywords takes time linear in their number, which the caller charges.

use lrtable::{Span, TokenId, near};

use super::{limits, line_ends::LineEnds};

/// How the lexemes of an input, and the tokens, are written.
pub(crate) trait Written {
    /// Returns line and column of the lexeme with an index; the last index is that of the end of
    /// input.
    fn line_column(&self, at: usize) -> (usize, usize);

    /// Returns the text of the lexeme with an index; empty if it is longer than a word.
    fn text(&self, at: usize) -> String;

    /// Returns the whole text; an empty one if it is not known.
    fn source(&self) -> &str {
        ""
    }

    /// Returns the place of the lexeme with an index in the whole text, if that is known.
    fn span(&self, _at: usize) -> Span {
        Span::new(0, 0)
    }

    /// Returns the text of each token that has just one.
    fn tokens(&self) -> Vec<Option<String>>;

    /// Returns where line ends stand for a token after certain tokens, if they do.
    fn line_ends(&self) -> Option<LineEnds> {
        None
    }

    /// Returns the line of a lexeme.
    fn line(&self, at: usize) -> usize {
        self.line_column(at).0
    }

    /// Returns whether a lexeme is not written: a line end, or where lines are indented.
    fn is_blank(&self, at: usize) -> bool {
        self.text(at).trim().is_empty()
    }

    /// Returns whether a lexeme, no longer than a word, and the next one stand without a blank
    /// between them.
    fn touches(&self, at: usize) -> bool {
        let text = self.text(at);
        let (line, column) = self.line_column(at);
        !text.is_empty() && self.line_column(at + 1) == (line, column + text.chars().count())
    }
}

/// Sort of text that a token has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// One word.
    Word,
    /// One sign.
    Sign,
    /// Many texts: a name, a number.
    Open,
    /// Unknown: the lexer says nothing.
    Unknown,
}

/// The texts of tokens, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    texts: Vec<Option<String>>,
    /// The tokens that are always one word.
    pub(crate) words: Vec<TokenId>,
}

impl Lexicon {
    /// Makes a lexicon of tokens with these texts; those of tokens that only the lexer has, from
    /// `token_count` on, are left out.
    pub(crate) fn new(mut texts: Vec<Option<String>>, token_count: usize) -> Self {
        texts.truncate(token_count);
        let is_keyword = |text: &String| text.len() > 1 && is_word(text);
        let words = texts.iter().enumerate();
        let words = words.filter(|(_, text)| text.as_ref().is_some_and(is_keyword));
        let words = words.map(|(token, _)| TokenId::new(token)).collect();
        Lexicon { texts, words }
    }

    /// Returns whether nothing is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the tokens that have an entry.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = TokenId> + use<> {
        (0..self.texts.len()).map(TokenId::new)
    }

    /// Returns the text of a token that has just one.
    pub(crate) fn text(&self, token: TokenId) -> Option<&str> {
        self.texts.get(token.index())?.as_deref()
    }

    /// Returns the sort of text that a token has.
    pub(crate) fn sort(&self, token: TokenId) -> Sort {
        match self.texts.get(token.index()) {
            None => Sort::Unknown,
            Some(None) => Sort::Open,
            // A line end is no sign, whether or not it is written in one way only.
            Some(Some(text)) if !text.is_empty() && text.trim().is_empty() => Sort::Open,
            Some(Some(text)) if is_word(text) => Sort::Word,
            Some(Some(_)) => Sort::Sign,
        }
    }

    /// Returns the token with this text.
    pub(crate) fn named(&self, text: &str) -> Option<TokenId> {
        let at = self.texts.iter().position(|own| own.as_deref() == Some(text));
        at.map(TokenId::new)
    }

    /// Returns the keywords that `word` may misspell, the nearest first.
    pub(crate) fn near(&self, word: &str) -> Vec<TokenId> {
        let distance = |token: &TokenId| {
            let text = self.text(*token)?;
            let is_like = text.len().abs_diff(word.len()) <= 2;
            is_like.then(|| Some((near::distance(word, text)?, *token)))?
        };
        let mut near: Vec<(usize, TokenId)> = self.words.iter().filter_map(distance).collect();
        near.sort_unstable();
        near.into_iter().take(limits::MISSPELT_FORMS).map(|(_, token)| token).collect()
    }
}

/// Returns whether a text is one word.
pub(crate) fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_sorted_by_their_texts() {
        let texts = ["return", "==", "x", ""].map(|text| Some(text.to_string()));
        let lexicon = Lexicon::new([&texts[..], &[None], &texts[..]].concat(), 5);
        let sorts: Vec<Sort> = (0..6).map(|token| lexicon.sort(TokenId::new(token))).collect();
        assert_eq!(
            sorts,
            [Sort::Word, Sort::Sign, Sort::Word, Sort::Sign, Sort::Open, Sort::Unknown]
        );
        assert_eq!(lexicon.words.len(), 1);
        assert_eq!(lexicon.near("retrun"), [TokenId::new(0)]);
        assert_eq!((lexicon.near("y"), lexicon.named("==")), (Vec::new(), Some(TokenId::new(1))));
    }
}
