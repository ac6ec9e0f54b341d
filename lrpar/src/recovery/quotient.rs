//! The recovery quotient: the table with states merged that no repair can tell apart.
//!
//! Two states are equivalent if for every token both shift to equivalent states, accept, reduce to the same rule by the same
//! length, or fail, and if every rule leads from both to equivalent states. Stacks of equivalent states then shift exactly
//! the same strings, so a search on stacks of classes merges more configurations and finds the same repairs. (States of an
//! LR(1) automaton differ in their items; which of a rule's productions was matched is nothing to recovery.)
//!
//! The coarsest such partition, by Moore's refinement (1956): cost is the number of table entries times the number of
//! rounds, 10 to 20 in practice.

use fnv::FnvHashMap;
use lrtable::{
    Action, ProdId, StateId,
    pack::{Packing, Row, Tables},
};

/// A table of classes of states.
#[derive(Debug)]
pub(crate) struct Quotient {
    /// The class of each state.
    class: Vec<StateId>,
    packing: Packing,
    class_count: usize,
}

impl Quotient {
    /// The quotient of `tables`.
    pub(crate) fn new(tables: &Tables<'_>) -> Quotient {
        let rows: Vec<Effects> =
            (0..tables.state_count()).map(|s| effects(tables, StateId::new(s))).collect();
        let mut class = number(rows.iter().map(|row| &row.effects[..]));
        let mut count = class.iter().max().map_or(0, |max| max + 1);
        loop {
            let signatures: Vec<Vec<u32>> = rows
                .iter()
                .zip(&class)
                .map(|(row, own)| {
                    let targets = row.targets.iter().map(|target| class[target.index()]);
                    std::iter::once(*own).chain(targets).collect()
                })
                .collect();
            let finer = number(signatures.iter().map(Vec::as_slice));
            let finer_count = finer.iter().max().map_or(0, |max| max + 1);
            class = finer;
            if finer_count == count {
                break;
            }
            count = finer_count;
        }
        let class: Vec<StateId> =
            class.into_iter().map(|class| StateId::new(class as usize)).collect();
        Quotient::of_classes(tables, class, count as usize)
    }

    fn of_classes(tables: &Tables<'_>, class: Vec<StateId>, class_count: usize) -> Quotient {
        let mut rows = vec![Row::default(); class_count];
        // One production stands for all of its rule and length: productions are what a table names.
        let signatures: Vec<[u32; 2]> =
            tables.productions.iter().map(|(rule, len)| [*rule, *len]).collect();
        let kinds = number(signatures.iter().map(<[u32; 2]>::as_slice));
        let mut stands_for: Vec<ProdId> = Vec::new();
        for (at, kind) in kinds.iter().enumerate() {
            if stands_for.len() == *kind as usize {
                stands_for.push(ProdId::new(at));
            }
        }
        for (state, own) in class.iter().enumerate() {
            // States of a class do the same.
            let row = &mut rows[own.index()];
            if !row.actions.is_empty() {
                continue;
            }
            let state = StateId::new(state);
            for token in tables.token_ids() {
                let action = match tables.action(state, token) {
                    Action::Error => continue,
                    Action::Shift(target) => Action::Shift(class[target.index()]),
                    Action::Reduce(prod) => {
                        Action::Reduce(stands_for[kinds[prod.index()] as usize])
                    }
                    Action::Accept => Action::Accept,
                };
                row.actions.push((token, action));
            }
            for rule in (0..tables.rule_count).map(lrtable::RuleId::new) {
                if let Some(target) = tables.goto(state, rule) {
                    row.gotos.push((rule, class[target.index()]));
                }
            }
        }
        let packing =
            Packing::new(tables.token_count, tables.rule_count, tables.productions, &rows);
        Quotient { class, packing, class_count }
    }

    /// The class of a state.
    pub(crate) fn class(&self, state: StateId) -> StateId {
        self.class[state.index()]
    }

    /// The class of each state.
    pub(crate) fn classes(&self) -> &[StateId] {
        &self.class
    }

    /// The number of classes.
    pub(crate) fn class_count(&self) -> usize {
        self.class_count
    }

    /// `tables`, of which this is the quotient, with classes for states.
    pub(crate) fn tables<'q>(&'q self, tables: &Tables<'q>) -> Tables<'q> {
        Tables { arrays: self.packing.arrays(), ..*tables }
    }
}

/// A shift or a goto, among [`Effects`]; other numbers are those of the rule that is reduced.
const SHIFT: u32 = u32::MAX;
/// Accept.
const ACCEPT: u32 = u32::MAX - 1;

/// What a state does, and the states to which its shifts and gotos lead, in the same order.
struct Effects {
    /// For each symbol that it does not fail with that symbol, encoded, and what it does with it: two numbers.
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

/// Numbers equal keys equally, in the order of their first occurrence.
fn number<'k>(keys: impl Iterator<Item = &'k [u32]>) -> Vec<u32> {
    let mut numbers: FnvHashMap<&[u32], u32> = FnvHashMap::default();
    keys.map(|key| {
        let next = u32::try_from(numbers.len()).expect("fewer classes than states");
        *numbers.entry(key).or_insert(next)
    })
    .collect()
}
