//! From a state graph without conflicts to the arrays that run (see [`pack`](crate::pack)).

mod comb;

use crate::{
    ProdId, RuleId, StateId, Symbol, bits,
    intern::narrow,
    meter::{Meter, Metered},
    pack::{Arrays, Packed, PackedState, StateEntry},
    stategraph::{State, StateGraph},
};
use comb::{PROBES, Rows, Sets};

/// An encoded symbol: twice the number of a token, or twice the number of a rule plus one.
pub(crate) fn encode_symbol(symbol: Symbol) -> u32 {
    match symbol {
        Symbol::Token(token) => token.0 * 2,
        Symbol::Rule(rule) => rule.0 * 2 + 1,
    }
}

/// Packed arrays that are owned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// Every number is below 2^16.
    U16(Parts<u16>),
    /// Every number is below 2^32.
    U32(Parts<u32>),
}

/// What [`Packed`] borrows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts<W> {
    states: Vec<PackedState<W>>,
    usual_gotos: Vec<W>,
    actions: Vec<[W; 2]>,
    gotos: Vec<[W; 2]>,
    token_sets: Vec<u8>,
    rule_sets: Vec<u8>,
}

impl<W> Parts<W> {
    fn borrow(&self) -> Packed<'_, W> {
        Packed {
            states: &self.states,
            usual_gotos: &self.usual_gotos,
            actions: &self.actions,
            gotos: &self.gotos,
            token_sets: &self.token_sets,
            rule_sets: &self.rule_sets,
        }
    }
}

impl Packing {
    /// Packs the actions and the gotos of a graph's states, whose conflicts are resolved.
    /// `productions` are the rule and the length of each.
    ///
    /// # Errors
    ///
    /// If the arrays take more than `meter` allows.
    pub(crate) fn new(
        token_count: usize,
        rule_count: usize,
        productions: &[(u32, u32)],
        graph: &StateGraph,
        meter: &Meter,
    ) -> Metered<Packing> {
        let state_count = graph.states().len();
        let usual_gotos = usual_gotos(rule_count, graph);
        // What is no token is in no set.
        let mut token_sets = Sets::new(token_count + 1);
        let mut rule_sets = Sets::new(rule_count);
        let mut actions = Rows::default();
        let mut gotos = Rows::default();
        let mut entries: Vec<StateEntry<u32>> = Vec::with_capacity(state_count);
        let mut others = Vec::new();
        for state in graph.states() {
            others.clear();
            others.extend(state.shifts().map(|(token, to)| (token.0, to.0 + 1)));
            let usual = usual_reduction(graph, state);
            for (prod, lookahead) in &state.reductions {
                if usual == Some(*prod) {
                    bits::unite(&mut token_sets.scratch, lookahead.row());
                    continue;
                }
                let accepts = graph.is_start_production(*prod);
                let code = if accepts { 0 } else { prod.0 + narrow(state_count) + 1 };
                others.extend(lookahead.iter().map(|token| (token.0, code)));
            }
            others.sort_unstable();
            state.gotos().for_each(|(rule, _)| bits::insert(&mut rule_sets.scratch, rule.index()));
            let moves = state.gotos().filter(|(rule, to)| usual_gotos[rule.index()] != to.0);
            let (rule, len) = usual.map_or((0, 0), |prod| productions[prod.index()]);
            entries.push(StateEntry {
                tokens: token_sets.intern(),
                prod: usual.map_or(0, |prod| prod.0),
                rule,
                len,
                target: usual_gotos.get(rule as usize).copied().unwrap_or(0),
                actions: actions.intern(others.iter().copied()),
                rules: rule_sets.intern(),
                gotos: gotos.intern(moves.map(|(rule, to)| (rule.0, to.0))),
            });
            meter
                .table(token_sets.bytes() + rule_sets.bytes() + actions.bytes() + gotos.bytes())?;
        }
        let sets = token_sets.bytes() + rule_sets.bytes();
        let (action_starts, actions) = actions.lay(token_count + 1, PROBES, sets, meter)?;
        let sets = sets + actions.len() * size_of::<[u32; 2]>();
        let (goto_starts, gotos) = gotos.lay(rule_count, PROBES, sets, meter)?;
        let states = entries.into_iter().map(|entry| {
            let actions = action_starts[entry.actions as usize];
            let gotos = goto_starts[entry.gotos as usize];
            StateEntry { actions, gotos, ..entry }.pack()
        });
        let parts = Parts {
            states: states.collect(),
            usual_gotos,
            actions,
            gotos,
            token_sets: token_sets.into_bytes(),
            rule_sets: rule_sets.into_bytes(),
        };
        Ok(match narrowed(&parts) {
            Some(parts) => Packing::U16(parts),
            None => Packing::U32(parts),
        })
    }

