//! Lower bounds as a function of a stack: its costs in a [`Window`], from its kernel items.
//!
//! A stack ends in a state; each kernel item A → α·β of that state offers one continuation: read β,
//! pop α, go to A. Without lookaheads and conflict resolution each of them is open, so the cost of
//! the cheapest is a lower bound of the real cost:
//!
//! H(S) = min( here(S), min over items A → α·β of through(β, H(goto(pop(S, |α|), A))) )
//!
//! where `here` is the cost of ending at once and `through` adds what reading β costs. Every real
//! move is one of them, so the bound is consistent.
//!
//! A stack need not be taken apart for that. The costs left after each item are its *context*
//! ([`Context`]), and the context of a stack with one state more follows from the context and the
//! state: an item with |α| ≥ 2 is one of the state below, a symbol before; an item with |α| = 1
//! leads to a stack that differs in its top only. Among these the least fixpoint is computed.
//! Stacks of a search are many, but few of their contexts differ: so contexts and costs have
//! numbers ([`Memo`]), and what follows from equal numbers is computed once.
//!
//! Cost: for each new stack a lookup by its top and the context below; for each new context a
//! product of matrices for each item. Rejected: a fixpoint over the state graph, which is not
//! needed, since success inside a symbol is part of that symbol's matrix.

use lrtable::{
    StateId,
    hash::{Index, Map},
};

use super::{
    super::{
        arena::{Arena, StackId},
        budget::Spent,
    },
    Setting,
    facts::{KernelItem, Rest},
    memo::{Context, ContextId, CostsId, Memo},
    window::{Lanes, Window},
};

/// Steps charged for keeping costs: where no costs are asked for twice, keeping them takes longer
/// than computing them.
const KEEPING_STEPS: u64 = 16;

/// Costs of the stacks of one arena.
pub(in super::super) struct StackCosts<'k> {
    pub(super) window: Window<'k>,
    contexts: Map<StackId, ContextId>,
    pub(super) memo: Memo,
}

/// A state on top of a context, while the mutually dependent costs of such states are computed.
struct Member {
    state: StateId,
    /// The continuations that its items offer.
    continuations: Vec<(Rest, Continuation<Sibling>)>,
}

/// What an item leads to: costs that are known, or else a state on top of the same context.
enum Continuation<Target> {
    Known(CostsId),
    To(Target),
}

/// A member of a family, by its index, and its costs when the continuation to it was last
/// evaluated.
type Sibling = (usize, Option<CostsId>);

impl<'k> StackCosts<'k> {
    /// Makes a value without costs.
    pub(super) fn new(window: Window<'k>) -> Self {
        let memo = Memo::new(window.accepted.clone());
        StackCosts { window, contexts: Map::default(), memo }
    }

    /// Returns the bytes in use, counted alike on every machine.
    pub(in super::super) fn bytes(&self) -> usize {
        let stacks = self.contexts.len() * (size_of::<(StackId, ContextId)>() + Index::BYTES);
        self.memo.bytes() + stacks + self.window.bytes()
    }

