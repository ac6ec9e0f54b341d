//! Search for repair sequences: Dijkstra's algorithm, or A*, over configurations (Figures 6 and 7
//! and Section 5 of the paper, Diekmann & Tratt, ECOOP 2020).
//!
//! A configuration is a stack, a position in the input, the number of shifts at the end of its
//! repairs and whether they end in a deletion. Configurations that agree in these have one future
//! (they are compatible), so there is one node for each, and a node that is found again at equal
//! cost gets another incoming edge, also when it was expanded already. A [`Guide`] adds to a node's
//! cost a lower bound of the cost that is left; nodes are looked at in the order of that sum. The
//! queue is emptied up to the least cost at which a success is found, so that the set is complete.
//!
//! Moves that only reduce make no node: a configuration is a success if its reductions lead to
//! accept. Keeping a stack that was reduced under a lookahead which then is an error would only add
//! duplicates and, where conflicts were resolved, sequences that do not replay. A shift that leaves
//! the stack as it was is a move like any other.
//!
//! A search may start before the error was detected, with the stack as it was there. Lexemes before
//! the error can be shifted for nothing, and do not count towards success: then a sequence succeeds
//! with three shifts after its last edit, three lexemes past the error (or at the end). The paper's
//! variants of the search differ in a value, [`SearchRules`].
//!
//! An insertion costs at least one, so the insertions of a node are made only once all cheaper
//! nodes were looked at: most searches end before that. The set is the same.
//! Cost: one simulation for each token that a node may insert and for each shift; nodes grow
//! exponentially with the minimum cost in the worst case, which the budget bounds. Rejected: a memo
//! of simulations by stack and token, which did not pay.

mod found;
mod rules;

use lrtable::{
    Action, TokenId,
    hash::{Index, hash},
};

use super::{
    arena::{StackId, narrow},
    bound::{Bound, Guide},
    budget::Spent,
    limits,
    sequence::Repair,
    sim::Sim,
};
use crate::engine::Outcome;

pub use self::found::Ending;
use self::{
    found::{Configuration, NO_EDGE},
    rules::EditCounts,
};
pub(super) use self::{
    found::{DEAD, Edge, Found, Node, Success},
    rules::SearchRules,
};

/// Problem of a search: where it starts, and how much it looks for.
#[derive(Clone, Copy)]
pub(crate) struct Problem {
    pub(crate) rules: SearchRules,
    pub(crate) position: usize,
    /// Where the error was detected, at `position` or later: shifts count from there.
    pub(crate) detected: usize,
    /// How much dearer than the cheapest successes may be that are found as well.
    pub(crate) margin: u32,
    /// The largest margin with which the search may go on when it is complete.
    pub(crate) reserve: u32,
    /// Maximum cost of a success.
    pub(crate) dearest: u32,
    /// Whether edges to configurations without a success left are kept.
    pub(crate) is_traced: bool,
}

/// Progress of a search that may go on: what was found, and the queue.
pub(crate) struct Progress {
    pub(crate) found: Found,
    /// Finds the node of a configuration, if compatible ones are merged.
    index: Index,
    queue: Queue,
    /// The sum by which the cheapest success waits; `u32::MAX` until it is known.
    cheapest: u32,
    /// The number of configurations that may still be expanded.
    left: u64,
}

impl Progress {
    /// Makes a search that has not begun, for successes that cost at least `cheapest`.
    pub(crate) fn new(expansions: u64, cheapest: u32) -> Self {
        Progress {
            found: Found::spent(),
            index: Index::default(),
            queue: Queue::default(),
            cheapest,
            left: expansions,
        }
    }

    /// Continues the search on the stacks of `sim`, from `stack` if it has not begun; `guide` is
    /// that of `bound`, if it has one.
    pub(crate) fn advance(
        &mut self,
        problem: Problem,
        sim: &mut Sim<'_>,
        stack: StackId,
        bound: Bound,
        guide: Option<&mut Guide<'_>>,
    ) {
        let detected = narrow(problem.detected);
        let mut search = Search { sim, bound, guide, problem, detected, progress: self };
        self.found.ending = search.run(stack).unwrap_or(Ending::Spent);
        if let Some(first) = self.found.successes.first() {
            self.found.cost = self.found.nodes[first.node as usize].cost;
        }
    }
}

