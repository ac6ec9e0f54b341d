//! Error recovery: what to do where the table accepts no more.
//!
//! For the CPCT+ family (Diekmann & Tratt, "Don't Panic!", ECOOP 2020) that is, in the paper's five steps: search all
//! repair sequences of minimum cost (`search`), rank where they lead (`rank`), keep those that get furthest, share what
//! they have in common and list them in a total order (`dag`), and hand the first to the parser, which applies it and
//! goes on. When the budget is spent first, or nothing is found, a panic mode that always gets on takes over (`panic`).

mod ahead;
mod arena;
mod brackets;
mod budget;
mod dag;
pub mod escalation;
mod far;
mod guide;
mod kind;
mod knowledge;
mod layout;
pub mod limits;
mod lines;
mod next_token;
mod ngram;
mod ngram_pack;
mod ngram_text;
mod order;
mod panic;
mod phases;
mod quotient;
mod rank;
mod replace;
mod restart;
mod search;
mod trace;
mod usual;
mod vectors;
mod window;

use std::time::Duration;

use lrtable::{StateId, TokenId, pack::Tables};

#[cfg(feature = "generator")]
pub(crate) use self::ngram_pack::NgramArrays;
use self::{
    budget::Meter,
    kind::SearchRules,
    phases::{Attempts, Nothing},
};
pub(crate) use self::{
    budget::Purse,
    lines::{PlaceOf, first_of_lines},
    order::Order,
    panic::Resume,
    restart::{Restart, expected},
};
pub use self::{
    budget::{Budget, Clock},
    dag::Repair,
    escalation::{BoundKind, Phase},
    kind::RecoveryKind,
    knowledge::Knowledge,
    ngram::Ngrams,
    ngram_pack::PackedNgrams,
    ngram_text::NgramsError,
    search::Ending,
    trace::{PhaseReport, Role, SearchTrace, TraceEdge, TraceNode},
};

/// How to recover from the errors of a parse.
#[derive(Clone, Copy, Debug)]
pub struct RecoveryOptions {
    /// The recoverer.
    pub kind: RecoveryKind,
    /// Its limits.
    pub budget: Budget,
    /// For a time limit, and to measure times: without a clock times are 0.
    pub clock: Option<Clock>,
    /// How many repair sequences of an error are listed; the others are only counted.
    pub max_repairs: usize,
    /// How hard the search tries, in place of the default: for experiments with bounds.
    pub phases: Option<&'static [Phase]>,
    /// Is the graph of each search to be kept? It is large.
    pub keep_trace: bool,
    /// How many lexemes before an error a repair may begin, for [`RecoveryKind::Restart`].
    pub reach: usize,
    /// What is offered beside the cheapest repairs, for [`RecoveryKind::Restart`].
    pub alternatives: Alternatives,
    /// What happens when the recoverer finds nothing, or nothing that it has proven: is what it found applied, or the
    /// fall-back taken, so that a parse always reaches the end of the input? Or does parsing end there, as in the paper's
    /// experiment? In that case nothing is saved for further errors: one may spend the whole budget.
    pub fall_back: bool,
}

impl Default for RecoveryOptions {
    /// CPCT+ with the default budget, 1,000 listed repair sequences, no clock, and the fall-back.
    fn default() -> Self {
        RecoveryOptions {
            kind: RecoveryKind::default(),
            budget: Budget::default(),
            clock: None,
            max_repairs: limits::MAX_REPAIRS,
            phases: None,
            keep_trace: false,
            reach: limits::REACH,
            alternatives: Alternatives::default(),
            fall_back: true,
        }
    }
}

/// What is offered beside the cheapest repairs. It is listed behind the first two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alternatives {
    /// The insertion or deletion of one bracket further before the error, where the layout speaks for it.
    pub brackets: bool,
    /// The deletion of up to three whole lines, the last of them that of the error or one of the three before it.
    pub lines: bool,
    /// The replacement of one lexeme, beside repairs of one edit; if there is a model of other texts
    /// ([`Knowledge::with_ngrams`]). These stand among the cheapest repairs, by their order.
    pub replacements: bool,
}

impl Default for Alternatives {
    /// All of them.
    fn default() -> Self {
        Alternatives { brackets: true, lines: true, replacements: true }
    }
}

impl Alternatives {
    /// None of them.
    pub const NONE: Alternatives =
        Alternatives { brackets: false, lines: false, replacements: false };
}

/// What a repair sequence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepairKind {
    /// One of the cheapest.
    Cheapest,
    /// An alternative to them: one bracket is inserted or deleted, further before the error.
    Bracket,
    /// An alternative to them: whole lines are deleted.
    Lines,
    /// An alternative to them: one lexeme is replaced.
    Replacement,
}

