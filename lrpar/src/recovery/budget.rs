//! How much recovery may work: counted, so that the result is the same on every machine, or timed.
//!
//! A [`ParseBudget`] is what a parse has; [`Meter`] is what it gives to one error. Whatever recovery does is charged to the meter
//! in steps: a simulated token is 64, each reduction one, and so are products of matrices and candidates that are scored by what they
//! take. When a limit is reached the charge fails with [`Spent`], which every loop passes on. Memory in use is told by `hold`, and fails
//! in the same way. Time limits and the user's stop function are
//! looked at every [`limits::PAUSE_STEPS`] steps, wherever the time goes.

use std::{cell::Cell, sync::OnceLock, time::Duration};

use lrtable::Stop;

use super::limits;

/// The limits of one parse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Work of all errors together; the unit is one LR simulation, about 0.4 µs. `None`: no limit.
    ///
    /// Each error may always spend [`limits::ERROR_WORK_MIN`] units, until all errors together have spent
    /// [`limits::OVERDRAFT`] times this; then no more repairs are looked for.
    pub work: Option<u64>,
    /// Memory of the search at one error, in bytes.
    pub memory: usize,
    /// Time of all errors together. It needs a clock, and goes before the limit on work.
    pub time: Option<Duration>,
}

impl Default for Budget {
    /// 4,000,000 units of work, 80 MiB, no time limit.
    fn default() -> Self {
        Budget { work: Some(limits::PARSE_WORK), memory: limits::MEMORY, time: None }
    }
}

/// A monotonic clock: the time since some fixed moment. Only time limits and measurements ask for one.
pub type Clock = fn() -> Duration;

named! {
    /// A limit that ended the work on an error.
    pub enum Limit {
        /// Counted work.
        Work = "work",
        /// Time.
        Time = "time",
        /// Memory.
        Memory = "memory",
        /// The caller's stop function said so.
        Stop = "stop",
        /// The number of errors of a parse, [`limits::MAX_ERRORS`].
        Errors = "errors",
    }
}

/// A limit of the budget was reached; [`Meter::limit`] says which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// What `cell` holds, made first if it holds nothing.
///
/// # Errors
///
/// If a limit is reached while it is made; then the cell stays empty.
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

/// What is left of a parse's budget.
#[derive(Clone, Debug)]
pub(crate) struct ParseBudget {
    budget: Budget,
    clock: Option<Clock>,
    stop: Option<Stop>,
    /// Whether parsing goes on after an error whose recovery failed. Then each error may take a share only.
    shared: bool,
    /// Work and time spent at all errors so far.
    spent: Effort,
    /// Bytes of repair sequences that are kept for the caller.
    stored: usize,
    errors: usize,
}

impl ParseBudget {
    /// The whole budget; `shared` if parsing goes on after an error whose recovery failed.
    pub(crate) fn new(
        budget: Budget,
        clock: Option<Clock>,
        stop: Option<Stop>,
        shared: bool,
    ) -> Self {
        let spent = Effort::default();
        ParseBudget { budget, clock, stop, shared, spent, stored: 0, errors: 0 }
    }

    /// What the next error may spend.
    pub(crate) fn open(&mut self) -> Meter {
        self.errors += 1;
        let share = match self.budget.work {
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
        let held_back = if self.shared { share / limits::HASTY_SHARE } else { 0 };
        let ranking = match self.shared {
            true if share > 0 => (share / limits::RANK_SHARE).max(limits::RANK_WORK_MIN),
            _ => 0,
        };
        let opened = self.clock.map_or(Duration::ZERO, |clock| clock());
        let deadline =
            |limit: Duration| opened.saturating_add(limit.saturating_sub(self.spent.time));
        let grace = |limit: Duration| limit.saturating_add(limits::FALL_BACK_GRACE);
        let time = self.budget.time.filter(|_| self.clock.is_some());
        Meter {
            before: self.spent.work,
            steps: Cell::new(0),
            // Limits are looked at with the first step.
            pause_at: Cell::new(0),
            most: Cell::new(steps(share - held_back)),
            held_back: Cell::new(steps(held_back)),
            ranking: Cell::new(steps(ranking)),
            limit: Cell::new((self.errors > limits::MAX_ERRORS).then_some(Limit::Errors)),
            configurations: Cell::new(0),
            held: Cell::new(0),
            peak: Cell::new(0),
            memory: self.budget.memory,
            clock: self.clock,
            deadline: Cell::new(time.map(deadline)),
            last_deadline: time.map(grace).map(deadline),
            stop: self.stop.clone(),
            opened,
        }
    }

    /// Takes what `meter` says was spent; returns it.
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

    /// Whether there is room for `bytes` of repair sequences more to keep; if so it is taken.
    pub(crate) fn store(&mut self, bytes: usize) -> bool {
        let stored = self.stored.saturating_add(bytes);
        let has_room = stored <= limits::STORED_MEMORY;
        if has_room {
            self.stored = stored;
        }
        has_room
    }
}

/// What recovery spent at one error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Work; the unit is one LR simulation.
    pub work: u64,
    /// Configurations that the search expanded.
    pub configurations: u64,
    /// The most memory that was in use, in bytes.
    pub bytes: usize,
    /// Time; 0 without a clock.
    pub time: Duration,
}

