//! Panic mode: take states off the stack, or else skip lexemes, until parsing can go on.

use lrtable::{Action, StateId, TokenId, pack::Tables};

use super::{
    arena::{Arena, Simulated},
    budget::Meter,
};
use crate::engine::{Outcome, run};

/// Where parsing goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Resume {
    /// The number of states that stay on the parser's stack.
    pub(crate) depth: usize,
    /// The position in the input.
    pub(crate) position: usize,
}

/// Panic mode after Holub (1990), as the paper's Figure 4 has it: the topmost state that has *any* action for the next
/// lexeme; if no state has, the lexeme is skipped. `None` if not even `$` finds one.
///
/// An action may be a reduction that leads straight back to the same error. So that a parse always ends, a second call at
/// the same position must take something off: then `last`, the depth and position at which the first one resumed, keeps it
/// below that depth.
pub(crate) fn holub(
    tables: &Tables<'_>,
    tokens: &[TokenId],
    stack: &[StateId],
    position: usize,
    last: Option<Resume>,
) -> Option<Resume> {
    let index = ActionIndex::new(tables, stack);
    (position..tokens.len()).find_map(|position| {
        let token = tokens[position];
        let below = match last {
            Some(last) if last.position == position => last.depth.saturating_sub(1),
            _ => usize::MAX,
        };
        index
            .may_act(token)
            .then(|| index.topmost(tables, stack, token, below))?
            .map(|depth| Resume { depth, position })
    })
}

/// The fall-back: as panic mode, but a state counts only if the lexeme can really be shifted, or the input accepted, once
/// the stack is cut back to it. So parsing always gets on. `None` if not even `$` is accepted.
pub(crate) fn fall_back(
    tables: &Tables<'_>,
    tokens: &[TokenId],
    stack: &[StateId],
    position: usize,
    meter: &mut Meter,
) -> Option<Resume> {
    let index = ActionIndex::new(tables, stack);
    let arena = Arena::new(stack);
    let mut above = Vec::new();
    let mut refused = vec![false; tables.token_count + 1];
    for (position, &token) in tokens.iter().enumerate().skip(position) {
        // What a token leads to does not depend on its position: each is tried once.
        if refused[token.index()] || !index.may_act(token) {
            continue;
        }
        for depth in (1..=stack.len()).rev() {
            if tables.action(stack[depth - 1], token) == Action::Error {
                continue;
            }
            meter.work += 1;
            let mut simulated = Simulated::new(&arena, arena.base_prefix(depth), &mut above);
            if run(tables, &mut simulated, token) != Outcome::Error {
                return Some(Resume { depth, position });
            }
        }
        refused[token.index()] = true;
    }
    None
}

/// The tokens for which any state of a stack has an action: what is not among them need not be looked for.
struct ActionIndex(Vec<bool>);

impl ActionIndex {
    fn new(tables: &Tables<'_>, stack: &[StateId]) -> Self {
        let mut states: Vec<StateId> = Vec::new();
        let mut seen = vec![false; tables.state_count()];
        for state in stack {
            if !std::mem::replace(&mut seen[state.index()], true) {
                states.push(*state);
            }
        }
        let mut tokens = vec![false; tables.token_count + 1];
        for state in states {
            for token in tables.token_ids() {
                tokens[token.index()] |= tables.action(state, token) != Action::Error;
            }
        }
        ActionIndex(tokens)
    }

    fn may_act(&self, token: TokenId) -> bool {
        self.0[token.index()]
    }

    /// The depth, at most `below`, of the topmost state with an action for `token`.
    fn topmost(
        &self,
        tables: &Tables<'_>,
        stack: &[StateId],
        token: TokenId,
        below: usize,
    ) -> Option<usize> {
        (1..=stack.len().min(below))
            .rev()
            .find(|depth| tables.action(stack[depth - 1], token) != Action::Error)
    }
}
