//! Which rule matches at a place: the longest match of all active rules, among equals the earliest rule.
//!
//! Inside a rule the match counts that the `regex` crate finds, leftmost-first, which need not be the rule's longest.
//!
//! Nearly all rules are in one automaton (`dfa`), which finds the best match of theirs in one walk. The others are tried one
//! by one with their regexes (`regexes`). For each start state a table says which of them can match where a given byte
//! stands, so that few are tried.
//!
//! Nothing here names the `regex` crate: what leads to it is a trait object, made only where such rules are compiled. So
//! a program whose lexers are generated and have no such rule does not contain that crate.
//!
//! The reference engine tries all rules one by one. It is what tests compare the automaton with.

use std::{fmt, sync::Arc};

use lrtable::Span;

#[cfg(feature = "generator")]
use crate::dfa::Packed;
use crate::{
    dfa::{Notes, Sink, Tables, Walker},
    limits,
    states::Entry,
};

/// All rules, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    /// The rules that are fit for it; `None` in the reference engine.
    pub(crate) automaton: Option<Automaton>,
    /// The others, if there are any.
    pub(crate) fallback: Option<Fallback>,
}

/// The automaton of generated code, or one that was built.
#[derive(Clone, Debug)]
pub(crate) enum Automaton {
    Static(&'static Tables<'static>),
    #[cfg(feature = "generator")]
    Built(Arc<Packed>),
}

impl Automaton {
    /// Its arrays.
    pub(crate) fn tables(&self) -> Tables<'_> {
        match self {
            Automaton::Static(tables) => **tables,
            #[cfg(feature = "generator")]
            Automaton::Built(packed) => packed.tables(),
        }
    }
}

/// The rules that are matched by their regexes.
#[derive(Clone, Debug)]
pub struct Fallback(Source);

#[derive(Clone, Debug)]
#[cfg_attr(
    not(feature = "regex"),
    expect(dead_code, reason = "only that crate can run such rules")
)]
enum Source {
    Static(&'static dyn OneByOne),
    Built(Arc<dyn OneByOne>),
}

impl Fallback {
    /// Rules of generated code.
    #[cfg(feature = "regex")]
    pub(crate) const fn fixed(rules: &'static dyn OneByOne) -> Self {
        Fallback(Source::Static(rules))
    }

    /// Rules that were read.
    #[cfg(feature = "regex")]
    pub(crate) fn new(rules: impl OneByOne + 'static) -> Self {
        Fallback(Source::Built(Arc::new(rules)))
    }

    fn rules(&self) -> &dyn OneByOne {
        match &self.0 {
            Source::Static(rules) => *rules,
            Source::Built(rules) => &**rules,
        }
    }
}

/// Rules that are tried one by one.
pub(crate) trait OneByOne: fmt::Debug + Send + Sync {
    /// For each start state which of them can match where.
    fn dispatch(&self) -> &[Arc<Dispatch>];

    /// The best of what the rules of `list` match at byte `at` of `text`, and of what is `found` already, as
    /// [`Run::longest`] gives it.
    fn longest(
        &self,
        list: &[u32],
        attempts: &mut Attempts,
        text: &str,
        at: usize,
        stored: Option<&str>,
        found: Option<(usize, usize)>,
    ) -> Option<(usize, usize)>;

    /// What the rule with this number, of which the text in `text` is that of `span`, stores with the state that it stacks.
    fn stored<'t>(
        &self,
        rule: usize,
        attempts: &Attempts,
        text: &'t str,
        span: Span,
    ) -> Option<&'t str>;
}

/// How rules that are tried by themselves have fared in a text.
#[derive(Clone, Debug, Default)]
#[cfg_attr(
    not(feature = "regex"),
    expect(dead_code, reason = "only that crate can run such rules")
)]
pub(crate) struct Attempts {
    /// For each rule, once one has been tried.
    pub(crate) rules: Vec<Attempt>,
    /// Bytes that were read in vain, but for some hundred each time.
    pub(crate) vain: usize,
}

/// The same of one rule.
#[derive(Clone, Debug)]
#[cfg_attr(
    not(feature = "regex"),
    expect(dead_code, reason = "only that crate can run such rules")
)]
pub(crate) struct Attempt {
    pub(crate) tries: u32,
    pub(crate) failures: u32,
    /// Its texts start before this byte.
    pub(crate) before: usize,
    /// The regex was last shown the text up to this byte.
    pub(crate) shown: usize,
    pub(crate) notes: Notes,
}

