//! A rule's program run by threads (Pike's simulation): what an automaton cannot tell.
//!
//! An automaton knows where a match ends, but not what happened inside. So this runs over a lexeme
//! again that the walk has found where a part of it is asked for: the text of the group `delim`, or
//! where trailing context begins. It also finds the lexemes of a rule whose own automaton would
//! have too many states. A step costs as much as there are instructions; the steps are counted.

use std::cmp::Reverse;

use crate::{
    look::{self, CharKind, Look},
    shared::Array,
};

/// The number of an instruction.
pub(crate) type Pc = u32;

/// One instruction of the program that matches a separate rule. Instructions are named by index.
#[derive(Clone, Copy, Debug)]
pub enum Inst {
    /// Reads one symbol of a set.
    Class {
        /// The number of the set in [`Program::sets`].
        set: u32,
        /// The index of the next instruction.
        next: Pc,
    },
    /// Goes on at two instructions.
    Fork {
        /// The index of the instruction whose match is preferred.
        first: Pc,
        /// The index of the instruction whose match is second choice.
        second: Pc,
    },
    /// Goes on if the characters before and after the present place fulfil a condition.
    Place {
        /// The condition on the characters around.
        look: Look,
        /// The index of the next instruction.
        next: Pc,
    },
    /// Notes the present place in the text as a mark.
    Mark {
        /// The number of the mark: the start or the end of the group `delim`, or the start of
        /// trailing context.
        slot: u8,
        /// The index of the next instruction.
        next: Pc,
    },
    /// Ends a match of the rule.
    Match,
}

/// Where the group `delim` begins and ends, and where trailing context begins.
pub(crate) const OPEN: u8 = 0;
pub(crate) const CLOSE: u8 = 1;
pub(crate) const HEAD: u8 = 2;

/// The program of one rule: its instructions, and the sets of symbols that they read.
#[derive(Clone, Debug)]
pub struct Program {
    /// The index of the first instruction.
    pub start: Pc,
    /// All instructions.
    pub insts: Array<Inst>,
    /// The range of `ranges` that belongs to each set.
    pub sets: Array<(u32, u32)>,
    /// The ranges of symbols of all sets, both ends included.
    pub ranges: Array<(u32, u32)>,
}

/// A match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    /// Where it ends, context included.
    pub(crate) end: usize,
    /// Where the marks are.
    pub(crate) marks: Marks,
}

type Marks = [Option<usize>; 3];

/// Where and how a program is run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'t> {
    /// What tells of characters.
    pub(crate) trie: &'t [u16],
    pub(crate) kinds: &'t [u8],
    pub(crate) text: &'t str,
    pub(crate) begin: usize,
    /// Nothing is read from here on, but one character is looked at.
    pub(crate) limit: usize,
    /// Whether the longest match is asked for; or else the preferred one.
    pub(crate) longest: bool,
}

/// Threads in the order of preference, and what is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    now: Vec<(Pc, Marks)>,
    next: Vec<(Pc, Marks)>,
    todo: Vec<(Pc, Marks)>,
    /// The last round in which each instruction was reached.
    seen: Vec<u64>,
    round: u64,
    /// Instructions that were reached.
    pub(crate) steps: usize,
}

impl Program {
    /// The match of the rule at a place.
    pub(crate) fn run(&self, scene: Scene<'_>, scratch: &mut Scratch) -> Option<Match> {
        let Scene { text, begin, limit, longest, .. } = scene;
        // Rounds are never counted from 0 again: what was seen by others is old.
        scratch.seen.resize(scratch.seen.len().max(self.insts.len()), 0);
        scratch.now.clear();
        scratch.now.push((self.start, [None; 3]));
        let mut best = None;
        let mut before = look::EDGE;
        let mut at = begin;
        loop {
            let c = text[at..].chars().next();
            let after = c.map_or(look::EDGE, |c| scene.kind(c));
            let symbol = c.filter(|_| at < limit).map(|c| scene.symbol(c));
            let around = Around { at, before, after, symbol, longest };
            if let Some(marks) = self.step(around, scratch) {
                best = Some(Match { end: at, marks });
            }
            std::mem::swap(&mut scratch.now, &mut scratch.next);
            if scratch.now.is_empty() {
                return best;
            }
            before = after;
            at += c.map_or(0, char::len_utf8);
        }
    }

    /// Leads all threads over one character; gives the marks of the preferred match before it.
    fn step(&self, around: Around, scratch: &mut Scratch) -> Option<Marks> {
        scratch.round += 1;
        scratch.next.clear();
        let mut found: Option<Marks> = None;
        if around.longest {
            // As much as may be is before the context.
            scratch
                .now
                .sort_by_key(|(_, marks)| Reverse(marks[usize::from(HEAD)].unwrap_or(usize::MAX)));
        }
        for &thread in &scratch.now {
            scratch.todo.push(thread);
            while let Some((pc, mut marks)) = scratch.todo.pop() {
                if std::mem::replace(&mut scratch.seen[pc as usize], scratch.round) == scratch.round
                {
                    continue;
                }
                scratch.steps += 1;
                match self.insts[pc as usize] {
                    Inst::Class { set, next } => {
                        if around.symbol.is_some_and(|symbol| self.contains(set, symbol)) {
                            scratch.next.push((next, marks));
                        }
                    }
                    Inst::Fork { first, second } => {
                        scratch.todo.extend([(second, marks), (first, marks)]);
                    }
                    Inst::Place { look, next } => {
                        if look.after(around.before) & look::bit(around.after) > 0 {
                            scratch.todo.push((next, marks));
                        }
                    }
                    Inst::Mark { slot, next } => {
                        marks[usize::from(slot)] = Some(around.at);
                        scratch.todo.push((next, marks));
                    }
                    Inst::Match => {
                        found = found.or(Some(marks));
                        if !around.longest {
                            scratch.todo.clear();
                            return found;
                        }
                    }
                }
            }
        }
        found
    }

    fn contains(&self, set: u32, symbol: u32) -> bool {
        let (from, to) = self.sets[set as usize];
        let ranges = &self.ranges[from as usize..to as usize];
        let at = ranges.partition_point(|&(_, last)| last < symbol);
        ranges.get(at).is_some_and(|&(first, _)| first <= symbol)
    }
}

/// What is around the place where threads are.
#[derive(Clone, Copy)]
struct Around {
    at: usize,
    before: CharKind,
    after: CharKind,
    /// The next character, if it may be read.
    symbol: Option<u32>,
    longest: bool,
}

impl Scene<'_> {
    /// The symbol of a character.
    fn symbol(&self, c: char) -> u32 {
        if c.is_ascii() { c as u32 } else { 0x80 + class_of(self.trie, c as u32) }
    }

    /// The kind of a character.
    fn kind(&self, c: char) -> CharKind {
        match c.is_ascii() {
            true => look::ascii(c as u8),
            false => {
                let class = class_of(self.trie, c as u32) as usize;
                self.kinds.get(class).copied().unwrap_or(look::OTHER)
            }
        }
    }
}

/// The class of a character beyond ASCII in a trie with nodes of 64 cells, the root of which has
/// 272.
#[inline]
pub(crate) fn class_of(trie: &[u16], code: u32) -> u32 {
    let Some(&node) = trie.get(code as usize >> 12) else { return 0 };
    let step = |node: u16, at: usize| trie[272 + usize::from(node) * 64 + (at & 63)];
    step(step(node, code as usize >> 6), code as usize).into()
}
