//! Constructions: the algorithms that build the state graph of a grammar.
//!
//! All start from the LR(0) automaton (`lr0`). LALR(1) adds lookaheads to it (`lookahead`). The
//! others split its states by their lookaheads, with one worklist (`split`): `canonical`, `pager`,
//! and `ielr` where merging changed what a conflict is resolved to.

use crate::{
    assemble,
    canonical::Canonical,
    grammar::Grammar,
    ielr,
    limits::Limits,
    lr0::Automaton,
    meter::{Meter, Metered},
    pager::Pager,
    split,
    stategraph::StateGraph,
};

/// An algorithm that builds the state graph of a grammar.
///
/// ```
/// use lrtable::{construct::Construction, grammar::Grammar};
///
/// // The smallest grammar that is LR(1) and not LALR(1).
/// let text = "%define lr.type canonical-lr %%
///     S: 'a' A 'd' | 'b' B 'd' | 'a' B 'e' | 'b' A 'e'; A: 'c'; B: 'c';";
/// let grammar = Grammar::parse(text, None).unwrap();
/// assert_eq!(Construction::of(&grammar), Construction::Canonical);
/// let states = Construction::ALL.map(|construction| construction.build(&grammar).states().len());
/// assert_eq!(states, [14, 14, 13, 14]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Construction {
    /// Canonical LR(1) (Knuth 1965): states are never merged, which makes the largest tables.
    Canonical,
    /// LR(1) with states merged where they are weakly compatible (Pager 1977).
    ///
    /// For a grammar without conflicts the table accepts just what the canonical one accepts, with
    /// hardly more states than LALR(1).
    #[default]
    Pager,
    /// LALR(1): states with the same core are always merged.
    Lalr,
    /// IELR(1) (Denny & Malloy 2010): LALR(1) states, split where merging changed what a conflict
    /// is resolved to.
    ///
    /// The parser does what the canonical one does, whatever conflicts the grammar has.
    Ielr,
}

impl Construction {
    /// All constructions: canonical LR(1), Pager's, LALR(1) and IELR(1).
    pub const ALL: [Construction; 4] =
        [Construction::Canonical, Construction::Pager, Construction::Lalr, Construction::Ielr];

    /// Returns the name of the construction: `canonical`, `pager`, `lalr` or `ielr`.
    pub fn name(self) -> &'static str {
        match self {
            Construction::Canonical => "canonical",
            Construction::Pager => "pager",
            Construction::Lalr => "lalr",
            Construction::Ielr => "ielr",
        }
    }

    /// Returns the construction called `name`, which may also be Bison's `canonical-lr`; `None` if
    /// there is no such construction.
    pub fn from_name(name: &str) -> Option<Construction> {
        match name {
            "canonical-lr" => Some(Construction::Canonical),
            _ => Construction::ALL.into_iter().find(|construction| construction.name() == name),
        }
    }

    /// Returns the construction that the grammar file asks for by `%define lr.type`, or else the
    /// default one.
    pub fn of(grammar: &Grammar) -> Construction {
        let declared = grammar.declarations().lr_type.as_ref();
        declared.and_then(|name| Construction::from_name(&name.text)).unwrap_or_default()
    }

    /// Builds the state graph of `grammar` without limits, conflicts unresolved: for grammars that
    /// are known to be harmless.
    pub fn build(self, grammar: &Grammar) -> StateGraph {
        self.build_by(grammar, &mut Meter::new(Limits::NONE)).expect("there is no limit")
    }

    /// The state graph of `grammar`, charged to `meter`.
    pub(crate) fn build_by(self, grammar: &Grammar, meter: &mut Meter) -> Metered<StateGraph> {
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
        // Rows of sets have one word more for 64 tokens; twice as long rows may make twice as much
        // of what an edge costs.
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
