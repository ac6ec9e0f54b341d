//! Recoverers as types: a program contains those that its parsers name, and no others.

use crate::{
    driver::{Done, End, Immediate, Job, Semantics, drive},
    recovery::{Experiment, Method, Panic, Procedure, RecoveryKind},
    tape::Delayed,
};

pub use crate::recovery::{CpctPlus, NoRecovery, Restart};

/// A recoverer as a type: what a parser does at syntax errors. [`RecoveryKind`] is a recoverer
/// chosen at run time.
pub trait Recoverer: Copy {
    /// Returns the method that runs at errors.
    #[doc(hidden)]
    fn procedure(self, experiment: &Experiment) -> Procedure;

    /// Runs a parse.
    #[doc(hidden)]
    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done;
}

impl<M: Method + Copy> Recoverer for M {
    fn procedure(self, _: &Experiment) -> Procedure {
        Procedure::of::<M>()
    }

    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        parse_by::<M, S>(job, semantics)
    }
}

impl Recoverer for RecoveryKind {
    fn procedure(self, experiment: &Experiment) -> Procedure {
        match self {
            _ if experiment.variant.is_some() => Procedure::of::<CpctPlus>(),
            RecoveryKind::CPCTPlus => Procedure::of::<CpctPlus>(),
            RecoveryKind::Restart => Procedure::of::<Restart>(),
            RecoveryKind::None => Procedure::of::<NoRecovery>(),
            RecoveryKind::Panic => Procedure::of::<Panic>(),
        }
    }

    fn parse<S: Semantics>(self, job: Job<'_>, semantics: &mut S) -> Done {
        // A variant replaces the recoverer.
        let is_variant = job.settings.experiment.variant.is_some();
        let parse = match self {
            _ if is_variant => parse_by::<CpctPlus, S>,
            RecoveryKind::CPCTPlus => parse_by::<CpctPlus, S>,
            RecoveryKind::Restart => parse_by::<Restart, S>,
            RecoveryKind::None => parse_by::<NoRecovery, S>,
            RecoveryKind::Panic => parse_by::<Panic, S>,
        };
        parse(job, semantics)
    }
}

/// Runs a parse; method `M` recovers from errors.
fn parse_by<M: Method, S: Semantics>(job: Job<'_>, semantics: &mut S) -> Done {
    if !M::RESTARTS {
        return drive(job, Procedure::of::<M>(), Immediate::new(job.start, semantics));
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
    drive(job, Procedure::of::<M>(), Delayed::new(job, semantics))
}
