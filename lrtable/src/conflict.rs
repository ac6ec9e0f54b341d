//! Conflicts: what precedence decides, what the defaults decide, and what is reported.
//!
//! In Bison's order. First every shift/reduce conflict of which both sides have a precedence: the tighter side wins, on
//! one level associativity decides, and `%nonassoc` makes an error of it. States that are then no longer reached are
//! dropped, with their conflicts. On what is left a shift wins over reductions and the earlier production over later ones;
//! these are the conflicts that are counted and that `%expect` and `%expect-rr` are compared with.

use crate::{
    ProdId, StateId, TokenId,
    first::{TokenSet, empty_set, intersects, iter_tokens},
    grammar::{Grammar, Precedence, Symbol},
    limits::{Limits, Meter, TooLarge},
    stategraph::{State, StateGraph},
    yacc::ast::Assoc,
};

/// A token that a state could shift, and by which it could reduce. To accept counts as to shift the end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShiftReduce {
    /// The state.
    pub state: StateId,
    /// The token, which is shifted.
    pub token: TokenId,
    /// The production that is not reduced; the first, if there are several.
    pub prod: ProdId,
}

/// Two productions that a state could reduce by one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReduceReduce {
    /// The state.
    pub state: StateId,
    /// The token.
    pub token: TokenId,
    /// The production that is reduced, unless the token is shifted.
    pub kept: ProdId,
    /// The production that is not reduced.
    pub dropped: ProdId,
}

/// The conflicts of a state graph that precedence did not decide, counted as Bison counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflicts {
    /// One for each state and token.
    pub shift_reduce: Vec<ShiftReduce>,
    /// One for each state, token and production but the first.
    pub reduce_reduce: Vec<ReduceReduce>,
}

impl Conflicts {
    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.shift_reduce.is_empty() && self.reduce_reduce.is_empty()
    }
}

/// What precedence made of a shift/reduce conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// The token is shifted.
    Shift,
    /// The production is reduced.
    Reduce,
    /// The token is an error here (`%nonassoc`).
    Error,
}

/// A shift/reduce conflict that precedence decided. Said in terms of the production and the token: how many states it
/// concerns depends on the construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resolution {
    /// The production.
    pub prod: ProdId,
    /// The token.
    pub token: TokenId,
    /// What was decided.
    pub decision: Decision,
}

/// A state graph in which every state has at most one action for each token, and how that came about.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The graph. Edges and lookaheads that lost are gone from it.
    pub graph: StateGraph,
    /// What was left to the defaults.
    pub conflicts: Conflicts,
    /// What precedence decided, sorted, each once.
    pub resolutions: Vec<Resolution>,
}

/// Leaves each state of `graph` at most one action for each token, however many conflicts there are.
pub fn resolve(grammar: &Grammar, graph: StateGraph) -> Resolved {
    resolve_by(grammar, graph, &Meter::new(Limits::NONE)).expect("there is no limit")
}

/// Leaves each state of `graph` at most one action for each token.
///
/// # Errors
///
/// If there are more conflicts than `meter` allows.
pub(crate) fn resolve_by(
    grammar: &Grammar,
    graph: StateGraph,
    meter: &Meter,
) -> Result<Resolved, TooLarge> {
    let mut resolutions = Vec::new();
    let mut errors = Vec::with_capacity(graph.states().len());
    let mut decided = 0;
    let (graph, old_ids) = graph.try_map_states(|_, state| {
        let before = resolutions.len();
        errors.push(by_precedence(grammar, state, &mut resolutions));
        decided += resolutions.len() - before;
        meter.conflicts(decided)
    })?;
    resolutions.sort_unstable();
    resolutions.dedup();
    let mut conflicts = Conflicts::default();
    let mut owners = vec![ProdId::new(0); grammar.tokens().len()];
    let (graph, _) = graph.try_map_states(|id, state| {
        let errors = &errors[old_ids[id.index()].index()];
        by_default(grammar, id, state, errors, (&mut conflicts, &mut owners), meter)
    })?;
    Ok(Resolved { graph, conflicts, resolutions })
}

/// Is `prod` one of the augmented productions?
fn is_start(grammar: &Grammar, prod: ProdId) -> bool {
    prod.index() < grammar.starts().len()
}

