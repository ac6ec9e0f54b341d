//! The repair DAG: all repair sequences of a search, shared, counted exactly and listed lazily.
//!
//! LR parsing is deterministic, so a repair sequence determines its run: the paths from the root to a goal and the repair
//! sequences correspond one to one, and nothing needs to be de-duplicated. A search makes nodes and, for each, edges from
//! its predecessors; [`RepairDag`] turns what leads to the chosen goals around and cuts trailing shifts.

use std::cmp::Ordering;

use lrtable::{TokenId, order};

/// One repair. The order is that of lists of repair sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repair {
    /// Insert this token before the next lexeme.
    Insert(TokenId),
    /// Delete the next lexeme.
    Delete,
    /// Shift the next lexeme.
    Shift,
}

/// An edge of a search: what was done, and at which node. Shifts may be several at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) from: u32,
    pub(crate) repair: Repair,
    pub(crate) times: u8,
    /// The next edge that leads to the same node, as an index into the search's edges; or [`NO_EDGE`].
    pub(crate) next: u32,
}

/// The end of a list of edges.
pub(crate) const NO_EDGE: u32 = u32::MAX;

/// What the DAG needs to know of a search: for each node its first incoming edge, and an order of the nodes.
pub(crate) trait SearchGraph {
    /// The first of the edges that lead to `node`.
    fn first_edge(&self, node: u32) -> u32;
    /// An edge.
    fn edge(&self, edge: u32) -> Edge;
    /// Increases along every edge.
    fn order(&self, node: u32) -> (u32, u32);
}

/// A goal that was kept: its node, and whether parsing goes on from it to the end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    pub(crate) node: u32,
    pub(crate) accepts: bool,
}

/// A repair sequence of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) repairs: Vec<Repair>,
    /// Does parsing go on from it to the end of the input?
    pub(crate) accepts: bool,
}

/// Where a sequence stands in the order: with an insertion to avoid or without, accepted by the parser in the end (0) or
/// not (1), length. Sequences of one class are in lexicographic order.
type Class = (u8, u8, u32);

/// The class of what does not exist.
const NO_CLASS: Class = (u8::MAX, u8::MAX, u32::MAX);

struct Node {
    /// Repairs that go on from here, in order, with the node each leads to.
    next: Vec<(Repair, u8, u32)>,
    /// A repair sequence ends here, once trailing shifts are cut: is its parse accepted?
    ends: Option<bool>,
    /// How many sequences go on from here.
    count: u128,
    /// The least class of what goes on from here: as it is, and given that an insertion to avoid was made before.
    best: [Class; 2],
}

/// All repair sequences of one error that were kept.
pub(crate) struct RepairDag {
    nodes: Vec<Node>,
    /// For each token whether its insertion is to be avoided.
    avoid_insert: Vec<bool>,
}

impl RepairDag {
    /// The DAG of all paths from the node without incoming edges to `goals`.
    pub(crate) fn new(graph: &impl SearchGraph, goals: &[Goal], avoid_insert: &[bool]) -> Self {
        let found = backward_reachable(graph, goals);
        let number = |node: u32| {
            found.binary_search_by_key(&graph_key(graph, node), |n| graph_key(graph, *n))
        };
        let mut nodes: Vec<Node> = found
            .iter()
            .map(|_| Node { next: Vec::new(), ends: None, count: 0, best: [NO_CLASS; 2] })
            .collect();
        for goal in goals {
            let at = number(goal.node).expect("goals are reached");
            nodes[at].ends = Some(goal.accepts);
        }
        // From the last node to the first: what a node leads to is complete when its turn comes.
        for at in (0..nodes.len()).rev() {
            let node = &mut nodes[at];
            order::sort(&mut node.next);
            let next = std::mem::take(&mut node.next);
            let (count, best) = completions(&nodes, &next, avoid_insert);
            nodes[at].next = next;
            nodes[at].count = count;
            nodes[at].best = best;
            let ends = nodes[at].ends;
            let mut edge = graph.first_edge(found[at]);
            while edge != NO_EDGE {
                let Edge { from, repair, times, next } = graph.edge(edge);
                let from = number(from).expect("what leads to a goal is in the DAG");
                let to = u32::try_from(at).expect("fewer nodes than the search has");
                nodes[from].next.push((repair, times, to));
                if repair == Repair::Shift && ends.is_some() {
                    nodes[from].ends = ends;
                }
                edge = next;
            }
        }
        RepairDag { nodes, avoid_insert: avoid_insert.to_vec() }
    }

    /// The number of repair sequences, saturating.
    pub(crate) fn count(&self) -> u128 {
        self.nodes.first().map_or(0, |root| root.count)
    }

