//! What precedence did: the conflicts that it decided without a word, and the declarations that decided none.

use crate::{
    TokenId,
    conflict::{Decision, Resolution, Resolved},
    grammar::{Grammar, Symbol},
};

/// The conflicts that precedence decided, one a line.
pub fn decided(grammar: &Grammar, resolved: &Resolved) -> String {
    let line = |resolution: &Resolution| {
        let token = grammar.show_symbol(Symbol::Token(resolution.token));
        let production = grammar.show_production(resolution.prod, None);
        let decision = match resolution.decision {
            Decision::Shift => format!("{token} is shifted, and '{production}' is not reduced"),
            Decision::Reduce => format!("'{production}' is reduced, and {token} is not shifted"),
            Decision::Error => format!("{token} is an error behind '{production}' (%nonassoc)"),
        };
        format!("by precedence, {decision}\n")
    };
    resolved.resolutions.iter().map(line).collect()
}

/// The tokens whose precedence decided no conflict: neither as a token that could be shifted nor as the last of a
/// production or by `%prec`.
pub fn unused(grammar: &Grammar, resolved: &Resolved) -> Vec<TokenId> {
    let is_used = |token: &TokenId| {
        let precedence = grammar.token(*token).precedence;
        resolved.resolutions.iter().any(|resolution| {
            let production = grammar.production(resolution.prod);
            let last = production.symbols.iter().rev().find_map(|symbol| match symbol {
                Symbol::Token(token) => Some(*token),
                Symbol::Rule(_) => None,
            });
            let own = last.and_then(|last| grammar.token(last).precedence);
            let by_prec = own != production.precedence && production.precedence == precedence;
            let by_last = last == Some(*token) && own == production.precedence;
            resolution.token == *token || by_prec || by_last
        })
    };
    grammar
        .token_ids()
        .filter(|token| grammar.token(*token).precedence.is_some() && !is_used(token))
        .collect()
}
