//! Languages from the text of grammars, and a lexer of given lexemes.

use std::fmt;

use lrpar::{
    LexError, LexParseError, Lexeme, Lexer, LexerTypes, NonStreamingLexer, ParseError, ParseRepair,
    RTParserBuilder, RecoveryKind, Span,
    recovery::{
        RecoveryOptions, Repair, RepairSequence,
        experiment::{Experiment, Variant},
    },
};
use lrtable::{
    Minimiser, NewlineCache, StateTable, TokenId, YaccGrammar, construct::Construction, from_yacc,
    from_yacc_by, grammar::Grammar, random::Random, sentence::Cheapest,
    sentence::random_derivation,
};

use crate::{random_grammar, reference::Step};

/// A grammar and its table.
pub(crate) struct Language {
    pub(crate) text: String,
    pub(crate) grammar: YaccGrammar<u32>,
    pub(crate) table: StateTable<u32>,
}

impl Language {
    /// Makes the language of a Yacc file.
    pub(crate) fn new(text: impl Into<String>) -> Language {
        let text = text.into();
        let grammar = random_grammar::read(&text);
        Language::from_grammar(text, grammar)
    }

    pub(crate) fn from_grammar(text: String, grammar: Grammar) -> Language {
        let grammar = YaccGrammar::from_grammar(grammar).unwrap();
        let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
        Language { text, grammar, table }
    }

    /// Makes a language with its canonical table.
    pub(crate) fn canonical(text: String, grammar: Grammar) -> Language {
        let grammar = YaccGrammar::from_grammar(grammar).unwrap();
        let (_, table) = from_yacc_by(&grammar, Construction::Canonical).unwrap();
        Language { text, grammar, table }
    }

    pub(crate) fn parser(&self) -> RTParserBuilder<'_, u32, Types> {
        RTParserBuilder::new(&self.grammar, &self.table)
    }

    /// Makes a parser that recovers in this way.
    pub(crate) fn recovering(&self, recovery: &Recovery) -> RTParserBuilder<'_, u32, Types> {
        let parser = self.parser().recoverer(recovery.kind);
        parser.recovery_options(recovery.options.clone()).experiment(recovery.experiment)
    }

    /// Returns the token called `name`.
    pub(crate) fn token(&self, name: &str) -> TokenId {
        self.grammar.token_named(name).unwrap_or_else(|| panic!("no token '{name}'"))
    }

    /// Returns the tokens called by the words of `names`.
    pub(crate) fn tokens(&self, names: &str) -> Vec<TokenId> {
        names.split_whitespace().map(|name| self.token(name)).collect()
    }

    /// Formats a sequence with lexemes by their tokens' names: `Insert a, Delete b`.
    pub(crate) fn show(&self, sequence: &[ParseRepair<TestLexeme, u32>]) -> String {
        let name = |id: u32| self.grammar.tokens()[id as usize].name.as_str();
        let steps: Vec<String> = sequence
            .iter()
            .map(|repair| match repair {
                ParseRepair::Insert(token) => format!("Insert {}", name(token.0)),
                ParseRepair::Delete(lexeme) => format!("Delete {}", name(lexeme.token)),
                ParseRepair::Shift(lexeme) => format!("Shift {}", name(lexeme.token)),
            })
            .collect();
        steps.join(", ")
    }

    /// Returns a string of tokens that is probably no sentence: random tokens, or a random sentence
    /// that was changed.
    pub(crate) fn broken_input(&self, random: &mut Random, longest: usize) -> Vec<TokenId> {
        let tokens: Vec<TokenId> =
            self.grammar.token_ids().filter(|token| *token != self.grammar.eof()).collect();
        let mut input = Vec::new();
        if tokens.is_empty() {
            return input;
        }
        if random.one_in(3) {
            let len = random.below(longest + 1);
            input.extend((0..len).map(|_| *random.choose(&tokens)));
            return input;
        }
        let cheapest = Cheapest::new(&self.grammar, |_| 1);
        if let Some(derivation) = random_derivation(&cheapest, 0, longest, random) {
            input = derivation.tokens;
        }
        for _ in 0..1 + random.below(2) {
            let at = random.below(input.len() + 1);
            match random.below(3) {
                0 if at < input.len() => drop(input.remove(at)),
                1 if at < input.len() => input[at] = *random.choose(&tokens),
                _ => input.insert(at, *random.choose(&tokens)),
            }
        }
        input.truncate(longest);
        input
    }
}

/// A recoverer of the library, or a variant of one for experiments, with all options. The cost of
/// repairs is not limited.
#[derive(Clone, Debug)]
pub(crate) struct Recovery {
    pub(crate) name: &'static str,
    pub(crate) kind: RecoveryKind,
    pub(crate) options: RecoveryOptions,
    pub(crate) experiment: Experiment,
}

impl From<RecoveryKind> for Recovery {
    fn from(kind: RecoveryKind) -> Self {
        let options = RecoveryOptions::with(|options| options.max_cost = u32::MAX);
        let experiment = Experiment::NONE;
        Recovery { name: kind.name(), kind, options, experiment }
    }
}

impl From<Variant> for Recovery {
    fn from(variant: Variant) -> Self {
        let experiment = Experiment { variant: Some(variant), ..Experiment::NONE };
        Recovery { name: variant.name(), experiment, ..RecoveryKind::CPCTPlus.into() }
    }
}

