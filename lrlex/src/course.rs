//! The loop from lexeme to lexeme, which can be stopped, copied and gone on with.
//!
//! In: a text, the matcher, and where lexing is ([`Course`]). Out: what is found, in `Follow`, and
//! why lexing has stopped. A whole text is lexed at once by [`AtOnce`]; a reader lexes it in parts,
//! and stops before places where a rule of `%context` matches. All that the rest of the lexemes
//! depends on is in the course, so a copy of it is a place to come back to; it costs some hundred
//! bytes, however deep start states are stacked.

use lrpar::Lexeme;
use lrtable::{Span, Storage};

use crate::{
    follow::{Change, Follow, Skipping},
    lexed::Lexed,
    lexeme::LRLexError,
    limits,
    matcher::{Entry, Found, Matcher, Sink, Stack},
    start_state::{StartState, StartStateOperation},
};

/// How many bytes of a text tell how much room its lexemes will need.
const SAMPLE: usize = 1 << 16;

/// What some editors write before everything else in a file.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Where lexing is.
#[derive(Clone, Debug)]
pub(crate) struct Course<'t> {
    /// The byte where lexing goes on.
    pub(crate) at: usize,
    states: Stack<'t>,
    /// The start of the text at which no rule matches, up to here.
    garbage: Option<usize>,
    /// Where a rule first kept the exclusive start state by a guess, and the rule.
    kept: Option<(usize, usize)>,
    /// How far lexing has come.
    farthest: usize,
    /// How often it did not come farther since.
    returns: usize,
    /// What was begun, and skipped, up to here: see [`Follow`].
    begun: Option<(usize, usize)>,
    skipping: Option<Skipping>,
}

/// Why lexing has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The text is at its end.
    End,
    /// The pace asks for it.
    Enough,
    /// A rule of `%context` matches at this place; what rules match is in the pace.
    Choice,
}

/// How far lexing goes at once.
pub(crate) trait Pace<LexemeT, StorageT> {
    /// Whether lexing stops where rules of `%context` match.
    const CHOOSES: bool;

    /// Whether what is found up to byte `at` is enough.
    fn is_enough(&mut self, at: usize, text: &str, found: &mut Lexed<LexemeT>) -> bool;

    /// Finds lexemes as long as that is easy; returns where it stopped.
    fn each<Cell: Copy + Into<u32>, const PLAIN: bool>(
        &self,
        at: usize,
        matcher: &Matcher<'_, '_, Cell, PLAIN>,
        follow: &mut Follow<'_, LexemeT, StorageT>,
    ) -> usize;

    /// Where the matches of rules of `%context` go, and the match that counts without them.
    fn choice(&mut self) -> (&mut Vec<Found>, &mut Option<(usize, usize)>);
}

/// Lexing of a whole text at once.
#[derive(Default)]
pub(crate) struct AtOnce {
    sampled: bool,
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> Pace<LexemeT, StorageT> for AtOnce {
    const CHOOSES: bool = false;

    #[inline(always)]
    fn is_enough(&mut self, at: usize, text: &str, found: &mut Lexed<LexemeT>) -> bool {
        if at >= SAMPLE && !self.sampled {
            // As dense as so far, and a little denser.
            let more = found.len() as u64 * (text.len() - at) as u64 / at as u64;
            found.reserve((more + more / 16) as usize);
            self.sampled = true;
        }
        false
    }

    #[inline(always)]
    fn each<Cell: Copy + Into<u32>, const PLAIN: bool>(
        &self,
        at: usize,
        matcher: &Matcher<'_, '_, Cell, PLAIN>,
        follow: &mut Follow<'_, LexemeT, StorageT>,
    ) -> usize {
        matcher.each(at, follow)
    }

    fn choice(&mut self) -> (&mut Vec<Found>, &mut Option<(usize, usize)>) {
        unreachable!("lexing of a whole text does not choose")
    }
}

impl<'t> Course<'t> {
    /// The start of a text: after a byte order mark, which is no part of what is written, unless a
    /// rule says so.
    pub(crate) fn new<Cell: Copy + Into<u32>, const PLAIN: bool>(
        text: &str,
        matcher: &mut Matcher<'_, 't, Cell, PLAIN>,
    ) -> Self {
        let marked = text.starts_with(BYTE_ORDER_MARK) && matcher.match_at(0).is_none();
        Course {
            at: if marked { BYTE_ORDER_MARK.len_utf8() } else { 0 },
            states: Stack::new(),
            garbage: None,
            kept: None,
            farthest: 0,
            returns: 0,
            begun: None,
            skipping: None,
        }
    }

