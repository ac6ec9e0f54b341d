//! Reader of regexes: text in, [`Regex`] out, as the `regex` crate understands it.
//!
//! It follows the syntax that the documentation of `regex` 1 describes: what it accepts, the crate
//! accepts with the same meaning. What is wrong it only refuses; messages are the crate's. Groups
//! that are open lie on a stack of its own, and a tree is no deeper than the limit of nesting, so
//! that a regex of a million brackets is an error like any other.

mod class;
mod escape;

pub(crate) use self::class::posix_name;

use fnv::FnvHashSet;

use self::escape::Escape;
use super::{
    charset::CharSet,
    tree::{Regex, Repeat, Sets},
};
use crate::{flags::Flags, limits, look, look::Look};

/// The group of which the text is stored or compared.
pub(crate) const DELIM: &str = "delim";

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The regex is wrong.
    Wrong,
    /// All regexes together have too many parts.
    Parts,
    /// All regexes together have too many classes that need the tables of the `regex` crate.
    Classes,
}

/// So many ranges of characters take the room of a part.
pub(super) const RANGES: usize = 16;

/// What all regexes of a lexer have in common.
#[derive(Debug)]
pub(crate) struct Budget {
    /// The number of parts that trees may still have.
    parts: usize,
    /// The classes that the `regex` crate was asked for.
    pub(super) classes: FnvHashSet<String>,
    pub(crate) sets: Sets,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Budget { parts: limits::ALL_PARTS, classes: FnvHashSet::default(), sets: Sets::default() }
    }
}

/// Reads `regex`.
pub(crate) fn parse(regex: &str, flags: &Flags, budget: &mut Budget) -> Result<Regex, Refusal> {
    let switches = Switches {
        caseless: flags.case_insensitive,
        multi_line: flags.multi_line,
        dot_all: flags.dot_matches_new_line,
        swap_greed: flags.swap_greed,
        unicode: flags.unicode,
        extended: flags.ignore_whitespace,
        crlf: false,
    };
    let parser = Parser {
        rest: regex,
        octal: flags.octal,
        lazy: flags.lazy,
        most_open: flags.nest_limit.unwrap_or(limits::NESTED) as usize,
        switches,
        names: FnvHashSet::default(),
        budget,
    };
    parser.regex()
}

/// Flags as they stand at a place in a regex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switches {
    pub(super) caseless: bool,
    multi_line: bool,
    dot_all: bool,
    swap_greed: bool,
    pub(super) unicode: bool,
    pub(super) extended: bool,
    crlf: bool,
}

/// A regex that is read from left to right.
pub(super) struct Parser<'a, 'b> {
    pub(super) rest: &'a str,
    pub(super) octal: bool,
    lazy: bool,
    /// The most groups that may be open.
    most_open: usize,
    pub(super) switches: Switches,
    /// The names of the groups so far.
    names: FnvHashSet<&'a str>,
    pub(super) budget: &'b mut Budget,
}

/// A group that is open, or the whole regex.
struct Group {
    /// The alternatives before the last bar.
    choices: Vec<Regex>,
    /// The parts read since the last bar, each with its depth.
    parts: Vec<(Regex, usize)>,
    depth: usize,
    /// Whether no part that could be repeated stands before the next sign.
    bare: bool,
    is_delim: bool,
    /// The flags that hold after the group.
    outside: Switches,
}

impl Group {
    fn new(is_delim: bool, outside: Switches) -> Self {
        let (choices, parts) = (Vec::new(), Vec::new());
        Group { choices, parts, depth: 0, bare: true, is_delim, outside }
    }

    fn push(&mut self, part: Regex, depth: usize) {
        self.parts.push((part, depth));
        self.bare = false;
    }

    /// Ends an alternative.
    fn branch(&mut self) {
        self.depth = self.parts.iter().map(|(_, depth)| *depth).fold(self.depth, usize::max);
        let parts = self.parts.drain(..).map(|(part, _)| part).collect();
        self.choices.push(one_or(parts, Regex::Sequence));
        self.bare = true;
    }

