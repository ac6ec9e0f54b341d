//! The LR step: the only loop that runs a table (Knuth 1965).
//!
//! Parsing, repair search, ranking and replay differ only in the type of the stack and in the
//! effect of a reduction on it; that is the trait [`Stack`].
//!
//! Cost: one lookup for each reduction and one for the token. Tables of cyclic or hidden
//! left-recursive grammars are run with a guard against reductions that never end; other tables do
//! not pay for it.

use lrtable::{
    Action, ProdId, StateId, TokenId,
    pack::{Arrays, Lookup, Tables},
};

/// A stack of states.
pub(crate) trait Stack {
    /// Returns the state on top.
    fn top(&self) -> StateId;

    /// Pops the `len` symbols of production `prod`. The state for its rule is pushed next, by
    /// [`Stack::push`].
    fn reduce(&mut self, prod: ProdId, len: usize);

    /// Pushes the state to which a rule or a token leads.
    fn push(&mut self, state: StateId);

    /// Returns whether the run goes on; asked after each reduction. If not, the outcome is
    /// [`Outcome::Error`].
    #[inline(always)]
    fn goes_on(&mut self) -> bool {
        true
    }
}

/// What a table does with a token after all reductions under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Shifts the token: this state is to be pushed.
    Shift(StateId),
    /// Accepts the input.
    Accept,
    /// Reports an error: the token is not accepted.
    Error,
}

/// Makes all reductions that `token` demands; shifts nothing.
///
/// Reductions that would never end (a cyclic or hidden left-recursive grammar, with conflicts
/// resolved) are an error, detected once they repeat.
///
/// Compiled once for each type of stack, whatever the caller.
#[inline(never)]
pub(crate) fn run(tables: &Tables<'_>, stack: &mut impl Stack, token: TokenId) -> Outcome {
    match (tables.arrays, tables.can_reduce_forever) {
        (Arrays::U16(packed), false) => run_unguarded(&tables.lookup(packed), stack, token),
        (Arrays::U32(packed), false) => run_unguarded(&tables.lookup(packed), stack, token),
        (Arrays::U16(packed), true) => run_guarded(&tables.lookup(packed), stack, token),
        (Arrays::U32(packed), true) => run_guarded(&tables.lookup(packed), stack, token),
    }
}

/// Runs a table that may reduce for ever. Such tables are rare, so that this function is compiled
/// once for all types of stacks.
#[inline(never)]
fn run_guarded(table: &dyn Lookup, stack: &mut dyn Stack, token: TokenId) -> Outcome {
    let mut guard = LoopGuard::new(stack.top());
    run_with(table, stack, token, |len, top| guard.goes_round(len, top))
}

/// Runs a table whose reductions are known to end.
#[inline]
pub(crate) fn run_unguarded(
    table: &impl Lookup,
    stack: &mut impl Stack,
    token: TokenId,
) -> Outcome {
    run_with(table, stack, token, |_, _| false)
}

#[inline(always)]
fn run_with(
    table: &(impl Lookup + ?Sized),
    stack: &mut (impl Stack + ?Sized),
    token: TokenId,
    mut goes_round: impl FnMut(usize, StateId) -> bool,
) -> Outcome {
    let mut top = stack.top();
    loop {
        let reduction = match table.usual(top, token) {
            Some(reduction) => reduction,
            None => match table.exception(top, token) {
                Action::Shift(state) => return Outcome::Shift(state),
                Action::Accept => return Outcome::Accept,
                Action::Error => return Outcome::Error,
                Action::Reduce(prod) => table.reduction(prod),
            },
        };
        let len = reduction.len as usize;
        stack.reduce(reduction.prod, len);
        top = table.goto_below(stack.top(), &reduction);
        stack.push(top);
        if goes_round(len, top) || !stack.goes_on() {
            return Outcome::Error;
        }
    }
}

