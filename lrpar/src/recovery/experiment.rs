//! What experiments set about recovery: the paper's variants of the search, the phases in which it escalates, and whether a parse
//! goes on where recovery fails. Parsers have no use for it.

use super::{
    bound::Bound,
    limits,
    search::{Rules, ShiftRule},
};

/// One attempt of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The bound that guides it.
    pub bound: Bound,
    /// Whether it runs on the recovery quotient.
    pub quotient: bool,
    /// How many states of the parser's stack, from its top down, its bound looks at. More cost more.
    pub depth: usize,
    /// The number of configurations that it may expand.
    pub expansions: u64,
}

impl Phase {
    /// Without a bound, to the end of the budget.
    const PLAIN: Phase =
        Phase { bound: Bound::None, quotient: false, depth: 0, expansions: u64::MAX };

    /// With a bound over the quotient, over so much of the stack.
    const fn guided(bound: Bound, depth: usize, expansions: u64) -> Phase {
        Phase { bound, quotient: true, depth, expansions }
    }
}

/// How CPCT+ escalates.
pub const PHASES: &[Phase] = &[
    Phase { bound: Bound::NextLexeme, expansions: 250, ..Phase::PLAIN },
    Phase::guided(Bound::Window5, 100, 800),
    Phase::guided(Bound::Window10, 200, 2_000),
    Phase::guided(Bound::Window10, 20_000, u64::MAX),
];

/// How a search that restarts before the error escalates.
pub const RESTART_PHASES: &[Phase] = &[
    Phase { bound: Bound::NextLexeme, expansions: 400, ..Phase::PLAIN },
    Phase::guided(Bound::Places, 200, 200),
    Phase::guided(Bound::Window10, 200, 2_000),
    Phase::guided(Bound::Window10, 20_000, u64::MAX),
];

/// How it searches for what costs more than the cheapest and gets on, where no search without a bound suffices.
pub(crate) const DEARER_PHASE: Phase = Phase::guided(Bound::Places, 200, u64::MAX);

/// The paper's search: no bound, no end but that of the budget.
pub const PLAIN_PHASES: &[Phase] = &[Phase::PLAIN];

/// What an experiment sets.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// A variant of the search in place of the recoverer.
    pub variant: Option<Variant>,
    /// How hard the search tries, in place of the default.
    pub phases: Option<&'static [Phase]>,
    /// The number of the error, the first being 0, for which the graph of each phase of the search is kept. Graphs are large.
    pub keep_trace: Option<usize>,
    /// What happens when the recoverer finds nothing, or nothing that it has proven. Set, what it found is applied, or else the
    /// fall-back taken, so that a parse always reaches the end of the input. Otherwise parsing ends there, as in the paper's
    /// experiment; then nothing is saved for further errors, and one may spend the whole budget.
    pub fall_back: bool,
}

impl Experiment {
    /// None: what parsers do.
    pub const NONE: Experiment =
        Experiment { variant: None, phases: None, keep_trace: None, fall_back: true };
}

named! {
    /// The paper's variants of CPCT+, and its search.
    pub enum Variant {
        /// CPCT+ by the paper's own search.
        Plain = "cpctplus-plain",
        /// CPCT+ that keeps the repair sequences which get *least* far: the paper's CPCT+rev.
        Rev = "cpctplus-rev",
        /// CPCT+ that does not merge compatible configurations: the paper's CPCT+DM.
        NoMerge = "cpctplus-nomerge",
        /// CPCT+ with the paper's rule CR Shift 1, in the limits of Corchuelo et al., without which its search may never end.
        Shift1 = "cpctplus-shift1",
        /// CPCT+ with the paper's rule CR Shift 2.
        Shift2 = "cpctplus-shift2",
        /// Corchuelo et al. (2002) as the paper describes it: one repair sequence, or else panic mode.
        Corchuelo = "corchuelo",
    }
}

/// The rules of [`Variant::Rev`].
pub(crate) enum Rev {}

impl Rules for Rev {
    type Counts = ();
    const FURTHEST: bool = false;
}

/// The rules of [`Variant::NoMerge`].
pub(crate) enum NoMerge {}

impl Rules for NoMerge {
    type Counts = ();
    const MERGE: bool = false;
}

/// The rules of [`Variant::Shift2`].
pub(crate) enum Shift2 {}

impl Rules for Shift2 {
    type Counts = ();
    const SHIFT: ShiftRule = ShiftRule::Run;
}

/// The rules of [`Variant::Shift1`], and with `ALL` unset those of [`Variant::Corchuelo`]: insertions and deletions are counted
/// and limited.
pub(crate) enum Limited<const ALL: bool> {}

impl<const ALL: bool> Rules for Limited<ALL> {
    type Counts = (u8, u8);
    const SHIFT: ShiftRule = ShiftRule::RunNoReduce;
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
