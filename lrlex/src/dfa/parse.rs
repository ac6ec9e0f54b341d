//! Reader of regexes: text in, [`Regex`] out, as the `regex` crate understands it.
//!
//! It follows the syntax that the documentation of `regex` 1 describes. What it accepts, the crate accepts with the same
//! meaning; what it does not understand, or what only looks wrong, it leaves to the crate, errors and their messages too.
//! Look-around (`\b`, `$`, `^` inside a regex) is no matter for an automaton that knows the bytes behind it only; but a `\z` at
//! the end is, for every automaton learns where the text ends.

mod class;
mod escape;
mod group;

use fnv::FnvHashSet;

use super::chars::{CharSet, MAX};
use crate::{flags::Flags, limits, states::DELIM};

/// A regex as a tree.
#[derive(Clone, Debug)]
pub(super) enum Regex {
    /// One of these characters.
    Class(CharSet),
    Sequence(Vec<Regex>),
    /// One of these, the first that leads to a match.
    Choice(Vec<Regex>),
    Repeat(Box<Repeat>),
}

/// A part that is repeated.
#[derive(Clone, Debug)]
pub(super) struct Repeat {
    pub(super) body: Regex,
    pub(super) least: u32,
    /// `None`: as often as one likes.
    pub(super) most: Option<u32>,
    /// Rather often than seldom?
    pub(super) greedy: bool,
}

/// What was read.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) regex: Regex,
    /// Does it match only where the text ends? It says so by a `\z` behind everything else.
    pub(super) at_end: bool,
    /// Is there a group named `delim`?
    pub(super) has_delim: bool,
}

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It asks what stands around the text.
    LookAround,
    /// It is wrong, or written in a way that is not understood here.
    Unknown,
    /// It has too many parts, or asks for too many classes.
    TooLarge,
}

/// Groups in groups. The `regex` crate counts differently, and allows more.
const MAX_DEPTH: usize = 30;

/// So many ranges of characters take the room of a part.
pub(super) const RANGES: usize = 16;

/// Signs of repetition behind one part.
const MAX_SIGNS: usize = 4;

impl Regex {
    /// Matches the empty text only.
    fn empty() -> Regex {
        Regex::Sequence(Vec::new())
    }

    /// The same with repetitions that have no upper bound, and so a small automaton: it matches more.
    pub(super) fn coarse(self) -> Regex {
        let all = |parts: Vec<Regex>| parts.into_iter().map(Regex::coarse).collect();
        match self {
            Regex::Class(set) => Regex::Class(set),
            Regex::Sequence(parts) => Regex::Sequence(all(parts)),
            Regex::Choice(parts) => Regex::Choice(all(parts)),
            Regex::Repeat(repeat) => {
                let Repeat { body, least, most, greedy } = *repeat;
                let most = most.filter(|most| *most < 2);
                let body = body.coarse();
                Regex::Repeat(Box::new(Repeat { body, least: least.min(1), most, greedy }))
            }
        }
    }

    /// May it match the empty text?
    pub(super) fn matches_empty(&self) -> bool {
        match self {
            Regex::Class(_) => false,
            Regex::Sequence(parts) => parts.iter().all(Regex::matches_empty),
            Regex::Choice(parts) => parts.iter().any(Regex::matches_empty),
            Regex::Repeat(repeat) => repeat.least == 0 || repeat.body.matches_empty(),
        }
    }
}

/// What all regexes of a lexer may still take.
#[derive(Debug)]
pub(super) struct Budget {
    /// Parts of trees.
    parts: usize,
    /// The classes that the `regex` crate was asked for.
    classes: FnvHashSet<String>,
}

impl Budget {
    pub(super) fn new() -> Self {
        Budget { parts: limits::ALL_PARTS, classes: FnvHashSet::default() }
    }
}

/// Reads a regex of which the texts are those of `regex` and perhaps more: what that asks of the text around is left out.
pub(super) fn parse_reach(
    regex: &str,
    flags: &Flags,
    budget: &mut Budget,
) -> Result<Regex, Refusal> {
    parse_with(regex, flags, budget, true).map(|parsed| parsed.regex)
}

/// Reads `regex`.
pub(super) fn parse(regex: &str, flags: &Flags, budget: &mut Budget) -> Result<Parsed, Refusal> {
    parse_with(regex, flags, budget, false)
}

fn parse_with(
    regex: &str,
    flags: &Flags,
    budget: &mut Budget,
    lenient: bool,
) -> Result<Parsed, Refusal> {
    let parts = budget.parts.min(limits::PARTS);
    let switches = Switches {
        caseless: flags.case_insensitive,
        dot_all: flags.dot_matches_new_line,
        swap_greed: flags.swap_greed,
        unicode: flags.unicode,
        extended: flags.ignore_whitespace,
    };
    let mut parser = Parser {
        rest: regex,
        octal: flags.octal,
        switches,
        names: FnvHashSet::default(),
        depth: 0,
        at_end: false,
        lenient,
        parts,
        budget,
    };
    let regex = parser.choice();
    parser.budget.parts -= parts - parser.parts;
    let regex = regex?;
    if !parser.rest.is_empty() {
        return Err(Refusal::Unknown);
    }
    Ok(Parsed { regex, at_end: parser.at_end, has_delim: parser.names.contains(DELIM) })
}

/// Flags as they stand at a place in a regex.
#[derive(Clone, Copy, Debug)]
struct Switches {
    caseless: bool,
    dot_all: bool,
    swap_greed: bool,
    unicode: bool,
    extended: bool,
}