    /// The group's tree, and how deep it is.
    fn end(mut self) -> (Regex, usize) {
        self.branch();
        let tree = one_or(self.choices, Regex::Choice);
        (if self.is_delim { Regex::Delim(Box::new(tree)) } else { tree }, self.depth + 1)
    }
}

/// The only one of `parts`, or what `all` makes of them.
fn one_or(mut parts: Vec<Regex>, all: impl Fn(Vec<Regex>) -> Regex) -> Regex {
    if parts.len() == 1 { parts.remove(0) } else { all(parts) }
}

impl<'a> Parser<'a, '_> {
    fn regex(mut self) -> Result<Regex, Refusal> {
        let mut open: Vec<Group> = Vec::new();
        let mut group = Group::new(false, self.switches);
        loop {
            self.skip_blanks();
            let Some(c) = self.peek() else { break };
            match c {
                '|' => {
                    self.next()?;
                    self.spend(1)?;
                    group.branch();
                }
                ')' => {
                    self.next()?;
                    let outer = open.pop().ok_or(Refusal::Wrong)?;
                    self.switches = group.outside;
                    let (tree, depth) = std::mem::replace(&mut group, outer).end();
                    group.push(tree, depth);
                }
                '(' => {
                    self.spend(1)?;
                    let outside = self.switches;
                    match self.group()? {
                        None => group.bare = true,
                        Some(_) if open.len() >= self.most_open => return Err(Refusal::Wrong),
                        Some(is_delim) => {
                            open.push(std::mem::replace(&mut group, Group::new(is_delim, outside)));
                        }
                    }
                }
                '*' | '+' | '?' | '{' => {
                    let part = group.parts.pop().filter(|_| !group.bare);
                    let (body, depth) = part.ok_or(Refusal::Wrong)?;
                    if depth > 2 * self.most_open {
                        return Err(Refusal::Wrong);
                    }
                    group.push(self.repeat(body)?, depth + 1);
                }
                _ => {
                    let atom = self.atom()?;
                    group.push(atom, 0);
                }
            }
        }
        if open.is_empty() { Ok(group.end().0) } else { Err(Refusal::Wrong) }
    }

    /// Counts parts.
    pub(super) fn spend(&mut self, parts: usize) -> Result<(), Refusal> {
        let left = &mut self.budget.parts;
        *left = left.checked_sub(parts).ok_or(Refusal::Parts)?;
        Ok(())
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn next(&mut self) -> Result<char, Refusal> {
        let c = self.peek().ok_or(Refusal::Wrong)?;
        self.rest = &self.rest[c.len_utf8()..];
        Ok(c)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Cuts off everything before `end`, and `end`.
    pub(super) fn until(&mut self, end: char) -> Result<&'a str, Refusal> {
        let (before, rest) = self.rest.split_once(end).ok_or(Refusal::Wrong)?;
        self.rest = rest;
        Ok(before)
    }

    /// Goes past blanks and comments that mean nothing.
    fn skip_blanks(&mut self) {
        while self.switches.extended {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('#') {
                return;
            }
            self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
        }
    }

    /// Reads the start of a group: whether it is the delimiter; `None` for flags of the rest of the
    /// group around them.
    fn group(&mut self) -> Result<Option<bool>, Refusal> {
        self.next()?;
        if self.eat("?P<") || self.eat("?<") {
            let name = self.until('>')?;
            let plain = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && name.chars().all(|c| c.is_alphanumeric() || "_.[]".contains(c));
            if !plain || !self.names.insert(name) {
                return Err(Refusal::Wrong);
            }
            return Ok(Some(name == DELIM));
        }
        if self.eat("?") && self.flags()? == ')' {
            return Ok(None);
        }
        Ok(Some(false))
    }

    /// Reads flags and applies them; gives the character after them, `:` or `)`.
    fn flags(&mut self) -> Result<char, Refusal> {
        let mut on = true;
        let mut seen = String::new();
        loop {
            let c = self.next()?;
            let bare = seen.is_empty() || seen.ends_with('-');
            if seen.contains(c) || bare && (c == ')' || c == ':' && !seen.is_empty()) {
                return Err(Refusal::Wrong);
            }
            match c {
                ':' | ')' => return Ok(c),
                '-' => on = false,
                'i' => self.switches.caseless = on,
                'm' => self.switches.multi_line = on,
                's' => self.switches.dot_all = on,
                'U' => self.switches.swap_greed = on,
                'u' => self.switches.unicode = on,
                'x' => self.switches.extended = on,
                'R' => self.switches.crlf = on,
                _ => return Err(Refusal::Wrong),
            }
            seen.push(c);
        }
    }

    /// Reads the sign of repetition after `body`.
    fn repeat(&mut self, body: Regex) -> Result<Regex, Refusal> {
        let (least, most) = match self.next()? {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            _ => {
                let mut inside = self.until('}')?.to_owned();
                if self.switches.extended {
                    inside.retain(|c| !c.is_whitespace());
                }
                let number = |digits: &str| {
                    let digits = digits.trim();
                    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                    plain.then(|| digits.parse::<u32>().ok()).flatten().ok_or(Refusal::Wrong)
                };
                match inside.split_once(',') {
                    None => (number(&inside)?, Some(number(&inside)?)),
                    Some((least, "")) => (number(least)?, None),
                    Some((least, most)) => (number(least)?, Some(number(most)?)),
                }
            }
        };
        if most.is_some_and(|most| most < least) {
            return Err(Refusal::Wrong);
        }
        self.spend(1)?;
        self.skip_blanks();
        let greedy = (self.lazy && self.eat("?")) == self.switches.swap_greed;
        Ok(Regex::Repeat(Box::new(Repeat { body, least, most, greedy })))
    }

    /// Reads a character, a class or an escape.
    fn atom(&mut self) -> Result<Regex, Refusal> {
        let start = self.rest;
        let set = match self.next()? {
            '[' => self.class(start)?,
            '.' => self.any()?,
            '^' => return Ok(Regex::Look(self.line_start())),
            '$' => return Ok(Regex::Look(self.line_end())),
            '\\' => match self.escape(start)? {
                Escape::Char(c) => self.char(c)?,
                Escape::Class(set) => set,
                Escape::Place(look) => return Ok(Regex::Look(look)),
            },
            c => self.char(c)?,
        };
        self.spend(1 + set.ranges().len() / RANGES)?;
        Ok(Regex::Class(self.budget.sets.number(set)))
    }

    /// The characters of `.`.
    fn any(&self) -> Result<CharSet, Refusal> {
        let Switches { dot_all, crlf, unicode, .. } = self.switches;
        if !unicode {
            return Err(Refusal::Wrong);
        }
        let left_out: &[char] = match (dot_all, crlf) {
            (true, _) => &[],
            (false, false) => &['\n'],
            (false, true) => &['\n', '\r'],
        };
        let left_out = left_out.iter().map(|c| (*c as u32, *c as u32)).collect();
        Ok(CharSet::of(left_out).complement())
    }

    fn line_start(&self) -> Look {
        let Switches { multi_line, crlf, .. } = self.switches;
        Look::of(|before, after| match before {
            look::EDGE => true,
            look::LINE_FEED => multi_line,
            look::RETURN => multi_line && crlf && after != look::LINE_FEED,
            _ => false,
        })
    }

    fn line_end(&self) -> Look {
        let Switches { multi_line, crlf, .. } = self.switches;
        Look::of(|before, after| match after {
            look::EDGE => true,
            look::LINE_FEED => multi_line && !(crlf && before == look::RETURN),
            look::RETURN => multi_line && crlf,
            _ => false,
        })
    }

    /// A character that stands for itself, perhaps in both cases.
    fn char(&mut self, c: char) -> Result<CharSet, Refusal> {
        let Switches { caseless, unicode, .. } = self.switches;
        let known = CharSet::char(c, caseless, unicode);
        known.map_or_else(|| self.probe(&format!("\\x{{{:x}}}", c as u32)), Ok)
    }
}

#[cfg(test)]
mod tests;
