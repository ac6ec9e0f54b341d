//! Recovery by its definition: every repair sequence is a list of steps with a stack of its own.
//!
//! A configuration is a stack, a position and the steps so far. From it: *insert* any token but `$`
//! that can then be shifted, unless the last step is a deletion; *delete* a lexeme before the end;
//! *shift* one lexeme. It succeeds if its last three steps are shifts or if the end of input is
//! accepted. The result is all successes of least cost; of those the ones from which parsing gets
//! furthest (at most 250 lexemes after the error); trailing shifts are cut; repetitions are
//! dropped; those without an insertion to avoid come first, then those that are accepted in the
//! end, then the shorter ones, then by steps.
//!
//! Nothing is merged, shared or cached, so this is only for small grammars and short inputs.

use std::collections::{BTreeMap, BTreeSet};

use lrtable::{
    StateId, TokenId,
    grammar::Grammar,
    statetable::{Action, StateTable},
};

/// One step of a repair sequence, in the order of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    Insert(TokenId),
    Delete,
    Shift,
}

/// How a shift step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shifting {
    /// One lexeme at a time.
    One,
    /// As many lexemes as can be shifted, up to three, at once.
    UpToThree,
}

/// What to parse, and how errors are repaired.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub(crate) grammar: &'a Grammar,
    pub(crate) table: &'a StateTable,
    /// The tokens without `$`.
    pub(crate) tokens: &'a [TokenId],
    /// Returns the cost of inserting or deleting each token.
    pub(crate) costs: &'a dyn Fn(TokenId) -> u32,
    pub(crate) shifting: Shifting,
    /// Whether the successes are kept that get furthest, or those that get least far.
    pub(crate) furthest: bool,
    /// Whether stacks are kept that were reduced under a token which then was an error. (The
    /// paper's own definition; the sets are equal if there are no conflicts.)
    pub(crate) keep_reduced: bool,
    /// Number of configurations that may be expanded at one error.
    pub(crate) patience: usize,
}

/// An error and its repairs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Repaired {
    pub(crate) position: usize,
    pub(crate) expected: Vec<TokenId>,
    pub(crate) cost: u32,
    pub(crate) sequences: Vec<Vec<Step>>,
}

/// Outcome of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Shifted,
    Accepted,
    Refused,
}

struct Config {
    stack: Vec<StateId>,
    position: usize,
    steps: Vec<Step>,
}

/// Returns the outcome of `token`, and the stack after it.
pub(crate) fn feed(
    grammar: &Grammar,
    table: &StateTable,
    stack: &[StateId],
    token: TokenId,
) -> (Fate, Vec<StateId>) {
    let mut stack = stack.to_vec();
    for _ in 0..10_000 {
        match table.action(*stack.last().unwrap(), token) {
            Action::Shift(state) => {
                stack.push(state);
                return (Fate::Shifted, stack);
            }
            Action::Accept => return (Fate::Accepted, stack),
            Action::Error => return (Fate::Refused, stack),
            Action::Reduce(prod) => {
                stack.truncate(stack.len() - grammar.symbols(prod).len());
                let rule = grammar.production(prod).rule;
                stack.push(table.goto(*stack.last().unwrap(), rule).unwrap());
            }
        }
    }
    panic!("a table without conflicts reduces for ever");
}

/// Returns how far parsing goes on from a stack and a position, at most 250 lexemes after the
/// error, and whether the input is accepted then.
pub(crate) fn distance(
    grammar: &Grammar,
    table: &StateTable,
    stack: &[StateId],
    mut position: usize,
    token: impl Fn(usize) -> TokenId,
    error: usize,
) -> (usize, bool) {
    let mut stack = stack.to_vec();
    while position < error + 250 {
        let (fate, after) = feed(grammar, table, &stack, token(position));
        match fate {
            Fate::Shifted => (stack, position) = (after, position + 1),
            Fate::Accepted => return (position, true),
            Fate::Refused => return (position, false),
        }
    }
    (error + 250, false)
}

/// Returns the successes of least cost from `starts`, and that cost; `None` if there is none, or if
/// more than `patience` configurations would have to be expanded. Each neighbour comes with the
/// cost of the step to it.
pub(crate) fn cheapest<C>(
    starts: Vec<C>,
    patience: usize,
    succeeds: impl Fn(&C) -> bool,
    neighbours: impl Fn(&C) -> Vec<(u32, C)>,
) -> Option<(u32, Vec<C>)> {
    let mut by_cost = BTreeMap::from([(0, starts)]);
    let mut expanded = 0;
    loop {
        // With resolved conflicts, the stack may have no continuation: then nothing is compared.
        let (cost, mut level) = by_cost.pop_first()?;
        let mut successes = Vec::new();
        while let Some(config) = level.pop() {
            if succeeds(&config) {
                successes.push(config);
                continue;
            }
            expanded += 1;
            if expanded > patience {
                return None;
            }
            for (price, next) in neighbours(&config) {
                if price == 0 {
                    level.push(next);
                } else {
                    by_cost.entry(cost + price).or_default().push(next);
                }
            }
        }
        if !successes.is_empty() {
            return Some((cost, successes));
        }
    }
}

