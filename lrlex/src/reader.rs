//! A text that is read as a parser goes: [`Reader`] for the lexers of this crate.
//!
//! In: a lexer's rules and layout, a text, and at some places whether the parser could shift a
//! token next. Out: lexemes, which at the end become those of the lexer.
//!
//! **`%context`.** Where rules of such tokens match, the match counts that counts most of those
//! whose tokens the parser can use. Where it can use none, the text is lexed as if those rules did
//! not exist; if then no rule matched, the first of them counts after all.
//!
//! **`%assume`** (ECMAScript 2024, Section 12.10). The token stands, without text, after the last
//! lexeme, where the parser asks for it and there is a line end, a token of the directive's list,
//! or the end of the text; never twice at one place. After and before tokens of `%restrict` it is
//! there at a line end whenever the parser can use it.
//!
//! The text is lexed in parts (`reader/part.rs`), and layout makes lexemes of them. The state
//! between two lexemes is cheap to copy, and is kept before and after each decision of the parser
//! (`reader/points.rs`): the reader goes back to any of the last thousands of lexemes by reading on
//! from such a point.
//!
//! Cost: that of lexing the text, plus a copy of the state for each part and decision; going back
//! costs the lexemes of a part.

mod alternatives;
mod part;
mod points;

use std::{marker::PhantomData, mem, rc::Rc};

use lrpar::{Alternative, Lexeme, LexerTypes, Reader};
use lrtable::Storage;

use self::{alternatives::Reading, part::Part, points::Points};
use crate::{
    course::{BYTE_ORDER_MARK, Course, Stop},
    follow::Follow,
    layout::{
        self, Layout, Lines,
        filter::{self, Filter},
    },
    lexed::{Amount, Lexed, Raw},
    limits,
    matcher::{Cell, Matcher, Tables},
    readings::Readings,
    rule::Rule,
    start_state::StartState,
};

/// What a text is read by.
pub(crate) struct Source<'l, LexerTypesT: LexerTypes> {
    pub(crate) rules: &'l [Rule<LexerTypesT::StorageT>],
    pub(crate) start_states: &'l [StartState],
    pub(crate) automaton: &'l Tables,
    pub(crate) layout: &'l Layout,
    /// Whoever has a source may make readers of these types for as long.
    pub(crate) types: PhantomData<&'l fn() -> LexerTypesT>,
}

impl<LexerTypesT: LexerTypes> Clone for Source<'_, LexerTypesT> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<LexerTypesT: LexerTypes> Copy for Source<'_, LexerTypesT> {}

/// The function that makes a reader of a text; the lexemes that it finds go to the last argument.
pub(crate) type Read<LexerTypesT> = for<'a> fn(
    Source<'a, LexerTypesT>,
    &'a str,
    &'a Readings<<LexerTypesT as LexerTypes>::LexemeT>,
) -> Box<dyn Reader<LexerTypesT> + 'a>;

/// Makes a reader of a text by an automaton with cells of this type.
pub(crate) fn read<'a, CellT: Cell, const PLAIN: bool, LexerTypesT: LexerTypes>(
    source: Source<'a, LexerTypesT>,
    text: &'a str,
    target: &'a Readings<LexerTypesT::LexemeT>,
) -> Box<dyn Reader<LexerTypesT> + 'a> {
    Box::new(TextReader::<LexerTypesT, CellT, PLAIN>::new(source, text, target))
}

/// All that what is read next depends on, but for the parser.
#[derive(Clone, Debug)]
struct State<'t> {
    course: Course<'t>,
    lines: filter::State,
    /// How much was found; lexemes are counted from the start of the text.
    amount: Amount,
    /// Whether a token was assumed, or refused, after the last lexeme.
    is_settled: bool,
    is_ended: bool,
    /// The end of a block whose beginning is missing, if there is one.
    extra: Option<Extra>,
}

