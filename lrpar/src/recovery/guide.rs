//! What guides a search: a lower bound of the cost that is left, for every configuration.

use lrtable::TokenId;

use super::{
    Place,
    ahead::Ahead,
    arena::{Arena, StackId},
    kind::{BoundKind, Phase},
    knowledge::Known,
    next_token::NextToken,
    vectors::Vectors,
    window::Window,
};

/// A bound over the stacks of one arena.
pub(crate) struct Guide<'k> {
    ahead: Ahead,
    vectors: StackBound<'k>,
}

enum StackBound<'k> {
    NextToken(Box<Vectors<'k, NextToken<'k>>>),
    Window5(Box<Vectors<'k, Window<'k, 16>>>),
    Window10(Box<Vectors<'k, Window<'k, 32>>>),
    Window21(Box<Vectors<'k, Window<'k, 64>>>),
}

/// What a matrix product counts as, in units of work; the vector of a stack counts as one.
const PRODUCT_WORK: u64 = 3;

impl<'k> Guide<'k> {
    /// The guide of a phase at `place`, whose tables are the quotient's if the phase runs on that, for an error that was
    /// detected at `detected`. It may compute so many vectors. `None` if the phase has none.
    pub(crate) fn new(
        phase: Phase,
        place: Place<'k>,
        detected: usize,
        known: &'k Known,
        allowance: u64,
    ) -> Option<Self> {
        let Place { tables, tokens, stack, position } = place;
        let Phase { bound, quotient, depth, .. } = phase;
        let tables = *tables;
        let shallowest = stack.len().saturating_sub(depth);
        let ahead = Ahead::new(&tables, known, tokens, position, detected);
        macro_rules! window {
            ($variant:ident) => {{
                let window = Window::new(&tables, known, &ahead, tokens, position, detected);
                StackBound::$variant(Box::new(Vectors::new(
                    window, known, quotient, tables, shallowest, allowance,
                )))
            }};
        }
        let vectors = match bound {
            BoundKind::None => return None,
            BoundKind::NextToken => {
                let bound = NextToken::new(&tables, known);
                StackBound::NextToken(Box::new(Vectors::new(
                    bound, known, quotient, tables, shallowest, allowance,
                )))
            }
            BoundKind::Window5 => window!(Window5),
            BoundKind::Window10 => window!(Window10),
            BoundKind::Window21 => window!(Window21),
        };
        Some(Guide { ahead, vectors })
    }

    /// What it has done so far, in units of work.
    pub(crate) fn work(&self) -> u64 {
        let (products, vectors) = match &self.vectors {
            StackBound::NextToken(vectors) => (0, vectors.count()),
            StackBound::Window5(vectors) => (vectors.bound.products, vectors.count()),
            StackBound::Window10(vectors) => (vectors.bound.products, vectors.count()),
            StackBound::Window21(vectors) => (vectors.bound.products, vectors.count()),
        };
        PRODUCT_WORK * products + vectors
    }

    /// Bytes in use, counted alike on every machine.
    pub(crate) fn bytes(&self) -> usize {
        match &self.vectors {
            StackBound::NextToken(vectors) => vectors.bytes(),
            StackBound::Window5(vectors) => vectors.bytes(),
            StackBound::Window10(vectors) => vectors.bytes(),
            StackBound::Window21(vectors) => vectors.bytes(),
        }
    }

    /// A lower bound of the cost of a success from `stack` at `position`, with fewer than three shifts just made.
    pub(crate) fn bound(
        &mut self,
        arena: &mut Arena<'_>,
        tokens: &[TokenId],
        stack: StackId,
        position: usize,
        shifts: u8,
    ) -> u32 {
        let unavoidable = self.ahead.unavoidable(position, shifts);
        if position > self.ahead.end() {
            return unavoidable;
        }
        let ahead = &self.ahead;
        macro_rules! window {
            ($vectors:ident) => {{
                let (window, vector) = $vectors.of(arena, stack);
                window.look_up(ahead, vector, position, shifts)
            }};
        }
        let bound = match &mut self.vectors {
            StackBound::NextToken(vectors) => {
                let (next_token, vector) = vectors.of(arena, stack);
                next_token.look_up(ahead, tokens, vector, position)
            }
            StackBound::Window5(vectors) => window!(vectors),
            StackBound::Window10(vectors) => window!(vectors),
            StackBound::Window21(vectors) => window!(vectors),
        };
        bound.max(unavoidable)
    }

    /// The price of deleting all from `from` up to `to`, as far as is looked ahead.
    pub(crate) fn price(&self, from: usize, to: usize) -> u32 {
        let end = self.ahead.end();
        if from > end { 0 } else { self.ahead.price(from, to.min(end)) }
    }

    /// The first position from `at` on whose lexeme is no junk, `$` included; `None` if that is behind what is looked at.
    pub(crate) fn next_place(&self, at: usize) -> Option<usize> {
        self.ahead.next_place(at)
    }
}
