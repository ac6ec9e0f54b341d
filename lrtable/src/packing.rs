//! From the rows of a state table to the arrays that run (see [`pack`](crate::pack)).

use crate::{
    ProdId, RuleId, StateId, Symbol, TokenId, comb,
    limits::{Limits, Meter, TooLarge},
    pack::{Action, Arrays, Packed, PackedState},
};

/// An encoded symbol: twice the number of a token, or twice the number of a rule plus one.
pub(crate) fn encode_symbol(symbol: Symbol) -> u32 {
    match symbol {
        Symbol::Token(token) => token.0 * 2,
        Symbol::Rule(rule) => rule.0 * 2 + 1,
    }
}

/// What one state does: each token that is no error, and each rule that leads somewhere, in order.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Its actions.
    pub actions: Vec<(TokenId, Action)>,
    /// Its gotos.
    pub gotos: Vec<(RuleId, StateId)>,
}

/// Packed arrays that are owned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Every number is below 2^16.
    U16(Parts<u16>),
    /// Every number is below 2^32.
    U32(Parts<u32>),
}

/// What [`Packed`] borrows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts<W> {
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
    /// Packs the rows of all states. `productions` are the rule and the length of each.
    ///
    /// # Panics
    ///
    /// If some number needs more than 32 bits.
    pub fn new(
        token_count: usize,
        rule_count: usize,
        productions: &[(u32, u32)],
        rows: &[Row],
    ) -> Packing {
        let gotos = rows.iter().flat_map(|row| row.gotos.iter().copied());
        let usual_gotos = usual_gotos(rule_count, gotos.collect());
        let row = |at: usize, row: &mut Row| row.clone_from(&rows[at]);
        let meter = Meter::new(Limits::NONE);
        let packing =
            Packing::of_rows(token_count, usual_gotos, productions, rows.len(), &meter, row);
        packing.expect("there is no limit")
    }

    /// Packs so many rows, one at a time: `fill` makes what it is given the row of a state.
    ///
    /// # Errors
    ///
    /// If the arrays take more than `meter` allows.
    pub(crate) fn of_rows(
        token_count: usize,
        usual_gotos: Vec<u32>,
        productions: &[(u32, u32)],
        state_count: usize,
        meter: &Meter,
        fill: impl Fn(usize, &mut Row),
    ) -> Result<Packing, TooLarge> {
        let rule_count = usual_gotos.len();
        // What is no token is in no set.
        let mut token_sets = comb::Sets::new(token_count + 1);
        let mut rule_sets = comb::Sets::new(rule_count);
        let mut actions = comb::Rows::default();
        let mut gotos = comb::Rows::default();
        let mut states: Vec<PackedState<u32>> = Vec::with_capacity(state_count);
        let mut row = Row::default();
        for state in 0..state_count {
            fill(state, &mut row);
            let usual = usual_reduction(&row.actions);
            let is_usual = |action: &Action| Some(*action) == usual.map(Action::Reduce);
            let tokens = row.actions.iter().filter(|(_, action)| is_usual(action));
            let others = row.actions.iter().filter(|(_, action)| !is_usual(action));
            let moves = row.gotos.iter().filter(|(rule, to)| usual_gotos[rule.index()] != to.0);
            let (rule, len) = usual.map_or((0, 0), |prod| productions[prod.index()]);
            states.push([
                token_sets.intern(tokens.map(|(token, _)| token.0)),
                usual.map_or(0, |prod| prod.0),
                rule,
                len,
                usual_gotos.get(rule as usize).copied().unwrap_or(0),
                actions.intern(others.map(|(token, action)| (token.0, code(*action, state_count)))),
                rule_sets.intern(row.gotos.iter().map(|(rule, _)| rule.0)),
                gotos.intern(moves.map(|(rule, to)| (rule.0, to.0))),
            ]);
            meter
                .table(token_sets.bytes() + rule_sets.bytes() + actions.bytes() + gotos.bytes())?;
        }
        let sets = token_sets.bytes() + rule_sets.bytes();
        let (action_starts, actions) = actions.lay(token_count + 1, sets, meter)?;
        let sets = sets + actions.len() * size_of::<[u32; 2]>();
        let (goto_starts, gotos) = gotos.lay(rule_count, sets, meter)?;
        for [_, _, _, _, _, actions, _, gotos] in &mut states {
            *actions = action_starts[*actions as usize];
            *gotos = goto_starts[*gotos as usize];
        }
        let parts = Parts {
            states,
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
    pub fn arrays(&self) -> Arrays<'_> {
        match self {
            Packing::U16(parts) => Arrays::U16(parts.borrow()),
            Packing::U32(parts) => Arrays::U32(parts.borrow()),
        }
    }
}

/// The code of an exception.
fn code(action: Action, states: usize) -> u32 {
    let code = match action {
        Action::Shift(state) => state.index() + 1,
        Action::Reduce(prod) => prod.index() + states + 1,
        Action::Accept => 0,
        Action::Error => unreachable!("rows hold no errors"),
    };
    u32::try_from(code).expect("fewer states and productions than 2^32")
}

/// The production that most of the tokens reduce; the first of several.
fn usual_reduction(actions: &[(TokenId, Action)]) -> Option<ProdId> {
    let reduced = |(_, action): &(TokenId, Action)| match action {
        Action::Reduce(prod) => Some(*prod),
        _ => None,
    };
    let mut prods: Vec<ProdId> = actions.iter().filter_map(reduced).collect();
    prods.sort_unstable();
    let runs = prods.chunk_by(|a, b| a == b);
    runs.rev().max_by_key(|run| run.len()).map(|run| run[0])
}

/// For each rule the state to which it leads most often, of all states' gotos; the first of several.
pub(crate) fn usual_gotos(rule_count: usize, mut all: Vec<(RuleId, StateId)>) -> Vec<u32> {
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

/// The same parts in 16 bits, if that suffices.
fn narrowed(parts: &Parts<u32>) -> Option<Parts<u16>> {
    fn all<const N: usize>(cells: &[[u32; N]]) -> Option<Vec<[u16; N]>> {
        let narrow = |number: u32| u16::try_from(number).ok();
        let cell = |cell: &[u32; N]| {
            let mut narrowed = [0; N];
            for (to, from) in narrowed.iter_mut().zip(cell) {
                *to = narrow(*from)?;
            }
            Some(narrowed)
        };
        cells.iter().map(cell).collect()
    }
    Some(Parts {
        states: all(&parts.states)?,
        usual_gotos: parts
            .usual_gotos
            .iter()
            .map(|state| u16::try_from(*state).ok())
            .collect::<Option<_>>()?,
        actions: all(&parts.actions)?,
        gotos: all(&parts.gotos)?,
        token_sets: parts.token_sets.clone(),
        rule_sets: parts.rule_sets.clone(),
    })
}
