//! Error recovery: what a parser does where the table has no action.
//!
//! `recover.rs` has the steps. All of them run the table through one simulator, `sim.rs`, which
//! charges each step to the budget, `budget.rs`.

mod arena;
mod bound;
mod brackets;
mod budget;
mod candidates;
#[doc(hidden)]
pub mod experiment;
mod fallback;
mod families;
mod foreign;
mod furthest;
mod gap;
mod junk;
mod kind;
mod knowledge;
mod lexicon;
pub mod limits;
mod line_ends;
mod options;
mod phases;
mod recover;
mod repair_dag;
mod score;
mod search;
mod sequence;
mod set;
mod sim;
pub(crate) mod suggest;
mod trace;

pub use lrtable::Stop;

#[cfg(feature = "generator")]
pub(crate) use self::score::with_packed;
pub use self::{
    bound::Bound,
    budget::{Budget, Clock, Effort, Limit},
    kind::RepairKind,
    knowledge::Knowledge,
    options::{Alternatives, RecoveryKind, RecoveryOptions},
    recover::{CpctPlus, NoRecovery, Restart},
    score::{Ngrams, NgramsError, PackedNgrams},
    search::Ending,
    sequence::{Repair, RepairSequence},
    set::{Dearer, Status},
    trace::{PhaseReport, Role, SearchTrace, TraceEdge, TraceNode},
};
pub(crate) use self::{
    brackets::Brackets,
    budget::{Meter, ParseBudget},
    experiment::Experiment,
    fallback::Resume,
    families::Families,
    foreign::passages,
    gap::Gap,
    junk::Junk,
    lexicon::{Lexicon, Sort, Written, is_word},
    line_ends::LineEnds,
    phases::{Settings, Site},
    recover::{Method, Panic, Procedure},
    score::{Model, Scoring},
    sequence::{Change, changes},
    set::{Recovered, RepairSet},
    sim::{Place, expected},
};
