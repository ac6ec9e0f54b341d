//! Random derivations in which some productions are likelier than others.

use lrtable::{
    ProdId, TokenId,
    grammar::{Grammar, Symbol},
    random::Random,
    sentence::Cheapest,
};

use crate::{
    Error, ErrorKind,
    limits::{GENERATED_TOKENS, LARGEST_WEIGHT},
};

/// Weights of productions: how likely each is among the alternatives of its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Vec<usize>);

impl Weights {
    /// Makes equal weights for all alternatives of a rule.
    pub fn new(grammar: &Grammar) -> Weights {
        Weights(vec![1; grammar.productions().len()])
    }

    /// Sets the weight of alternatives: `RULE.N=W` of the N-th of a rule, from 1; `RULE=W` of all
    /// alternatives that contain the rule.
    ///
    /// # Errors
    ///
    /// One line on what is wrong.
    pub fn set(&mut self, grammar: &Grammar, text: &str) -> Result<(), Error> {
        let error =
            |what: String| Error::new(ErrorKind::Setting, format!("weight '{text}': {what}"));
        let wrong = || error("expected RULE.N=WEIGHT or RULE=WEIGHT".to_owned());
        let (place, weight) = text.rsplit_once('=').ok_or_else(wrong)?;
        let weight: usize = weight.parse().map_err(|_| wrong())?;
        if weight > LARGEST_WEIGHT {
            return Err(error(format!("expected at most {LARGEST_WEIGHT}")));
        }
        let numbered =
            place.rsplit_once('.').and_then(|(rule, nth)| Some((rule, nth.parse().ok()?)));
        let name = numbered.map_or(place, |(rule, _)| rule);
        let rules: Vec<_> = grammar.rule_ids().collect();
        let rule = rules.into_iter().find(|rule| grammar.rule(*rule).name == name);
        let rule = rule.ok_or_else(|| error(format!("there is no rule '{name}'")))?;
        match numbered {
            Some((_, nth)) => {
                let productions = &grammar.rule(rule).productions;
                let prod = usize::checked_sub(nth, 1).and_then(|at| productions.get(at));
                let prod = prod.ok_or_else(|| {
                    error(format!("'{name}' has {} alternatives", productions.len()))
                })?;
                self.0[prod.index()] = weight;
            }
            None => {
                for prod in grammar.prod_ids() {
                    if grammar.symbols(prod).contains(&Symbol::Rule(rule)) {
                        self.0[prod.index()] = weight;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns weights under which derivations tend towards `wanted`: productions are likelier the
    /// nearer they lead to its rule.
    pub(crate) fn favouring(grammar: &Grammar, wanted: ProdId) -> Weights {
        let mut weights = Weights::new(grammar);
        weights.0[wanted.index()] = 20;
        let mut near = vec![grammar.production(wanted).rule];
        let mut next = 0;
        while let Some(&rule) = near.get(next) {
            next += 1;
            for prod in grammar.prod_ids() {
                let above = grammar.production(prod).rule;
                if grammar.symbols(prod).contains(&Symbol::Rule(rule)) {
                    weights.0[prod.index()] = weights.0[prod.index()].max(10);
                    if !near.contains(&above) {
                        near.push(above);
                    }
                }
            }
        }
        weights
    }
}

/// Returns the tokens of a random derivation of about `size` productions, completed by cheapest
/// sentences; `None` if there is no sentence.
pub(super) fn tokens(
    cheapest: &Cheapest,
    grammar: &Grammar,
    weights: &Weights,
    size: usize,
    random: &mut Random,
) -> Option<Vec<TokenId>> {
    let has_error = |prod: ProdId| {
        let is_error = |symbol: &Symbol| matches!(symbol, Symbol::Token(token) if grammar.token(*token).is_error);
        grammar.symbols(prod).iter().any(is_error)
    };
    let mut todo = vec![Symbol::Rule(grammar.starts()[0])];
    let mut tokens = Vec::new();
    let mut used = 0;
    while let Some(symbol) = todo.pop() {
        let rule = match symbol {
            Symbol::Token(token) => {
                tokens.push(token);
                continue;
            }
            Symbol::Rule(rule) => rule,
        };
        let productions = grammar.rule(rule).productions.iter().copied();
        let usable: Vec<ProdId> = productions
            .filter(|prod| grammar.is_productive(*prod) && !has_error(*prod))
            .filter(|prod| weights.0[prod.index()] > 0)
            .collect();
        let sum: usize = usable.iter().map(|prod| weights.0[prod.index()]).sum();
        // Each pending symbol takes about one production.
        if sum == 0 || used + todo.len() / 2 >= size {
            if tokens.len() + cheapest.cost(rule) as usize > GENERATED_TOKENS {
                return None;
            }
            tokens.extend(cheapest.sentence(rule)?);
            continue;
        }
        let mut at = random.below(sum);
        let chosen = usable.iter().find(|prod| {
            let weight = weights.0[prod.index()];
            let is_here = at < weight;
            at = at.saturating_sub(weight);
            is_here
        });
        used += 1;
        todo.extend(grammar.symbols(*chosen?).iter().rev());
    }
    Some(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language;

    #[test]
    fn weights_are_obeyed() {
        let language = language::builtin("figure2").unwrap();
        let grammar = &language.table.grammar;
        let cheapest = Cheapest::new(grammar, |_| 1);
        let times = grammar.token_named("*").unwrap();
        let mut random = Random::new(1);
        let mut count = |weights: &Weights| -> usize {
            let all = (0..200)
                .flat_map(|_| tokens(&cheapest, grammar, weights, 30, &mut random).unwrap());
            all.filter(|token| *token == times).count()
        };
        let mut weights = Weights::new(grammar);
        let even = count(&weights);
        weights.set(grammar, "Factor.1=0").unwrap();
        assert_eq!(count(&weights), 0);
        weights.set(grammar, "Factor.1=3").unwrap();
        assert!(count(&weights) > even);
        for (wrong, said) in [
            ("Term", "expected RULE.N=WEIGHT"),
            ("Nothing=3", "no rule 'Nothing'"),
            ("Term.9=3", "has 2 alternatives"),
            ("Term.1=99999999", "at most"),
        ] {
            let message = weights.set(grammar, wrong).unwrap_err().to_string();
            assert!(message.contains(said), "{message}");
        }
    }
}
