//! Service for editors: answers on programs in a language, and on the grammar and lex files that
//! make it.
//!
//! Texts and byte offsets go in; reports, edits, completions, symbols, ranges and names come out.
//! Each function answers from values that were computed once for a version of a text. The front
//! decides how positions are counted, which files there are and when they change, and when to stop:
//! the options of recovery have a function for that.

pub mod grammar;
pub mod program;
pub mod queries;
pub mod token_classes;
