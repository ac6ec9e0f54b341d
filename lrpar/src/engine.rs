//! The LR step: the only loop that runs a table.
//!
//! Parsing, repair search, ranking and replay differ in what a stack is and in what a reduction does to it, and in nothing
//! else; that is the trait [`Stack`].

use lrtable::{ProdId, StateId, TokenId, pack::Tables, statetable::Action};

/// A stack of states.
pub(crate) trait Stack {
    /// The state on top.
    fn top(&self) -> StateId;

    /// Takes off the `len` symbols of production `prod`. The state for its rule is pushed next, by [`Stack::push`].
    fn reduce(&mut self, prod: ProdId, len: usize);

    /// Pushes the state to which a rule or a token leads.
    fn push(&mut self, state: StateId);
}

/// What a table does with a token once all reductions before it are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It shifts it, and this state is to be pushed.
    Shift(StateId),
    /// It accepts.
    Accept,
    /// It does not accept it.
    Error,
}

/// Makes all reductions that `token` demands. Nothing is shifted.
///
/// Reductions that would never end (a cyclic or hidden left-recursive grammar, with conflicts resolved) are an error, as
/// soon as they are seen to go round.
#[inline]
pub(crate) fn run(tables: &Tables<'_>, stack: &mut impl Stack, token: TokenId) -> Outcome {
    if tables.can_reduce_forever {
        let mut guard = LoopGuard::new(stack.top());
        run_with(tables, stack, token, |len, top| guard.goes_round(len, top))
    } else {
        run_with(tables, stack, token, |_, _| false)
    }
}

#[inline]
fn run_with(
    tables: &Tables<'_>,
    stack: &mut impl Stack,
    token: TokenId,
    mut goes_round: impl FnMut(usize, StateId) -> bool,
) -> Outcome {
    loop {
        match tables.action(stack.top(), token) {
            Action::Shift(state) => return Outcome::Shift(state),
            Action::Accept => return Outcome::Accept,
            Action::Error => return Outcome::Error,
            Action::Reduce(prod) => {
                let (rule, len) = tables.production(prod);
                stack.reduce(prod, len);
                let state = tables.goto(stack.top(), rule).expect("below a handle there is a goto");
                stack.push(state);
                if goes_round(len, state) {
                    return Outcome::Error;
                }
            }
        }
    }
}

/// Sees when reductions under one token will never end.
///
/// A run of reductions is deterministic. It never ends if a state comes to the top again while its earlier occurrence was
/// not taken off (the stack piles up), or if the same state comes to the top at the same height and nothing below was
/// changed (it goes round). The run is compared with one earlier moment, renewed after 1, 2, 4, 8, … steps (Brent 1980),
/// and whenever the stack falls below that moment's height.
struct LoopGuard {
    moment: (i64, StateId),
    lowest: i64,
    height: i64,
    steps: u64,
    renew_at: u64,
}

impl LoopGuard {
    fn new(top: StateId) -> Self {
        LoopGuard { moment: (0, top), lowest: 0, height: 0, steps: 0, renew_at: 1 }
    }

    /// Takes note of a reduction of `len` symbols after which `top` is on top.
    fn goes_round(&mut self, len: usize, top: StateId) -> bool {
        self.height -= i64::try_from(len).expect("a production is short");
        self.lowest = self.lowest.min(self.height);
        self.height += 1;
        self.steps += 1;
        let (height, state) = self.moment;
        if top == state
            && (self.lowest >= height || (self.height == height && self.lowest + 1 >= height))
        {
            return true;
        }
        if self.steps == self.renew_at || self.lowest + 1 < height {
            if self.steps == self.renew_at {
                self.renew_at *= 2;
            }
            self.moment = (self.height, top);
            self.lowest = self.height;
        }
        false
    }
}
