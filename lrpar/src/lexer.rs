//! What a parser needs to know of lexemes and lexers. Any lexer that implements these traits can feed it.

use std::{error::Error, fmt, hash::Hash, iter};

use lrtable::{Span, Storage};

/// One occurrence of a token in the input.
pub trait Lexeme<StorageT>: fmt::Debug + fmt::Display + Eq + Hash + Copy {
    /// A lexeme of token `tok_id` that starts at byte `start` and is `len` bytes long.
    fn new(tok_id: StorageT, start: usize, len: usize) -> Self
    where
        Self: Sized;

    /// A lexeme that is not in the input: error recovery inserted it before byte `start`.
    fn new_faulty(tok_id: StorageT, start: usize, len: usize) -> Self
    where
        Self: Sized;

    /// The token. An id outside the grammar is a lexeme that no grammar accepts.
    fn tok_id(&self) -> StorageT;

    /// Where it stands.
    fn span(&self) -> Span;

    /// Whether error recovery inserted the lexeme.
    fn faulty(&self) -> bool;
}

/// A place where lexing failed.
pub trait LexError: Error {
    /// The text that is no lexeme.
    fn span(&self) -> Span;
}

/// The types that a lexer and a parser share.
pub trait LexerTypes: fmt::Debug + Clone {
    /// The lexemes.
    type LexemeT: Lexeme<Self::StorageT>;
    /// The integer type of token ids.
    type StorageT: Storage + fmt::Debug + Hash;
    /// Lexing errors.
    type LexErrorT: LexError;
}

/// A source of lexemes.
pub trait Lexer<LexerTypesT: LexerTypes> {
    /// The lexemes and, in their places, the lexing errors, in the order of the input.
    ///
    /// Lexing goes on after an error: the parser turns it into a lexeme that no grammar accepts, for recovery to delete.
    fn iter<'a>(
        &'a self,
    ) -> Box<dyn Iterator<Item = Result<LexerTypesT::LexemeT, LexerTypesT::LexErrorT>> + 'a>;

    /// What [`iter`](Self::iter) gives, if it gives no errors and the lexer has it in memory: a parser then needs no copy.
    fn lexemes(&self) -> Option<&[LexerTypesT::LexemeT]> {
        None
    }

    /// What the lexer skips and has a name for, comments for example: where it stands, and its name, in the order of the text. A syntax
    /// tree has a leaf for each.
    fn named_trivia<'a>(&'a self) -> Box<dyn Iterator<Item = (Span, &'a str)> + 'a> {
        Box::new(iter::empty())
    }

    /// For each token, by its id, how it is written, if there is one way. Reports need it to say what is to be inserted; without it
    /// they use the grammar's names.
    fn token_texts(&self) -> Vec<Option<String>> {
        Vec::new()
    }
}

/// A lexer that holds its whole input.
pub trait NonStreamingLexer<'input, LexerTypesT: LexerTypes>: Lexer<LexerTypesT> {
    /// The text of `span`.
    ///
    /// # Panics
    ///
    /// If the span does not lie in the input, or cuts a character.
    fn span_str(&self, span: Span) -> &'input str;

    /// The whole lines, without the last line's newline, that `span` touches.
    ///
    /// # Panics
    ///
    /// If the span does not lie in the input.
    fn span_lines_str(&self, span: Span) -> &'input str;

    /// Line and column of the start and of the end of `span`, counted from 1, columns in characters.
    ///
    /// # Panics
    ///
    /// If the span does not lie in the input.
    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize));
}
