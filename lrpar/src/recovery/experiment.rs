//! Options of recovery that experiments set: the paper's variants of the search, the phases in
//! which a search escalates, and whether a parse goes on where recovery fails. Parsers need none of
//! them.

use super::{bound::Bound, limits, search::Rules};

/// One phase of a search: its bound, its stacks, its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The bound that guides the phase.
    pub bound: Bound,
    /// Whether the phase runs on the recovery quotient, whose classes merge states that no repair
    /// can distinguish.
    pub quotient: bool,
    /// Number of states of the parser's stack, from the top down, that the bound looks at; a deeper
    /// bound costs more.
    pub depth: usize,
    /// Number of configurations that the phase may expand.
    pub expansions: u64,
}

impl Phase {
    /// A phase without a bound, limited by the budget alone.
    const PLAIN: Phase =
        Phase { bound: Bound::None, quotient: false, depth: 0, expansions: u64::MAX };

    /// Makes a phase with a bound over the quotient, which looks at `depth` states of the stack.
    const fn guided(bound: Bound, depth: usize, expansions: u64) -> Phase {
        Phase { bound, quotient: true, depth, expansions }
    }
}

/// Default phases of CPCT+, in order.
pub const PHASES: &[Phase] = &[
    Phase { bound: Bound::NextLexeme, expansions: 250, ..Phase::PLAIN },
    Phase::guided(Bound::Window5, 100, 800),
    Phase::guided(Bound::Window10, 20_000, u64::MAX),
];

/// Default phases of a search that starts before the error
/// ([`RecoveryKind::Restart`](super::RecoveryKind::Restart)), in order.
pub const RESTART_PHASES: &[Phase] = &[
    Phase { bound: Bound::NextLexeme, expansions: 400, ..Phase::PLAIN },
    Phase::guided(Bound::Window10, 20_000, u64::MAX),
];

/// Phase of a search for sequences that cost more than the cheapest and get on past the error,
/// where no search without a bound suffices.
pub(crate) const DEARER_PHASE: Phase = Phase::guided(Bound::Places, 200, u64::MAX);

/// The paper's search: one phase without a bound, limited by the budget alone.
pub const PLAIN_PHASES: &[Phase] = &[Phase::PLAIN];

/// Options of recovery that only experiments set.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Variant of the search that replaces the recoverer; `None` for none.
    pub variant: Option<Variant>,
    /// Phases of the search; `None` for the recoverer's default.
    pub phases: Option<&'static [Phase]>,
    /// Index of the error, from 0, for which the search graph of each phase is kept; `None` for
    /// none. Graphs are large.
    pub keep_trace: Option<usize>,
    /// Whether a parse goes on where the recoverer finds nothing, or nothing that is proven: with
    /// what was found or else the fall-back, so that it always reaches the end of the input. If
    /// unset, parsing ends there, as in the paper's experiment; then one error may spend the whole
    /// budget, since nothing is saved for further ones.
    pub fall_back: bool,
}

impl Experiment {
    /// No change: what parsers do.
    pub const NONE: Experiment =
        Experiment { variant: None, phases: None, keep_trace: None, fall_back: true };
}

named! {
    /// A variant of CPCT+ or its search, as measured in the paper.
    pub enum Variant {
        /// CPCT+ by the paper's own search, which has no bound.
        Plain = "cpctplus-plain",
        /// CPCT+ that keeps the repair sequences which get *least* far: the paper's CPCT+rev.
        Rev = "cpctplus-rev",
        /// CPCT+ that does not merge compatible configurations: the paper's CPCT+DM.
        NoMerge = "cpctplus-nomerge",
        /// CPCT+ with the paper's rule CR Shift 1, in the limits of Corchuelo et al., without which
        /// its search may never end.
        Shift1 = "cpctplus-shift1",
        /// CPCT+ with the paper's rule CR Shift 2.
        Shift2 = "cpctplus-shift2",
        /// Corchuelo et al. (2002) as the paper describes it: one repair sequence, or else panic
        /// mode.
        Corchuelo = "corchuelo",
    }
}

/// Rules of [`Variant::Rev`].
pub(crate) enum Rev {}

impl Rules for Rev {
    type Counts = ();
    const FURTHEST: bool = false;
}

/// Rules of [`Variant::NoMerge`].
pub(crate) enum NoMerge {}

impl Rules for NoMerge {
    type Counts = ();
    const MERGE: bool = false;
}

/// Rules of [`Variant::Shift2`].
pub(crate) enum Shift2 {}

impl Rules for Shift2 {
    type Counts = ();
    const SHIFTS: u8 = limits::SUCCESS_SHIFTS;
}

/// Rules of [`Variant::Shift1`], and with `ALL` unset of [`Variant::Corchuelo`]: the numbers of
/// insertions and deletions are limited.
pub(crate) enum Limited<const ALL: bool> {}

impl<const ALL: bool> Rules for Limited<ALL> {
    type Counts = (u8, u8);
    const SHIFTS: u8 = limits::SUCCESS_SHIFTS;
    const REDUCES: bool = false;
    const MERGE: bool = ALL;
    const ALL: bool = ALL;

    fn may_expand(consumed: usize) -> bool {
        consumed < limits::CORCHUELO_LEXEMES
    }

    fn insert((inserts, deletes): (u8, u8)) -> Option<(u8, u8)> {
        (inserts < limits::CORCHUELO_INSERTS).then_some((inserts + 1, deletes))
    }

    fn delete((inserts, deletes): (u8, u8)) -> Option<(u8, u8)> {
        (deletes < limits::CORCHUELO_DELETES).then_some((inserts, deletes + 1))
    }
}
