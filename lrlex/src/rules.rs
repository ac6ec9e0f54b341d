//! The rules of a lexer: what a lexer's loop needs of them, and what its users see, with the token ids that may be replaced
//! by a parser's.

use std::{
    slice,
    sync::{Arc, OnceLock},
};

use lrtable::{Span, Storage};

#[cfg(feature = "generator")]
use crate::spec::RuleSpec;
use crate::{extent::Extent, limits::NAMED_TOKENS, start_state::StartStateOperation};

/// The outcome of a match of a rule: a lexeme, nothing, or more than that.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<StorageT> {
    /// A lexeme with this token id.
    Lexeme(StorageT),
    /// The match is skipped.
    Nothing,
    /// An unknown token, an error, a part of the match, or a change of start state.
    Other(Parts<StorageT>),
}

/// The parts of an outcome that is not only a lexeme or nothing.
#[derive(Clone, Copy, Debug)]
pub struct Parts<StorageT> {
    /// The id of the lexeme; `None` if the text is skipped or an error, or the parser does not know the token.
    pub tok_id: Option<StorageT>,
    /// Whether the match is a lexeme, or an error if `tok_id` is `None`.
    pub named: bool,
    /// The change of start state: the number of a start state, and what is done with it.
    pub target: Option<(u32, StartStateOperation)>,
    /// The part of the match that is the lexeme.
    pub extent: Extent,
    /// Whether the rule skips text that has a name.
    pub skips: bool,
    /// Whether the rule keeps its start state by a guess, so that a text that ends in it is an
    /// error.
    pub guess: bool,
}

impl<StorageT: Copy> Outcome<StorageT> {
    pub(crate) fn of(rule: &Rule<StorageT>) -> Self {
        let narrow = |state| u32::try_from(state).expect("a file has fewer than 2^32 states");
        let target = rule.target_state.map(|(state, operation)| (narrow(state), operation));
        let named = rule.name.is_some() || rule.error;
        let (skips, guess) = (rule.skips.is_some(), rule.guess.is_some());
        match (rule.tok_id, target, rule.extent) {
            (Some(tok_id), None, Extent::All) if !guess => Outcome::Lexeme(tok_id),
            (None, None, Extent::All) if !named && !skips && !guess => Outcome::Nothing,
            (tok_id, target, extent) => {
                Outcome::Other(Parts { tok_id, named, target, extent, skips, guess })
            }
        }
    }

    /// All of it.
    pub(crate) fn parts(&self) -> Parts<StorageT> {
        let (tok_id, named) = match self {
            Outcome::Lexeme(tok_id) => (Some(*tok_id), true),
            Outcome::Nothing => (None, false),
            Outcome::Other(other) => return *other,
        };
        let (skips, guess) = (false, false);
        Parts { tok_id, named, target: None, extent: Extent::All, skips, guess }
    }
}

/// The texts of a rule in generated code: regex, names, start states.
#[derive(Clone, Copy, Debug)]
pub struct RuleText {
    pub(crate) regex: &'static str,
    pub(crate) name: Option<&'static str>,
    pub(crate) name_span: Span,
    pub(crate) start_states: &'static [usize],
    pub(crate) unfinished: Option<&'static str>,
    pub(crate) skips: Option<&'static str>,
    pub(crate) guess: Option<&'static str>,
    pub(crate) text: Option<&'static str>,
    pub(crate) ends: Option<(&'static str, &'static str)>,
}

/// What is known of the texts that a rule matches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    /// The only one.
    pub(crate) only: Option<String>,
    /// With what all of them begin and end, if what is repeated stands between.
    pub(crate) ends: Option<(String, String)>,
}

/// A rule of a lexer: a regex, and what follows from its matches.
#[derive(Clone, Debug)]
pub struct Rule<StorageT> {
    /// The token's name; `None` for a rule whose text is skipped.
    ///
    /// The method of this name returns it too; the public fields are for programs made for grmtools.
    pub name: Option<String>,
    /// The place of the token's name in the lex file.
    pub name_span: Span,
    pub(crate) tok_id: Option<StorageT>,
    re_str: String,
    /// The numbers of the start states in which the rule is active; none means all that are not exclusive.
    pub start_states: Vec<usize>,
    /// The change of start state after a match: the number of a start state, and what is done with it.
    pub target_state: Option<(usize, StartStateOperation)>,
    extent: Extent,
    /// Whether text that the rule matches is an error.
    error: bool,
    /// The name of what the rule's text begins and does not finish.
    unfinished: Option<String>,
    /// The name of the text that the rule skips.
    skips: Option<String>,
    /// What is said of a text that ends in the start state that the rule keeps by a guess.
    pub(crate) guess: Option<String>,
    pub(crate) texts: Texts,
}

impl<StorageT: Copy> Rule<StorageT> {
    #[cfg(feature = "generator")]
    pub(crate) fn new(spec: &RuleSpec, tok_id: Option<StorageT>) -> Self {
        Rule {
            name: spec.name.clone(),
            name_span: spec.name_span,
            tok_id,
            re_str: spec.pattern.text.clone(),
            start_states: spec.start_states.clone(),
            target_state: spec.target,
            extent: spec.extent,
            error: spec.error,
            unfinished: spec.unfinished.clone(),
            skips: spec.skips.clone(),
            guess: spec.guess.clone(),
            texts: Texts::default(),
        }
    }

