//! Work on all processors, whose results keep their order.

use std::{
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

/// The results of `work` for the numbers below `count`.
pub fn in_parallel<T: Send + Sync>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<OnceLock<T>> = (0..count).map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let nth = next.fetch_add(1, Relaxed)
                    && nth < count
                {
                    let _ = results[nth].set(work(nth));
                }
            });
        }
    });
    results.into_iter().filter_map(OnceLock::into_inner).collect()
}
