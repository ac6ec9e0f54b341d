//! Finds all matches of all patterns in one walk through a tree.
//!
//! A *state* is a part of a match: it waits, among the children of one node, for a child that its
//! step matches. A child that fits makes a new state, for what follows; the old one waits on,
//! unless an anchor forbids. Where a step has patterns for the children of its node, states for
//! these wait in that node; when the walk leaves the node, those that reached the end go on beside
//! it. So a state needs no stack: the steps of a pattern say how deep it is.
//!
//! Two states that wait for the same have the same future. If the captures of one are among those
//! of the other, it is dropped; [`maximal`] does that to complete matches.
//!
//! Work is counted: a node with which a state is compared, a state that is made, a capture that is
//! compared are one each, a new capture is [`CAPTURE`] and a match [`MATCH`]. It is bounded by
//! [`Limits::work`]; and the states of one pattern that wait among the children of one node by
//! [`Limits::states`].

mod captures;
mod maximal;

use crate::{node_types::SyntaxKind, syntax::SyntaxNode};

use captures::{Captures, NONE};

use super::{
    Query,
    compile::{Step, Target, Test},
};

/// The work that a new capture counts for, and a match: they take memory.
const CAPTURE: u64 = 4;
const MATCH: u64 = 16;

/// Bounds of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) states: usize,
    pub(super) work: u64,
}

/// What a search found.
pub(super) struct Search<'t> {
    pub(super) found: Vec<Found>,
    captures: Captures<'t>,
    pub(super) work: u64,
    pub(super) is_cut: bool,
    /// The bound of `work`.
    most_work: u64,
}

/// A match: its pattern, the number of its first node in the walk, and its captures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Found {
    pub(super) start: u32,
    pub(super) pattern: u32,
    pub(super) captures: u32,
}

/// A part of a match.
#[derive(Clone, Copy)]
struct State {
    waits: Waits,
    pattern: u32,
    /// Whether an anchor is broken by any node, not just by nodes with names.
    is_strict: bool,
    captures: u32,
    start: u32,
}

/// What a state waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waits {
    /// A node that the step matches.
    Step(u32),
    /// The end of the siblings; then the patterns inside this step are complete, or the pattern.
    End(Option<u32>),
}

/// A node on the way from the root to where the walk is.
struct Level<'t> {
    node: SyntaxNode<'t>,
    /// Where its states begin among all, and its complete ones, and its matches.
    states: usize,
    complete: usize,
    found: usize,
    /// How many symbols of it were entered.
    symbols: usize,
    has_named: bool,
    has_any: bool,
}

/// A node as steps see it.
#[derive(Clone, Copy)]
struct Seen<'t> {
    node: SyntaxNode<'t>,
    kind: SyntaxKind,
    number: u32,
    is_named: bool,
    /// The number of the node among its parent's symbols, if it has a parent in the walk.
    place: Option<usize>,
}

struct Walk<'q, 't> {
    query: &'q Query,
    limits: Limits,
    levels: Vec<Level<'t>>,
    states: Vec<State>,
    /// The states that reached the end of the patterns inside a step, with the step.
    complete: Vec<(u32, State)>,
    /// The matches in the nodes of `levels`.
    open: Vec<Found>,
    out: Search<'t>,
}

/// Finds all matches in `root` and below.
pub(super) fn search<'t>(query: &Query, root: SyntaxNode<'t>, limits: Limits) -> Search<'t> {
    let out = Search {
        found: Vec::new(),
        captures: Captures::default(),
        work: 0,
        is_cut: false,
        most_work: limits.work,
    };
    let mut walk = Walk {
        query,
        limits,
        levels: Vec::new(),
        states: Vec::new(),
        complete: Vec::new(),
        open: Vec::new(),
        out,
    };
    walk.run(root);
    let mut out = walk.out;
    out.sort();
    out
}

