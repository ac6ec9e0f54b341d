//! The ways from a grammar to its state graph.
//!
//! All start from the LR(0) automaton (`lr0`). LALR(1) adds lookaheads to it (`lookahead`); the canonical construction and
//! Pager's split its states by their lookaheads (`split`); IELR(1) splits those of LALR(1) where merging changed what a
//! conflict is resolved to (`ielr`).

use crate::{
    assemble,
    first::First,
    grammar::Grammar,
    ielr,
    limits::{Limits, Meter, PATIENCE, TooLarge},
    lookahead::Flow,
    lr0::Automaton,
    split::{self, Rule},
    stategraph::StateGraph,
};

/// A way to build the state graph of a grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Construction {
    /// Canonical LR(1) (Knuth 1965): no state is ever fused. Large.
    Canonical,
    /// LR(1) states fused where that is weakly compatible (Pager 1977): for a grammar without conflicts it accepts just
    /// what the canonical table accepts, in hardly more states than LALR(1).
    #[default]
    Pager,
    /// LALR(1): states with the same core are always fused.
    Lalr,
    /// IELR(1) (Denny & Malloy 2010): LALR(1) states, split where fusing changed what a conflict is resolved to. Whatever
    /// conflicts a grammar has, its parser does what the canonical one does.
    Ielr,
}

impl Construction {
    /// All of them.
    pub const ALL: [Construction; 4] =
        [Construction::Canonical, Construction::Pager, Construction::Lalr, Construction::Ielr];

    /// Its name: `canonical`, `pager`, `lalr` or `ielr`.
    pub fn name(self) -> &'static str {
        match self {
            Construction::Canonical => "canonical",
            Construction::Pager => "pager",
            Construction::Lalr => "lalr",
            Construction::Ielr => "ielr",
        }
    }

    /// The construction of this name, or of Bison's name for it (`canonical-lr`).
    pub fn from_name(name: &str) -> Option<Construction> {
        match name {
            "canonical-lr" => Some(Construction::Canonical),
            _ => Construction::ALL.into_iter().find(|construction| construction.name() == name),
        }
    }

    /// The construction that the file asks for by `%define lr.type`, or else the default one.
    pub fn of(grammar: &Grammar) -> Construction {
        let declared = grammar.declarations().lr_type.as_ref();
        declared.and_then(|name| Construction::from_name(&name.text)).unwrap_or_default()
    }

    /// The state graph of `grammar`, whatever it takes: for grammars that are known to be harmless.
    pub fn build(self, grammar: &Grammar) -> StateGraph {
        let built = self.build_within(grammar, Limits::NONE);
        built.expect("there is no limit")
    }

    /// The state graph of `grammar`.
    ///
    /// # Errors
    ///
    /// If it takes more than `limits` allow.
    pub fn build_within(self, grammar: &Grammar, limits: Limits) -> Result<StateGraph, TooLarge> {
        self.build_by(grammar, &mut Meter::new(limits))
    }

    /// The state graph of `grammar`, charged to `meter`.
    pub(crate) fn build_by(
        self,
        grammar: &Grammar,
        meter: &mut Meter,
    ) -> Result<StateGraph, TooLarge> {
        match self {
            Construction::Canonical => split::build(grammar, Rule::Equal, PATIENCE, meter),
            Construction::Pager => split::build(grammar, Rule::WeaklyCompatible, PATIENCE, meter),
            Construction::Ielr => ielr(grammar, meter),
            Construction::Lalr => {
                let first = First::new(grammar);
                let automaton = Automaton::new(grammar, meter)?;
                with_lalr_lookaheads(grammar, &first, automaton, meter)
            }
        }
    }
}

/// The states of LALR(1), split where that changes what a conflict is resolved to; then the lookaheads of LALR(1) on them.
fn ielr(grammar: &Grammar, meter: &mut Meter) -> Result<StateGraph, TooLarge> {
    let first = First::new(grammar);
    let automaton = Automaton::new(grammar, meter)?;
    let flow = Flow::new(grammar, &first, &automaton, meter)?;
    let closures = flow.closures(meter)?;
    let (annotations, lookaheads) =
        ielr::annotations(grammar, &automaton, &flow, &closures, meter)?;
    let split = annotations.map(|annotations| {
        let closures = annotations.select(closures);
        split::by_annotations(grammar, &automaton, &flow, &closures, &annotations, meter)
    });
    match split.transpose()?.filter(|split| split.cores.len() != automaton.cores.len()) {
        None => {
            let states = assemble::states(grammar, &automaton, &flow, &lookaheads, meter)?;
            drop((flow, lookaheads));
            Ok(assemble::with_edges(states, automaton))
        }
        Some(split) => {
            drop((flow, lookaheads));
            drop(automaton);
            with_lalr_lookaheads(grammar, &first, split, meter)
        }
    }
}

/// The automaton with its LALR(1) lookaheads.
fn with_lalr_lookaheads(
    grammar: &Grammar,
    first: &First,
    automaton: Automaton,
    meter: &mut Meter,
) -> Result<StateGraph, TooLarge> {
    let flow = Flow::new(grammar, first, &automaton, meter)?;
    let lookaheads = flow.lalr(meter)?;
    let states = assemble::states(grammar, &automaton, &flow, &lookaheads, meter)?;
    drop((flow, lookaheads));
    Ok(assemble::with_edges(states, automaton))
}
