//! Time, for measurements and for limits that ask for it.

use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

/// The time since this was first asked.
pub(crate) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// What `f` returns, and how long it took.
pub(crate) fn timed<T>(f: impl FnOnce() -> T) -> (T, Duration) {
    let start = now();
    let value = f();
    (value, now() - start)
}

/// The middle one of `times`, or the mean of the two in the middle; 0 if there is none.
pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let middle = times.len() / 2;
    match times.len() % 2 {
        _ if times.is_empty() => Duration::ZERO,
        0 => (times[middle - 1] + times[middle]) / 2,
        _ => times[middle],
    }
}
