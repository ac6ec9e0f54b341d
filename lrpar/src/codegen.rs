//! From a Yacc file to Rust code, in a build script: [`CTParserBuilder`].
//!
//! The way through: `builder` reads the file and builds the table, `action` scans every action for `$1` and its like,
//! `check` says what is wrong with them, `conflicts` what is ambiguous, and `module` makes the text of the Rust file, which `builder`
//! writes by [`output::write_if_changed`]: `tables` the arrays, `entries` the public items, `reduce` the way from productions to actions, over the types in `values`;
//! `typed` writes types for the nodes of syntax trees.
//! [`output`], [`names`], [`tables::list`] and [`Visibility`] are shared with the generator of lexers.
//!
//! The output depends on the grammar file, the builder's settings and nothing else: no clock, no path of the machine, no
//! hash order. It names `::lrpar` and the crate of the lexer types, and no other crate.

mod action;
mod builder;
mod check;
mod conflicts;
mod entries;
mod error;
mod module;
pub mod names;
mod options;
pub mod output;
mod reduce;
mod splice;
pub mod tables;
mod typed;
mod values;

pub use builder::{CTParser, CTParserBuilder, InContext, RunTimeInspector};
pub use error::{BuildError, BuildErrorKind};
pub use options::{RustEdition, SerialisationFormat, Visibility};