    /// Returns the costs of `stack`.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub(super) fn of(&mut self, arena: &Arena<'_>, stack: StackId) -> Result<&Lanes, Spent> {
        let costs = if arena.is_base_below(stack, self.window.setting.shallowest) {
            CostsId::UNKNOWN
        } else {
            let below = arena.try_pop(stack, 1);
            let below = below.map(|below| self.context(arena, below)).transpose()?;
            self.costs_above(below, self.name(arena.top(stack)))?
        };
        Ok(self.memo.costs(costs))
    }

    /// Returns the class of the state on top.
    pub(super) fn class(&self, arena: &Arena<'_>, stack: StackId) -> StateId {
        self.window.setting.facts.quotient.class(arena.top(stack))
    }

    /// Returns the state that stands for the class of `state`.
    fn name(&self, state: StateId) -> StateId {
        self.window.setting.facts.quotient.names[state.index()]
    }

    /// Returns the context of `stack`.
    pub(super) fn context(
        &mut self,
        arena: &Arena<'_>,
        stack: StackId,
    ) -> Result<ContextId, Spent> {
        let mut below = Some(stack);
        let mut known = None;
        let mut above = Vec::new();
        while let Some(stack) = below {
            known = self.contexts.get(&stack).copied();
            if known.is_some() {
                break;
            }
            above.push(stack);
            if arena.is_base_below(stack, self.window.setting.shallowest) {
                break;
            }
            below = arena.try_pop(stack, 1);
        }
        for &stack in above.iter().rev() {
            let state = self.name(arena.top(stack));
            let context = if arena.is_base_below(stack, self.window.setting.shallowest) {
                let facts = self.window.setting.facts;
                let items = facts.items(facts.quotient.class(state)).len();
                let then = vec![Some(CostsId::UNKNOWN); items];
                self.memo.number_context(Context { state, then })
            } else {
                self.context_above(known, state)?
            };
            self.contexts.get_or_insert_with(stack, || context);
            known = Some(context);
        }
        Ok(known.expect("a stack is not empty"))
    }

    /// Returns the context of a stack with `state` on top of a stack with the context `below`, or
    /// of nothing.
    fn context_above(
        &mut self,
        below: Option<ContextId>,
        state: StateId,
    ) -> Result<ContextId, Spent> {
        let Setting { facts, meter, .. } = self.window.setting;
        meter.charge(KEEPING_STEPS)?;
        if let Some(context) = self.memo.contexts_above.get(&(below, state)) {
            return Ok(*context);
        }
        let items = facts.items(facts.quotient.class(state));
        meter.charge(KEEPING_STEPS + 2 * items.len() as u64)?;
        let mut then = Vec::with_capacity(items.len());
        for item in items {
            then.push(match self.continuation(below, item) {
                Some(Continuation::Known(costs)) => Some(costs),
                Some(Continuation::To(target)) => Some(self.costs_above(below, target)?),
                None => None,
            });
        }
        let context = self.memo.number_context(Context { state, then });
        self.memo.contexts_above.get_or_insert_with((below, state), || context);
        Ok(context)
    }

    /// Returns where an item of a state on top of the context `below`, or of nothing, leads. (Some
    /// items of a class may belong to states that are not meant: they lead nowhere.)
    fn continuation(
        &self,
        below: Option<ContextId>,
        item: &KernelItem,
    ) -> Option<Continuation<StateId>> {
        if item.pop == 0 {
            return Some(Continuation::Known(CostsId::ACCEPTED));
        }
        let Setting { tables, facts, .. } = self.window.setting;
        let Context { state, then } = self.memo.context(below?);
        if item.pop == 1 {
            return Some(Continuation::To(self.name(tables.goto(*state, item.rule)?)));
        }
        then[facts.item_before(facts.quotient.class(*state), item)?].map(Continuation::Known)
    }

    /// Returns the costs of a stack with `state` on top of a stack with the context `below`, or of
    /// nothing.
    fn costs_above(&mut self, below: Option<ContextId>, state: StateId) -> Result<CostsId, Spent> {
        self.window.setting.meter.charge(1)?;
        if let Some(costs) = self.memo.costs_above.get(&(below, state)) {
            return Ok(*costs);
        }
        let mut family = self.family(below, state)?;
        let costs = self.least(&mut family)?;
        for (member, costs) in family.iter().zip(&costs) {
            self.memo.costs_above.get_or_insert_with((below, member.state), || *costs);
        }
        Ok(costs[0])
    }

    /// Returns the states on top of a context to which `state` leads by items of one symbol, itself
    /// first.
    fn family(&self, below: Option<ContextId>, state: StateId) -> Result<Vec<Member>, Spent> {
        let Setting { facts, meter, .. } = self.window.setting;
        let member = |state| Member { state, continuations: Vec::new() };
        let mut family = vec![member(state)];
        let mut next = 0;
        while next < family.len() {
            meter.charge(KEEPING_STEPS)?;
            for item in facts.items(facts.quotient.class(family[next].state)) {
                let continuation =
                    self.continuation(below, item).map(|continuation| match continuation {
                        Continuation::Known(costs) => Continuation::Known(costs),
                        Continuation::To(target) => {
                            match self.memo.costs_above.get(&(below, target)) {
                                Some(costs) => Continuation::Known(*costs),
                                None => {
                                    let known =
                                        family.iter().position(|member| member.state == target);
                                    let sibling = known.unwrap_or(family.len());
                                    family.extend(known.is_none().then(|| member(target)));
                                    Continuation::To((sibling, None))
                                }
                            }
                        }
                    });
                meter.charge(2 + family.len() as u64 / 4)?;
                family[next]
                    .continuations
                    .extend(continuation.map(|continuation| (item.rest, continuation)));
            }
            next += 1;
        }
        Ok(family)
    }

    /// Returns the costs of a family: the least fixpoint. Members mostly lead to later ones, so the
    /// last comes first; a continuation is evaluated again only if the costs that it leads to have
    /// changed.
    fn least(&mut self, family: &mut [Member]) -> Result<Vec<CostsId>, Spent> {
        let mut costs = Vec::with_capacity(family.len());
        for member in family.iter() {
            let mut own = self.window.here(self.window.setting.facts.quotient.class(member.state));
            for (rest, continuation) in &member.continuations {
                if let Continuation::Known(then) = continuation {
                    own.lower(self.through(*rest, *then)?);
                }
            }
            costs.push(self.memo.number(own));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (at, member) in family.iter_mut().enumerate().rev() {
                let mut own = None;
                for (rest, continuation) in &mut member.continuations {
                    if let Continuation::To((sibling, seen)) = continuation
                        && *seen != Some(costs[*sibling])
                    {
                        *seen = Some(costs[*sibling]);
                        let own = own.get_or_insert_with(|| self.memo.costs(costs[at]).clone());
                        own.lower(self.through(*rest, costs[*sibling])?);
                    }
                }
                let Some(own) = own else { continue };
                let own = self.memo.number(own);
                changed |= std::mem::replace(&mut costs[at], own) != own;
            }
        }
        Ok(costs)
    }

    /// Returns the costs of reading `rest` if the costs after it are `then`.
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
