//! A lexer's output as the driver needs it: token ids, and the lexemes that belong to them.
//!
//! A lexing error takes part as a lexeme that no grammar accepts, so that recovery can delete it.

use std::{borrow::Cow, cell::Cell, time::Duration};

use num_traits::Bounded;

use lrtable::{Span, Storage, TIdx, TokenId, pack::Tables};

use crate::{
    driver::SyntaxError,
    error::{LexParseError, ParseError},
    lexemes::{Lexemes, stored},
    lexer::{LexError, Lexeme, Lexer, LexerTypes, NonStreamingLexer},
    recovery::{LineEnds, Written, limits},
};

/// All errors of a parse, in the order of the input.
pub type Errors<StorageT, LexerTypesT> = Vec<LexParseError<StorageT, LexerTypesT>>;

/// Result of a parse: a value, if one could be made, and all errors.
pub type Parsed<T, LexerTypesT> =
    (Option<T>, Errors<<LexerTypesT as LexerTypes>::StorageT, LexerTypesT>);

/// The input of a parse.
pub(crate) struct Input<'l, LexerTypesT: LexerTypes> {
    /// The lexemes, with lexing errors among them; borrowed if the lexer lends them.
    lexemes: Cow<'l, [LexerTypesT::LexemeT]>,
    /// An empty lexeme for the end of the input.
    end: LexerTypesT::LexemeT,
    /// The token `$`; those of the grammar have smaller ids.
    eof: TokenId,
    /// The token of lexemes that the grammar does not know.
    none: TokenId,
    /// The lexing errors, each with the index of the lexeme that stands for it, until they are
    /// listed.
    lex_errors: Cell<Vec<(usize, LexerTypesT::LexErrorT)>>,
    /// The time that recovery took when the lexemes were settled.
    pub(crate) time: Duration,
}

impl<'l, LexerTypesT: LexerTypes> Input<'l, LexerTypesT> {
    /// Reads everything that `lexer` yields.
    pub(crate) fn new(
        tables: &Tables<'_>,
        lexer: &'l dyn NonStreamingLexer<'_, LexerTypesT>,
    ) -> Self {
        let mut lex_errors = Vec::new();
        let lexemes = all_lexemes(lexer, &mut lex_errors);
        let (eof, none) = (tables.eof(), tables.no_token());
        let end = lexemes.last().map_or(0, |last| last.span().end());
        let end = Lexeme::new(stored(eof), end, 0);
        Input { lexemes, end, eof, none, lex_errors: Cell::new(lex_errors), time: Duration::ZERO }
    }

    /// Returns the first lexing error, if there is one; none is listed then.
    pub(crate) fn first_lexing_error(&self) -> Option<LexerTypesT::LexErrorT> {
        self.lex_errors.take().into_iter().next().map(|(_, error)| error)
    }

    /// Returns the lexemes, with the end.
    pub(crate) fn lexemes(&self) -> Lexemes<'_, LexerTypesT::LexemeT> {
        Lexemes { input: &self.lexemes, end: &self.end }
    }

    /// Fills `tokens` with the tokens from index `from` on.
    pub(crate) fn tokens(&self, from: usize, tokens: &mut [TokenId]) {
        let (lexemes, eof, none) = (&self.lexemes[from..], self.eof, self.none);
        for (token, lexeme) in tokens.iter_mut().zip(lexemes) {
            *token = token_of(lexeme.tok_id(), eof, none);
        }
        if let Some(end) = tokens.get_mut(lexemes.len()) {
            *end = eof;
        }
    }

    /// Returns lexing and syntax errors in one list, in the order of the input; at one lexeme the
    /// lexing error comes first. Lexing errors in a region that a syntax error dropped are left
    /// out. Each syntax error lists at most `max_repairs` sequences.
    pub(crate) fn errors(
        &self,
        errors: Vec<SyntaxError>,
        max_repairs: usize,
    ) -> Errors<LexerTypesT::StorageT, LexerTypesT> {
        let mut lex_errors = self.lex_errors.take();
        let len = self.lexemes().len();
        let mut regions = errors.iter().filter_map(|error| error.region(len)).peekable();
        lex_errors.retain(|(at, _)| {
            while regions.next_if(|region| region.end <= *at).is_some() {}
            regions.peek().is_none_or(|region| *at <= region.start)
        });
        drop(regions);
        let lex_errors = lex_errors.into_iter();
        let lex_errors = lex_errors.map(|(at, error)| (at, LexParseError::LexError(error)));
        let syntax_errors = errors.into_iter().map(|error| {
            let at = error.position;
            let error = ParseError::new(error, self.lexemes(), max_repairs);
            (at, LexParseError::ParseError(error))
        });
        let mut list: Vec<_> = lex_errors.chain(syntax_errors).collect();
        list.sort_by_key(|(at, _)| *at);
        list.into_iter().map(|(_, error)| error).collect()
    }

    /// Returns the lexemes and the end as one vector.
    pub(crate) fn into_lexemes(self) -> Vec<LexerTypesT::LexemeT> {
        let mut lexemes = match self.lexemes {
            Cow::Owned(lexemes) => lexemes,
            Cow::Borrowed(lent) => {
                let mut lexemes = Vec::with_capacity(lent.len() + 1);
                lexemes.extend_from_slice(lent);
                lexemes
            }
        };
        lexemes.push(self.end);
        lexemes
    }
}

