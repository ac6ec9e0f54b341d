//! Lower bounds as functions of a stack: a vector of costs for each stack, by its kernel items.
//!
//! A stack ends in a state; each kernel item A → α·β of that state says one way on: read β, take off α, go to A. Ignoring
//! lookaheads and conflict resolution every such way is open, so the cost of the cheapest is a lower bound of the real cost:
//!
//! H(S) = min( here(S), min over items A → α·β of through(β, H(goto(pop(S, |α|), A))) )
//!
//! where `here` is the cost of ending at once and `through` adds what reading β costs. Every real move is such a way, so
//! the bound is consistent. An item with |α| ≥ 2 leads to a stack with fewer states below its top; items with |α| = 1 lead
//! to stacks that differ in their top only, among which the least fixpoint is computed. Vectors are kept for each stack.

use fnv::FnvHashMap;
use lrtable::{StateId, pack::Tables};

use super::{
    arena::{Arena, StackId},
    knowledge::{KernelItem, Known},
};

/// What a vector holds, and how it is computed. All costs saturate at 255, a lower bound of what is more.
pub(crate) trait Bound {
    /// The number of costs in a vector.
    fn width(&self) -> usize;

    /// Writes `here` for a stack with `top` on it.
    fn here(&self, top: StateId, out: &mut [u8]);

    /// Lowers `out` to the cost of reading the symbols `rest` and being then where `then` says what is left.
    fn through(&self, rest: &[u32], then: &[u8], out: &mut [u8]);

    /// What is left when the augmented rule is complete.
    fn accepted(&self) -> &[u8];
}

/// Stacks this far below the parser's stack at the error have the bound 0: so cost does not depend on depth.
const DEEP: usize = 200;

/// The vectors of the stacks of one arena.
pub(crate) struct Vectors<'k, B> {
    pub(crate) bound: B,
    known: &'k Known,
    tables: Tables<'k>,
    place: FnvHashMap<StackId, u32>,
    costs: Vec<u8>,
    deepest: usize,
}

/// A stack of a family whose vectors depend on each other, while they are computed.
struct Member {
    stack: StackId,
    /// The family members that its items of one symbol lead to.
    siblings: Vec<(KernelItem, usize)>,
    /// The stacks, with known vectors, that its other items lead to.
    others: Vec<(KernelItem, Option<StackId>)>,
}

impl<'k, B: Bound> Vectors<'k, B> {
    /// No vectors yet. `depth` is the depth of the parser's stack at the error.
    pub(crate) fn new(bound: B, known: &'k Known, tables: Tables<'k>, depth: usize) -> Self {
        Vectors {
            bound,
            known,
            tables,
            place: FnvHashMap::default(),
            costs: Vec::new(),
            deepest: depth.saturating_sub(DEEP),
        }
    }

    /// Bytes in use, counted alike on every machine.
    pub(crate) fn bytes(&self) -> usize {
        self.costs.len() + self.place.len() * 16
    }

    /// The vector of `stack`, and the bound that made it.
    pub(crate) fn of(&mut self, arena: &mut Arena<'_>, stack: StackId) -> (&B, &[u8]) {
        let mut todo = vec![stack];
        while let Some(&next) = todo.last() {
            if self.place.contains_key(&next) {
                todo.pop();
                continue;
            }
            if arena.is_base_below(next, self.deepest) {
                let zeros = vec![0; self.bound.width()];
                self.store(next, &zeros);
                continue;
            }
            let before = todo.len();
            let family = self.family(arena, next, &mut todo);
            if todo.len() == before {
                self.solve(arena, family);
            }
        }
        (&self.bound, self.get(stack).expect("it was computed just now"))
    }

    fn get(&self, stack: StackId) -> Option<&[u8]> {
        let width = self.bound.width();
        self.place.get(&stack).map(|at| &self.costs[*at as usize * width..][..width])
    }

    fn store(&mut self, stack: StackId, vector: &[u8]) {
        let at = self.costs.len() / self.bound.width();
        self.place.insert(stack, u32::try_from(at).expect("memory is bounded before that"));
        self.costs.extend_from_slice(vector);
    }

    /// The stacks without vectors that `stack` leads to by items of one symbol, itself the first. Stacks that must be
    /// computed before are added to `todo`.
    fn family(
        &self,
        arena: &mut Arena<'_>,
        stack: StackId,
        todo: &mut Vec<StackId>,
    ) -> Vec<Member> {
        let member = |stack| Member { stack, siblings: Vec::new(), others: Vec::new() };
        let mut family = vec![member(stack)];
        let mut next = 0;
        while next < family.len() {
            let stack = family[next].stack;
            for &item in self.known.items(arena.top(stack)) {
                if item.pop == 0 {
                    family[next].others.push((item, None));
                    continue;
                }
                // Of a class's items some may belong to states that are not meant: they lead nowhere, or off the stack.
                let Some(below) = arena.try_pop(stack, item.pop as usize) else { continue };
                let Some(state) = self.tables.goto(arena.top(below), item.rule) else { continue };
                let target = arena.push(below, state);
                if self.place.contains_key(&target) {
                    family[next].others.push((item, Some(target)));
                } else if item.pop > 1 {
                    todo.push(target);
                } else {
                    let at = family.iter().position(|m| m.stack == target).unwrap_or_else(|| {
                        family.push(member(target));
                        family.len() - 1
                    });
                    family[next].siblings.push((item, at));
                }
            }
            next += 1;
        }
        family
    }

    fn solve(&mut self, arena: &Arena<'_>, family: Vec<Member>) {
        let width = self.bound.width();
        let mut vectors = vec![u8::MAX; width * family.len()];
        for (member, vector) in family.iter().zip(vectors.chunks_exact_mut(width)) {
            self.bound.here(arena.top(member.stack), vector);
            for (item, target) in &member.others {
                let then = match target {
                    None => self.bound.accepted(),
                    Some(target) => self.get(*target).expect("it was computed before"),
                };
                self.bound.through(item.rest(&self.tables), then, vector);
            }
        }
        let mut changed = family.len() > 1 || !family[0].siblings.is_empty();
        let mut then = vec![0; width];
        while changed {
            changed = false;
            for (at, member) in family.iter().enumerate() {
                for (item, sibling) in &member.siblings {
                    then.copy_from_slice(&vectors[sibling * width..][..width]);
                    let vector = &mut vectors[at * width..][..width];
                    let before = vector.to_vec();
                    self.bound.through(item.rest(&self.tables), &then, vector);
                    changed |= before != *vector;
                }
            }
        }
        for (member, vector) in family.iter().zip(vectors.chunks_exact(width)) {
            self.store(member.stack, vector);
        }
    }
}
