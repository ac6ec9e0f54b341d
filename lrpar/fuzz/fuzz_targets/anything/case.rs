//! Decodes bytes: options, a grammar, a lex file, an input and a model of other texts.
//!
//! The parts stand in that order, separated by a byte 0xff, which no UTF-8 text holds; missing ones
//! are empty. The options are one byte each, 0 if missing.

use std::{cell::Cell, sync::Arc, time::Duration};

use libfuzzer_sys::fuzzer_mutate;
use lrlex::language::decode;
use lrpar::recovery::{
    Alternatives, Bound, RecoveryKind, RecoveryOptions, Stop,
    experiment::{Experiment, PHASES, PLAIN_PHASES, Phase, Variant},
};
use lrtable::{
    construct::Construction,
    yacc::{YaccKind, YaccOriginalActionKind},
};

/// Separates the parts.
const SEPARATOR: u8 = 0xff;

const KINDS: [Option<YaccKind>; 6] = [
    None,
    Some(YaccKind::Grmtools),
    Some(YaccKind::Eco),
    Some(YaccKind::Original(YaccOriginalActionKind::GenericParseTree)),
    Some(YaccKind::Original(YaccOriginalActionKind::UserAction)),
    Some(YaccKind::Original(YaccOriginalActionKind::NoAction)),
];

/// Phases that escalate at once, through every bound.
const EAGER: &[Phase] = &[
    Phase { bound: Bound::None, quotient: false, depth: 0, expansions: 1 },
    Phase { bound: Bound::Window5, quotient: true, depth: 50, expansions: 2 },
    Phase { bound: Bound::Window5, quotient: false, depth: 50, expansions: 3 },
    Phase { bound: Bound::Window10, quotient: false, depth: 3, expansions: 4 },
    Phase { bound: Bound::Window10, quotient: true, depth: 0, expansions: 5 },
    Phase { bound: Bound::None, quotient: true, depth: 50, expansions: u64::MAX },
];

/// Phases with a bound from the first configuration on.
const GUIDED: &[Phase] =
    &[Phase { bound: Bound::Window10, quotient: false, depth: 10, expansions: u64::MAX }];

/// Phases that end soon, without a result.
const SHORT: &[Phase] =
    &[Phase { bound: Bound::Window5, quotient: true, depth: 100, expansions: 10 }];

const ALL_PHASES: [Option<&[Phase]>; 7] =
    [None, Some(EAGER), Some(GUIDED), Some(SHORT), Some(PHASES), Some(PLAIN_PHASES), Some(&[])];

/// Maximum units of work of a parse.
const MOST_WORK: u64 = 1 << 13;

/// All parts of an input.
pub struct Case {
    pub kind: Option<YaccKind>,
    pub construction: Option<Construction>,
    /// The start rule, modulo their number.
    pub start: usize,
    pub options: RecoveryOptions,
    pub phases: Option<&'static [Phase]>,
    pub keep_trace: Option<usize>,
    pub fall_back: bool,
    /// The number of questions after which the stop function ends recovery.
    pub stop_after: u64,
    pub grammar: String,
    pub lex: String,
    pub text: String,
    pub model: String,
}

