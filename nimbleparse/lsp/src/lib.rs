//! A language server: messages of the language server protocol in, answers of nimbleparse's
//! language service out.
//!
//! [`serve`] reads and writes any pair of streams; the program gives it standard input and output.
//! One thread reads, one writes, one routes, and each open file has one of its own that parses and
//! answers, so that a slow file delays no answer for another. [`text`] keeps texts and positions,
//! `languages` finds the language of a file, `programs` and `grammars` answer.

#![forbid(unsafe_code)]

mod action_filter;
mod answer;
mod convert;
mod event;
mod grammars;
#[cfg(test)]
mod growth;
mod languages;
mod limits;
mod paths;
mod programs;
mod server;
pub mod text;
mod wire;
mod worker;

pub use server::serve;
