//! The language service for a page: a question as JSON goes in, an answer as JSON comes out.
//!
//! A [`Session`] keeps the grammar between questions, so that a text is parsed again without
//! building the table again. On WebAssembly [`abi`] lets a page ask one; the program
//! `nimbleparse-web` asks one over standard input, so that its answers there and in a browser can
//! be compared. All offsets are bytes of UTF-8; the page turns them into those of its own strings.

mod abi;
mod automaton;
mod gallery;
mod limits;
mod question;
mod search;
mod session;

pub use session::Session;
