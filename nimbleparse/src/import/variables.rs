//! Variables of a lex file as start states: flags, modes, and a counter of nesting.
//!
//! In: actions, each with its rules. Out: start states of the file with values of the variables
//! that conditions ask for, as far as they are reached. A variable of few values is a part of the
//! start state. Of one that counts without bound the values above those with which it is compared
//! are one; counting up stacks the start state, and counting down goes back to it, if that is the
//! state in which the program is then. States that behave alike are one (Moore 1956). A variable
//! that is changed in another way is not followed. Cost: states times actions, which are bounded.

mod explore;
mod merge;
mod which;

use std::collections::BTreeSet;

use lrlex::{
    StartStateOperation,
    actions::{ReadRule, tokens},
};
use lrtable::Span;

use super::{
    Reading,
    c::{Token, macros::Code},
    context::Context,
    paths::Effect,
    texts::Matched,
    value::{Level, Value},
};
use explore::Explorer;
pub(super) use which::tested_words;

/// The least number of a variable that is told apart.
const LEAST: i64 = -1;

/// A start state of the file, with values of the variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct State {
    start: usize,
    levels: Vec<Level>,
}

/// Who stacks a state, or goes back to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum By {
    File,
    Counter,
    Both,
}

/// What an effect does to the state.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Stay,
    To(State),
    Push(State, By),
    /// Back to what was stacked, which must have these values, and this start state if it is named.
    Pop(By, Option<usize>, Vec<Level>),
}

/// Why variables cannot be followed.
#[derive(Debug)]
enum Trouble {
    /// It is not known what this one is, or it goes back to another value than the stack does.
    Unknown(usize),
    /// This one counts up, and down, without bound.
    Counts(usize),
    /// There are too many states, or too much is stacked.
    TooMuch,
}

/// Which variables are followed, and how.
#[derive(Clone, Debug, Default)]
struct Followed {
    names: Vec<String>,
    /// The start state where the text begins, and the value of each variable.
    start: usize,
    first: Vec<i64>,
    /// For each the least number above those that are told apart.
    most: Vec<i64>,
    /// For each whether it is counted down.
    falls: Vec<bool>,
    /// The one that is counted by the stack.
    counter: Option<usize>,
}

/// The start states with the values of variables.
#[derive(Debug, Default)]
pub(super) struct Followings {
    followed: Followed,
    states: Vec<State>,
    /// For each state that of the lexer.
    numbers: Vec<usize>,
    /// The number of start states that the file declares.
    declared: usize,
}

impl Followed {
    /// The values where the text begins.
    fn first(&self) -> State {
        State { start: self.start, levels: self.first.iter().copied().map(Level::Is).collect() }
    }

    fn remove(&mut self, at: usize) {
        self.names.remove(at);
        self.first.remove(at);
        self.most.remove(at);
        self.falls.remove(at);
        self.counter = None;
    }

    fn context(&self, state: &State) -> Context {
        Context::new(state.start, self.names.clone(), state.levels.clone())
    }

