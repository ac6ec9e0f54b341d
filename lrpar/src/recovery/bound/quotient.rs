//! The recovery quotient: the table with those states merged that no repair can distinguish.
//!
//! Two states are equivalent if for every token both shift to equivalent states, accept, reduce to
//! one rule by one length, or fail, and if every rule leads from both to equivalent states. Stacks
//! of equivalent states then shift exactly the same strings, so that a search on stacks of classes
//! merges more configurations and finds the same repairs. (States of an LR(1) automaton differ in
//! their items; which production of a rule was matched does not matter to recovery.)
//!
//! The coarsest such partition, by Moore's refinement (1956): cost is the number of table entries
//! times the number of rounds, 10 to 20 in practice.

use std::hash::Hash;

use lrtable::{Action, RuleId, StateId, hash::Map, pack::Tables};

use super::super::{
    arena::narrow,
    budget::{Meter, Spent},
};

/// A partition of the states into classes.
#[derive(Debug)]
pub(crate) struct Quotient {
    /// The class of each state.
    class: Vec<StateId>,
    /// The first state of each state's class, which stands for the class. A table's rows for it are
    /// the rows of the class: a run on a stack of such states, with the pushed states renamed, is a
    /// run on a stack of classes.
    pub(crate) names: Vec<StateId>,
    /// The number of classes.
    pub(crate) class_count: usize,
}

impl Quotient {
    /// Computes the quotient of `tables`.
    ///
    /// # Errors
    ///
    /// If the time of `meter` is over.
    pub(crate) fn new(tables: &Tables<'_>, meter: &Meter) -> Result<Quotient, Spent> {
        let mut rows: Vec<(Vec<Effect>, Vec<StateId>)> = Vec::with_capacity(tables.state_count());
        for state in 0..tables.state_count() {
            meter.look()?;
            rows.push(effects(tables, StateId::new(state)));
        }
        let (mut class, mut count) = number(rows.iter().map(|(effects, _)| effects));
        loop {
            meter.look()?;
            let coarser = count;
            let states = rows.iter().zip(&class);
            let signatures = states.map(|((_, targets), own)| {
                let targets = targets.iter().map(|target| class[target.index()]);
                std::iter::once(*own).chain(targets).collect::<Vec<u32>>()
            });
            (class, count) = number(signatures);
            if count == coarser {
                break;
            }
        }
        let class: Vec<StateId> =
            class.into_iter().map(|class| StateId::new(class as usize)).collect();
        let mut first: Vec<Option<StateId>> = vec![None; count];
        let names = class
            .iter()
            .enumerate()
            .map(|(state, class)| *first[class.index()].get_or_insert(StateId::new(state)));
        Ok(Quotient { names: names.collect(), class, class_count: count })
    }

    /// Returns the class of a state.
    pub(crate) fn class(&self, state: StateId) -> StateId {
        self.class[state.index()]
    }
}

/// What a state does with a symbol: the encoded symbol; the rule that is reduced, or another code;
/// the length of what is reduced.
type Effect = [u32; 3];
/// Code of a shift or a goto in an [`Effect`].
const SHIFT: u32 = u32::MAX;
/// Code of accepting.
const ACCEPT: u32 = u32::MAX - 1;

/// Returns the effects of a state, except errors, and the targets of its shifts and gotos in the
/// same order.
fn effects(tables: &Tables<'_>, state: StateId) -> (Vec<Effect>, Vec<StateId>) {
    let (mut effects, mut targets) = (Vec::new(), Vec::new());
    for token in tables.token_ids() {
        let (what, len) = match tables.action(state, token) {
            Action::Shift(target) => {
                targets.push(target);
                (SHIFT, 0)
            }
            Action::Reduce(prod) => tables.productions[prod.index()],
            Action::Accept => (ACCEPT, 0),
            Action::Error => continue,
        };
        effects.push([token.0 * 2, what, len]);
    }
    for rule in (0..tables.rule_count).map(RuleId::new) {
        if let Some(target) = tables.goto(state, rule) {
            targets.push(target);
            effects.push([rule.0 * 2 + 1, SHIFT, 0]);
        }
    }
    (effects, targets)
}

/// Numbers keys in the order of their first occurrence, equal keys equally; returns the numbers and
/// how many there are.
fn number<K: Hash + Eq>(keys: impl Iterator<Item = K>) -> (Vec<u32>, usize) {
    let mut numbers = Map::default();
    let number = |key| {
        let next = narrow(numbers.len());
        *numbers.get_or_insert_with(key, || next)
    };
    (keys.map(number).collect(), numbers.len())
}
