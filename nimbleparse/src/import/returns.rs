//! The invariant of actions: no `return` in their text is lost without a word.
//!
//! Each way through an action notes the returns that it comes to, and those of which it is certain
//! that it does not, in the tree of its statements. All others that stand among the tokens are told
//! here, whatever the reason: a statement that is not understood, a way that is too long, a macro
//! that is not expanded. What a `return` gives that was come to is the outcome of a rule, or told
//! where the ways are judged. Cost: linear in the tokens of the action and of the functions that it
//! calls.

use fnv::FnvHashSet;
use lrtable::Span;

use super::{
    Reading,
    c::{TokenKind, macros::Code},
};

/// What ways through an action have seen of it.
#[derive(Default)]
pub(super) struct Seen<'a> {
    /// The returns that were come to or left out for certain: the function in which each stands,
    /// none for the action, and the number of its token.
    returns: FnvHashSet<(Option<&'a str>, usize)>,
    /// The functions that were called.
    pub(super) functions: FnvHashSet<&'a str>,
}

impl<'a> Seen<'a> {
    /// Notes the return of which this is the token in an action or a function.
    pub(super) fn see(&mut self, function: Option<&'a str>, token: usize) {
        self.returns.insert((function, token));
    }

    /// Adds what other ways have seen.
    pub(super) fn join(&mut self, other: Seen<'a>) {
        self.returns.extend(other.returns);
        self.functions.extend(other.functions);
    }
}

impl<'a> Reading<'_, 'a> {
    /// Tells the returns of an action, which stands at `action`, to which no way has come; whether
    /// there are any.
    pub(super) fn tell_unseen(&mut self, code: &Code<'a>, seen: &Seen<'a>, action: Span) -> bool {
        let mut functions: Vec<&str> = seen.functions.iter().copied().collect();
        functions.sort_unstable();
        let known = &self.c.definitions.functions;
        let functions = functions.into_iter().map(|name| (Some(name), &known[name].body));
        let mut unseen: Vec<(Span, String)> = Vec::new();
        for (function, Code { tokens, .. }) in std::iter::once((None, code)).chain(functions) {
            for (at, token) in tokens.iter().enumerate() {
                let next = tokens.get(at + 1);
                if token.kind != TokenKind::Word || seen.returns.contains(&(function, at)) {
                    continue;
                }
                let given = tokens[at + 1..].iter().find(|next| next.text != "(");
                let given = given.filter(|given| token.text == "return" && given.text != ";");
                let message = match given {
                    Some(given) => format!(
                        "'return {}' has no effect, its token is lost: it is not understood when the action comes to it",
                        given.text
                    ),
                    None if self.c.definitions.is_left(token.text, next) => format!(
                        "the macro '{}' has no effect: it stands inside too many others",
                        token.text
                    ),
                    None => continue,
                };
                let span = token.span();
                let is_inside = span.start() >= action.start() && span.end() <= action.end();
                let place = if is_inside { span } else { self.file.first_line(action) };
                unseen.push((place, message));
            }
        }
        let is_lost = !unseen.is_empty();
        unseen.into_iter().for_each(|(span, message)| self.file.warn(message, span));
        is_lost
    }
}
