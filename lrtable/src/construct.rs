//! The ways from a grammar to its state graph.
//!
//! All start from the LR(0) automaton (`lr0`). LALR(1) adds lookaheads to it (`lookahead`). The others split its states by
//! their lookaheads, with one worklist (`split`): `canonical`, `pager`, and `ielr` where merging changed what a conflict is
//! resolved to.

use crate::{
    assemble,
    canonical::Canonical,
    grammar::Grammar,
    ielr,
    limits::Limits,
    lr0::Automaton,
    meter::{Meter, TooLarge},
    pager::Pager,
    split,
    stategraph::StateGraph,
};

/// A way to build the state graph of a grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Construction {
    /// Canonical LR(1) (Knuth 1965): no states are ever merged. Large.
    Canonical,
    /// LR(1) states merged where that is weakly compatible (Pager 1977): for a grammar without conflicts it accepts just
    /// what the canonical table accepts, in hardly more states than LALR(1).
    #[default]
    Pager,
    /// LALR(1): states with the same core are always merged.
    Lalr,
    /// IELR(1) (Denny & Malloy 2010): LALR(1) states, split where fusing changed what a conflict is resolved to. Whatever
    /// conflicts a grammar has, its parser does what the canonical one does.
    Ielr,
}

impl Construction {
    /// All constructions.
    pub const ALL: [Construction; 4] =
        [Construction::Canonical, Construction::Pager, Construction::Lalr, Construction::Ielr];

    /// The name of the construction: `canonical`, `pager`, `lalr` or `ielr`.
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
        self.build_by(grammar, &mut Meter::new(Limits::NONE)).expect("there is no limit")
    }

    /// The state graph of `grammar`, charged to `meter`.
    pub(crate) fn build_by(
        self,
        grammar: &Grammar,
        meter: &mut Meter,
    ) -> Result<StateGraph, TooLarge> {
        match self {
            Construction::Canonical => split::build(grammar, Canonical, meter),
            Construction::Pager => split::build(grammar, Pager::new(grammar), meter),
            Construction::Ielr => ielr::build(grammar, meter),
            Construction::Lalr => assemble::lalr(grammar, Automaton::new(grammar, meter)?, meter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yacc::YaccKind;

    fn grammar(text: &str) -> Grammar {
        Grammar::parse(text, YaccKind::from_name("original")).unwrap()
    }

    /// The edges of a grammar's states, and the words of sets that were looked at.
    fn work(text: &str, construction: Construction) -> (u64, u64) {
        let mut meter = Meter::new(Limits::default());
        let graph = construction.build_by(&grammar(text), &mut meter).unwrap();
        let edges: usize = graph.states().iter().map(|state| state.edges.len()).sum();
        (edges as u64, meter.spent())
    }

    fn chain(len: usize) -> String {
        let rules: String = (0..len).map(|n| format!("A{n}: A{};\n", n + 1)).collect();
        format!("%%\n{rules}A{len}: 'x';\n")
    }

    fn brackets(pairs: usize) -> String {
        let pairs: String = (0..pairs).map(|n| format!(" | 'o{n}' S 'c{n}'")).collect();
        format!("%%\nS: 'x'{pairs};\n")
    }

    /// Rules among which states that are equal but for their lookaheads are found again and again.
    fn contexts(count: usize) -> String {
        let all: String =
            (0..count).map(|n| format!(" | 'o{n}' A 'c{n}' | 'o{n}' B 'd{n}'")).collect();
        format!("%%\nS: 'x'{all}; A: 'y' 'z'; B: 'y' 'w';\n")
    }

    #[test]
    fn constructions_grow_with_their_states() {
        // Rows of sets have one word more for 64 tokens; twice as long rows may make twice as much of what an edge costs.
        let grows = |of: fn(usize) -> String, size: usize, construction: Construction| {
            let (edges, words) = work(&of(size), construction);
            let (more_edges, more_words) = work(&of(2 * size), construction);
            let name = construction.name();
            assert!(
                more_words * edges * 2 <= words * more_edges * 5,
                "{name}: {words}, {more_words}"
            );
        };
        for construction in Construction::ALL {
            grows(chain, 1000, construction);
            grows(contexts, 100, construction);
        }
        for construction in [Construction::Pager, Construction::Lalr, Construction::Ielr] {
            grows(brackets, 100, construction);
        }
    }
}