impl RepairKind {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            RepairKind::Cheapest => "cheapest",
            RepairKind::Bracket => "bracket",
            RepairKind::Lines => "lines",
            RepairKind::Replacement => "replacement",
        }
    }
}

/// How an error was dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The repair sequences are all those of minimum cost that get furthest.
    Complete,
    /// The budget was spent before that was certain; the repair sequences repair the input, but there may be others, or
    /// cheaper ones.
    Unproven,
    /// There is no repair sequence: panic mode took states off the stack or skipped lexemes.
    Panic,
    /// Nothing was done: parsing ended here.
    None,
}

impl Status {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Status::Complete => "complete",
            Status::Unproven => "unproven",
            Status::Panic => "panic",
            Status::None => "none",
        }
    }
}

/// What became of the repair sequences that cost one more than the cheapest, which [`RecoveryKind::Restart`] looks for where
/// after none of the cheapest parsing gets past the next few lexemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dearer {
    /// They were not looked for.
    NotAsked,
    /// After some of them parsing gets on: the set is that of these.
    Taken,
    /// After none of them parsing gets on: the set is that of the cheapest.
    NoBetter,
    /// The budget was spent before that was known: the set is that of the cheapest.
    Unknown,
}

impl Dearer {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Dearer::NotAsked => "not asked",
            Dearer::Taken => "taken",
            Dearer::NoBetter => "no better",
            Dearer::Unknown => "unknown",
        }
    }
}

/// What recovery found at one error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepairSet {
    /// How the error was dealt with.
    pub status: Status,
    /// The cost of each repair sequence; `None` if there is none.
    pub cost: Option<u32>,
    /// A lower bound of the cost of any repair sequence, as far as was proven; if the set is complete, the least cost.
    pub lower_bound: u32,
    /// What became of dearer ones.
    pub dearer: Dearer,
    /// The number of repair sequences, saturating.
    pub total: u128,
    /// The first of them, at most as many as were asked for, in order; the first is the one that was applied.
    pub sequences: Vec<Vec<Repair>>,
    /// For each of them the index of the lexeme at which it begins.
    pub starts: Vec<usize>,
    /// For each of them what it is.
    pub kinds: Vec<RepairKind>,
    /// How many lexemes before the error repair sequences may begin: the set is complete for that.
    pub reach: usize,
}

impl RepairSet {
    fn without_sequences(status: Status) -> Self {
        RepairSet {
            status,
            cost: None,
            lower_bound: 0,
            dearer: Dearer::NotAsked,
            total: 0,
            sequences: Vec::new(),
            starts: Vec::new(),
            kinds: Vec::new(),
            reach: 0,
        }
    }
}

/// What recovery spent at one error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// LR simulations.
    pub work: u64,
    /// Configurations that the search expanded.
    pub configurations: u64,
    /// The most memory that the arenas held, in bytes.
    pub bytes: usize,
    /// Time; 0 without a clock.
    pub time: Duration,
}

/// How the parser goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It applies the set's first repair sequence.
    Apply,
    /// It cuts its stack and skips lexemes.
    Cut(Resume),
    /// It cannot, but its fall-back is to make what there is an error node and end.
    GiveUp,
    /// It stops: no fall-back is wanted.
    Stop,
}

/// What recovery says to the parser.
pub(crate) struct Recovery {
    pub(crate) set: RepairSet,
    pub(crate) effort: Effort,
    pub(crate) phases: Vec<PhaseReport>,
    pub(crate) trace: Option<SearchTrace>,
    pub(crate) way: Way,
}

/// Where the parser stands: its stack, and the position in its tokens, which end in `$`.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) tables: &'a Tables<'a>,
    pub(crate) tokens: &'a [TokenId],
    pub(crate) stack: &'a [StateId],
    pub(crate) position: usize,
}

