//! How much recovery may work: counted, so that the result is the same on every machine, or timed.

use std::time::Duration;

use super::{RecoveryOptions, limits};

/// A monotonic clock: the time since some fixed moment. Only time limits and measurements ask for one.
pub type Clock = fn() -> Duration;

/// The limits of one parse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Work of all errors together; the unit is one LR simulation, about 0.4 µs. `None`: no limit.
    pub work: Option<u64>,
    /// Memory of the search at one error, in bytes.
    pub memory: usize,
    /// Time of all errors together.
    pub time: Option<Duration>,
}

impl Default for Budget {
    /// 4,000,000 units of work, 80 MiB, no time limit.
    fn default() -> Self {
        Budget { work: Some(limits::PARSE_WORK), memory: limits::MEMORY, time: None }
    }
}

/// What is left of a parse's budget.
#[derive(Clone, Debug)]
pub(crate) struct Purse {
    budget: Budget,
    clock: Option<Clock>,
    /// Does parsing go on behind an error whose recovery failed? Then each error may take a share only.
    shared: bool,
    /// Work done at all errors so far.
    pub(crate) work: u64,
    /// Time spent at all errors so far.
    pub(crate) time: Duration,
}

impl Purse {
    /// The whole budget of `options`. A time limit needs a clock.
    pub(crate) fn new(options: &RecoveryOptions) -> Self {
        let RecoveryOptions { budget, clock, fall_back, .. } = *options;
        Purse { budget, clock, shared: fall_back, work: 0, time: Duration::ZERO }
    }

    /// What one error may spend.
    pub(crate) fn open(&self) -> Meter {
        let left = |work: u64| work.saturating_sub(self.work);
        let (work, held_back) = match self.budget.work {
            None if self.shared => (u64::MAX, u64::MAX / limits::HASTY_SHARE),
            None => (u64::MAX, 0),
            Some(work) if self.shared => {
                let share = (left(work) / limits::ERROR_SHARE)
                    .clamp(limits::ERROR_WORK_MIN.min(work), limits::ERROR_WORK_MAX);
                (share, share / limits::HASTY_SHARE)
            }
            Some(work) => (left(work), 0),
        };
        let now = self.clock.map_or(Duration::ZERO, |clock| clock());
        Meter {
            before: self.work,
            work: 0,
            configurations: 0,
            peak_bytes: 0,
            work_limit: work - held_back,
            held_back,
            memory_limit: self.budget.memory,
            clock: self.clock,
            deadline: self.budget.time.map(|limit| now + limit.saturating_sub(self.time)),
            next_look: 0,
            opened: now,
        }
    }

    /// Takes what `meter` says was spent; returns the time.
    pub(crate) fn close(&mut self, meter: &Meter) -> Duration {
        self.work += meter.work;
        let time = meter.now().saturating_sub(meter.opened);
        self.time += time;
        time
    }
}

/// What the recovery of one error spends.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    /// What the errors before it spent.
    before: u64,
    /// LR simulations.
    pub(crate) work: u64,
    /// Configurations expanded.
    pub(crate) configurations: u64,
    /// The most memory that was in use.
    pub(crate) peak_bytes: usize,
    work_limit: u64,
    /// Work beyond that limit, for one more attempt.
    held_back: u64,
    memory_limit: usize,
    clock: Option<Clock>,
    deadline: Option<Duration>,
    next_look: u64,
    opened: Duration,
}

impl Meter {
    /// The time; 0 without a clock.
    pub(crate) fn now(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |clock| clock())
    }

    /// Gives out what was held back for one more attempt; was there anything?
    pub(crate) fn release(&mut self) -> bool {
        self.work_limit = self.work_limit.saturating_add(self.held_back);
        std::mem::take(&mut self.held_back) > 0
    }

    /// Lets no more than `work` be done from now on; returns the limit as it was, for [`Meter::uncap`].
    pub(crate) fn cap(&mut self, work: u64) -> u64 {
        let capped = self.work_limit.min(self.work.saturating_add(work));
        std::mem::replace(&mut self.work_limit, capped)
    }

    /// What the search with one reach may take.
    pub(crate) fn reach_work(&self) -> u64 {
        let left = limits::REACH_WORK.saturating_sub(self.before.saturating_add(self.work));
        (left / limits::REACH_SHARE).max(limits::REACH_WORK_MIN)
    }

    /// Takes a cap off.
    pub(crate) fn uncap(&mut self, limit: u64) {
        self.work_limit = limit;
    }

    /// The work that is left.
    pub(crate) fn left(&self) -> u64 {
        self.work_limit.saturating_sub(self.work)
    }

    /// Is there anything left, now that a guide has done so much more work and `bytes` of memory are in use?
    pub(crate) fn may_go_on(&mut self, guiding: u64, bytes: usize) -> bool {
        self.peak_bytes = self.peak_bytes.max(bytes);
        let work = self.work.saturating_add(guiding);
        if work >= self.work_limit || bytes > self.memory_limit {
            return false;
        }
        match self.deadline {
            Some(deadline) if work >= self.next_look => {
                self.next_look = work + limits::CLOCK_INTERVAL;
                self.clock.is_none() || self.now() < deadline
            }
            _ => true,
        }
    }
}
