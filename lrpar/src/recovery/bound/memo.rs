//! Memo of what was computed in one window: numbers of cost vectors and of contexts of stacks, and
//! what follows from them.
//!
//! Equal values have equal numbers, so that only numbers are compared. Nothing outlives a search:
//! neither results nor counted work depend on what was parsed before.

use std::hash::{Hash, Hasher};

use lrtable::{
    StateId,
    hash::{Index, Map, hash},
};

use super::{super::arena::narrow, window::Lanes};

/// Number of a vector of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CostsId(u32);

impl CostsId {
    /// Costs left when the input is accepted.
    pub(super) const ACCEPTED: CostsId = CostsId(0);
    /// Costs left for a stack of which nothing is known.
    pub(super) const UNKNOWN: CostsId = CostsId(1);
}

/// Number of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ContextId(u32);

/// Context of a stack, which is all that bounds need of it: its top, and for each kernel item of
/// the top the costs left once the item is complete; `None` if the item leads nowhere.
#[derive(PartialEq, Eq)]
pub(super) struct Context {
    pub(super) state: StateId,
    pub(super) then: Vec<Option<CostsId>>,
}

impl Hash for Context {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.state.hash(state);
        self.then.iter().for_each(|then| state.write_u32(then.map_or(u32::MAX, |costs| costs.0)));
    }
}

/// The memo of one window.
pub(super) struct Memo {
    costs: Vec<Lanes>,
    costs_index: Index,
    contexts: Vec<Context>,
    contexts_index: Index,
    /// The number of items in all contexts.
    items: usize,
    /// Costs before the rest of a production, by the rest's index in the table's list of symbols
    /// and the costs after it.
    pub(super) through: Map<(u32, CostsId), CostsId>,
    /// Contexts of stacks with one state pushed.
    pub(super) contexts_above: Map<(Option<ContextId>, StateId), ContextId>,
    /// Costs of stacks with one state pushed.
    pub(super) costs_above: Map<(Option<ContextId>, StateId), CostsId>,
}

impl Memo {
    /// Makes a memo that holds only the costs left when the input is accepted.
    pub(super) fn new(accepted: Lanes) -> Memo {
        let mut memo = Memo {
            costs: Vec::new(),
            costs_index: Index::default(),
            contexts: Vec::new(),
            contexts_index: Index::default(),
            items: 0,
            through: Map::default(),
            contexts_above: Map::default(),
            costs_above: Map::default(),
        };
        for costs in [accepted, Lanes::nothing()] {
            memo.costs_index.push(hash(&costs));
            memo.costs.push(costs);
        }
        memo
    }

    /// Returns the number of `costs`.
    pub(super) fn number(&mut self, costs: Lanes) -> CostsId {
        CostsId(narrow(self.costs_index.find_or_push(&mut self.costs, costs)))
    }

    /// Returns the costs with a number.
    pub(super) fn costs(&self, number: CostsId) -> &Lanes {
        &self.costs[number.0 as usize]
    }

    /// Returns the number of `context`.
    pub(super) fn number_context(&mut self, context: Context) -> ContextId {
        let (known, items) = (self.contexts.len(), context.then.len());
        let at = self.contexts_index.find_or_push(&mut self.contexts, context);
        self.items += if at == known { items } else { 0 };
        ContextId(narrow(at))
    }

    /// Returns the context with a number.
    pub(super) fn context(&self, number: ContextId) -> &Context {
        &self.contexts[number.0 as usize]
    }

    /// Returns the bytes in use, counted alike on every machine.
    pub(super) fn bytes(&self) -> usize {
        let entry = 3 * size_of::<u32>() + Index::BYTES;
        let entries = self.through.len() + self.contexts_above.len() + self.costs_above.len();
        let costs = self.costs.len() * (size_of::<Lanes>() + Index::BYTES);
        let contexts = self.contexts.len() * (size_of::<Context>() + Index::BYTES);
        costs + contexts + self.items * size_of::<Option<CostsId>>() + entries * entry
    }
}
