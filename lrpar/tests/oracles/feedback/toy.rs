//! A lexer of small languages whose lexemes depend on the parser: texts of tokens, some of them by
//! context, tokens that may be assumed, and indentation.

use std::cell::{Cell, OnceCell};

use lrpar::{Alternative, Lexeme, Lexer, NonStreamingLexer, Reader, Span};
use lrtable::{NewlineCache, TokenId};

use crate::common::{Language, TestLexError, TestLexeme, Types};

/// A token with its text.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) text: &'static str,
    pub(super) token: TokenId,
    /// Whether the rule counts only where the parser can use the token.
    pub(super) by_context: bool,
}

/// What a language says of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// Lines do not count.
    Free,
    /// This token may be assumed at a line end, before `}`, and at the end.
    Assume(TokenId),
    /// Lines end with the first token; the others stand before and after deeper lines. Within
    /// `(` and `)` lines do not count.
    Indent([TokenId; 3]),
}

/// A lexer.
pub(super) struct Toy<'i> {
    pub(super) text: &'i str,
    pub(super) rules: &'i [Rule],
    pub(super) lines: Lines,
    /// How many lexemes are read at once where nothing depends on the parser.
    pub(super) chunk: usize,
    settled: OnceCell<Vec<TestLexeme>>,
    /// How often the reader was asked to read.
    pub(super) reads: Cell<usize>,
    newlines: NewlineCache,
}

/// The rules of a language: each word of `words` is a text and a token; one in `by_context` counts
/// by context.
pub(super) fn rules(
    language: &Language,
    words: &[(&'static str, &str)],
    by_context: &[&str],
) -> Vec<Rule> {
    let rule = |(text, name): &(&'static str, &str)| Rule {
        text,
        token: language.token(name),
        by_context: by_context.contains(name),
    };
    words.iter().map(rule).collect()
}

impl<'i> Toy<'i> {
    pub(super) fn new(text: &'i str, rules: &'i [Rule], lines: Lines, chunk: usize) -> Toy<'i> {
        let newlines = NewlineCache::of(text);
        Toy { text, rules, lines, chunk, settled: OnceCell::new(), reads: Cell::new(0), newlines }
    }

    /// Returns the tokens that were settled.
    pub(super) fn tokens(&self) -> Vec<u32> {
        self.settled.get().expect("the reader finished").iter().map(|one| one.token).collect()
    }

    fn read_by_default(&self) -> Vec<TestLexeme> {
        let mut reader = Reading::new(self);
        while reader.read(&mut |_| true) {}
        reader.lexemes
    }
}

impl Lexer<Types> for Toy<'_> {
    fn iter<'a>(&'a self) -> Box<dyn Iterator<Item = Result<TestLexeme, TestLexError>> + 'a> {
        let lexemes = match self.settled.get() {
            Some(settled) => settled.clone(),
            None => self.read_by_default(),
        };
        Box::new(lexemes.into_iter().map(|lexeme| match lexeme.token {
            u32::MAX => Err(TestLexError(lexeme.span())),
            _ => Ok(lexeme),
        }))
    }

    fn reader<'a>(&'a self) -> Option<Box<dyn Reader<Types> + 'a>> {
        if self.settled.get().is_some() { None } else { Some(Box::new(Reading::new(self))) }
    }
}

impl<'i> NonStreamingLexer<'i, Types> for Toy<'i> {
    fn text(&self) -> &'i str {
        self.text
    }

    fn span_str(&self, span: Span) -> &'i str {
        &self.text[span.start()..span.end()]
    }

    fn span_lines_str(&self, span: Span) -> &'i str {
        let (start, end) = self.newlines.span_line_bytes(span);
        &self.text[start..end]
    }

    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        let place =
            |at| self.newlines.byte_to_line_num_and_col_num(self.text, at).unwrap_or((1, at + 1));
        (place(span.start()), place(span.end()))
    }
}

/// Where lexing is.
#[derive(Clone, Debug)]
struct Place {
    byte: usize,
    /// The lexemes without text that come next.
    pending: Vec<TokenId>,
    /// Whether the line has a lexeme.
    in_line: bool,
    columns: Vec<usize>,
    /// Where brackets were opened.
    open: Vec<usize>,
}

/// A reader.
pub(super) struct Reading<'t, 'i> {
    toy: &'t Toy<'i>,
    first: usize,
    lexemes: Vec<TestLexeme>,
    /// The places before each lexeme, and after the last.
    places: Vec<Place>,
    /// Line ends at which all brackets count as closed.
    closed: Vec<usize>,
    /// Line ends of the alternatives, with the index of the lexeme before which each stands.
    offered: Vec<(usize, usize)>,
}

impl<'t, 'i> Reading<'t, 'i> {
    fn new(toy: &'t Toy<'i>) -> Self {
        let start = Place {
            byte: 0,
            pending: Vec::new(),
            in_line: false,
            columns: vec![0],
            open: Vec::new(),
        };
        Reading {
            toy,
            first: 0,
            lexemes: Vec::new(),
            places: vec![start],
            closed: Vec::new(),
            offered: Vec::new(),
        }
    }

