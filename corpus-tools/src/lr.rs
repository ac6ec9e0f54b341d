//! A parser's run over tokens, step by step, for those who look on: which states it is in, what it reduces.
//!
//! The library's own parser does not show its steps; this one does nothing else.

use lrtable::{ProdId, StateId, TokenId, pack::Tables, statetable::Action};

/// Reductions between two shifts after which a run is given up: a grammar with cycles may reduce for ever.
const MOST_REDUCTIONS: usize = 1_000_000;

/// How one token was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// It is on the stack now.
    Shifted,
    /// It was `$`, and the input is a sentence.
    Accepted,
    /// It is an error. Reductions before it may have been made.
    Error,
}

/// Takes `token` onto `stack`. `see` is told each action and the state in which it is taken.
pub(crate) fn step(
    tables: &Tables<'_>,
    stack: &mut Vec<StateId>,
    token: TokenId,
    mut see: impl FnMut(StateId, Action),
) -> Step {
    for _ in 0..MOST_REDUCTIONS {
        let top = *stack.last().expect("a stack holds at least the start state");
        let action = tables.action(top, token);
        see(top, action);
        match action {
            Action::Shift(state) => {
                stack.push(state);
                return Step::Shifted;
            }
            Action::Accept => return Step::Accepted,
            Action::Error => return Step::Error,
            Action::Reduce(prod) => reduce(tables, stack, prod),
        }
    }
    Step::Error
}

fn reduce(tables: &Tables<'_>, stack: &mut Vec<StateId>, prod: ProdId) {
    let (rule, len) = tables.production(prod);
    stack.truncate(stack.len() - len);
    let top = *stack.last().expect("a stack holds at least the start state");
    stack.push(tables.goto(top, rule).expect("below a handle there is a goto"));
}

/// Parses `tokens`, without `$`; the number of them that were taken, and whether they are a sentence.
pub(crate) fn run(
    tables: &Tables<'_>,
    tokens: &[TokenId],
    mut see: impl FnMut(StateId, TokenId, Action),
) -> (usize, bool) {
    let mut stack = vec![StateId::new(0)];
    for (at, &token) in tokens.iter().chain([&tables.eof()]).enumerate() {
        match step(tables, &mut stack, token, |state, action| see(state, token, action)) {
            Step::Shifted => {}
            Step::Accepted => return (at, true),
            Step::Error => return (at, false),
        }
    }
    unreachable!("$ is never shifted")
}

#[cfg(test)]
mod tests {
    use lrtable::{
        random::Random,
        sentence::{Cheapest, random_derivation},
    };

    use super::*;
    use crate::language::Language;

    /// The productions of a rightmost derivation, backwards, are those that a parser reduces. As a multiset they are those
    /// of the leftmost derivation that made the sentence, if the grammar is unambiguous.
    #[test]
    fn random_sentences_are_reduced_by_their_own_productions() {
        for name in ["json", "calc"] {
            let language = Language::named(name).unwrap();
            let cheapest = Cheapest::new(&language.grammar, |_| 1);
            let mut random = Random::new(11);
            for _ in 0..200 {
                let derivation = random_derivation(&cheapest, 0, 40, &mut random).unwrap();
                let mut reduced = Vec::new();
                let (taken, accepted) =
                    run(&language.table.tables(), &derivation.tokens, |_, _, action| {
                        if let Action::Reduce(prod) = action {
                            reduced.push(prod);
                        }
                    });
                assert!(accepted && taken == derivation.tokens.len());
                let mut derived = derivation.productions;
                derived.sort_unstable();
                reduced.sort_unstable();
                assert_eq!(reduced, derived);
            }
        }
    }
}
