//! The recovery quotient: the table with those states merged that no repair can distinguish.
//!
//! Two states are equivalent if for every token both shift to equivalent states, accept, reduce to one rule by one length, or
//! fail, and if every rule leads from both to equivalent states. Stacks of equivalent states then shift exactly the same strings,
//! so that a search on stacks of classes merges more configurations and finds the same repairs. (States of an LR(1) automaton
//! differ in their items; which production of a rule was matched does not matter to recovery.)
//!
//! The coarsest such partition, by Moore's refinement (1956): cost is the number of table entries times the number of
//! rounds, 10 to 20 in practice.

use lrtable::{Action, StateId, hash::Map, pack::Tables};

use super::super::budget::{Meter, Spent};

/// A partition of the states into classes.
#[derive(Debug)]
pub(crate) struct Quotient {
    /// The class of each state.
    class: Vec<StateId>,
    /// The first state of each state's class, which stands for the class. A table's rows for it are the rows of the class: a run
    /// on a stack of such states, with the pushed states renamed, is a run on a stack of classes.
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
        let mut rows: Vec<Effects> = Vec::with_capacity(tables.state_count());
        for state in 0..tables.state_count() {
            meter.look()?;
            rows.push(effects(tables, StateId::new(state)));
        }
        let (mut class, mut count) = number(&mut rows.iter().map(|row| &row.effects[..]));
        loop {
            meter.look()?;
            let signatures: Vec<Vec<u32>> = rows
                .iter()
                .zip(&class)
                .map(|(row, own)| {
                    let targets = row.targets.iter().map(|target| class[target.index()]);
                    std::iter::once(*own).chain(targets).collect()
                })
                .collect();
            let coarser = count;
            (class, count) = number(&mut signatures.iter().map(Vec::as_slice));
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

/// Code of a shift or a goto among [`Effects`]; smaller numbers are those of the rule that is reduced.
const SHIFT: u32 = u32::MAX;
/// Code of accepting.
const ACCEPT: u32 = u32::MAX - 1;

/// The effects of a state, and the targets of its shifts and gotos, in the same order.
struct Effects {
    /// Two numbers for each symbol without an error: the encoded symbol, and the code of its effect.
    effects: Vec<u32>,
    targets: Vec<StateId>,
}

fn effects(tables: &Tables<'_>, state: StateId) -> Effects {
    let mut row = Effects { effects: Vec::new(), targets: Vec::new() };
    for token in tables.token_ids() {
        let effect = match tables.action(state, token) {
            Action::Shift(target) => {
                row.targets.push(target);
                [SHIFT, 0]
            }
            Action::Reduce(prod) => {
                let (rule, len) = tables.productions[prod.index()];
                [rule, len]
            }
            Action::Accept => [ACCEPT, 0],
            Action::Error => continue,
        };
        row.effects.extend([token.0 * 2, effect[0], effect[1]]);
    }
    for rule in (0..tables.rule_count).map(lrtable::RuleId::new) {
        if let Some(target) = tables.goto(state, rule) {
            row.targets.push(target);
            row.effects.extend([rule.0 * 2 + 1, SHIFT, 0]);
        }
    }
    row
}

/// Numbers keys in the order of their first occurrence, equal keys equally; returns the numbers and how many there are.
fn number(keys: &mut dyn Iterator<Item = &[u32]>) -> (Vec<u32>, usize) {
    let mut numbers: Map<&[u32], u32> = Map::default();
    let number = |key| {
        let next = u32::try_from(numbers.len()).expect("fewer classes than states");
        *numbers.get_or_insert_with(key, || next)
    };
    (keys.map(number).collect(), numbers.len())
}
