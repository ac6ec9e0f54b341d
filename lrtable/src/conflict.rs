//! Resolution of conflicts, by precedence and then by Yacc's defaults, and the conflicts that are
//! reported.
//!
//! In Bison's order. First precedence decides ([`precedence`]). States that are then no longer
//! reached are dropped, with their conflicts. On what is left a shift wins over reductions and the
//! earlier production over later ones; these are the conflicts that are counted and that `%expect`
//! and `%expect-rr` are compared with.

use std::sync::Arc;

use crate::{
    ProdId, StateId, TokenId, bits,
    grammar::Grammar,
    limits::Limits,
    meter::{Meter, Metered},
    precedence,
    stategraph::State,
};

pub use crate::stategraph::{
    Conflicts, Decision, ReduceReduce, Resolution, ShiftReduce, StateGraph,
};

/// Resolves the conflicts of `graph` by precedence and then by Yacc's defaults, so that each state
/// has at most one action for a token.
///
/// Edges and lookaheads that lost are gone from the result, which holds the conflicts and how they
/// were resolved. There may be any number of them.
///
/// ```
/// use lrtable::{conflict, construct::Construction, grammar::Grammar};
///
/// let grammar = Grammar::parse("%left '+' %% E: E '+' E | '-' E | 'n';", None).unwrap();
/// let graph = conflict::resolve(&grammar, Construction::Pager.build(&grammar));
/// assert_eq!((graph.resolutions.len(), graph.conflicts.sr_len()), (1, 1));
/// ```
pub fn resolve(grammar: &Grammar, graph: StateGraph) -> StateGraph {
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
) -> Metered<StateGraph> {
    let mut resolutions = Vec::new();
    let mut errors = Vec::with_capacity(graph.states().len());
    let (graph, old_ids) = graph.try_map_states(|_, state| {
        errors.push(precedence::resolve_by_precedence(grammar, state, &mut resolutions));
        meter.conflicts(resolutions.len())
    })?;
    resolutions.sort_unstable();
    resolutions.dedup();
    let owners = vec![ProdId::new(0); grammar.tokens().len()];
    let mut resolver = Resolver { grammar, meter, conflicts: Conflicts::default(), owners };
    let (mut graph, _) = graph.try_map_states(|id, state| {
        let errors = &errors[old_ids[id.index()].index()];
        resolver.resolve_by_default(id, state, errors)
    })?;
    (graph.conflicts, graph.resolutions) = (Arc::new(resolver.conflicts), Arc::new(resolutions));
    Ok(graph)
}

/// The state of the resolution that goes through all states.
struct Resolver<'a> {
    grammar: &'a Grammar,
    meter: &'a Meter,
    conflicts: Conflicts,
    /// For each token that was seen in a state, the first production by which the state could
    /// reduce it.
    owners: Vec<ProdId>,
}

impl Resolver<'_> {
    /// Lets a shift win over reductions, and the first production over later ones; takes note of
    /// each such case. `errors` are no conflict, but are reduced by nothing.
    fn resolve_by_default(
        &mut self,
        id: StateId,
        state: &mut State,
        errors: &[TokenId],
    ) -> Metered {
        let Resolver { grammar, meter, conflicts, owners } = self;
        if state.reductions.is_empty() {
            return Ok(());
        }
        let shifted = precedence::shifted(grammar, state);
        let mut seen = vec![0; shifted.len()];
        let mut shift_reduce = Vec::new();
        for (prod, lookahead) in &mut state.reductions {
            if grammar.is_start_production(*prod) {
                continue;
            }
            let wanted = lookahead.clone();
            if bits::intersects(wanted.row(), &seen) || bits::intersects(wanted.row(), &shifted) {
                for token in bits::iter_common(wanted.row(), &seen).map(TokenId::new) {
                    let kept = owners[token.index()];
                    let conflict = ReduceReduce { state: id, token, kept, dropped: *prod };
                    conflicts.reduce_reduce.push(conflict);
                }
                bits::subtract(lookahead.row_mut(), &seen);
                for token in bits::iter_common(lookahead.row(), &shifted).map(TokenId::new) {
                    shift_reduce.push(ShiftReduce { state: id, token, prod: *prod });
                }
            }
            lookahead.iter().for_each(|token| owners[token.index()] = *prod);
            let count = conflicts.shift_reduce.len() + conflicts.reduce_reduce.len();
            meter.conflicts(count + shift_reduce.len())?;
            if bits::intersects(lookahead.row(), &shifted) {
                bits::subtract(lookahead.row_mut(), &shifted);
            }
            bits::unite(&mut seen, wanted.row());
        }
        for token in errors {
            let holders = state.reductions.iter_mut().filter(|(_, set)| set.contains(*token));
            holders.for_each(|(_, lookahead)| lookahead.remove(*token));
        }
        state.reductions.retain(|(_, lookahead)| !lookahead.is_empty());
        shift_reduce.sort_unstable();
        conflicts.shift_reduce.append(&mut shift_reduce);
        Ok(())
    }
}
