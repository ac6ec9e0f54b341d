//! The state table: one action for each state and token, one goto for each state and rule.

use crate::{
    RuleId, StateId, TokenId,
    conflict::{Resolved, resolve_by},
    construct::Construction,
    first::{First, iter_tokens},
    grammar::{Grammar, Symbol},
    limits::{Limits, Meter, TooLarge},
    pack::Tables,
    packing::{self, Packing, Row},
    stategraph::StateGraph,
};

pub use crate::pack::Action;
pub use ::lrtable::{Conflicts, StateTableError};

/// A state table that owns its arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTable {
    packing: Packing,
    productions: Vec<(u32, u32)>,
    rule_count: usize,
    symbols: Vec<u32>,
    insert_costs: Vec<u8>,
    delete_costs: Vec<u8>,
    avoid_insert: Vec<bool>,
    brackets: Vec<(u32, u32)>,
    start_count: usize,
    can_reduce_forever: bool,
}

impl StateTable {
    /// The table of a state graph without conflicts, however large it is.
    pub fn new(grammar: &Grammar, resolved: &Resolved) -> StateTable {
        let table = StateTable::within(grammar, resolved, &Meter::new(Limits::NONE));
        table.expect("there is no limit")
    }

    /// The table of a state graph without conflicts.
    fn within(
        grammar: &Grammar,
        resolved: &Resolved,
        meter: &Meter,
    ) -> Result<StateTable, TooLarge> {
        let graph = &resolved.graph;
        let (tokens, rules) = (grammar.tokens().len(), grammar.rules().len());
        let gotos = graph.states().iter().flat_map(|state| state.gotos());
        let usual_gotos = packing::usual_gotos(rules, gotos.collect());
        let productions = grammar.productions().iter().map(|production| {
            let len = u32::try_from(production.symbols.len()).expect("a production is short");
            (production.rule.0, len)
        });
        let productions: Vec<(u32, u32)> = productions.collect();
        let symbols = grammar.productions().iter().flat_map(|production| &production.symbols);
        let properties = grammar.tokens();
        Ok(StateTable {
            packing: Packing::of_rows(
                tokens,
                usual_gotos,
                &productions,
                graph.states().len(),
                meter,
                |at, row| fill(row, graph, StateId::new(at)),
            )?,
            productions,
            rule_count: rules,
            symbols: symbols.map(|symbol| packing::encode_symbol(*symbol)).collect(),
            insert_costs: properties.iter().map(|token| token.insert_cost).collect(),
            delete_costs: properties.iter().map(|token| token.delete_cost).collect(),
            avoid_insert: properties.iter().map(|token| token.avoid_insert).collect(),
            brackets: grammar
                .declarations()
                .brackets
                .iter()
                .map(|(opening, closing)| (opening.0, closing.0))
                .collect(),
            start_count: grammar.starts().len(),
            can_reduce_forever: First::new(grammar).can_reduce_forever(grammar),
        })
    }

    /// The table as the parser uses it.
    pub fn tables(&self) -> Tables<'_> {
        Tables {
            token_count: self.insert_costs.len(),
            rule_count: self.rule_count,
            arrays: self.packing.arrays(),
            productions: &self.productions,
            symbols: &self.symbols,
            insert_costs: &self.insert_costs,
            delete_costs: &self.delete_costs,
            avoid_insert: &self.avoid_insert,
            brackets: &self.brackets,
            start_count: self.start_count,
            can_reduce_forever: self.can_reduce_forever,
        }
    }

    /// What the parser does with `token` in `state`.
    pub fn action(&self, state: StateId, token: TokenId) -> Action {
        self.tables().action(state, token)
    }

    /// The state that follows `state` once a sentence of `rule` has been read.
    pub fn goto(&self, state: StateId, rule: RuleId) -> Option<StateId> {
        self.tables().goto(state, rule)
    }

    /// The number of states.
    pub fn state_count(&self) -> usize {
        self.tables().state_count()
    }

    /// The start state of the first start rule.
    pub fn start_state(&self) -> StateId {
        StateId::new(0)
    }
}

/// Makes `row` what a state does.
fn fill(row: &mut Row, graph: &StateGraph, id: StateId) {
    let state = graph.state(id);
    row.actions.clear();
    row.gotos.clear();
    row.gotos.extend(state.gotos());
    for (prod, lookahead) in &state.reductions {
        let action =
            if graph.is_start_production(*prod) { Action::Accept } else { Action::Reduce(*prod) };
        row.actions.extend(iter_tokens(lookahead).map(|token| (token, action)));
    }
    row.actions.extend(state.edges[row.gotos.len()..].iter().filter_map(|(symbol, target)| {
        match symbol {
            Symbol::Token(token) => Some((*token, Action::Shift(*target))),
            Symbol::Rule(_) => None,
        }
    }));
    if !state.reductions.is_empty() {
        row.actions.sort_unstable_by_key(|(token, _)| *token);
    }
}

/// The state graph of `grammar` by `construction`, with its conflicts resolved, and the table made of it; whatever it takes.
pub fn build(grammar: &Grammar, construction: Construction) -> (Resolved, StateTable) {
    build_within(grammar, construction, Limits::NONE).expect("there is no limit")
}

/// The state graph of `grammar` by `construction`, with its conflicts resolved, and the table made of it.
///
/// # Errors
///
/// If they take more than `limits` allow.
pub fn build_within(
    grammar: &Grammar,
    construction: Construction,
    limits: Limits,
) -> Result<(Resolved, StateTable), TooLarge> {
    let mut meter = Meter::new(limits);
    let graph = construction.build_by(grammar, &mut meter)?;
    let resolved = resolve_by(grammar, graph, &meter)?;
    let table = StateTable::within(grammar, &resolved, &meter)?;
    Ok((resolved, table))
}
