//! Budgets of recovery: how much it may work, counted, so that results are equal on every machine,
//! or timed.
//!
//! A [`ParseBudget`] is what a parse has, a [`Meter`] what it gives to one error. All work of
//! recovery is charged to the meter in steps: a simulated token is 64 steps, a reduction one;
//! products of matrices and scored candidates are charged by what they take. What a part of it may
//! spend is an [`Allowance`]. When a limit is reached, `charge` fails with [`Spent`], which every
//! loop passes on. `hold` reports the memory in use and fails in the same way. Time limits and the
//! user's stop function are checked every [`limits::PAUSE_STEPS`] steps.

use std::{cell::Cell, sync::OnceLock, time::Duration};

use lrtable::Stop;

use super::limits;

/// Limits on the recovery of one parse: work, memory, time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Units of work for all errors together, one LR simulation (about 0.4 µs) each; `None` for no
    /// limit.
    ///
    /// The search at an error may always spend [`limits::ERROR_WORK_MIN`] units, and what follows
    /// it [`limits::RANK_WORK_MIN`], until all errors together have spent [`limits::OVERDRAFT`]
    /// times this; then no more repairs are looked for.
    pub work: Option<u64>,
    /// Bytes that the search at one error may use.
    pub memory: usize,
    /// Time for all errors together; needs
    /// [`RecoveryOptions::clock`](super::RecoveryOptions::clock). A spent time limit ends recovery
    /// whatever work is left; `None` for no limit.
    pub time: Option<Duration>,
}

impl Default for Budget {
    /// Returns 4,000,000 units of work, 80 MiB and no time limit.
    fn default() -> Self {
        Budget { work: Some(limits::PARSE_WORK), memory: limits::MEMORY, time: None }
    }
}

/// A monotonic clock: a function that returns the time since some fixed moment. Only time limits
/// and measurements call it.
pub type Clock = fn() -> Duration;

named! {
    /// The limit that ended recovery from an error.
    pub enum Limit {
        /// Counted work: [`Budget::work`].
        Work = "work",
        /// Time: [`Budget::time`].
        Time = "time",
        /// Memory: [`Budget::memory`].
        Memory = "memory",
        /// The caller's [stop function](super::RecoveryOptions::stop) returned `true`.
        Stop = "stop",
        /// The number of errors of a parse: [`limits::MAX_ERRORS`].
        Errors = "errors",
    }
}

/// Error of a charge that reaches a limit; [`Meter::limit`] says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// Returns the content of `cell`, made first if it is empty.
///
/// # Errors
///
/// If a limit is reached while the content is made; the cell then stays empty.
pub(super) fn get_or_make<T>(
    cell: &OnceLock<T>,
    make: impl FnOnce() -> Result<T, Spent>,
) -> Result<&T, Spent> {
    if let Some(made) = cell.get() {
        return Ok(made);
    }
    let made = make()?;
    Ok(cell.get_or_init(|| made))
}

/// The rest of a parse's budget.
#[derive(Clone, Debug)]
pub(crate) struct ParseBudget {
    budget: Budget,
    clock: Option<Clock>,
    stop: Option<Stop>,
    /// Whether parsing goes on after an error whose recovery failed; each error may then take a
    /// share only.
    shared: bool,
    /// Work and time that all errors have taken so far.
    spent: Effort,
    /// Bytes of the repair sequences kept for the caller.
    stored: usize,
    errors: usize,
}

impl ParseBudget {
    /// Makes a full budget; `shared` if parsing goes on after an error whose recovery failed.
    pub(crate) fn new(
        budget: Budget,
        clock: Option<Clock>,
        stop: Option<Stop>,
        shared: bool,
    ) -> Self {
        let spent = Effort::default();
        ParseBudget { budget, clock, stop, shared, spent, stored: 0, errors: 0 }
    }

