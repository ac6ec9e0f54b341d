//! The search for repair sequences: Dijkstra's algorithm, or A*, over configurations; the paper's Figures 6 and 7 and its
//! Section 5.
//!
//! A configuration is a stack, a position in the input, the number of shifts at the end of its repairs and whether they
//! end in a deletion. Configurations that agree in these have the same future (compatible configurations), so there is one
//! node for each, and a node that is found again at the same cost gets another incoming edge, also when it was expanded
//! already. A [`Guide`] adds to a node's cost a lower bound of what is left; nodes are looked at in the order of that sum. All
//! nodes up to the least cost at which a goal is found are emptied, so the set is complete.
//!
//! Of moves that only reduce, none is a node: a configuration is a goal if its reductions lead to accept. Keeping a stack
//! that was reduced under a lookahead which then is an error would only add duplicates and, where conflicts were resolved,
//! sequences that do not replay. A shift that leaves the stack looking as it was is a move like any other.
//!
//! A search may start before the place where the error was detected, with the stack as it was there. Lexemes before that
//! place can be shifted for nothing, so their shifts do not count towards success; a sequence that succeeds has then three
//! shifts behind its last edit, and has got three lexemes past the error (or to the end).

use std::hash::{Hash, Hasher};

use lrtable::{
    Action, StateId, TokenId,
    hash::{Index, hash},
    pack::Tables,
};

use super::{
    arena::{Arena, Simulated, StackId},
    budget::Meter,
    dag::{Edge, NO_EDGE, Repair, SearchGraph},
    guide::Guide,
    kind::{SearchRules, ShiftRule},
    limits,
};
use crate::engine::{Outcome, run};

/// What makes two configurations compatible. The last two fields stay 0 unless the limits of Corchuelo et al. hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    stack: StackId,
    position: u32,
    /// Shifts at the end of the repairs of lexemes from the error on, at most [`limits::SHIFTS`].
    shifts: u8,
    ends_in_delete: bool,
    inserts: u8,
    deletes: u8,
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stack.hash(state);
        let small = [self.shifts, u8::from(self.ends_in_delete), self.inserts, self.deletes];
        state.write_u64(u64::from(self.position) << 32 | u64::from(u32::from_le_bytes(small)));
    }
}

/// A configuration, and how it was reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    cost: u32,
    /// A lower bound of the cost that is left; [`DEAD`] if no success is left.
    bound: u32,
    /// The sum of both by which it waits in the queue; [`DEAD`] if it does not wait.
    queued: u32,
    first_edge: u32,
}

/// The bound of a configuration from which there is no success.
const DEAD: u32 = u32::MAX;

/// A goal of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Success {
    /// Its node.
    pub(crate) node: u32,
    /// Its stack.
    pub(crate) stack: StackId,
    /// Its position in the input.
    pub(crate) position: usize,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Its goals are all there are of their cost; without goals, there are none of any cost.
    Complete,
    /// The budget was spent.
    Spent,
    /// It expanded as many configurations as it was given.
    Expanded,
}

/// What a search found.
pub(crate) struct Found {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The goals: the cheapest, and as much dearer ones as were asked for.
    pub(crate) goals: Vec<Success>,
    /// The cost of the cheapest; if there are none, a lower bound of what any costs.
    pub(crate) cost: u32,
    /// How it ended.
    pub(crate) ending: Ending,
}

impl Found {
    /// The goals of this cost.
    pub(crate) fn goals_of(&self, cost: u32) -> Vec<Success> {
        let goals = self.goals.iter();
        goals.filter(|goal| self.nodes[goal.node as usize].cost == cost).copied().collect()
    }

    /// The stack, the position and the cost of each configuration.
    pub(crate) fn configurations(&self) -> impl Iterator<Item = (StackId, usize, u32)> {
        self.nodes.iter().map(|node| (node.key.stack, node.key.position as usize, node.cost))
    }
}

impl SearchGraph for Found {
    fn first_edge(&self, node: u32) -> u32 {
        self.nodes[node as usize].first_edge
    }

    fn edge(&self, edge: u32) -> Edge {
        self.edges[edge as usize]
    }

    fn order(&self, node: u32) -> (u32, u32) {
        let node = &self.nodes[node as usize];
        (node.cost, node.key.position)
    }
}

