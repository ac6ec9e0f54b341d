//! Programs to automata: the subset construction, with ordered sets.
//!
//! A state is the list of the threads that are alive, rule by rule, inside a rule by preference. Where a thread matches,
//! the threads of its rule behind it are dropped: their matches could never count. So the last place where a state
//! accepts a rule is the end of the rule's leftmost-first match, and the last place where any state accepts is the longest
//! match of all rules; of the rules that match there, the state knows the earliest. All start states share one automaton.

use fnv::FnvHashMap;

use super::{
    nfa::{Inst, Pc, Program},
    utf8::{DONE, Node},
};
use crate::limits::Size;

/// An automaton over bytes. State 0 is dead: nothing matches from there on.
#[derive(Debug, Default)]
pub(super) struct Automaton {
    pub(super) states: Vec<State>,
    /// For each start state of the lexer the state to start in.
    pub(super) starts: Vec<u32>,
    /// The threads of all states together.
    pub(super) threads: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// The rule that matches here.
    pub(super) accept: Option<u32>,
    /// The rule that matches here if the text ends, if that is an earlier one.
    pub(super) at_end: Option<u32>,
    /// Where bytes lead: sorted, every byte in one range, neighbours with different targets.
    pub(super) row: Vec<Range>,
}

/// Bytes up to `last` lead to `target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) last: u8,
    pub(super) target: u32,
}

/// More states or longer lists than are allowed.
#[derive(Debug)]
pub(super) struct TooLarge;

/// A thread inside a character: the node that it has reached, and the instruction that reads the character.
type Thread = (Node, Pc);

/// Makes the automaton of `starts`: for each start state of the lexer the first instructions of its rules.
pub(super) fn automaton(
    program: &Program,
    starts: &[Vec<Pc>],
    limits: Size,
) -> Result<Automaton, TooLarge> {
    let mut builder = Builder {
        program,
        limits,
        threads: 0,
        lists: vec![[].into()],
        accepts: vec![(None, None)],
        known: FnvHashMap::default(),
        steps: FnvHashMap::default(),
        seen: vec![0; program.len()],
        round: 0,
        todo: Vec::new(),
    };
    builder.known.insert(((None, None), [].into()), 0);
    builder.steps.insert([].into(), 0);
    let mut automaton = Automaton::default();
    for start in starts {
        let start: Vec<Thread> = start.iter().map(|&pc| (DONE, pc)).collect();
        automaton.starts.push(builder.state(&start, |pc| pc)?);
    }
    let mut at = 0;
    let mut fans = Vec::new();
    while at < builder.lists.len() {
        let row = builder.row(at, &mut fans)?;
        let (accept, at_end) = builder.accepts[at];
        automaton.states.push(State { accept, at_end, row });
        at += 1;
    }
    automaton.threads = builder.threads;
    Ok(automaton)
}

/// The rule that matches anywhere, and an earlier one that matches where the text ends.
type Accepts = (Option<u32>, Option<u32>);

struct Builder<'p> {
    program: &'p Program,
    limits: Size,
    threads: usize,
    /// For each state its threads.
    lists: Vec<Box<[Thread]>>,
    /// The rules that match in each, anywhere and where the text ends.
    accepts: Vec<Accepts>,
    known: FnvHashMap<(Accepts, Box<[Thread]>), u32>,
    /// States by the threads that have read a byte, before they go on.
    steps: FnvHashMap<Box<[Thread]>, u32>,
    /// For each instruction the last round in which it was reached.
    seen: Vec<u32>,
    round: u32,
    todo: Vec<Pc>,
}

impl Builder<'_> {
    /// The row of a state. `fans` is a store that is used again.
    fn row(&mut self, state: usize, fans: &mut Vec<Vec<Thread>>) -> Result<Vec<Range>, TooLarge> {
        // Where ranges start, as bits.
        let mut cuts = [false; 257];
        cuts[0] = true;
        cuts[256] = true;
        let utf8 = &self.program.utf8;
        for &(node, _) in &self.lists[state] {
            for edge in utf8.edges(node) {
                cuts[usize::from(edge.from)] = true;
                cuts[usize::from(edge.to) + 1] = true;
            }
        }
        let mut index = [0_u8; 256];
        let mut count = 0;
        for byte in 0..256 {
            count += usize::from(cuts[byte]);
            index[byte] = (count - 1) as u8;
        }
        fans.iter_mut().for_each(Vec::clear);
        fans.resize_with(fans.len().max(count), Vec::new);
        for &(node, pc) in &self.lists[state] {
            for edge in utf8.edges(node) {
                let (from, to) = (index[usize::from(edge.from)], index[usize::from(edge.to)]);
                for fan in &mut fans[usize::from(from)..=usize::from(to)] {
                    fan.push((edge.next, pc));
                }
            }
        }
        let mut row: Vec<Range> = Vec::with_capacity(count);
        let lasts = (0..256_usize).filter(|&byte| cuts[byte + 1]);
        for (fan, last) in fans.iter().zip(lasts) {
            let last = last as u8;
            let target = match self.steps.get(fan.as_slice()) {
                Some(&target) => target,
                None => {
                    let program = self.program;
                    let target = self.state(fan, |pc| match program.inst(pc) {
                        Inst::Class { next, .. } => *next,
                        _ => unreachable!("only classes read characters"),
                    })?;
                    self.steps.insert(fan.as_slice().into(), target);
                    target
                }
            };
            match row.last_mut() {
                Some(before) if before.target == target => before.last = last,
                _ => row.push(Range { last, target }),
            }
        }
        Ok(row)
    }

    /// The state of threads that have read a byte; where a character ends, they go on `behind` their instruction.
    fn state(&mut self, threads: &[Thread], behind: impl Fn(Pc) -> Pc) -> Result<u32, TooLarge> {
        self.round += 1;
        let mut list: Vec<Thread> = Vec::new();
        let (mut accept, mut at_end) = (None, None);
        let mut matched = None;
        for &(node, pc) in threads {
            let rule = self.program.rule(pc);
            if matched == Some(rule) {
                continue;
            }
            if node != DONE {
                list.push((node, pc));
                continue;
            }
            self.todo.push(behind(pc));
            while let Some(pc) = self.todo.pop() {
                if std::mem::replace(&mut self.seen[pc as usize], self.round) == self.round {
                    continue;
                }
                match self.program.inst(pc) {
                    Inst::Class { root, .. } => list.push((*root, pc)),
                    Inst::Fork(ways) => self.todo.extend(ways.iter().rev()),
                    Inst::Match => {
                        matched = Some(rule);
                        accept = accept.or(matched);
                        self.todo.clear();
                    }
                    Inst::MayMatch => accept = accept.or(Some(rule)),
                    // All ways to it end at the same place: none is preferred.
                    Inst::MatchAtEnd => at_end = at_end.or(accept.is_none().then_some(rule)),
                }
            }
        }
        let key = ((accept, at_end), list.into_boxed_slice());
        if let Some(&state) = self.known.get(&key) {
            return Ok(state);
        }
        let state = self.lists.len();
        self.threads += key.1.len();
        if state >= self.limits.states || self.threads > self.limits.threads {
            return Err(TooLarge);
        }
        self.lists.push(key.1.clone());
        self.accepts.push((accept, at_end));
        let state = u32::try_from(state).map_err(|_| TooLarge)?;
        self.known.insert(key, state);
        Ok(state)
    }
}