/// The rules of one start state that are tried one by one, by the first byte of their text.
#[derive(Clone, Debug)]
pub(crate) struct Dispatch {
    /// For each byte an index into `lists`, or [`NO_RULES`].
    pub(crate) by_byte: Box<[u16; 256]>,
    pub(crate) lists: Vec<Vec<u32>>,
}

/// No list.
pub(crate) const NO_RULES: u16 = u16::MAX;

/// The rules, applied to one text. `Cell` is the type of the automaton's cells.
pub(crate) struct Run<'e, 't, Cell> {
    text: &'t str,
    walker: Option<Walker<'e, 't, Cell>>,
    entry: Entry<'t>,
    fallback: Option<(&'e dyn OneByOne, &'e [Arc<Dispatch>])>,
    attempts: Attempts,
}

impl Engine {
    /// The automaton's arrays.
    pub(crate) fn tables(&self) -> Option<Tables<'_>> {
        self.automaton.as_ref().map(Automaton::tables)
    }

    /// Starts to lex `text`, with the automaton's cells.
    pub(crate) fn run<'e, 't, Cell: Copy + Into<u32>>(
        &'e self,
        text: &'t str,
        cells: &'e [Cell],
    ) -> Run<'e, 't, Cell> {
        let fallback = self.fallback.as_ref().map(Fallback::rules);
        Run {
            text,
            walker: self.tables().map(|tables| Walker::new(tables, cells, text.as_bytes())),
            entry: Entry::plain(0),
            fallback: fallback.map(|rules| (rules, rules.dispatch())),
            attempts: Attempts::default(),
        }
    }
}

impl<'t, Cell: Copy + Into<u32>> Run<'_, 't, Cell> {
    /// What a rule that was found at `span` stores with the state that it stacks.
    pub(crate) fn stored(&self, rule: usize, span: Span) -> Option<&'t str> {
        let (rules, _) = self.fallback?;
        rules.stored(rule, &self.attempts, self.text, span)
    }

    /// Bytes that rules have read in vain, but for some hundred each time.
    pub(crate) fn vain(&self) -> usize {
        self.walker.as_ref().map_or(0, Walker::vain).saturating_add(self.attempts.vain)
    }

    /// Have rules read so far ahead in vain that lexing must end?
    pub(crate) fn is_exhausted(&self) -> bool {
        self.vain() > limits::VAIN + limits::VAIN_SHARE * self.text.len()
    }

    /// Changes the start state.
    pub(crate) fn start_in(&mut self, entry: Entry<'t>) {
        self.entry = entry;
        if let Some(walker) = &mut self.walker {
            walker.start_in(entry.state);
        }
    }

    /// Finds lexemes from byte `at` on as long as that is easy: for each the rule, and where its text begins and ends. Stops
    /// where `sink` says so, and says where it stopped.
    #[inline(always)]
    pub(crate) fn each(&self, at: usize, sink: &mut impl Sink) -> usize {
        let Some(walker) = &self.walker else { return at };
        match self.fallback {
            None => walker.each(at, |_| false, sink),
            Some((_, dispatch)) => {
                let lists = &dispatch[self.entry.state].by_byte;
                walker.each(at, |byte| lists[usize::from(byte)] != NO_RULES, sink)
            }
        }
    }

    /// The rule that matches at byte `at` in the present start state, and where the lexeme's text ends, which is not empty.
    pub(crate) fn longest(&mut self, at: usize) -> Option<(usize, usize)> {
        let found = self.walker.as_mut().and_then(|walker| walker.longest(at));
        match self.fallback {
            None => found,
            Some(_) => self.longest_of_all(at, found),
        }
    }

    /// The same where the automaton has `found` something and there are other rules.
    fn longest_of_all(
        &mut self,
        at: usize,
        found: Option<(usize, usize)>,
    ) -> Option<(usize, usize)> {
        let (rules, dispatch) = self.fallback?;
        let dispatch = &dispatch[self.entry.state];
        let list = dispatch.by_byte[usize::from(self.text.as_bytes()[at])];
        if list == NO_RULES {
            return found;
        }
        let list = &dispatch.lists[usize::from(list)];
        let found = found.map(|(rule, end)| (rule, end - at));
        let found = rules.longest(list, &mut self.attempts, self.text, at, self.entry.delim, found);
        found.map(|(rule, len)| (rule, at + len))
    }

    /// Rules that are no longer tried because their ends are all behind.
    #[cfg(test)]
    pub(crate) fn given_up(&self) -> usize {
        self.attempts.rules.iter().filter(|rule| rule.before < usize::MAX).count()
    }
}
