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

use lrtable::{StateId, hash::Map};

use super::{
    super::{
        arena::{Arena, StackId},
        budget::Spent,
    },
    Setting,
    facts::KernelItem,
    window::{Lanes, Window},
};

/// The costs of the stacks of one arena.
pub(in super::super) struct StackCosts<'k> {
    pub(super) window: Window<'k>,
    /// Where the costs of each prefix of the parser's stack are, and of each other stack by its number.
    prefix_places: Map<StackId, u32>,
    places: Vec<u32>,
    costs: Vec<Lanes>,
}

/// The place of costs that were not computed.
const NO_COSTS: u32 = u32::MAX;

/// A stack of a family whose costs depend on each other, while they are computed.
struct Member {
    stack: StackId,
    /// The family members that its items of one symbol lead to.
    siblings: Vec<(KernelItem, usize)>,
    /// The stacks, with known costs, that its other items lead to.
    others: Vec<(KernelItem, Option<StackId>)>,
}

impl<'k> StackCosts<'k> {
    /// No costs yet.
    pub(super) fn new(window: Window<'k>) -> Self {
        let (prefix_places, places, costs) = (Map::default(), Vec::new(), Vec::new());
        StackCosts { window, prefix_places, places, costs }
    }

    /// Bytes in use, counted alike on every machine.
    pub(in super::super) fn bytes(&self) -> usize {
        self.costs.len() * (size_of::<Lanes>() + 8) + self.window.bytes()
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
        Ok(self.get(arena, stack).expect("it was computed just now"))
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
                self.store(arena, next, Lanes::nothing());
                continue;
            }
            let before = todo.len();
            let family = self.family(arena, next, &mut todo)?;
            if todo.len() == before {
                self.solve(arena, family)?;
            }
        }
        Ok(())
    }

    /// The class of the state on top.
    pub(super) fn class(&self, arena: &Arena<'_>, stack: StackId) -> StateId {
        self.window.setting.facts.quotient.class(arena.top(stack))
    }

    fn get(&self, arena: &Arena<'_>, stack: StackId) -> Option<&Lanes> {
        let at = match arena.number(stack) {
            Some(number) => *self.places.get(number)?,
            None => *self.prefix_places.get(&stack)?,
        };
        self.costs.get(at as usize)
    }

    fn store(&mut self, arena: &Arena<'_>, stack: StackId, costs: Lanes) {
        let at = u32::try_from(self.costs.len()).expect("memory is bounded before that");
        match arena.number(stack) {
            Some(number) => {
                if self.places.len() <= number {
                    self.places.resize(number + 1, NO_COSTS);
                }
                self.places[number] = at;
            }
            None => {
                self.prefix_places.get_or_insert_with(stack, || at);
            }
        }
        self.costs.push(costs);
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
        let member = |stack| Member { stack, siblings: Vec::new(), others: Vec::new() };
        let mut family = vec![member(stack)];
        let mut next = 0;
        while next < family.len() {
            let stack = family[next].stack;
            for &item in facts.items(self.class(arena, stack)) {
                if item.pop == 0 {
                    family[next].others.push((item, None));
                    continue;
                }
                // Of a class's items some may belong to states that are not meant: they lead nowhere, or off the stack.
                let Some(below) = arena.try_pop(stack, item.pop as usize) else { continue };
                let Some(state) = tables.goto(arena.top(below), item.rule) else { continue };
                let target = arena.push(below, state);
                if self.get(arena, target).is_some() {
                    family[next].others.push((item, Some(target)));
                } else if item.pop > 1 {
                    todo.push(target);
                } else {
                    meter.charge(family.len() as u64)?;
                    let at = family.iter().position(|m| m.stack == target).unwrap_or_else(|| {
                        family.push(member(target));
                        family.len() - 1
                    });
                    family[next].siblings.push((item, at));
                }
            }
            next += 1;
        }
        Ok(family)
    }

    fn solve(&mut self, arena: &Arena<'_>, family: Vec<Member>) -> Result<(), Spent> {
        let mut costs: Vec<Lanes> = Vec::with_capacity(family.len());
        for member in &family {
            let mut own = self.window.here(self.class(arena, member.stack));
            for (item, target) in &member.others {
                let then = match target {
                    None => &self.window.accepted,
                    Some(target) => self.get(arena, *target).expect("it was computed before"),
                };
                self.window.through(item.rest, then, &mut own)?;
            }
            costs.push(own);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (at, member) in family.iter().enumerate() {
                for (item, sibling) in &member.siblings {
                    let mut own = costs[at].clone();
                    self.window.through(item.rest, &costs[*sibling], &mut own)?;
                    if own != costs[at] {
                        costs[at] = own;
                        changed = true;
                    }
                }
            }
        }
        for (member, costs) in family.iter().zip(costs) {
            self.store(arena, member.stack, costs);
        }
        Ok(())
    }
}
