//! The rules of a lexer: what follows from their matches, and what users see of them.
//!
//! A rule has one shape from the lex file to the table: its [`Properties`]. `spec` reads them,
//! `compile` adds those that the regex tells, generated code holds them as literals. A [`Rule`] is
//! these and the id of its token, which may be replaced by a parser's.

use std::{
    ops::{Deref, Range},
    sync::OnceLock,
};

use lrtable::{Span, Storage};

use crate::{
    extent::Extent,
    limits::NAMED_TOKENS,
    shared::{Array, Text},
    start_state::StartStateOperation,
};

/// The properties of a rule that a lexer has when it runs.
///
/// A new property is added in two places: here, and where it is set, in `spec` (mostly in
/// `with_effect`) or, if the regex tells it, in `describe` of `compile`. Generated code has what
/// `Debug` writes, so the type of a property must have a literal in a `static` item.
#[derive(Clone, Debug, Default)]
pub struct Properties {
    /// The token's name; `None` if the text is skipped or an error.
    pub name: Option<Text>,
    /// The bytes of the token's name in the lex file; empty for a rule without one.
    pub name_span: Range<usize>,
    /// The regex in the syntax of the `regex` crate, with definitions replaced.
    pub regex: Text,
    /// The start states in which the rule is active, sorted; none means all that are not exclusive.
    pub start_states: Array<usize>,
    /// The change of start state: the number of a start state, and what is done with it.
    pub target: Option<(usize, StartStateOperation)>,
    /// The part of the match that is the lexeme.
    pub extent: Extent,
    /// Whether the text is an error, which has no name.
    pub error: bool,
    /// The name of what the text begins and does not finish.
    pub unfinished: Option<Text>,
    /// The name of the text that the rule skips.
    pub skips: Option<Text>,
    /// The error of a text that ends in the start state that the rule keeps by a guess.
    pub guess: Option<Text>,
    /// The only text that the rule matches.
    pub only_text: Option<Text>,
    /// The strings with which all texts begin and end, if what is repeated stands between.
    pub ends: Option<(Text, Text)>,
    /// Whether the text is a line end of the layout.
    pub line_end: bool,
    /// Whether the text is a line end of which the parser is not told as such.
    pub consumed: bool,
    /// Whether the rule counts only where the parser can use the token.
    pub conditional: bool,
    /// Whether the token is made by layout, so that no text matches the rule.
    pub made: bool,
    /// Whether the rule is for the end of the text, where its lexeme has no width.
    pub at_end: bool,
}

impl Properties {
    /// Sets the token's name, which stands at `span`.
    #[cfg(feature = "generator")]
    pub(crate) fn set_name(&mut self, name: String, span: Span) {
        self.name = Some(name.into());
        self.name_span = span.start()..span.end();
    }

    /// Takes a prefix off the token's name, if the rest is a name that is known and the whole is
    /// not.
    pub(crate) fn strip_prefix(&mut self, prefix: &str, is_known: impl Fn(&str) -> bool) {
        let name = self.name.as_deref().unwrap_or_default();
        let rest = name.strip_prefix(prefix).filter(|rest| is_known(rest) && !is_known(name));
        if let Some(rest) = rest.map(str::to_owned) {
            self.name = Some(rest.into());
        }
    }

    pub(crate) fn name_span(&self) -> Span {
        Span::new(self.name_span.start, self.name_span.end)
    }
}

/// A rule of a lexer: a regex, and what follows from its matches.
///
/// The fields `name`, `name_span`, `start_states` and `target_state` can be read too, in programs
/// made for grmtools; others use the methods of these names.
#[derive(Clone, Debug)]
pub struct Rule<StorageT> {
    pub(crate) tok_id: Option<StorageT>,
    /// Whether a match is a lexeme or nothing, and no more follows from it.
    pub(crate) is_plain: bool,
    pub(crate) properties: Properties,
    fields: OnceLock<Fields>,
}

/// The fields of a rule in grmtools.
#[derive(Clone, Debug)]
pub struct Fields {
    /// The token's name; `None` for a rule whose text is skipped.
    pub name: Option<String>,
    /// The place of the token's name in the lex file.
    pub name_span: Span,
    /// The numbers of the start states in which the rule is active; none means all that are not
    /// exclusive.
    pub start_states: Vec<usize>,
    /// The change of start state after a match: the number of a start state, and what is done with
    /// it.
    pub target_state: Option<(usize, StartStateOperation)>,
}

impl<StorageT> Deref for Rule<StorageT> {
    type Target = Fields;

