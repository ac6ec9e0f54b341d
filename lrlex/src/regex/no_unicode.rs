//! What stands in the place of `unicode` without the `regex` crate: nothing is known of its
//! classes.

use std::sync::Arc;

use super::charset::CharSet;

/// The characters of a class that only the `regex` crate knows.
pub(super) fn chars(_: &str, _: bool) -> Option<Arc<CharSet>> {
    None
}
