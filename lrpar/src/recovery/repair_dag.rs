//! The repair DAG: all repair sequences of a search, with shared parts, counted exactly and listed
//! lazily.
//!
//! LR parsing is deterministic, so a repair sequence determines its run: paths from the root to a
//! success and repair sequences correspond one to one, and no duplicates need to be removed. A
//! search makes nodes with edges from their predecessors; [`RepairDag`] reverses those that lead to
//! the chosen successes and cuts trailing shifts.
//!
//! Cost: linear in the nodes and edges that lead to a success; counting is part of making.
//! Rejected: a set of the sequences that were seen, and lists made in advance: a few strings in a
//! row without commas have millions of sequences.

use std::{cmp::Ordering, ops::Range};

use super::{
    arena::narrow,
    budget::{Meter, Spent},
    search::{Edge, Found},
    sequence::Repair,
};

/// A success that ranking kept: its node, and whether parsing goes on from there to the end of the
/// input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptSuccess {
    pub(crate) node: u32,
    pub(crate) accepts: bool,
}

/// Class of a sequence in the order: insertions to avoid or none, acceptance of its parse (0) or
/// not (1), length. Sequences of one class are in lexicographic order.
type Class = (u8, u8, u32);

/// The class of a sequence that does not exist.
const NO_CLASS: Class = (u8::MAX, u8::MAX, u32::MAX);

/// An edge: a repair, the number of times it is made, and the node it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RepairEdge {
    repair: Repair,
    times: u8,
    to: u32,
    /// Whether the repair inserts a token to avoid.
    avoid: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    /// The edges from here, in order: a range of [`RepairDag::edges`].
    edges: Range<u32>,
    /// Whether a repair sequence ends here, once trailing shifts are cut; and if so, whether its
    /// parse is accepted.
    ends: Option<bool>,
    /// The largest number of lexemes that a sequence consumes from here on.
    consumes: u32,
    /// The number of sequences that go on from here.
    count: u128,
    /// The least class of the sequences from here on: as they are, and after an insertion to avoid.
    best: [Class; 2],
}

/// All repair sequences of one error that ranking kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RepairDag {
    nodes: Vec<Node>,
    edges: Vec<RepairEdge>,
}

impl RepairDag {
    /// Makes the DAG of all paths from the root, the node without incoming edges, to `successes`.
    ///
    /// # Errors
    ///
    /// If `meter` does not allow the memory.
    pub(crate) fn new(
        graph: &Found,
        successes: &[KeptSuccess],
        avoid_insert: &[bool],
        meter: &Meter,
    ) -> Result<Self, Spent> {
        let found = backward_reachable(graph, successes, meter)?;
        let number =
            |node: u32| found.binary_search_by_key(&graph.order(node), |other| graph.order(*other));
        // Memory for a node and for its edges: each is copied once.
        let nodes =
            found.len() * (size_of::<Node>() + size_of::<(Vec<RepairEdge>, Option<bool>)>());
        let bytes = |dag: &RepairDag| nodes + 2 * dag.edges.len() * size_of::<RepairEdge>();
        // The edges of each node, and whether a sequence ends there.
        let mut open: Vec<(Vec<RepairEdge>, Option<bool>)> =
            found.iter().map(|_| (Vec::new(), None)).collect();
        for success in successes {
            open[number(success.node).expect("successes are reached")].1 = Some(success.accepts);
        }
        let mut dag = RepairDag { nodes: Vec::with_capacity(found.len()), edges: Vec::new() };
        // In reverse order: the targets of a node are complete when its turn comes.
        for at in (0..found.len()).rev() {
            meter.room_for(bytes(&dag))?;
            let (mut edges, ends) = std::mem::take(&mut open[at]);
            edges.sort_unstable();
            dag.add(&edges, ends);
            for Edge { from, repair, times, .. } in graph.incoming(found[at]) {
                meter.charge(1)?;
                let from = number(from).expect("what leads to a success is in the DAG");
                let avoid = matches!(repair, Repair::Insert(token) if avoid_insert[token.index()]);
                open[from].0.push(RepairEdge {
                    repair,
                    times,
                    to: narrow(found.len() - 1 - at),
                    avoid,
                });
                if repair == Repair::Shift && ends.is_some() {
                    open[from].1 = ends;
                }
            }
        }
        Ok(dag)
    }

    /// Adds a node whose edges lead to nodes that were added before. The root is added last.
    fn add(&mut self, edges: &[RepairEdge], ends: Option<bool>) {
        let from = narrow(self.edges.len());
        self.edges.extend_from_slice(edges);
        let mut node = Node {
            edges: from..narrow(self.edges.len()),
            ends,
            consumes: 0,
            count: 0,
            best: [NO_CLASS; 2],
        };
        for edge in edges {
            let target = &self.nodes[edge.to as usize];
            let times = u32::from(edge.times);
            let ends = target.ends.filter(|_| edge.repair != Repair::Shift);
            let own = if matches!(edge.repair, Repair::Insert(_)) { 0 } else { times };
            if ends.is_some() || target.count > 0 {
                node.consumes = node.consumes.max(target.consumes.saturating_add(own));
            }
            let some = u128::from(ends.is_some());
            node.count = node.count.saturating_add(target.count).saturating_add(some);
            for before in [false, true] {
                let avoid = before || edge.avoid;
                let best = &mut node.best[usize::from(before)];
                if let Some(accepts) = ends {
                    *best = (*best).min((u8::from(avoid), u8::from(!accepts), times));
                }
                if target.count > 0 {
                    let (a, b, rest) = target.best[usize::from(avoid)];
                    *best = (*best).min((a, b, rest.saturating_add(times)));
                }
            }
        }
        self.nodes.push(node);
    }

