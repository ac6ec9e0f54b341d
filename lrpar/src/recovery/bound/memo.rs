//! What was computed in one window: vectors of costs by numbers, and what follows from them.
//!
//! Equal costs have equal numbers, so a number is all that is compared. Nothing is kept beyond a search: neither results nor counted
//! work depend on what was parsed before.

use std::hash::{Hash, Hasher};

use lrtable::hash::{Index, Map, hash};

use super::{super::arena::narrow, window::Lanes};

/// The number of a vector of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CostsId(pub(super) u32);

impl CostsId {
    /// What is left when the input is accepted.
    pub(super) const ACCEPTED: CostsId = CostsId(0);
}

/// States of stacks that differ in their top only, and what they lead to, as numbers.
#[derive(PartialEq, Eq)]
pub(super) struct Family(pub(super) Vec<u32>);

impl Hash for Family {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|number| state.write_u32(*number));
    }
}

/// What is known.
pub(super) struct Memo {
    costs: Vec<Lanes>,
    index: Index,
    /// By the place of a production's end in the table's list of symbols, and by what is left after it.
    pub(super) through: Map<(u32, CostsId), CostsId>,
    /// The costs of families.
    pub(super) solved: Map<Family, Vec<CostsId>>,
    /// The bytes of these.
    solved_bytes: usize,
}

impl Memo {
    /// Nothing is known but what is left when the input is accepted.
    pub(super) fn new(accepted: Lanes) -> Memo {
        let (through, solved) = (Map::default(), Map::default());
        let mut memo =
            Memo { costs: Vec::new(), index: Index::default(), through, solved, solved_bytes: 0 };
        memo.number(accepted);
        memo
    }

    /// The number of `costs`.
    pub(super) fn number(&mut self, costs: Lanes) -> CostsId {
        let hash = hash(&costs);
        let known = self.index.find(hash, |at| self.costs[at] == costs);
        let at = known.unwrap_or_else(|| {
            self.index.push(hash);
            self.costs.push(costs);
            self.costs.len() - 1
        });
        CostsId(narrow(at))
    }

    /// The costs of a number.
    pub(super) fn costs(&self, number: CostsId) -> &Lanes {
        &self.costs[number.0 as usize]
    }

    /// Keeps the costs of a family.
    pub(super) fn keep_solved(&mut self, key: Family, costs: Vec<CostsId>) {
        let entry = size_of::<(Family, Vec<CostsId>)>() + Index::BYTES;
        self.solved_bytes += 4 * (key.0.len() + costs.len()) + entry;
        self.solved.get_or_insert_with(key, || costs);
    }

    /// Bytes in use, counted alike on every machine.
    pub(super) fn bytes(&self) -> usize {
        let costs = self.costs.len() * (size_of::<Lanes>() + Index::BYTES);
        let through = size_of::<((u32, CostsId), CostsId)>() + Index::BYTES;
        costs + self.through.len() * through + self.solved_bytes
    }
}