    fn deref(&self) -> &Fields {
        self.fields.get_or_init(|| Fields {
            name: self.properties.name.as_deref().map(str::to_owned),
            name_span: self.properties.name_span(),
            start_states: self.properties.start_states.to_vec(),
            target_state: self.properties.target,
        })
    }
}

impl<StorageT: Copy> Rule<StorageT> {
    /// Makes a rule whose lexemes have the token id `tok_id`.
    #[doc(hidden)]
    pub const fn of(tok_id: Option<StorageT>, properties: Properties) -> Self {
        let Properties { name, target, extent, error, skips, guess, line_end, .. } = &properties;
        let is_lexeme_or_nothing = tok_id.is_some() || name.is_none() && !*error && skips.is_none();
        let is_plain = is_lexeme_or_nothing
            && target.is_none()
            && matches!(extent, Extent::All)
            && guess.is_none()
            && !*line_end;
        Rule { tok_id, is_plain, properties, fields: OnceLock::new() }
    }

    /// Replaces the token id.
    pub(crate) fn set_tok_id(&mut self, tok_id: Option<StorageT>) {
        *self = Rule::of(tok_id, std::mem::take(&mut self.properties));
    }

    /// Returns the token's name; `None` if the rule skips its text.
    pub fn name(&self) -> Option<&str> {
        self.properties.name.as_deref()
    }

    /// Returns the place of the token's name in the lex file; empty for a rule without one.
    pub fn name_span(&self) -> Span {
        self.properties.name_span()
    }

    /// Returns the token id of the rule's lexemes; `None` if the rule makes none, or the parser
    /// does not know the token.
    pub fn tok_id(&self) -> Option<StorageT> {
        self.tok_id
    }

    /// Returns the regex in the syntax of the `regex` crate, with definitions replaced.
    pub fn re_str(&self) -> &str {
        &self.properties.regex
    }

    /// Returns the numbers of the start states in which the rule is active; none means all that
    /// are not exclusive.
    pub fn start_states(&self) -> &[usize] {
        &self.properties.start_states
    }

    /// Returns the change of start state after a match: the number of a start state, and what is
    /// done with it.
    pub fn target_state(&self) -> Option<(usize, StartStateOperation)> {
        self.properties.target
    }

    /// Returns which part of a match is the lexeme.
    pub fn extent(&self) -> Extent {
        self.properties.extent
    }

    /// Returns whether text that the rule matches is a lexing error, as with `return -1;` in a file
    /// of flex.
    pub fn is_error(&self) -> bool {
        self.properties.error
    }

    /// Returns whether the rule stands for a token that layout makes, such as that of an
    /// indentation: no text matches it.
    pub fn is_made(&self) -> bool {
        self.properties.made
    }

    /// Returns whether the rule is for the end of the text, as with `<<EOF>>`: its lexeme has no
    /// width.
    pub fn is_at_end(&self) -> bool {
        self.properties.at_end
    }

    /// Returns whether the rule's text is a line end that only stands for other tokens, or for
    /// nothing: the parser need not know its token.
    pub fn is_consumed(&self) -> bool {
        self.properties.consumed
    }

    /// Returns the name in `%unfinished` if the rule's text begins what is not finished.
    pub fn unfinished(&self) -> Option<&str> {
        self.properties.unfinished.as_deref()
    }

    /// Returns the name of the text that the rule skips: of the group that the regex begins with,
    /// or of the definition that the regex is.
    pub fn skips(&self) -> Option<&str> {
        self.properties.skips.as_deref()
    }

    /// How little the rule's text is that of its token: 0 if it is the token's name, 1 if it can be
    /// written at the beginning, else 2.
    pub(crate) fn remoteness(&self) -> u8 {
        let is_name = self.properties.only_text.as_deref() == self.name();
        let is_first = self.start_states().is_empty() || self.start_states().contains(&0);
        if is_name { 0 } else { 2 - u8::from(is_first) }
    }
}

/// How each token may be written, by its id, in one pass over the rules.
pub(crate) fn token_texts<StorageT: Storage>(rules: &[Rule<StorageT>]) -> Vec<Option<String>> {
    let mut texts: Vec<Option<String>> = Vec::new();
    let mut rules: Vec<_> = rules.iter().filter(|rule| rule.name().is_some()).collect();
    rules.sort_by_key(|rule| rule.remoteness());
    for rule in rules {
        let token = rule.tok_id().map(|token| token.to_index());
        let Some(token) = token.filter(|token| *token < NAMED_TOKENS) else { continue };
        texts.resize(texts.len().max(token + 1), None);
        let text = || rule.properties.only_text.as_deref().map(str::to_owned);
        texts[token] = texts[token].take().or_else(text);
    }
    texts
}
