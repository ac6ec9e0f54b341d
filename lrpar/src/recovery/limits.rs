//! Every number of error recovery.

use super::kind::{BoundKind, Phase};

/// A repair sequence succeeds when its last repairs are this many shifts (N_shifts of the paper).
pub const SHIFTS: u8 = 3;

/// Repair sequences are ranked by how far parsing goes on, up to this many lexemes behind the error (N_try).
pub const RANK_LEXEMES: usize = 250;

/// From so many goals on ranking looks out for runs that come to the same stack. Fewer are ranked faster without.
pub const SHARED_RANKING: usize = 16;

/// Corchuelo et al.: a configuration that has consumed this many lexemes is not expanded.
pub const CORCHUELO_LEXEMES: usize = 10;
/// Corchuelo et al.: the most insertions in a repair sequence.
pub const CORCHUELO_INSERTS: u8 = 4;
/// Corchuelo et al.: the most deletions in a repair sequence.
pub const CORCHUELO_DELETES: u8 = 3;

/// Work that the recovery of one parse may take. The unit is one LR simulation, about 0.4 µs.
pub const PARSE_WORK: u64 = 4_000_000;
/// Of what is left of that, the part that one error may take is one in this many …
pub const ERROR_SHARE: u64 = 2;
/// … but never more than this …
pub const ERROR_WORK_MAX: u64 = 1_000_000;
/// … nor less than this, however many errors came before.
pub const ERROR_WORK_MIN: u64 = 2_000;

/// Memory that the arenas of one error's search may take, in bytes.
pub const MEMORY: usize = 80 << 20;

/// Repair sequences of one error that are kept in a list; more are only counted.
pub const MAX_REPAIRS: usize = 1_000;

/// The clock, where a time limit asks for it, is read once in this many units of work.
pub const CLOCK_INTERVAL: u64 = 64;

/// Of an error's budget one in this many is held back for one more attempt, if the rest is spent before anything is found …
pub const HASTY_SHARE: u64 = 8;
/// … and looks for a goal by the cost so far plus so many times the bound of what is left.
pub const HASTY_WEIGHT: u32 = 2;

/// How the default recoverer escalates.
pub const PHASES: &[Phase] = &[
    Phase { bound: BoundKind::None, quotient: false, depth: 0, expansions: 100 },
    Phase { bound: BoundKind::Window5, quotient: true, depth: 100, expansions: 400 },
    Phase { bound: BoundKind::Window10, quotient: true, depth: 200, expansions: 2_000 },
    Phase { bound: BoundKind::Window10, quotient: true, depth: 20_000, expansions: u64::MAX },
];

/// The paper's search: no bound, no end but that of the budget.
pub const PLAIN_PHASES: &[Phase] =
    &[Phase { bound: BoundKind::None, quotient: false, depth: 0, expansions: u64::MAX }];
