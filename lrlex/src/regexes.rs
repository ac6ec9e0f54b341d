//! The rules that the automaton cannot express, each by its regex.
//!
//! A rule that fails often and whose texts all end in the same characters is not tried behind the last place where these
//! stand, so that open comments are not searched for their ends again and again. A lookup costs as much as the matches of
//! the rules that are tried: all together that is linear in the text unless some regex reads far ahead in vain again and
//! again.

use std::sync::{Arc, OnceLock};

use fnv::FnvHashMap;

use crate::{
    engine::{Attempts, Dispatch, Fallback, NO_RULES, OneByOne},
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
    matcher: Matcher,
    /// What its texts end with; for many that is nothing.
    end: String,
}

/// Failures of a rule after which it pays to look where its texts can end at all.
const FAILURES: u32 = 64;

impl Regexes {
    /// Joins rules with their matchers, for a lexer with so many start states.
    pub(crate) fn new(rules: Vec<(RegexRule<'_>, Matcher)>, flags: &Flags, states: usize) -> Self {
        let shapes: Vec<_> =
            rules.iter().map(|(rule, _)| shape::shape(rule.regex, flags)).collect();
        let firsts: Vec<Bytes> = shapes.iter().map(|shape| shape.first).collect();
        let mut active = vec![Vec::new(); states];
        for (index, (rule, _)) in (0..).zip(&rules) {
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
        let rules = rules.into_iter().zip(shapes).map(|((rule, matcher), shape)| Compiled {
            number: rule.number,
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
        attempts: &mut Vec<Attempts>,
        text: &str,
        at: usize,
        stored: Option<&str>,
        found: Option<(usize, usize)>,
    ) -> Option<(usize, usize)> {
        attempts.resize(self.rules.len(), Attempts { failures: 0, before: usize::MAX });
        let mut best = found.map(|(rule, len)| (rule, Match { total: len, text: len }));
        for &index in list {
            let index = index as usize;
            if at >= attempts[index].before {
                continue;
            }
            let rule = &self.rules[index];
            // An earlier rule needs as long a match only.
            let longest =
                best.map_or(0, |(other, found)| found.total - usize::from(rule.number < other));
            match rule.matcher.longer(text, at, longest, stored) {
                Some(found) => best = Some((rule.number, found)),
                None => rule.failed(&mut attempts[index], text),
            }
        }
        best.map(|(rule, found)| (rule, found.text))
    }

    fn stored<'t>(&self, rule: usize, rest: &'t str) -> Option<&'t str> {
        let index = self.rules.binary_search_by_key(&rule, |rule| rule.number).ok()?;
        let matcher = &self.rules[index].matcher;
        match matcher.delim() {
            Some(Delim::Store) => matcher.delim_text(rest),
            _ => None,
        }
    }
}

impl Compiled {
    /// Notes that an attempt was in vain.
    #[inline]
    fn failed(&self, attempts: &mut Attempts, text: &str) {
        attempts.failures = attempts.failures.saturating_add(1);
        if attempts.failures == FAILURES && !self.end.is_empty() {
            attempts.before = text.rfind(&self.end).map_or(0, |at| at + 1);
        }
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
                Ok((*rule, matcher))
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
        attempts: &mut Vec<Attempts>,
        text: &str,
        at: usize,
        stored: Option<&str>,
        found: Option<(usize, usize)>,
    ) -> Option<(usize, usize)> {
        self.compiled().longest(list, attempts, text, at, stored, found)
    }

    fn stored<'t>(&self, rule: usize, rest: &'t str) -> Option<&'t str> {
        self.compiled().stored(rule, rest)
    }
}
