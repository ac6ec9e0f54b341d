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

use lrtable::{StateId, TokenId, hash::Map, pack::Tables};

use super::{
    ahead::Ahead,
    arena::{Arena, StackId},
    knowledge::{KernelItem, Known, Rest},
};

/// What a bound is made for.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'k> {
    pub(crate) tables: &'k Tables<'k>,
    pub(crate) known: &'k Known,
    /// The input, ending in `$`.
    pub(crate) tokens: &'k [TokenId],
    /// Where the search starts, and where the error was detected.
    pub(crate) position: usize,
    pub(crate) detected: usize,
    /// Prefixes of the parser's stack with fewer states than this have the bound 0.
    pub(crate) shallowest: usize,
    /// How many vectors may be computed; all others are 0.
    pub(crate) allowance: u64,
}

/// What a vector holds, and how it is computed.
pub(crate) trait Bound {
    /// The costs of a stack.
    type Vector: Clone + PartialEq;

    /// `here` for a stack with `top` on it.
    fn here(&self, top: StateId) -> Self::Vector;

    /// Lowers `out` to the cost of reading the symbols `rest` and being then where `then` says what is left.
    fn through(&self, tables: &Tables<'_>, rest: Rest, then: &Self::Vector, out: &mut Self::Vector);

    /// What is left when the augmented rule is complete.
    fn accepted(&self) -> &Self::Vector;

    /// Nothing is left.
    fn nothing(&self) -> Self::Vector;

    /// The bound for a stack whose vector is `vector`, at `position` in `tokens` with `shifts` shifts just made, as far as is
    /// looked ahead.
    fn look_up(
        &self,
        ahead: &Ahead,
        tokens: &[TokenId],
        vector: &Self::Vector,
        position: usize,
        shifts: u8,
    ) -> u32;

    /// The number of matrix products made.
    fn products(&self) -> u64 {
        0
    }
}

/// The vectors of the stacks of one arena.
pub(crate) struct Vectors<'k, B: Bound> {
    pub(crate) bound: B,
    known: &'k Known,
    tables: &'k Tables<'k>,
    /// Where the vector of each prefix of the parser's stack is, and of each other stack by its number.
    prefix_places: Map<StackId, u32>,
    places: Vec<u32>,
    vectors: Vec<B::Vector>,
    shallowest: usize,
    allowance: u64,
}

/// The place of a vector that was not computed.
const NO_VECTOR: u32 = u32::MAX;

/// A stack of a family whose vectors depend on each other, while they are computed.
struct Member {
    stack: StackId,
    /// The family members that its items of one symbol lead to.
    siblings: Vec<(KernelItem, usize)>,
    /// The stacks, with known vectors, that its other items lead to.
    others: Vec<(KernelItem, Option<StackId>)>,
}

impl<'k, B: Bound> Vectors<'k, B> {
    /// No vectors yet.
    pub(crate) fn new(bound: B, setting: &Setting<'k>) -> Self {
        let Setting { tables, known, shallowest, allowance, .. } = *setting;
        Vectors {
            bound,
            known,
            tables,
            prefix_places: Map::default(),
            places: Vec::new(),
            vectors: Vec::new(),
            shallowest,
            allowance,
        }
    }

    /// Bytes in use, counted alike on every machine.
    pub(crate) fn bytes(&self) -> usize {
        self.vectors.len() * (size_of::<B::Vector>() + 8)
    }

    /// The number of vectors computed.
    pub(crate) fn count(&self) -> u64 {
        self.vectors.len() as u64
    }

    /// The vector of `stack`, and the bound that made it.
    pub(crate) fn of(&mut self, arena: &mut Arena<'_>, stack: StackId) -> (&B, &B::Vector) {
        if self.get(arena, stack).is_none() {
            self.compute(arena, stack);
        }
        (&self.bound, self.get(arena, stack).expect("it was computed just now"))
    }

    fn compute(&mut self, arena: &mut Arena<'_>, stack: StackId) {
        let mut todo = vec![stack];
        while let Some(&next) = todo.last() {
            if self.get(arena, next).is_some() {
                todo.pop();
                continue;
            }
            if arena.is_base_below(next, self.shallowest) || self.count() >= self.allowance {
                self.store(arena, next, self.bound.nothing());
                continue;
            }
            let before = todo.len();
            let family = self.family(arena, next, &mut todo);
            if todo.len() == before {
                self.solve(arena, family);
            }
        }
    }

    /// The class of the state on top.
    fn class(&self, arena: &Arena<'_>, stack: StackId) -> StateId {
        self.known.quotient.class(arena.top(stack))
    }

    fn get(&self, arena: &Arena<'_>, stack: StackId) -> Option<&B::Vector> {
        let at = match arena.number(stack) {
            Some(number) => *self.places.get(number)?,
            None => *self.prefix_places.get(&stack)?,
        };
        self.vectors.get(at as usize)
    }

    fn store(&mut self, arena: &Arena<'_>, stack: StackId, vector: B::Vector) {
        let at = u32::try_from(self.vectors.len()).expect("memory is bounded before that");
        match arena.number(stack) {
            Some(number) => {
                if self.places.len() <= number {
                    self.places.resize(number + 1, NO_VECTOR);
                }
                self.places[number] = at;
            }
            None => {
                self.prefix_places.get_or_insert_with(stack, || at);
            }
        }
        self.vectors.push(vector);
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
            for &item in self.known.items(self.class(arena, stack)) {
                if item.pop == 0 {
                    family[next].others.push((item, None));
                    continue;
                }
                // Of a class's items some may belong to states that are not meant: they lead nowhere, or off the stack.
                let Some(below) = arena.try_pop(stack, item.pop as usize) else { continue };
                let Some(state) = self.tables.goto(arena.top(below), item.rule) else { continue };
                let target = arena.push(below, state);
                if self.get(arena, target).is_some() {
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
        let mut vectors: Vec<B::Vector> = Vec::with_capacity(family.len());
        for member in &family {
            let mut vector = self.bound.here(self.class(arena, member.stack));
            for (item, target) in &member.others {
                let then = match target {
                    None => self.bound.accepted(),
                    Some(target) => self.get(arena, *target).expect("it was computed before"),
                };
                self.bound.through(self.tables, item.rest, then, &mut vector);
            }
            vectors.push(vector);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (at, member) in family.iter().enumerate() {
                for (item, sibling) in &member.siblings {
                    let mut vector = vectors[at].clone();
                    self.bound.through(self.tables, item.rest, &vectors[*sibling], &mut vector);
                    if vector != vectors[at] {
                        vectors[at] = vector;
                        changed = true;
                    }
                }
            }
        }
        for (member, vector) in family.iter().zip(vectors) {
            self.store(arena, member.stack, vector);
        }
    }
}