/// Where a search starts and by which rules it goes.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub(crate) tables: &'a Tables<'a>,
    /// The input, ending in `$`.
    pub(crate) tokens: &'a [TokenId],
    pub(crate) stack: StackId,
    pub(crate) position: usize,
    /// Where the error was detected, at `position` or behind it: shifts count from there.
    pub(crate) detected: usize,
    pub(crate) rules: SearchRules,
    /// How much dearer than the cheapest goals others may be that are found as well.
    pub(crate) margin: u32,
}

/// Searches, expanding at most `expansions` configurations. The cost so far counts once, the bound of what is left `weight`
/// times: with a weight of more than 1 a goal is found soon, but neither is its cost minimal nor the set complete.
pub(crate) fn search(
    problem: Problem<'_>,
    arena: &mut Arena<'_>,
    guide: Option<&mut Guide<'_>>,
    weight: u32,
    expansions: u64,
    meter: &mut Meter,
) -> Found {
    let Problem { tables, tokens, stack, position, detected, rules, margin } = problem;
    let mut search = Search {
        tables,
        tokens,
        arena,
        guide,
        weight,
        rules,
        margin,
        start: position,
        detected: narrow(detected),
        nodes: Vec::new(),
        edges: Vec::new(),
        index: Index::default(),
        queue: Queue::default(),
        above: Vec::new(),
    };
    search.run(stack, expansions, meter)
}

struct Search<'a, 'b, 'g, 'k> {
    tables: &'a Tables<'a>,
    tokens: &'a [TokenId],
    arena: &'a mut Arena<'b>,
    guide: Option<&'g mut Guide<'k>>,
    weight: u32,
    rules: SearchRules,
    margin: u32,
    start: usize,
    detected: u32,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Where the node of each configuration is, if compatible ones are merged.
    index: Index,
    queue: Queue,
    /// What the last simulation left above the interned part of its stack.
    above: Vec<StateId>,
}

/// The nodes to look at, by the sum of cost and bound.
#[derive(Default)]
struct Queue {
    /// For each sum its nodes, last in, first out; the least sum last. There are few sums at a time.
    buckets: Vec<(u32, Vec<u32>)>,
}

impl Queue {
    fn push(&mut self, sum: u32, node: u32) {
        let at = self.buckets.partition_point(|(other, _)| *other > sum);
        match self.buckets.get_mut(at) {
            Some((other, nodes)) if *other == sum => nodes.push(node),
            _ => self.buckets.insert(at, (sum, vec![node])),
        }
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        loop {
            let (sum, nodes) = self.buckets.last_mut()?;
            match nodes.pop() {
                Some(node) => return Some((*sum, node)),
                None => drop(self.buckets.pop()),
            }
        }
    }
}

impl Search<'_, '_, '_, '_> {
    fn run(&mut self, stack: StackId, expansions: u64, meter: &mut Meter) -> Found {
        let start = Key {
            stack,
            position: narrow(self.start),
            shifts: 0,
            ends_in_delete: false,
            inserts: 0,
            deletes: 0,
        };
        let bound = self.bound(start, meter);
        self.nodes.push(Node { key: start, cost: 0, bound, queued: bound, first_edge: NO_EDGE });
        self.index.push(hash(&start));
        self.queue.push(bound, 0);
        let mut goals: Vec<Success> = Vec::new();
        let mut best = u32::MAX;
        let mut reached = 0;
        let mut left = expansions;
        let mut ending = Ending::Complete;
        while let Some((sum, node)) = self.queue.pop() {
            if sum > best {
                break;
            }
            let Node { key, queued, .. } = self.nodes[node as usize];
            // A node that was found again at less cost was queued again; where it waited before it waits no more.
            if queued != sum {
                continue;
            }
            self.nodes[node as usize].queued = DEAD;
            reached = sum;
            let guiding = self.guide.as_ref().map_or(0, |guide| guide.work());
            if !meter.may_go_on(guiding, self.bytes()) {
                ending = Ending::Spent;
                break;
            }
            if self.is_goal(key, meter) {
                best = best.min(sum.saturating_add(self.margin));
                goals.push(Success { node, stack: key.stack, position: key.position as usize });
                if !self.rules.all || self.weight > 1 {
                    break;
                }
                continue;
            }
            if left == 0 {
                ending = Ending::Expanded;
                break;
            }
            left -= 1;
            meter.configurations += 1;
            self.expand(node, sum, best, meter);
        }
        Found {
            cost: goals.first().map_or(reached, |goal| self.nodes[goal.node as usize].cost),
            nodes: std::mem::take(&mut self.nodes),
            edges: std::mem::take(&mut self.edges),
            goals,
            ending,
        }
    }

