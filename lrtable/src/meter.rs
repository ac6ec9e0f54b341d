//! What a construction has taken, and the error that says which limit it met.

use std::fmt;

use crate::{PIdx, ProdId, Stop, Storage, diagnostic::StateTableErrorKind, limits::Limits};

/// The error that a grammar has no state table: a kind and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTableError<StorageT = u32> {
    /// The kind of the error, such as the limit that was met.
    pub kind: StateTableErrorKind,
    /// The production that the error is about: always that of the whole grammar, `^: S`.
    pub pidx: PIdx<StorageT>,
    message: String,
}

/// The result of work that is charged to a meter.
pub(crate) type Metered<T = ()> = Result<T, StateTableError>;

impl<StorageT: Storage> StateTableError<StorageT> {
    pub(crate) fn new(kind: StateTableErrorKind, message: String) -> Self {
        StateTableError { kind, pidx: ProdId::new(0).stored(), message }
    }

    /// Says which limit was met.
    #[cold]
    fn met(kind: StateTableErrorKind, limit: u64) -> Self {
        let smaller = "write what rules have in common as one rule, split the grammar, or build the table by LALR(1) \
                       ('%define lr.type lalr')";
        let message = match kind {
            StateTableErrorKind::States => {
                format!("the grammar needs more than {limit} states, the limit 'states': {smaller}")
            }
            StateTableErrorKind::Memory => format!(
                "the grammar's states and lookaheads need more than {} MiB, the limit 'memory': {smaller}",
                limit >> 20
            ),
            StateTableErrorKind::Work => format!(
                "the grammar's states need more than {limit} steps, the limit 'work': {smaller}"
            ),
            StateTableErrorKind::Table => format!(
                "the grammar's table needs more than {} MiB, the limit 'table': write rules that are used once where \
                 they are used, make one token of words that stand in the same places, or split the grammar",
                limit >> 20
            ),
            StateTableErrorKind::Stopped => "the table was no longer wanted".to_owned(),
            _ => format!(
                "the grammar has more than {limit} conflicts, the limit 'conflicts': give its operators precedences \
                 level by level, and remove alternatives that derive the same"
            ),
        };
        StateTableError::new(kind, message)
    }
}

impl<StorageT> fmt::Display for StateTableError<StorageT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl<StorageT: fmt::Debug> std::error::Error for StateTableError<StorageT> {}

/// What a construction has taken so far.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    limits: Limits,
    stop: Option<Stop>,
    memory: usize,
    work: u64,
}

impl Meter {
    /// A meter whose counts are 0.
    pub(crate) fn new(limits: Limits) -> Meter {
        Meter { limits, stop: None, memory: 0, work: 0 }
    }

    /// The meter with a function that ends the construction when something is charged or checked
    /// next.
    pub(crate) fn until(self, stop: Option<Stop>) -> Meter {
        Meter { stop, ..self }
    }

    /// Charges so many bytes.
    #[inline]
    pub(crate) fn memory(&mut self, bytes: usize) -> Metered {
        self.memory = self.memory.saturating_add(bytes);
        self.check(StateTableErrorKind::Memory, self.memory as u64, self.limits.memory as u64)
    }

    /// Gives back so many bytes that were charged.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.memory = self.memory.saturating_sub(bytes);
    }

    /// Charges so many words of sets that are looked at.
    #[inline]
    pub(crate) fn work(&mut self, words: usize) -> Metered {
        self.work = self.work.saturating_add(words as u64);
        self.check(StateTableErrorKind::Work, self.work, self.limits.work)
    }

    /// Charges rows of so many words in memory, each written once.
    #[inline]
    pub(crate) fn rows(&mut self, rows: usize, words: usize) -> Metered {
        let all = rows.saturating_mul(words);
        self.memory(all.saturating_mul(size_of::<u64>()))?;
        self.work(all)
    }

    /// Checks that so many states are not too many.
    pub(crate) fn states(&self, count: usize) -> Metered {
        self.check(StateTableErrorKind::States, count as u64, self.limits.states as u64)
    }

    /// Checks that so many conflicts are not too many.
    pub(crate) fn conflicts(&self, count: usize) -> Metered {
        self.check(StateTableErrorKind::Conflicts, count as u64, self.limits.conflicts as u64)
    }

    /// Checks that so many bytes are not too many for a packed table.
    pub(crate) fn table(&self, bytes: usize) -> Metered {
        self.check(StateTableErrorKind::Table, bytes as u64, self.limits.table as u64)
    }

    /// The words of sets that were looked at.
    pub(crate) fn spent(&self) -> u64 {
        self.work
    }

    #[inline]
    fn check(&self, kind: StateTableErrorKind, count: u64, limit: u64) -> Metered {
        if self.stop.as_ref().is_some_and(Stop::says_so) {
            return Err(StateTableError::met(StateTableErrorKind::Stopped, limit));
        }
        if count > limit { Err(StateTableError::met(kind, limit)) } else { Ok(()) }
    }
}
