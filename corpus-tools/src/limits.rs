//! How much memory an input may take.

/// Bytes of text that the cases of one pair may have together. Each case is the whole text with one of its errors, so a file of
/// megabytes with a thousand errors would take gigabytes. A pair with more has no case; it can be cut into smaller files.
pub(crate) const CASES_BYTES: usize = 256 << 20;
