//! Conflicts explained: an example, its derivations, and what can be done.
//!
//! In: a grammar and its resolved state graph. Out: an [`Explanation`] for each cause, a cause
//! being the production that could be reduced and what it conflicts with; in how many states and on
//! how many tokens does not matter to a person. The example is one sentence with two derivations
//! where one is found within a counted budget (`unify`), and otherwise two sentences that begin
//! alike (`path`). Rules stand in it for whatever they derive.
//!
//! Source: Isradisaikul & Myers, "Finding counterexamples from parsing conflicts", PLDI 2015.

mod advice;
mod align;
mod operators;
mod path;
mod tree;
mod unify;

use std::{cell::Cell, fmt};

use fnv::{FnvHashMap, FnvHashSet};
use indexmap::{IndexMap, IndexSet};

use crate::{
    ProdId, StateId, Stop, TokenId,
    conflict::resolve_by,
    construct::Construction,
    diagnostic::{Diagnostic, YaccGrammarErrorKind},
    grammar::{Grammar, Symbol},
    item::{Item, closure},
    limits::EXAMPLES_WORK,
    meter::Meter,
    stategraph::StateGraph,
};
pub use operators::{Told, told};
use path::Finder;
use tree::Arena;
use unify::Outcome;

/// The work that explaining the conflicts of a grammar may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of pairs of stacks examined to find one sentence with two derivations.
    pub unifying: usize,
    /// The number of items examined to find one path to a conflict.
    pub path: usize,
    /// The number of causes for which an example is sought; further causes have neither example nor
    /// advice.
    pub examples: usize,
    /// The number of items, and of states on stacks, examined for all examples together.
    pub total: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { unifying: 5_000, path: 500_000, examples: 100, total: EXAMPLES_WORK }
    }
}

/// The action of a conflict that the table takes instead of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rival {
    /// Shifting the symbol after the dot of this item.
    Shift(Item),
    /// Reducing by this production.
    Reduce(ProdId),
}

/// One or two sentences that show a conflict.
///
/// A dot stands where the parser has to decide; `X[ … ]` is what rule X derives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Example {
    /// One sentence of a rule with two derivations, which proves that the grammar is ambiguous.
    Unifying {
        /// Name of the rule that derives the sentence.
        rule: String,
        /// The sentence, its symbols separated by blanks.
        sentence: String,
        /// The derivation of the sentence if the production is reduced at the dot.
        reduced: String,
        /// The derivation of the sentence if the rival action is taken at the dot.
        rival: String,
    },
    /// Two sentences that begin alike, each with its derivation.
    Diverging {
        /// The sentence for which the production is reduced at the dot, and its derivation.
        reduced: (String, String),
        /// The sentence for which the rival action is taken at the dot, and its derivation.
        rival: (String, String),
        /// Whether the search for one sentence with two derivations ended by its limit.
        gave_up: bool,
    },
}

/// The explanation of one cause of conflicts: a production that could be reduced and the action
/// that rivals it, in all states and on all tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The production that could be reduced and is not.
    pub prod: ProdId,
    /// The action that is taken instead of the reduction.
    pub rival: Rival,
    /// The states that have the conflict, each with the token by which it has it.
    pub places: Vec<(StateId, TokenId)>,
    /// Sentences that show the conflict; `None` if none was found within the limits.
    pub example: Option<Example>,
    /// Ways to remove the conflict, a sentence each, the likeliest remedy first.
    pub advice: Vec<String>,
    diagnostic: Diagnostic,
}

/// Explains the conflicts that precedence left in the resolved `graph`, one explanation for each
/// cause, in the order of states.
///
/// ```
/// use lrtable::{construct::Construction, counterexample::explain, grammar::Grammar, statetable};
///
/// let grammar = Grammar::parse("%% E: E '+' E | 'n';", None).unwrap();
/// let (graph, _) = statetable::build(&grammar, Construction::Pager);
/// let explanation = &explain(&grammar, &graph)[0];
/// assert!(explanation.body().contains("one sentence of 'E' has two derivations"));
/// assert!(explanation.advice[0].starts_with("say how '+' groups: by %left '+'"));
/// ```
pub fn explain(grammar: &Grammar, graph: &StateGraph) -> Vec<Explanation> {
    explain_within(grammar, graph, Limits::default())
}

/// Explains the conflicts of `graph` as [`explain`] does, within the given `limits`.
pub fn explain_within(grammar: &Grammar, graph: &StateGraph, limits: Limits) -> Vec<Explanation> {
    explain_until(grammar, graph, limits, None)
}

