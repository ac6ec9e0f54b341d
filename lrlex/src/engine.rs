//! Which rule matches at a place: the longest match of all active rules, among equals the earliest rule.
//!
//! Inside a rule the `regex` crate decides: its leftmost-first match counts, which need not be the rule's longest. For each
//! start state a table says which rules can match where a given byte stands, so that few are tried. A lookup costs as much
//! as the matches of these rules; that is linear in the text unless a rule reads far ahead again and again in vain.

use lrtable::diagnostic::Diagnostic;

use crate::{
    first,
    matcher::{Match, Matcher},
    spec::LexSpec,
};

/// All rules, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    matchers: Vec<Matcher>,
    states: Vec<Dispatch>,
}

/// The rules of one start state by the first byte of their text.
#[derive(Clone, Debug)]
struct Dispatch {
    /// For each byte an index into `lists`.
    by_byte: Box<[u8; 256]>,
    lists: Vec<Vec<u32>>,
}

impl Engine {
    /// Compiles the rules of `spec`; `None` if one of them has an error. What is wrong is added to `diagnostics`.
    pub(crate) fn new(spec: &LexSpec, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let mut matchers = Vec::with_capacity(spec.rules.len());
        for rule in &spec.rules {
            match Matcher::new(rule, &spec.flags) {
                Ok((matcher, warning)) => {
                    matchers.push(matcher);
                    diagnostics.extend(warning);
                }
                Err(error) => diagnostics.push(error),
            }
        }
        if matchers.len() < spec.rules.len() {
            return None;
        }
        let firsts: Vec<first::Bytes> = spec
            .rules
            .iter()
            .map(|rule| first::bytes(rule.pattern.text(), &spec.flags))
            .collect();
        let states = (0..spec.start_states.len())
            .map(|state| {
                let active = |rule: &usize| match spec.rules[*rule].start_states.as_slice() {
                    [] => !spec.start_states[state].exclusive(),
                    states => states.binary_search(&state).is_ok(),
                };
                Dispatch::new((0..spec.rules.len()).filter(active), &firsts)
            })
            .collect();
        Some(Engine { matchers, states })
    }

    /// The rule that matches at byte `at` in this start state, and the length of the lexeme's text, which is not 0.
    pub(crate) fn longest(&self, state: usize, text: &str, at: usize) -> Option<(usize, usize)> {
        let dispatch = &self.states[state];
        let candidates =
            &dispatch.lists[usize::from(dispatch.by_byte[usize::from(text.as_bytes()[at])])];
        let mut best: Option<(u32, Match)> = None;
        for &rule in candidates {
            let longest = best.map_or(0, |(_, found)| found.total);
            if let Some(found) = self.matchers[rule as usize].longer(text, at, longest) {
                best = Some((rule, found));
            }
        }
        best.map(|(rule, found)| (rule as usize, found.text))
    }
}

impl Dispatch {
    fn new(active: impl Iterator<Item = usize>, firsts: &[first::Bytes]) -> Self {
        let active: Vec<usize> = active.collect();
        let mut by_byte = Box::new([0; 256]);
        let mut lists: Vec<Vec<u32>> = Vec::new();
        for byte in 0..=255u8 {
            let list: Vec<u32> = active
                .iter()
                .filter(|&&rule| firsts[rule].contains(byte))
                .map(|&rule| u32::try_from(rule).expect("a file has fewer than 2^32 rules"))
                .collect();
            let index = lists
                .iter()
                .position(|known| *known == list)
                .unwrap_or_else(|| {
                    lists.push(list);
                    lists.len() - 1
                });
            by_byte[usize::from(byte)] = u8::try_from(index).expect("at most one list a byte");
        }
        Dispatch { by_byte, lists }
    }
}