/// The end of a block that is not indented: where a block around it ends, or the text, or before.
#[derive(Clone, Copy, Debug)]
struct Extra {
    until: Until,
    /// The byte where its first line begins.
    start: usize,
}

/// How far a block goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    BlankLine,
    /// The end of its first line.
    Line,
    /// The end of the block around it.
    Dedent,
}

/// What the parser has to decide before the text can be read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    None,
    /// Which match counts.
    Choice,
    /// Whether a token is assumed, as `%restrict` asks.
    Restriction,
}

/// A reading of a text.
struct TextReader<'l, LexerTypesT: LexerTypes, CellT, const PLAIN: bool> {
    source: Source<'l, LexerTypesT>,
    text: &'l str,
    matcher: Matcher<'l, 'l, CellT, PLAIN>,
    filter: Rc<Filter<'l, LexerTypesT::StorageT>>,
    /// The token that may be assumed.
    assumed: Option<LexerTypesT::StorageT>,
    now: State<'l>,
    found: Lexed<LexerTypesT::LexemeT>,
    /// The indices of the lexemes with a line end before them.
    line_starts: Vec<usize>,
    /// The index of the first lexeme that is held, and of the one after the last that is shown.
    first: usize,
    shown: usize,
    /// The lexeme before the first one that is held.
    previous: Option<LexerTypesT::LexemeT>,
    part: Part,
    question: Question,
    points: Points<State<'l>>,
    alternatives: Vec<Reading<'l, LexerTypesT::LexemeT>>,
    /// The state before the last repair was noted, and the index there.
    unrepaired: Option<(usize, State<'l>)>,
    /// Where the lexemes go at the end; a fork has no such place.
    target: Option<&'l Readings<LexerTypesT::LexemeT>>,
}

/// Says whether the parser could shift a token next; without it every token of `%context` counts,
/// and none is assumed.
type Accepts<'a, StorageT> = Option<&'a mut dyn FnMut(StorageT) -> bool>;

