//! Runs jobs in as many threads as the machine runs at once; results are in the order of the jobs.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Returns the results of `job` for each number below `count`, in order.
pub(super) fn in_parallel<T: Send>(count: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= count {
                return done;
            }
            done.push((nth, job(nth)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(count.max(1));
    let mut all: Vec<(usize, T)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        all
    });
    all.sort_unstable_by_key(|(nth, _)| *nth);
    all.into_iter().map(|(_, done)| done).collect()
}
