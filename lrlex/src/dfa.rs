//! The rules of a lex file as one automaton over bytes, as far as an automaton can tell what they match.
//!
//! `parse` reads a rule's regex to a tree of character sets (`chars`; `perl` knows those of `\w` and its like, `unicode` asks
//! the `regex` crate for others), `nfa` makes a program of it in which a character is read byte by byte (`utf8`), `subset`
//! makes the automaton of all programs, `minimise` the least one, `pack` its arrays, and `walk` runs these.
//!
//! What is matched is exactly what the `regex` crate would match rule by rule: inside a rule the leftmost-first match, of
//! several rules the longest, among equals the earliest. Rules that ask what stands around their text, or that compare it
//! with a stored one, or whose automaton would be too large, are left to that crate.

#[cfg(feature = "generator")]
mod build;
#[cfg(feature = "generator")]
mod chars;
#[cfg(feature = "generator")]
mod minimise;
#[cfg(feature = "generator")]
mod nfa;
#[cfg(feature = "generator")]
mod pack;
#[cfg(feature = "generator")]
mod parse;
#[cfg(feature = "generator")]
mod perl;
#[cfg(feature = "generator")]
mod shadow;
mod skip;
#[cfg(feature = "generator")]
mod subset;
mod tables;
#[cfg(all(feature = "generator", feature = "regex"))]
mod unicode;
#[cfg(all(feature = "generator", not(feature = "regex")))]
mod unicode {
    //! Without the `regex` crate nothing is known of its classes.

    use std::sync::Arc;

    use super::chars::CharSet;

    pub(super) fn chars(_: &str) -> Option<Arc<CharSet>> {
        None
    }
}
#[cfg(feature = "generator")]
mod utf8;
mod walk;

#[cfg(feature = "generator")]
pub(crate) use build::{Cover, compile};
#[cfg(feature = "generator")]
pub(crate) use pack::Packed;
pub use skip::Skip;
pub use tables::{Cell, Cells, Tables};
#[cfg(feature = "regex")]
pub(crate) use walk::reach;
pub(crate) use walk::{Notes, Sink, Walker};
