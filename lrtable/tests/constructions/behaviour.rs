//! Tables of two constructions do the same with every sentence, reductions included.

use lrtable::{
    ProdId, StateId, TokenId,
    grammar::Grammar,
    random::Random,
    sentence::{Cheapest, random_derivation},
    statetable::{Action, StateTable},
};

/// The productions that a parse reduces, and how many tokens it takes; `true` if it accepts. Ends
/// after many reductions.
fn run(grammar: &Grammar, table: &StateTable, tokens: &[TokenId]) -> (Vec<ProdId>, usize, bool) {
    let mut stack: Vec<StateId> = vec![table.start_state()];
    let mut reduced = Vec::new();
    let mut taken = 0;
    while reduced.len() < 300 {
        let token = tokens.get(taken).copied().unwrap_or(grammar.eof());
        match table.action(*stack.last().unwrap(), token) {
            Action::Shift(state) => {
                stack.push(state);
                taken += 1;
            }
            Action::Reduce(prod) => {
                reduced.push(prod);
                stack.truncate(stack.len() - grammar.symbols(prod).len());
                let rule = grammar.production(prod).rule;
                stack.push(table.goto(*stack.last().unwrap(), rule).unwrap());
            }
            Action::Accept => return (reduced, taken, true),
            Action::Error => break,
        }
    }
    (reduced, taken, false)
}

/// Whether the tables do the same with the words of `input`.
pub(crate) fn same(grammar: &Grammar, a: &StateTable, b: &StateTable, tokens: &[TokenId]) -> bool {
    let (of_a, of_b) = (run(grammar, a, tokens), run(grammar, b, tokens));
    // A merged table may reduce under a token that is an error; it never takes it.
    (of_a.1, of_a.2) == (of_b.1, of_b.2) && (!of_a.2 || of_a.0 == of_b.0)
}

/// Random sentences of the grammar, and what becomes of them by small changes.
pub(crate) fn inputs(grammar: &Grammar, random: &mut Random, count: usize) -> Vec<Vec<TokenId>> {
    let cheapest = Cheapest::new(grammar, |_| 1);
    let mut inputs = Vec::new();
    for nth in 0..count {
        let Some(derivation) = random_derivation(&cheapest, 0, 2 + nth % 12, random) else { break };
        let mut tokens = derivation.tokens;
        if random.one_in(3) && !tokens.is_empty() {
            let at = random.below(tokens.len());
            tokens[at] = TokenId::new(random.below(grammar.tokens().len() - 1));
        }
        inputs.push(tokens);
    }
    inputs
}
