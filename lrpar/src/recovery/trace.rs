//! Record of a search for people to inspect: its phases, and its graph.

use std::time::Duration;

use lrtable::StateId;

use super::{
    arena::Arena,
    bound::Bound,
    repair_dag::KeptSuccess,
    search::{DEAD, Edge, Ending, Found, Node},
    sequence::Repair,
};

/// Statistics of one phase of a repair search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseReport {
    /// The bound that guided the phase.
    pub bound: Bound,
    /// The number of configurations that the phase expanded.
    pub configurations: u64,
    /// Units of work that the phase took, one LR simulation each.
    pub work: u64,
    /// The cost of the successes found; if there are none, the proven lower bound of what any
    /// costs.
    pub cost: u32,
    /// The number of successful configurations found.
    pub successes: usize,
    /// How the phase ended.
    pub ending: Ending,
    /// The time that the phase took; zero without a clock.
    pub time: Duration,
    /// The search graph of the phase, if an experiment asked for it.
    pub trace: Option<SearchTrace>,
}

/// Number of states of a stack, from the top down, that a trace shows.
const SHOWN_STATES: usize = 12;

/// The graph of a search, as drawn in Figure 9 of the paper (Diekmann & Tratt, ECOOP 2020).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTrace {
    /// The configurations; the first is where the search started.
    pub nodes: Vec<TraceNode>,
    /// The repairs between configurations; for a dropped configuration only the first repair that
    /// led to it.
    pub edges: Vec<TraceEdge>,
}

/// A configuration in a [`SearchTrace`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNode {
    /// The stack of the configuration, or the top of it; the state on top comes last.
    pub stack: Vec<StateId>,
    /// Whether the stack has more states below.
    pub cut: bool,
    /// The configuration's position in the input, as the index of the next lexeme.
    pub position: usize,
    /// The cost of the repairs up to the configuration.
    pub cost: u32,
    /// A lower bound of the cost from the configuration to a success; `None` if there is none, so
    /// that it was dropped.
    pub left: Option<u32>,
    /// The outcome of the configuration in the search.
    pub role: Role,
}

/// The outcome of a configuration in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// On the way to a success, or a dead end.
    Ordinary,
    /// Reached but not expanded: its cost plus bound exceeds that of the successes, or the search
    /// ended before.
    Waiting,
    /// A success, but parsing gets less far from there than from others.
    Success,
    /// A success that ranking kept.
    Kept,
}

/// A repair in a [`SearchTrace`], made once or, for shifts, several times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceEdge {
    /// The index of the configuration where the repair is made.
    pub from: usize,
    /// The index of the configuration to which the repair leads.
    pub to: usize,
    /// The repair.
    pub repair: Repair,
    /// How many times the repair is made.
    pub times: u8,
}

/// Makes the graph of what was found.
pub(super) fn trace(found: &Found, arena: &Arena<'_>) -> SearchTrace {
    let to_trace = |edge: Edge, to: usize| {
        let Edge { from, repair, times, .. } = edge;
        TraceEdge { from: from as usize, to, repair, times }
    };
    let mut edges: Vec<TraceEdge> =
        found.dropped.iter().map(|(node, edge)| to_trace(*edge, *node as usize)).collect();
    let mut nodes = Vec::with_capacity(found.nodes.len());
    for (at, node) in (0..).zip(&found.nodes) {
        let Node { configuration, cost, bound, queued, .. } = *node;
        let role = if queued == DEAD { Role::Ordinary } else { Role::Waiting };
        let (position, left) = (configuration.position as usize, (bound != DEAD).then_some(bound));
        let mut states = Vec::new();
        let mut below = Some(configuration.stack);
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
    /// Records that ranking kept `kept`, and no other success.
    pub(super) fn keep(&mut self, kept: &[KeptSuccess]) {
        for node in self.nodes.iter_mut().filter(|node| node.role == Role::Kept) {
            node.role = Role::Success;
        }
        for success in kept {
            self.nodes[success.node as usize].role = Role::Kept;
        }
    }

    /// Returns whether ranking kept any success of the graph.
    pub fn has_kept(&self) -> bool {
        self.nodes.iter().any(|node| node.role == Role::Kept)
    }
}
