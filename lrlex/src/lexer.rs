//! A lexed text: lexemes and errors in the order of the text, and what its places are called.

use std::{fmt, marker::PhantomData, sync::OnceLock};

use lrpar::{Lexer, LexerTypes, NonStreamingLexer};
use lrtable::{NewlineCache, Span};

use crate::error::LRLexError;

/// A text with its lexemes. Made by [`LRNonStreamingLexerDef::lexer`](crate::LRNonStreamingLexerDef::lexer), or from
/// lexemes that a hand-written lexer found.
pub struct LRNonStreamingLexer<'lexer, 'input: 'lexer, LexerTypesT: LexerTypes> {
    text: &'input str,
    lexemes: Vec<Result<LexerTypesT::LexemeT, LRLexError>>,
    /// Made when a line or column is first asked for.
    newlines: OnceLock<NewlineCache>,
    lexerdef: PhantomData<&'lexer ()>,
}

impl<'lexer, 'input: 'lexer, LexerTypesT: LexerTypes>
    LRNonStreamingLexer<'lexer, 'input, LexerTypesT>
{
    /// The lexer of `text`, of which `lexemes` and `newlines` must have been made: spans that do not fit the text panic
    /// when they are used.
    pub fn new(
        text: &'input str,
        lexemes: Vec<Result<LexerTypesT::LexemeT, LRLexError>>,
        newlines: NewlineCache,
    ) -> Self {
        LRNonStreamingLexer {
            text,
            lexemes,
            newlines: newlines.into(),
            lexerdef: PhantomData,
        }
    }

    /// The same without a line index, which is made when it is needed.
    pub(crate) fn unindexed(
        text: &'input str,
        lexemes: Vec<Result<LexerTypesT::LexemeT, LRLexError>>,
    ) -> Self {
        LRNonStreamingLexer {
            text,
            lexemes,
            newlines: OnceLock::new(),
            lexerdef: PhantomData,
        }
    }

    fn newlines(&self) -> &NewlineCache {
        self.newlines.get_or_init(|| NewlineCache::of(self.text))
    }

    fn check(&self, span: Span) {
        assert!(
            span.end() <= self.text.len(),
            "the span {}..{} does not lie in a text of {} bytes",
            span.start(),
            span.end(),
            self.text.len()
        );
    }
}

impl<'lexer, 'input: 'lexer, LexerTypesT: LexerTypes<LexErrorT = LRLexError>> Lexer<LexerTypesT>
    for LRNonStreamingLexer<'lexer, 'input, LexerTypesT>
{
    fn iter<'a>(
        &'a self,
    ) -> Box<dyn Iterator<Item = Result<LexerTypesT::LexemeT, LexerTypesT::LexErrorT>> + 'a> {
        Box::new(self.lexemes.iter().copied())
    }
}

impl<'lexer, 'input: 'lexer, LexerTypesT: LexerTypes<LexErrorT = LRLexError>>
    NonStreamingLexer<'input, LexerTypesT> for LRNonStreamingLexer<'lexer, 'input, LexerTypesT>
{
    fn span_str(&self, span: Span) -> &'input str {
        self.check(span);
        &self.text[span.start()..span.end()]
    }

    fn span_lines_str(&self, span: Span) -> &'input str {
        self.check(span);
        let lines = self.newlines().span_lines(self.text, span);
        &self.text[lines.start()..lines.end()]
    }

    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        self.check(span);
        let place = |at| {
            self.newlines()
                .byte_to_line_num_and_col_num(self.text, at)
                .expect("the span was checked above")
        };
        (place(span.start()), place(span.end()))
    }
}

impl<LexerTypesT: LexerTypes> fmt::Debug for LRNonStreamingLexer<'_, '_, LexerTypesT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LRNonStreamingLexer")
            .field("bytes", &self.text.len())
            .field("lexemes", &self.lexemes.len())
            .finish()
    }
}
