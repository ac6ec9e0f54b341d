//! Recoverers as types: a program contains those that its parsers name, and no others.

use crate::{
    driver::{Done, End, Immediate, Job, Semantics, drive},
    recovery::{
        CpctPlusRules, Method, Panic, RecoveryKind,
        experiment::{Limited, NoMerge, Rev, Shift2, Variant},
    },
    tape::Delayed,
};

pub use crate::recovery::{CpctPlus, NoRecovery, Restart};

/// A recoverer as a type: what a parser does at syntax errors. [`RecoveryKind`] is a recoverer chosen at run time.
pub trait Recoverer: Copy {
    /// Runs a parse.
    #[doc(hidden)]
    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done;
}

impl Recoverer for RecoveryKind {
    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        match (job.setup.experiment.variant, self) {
            (None, RecoveryKind::CPCTPlus) => CpctPlus.parse(job, semantics),
            (None, RecoveryKind::Restart) => Restart.parse(job, semantics),
            (None, RecoveryKind::None) => NoRecovery.parse(job, semantics),
            (None, RecoveryKind::Panic) => immediately::<Panic, S>(job, semantics),
            (Some(variant), _) => match variant {
                Variant::Plain => immediately::<CpctPlusRules, S>(job, semantics),
                Variant::Rev => immediately::<Rev, S>(job, semantics),
                Variant::NoMerge => immediately::<NoMerge, S>(job, semantics),
                Variant::Shift1 => immediately::<Limited<true>, S>(job, semantics),
                Variant::Shift2 => immediately::<Shift2, S>(job, semantics),
                Variant::Corchuelo => immediately::<Limited<false>, S>(job, semantics),
            },
        }
    }
}

/// Runs a parse with a recoverer that never goes back before an error.
fn immediately<M: Method, S: Semantics>(job: Job<'_>, semantics: &mut S) -> Done {
    drive::<M, _>(job, Immediate::new(job.start, semantics))
}

impl Recoverer for CpctPlus {
    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        immediately::<CpctPlus, S>(job, semantics)
    }
}

impl Recoverer for Restart {
    /// Values made without users' actions can be dropped and made again: the tape begins only after the first error, and valid
    /// input does not pay for it.
    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        if S::CAN_FORGET {
            let done = NoRecovery.parse(job, semantics);
            if let End::Accepted = done.0 {
                return done;
            }
            semantics.forget();
        }
        drive::<Restart, _>(job, Delayed::new(job, semantics))
    }
}

impl Recoverer for NoRecovery {
    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        immediately::<NoRecovery, S>(job, semantics)
    }
}
