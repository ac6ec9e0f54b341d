//! Programs to automata: the subset construction, with ordered sets.
//!
//! A state is the list of the threads that are alive, rule by rule, inside a rule by preference.
//! Where a thread matches, the threads of its rule after it are dropped: their matches could never
//! count. So the last place where a state accepts a rule is the end of the rule's leftmost-first
//! match, and the last place where any state accepts is the longest match of all rules; of the
//! rules that match there, the state knows the earliest. Where the longest match inside a rule is
//! asked for, nothing is dropped, and lists are sets. All start states share one automaton.
//!
//! **Places between characters** ask for the kinds of the characters around. The one before is
//! known: threads of rules with places tell apart what they have read. The one after is not: a
//! thread that has come by a place may go on with some kinds only, and reads what its instruction
//! reads of these. If it matches, and not with all kinds, it reads a character of those, and the
//! state after that says that the rule has matched one character earlier.

use fnv::{FnvBuildHasher, FnvHashMap};
use indexmap::IndexSet;

use super::{
    alphabet::{Alphabet, Symbol},
    nfa::Program,
};
use crate::{
    limits::Size,
    look::{self, ALL, CharKind, CharKinds},
    matcher::{Inst, Pc},
    regex::SetId,
};

/// An automaton over symbols. State 0 is dead: nothing matches from there on.
#[derive(Debug, Default)]
pub(super) struct Automaton {
    pub(super) states: Vec<State>,
    /// The states to start in, in the order in which they were asked for.
    pub(super) starts: Vec<u32>,
    /// The threads of all states together.
    pub(super) threads: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) accept: Accept,
    /// Where symbols lead: sorted, every symbol in one range, neighbours with different targets.
    pub(super) row: Vec<Range>,
}

/// What a state says of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Accept {
    /// The rule that matches here.
    pub(super) here: Option<u32>,
    /// The rule that has matched one character earlier, if none does here.
    pub(super) before: Option<u32>,
    /// The rule that matches here if the text ends, if that is an earlier one than `here`.
    pub(super) at_end: Option<u32>,
}

/// Symbols up to `last` lead to `target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) last: Symbol,
    pub(super) target: u32,
}

impl Automaton {
    /// The state to which a symbol leads.
    pub(super) fn next(&self, state: u32, symbol: Symbol) -> u32 {
        let row = &self.states[state as usize].row;
        row.get(row.partition_point(|range| range.last < symbol)).map_or(0, |range| range.target)
    }
}

impl Accept {
    /// All rules that it names.
    pub(super) fn rules(self) -> impl Iterator<Item = u32> {
        [self.here, self.before, self.at_end].into_iter().flatten()
    }
}

/// More states or longer lists than are allowed.
#[derive(Debug)]
pub(super) struct TooLarge;

/// A thread that reads a symbol of this set by this instruction; what it reads is of this kind, if
/// the rule has places.
type Thread = (SetId, Pc, CharKind);

/// Makes the automaton of `starts`: for each the first instructions of its rules, in the order of
/// the rules.
pub(super) fn automaton(
    program: &mut Program<'_>,
    alphabet: &Alphabet,
    starts: &[Vec<Pc>],
    longest: bool,
    limits: Size,
) -> Result<Automaton, TooLarge> {
    let mut builder = Builder {
        seen: vec![(0, 0); program.len()],
        program,
        symbols: alphabet.len() as Symbol,
        longest,
        limits,
        threads: 0,
        states: IndexSet::default(),
        steps: FnvHashMap::default(),
        round: 0,
        todo: Vec::new(),
    };
    builder.states.insert((Accept::default(), [].into()));
    builder.steps.insert([].into(), 0);
    let mut automaton = Automaton::default();
    for start in starts {
        let mut list = NewState { is_start: true, ..NewState::default() };
        for &pc in start {
            builder.reach(pc, look::EDGE, &mut list);
        }
        automaton.starts.push(builder.state(list)?);
    }
    while automaton.states.len() < builder.states.len() {
        let state = automaton.states.len();
        let row = builder.row(state)?;
        automaton.states.push(State { accept: builder.states[state].0, row });
    }
    automaton.threads = builder.threads;
    Ok(automaton)
}

struct Builder<'p, 's> {
    program: &'p mut Program<'s>,
    /// The number of symbols.
    symbols: Symbol,
    longest: bool,
    limits: Size,
    threads: usize,
    /// What each state accepts, and its threads.
    states: IndexSet<(Accept, Box<[Thread]>), FnvBuildHasher>,
    /// States by the threads that have just read a symbol, before forks and places are followed.
    steps: FnvHashMap<Box<[(Pc, CharKind)]>, u32>,
    /// The last round in which each instruction was reached, and the kinds of the next character
    /// with which it was.
    seen: Vec<(u32, CharKinds)>,
    round: u32,
    todo: Vec<(Pc, CharKinds)>,
}

/// A state that is being made.
#[derive(Default)]
struct NewState {
    threads: Vec<Thread>,
    accept: Accept,
    /// Whether the state is one to start in, where a match would be empty.
    is_start: bool,
    /// The number of the rule of the last thread.
    rule: Option<u32>,
    /// The kinds of the next character with which that rule has matched.
    matched: CharKinds,
}