    /// The arrays, as tables hold them.
    pub(crate) fn arrays(&self) -> Arrays<'_> {
        match self {
            Packing::U16(parts) => Arrays::U16(parts.borrow()),
            Packing::U32(parts) => Arrays::U32(parts.borrow()),
        }
    }
}

/// The production that most of the tokens reduce; the first of several.
fn usual_reduction(graph: &StateGraph, state: &State) -> Option<ProdId> {
    let reductions = state.reductions.iter().rev();
    let reductions = reductions.filter(|(prod, _)| !graph.is_start_production(*prod));
    reductions.max_by_key(|(_, lookahead)| lookahead.len()).map(|(prod, _)| *prod)
}

/// For each rule the state to which it leads most often; the first of several.
fn usual_gotos(rule_count: usize, graph: &StateGraph) -> Vec<u32> {
    let mut all: Vec<(RuleId, StateId)> = graph.states().iter().flat_map(State::gotos).collect();
    all.sort_unstable();
    let mut usual = vec![(0, 0); rule_count];
    for equal in all.chunk_by(|a, b| a == b) {
        let (rule, target) = equal[0];
        let (count, most) = &mut usual[rule.index()];
        if equal.len() > *count {
            (*count, *most) = (equal.len(), target.0);
        }
    }
    usual.into_iter().map(|(_, target)| target).collect()
}

