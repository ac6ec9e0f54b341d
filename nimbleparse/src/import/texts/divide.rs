//! The texts of a rule divided by tests: the product of their automata.

use indexmap::IndexSet;
use lrlex::actions::{LexFile, ReadRule, TextAutomaton};

use super::{Matched, Test, regex::Automaton};
use crate::import::limits;

/// Characters of two, three and four bytes.
const WIDE: [(u32, u32); 3] = [(0x80, 0x7ff), (0x800, 0xffff), (0x1_0000, 0x10_ffff)];

/// A regex in the syntax of the `regex` crate, and in flex's.
type Regexes = (String, String);

/// The texts of a rule, divided by some tests.
pub(in crate::import) struct Division {
    sets: Vec<Vec<(u32, u32)>>,
    next: Vec<Vec<Option<usize>>>,
    /// For each state the tests that hold of texts that end there, as bits, if any of the rule do.
    holds: Vec<Option<u64>>,
    /// The classes of texts: all values of `holds`, sorted.
    classes: Vec<u64>,
}

impl Division {
    /// Divides the texts of a rule; `None` if there are too many states or classes.
    pub(in crate::import) fn new(
        file: &LexFile<'_>,
        rule: &ReadRule,
        tests: &[Test],
    ) -> Option<Division> {
        if tests.len() > limits::TESTS {
            return None;
        }
        let mut apart: Vec<Vec<(u32, u32)>> = tests.iter().flat_map(Test::sets).collect();
        apart.extend(WIDE.map(|range| vec![range]));
        let TextAutomaton { sets, next: rows, accepts } = file.texts(rule, &apart)?;
        let kinds: Vec<(Option<u8>, u32)> = sets.iter().map(|set| kind(set[0].0)).collect();
        let mut known: IndexSet<(usize, Vec<u32>)> =
            IndexSet::from([(0, tests.iter().map(Test::start).collect())]);
        let mut next = Vec::new();
        while next.len() < known.len() {
            let (state, inside) = known[next.len()].clone();
            let mut row = Vec::with_capacity(sets.len());
            for (to, (byte, len)) in rows[state].iter().zip(&kinds) {
                row.push(to.map(|to| {
                    let steps = tests.iter().zip(&inside);
                    let after = steps.map(|(test, state)| test.step(*state, *byte, *len)).collect();
                    known.insert_full((to, after)).0
                }));
            }
            next.push(row);
            if known.len() > limits::CLASS_STATES {
                return None;
            }
        }
        let bits = |inside: &[u32]| {
            let holds = tests.iter().zip(inside).enumerate();
            holds.fold(0, |all, (at, (test, state))| all | u64::from(test.accepts(*state)) << at)
        };
        let holds: Vec<Option<u64>> =
            known.iter().map(|(state, inside)| accepts[*state].then(|| bits(inside))).collect();
        let mut classes: Vec<u64> = holds.iter().flatten().copied().collect();
        classes.sort_unstable();
        classes.dedup();
        (classes.len() <= limits::CLASSES).then_some(Division { sets, next, holds, classes })
    }

    /// The number of transitions that were looked at.
    pub(in crate::import) fn size(&self) -> usize {
        self.next.len() * self.sets.len()
    }

    /// The number of classes.
    pub(in crate::import) fn len(&self) -> usize {
        self.classes.len()
    }

    /// What is known of a text of a class.
    pub(in crate::import) fn matched(&self, class: usize, tests: &[Test]) -> Matched {
        let holds = |at: usize| self.classes[class] >> at & 1 == 1;
        Matched::Class(
            tests.iter().enumerate().map(|(at, test)| (test.clone(), holds(at))).collect(),
        )
    }

    /// The number of states in which texts of these classes end.
    pub(in crate::import) fn weight(&self, classes: &[usize]) -> usize {
        let is_in = |holds: &&u64| classes.iter().any(|class| self.classes[*class] == **holds);
        self.holds.iter().flatten().filter(is_in).count()
    }

    /// Whether one of these classes is that of the texts of which no test holds.
    pub(in crate::import) fn is_plain(&self, classes: &[usize]) -> bool {
        classes.iter().any(|class| self.classes[*class] == 0)
    }

    /// Groups of classes in the order of rules, each with a regex, which may match what those
    /// before it match too; `None` if one is too long.
    pub(in crate::import) fn regexes(
        &self,
        mut groups: Vec<Vec<usize>>,
    ) -> Option<Vec<(Vec<usize>, Regexes)>> {
        let few = groups.len() <= limits::GROUPS;
        let mut before: Vec<usize> = Vec::new();
        let mut found = Vec::new();
        while !groups.is_empty() {
            // The shortest one is next.
            let mut best: Option<(usize, Regexes)> = None;
            for (at, group) in groups.iter().enumerate().take(if few { groups.len() } else { 1 }) {
                let Some(regex) = self.shortest(group, &before) else { continue };
                if best.as_ref().is_none_or(|(_, best)| regex.1.len() < best.1.len()) {
                    best = Some((at, regex));
                }
            }
            let (at, regex) = best?;
            let group = groups.remove(at);
            before.extend(&group);
            found.push((group, regex));
        }
        Some(found)
    }

    /// A short regex of the texts of a group, which may match those of classes before it too.
    fn shortest(&self, group: &[usize], before: &[usize]) -> Option<Regexes> {
        let mut classes = [group, before].concat();
        let mut best = self.regex(&classes);
        let len = |regex: &Option<Regexes>| {
            regex.as_ref().map_or(usize::MAX, |(_, in_flex)| in_flex.len())
        };
        for class in before.iter().take(limits::GROUPS) {
            let fewer: Vec<usize> = classes.iter().copied().filter(|one| one != class).collect();
            let regex = self.regex(&fewer);
            if len(&regex) <= len(&best) {
                (classes, best) = (fewer, regex);
            }
        }
        best
    }

    /// A regex of the texts of these classes.
    fn regex(&self, classes: &[usize]) -> Option<Regexes> {
        let is_in = |holds: u64| classes.iter().any(|class| self.classes[*class] == holds);
        let accepts = self.holds.iter().map(|holds| holds.is_some_and(is_in)).collect();
        Automaton { sets: &self.sets, next: &self.next, accepts }.regex()
    }
}

/// The byte of a character, if that is ASCII, and the number of its bytes.
fn kind(code: u32) -> (Option<u8>, u32) {
    let len = 1 + WIDE.iter().filter(|(from, _)| code >= *from).count() as u32;
    (u8::try_from(code).ok().filter(u8::is_ascii), len)
}