impl<'l, LexerTypesT: LexerTypes, CellT: Cell, const PLAIN: bool>
    TextReader<'l, LexerTypesT, CellT, PLAIN>
{
    /// Makes a reader of the whole of `text`.
    fn new(
        source: Source<'l, LexerTypesT>,
        text: &'l str,
        target: &'l Readings<LexerTypesT::LexemeT>,
    ) -> Self {
        let mut matcher = Self::matcher(source, text);
        let Source { rules, layout, .. } = source;
        let id = |rule: usize| rules.get(rule).and_then(Rule::tok_id);
        let is_made = |rule: usize| rules.get(rule).is_some_and(Rule::is_made);
        let mark = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        let now = State {
            course: Course::new(text, &mut matcher),
            lines: filter::State::new(mark),
            amount: Amount::default(),
            is_settled: false,
            is_ended: false,
            extra: None,
        };
        let mut part = Part::default();
        let mut assumed = None;
        if let Some(Lines::Assumed { assumed: rule, before, .. }) = &layout.lines {
            assumed = id(*rule);
            part.by_line = true;
            let before = before.iter().filter_map(|rule| Some(id(*rule)?.to_index()));
            for token in before.filter(|token| *token < limits::NAMED_TOKENS) {
                part.last.resize(part.last.len().max(token + 1), false);
                part.last[token] = true;
            }
        }
        TextReader {
            source,
            text,
            matcher,
            filter: Rc::new(Filter::new(text, layout, id, is_made)),
            assumed,
            now,
            found: Lexed::new(),
            line_starts: Vec::new(),
            first: 0,
            shown: 0,
            previous: None,
            part,
            question: Question::None,
            points: Points::new(),
            alternatives: Vec::new(),
            unrepaired: None,
            target: Some(target),
        }
    }

    fn matcher(source: Source<'l, LexerTypesT>, text: &'l str) -> Matcher<'l, 'l, CellT, PLAIN> {
        let cells = CellT::of(&source.automaton.cells).unwrap_or_default();
        Matcher::new(source.automaton, cells, text)
    }

    /// A reader of its own in the state `now`, with the lexemes from `from` on.
    fn copy<'s>(
        &'s self,
        now: State<'s>,
        from: usize,
    ) -> TextReader<'s, LexerTypesT, CellT, PLAIN> {
        let until = now.amount.lexemes;
        let starts = self.line_starts.partition_point(|index| *index < from);
        let mut copy = TextReader {
            source: self.source,
            text: self.text,
            matcher: TextReader::<'s, LexerTypesT, CellT, PLAIN>::matcher(self.source, self.text),
            filter: self.filter.clone(),
            assumed: self.assumed,
            now: now.clone(),
            found: self.found.part(from - self.first..until - self.first),
            line_starts: self.line_starts[starts..].to_vec(),
            first: from,
            shown: until,
            previous: self.before(from),
            part: self.part.clone(),
            question: Question::None,
            points: Points::new(),
            alternatives: Vec::new(),
            unrepaired: None,
            target: None,
        };
        copy.go_to(now);
        copy
    }

    /// The index after the last lexeme that was found.
    fn end(&self) -> usize {
        self.first + self.found.len()
    }

    /// The lexeme before the one with the index `at`.
    fn before(&self, at: usize) -> Option<LexerTypesT::LexemeT> {
        match at.checked_sub(self.first + 1) {
            Some(last) => self.found.all().get(last).copied(),
            None => self.previous,
        }
    }

    /// Reads on after the last lexeme that is shown.
    fn advance(&mut self, mut accepts: Accepts<'_, LexerTypesT::StorageT>) -> bool {
        let before = self.shown;
        while self.end() == before && !self.now.is_ended {
            self.points.keep(before, self.now.clone());
            match mem::replace(&mut self.question, Question::None) {
                Question::None => self.run(None, limits::READ_PART),
                Question::Choice => {
                    let chosen = self.choose_match(&mut accepts);
                    self.run(Some(chosen), 1);
                }
                Question::Restriction => {
                    self.now.is_settled = true;
                    let accepts = accepts.as_mut().zip(self.assumed);
                    if accepts.is_some_and(|(accepts, token)| accepts(token)) {
                        self.push_assumed();
                    }
                }
            }
        }
        if self.end() > before && self.question == Question::None {
            self.points.keep(self.end(), self.now.clone());
        }
        self.shown = self.end();
        self.shown > before
    }

    /// The match that counts here.
    fn choose_match(&self, accepts: &mut Accepts<'_, LexerTypesT::StorageT>) -> (usize, usize) {
        let Part { conditional, always, .. } = &self.part;
        let usable = conditional.iter().find(|found| match accepts {
            Some(accepts) => self.source.rules[found.rule].tok_id().is_some_and(&mut *accepts),
            None => true,
        });
        // A lexeme that the parser cannot use is better than none.
        let usable = usable.or(conditional.first().filter(|_| always.is_none()));
        usable.map(|found| (found.rule, found.end)).or(*always).unwrap_or_default()
    }

    /// Lexes a part of so many lexemes at most, from the match that was chosen on.
    fn run(&mut self, chosen: Option<(usize, usize)>, most: usize) {
        // Each of them may be one before which a token is assumed.
        let is_asking =
            self.assumed.is_some() && self.now.lines.is_after_line_end() && !self.now.is_settled;
        let before = is_asking.then(|| self.now.clone());
        self.part.most = if is_asking { 1 } else { most };
        let floor = self.before(self.end()).map_or(0, |last| last.span().end());
        let Source { rules, start_states, .. } = self.source;
        let course = &mut self.now.course;
        let mut follow: Follow<'_, LexerTypesT::LexemeT, _> =
            Follow::new(rules, self.text, floor, course.pending());
        let stop = course.run(start_states, &mut self.matcher, &mut follow, &mut self.part, chosen);
        let raw = follow.lexed;
        if let Some(before) = before
            && let Some(first) = raw.all().first()
            && self.filter.class(first.tok_id()).restricts_before
        {
            self.go_to(before);
            self.question = Question::Restriction;
            return;
        }
        self.read_raw(raw);
        let filter = Rc::clone(&self.filter);
        match stop {
            Stop::End => {
                let lines = self.now.lines.clone();
                filter.end(lines, &mut |made| layout::push(&mut self.found, made));
                if self.now.extra.take().is_some() {
                    push_dedent(&self.source, &mut self.found);
                }
                self.now.is_ended = true;
            }
            Stop::Choice => {
                self.question = Question::Choice;
                let is_skipped = |(rule, _): (usize, usize)| {
                    let rule = &rules[rule];
                    rule.name().is_none() && !rule.is_error()
                };
                if !self.part.always.is_some_and(is_skipped) {
                    let (at, found) = (self.now.course.at, &mut self.found);
                    let out = &mut |made| layout::push(found, made);
                    filter.begin(&mut self.now.lines, at, out);
                }
            }
            Stop::Enough => {}
        }
        if self.is_restricted() {
            self.question = Question::Restriction;
        }
        self.now.amount = self.found.amount().shifted(self.first as isize);
    }

    /// Whether a token is assumed here if the parser can use it, whatever follows.
    fn is_restricted(&self) -> bool {
        let State { lines, is_settled, .. } = &self.now;
        self.assumed.is_some() && lines.last().after && lines.is_after_line_end() && !is_settled
    }

    /// Makes lexemes of raw ones, by layout.
    fn read_raw(&mut self, mut raw: Lexed<LexerTypesT::LexemeT>) {
        if self.source.layout.lines.is_none() {
            return self.found.append(raw);
        }
        let State { lines, is_settled, extra, .. } = &mut self.now;
        for one in raw.take_raw() {
            let index = self.first + self.found.len();
            match one {
                Raw::LineEnd(span) => {
                    let out = &mut |made| layout::push(&mut self.found, made);
                    self.filter.read_line_end(lines, span, out);
                }
                Raw::Found(found, start) => {
                    if self.assumed.is_some() && lines.is_after_line_end() {
                        self.line_starts.push(index);
                    }
                    let is_end = |one: &mut Extra| {
                        one.ends::<LexerTypesT::LexemeT, _>(&self.filter, lines, self.text, start)
                    };
                    if extra.take_if(is_end).is_some() {
                        push_dedent(&self.source, &mut self.found);
                    }
                    let out = &mut |made| layout::push(&mut self.found, made);
                    self.filter.read(lines, found, start, out);
                    *is_settled = false;
                }
            }
        }
        self.found.append_notes(raw);
    }

    /// Adds the token that is assumed, after the last lexeme.
    fn push_assumed(&mut self) {
        if let Some(token) = self.assumed {
            let at = self.before(self.end()).map_or(0, |last| last.span().end());
            self.found.push(LexerTypesT::LexemeT::new(token, at, 0));
            self.now.is_settled = true;
            self.now.amount = self.found.amount().shifted(self.first as isize);
        }
    }

    /// Whether a token may be assumed before the lexeme `at`.
    fn may_assume(&self, token: LexerTypesT::StorageT, at: usize) -> bool {
        if self.before(at).is_some_and(|last| last.tok_id() == token && last.span().is_empty()) {
            return false;
        }
        match self.found.all().get(at - self.first) {
            Some(next) => {
                self.line_starts.binary_search(&at).is_ok()
                    || self.filter.class(next.tok_id()).before
            }
            None => self.now.is_ended,
        }
    }

    /// Goes to a state; what was found after it is dropped.
    fn go_to(&mut self, state: State<'l>) {
        self.found.truncate(state.amount.shifted(-(self.first as isize)));
        let starts = self.line_starts.partition_point(|index| *index < state.amount.lexemes);
        self.line_starts.truncate(starts);
        self.matcher.go_to(state.course.at, state.course.entry());
        self.now = state;
        self.question = match self.is_restricted() {
            true => Question::Restriction,
            false => Question::None,
        };
    }

    /// Reads on to the lexeme `at` from a state before it, between which nothing depends on the
    /// parser.
    fn read_up_to(&mut self, at: usize) {
        while self.end() < at && self.question == Question::None && !self.now.is_ended {
            // Layout may make several lexemes of one.
            let most = if self.source.layout.lines.is_none() { at - self.end() } else { 1 };
            self.run(None, most);
        }
    }

    /// A reader of its own in a state, which holds no lexemes.
    fn scratch(&self, state: State<'l>) -> Self {
        let first = state.amount.lexemes;
        let mut scratch = TextReader {
            source: self.source,
            text: self.text,
            matcher: Self::matcher(self.source, self.text),
            filter: Rc::clone(&self.filter),
            assumed: self.assumed,
            now: state.clone(),
            found: Lexed::new(),
            line_starts: Vec::new(),
            first,
            shown: first,
            previous: self.before(first),
            part: Part { by_line: true, ..Part::default() },
            question: Question::None,
            points: Points::new(),
            alternatives: Vec::new(),
            unrepaired: None,
            target: None,
        };
        scratch.go_to(state);
        scratch
    }

    /// Whether the parser has to be asked, or the text has ended.
    fn is_stopped(&self) -> bool {
        self.question != Question::None || self.now.is_ended
    }

    /// Goes back to the lexeme `at`.
    fn go_back(&mut self, at: usize) -> bool {
        let Some(state) = self.points.before(at).cloned() else { return false };
        self.points.go_back(at);
        self.go_to(state);
        self.read_up_to(at);
        self.shown = at.min(self.end());
        true
    }

    /// Reads by another reading from now on.
    fn read_by(&mut self, reading: Reading<'l, LexerTypesT::LexemeT>) {
        let Reading { from, lexemes, state } = reading;
        self.points.forget_from(from);
        self.go_to(state);
        lexemes.into_iter().for_each(|lexeme| self.found.push(lexeme));
        self.now.amount = self.found.amount().shifted(self.first as isize);
        self.shown = self.end();
        self.points.keep(self.end(), self.now.clone());
    }

    /// The state before the lexeme `at`, unless layout makes it together with others.
    fn state_at(&self, at: usize) -> Option<State<'l>> {
        let mut scratch = self.scratch(self.points.before(at)?.clone());
        while scratch.end() < at && !scratch.is_stopped() {
            scratch.run(None, 1);
        }
        (scratch.end() == at).then(|| scratch.now.clone())
    }
}

