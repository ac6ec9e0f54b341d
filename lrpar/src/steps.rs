//! A parse token by token, for tools that display its states and actions.

use lrtable::{Action, ProdId, StateId, TokenId, pack::Tables};

use crate::engine::{Outcome, Stack, run};

/// The result of [`step`] for one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The token was shifted and is on the stack.
    Shifted,
    /// The token was `$`, and the input is a sentence.
    Accepted,
    /// The token is an error; reductions before it may have been made.
    Error,
}

/// Feeds `token` to the parser's stack, without recovery, and calls `see` with each action and the
/// state in which it is taken: first the reductions, then a shift, accept or error.
///
/// A parse begins with a stack of one state, the start state, and ends with a step for `$`. Takes
/// time linear in the number of reductions. A cyclic grammar might reduce for ever: that is
/// detected and is an error.
///
/// ```
/// # use lrtable::{Minimiser, YaccGrammar, from_yacc, yacc::{YaccKind, YaccOriginalActionKind}};
/// use lrpar::steps::{Step, step};
/// use lrtable::{Action, StateId, TokenId};
/// # let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree);
/// # let grammar = YaccGrammar::<u32>::new(kind, "%% Sum: Sum 'plus' 'one' | 'one';").unwrap();
/// # let (_, table) = from_yacc(&grammar, Minimiser::Pager).unwrap();
/// let token = |name| TokenId::new(grammar.token_idx(name).unwrap().0 as usize);
/// let (mut stack, mut reductions) = (vec![StateId::new(0)], 0);
/// for token in [token("one"), table.tables().eof()] {
///     let result = step(&table.tables(), &mut stack, token, |_, action| {
///         reductions += usize::from(matches!(action, Action::Reduce(_)));
///     });
///     assert_ne!(result, Step::Error);
/// }
/// assert_eq!(reductions, 1);
/// ```
///
/// # Panics
///
/// If `stack` was not made by earlier steps over these tables.
pub fn step(
    tables: &Tables<'_>,
    stack: &mut Vec<StateId>,
    token: TokenId,
    see: impl FnMut(StateId, Action),
) -> Step {
    let mut watched = Watched { stack, see };
    let (action, step) = match run(tables, &mut watched, token) {
        Outcome::Shift(state) => (Action::Shift(state), Step::Shifted),
        Outcome::Accept => (Action::Accept, Step::Accepted),
        Outcome::Error => (Action::Error, Step::Error),
    };
    let top = watched.top();
    (watched.see)(top, action);
    if let Action::Shift(state) = action {
        stack.push(state);
    }
    step
}

/// A stack that reports the reductions made on it.
struct Watched<'a, See> {
    stack: &'a mut Vec<StateId>,
    see: See,
}

impl<See: FnMut(StateId, Action)> Stack for Watched<'_, See> {
    fn top(&self) -> StateId {
        *self.stack.last().expect("a stack holds at least the start state")
    }

    fn reduce(&mut self, prod: ProdId, len: usize) {
        let top = self.top();
        (self.see)(top, Action::Reduce(prod));
        self.stack.truncate(self.stack.len() - len);
    }

    fn push(&mut self, state: StateId) {
        self.stack.push(state);
    }
}
