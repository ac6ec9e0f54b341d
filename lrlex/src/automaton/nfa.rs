//! Regexes as programs of threads (Thompson 1968; priorities as in Pike's `sam`, see Cox, "Regular
//! Expression Matching: the Virtual Machine Approach", 2009).
//!
//! An instruction reads a character of a set, or forks; of the ways that a fork leads, the first is
//! preferred. What is repeated and may be empty is built as the `regex` crate builds it, so that
//! the same match is preferred.

use fnv::{FnvBuildHasher, FnvHashMap};
use indexmap::IndexSet;

use super::alphabet::{Alphabet, Ranges, Symbol};
use crate::{
    look::{self, CharKinds, Look},
    matcher::{self, CLOSE, HEAD, Inst, OPEN, Pc},
    regex::{Regex, Repeat, SetId, Sets, join},
};

/// What a rule matches: its regex, and what must follow.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) regex: Regex,
    pub(crate) context: Option<Regex>,
}

/// The instructions of some rules.
#[derive(Debug)]
pub(super) struct Program<'s> {
    insts: Vec<Inst>,
    /// The number of the rule that each instruction belongs to.
    rules: Vec<u32>,
    /// Whether each rule looks at places between characters.
    looks: Vec<bool>,
    pub(super) symbols: &'s mut Symbols,
}

/// The sets of characters of instructions, as symbols.
#[derive(Debug)]
pub(super) struct Symbols {
    all: IndexSet<Ranges, FnvBuildHasher>,
    /// The parts of sets that hold the characters of some kinds, by set and kinds.
    parts: FnvHashMap<(SetId, CharKinds), SetId>,
    /// The set of each kind of characters; empty if no rule looks at places.
    kinds: Vec<SetId>,
}

/// A rule takes too many instructions.
#[derive(Debug)]
pub(super) struct TooLong;

impl Symbols {
    /// The sets of `sets`, with the same numbers.
    pub(super) fn new(alphabet: &Alphabet, sets: &Sets, with_kinds: bool) -> Self {
        let all = sets.iter().map(|set| alphabet.symbols(set)).collect();
        let mut symbols = Symbols { all, parts: FnvHashMap::default(), kinds: Vec::new() };
        if with_kinds {
            let kinds = (0..=look::OTHER).map(|kind| symbols.number(alphabet.of_kind(kind)));
            symbols.kinds = kinds.collect();
        }
        symbols
    }

    /// The ranges of a set.
    pub(super) fn ranges(&self, set: SetId) -> &[(Symbol, Symbol)] {
        &self.all[set as usize]
    }

    fn number(&mut self, ranges: Ranges) -> SetId {
        self.all.insert_full(ranges).0 as SetId
    }

    /// What characters of `set` are of these kinds; `None` if none is. There must be kinds.
    pub(super) fn part(&mut self, set: SetId, kinds: CharKinds) -> Option<SetId> {
        if let Some(&part) = self.parts.get(&(set, kinds)) {
            return Some(part).filter(|part| !self.ranges(*part).is_empty());
        }
        let mut ranges = Ranges::new();
        for kind in (0..=look::OTHER).filter(|kind| kinds & look::bit(*kind) > 0) {
            ranges
                .extend(intersection(self.ranges(set), self.ranges(self.kinds[usize::from(kind)])));
        }
        join(&mut ranges);
        let part = self.number(ranges);
        self.parts.insert((set, kinds), part);
        Some(part).filter(|part| !self.ranges(*part).is_empty())
    }

    /// The characters of these kinds; `None` if there are none.
    pub(super) fn of_kinds(&mut self, kinds: CharKinds) -> Option<SetId> {
        let all = Ranges::from([(0, Symbol::MAX)]);
        let all = self.number(all);
        self.part(all, kinds)
    }
}

fn intersection(a: &[(u32, u32)], b: &[(u32, u32)]) -> Ranges {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut both = Ranges::new();
    while let (Some(&&(from, to)), Some(&&(start, end))) = (a.peek(), b.peek()) {
        if from.max(start) <= to.min(end) {
            both.push((from.max(start), to.min(end)));
        }
        if to < end {
            a.next()
        } else {
            b.next()
        };
    }
    both
}

impl<'s> Program<'s> {
    pub(super) fn new(symbols: &'s mut Symbols) -> Self {
        Program { insts: Vec::new(), rules: Vec::new(), looks: Vec::new(), symbols }
    }

    pub(super) fn len(&self) -> usize {
        self.insts.len()
    }

    pub(super) fn inst(&self, pc: Pc) -> Inst {
        self.insts[pc as usize]
    }

    pub(super) fn rule(&self, pc: Pc) -> u32 {
        self.rules[pc as usize]
    }

    /// Whether the rule of the instruction has places between characters.
    pub(super) fn looks(&self, pc: Pc) -> bool {
        self.looks[self.rule(pc) as usize]
    }

