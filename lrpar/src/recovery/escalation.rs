//! How the searches escalate: in phases, each guided by a bound.

use std::fmt;

use super::{
    ahead::Ahead,
    guide::{self, MakeBound, StackBound},
    vectors::Setting,
};

/// Which bound. Each knows how it is made, so a program contains those that its phases name, and no other.
#[derive(Clone, Copy)]
pub struct BoundKind {
    name: &'static str,
    make: Option<MakeBound>,
}

impl BoundKind {
    /// None: the search is Dijkstra's.
    pub const NONE: BoundKind = BoundKind { name: "no bound", make: None };
    /// Insertions before one of the next lexemes can be shifted (H1).
    pub const NEXT_TOKEN: BoundKind =
        BoundKind { name: "next token", make: Some(guide::next_token) };
    /// Exact distances, lookaheads ignored, in a window of 5 lexemes (H3).
    pub const WINDOW_5: BoundKind = BoundKind { name: "window 5", make: Some(guide::window::<1>) };
    /// The same in a window of 10 lexemes.
    pub const WINDOW_10: BoundKind =
        BoundKind { name: "window 10", make: Some(guide::window::<2>) };

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The bound over the stacks of one arena; `None` if there is none.
    pub(super) fn make<'k>(
        self,
        setting: &Setting<'k>,
        ahead: &Ahead,
    ) -> Option<Box<dyn StackBound + 'k>> {
        self.make.map(|make| make(setting, ahead))
    }
}

impl PartialEq for BoundKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for BoundKind {}

impl fmt::Debug for BoundKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// One attempt of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The bound that guides it.
    pub bound: BoundKind,
    /// Does it run on the recovery quotient?
    pub quotient: bool,
    /// How many states of the parser's stack, from its top down, its bound looks at. More cost more.
    pub depth: usize,
    /// The number of configurations that it may expand.
    pub expansions: u64,
}

/// How the default recoverer escalates.
pub const PHASES: &[Phase] = &[
    Phase { bound: BoundKind::NONE, quotient: false, depth: 0, expansions: 100 },
    Phase { bound: BoundKind::WINDOW_5, quotient: true, depth: 100, expansions: 400 },
    Phase { bound: BoundKind::WINDOW_10, quotient: true, depth: 200, expansions: 2_000 },
    Phase { bound: BoundKind::WINDOW_10, quotient: true, depth: 20_000, expansions: u64::MAX },
];

/// How the recoverer that restarts before the error escalates, for each reach but 0.
pub const RESTART_PHASES: &[Phase] = &[
    Phase { bound: BoundKind::NONE, quotient: false, depth: 0, expansions: 1_000 },
    Phase { bound: BoundKind::WINDOW_10, quotient: true, depth: 200, expansions: 2_000 },
    Phase { bound: BoundKind::WINDOW_10, quotient: true, depth: 20_000, expansions: u64::MAX },
];

/// The paper's search: no bound, no end but that of the budget.
pub const PLAIN_PHASES: &[Phase] =
    &[Phase { bound: BoundKind::NONE, quotient: false, depth: 0, expansions: u64::MAX }];
