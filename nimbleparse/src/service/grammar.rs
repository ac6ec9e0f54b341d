//! Answers on a Yacc file and its lex file as they are edited; all take a
//! [`Specification`](crate::language::Specification).

mod action_names;
pub mod findings;
pub mod hover_and_completion;
pub mod layout;
mod lex_names;
pub mod occurrences;
pub mod references;
pub mod rewrite;
pub mod structure;
