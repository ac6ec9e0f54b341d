//! What is bounded: each limit, what it bounds, and what lifts it.

use std::time::Duration;

/// Bytes of a message. A longer one ends the session with a line in its log; no client sends files
/// of that size.
pub(crate) const MESSAGE: usize = 1 << 30;
/// Bytes of a line of a message's header.
pub(crate) const HEADER: u64 = 4096;
/// Work of recovery, in units of about 0.4 µs, that an answer may take while people type. An error
/// for which it does not suffice may lack its repair until the search has gone on: it does when
/// nothing else is asked, and before quick fixes are offered.
pub(crate) const TYPED_WORK: u64 = 40_000;
/// Blanks of a step of indentation; what a client asks for beyond that is cut.
pub(crate) const TAB: u32 = 16;
/// Symbols in each other that are sent as such; deeper ones stand beside the deepest of them.
pub(crate) const SYMBOL_DEPTH: usize = 50;
/// Selections around a place that are sent, beside that of the whole text, each in the one before
/// it.
pub(crate) const SELECTIONS: usize = 60;
/// Bytes of a configuration file, and of one with declarations for editors; a longer one is not
/// read, and the client is told.
pub(crate) const CONFIGURATION_BYTES: u64 = 1 << 20;
/// How long a client that ends the session is waited for to read what was said before. Then the
/// server ends all the same.
pub(crate) const GOODBYE: Duration = Duration::from_millis(500);
