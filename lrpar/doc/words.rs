// A lexer of words between blanks, which the examples in the documentation of lrpar include.
//
// It shows what a hand-written lexer needs: a lexeme, an error, the types together, and two traits
// for the lexer.

use lrpar::{
    LexError, Lexeme, Lexer, LexerTypes, NonStreamingLexer, RTParserBuilder, SyntaxTree,
};
use lrtable::{
    Minimiser, NewlineCache, Span, YaccGrammar, from_yacc,
    yacc::{YaccKind, YaccOriginalActionKind},
};

/// A lexeme: its token, its place, and whether recovery inserted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word(u32, Span, bool);

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "token {}", self.0)
    }
}

impl Lexeme<u32> for Word {
    fn new(token: u32, start: usize, len: usize) -> Word {
        Word(token, Span::new(start, start + len), false)
    }
    fn new_faulty(token: u32, start: usize, len: usize) -> Word {
        Word(token, Span::new(start, start + len), true)
    }
    fn tok_id(&self) -> u32 {
        self.0
    }
    fn span(&self) -> Span {
        self.1
    }
    fn faulty(&self) -> bool {
        self.2
    }
}

/// A lexing error: a word that is no token.
#[derive(Clone, Debug)]
pub struct UnknownWord(Span);

impl std::fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("unknown word")
    }
}

impl std::error::Error for UnknownWord {}

impl LexError for UnknownWord {
    fn span(&self) -> Span {
        self.0
    }
}

/// The types that the lexer of words shares with a parser.
#[derive(Clone, Debug)]
pub struct WordTypes;

impl LexerTypes for WordTypes {
    type LexemeT = Word;
    type StorageT = u32;
    type LexErrorT = UnknownWord;
}

/// The lexer: the words of a text.
pub struct Words<'t> {
    text: &'t str,
    words: Vec<Result<Word, UnknownWord>>,
    lines: NewlineCache,
}

impl<'t> Words<'t> {
    /// Makes a lexer of `text`; `token` returns the token of a word.
    pub fn new(text: &'t str, token: impl Fn(&str) -> Option<u32>) -> Words<'t> {
        let word = |word: &str| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let span = Span::new(start, start + word.len());
            token(word).map(|token| Word(token, span, false)).ok_or(UnknownWord(span))
        };
        let lines = text.parse().expect("any text has lines");
        Words { text, words: text.split_whitespace().map(word).collect(), lines }
    }
}

impl Lexer<WordTypes> for Words<'_> {
    fn iter<'a>(&'a self) -> Box<dyn Iterator<Item = Result<Word, UnknownWord>> + 'a> {
        Box::new(self.words.iter().cloned())
    }
}

impl<'t> NonStreamingLexer<'t, WordTypes> for Words<'t> {
    fn text(&self) -> &'t str {
        self.text
    }
    fn span_str(&self, span: Span) -> &'t str {
        &self.text[span.start()..span.end()]
    }
    fn span_lines_str(&self, span: Span) -> &'t str {
        let (start, end) = self.lines.span_line_bytes(span);
        &self.text[start..end]
    }
    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        let place = |at| {
            self.lines.byte_to_line_num_and_col_num(self.text, at).expect("it lies in the text")
        };
        (place(span.start()), place(span.end()))
    }
}

/// Parses a sum such as `one plus one` to a syntax tree, with rule `Sum` and tokens `plus` and
/// `one`, whatever is wrong with it.
pub fn sum_tree(text: &str) -> SyntaxTree {
    let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
    let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
    let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
    let lexer = Words::new(text, |word| Some(grammar.token_idx(word)?.0));
    RTParserBuilder::<u32, WordTypes>::new(&grammar, &table).parse_syntax_tree(&lexer).0
}
