//! A regex for a deterministic automaton.
//!
//! In: states and transitions over sets of characters. Out: a regex that a person can read, in two
//! spellings. The automaton is minimised, then states are eliminated, those first through which the
//! fewest ways go (Brzozowski, McCluskey 1963; Delgado, Morais 2004). Cost: cubic in the states.

use std::collections::{BTreeMap, BTreeSet};

use crate::import::limits;

/// An automaton: transitions over the numbers of `sets`.
pub(super) struct Automaton<'a> {
    pub(super) sets: &'a [Vec<(u32, u32)>],
    pub(super) next: &'a [Vec<Option<usize>>],
    pub(super) accepts: Vec<bool>,
}

/// A regex.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Regex {
    /// One character of some sets.
    Set(BTreeSet<usize>),
    /// Parts in a row; without one, the empty text.
    Row(Vec<Regex>),
    Choice(Vec<Regex>),
    /// So many times at least, and at most.
    Repeat(Box<Regex>, u32, Option<u32>),
}

use Regex::{Choice, Repeat, Row, Set};

/// How a regex is spelled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Flex,
    Crate,
}

/// The text as flex's regex of it.
pub(in crate::import) fn quoted(text: &str) -> String {
    let mut regex = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => regex.extend(['\\', c]),
            '\n' => regex.push_str("\\n"),
            '\t' => regex.push_str("\\t"),
            ' '..='~' => regex.push(c),
            _ => regex.push_str(&format!("\\x{:02x}", u32::from(c))),
        }
    }
    regex + "\""
}