fn steps(work: u64) -> u64 {
    work.saturating_mul(limits::STEPS_A_UNIT)
}

/// What the recovery of one error spends, and may spend.
#[derive(Debug)]
pub(crate) struct Meter {
    /// Work that the errors before it took.
    before: u64,
    steps: Cell<u64>,
    /// The number of steps at which limits are looked at next.
    pause_at: Cell<u64>,
    /// The most steps.
    most: Cell<u64>,
    /// Steps beyond that for one more attempt of the search, and for what comes after it.
    held_back: Cell<u64>,
    ranking: Cell<u64>,
    /// The limit that was reached last.
    limit: Cell<Option<Limit>>,
    configurations: Cell<u64>,
    /// Bytes in use, and the most that were.
    held: Cell<usize>,
    peak: Cell<usize>,
    memory: usize,
    clock: Option<Clock>,
    deadline: Cell<Option<Duration>>,
    /// The deadline of the fall-back.
    last_deadline: Option<Duration>,
    stop: Option<Stop>,
    opened: Duration,
}

impl Meter {
    /// A meter of so many steps, and without any other limit.
    pub(crate) fn of_steps(steps: u64) -> Meter {
        let budget = Budget { work: None, memory: usize::MAX, time: None };
        let meter = ParseBudget::new(budget, None, None, false).open();
        meter.set_most(steps);
        meter
    }

    /// The steps so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Charges so many steps.
    ///
    /// # Errors
    ///
    /// If a limit is reached. What was charged counts nevertheless.
    #[inline]
    pub(crate) fn charge(&self, steps: u64) -> Result<(), Spent> {
        let now = self.steps.get().saturating_add(steps);
        self.steps.set(now);
        if now <= self.pause_at.get() { Ok(()) } else { self.pause() }
    }

    #[cold]
    fn pause(&self) -> Result<(), Spent> {
        self.look()?;
        if self.steps.get() > self.most.get() {
            self.limit.set(Some(Limit::Work));
            return Err(Spent);
        }
        self.renew();
        Ok(())
    }