impl<'t> Walk<'_, 't> {
    fn run(&mut self, root: SyntaxNode<'t>) {
        // Level 0 is around the root.
        self.levels.push(self.level(root));
        for (number, (depth, node)) in root.preorder().enumerate() {
            while self.levels.len() > depth + 1 {
                self.leave();
            }
            self.enter(node, number as u32);
            if self.out.work > self.out.most_work {
                self.out.is_cut = true;
                break;
            }
        }
        while !self.levels.is_empty() {
            self.leave();
        }
    }

    fn level(&self, node: SyntaxNode<'t>) -> Level<'t> {
        Level {
            node,
            states: self.states.len(),
            complete: self.complete.len(),
            found: self.open.len(),
            symbols: 0,
            has_named: false,
            has_any: false,
        }
    }

    fn enter(&mut self, node: SyntaxNode<'t>, number: u32) {
        self.out.work += 1;
        let kind = node.kind();
        let is_named = self.query.is_named(kind, node);
        let is_hidden = kind == SyntaxKind::Trivia && !is_named;
        let has_parent = self.levels.len() > 1;
        let level = self.levels.last_mut().expect("there is a level around the root");
        let is_symbol =
            !matches!(kind, SyntaxKind::Trivia | SyntaxKind::Error | SyntaxKind::Unknown);
        let place = (is_symbol && has_parent).then_some(level.symbols);
        level.symbols += usize::from(is_symbol);
        let (states, had_named, had_any) = (level.states, level.has_named, level.has_any);
        if is_hidden {
            self.levels.push(self.level(node));
            return;
        }
        level.has_named |= is_named;
        level.has_any = true;
        let seen = Seen { node, kind, number, is_named, place };
        // The states that a node's children meet are collected first: they come after those of the
        // siblings.
        let mut inside = Vec::new();
        let mut whole = Vec::new();
        let before = self.states.len();
        let mut kept = states;
        for at in states..before {
            self.out.work += 1;
            let state = self.states[at];
            let (fits, stays) = match state.waits {
                Waits::End(_) => (None, self.survives(state, is_named)),
                Waits::Step(id) => {
                    let step = &self.query.program.steps[id as usize];
                    let fits = self.fits(step, &seen).then_some(id);
                    (fits, !step.is_anchored || self.survives(state, is_named))
                }
            };
            if stays {
                self.states[kept] = state;
                kept += 1;
            }
            if let Some(id) = fits {
                inside.push((id, state));
            }
        }
        self.states.truncate(kept);
        let advanced = std::mem::take(&mut inside);
        for (id, state) in advanced {
            self.advance(id, state, &seen, &mut inside, &mut whole);
        }
        let query = self.query;
        for id in query.begin(kind) {
            let step = &query.program.steps[id as usize];
            self.out.work += 1;
            let first = !step.is_first || !(if step.is_strict { had_any } else { had_named });
            if first && self.fits(step, &seen) {
                let state = State {
                    waits: Waits::Step(id),
                    pattern: step.pattern,
                    is_strict: false,
                    captures: NONE,
                    start: number,
                };
                self.advance(id, state, &seen, &mut inside, &mut whole);
            }
        }
        self.levels.push(self.level(node));
        for (id, state) in inside {
            let step = &query.program.steps[id as usize];
            let targets = step.inside.as_deref().unwrap_or_default();
            self.follow(targets, state, false);
        }
        self.open.append(&mut whole);
    }

    /// Whether a state that is beside an anchor goes on when a node does not match.
    fn survives(&self, state: State, is_named: bool) -> bool {
        !is_named && !state.is_strict
    }

    fn fits(&self, step: &Step, seen: &Seen<'t>) -> bool {
        let fits = match (&step.test, seen.kind) {
            (Test::Any, SyntaxKind::Error | SyntaxKind::Unknown) => false,
            (Test::Any, _) => true,
            (Test::Named, SyntaxKind::Error | SyntaxKind::Unknown) => false,
            (Test::Named, _) => seen.is_named,
            (Test::Kind(SyntaxKind::Token(own)), SyntaxKind::Missing(token)) => *own == token,
            (Test::Kind(kind), other) => *kind == other,
            (Test::Error, kind) => kind == SyntaxKind::Error,
            (Test::Missing(own), SyntaxKind::Missing(token)) => own.is_none_or(|own| own == token),
            (Test::Trivia(name), SyntaxKind::Trivia) => seen.node.trivia_name() == Some(name),
            _ => false,
        };
        fits && step.field.is_none_or(|field| {
            let parent = self.levels.last().expect("a level around the root").node;
            seen.place.is_some_and(|place| parent.field_of_symbol(seen.node, place) == Some(field))
        }) && (step.absent.is_empty()
            || seen
                .node
                .children_with_fields()
                .all(|(field, _)| field.is_none_or(|field| !step.absent.contains(&field))))
    }

    /// Lets a state go on whose step matches a node. It goes on inside the node, into `inside`, or
    /// beside it; a match that is one node goes into `whole`.
    fn advance(
        &mut self,
        id: u32,
        mut state: State,
        seen: &Seen<'t>,
        inside: &mut Vec<(u32, State)>,
        whole: &mut Vec<Found>,
    ) {
        let query = self.query;
        let step = &query.program.steps[id as usize];
        for capture in &step.captures {
            self.out.work += CAPTURE;
            state.captures =
                self.out.captures.with(state.captures, seen.node, (seen.number, *capture));
        }
        if step.inside.is_some() {
            inside.push((id, state));
        } else if query.program.patterns[step.pattern as usize].is_node && step.is_whole() {
            whole.push(state.found());
        } else {
            self.follow(&step.next, state, step.is_strict);
        }
    }

    /// Adds states for what follows, in the last level.
    fn follow(&mut self, targets: &[Target], state: State, was_strict: bool) {
        for target in targets {
            self.out.work += 1;
            match *target {
                Target::Step(id) => {
                    let step = &self.query.program.steps[id as usize];
                    let is_strict = step.is_anchored && (step.is_strict || was_strict);
                    self.wait(State { waits: Waits::Step(id), is_strict, ..state });
                }
                Target::End { of, is_last: true } => {
                    let waits = Waits::End(of);
                    self.wait(State { waits, is_strict: was_strict, ..state });
                }
                Target::End { of, is_last: false } => self.complete(of, state),
            }
        }
    }

    /// Adds a state to the last level, unless its captures are among those of one that waits for
    /// the same.
    fn wait(&mut self, new: State) {
        let from = self.levels.last().expect("a level around the root").states;
        let mut of_pattern = 0;
        let mut at = from;
        while let Some(&old) = self.states.get(at) {
            self.out.work += 1;
            let key = |state: State| (state.pattern, state.waits, state.is_strict);
            if key(old) == key(new) {
                let Search { captures, work, .. } = &mut self.out;
                if captures.contains(old.captures, new.captures, work) {
                    if captures.contains(new.captures, old.captures, work) {
                        self.states[at].start = old.start.min(new.start);
                    }
                    return;
                }
                if captures.contains(new.captures, old.captures, work) {
                    self.states.remove(at);
                    continue;
                }
            }
            of_pattern += usize::from(old.pattern == new.pattern);
            at += 1;
        }
        if of_pattern >= self.limits.states {
            self.out.is_cut = true;
        } else {
            self.states.push(new);
        }
    }

    /// Takes a state that reached the end of the patterns inside a step, or of its pattern.
    fn complete(&mut self, of: Option<u32>, state: State) {
        let Some(id) = of else {
            self.open.push(state.found());
            return;
        };
        // Repetitions make longer and longer ones.
        let from = self.levels.last().expect("a level around the root").complete;
        if let [.., (last_id, last)] = &mut self.complete[from..]
            && *last_id == id
        {
            let Search { captures, work, .. } = &mut self.out;
            if last.captures != state.captures
                && captures.contains(state.captures, last.captures, work)
            {
                let start = match captures.contains(last.captures, state.captures, work) {
                    true => state.start.min(last.start),
                    false => state.start,
                };
                *last = State { start, ..state };
                return;
            }
        }
        self.complete.push((id, state));
    }

    /// Leaves the node of the last level.
    fn leave(&mut self) {
        let level = self.levels.last().expect("only levels that were entered are left");
        let (states, complete, found) = (level.states, level.complete, level.found);
        for at in states..self.states.len() {
            if let Waits::End(of) = self.states[at].waits {
                self.complete(of, self.states[at]);
            }
        }
        self.states.truncate(states);
        let program = &self.query.program;
        let mut beside = Vec::new();
        for (id, state) in self.complete.split_off(complete) {
            self.out.work += 1;
            match program.patterns[state.pattern as usize].is_node
                && program.steps[id as usize].is_whole()
            {
                true => self.open.push(state.found()),
                false => beside.push((id, state)),
            }
        }
        self.levels.pop();
        let group = self.open.split_off(found);
        self.out.close(group);
        for (id, state) in beside {
            let step = &program.steps[id as usize];
            self.follow(&step.next, state, step.is_strict);
        }
    }
}