    /// Adds a rule of at most so many instructions; gives its first.
    pub(super) fn add(&mut self, rule: u32, tree: &Tree, most: usize) -> Result<Pc, TooLong> {
        let before = self.insts.len();
        self.looks.resize(self.looks.len().max(rule as usize + 1), false);
        let nullable = tree.context.is_some() && tree.regex.may_be_empty();
        self.looks[rule as usize] = tree.has_place();
        let mut writer = Writer { program: self, rule, end: before + most };
        let start = writer.tree(tree, nullable);
        if start.is_err() {
            self.insts.truncate(before);
            self.rules.truncate(before);
        }
        start
    }

    /// All instructions, of one rule of which `start` is the first, and the sets that they need.
    pub(super) fn alone(&self, start: Pc) -> matcher::Program {
        let mut known: IndexSet<SetId, FnvBuildHasher> = IndexSet::default();
        let number = |inst: &Inst| match *inst {
            Inst::Class { set, next } => Inst::Class { set: known.insert_full(set).0 as u32, next },
            other => other,
        };
        let insts: Vec<Inst> = self.insts.iter().map(number).collect();
        let (mut sets, mut ranges) = (Vec::new(), Vec::new());
        for set in known {
            let from = ranges.len() as u32;
            ranges.extend(self.symbols.ranges(set));
            sets.push((from, ranges.len() as u32));
        }
        matcher::Program { start, insts: insts.into(), sets: sets.into(), ranges: ranges.into() }
    }
}

/// Writes a rule's instructions, the last first.
struct Writer<'p, 's> {
    program: &'p mut Program<'s>,
    rule: u32,
    /// The number of instructions that must not be reached.
    end: usize,
}

impl Writer<'_, '_> {
    fn inst(&mut self, inst: Inst) -> Result<Pc, TooLong> {
        let pc = self.program.insts.len();
        if pc >= self.end {
            return Err(TooLong);
        }
        self.program.insts.push(inst);
        self.program.rules.push(self.rule);
        Pc::try_from(pc).map_err(|_| TooLong)
    }

    fn tree(&mut self, tree: &Tree, nullable: bool) -> Result<Pc, TooLong> {
        let mut next = self.inst(Inst::Match)?;
        if let Some(context) = &tree.context {
            next = self.regex(context, next)?;
            next = self.inst(Inst::Mark { slot: HEAD, next })?;
            if nullable {
                // The lexeme must not be empty.
                let look = Look::of(|before, _| before != look::EDGE);
                next = self.inst(Inst::Place { look, next })?;
            }
        }
        self.regex(&tree.regex, next)
    }

    /// Writes what matches `regex` and goes on at `next`.
    fn regex(&mut self, regex: &Regex, next: Pc) -> Result<Pc, TooLong> {
        match regex {
            Regex::Class(set) => self.inst(Inst::Class { set: *set, next }),
            Regex::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.regex(part, next))
            }
            Regex::Choice(parts) => {
                let starts: Vec<Pc> =
                    parts.iter().map(|part| self.regex(part, next)).collect::<Result<_, _>>()?;
                let mut starts = starts.into_iter().rev();
                let last = starts.next().expect("a choice has an alternative");
                starts.try_fold(last, |second, first| self.inst(Inst::Fork { first, second }))
            }
            Regex::Repeat(repeat) => self.repeat(repeat, next),
            Regex::Look(look) => self.inst(Inst::Place { look: *look, next }),
            Regex::Delim(body) => {
                let close = self.inst(Inst::Mark { slot: CLOSE, next })?;
                let next = self.regex(body, close)?;
                self.inst(Inst::Mark { slot: OPEN, next })
            }
        }
    }

    fn repeat(&mut self, repeat: &Repeat, mut next: Pc) -> Result<Pc, TooLong> {
        let Repeat { body, greedy, .. } = repeat;
        let mut copies = repeat.least;
        match repeat.most {
            Some(most) => {
                let end = next;
                for _ in repeat.least..most {
                    let start = self.regex(body, next)?;
                    next = self.inst(fork(start, end, *greedy))?;
                }
            }
            None => {
                let (start, again) = self.at_least_once(body, next, *greedy)?;
                next = if copies > 0 {
                    copies -= 1;
                    start
                } else if body.may_be_empty() {
                    self.inst(fork(start, next, *greedy))?
                } else {
                    again
                };
            }
        }
        for _ in 0..copies {
            let before = self.program.insts.len();
            next = self.regex(body, next)?;
            if self.program.insts.len() == before {
                break;
            }
        }
        Ok(next)
    }

    /// Writes `body` once or several times; gives its start, and the fork after it.
    fn at_least_once(&mut self, body: &Regex, next: Pc, greedy: bool) -> Result<(Pc, Pc), TooLong> {
        let again = self.inst(Inst::Match)?;
        let start = self.regex(body, again)?;
        self.program.insts[again as usize] = fork(start, next, greedy);
        Ok((start, again))
    }
}

fn fork(more: Pc, end: Pc, greedy: bool) -> Inst {
    let (first, second) = if greedy { (more, end) } else { (end, more) };
    Inst::Fork { first, second }
}
