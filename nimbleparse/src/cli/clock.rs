//! The clock of the program, for measurements and for time limits.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

/// Returns the time since the first call.
pub(crate) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
