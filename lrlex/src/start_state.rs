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

    /// Returns the name of the start state; that of the first is `INITIAL`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the place of the name in the declaration of the start state; empty for `INITIAL`.
    pub fn name_span(&self) -> Span {
        self.name_span
    }

    /// Returns whether only the rules that name the start state are active in it, as with `%x`.
    pub fn exclusive(&self) -> bool {
        self.exclusive
    }
}

/// An operation on the stack of start states, by the target of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartStateOperation {
    /// `<S>`: clears the stack and enters the start state S.
    ReplaceStack,
    /// `BEGIN(S)` of flex: replaces the start state on top of the stack by S.
    ReplaceTop,
    /// `<+S>`: pushes the start state S.
    Push,
    /// `<-S>`: pops the present start state; below the last one is `INITIAL`.
    Pop,
}
