//! Recoverers as types: a program contains those that its parsers name, and no others.

use crate::{
    driver::{Done, Job, Semantics, drive},
    recovery::{RecoveryKind, cpct_plus, recover, stop},
    tape::drive_ahead,
};

/// What a parser does about syntax errors. [`RecoveryKind`] is one: which it is, is then known at run time.
pub trait Recoverer: Copy {
    /// Its kind.
    fn kind(self) -> RecoveryKind;

    /// Does a job.
    #[doc(hidden)]
    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done;
}

impl Recoverer for RecoveryKind {
    fn kind(self) -> RecoveryKind {
        self
    }

    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        match self {
            RecoveryKind::Restart => drive_ahead(job, semantics),
            _ => drive(job, recover, semantics),
        }
    }
}

/// [`RecoveryKind::CPCTPlus`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CpctPlus;

impl Recoverer for CpctPlus {
    fn kind(self) -> RecoveryKind {
        RecoveryKind::CPCTPlus
    }

    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        drive(job, cpct_plus, semantics)
    }
}

/// [`RecoveryKind::None`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRecovery;

impl Recoverer for NoRecovery {
    fn kind(self) -> RecoveryKind {
        RecoveryKind::None
    }

    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        drive(job, stop, semantics)
    }
}
