//! What is bounded: each limit, what it bounds, and what lifts it.

/// Bytes of a message. A longer one ends the session with a line in its log; no client sends files of that size.
pub(crate) const MESSAGE: usize = 1 << 30;
/// Bytes of a line of a message's header.
pub(crate) const HEADER: u64 = 4096;
/// Symbols in each other that are sent as such; deeper ones stand beside the deepest of them.
pub(crate) const SYMBOL_DEPTH: usize = 50;
/// Selections around a place that are sent, beside that of the whole text, each in the one before it.
pub(crate) const SELECTIONS: usize = 60;
