//! The rules of a lexer as its users see them: what was read, with the token ids that may be replaced by a parser's.

use lrtable::Span;

use crate::spec::{RuleSpec, StartStateOperation};

/// One rule: a regex and what happens where it matches.
#[derive(Clone, Debug)]
pub struct Rule<StorageT> {
    /// The token's name, `None` for a rule whose text is skipped. A field too, since programs made for grmtools read it.
    pub name: Option<String>,
    name_span: Span,
    tok_id: Option<StorageT>,
    re_str: String,
    start_states: Vec<usize>,
    target_state: Option<(usize, StartStateOperation)>,
}

impl<StorageT: Copy> Rule<StorageT> {
    pub(crate) fn new(spec: &RuleSpec, tok_id: Option<StorageT>) -> Self {
        Rule {
            name: spec.name.clone(),
            name_span: spec.name_span,
            tok_id,
            re_str: spec.pattern.text().to_owned(),
            start_states: spec.start_states.clone(),
            target_state: spec.target.clone(),
        }
    }

    /// The token's name; `None` if the text is skipped.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Where the name stands in the lex file; empty for a rule without one.
    pub fn name_span(&self) -> Span {
        self.name_span
    }

    /// The id of the lexemes that the rule makes; `None` if the parser does not know the token.
    pub fn tok_id(&self) -> Option<StorageT> {
        self.tok_id
    }

    /// The regex, definitions and escapes replaced by what they mean to the `regex` crate.
    pub fn re_str(&self) -> &str {
        &self.re_str
    }

    /// The start states in which the rule is active; none means all that are not exclusive.
    pub fn start_states(&self) -> &[usize] {
        &self.start_states
    }

    /// The change of start state after a match.
    pub fn target_state(&self) -> Option<(usize, StartStateOperation)> {
        self.target_state.clone()
    }

    /// The same, borrowed.
    pub(crate) fn target(&self) -> Option<&(usize, StartStateOperation)> {
        self.target_state.as_ref()
    }

    pub(crate) fn set_tok_id(&mut self, tok_id: Option<StorageT>) {
        self.tok_id = tok_id;
    }
}