/// Returns the token of a lexeme; `none` for one that the grammar lacks, as lexers may have, and
/// for `$`, which no lexeme is.
#[inline(always)]
pub(crate) fn token_of<StorageT: Storage>(id: StorageT, eof: TokenId, none: TokenId) -> TokenId {
    let index = id.to_index();
    if index < eof.index() { TIdx(index as u32) } else { none }
}

/// The text of an input as its lexer has it.
pub(crate) struct LexedText<'l, 'i, LexerTypesT: LexerTypes> {
    pub(crate) lexer: &'l dyn NonStreamingLexer<'i, LexerTypesT>,
    pub(crate) lexemes: Lexemes<'l, LexerTypesT::LexemeT>,
}

impl<LexerTypesT: LexerTypes> Written for LexedText<'_, '_, LexerTypesT> {
    fn line_column(&self, at: usize) -> (usize, usize) {
        self.lexer.line_col(self.lexemes[at].span()).0
    }

    fn text(&self, at: usize) -> String {
        match self.lexemes[at].span() {
            span if span.len() <= limits::WORD_TEXT => self.lexer.span_str(span).to_owned(),
            _ => String::new(),
        }
    }

    fn source(&self) -> &str {
        self.lexer.text()
    }

    fn span(&self, at: usize) -> Span {
        self.lexemes[at].span()
    }

    fn tokens(&self) -> Vec<Option<String>> {
        self.lexer.token_texts()
    }

    fn is_blank(&self, at: usize) -> bool {
        // A lexer need not have a text.
        let span = self.lexemes[at].span();
        let text = self.lexer.text().get(span.start()..span.end());
        text.is_some_and(|text| text.trim().is_empty())
    }

    fn line_ends(&self) -> Option<LineEnds> {
        line_ends(self.lexer)
    }
}

/// Returns where line ends stand for a token in texts of a lexer, as Go's semicolons.
pub(crate) fn line_ends<LexerTypesT: LexerTypes>(
    lexer: &dyn Lexer<LexerTypesT>,
) -> Option<LineEnds> {
    let token = |id: LexerTypesT::StorageT| TokenId::new(id.to_index());
    let ending = lexer.line_rules().ending.into_iter().map(token).collect();
    LineEnds::new(token(lexer.layout()?.assumed?), ending)
}

/// Returns the lexemes that a lexer lends; or else all that it makes, with a lexeme that no grammar
/// accepts for each lexing error. The errors are added to `lex_errors`.
pub(crate) fn all_lexemes<'l, LexerTypesT: LexerTypes>(
    lexer: &'l dyn NonStreamingLexer<'_, LexerTypesT>,
    lex_errors: &mut Vec<(usize, LexerTypesT::LexErrorT)>,
) -> Cow<'l, [LexerTypesT::LexemeT]> {
    if let Some(lexemes) = lexer.lexemes() {
        return Cow::Borrowed(lexemes);
    }
    let iter = lexer.iter();
    let mut lexemes: Vec<LexerTypesT::LexemeT> = Vec::new();
    lexemes.reserve_exact(iter.size_hint().0.saturating_add(1));
    for lexeme in iter {
        lexemes.push(lexeme.unwrap_or_else(|error| {
            let span = error.span();
            lex_errors.push((lexemes.len(), error));
            Lexeme::new(LexerTypesT::StorageT::max_value(), span.start(), span.len())
        }));
    }
    Cow::Owned(lexemes)
}
