//! How a caller ends work whose result is no longer wanted.

use std::{fmt, sync::Arc};

/// A function that ends work once it returns `true`: building a table ends in an error, recovery
/// with what it has found.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// let end = Instant::now() + Duration::from_secs(3600);
/// let stop = lrtable::Stop::new(move || Instant::now() > end);
/// assert!(!stop.says_so());
/// ```
#[derive(Clone)]
pub struct Stop(Arc<dyn Fn() -> bool + Send + Sync>);

impl Stop {
    /// Creates a stop that ends work once `says_so` returns `true`.
    ///
    /// The function is called about every 25 µs of recovery, and every millisecond of building a
    /// table.
    pub fn new(says_so: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Arc::new(says_so))
    }

    /// Returns whether work is to end now.
    pub fn says_so(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stop")
    }
}