    fn of(text: &RuleText, outcome: &Outcome<StorageT>) -> Self {
        let Parts { tok_id, named, target, extent, .. } = outcome.parts();
        Rule {
            name: text.name.map(str::to_owned),
            name_span: text.name_span,
            tok_id,
            re_str: text.regex.to_owned(),
            start_states: text.start_states.to_vec(),
            target_state: target.map(|(state, operation)| (state as usize, operation)),
            extent,
            error: named && text.name.is_none(),
            unfinished: text.unfinished.map(str::to_owned),
            skips: text.skips.map(str::to_owned),
            guess: text.guess.map(str::to_owned),
            texts: Texts {
                only: text.text.map(str::to_owned),
                ends: text.ends.map(|(open, close)| (open.to_owned(), close.to_owned())),
            },
        }
    }

    /// Returns the token's name; `None` if the rule skips its text.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the place of the token's name in the lex file; empty for a rule without one.
    pub fn name_span(&self) -> Span {
        self.name_span
    }

    /// Returns the token id of the rule's lexemes; `None` if the rule makes none, or the parser does not know the token.
    pub fn tok_id(&self) -> Option<StorageT> {
        self.tok_id
    }

    /// Returns the regex in the syntax of the `regex` crate, with definitions replaced.
    pub fn re_str(&self) -> &str {
        &self.re_str
    }

    /// Returns the numbers of the start states in which the rule is active; none means all that are not exclusive.
    pub fn start_states(&self) -> &[usize] {
        &self.start_states
    }

    /// Returns the change of start state after a match: the number of a start state, and what is done with it.
    pub fn target_state(&self) -> Option<(usize, StartStateOperation)> {
        self.target_state
    }

    /// Returns which part of a match is the lexeme.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Returns whether text that the rule matches is a lexing error, as with `return -1;` in a file of flex.
    pub fn is_error(&self) -> bool {
        self.error
    }

    /// Returns the name in `%unfinished` if the rule's text begins what is not finished.
    pub fn unfinished(&self) -> Option<&str> {
        self.unfinished.as_deref()
    }

    /// Returns the name of the text that the rule skips: of the group that the regex begins with, or of the definition that the regex is.
    pub fn skips(&self) -> Option<&str> {
        self.skips.as_deref()
    }

    /// How little the rule's text is that of its token: 0 if it is the token's name, 1 if it can be written at the beginning, else 2.
    pub(crate) fn remoteness(&self) -> u8 {
        let is_name = self.texts.only.as_deref() == self.name();
        let is_first = self.start_states.is_empty() || self.start_states.contains(&0);
        if is_name { 0 } else { 2 - u8::from(is_first) }
    }
}

/// All rules as users see them. Those of generated code are made when they are first asked for: lexing needs none.
#[derive(Clone, Debug)]
pub(crate) struct Rules<StorageT> {
    texts: &'static [RuleText],
    made: OnceLock<Arc<[Rule<StorageT>]>>,
}

impl<StorageT: Copy> Rules<StorageT> {
    /// Those of generated code.
    pub(crate) fn of(texts: &'static [RuleText]) -> Self {
        Rules { texts, made: OnceLock::new() }
    }

    /// Those that were read.
    #[cfg(feature = "generator")]
    pub(crate) fn new(rules: Vec<Rule<StorageT>>) -> Self {
        Rules { texts: &[], made: OnceLock::from(Arc::from(rules)) }
    }

    /// All of them, with these outcomes if they are yet to be made.
    pub(crate) fn get(&self, outcomes: &[Outcome<StorageT>]) -> &[Rule<StorageT>] {
        self.made.get_or_init(|| {
            self.texts.iter().zip(outcomes).map(|(text, outcome)| Rule::of(text, outcome)).collect()
        })
    }

    /// The rules, to change them.
    pub(crate) fn iter_mut(
        &mut self,
        outcomes: &[Outcome<StorageT>],
    ) -> slice::IterMut<'_, Rule<StorageT>> {
        self.get(outcomes);
        Arc::make_mut(self.made.get_mut().expect("made above")).iter_mut()
    }
}

/// How each token may be written, by its id, in one pass over the rules.
pub(crate) fn token_texts<'r, StorageT: Storage>(
    rules: impl Iterator<Item = &'r Rule<StorageT>>,
) -> Vec<Option<String>> {
    let mut texts: Vec<Option<String>> = Vec::new();
    let mut rules: Vec<_> = rules.filter(|rule| rule.name().is_some()).collect();
    rules.sort_by_key(|rule| rule.remoteness());
    for rule in rules {
        let token = rule.tok_id().map(|token| token.to_index());
        let Some(token) = token.filter(|token| *token < NAMED_TOKENS) else { continue };
        texts.resize(texts.len().max(token + 1), None);
        texts[token] = texts[token].take().or_else(|| rule.texts.only.clone());
    }
    texts
}
