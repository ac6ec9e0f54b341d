//! Sets of characters as automata over the bytes of UTF-8.
//!
//! A node tells for each byte the next node; behind the last byte of a character comes [`DONE`]. Nodes that say the same are
//! one, so that the 600 ranges of `\p{L}` become some 150 nodes. Texts are valid UTF-8: what is said of byte sequences that
//! are none does not matter, and is chosen so that more nodes become equal.

use fnv::FnvHashMap;

use super::chars::CharSet;

/// The number of a node.
pub(super) type Node = u32;

/// Behind the last byte of a character.
pub(super) const DONE: Node = 0;

/// Bytes `from..=to` lead to `next`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Edge {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) next: Node,
}

/// All nodes of all sets.
#[derive(Debug)]
pub(super) struct Utf8 {
    nodes: Vec<Box<[Edge]>>,
    known: FnvHashMap<Box<[Edge]>, Node>,
    roots: FnvHashMap<CharSet, Node>,
}

/// For each length of a sequence from two bytes on: its first character, the first of its lead bytes, the number of these.
const LENGTHS: [(u32, u8, u32); 3] = [(0x80, 0xc0, 32), (0x800, 0xe0, 16), (0x1_0000, 0xf0, 5)];

impl Utf8 {
    pub(super) fn new() -> Self {
        Utf8 { nodes: vec![[].into()], known: FnvHashMap::default(), roots: FnvHashMap::default() }
    }

    /// The edges of a node, sorted.
    pub(super) fn edges(&self, node: Node) -> &[Edge] {
        &self.nodes[node as usize]
    }

    /// The node where the characters of `set` start.
    pub(super) fn root(&mut self, set: &CharSet) -> Node {
        if let Some(&root) = self.roots.get(set) {
            return root;
        }
        let ranges = set.ranges();
        let ascii = ranges.iter().filter(|(from, _)| *from < 0x80);
        let mut edges: Vec<Edge> = ascii
            .map(|&(from, to)| Edge { from: from as u8, to: to.min(0x7f) as u8, next: DONE })
            .collect();
        for (continuations, (first, lead, leads)) in (1..).zip(LENGTHS) {
            let block = 1_u32 << (6 * continuations);
            let end = leads * block;
            let mut inside: Vec<(u32, u32)> = ranges
                .iter()
                .filter(|&&(from, to)| from < end && to >= first)
                .map(|&(from, to)| (from.max(first), to.min(end - 1)))
                .collect();
            // Sequences that are too long for their character, or stand for none, never occur.
            match inside.first_mut() {
                Some(range) if range.0 == first => range.0 = 0,
                _ => {}
            }
            match inside.last_mut() {
                Some(range) if range.1 == super::chars::MAX => range.1 = end - 1,
                _ => {}
            }
            self.blocks(&inside, 0, block, leads, lead, continuations, &mut edges);
        }
        let root = self.node(edges);
        self.roots.insert(set.clone(), root);
        root
    }

    /// Adds the edges for `count` blocks of characters from `base` on, of which the first has the byte `byte`.
    #[expect(clippy::too_many_arguments, reason = "a recursion over places in two spaces")]
    fn blocks(
        &mut self,
        ranges: &[(u32, u32)],
        base: u32,
        block: u32,
        count: u32,
        byte: u8,
        continuations: u32,
        edges: &mut Vec<Edge>,
    ) {
        let mut rest = ranges;
        for k in 0..count {
            let (start, end) = (base + k * block, base + (k + 1) * block - 1);
            while rest.first().is_some_and(|&(_, to)| to < start) {
                rest = &rest[1..];
            }
            let inside = &rest[..rest.iter().take_while(|&&(from, _)| from <= end).count()];
            if inside.is_empty() {
                continue;
            }
            let next = if inside[0].0 <= start && inside[0].1 >= end {
                self.all(continuations)
            } else {
                let mut below = Vec::new();
                self.blocks(inside, start, block >> 6, 64, 0x80, continuations - 1, &mut below);
                self.node(below)
            };
            let at = byte + k as u8;
            match edges.last_mut() {
                Some(last) if last.next == next && last.to + 1 == at => last.to = at,
                _ => edges.push(Edge { from: at, to: at, next }),
            }
        }
    }

    /// The node for any so many bytes.
    fn all(&mut self, continuations: u32) -> Node {
        if continuations == 0 {
            return DONE;
        }
        let next = self.all(continuations - 1);
        self.node(vec![Edge { from: 0x80, to: 0xbf, next }])
    }

    fn node(&mut self, edges: Vec<Edge>) -> Node {
        let edges = edges.into_boxed_slice();
        if let Some(&node) = self.known.get(&edges) {
            return node;
        }
        let node = Node::try_from(self.nodes.len()).expect("sets have fewer than 2^32 nodes");
        self.nodes.push(edges.clone());
        self.known.insert(edges, node);
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(utf8: &Utf8, root: Node, c: char) -> bool {
        let mut node = root;
        for &byte in c.encode_utf8(&mut [0; 4]).as_bytes() {
            let edge = utf8.edges(node).iter().find(|edge| edge.from <= byte && byte <= edge.to);
            match edge {
                Some(edge) => node = edge.next,
                None => return false,
            }
        }
        node == DONE
    }

    #[test]
    fn every_character_is_spelt_as_in_utf8() {
        let sets = [
            vec![(0, 0x10_ffff)],
            vec![(0x80, 0x10_ffff)],
            vec![(0x7f, 0x80), (0x7ff, 0x800), (0xfff, 0x1000), (0xffff, 0x1_0000)],
            vec![(0xd7ff, 0xd7ff), (0xe001, 0xe001), (0x3_ffff, 0x4_0000), (0x10_ffff, 0x10_ffff)],
            vec![(0x61, 0x7a), (0xe9, 0xe9), (0x20ac, 0x20ac), (0x1_f600, 0x1_f64f)],
        ];
        for ranges in sets {
            let set = CharSet::of(ranges);
            let mut utf8 = Utf8::new();
            let root = utf8.root(&set);
            for c in '\0'..=char::MAX {
                assert_eq!(matches(&utf8, root, c), set.contains(c as u32), "{c:?} in {set:?}");
            }
        }
    }

    #[test]
    fn all_characters_take_few_nodes() {
        let mut utf8 = Utf8::new();
        utf8.root(&CharSet::of(vec![(0, 0x10_ffff)]));
        assert_eq!(utf8.nodes.len(), 5);
    }
}