/// The tokens that `state` shifts, the end of the input among them if it accepts.
fn shifted(grammar: &Grammar, state: &State) -> TokenSet {
    let mut set = empty_set(grammar);
    for (symbol, _) in &state.edges {
        if let Symbol::Token(token) = symbol {
            set.set(token.index(), true);
        }
    }
    for (_, lookahead) in state.reductions.iter().filter(|(prod, _)| is_start(grammar, *prod)) {
        set.or(lookahead);
    }
    set
}

/// Decides the shift/reduce conflicts of `state` of which both sides have a precedence. Returns the tokens that are errors
/// by `%nonassoc`, whatever else the state could do with them.
fn by_precedence(
    grammar: &Grammar,
    state: &mut State,
    resolutions: &mut Vec<Resolution>,
) -> Vec<TokenId> {
    let mut errors = Vec::new();
    if state.reductions.is_empty() {
        return errors;
    }
    let mut shifted = shifted(grammar, state);
    for (prod, lookahead) in &mut state.reductions {
        let Some(of_prod) = grammar.production(*prod).precedence else {
            continue;
        };
        if !intersects(lookahead, &shifted) {
            continue;
        }
        let both: Vec<TokenId> = iter_tokens(&(&*lookahead & &shifted)).collect();
        for token in both {
            let Some(of_token) = grammar.token(token).precedence else {
                continue;
            };
            let Some(decision) = decide(of_prod, of_token) else {
                continue;
            };
            if decision != Decision::Reduce {
                lookahead.set(token.index(), false);
            }
            if decision != Decision::Shift {
                shifted.set(token.index(), false);
            }
            if decision == Decision::Error {
                errors.push(token);
            }
            resolutions.push(Resolution { prod: *prod, token, decision });
        }
    }
    state.edges.retain(|(symbol, _)| match symbol {
        Symbol::Token(token) => shifted[token.index()],
        Symbol::Rule(_) => true,
    });
    // To accept is to shift the end of the input: if that lost, the state does not accept.
    for (prod, lookahead) in &mut state.reductions {
        if is_start(grammar, *prod) {
            lookahead.and(&shifted);
        }
    }
    errors
}

/// What the precedences of a production and of a token say; nothing if they are equal and without associativity.
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

/// Lets a shift win over reductions, and the first production over later ones; takes note of each such case. `errors` are
/// no conflict, but are reduced by nothing. `owners` is scratch: for each token that was seen the first production by which
/// the state could reduce it.
fn by_default(
    grammar: &Grammar,
    id: StateId,
    state: &mut State,
    errors: &[TokenId],
    (conflicts, owners): (&mut Conflicts, &mut [ProdId]),
    meter: &Meter,
) -> Result<(), TooLarge> {
    if state.reductions.is_empty() {
        return Ok(());
    }
    let shifted = shifted(grammar, state);
    let mut seen = empty_set(grammar);
    let mut shift_reduce = Vec::new();
    for at in 0..state.reductions.len() {
        let (prod, lookahead) = &state.reductions[at];
        if is_start(grammar, *prod) {
            continue;
        }
        for token in iter_tokens(lookahead) {
            if seen[token.index()] {
                let kept = owners[token.index()];
                let conflict = ReduceReduce { state: id, token, kept, dropped: *prod };
                conflicts.reduce_reduce.push(conflict);
                continue;
            }
            owners[token.index()] = *prod;
            if shifted[token.index()] {
                shift_reduce.push(ShiftReduce { state: id, token, prod: *prod });
            }
        }
        let count = conflicts.shift_reduce.len() + conflicts.reduce_reduce.len();
        meter.conflicts(count + shift_reduce.len())?;
        let (_, lookahead) = &mut state.reductions[at];
        let wanted = lookahead.clone();
        if intersects(&wanted, &seen) || intersects(&wanted, &shifted) {
            for token in iter_tokens(&wanted) {
                if seen[token.index()] || shifted[token.index()] {
                    lookahead.set(token.index(), false);
                }
            }
        }
        seen.or(&wanted);
    }
    if !errors.is_empty() {
        let mut others = empty_set(grammar);
        others.negate();
        errors.iter().for_each(|token| _ = others.set(token.index(), false));
        state.reductions.iter_mut().for_each(|(_, lookahead)| _ = lookahead.and(&others));
    }
    state.reductions.retain(|(_, lookahead)| iter_tokens(lookahead).next().is_some());
    shift_reduce.sort_unstable();
    conflicts.shift_reduce.append(&mut shift_reduce);
    Ok(())
}
