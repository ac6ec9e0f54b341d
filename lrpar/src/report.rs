//! Reports on errors for people: what is wrong, where to fix it, and how.
//!
//! A [`Reporter`] makes [`Report`]s from the errors of one parse; a [`Renderer`] formats them. A
//! report is data: its place is that of the first edit of the applied repair, not the one at which
//! the parser noticed the mistake; its first help is that repair in words and as edits of the text.
//!
//! Reports are made on demand. A parse does not pay for them, and a program that does not call them
//! does not contain them. The cost of a report depends neither on the number of errors nor on the
//! length of a line; work that looks further (for an opening bracket, or for suggestions)
//! has one limit for all errors of a text.

mod helps;
mod labels;
mod missing;
mod reporter;
mod title;
mod token_names;
mod unterminated;

#[doc(inline)]
pub use lrtable::render::{Code, Help, HelpKind, Label, Renderer, Report, Severity, width};

#[cfg(feature = "generator")]
pub(crate) use self::labels::Expectation;
#[cfg(feature = "generator")]
pub use self::labels::GrammarLabels;
pub use self::{
    labels::{Expected, Labels, RuleLabel},
    reporter::{Location, Reporter, locations},
};
