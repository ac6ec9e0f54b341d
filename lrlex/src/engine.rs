//! Which rule matches at a place: the longest match of all active rules, among equals the earliest rule.
//!
//! Inside a rule the match counts that the `regex` crate finds, leftmost-first, which need not be the rule's longest.
//!
//! Nearly all rules are in one automaton (`dfa`), which finds the best match of theirs in one walk. The others are tried one
//! by one with their regexes. For each start state a table says which of them can match where a given byte stands, so that
//! few are tried. A rule that fails often and whose texts all end in the same characters is not tried behind the last place
//! where these stand, so that open comments are not searched for their ends again and again. A lookup costs as much as the
//! matches of the rules that are tried: all together that is linear in the text unless some regex reads far ahead in vain
//! again and again.
//!
//! The reference engine tries all rules one by one. It is what tests compare the automaton with.

use lrtable::diagnostic::{Diagnostic, Severity};

use crate::{
    dfa::{self, Cover, Notes, Packed, Tables},
    matcher::{Delim, Match, Matcher, matches_empty},
    shape::{self, Bytes},
    spec::{LexSpec, RuleSpec},
    states::Entry,
};

/// All rules, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    /// The rules that are fit for it, if there are any.
    dfa: Option<Packed>,
    /// For each rule that is not in the automaton, or whose match stores a text, its regex.
    matchers: Vec<Option<Matcher>>,
    /// For each rule what its texts end with; for many that is nothing.
    ends: Vec<String>,
    states: Vec<Dispatch>,
}

/// The rules, applied to one text.
pub(crate) struct Run<'e, 't> {
    engine: &'e Engine,
    text: &'t str,
    /// For each rule, once one has been tried by itself.
    attempts: Vec<Attempts>,
    dfa: Option<Tables<'e>>,
    notes: Notes,
}

/// How a rule has fared in a text.
#[derive(Clone)]
struct Attempts {
    failures: u32,
    /// Its texts start before this byte.
    before: usize,
}

/// Failures of a rule after which it pays to look where its texts can end at all.
const FAILURES: u32 = 64;

/// The rules of one start state that are tried one by one, by the first byte of their text.
#[derive(Clone, Debug)]
struct Dispatch {
    /// For each byte an index into `lists`, or [`NO_RULES`].
    by_byte: Box<[u16; 256]>,
    lists: Vec<Vec<u32>>,
}

/// No list.
const NO_RULES: u16 = u16::MAX;

impl Engine {
    /// Compiles the rules of `spec`; `None` if one of them has an error. What is wrong is added to `diagnostics`.
    pub(crate) fn new(spec: &LexSpec, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let compiled = dfa::compile(spec, |rule, state| is_active(rule, state, spec));
        let covers = &compiled.covers;
        let any = covers.iter().any(|cover| matches!(cover, Cover::Automaton { .. }));
        let engine = Self::with(spec, any.then_some(compiled.packed), covers, diagnostics)?;
        for (rule, cover) in spec.rules.iter().zip(covers) {
            if *cover == Cover::TooLarge {
                let message = "the automaton of this rule is too large: its regex is run instead, which is slower";
                diagnostics.push(Diagnostic::note(message, rule.pattern.span()));
            }
        }
        Some(engine)
    }

    /// The same without an automaton.
    pub(crate) fn reference(spec: &LexSpec, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        Self::with(spec, None, &vec![Cover::Regex; spec.rules.len()], diagnostics)
    }

