//! Precedence: the shift/reduce conflicts that it resolves, and the declarations that resolve
//! nothing.
//!
//! The tighter side wins; on one level associativity decides, and `%nonassoc` makes an error of it
//! (Aho, Johnson & Ullman, "Deterministic parsing of ambiguous grammars", CACM 18, 1975). Both
//! sides must have a precedence.

use fnv::FnvHashSet;

use crate::{
    Span, TokenId,
    bits::{self, words_for},
    diagnostic::{Diagnostic, YaccGrammarErrorKind},
    grammar::{Grammar, Precedence, Symbol},
    limits::cut,
    stategraph::{Decision, Resolution, State, StateGraph},
    yacc::syntax::Assoc,
};

/// The tokens that `state` shifts, as a row; the end of the input is among them if it accepts.
pub(crate) fn shifted(grammar: &Grammar, state: &State) -> Vec<u64> {
    let mut row = vec![0; words_for(grammar.tokens().len())];
    state.shifts().for_each(|(token, _)| bits::insert(&mut row, token.index()));
    for (prod, lookahead) in &state.reductions {
        if grammar.is_start_production(*prod) {
            bits::unite(&mut row, lookahead.row());
        }
    }
    row
}

/// Decides the shift/reduce conflicts of `state` of which both sides have a precedence. Returns the
/// tokens that are errors by `%nonassoc`, whatever else the state could do with them.
pub(crate) fn resolve_by_precedence(
    grammar: &Grammar,
    state: &mut State,
    resolutions: &mut Vec<Resolution>,
) -> Vec<TokenId> {
    let mut errors = Vec::new();
    if state.reductions.is_empty() {
        return errors;
    }
    let before = resolutions.len();
    let mut shifted = shifted(grammar, state);
    for (prod, lookahead) in &mut state.reductions {
        let Some(of_prod) = grammar.production(*prod).precedence else { continue };
        let both = bits::iter_common(lookahead.row(), &shifted).map(TokenId::new);
        for token in both.collect::<Vec<_>>() {
            let of_token = grammar.token(token).precedence;
            let Some(decision) = of_token.and_then(|of_token| decide(of_prod, of_token)) else {
                continue;
            };
            if decision != Decision::Reduce {
                lookahead.remove(token);
            }
            if decision != Decision::Shift {
                bits::remove(&mut shifted, token.index());
            }
            if decision == Decision::Error {
                errors.push(token);
            }
            resolutions.push(Resolution { prod: *prod, token, decision });
        }
    }
    if resolutions.len() == before {
        return errors;
    }
    state.edges.retain(|(symbol, _)| match symbol {
        Symbol::Token(token) => bits::contains(&shifted, token.index()),
        Symbol::Rule(_) => true,
    });
    // To accept is to shift the end of the input: if that lost, the state does not accept.
    for (prod, lookahead) in &mut state.reductions {
        if grammar.is_start_production(*prod) {
            bits::intersect(lookahead.row_mut(), &shifted);
        }
    }
    errors
}

/// What the precedences of a production and of a token say; nothing if they are equal and without
/// associativity.
pub(crate) fn decide(prod: Precedence, token: Precedence) -> Option<Decision> {
    match prod.level.cmp(&token.level) {
        std::cmp::Ordering::Less => Some(Decision::Shift),
        std::cmp::Ordering::Greater => Some(Decision::Reduce),
        std::cmp::Ordering::Equal => match token.assoc {
            Assoc::Left => Some(Decision::Reduce),
            Assoc::Right => Some(Decision::Shift),
            Assoc::Nonassoc => Some(Decision::Error),
            Assoc::None => None,
        },
    }
}

/// Renders a conflict that precedence resolved as one line of text that says how.
pub fn show_resolution(grammar: &Grammar, resolution: &Resolution) -> String {
    let token = grammar.show_symbol(Symbol::Token(resolution.token));
    let production = grammar.show_production(resolution.prod, None);
    match resolution.decision {
        Decision::Shift => {
            format!("by precedence, {token} is shifted, and '{production}' is not reduced")
        }
        Decision::Reduce => {
            format!("by precedence, '{production}' is reduced, and {token} is not shifted")
        }
        Decision::Error => {
            format!("by precedence, {token} is an error after '{production}' (%nonassoc)")
        }
    }
}

/// Renders all conflicts that precedence resolved in `graph`, one a line.
pub fn show_resolutions(grammar: &Grammar, graph: &StateGraph) -> String {
    cut(graph.resolutions.iter().map(|one| show_resolution(grammar, one) + "\n"))
}

/// Returns a warning for each token whose precedence decided no conflict, neither its own nor that
/// of a production.
///
/// ```
/// use lrtable::{construct::Construction, grammar::Grammar, precedence, statetable};
///
/// let grammar = Grammar::parse("%left '+' '-' %% E: E '+' E | '-' 'n';", None).unwrap();
/// let (graph, _) = statetable::build(&grammar, Construction::Pager);
/// let unused = precedence::unused(&grammar, &graph);
/// assert_eq!(unused[0].message(), "the precedence of \"-\" decides no conflict");
/// ```
pub fn unused(grammar: &Grammar, graph: &StateGraph) -> Vec<Diagnostic> {
    let mut used = vec![false; grammar.tokens().len()];
    // Precedences that `%prec` gave.
    let mut by_prec: FnvHashSet<Option<Precedence>> = FnvHashSet::default();
    let mut before = None;
    for resolution in graph.resolutions.iter() {
        used[resolution.token.index()] = true;
        // They are sorted by their productions.
        if before.replace(resolution.prod) == Some(resolution.prod) {
            continue;
        }
        let production = grammar.production(resolution.prod);
        let last = production.symbols.iter().rev().find_map(|symbol| symbol.token());
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
    let warning = |token| {
        let shown = grammar.show_symbol(Symbol::Token(token));
        let message = format!("the precedence of {shown} decides no conflict");
        let span = grammar.token(token).span.unwrap_or(Span::new(0, 0));
        Diagnostic::warning(YaccGrammarErrorKind::UnusedPrecedence, message, span)
    };
    let tokens = grammar.token_ids().filter(|token| grammar.token(*token).precedence.is_some());
    tokens.filter(|token| !is_used(token)).map(warning).collect()
}
