//! Regexes as programs of threads (Thompson 1968; priorities as in Pike's `sam`, see Cox, "Regular Expression Matching: the
//! Virtual Machine Approach", 2009).
//!
//! An instruction reads a character of a set, or forks; of the ways that a fork leads, the first is preferred. What is
//! repeated and may be empty is built as the `regex` crate builds it, so that the same match is preferred.

use super::{
    parse::{RANGES, Regex, Repeat},
    utf8::{Node, Utf8},
};
use crate::limits;

/// The number of an instruction.
pub(super) type Pc = u32;

#[derive(Debug)]
pub(super) enum Inst {
    /// Reads a character of the set that starts at `root`, and goes on at `next`.
    Class { root: Node, next: Pc },
    /// Goes on at each of these, in the order of preference.
    Fork(Box<[Pc]>),
    /// The rule matches.
    Match,
    /// The rule matches if the text ends here.
    MatchAtEnd,
    /// The rule matches, and may match in any other way too.
    MayMatch,
}

/// The instructions of some rules.
#[derive(Debug)]
pub(super) struct Program {
    insts: Vec<Inst>,
    /// For each instruction the rule that it belongs to.
    rules: Vec<u32>,
    pub(super) utf8: Utf8,
    /// What writing it took: an instruction, and some of the ranges of the characters that it reads, count one.
    pub(super) work: usize,
}

/// A rule takes too many instructions.
#[derive(Debug)]
pub(super) struct TooLong;

impl Program {
    pub(super) fn new() -> Self {
        Program { insts: Vec::new(), rules: Vec::new(), utf8: Utf8::new(), work: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.insts.len()
    }

    pub(super) fn inst(&self, pc: Pc) -> &Inst {
        &self.insts[pc as usize]
    }

    pub(super) fn rule(&self, pc: Pc) -> u32 {
        self.rules[pc as usize]
    }

    /// Adds a rule; gives its first instruction.
    pub(super) fn add(&mut self, rule: u32, regex: &Regex) -> Result<Pc, TooLong> {
        self.add_with(rule, regex, Inst::Match)
    }

    /// The same for a rule that matches only where the text ends.
    pub(super) fn add_at_end(&mut self, rule: u32, regex: &Regex) -> Result<Pc, TooLong> {
        self.add_with(rule, regex, Inst::MatchAtEnd)
    }

    /// The same for a rule of which the longest match is asked for, whichever it prefers.
    pub(super) fn add_reach(&mut self, regex: &Regex) -> Result<Pc, TooLong> {
        self.add_with(0, regex, Inst::MayMatch)
    }

    fn add_with(&mut self, rule: u32, regex: &Regex, last: Inst) -> Result<Pc, TooLong> {
        let before = self.insts.len();
        let mut writer = Writer { program: self, rule, end: before + limits::INSTRUCTIONS };
        let start = writer.inst(last).and_then(|end| writer.regex(regex, end));
        if start.is_err() {
            self.insts.truncate(before);
            self.rules.truncate(before);
        }
        start
    }
}

/// Writes a rule's instructions, the last first.
struct Writer<'p> {
    program: &'p mut Program,
    rule: u32,
    /// There must be fewer instructions.
    end: usize,
}

impl Writer<'_> {
    fn inst(&mut self, inst: Inst) -> Result<Pc, TooLong> {
        let pc = self.program.insts.len();
        if pc >= self.end {
            return Err(TooLong);
        }
        self.program.work += 1;
        self.program.insts.push(inst);
        self.program.rules.push(self.rule);
        Pc::try_from(pc).map_err(|_| TooLong)
    }

    /// Writes what matches `regex` and goes on at `next`.
    fn regex(&mut self, regex: &Regex, next: Pc) -> Result<Pc, TooLong> {
        match regex {
            Regex::Class(set) => {
                self.program.work += set.ranges().len() / RANGES;
                let root = self.program.utf8.root(set);
                self.inst(Inst::Class { root, next })
            }
            Regex::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.regex(part, next))
            }
            Regex::Choice(parts) => {
                let starts: Result<_, _> =
                    parts.iter().map(|part| self.regex(part, next)).collect();
                self.inst(Inst::Fork(starts?))
            }
            Regex::Repeat(repeat) => self.repeat(repeat, next),
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
            None if copies > 0 => {
                let (start, _) = self.at_least_once(body, next, *greedy)?;
                next = start;
                copies -= 1;
            }
            None => {
                let (start, again) = self.at_least_once(body, next, *greedy)?;
                next = match body.matches_empty() {
                    true => self.inst(fork(start, next, *greedy))?,
                    false => again,
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

    /// Writes `body` once or several times; gives its start, and the fork behind it.
    fn at_least_once(&mut self, body: &Regex, next: Pc, greedy: bool) -> Result<(Pc, Pc), TooLong> {
        let again = self.inst(Inst::Match)?;
        let start = self.regex(body, again)?;
        self.program.insts[again as usize] = fork(start, next, greedy);
        Ok((start, again))
    }
}

fn fork(more: Pc, end: Pc, greedy: bool) -> Inst {
    Inst::Fork(if greedy { [more, end] } else { [end, more] }.into())
}