impl Problem<'_> {
    /// Returns all errors of the input; `None` if patience ran out, or if one cannot be repaired.
    pub(crate) fn errors(&self) -> Option<Vec<Repaired>> {
        let mut errors = Vec::new();
        let mut stack = vec![StateId::new(0)];
        let mut position = 0;
        loop {
            let (fate, after) = self.feed(&stack, self.token(position));
            match fate {
                Fate::Accepted => return Some(errors),
                Fate::Shifted => {
                    stack = after;
                    position += 1;
                }
                Fate::Refused => {
                    let expected = |token: &TokenId| self.feed(&stack, *token).0 != Fate::Refused;
                    let expected = self.grammar.token_ids().filter(expected).collect();
                    let (cost, successes) = self.search(&after, position)?;
                    let sequences = self.list(position, &successes);
                    stack = after;
                    let start = position;
                    for step in &sequences[0] {
                        let token = match step {
                            Step::Insert(token) => *token,
                            Step::Delete | Step::Shift => self.token(position),
                        };
                        position += usize::from(!matches!(step, Step::Insert(_)));
                        if *step != Step::Delete {
                            let (fate, after) = self.feed(&stack, token);
                            assert_eq!(fate, Fate::Shifted, "{:?} replays", sequences[0]);
                            stack = after;
                        }
                    }
                    errors.push(Repaired { position: start, expected, cost, sequences });
                }
            }
        }
    }

    fn token(&self, position: usize) -> TokenId {
        self.tokens.get(position).copied().unwrap_or(self.grammar.eof())
    }

    fn feed(&self, stack: &[StateId], token: TokenId) -> (Fate, Vec<StateId>) {
        feed(self.grammar, self.table, stack, token)
    }

    fn succeeds(&self, config: &Config) -> bool {
        config.steps.ends_with(&[Step::Shift; 3])
            || self.token(config.position) == self.grammar.eof()
                && self.feed(&config.stack, self.grammar.eof()).0 == Fate::Accepted
    }

    fn search(&self, stack: &[StateId], position: usize) -> Option<(u32, Vec<Config>)> {
        let start = Config { stack: stack.to_vec(), position, steps: Vec::new() };
        let (succeeds, neighbours) =
            (|c: &Config| self.succeeds(c), |c: &Config| self.neighbours(c));
        cheapest(vec![start], self.patience, succeeds, neighbours)
    }

    fn neighbours(&self, config: &Config) -> Vec<(u32, Config)> {
        let mut found = Vec::new();
        let mut add = |price: u32, stack: Vec<StateId>, steps: &[Step]| {
            let consumed = steps.iter().filter(|step| !matches!(step, Step::Insert(_))).count();
            found.push((
                price,
                Config {
                    stack,
                    position: config.position + consumed,
                    steps: [&config.steps[..], steps].concat(),
                },
            ));
        };
        let eof = self.grammar.eof();
        if config.steps.last() != Some(&Step::Delete) {
            for token in self.grammar.token_ids().filter(|token| *token != eof) {
                if let (Fate::Shifted, stack) = self.feed(&config.stack, token) {
                    add((self.costs)(token), stack, &[Step::Insert(token)]);
                }
            }
        }
        let next = self.token(config.position);
        if next != eof {
            add((self.costs)(next), config.stack.clone(), &[Step::Delete]);
        }
        let most = if self.shifting == Shifting::One { 1 } else { 3 };
        let mut stack = config.stack.clone();
        let mut shifted = 0;
        while shifted < most {
            let (fate, after) = self.feed(&stack, self.token(config.position + shifted));
            if fate != Fate::Shifted {
                if self.keep_reduced {
                    stack = after;
                }
                break;
            }
            stack = after;
            shifted += 1;
        }
        if shifted > 0 || stack != config.stack {
            add(0, stack, &[Step::Shift; 3][..shifted]);
        }
        found
    }

    fn distance(&self, stack: &[StateId], position: usize, error: usize) -> (usize, bool) {
        let token = |position| self.token(position);
        distance(self.grammar, self.table, stack, position, token, error)
    }

    fn list(&self, error: usize, successes: &[Config]) -> Vec<Vec<Step>> {
        let distances: Vec<_> =
            successes.iter().map(|c| self.distance(&c.stack, c.position, error)).collect();
        let all = distances.iter().map(|(distance, _)| *distance);
        let best = if self.furthest { all.max() } else { all.min() };
        let mut sorted = BTreeSet::new();
        for (config, (distance, accepted)) in successes.iter().zip(distances) {
            if Some(distance) == best {
                let mut steps = config.steps.clone();
                while steps.last() == Some(&Step::Shift) {
                    steps.pop();
                }
                let avoid = steps.iter().any(
                    |step| matches!(step, Step::Insert(token) if self.grammar.token(*token).avoid_insert),
                );
                sorted.insert((avoid, !accepted, steps.len(), steps));
            }
        }
        sorted.into_iter().map(|(.., steps)| steps).collect()
    }
}
