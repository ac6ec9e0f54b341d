//! The words of a text, as measurements and models see them: token and place of each lexeme.
//!
//! In: a language, a text. Out: its lexemes, or an n-gram model of such. Cost: lexing; with a parse
//! where lexemes depend on the parser.

use lrlex::DefaultLexeme;
use lrpar::{LexError as _, Lexeme as _, Lexer as _, NonStreamingLexer, recovery::Ngrams};
use lrtable::{Span, TokenId};

use super::{
    parse::{Recovery, errors},
    prepare::{Language, Types},
};

/// A lexeme of a text, or a text that is no lexeme: its token and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The token; for a text that is no lexeme, the number of tokens.
    pub token: TokenId,
    /// The byte at which the lexeme begins.
    pub start: usize,
    /// The byte before which the lexeme ends.
    pub end: usize,
}

impl Language {
    /// Returns the lexemes of a text, and the texts that are no lexeme, in order. Where lexemes
    /// depend on the parser, they are those of a parse with the default recoverer.
    pub fn words(&self, text: &str) -> Vec<Word> {
        let lexer = self.lexed(text);
        if lexer.reader().is_some() {
            errors(self, &lexer, &Recovery::default());
        }
        self.words_of(&lexer)
    }

    /// Returns the lexemes of a lexed text, and the texts that are no lexeme, in order. Where
    /// lexemes depend on the parser, they are those of the last parse of this lexer.
    pub fn words_of(&self, lexer: &dyn NonStreamingLexer<'_, Types>) -> Vec<Word> {
        let word = |token, span: Span| Word { token, start: span.start(), end: span.end() };
        let token = |lexeme: &DefaultLexeme<u32>| {
            TokenId::new((lexeme.tok_id() as usize).min(self.no_token().index()))
        };
        let words = lexer.iter().map(|lexeme| match lexeme {
            Ok(lexeme) => word(token(&lexeme), lexeme.span()),
            Err(error) => word(self.no_token(), error.span()),
        });
        words.collect()
    }

    /// Returns the tokens of a text; the number of tokens stands for text that is no lexeme.
    pub fn tokens(&self, text: &str) -> Vec<TokenId> {
        self.words(text).iter().map(|word| word.token).collect()
    }

    /// Makes an n-gram model of texts: counts runs of up to `order` tokens.
    pub fn model<'t>(&self, order: usize, texts: impl IntoIterator<Item = &'t str>) -> Ngrams {
        let mut model = self.empty_model(order);
        texts.into_iter().for_each(|text| self.count_runs(&mut model, text));
        model
    }

    /// Makes an n-gram model of runs of at most `order` tokens that has seen no text.
    pub fn empty_model(&self, order: usize) -> Ngrams {
        // One more for text that is no lexeme.
        Ngrams::new(order, self.table.grammar.tokens().len() + 1)
    }

    /// Counts the runs of tokens of one more text in a model made by
    /// [`empty_model`](Self::empty_model).
    pub fn count_runs(&self, model: &mut Ngrams, text: &str) {
        let mut tokens = self.tokens(text);
        // A repair cannot insert text that is no lexeme.
        tokens.retain(|token| *token != self.no_token());
        tokens.push(self.table.grammar.eof());
        model.count(&tokens);
    }
}
