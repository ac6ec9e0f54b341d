//! Result of a search: configurations as nodes, repairs as edges between them, and which nodes are
//! successes.
//!
//! The search adds to it; ranking, listing and traces read it. Nodes are numbered in the order in
//! which they were reached; the edges into a node are a linked list.

use std::hash::{Hash, Hasher};

use super::rules::EditCounts;
use crate::recovery::{arena::StackId, sequence::Repair};

/// State of the search: a parser's stack, a position in the input, the number of shifts at the end
/// of the repairs, and whether these end in a deletion. Equal configurations are compatible: they
/// have one future.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Configuration {
    pub(crate) stack: StackId,
    pub(crate) position: u32,
    /// Shifts, at the end of the repairs, of lexemes from the error on; at most
    /// [`SUCCESS_SHIFTS`](crate::recovery::limits::SUCCESS_SHIFTS).
    pub(crate) shifts: u8,
    pub(crate) ends_in_delete: bool,
    pub(crate) counts: EditCounts,
}

impl Hash for Configuration {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stack.hash(state);
        let [shifts, insertions, deletions] =
            [self.shifts, self.counts.insertions, self.counts.deletions].map(u64::from);
        let small =
            deletions << 16 | insertions << 8 | shifts << 1 | u64::from(self.ends_in_delete);
        state.write_u64(u64::from(self.position) << 32 | small);
    }
}

/// A node of the search: a configuration, and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) configuration: Configuration,
    pub(crate) cost: u32,
    /// A lower bound of the cost that is left; [`DEAD`] if no success is left.
    pub(crate) bound: u32,
    /// The sum of cost and bound by which the node waits, in the queue unless that is more than a
    /// success may cost; [`DEAD`] once it was looked at.
    pub(crate) queued: u32,
    /// The sum by which the node's insertions wait; [`DEAD`] if they do not.
    pub(crate) inserts: u32,
    pub(crate) first_edge: u32,
}

impl Node {
    /// Makes a node of a configuration that was not reached yet.
    pub(super) fn new(configuration: Configuration, bound: u32) -> Self {
        let (cost, queued, inserts) = (u32::MAX, DEAD, DEAD);
        Node { configuration, cost, bound, queued, inserts, first_edge: NO_EDGE }
    }
}

/// An edge: a repair, made once or more, and the node where it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) from: u32,
    pub(crate) repair: Repair,
    pub(crate) times: u8,
    /// The next edge into the same node, or [`NO_EDGE`].
    pub(super) next: u32,
}

/// The end of a list of edges.
pub(super) const NO_EDGE: u32 = u32::MAX;

/// The bound of a configuration without a success left.
pub(crate) const DEAD: u32 = u32::MAX;

/// A configuration that is a success.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Success {
    pub(crate) node: u32,
    pub(crate) stack: StackId,
    pub(crate) position: usize,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// All sequences of the least cost were found, or there are none of any cost.
    Complete,
    /// The budget was spent.
    Spent,
    /// Every sequence that is left costs more than allowed.
    TooDear,
    /// The phase expanded as many configurations as it may; another phase may follow.
    Expanded,
}

/// What a search has found.
pub(crate) struct Found {
    pub(crate) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    /// The nodes without a success left, each with the edge by which it was reached; empty unless
    /// the search is traced.
    pub(crate) dropped: Vec<(u32, Edge)>,
    /// The successes: the cheapest, and as much dearer ones as were asked for.
    pub(crate) successes: Vec<Success>,
    /// The cost of the cheapest success; if there are none, a lower bound of what any costs.
    pub(crate) cost: u32,
    /// How the search ended.
    pub(crate) ending: Ending,
}

impl Found {
    /// Makes an empty result: the budget was spent.
    pub(crate) fn spent() -> Self {
        Found {
            nodes: Vec::new(),
            edges: Vec::new(),
            dropped: Vec::new(),
            successes: Vec::new(),
            cost: 0,
            ending: Ending::Spent,
        }
    }

    /// Returns the successes of this cost.
    pub(crate) fn of_cost(&self, cost: u32) -> Vec<Success> {
        let all = self.successes.iter();
        all.filter(|success| self.nodes[success.node as usize].cost == cost).copied().collect()
    }

    /// Returns the edges into a node.
    pub(crate) fn incoming(&self, node: u32) -> impl Iterator<Item = Edge> {
        let edge = |at: u32| self.edges.get(at as usize).copied();
        let first = edge(self.nodes[node as usize].first_edge);
        std::iter::successors(first, move |last| edge(last.next))
    }

    /// Returns a key that orders the nodes: it increases along every edge.
    pub(crate) fn order(&self, number: u32) -> (u32, u32, u32) {
        let node = &self.nodes[number as usize];
        (node.cost, node.configuration.position, number)
    }
}
