//! The texts that a rule matches as a deterministic automaton over characters, for those who tell
//! some of its texts apart.
//!
//! In: the tree of the rule's regex. Out: states and their transitions, over sets of characters
//! between which no state differs. Made by Thompson's construction and that of subsets (Aho, Lam,
//! Sethi, Ullman, *Compilers*, 2006, 3.7). Cost: bounded by the number of states.

use fnv::FnvBuildHasher;
use indexmap::{IndexMap, IndexSet};

use super::{LexFile, ReadRule};
use crate::{
    limits,
    regex::{Budget, CharSet, Regex, SetId, Sets, parse},
};

/// The texts of a rule as a deterministic automaton over sets of characters.
#[derive(Clone, Debug)]
pub struct TextAutomaton {
    /// Disjoint sets of characters: ranges of code points, both ends included.
    pub sets: Vec<Vec<(u32, u32)>>,
    /// For each state, of which 0 is the first one, the state after a character of each set.
    pub next: Vec<Vec<Option<usize>>>,
    /// For each state, whether a text of the rule may end in it.
    pub accepts: Vec<bool>,
}

impl LexFile<'_> {
    /// Returns the automaton of the texts that a rule matches, without what must follow them.
    /// Characters of which only one is in a set of `apart` are kept apart. `None` if it is too
    /// large, or depends on what stands around the text.
    pub fn texts(&self, rule: &ReadRule, apart: &[Vec<(u32, u32)>]) -> Option<TextAutomaton> {
        let mut budget = Budget::new();
        let tree = parse(&rule.pattern.text, &self.flags, &mut budget).ok()?;
        let mut nfa = Nfa { states: vec![State::Fork(Vec::new())], used: IndexSet::default() };
        let start = nfa.add(&tree, 0).filter(|_| !rule.pattern.bytes)?;
        nfa.automaton(start, &sets(&nfa.used, &budget.sets, apart), &budget.sets)
    }
}

/// A state of the automaton that is not deterministic.
enum State {
    /// The states that are reached without a character.
    Fork(Vec<usize>),
    /// The state after a character of a set.
    Class(SetId, usize),
}

/// States, of which 0 is where texts end.
struct Nfa {
    states: Vec<State>,
    /// The sets of characters of their transitions.
    used: IndexSet<SetId, FnvBuildHasher>,
}

impl Nfa {
    fn push(&mut self, state: State) -> Option<usize> {
        self.states.push(state);
        (self.states.len() <= limits::TEXT_STATES).then_some(self.states.len() - 1)
    }

    /// Adds states for `regex`, after which `then` comes; the first of them.
    fn add(&mut self, regex: &Regex, then: usize) -> Option<usize> {
        match regex {
            Regex::Class(set) => {
                self.used.insert(*set);
                self.push(State::Class(*set, then))
            }
            Regex::Sequence(parts) => {
                parts.iter().rev().try_fold(then, |then, part| self.add(part, then))
            }
            Regex::Choice(parts) => {
                let firsts = parts.iter().map(|part| self.add(part, then));
                let firsts = firsts.collect::<Option<Vec<_>>>()?;
                self.push(State::Fork(firsts))
            }
            Regex::Repeat(repeat) => {
                let mut first = match repeat.most {
                    None => {
                        let fork = self.push(State::Fork(vec![then]))?;
                        let body = self.add(&repeat.body, fork)?;
                        self.states[fork] = State::Fork(vec![body, then]);
                        fork
                    }
                    Some(most) => (repeat.least..most).try_fold(then, |first, _| {
                        let body = self.add(&repeat.body, first)?;
                        self.push(State::Fork(vec![body, then]))
                    })?,
                };
                for _ in 0..repeat.least {
                    first = self.add(&repeat.body, first)?;
                }
                Some(first)
            }
            Regex::Look(_) => None,
            Regex::Delim(body) => self.add(body, then),
        }
    }

    /// Adds to `states` those that are reached from `from` without a character.
    fn close(&self, from: usize, states: &mut Vec<usize>) {
        let mut waiting = vec![from];
        while let Some(state) = waiting.pop() {
            if !states.contains(&state) {
                states.push(state);
                if let State::Fork(next) = &self.states[state] {
                    waiting.extend(next);
                }
            }
        }
    }

    fn automaton(&self, start: usize, sets: &[CharSet], all: &Sets) -> Option<TextAutomaton> {
        let mut first = Vec::new();
        self.close(start, &mut first);
        first.sort_unstable();
        let mut known: IndexSet<Vec<usize>, FnvBuildHasher> = IndexSet::from_iter([first]);
        let mut next = Vec::new();
        while next.len() < known.len() {
            let here = known[next.len()].clone();
            let mut row = Vec::with_capacity(sets.len());
            for set in sets {
                let one = set.ranges()[0].0;
                let mut after = Vec::new();
                for state in &here {
                    if let State::Class(class, then) = self.states[*state]
                        && all.get(class).contains(one)
                    {
                        self.close(then, &mut after);
                    }
                }
                after.sort_unstable();
                row.push((!after.is_empty()).then(|| known.insert_full(after).0));
            }
            next.push(row);
            if known.len() > limits::TEXT_STATES {
                return None;
            }
        }
        let accepts = known.iter().map(|states| states.contains(&0)).collect();
        let sets = sets.iter().map(|set| set.ranges().to_vec()).collect();
        Some(TextAutomaton { sets, next, accepts })
    }
}

/// The largest sets of characters that differ in none of `used` and `apart`, but for characters
/// that are in none of `used`.
fn sets(
    used: &IndexSet<SetId, FnvBuildHasher>,
    all: &Sets,
    apart: &[Vec<(u32, u32)>],
) -> Vec<CharSet> {
    let used = used.iter().map(|id| all.get(*id).clone()).collect::<Vec<_>>();
    let apart = apart.iter().map(|ranges| CharSet::of(ranges.clone())).collect::<Vec<_>>();
    let ranges = used.iter().chain(&apart).flat_map(CharSet::ranges);
    let mut starts: Vec<u32> = ranges.flat_map(|(from, to)| [*from, to + 1]).collect();
    starts.sort_unstable();
    starts.dedup();
    let mut found: IndexMap<Vec<bool>, Vec<(u32, u32)>, FnvBuildHasher> = IndexMap::default();
    for pair in starts.windows(2) {
        let is_in = |set: &CharSet| set.contains(pair[0]);
        if used.iter().any(is_in) {
            let kind = used.iter().chain(&apart).map(is_in).collect();
            found.entry(kind).or_default().push((pair[0], pair[1] - 1));
        }
    }
    found.into_values().map(CharSet::of).collect()
}
