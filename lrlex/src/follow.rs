//! What follows from matches: lexemes, errors, changes of start states.
//!
//! In: the rule of each match, and its place. Out: what is found, and what the loop from lexeme to
//! lexeme (`course`) has to do after it. A match of a rule that is plain costs two loads and a
//! push.

use lrpar::Lexeme;
use lrtable::{Span, Storage};

use crate::{
    extent::Extent,
    lexed::Lexed,
    lexeme::LRLexError,
    matcher::{Place, Sink},
    rule::{Properties, Rule},
    start_state::StartStateOperation,
};

/// What follows from matches.
pub(crate) struct Follow<'a, LexemeT, StorageT> {
    pub(crate) rules: &'a [Rule<StorageT>],
    pub(crate) text: &'a str,
    pub(crate) lexed: Lexed<LexemeT>,
    /// The byte before which all is settled.
    pub(crate) floor: usize,
    /// The change of start state, or of the place where lexing goes on, that the last match asks
    /// for.
    pub(crate) change: Option<Change>,
    /// The start of the lexeme that the next match continues, and the number of the rule that
    /// matched last.
    pub(crate) begun: Option<(usize, usize)>,
    /// The text with a name that is being skipped by the rules of other start states.
    pub(crate) skipping: Option<Skipping>,
}

/// A text that a rule began to skip that changes the start state. It goes on to where the lexer is
/// back, or to a lexeme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skipping {
    rule: usize,
    start: usize,
    /// The number of lexemes when skipping began.
    lexemes: usize,
    before: Place,
}

/// A change of start state after a match; lexing goes on after that match.
pub(crate) struct Change {
    pub(crate) rule: usize,
    pub(crate) span: Span,
    pub(crate) target: Option<(usize, StartStateOperation)>,
}

impl<LexemeT: Lexeme<StorageT>, StorageT: Storage> Sink for Follow<'_, LexemeT, StorageT> {
    #[inline(always)]
    fn found(&mut self, rule: usize, begin: u32, end: u32) -> bool {
        let (start, len) = (begin as usize, (end - begin) as usize);
        let Rule { tok_id, is_plain: true, .. } = &self.rules[rule] else {
            return self.other(rule, start, start + len);
        };
        if let Some(tok_id) = *tok_id {
            self.lexed.push(LexemeT::new(tok_id, start, len));
        }
        true
    }
}

impl<'a, LexemeT: Lexeme<StorageT>, StorageT: Storage> Follow<'a, LexemeT, StorageT> {
    /// Goes on with what was begun, and skipped; what is before the byte `floor` is settled.
    pub(crate) fn new(
        rules: &'a [Rule<StorageT>],
        text: &'a str,
        floor: usize,
        (begun, skipping): (Option<(usize, usize)>, Option<Skipping>),
    ) -> Self {
        Follow { rules, text, lexed: Lexed::new(), floor, change: None, begun, skipping }
    }

    /// Does what follows from a match of a rule that is not plain; returns whether lexing goes on
    /// after the match in the same start state.
    #[inline(never)]
    fn other(&mut self, rule: usize, start: usize, end: usize) -> bool {
        let Rule { tok_id, properties, .. } = &self.rules[rule];
        let Properties { target, extent, .. } = *properties;
        let whole = end;
        let end = extent.end(self.text, start, end);
        let span = Span::new(start, end);
        match *tok_id {
            None if extent == Extent::More => self.begun = Some((start, rule)),
            _ if properties.line_end => self.lexed.push_line_end(span),
            Some(tok_id) => self.lexed.push(LexemeT::new(tok_id, start, end - start)),
            None if properties.name.is_some() || properties.error => {
                self.lexed.push_error_of(rule, LRLexError::new(span));
            }
            None if properties.skips.is_some() && target.is_none() && !self.is_skipping() => {
                self.lexed.push_skipped(rule, span, self.lexed.len());
            }
            None => {}
        }
        let is_guess = properties.guess.is_some();
        let changes = target.is_some() || end < whole || self.begun.is_some() || is_guess;
        self.change = changes.then_some(Change { rule, span, target });
        !changes
    }

    /// The text ends in a start state that `rule` has kept by a guess at byte `start`. `begun`:
    /// where an error has begun that goes to the end. If all after `start` are lexemes, the last of
    /// them is the error.
    pub(crate) fn keep_open(&mut self, rule: usize, begun: Option<usize>, start: usize) {
        let end = self.text.len();
        let mut from = begun.unwrap_or(start);
        while let Some(last) = self.lexed.last().map(Lexeme::span) {
            let is_error = self.lexed.ends_in_error();
            if last.end() < from || last.end() == from && !is_error {
                break;
            }
            if last.end() < end && !is_error {
                from = last.end();
                break;
            }
            // Errors that touch are merged.
            self.lexed.pop();
            from = from.min(last.start());
        }
        let from = from.max(self.floor);
        self.lexed.drop_line_ends(from);
        self.lexed.push_error_of(rule, LRLexError::new(Span::new(from, end)));
    }

    /// Follows a text that is skipped in several start states: `rule` has led from one to another.
    pub(crate) fn changed(&mut self, rule: usize, span: Span, before: Place, now: Place) {
        if !self.is_skipping() && self.rules[rule].skips().is_some() {
            let (start, lexemes) = (span.start(), self.lexed.len());
            self.skipping = Some(Skipping { rule, start, lexemes, before });
        }
        if self.skipping.is_some_and(|skipping| skipping.before == now) {
            self.end_skipping(span.end());
        }
    }

    /// The text with a name that is still being skipped, where nothing more is to be found now.
    pub(crate) fn skipping_on(&mut self) -> Option<Skipping> {
        self.is_skipping();
        self.skipping.map(|skipping| Skipping { lexemes: 0, ..skipping })
    }

    /// Whether a text with a name is being skipped still: a lexeme ends it.
    fn is_skipping(&mut self) -> bool {
        if self.skipping.is_some_and(|skipping| skipping.lexemes < self.lexed.len()) {
            self.end_skipping(self.text.len());
        }
        self.skipping.is_some()
    }

    /// What is being skipped ends at byte `end`, or where a lexeme begins.
    pub(crate) fn end_skipping(&mut self, end: usize) {
        if let Some(Skipping { rule, start, lexemes, .. }) = self.skipping.take() {
            self.lexed.push_skipped(rule, Span::new(start, end), lexemes);
        }
    }
}