    fn bytes(&self) -> usize {
        // A node, its slots in the index, its place in the queue.
        let node = size_of::<Node>() + Index::BYTES + 4;
        let guide = self.guide.as_ref().map_or(0, |guide| guide.bytes());
        self.nodes.len() * node + self.edges.len() * size_of::<Edge>() + self.arena.bytes() + guide
    }

    fn is_goal(&mut self, key: Key, meter: &mut Meter) -> bool {
        if key.shifts == limits::SHIFTS {
            return true;
        }
        let token = self.tokens[key.position as usize];
        if token != self.tables.eof() {
            return false;
        }
        match self.rules.shift {
            ShiftRule::RunNoReduce => {
                let top = self.arena.top(key.stack);
                self.tables.action(top, token) == Action::Accept
            }
            ShiftRule::Run | ShiftRule::One => {
                self.simulate(key.stack, token, meter).0 == Outcome::Accept
            }
        }
    }

    /// What `token` leads to on `stack`, and how much of it is below what is left in `self.above`.
    fn simulate(
        &mut self,
        stack: StackId,
        token: TokenId,
        meter: &mut Meter,
    ) -> (Outcome, StackId) {
        meter.work += 1;
        let mut simulated = Simulated::new(self.arena, stack, &mut self.above);
        let outcome = run(self.tables, &mut simulated, token);
        (outcome, simulated.below())
    }

    /// A lower bound of what it costs to get from `key` to a success; [`DEAD`] if there is none.
    fn bound(&mut self, key: Key, meter: &mut Meter) -> u32 {
        if self.guide.is_none() || key.shifts == limits::SHIFTS {
            return 0;
        }
        let from = key.position as usize;
        let mut at = from;
        // After a deletion nothing can be inserted: more is deleted, up to a lexeme that can really be shifted.
        if key.ends_in_delete {
            at = match self.next_shift(key.stack, at, meter) {
                NextShift::At(at) => at,
                NextShift::Never => return DEAD,
                NextShift::OutOfSight(at) => {
                    let guide = self.guide.as_ref().expect("it was looked at just now");
                    return guide.price(from, at);
                }
            };
        }
        let guide = self.guide.as_mut().expect("it was looked at just now");
        let deleted = guide.price(from, at);
        deleted.saturating_add(guide.bound(self.arena, self.tokens, key.stack, at, key.shifts))
    }

    /// Where `stack` can shift, or accept, next if all before is deleted.
    fn next_shift(&mut self, stack: StackId, from: usize, meter: &mut Meter) -> NextShift {
        let mut at = from;
        loop {
            let guide = self.guide.as_ref().expect("only guided searches ask");
            let Some(next) = guide.next_place(at) else { return NextShift::OutOfSight(at) };
            at = next;
            match self.simulate(stack, self.tokens[at], meter).0 {
                Outcome::Shift(_) | Outcome::Accept => return NextShift::At(at),
                Outcome::Error if at + 1 == self.tokens.len() => return NextShift::Never,
                Outcome::Error => at += 1,
            }
        }
    }

    fn expand(&mut self, node: u32, sum: u32, best: u32, meter: &mut Meter) {
        let Node { key, cost, .. } = self.nodes[node as usize];
        if self.rules.limited && key.position as usize - self.start >= limits::CORCHUELO_LEXEMES {
            return;
        }
        let from = From { node, cost, sum, best };
        if !key.ends_in_delete && (!self.rules.limited || key.inserts < limits::CORCHUELO_INSERTS) {
            self.insert(key, from, meter);
        }
        if self.tokens[key.position as usize] != self.tables.eof() {
            if !self.rules.limited || key.deletes < limits::CORCHUELO_DELETES {
                self.delete(key, from, meter);
            }
            self.shift(key, from, meter);
        }
    }

    fn insert(&mut self, key: Key, from: From, meter: &mut Meter) {
        let top = self.arena.top(key.stack);
        for token in self.tables.token_ids() {
            let price = u32::from(self.tables.insert_costs[token.index()]);
            if price == 0
                || from.cost.saturating_add(price) > from.best
                || self.tables.action(top, token) == Action::Error
            {
                continue;
            }
            let (Outcome::Shift(state), below) = self.simulate(key.stack, token, meter) else {
                continue;
            };
            let stack = self.keep(below, state);
            let inserts = key.inserts + u8::from(self.rules.limited);
            let key = Key { stack, shifts: 0, inserts, ..key };
            self.reach(key, price, from, (Repair::Insert(token), 1), meter);
        }
    }