    /// Returns the next lexeme, and whether it depends on the parser.
    fn next(&self, accepts: &mut dyn FnMut(u32) -> bool) -> Option<(TestLexeme, bool, Place)> {
        let mut place = self.places.last().unwrap().clone();
        let text = self.toy.text;
        let empty = |place: Place, token: TokenId| {
            Some((Lexeme::new(token.0, place.byte, 0), false, place))
        };
        loop {
            if !place.pending.is_empty() {
                let token = place.pending.remove(0);
                return empty(place, token);
            }
            let indent = match self.toy.lines {
                Lines::Indent(tokens) => Some(tokens),
                _ => None,
            };
            let rest = &text[place.byte..];
            let Some(c) = rest.chars().next() else {
                let [newline, _, dedent] = indent?;
                if place.in_line {
                    place.in_line = false;
                    return empty(place, newline);
                }
                place.columns.pop().filter(|_| !place.columns.is_empty())?;
                return empty(place, dedent);
            };
            if c == '\n' && self.closed.contains(&place.byte) {
                place.open.clear();
            }
            if let ('\n', Some([newline, ..])) = (c, indent)
                && place.open.is_empty()
            {
                place.byte += 1;
                if std::mem::take(&mut place.in_line) {
                    return Some((Lexeme::new(newline.0, place.byte - 1, 1), false, place));
                }
                continue;
            }
            if c == ' ' || c == '\n' {
                place.byte += 1;
                continue;
            }
            if let (Some([_, indent, dedent]), false, true) =
                (indent, place.in_line, place.open.is_empty())
            {
                place.in_line = true;
                let column = place.byte - text[..place.byte].rfind('\n').map_or(0, |at| at + 1);
                if column > *place.columns.last().unwrap() {
                    place.columns.push(column);
                    place.pending.push(indent);
                }
                while column < *place.columns.last().unwrap() {
                    place.columns.pop();
                    place.pending.push(dedent);
                }
                continue;
            }
            let mut depends = false;
            let mut best: Option<&Rule> = None;
            for rule in self.toy.rules.iter().filter(|rule| rest.starts_with(rule.text)) {
                depends |= rule.by_context;
                if (!rule.by_context || accepts(rule.token.0))
                    && best.is_none_or(|best| rule.text.len() > best.text.len())
                {
                    best = Some(rule);
                }
            }
            let (token, len) =
                best.map_or((u32::MAX, c.len_utf8()), |rule| (rule.token.0, rule.text.len()));
            let start = place.byte;
            match c {
                '(' => place.open.push(start),
                ')' => drop(place.open.pop()),
                _ => {}
            }
            place.byte += len;
            return Some((Lexeme::new(token, start, len), depends, place));
        }
    }

    fn place(&self, at: usize) -> &Place {
        &self.places[at - self.first]
    }
}

impl Reader<Types> for Reading<'_, '_> {
    fn read(&mut self, accepts: &mut dyn FnMut(u32) -> bool) -> bool {
        self.toy.reads.set(self.toy.reads.get() + 1);
        for count in 0..self.toy.chunk {
            let Some((lexeme, depends, place)) = self.next(accepts) else { return count > 0 };
            if depends && count > 0 {
                return true;
            }
            self.lexemes.push(lexeme);
            self.places.push(place);
        }
        true
    }

    fn first(&self) -> usize {
        self.first
    }

    fn lexemes(&self) -> &[TestLexeme] {
        &self.lexemes
    }

    fn assume(&mut self, at: usize, accepts: &mut dyn FnMut(u32) -> bool) -> bool {
        let Lines::Assume(token) = self.toy.lines else { return false };
        let end = at.checked_sub(self.first + 1).map_or(0, |at| self.lexemes[at].span().end());
        let start = match self.lexemes.get(at - self.first) {
            Some(lexeme) => lexeme.span().start(),
            None => self.toy.text.len(),
        };
        let text = self.toy.text;
        let may = text[end..start].contains('\n')
            || start == text.len()
            || text[start..].starts_with('}');
        if !may || !accepts(token.0) {
            return false;
        }
        self.rewind(at);
        self.lexemes.push(Lexeme::new(token.0, start, 0));
        self.places.push(Place { byte: start, ..self.places.last().unwrap().clone() });
        true
    }

    fn rewind(&mut self, at: usize) -> bool {
        if at < self.first {
            return false;
        }
        self.lexemes.truncate(at - self.first);
        self.places.truncate(at - self.first + 1);
        true
    }

    fn alternatives(&mut self, at: usize) -> Vec<Alternative> {
        self.offered.clear();
        let at = at.min(self.first + self.lexemes.len());
        let here = self.place(at).clone();
        // Line ends from the innermost open bracket up to the first after the error.
        let text = self.toy.text;
        let start = self.lexemes.get(at - self.first).map_or(text.len(), |one| one.span().start());
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at + 1);
        for open in here.open.last().into_iter().copied() {
            for (byte, _) in text[open..end].match_indices('\n') {
                let byte = open + byte;
                let count = self.places.iter().filter(|place| place.byte <= byte).count();
                self.offered.push((byte, self.first + count - 1));
            }
        }
        self.offered.reverse();
        self.offered.truncate(12);
        self.offered.iter().map(|(_, from)| Alternative { from: *from }).collect()
    }

    fn fork<'s>(
        &'s self,
        from: usize,
        alternative: Option<usize>,
    ) -> Option<Box<dyn Reader<Types> + 's>> {
        let skipped = from.checked_sub(self.first)?;
        let mut fork = Reading {
            toy: self.toy,
            first: from,
            lexemes: self.lexemes[skipped..].to_vec(),
            places: self.places[skipped..].to_vec(),
            closed: self.closed.clone(),
            offered: self.offered.clone(),
        };
        if let Some(alternative) = alternative {
            fork.choose(alternative);
        }
        Some(Box::new(fork))
    }

    fn choose(&mut self, alternative: usize) {
        let (byte, from) = self.offered[alternative];
        self.closed.push(byte);
        self.rewind(from);
    }

    fn finish(mut self: Box<Self>) {
        while self.read(&mut |_| true) {}
        self.toy.settled.set(self.lexemes).expect("one reader finishes");
    }
}
