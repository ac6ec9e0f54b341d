//! A text that is read as a parser goes: [`Reader`] for the lexers of this crate.
//!
//! In: a lexer's rules and layout, a text, and at some places whether the parser could shift a
//! token next. Out: lexemes, which at the end become those of the lexer. Where rules of `%context`
//! match, the match counts that counts most of those whose tokens the parser can use; where it can
//! use none, the text is lexed as if those rules did not exist, and if then no rule matched, the
//! first of them counts after all.
//!
//! The text is lexed in parts (`reader/part.rs`). The state between two lexemes is cheap to copy,
//! and is kept before and after each decision of the parser (`reader/points.rs`): the reader goes
//! back to any of the last thousands of lexemes by reading on from such a point.
//!
//! Cost: that of lexing the text, plus a copy of the state for each part and decision; going back
//! costs the lexemes of a part.

mod part;
mod points;

use std::sync::OnceLock;

use lrpar::{Alternative, Lexeme, LexerTypes, Reader};
use lrtable::Storage;

use self::{part::Part, points::Points};
use crate::{
    course::{Course, Stop},
    follow::Follow,
    lexed::{Amount, Lexed},
    limits,
    matcher::{Cell, Matcher, Tables},
    rule::Rule,
    start_state::StartState,
};

/// What a text is read by.
#[derive(Clone, Copy)]
pub(crate) struct Source<'l, StorageT> {
    pub(crate) rules: &'l [Rule<StorageT>],
    pub(crate) start_states: &'l [StartState],
    pub(crate) automaton: &'l Tables,
}

/// All that what is read next depends on, but for the parser.
#[derive(Clone, Debug)]
struct State<'t> {
    course: Course<'t>,
    /// How much was found; lexemes are counted from the start of the text.
    amount: Amount,
    is_ended: bool,
}

/// A reading of a text.
pub(crate) struct TextReader<'l, LexerTypesT: LexerTypes, CellT, const PLAIN: bool> {
    source: Source<'l, LexerTypesT::StorageT>,
    text: &'l str,
    matcher: Matcher<'l, 'l, CellT, PLAIN>,
    now: State<'l>,
    found: Lexed<LexerTypesT::LexemeT>,
    /// The index of the first lexeme that is held, and of the one after the last that is shown.
    first: usize,
    shown: usize,
    part: Part,
    /// Whether the reader is at a place where the parser decides which match counts.
    is_choosing: bool,
    points: Points<State<'l>>,
    /// Where the lexemes go at the end; a fork has no such place.
    target: Option<&'l OnceLock<Lexed<LexerTypesT::LexemeT>>>,
}

/// Says whether the parser could shift a token next; without it every token of `%context` counts.
type Accepts<'a, StorageT> = Option<&'a mut dyn FnMut(StorageT) -> bool>;

