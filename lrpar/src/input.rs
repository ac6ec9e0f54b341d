//! What a lexer said, as the driver needs it: token ids, and the lexemes that belong to them.
//!
//! Text that is no lexeme takes part as a lexeme that no grammar accepts, so that recovery can delete it.

use num_traits::Bounded;

use lrtable::{Storage, TIdx, TokenId, pack::Tables};

use crate::{
    driver::SyntaxError,
    error::{LexParseError, ParseError},
    lexer::{LexError, Lexeme, LexerTypes, NonStreamingLexer},
    tree::stored,
};

/// All errors of a parse, in the order of the input.
pub type Errors<StorageT, LexerTypesT> = Vec<LexParseError<StorageT, LexerTypesT>>;

/// What a parse gives: a value, if there is one, and all errors.
pub type Parsed<T, LexerTypesT> =
    (Option<T>, Errors<<LexerTypesT as LexerTypes>::StorageT, LexerTypesT>);

/// An input.
pub(crate) struct Input<LexerTypesT: LexerTypes> {
    /// The lexemes, lexing errors among them, and an empty one for the end of input behind the last.
    pub(crate) lexemes: Vec<LexerTypesT::LexemeT>,
    /// Their tokens.
    pub(crate) tokens: Vec<TokenId>,
    /// The lexing errors, each with the index of its lexeme.
    lex_errors: Vec<(usize, LexerTypesT::LexErrorT)>,
}

impl<LexerTypesT: LexerTypes> Input<LexerTypesT> {
    /// Everything that `lexer` says.
    pub(crate) fn new(tables: &Tables<'_>, lexer: &dyn NonStreamingLexer<'_, LexerTypesT>) -> Self {
        let mut input = Input { lexemes: Vec::new(), tokens: Vec::new(), lex_errors: Vec::new() };
        let lexemes = lexer.iter();
        let known = lexemes.size_hint().0.saturating_add(1);
        input.lexemes.reserve_exact(known);
        input.tokens.reserve_exact(known);
        let eof = tables.eof();
        for lexeme in lexemes {
            match lexeme {
                Ok(lexeme) => {
                    let index = lexeme.tok_id().to_index();
                    // The lexer may know tokens that the grammar does not; and `$` is no lexeme.
                    let known = index < eof.index();
                    input.tokens.push(if known { TIdx(index as u32) } else { tables.no_token() });
                    input.lexemes.push(lexeme);
                }
                Err(error) => input.push_error(tables, error),
            }
        }
        let end = input.lexemes.last().map_or(0, |last: &LexerTypesT::LexemeT| last.span().end());
        input.lexemes.push(Lexeme::new(stored(tables.eof()), end, 0));
        input.tokens.push(tables.eof());
        input
    }

    fn push_error(&mut self, tables: &Tables<'_>, error: LexerTypesT::LexErrorT) {
        let span = error.span();
        self.lex_errors.push((self.lexemes.len(), error));
        let no_token = LexerTypesT::StorageT::max_value();
        self.lexemes.push(Lexeme::new(no_token, span.start(), span.len()));
        self.tokens.push(tables.no_token());
    }

    /// Lexing and syntax errors in one list, in the order of the input (at one lexeme the lexing error comes first); and the
    /// lexemes.
    pub(crate) fn finish(
        self,
        errors: Vec<SyntaxError>,
    ) -> (Errors<LexerTypesT::StorageT, LexerTypesT>, Vec<LexerTypesT::LexemeT>) {
        let mut list = Vec::with_capacity(errors.len() + self.lex_errors.len());
        let mut lex_errors = self.lex_errors.into_iter().peekable();
        for error in errors {
            while let Some((_, lex_error)) = lex_errors.next_if(|(at, _)| *at <= error.position) {
                list.push(LexParseError::LexError(lex_error));
            }
            list.push(LexParseError::ParseError(ParseError::new(error, &self.lexemes)));
        }
        list.extend(lex_errors.map(|(_, error)| LexParseError::LexError(error)));
        (list, self.lexemes)
    }
}