/// Explains the conflicts of `graph` as [`explain_within`] does, but seeks no more examples once
/// `stop` says so.
pub fn explain_until(
    grammar: &Grammar,
    graph: &StateGraph,
    limits: Limits,
    stop: Option<Stop>,
) -> Vec<Explanation> {
    let causes = causes(grammar, graph);
    if causes.is_empty() {
        return Vec::new();
    }
    let left = Cell::new(limits.total);
    let finder = Finder { grammar, graph, left: &left };
    // Only a merged state can reduce by two productions that Pager's states never reduce by one
    // token.
    let unmerged: Option<FnvHashSet<(ProdId, ProdId)>> = unmerged(grammar, stop.clone());
    let mut explanations = Vec::with_capacity(causes.len());
    for ((prod, rival), places) in causes {
        let is_sought = explanations.len() < limits.examples && left.get() > 0;
        let is_sought = is_sought && !stop.as_ref().is_some_and(Stop::says_so);
        let sought = is_sought.then(|| example(&finder, prod, rival, &places, limits));
        let (other, label, merged) = match rival {
            Rival::Shift(item) => (item.prod, "the production that goes on instead", false),
            Rival::Reduce(kept) => {
                let merged = unmerged.as_ref().is_some_and(|all| !all.contains(&(kept, prod)));
                (kept, "the production that is reduced instead", merged)
            }
        };
        let advice = sought.as_ref().map(|example| {
            let case = advice::Case { grammar, prod, rival, example: example.as_ref(), merged };
            advice::advice(&case, places[0].1)
        });
        let title = title(grammar, prod, rival, &places);
        let span = |prod| grammar.production(prod).span;
        explanations.push(Explanation {
            prod,
            rival,
            advice: advice.unwrap_or_default(),
            places,
            example: sought.flatten(),
            diagnostic: Diagnostic::warning(YaccGrammarErrorKind::Conflict, title, span(prod))
                .also(span(other), label),
        });
    }
    explanations
}

/// The productions in reduce/reduce conflicts of Pager's states, which is kept and which is
/// dropped; `None` if these take too much.
fn unmerged(grammar: &Grammar, stop: Option<Stop>) -> Option<FnvHashSet<(ProdId, ProdId)>> {
    let mut meter = Meter::new(crate::limits::Limits::default()).until(stop);
    let graph = Construction::Pager.build_by(grammar, &mut meter).ok()?;
    let conflicts = resolve_by(grammar, graph, &meter).ok()?.conflicts;
    Some(conflicts.reduce_reduce.iter().map(|c| (c.kept, c.dropped)).collect())
}

type Causes = IndexMap<(ProdId, Rival), Vec<(StateId, TokenId)>>;

fn causes(grammar: &Grammar, graph: &StateGraph) -> Causes {
    let mut causes = Causes::new();
    // Of the state that was looked at last, the first item that shifts each token.
    let mut shifting: FnvHashMap<TokenId, Item> = FnvHashMap::default();
    let mut of = None;
    for conflict in &graph.conflicts.shift_reduce {
        if of.replace(conflict.state) != Some(conflict.state) {
            shifting.clear();
            let kernel = &graph.state(conflict.state).kernel;
            for (item, _) in closure(grammar, kernel) {
                if grammar.is_start_production(item.prod) && item.dot > 0 {
                    shifting.entry(grammar.eof()).or_insert(item);
                }
                if let Some(Symbol::Token(token)) = item.rest(grammar).first() {
                    shifting.entry(*token).or_insert(item);
                }
            }
        }
        let item = *shifting.get(&conflict.token).expect("a shift has an item");
        let place = (conflict.state, conflict.token);
        causes.entry((conflict.prod, Rival::Shift(item))).or_default().push(place);
    }
    for conflict in &graph.conflicts.reduce_reduce {
        let place = (conflict.state, conflict.token);
        causes.entry((conflict.dropped, Rival::Reduce(conflict.kept))).or_default().push(place);
    }
    causes
}

