//! Sentences of a grammar, written down: random ones, and a short one for each production; and what a corpus uses of it.

pub(crate) mod coverage;
pub(crate) mod minimal;
pub(crate) mod spelling;
