//! Generates Rust code from a Yacc file, in a build script: see [`CTParserBuilder`].
//!
//! Data flow: `builder` reads the file and builds the table; `actions` reads what productions do
//! and reports what is wrong with that: `action` resolves the references (`$1`, …) of each action,
//! `splice` checks the types and parameters beside them. `conflicts` reports what is ambiguous;
//! `module` makes the text of the Rust file, which `builder` writes by
//! [`output::write_if_changed`]. Parts of that text: `tables` makes the arrays, `entries` the
//! public items, `reduce` the `match` from productions to actions over the types in `values`,
//! `typed` the types for nodes of syntax trees, `queries` the functions that return queries; each
//! writes into a [`RustWriter`]. That,
//! [`Settings`] of builders, [`output`], [`names`] and [`tables::list`] are shared with the
//! generator of lexers.
//!
//! The output depends on the grammar file, the builder's settings and nothing else: no clock, no
//! path of the machine, no hash order. It names `::lrpar` and the crate of the lexer types, and no
//! other crate.

mod action;
mod actions;
mod builder;
mod conflicts;
mod entries;
mod error;
mod module;
pub mod names;
mod options;
pub mod output;
#[cfg(feature = "query")]
mod queries;
mod reduce;
mod settings;
mod splice;
pub mod tables;
mod typed;
mod values;
mod writer;

pub use builder::{CTParser, CTParserBuilder, ConflictContext, RunTimeInspector};
pub use error::{BuildError, BuildErrorKind};
pub use options::{RustEdition, SerialisationFormat, Visibility};
pub use settings::Settings;
pub use writer::{REASON, RustWriter};
