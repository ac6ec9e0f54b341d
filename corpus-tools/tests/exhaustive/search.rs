//! The search by its definition: every repair sequence is a list of steps with a stack of its own.

use std::collections::{BTreeMap, BTreeSet};

use lrtable::{StateId, TokenId};

use crate::{
    Subject,
    reference::{self, Fate, Step},
};

/// Configurations that the search may hold at one error before it gives up.
const MOST: usize = 60_000;
/// A place to which one can go back: the stack, and the position.
pub(crate) type Source = (Vec<StateId>, usize);

#[derive(Clone)]
pub(crate) struct Config {
    stack: Vec<StateId>,
    position: usize,
    start: usize,
    steps: Vec<Step>,
}

/// One input.
pub(crate) struct Input<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) tokens: Vec<TokenId>,
}

impl Input<'_> {
    fn token(&self, position: usize) -> TokenId {
        self.tokens.get(position).copied().unwrap_or(self.subject.grammar.eof())
    }

    /// Where the input is refused, coming from the last of `sources`, to which each place on the
    /// way is added; and the stack that the refused lexeme left.
    pub(crate) fn go(&self, sources: &mut Vec<Source>) -> (usize, Vec<StateId>) {
        loop {
            let (stack, position) = sources.last().unwrap();
            let position = *position;
            let (fate, after) = self.subject.feed(stack, self.token(position));
            match fate {
                Fate::Shifted => sources.push((after, position + 1)),
                Fate::Refused => return (position, after),
                Fate::Accepted => panic!("there is no error"),
            }
        }
    }

    fn succeeds(&self, config: &Config, detected: usize) -> bool {
        let far = config.steps.ends_with(&[Step::Shift; 3]) && config.position >= detected + 3;
        let accepted = || {
            config.position >= self.tokens.len()
                && self.subject.feed(&config.stack, self.subject.grammar.eof()).0 == Fate::Accepted
        };
        !config.steps.is_empty() && (far || accepted())
    }

    /// The successes that are to be listed, and their cost: the cheapest; or, if those that get
    /// furthest neither get on nor reach the end of the text, those that cost one more and do get
    /// on. `None` if that would be too much work.
    pub(crate) fn search(
        &self,
        sources: &[Source],
        detected: usize,
    ) -> Option<(usize, Vec<Config>)> {
        let source = |(stack, position): &Source| Config {
            stack: stack.clone(),
            position: *position,
            start: *position,
            steps: Vec::new(),
        };
        let mut level: Vec<Config> = sources.iter().map(source).collect();
        let mut cheapest: Option<(usize, Vec<Config>)> = None;
        for cost in 0.. {
            let mut successes = self.shifted(&mut level, detected);
            match &cheapest {
                Some(_) if self.gets_on(&successes, detected) => {
                    successes.retain(|config| self.distance(config, detected).1);
                    return Some((cost, successes));
                }
                Some(_) => return cheapest,
                None if self.gets_on(&successes, detected)
                    || self.reaches_end(&successes, detected) =>
                {
                    return Some((cost, successes));
                }
                None if !successes.is_empty() => cheapest = Some((cost, successes)),
                None => {}
            }
            level = self.dearer(&level)?;
        }
        unreachable!("there is always something dearer")
    }

    /// Makes all shifts that are possible on `level`, and takes the successes off it.
    fn shifted(&self, level: &mut Vec<Config>, detected: usize) -> Vec<Config> {
        let mut todo = std::mem::take(level);
        let mut successes = Vec::new();
        while let Some(config) = todo.pop() {
            if self.succeeds(&config, detected) {
                successes.push(config);
                continue;
            }
            // To shift first is to begin one lexeme later.
            if !config.steps.is_empty()
                && let (Fate::Shifted, stack) =
                    self.subject.feed(&config.stack, self.token(config.position))
            {
                todo.push(step(&config, stack, Step::Shift));
            }
            level.push(config);
        }
        successes
    }

    /// One edit more than `level`; `None` if that is too many.
    fn dearer(&self, level: &[Config]) -> Option<Vec<Config>> {
        let mut dearer = Vec::new();
        for config in level {
            if config.position < self.tokens.len() {
                dearer.push(step(config, config.stack.clone(), Step::Delete));
            }
            if config.steps.last() != Some(&Step::Delete) {
                for token in self.subject.grammar.token_ids() {
                    if token != self.subject.grammar.eof()
                        && let (Fate::Shifted, stack) = self.subject.feed(&config.stack, token)
                    {
                        dearer.push(step(config, stack, Step::Insert(token)));
                    }
                }
            }
            if dearer.len() > MOST {
                return None;
            }
        }
        Some(dearer)
    }

    /// How far parsing goes on, and whether that is to accept or ten lexemes past the error.
    fn distance(&self, config: &Config, detected: usize) -> (usize, bool) {
        let Subject { grammar, table, .. } = self.subject;
        let token = |position| self.token(position);
        let (position, accepts) =
            reference::distance(grammar, table, &config.stack, config.position, token, detected);
        (position, accepts || position >= detected + 10)
    }

    /// Does one of them reach the end of the text, where nothing but the end is wrong?
    fn reaches_end(&self, successes: &[Config], detected: usize) -> bool {
        let end = self.tokens.len();
        successes.iter().any(|config| self.distance(config, detected).0 == end)
    }

    /// Does one of those that get furthest get on?
    fn gets_on(&self, successes: &[Config], detected: usize) -> bool {
        let distances = successes.iter().map(|config| self.distance(config, detected));
        distances.max().is_some_and(|(_, gets_on)| gets_on)
    }

    /// The tokens from `low` to `high` as a sequence makes them.
    pub(crate) fn made(
        &self,
        start: usize,
        steps: &[Step],
        (low, high): (usize, usize),
    ) -> Vec<TokenId> {
        let mut made = self.tokens[low..start].to_vec();
        let mut at = start;
        for step in steps {
            match step {
                Step::Insert(token) => made.push(*token),
                Step::Delete => at += 1,
                Step::Shift => {
                    made.push(self.token(at));
                    at += 1;
                }
            }
        }
        made.extend(&self.tokens[at.min(high)..high]);
        made
    }

    /// Of the successes those that get furthest; trailing shifts cut; of those that make the same
    /// the one that begins last.
    pub(crate) fn kept(
        &self,
        successes: &[Config],
        detected: usize,
    ) -> BTreeSet<(usize, Vec<Step>)> {
        let distances: Vec<usize> =
            successes.iter().map(|config| self.distance(config, detected).0).collect();
        let best = distances.iter().max();
        let low = successes.iter().map(|config| config.start).min().unwrap();
        let high = successes.iter().map(|config| config.position).max().unwrap();
        let mut kept: BTreeMap<Vec<TokenId>, (usize, Vec<Step>)> = BTreeMap::new();
        for (config, distance) in successes.iter().zip(&distances) {
            if Some(distance) != best {
                continue;
            }
            let made = self.made(config.start, &config.steps, (low, high));
            let mut steps = config.steps.clone();
            while steps.last() == Some(&Step::Shift) {
                steps.pop();
            }
            let rank = |(start, steps): &(usize, Vec<Step>)| {
                let edits = steps.iter().filter(|step| **step != Step::Shift).count();
                (std::cmp::Reverse(*start), edits, steps.clone())
            };
            let new = (config.start, steps);
            match kept.get(&made) {
                Some(old) if rank(old) <= rank(&new) => {}
                _ => drop(kept.insert(made, new)),
            }
        }
        kept.into_values().collect()
    }

    /// The stack and the position after a sequence from one of `sources`.
    pub(crate) fn replayed(
        &self,
        sources: &[Source],
        start: usize,
        steps: &[Step],
    ) -> (Vec<StateId>, usize) {
        let source = sources.iter().find(|(_, position)| *position == start);
        let (mut stack, mut position) = source.expect("it begins where one can go back to").clone();
        for step in steps {
            let token = match step {
                Step::Insert(token) => Some(*token),
                Step::Delete => None,
                Step::Shift => Some(self.token(position)),
            };
            if let Some(token) = token {
                let (fate, after) = self.subject.feed(&stack, token);
                assert_eq!(fate, Fate::Shifted, "a sequence replays");
                stack = after;
            }
            position += usize::from(!matches!(step, Step::Insert(_)));
        }
        (stack, position)
    }
}

fn step(config: &Config, stack: Vec<StateId>, step: Step) -> Config {
    let steps = [&config.steps[..], &[step]].concat();
    let position = config.position + usize::from(!matches!(step, Step::Insert(_)));
    Config { stack, position, start: config.start, steps }
}
