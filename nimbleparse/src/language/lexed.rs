//! A lexed text, by the rules of a lex file or by a lexer that is written by hand.
//!
//! Everything that works on a language takes a text as a [`Lexed`]; it does not ask which lexer
//! made it.

use std::{fmt, sync::Arc};

use lrlex::{DefaultLexeme, LRLexError, language::Types};
use lrpar::{LayoutTokens, Lexer, LineRules, NonStreamingLexer, Reader};
use lrtable::{Span, YaccGrammar};

/// A lexer of a text that need not come from a lex file.
type AnyLexer<'t> = Box<dyn NonStreamingLexer<'t, Types> + 't>;

/// A hand-written lexer: makes lexers of texts for a grammar.
///
/// ```
/// use lrlex::{DefaultLexeme, LRNonStreamingLexer};
/// use lrpar::Lexeme;
/// use nimbleparse::language::{HandWritten, Language, Table, Text};
///
/// let lexer = HandWritten::new(|grammar, text| {
///     let token = grammar.token_idx("LETTER").unwrap().0;
///     let letters = text.char_indices().filter(|(_, c)| c.is_alphabetic());
///     let lexemes = letters.map(|(at, c)| Ok(DefaultLexeme::new(token, at, c.len_utf8())));
///     Box::new(LRNonStreamingLexer::from_lexemes(text, lexemes))
/// });
/// let yacc = Text { name: "word.y", text: "%% Word: | Word 'LETTER';" };
/// let table = Table::new(yacc, None, None, None, &mut String::new()).unwrap();
/// let language = Language::with_lexer(table, lexer);
/// assert_eq!(language.words("ab").len(), 2);
/// ```
#[derive(Clone)]
pub struct HandWritten(Arc<Make>);

type Make = dyn for<'t> Fn(&'t YaccGrammar<u32>, &'t str) -> AnyLexer<'t> + Send + Sync;

impl HandWritten {
    /// Takes a function that makes the lexer of a text, with the token ids of the grammar.
    pub fn new(
        make: impl for<'t> Fn(&'t YaccGrammar<u32>, &'t str) -> AnyLexer<'t> + Send + Sync + 'static,
    ) -> HandWritten {
        HandWritten(Arc::new(make))
    }

    /// Lexes `text`.
    pub(super) fn lexer<'t>(&self, grammar: &'t YaccGrammar<u32>, text: &'t str) -> Lexed<'t> {
        Lexed((self.0)(grammar, text))
    }
}

impl fmt::Debug for HandWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HandWritten")
    }
}

/// A lexed text, whichever lexer made it.
pub struct Lexed<'t>(pub(super) AnyLexer<'t>);

impl Lexer<Types> for Lexed<'_> {
    fn iter<'a>(&'a self) -> Box<dyn Iterator<Item = Result<DefaultLexeme<u32>, LRLexError>> + 'a> {
        self.0.iter()
    }

    fn lexemes(&self) -> Option<&[DefaultLexeme<u32>]> {
        self.0.lexemes()
    }

    fn reason(&self, span: Span) -> Option<String> {
        self.0.reason(span)
    }

    fn named_trivia<'a>(&'a self) -> Box<dyn Iterator<Item = (Span, &'a str)> + 'a> {
        self.0.named_trivia()
    }

    fn token_texts(&self) -> Vec<Option<String>> {
        self.0.token_texts()
    }

    fn reader<'a>(&'a self) -> Option<Box<dyn Reader<Types> + 'a>> {
        self.0.reader()
    }

    fn layout(&self) -> Option<LayoutTokens<u32>> {
        self.0.layout()
    }

    fn line_rules(&self) -> LineRules<u32> {
        self.0.line_rules()
    }
}

impl<'t> NonStreamingLexer<'t, Types> for Lexed<'t> {
    fn text(&self) -> &'t str {
        self.0.text()
    }

    fn span_str(&self, span: Span) -> &'t str {
        self.0.span_str(span)
    }

    fn span_lines_str(&self, span: Span) -> &'t str {
        self.0.span_lines_str(span)
    }

    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        self.0.line_col(span)
    }
}