struct Search<'s, 'a, 'k> {
    sim: &'s mut Sim<'a>,
    bound: Bound,
    /// The guide of a bound of exact distances.
    guide: Option<&'s mut Guide<'k>>,
    problem: Problem,
    detected: u32,
    /// What was found so far; its cost is the sum up to which the queue was emptied.
    progress: &'s mut Progress,
}

/// The nodes to look at, by the sum of cost and bound.
#[derive(Default)]
struct Queue {
    /// The nodes of each sum, last in, first out; the least sum last. There are few sums at a time.
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

impl Search<'_, '_, '_> {
    /// Empties the queue up to the least cost of a success, and the margin.
    fn run(&mut self, stack: StackId) -> Result<Ending, Spent> {
        let Problem { margin, reserve, dearest, .. } = self.problem;
        if self.progress.found.nodes.is_empty() {
            self.begin(stack)?;
        }
        while let Some((sum, node)) = self.progress.queue.pop() {
            let cheapest = self.progress.cheapest;
            if sum > cheapest.saturating_add(margin) {
                self.progress.queue.push(sum, node);
                break;
            }
            if sum > dearest && cheapest == u32::MAX {
                // A guide does not tell apart what costs more.
                self.progress.found.cost = dearest + 1;
                return Ok(Ending::TooDear);
            }
            let best = cheapest.saturating_add(margin.max(reserve));
            let Node { configuration, cost, queued, inserts, .. } =
                self.progress.found.nodes[node as usize];
            if inserts == sum {
                self.progress.found.nodes[node as usize].inserts = DEAD;
                self.progress.found.cost = sum;
                self.insert(configuration, From { node, cost, sum, best })?;
                continue;
            }
            // A node that was found again at less cost was queued again; where it waited before it
            // waits no more.
            if queued != sum {
                continue;
            }
            self.progress.found.nodes[node as usize].queued = DEAD;
            self.progress.found.cost = sum;
            self.sim.meter.charge(1)?;
            self.sim.meter.hold(self.bytes())?;
            if self.is_success(configuration)? {
                self.progress.cheapest = cheapest.min(sum);
                let Configuration { stack, position, .. } = configuration;
                let success = Success { node, stack, position: position as usize };
                self.progress.found.successes.push(success);
                if !self.problem.rules.all {
                    break;
                }
                continue;
            }
            if self.progress.left == 0 {
                return Ok(Ending::Expanded);
            }
            self.progress.left -= 1;
            self.sim.meter.count_configuration();
            self.expand(configuration, From { node, cost, sum, best })?;
        }
        // A guide does not tell what costs more from what is impossible.
        if dearest < u32::MAX && self.progress.found.successes.is_empty() {
            self.progress.found.cost = dearest + 1;
            return Ok(Ending::TooDear);
        }
        Ok(Ending::Complete)
    }

    /// Makes the first node.
    fn begin(&mut self, stack: StackId) -> Result<(), Spent> {
        let start = Configuration {
            stack,
            position: narrow(self.problem.position),
            shifts: 0,
            ends_in_delete: false,
            counts: EditCounts::default(),
        };
        let bound = self.bound(start)?;
        let node = Node { cost: 0, queued: bound, ..Node::new(start, bound) };
        self.progress.found.nodes.push(node);
        self.progress.index.push(hash(&start));
        self.progress.queue.push(bound, 0);
        Ok(())
    }

    fn bytes(&self) -> usize {
        // A node, its slots in the index, its place in the queue.
        let node = size_of::<Node>() + Index::BYTES + 4;
        let guide = self.guide.as_ref().map_or(0, |guide| guide.costs.bytes());
        let edges = self.progress.found.edges.len() * size_of::<Edge>();
        self.progress.found.nodes.len() * node + edges + self.sim.arena.bytes() + guide
    }