impl Case {
    /// Decodes the parts.
    pub fn new(data: &[u8]) -> Case {
        let mut parts = data.splitn(5, |byte| *byte == SEPARATOR);
        let mut bytes = parts.next().unwrap_or_default().iter().copied();
        let mut text = || decode(parts.next().unwrap_or_default().to_vec()).0;
        let (grammar, lex, text, model) = (text(), text(), text(), text());
        let mut next = || bytes.next().unwrap_or(0);
        let kind = KINDS[usize::from(next()) % KINDS.len()];
        let construction = match next() % 5 {
            0 => None,
            number => Some(Construction::ALL[usize::from(number) - 1]),
        };
        let start = usize::from(next());
        let flags = next();
        let phases = ALL_PHASES[usize::from(next()) % ALL_PHASES.len()];
        let work = next();
        let memory = next();
        let time = next();
        let stop_after = u64::from(next());
        let reach = next();
        let alternatives = next();
        let max_repairs = next();
        let costs: Vec<u8> = bytes.collect();
        let options = RecoveryOptions::with(|options| {
            options.budget.work = Some(MOST_WORK >> (work % 14));
            options.budget.memory = (64 << 20) >> (memory % 27);
            options.budget.time = (time > 0).then(|| Duration::from_micros(u64::from(time)));
            options.clock = (time > 0).then_some(ticks);
            options.reach = usize::from(reach ^ 10);
            options.max_cost = if flags & 4 == 0 { options.max_cost } else { u32::MAX };
            options.alternatives = Alternatives {
                brackets: alternatives & 1 == 0,
                replacements: alternatives & 4 == 0,
                nearby: alternatives & 8 == 0,
                spelling: alternatives & 16 == 0,
            };
            options.max_repairs =
                if max_repairs == 0 { 1_000 } else { usize::from(max_repairs - 1) };
            options.token_costs = (!costs.is_empty()).then(|| Arc::from(costs));
        });
        Case {
            kind,
            construction,
            start,
            options,
            phases,
            keep_trace: (flags & 1 != 0).then_some(0),
            fall_back: flags & 2 == 0,
            stop_after,
            grammar,
            lex,
            text,
            model,
        }
    }

    /// Returns the options, with a clock and a stop function that start anew.
    pub fn options(&self) -> RecoveryOptions {
        TICKS.set(0);
        let mut options = self.options.clone();
        if self.stop_after > 0 {
            let (most, asked) = (self.stop_after, std::sync::atomic::AtomicU64::new(0));
            let order = std::sync::atomic::Ordering::Relaxed;
            options.stop = Some(Stop::new(move || asked.fetch_add(1, order) >= most));
        }
        options
    }

    /// Returns whether the stop function does not limit the parse.
    pub fn is_counted(&self) -> bool {
        self.options.clock.is_none() && self.stop_after == 0
    }

    /// Returns all recoverers of the library, and the paper's variants.
    pub fn recoverers(&self) -> Vec<(RecoveryKind, Experiment)> {
        let &Case { phases, keep_trace, fall_back, .. } = self;
        let experiment = |variant| Experiment { variant, phases, keep_trace, fall_back };
        let kinds = RecoveryKind::ALL.into_iter().map(|kind| (kind, experiment(None)));
        let variant = |variant| (RecoveryKind::CPCTPlus, experiment(Some(variant)));
        kinds.chain(Variant::ALL.into_iter().map(variant)).collect()
    }
}

/// Changes one part of an input, the text more often than others; otherwise it would nearly always
/// be the grammar, which is longest. Returns the new size.
pub fn mutate(data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    const CHOICES: [usize; 12] = [0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 4];
    let mut parts: Vec<Vec<u8>> =
        data[..size].splitn(5, |byte| *byte == SEPARATOR).map(<[u8]>::to_vec).collect();
    let chosen = CHOICES[seed as usize % CHOICES.len()];
    parts.resize(parts.len().max(chosen + 1), Vec::new());
    let others: usize = parts.iter().map(|part| part.len() + 1).sum::<usize>();
    let Some(room) = (most + 1).checked_sub(others).filter(|room| *room > 0) else {
        return fuzzer_mutate(data, size, most);
    };
    let part = &mut parts[chosen];
    let (old, longest) = (part.len(), part.len() + room);
    part.resize(longest, 0);
    let new = fuzzer_mutate(part, old, longest);
    part.truncate(new);
    let all = parts.join(&SEPARATOR);
    let size = all.len().min(most);
    data[..size].copy_from_slice(&all[..size]);
    size
}

thread_local! {
    static TICKS: Cell<u64> = const { Cell::new(0) };
}

/// A clock that advances by a microsecond at each call.
fn ticks() -> Duration {
    TICKS.set(TICKS.get() + 1);
    Duration::from_micros(TICKS.get())
}