impl Recovery {
    /// Returns all recoverers and variants.
    pub(crate) fn all() -> Vec<Recovery> {
        let kinds = RecoveryKind::ALL.into_iter().map(Recovery::from);
        kinds.chain(Variant::ALL.into_iter().map(Recovery::from)).collect()
    }

    /// Returns the recoverer with other options.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut RecoveryOptions)) -> Recovery {
        change(&mut self.options);
        self
    }
}

/// Returns the steps of a sequence without their lexemes.
pub(crate) fn steps(sequence: &RepairSequence) -> Vec<Step> {
    let step = |repair: &Repair| match repair {
        Repair::Insert(token) => Step::Insert(*token),
        Repair::Delete => Step::Delete,
        Repair::Shift => Step::Shift,
    };
    sequence.repairs.iter().map(step).collect()
}

/// Returns the syntax errors of a list of errors.
pub(crate) fn syntax_errors(
    errors: Vec<LexParseError<u32, Types>>,
) -> Vec<ParseError<TestLexeme, u32>> {
    errors
        .into_iter()
        .filter_map(|error| match error {
            LexParseError::ParseError(error) => Some(error),
            LexParseError::LexError(_) => None,
        })
        .collect()
}

/// The types of these tests.
#[derive(Clone, Debug)]
pub(crate) struct Types;

impl LexerTypes for Types {
    type LexemeT = TestLexeme;
    type StorageT = u32;
    type LexErrorT = TestLexError;
}

/// A lexeme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TestLexeme {
    pub(crate) token: u32,
    start: usize,
    len: usize,
    faulty: bool,
}

impl Lexeme<u32> for TestLexeme {
    fn new(token: u32, start: usize, len: usize) -> Self {
        TestLexeme { token, start, len, faulty: false }
    }

    fn new_faulty(token: u32, start: usize, len: usize) -> Self {
        TestLexeme { faulty: true, ..Self::new(token, start, len) }
    }

    fn tok_id(&self) -> u32 {
        self.token
    }

    fn span(&self) -> Span {
        Span::new(self.start, self.start + self.len)
    }

    fn faulty(&self) -> bool {
        self.faulty
    }
}

impl fmt::Display for TestLexeme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A lexing error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestLexError(pub(crate) Span);

impl LexError for TestLexError {
    fn span(&self) -> Span {
        self.0
    }
}

impl fmt::Display for TestLexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for TestLexError {}

/// A lexer of given lexemes.
pub(crate) struct ToldLexer<'i> {
    text: &'i str,
    lexemes: Vec<Result<TestLexeme, TestLexError>>,
    lines: NewlineCache,
}

impl ToldLexer<'static> {
    /// Makes a lexer of these tokens: the one with index k stands at byte k of a text that does not
    /// exist.
    pub(crate) fn of_tokens(tokens: &[TokenId]) -> Self {
        let lexemes = tokens.iter().enumerate().map(|(at, token)| Ok(Lexeme::new(token.0, at, 1)));
        ToldLexer { text: "", lexemes: lexemes.collect(), lines: NewlineCache::of("") }
    }
}

impl<'i> ToldLexer<'i> {
    /// Makes a lexer of `text` from its lexemes.
    pub(crate) fn new(text: &'i str, lexemes: Vec<Result<TestLexeme, TestLexError>>) -> Self {
        ToldLexer { text, lexemes, lines: NewlineCache::of(text) }
    }

    /// Makes a lexer of the words of `text`, all of one token.
    pub(crate) fn of_words(text: &'i str) -> Self {
        let mut start = 0;
        let mut lexemes = Vec::new();
        for word in text.split_inclusive(char::is_whitespace) {
            let len = word.trim_end().len();
            if len > 0 {
                lexemes.push(Ok(Lexeme::new(0, start, len)));
            }
            start += word.len();
        }
        ToldLexer { text, lexemes, lines: NewlineCache::of(text) }
    }

    /// Makes a lexer of `text`, in which digits are one lexeme and any other character but white
    /// space is one by itself. `token` returns the token of a text; a text without one is a lexing
    /// error.
    pub(crate) fn of_text(text: &'i str, token: impl Fn(&str) -> Option<TokenId>) -> Self {
        let mut lexemes = Vec::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let start = text.len() - rest.len();
            let len = if c.is_ascii_digit() {
                rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
            } else {
                c.len_utf8()
            };
            let (lexeme, following) = rest.split_at(len);
            rest = following;
            if !c.is_whitespace() {
                lexemes.push(match token(lexeme) {
                    Some(token) => Ok(Lexeme::new(token.0, start, len)),
                    None => Err(TestLexError(Span::new(start, start + len))),
                });
            }
        }
        ToldLexer { text, lexemes, lines: NewlineCache::of(text) }
    }
}

impl Lexer<Types> for ToldLexer<'_> {
    fn iter<'a>(&'a self) -> Box<dyn Iterator<Item = Result<TestLexeme, TestLexError>> + 'a> {
        Box::new(self.lexemes.iter().copied())
    }
}

impl<'i> NonStreamingLexer<'i, Types> for ToldLexer<'i> {
    fn text(&self) -> &'i str {
        self.text
    }

    fn span_str(&self, span: Span) -> &'i str {
        &self.text[span.start()..span.end()]
    }

    fn span_lines_str(&self, span: Span) -> &'i str {
        let (start, end) = self.lines.span_line_bytes(span);
        &self.text[start..end]
    }

    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        let place =
            |at| self.lines.byte_to_line_num_and_col_num(self.text, at).unwrap_or((1, at + 1));
        (place(span.start()), place(span.end()))
    }
}
