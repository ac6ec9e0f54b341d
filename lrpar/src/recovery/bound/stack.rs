//! Lower bounds as functions of a stack: costs in a [`Window`] for each stack, by its kernel items.
//!
//! A stack ends in a state; each kernel item A → α·β of that state says one way on: read β, take off α, go to A. Ignoring
//! lookaheads and conflict resolution every such way is open, so the cost of the cheapest is a lower bound of the real cost:
//!
//! H(S) = min( here(S), min over items A → α·β of through(β, H(goto(pop(S, |α|), A))) )
//!
//! where `here` is the cost of ending at once and `through` adds what reading β costs. Every real move is such a way, so
//! the bound is consistent. An item with |α| ≥ 2 leads to a stack with fewer states below its top; items with |α| = 1 lead
//! to stacks that differ in their top only, among which the least fixpoint is computed. The costs of each stack are kept.
//!
//! Stacks of a search are many, but few of their costs differ: a state and what its items lead to seldom look at more than a few
//! states. So costs have numbers ([`Memo`]), and what follows from equal numbers is computed once.

use lrtable::{StateId, hash::Map};

use super::{
    super::{
        arena::{Arena, StackId, narrow},
        budget::Spent,
    },
    Setting,
    facts::{KernelItem, Rest},
    memo::{CostsId, Family, Memo},
    window::{Lanes, Window},
};

/// What keeping costs is charged, in steps: where nothing is asked for twice it takes more time than computing them.
const KEEPING_STEPS: u64 = 16;

/// The costs of the stacks of one arena.
pub(in super::super) struct StackCosts<'k> {
    pub(super) window: Window<'k>,
    /// The costs of each prefix of the parser's stack, and of each other stack by its number.
    of_prefixes: Map<StackId, CostsId>,
    of_stacks: Vec<Option<CostsId>>,
    memo: Memo,
}

/// A stack of a family whose costs depend on each other, while they are computed.
struct Member {
    stack: StackId,
    /// What its items lead to.
    ways: Vec<(KernelItem, Way)>,
}

/// What an item of a family's member leads to.
enum Way {
    /// A stack with these costs, or acceptance.
    Known(CostsId),
    /// A member.
    Sibling(usize),
}

impl<'k> StackCosts<'k> {
    /// No costs yet.
    pub(super) fn new(window: Window<'k>) -> Self {
        let memo = Memo::new(window.accepted.clone());
        StackCosts { window, of_prefixes: Map::default(), of_stacks: Vec::new(), memo }
    }

    /// Bytes in use, counted alike on every machine.
    pub(in super::super) fn bytes(&self) -> usize {
        let stacks = self.of_stacks.len() * size_of::<Option<CostsId>>();
        self.memo.bytes() + stacks + self.window.bytes()
    }

