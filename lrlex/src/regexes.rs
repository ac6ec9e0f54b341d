//! The rules that the automaton cannot express, each by its regex.
//!
//! A rule that fails often and whose texts all end in the same characters is not tried behind the last place where these
//! stand, so that open comments are not searched for their ends again and again. A lookup costs as much as the matches of
//! the rules that are tried: all together that is linear in the text unless some regex reads far ahead in vain again and
//! again.

use std::sync::{Arc, OnceLock};

use fnv::FnvHashMap;
use lrtable::Span;

use crate::{
    dfa::{Notes, reach},
    engine::{Attempt, Attempts, Automaton, Dispatch, Fallback, NO_RULES, OneByOne},
    flags::Flags,
    limits,
    matcher::{Delim, Match, Matcher, Wrong},
    rules::RegexRule,
    shape::{self, Bytes},
};

/// Rules that are matched by their regexes, compiled. They are sorted by number.
#[derive(Debug)]
pub(crate) struct Regexes {
    rules: Vec<Compiled>,
    dispatch: Vec<Arc<Dispatch>>,
}

#[derive(Debug)]
struct Compiled {
    number: usize,
    /// Is it tried, or matched by the automaton of all rules, and only tells the text that it stores?
    tried: bool,
    /// All that it may match, and perhaps more.
    reach: Option<Automaton>,
    matcher: Matcher,
    /// What its texts end with; for many that is nothing.
    end: String,
}

/// Failures of a rule after which it pays to look where its texts can end at all.
const FAILURES: u32 = 64;

/// Bytes that a regex may read in vain each time.
const SHORT: usize = 512;

impl Regexes {
    /// Joins rules with their matchers, for a lexer with so many start states.
    pub(crate) fn new(
        rules: Vec<(RegexRule<'_>, Matcher, Option<Automaton>)>,
        flags: &Flags,
        states: usize,
    ) -> Self {
        let shapes: Vec<_> =
            rules.iter().map(|(rule, ..)| shape::shape(rule.regex, flags)).collect();
        let firsts: Vec<Bytes> = shapes.iter().map(|shape| shape.first).collect();
        let mut active = vec![Vec::new(); states];
        for (index, (rule, ..)) in (0..).zip(&rules) {
            rule.states.iter().for_each(|&state| active[state].push(index));
        }
        // Most start states have the rules of another.
        let mut known: FnvHashMap<Vec<u32>, Arc<Dispatch>> = FnvHashMap::default();
        let mut left = limits::DISPATCH;
        let dispatch = active.into_iter().map(|active| {
            let make = |active: &Vec<u32>| Arc::new(dispatch(active, &firsts, &mut left));
            Arc::clone(known.entry(active).or_insert_with_key(make))
        });
        let dispatch = dispatch.collect();
        let rules = rules.into_iter().zip(shapes).map(|((rule, matcher, reach), shape)| Compiled {
            number: rule.number,
            tried: !rule.states.is_empty(),
            reach,
            matcher,
            end: shape.end,
        });
        Regexes { rules: rules.collect(), dispatch }
    }
}

impl OneByOne for Regexes {
    fn dispatch(&self) -> &[Arc<Dispatch>] {
        &self.dispatch
    }

    fn longest(
        &self,
        list: &[u32],
        attempts: &mut Attempts,
        text: &str,
        at: usize,
        stored: Option<&str>,
        found: Option<(usize, usize)>,
    ) -> Option<(usize, usize)> {
        let Attempts { rules: attempts, vain } = attempts;
        attempts.resize_with(self.rules.len(), Attempt::new);
        let mut best = found.map(|(rule, len)| (rule, Match { total: len, text: len }));
        for &index in list {
            let rule = &self.rules[index as usize];
            let attempt = &mut attempts[index as usize];
            if at >= attempt.before {
                continue;
            }
            let Some(reach) = rule.reach(attempt, text, at, vain) else { continue };
            // An earlier rule needs as long a match only.
            let longest =
                best.map_or(0, |(other, found)| found.total - usize::from(rule.number < other));
            let shown = &text[..attempt.shown];
            match rule.matcher.longer(shown, at, longest, stored) {
                Some(found) => {
                    *vain = vain.saturating_add(reach.saturating_sub(at + found.total + SHORT));
                    best = Some((rule.number, found));
                }
                None => {
                    *vain = vain.saturating_add(reach.saturating_sub(at + SHORT));
                    rule.failed(attempt, text);
                }
            }
        }
        best.map(|(rule, found)| (rule, found.text))
    }