fn example(
    finder: &Finder<'_>,
    prod: ProdId,
    rival: Rival,
    places: &[(StateId, TokenId)],
    limits: Limits,
) -> Option<Example> {
    let Finder { grammar, graph, .. } = *finder;
    let (state, token) = places[0];
    let item = |prod: ProdId| {
        let dot = u32::try_from(grammar.symbols(prod).len()).expect("a production is short");
        Item { prod, dot }
    };
    let path = finder.find(state, item(prod), Some(token), None, limits.path)?;
    let mut arena = Arena::default();
    let search = unify::Search::new(grammar, graph, &mut arena, token);
    let gave_up = match search.run(&path, prod, rival, limits.unifying, finder.left) {
        Outcome::Found { trees, dot } => {
            let [reduced, rival] = trees.map(|tree| arena.show(grammar, tree, dot));
            return Some(Example::Unifying {
                rule: grammar.symbol_name(arena.symbol(trees[0])).to_owned(),
                sentence: reduced.0,
                reduced: reduced.1,
                rival: rival.1,
            });
        }
        Outcome::None => false,
        Outcome::GaveUp => true,
    };
    let (tree, dot) = finder.derivation(&mut arena, &path, Some(token));
    let reduced = arena.show(grammar, tree, dot);
    let (other, follow) = match rival {
        Rival::Shift(item) => (item, None),
        Rival::Reduce(kept) => (item(kept), Some(token)),
    };
    let other = finder
        .find(state, other, follow, Some(&path), limits.path)
        .or_else(|| finder.find(state, other, follow, None, limits.path))?;
    let (tree, dot) = finder.derivation(&mut arena, &other, follow);
    Some(Example::Diverging { reduced, rival: arena.show(grammar, tree, dot), gave_up })
}

fn title(grammar: &Grammar, prod: ProdId, rival: Rival, places: &[(StateId, TokenId)]) -> String {
    let kind = match rival {
        Rival::Shift(_) => "shift/reduce",
        Rival::Reduce(_) => "reduce/reduce",
    };
    let tokens: IndexSet<TokenId> = places.iter().map(|(_, token)| *token).collect();
    let name = |token: &TokenId| match *token == grammar.eof() {
        true => "the end of the input".to_owned(),
        false => grammar.show_symbol(Symbol::Token(*token)),
    };
    let names: Vec<String> = tokens.iter().take(6).map(name).collect();
    let more = tokens.len() - names.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let shown = |prod| grammar.show_production(prod, Some(grammar.symbols(prod).len()));
    let instead = match rival {
        Rival::Shift(item) if grammar.is_start_production(item.prod) => {
            "the input is accepted".to_owned()
        }
        Rival::Shift(item) => {
            let shown = grammar.show_production(item.prod, Some(item.dot as usize));
            format!("it is shifted in '{shown}'")
        }
        Rival::Reduce(kept) => format!("'{}' is reduced", shown(kept)),
    };
    let names = names.join(", ");
    format!("{kind} conflict on {names}{more}: {instead}, and '{}' is not reduced", shown(prod))
}

impl Explanation {
    /// Returns the symbols and productions in conflict, in one line.
    pub fn title(&self) -> &str {
        self.diagnostic.message()
    }

    /// Returns the example and the advice, a line of text each.
    pub fn body(&self) -> String {
        let mut out = String::new();
        match &self.example {
            Some(Example::Unifying { rule, sentence, reduced, rival }) => {
                let [sentence, reduced, rival] = align::aligned([sentence, reduced, rival]);
                out.push_str(&format!(
                    "one sentence of '{rule}' has two derivations:\n{:13} {sentence}\n\
                     by reducing:  {reduced}\n{:13} {rival}\n",
                    "",
                    self.instead(),
                ));
            }
            Some(Example::Diverging { reduced, rival, gave_up }) => {
                out.push_str(&format!(
                    "two sentences that begin alike:\nby reducing:  {}\n              {}\n{:13} {}\n              {}\n",
                    reduced.0,
                    reduced.1,
                    self.instead(),
                    rival.0,
                    rival.1
                ));
                if *gave_up {
                    out.push_str(
                        "(the search for one sentence with two derivations was broken off)\n",
                    );
                }
            }
            None if self.advice.is_empty() => {
                out.push_str("no example was looked for: there are too many causes\n");
            }
            None => out.push_str("no example was found within the budget\n"),
        }
        for advice in &self.advice {
            out.push_str(&format!("- {advice}\n"));
        }
        out
    }

    fn instead(&self) -> &'static str {
        match self.rival {
            Rival::Shift(_) => "by shifting:",
            Rival::Reduce(_) => "instead:",
        }
    }

    /// Returns the explanation as a warning at the places of the productions in conflict.
    pub fn diagnostic(&self) -> Diagnostic {
        self.diagnostic.clone()
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.title(), self.body())
    }
}