impl State {
    fn found(self) -> Found {
        Found { start: self.start, pattern: self.pattern, captures: self.captures }
    }
}

impl<'t> Search<'t> {
    /// Takes the matches with one root, or among the children of one node. Those are left out whose
    /// captures would take too much work.
    fn close(&mut self, mut group: Vec<Found>) {
        let counted = group.iter().take_while(|found| {
            self.work += MATCH + u64::from(self.captures.length(found.captures));
            self.work <= self.most_work
        });
        let counted = counted.count();
        self.is_cut |= counted < group.len();
        group.truncate(counted);
        if group.len() > 1 {
            group.sort_by_key(|found| found.pattern);
        }
        for group in group.chunk_by(|one, other| one.pattern == other.pattern) {
            maximal::maximal(group, self);
        }
    }

    /// Sorts the matches by their first nodes, patterns and captures.
    fn sort(&mut self) {
        let place = |found: &Found| (found.start, found.pattern);
        self.found.sort_by_key(place);
        for run in self.found.chunk_by_mut(|one, other| place(one) == place(other)) {
            if run.len() > 1 {
                run.sort_by_cached_key(|found| self.captures.keys(found.captures));
            }
        }
    }

    /// Returns the captures of a match, in the order of the tree, each with the number of its node.
    pub(super) fn captures(&self, found: &Found) -> Vec<(u32, usize, SyntaxNode<'t>)> {
        let captures = self.captures.backwards(found.captures);
        let mut captures: Vec<_> =
            captures.map(|one| (one.key.0, one.key.1 as usize, one.node)).collect();
        captures.reverse();
        captures
    }
}
