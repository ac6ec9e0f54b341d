//! What actions do, as far as rules can say it, and what those who read actions may ask of the
//! file.

use std::borrow::Cow;

use lrtable::{Span, diagnostic::Diagnostic};

use super::{
    LexFile, ReadRule, StartState, StartStateOperation, cut_short, guess::Kept, is_newline,
};
use crate::{LexErrorKind, extent::Extent, limits};

/// What the text of a rule becomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Given {
    /// The text is skipped.
    #[default]
    Nothing,
    /// The text is a token of this name; the place of the name.
    Token(String, Span),
    /// The text, one character, is a token of that name; for simple actions only.
    Character,
    /// The text is an error.
    Error,
    /// The rest of the text is skipped.
    End,
    /// The match does not count: the rule is left out.
    Rejected,
}

/// What an action does, as far as a rule can say it.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// What the text becomes.
    pub given: Given,
    /// The change of start state: the number of a start state, and what is done with it.
    pub change: Option<(usize, StartStateOperation)>,
    /// The part of the match that is the lexeme.
    pub extent: Extent,
    /// The change of start state that is left out, since its condition is taken to be false.
    pub kept: Option<Kept>,
}

/// A rule for the end of the text, `<<EOF>>`.
#[derive(Clone, Debug)]
pub struct EndRule {
    /// The place of `<<EOF>>`.
    pub place: Span,
    /// The numbers of the start states that the rule names; none means all for which there is no
    /// other one.
    pub states: Vec<usize>,
}

impl<'a> LexFile<'a> {
    /// Gives a rule the effect of its action at `action`; `None` if that rejects every match.
    pub fn give(&mut self, mut rule: ReadRule, effect: &Effect, action: Span) -> Option<ReadRule> {
        rule.kept = effect.kept;
        let known = &mut rule.properties;
        known.name_span = action.start()..action.start();
        known.target = effect.change;
        known.extent = effect.extent;
        match &effect.given {
            Given::Nothing => {}
            Given::Token(name, place) => {
                if name.len() > limits::NAME {
                    let message = format!("a token's name has {} bytes at most", limits::NAME);
                    self.error_of(LexErrorKind::LimitReached, message, *place);
                }
                known.set_name(name.clone(), *place);
            }
            Given::Error | Given::Character => known.error = true,
            Given::End => known.target = Some((self.end_state(), StartStateOperation::ReplaceTop)),
            Given::Rejected => return None,
        }
        if known.name.is_some() || known.error {
            known.skips = None;
        }
        Some(rule)
    }

    /// Adds a rule that matches `regex`, in the syntax of the `regex` crate, in a start state made
    /// by [`new_state`](Self::new_state). Text that it begins and that is not finished is called
    /// `unfinished`.
    pub fn add_rule(&mut self, regex: &str, state: usize, effect: &Effect, unfinished: &str) {
        let mut rule = ReadRule::made(regex, state);
        rule.properties.unfinished = Some(unfinished.to_owned().into());
        let rule = self.give(rule, effect, Span::new(0, 0));
        self.made.extend(rule);
    }

    /// Adds a rule for the end of the text, which gives `effect` there.
    pub fn add_end_rule(&mut self, end: &EndRule, effect: &Effect) {
        let mut rule = ReadRule::default();
        rule.properties.start_states = end.states.clone().into();
        rule.properties.at_end = true;
        let ends = matches!(effect.given, Given::End);
        let effect = Effect {
            given: if ends { Given::Nothing } else { effect.given.clone() },
            ..effect.clone()
        };
        let rule = self.give(rule, &effect, end.place);
        self.end_rules.extend(rule);
    }

    /// Returns the number of a new exclusive start state.
    pub fn new_state(&mut self, name: impl Into<Cow<'static, str>>) -> usize {
        self.start_states.push(StartState::new(name.into(), Span::new(0, 0), true));
        self.start_states.len() - 1
    }

    /// Returns the number of a new start state in which, if `of` is not exclusive, rules are active
    /// that name none.
    pub fn new_state_like(&mut self, of: usize, name: impl Into<Cow<'static, str>>) -> usize {
        let exclusive = self.start_states[of].exclusive();
        self.start_states.push(StartState::new(name.into(), Span::new(0, 0), exclusive));
        let number = self.start_states.len() - 1;
        if !exclusive {
            self.inclusive.push(number);
        }
        number
    }

    /// Returns the numbers of the start states in which a rule is active, sorted.
    pub fn active(&self, rule: &ReadRule) -> Vec<usize> {
        let named = &*rule.properties.start_states;
        if named.is_empty() { self.inclusive.clone() } else { named.to_vec() }
    }

    /// Returns the places of what begins and ends blocks `<S>{ … }` of rules.
    pub fn blocks(&self) -> &[Span] {
        &self.blocks
    }

    /// Returns the start states, those that the file declares first.
    pub fn start_states(&self) -> &[StartState] {
        &self.start_states
    }

    /// Returns the number of the start state that the file declares by this name.
    pub fn state(&self, name: &str) -> Option<usize> {
        self.state_numbers.get(name).copied()
    }

    /// Returns the whole text of the file.
    pub fn source(&self) -> &'a str {
        self.source
    }

    /// Returns the text at `span`.
    pub fn text(&self, span: Span) -> &'a str {
        &self.source[span.start()..span.end()]
    }

    /// Returns a piece of code on one line, for a message.
    pub fn on_one_line(&self, span: Span) -> String {
        let words: Vec<&str> = self.text(span).split_whitespace().collect();
        words.join(" ")
    }

    /// Returns the first line of what stands at `span`.
    pub fn first_line(&self, span: Span) -> Span {
        let len = self.text(span).find(is_newline).unwrap_or(span.len());
        Span::new(span.start(), span.start() + len)
    }

    /// Warns of an action that does what no rule can do.
    pub fn warn(&mut self, message: impl Into<String>, span: Span) {
        self.say(Diagnostic::warning(LexErrorKind::Action, cut_short(message.into()), span));
    }

    /// Notes what has no effect.
    pub fn note(&mut self, message: impl Into<String>, span: Span) {
        self.say(Diagnostic::note(LexErrorKind::NoEffect, cut_short(message.into()), span));
    }

    /// Warns by what sums up a file, however many warnings there are.
    pub fn sum_up(&mut self, message: impl Into<String>, span: Span) {
        self.diagnostics.push(Diagnostic::warning(LexErrorKind::Action, message, span));
    }
}