    /// The present start state.
    pub(crate) fn entry(&self) -> Entry<'t> {
        self.states.top()
    }

    /// Whether this course is in the start state of another.
    pub(crate) fn is_in_state_of(&self, other: &Course<'_>) -> bool {
        self.states.is_as(&other.states)
    }

    /// This course in the start state of another.
    pub(crate) fn in_state_of(&self, other: &Course<'t>) -> Self {
        Course { states: other.states.clone(), kept: other.kept, skipping: None, ..self.clone() }
    }

    /// Changes the start state without a match.
    pub(crate) fn change_state(&mut self, (state, operation): (usize, StartStateOperation)) {
        self.states.change(state, operation, None);
        (self.garbage, self.kept, self.begun, self.skipping) = (None, None, None, None);
    }

    /// What was begun, and skipped, where lexing has stopped.
    pub(crate) fn pending(&self) -> (Option<(usize, usize)>, Option<Skipping>) {
        (self.begun, self.skipping)
    }

    /// Goes on, with the match that was chosen where lexing has stopped for a choice. The matcher
    /// must be in the start state of this course.
    pub(crate) fn run<LexemeT, StorageT, Cell, PaceT, const PLAIN: bool>(
        &mut self,
        start_states: &[StartState],
        matcher: &mut Matcher<'_, 't, Cell, PLAIN>,
        follow: &mut Follow<'_, LexemeT, StorageT>,
        pace: &mut PaceT,
        chosen: Option<(usize, usize)>,
    ) -> Stop
    where
        LexemeT: Lexeme<StorageT>,
        StorageT: Storage,
        Cell: Copy + Into<u32>,
        PaceT: Pace<LexemeT, StorageT>,
    {
        let stop = self.run_on(start_states, matcher, follow, pace, chosen);
        (self.begun, self.skipping) = (follow.begun, follow.skipping_on());
        stop
    }

    fn run_on<LexemeT, StorageT, Cell, PaceT, const PLAIN: bool>(
        &mut self,
        start_states: &[StartState],
        matcher: &mut Matcher<'_, 't, Cell, PLAIN>,
        follow: &mut Follow<'_, LexemeT, StorageT>,
        pace: &mut PaceT,
        mut chosen: Option<(usize, usize)>,
    ) -> Stop
    where
        LexemeT: Lexeme<StorageT>,
        StorageT: Storage,
        Cell: Copy + Into<u32>,
        PaceT: Pace<LexemeT, StorageT>,
    {
        let text = follow.text;
        while self.at < text.len() {
            if pace.is_enough(self.at, text, &mut follow.lexed) {
                return Stop::Enough;
            }
            if chosen.is_none() && self.garbage.is_none() && follow.begun.is_none() {
                self.at = pace.each(self.at, matcher, follow);
                if PaceT::CHOOSES
                    && follow.change.is_none()
                    && pace.is_enough(self.at, text, &mut follow.lexed)
                {
                    return Stop::Enough;
                }
            }
            if follow.change.is_none() && self.at < text.len() {
                let found = match chosen.take() {
                    Some(chosen) => Some(chosen),
                    None if PaceT::CHOOSES && !PLAIN => {
                        let (conditional, always) = pace.choice();
                        *always = matcher.matches_at(self.at, conditional);
                        if !conditional.is_empty() && !matcher.is_exhausted() {
                            self.end_garbage(&mut follow.lexed);
                            return Stop::Choice;
                        }
                        *always
                    }
                    None => matcher.match_at(self.at),
                };
                if matcher.is_exhausted() {
                    let rest = Span::new(self.garbage.unwrap_or(self.at), text.len());
                    follow.lexed.push_error(LRLexError::gave_up(rest));
                    self.at = text.len();
                    return Stop::End;
                }
                let Some((rule, end)) = found else {
                    // What was begun is lost with what follows it.
                    let begun = follow.begun.take();
                    self.garbage.get_or_insert(begun.map_or(self.at, |(start, _)| start));
                    self.at += text[self.at..].chars().next().map_or(1, char::len_utf8);
                    continue;
                };
                if self.end_garbage(&mut follow.lexed)
                    && PaceT::CHOOSES
                    && pace.is_enough(self.at, text, &mut follow.lexed)
                {
                    return Stop::Enough;
                }
                let begin = follow.begun.take().map_or(self.at, |(start, _)| start);
                follow.found(rule, begin as u32, end as u32);
                self.at = end;
            }
            if let Some(change) = follow.change.take() {
                self.change(change, start_states, matcher, follow);
            }
        }
        if PaceT::CHOOSES && pace.is_enough(self.at, text, &mut follow.lexed) {
            return Stop::Enough;
        }
        self.end(follow);
        Stop::End
    }