/// Detects reductions under one token that will never end.
///
/// A run of reductions is deterministic. It never ends if the stack grows without bound: a state
/// comes to the top again while its earlier occurrence was not popped. And it never ends if it is a
/// cycle: one state comes to the top again at one height, with nothing below changed. For each case
/// the run is compared with an earlier moment, which is renewed after 1, 2, 4, 8, … steps (Brent
/// 1980), and whenever the stack has fallen so far that the comparison cannot succeed.
struct LoopGuard {
    piling: Moment,
    circling: Moment,
    height: i64,
    steps: u64,
    renew_at: u64,
}

/// An earlier moment of a run, and how low the stack has fallen since.
#[derive(Clone, Copy)]
struct Moment {
    height: i64,
    top: StateId,
    lowest: i64,
}

impl LoopGuard {
    fn new(top: StateId) -> Self {
        let start = Moment { height: 0, top, lowest: 0 };
        LoopGuard { piling: start, circling: start, height: 0, steps: 0, renew_at: 1 }
    }

    /// Records a reduction of `len` symbols after which `top` is on top; returns whether the
    /// reductions repeat.
    fn goes_round(&mut self, len: usize, top: StateId) -> bool {
        let fallen = self.height - i64::try_from(len).expect("a production is short");
        self.height = fallen + 1;
        self.steps += 1;
        let now = Moment { height: self.height, top, lowest: self.height };
        let (piling, circling) = (&mut self.piling, &mut self.circling);
        piling.lowest = piling.lowest.min(fallen);
        circling.lowest = circling.lowest.min(fallen);
        if top == piling.top && piling.lowest >= piling.height
            || top == circling.top
                && now.height == circling.height
                && circling.lowest + 1 >= circling.height
        {
            return true;
        }
        let renew = self.steps == self.renew_at;
        if renew || piling.lowest < piling.height {
            *piling = now;
        }
        if renew || circling.lowest + 1 < circling.height {
            *circling = now;
        }
        if renew {
            self.renew_at *= 2;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use lrtable::random::Random;

    use super::*;

    /// A deterministic machine: for each state how many symbols it pops, and which state it then
    /// pushes on each state.
    struct Machine {
        pops: Vec<usize>,
        push: Vec<Vec<usize>>,
    }

    impl Machine {
        fn random(random: &mut Random) -> Machine {
            let states = 2 + random.below(4);
            Machine {
                pops: (0..states).map(|_| random.below(3)).collect(),
                push: (0..states)
                    .map(|_| (0..states).map(|_| random.below(states)).collect())
                    .collect(),
            }
        }

        /// Makes one step; `None` if the bottom is reached, which ends a run.
        fn step(&self, stack: &mut Vec<usize>) -> Option<(usize, usize)> {
            let len = self.pops[*stack.last()?];
            stack.truncate(stack.len().checked_sub(len)?);
            let next = self.push[*stack.last()?][len];
            stack.push(next);
            Some((len, next))
        }
    }

    #[test]
    fn runs_are_stopped_exactly_if_they_never_end() {
        let mut random = Random::new(1);
        let (mut ended, mut endless) = (0, 0);
        for _ in 0..20_000 {
            let mut machine = Machine::random(&mut random);
            // Every state must have a target for each length.
            for row in &mut machine.push {
                row.resize(3, 0);
            }
            let states = machine.pops.len();
            let stack: Vec<usize> =
                (0..1 + random.below(6)).map(|_| random.below(states)).collect();
            // With so few states a run that has not ended by then never ends.
            let mut long = stack.clone();
            let ends = (0..5_000).any(|_| machine.step(&mut long).is_none());
            let mut short = stack.clone();
            let mut guard = LoopGuard::new(StateId::new(*stack.last().unwrap()));
            let stopped = (0..5_000).find_map(|_| match machine.step(&mut short) {
                None => Some(false),
                Some((len, top)) => guard.goes_round(len, StateId::new(top)).then_some(true),
            });
            assert_eq!(stopped, Some(!ends), "{stack:?} {:?} {:?}", machine.pops, machine.push);
            ended += u32::from(ends);
            endless += u32::from(!ends);
        }
        assert!(ended > 1_000 && endless > 1_000, "{ended} {endless}");
    }
}
