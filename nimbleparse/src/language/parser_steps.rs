//! Runs whole parses step by step, without recovery.

use lrpar::steps::{Step, step};
use lrtable::{StateId, TokenId, pack::Tables, statetable::Action};

/// Parses `tokens`, which must not contain `$`, and calls `see` with each action; returns how many
/// tokens were taken, and whether they are a sentence.
pub fn run(
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
    use crate::language;

    /// The productions of a rightmost derivation, backwards, are those that a parser reduces. As a
    /// multiset they are those of the leftmost derivation that made the sentence, if the grammar is
    /// unambiguous.
    #[test]
    fn random_sentences_are_reduced_by_their_own_productions() {
        for name in ["json", "calc"] {
            let language = language::builtin(name).unwrap();
            let cheapest = Cheapest::new(&language.table.grammar, |_| 1);
            let mut random = Random::new(11);
            for _ in 0..200 {
                let derivation = random_derivation(&cheapest, 0, 40, &mut random).unwrap();
                let mut reduced = Vec::new();
                let (taken, accepted) =
                    run(&language.table.table.tables(), &derivation.tokens, |_, _, action| {
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