    /// What was garbage up to here is an error; returns whether there was any.
    fn end_garbage<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
        &mut self,
        lexed: &mut Lexed<LexemeT>,
    ) -> bool {
        let garbage = self.garbage.take();
        if let Some(start) = garbage {
            lexed.push_error(LRLexError::new(Span::new(start, self.at)));
        }
        garbage.is_some()
    }

    /// Does what the last match asks for.
    fn change<LexemeT, StorageT, Cell, const PLAIN: bool>(
        &mut self,
        Change { rule, span, target }: Change,
        start_states: &[StartState],
        matcher: &mut Matcher<'_, 't, Cell, PLAIN>,
        follow: &mut Follow<'_, LexemeT, StorageT>,
    ) where
        LexemeT: Lexeme<StorageT>,
        StorageT: Storage,
        Cell: Copy + Into<u32>,
    {
        let states = &mut self.states;
        self.at = span.end();
        let is_exclusive = |state: usize| start_states[state].exclusive();
        if let Some((state, operation)) = target {
            let before = states.place();
            states.change(state, operation, matcher.stored(rule, span));
            matcher.start_in(states.top());
            self.kept = self.kept.filter(|_| is_exclusive(states.top().state));
            follow.changed(rule, span, before, states.place());
        }
        if follow.rules[rule].properties.guess.is_some() && is_exclusive(states.top().state) {
            self.kept.get_or_insert((span.start(), rule));
        }
        self.returns = if self.at > self.farthest { 0 } else { self.returns + 1 };
        self.farthest = self.farthest.max(self.at);
        if self.returns > limits::RETURNS {
            self.garbage = Some(self.at);
            let next = follow.text[self.farthest..].chars().next();
            self.at = self.farthest + next.map_or(0, char::len_utf8);
        }
    }

    /// The text ends here.
    fn end<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
        &mut self,
        follow: &mut Follow<'_, LexemeT, StorageT>,
    ) {
        if let Some((start, rule)) = self.kept.take() {
            let begun = follow.begun.take().map(|(start, _)| start).or(self.garbage.take());
            follow.keep_open(rule, begun, start);
        }
        follow.end_skipping(self.at);
        match follow.begun.take() {
            Some((start, rule)) if !self.end_begun(start, follow) => {
                follow.lexed.push_error_of(rule, LRLexError::new(Span::new(start, self.at)));
            }
            Some(_) => {}
            None => drop(self.end_garbage(&mut follow.lexed)),
        }
        self.give_end(follow);
    }

    /// Makes a lexeme of what was begun at `start` if a rule for the end of the text names the
    /// current start state, and gives a token; whether there is one.
    fn end_begun<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
        &mut self,
        start: usize,
        follow: &mut Follow<'_, LexemeT, StorageT>,
    ) -> bool {
        let state = self.states.top().state;
        let mut at_end = follow.rules.iter().rev().take_while(|rule| rule.is_at_end());
        let Some(rule) = at_end.find(|rule| rule.start_states().contains(&state)) else {
            return false;
        };
        let Some(tok_id) = rule.tok_id() else { return false };
        follow.lexed.push(LexemeT::new(tok_id, start, self.at - start));
        if let Some((state, operation)) = rule.target_state() {
            self.states.change(state, operation, None);
        }
        true
    }

    /// Gives the lexemes of rules for the end of the text: of each start state once, as long as
    /// these rules change it.
    fn give_end<LexemeT: Lexeme<StorageT>, StorageT: Storage>(
        &mut self,
        follow: &mut Follow<'_, LexemeT, StorageT>,
    ) {
        let rules = follow.rules.iter().rev().take_while(|rule| rule.is_at_end()).count();
        let rules = &follow.rules[follow.rules.len() - rules..];
        let mut seen = Vec::new();
        while !rules.is_empty() && !seen.contains(&self.states.top().state) {
            let state = self.states.top().state;
            seen.push(state);
            // Those that name the state come first, wherever they stand.
            let mut named = rules.iter().filter(|rule| rule.start_states().contains(&state));
            let mut others = rules.iter().filter(|rule| rule.start_states().is_empty());
            let Some(rule) = named.next().or_else(|| others.next()) else { return };
            if let Some(tok_id) = rule.tok_id() {
                follow.lexed.push(LexemeT::new(tok_id, self.at, 0));
            }
            if let Some((state, operation)) = rule.target_state() {
                self.states.change(state, operation, None);
            }
        }
    }
}
