//! Reports patterns that no tree without errors can match.
//!
//! The patterns for the children of a node are run over the automaton of its children: a *place* is
//! a state of the automaton with a step that waits there. A step is of use if one of its matches is
//! on a way to the end of both. Trivia and errors may be anywhere; that a field is absent restricts
//! the children. Patterns inside a step are run for each kind of node that the step may match.

mod message;

use std::collections::{BTreeSet, HashMap};

use lrtable::Symbol;

use super::{
    QueryError,
    children::{Automaton, Child, Nodes},
    compile::{Program, Step, Target, Test},
};
use crate::node_types::{FieldId, NodeTypes, SyntaxKind};

/// How many places are looked at for one query; patterns beyond are taken for possible.
const MOST_PLACES: usize = 5_000_000;

/// What a step matches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Node {
    Symbol(Symbol),
    Error,
    Trivia,
}

/// Adds an error for each pattern that can never match.
pub(super) fn check(
    types: &NodeTypes,
    has_trivia: bool,
    program: &Program,
    errors: &mut Vec<QueryError>,
) {
    let nodes = Nodes::new(types);
    let mut check = Check {
        types,
        has_trivia,
        program,
        nodes: &nodes,
        known: HashMap::new(),
        left: MOST_PLACES,
    };
    for number in 0..program.patterns.len() {
        errors.extend(check.pattern(number));
    }
}

struct Check<'c> {
    types: &'c NodeTypes,
    has_trivia: bool,
    program: &'c Program,
    nodes: &'c Nodes,
    /// What steps match with all that is inside them.
    known: HashMap<(u32, Node), bool>,
    left: usize,
}

/// What waits at a state of an automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Waits {
    /// This step; whether an anchor is before it, and whether that skips no tokens.
    Step { id: u32, is_held: bool, is_strict: bool },
    /// The end of the siblings.
    Last { is_strict: bool },
    /// Nothing.
    Done,
}

/// A way from one place to another, and the step that takes a node on it, with that.
type Edge = (u32, Option<(u32, Node)>, u32);

/// What a run over an automaton found.
#[derive(Default)]
struct Run {
    is_possible: bool,
    /// The steps that are of use, with what they match.
    used: BTreeSet<(u32, Node)>,
    /// The steps that match something that can be reached.
    reached: BTreeSet<u32>,
}

