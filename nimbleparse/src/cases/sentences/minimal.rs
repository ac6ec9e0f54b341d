//! Shortest sentences: for each production one that uses it.
//!
//! A sentence is a path of productions from the start rule to the wanted one, with all other
//! symbols replaced by their cheapest sentences. The path is a shortest one in the graph of rules;
//! an edge from a rule to a rule in one of its productions costs the tokens of the rest of that
//! production (Purdom, BIT 12, 1972, with Dijkstra's search).

use lrtable::{
    ProdId, RuleId, TokenId,
    grammar::{Grammar, Symbol},
    sentence::{Cheapest, NO_SENTENCE},
};

use crate::limits::GENERATED_TOKENS;

/// For each rule, the cost of what must stand around it in a sentence, and its place in the
/// production that leads to it.
struct Contexts<'g> {
    grammar: &'g Grammar,
    cheapest: Cheapest,
    costs: Vec<u32>,
    above: Vec<Option<(ProdId, usize)>>,
}

/// Returns a shortest sentence for each production that a sentence can use, except augmented ones
/// and those whose sentences are too long.
pub fn sentences(grammar: &Grammar) -> impl Iterator<Item = (ProdId, Vec<TokenId>)> {
    let dear = |token: TokenId| if grammar.token(token).is_error { NO_SENTENCE / 4 } else { 1 };
    let contexts = Contexts::new(grammar, Cheapest::new(grammar, dear));
    let wanted = grammar
        .prod_ids()
        .filter(|prod| grammar.production(*prod).rule != grammar.augmented_rule());
    let wanted: Vec<ProdId> = wanted.collect();
    let wanted = wanted.into_iter();
    wanted.filter_map(move |prod| contexts.sentence(prod).map(|tokens| (prod, tokens)))
}

impl<'g> Contexts<'g> {
    fn new(grammar: &'g Grammar, cheapest: Cheapest) -> Self {
        let rules = grammar.rules().len();
        let mut contexts = Contexts {
            grammar,
            cheapest,
            costs: vec![NO_SENTENCE; rules],
            above: vec![None; rules],
        };
        contexts.costs[grammar.starts()[0].index()] = 0;
        // Costs only fall, and each is greater than, or set later than, that of the rule above it:
        // paths end.
        loop {
            let mut changed = false;
            for prod in grammar.prod_ids() {
                changed |= contexts.relax(prod);
            }
            if !changed {
                return contexts;
            }
        }
    }

    fn relax(&mut self, prod: ProdId) -> bool {
        let around = self.costs[self.grammar.production(prod).rule.index()];
        let symbols = self.grammar.symbols(prod);
        let (Some(whole), true) = (self.cost(symbols), around < NO_SENTENCE) else {
            return false;
        };
        let mut changed = false;
        for (at, symbol) in symbols.iter().enumerate() {
            if let Symbol::Rule(rule) = symbol {
                let rest = whole - self.cheapest.cost(*rule);
                let cost = around.saturating_add(rest);
                if cost < self.costs[rule.index()] {
                    self.costs[rule.index()] = cost;
                    self.above[rule.index()] = Some((prod, at));
                    changed = true;
                }
            }
        }
        changed
    }

    fn cost(&self, symbols: &[Symbol]) -> Option<u32> {
        symbols.iter().try_fold(0u32, |sum, symbol| match symbol {
            Symbol::Token(token) if self.grammar.token(*token).is_error => None,
            Symbol::Token(_) => Some(sum + 1),
            Symbol::Rule(rule) => {
                let cost = self.cheapest.cost(*rule);
                (cost < NO_SENTENCE / 4).then(|| sum.saturating_add(cost))
            }
        })
    }

    fn sentence(&self, prod: ProdId) -> Option<Vec<TokenId>> {
        let around = self.costs[self.grammar.production(prod).rule.index()];
        let cost = self.cost(self.grammar.symbols(prod))?.saturating_add(around);
        if cost as usize > GENERATED_TOKENS {
            return None;
        }
        let start = self.grammar.starts()[0];
        let mut rule = self.grammar.production(prod).rule;
        let mut tokens = self.expand(self.grammar.symbols(prod))?;
        while rule != start {
            let (prod, at) = self.above[rule.index()]?;
            let symbols = self.grammar.symbols(prod);
            tokens =
                [self.expand(&symbols[..at])?, tokens, self.expand(&symbols[at + 1..])?].concat();
            rule = self.grammar.production(prod).rule;
        }
        Some(tokens)
    }

    fn expand(&self, symbols: &[Symbol]) -> Option<Vec<TokenId>> {
        let of = |rule: RuleId| self.cheapest.sentence(rule);
        let mut tokens = Vec::new();
        for symbol in symbols {
            match symbol {
                Symbol::Token(token) => tokens.push(*token),
                Symbol::Rule(rule) => tokens.extend(of(*rule)?),
            }
        }
        Some(tokens)
    }
}

#[cfg(test)]
mod tests {
    use lrtable::statetable::Action;

    use super::*;
    use crate::language::{self, parser_steps};

    #[test]
    fn each_sentence_parses_by_its_production() {
        for name in ["json", "calc", "java7"] {
            let language = language::builtin(name).unwrap();
            let found: Vec<_> = sentences(&language.table.grammar).collect();
            let usable = language
                .table
                .grammar
                .prod_ids()
                .filter(|prod| language.table.grammar.is_productive(*prod))
                .count();
            assert!(found.len() + 10 >= usable, "{name}: {} of {usable}", found.len());
            for (prod, tokens) in found {
                let mut used = false;
                let (_, accepted) =
                    parser_steps::run(&language.table.table.tables(), &tokens, |_, _, action| {
                        used |= action == Action::Reduce(prod);
                    });
                assert!(accepted, "{name}: {}", language.table.grammar.show_production(prod, None));
                assert!(used, "{name}: {}", language.table.grammar.show_production(prod, None));
            }
        }
    }

    #[test]
    fn sentences_that_would_fill_the_memory_are_left_out() {
        let rules: String = (0..60).map(|nth| format!("R{nth}: R{0} R{0};\n", nth + 1)).collect();
        let text = format!("%%\nS: R0 | 'a';\n{rules}R60: 'a';\n");
        let grammar = Grammar::parse(&text, None).unwrap();
        let found: Vec<_> = sentences(&grammar).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1.len(), 1);
    }

    #[test]
    fn sentences_are_shortest() {
        let language = language::builtin("calc").unwrap();
        let mut lengths: Vec<usize> =
            sentences(&language.table.grammar).map(|(_, tokens)| tokens.len()).collect();
        lengths.sort_unstable();
        // A number for three productions, a sum, a product, and brackets around a number.
        assert_eq!(lengths, [1, 1, 1, 3, 3, 3]);
    }
}