impl Extra {
    /// Whether the block ends before a lexeme that starts at byte `at`.
    fn ends<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
        &self,
        filter: &Filter<'_, StorageT>,
        lines: &filter::State,
        text: &str,
        at: usize,
    ) -> bool {
        if lines.is_begun() || at <= self.start {
            return false;
        }
        let mut next = lines.clone();
        filter.begin::<LexemeT>(&mut next, at, &mut |_| {});
        let is_after_blank = || {
            let blank = &text[text[..at].trim_end().len()..at];
            blank.matches('\n').count() > 1
        };
        next.blocks() < lines.blocks()
            || match self.until {
                Until::BlankLine => is_after_blank(),
                Until::Line => true,
                Until::Dedent => false,
            }
    }
}

/// Adds the end of a block, after the last lexeme.
fn push_dedent<LexerTypesT: LexerTypes>(
    source: &Source<'_, LexerTypesT>,
    found: &mut Lexed<LexerTypesT::LexemeT>,
) {
    let at = found.last().map_or(0, |last| last.span().end());
    let id = |rule: usize| source.rules.get(rule).and_then(Rule::tok_id);
    if let Some(dedent) = source.layout.tokens(id).dedent {
        found.push(LexerTypesT::LexemeT::new(dedent, at, 0));
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
        at: usize,
        accepts: &mut dyn FnMut(LexerTypesT::StorageT) -> bool,
    ) -> bool {
        let Some(token) = self.assumed.filter(|_| (self.first..=self.shown).contains(&at)) else {
            return false;
        };
        if !self.may_assume(token, at) || !accepts(token) || at < self.end() && !self.go_back(at) {
            return false;
        }
        self.push_assumed();
        self.points.keep(self.end(), self.now.clone());
        self.shown = self.end();
        true
    }

    fn rewind(&mut self, at: usize) -> bool {
        at == self.shown || at < self.shown && at >= self.first && self.go_back(at)
    }

    fn repaired(&mut self, from: usize, made: &[LexerTypesT::StorageT], replaces: bool) {
        let at = self.shown;
        let noted = self.unrepaired.take();
        if let Some((_, state)) = noted.filter(|noted| replaces && noted.0 == at) {
            self.read_by(Reading { from: at, lexemes: Vec::new(), state });
        }
        let there = (self.first..=at).contains(&from).then(|| self.state_at(from)).flatten();
        let Some(State { lines, .. }) = there else { return };
        let after = |lines: &filter::State, tokens: &[LexerTypesT::StorageT]| {
            let mut lines = lines.clone();
            tokens.iter().for_each(|token| lines.pass(self.filter.class(*token)));
            lines
        };
        let found = &self.found.all()[from - self.first..at - self.first];
        let found: Vec<_> = found.iter().map(|lexeme| lexeme.tok_id()).collect();
        let old = after(&lines, &found);
        // A bracket that a reading supposes is the one that the repair inserts, or goes with what
        // closed it; a repair that leaves both as they are leaves the bracket, too.
        let mut new = after(&lines.without_supposed_bracket(), made);
        if old.supposes_bracket() && !new.has_brackets_of(&old) {
            new = after(&lines, made);
        }
        // Where other decisions were made since, these count.
        if !new.has_brackets_of(&old) && self.now.lines.has_brackets_of(&old) {
            self.unrepaired = Some((at, self.now.clone()));
            let mut state = self.now.clone();
            state.lines.take_brackets_of(&new);
            self.read_by(Reading { from: at, lexemes: Vec::new(), state });
        }
    }

    fn alternatives(&mut self, at: usize) -> Vec<Alternative> {
        self.alternatives = self.readings(at);
        self.alternatives.iter().map(|reading| Alternative { from: reading.from }).collect()
    }

    fn fork<'s>(
        &'s self,
        from: usize,
        alternative: Option<usize>,
    ) -> Option<Box<dyn Reader<LexerTypesT> + 's>> {
        let reading = match alternative {
            Some(alternative) => Some(self.alternatives.get(alternative)?),
            None => None,
        };
        let end = reading.map_or(self.shown, |reading| reading.from);
        if !(self.first..=end).contains(&from) || end > self.shown {
            return None;
        }
        let mut fork = self.copy(self.now.clone(), from);
        fork.shown = self.shown;
        if let Some(state) = self.state_at(from) {
            fork.points.keep(from, state);
        }
        for (index, state) in self.points.between(from, self.end()) {
            fork.points.keep(*index, state.clone());
        }
        if let Some(reading) = reading {
            fork.read_by(reading.clone());
        }
        Some(Box::new(fork))
    }

    fn choose(&mut self, alternative: usize) {
        if alternative < self.alternatives.len() {
            let reading = self.alternatives.swap_remove(alternative);
            self.alternatives.clear();
            if (self.first..=self.shown).contains(&reading.from) {
                self.read_by(reading);
            }
        }
    }

    fn finish(mut self: Box<Self>) {
        while self.advance(None) {}
        if let Some(target) = self.target {
            self.found.trim_skipped();
            target.add(self.found);
        }
    }
}