/// A regex that is read from left to right.
struct Parser<'a, 'b> {
    rest: &'a str,
    octal: bool,
    switches: Switches,
    /// Names of groups.
    names: FnvHashSet<&'a str>,
    /// Groups that are open.
    depth: usize,
    /// Was there a `\z` at the end?
    at_end: bool,
    /// May it match more than the regex does?
    lenient: bool,
    /// Parts that there may still be.
    parts: usize,
    budget: &'b mut Budget,
}

impl<'a> Parser<'a, '_> {
    /// Counts a part.
    fn spend(&mut self, parts: usize) -> Result<(), Refusal> {
        self.parts = self.parts.checked_sub(parts).ok_or_else(|| {
            self.parts = 0;
            Refusal::TooLarge
        })?;
        Ok(())
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Result<char, Refusal> {
        let c = self.peek().ok_or(Refusal::Unknown)?;
        self.rest = &self.rest[c.len_utf8()..];
        Ok(c)
    }

    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Cuts off everything before `end`, and `end`.
    fn until(&mut self, end: char) -> Result<&'a str, Refusal> {
        let (before, rest) = self.rest.split_once(end).ok_or(Refusal::Unknown)?;
        self.rest = rest;
        Ok(before)
    }

    /// Goes behind blanks and comments that mean nothing.
    fn skip_blanks(&mut self) {
        while self.switches.extended {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('#') {
                return;
            }
            self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
        }
    }

    /// Up to a closing bracket or the end.
    fn choice(&mut self) -> Result<Regex, Refusal> {
        let mut all = vec![self.sequence()?];
        while self.eat("|") {
            all.push(self.sequence()?);
        }
        if self.at_end && all.len() > 1 {
            return Err(Refusal::LookAround);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Regex::Choice(all) })
    }

    /// Up to a bar, a closing bracket, or the end.
    fn sequence(&mut self) -> Result<Regex, Refusal> {
        self.spend(1)?;
        let mut parts: Vec<Regex> = Vec::new();
        // A sign of repetition must stand behind a part, which flags are not.
        let mut signs = MAX_SIGNS;
        loop {
            self.skip_blanks();
            let Some(c) = self.peek() else { break };
            match c {
                '|' | ')' => break,
                '\\' if self.depth == 0 && self.rest == "\\z" && !self.lenient => {
                    self.rest = "";
                    self.at_end = true;
                }
                '*' | '+' | '?' | '{' => {
                    if signs == MAX_SIGNS {
                        return Err(Refusal::Unknown);
                    }
                    signs += 1;
                    let body = parts.pop().ok_or(Refusal::Unknown)?;
                    parts.push(self.repeat(body)?);
                }
                '(' => match self.group()? {
                    Some(group) => {
                        parts.push(group);
                        signs = 0;
                    }
                    None => signs = MAX_SIGNS,
                },
                _ => {
                    let at_start = self.depth == 0 && parts.is_empty();
                    parts.push(self.atom(at_start)?);
                    signs = 0;
                }
            }
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Regex::Sequence(parts) })
    }

    /// Reads the sign of repetition behind `body`.
    fn repeat(&mut self, body: Regex) -> Result<Regex, Refusal> {
        let (least, most) = match self.next()? {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            _ => {
                let inside = self.until('}')?;
                let number = |digits: &str| {
                    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                    plain.then(|| digits.parse::<u32>().ok()).flatten().ok_or(Refusal::Unknown)
                };
                match inside.split_once(',') {
                    None => (number(inside)?, Some(number(inside)?)),
                    Some((least, "")) => (number(least)?, None),
                    Some((least, most)) => (number(least)?, Some(number(most)?)),
                }
            }
        };
        if most.is_some_and(|most| most < least) {
            return Err(Refusal::Unknown);
        }
        let greedy = self.eat("?") == self.switches.swap_greed;
        Ok(Regex::Repeat(Box::new(Repeat { body, least, most, greedy })))
    }

    /// Reads a character, a class or an escape. `at_start`: can nothing have been matched before?
    fn atom(&mut self, at_start: bool) -> Result<Regex, Refusal> {
        let start = self.rest;
        let set = match self.next()? {
            '[' => self.class(start)?,
            '.' if self.switches.unicode => {
                let dot_all = self.switches.dot_all;
                let newline = u32::from(b'\n');
                CharSet::of(match dot_all {
                    true => vec![(0, MAX)],
                    false => vec![(0, newline - 1), (newline + 1, MAX)],
                })
            }
            '.' if self.lenient => escape::all(),
            '.' => return Err(Refusal::Unknown),
            // The text begins where the regex is applied.
            '^' if at_start => return Ok(Regex::empty()),
            '^' | '$' if self.lenient => return Ok(Regex::empty()),
            '^' | '$' => return Err(Refusal::LookAround),
            '\\' if at_start && self.eat("A") => return Ok(Regex::empty()),
            '\\' => match self.escape(start)? {
                escape::Escape::Char(c) => self.char(c)?,
                escape::Escape::Class(set) => set,
                escape::Escape::Place => return Ok(Regex::empty()),
            },
            c => self.char(c)?,
        };
        self.spend(1 + set.ranges().len() / RANGES)?;
        Ok(Regex::Class(set))
    }

    /// A character that stands for itself, perhaps in both cases.
    fn char(&mut self, c: char) -> Result<CharSet, Refusal> {
        let Switches { caseless, unicode, .. } = self.switches;
        match CharSet::char(c, caseless, unicode) {
            Some(set) => Ok(set),
            None => self.probe(&format!("\\x{{{:x}}}", c as u32)),
        }
    }
}

#[cfg(test)]
mod tests;
