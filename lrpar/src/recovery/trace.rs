//! What a search did, for people to look at: its phases, and its graph.

use std::time::Duration;

use lrtable::StateId;

use super::{
    arena::Arena,
    bound::Bound,
    dag::Goal,
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
    /// The cost of the goals that it found; if there are none, the proven lower bound of what any costs.
    pub cost: u32,
    /// The number of goal configurations that it found.
    pub goals: usize,
    /// How it ended.
    pub ending: Ending,
    /// How long it took; 0 without a clock.
    pub time: Duration,
}

/// States of a stack that a trace shows: those at the top.
const SHOWN_STATES: usize = 12;

/// The graph of a search, as the paper's Figure 9 draws one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTrace {
    /// The configurations; the first is where the error was detected.
    pub nodes: Vec<TraceNode>,
    /// The repairs that lead from one to another.
    pub edges: Vec<TraceEdge>,
    /// How many configurations more were made, and dropped at once since their bound says that no success is left.
    pub dropped: usize,
}

/// A node of a [`SearchTrace`]: a configuration that the search reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceNode {
    /// Its stack, or the top of it.
    pub stack: Vec<StateId>,
    /// Whether there is more of the stack below.
    pub cut: bool,
    /// Its position in the input.
    pub position: usize,
    /// Its cost.
    pub cost: u32,
    /// A lower bound of the cost from it to a success.
    pub left: u32,
    /// Whether it is a success.
    pub role: Role,
}

/// What a configuration is to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// On the way, or a dead end.
    Ordinary,
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

/// The graph of what was found; `kept` are the goals that ranking kept.
pub(super) fn trace<R: Rules>(found: &Found<R>, kept: &[Goal], arena: &Arena<'_>) -> SearchTrace {
    let mut trace = SearchTrace { nodes: Vec::new(), edges: Vec::new(), dropped: 0 };
    // For each configuration its number among those that were not dropped.
    let mut numbers = Vec::new();
    for Reached { left, .. } in found.configurations() {
        numbers.push(numbers.len() - trace.dropped);
        trace.dropped += usize::from(left.is_none());
    }
    for (at, Reached { stack, position, cost, left }) in found.configurations().enumerate() {
        let Some(left) = left else { continue };
        let node = u32::try_from(at).expect("nodes are numbered in 32 bits");
        let role = if kept.iter().any(|goal| goal.node == node) {
            Role::Kept
        } else if found.successes.iter().any(|success| success.node == node) {
            Role::Success
        } else {
            Role::Ordinary
        };
        let mut states = Vec::new();
        let mut below = Some(stack);
        while let Some(stack) = below.filter(|_| states.len() < SHOWN_STATES) {
            states.push(arena.top(stack));
            below = arena.try_pop(stack, 1);
        }
        states.reverse();
        let cut = below.is_some();
        trace.nodes.push(TraceNode { stack: states, cut, position, cost, left, role });
        trace.edges.extend(found.incoming(node).map(|Edge { from, repair, times, .. }| {
            TraceEdge { from: numbers[from as usize], to: numbers[at], repair, times }
        }));
    }
    trace
}
