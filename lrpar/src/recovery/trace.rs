//! What a search did, for people to look at: its phases, and its graph.

use std::time::Duration;

use lrtable::StateId;

use super::{
    arena::Arena,
    bound::Bound,
    dag::KeptSuccess,
    search::{Edge, Ending, Found, Reached, Rules},
    sequence::Repair,
};

/// What came of one phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseReport {
    /// The bound that guided it.
    pub bound: Bound,
    /// The configurations that it expanded.
    pub configurations: u64,
    /// The work that it did; the unit is one LR simulation.
    pub work: u64,
    /// The cost of the successes that it found; if there are none, the proven lower bound of what any costs.
    pub cost: u32,
    /// The number of successful configurations that it found.
    pub successes: usize,
    /// How it ended.
    pub ending: Ending,
    /// How long it took; 0 without a clock.
    pub time: Duration,
    /// The graph of the phase, if an experiment asked for it.
    pub trace: Option<SearchTrace>,
}

/// States of a stack that a trace shows: those at the top.
const SHOWN_STATES: usize = 12;

/// The graph of a search, as the paper's Figure 9 draws one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTrace {
    /// The configurations; the first is where the error was detected.
    pub nodes: Vec<TraceNode>,
    /// The repairs that lead from one to another; to one that was dropped, the first that was tried.
    pub edges: Vec<TraceEdge>,
}

/// A node of a [`SearchTrace`]: a configuration that the search reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNode {
    /// The stack of the configuration, or the top of it.
    pub stack: Vec<StateId>,
    /// Whether there is more of the stack below.
    pub cut: bool,
    /// The position in the input.
    pub position: usize,
    /// The cost of the repairs up to the configuration.
    pub cost: u32,
    /// A lower bound of the cost from it to a success; `None` if there is none, so that it was dropped.
    pub left: Option<u32>,
    /// What the configuration is to the search.
    pub role: Role,
}

/// What a configuration is to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// On the way, or a dead end.
    Ordinary,
    /// Reached, and never expanded: with what is left it costs more than the successes, or the search ended before.
    Waiting,
    /// A success from which parsing gets less far than from others.
    Success,
    /// A success that was kept.
    Kept,
}

/// A repair of a [`SearchTrace`]; shifts may be several at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceEdge {
    /// The index of the configuration that it leads from.
    pub from: usize,
    /// The index of the configuration that it leads to.
    pub to: usize,
    /// The repair.
    pub repair: Repair,
    /// How many times.
    pub times: u8,
}

/// The graph of what was found.
pub(super) fn trace<R: Rules>(found: &Found<R>, arena: &Arena<'_>) -> SearchTrace {
    let to_trace = |edge: Edge, to: usize| {
        let Edge { from, repair, times, .. } = edge;
        TraceEdge { from: from as usize, to, repair, times }
    };
    let mut edges: Vec<TraceEdge> =
        found.dropped.iter().map(|(node, edge)| to_trace(*edge, *node as usize)).collect();
    let mut nodes = Vec::with_capacity(found.configurations().len());
    for (at, node) in (0..).zip(found.configurations()) {
        let Reached { stack, position, cost, left, waits } = node;
        let role = if waits { Role::Waiting } else { Role::Ordinary };
        let mut states = Vec::new();
        let mut below = Some(stack);
        while let Some(stack) = below.filter(|_| states.len() < SHOWN_STATES) {
            states.push(arena.top(stack));
            below = arena.try_pop(stack, 1);
        }
        states.reverse();
        edges.extend(found.incoming(at).map(|edge| to_trace(edge, nodes.len())));
        nodes.push(TraceNode { stack: states, cut: below.is_some(), position, cost, left, role });
    }
    for success in &found.successes {
        nodes[success.node as usize].role = Role::Success;
    }
    SearchTrace { nodes, edges }
}

impl SearchTrace {
    /// Takes note that ranking kept `kept`, and no other success.
    pub(super) fn keep(&mut self, kept: &[KeptSuccess]) {
        for node in self.nodes.iter_mut().filter(|node| node.role == Role::Kept) {
            node.role = Role::Success;
        }
        for success in kept {
            self.nodes[success.node as usize].role = Role::Kept;
        }
    }

    /// Whether repair sequences were taken from it.
    pub fn has_kept(&self) -> bool {
        self.nodes.iter().any(|node| node.role == Role::Kept)
    }
}
