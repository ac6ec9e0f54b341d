//! Service for editors: answers on programs in a language, and on the grammar and lex files that make it.
//!
//! Texts and byte offsets go in; reports, edits, completions, symbols, ranges and names come out. Each function answers from
//! values that were computed once for a version of a text. The front decides how positions are counted, which files there are and
//! when they change, and when to stop: the options of recovery have a function for that.

pub mod about;
mod action_names;
pub mod classes;
pub mod complete;
pub mod conflicts;
pub mod format;
mod lex_names;
pub mod mistakes;
pub mod names;
pub mod outline;
pub mod parts;
pub mod places;
pub mod program;
pub mod specification;
pub mod structure;
