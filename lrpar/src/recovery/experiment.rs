//! Options of recovery that experiments set: the paper's variants of the search, the phases in
//! which a search escalates, and whether a parse goes on where recovery fails. Parsers need none of
//! them.

use super::{bound::Bound, limits, search::SearchRules};

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

    /// Returns the rules of the search.
    pub(crate) fn rules(&self) -> SearchRules {
        self.variant.map_or(SearchRules::CPCT_PLUS, Variant::rules)
    }

    /// Returns the phases of the search; `default` are those of the recoverer. Variants are
    /// measured by the paper's own search.
    pub(crate) fn phases(&self, default: &'static [Phase]) -> &'static [Phase] {
        self.phases.unwrap_or(if self.variant.is_some() { PLAIN_PHASES } else { default })
    }
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

impl Variant {
    /// Returns the rules of the variant's search.
    fn rules(self) -> SearchRules {
        let rules = SearchRules::CPCT_PLUS;
        let shifts = limits::SUCCESS_SHIFTS;
        match self {
            Variant::Plain => rules,
            Variant::Rev => SearchRules { furthest: false, ..rules },
            Variant::NoMerge => SearchRules { merges: false, ..rules },
            Variant::Shift1 => SearchRules { shifts, reduces: false, limited: true, ..rules },
            Variant::Shift2 => SearchRules { shifts, ..rules },
            Variant::Corchuelo => {
                SearchRules { merges: false, all: false, ..Variant::Shift1.rules() }
            }
        }
    }
}
