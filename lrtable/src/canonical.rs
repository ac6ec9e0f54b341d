//! Canonical LR(1) (Knuth, "On the translation of languages from left to right", Information and
//! Control 8, 1965): states are merged only if their cores and all lookaheads are equal.

use crate::split::Policy;

/// No state ever takes up lookaheads.
pub(crate) struct Canonical;

impl Policy for Canonical {
    const EXACT: bool = true;
}
