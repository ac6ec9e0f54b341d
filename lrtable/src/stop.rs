//! How a caller ends work whose result is no longer wanted.

use std::{fmt, sync::Arc};

/// A function that ends work as soon as it returns `true`: building a table ends in an error, and recovery with what it has found.
#[derive(Clone)]
pub struct Stop(Arc<dyn Fn() -> bool + Send + Sync>);

impl Stop {
    /// Stops when `says_so` returns `true`. It is asked about every 25 µs of recovery, and every millisecond of building a table.
    pub fn new(says_so: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Arc::new(says_so))
    }

    /// Whether to stop now.
    pub fn says_so(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stop")
    }
}
