//! Readers that decide nothing, and readers that lie.

use std::cell::{Cell, RefCell};

use lrpar::{Alternative, Lexeme, Lexer, NonStreamingLexer, Reader, Span};
use lrtable::{Stop, TokenId, random::Random};

use crate::{
    common::{Language, Recovery, TestLexError, TestLexeme, ToldLexer, Types},
    random_grammar::{self, Sizes},
};

/// A lexer of given tokens, each a byte of the text, with a reader.
struct Read<'t> {
    told: ToldLexer<'static>,
    tokens: &'t [TokenId],
    text: &'t str,
    /// The seed of a reader that lies; `None` for one that reads what is told.
    lies: Option<u64>,
    /// How many lexemes are read at once.
    chunk: usize,
    /// How often the reader was called.
    calls: Cell<usize>,
}

impl<'t> Read<'t> {
    fn new(tokens: &'t [TokenId], text: &'t str, lies: Option<u64>, chunk: usize) -> Self {
        let told = ToldLexer::of_tokens(tokens);
        Read { told, tokens, text, lies, chunk, calls: Cell::new(0) }
    }

    fn called(&self) {
        self.calls.set(self.calls.get() + 1);
    }
}

impl Lexer<Types> for Read<'_> {
    fn iter<'a>(&'a self) -> Box<dyn Iterator<Item = Result<TestLexeme, TestLexError>> + 'a> {
        self.told.iter()
    }

    fn reader<'a>(&'a self) -> Option<Box<dyn Reader<Types> + 'a>> {
        let Some(seed) = self.lies else {
            return Some(Box::new(Plain { read: self, first: 0, lexemes: Vec::new() }));
        };
        let random = RefCell::new(Random::new(seed));
        Some(Box::new(Liar { read: self, random, lexemes: Vec::new() }))
    }
}

impl<'t> NonStreamingLexer<'t, Types> for Read<'t> {
    fn text(&self) -> &'t str {
        self.text
    }

    fn span_str(&self, span: Span) -> &'t str {
        &self.text[span.start()..span.end()]
    }

    fn span_lines_str(&self, _: Span) -> &'t str {
        self.text
    }

    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        ((1, span.start() + 1), (1, span.end() + 1))
    }
}

/// A reader of what is told.
struct Plain<'r, 't> {
    read: &'r Read<'t>,
    first: usize,
    lexemes: Vec<TestLexeme>,
}

impl Reader<Types> for Plain<'_, '_> {
    fn read(&mut self, _: &mut dyn FnMut(u32) -> bool) -> bool {
        self.read.called();
        let at = self.first + self.lexemes.len();
        let rest = self.read.tokens[at..].iter().take(self.read.chunk).enumerate();
        self.lexemes.extend(rest.map(|(more, token)| TestLexeme::new(token.0, at + more, 1)));
        self.first + self.lexemes.len() > at
    }

    fn first(&self) -> usize {
        self.first
    }

    fn lexemes(&self) -> &[TestLexeme] {
        &self.lexemes
    }

    fn assume(&mut self, _: usize, _: &mut dyn FnMut(u32) -> bool) -> bool {
        false
    }

    fn rewind(&mut self, at: usize) -> bool {
        self.read.called();
        self.lexemes.truncate(at - self.first);
        true
    }

    fn alternatives(&mut self, at: usize) -> Vec<Alternative> {
        // All as it is.
        (0..3).map(|back| Alternative { from: at.saturating_sub(back) }).collect()
    }

    fn fork<'s>(&'s self, from: usize, _: Option<usize>) -> Option<Box<dyn Reader<Types> + 's>> {
        let lexemes = self.lexemes[from - self.first..].to_vec();
        Some(Box::new(Plain { read: self.read, first: from, lexemes }))
    }

    fn choose(&mut self, _: usize) {
        panic!("no other reading is better");
    }

    fn finish(self: Box<Self>) {}
}

/// A reader that keeps no promise.
struct Liar<'r, 't> {
    read: &'r Read<'t>,
    random: RefCell<Random>,
    lexemes: Vec<TestLexeme>,
}

impl Liar<'_, '_> {
    fn often(&self, n: usize) -> bool {
        self.read.called();
        !self.random.borrow_mut().one_in(n)
    }

    fn below(&self, n: usize) -> usize {
        self.random.borrow_mut().below(n)
    }

    fn add(&mut self, most: usize) {
        for _ in 0..self.below(most + 1) {
            let start = self.below(self.read.text.len() + 1);
            let len = self.below(self.read.text.len() - start + 1);
            let token = match self.read.tokens {
                _ if !self.often(8) => u32::MAX,
                [] => 0,
                tokens => tokens[self.below(tokens.len())].0,
            };
            self.lexemes.push(Lexeme::new(token, start, len));
        }
    }
}

impl Reader<Types> for Liar<'_, '_> {
    fn read(&mut self, accepts: &mut dyn FnMut(u32) -> bool) -> bool {
        accepts(self.below(5) as u32);
        self.add(self.read.chunk);
        // Some of them never end.
        self.read.chunk > 3 || self.often(30)
    }

    fn first(&self) -> usize {
        if self.often(9) { 0 } else { self.below(20) }
    }

    fn lexemes(&self) -> &[TestLexeme] {
        if self.often(20) { &self.lexemes } else { &self.lexemes[self.below(1)..] }
    }