    fn with(
        spec: &LexSpec,
        dfa: Option<Packed>,
        covers: &[Cover],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        // What exceeds a limit that was set is an error, be the automaton as small as it may.
        let limited = spec.flags.size_limit.is_some() || spec.flags.nest_limit.is_some();
        let mut matchers = Vec::with_capacity(spec.rules.len());
        for (rule, &cover) in spec.rules.iter().zip(covers) {
            let (in_dfa, stores) = match cover {
                Cover::Automaton { stores, .. } => (true, stores),
                _ => (false, false),
            };
            if let Cover::Automaton { empty: true, .. } = cover {
                diagnostics.push(matches_empty(&rule.pattern));
            }
            if in_dfa && !stores && !limited {
                matchers.push(None);
                continue;
            }
            match Matcher::new(rule, &spec.flags) {
                Ok((matcher, warning)) => {
                    matchers.push((!in_dfa || stores).then_some(matcher));
                    diagnostics.extend(warning);
                }
                Err(error) => diagnostics.push(error),
            }
        }
        if matchers.len() < spec.rules.len() {
            return None;
        }
        warn_of_delims(spec, &matchers, diagnostics);
        let mut firsts = vec![Bytes::NONE; spec.rules.len()];
        let mut ends = vec![String::new(); spec.rules.len()];
        for (number, rule) in spec.rules.iter().enumerate() {
            if !matches!(covers[number], Cover::Automaton { .. }) {
                let shape = shape::shape(rule.pattern.text(), &spec.flags);
                (firsts[number], ends[number]) = (shape.first, shape.end);
            }
        }
        let states = (0..spec.start_states.len())
            .map(|state| {
                let active =
                    (0..spec.rules.len()).filter(|&rule| is_active(&spec.rules[rule], state, spec));
                Dispatch::new(active, &firsts)
            })
            .collect();
        Some(Engine { dfa, matchers, ends, states })
    }

    /// Starts to lex `text`.
    pub(crate) fn run<'e, 't>(&'e self, text: &'t str) -> Run<'e, 't> {
        Run {
            engine: self,
            text,
            attempts: Vec::new(),
            dfa: self.dfa.as_ref().map(Packed::tables),
            notes: Notes::default(),
        }
    }
}

impl<'t> Run<'_, 't> {
    /// What a rule that matches at byte `at` stores with the state that it stacks.
    pub(crate) fn stored(&self, rule: usize, at: usize) -> Option<&'t str> {
        let matcher = self.engine.matchers[rule].as_ref()?;
        match matcher.delim() {
            Some(Delim::Store) => matcher.delim_text(&self.text[at..]),
            _ => None,
        }
    }

    /// The rule that matches at byte `at` in this start state, and the length of the lexeme's text, which is not 0.
    #[inline]
    pub(crate) fn longest(&mut self, entry: Entry<'_>, at: usize) -> Option<(usize, usize)> {
        let found = match &self.dfa {
            Some(dfa) => dfa.longest(&mut self.notes, entry.state, self.text, at),
            None => None,
        };
        let dispatch = &self.engine.states[entry.state];
        let list = dispatch.by_byte[usize::from(self.text.as_bytes()[at])];
        if list == NO_RULES {
            return found.map(|(rule, end)| (rule, end - at));
        }
        let found = found.map(|(rule, end)| (rule, Match { total: end - at, text: end - at }));
        self.longest_of(&dispatch.lists[usize::from(list)], entry, at, found)
    }

    /// The best of what these rules match and of what is found already.
    #[inline(never)]
    fn longest_of(
        &mut self,
        rules: &[u32],
        entry: Entry<'_>,
        at: usize,
        mut best: Option<(usize, Match)>,
    ) -> Option<(usize, usize)> {
        let untried = Attempts { failures: 0, before: usize::MAX };
        self.attempts.resize(self.engine.matchers.len(), untried);
        for &rule in rules {
            let rule = rule as usize;
            if at >= self.attempts[rule].before {
                continue;
            }
            // An earlier rule needs as long a match only.
            let longest = best.map_or(0, |(other, found)| found.total - usize::from(rule < other));
            let matcher = self.engine.matchers[rule].as_ref().expect("it is not in the automaton");
            match matcher.longer(self.text, at, longest, entry.delim) {
                Some(found) => best = Some((rule, found)),
                None => self.failed(rule),
            }
        }
        best.map(|(rule, found)| (rule, found.text))
    }

    /// Notes that an attempt was in vain.
    #[inline]
    fn failed(&mut self, rule: usize) {
        let attempts = &mut self.attempts[rule];
        attempts.failures = attempts.failures.saturating_add(1);
        let end = &self.engine.ends[rule];
        if attempts.failures == FAILURES && !end.is_empty() {
            attempts.before = self.text.rfind(end).map_or(0, |at| at + 1);
        }
    }
}

