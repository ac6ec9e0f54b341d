//! A table run step by step over a plain vector of states.

use lrtable::{
    ProdId, StateId, TokenId,
    grammar::Grammar,
    statetable::{Action, StateTable},
};

/// What became of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Shifted,
    Accepted,
    Refused,
}

/// Feeds `token` to the automaton with this stack, and notes the productions that it reduces.
pub(crate) fn feed(
    grammar: &Grammar,
    table: &StateTable,
    stack: &mut Vec<StateId>,
    token: TokenId,
    reduced: &mut Vec<ProdId>,
) -> Fate {
    loop {
        match table.action(*stack.last().unwrap(), token) {
            Action::Shift(state) => {
                stack.push(state);
                return Fate::Shifted;
            }
            Action::Accept => return Fate::Accepted,
            Action::Error => return Fate::Refused,
            Action::Reduce(prod) => {
                reduced.push(prod);
                stack.truncate(stack.len() - grammar.symbols(prod).len());
                let rule = grammar.production(prod).rule;
                stack.push(table.goto(*stack.last().unwrap(), rule).unwrap());
            }
        }
    }
}

/// The productions that a parse of `tokens` reduces, in order; `None` if it is not a sentence.
pub(crate) fn reductions(
    grammar: &Grammar,
    table: &StateTable,
    tokens: &[TokenId],
) -> Option<Vec<ProdId>> {
    let mut stack = vec![table.start_state()];
    let mut reduced = Vec::new();
    for token in tokens {
        if feed(grammar, table, &mut stack, *token, &mut reduced) != Fate::Shifted {
            return None;
        }
    }
    match feed(grammar, table, &mut stack, grammar.eof(), &mut reduced) {
        Fate::Accepted => Some(reduced),
        _ => None,
    }
}