    fn assume(&mut self, at: usize, accepts: &mut dyn FnMut(u32) -> bool) -> bool {
        accepts(self.below(5) as u32);
        if self.often(2) {
            self.lexemes.truncate(at);
        }
        self.add(2);
        self.often(2)
    }

    fn rewind(&mut self, at: usize) -> bool {
        if self.often(2) {
            self.lexemes.truncate(at.saturating_sub(self.below(3)));
        }
        self.often(3)
    }

    fn alternatives(&mut self, _: usize) -> Vec<Alternative> {
        (0..self.below(20)).map(|_| Alternative { from: self.below(60) }).collect()
    }

    fn fork<'s>(&'s self, from: usize, _: Option<usize>) -> Option<Box<dyn Reader<Types> + 's>> {
        let seed = self.random.borrow_mut().next_u64();
        let kept = from.min(self.lexemes.len());
        self.often(6).then(|| {
            let random = RefCell::new(Random::new(seed));
            let lexemes = self.lexemes[kept..].to_vec();
            Box::new(Liar { read: self.read, random, lexemes }) as Box<dyn Reader<Types>>
        })
    }

    fn choose(&mut self, _: usize) {
        self.lexemes.truncate(self.below(50));
    }

    fn finish(self: Box<Self>) {}
}

/// Random grammars, among them some that can reduce for ever, each with an input.
fn cases(seed: u64, count: usize) -> impl Iterator<Item = (Language, Vec<TokenId>)> {
    let mut random = Random::new(seed);
    let sizes = Sizes { rules: 4, tokens: 3, alternatives: 4, symbols: 3 };
    (0..count).map(move |_| {
        let language = Language::new(random_grammar::text(&mut random, sizes));
        let input = language.broken_input(&mut random, 20);
        (language, input)
    })
}

/// Returns a recoverer with little to spend.
fn cheap(recovery: Recovery) -> Recovery {
    recovery.with(|options| {
        options.budget.work = Some(3_000);
        options.budget.memory = 1 << 20;
    })
}

#[test]
fn a_reader_that_decides_nothing_changes_nothing() {
    let mut endless = 0;
    for (case, (language, input)) in cases(4, 250).enumerate() {
        endless += usize::from(language.table.tables().can_reduce_forever);
        let text = "x".repeat(input.len());
        for recovery in Recovery::all() {
            let parser = language.recovering(&cheap(recovery));
            let read = Read::new(&input, &text, None, 1 + case % 5);
            let (tree, errors) = parser.parse_tree(&read);
            let (plain, plain_errors) = parser.parse_tree(&ToldLexer::of_tokens(&input));
            let shown = |tree: lrpar::Tree<TestLexeme>| {
                tree.display(&language.grammar, text.as_str()).to_string()
            };
            assert_eq!(tree.map(shown), plain.map(shown), "{}", language.text);
            assert_eq!(format!("{errors:?}"), format!("{plain_errors:?}"), "{}", language.text);
        }
    }
    assert!(endless > 20, "only {endless} grammars can reduce for ever");
}

#[test]
fn a_reader_that_lies_is_left() {
    let mut most = 0;
    for (case, (language, input)) in cases(5, 250).enumerate() {
        let text = "x".repeat(input.len());
        for (number, recovery) in Recovery::all().into_iter().enumerate() {
            let parser = language.recovering(&cheap(recovery));
            let lies = Some((100 * case + number) as u64);
            let read = Read::new(&input, &text, lies, 1 + case % 7);
            let shown = format!("{:?}", parser.parse_noaction(&read));
            let calls = read.calls.get();
            let again = Read::new(&input, &text, lies, 1 + case % 7);
            assert_eq!(shown, format!("{:?}", parser.parse_noaction(&again)));
            assert_eq!(calls, again.calls.get(), "it goes one way");
            most = most.max(calls);
        }
    }
    assert!((100..1_000_000).contains(&most), "{most}");
}

#[test]
fn a_stop_ends_the_first_pass() {
    let language = Language::new("%% L: | L S; S: 'a' 'b' 'c' 'd' ';';");
    let input = language.tokens("a b d ;").repeat(1_000);
    let text = "x".repeat(input.len());
    for recovery in Recovery::all() {
        let read = Read::new(&input, &text, None, 10);
        let stopped = recovery.with(|options| options.stop = Some(Stop::new(|| true)));
        language.recovering(&stopped).parse_noaction(&read);
        assert_eq!(read.calls.get(), 1);
    }
}

/// The reader is called in proportion to the input, wherever errors are.
#[test]
fn twice_as_many_errors_take_twice_as_many_calls() {
    let language = Language::new("%% L: | L S; S: 'a' 'b' 'c' 'd' ';' | '(' L ')';");
    let (good, bad) = ("a b c d ; ".repeat(8), "a b d ;");
    for part in [format!("{good} {bad} "), format!("( {good} {bad} ")] {
        for recovery in [lrpar::RecoveryKind::CPCTPlus, lrpar::RecoveryKind::Restart] {
            let [once, twice] = [200, 400].map(|count| {
                let input = language.tokens(&part.repeat(count));
                let text = "x".repeat(input.len());
                let read = Read::new(&input, &text, None, 10);
                language.parser().recoverer(recovery).parse_noaction(&read);
                read.calls.get()
            });
            assert!(twice <= 2 * once + once / 10, "{} {part}: {once} {twice}", recovery.name());
        }
    }
}
