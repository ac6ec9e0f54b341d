//! Alternatives to the cheapest repairs: candidates, and how far parsing goes on after each.
//!
//! The search finds the cheapest repairs. Alternatives are all made in one way: edits are tried on
//! the stack before them ([`Trial`]), parsing goes on, and those after which it gets far enough are
//! kept.
//!
//! A kind of edits near the error is a file that makes *forms* of it ([`Nearby`]), and a line in
//! the list of kinds (`kind.rs`). CONTRIBUTING.md says how to add one.

mod bracket;
mod confused;
mod continuation;
mod early_end;
mod enclosing;
mod exchange;
pub(super) mod far_bracket;
mod line_end;
mod mistake;
pub(super) mod nearby;
mod pair;
mod phrase;
mod quote;
pub(super) mod replace;
mod spelling;
mod surplus;
mod unterminated;

use lrtable::{Action, TokenId};

use self::nearby::Nearby;
use super::{
    arena::StackId,
    budget::{Meter, Spent},
    kind::{RepairKind, for_kinds_near_the_error},
    options::Alternatives,
    sequence::{Candidate, Repair, RepairSequence},
    sim::{Distance, Place, Sim},
};

/// A kind of edits near an error.
pub(super) struct KindSpec {
    /// Adds the forms of the kind.
    pub(super) forms: fn(&mut Nearby<'_>) -> Result<(), Spent>,
    /// Adds further forms if parsing goes on after none of those that `forms` added, which are
    /// given.
    pub(super) otherwise: Option<fn(&mut Nearby<'_>, &[Candidate])>,
    /// Whether the options ask for the kind.
    pub(super) is_asked: fn(&Alternatives) -> bool,
    /// Whether only a model of other texts can say whether such an edit is meant.
    pub(super) needs_model: bool,
    /// Whether what is inserted stands for text that is there, so that tokens to avoid are not
    /// avoided.
    pub(super) stands_for_text: bool,
    /// What the kind adds to the score, in nats. A cheapest repair that makes the input of an edit
    /// of a kind above 0 gets it too.
    pub(super) nats: i64,
    /// What the kind adds instead to a cheapest repair that makes the input of an edit of it, if
    /// that is more.
    pub(super) cheapest_nats: i64,
}

impl KindSpec {
    /// A kind that is asked for with the other edits near the error, and needs a model.
    const NEARBY: KindSpec = KindSpec {
        forms: |_| Ok(()),
        otherwise: None,
        is_asked: |alternatives| alternatives.nearby,
        needs_model: true,
        stands_for_text: false,
        nats: 0,
        cheapest_nats: 0,
    };
}

macro_rules! specs {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:literal in $file:ident;)*) => {
        impl RepairKind {
            /// Returns what is done for a kind of edits near the error.
            pub(super) fn spec(self) -> Option<&'static KindSpec> {
                match self {
                    RepairKind::Cheapest | RepairKind::Foreign | RepairKind::Replacement => None,
                    $(RepairKind::$kind => Some(&$file::SPEC),)*
                }
            }
        }
    };
}

for_kinds_near_the_error!(specs);

impl RepairKind {
    /// Returns what a kind of edits near the error adds to the score, in nats; 0 for others.
    pub(super) fn nats(self) -> i64 {
        self.spec().map_or(0, |spec| spec.nats)
    }

    /// Returns what it adds to a cheapest repair that makes the input of such an edit.
    pub(super) fn cheapest_nats(self) -> i64 {
        self.spec().map_or(0, |spec| spec.nats.max(spec.cheapest_nats))
    }
}

impl<'a> Place<'a> {
    /// Makes a candidate of `repairs` from `start` on; computes its cost.
    pub(super) fn candidate(
        self,
        start: usize,
        kind: RepairKind,
        repairs: Vec<Repair>,
        accepts: bool,
    ) -> Candidate {
        let price = |costs: &[u8], token: TokenId| costs.get(token.index()).copied().unwrap_or(1);
        let mut sequence = RepairSequence { start, kind, cost: 0, repairs };
        let costs = sequence.placed().map(|(at, repair)| match repair {
            Repair::Insert(token) => price(self.tables.insert_costs, token),
            Repair::Delete => price(self.tables.delete_costs, self.tokens[at]),
            Repair::Shift => 0,
        });
        sequence.cost = costs.fold(0, |sum: u32, cost| sum.saturating_add(cost.into()));
        Candidate { sequence, accepts, kind }
    }
}

/// Trial of edits after one place.
pub(super) struct Trial<'a> {
    pub(super) place: Place<'a>,
    sim: Sim<'a>,
    /// The stack before each lexeme from the place on, as far as it was needed.
    stacks: Vec<StackId>,
}

impl<'a> Trial<'a> {
    /// Begins at `place`.
    pub(super) fn new(place: Place<'a>, meter: &'a Meter) -> Self {
        let (sim, (stack, _)) = place.sim(meter);
        Trial { place, sim, stacks: vec![stack] }
    }

    /// Returns the stack before the lexeme at `position`; all lexemes up to there must be
    /// shiftable.
    fn stack(&mut self, position: usize) -> Result<StackId, Spent> {
        let wanted = position - self.place.position;
        while let (Some(&last), at) = (self.stacks.last(), self.stacks.len() - 1)
            && at < wanted
        {
            let token = self.place.tokens[self.place.position + at];
            self.stacks.push(self.sim.shift(last, token)?.expect("it was shifted before"));
        }
        Ok(self.stacks[wanted])
    }

    /// Returns whether the state on top before the lexeme at `position` has an action for `token`.
    pub(super) fn may_insert(&mut self, position: usize, token: TokenId) -> Result<bool, Spent> {
        let stack = self.stack(position)?;
        Ok(self.place.tables.insert_costs[token.index()] > 0
            && self.sim.action(stack, token) != Action::Error)
    }

    /// Returns how far parsing goes on after a sequence, up to `limit`; `None` if it cannot be
    /// made.
    pub(super) fn after(
        &mut self,
        sequence: &RepairSequence,
        limit: usize,
    ) -> Result<Option<Distance>, Spent> {
        let stack = self.stack(sequence.start)?;
        let made = self.sim.replay((stack, sequence.start), &sequence.repairs)?;
        let limit = limit.min(self.place.tokens.len());
        made.map(|(stack, position)| self.sim.go_on(stack, position, limit)).transpose()
    }
}
