//! The clock, for measurements and for limits that ask for one.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

/// The time since this was first asked.
pub(crate) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
