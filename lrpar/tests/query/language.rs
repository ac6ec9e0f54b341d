//! A language from the text of a grammar, with a lexer for words, numbers, signs and comments.

use std::{error::Error, fmt};

use lrpar::{
    LexError, Lexeme, Lexer, LexerTypes, NodeTypes, NonStreamingLexer, Query, QueryError,
    RTParserBuilder, Span, SyntaxTree,
};
use lrtable::{Minimiser, NewlineCache, StateTable, YaccGrammar, from_yacc, grammar::Grammar};

/// A grammar and its table. Words are tokens by their names, or else `NAME` or `INT`; other
/// characters are tokens each. Comments are between `/` and `/`.
pub(crate) struct Language {
    pub(crate) text: String,
    pub(crate) grammar: YaccGrammar<u32>,
    pub(crate) types: NodeTypes,
    table: StateTable<u32>,
}

impl Language {
    pub(crate) fn new(text: &str) -> Language {
        let grammar =
            Grammar::parse(text, None).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
        Language::of(text.to_owned(), &grammar)
    }

    pub(crate) fn of(text: String, grammar: &Grammar) -> Language {
        let types = NodeTypes::new(grammar);
        let grammar = YaccGrammar::from_grammar(grammar.clone()).unwrap();
        let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
        Language { text, grammar, types, table }
    }

    pub(crate) fn parse(&self, text: &str) -> SyntaxTree {
        let token = |word: &str| {
            let class = if word.starts_with(char::is_numeric) { "INT" } else { "NAME" };
            let token = self.grammar.token_named(word).or_else(|| self.grammar.token_named(class));
            token.map(|token| token.0)
        };
        let lexer = TestLexer::new(text, token);
        let parser: RTParserBuilder<'_, u32, TestTypes> =
            RTParserBuilder::new(&self.grammar, &self.table);
        parser.parse_syntax_tree(&lexer).0
    }

    pub(crate) fn query(&self, text: &str) -> Result<Query, Vec<QueryError>> {
        Query::with_trivia(&self.types, &["comment"], text)
    }

    /// Makes a query, even of patterns that never match.
    pub(crate) fn unchecked(&self, text: &str) -> Result<Query, Vec<QueryError>> {
        Query::unchecked(&self.types, &["comment"], text)
    }

    /// Returns the matches of a query, each on a line: the number of the pattern, and captures with
    /// the texts of their nodes.
    pub(crate) fn matches(&self, query: &str, text: &str) -> String {
        let tree = self.parse(text);
        let query = self.query(query).unwrap_or_else(|errors| panic!("{query}\n{errors:#?}"));
        let mut lines = String::new();
        let mut found = query.matches(&tree);
        for one in &mut found {
            lines += &one.pattern.to_string();
            for (capture, node) in one.captures {
                lines += &format!(" {}={}", query.capture_names()[capture], node.text());
            }
            lines.push('\n');
        }
        assert!(!found.is_cut());
        lines
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TestLexeme(u32, Span, bool);

impl Lexeme<u32> for TestLexeme {
    fn new(token: u32, start: usize, length: usize) -> Self {
        TestLexeme(token, Span::new(start, start + length), false)
    }
    fn new_faulty(token: u32, start: usize, length: usize) -> Self {
        TestLexeme(token, Span::new(start, start + length), true)
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

impl fmt::Display for TestLexeme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl Error for TestLexeme {}

#[derive(Clone, Debug)]
pub(crate) struct Unknown(Span);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no lexeme")
    }
}

impl Error for Unknown {}

impl LexError for Unknown {
    fn span(&self) -> Span {
        self.0
    }
}

#[derive(Clone, Debug)]
pub(crate) struct TestTypes;

impl LexerTypes for TestTypes {
    type LexemeT = TestLexeme;
    type StorageT = u32;
    type LexErrorT = Unknown;
}

pub(crate) struct TestLexer<'t> {
    text: &'t str,
    lexemes: Vec<Result<TestLexeme, Unknown>>,
    comments: Vec<Span>,
    lines: NewlineCache,
}

impl<'t> TestLexer<'t> {
    fn new(text: &'t str, token: impl Fn(&str) -> Option<u32>) -> TestLexer<'t> {
        let (mut lexemes, mut comments) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let rest = &text[at..];
            let length = match c {
                '/' => rest[1..].find('/').map_or(rest.len(), |end| end + 2),
                c if c.is_alphanumeric() => {
                    rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
                }
                c => c.len_utf8(),
            };
            let span = Span::new(at, at + length);
            at += length;
            if c == '/' {
                comments.push(span);
            } else if !c.is_whitespace() {
                let lexeme = token(&rest[..length]).map(|token| TestLexeme(token, span, false));
                lexemes.push(lexeme.ok_or(Unknown(span)));
            }
        }
        TestLexer { text, lexemes, comments, lines: text.parse().unwrap() }
    }
}

impl Lexer<TestTypes> for TestLexer<'_> {
    fn iter<'a>(&'a self) -> Box<dyn Iterator<Item = Result<TestLexeme, Unknown>> + 'a> {
        Box::new(self.lexemes.iter().cloned())
    }
    fn named_trivia<'a>(&'a self) -> Box<dyn Iterator<Item = (Span, &'a str)> + 'a> {
        Box::new(self.comments.iter().map(|span| (*span, "comment")))
    }
}

impl<'t> NonStreamingLexer<'t, TestTypes> for TestLexer<'t> {
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
        let place = |at| self.lines.byte_to_line_num_and_col_num(self.text, at).unwrap();
        (place(span.start()), place(span.end()))
    }
}