    /// The first `limit` repair sequences, trailing shifts cut, in order: those without an insertion to avoid first, then
    /// those whose parse is accepted, then shorter ones, then lexicographically.
    ///
    /// Costs at most the length of what is listed times the number of different lengths.
    pub(crate) fn list(&self, limit: usize) -> Vec<Listed> {
        let mut list = Vec::new();
        let mut class = match self.nodes.first() {
            Some(root) => root.best[0],
            None => NO_CLASS,
        };
        while class != NO_CLASS && list.len() < limit {
            class = self.list_class(class, limit, &mut list);
        }
        list
    }

    /// Appends the sequences of one class; returns the next class.
    fn list_class(&self, class: Class, limit: usize, list: &mut Vec<Listed>) -> Class {
        let mut next_class = NO_CLASS;
        let mut path: Vec<Repair> = Vec::new();
        // Each entry: a node, which of its repairs is next, and the path's length and flag at the node.
        let mut stack = vec![(0u32, 0usize, 0usize, false)];
        while let Some((node, at, len, avoid)) = stack.pop() {
            path.truncate(len);
            let Some(&(repair, times, to)) = self.nodes[node as usize].next.get(at) else {
                continue;
            };
            stack.push((node, at + 1, len, avoid));
            let avoid = avoid || self.is_to_avoid(repair);
            path.extend(std::iter::repeat_n(repair, usize::from(times)));
            let target = &self.nodes[to as usize];
            if repair != Repair::Shift
                && let Some(accepts) = target.ends
            {
                let here = (u8::from(avoid), u8::from(!accepts), length(path.len()));
                match here.cmp(&class) {
                    Ordering::Less => {}
                    Ordering::Equal => {
                        list.push(Listed { repairs: path.clone(), accepts });
                        if list.len() == limit {
                            return NO_CLASS;
                        }
                    }
                    Ordering::Greater => next_class = next_class.min(here),
                }
            }
            if target.count > 0 {
                let (a, b, rest) = target.best[usize::from(avoid)];
                let bound = (a, b, rest.saturating_add(length(path.len())));
                if bound <= class {
                    stack.push((to, 0, path.len(), avoid));
                } else {
                    next_class = next_class.min(bound);
                }
            }
        }
        next_class
    }

    fn is_to_avoid(&self, repair: Repair) -> bool {
        is_to_avoid(repair, &self.avoid_insert)
    }
}

fn is_to_avoid(repair: Repair, avoid_insert: &[bool]) -> bool {
    matches!(repair, Repair::Insert(token) if avoid_insert[token.index()])
}

fn length(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

fn graph_key(graph: &impl SearchGraph, node: u32) -> (u32, u32, u32) {
    let (a, b) = graph.order(node);
    (a, b, node)
}

/// Is this the first time that `node` is met?
fn is_new(seen: &mut Vec<bool>, node: u32) -> bool {
    let node = node as usize;
    if seen.len() <= node {
        seen.resize(node + 1, false);
    }
    !std::mem::replace(&mut seen[node], true)
}

/// The nodes from which a goal is reached, in their order: the root first.
fn backward_reachable(graph: &impl SearchGraph, goals: &[Goal]) -> Vec<u32> {
    let mut seen = Vec::new();
    let mut found: Vec<u32> = goals.iter().map(|goal| goal.node).collect();
    found.retain(|node| is_new(&mut seen, *node));
    let mut next = 0;
    while let Some(&node) = found.get(next) {
        next += 1;
        let mut edge = graph.first_edge(node);
        while edge != NO_EDGE {
            let Edge { from, next, .. } = graph.edge(edge);
            if is_new(&mut seen, from) {
                found.push(from);
            }
            edge = next;
        }
    }
    order::sort_by_key(&mut found, |node| graph_key(graph, *node));
    found
}

/// How many sequences begin with one of `next`, and the least class of them.
fn completions(
    nodes: &[Node],
    next: &[(Repair, u8, u32)],
    avoid_insert: &[bool],
) -> (u128, [Class; 2]) {
    let mut count = 0u128;
    let mut best = [NO_CLASS; 2];
    for &(repair, times, to) in next {
        let target = &nodes[to as usize];
        let times = u32::from(times);
        let ends = target.ends.filter(|_| repair != Repair::Shift);
        count = count.saturating_add(target.count).saturating_add(u128::from(ends.is_some()));
        for before in [false, true] {
            let avoid = before || is_to_avoid(repair, avoid_insert);
            let best = &mut best[usize::from(before)];
            if let Some(accepts) = ends {
                *best = (*best).min((u8::from(avoid), u8::from(!accepts), times));
            }
            if target.count > 0 {
                let (a, b, rest) = target.best[usize::from(avoid)];
                *best = (*best).min((a, b, rest.saturating_add(times)));
            }
        }
    }
    (count, best)
}