    /// The costs of `stack`.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn of(&mut self, arena: &mut Arena<'_>, stack: StackId) -> Result<&Lanes, Spent> {
        if self.get(arena, stack).is_none() {
            self.compute(arena, stack)?;
        }
        let costs = self.get(arena, stack).expect("they were computed just now");
        Ok(self.memo.costs(costs))
    }

    fn compute(&mut self, arena: &mut Arena<'_>, stack: StackId) -> Result<(), Spent> {
        let mut todo = vec![stack];
        while let Some(&next) = todo.last() {
            if self.get(arena, next).is_some() {
                todo.pop();
                continue;
            }
            self.window.setting.meter.charge_units(1)?;
            if arena.is_base_below(next, self.window.setting.shallowest) {
                let nothing = self.memo.number(Lanes::nothing());
                self.store(arena, next, nothing);
                continue;
            }
            let before = todo.len();
            let family = self.family(arena, next, &mut todo)?;
            if todo.len() == before {
                self.solve(arena, &family)?;
            }
        }
        Ok(())
    }

    /// The class of the state on top.
    pub(super) fn class(&self, arena: &Arena<'_>, stack: StackId) -> StateId {
        self.window.setting.facts.quotient.class(arena.top(stack))
    }

    fn get(&self, arena: &Arena<'_>, stack: StackId) -> Option<CostsId> {
        match arena.number(stack) {
            Some(number) => *self.of_stacks.get(number)?,
            None => self.of_prefixes.get(&stack).copied(),
        }
    }

    fn store(&mut self, arena: &Arena<'_>, stack: StackId, costs: CostsId) {
        match arena.number(stack) {
            Some(number) => {
                if self.of_stacks.len() <= number {
                    self.of_stacks.resize(number + 1, None);
                }
                self.of_stacks[number] = Some(costs);
            }
            None => {
                self.of_prefixes.get_or_insert_with(stack, || costs);
            }
        }
    }

    /// The stacks without costs that `stack` leads to by items of one symbol, itself the first. Stacks that must be
    /// computed before are added to `todo`.
    fn family(
        &self,
        arena: &mut Arena<'_>,
        stack: StackId,
        todo: &mut Vec<StackId>,
    ) -> Result<Vec<Member>, Spent> {
        let Setting { tables, facts, meter, .. } = self.window.setting;
        let member = |stack| Member { stack, ways: Vec::new() };
        let mut family = vec![member(stack)];
        let mut next = 0;
        while next < family.len() {
            let stack = family[next].stack;
            for &item in facts.items(self.class(arena, stack)) {
                if item.pop == 0 {
                    family[next].ways.push((item, Way::Known(CostsId::ACCEPTED)));
                    continue;
                }
                // Of a class's items some may belong to states that are not meant: they lead nowhere, or off the stack.
                let Some(below) = arena.try_pop(stack, item.pop as usize) else { continue };
                let Some(state) = tables.goto(arena.top(below), item.rule) else { continue };
                let target = arena.push(below, state);
                if let Some(costs) = self.get(arena, target) {
                    family[next].ways.push((item, Way::Known(costs)));
                } else if item.pop > 1 {
                    todo.push(target);
                } else {
                    meter.charge(family.len() as u64)?;
                    let at = family.iter().position(|m| m.stack == target).unwrap_or_else(|| {
                        family.push(member(target));
                        family.len() - 1
                    });
                    family[next].ways.push((item, Way::Sibling(at)));
                }
            }
            next += 1;
        }
        Ok(family)
    }

    /// Computes the costs of a family, if those of an equal one are not known.
    fn solve(&mut self, arena: &Arena<'_>, family: &[Member]) -> Result<(), Spent> {
        let mut key = Vec::new();
        for member in family {
            key.push(u32::from(self.class(arena, member.stack)));
            key.extend(member.ways.iter().flat_map(|(item, way)| match way {
                Way::Known(costs) => [2 * item.rest.from, costs.0],
                Way::Sibling(at) => [2 * item.rest.from + 1, narrow(*at)],
            }));
            key.push(u32::MAX);
        }
        self.window.setting.meter.charge(key.len() as u64 / 4)?;
        let key = Family(key);
        let costs = match self.memo.solved.get(&key) {
            Some(costs) => costs.clone(),
            None => {
                self.window.setting.meter.charge(KEEPING_STEPS)?;
                let costs = self.least(arena, family)?;
                self.memo.keep_solved(key, costs.clone());
                costs
            }
        };
        for (member, costs) in family.iter().zip(costs) {
            self.store(arena, member.stack, costs);
        }
        Ok(())
    }

    /// The costs of a family: the least fixpoint.
    fn least(&mut self, arena: &Arena<'_>, family: &[Member]) -> Result<Vec<CostsId>, Spent> {
        let mut costs = Vec::with_capacity(family.len());
        for member in family {
            let mut own = self.window.here(self.class(arena, member.stack));
            for (item, way) in &member.ways {
                if let Way::Known(then) = way {
                    own.lower(self.through(item.rest, *then)?);
                }
            }
            costs.push(self.memo.number(own));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (at, member) in family.iter().enumerate() {
                let mut own = self.memo.costs(costs[at]).clone();
                for (item, way) in &member.ways {
                    if let Way::Sibling(sibling) = way {
                        own.lower(self.through(item.rest, costs[*sibling])?);
                    }
                }
                let own = self.memo.number(own);
                changed |= std::mem::replace(&mut costs[at], own) != own;
            }
        }
        Ok(costs)
    }

    /// The costs of reading `rest` where `then` is left after it.
    fn through(&mut self, rest: Rest, then: CostsId) -> Result<&Lanes, Spent> {
        let known = self.memo.through.get(&(rest.from, then)).copied();
        let costs = match known {
            Some(costs) => costs,
            None => {
                self.window.setting.meter.charge(KEEPING_STEPS)?;
                let lanes = self.window.through(rest, self.memo.costs(then))?;
                let costs = self.memo.number(lanes);
                self.memo.through.get_or_insert_with((rest.from, then), || costs);
                costs
            }
        };
        self.window.setting.meter.charge(1)?;
        Ok(self.memo.costs(costs))
    }
}
