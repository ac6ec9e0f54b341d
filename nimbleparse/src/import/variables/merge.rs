//! States that behave alike become one start state of the lexer.

use std::collections::BTreeMap;

use super::{Followed, Step, explore::Graph};
use crate::import::{
    Reading,
    value::{Level, STATE},
};

impl Reading<'_, '_> {
    /// Numbers the states of a graph: for each that of a start state of the lexer, which is made if
    /// it is needed.
    pub(super) fn merged(&mut self, graph: &Graph, followed: &Followed) -> Vec<usize> {
        let starts: Vec<usize> = graph.states.iter().map(|state| state.start).collect();
        let mut kinds = starts.clone();
        let mut count = 0;
        loop {
            let mut numbers: BTreeMap<(usize, Vec<String>), usize> = BTreeMap::new();
            let mut new = Vec::with_capacity(kinds.len());
            let kind = |state| graph.states.get_index_of(state).map(|at| kinds[at]);
            for (at, edges) in graph.edges.iter().enumerate() {
                let edges = edges.iter().map(|(which, (other, step))| {
                    let step = match step {
                        Step::To(to) if kind(to) == Some(kinds[at]) => "stay".to_owned(),
                        Step::Stay => "stay".to_owned(),
                        Step::To(to) => format!("to {:?}", kind(to)),
                        Step::Push(to, by) => format!("push {:?} {by:?}", kind(to)),
                        Step::Pop(by, ..) => format!("pop {by:?}"),
                    };
                    format!("{which:?} {other} {step}")
                });
                let key = (kinds[at], edges.collect());
                let number = numbers.len();
                new.push(*numbers.entry(key).or_insert(number));
            }
            let is_same = numbers.len() == count;
            count = numbers.len();
            kinds = new;
            if is_same {
                break;
            }
        }
        let mut of_kind: BTreeMap<usize, usize> = BTreeMap::new();
        let mut taken: Vec<usize> = Vec::new();
        for (at, state) in graph.states.iter().enumerate() {
            if of_kind.contains_key(&kinds[at]) {
                continue;
            }
            let number = match taken.contains(&state.start) {
                _ if at == 0 => 0,
                false => state.start,
                true => {
                    let mut name = format!("({}", self.file.start_states()[state.start].name());
                    let levels = state.levels.iter().zip(&followed.names);
                    for (level, variable) in levels {
                        match level {
                            Level::Is(0) => {}
                            Level::Is(number @ STATE..) => {
                                let state = usize::try_from(number - STATE).unwrap_or(0);
                                let state = self.file.start_states()[state].name();
                                name.push_str(&format!(" {variable} {state}"));
                            }
                            Level::Is(number) => name.push_str(&format!(" {variable} {number}")),
                            Level::AtLeast(_) => name.push_str(&format!(" {variable} more")),
                            Level::AtMost(_) => name.push_str(&format!(" {variable} less")),
                        }
                    }
                    self.file.new_state_like(state.start, name.replace('-', "minus ") + ")")
                }
            };
            taken.push(number);
            of_kind.insert(kinds[at], number);
        }
        kinds.iter().map(|kind| of_kind[kind]).collect()
    }
}