impl<'l, LexerTypesT: LexerTypes, CellT: Cell, const PLAIN: bool>
    TextReader<'l, LexerTypesT, CellT, PLAIN>
{
    /// A reader of the whole of `text`.
    pub(crate) fn new(
        source: Source<'l, LexerTypesT::StorageT>,
        text: &'l str,
        target: &'l OnceLock<Lexed<LexerTypesT::LexemeT>>,
    ) -> Self {
        let mut matcher = Self::matcher(source, text);
        let course = Course::new(text, &mut matcher);
        let now = State { course, amount: Amount::default(), is_ended: false };
        TextReader {
            source,
            text,
            matcher,
            now,
            found: Lexed::new(),
            first: 0,
            shown: 0,
            part: Part::default(),
            is_choosing: false,
            points: Points::new(),
            target: Some(target),
        }
    }

    fn matcher(
        source: Source<'l, LexerTypesT::StorageT>,
        text: &'l str,
    ) -> Matcher<'l, 'l, CellT, PLAIN> {
        let cells = CellT::of(&source.automaton.cells).unwrap_or_default();
        Matcher::new(source.automaton, cells, text)
    }

    /// The index after the last lexeme that was found.
    fn end(&self) -> usize {
        self.first + self.found.len()
    }

    /// Reads on after the last lexeme that is shown.
    fn advance(&mut self, mut accepts: Accepts<'_, LexerTypesT::StorageT>) -> bool {
        let before = self.shown;
        while self.end() == before && !self.now.is_ended {
            let chosen = self.is_choosing.then(|| self.choose_match(&mut accepts));
            self.points.keep(self.end(), self.now.clone());
            self.run(chosen, if chosen.is_some() { 1 } else { limits::READ_PART });
        }
        self.shown = self.end();
        self.shown > before
    }

    /// The match that counts here.
    fn choose_match(
        &self,
        accepts: &mut Accepts<'_, LexerTypesT::StorageT>,
    ) -> (usize, usize) {
        let Part { conditional, always, .. } = &self.part;
        let usable = conditional.iter().find(|found| match accepts {
            Some(accepts) => self.source.rules[found.rule].tok_id().is_some_and(&mut *accepts),
            None => true,
        });
        let conditional = |at: usize| (conditional[at].rule, conditional[at].end);
        match usable {
            Some(found) => (found.rule, found.end),
            // A lexeme that the parser cannot use is better than none.
            None => always.unwrap_or_else(|| conditional(0)),
        }
    }

    /// Lexes a part of so many lexemes, from the match that was chosen on.
    fn run(&mut self, chosen: Option<(usize, usize)>, most: usize) {
        let Source { rules, start_states, .. } = self.source;
        self.part.most = self.found.len() + most;
        let found = std::mem::replace(&mut self.found, Lexed::new());
        let course = &mut self.now.course;
        let mut follow = Follow::new(rules, self.text, found, course.pending());
        let stop = course.run(start_states, &mut self.matcher, &mut follow, &mut self.part, chosen);
        self.found = follow.lexed;
        self.is_choosing = stop == Stop::Choice;
        self.now.is_ended = stop == Stop::End;
        self.now.amount = self.found.amount().after(self.first);
    }

    /// Goes to a state; what was found after it is dropped.
    fn go_to(&mut self, state: State<'l>) {
        self.found.truncate(state.amount.before(self.first));
        self.matcher.go_to(state.course.at, state.course.entry());
        self.now = state;
        self.is_choosing = false;
    }

    /// Goes back to the lexeme `at`.
    fn go_back(&mut self, at: usize) -> bool {
        let Some(state) = self.points.before(at).cloned() else { return false };
        self.points.go_back(at);
        self.go_to(state);
        while self.end() < at && !self.is_choosing && !self.now.is_ended {
            self.run(None, at - self.end());
        }
        self.shown = at.min(self.end());
        true
    }

    /// The state before the lexeme `at`.
    fn state_at(&self, at: usize) -> Option<State<'l>> {
        let state = self.points.before(at)?;
        let mut scratch = TextReader {
            matcher: Self::matcher(self.source, self.text),
            now: state.clone(),
            found: Lexed::new(),
            first: state.amount.lexemes,
            part: Part::default(),
            points: Points::new(),
            target: None,
            ..*self
        };
        scratch.go_to(state.clone());
        while scratch.end() < at && !scratch.is_choosing && !scratch.now.is_ended {
            scratch.run(None, at - scratch.end());
        }
        (scratch.end() == at).then_some(scratch.now)
    }
}

impl<LexerTypesT: LexerTypes, CellT: Cell, const PLAIN: bool> Reader<LexerTypesT>
    for TextReader<'_, LexerTypesT, CellT, PLAIN>
{
    fn read(&mut self, accepts: &mut dyn FnMut(LexerTypesT::StorageT) -> bool) -> bool {
        self.advance(Some(accepts))
    }

    fn first(&self) -> usize {
        self.first
    }

    fn lexemes(&self) -> &[LexerTypesT::LexemeT] {
        &self.found.all()[..self.shown - self.first]
    }

    fn assume(
        &mut self,
        _at: usize,
        _accepts: &mut dyn FnMut(LexerTypesT::StorageT) -> bool,
    ) -> bool {
        false
    }

    fn rewind(&mut self, at: usize) -> bool {
        at == self.shown || at < self.shown && at >= self.first && self.go_back(at)
    }

    fn alternatives(&mut self, _at: usize) -> Vec<Alternative> {
        Vec::new()
    }

    fn fork<'s>(
        &'s self,
        from: usize,
        alternative: Option<usize>,
    ) -> Option<Box<dyn Reader<LexerTypesT> + 's>> {
        if from < self.first || from > self.shown || alternative.is_some() {
            return None;
        }
        let end = self.end();
        let mut points = Points::new();
        if let Some(state) = self.state_at(from) {
            points.keep(from, state);
        }
        points.extend(self.points.between(from, end));
        let mut fork: TextReader<'s, LexerTypesT, CellT, PLAIN> = TextReader {
            matcher: Self::matcher(self.source, self.text),
            now: self.now.clone(),
            found: self.found.part(from - self.first..end - self.first),
            first: from,
            part: Part::default(),
            is_choosing: false,
            points,
            target: None,
            ..*self
        };
        fork.go_to(self.now.clone());
        Some(Box::new(fork))
    }

    fn choose(&mut self, _alternative: usize) {}

    fn finish(mut self: Box<Self>) {
        while self.advance(None) {}
        if let Some(target) = self.target {
            // The lexemes of an earlier reading stay.
            let _ = target.set(self.found);
        }
    }
}