    fn stored<'t>(
        &self,
        rule: usize,
        attempts: &Attempts,
        text: &'t str,
        span: Span,
    ) -> Option<&'t str> {
        let index = self.rules.binary_search_by_key(&rule, |rule| rule.number).ok()?;
        let Compiled { matcher, tried, .. } = &self.rules[index];
        // A regex that was not tried would read on behind what the automaton matched.
        let end = if *tried { attempts.rules[index].shown } else { span.end() };
        match matcher.delim() {
            Some(Delim::Store) => matcher.delim_text(&text[span.start()..end]),
            _ => None,
        }
    }
}

impl Compiled {
    /// Where its texts from byte `at` on end at the latest, if that is looked for; `None` if there is none. Sets what the
    /// regex is shown: one character more, which it may ask for.
    fn reach(
        &self,
        attempt: &mut Attempt,
        text: &str,
        at: usize,
        vain: &mut usize,
    ) -> Option<usize> {
        attempt.shown = text.len();
        attempt.tries = attempt.tries.saturating_add(1);
        let automaton = self.reach.as_ref().filter(|_| attempt.tries > FAILURES);
        // Nothing is known: nothing is counted.
        let Some(automaton) = automaton else { return Some(at) };
        let known = attempt.notes.vain();
        let end = reach(automaton.tables(), text, at, &mut attempt.notes);
        *vain = vain.saturating_add(attempt.notes.vain().saturating_sub(known));
        let end = end?;
        attempt.shown = end + text[end..].chars().next().map_or(0, char::len_utf8);
        Some(end)
    }

    /// Notes that an attempt was in vain.
    #[inline]
    fn failed(&self, attempts: &mut Attempt, text: &str) {
        attempts.failures = attempts.failures.saturating_add(1);
        if attempts.failures == FAILURES && !self.end.is_empty() {
            attempts.before = text.rfind(&self.end).map_or(0, |at| at + 1);
        }
    }
}

impl Attempt {
    fn new() -> Self {
        Attempt { tries: 0, failures: 0, before: usize::MAX, shown: 0, notes: Notes::default() }
    }
}

/// The rules of a start state by the first bytes of their texts.
fn dispatch(active: &[u32], firsts: &[Bytes], left: &mut usize) -> Dispatch {
    match left.checked_sub(active.len()) {
        Some(less) => *left = less,
        None => return Dispatch { by_byte: Box::new([0; 256]), lists: vec![active.to_vec()] },
    }
    let mut by_byte = Box::new([NO_RULES; 256]);
    let mut lists: Vec<Vec<u32>> = Vec::new();
    for byte in 0..=255u8 {
        let list: Vec<u32> =
            active.iter().copied().filter(|&rule| firsts[rule as usize].contains(byte)).collect();
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

/// The flags with a cache that may be had by so many regexes.
pub(crate) fn with_cache(flags: &Flags, regexes: usize) -> Flags {
    let share = (limits::CACHES / regexes.max(1)).max(limits::LEAST_CACHE);
    let cache = flags.dfa_size_limit.unwrap_or(limits::CACHE);
    Flags { dfa_size_limit: Some(cache.min(share)), ..flags.clone() }
}

/// Rules of generated code. They are compiled when the first text is lexed, once in a process.
#[derive(Debug)]
pub struct StaticRegexes {
    rules: &'static [RegexRule<'static>],
    flags: Flags,
    states: usize,
    compiled: OnceLock<Regexes>,
}

impl StaticRegexes {
    /// The rules of a lexer with so many start states.
    pub const fn new(rules: &'static [RegexRule<'static>], flags: Flags, states: usize) -> Self {
        StaticRegexes { rules, flags, states, compiled: OnceLock::new() }
    }

    /// For a lexer's definition.
    pub const fn fallback(&'static self) -> Fallback {
        Fallback::fixed(self)
    }

    fn compiled(&self) -> &Regexes {
        self.compiled.get_or_init(|| {
            let flags = with_cache(&self.flags, self.rules.len());
            let compile = |rule: &RegexRule<'static>| {
                let (matcher, _) = Matcher::new(rule, &flags)?;
                Ok((*rule, matcher, rule.reach.map(Automaton::Static)))
            };
            let rules: Result<Vec<_>, Wrong> = self.rules.iter().map(compile).collect();
            let rules = rules.expect("the build script compiled these regexes");
            Regexes::new(rules, &self.flags, self.states)
        })
    }
}

impl OneByOne for StaticRegexes {
    fn dispatch(&self) -> &[Arc<Dispatch>] {
        self.compiled().dispatch()
    }

    fn longest(
        &self,
        list: &[u32],
        attempts: &mut Attempts,
        text: &str,
        at: usize,
        stored: Option<&str>,
        found: Option<(usize, usize)>,
    ) -> Option<(usize, usize)> {
        self.compiled().longest(list, attempts, text, at, stored, found)
    }

    fn stored<'t>(
        &self,
        rule: usize,
        attempts: &Attempts,
        text: &'t str,
        span: Span,
    ) -> Option<&'t str> {
        self.compiled().stored(rule, attempts, text, span)
    }
}