    /// Opens the meter of the next error.
    pub(crate) fn open(&mut self) -> Meter {
        self.errors += 1;
        let ParseBudget { budget, clock, ref stop, .. } = *self;
        let share = match budget.work {
            None => u64::MAX / limits::STEPS_A_UNIT,
            Some(work) if self.shared => {
                let left = work.saturating_sub(self.spent.work) / limits::ERROR_SHARE;
                let least = limits::ERROR_WORK_MIN.min(work);
                let ceiling =
                    work.saturating_mul(limits::OVERDRAFT).saturating_sub(self.spent.work);
                left.clamp(least, limits::ERROR_WORK_MAX).min(ceiling)
            }
            Some(work) => work.saturating_sub(self.spent.work),
        };
        let after_search = match self.shared {
            true if share > 0 => (share / limits::RANK_SHARE).max(limits::RANK_WORK_MIN),
            _ => 0,
        };
        let opened = clock.map_or(Duration::ZERO, |clock| clock());
        let deadline =
            |limit: Duration| opened.saturating_add(limit.saturating_sub(self.spent.time));
        let grace = |limit: Duration| limit.saturating_add(limits::FALL_BACK_GRACE);
        let time = budget.time.filter(|_| clock.is_some());
        Meter {
            before: self.spent.work,
            steps: Cell::new(0),
            // Limits are checked with the first step.
            pause_at: Cell::new(0),
            allowed: Cell::new(Allowed { steps: steps(share), deadline: time.map(deadline) }),
            after_search: steps(after_search),
            limit: Cell::new((self.errors > limits::MAX_ERRORS).then_some(Limit::Errors)),
            configurations: Cell::new(0),
            held: Cell::new(0),
            peak: Cell::new(0),
            memory: budget.memory,
            clock,
            last_deadline: time.map(grace).map(deadline),
            stop: stop.clone(),
            opened,
        }
    }

    /// Adds what `meter` spent to the errors' total; returns it.
    pub(crate) fn close(&mut self, meter: &Meter) -> Effort {
        let effort = Effort {
            work: meter.work(),
            configurations: meter.configurations.get(),
            bytes: meter.peak.get(),
            time: meter.now().saturating_sub(meter.opened),
        };
        self.spent.work += effort.work;
        self.spent.time += effort.time;
        effort
    }

    /// Returns what all errors have taken so far.
    pub(crate) fn spent(&self) -> Effort {
        self.spent
    }

    /// Adds `work` units to what was spent.
    pub(crate) fn charge(&mut self, work: u64) {
        self.spent.work = self.spent.work.saturating_add(work);
    }

    /// Adds `time` to what was spent.
    pub(crate) fn add_time(&mut self, time: Duration) {
        self.spent.time += time;
    }

    /// Returns whether no work or no time is left, or the stop function says so.
    pub(crate) fn is_spent(&self) -> bool {
        let Budget { work, time, .. } = self.budget;
        work.is_some_and(|work| self.spent.work >= work)
            || self.clock.is_some() && time.is_some_and(|time| self.spent.time >= time)
            || self.stop.as_ref().is_some_and(Stop::says_so)
    }

    /// Reserves `bytes` for repair sequences to keep; returns whether there was room.
    pub(crate) fn store(&mut self, bytes: usize) -> bool {
        let stored = self.stored.saturating_add(bytes);
        let has_room = stored <= limits::STORED_MEMORY;
        if has_room {
            self.stored = stored;
        }
        has_room
    }
}

/// Work, memory and time that recovery from one error took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Units of work, one LR simulation each.
    pub work: u64,
    /// Number of configurations that the search expanded.
    pub configurations: u64,
    /// Peak of the memory in use, in bytes.
    pub bytes: usize,
    /// Time taken; zero without a clock.
    pub time: Duration,
}

fn steps(work: u64) -> u64 {
    work.saturating_mul(limits::STEPS_A_UNIT)
}

/// What a part of recovery may spend.
#[derive(Clone, Copy, Debug)]
pub(super) enum Allowance {
    /// At most these units of what is left.
    Part(u64),
    /// These units, not taken from what is left.
    Beside(u64),
    /// What is left, and what was held back for ranking, listing, scoring and alternatives.
    AfterSearch,
    /// What is left, at least [`limits::FALL_BACK_WORK`]; and some time after the deadline.
    FallBack,
}