    /// Returns the number of repair sequences, saturating.
    pub(crate) fn count(&self) -> u128 {
        self.nodes.last().map_or(0, |root| root.count)
    }

    /// Returns the largest number of lexemes that a sequence consumes.
    pub(crate) fn longest(&self) -> usize {
        self.nodes.last().map_or(0, |root| root.consumes as usize)
    }

    /// Returns the bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.edges.len() * size_of::<RepairEdge>()
    }

    /// Returns the repair sequences, trailing shifts cut, in order: those without an insertion to
    /// avoid first, then those whose parse is accepted, then shorter ones, then lexicographically;
    /// each with whether its parse is accepted.
    ///
    /// Each is made on demand. Costs at most the length of what is listed times the number of
    /// different lengths.
    pub(crate) fn list(&self) -> impl Iterator<Item = (Vec<Repair>, bool)> + '_ {
        let class = self.nodes.last().map_or(NO_CLASS, |root| root.best[0]);
        List { dag: self, class, next_class: NO_CLASS, path: Vec::new(), todo: self.root() }
    }

    fn root(&self) -> Vec<Todo> {
        vec![Todo {
            node: narrow(self.nodes.len().saturating_sub(1)),
            edge: 0,
            len: 0,
            avoid: false,
        }]
    }
}

/// A node on the path that is being listed.
#[derive(Clone, Copy)]
struct Todo {
    node: u32,
    /// Index of the next edge from the node.
    edge: u32,
    /// The length of the path to the node, and whether a token to avoid is inserted on it.
    len: usize,
    avoid: bool,
}

/// Iterator over sequences: the state of a listing.
struct List<'a> {
    dag: &'a RepairDag,
    /// The class that is being listed, and the least later class that was seen.
    class: Class,
    next_class: Class,
    path: Vec<Repair>,
    todo: Vec<Todo>,
}

impl Iterator for List<'_> {
    type Item = (Vec<Repair>, bool);

    fn next(&mut self) -> Option<Self::Item> {
        while self.class != NO_CLASS {
            while let Some(Todo { node, edge, len, avoid }) = self.todo.pop() {
                self.path.truncate(len);
                let edges = self.dag.nodes[node as usize].edges.clone();
                let Some(at) = Some(edges.start + edge).filter(|at| *at < edges.end) else {
                    continue;
                };
                self.todo.push(Todo { node, edge: edge + 1, len, avoid });
                let found = self.follow(self.dag.edges[at as usize], avoid);
                if found.is_some() {
                    return found;
                }
            }
            self.class = std::mem::replace(&mut self.next_class, NO_CLASS);
            self.todo = self.dag.root();
        }
        None
    }
}

impl List<'_> {
    /// Follows an edge; returns the sequence that ends there if it is of the class that is listed.
    fn follow(&mut self, edge: RepairEdge, avoid: bool) -> Option<(Vec<Repair>, bool)> {
        let RepairEdge { repair, times, to, .. } = edge;
        let avoid = avoid || edge.avoid;
        self.path.extend(std::iter::repeat_n(repair, usize::from(times)));
        let target = &self.dag.nodes[to as usize];
        let mut found = None;
        if let Some(accepts) = target.ends.filter(|_| repair != Repair::Shift) {
            let here = (u8::from(avoid), u8::from(!accepts), length(self.path.len()));
            match here.cmp(&self.class) {
                Ordering::Less => {}
                Ordering::Equal => found = Some((self.path.clone(), accepts)),
                Ordering::Greater => self.next_class = self.next_class.min(here),
            }
        }
        if target.count > 0 {
            let (a, b, rest) = target.best[usize::from(avoid)];
            let bound = (a, b, rest.saturating_add(length(self.path.len())));
            if bound <= self.class {
                self.todo.push(Todo { node: to, edge: 0, len: self.path.len(), avoid });
            } else {
                self.next_class = self.next_class.min(bound);
            }
        }
        found
    }
}

/// Returns the repairs of one path to a success, without trailing shifts: for use without the
/// budget for a DAG.
pub(crate) fn one_path(graph: &Found, success: KeptSuccess) -> Vec<Repair> {
    let mut repairs = Vec::new();
    let mut node = success.node;
    while let Some(edge) = graph.incoming(node).next() {
        repairs.extend(std::iter::repeat_n(edge.repair, usize::from(edge.times)));
        node = edge.from;
    }
    let shifts = repairs.iter().take_while(|repair| **repair == Repair::Shift).count();
    repairs.drain(..shifts);
    repairs.reverse();
    repairs
}

fn length(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// Returns the nodes from which a success is reached, in their order: the root first.
fn backward_reachable(
    graph: &Found,
    successes: &[KeptSuccess],
    meter: &Meter,
) -> Result<Vec<u32>, Spent> {
    let mut seen = vec![false; graph.nodes.len()];
    let mut is_new = |node: u32| !std::mem::replace(&mut seen[node as usize], true);
    let mut found: Vec<u32> = successes.iter().map(|success| success.node).collect();
    found.retain(|node| is_new(*node));
    let mut next = 0;
    while let Some(&node) = found.get(next) {
        meter.charge(1)?;
        next += 1;
        let before = graph.incoming(node).map(|edge| edge.from);
        found.extend(before.filter(|from| is_new(*from)));
    }
    found.sort_by_key(|node| graph.order(*node));
    Ok(found)
}