impl Automaton<'_> {
    /// The regex in the syntax of the `regex` crate, and in flex's; `None` if it is too long, or
    /// has some characters beyond ASCII but not all, or there is no text.
    pub(super) fn regex(&self) -> Option<(String, String)> {
        let (next, accepts) = self.minimal();
        if next.len() > limits::ELIMINATED {
            return None;
        }
        // The first and the last state are `count` and `count + 1`.
        let count = next.len();
        let mut ways: BTreeMap<(usize, usize), Regex> = BTreeMap::new();
        ways.insert((count, 0), Row(Vec::new()));
        for (state, row) in next.iter().enumerate() {
            for (set, to) in row.iter().enumerate() {
                if let Some(to) = to {
                    add(&mut ways, (state, *to), Set(BTreeSet::from([set])));
                }
            }
            if accepts[state] {
                ways.insert((state, count + 1), Row(Vec::new()));
            }
        }
        let mut left: BTreeSet<usize> = (0..count).collect();
        loop {
            // The numbers of ways that lead to each state, and from it.
            let mut numbers = vec![(0_usize, 0_usize); count + 2];
            for (from, to) in ways.keys().filter(|(from, to)| from != to) {
                numbers[*from].1 += 1;
                numbers[*to].0 += 1;
            }
            let fewest = |state: &&usize| {
                let (to, from) = numbers[**state];
                (to * from, std::cmp::Reverse(**state))
            };
            let Some(&state) = left.iter().min_by_key(fewest) else { break };
            left.remove(&state);
            let again = ways.remove(&(state, state)).map(star);
            let (mut before, mut after) = (Vec::new(), Vec::new());
            ways.retain(|(from, to), regex| {
                if *to == state {
                    before.push((*from, regex.clone()));
                } else if *from == state {
                    after.push((*to, regex.clone()));
                }
                *to != state && *from != state
            });
            for (from, first) in &before {
                for (to, last) in &after {
                    let middle = again.clone().unwrap_or(Row(Vec::new()));
                    let whole = row(row(first.clone(), middle), last.clone());
                    add(&mut ways, (*from, *to), whole);
                }
            }
            if ways.values().map(Regex::size).sum::<usize>() > limits::PART {
                return None;
            }
        }
        let whole = ways.remove(&(count, count + 1))?;
        let text = |spelling| {
            let mut text = String::new();
            self.write(&whole, 0, spelling, &mut text)?;
            Some(text)
        };
        Some((text(Spelling::Crate)?, text(Spelling::Flex)?))
    }

    /// The smallest automaton for the same texts, without states from which none ends (Moore 1956).
    fn minimal(&self) -> (Vec<Vec<Option<usize>>>, Vec<bool>) {
        let mut lives = self.accepts.clone();
        loop {
            let is_new = |state: &usize| {
                !lives[*state] && self.next[*state].iter().flatten().any(|to| lives[*to])
            };
            let new: Vec<usize> = (0..lives.len()).filter(is_new).collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|state| lives[state] = true);
        }
        let to = |to: &Option<usize>| to.filter(|to| lives[*to]);
        let mut kinds: Vec<usize> =
            self.accepts.iter().map(|accepts| usize::from(*accepts)).collect();
        let mut count = 0;
        loop {
            let mut numbers: BTreeMap<Vec<Option<usize>>, usize> = BTreeMap::new();
            let mut new = vec![0; kinds.len()];
            for (state, row) in self.next.iter().enumerate().filter(|(state, _)| lives[*state]) {
                let row = row.iter().map(|next| to(next).map(|next| kinds[next]));
                let row: Vec<_> = std::iter::once(Some(kinds[state])).chain(row).collect();
                let number = numbers.len();
                new[state] = *numbers.entry(row).or_insert(number);
            }
            let is_same = numbers.len() == count;
            count = numbers.len();
            kinds = new;
            if is_same {
                break;
            }
        }
        let mut next = vec![Vec::new(); count];
        let mut accepts = vec![false; count];
        for state in (0..self.next.len()).filter(|state| lives[*state]) {
            let row = self.next[state].iter().map(|next| to(next).map(|next| kinds[next]));
            next[kinds[state]] = row.collect();
            accepts[kinds[state]] = self.accepts[state];
        }
        (next, accepts)
    }

    /// Appends a regex; `level`: 0 where alternatives may stand, 1 in a row, 2 before a repetition.
    fn write(&self, regex: &Regex, level: u8, spelling: Spelling, to: &mut String) -> Option<()> {
        let needs_group = match regex {
            Set(_) => false,
            Row(parts) => level > 1 || parts.is_empty(),
            Choice(_) => level > 0,
            Repeat(..) => level > 1,
        };
        let group = if spelling == Spelling::Crate { "(?:" } else { "(" };
        to.push_str(if needs_group { group } else { "" });
        match regex {
            Set(sets) => self.class(sets, spelling, to)?,
            Row(parts) => {
                // A letter that is there twice or so is written as often.
                let letters = |part: &'_ Regex| match part {
                    Repeat(one, least @ 1..=3, most) if *most == Some(*least) => {
                        self.only(one).map(|_| vec![(**one).clone(); *least as usize])
                    }
                    _ => None,
                };
                let parts: Vec<Regex> = (parts.iter())
                    .flat_map(|part| letters(part).unwrap_or(vec![part.clone()]))
                    .collect();
                let mut rest = &parts[..];
                while let Some(first) = rest.first() {
                    let text: String = rest.iter().map_while(|part| self.only(part)).collect();
                    if spelling == Spelling::Flex && !text.is_empty() {
                        to.push_str(&quoted(&text));
                        rest = &rest[text.len()..];
                        continue;
                    }
                    self.write(first, 1, spelling, to)?;
                    rest = &rest[1..];
                }
            }
            Choice(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    to.push_str(if at > 0 { "|" } else { "" });
                    self.write(part, 1, spelling, to)?;
                }
            }
            Repeat(part, least, most) => {
                self.write(part, 2, spelling, to)?;
                match (least, most) {
                    (0, None) => to.push('*'),
                    (1, None) => to.push('+'),
                    (0, Some(1)) => to.push('?'),
                    (least, None) => to.push_str(&format!("{{{least},}}")),
                    (least, Some(most)) if least == most => to.push_str(&format!("{{{least}}}")),
                    (least, Some(most)) => to.push_str(&format!("{{{least},{most}}}")),
                }
            }
        }
        to.push_str(if needs_group { ")" } else { "" });
        Some(())
    }

    /// The only character of ASCII that a regex matches.
    fn only(&self, regex: &Regex) -> Option<char> {
        let Set(sets) = regex else { return None };
        let mut ranges = sets.iter().flat_map(|set| &self.sets[*set]);
        let (from, to) = ranges.next()?;
        let c = u8::try_from(*from).ok().filter(u8::is_ascii).map(char::from);
        c.filter(|_| from == to && ranges.next().is_none())
    }

    fn class(&self, sets: &BTreeSet<usize>, spelling: Spelling, to: &mut String) -> Option<()> {
        if let Some(c) = self.only(&Set(sets.clone())) {
            match spelling {
                Spelling::Flex => to.push_str(&quoted(&c.to_string())),
                Spelling::Crate => to.push_str(&format!("\\x{:02x}", u32::from(c))),
            }
            return Some(());
        }
        let ranges = || sets.iter().flat_map(|set| &self.sets[*set]);
        let is_in = |code: u32| ranges().any(|(from, to)| (*from..=*to).contains(&code));
        let mut wide: Vec<(u32, u32)> = ranges().filter(|range| range.1 > 0x7f).copied().collect();
        wide.sort_unstable();
        let starts = wide.first().is_some_and(|range| range.0 <= 0x80);
        let joins = wide.windows(2).all(|two| two[1].0 <= two[0].1 + 1 || two[0].1 == 0xd7ff);
        let negated = !wide.is_empty();
        if negated && !(starts && joins && wide.last().is_some_and(|range| range.1 == 0x10_ffff)) {
            return None;
        }
        to.push_str(if negated { "[^" } else { "[" });
        let mut code = 0;
        let mut some = false;
        while code < 0x80 {
            let run = (code..0x80).take_while(|code| is_in(*code) != negated).count() as u32;
            if run == 0 {
                code += 1;
                continue;
            }
            some = true;
            let last = code + run - 1;
            push_member(code, to);
            if run > 1 {
                to.push_str(if run > 2 { "-" } else { "" });
                push_member(last, to);
            }
            code += run;
        }
        if !some {
            // All characters.
            to.truncate(to.len() - 2);
            to.push_str(if spelling == Spelling::Flex { "(.|\\n)" } else { "(?s:.)" });
            return Some(());
        }
        to.push(']');
        Some(())
    }
}

