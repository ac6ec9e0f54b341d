//! Sets that grow along a relation: the algorithm *Digraph* of DeRemer & Pennello (TOPLAS 4, 1982,
//! section 4).
//!
//! In: a relation R over numbered nodes, and a set F'(x) for each. Out: the least F with F(x) =
//! F'(x) ∪ ⋃ F(y) over all y with x R y. Nodes that reach each other get one set; each edge is
//! looked at once. Tarjan's search with a stack of its own, so that depth costs no machine stack.

use crate::{
    bits::Bits,
    intern::{Runs, narrow},
    limits::ITEM_WORK,
};

/// A relation over nodes 0, 1, …: for each the nodes to which it is related.
pub(crate) type Relation = Runs<u32>;

impl Relation {
    /// The relation of these pairs over so many nodes.
    pub(crate) fn of_pairs(nodes: usize, pairs: &[(usize, usize)]) -> Relation {
        let mut counts = vec![0; nodes];
        pairs.iter().for_each(|(from, _)| counts[*from] += 1);
        Relation::scattered(&counts, |put| {
            pairs.iter().for_each(|(from, to)| put(*from, narrow(*to)));
        })
    }

    /// For each node whether at least one step leads to it from `from`, perhaps after others.
    pub(crate) fn reached(&self, from: usize) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut todo = vec![narrow(from)];
        while let Some(node) = todo.pop() {
            let is_new = |node: &&u32| !std::mem::replace(&mut reached[**node as usize], true);
            todo.extend(self.get(node as usize).iter().filter(is_new));
        }
        reached
    }

    /// The steps by which sets of so many words grow along it.
    pub(crate) fn steps(&self, words: usize) -> usize {
        (self.values() + self.len()) * (words + ITEM_WORK)
    }
}

/// Lets the sets of `sets`, a row for each node, grow along `relation`.
pub(crate) fn digraph(relation: &Relation, sets: &mut Bits) {
    search(relation, |found| match found {
        Found::Edge(node, target) => sets.unite(node, target),
        Found::Member(member, node) => sets.copy(member, node),
    });
}

/// For each node a representative of its component: two nodes have the same one just if they reach
/// each other.
pub(crate) fn components(relation: &Relation) -> Vec<usize> {
    let mut components: Vec<usize> = (0..relation.len()).collect();
    search(relation, |found| {
        if let Found::Member(member, node) = found {
            components[member] = node;
        }
    });
    components
}

/// What a search comes upon.
enum Found {
    /// An edge from one node to another, which has been visited.
    Edge(usize, usize),
    /// A node of the same component as another, of which all edges were followed.
    Member(usize, usize),
}

/// Visits all nodes, and calls `found` for each edge, after what it leads to, and for each member
/// of a component but one.
fn search(relation: &Relation, mut found: impl FnMut(Found)) {
    const UNSEEN: u32 = 0;
    const DONE: u32 = u32::MAX;
    let mut depth = vec![UNSEEN; relation.len()];
    let mut component: Vec<u32> = Vec::new();
    // The nodes being visited, each with the number of its edges that were followed and its own
    // depth.
    let mut path: Vec<(u32, u32, u32)> = Vec::new();
    for root in 0..relation.len() {
        if depth[root] != UNSEEN {
            continue;
        }
        let mut next = Some(u32::try_from(root).expect("nodes fit in 32 bits"));
        loop {
            if let Some(node) = next.take() {
                component.push(node);
                let own = u32::try_from(component.len()).expect("nodes fit in 32 bits");
                depth[node as usize] = own;
                path.push((node, 0, own));
            }
            let Some((node, followed, own)) = path.last_mut() else { break };
            let (node, own) = (*node as usize, *own);
            let mut least = depth[node];
            while let Some(&target) = relation.get(node).get(*followed as usize) {
                let of_target = depth[target as usize];
                if of_target == UNSEEN {
                    next = Some(target);
                    break;
                }
                *followed += 1;
                least = least.min(of_target);
                found(Found::Edge(node, target as usize));
            }
            depth[node] = least;
            if next.is_some() {
                continue;
            }
            path.pop();
            if depth[node] == own {
                while let Some(member) = component.pop() {
                    depth[member as usize] = DONE;
                    if member as usize == node {
                        break;
                    }
                    found(Found::Member(member as usize, node));
                }
            }
        }
    }
}