    /// What an effect does in a state.
    fn step(&self, from: &State, effect: &Effect) -> Result<Step, Trouble> {
        let mut levels = Vec::with_capacity(from.levels.len());
        let mut by_counter = 0;
        for (at, old) in from.levels.iter().copied().enumerate() {
            // Where nothing is known of variables none is changed.
            let new = effect.values.get(at).map_or(Some(old), Value::level);
            let new = new.ok_or(Trouble::Unknown(at))?;
            let is_counter = self.counter == Some(at);
            let most = self.most[at];
            if is_counter && (old.is_bound() == new.is_bound() || !old.is_bound()) {
                // Below 0 more is stacked the further down it is.
                by_counter = new.number().saturating_abs() - old.number().saturating_abs();
                // What is stacked is not needed any more.
                by_counter *= i64::from(new != Level::Is(0) || by_counter == -1);
            }
            levels.push(match new {
                Level::Is(LEAST..) if new.number() < most => new,
                Level::AtMost(_) if is_counter => Level::AtMost(LEAST - 1),
                Level::AtLeast(_) if is_counter => Level::AtLeast(most),
                Level::AtLeast(number) if number >= most => Level::AtLeast(most),
                Level::Is(number) if number >= most && (is_counter || !self.falls[at]) => {
                    Level::AtLeast(most)
                }
                Level::Is(number) if is_counter && number < LEAST => Level::AtMost(LEAST - 1),
                _ => return Err(Trouble::Counts(at)),
            });
        }
        let change = effect.changes.last().copied();
        let target = match change {
            Some((_, StartStateOperation::Pop)) => None,
            Some((state, _)) => Some(state),
            None => Some(from.start),
        };
        let pushes = matches!(change, Some((_, StartStateOperation::Push)));
        let to = |start| State { start, levels: levels.clone() };
        Ok(match (by_counter, target) {
            (0, Some(start)) if pushes => Step::Push(to(start), By::File),
            (0, Some(start)) if to(start) == *from => Step::Stay,
            (0, Some(start)) => Step::To(to(start)),
            (0, None) => Step::Pop(By::File, None, levels),
            (1, Some(start)) if pushes => Step::Push(to(start), By::Both),
            (1, Some(start)) => Step::Push(to(start), By::Counter),
            (-1, None) => Step::Pop(By::Both, None, levels),
            (-1, Some(start)) if !pushes => Step::Pop(By::Counter, Some(start), levels),
            _ => return Err(self.counter.map_or(Trouble::TooMuch, Trouble::Unknown)),
        })
    }
}

impl Followings {
    /// The states in which a rule is active that the file names for these start states; `None` for
    /// one that is not reached.
    fn of(&self, starts: &[usize]) -> Vec<(Option<usize>, usize)> {
        let mut all = Vec::new();
        for start in starts {
            let mut numbers = BTreeSet::new();
            for (at, state) in self.states.iter().enumerate() {
                if state.start == *start && numbers.insert(self.numbers[at]) {
                    all.push((Some(at), self.numbers[at]));
                }
            }
            if numbers.is_empty() {
                all.push((None, *start));
            }
        }
        all
    }

    /// The start states of the lexer that were made.
    pub(super) fn made(&self) -> Vec<usize> {
        let made = self.numbers.iter().copied().filter(|number| *number >= self.declared);
        made.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn number(&self, state: &State) -> usize {
        let found = self.states.iter().position(|one| one == state);
        found.map_or(state.start, |at| self.numbers[at])
    }
}

impl<'a> Reading<'_, 'a> {
    /// Finds the variables that are to be followed, and the start states with their values.
    pub(super) fn follow_variables(&mut self, before: &[Span], actions: &[(Span, &[ReadRule])]) {
        let declared = self.file.start_states().len();
        let mut followed = self.tested_variables(before, actions);
        let asks = self.asks_for_state(actions);
        self.c.starts = self.run_at_start(before, &mut followed);
        while !followed.names.is_empty() || asks || followed.start > 0 {
            let found = Explorer::new(self, followed.clone(), actions).run();
            self.c.context = Context::default();
            match found {
                Ok(graph) => {
                    let numbers = self.merged(&graph, &followed);
                    let states = graph.states.into_iter().collect();
                    self.c.followings = Some(Followings { followed, states, numbers, declared });
                    return;
                }
                Err(Trouble::Counts(at)) if followed.counter.is_none() => {
                    followed.counter = Some(at);
                }
                Err(Trouble::Unknown(at) | Trouble::Counts(at)) => followed.remove(at),
                Err(Trouble::TooMuch) => match followed.names.is_empty() {
                    true => break,
                    false => followed.remove(followed.names.len() - 1),
                },
            }
        }
        self.c.starts = false;
    }

