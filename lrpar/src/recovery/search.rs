//! The search for repair sequences: Dijkstra's algorithm over configurations, the paper's Figures 6 and 7 and Section 5.
//!
//! A configuration is a stack, a position in the input, the number of shifts at the end of its repairs and whether they
//! end in a deletion. Configurations that agree in these have the same future (compatible configurations), so there is one
//! node for each, and a node that is found again at the same cost gets another incoming edge, also when it was expanded
//! already. All configurations of the least cost at which a goal is found are emptied, so the set is complete.
//!
//! Of moves that only reduce, none is a node: a configuration is a goal if its reductions lead to accept. Keeping a stack
//! that was reduced under a lookahead which then is an error would only add duplicates and, where conflicts were resolved,
//! sequences that do not replay. A shift that leaves the stack looking as it was is a move like any other.

use std::collections::BTreeMap;

use fnv::FnvHashMap;
use lrtable::{StateId, TokenId, pack::Tables};

use super::{
    arena::{Arena, Simulated, StackId},
    budget::Meter,
    dag::{Edge, NO_EDGE, Repair, SearchGraph},
    kind::{SearchRules, ShiftRule},
    limits,
};
use crate::engine::{Outcome, run};

/// What makes two configurations compatible. The last two fields stay 0 unless the limits of Corchuelo et al. hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    stack: StackId,
    position: u32,
    /// Shifts at the end of the repairs, at most [`limits::SHIFTS`].
    shifts: u8,
    ends_in_delete: bool,
    inserts: u8,
    deletes: u8,
}

/// A configuration, and how it was reached.
#[derive(Clone, Copy, Debug)]
struct Node {
    key: Key,
    cost: u32,
    first_edge: u32,
}

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

/// What a search found.
pub(crate) struct Found {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The goals, all of the same cost.
    pub(crate) goals: Vec<Success>,
    /// Their cost.
    pub(crate) cost: u32,
    /// Is this all there is of that cost? If not, the budget was spent.
    pub(crate) complete: bool,
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

/// Searches from `stack` and `position` in `tokens`, which end in `$`.
pub(crate) fn search(
    tables: &Tables<'_>,
    tokens: &[TokenId],
    arena: &mut Arena<'_>,
    stack: StackId,
    position: usize,
    rules: SearchRules,
    meter: &mut Meter,
) -> Found {
    let mut search = Search {
        tables,
        tokens,
        arena,
        rules,
        start: position,
        nodes: Vec::new(),
        edges: Vec::new(),
        index: FnvHashMap::default(),
        queue: BTreeMap::new(),
        above: Vec::new(),
    };
    search.run(stack, meter)
}

struct Search<'a, 'b> {
    tables: &'a Tables<'a>,
    tokens: &'a [TokenId],
    arena: &'a mut Arena<'b>,
    rules: SearchRules,
    start: usize,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    index: FnvHashMap<Key, u32>,
    /// For each cost the nodes to look at, last in, first out.
    queue: BTreeMap<u32, Vec<u32>>,
    /// What the last simulation left above the interned part of its stack.
    above: Vec<StateId>,
}

impl Search<'_, '_> {
    fn run(&mut self, stack: StackId, meter: &mut Meter) -> Found {
        let start = Key {
            stack,
            position: narrow(self.start),
            shifts: 0,
            ends_in_delete: false,
            inserts: 0,
            deletes: 0,
        };
        self.nodes.push(Node {
            key: start,
            cost: 0,
            first_edge: NO_EDGE,
        });
        self.index.insert(start, 0);
        self.queue.insert(0, vec![0]);
        let mut goals: Vec<Success> = Vec::new();
        let mut best = u32::MAX;
        let mut complete = true;
        while let Some((cost, node)) = self.next() {
            if cost > best {
                break;
            }
            if self.nodes[node as usize].cost != cost {
                continue;
            }
            if !meter.may_go_on(self.bytes()) {
                complete = false;
                break;
            }
            let key = self.nodes[node as usize].key;
            if self.is_goal(key, meter) {
                best = cost;
                goals.push(Success {
                    node,
                    stack: key.stack,
                    position: key.position as usize,
                });
                if !self.rules.all {
                    break;
                }
                continue;
            }
            meter.configurations += 1;
            self.expand(node, key, cost, best, meter);
        }
        Found {
            nodes: std::mem::take(&mut self.nodes),
            edges: std::mem::take(&mut self.edges),
            goals,
            cost: best,
            complete,
        }
    }