    /// Returns whether a configuration is a success: its repairs end in as many shifts as the
    /// three-shift rule demands, or the input is accepted.
    fn is_success(&mut self, configuration: Configuration) -> Result<bool, Spent> {
        if configuration.shifts == limits::SUCCESS_SHIFTS {
            return Ok(true);
        }
        let token = self.sim.tokens[configuration.position as usize];
        if token != self.sim.tables.eof() {
            return Ok(false);
        }
        if !self.problem.rules.reduces {
            return Ok(self.sim.action(configuration.stack, token) == Action::Accept);
        }
        Ok(self.sim.outcome(configuration.stack, token)? == Outcome::Accept)
    }

    /// Returns a lower bound of the cost from a configuration to a success; [`DEAD`] if there is
    /// none.
    fn bound(&mut self, configuration: Configuration) -> Result<u32, Spent> {
        let Configuration { stack, position, shifts, ends_in_delete, .. } = configuration;
        let guide = match &mut self.guide {
            _ if shifts == limits::SUCCESS_SHIFTS => return Ok(0),
            Some(guide) => guide,
            None if self.bound == Bound::NextLexeme => {
                return Ok(self.bound_by_next_lexeme(configuration));
            }
            None => return Ok(0),
        };
        let from = position as usize;
        let mut at = from;
        // After a deletion nothing can be inserted: more is deleted, up to a lexeme that can really
        // be shifted.
        if ends_in_delete {
            loop {
                let Some(next) = guide.horizon.next_place(at) else {
                    return Ok(guide.price(from, at));
                };
                at = next;
                match self.sim.outcome(stack, self.sim.tokens[at])? {
                    Outcome::Shift(_) | Outcome::Accept => break,
                    Outcome::Error if at + 1 == self.sim.tokens.len() => return Ok(DEAD),
                    Outcome::Error => at += 1,
                }
            }
        }
        let deleted = guide.price(from, at);
        Ok(deleted.saturating_add(guide.bound(self.sim, stack, at, shifts)?))
    }

    /// Returns a lower bound for a configuration whose state has no action for the next lexeme: the
    /// cost of a deletion, or an insertion.
    fn bound_by_next_lexeme(&self, configuration: Configuration) -> u32 {
        let Configuration { stack, position, ends_in_delete, .. } = configuration;
        let token = self.sim.tokens[position as usize];
        if self.sim.action(stack, token) != Action::Error {
            return 0;
        }
        if token == self.sim.tables.eof() {
            return if ends_in_delete { DEAD } else { 1 };
        }
        let deletion = self.deletion(token);
        if ends_in_delete { deletion } else { deletion.min(1) }
    }

    /// Returns the cost of deleting `token`.
    fn deletion(&self, token: TokenId) -> u32 {
        self.sim.tables.delete_costs.get(token.index()).copied().map_or(1, u32::from)
    }

    fn expand(&mut self, configuration: Configuration, from: From) -> Result<(), Spent> {
        let Problem { rules, position: start, .. } = self.problem;
        if !rules.may_expand(configuration.position as usize - start) {
            return Ok(());
        }
        if !configuration.ends_in_delete {
            // No insertion is needed before all that costs less was looked at: most searches end
            // before.
            let sum = from.sum.max(from.cost.saturating_add(1));
            if sum == from.sum || !rules.all {
                self.insert(configuration, from)?;
            } else if sum <= from.best {
                self.progress.found.nodes[from.node as usize].inserts = sum;
                self.progress.queue.push(sum, from.node);
            }
        }
        let token = self.sim.tokens[configuration.position as usize];
        if token != self.sim.tables.eof() {
            if let Some(counts) = rules.delete(configuration.counts) {
                let price = self.deletion(token);
                let position = configuration.position + 1;
                let to = Configuration {
                    position,
                    shifts: 0,
                    ends_in_delete: true,
                    counts,
                    ..configuration
                };
                self.merge(Move { to, price, repair: Repair::Delete, times: 1 }, from)?;
            }
            self.shift(configuration, from)?;
        }
        Ok(())
    }