    /// Looks at the clock and the stop function, and charges nothing: for work whose result does not depend on the error.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub(crate) fn look(&self) -> Result<(), Spent> {
        if matches!(self.limit.get(), Some(Limit::Errors | Limit::Stop)) {
            return Err(Spent);
        }
        if self.deadline.get().is_some_and(|deadline| self.now() >= deadline) {
            self.limit.set(Some(Limit::Time));
            return Err(Spent);
        }
        if self.stop.as_ref().is_some_and(Stop::says_so) {
            self.limit.set(Some(Limit::Stop));
            return Err(Spent);
        }
        Ok(())
    }

    /// Sets when limits are looked at next.
    fn renew(&self) {
        let looks = self.deadline.get().is_some() || self.stop.is_some();
        let next = match self.limit.get() {
            Some(Limit::Errors | Limit::Stop) => 0,
            _ if looks => self.steps.get().saturating_add(limits::PAUSE_STEPS),
            _ => u64::MAX,
        };
        self.pause_at.set(next.min(self.most.get()));
    }

    /// Says how much memory is in use.
    ///
    /// # Errors
    ///
    /// If that is more than there may be.
    pub(crate) fn hold(&self, bytes: usize) -> Result<(), Spent> {
        self.held.set(bytes);
        self.peak.set(self.peak.get().max(bytes));
        self.room_for(0)
    }

    /// How much memory is in use.
    pub(crate) fn held(&self) -> usize {
        self.held.get()
    }

    /// Whether there may be `bytes` in use beside those that are.
    ///
    /// # Errors
    ///
    /// If not.
    pub(crate) fn room_for(&self, bytes: usize) -> Result<(), Spent> {
        if self.held.get().saturating_add(bytes) > self.memory {
            self.limit.set(Some(Limit::Memory));
            return Err(Spent);
        }
        Ok(())
    }

    /// Counts a configuration that is expanded.
    pub(crate) fn count_configuration(&self) {
        self.configurations.set(self.configurations.get() + 1);
    }

    /// The configurations that were expanded.
    pub(crate) fn configurations(&self) -> u64 {
        self.configurations.get()
    }

    /// The work so far.
    pub(crate) fn work(&self) -> u64 {
        self.steps.get() / limits::STEPS_A_UNIT
    }

    /// The limit that was reached last.
    pub(crate) fn limit(&self) -> Option<Limit> {
        self.limit.get()
    }

    /// The time; 0 without a clock.
    pub(crate) fn now(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |clock| clock())
    }

    /// Gives out what was held back for one more attempt; says whether there was anything.
    pub(crate) fn release(&self) -> bool {
        let held_back = self.held_back.take();
        self.set_most(self.most.get().saturating_add(held_back));
        held_back > 0
    }

    /// Gives out what was held back for what comes after the search.
    pub(crate) fn release_all(&self) {
        self.release();
        let spent = self.steps.get();
        self.set_most(self.most.get().max(spent).saturating_add(self.ranking.take()));
    }

    /// Lets the fall-back work: so much more at least, and some time after the deadline.
    ///
    /// # Errors
    ///
    /// If that is over too.
    pub(crate) fn open_fall_back(&self) -> Result<(), Spent> {
        self.deadline.set(self.last_deadline);
        self.look()?;
        self.set_most(
            self.most.get().max(self.steps.get().saturating_add(steps(limits::FALL_BACK_WORK))),
        );
        Ok(())
    }

    /// Charges a lexeme that the fall-back looks at. Each is skipped once in a parse, so the work for them is not limited, nor
    /// what follows at the end of the input; time is.
    ///
    /// # Errors
    ///
    /// If the time is over.
    pub(crate) fn charge_lexeme(&self, is_end: bool) -> Result<(), Spent> {
        let more = if is_end { u64::MAX } else { 1 };
        self.most.set(self.most.get().saturating_add(more));
        self.charge(1)
    }

    /// Tries what may take `work`, which is not taken from what else may be done. If that does not suffice, nothing comes of it.
    ///
    /// # Errors
    ///
    /// If the time is over.
    pub(crate) fn trial(
        &self,
        work: u64,
        what: impl FnOnce() -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        let (before, most) = (self.steps.get(), self.most.get());
        self.set_most(before.saturating_add(steps(work)));
        let done = what();
        self.set_most(most.saturating_add(self.steps.get() - before));
        match done {
            Err(Spent) if self.limit.get() == Some(Limit::Work) => Ok(false),
            done => done,
        }
    }

    /// Lets no more than `work` be done from now on; returns the limit as it was, for [`Meter::set_most`].
    pub(crate) fn cap(&self, work: u64) -> u64 {
        let all = self.most.get();
        self.set_most(all.min(self.steps.get().saturating_add(steps(work))));
        all
    }

    /// Lets so many steps be done.
    pub(crate) fn set_most(&self, most: u64) {
        self.most.set(most);
        // The first look is not put off.
        if self.pause_at.get() > 0 {
            self.renew();
        }
    }

    /// What the search with one reach may take.
    pub(crate) fn reach_work(&self) -> u64 {
        let left = limits::REACH_WORK.saturating_sub(self.before.saturating_add(self.work()));
        (left / limits::REACH_SHARE).max(limits::REACH_WORK_MIN)
    }
}
