//! What precedence did: the conflicts that it decided without a word, and the declarations that decided none.

use fnv::FnvHashSet;

use crate::{
    TokenId,
    conflict::{Decision, Resolution, Resolved},
    grammar::{Grammar, Precedence, Symbol},
    limits::{DUMP, cut_message},
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
    let mut out = String::new();
    for resolution in &resolved.resolutions {
        out.push_str(&line(resolution));
        if out.len() > DUMP {
            out.push_str(&cut_message());
            break;
        }
    }
    out
}

/// The tokens whose precedence decided no conflict: neither as a token that could be shifted nor as the last of a
/// production or by `%prec`.
pub fn unused(grammar: &Grammar, resolved: &Resolved) -> Vec<TokenId> {
    let mut used = vec![false; grammar.tokens().len()];
    // Precedences that `%prec` gave.
    let mut by_prec: FnvHashSet<Option<Precedence>> = FnvHashSet::default();
    let mut before = None;
    for resolution in &resolved.resolutions {
        used[resolution.token.index()] = true;
        // They are sorted by their productions.
        if before.replace(resolution.prod) == Some(resolution.prod) {
            continue;
        }
        let production = grammar.production(resolution.prod);
        let last = production.symbols.iter().rev().find_map(|symbol| match symbol {
            Symbol::Token(token) => Some(*token),
            Symbol::Rule(_) => None,
        });
        let own = last.and_then(|last| grammar.token(last).precedence);
        match last.filter(|_| own == production.precedence) {
            Some(last) => used[last.index()] = true,
            None if own != production.precedence => _ = by_prec.insert(production.precedence),
            None => {}
        }
    }
    let is_used = |token: &TokenId| {
        used[token.index()] || by_prec.contains(&grammar.token(*token).precedence)
    };
    grammar
        .token_ids()
        .filter(|token| grammar.token(*token).precedence.is_some() && !is_used(token))
        .collect()
}