/// A way to recover from an error. The last argument is where panic mode resumed last.
pub(crate) type Recover =
    fn(Place<'_>, &RecoveryOptions, &Knowledge, &mut Purse, Option<Resume>) -> Recovery;

/// Recovers from an error by CPCT+.
pub(crate) fn cpct_plus(
    place: Place<'_>,
    options: &RecoveryOptions,
    knowledge: &Knowledge,
    purse: &mut Purse,
    _: Option<Resume>,
) -> Recovery {
    let mut meter = purse.open();
    let mut attempts = attempts(place, SearchRules::CPCT_PLUS, options, knowledge);
    let phases = options.phases.unwrap_or(escalation::PHASES);
    let (set, way) = match attempts.repairs(phases, &mut meter) {
        Ok(set) => applied(set, options),
        Err(nothing) => after_nothing(nothing, place, options, &mut meter),
    };
    closed(purse, &meter, (set, way), Some(attempts))
}

/// Recovers from an error by whatever the options name. `last` is where panic mode resumed last.
pub(crate) fn recover(
    place: Place<'_>,
    options: &RecoveryOptions,
    knowledge: &Knowledge,
    purse: &mut Purse,
    last: Option<Resume>,
) -> Recovery {
    if options.kind == RecoveryKind::CPCTPlus {
        return cpct_plus(place, options, knowledge, purse, last);
    }
    let mut meter = purse.open();
    let mut attempts =
        options.kind.search().map(|rules| attempts(place, rules, options, knowledge));
    let phases = options.phases.unwrap_or(escalation::PLAIN_PHASES);
    let (set, way) = match attempts.as_mut().map(|search| search.repairs(phases, &mut meter)) {
        Some(Ok(set)) => applied(set, options),
        Some(Err(nothing)) if options.kind == RecoveryKind::Corchuelo && !nothing.spent => {
            panic_mode(place, options, last, &mut meter)
        }
        Some(Err(nothing)) => after_nothing(nothing, place, options, &mut meter),
        None if options.kind == RecoveryKind::Panic => panic_mode(place, options, last, &mut meter),
        None => (RepairSet::without_sequences(Status::None), Way::Stop),
    };
    closed(purse, &meter, (set, way), attempts)
}

/// The attempts at an error that begin where it is.
fn attempts<'a>(
    place: Place<'a>,
    rules: SearchRules,
    options: &'a RecoveryOptions,
    knowledge: &'a Knowledge,
) -> Attempts<'a> {
    Attempts::new(place, (place.position, place.position), rules, options, knowledge)
}

/// A set that was found is applied, unless it is unproven and that is not wanted.
fn applied(set: RepairSet, options: &RecoveryOptions) -> (RepairSet, Way) {
    let stops = set.status == Status::Unproven && !options.fall_back;
    (set, if stops { Way::Stop } else { Way::Apply })
}

/// The fall-back, with what the search that found nothing has proven.
fn after_nothing(
    nothing: Nothing,
    place: Place<'_>,
    options: &RecoveryOptions,
    meter: &mut Meter,
) -> (RepairSet, Way) {
    let (set, way) = fall_back(place, options, meter);
    (RepairSet { lower_bound: nothing.lower_bound, ..set }, way)
}

/// What recovery says in the end.
fn closed(
    purse: &mut Purse,
    meter: &Meter,
    (set, way): (RepairSet, Way),
    attempts: Option<Attempts<'_>>,
) -> Recovery {
    let time = purse.close(meter);
    let effort = Effort {
        work: meter.work,
        configurations: meter.configurations,
        bytes: meter.peak_bytes,
        time,
    };
    let (phases, trace) =
        attempts.map_or_else(Default::default, |attempts| (attempts.reports, attempts.trace));
    Recovery { set, effort, phases, trace, way }
}

/// Does not recover: parsing ends.
pub(crate) fn stop(
    _: Place<'_>,
    _: &RecoveryOptions,
    _: &Knowledge,
    _: &mut Purse,
    _: Option<Resume>,
) -> Recovery {
    Recovery {
        set: RepairSet::without_sequences(Status::None),
        effort: Effort::default(),
        phases: Vec::new(),
        trace: None,
        way: Way::Stop,
    }
}

fn panic_mode(
    place: Place<'_>,
    options: &RecoveryOptions,
    last: Option<Resume>,
    meter: &mut Meter,
) -> (RepairSet, Way) {
    let Place { tables, tokens, stack, position } = place;
    match panic::holub(tables, tokens, stack, position, last) {
        Some(resume) => (RepairSet::without_sequences(Status::Panic), Way::Cut(resume)),
        None => fall_back(place, options, meter),
    }
}

fn fall_back(place: Place<'_>, options: &RecoveryOptions, meter: &mut Meter) -> (RepairSet, Way) {
    if !options.fall_back {
        return (RepairSet::without_sequences(Status::None), Way::Stop);
    }
    let Place { tables, tokens, stack, position } = place;
    match panic::fall_back(tables, tokens, stack, position, meter) {
        Some(resume) => (RepairSet::without_sequences(Status::Panic), Way::Cut(resume)),
        None => (RepairSet::without_sequences(Status::Panic), Way::GiveUp),
    }
}
