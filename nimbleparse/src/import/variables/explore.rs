//! The states that are reached, and what leads from one to another.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;
use lrlex::actions::{ReadRule, tokens};
use lrtable::Span;

use super::{By, Followed, State, Step, Trouble};
use crate::import::{
    Reading,
    c::macros::Code,
    context::Context,
    limits,
    paths::{Effect, Lost},
    texts::Matched,
    ways::Ways,
};

/// What rules do in a state: by the numbers of the action and the rule, and some of its texts.
type Edges = BTreeMap<(usize, usize, String), (String, Step)>;

/// States, of which the first is where the text begins.
pub(super) struct Graph {
    pub(super) states: IndexSet<State>,
    /// For each state what each rule does there: which rule and what of its texts, what else it
    /// does, and the step.
    pub(super) edges: Vec<Edges>,
}

/// What rules do: the number of each, some of its texts, and the effect.
type Effects = Vec<(usize, String, Effect)>;

/// An action with its rules.
struct Action<'t, 'a> {
    code: Code<'a>,
    rules: &'t [ReadRule],
    /// The start states of each rule.
    active: Vec<Vec<usize>>,
    /// What it does, if that is the same everywhere.
    same: Option<Effects>,
}

pub(super) struct Explorer<'r, 'q, 't, 'a> {
    reading: &'r mut Reading<'q, 'a>,
    followed: Followed,
    actions: Vec<Action<'t, 'a>>,
}

impl<'r, 'q, 't, 'a> Explorer<'r, 'q, 't, 'a> {
    pub(super) fn new(
        reading: &'r mut Reading<'q, 'a>,
        followed: Followed,
        actions: &'t [(Span, &'t [ReadRule])],
    ) -> Self {
        let action = |(span, rules): &(Span, &'t [ReadRule])| {
            let code = reading.c.definitions.action(tokens(reading.file.source(), *span));
            let active = rules.iter().map(|rule| reading.file.active(rule)).collect();
            Action { code, rules, active, same: None }
        };
        let actions = actions.iter().map(action).collect();
        Explorer { reading, followed, actions }
    }

    /// Finds all states.
    pub(super) fn run(mut self) -> Result<Graph, Trouble> {
        let mut states = IndexSet::from([self.followed.first()]);
        let mut edges = Vec::new();
        while edges.len() < states.len() {
            let state = states[edges.len()].clone();
            let mut here = BTreeMap::new();
            for action in 0..self.actions.len() {
                for (rule, part, effect) in self.effects(action, &state)? {
                    let step = self.followed.step(&state, &effect)?;
                    if let Step::To(to) | Step::Push(to, _) = &step {
                        states.insert(to.clone());
                    }
                    let done = effect.of_rule();
                    let other = format!("{:?} {:?} {}", done.given, done.extent, effect.dies);
                    here.insert((action, rule, part), (other, step));
                }
            }
            edges.push(here);
            let steps = self.reading.c.steps;
            if states.len() > limits::FOLLOWED || steps >= limits::TEXT_STEPS {
                return Err(Trouble::TooMuch);
            }
        }
        let graph = Graph { states, edges };
        graph.check_stack(&self.followed)?;
        Ok(graph)
    }

    /// What the rules of an action do in a state.
    fn effects(&mut self, at: usize, state: &State) -> Result<Effects, Trouble> {
        let is_active = |rule: usize| self.actions[at].active[rule].contains(&state.start);
        let rules: Vec<usize> =
            (0..self.actions[at].rules.len()).filter(|rule| is_active(*rule)).collect();
        if rules.is_empty() {
            return Ok(Vec::new());
        }
        let unchanged = |mut effect: Effect| {
            effect.values = state.levels.iter().map(|level| level.value()).collect();
            effect
        };
        let of_state = |all: &[(usize, String, Effect)]| {
            let here = all.iter().filter(|(rule, ..)| rules.contains(rule)).cloned();
            here.map(|(rule, part, effect)| (rule, part, unchanged(effect))).collect()
        };
        if let Some(same) = &self.actions[at].same {
            return Ok(of_state(same));
        }
        let depends = self.reading.depends(&self.actions[at].code, &self.followed.names);
        self.reading.c.context = match depends {
            true => self.followed.context(state),
            false => Context::default(),
        };
        let which =
            if depends { rules.clone() } else { (0..self.actions[at].rules.len()).collect() };
        let code = &self.actions[at].code;
        let ways = self.reading.ways(code, &Matched::Any);
        let mut all = Vec::new();
        for rule in which {
            match self.reading.parts(&self.actions[at].rules[rule], &ways, code) {
                Some(parts) => {
                    for part in parts {
                        self.check(&part.ways)?;
                        let regex = part.part.map_or(String::new(), |part| part.regex);
                        all.push((rule, regex, self.reading.usual(&part.ways).0.clone()));
                    }
                }
                None => {
                    self.check(&ways)?;
                    all.push((rule, String::new(), self.reading.usual(&ways).0.clone()));
                }
            }
        }
        // What reads text itself comes back to where it began.
        for (_, _, effect) in &mut all {
            if effect.lost.iter().any(|(lost, _)| *lost == Lost::Input) {
                *effect = unchanged(Effect { changes: Vec::new(), ..effect.clone() });
            }
        }
        if depends {
            return Ok(all);
        }
        let here = of_state(&all);
        self.actions[at].same = Some(all);
        Ok(here)
    }

    /// Checks that no condition of which the value is not known changes a variable.
    fn check(&self, ways: &Ways<'a>) -> Result<(), Trouble> {
        ways.doubtful().map_or(Ok(()), |at| Err(Trouble::Unknown(at)))
    }
}

impl Graph {
    /// Checks that going back leads to the state in which the program is then.
    fn check_stack(&self, followed: &Followed) -> Result<(), Trouble> {
        // For each state those that may be below it on the stack, and who stacked it.
        let mut below: Vec<BTreeSet<(usize, By)>> = vec![BTreeSet::new(); self.states.len()];
        let number = |state: &State| self.states.get_index_of(state).unwrap_or(0);
        loop {
            let before: usize = below.iter().map(BTreeSet::len).sum();
            for (from, edges) in self.edges.iter().enumerate() {
                for (_, step) in edges.values() {
                    match step {
                        Step::To(to) => {
                            let more = below[from].clone();
                            below[number(to)].extend(more);
                        }
                        Step::Push(to, by) => {
                            below[number(to)].insert((from, *by));
                        }
                        Step::Stay | Step::Pop(..) => {}
                    }
                }
            }
            if below.iter().map(BTreeSet::len).sum::<usize>() == before {
                break;
            }
        }
        for (from, edges) in self.edges.iter().enumerate() {
            for (_, step) in edges.values() {
                let Step::Pop(by, start, levels) = step else { continue };
                for (origin, pushed) in &below[from] {
                    let origin = &self.states[*origin];
                    if pushed != by || start.is_some_and(|start| start != origin.start) {
                        return Err(followed.counter.map_or(Trouble::TooMuch, Trouble::Unknown));
                    }
                    for (at, (new, old)) in levels.iter().zip(&origin.levels).enumerate() {
                        if new != old && (followed.counter != Some(at) || !new.is_bound()) {
                            return Err(Trouble::Unknown(at));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
