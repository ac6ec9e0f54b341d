//! What guides a search: a lower bound of the cost that is left, for every configuration.

use lrtable::TokenId;

use super::{
    ahead::Ahead,
    arena::{Arena, StackId},
    next_token::NextToken,
    vectors::{Bound, Setting, Vectors},
    window::Window,
};

/// Lower bounds for the stacks of one arena.
pub(crate) trait StackBound {
    /// What was done so far, in units of work.
    fn work(&self) -> u64;

    /// Bytes in use, counted alike on every machine.
    fn bytes(&self) -> usize;

    /// A lower bound of the cost of a success from `stack` at `position`, with fewer than three shifts just made.
    fn bound(
        &mut self,
        arena: &mut Arena<'_>,
        ahead: &Ahead,
        tokens: &[TokenId],
        stack: StackId,
        position: usize,
        shifts: u8,
    ) -> u32;
}

/// Makes a bound.
pub(crate) type MakeBound = for<'k> fn(&Setting<'k>, &Ahead) -> Box<dyn StackBound + 'k>;

/// The cheap bound.
pub(super) fn next_token<'k>(setting: &Setting<'k>, _: &Ahead) -> Box<dyn StackBound + 'k> {
    Box::new(Vectors::new(NextToken::new(setting.tables, setting.known), setting))
}

/// The bound by a window, with `WIDTH` blocks in a row.
pub(super) fn window<'k, const WIDTH: usize>(
    setting: &Setting<'k>,
    ahead: &Ahead,
) -> Box<dyn StackBound + 'k> {
    Box::new(Vectors::new(Window::new(setting, ahead, WIDTH), setting))
}

/// What a matrix product counts as, in units of work; the vector of a stack counts as one.
const PRODUCT_WORK: u64 = 3;

impl<B: Bound> StackBound for Vectors<'_, B> {
    fn work(&self) -> u64 {
        PRODUCT_WORK * self.bound.products() + self.count()
    }

    fn bytes(&self) -> usize {
        Vectors::bytes(self)
    }

    fn bound(
        &mut self,
        arena: &mut Arena<'_>,
        ahead: &Ahead,
        tokens: &[TokenId],
        stack: StackId,
        position: usize,
        shifts: u8,
    ) -> u32 {
        let (bound, vector) = self.of(arena, stack);
        bound.look_up(ahead, tokens, vector, position, shifts)
    }
}

/// What a search asks.
pub(crate) struct Guide<'k> {
    ahead: Ahead,
    vectors: Box<dyn StackBound + 'k>,
}

impl<'k> Guide<'k> {
    /// The guide by a bound over the stacks of one arena, which looks ahead so far.
    pub(crate) fn new(ahead: Ahead, vectors: Box<dyn StackBound + 'k>) -> Self {
        Guide { ahead, vectors }
    }

    /// What it has done so far, in units of work.
    pub(crate) fn work(&self) -> u64 {
        self.vectors.work()
    }

    /// Bytes in use, counted alike on every machine.
    pub(crate) fn bytes(&self) -> usize {
        self.vectors.bytes()
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
        let bound = self.vectors.bound(arena, &self.ahead, tokens, stack, position, shifts);
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
