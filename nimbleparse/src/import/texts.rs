//! What actions ask of the text of their rule, and the rule for each answer.
//!
//! A condition such as `!strcmp(yytext, "x")` or `isdigit(yytext[0])` is a regular set of texts.
//! In: a rule, and the tests that its action makes. Out: the classes of texts that differ in a
//! test, and a regex for some of the classes: that of the rule intersected with the tests. Cost:
//! states of the rule times those of the tests, which are bounded.

mod divide;
mod regex;
mod test;

pub(super) use divide::Division;
pub(super) use regex::quoted;
pub(super) use test::{Bytes, Test};

/// What is known of the text that a rule has matched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Matched {
    /// Nothing is known of the text.
    #[default]
    Any,
    /// The whole text is known.
    Text(String),
    /// The text is one character beyond ASCII.
    Other,
    /// It is known which tests hold.
    Class(Vec<(Test, bool)>),
}

impl Matched {
    /// Whether a test holds, if that is known.
    pub(super) fn holds(&self, test: &Test) -> Option<bool> {
        match self {
            Matched::Any => None,
            Matched::Text(text) => Some(test.holds(text)),
            Matched::Other => Some(test.holds("\u{fc}")),
            Matched::Class(known) => {
                known.iter().find(|(one, _)| one == test).map(|(_, holds)| *holds)
            }
        }
    }

    /// The whole text, if it is known.
    pub(super) fn text(&self) -> Option<&str> {
        if let Matched::Text(text) = self { Some(text) } else { None }
    }
}