impl Check<'_> {
    fn step(&self, id: u32) -> &Step {
        &self.program.steps[id as usize]
    }

    /// Whether a step matches a node, whatever is inside.
    fn fits(&self, step: &Step, node: Node, field: Option<FieldId>) -> bool {
        let kind = match (&step.test, node) {
            (Test::Any, Node::Symbol(_)) => true,
            (Test::Any | Test::Named, Node::Trivia) => self.has_trivia,
            (Test::Any | Test::Named, Node::Error) => false,
            (Test::Named, Node::Symbol(symbol)) => self.types.is_named(kind_of(symbol)),
            (Test::Kind(kind), Node::Symbol(symbol)) => *kind == kind_of(symbol),
            (Test::Missing(token), Node::Symbol(Symbol::Token(other))) => {
                token.is_none_or(|token| token == other)
            }
            (Test::Trivia(_), Node::Trivia) | (Test::Error, Node::Error) => true,
            _ => false,
        };
        kind && step.field.is_none_or(|own| field == Some(own))
    }

    /// Whether a step matches a node of a kind with all that is inside.
    fn matches(&mut self, id: u32, node: Node) -> bool {
        if let Some(known) = self.known.get(&(id, node)) {
            return *known;
        }
        let is_possible = self.inside(id, node, true).is_none_or(|run| run.is_possible);
        self.known.insert((id, node), is_possible);
        is_possible
    }

    /// Runs the patterns inside a step over the children of a node of a kind; `None` if anything is
    /// possible there.
    fn inside(&mut self, id: u32, node: Node, is_deep: bool) -> Option<Run> {
        let nodes = self.nodes;
        let program = self.program;
        let step = &program.steps[id as usize];
        if step.inside.is_none() && step.absent.is_empty() {
            return None;
        }
        let automaton = match node {
            Node::Symbol(Symbol::Rule(rule)) => nodes.of_rules[rule.index()].as_ref()?,
            Node::Symbol(Symbol::Token(_)) | Node::Trivia => &Automaton::leaf(),
            Node::Error => &Automaton::any(&nodes.symbols),
        };
        let done = [Target::End { of: None, is_last: false }];
        let targets = step.inside.as_deref().unwrap_or(&done);
        let starts = targets.iter().map(|target| self.waits(*target, false)).collect();
        Some(self.run(automaton, starts, &step.absent, is_deep))
    }

    /// What waits for a target after a step.
    fn waits(&self, target: Target, was_strict: bool) -> Waits {
        match target {
            Target::Step(id) => {
                let step = self.step(id);
                let is_strict = step.is_strict || was_strict;
                Waits::Step { id, is_held: step.is_anchored, is_strict }
            }
            Target::End { is_last: true, .. } => Waits::Last { is_strict: was_strict },
            Target::End { is_last: false, .. } => Waits::Done,
        }
    }

    /// What waits at the beginning of a pattern that is in no other.
    fn begin(&self, number: usize) -> Vec<Waits> {
        let begin = self.program.patterns[number].begin.iter();
        let waits = begin.map(|&id| {
            let step = self.step(id);
            Waits::Step { id, is_held: step.is_first, is_strict: step.is_strict }
        });
        waits.collect()
    }

    /// Runs patterns over an automaton without the children of some fields. If not `is_deep`, what
    /// is inside of steps is taken for possible.
    fn run(
        &mut self,
        automaton: &Automaton,
        starts: Vec<Waits>,
        absent: &[FieldId],
        is_deep: bool,
    ) -> Run {
        let mut numbers: HashMap<(u32, Waits), u32> = HashMap::new();
        let mut places: Vec<(u32, Waits)> = Vec::new();
        let mut edges: Vec<Edge> = Vec::new();
        let mut number = |place: (u32, Waits), places: &mut Vec<(u32, Waits)>| {
            *numbers.entry(place).or_insert_with(|| {
                places.push(place);
                places.len() as u32 - 1
            })
        };
        for waits in starts {
            number((0, waits), &mut places);
        }
        let mut at = 0;
        while let Some(&(state, waits)) = places.get(at) {
            let from = at as u32;
            at += 1;
            let mut go = |place: (u32, Waits), by: Option<(u32, Node)>, places: &mut Vec<_>| {
                let to = number(place, places);
                edges.push((from, by, to));
            };
            // What may be anywhere.
            for node in [Node::Error, Node::Trivia] {
                if let Waits::Step { id, .. } = waits
                    && self.fits(self.step(id), node, None)
                    && (!is_deep || self.matches(id, node))
                {
                    let step = self.step(id);
                    for target in &step.next {
                        go(
                            (state, self.waits(*target, step.is_strict)),
                            Some((id, node)),
                            &mut places,
                        );
                    }
                }
            }
            for &(child, to) in &automaton.edges[state as usize] {
                self.left = self.left.saturating_sub(1);
                let Some(Child { symbol, field }) = child else {
                    go((to, waits), None, &mut places);
                    continue;
                };
                if field.is_some_and(|field| absent.contains(&field)) {
                    continue;
                }
                let node = Node::Symbol(symbol);
                if let Waits::Step { id, .. } = waits
                    && self.fits(self.step(id), node, field)
                    && (!is_deep || self.matches(id, node))
                {
                    let step = self.step(id);
                    for target in &step.next {
                        go(
                            (to, self.waits(*target, step.is_strict)),
                            Some((id, node)),
                            &mut places,
                        );
                    }
                }
                let (is_held, is_strict) = match waits {
                    Waits::Step { is_held, is_strict, .. } => (is_held, is_strict),
                    Waits::Last { is_strict } => (true, is_strict),
                    Waits::Done => (false, false),
                };
                if !is_held || !is_strict && !self.types.is_named(kind_of(symbol)) {
                    go((to, waits), None, &mut places);
                }
            }
            if self.left == 0 {
                // Every step counts as used.
                let used = self.program.steps.iter().enumerate();
                let used = used.map(|(id, _)| (id as u32, Node::Trivia)).collect();
                return Run { is_possible: true, used, reached: BTreeSet::new() };
            }
        }
        let mut backwards = vec![Vec::new(); places.len()];
        for (edge, (_, _, to)) in edges.iter().enumerate() {
            backwards[*to as usize].push(edge);
        }
        let is_end = |(state, waits): (u32, Waits)| {
            state == automaton.end() && !matches!(waits, Waits::Step { .. })
        };
        let mut todo: Vec<usize> = (0..places.len()).filter(|at| is_end(places[*at])).collect();
        let mut is_live = vec![false; places.len()];
        todo.iter().for_each(|at| is_live[*at] = true);
        let mut run = Run { is_possible: !todo.is_empty(), ..Run::default() };
        run.reached = edges.iter().filter_map(|(_, by, _)| Some((*by)?.0)).collect();
        while let Some(at) = todo.pop() {
            for &edge in &backwards[at] {
                let (from, by, _) = edges[edge];
                run.used.extend(by);
                if !std::mem::replace(&mut is_live[from as usize], true) {
                    todo.push(from as usize);
                }
            }
        }
        run
    }

    /// Returns what is wrong with a pattern, if it or a part of it can never match.
    fn pattern(&mut self, number: usize) -> Vec<QueryError> {
        let starts = self.begin(number);
        let nodes = self.nodes;
        let around: Vec<&Automaton> = match self.program.patterns[number].is_node {
            true => vec![&nodes.any],
            false => nodes.of_rules.iter().flatten().chain([&nodes.root]).collect(),
        };
        let first = |pattern: usize| {
            self.program.steps.partition_point(|step| (step.pattern as usize) < pattern) as u32
        };
        let steps = first(number)..first(number + 1);
        // Those that are directly in the pattern.
        let mut todo: Vec<(Vec<u32>, Option<u32>, BTreeSet<Node>)> = Vec::new();
        let inner: BTreeSet<u32> = steps.clone().flat_map(|id| self.steps_inside(id)).collect();
        let outer = steps.filter(|id| !inner.contains(id)).collect();
        todo.push((outer, None, BTreeSet::new()));
        let mut errors = Vec::new();
        while let Some((steps, owner, kinds)) = todo.pop() {
            let mut runs = Vec::new();
            for is_deep in [false, true] {
                let mut all = Run::default();
                match owner {
                    None => {
                        for automaton in &around {
                            all.add(self.run(automaton, starts.clone(), &[], is_deep));
                        }
                    }
                    Some(owner) => {
                        for kind in &kinds {
                            if let Some(run) = self.inside(owner, *kind, is_deep) {
                                all.add(run);
                            }
                        }
                    }
                }
                runs.push(all);
            }
            let [shallow, deep] = <[Run; 2]>::try_from(runs).ok().expect("two runs");
            let is_dead = |run: &Run, id: u32| !run.used.iter().any(|(used, _)| *used == id);
            let mut dead: Vec<u32> =
                steps.iter().copied().filter(|id| is_dead(&shallow, *id)).collect();
            if !dead.is_empty() || !shallow.is_possible {
                dead.sort_by_key(|id| (shallow.reached.contains(id), self.step(*id).span.start()));
                errors.push(self.error(dead.first().copied(), owner, &kinds, &shallow));
                continue;
            }
            for id in steps {
                let inside = self.steps_inside(id);
                if self.step(id).inside.is_none() && self.step(id).absent.is_empty() {
                    continue;
                }
                // Parts that are of no use where the pattern is possible are reported for the
                // kinds for which it is.
                let run = if is_dead(&deep, id) { &shallow } else { &deep };
                let kinds = run.used.iter().filter(|(used, _)| *used == id).map(|(_, node)| *node);
                todo.push((inside, Some(id), kinds.collect()));
            }
        }
        errors
    }

    /// The steps directly inside a step.
    fn steps_inside(&self, id: u32) -> Vec<u32> {
        let mut found = BTreeSet::new();
        let mut todo: Vec<Target> = self.step(id).inside.clone().unwrap_or_default();
        while let Some(target) = todo.pop() {
            if let Target::Step(id) = target
                && found.insert(id)
            {
                todo.extend(&self.step(id).next);
            }
        }
        found.into_iter().collect()
    }
}

impl Run {
    fn add(&mut self, other: Run) {
        self.is_possible |= other.is_possible;
        self.used.extend(other.used);
        self.reached.extend(other.reached);
    }
}

fn kind_of(symbol: Symbol) -> SyntaxKind {
    match symbol {
        Symbol::Rule(rule) => SyntaxKind::Rule(rule),
        Symbol::Token(token) => SyntaxKind::Token(token),
    }
}