    /// Runs what flex runs before it reads text, and the code before each match, if that does
    /// something at the start only; whether it does.
    fn run_at_start(&mut self, before: &[Span], followed: &mut Followed) -> bool {
        let at_start = self.c.definitions.at_start.clone();
        let code = |span: &Span| tokens(self.file.source(), *span);
        let before: Vec<Token<'a>> = before.iter().flat_map(code).collect();
        for (tokens, again) in [(at_start, false), (before, true)] {
            let code = self.c.definitions.code(tokens);
            let mut first = followed.first();
            for time in 0..=usize::from(again) {
                self.c.context = followed.context(&first);
                let ways = self.ways(&code, &Matched::Any);
                self.c.context = Context::default();
                let effect = ways.first();
                let to = match followed.step(&first, effect) {
                    Ok(Step::Stay) => first.clone(),
                    Ok(Step::To(to)) => to,
                    _ => return false,
                };
                let does_more = !matches!(effect.given, Value::Nothing)
                    || !effect.lost.is_empty()
                    || !ways.effects().all(|other| other.is_same(effect));
                if does_more || time > 0 && to != first {
                    return false;
                }
                first = to;
            }
            let number =
                |level: &Level| if let Level::Is(number) = level { Some(*number) } else { None };
            let Some(numbers) = first.levels.iter().map(number).collect::<Option<Vec<_>>>() else {
                return false;
            };
            let is_start = first != followed.first();
            (followed.start, followed.first) = (first.start, numbers);
            if again {
                return is_start;
            }
        }
        false
    }

    /// The states in which a rule is to be read, each with the number of that of the lexer; one
    /// without a number if nothing is followed.
    pub(super) fn contexts(&self, rule: &ReadRule) -> Vec<(Option<usize>, usize)> {
        let Some(followings) = &self.c.followings else { return vec![(None, 0)] };
        let mut active = self.file.active(rule);
        active.retain(|state| *state < followings.declared);
        followings.of(&active)
    }

    /// The numbers of the states of the lexer for start states of the file.
    pub(super) fn numbers(&self, starts: &[usize]) -> Vec<usize> {
        let Some(followings) = &self.c.followings else { return starts.to_vec() };
        let mut numbers: Vec<usize> =
            followings.of(starts).into_iter().map(|(_, number)| number).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Whether an action does something else in other states.
    pub(super) fn depends_on_state(&self, code: &Code<'a>) -> bool {
        let followings = self.c.followings.as_ref();
        followings.is_some_and(|followings| self.depends(code, &followings.followed.names))
    }

    /// Reads what follows as in this state.
    pub(super) fn enter(&mut self, state: Option<usize>) {
        self.c.context = match (&self.c.followings, state) {
            (Some(Followings { followed, states, .. }), Some(at)) => followed.context(&states[at]),
            _ => Context::default(),
        };
    }

    /// The change of start state that an effect makes in a state of which `number` is that of the
    /// lexer.
    pub(super) fn change(
        &self,
        state: Option<usize>,
        number: usize,
        effect: &Effect,
    ) -> Option<(usize, StartStateOperation)> {
        use StartStateOperation::{Pop, Push, ReplaceTop};
        let change = effect.changes.last().copied();
        let Some(followings) = &self.c.followings else { return change };
        let Followings { followed, states, .. } = followings;
        let first = |start| State { start, ..followed.first() };
        let Some(at) = state else {
            let of_first = |(start, how)| match how {
                Pop => (start, how),
                how => (followings.number(&first(start)), how),
            };
            return change.map(of_first);
        };
        let Ok(step) = followed.step(&states[at], effect) else { return change };
        let change = match step {
            Step::Stay => None,
            Step::To(to) => Some((followings.number(&to), ReplaceTop)),
            Step::Push(to, _) => Some((followings.number(&to), Push)),
            Step::Pop(..) => Some((0, Pop)),
        };
        change.filter(|change| *change != (number, ReplaceTop))
    }
}