/// Appends a character of ASCII as a member of a class, in both spellings.
fn push_member(code: u32, to: &mut String) {
    match char::from_u32(code) {
        Some('\n') => to.push_str("\\n"),
        Some('\t') => to.push_str("\\t"),
        Some(c) if c.is_ascii_alphanumeric() || "_.,;:!?$%*+=/(){}|@#<>'`".contains(c) => {
            to.push(c)
        }
        _ => to.push_str(&format!("\\x{code:02x}")),
    }
}

impl Regex {
    fn is_nullable(&self) -> bool {
        match self {
            Set(_) => false,
            Row(parts) => parts.iter().all(Regex::is_nullable),
            Choice(parts) => parts.iter().any(Regex::is_nullable),
            Repeat(part, least, _) => *least == 0 || part.is_nullable(),
        }
    }

    fn size(&self) -> usize {
        match self {
            Set(_) => 1,
            Row(parts) | Choice(parts) => 1 + parts.iter().map(Regex::size).sum::<usize>(),
            Repeat(part, ..) => 1 + part.size(),
        }
    }

    /// The parts in a row.
    fn parts(self) -> Vec<Regex> {
        if let Row(parts) = self { parts } else { vec![self] }
    }

    /// What is repeated, and how often.
    fn times(&self) -> (&Regex, u32, Option<u32>) {
        match self {
            Repeat(part, least, most) => (part, *least, *most),
            part => (part, 1, Some(1)),
        }
    }
}

fn one_of_row(mut parts: Vec<Regex>) -> Regex {
    if parts.len() == 1 { parts.remove(0) } else { Row(parts) }
}

fn repeat(part: Regex, least: u32, most: Option<u32>) -> Regex {
    if (least, most) == (1, Some(1)) { part } else { Repeat(Box::new(part), least, most) }
}

/// One regex after the other.
fn row(first: Regex, second: Regex) -> Regex {
    let mut parts = first.parts();
    for part in second.parts() {
        let joined = parts.last().and_then(|last| {
            let ((one, least, most), (other, more, bound)) = (last.times(), part.times());
            let most = most.zip(bound).map(|(a, b)| a + b);
            (one == other).then(|| repeat(one.clone(), least + more, most))
        });
        match joined {
            Some(joined) => *parts.last_mut().expect("there is a last part") = joined,
            None => parts.push(part),
        }
    }
    one_of_row(parts)
}

/// Any number of times.
fn star(regex: Regex) -> Regex {
    match regex {
        Repeat(part, 0 | 1, None) | Repeat(part, 0, Some(1)) => Repeat(part, 0, None),
        Row(parts) if parts.is_empty() => Row(parts),
        part => Repeat(Box::new(part), 0, None),
    }
}

/// A regex, or the empty text.
fn optional(regex: Regex) -> Regex {
    match regex {
        Repeat(part, 1, most) => Repeat(part, 0, most),
        part if part.is_nullable() => part,
        part => Repeat(Box::new(part), 0, Some(1)),
    }
}

/// One regex or the other.
fn choice(one: Regex, other: Regex) -> Regex {
    if one == other {
        return one;
    }
    let (one, other) = match (one, other) {
        (Set(mut one), Set(other)) => {
            one.extend(other);
            return Set(one);
        }
        pair => pair,
    };
    let (mut left, mut right) = (one.clone().parts(), other.clone().parts());
    let same = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    if same > 0 || left.is_empty() || right.is_empty() {
        let rest = (one_of_row(left.split_off(same)), one_of_row(right.split_off(same)));
        let rest = match rest {
            (Row(parts), other) | (other, Row(parts)) if parts.is_empty() => optional(other),
            (one, other) => choice(one, other),
        };
        return row(one_of_row(left), rest);
    }
    let same = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    if same > 0 {
        let end = left.split_off(left.len() - same);
        right.truncate(right.len() - same);
        return row(choice(one_of_row(left), one_of_row(right)), one_of_row(end));
    }
    let alternatives = |regex| if let Choice(parts) = regex { parts } else { vec![regex] };
    let mut all = alternatives(one);
    for part in alternatives(other) {
        match all.iter().position(|known| matches!((known, &part), (Set(_), Set(_)))) {
            _ if all.contains(&part) => {}
            Some(at) => {
                let known = all.remove(at);
                all.insert(at, choice(known, part));
            }
            None => all.push(part),
        }
    }
    if all.len() == 1 { all.remove(0) } else { Choice(all) }
}

/// Adds a way between two states.
fn add(ways: &mut BTreeMap<(usize, usize), Regex>, ends: (usize, usize), regex: Regex) {
    let whole = match ways.remove(&ends) {
        Some(known) => choice(known, regex),
        None => regex,
    };
    ways.insert(ends, whole);
}
