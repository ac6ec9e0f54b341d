//! Sets that grow along a relation: the algorithm *Digraph* of DeRemer & Pennello (TOPLAS 4, 1982, section 4).
//!
//! In: a relation R over numbered nodes, and a set F'(x) for each. Out: the least F with F(x) = F'(x) ∪ ⋃ F(y) over all y
//! with x R y. Nodes that reach each other get one set; each edge is looked at once. Tarjan's search with a stack of its
//! own, so that depth costs no machine stack.

use crate::bits::Bits;

/// A relation over nodes 0, 1, …, by the nodes that each is related to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relation {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Relation {
    /// A relation over no nodes yet.
    pub(crate) fn new() -> Relation {
        Relation { starts: vec![0], targets: Vec::new() }
    }

    /// Relates the node that is being made to `target`.
    pub(crate) fn relate(&mut self, target: usize) {
        self.targets.push(u32::try_from(target).expect("nodes fit in 32 bits"));
    }

    /// Ends the node that is being made; the next one begins.
    pub(crate) fn end_node(&mut self) {
        self.starts.push(u32::try_from(self.targets.len()).expect("edges fit in 32 bits"));
    }

    /// The relation of these pairs, in any order, over `nodes` nodes.
    pub(crate) fn from_pairs(nodes: usize, pairs: &[(u32, u32)]) -> Relation {
        let mut starts = vec![0; nodes + 1];
        for (from, _) in pairs {
            starts[*from as usize + 1] += 1;
        }
        for at in 0..nodes {
            starts[at + 1] += starts[at];
        }
        let mut free = starts.clone();
        let mut targets = vec![0; pairs.len()];
        for (from, to) in pairs {
            targets[free[*from as usize] as usize] = *to;
            free[*from as usize] += 1;
        }
        Relation { starts, targets }
    }

    /// To which nodes `node` is related.
    pub(crate) fn of(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

/// Lets the sets of `sets`, a row for each node, grow along `relation`.
pub(crate) fn digraph(relation: &Relation, sets: &mut Bits) {
    const UNSEEN: u32 = 0;
    const DONE: u32 = u32::MAX;
    let mut depth = vec![UNSEEN; relation.len()];
    let mut component: Vec<u32> = Vec::new();
    // The nodes being visited, each with the number of its edges that were followed and its own depth.
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
            if let Some(&target) = relation.of(node).get(*followed as usize) {
                let target_index = target as usize;
                if depth[target_index] == UNSEEN {
                    next = Some(target);
                    continue;
                }
                *followed += 1;
                depth[node] = depth[node].min(depth[target_index]);
                sets.unite(node, target_index);
                continue;
            }
            path.pop();
            if depth[node] == own {
                while let Some(member) = component.pop() {
                    depth[member as usize] = DONE;
                    if member as usize == node {
                        break;
                    }
                    sets.copy(member as usize, node);
                }
            }
        }
    }
}