/// Limits of the work in progress.
#[derive(Clone, Copy, Debug)]
struct Allowed {
    /// The number of steps since the meter was opened.
    steps: u64,
    deadline: Option<Duration>,
}

/// Meter of one error's recovery: what it spent and may spend.
#[derive(Debug)]
pub(crate) struct Meter {
    /// Units of work that earlier errors took.
    before: u64,
    steps: Cell<u64>,
    /// Number of steps at which the limits are looked at next.
    pause_at: Cell<u64>,
    allowed: Cell<Allowed>,
    /// Steps held back for what comes after the search.
    after_search: u64,
    /// The limit that was reached last.
    limit: Cell<Option<Limit>>,
    configurations: Cell<u64>,
    /// Bytes in use, and their peak.
    held: Cell<usize>,
    peak: Cell<usize>,
    memory: usize,
    clock: Option<Clock>,
    /// The deadline of the fall-back.
    last_deadline: Option<Duration>,
    stop: Option<Stop>,
    opened: Duration,
}

impl Meter {
    /// Makes a meter of `steps` steps without any other limit.
    pub(crate) fn of_steps(steps: u64) -> Meter {
        let budget = Budget { work: None, memory: usize::MAX, time: None };
        let meter = ParseBudget::new(budget, None, None, false).open();
        meter.allow(Allowed { steps, deadline: None });
        meter
    }

    /// Returns the steps charged so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Charges `steps` steps.
    ///
    /// # Errors
    ///
    /// If a limit is reached. The steps count nevertheless.
    #[inline]
    pub(crate) fn charge(&self, steps: u64) -> Result<(), Spent> {
        let now = self.steps.get().saturating_add(steps);
        self.steps.set(now);
        if now <= self.pause_at.get() { Ok(()) } else { self.pause() }
    }

    #[cold]
    fn pause(&self) -> Result<(), Spent> {
        self.look()?;
        if self.steps.get() > self.allowed.get().steps {
            return self.end(Limit::Work);
        }
        self.renew();
        Ok(())
    }

