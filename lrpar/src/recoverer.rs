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

/// A recoverer as a type: what a parser does at syntax errors. [`RecoveryKind`] is a recoverer
/// chosen at run time.
pub trait Recoverer: Copy {
    /// Runs a parse.
    #[doc(hidden)]
    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done;
}

impl<M: Method + Copy> Recoverer for M {
    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        parse_by::<M, S>(job, semantics)
    }
}

impl Recoverer for RecoveryKind {
    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        let parse = match (job.settings.experiment.variant, self) {
            (None, RecoveryKind::CPCTPlus) => parse_by::<CpctPlus, S>,
            (None, RecoveryKind::Restart) => parse_by::<Restart, S>,
            (None, RecoveryKind::None) => parse_by::<NoRecovery, S>,
            (None, RecoveryKind::Panic) => parse_by::<Panic, S>,
            (Some(Variant::Plain), _) => parse_by::<CpctPlusRules, S>,
            (Some(Variant::Rev), _) => parse_by::<Rev, S>,
            (Some(Variant::NoMerge), _) => parse_by::<NoMerge, S>,
            (Some(Variant::Shift1), _) => parse_by::<Limited<true>, S>,
            (Some(Variant::Shift2), _) => parse_by::<Shift2, S>,
            (Some(Variant::Corchuelo), _) => parse_by::<Limited<false>, S>,
        };
        parse(job, semantics)
    }
}

/// Runs a parse; method `M` recovers from errors.
fn parse_by<M: Method, S: Semantics>(job: Job<'_>, semantics: &mut S) -> Done {
    if !M::RESTARTS {
        return drive::<M, _>(job, Immediate::new(job.start, semantics));
    }
    // Values made without users' actions can be dropped and made again: the tape begins only after
    // the first error, and valid input does not pay for it.
    if S::CAN_FORGET {
        let done = parse_by::<NoRecovery, S>(job, semantics);
        if let End::Accepted = done.0 {
            return done;
        }
        semantics.forget();
    }
    drive::<M, _>(job, Delayed::new(job, semantics))
}