/// Is the rule tried in this start state?
fn is_active(rule: &RuleSpec, state: usize, spec: &LexSpec) -> bool {
    match rule.start_states.as_slice() {
        [] => !spec.start_states[state].exclusive(),
        states => states.binary_search(&state).is_ok(),
    }
}

/// Warns of rules that compare a text in states with which no rule stores any.
fn warn_of_delims(spec: &LexSpec, matchers: &[Option<Matcher>], diagnostics: &mut Vec<Diagnostic>) {
    // A rule that could not be read might have stored one.
    if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
        return;
    }
    let with = |delim| {
        let rules = spec.rules.iter().zip(matchers);
        rules.filter_map(move |(rule, matcher)| {
            (matcher.as_ref()?.delim() == Some(delim)).then_some(rule)
        })
    };
    for rule in with(Delim::Compare) {
        let stores = with(Delim::Store)
            .filter_map(|storing| storing.target.as_ref())
            .any(|(state, _)| is_active(rule, *state, spec));
        if !stores {
            diagnostics.push(Diagnostic::warning(
                "this rule never matches: no rule with a group 'delim' stacks ('<+S>') a start state of it",
                rule.pattern.span(),
            ));
        }
    }
}

impl Dispatch {
    fn new(active: impl Iterator<Item = usize>, firsts: &[Bytes]) -> Self {
        let active: Vec<usize> = active.collect();
        let mut by_byte = Box::new([NO_RULES; 256]);
        let mut lists: Vec<Vec<u32>> = Vec::new();
        for byte in 0..=255u8 {
            let list: Vec<u32> = active
                .iter()
                .filter(|&&rule| firsts[rule].contains(byte))
                .map(|&rule| u32::try_from(rule).expect("a file has fewer than 2^32 rules"))
                .collect();
            if list.is_empty() {
                continue;
            }
            let index = lists.iter().position(|known| *known == list).unwrap_or_else(|| {
                lists.push(list);
                lists.len() - 1
            });
            by_byte[usize::from(byte)] = u16::try_from(index).expect("at most one list a byte");
        }
        Dispatch { by_byte, lists }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{LexFlags, read};

    #[test]
    fn a_rule_that_has_failed_often_still_matches_where_it_can() {
        let source = "%%\n/\\*.*?\\*/ ;\n\"[^\"]*\" 'S'\na(b|c)*d 'A'\n(?:x|yx)é 'E'\n/ '/'\n";
        let (spec, mut diagnostics) = read(source, &LexFlags::default());
        let engine = Engine::reference(&spec, &mut diagnostics).unwrap();
        let parts = ["/", "/* ", "*/", "\"", "abc", "d", "xé", "yx", "é", "?", "a\n"];
        let mut number = 1_u32;
        let mut ends = 0;
        for round in 0..40 {
            let mut text = String::new();
            for _ in 0..400 {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.push_str(parts[(number >> 16) as usize % parts.len()]);
            }
            text.push_str(&"/abcx".repeat(round));
            let mut run = engine.run(&text);
            for (at, _) in text.char_indices() {
                assert_eq!(
                    run.longest(Entry::plain(0), at),
                    engine.run(&text).longest(Entry::plain(0), at),
                    "{at} of {text}"
                );
            }
            ends += run.attempts.iter().filter(|rule| rule.before < usize::MAX).count();
        }
        assert!(ends > 100, "rules gave up {ends} times only: the texts are too easy");
    }
}