    /// Expands a configuration by inserting each token.
    fn insert(&mut self, configuration: Configuration, from: From) -> Result<(), Spent> {
        let Some(counts) = self.problem.rules.insert(configuration.counts) else { return Ok(()) };
        let to = Configuration { shifts: 0, counts, ..configuration };
        let tables = self.sim.tables;
        for token in tables.token_ids() {
            let price = u32::from(tables.insert_costs[token.index()]);
            if price == 0
                || from.cost.saturating_add(price) > from.best
                || self.sim.action(to.stack, token) == Action::Error
            {
                continue;
            }
            let Some(stack) = self.sim.shift(to.stack, token)? else { continue };
            let to = Configuration { stack, ..to };
            self.merge(Move { to, price, repair: Repair::Insert(token), times: 1 }, from)?;
        }
        // A look at a token that cannot come is no simulation, but a grammar may have many.
        self.sim.meter.charge(tables.token_count as u64 / 16)
    }

    fn shift(&mut self, configuration: Configuration, from: From) -> Result<(), Spent> {
        let mut stack = configuration.stack;
        let mut shifted = 0;
        while shifted < self.problem.rules.shifts {
            let at = configuration.position as usize + usize::from(shifted);
            let token = self.sim.tokens[at];
            let Some(next) = self.sim.shift(stack, token)? else {
                // Rules that run on look at what they ran to without simulating it once more.
                if self.problem.rules.shifts > 1 {
                    stack = self.sim.accept(stack, token)?.unwrap_or(stack);
                }
                break;
            };
            stack = next;
            shifted += 1;
        }
        if shifted == 0 {
            return Ok(());
        }
        let position = configuration.position + u32::from(shifted);
        // Shifts of lexemes before the error do not count towards the three.
        let counted = u32::from(shifted).min(position.saturating_sub(self.detected));
        let counted = u8::try_from(counted).expect("at most what was shifted");
        let shifts = (configuration.shifts + counted).min(limits::SUCCESS_SHIFTS);
        let to = Configuration { stack, position, shifts, ends_in_delete: false, ..configuration };
        self.merge(Move { to, price: 0, repair: Repair::Shift, times: shifted }, from)
    }

    /// Records that a move from `from` reaches a configuration: merges it with the compatible one
    /// that was reached before, or makes a node.
    fn merge(&mut self, step: Move, from: From) -> Result<(), Spent> {
        let Move { to: configuration, price, repair, times } = step;
        let merges = self.problem.rules.merges;
        let cost = from.cost.saturating_add(price);
        let hash = hash(&configuration);
        let known = match merges {
            true => self
                .progress
                .index
                .find(hash, |at| self.progress.found.nodes[at].configuration == configuration),
            false => None,
        };
        let node = match known {
            Some(node) => node,
            None => {
                let bound = self.bound(configuration)?;
                // It costs less as soon as it is reached, just below.
                self.progress.found.nodes.push(Node::new(configuration, bound));
                if merges {
                    self.progress.index.push(hash);
                }
                self.progress.found.nodes.len() - 1
            }
        };
        let reached = &mut self.progress.found.nodes[node];
        if reached.bound == DEAD {
            if self.problem.is_traced && cost < reached.cost {
                reached.cost = cost;
                let edge = Edge { from: from.node, repair, times, next: NO_EDGE };
                self.progress.found.dropped.push((narrow(node), edge));
            }
            return Ok(());
        }
        if cost > reached.cost {
            return Ok(());
        }
        if cost < reached.cost {
            reached.cost = cost;
            reached.first_edge = NO_EDGE;
            let sum = cost.saturating_add(reached.bound).max(from.sum);
            reached.queued = sum;
            if sum <= from.best {
                self.progress.queue.push(sum, narrow(node));
            }
        }
        let next = reached.first_edge;
        reached.first_edge = narrow(self.progress.found.edges.len());
        self.progress.found.edges.push(Edge { from: from.node, repair, times, next });
        Ok(())
    }
}

/// A move: a repair, made once or more, its price in all, and the configuration that it leads to.
struct Move {
    to: Configuration,
    price: u32,
    repair: Repair,
    times: u8,
}

/// The node that is being expanded.
#[derive(Clone, Copy)]
struct From {
    node: u32,
    cost: u32,
    /// The sum by which the node waited: its successors wait by no less.
    sum: u32,
    /// Maximum cost of a success, once one was found; until then `u32::MAX`.
    best: u32,
}