impl Builder<'_, '_> {
    /// The row of a state.
    fn row(&mut self, state: usize) -> Result<Vec<Range>, TooLarge> {
        let list = &self.states[state].1;
        // Where ranges start.
        let mut cuts: Vec<Symbol> = vec![0, self.symbols];
        for &(set, ..) in list {
            cuts.extend(
                self.program.symbols.ranges(set).iter().flat_map(|&(from, to)| [from, to + 1]),
            );
        }
        cuts.sort_unstable();
        cuts.dedup();
        let mut fans: Vec<Vec<(Pc, CharKind)>> = vec![Vec::new(); cuts.len() - 1];
        for &(set, pc, kind) in list {
            let mut at = 0;
            for &(from, to) in self.program.symbols.ranges(set) {
                at += cuts[at..].partition_point(|cut| *cut < from);
                while cuts[at] <= to {
                    fans[at].push((pc, kind));
                    at += 1;
                }
            }
        }
        let mut row: Vec<Range> = Vec::new();
        for (fan, end) in fans.iter().zip(&cuts[1..]) {
            let target = self.target(fan)?;
            let last = end - 1;
            match row.last_mut() {
                Some(before) if before.target == target => before.last = last,
                _ => row.push(Range { last, target }),
            }
        }
        Ok(row)
    }

    /// The state of threads that have read a symbol.
    fn target(&mut self, fan: &[(Pc, CharKind)]) -> Result<u32, TooLarge> {
        if let Some(&target) = self.steps.get(fan) {
            return Ok(target);
        }
        let mut list = NewState::default();
        self.round += 1;
        for &(pc, kind) in fan {
            match self.program.inst(pc) {
                Inst::Class { next, .. } => self.reach(next, kind, &mut list),
                // The rule has matched before the symbol that was read now.
                _ => {
                    let before = &mut list.accept.before;
                    *before = before.or(Some(self.program.rule(pc)));
                }
            }
        }
        let target = self.state(list)?;
        self.steps.insert(fan.into(), target);
        Ok(target)
    }

    /// Adds what is reached from an instruction after a character of this kind.
    fn reach(&mut self, pc: Pc, before: CharKind, list: &mut NewState) {
        let rule = self.program.rule(pc);
        if list.rule.replace(rule) != Some(rule) {
            list.matched = 0;
        }
        self.todo.push((pc, ALL));
        while let Some((pc, mut kinds)) = self.todo.pop() {
            kinds &= !list.matched;
            // With those kinds a thread that is preferred has been here.
            let seen = &mut self.seen[pc as usize];
            if seen.0 == self.round {
                kinds &= !seen.1;
            } else {
                *seen = (self.round, 0);
            }
            if kinds == 0 {
                continue;
            }
            seen.1 |= kinds;
            match self.program.inst(pc) {
                Inst::Class { set, .. } => self.class(pc, set, kinds, list),
                Inst::Fork { first, second } => self.todo.extend([(second, kinds), (first, kinds)]),
                Inst::Place { look, next } => self.todo.push((next, kinds & look.after(before))),
                Inst::Mark { next, .. } => self.todo.push((next, kinds)),
                Inst::Match => self.matches(pc, kinds, list),
            }
        }
    }

    fn class(&mut self, pc: Pc, set: SetId, kinds: CharKinds, list: &mut NewState) {
        if !self.program.looks(pc) {
            return list.threads.push((set, pc, look::OTHER));
        }
        for kind in (0..=look::OTHER).filter(|kind| kinds & look::bit(*kind) > 0) {
            let part = self.program.symbols.part(set, look::bit(kind));
            list.threads.extend(part.map(|part| (part, pc, kind)));
        }
    }

    /// A rule matches if the next character is of these kinds.
    fn matches(&mut self, pc: Pc, kinds: CharKinds, list: &mut NewState) {
        let rule = self.program.rule(pc);
        if !self.longest {
            list.matched |= kinds;
        }
        // What is empty is no lexeme. An earlier rule, or the same, may have matched as much.
        if list.is_start || list.accept.here.is_some() {
            return;
        }
        let accept = &mut list.accept;
        if kinds == ALL {
            accept.here = Some(rule);
            return;
        }
        if kinds & look::bit(look::EDGE) > 0 {
            accept.at_end = accept.at_end.or(Some(rule));
        }
        if let Some(set) = self.program.symbols.of_kinds(kinds) {
            list.threads.push((set, pc, look::OTHER));
        }
    }

    /// The number of a state.
    fn state(&mut self, mut list: NewState) -> Result<u32, TooLarge> {
        self.round += 1;
        if list.accept.here.is_some() {
            list.accept.before = None;
        }
        if self.longest {
            list.threads
                .sort_unstable_by_key(|&(set, pc, kind)| (self.program.rule(pc), pc, set, kind));
        }
        let threads = list.threads.len();
        let (state, is_new) = self.states.insert_full((list.accept, list.threads.into()));
        self.threads += if is_new { threads } else { 0 };
        if state >= self.limits.states || self.threads > self.limits.threads {
            return Err(TooLarge);
        }
        u32::try_from(state).map_err(|_| TooLarge)
    }
}
