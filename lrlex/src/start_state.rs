//! Start states, in which only some of a lexer's rules are active.

use std::borrow::Cow;

use lrtable::Span;

/// A start state: a named set of active rules.
#[derive(Clone, Debug)]
pub struct StartState {
    name: Cow<'static, str>,
    name_span: Span,
    exclusive: bool,
}

impl StartState {
    pub(crate) const fn new(name: Cow<'static, str>, name_span: Span, exclusive: bool) -> Self {
        StartState { name, name_span, exclusive }
    }

    /// The name of the start state; that of the first is `INITIAL`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is declared; empty for `INITIAL`.
    pub fn name_span(&self) -> Span {
        self.name_span
    }

    /// Whether only those rules are active that name it.
    pub fn exclusive(&self) -> bool {
        self.exclusive
    }
}

/// What a rule does with the stack of start states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartStateOperation {
    /// `<S>`: S becomes the only one.
    ReplaceStack,
    /// `BEGIN(S)` of flex: S takes the place of the present one.
    ReplaceTop,
    /// `<+S>`: S is stacked on the present one.
    Push,
    /// `<-S>`: the present one is left; below the last one is `INITIAL`.
    Pop,
}