    fn delete(&mut self, key: Key, from: From, meter: &mut Meter) {
        let token = self.tokens[key.position as usize];
        let price = self.tables.delete_costs.get(token.index()).copied().unwrap_or(1);
        let deletes = key.deletes + u8::from(self.rules.limited);
        let position = key.position + 1;
        let key = Key { position, shifts: 0, ends_in_delete: true, deletes, ..key };
        self.reach(key, u32::from(price), from, (Repair::Delete, 1), meter);
    }

    fn shift(&mut self, key: Key, from: From, meter: &mut Meter) {
        let at_once = if self.rules.shift == ShiftRule::One { 1 } else { limits::SHIFTS };
        let mut stack = key.stack;
        let mut shifted = 0;
        while shifted < at_once {
            let token = self.tokens[key.position as usize + usize::from(shifted)];
            let (outcome, below) = self.simulate(stack, token, meter);
            match outcome {
                Outcome::Shift(state) => {
                    stack = self.keep(below, state);
                    shifted += 1;
                }
                Outcome::Accept => {
                    stack = self.arena.push_all(below, &self.above);
                    break;
                }
                Outcome::Error => break,
            }
        }
        if shifted > 0 {
            let position = key.position + u32::from(shifted);
            // Before the error nothing can be won by shifts: they lead to it. Three behind it are what counts.
            let counted = u32::from(shifted).min(position.saturating_sub(self.detected));
            let counted = u8::try_from(counted).expect("at most what was shifted");
            let shifts = (key.shifts + counted).min(limits::SHIFTS);
            let key = Key { stack, position, shifts, ends_in_delete: false, ..key };
            self.reach(key, 0, from, (Repair::Shift, shifted), meter);
        }
    }

    /// Interns the stack of the last simulation with `state` on top.
    fn keep(&mut self, below: StackId, state: StateId) -> StackId {
        let stack = self.arena.push_all(below, &self.above);
        self.arena.push(stack, state)
    }

    /// Takes note that `key` is reached from `from` by `repair`, so many times, at `price`.
    fn reach(
        &mut self,
        key: Key,
        price: u32,
        from: From,
        (repair, times): (Repair, u8),
        meter: &mut Meter,
    ) {
        let cost = from.cost.saturating_add(price);
        let hash = hash(&key);
        let known = match self.rules.merge {
            true => self.index.find(hash, |at| self.nodes[at].key == key),
            false => None,
        };
        let node = known.unwrap_or_else(|| {
            let bound = self.bound(key, meter);
            let node = self.nodes.len();
            // It costs less as soon as it is reached, just below.
            let cost = u32::MAX;
            self.nodes.push(Node { key, cost, bound, queued: DEAD, first_edge: NO_EDGE });
            if self.rules.merge {
                self.index.push(hash);
            }
            node
        });
        let reached = &mut self.nodes[node];
        if cost > reached.cost || reached.bound == DEAD {
            return;
        }
        if cost < reached.cost {
            reached.cost = cost;
            reached.first_edge = NO_EDGE;
            let sum = cost.saturating_add(reached.bound.saturating_mul(self.weight)).max(from.sum);
            if sum <= from.best {
                reached.queued = sum;
                self.queue.push(sum, narrow(node));
            }
        }
        let next = reached.first_edge;
        reached.first_edge = narrow(self.edges.len());
        self.edges.push(Edge { from: from.node, repair, times, next });
    }
}

/// Where a stack can shift next if lexemes are deleted.
enum NextShift {
    /// Here.
    At(usize),
    /// Nowhere.
    Never,
    /// Not before this position, behind which nothing was looked at.
    OutOfSight(usize),
}

/// The node that is being expanded.
#[derive(Clone, Copy)]
struct From {
    node: u32,
    cost: u32,
    /// What it waited by: nothing that it leads to waits by less.
    sum: u32,
    /// The most that a goal may cost, once one was found; until then `u32::MAX`.
    best: u32,
}

/// Positions, nodes and edges are numbered in 32 bits: an input is shorter, and memory is bounded, before that is too few.
fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("inputs and searches are smaller than 2^32")
}