/// The parts in 16 bits, if that suffices.
fn narrowed(parts: &Parts<u32>) -> Option<Parts<u16>> {
    fn all<const N: usize>(cells: &[[u32; N]]) -> Option<Vec<[u16; N]>> {
        let fits = cells.as_flattened().iter().all(|number| u16::try_from(*number).is_ok());
        fits.then(|| cells.iter().map(|cell| cell.map(|number| number as u16)).collect())
    }
    let usual_gotos = parts.usual_gotos.iter().map(|state| u16::try_from(*state).ok());
    Some(Parts {
        states: all(&parts.states)?,
        usual_gotos: usual_gotos.collect::<Option<_>>()?,
        actions: all(&parts.actions)?,
        gotos: all(&parts.gotos)?,
        token_sets: parts.token_sets.clone(),
        rule_sets: parts.rule_sets.clone(),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{
        TokenId,
        bits::TokenSet,
        item::Kernel,
        limits::Limits,
        pack::{Action, Tables},
        random::Random,
    };

    /// A state of at most one action for each token, and what it does. Production 0 is that of the
    /// whole input.
    fn random_state(
        random: &mut Random,
        tokens: usize,
        rules: usize,
        states: usize,
    ) -> (State, BTreeMap<TokenId, Action>) {
        let mut actions = BTreeMap::new();
        let mut sets: BTreeMap<ProdId, TokenSet> = BTreeMap::new();
        let mut edges = Vec::new();
        for rule in (0..rules).map(RuleId::new) {
            let target = match random.below(4) {
                0 => random.below(states),
                1 => rule.index() % states,
                _ => continue,
            };
            edges.push((Symbol::Rule(rule), StateId::new(target)));
        }
        for token in (0..tokens).map(TokenId::new) {
            let prod = match random.below(6) {
                0 => {
                    let target = StateId::new(random.below(states));
                    edges.push((Symbol::Token(token), target));
                    actions.insert(token, Action::Shift(target));
                    continue;
                }
                1 => ProdId::new(random.below(states)),
                2 | 3 => ProdId::new(states),
                _ => continue,
            };
            let action = if prod.index() == 0 { Action::Accept } else { Action::Reduce(prod) };
            actions.insert(token, action);
            sets.entry(prod).or_insert_with(|| TokenSet::empty(tokens)).insert(token);
        }
        let kernel = Kernel { core: Box::new([]), lookaheads: Box::new([]) };
        (State { kernel, edges, reductions: sets.into_iter().collect() }, actions)
    }

    #[test]
    fn rows_that_need_wide_integers_and_rows_that_do_not_are_found_again() {
        let mut random = Random::new(4);
        let (tokens, rules) = (37, 21);
        for (count, is_wide) in [(2, false), (300, false), (66_000, true)] {
            let empty = random_state(&mut random, 0, 0, count);
            let mut states = vec![empty; count];
            for at in 0..count.min(500) {
                states[count - 1 - at] = random_state(&mut random, tokens, rules, count);
            }
            let productions: Vec<(u32, u32)> =
                (0..=count).map(|prod| ((prod % rules) as u32, (prod % 5) as u32)).collect();
            let graph = states.iter().map(|(state, _)| state.clone()).collect();
            let graph = StateGraph::of(graph, 1);
            let meter = Meter::new(Limits::NONE);
            let packing = Packing::new(tokens, rules, &productions, &graph, &meter).unwrap();
            let tables = Tables {
                token_count: tokens,
                rule_count: rules,
                arrays: packing.arrays(),
                productions: &productions,
                symbols: &[],
                insert_costs: &[],
                delete_costs: &[],
                avoid_insert: &[],
                brackets: &[],
                mistakes: "",
                start_count: 1,
                can_reduce_forever: false,
            };
            assert_eq!(matches!(tables.arrays, Arrays::U32(_)), is_wide);
            for (id, (state, actions)) in states.iter().enumerate() {
                let id = StateId::new(id);
                for token in (0..=tokens).map(TokenId::new) {
                    let expected = actions.get(&token).copied().unwrap_or(Action::Error);
                    assert_eq!(tables.action(id, token), expected);
                }
                let gotos: BTreeMap<_, _> = state.gotos().collect();
                for rule in (0..rules).map(RuleId::new) {
                    assert_eq!(tables.goto(id, rule), gotos.get(&rule).copied());
                }
            }
        }
    }

    #[test]
    fn the_usual_goto_is_the_first_of_the_most_frequent() {
        let mut random = Random::new(5);
        for _ in 0..200 {
            let count = 2 + random.below(6);
            let states: Vec<State> =
                (0..count).map(|_| random_state(&mut random, 1, 5, count).0).collect();
            let frequency = |rule: usize, target: usize| {
                let goto = (RuleId::new(rule), StateId::new(target));
                states.iter().flat_map(State::gotos).filter(|other| *other == goto).count()
            };
            let first = |rule: usize| {
                let most = (0..count).map(|target| frequency(rule, target)).max();
                let first = (0..count).find(|target| Some(frequency(rule, *target)) == most);
                first.map_or(0, |target| target as u32)
            };
            let expected: Vec<u32> = (0..5).map(first).collect();
            assert_eq!(usual_gotos(5, &StateGraph::of(states.clone(), 1)), expected);
        }
    }

    /// The number after the last token stands for what is no token.
    #[test]
    fn a_set_of_seven_tokens_and_what_is_none_takes_a_byte() {
        let mut random = Random::new(6);
        for (tokens, bytes) in [(7, 1), (8, 2), (15, 2), (16, 3)] {
            let states = vec![random_state(&mut random, tokens, 1, 1).0];
            let graph = StateGraph::of(states, 1);
            let meter = Meter::new(Limits::NONE);
            let packing = Packing::new(tokens, 1, &[(0, 0); 2], &graph, &meter).unwrap();
            let Arrays::U16(parts) = packing.arrays() else { panic!("the numbers are small") };
            assert_eq!(parts.token_sets.len(), bytes);
        }
    }
}