    fn next(&mut self) -> Option<(u32, u32)> {
        loop {
            let mut bucket = self.queue.first_entry()?;
            let cost = *bucket.key();
            match bucket.get_mut().pop() {
                Some(node) => return Some((cost, node)),
                None => {
                    bucket.remove();
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        // A node, its entry in the index at a load of one half, its place in the queue.
        let node = size_of::<Node>() + 2 * (size_of::<Key>() + 4) + 4;
        self.nodes.len() * node + self.edges.len() * size_of::<Edge>() + self.arena.bytes()
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
                self.tables.action(top, token) == lrtable::statetable::Action::Accept
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

    fn expand(&mut self, node: u32, key: Key, cost: u32, best: u32, meter: &mut Meter) {
        if self.rules.limited && key.position as usize - self.start >= limits::CORCHUELO_LEXEMES {
            return;
        }
        if !key.ends_in_delete && (!self.rules.limited || key.inserts < limits::CORCHUELO_INSERTS) {
            self.insert(node, key, cost, best, meter);
        }
        if self.tokens[key.position as usize] != self.tables.eof() {
            if !self.rules.limited || key.deletes < limits::CORCHUELO_DELETES {
                self.delete(node, key, cost, best);
            }
            self.shift(node, key, cost, meter);
        }
    }

    fn insert(&mut self, node: u32, key: Key, cost: u32, best: u32, meter: &mut Meter) {
        let top = self.arena.top(key.stack);
        for token in self.tables.token_ids() {
            let price = u32::from(self.tables.insert_costs[token.index()]);
            let cost = cost.saturating_add(price);
            if price == 0
                || cost > best
                || self.tables.action(top, token) == lrtable::statetable::Action::Error
            {
                continue;
            }
            let (Outcome::Shift(state), below) = self.simulate(key.stack, token, meter) else {
                continue;
            };
            let stack = self.keep(below, state);
            let inserts = key.inserts + u8::from(self.rules.limited);
            let key = Key {
                stack,
                shifts: 0,
                inserts,
                ..key
            };
            self.reach(key, cost, node, Repair::Insert(token), 1);
        }
    }

    fn delete(&mut self, node: u32, key: Key, cost: u32, best: u32) {
        let token = self.tokens[key.position as usize];
        let price = self
            .tables
            .delete_costs
            .get(token.index())
            .copied()
            .unwrap_or(1);
        let cost = cost.saturating_add(u32::from(price));
        if cost <= best {
            let deletes = key.deletes + u8::from(self.rules.limited);
            let position = key.position + 1;
            let key = Key {
                position,
                shifts: 0,
                ends_in_delete: true,
                deletes,
                ..key
            };
            self.reach(key, cost, node, Repair::Delete, 1);
        }
    }

    fn shift(&mut self, node: u32, key: Key, cost: u32, meter: &mut Meter) {
        let at_once = if self.rules.shift == ShiftRule::One {
            1
        } else {
            limits::SHIFTS
        };
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
            let shifts = (key.shifts + shifted).min(limits::SHIFTS);
            let position = key.position + u32::from(shifted);
            let key = Key {
                stack,
                position,
                shifts,
                ends_in_delete: false,
                ..key
            };
            self.reach(key, cost, node, Repair::Shift, shifted);
        }
    }

    /// Interns the stack of the last simulation with `state` on top.
    fn keep(&mut self, below: StackId, state: StateId) -> StackId {
        let stack = self.arena.push_all(below, &self.above);
        self.arena.push(stack, state)
    }

    fn reach(&mut self, key: Key, cost: u32, from: u32, repair: Repair, times: u8) {
        let known = if self.rules.merge {
            self.index.get(&key).copied()
        } else {
            None
        };
        let node = match known {
            Some(node) => {
                let known = &mut self.nodes[node as usize];
                if cost > known.cost {
                    return;
                }
                if cost < known.cost {
                    known.cost = cost;
                    known.first_edge = NO_EDGE;
                    self.queue.entry(cost).or_default().push(node);
                }
                node
            }
            None => {
                let node = narrow(self.nodes.len());
                self.nodes.push(Node {
                    key,
                    cost,
                    first_edge: NO_EDGE,
                });
                if self.rules.merge {
                    self.index.insert(key, node);
                }
                self.queue.entry(cost).or_default().push(node);
                node
            }
        };
        let next = self.nodes[node as usize].first_edge;
        self.nodes[node as usize].first_edge = narrow(self.edges.len());
        self.edges.push(Edge {
            from,
            repair,
            times,
            next,
        });
    }
}

/// Positions, nodes and edges are numbered in 32 bits: an input is shorter, and memory is bounded, before that is too few.
fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("inputs and searches are smaller than 2^32")
}