    /// Checks the clock and the stop function without a charge: for work whose result does not
    /// depend on the error.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub(crate) fn look(&self) -> Result<(), Spent> {
        if matches!(self.limit.get(), Some(Limit::Errors | Limit::Stop)) {
            return Err(Spent);
        }
        if self.allowed.get().deadline.is_some_and(|deadline| self.now() >= deadline) {
            return self.end(Limit::Time);
        }
        if self.stop.as_ref().is_some_and(Stop::says_so) {
            return self.end(Limit::Stop);
        }
        Ok(())
    }

    /// Records the limit that ended recovery.
    #[cold]
    fn end(&self, limit: Limit) -> Result<(), Spent> {
        self.limit.set(Some(limit));
        Err(Spent)
    }

    /// Sets when the limits are checked next.
    fn renew(&self) {
        let Allowed { steps, deadline } = self.allowed.get();
        let checks = deadline.is_some() || self.stop.is_some();
        let next = match self.limit.get() {
            Some(Limit::Errors | Limit::Stop) => 0,
            _ if checks => self.steps.get().saturating_add(limits::PAUSE_STEPS),
            _ => u64::MAX,
        };
        self.pause_at.set(next.min(steps));
    }

    /// Records the memory in use.
    ///
    /// # Errors
    ///
    /// If it is more than the limit.
    pub(crate) fn hold(&self, bytes: usize) -> Result<(), Spent> {
        self.held.set(bytes);
        self.peak.set(self.peak.get().max(bytes));
        self.room_for(0)
    }

    /// Returns the memory in use, in bytes.
    pub(crate) fn held(&self) -> usize {
        self.held.get()
    }

    /// Checks that `bytes` more than those in use are allowed.
    ///
    /// # Errors
    ///
    /// If they are not.
    pub(crate) fn room_for(&self, bytes: usize) -> Result<(), Spent> {
        if self.held.get().saturating_add(bytes) > self.memory {
            return self.end(Limit::Memory);
        }
        Ok(())
    }

    /// Counts a configuration as expanded.
    pub(crate) fn count_configuration(&self) {
        self.configurations.set(self.configurations.get() + 1);
    }

    /// Returns the number of configurations expanded.
    pub(crate) fn configurations(&self) -> u64 {
        self.configurations.get()
    }

    /// Returns the units of work so far.
    pub(crate) fn work(&self) -> u64 {
        self.steps.get() / limits::STEPS_A_UNIT
    }

    /// Returns the limit that was reached last.
    pub(crate) fn limit(&self) -> Option<Limit> {
        self.limit.get()
    }

    /// Returns the time; zero without a clock.
    pub(crate) fn now(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |clock| clock())
    }

    /// Runs `part` within an allowance; the limits are the old ones again when it returns.
    pub(super) fn within<T>(&self, allowance: Allowance, part: impl FnOnce() -> T) -> T {
        let (before, outer) = (self.steps.get(), self.allowed.get());
        let left = outer.steps;
        let with = |work: u64| before.saturating_add(steps(work));
        let mut inner = outer;
        inner.steps = match allowance {
            Allowance::Part(work) => left.min(with(work)),
            Allowance::Beside(work) => with(work),
            Allowance::AfterSearch => left.max(before).saturating_add(self.after_search),
            Allowance::FallBack => {
                inner.deadline = self.last_deadline;
                left.max(with(limits::FALL_BACK_WORK))
            }
        };
        self.allow(inner);
        let result = part();
        let beside = match allowance {
            Allowance::Beside(_) => self.steps.get() - before,
            _ => 0,
        };
        self.allow(Allowed { steps: left.saturating_add(beside), ..outer });
        result
    }

    fn allow(&self, allowed: Allowed) {
        self.allowed.set(allowed);
        // The first check of the limits comes first in any case.
        if self.pause_at.get() > 0 {
            self.renew();
        }
    }

    /// Charges a lexeme that the fall-back looks at. Each lexeme is skipped once in a parse, so the
    /// work for them is not limited, nor that at the end of the input; time is.
    ///
    /// # Errors
    ///
    /// If the time is over.
    pub(crate) fn charge_lexeme(&self, is_end: bool) -> Result<(), Spent> {
        let mut allowed = self.allowed.get();
        allowed.steps = allowed.steps.saturating_add(if is_end { u64::MAX } else { 1 });
        self.allowed.set(allowed);
        self.charge(1)
    }

    /// Returns the work that the search for dearer sequences may take.
    pub(crate) fn dearer_work(&self) -> u64 {
        let left = limits::DEARER_WORK.saturating_sub(self.before.saturating_add(self.work()));
        (left / limits::DEARER_SHARE).max(limits::DEARER_WORK_MIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_ends_with_its_part_however_that_ends() {
        let meter = Meter::of_steps(steps(100));
        let part = |work: u64| meter.charge(steps(work));
        assert_eq!(meter.within(Allowance::Part(1), || part(2)), Err(Spent));
        assert_eq!(part(1), Ok(()), "the rest is left");
        assert_eq!(meter.within(Allowance::Part(1_000), || part(98)), Err(Spent));
        assert_eq!(part(0), Err(Spent), "a part is of what is left");
        assert_eq!(meter.within(Allowance::Beside(5), || part(5)), Ok(()));
        assert_eq!(meter.within(Allowance::Beside(5), || part(6)), Err(Spent));
        let meter = Meter::of_steps(steps(100));
        assert_eq!(meter.within(Allowance::Beside(1_000), || meter.charge(steps(900))), Ok(()));
        assert_eq!(meter.charge(steps(100)), Ok(()), "nothing of the rest was taken");
        assert_eq!(meter.charge(1), Err(Spent));
    }
}
