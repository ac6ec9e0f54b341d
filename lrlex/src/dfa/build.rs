//! From rules to the automaton of all that are fit for it.

use super::{
    minimise,
    nfa::{Pc, Program},
    pack::{self, Packed},
    parse::{self, Parsed, Refusal, Regex},
    shadow::{self, Shadowed},
    subset::{self, Automaton, Limits},
};
use crate::spec::{LexSpec, RuleSpec, StartStateOperation};

/// How a rule is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// By the automaton.
    Automaton {
        /// Would it match the empty text?
        empty: bool,
        /// Does its match store a text, which its regex tells?
        stores: bool,
        /// Does it match only where the text ends?
        at_end: bool,
    },
    /// By its regex, since the automaton cannot know what it asks.
    Regex,
    /// By its regex, since its automaton would be too large.
    TooLarge,
}

/// What became of the rules.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) packed: Packed,
    /// For each rule how it is matched.
    pub(crate) covers: Vec<Cover>,
    /// The rules that never match.
    pub(crate) shadowed: Vec<Shadowed>,
}

/// How large the automaton of all rules may become.
const ALL: Limits = Limits { states: 20_000, threads: 1_000_000 };

/// How large that of one rule may become if that of all is too large.
pub(super) const ONE: Limits = Limits { states: 3_000, threads: 100_000 };

/// Compiles the rules of `spec`. `is_active` tells whether a rule is active in a start state.
pub(crate) fn compile(spec: &LexSpec, is_active: impl Fn(&RuleSpec, usize) -> bool) -> Compiled {
    let mut covers = Vec::with_capacity(spec.rules.len());
    let mut trees = Vec::with_capacity(spec.rules.len());
    for rule in &spec.rules {
        let (tree, cover) = match tree(rule, spec) {
            Ok(Parsed { regex, at_end, has_delim: stores }) => {
                let cover = Cover::Automaton { empty: regex.matches_empty(), stores, at_end };
                (Some(regex), cover)
            }
            Err(_) => (None, Cover::Regex),
        };
        trees.push(tree);
        covers.push(cover);
    }
    let automaton = loop {
        let mut program = Program::new();
        let mut firsts = Vec::with_capacity(trees.len());
        for ((number, tree), cover) in (0..).zip(&trees).zip(&mut covers) {
            let first = fit(tree, *cover).map(|tree| match cover {
                Cover::Automaton { at_end: true, .. } => program.add_at_end(number, tree),
                _ => program.add(number, tree),
            });
            if let Some(Err(_)) = first {
                *cover = Cover::TooLarge;
            }
            firsts.push(first.and_then(Result::ok));
        }
        let starts: Vec<Vec<Pc>> = (0..spec.start_states.len())
            .map(|state| {
                let rules = spec.rules.iter().zip(&firsts);
                let active = rules.filter(|(rule, _)| is_active(rule, state));
                active.filter_map(|(_, first)| *first).collect()
            })
            .collect();
        match subset::automaton(&program, &starts, ALL) {
            Ok(automaton) => break automaton,
            Err(_) => leave_out(&trees, &mut covers),
        }
    };
    let automaton: Automaton = minimise::minimise(&automaton);
    let fitting: Vec<Option<&Regex>> =
        trees.iter().zip(&covers).map(|(tree, cover)| fit(tree, *cover)).collect();
    let shadowed =
        shadow::shadowed(&automaton, &fitting, |rule, state| is_active(&spec.rules[rule], state));
    Compiled { packed: pack::pack(&automaton), covers, shadowed }
}

/// The tree of a rule that is in the automaton.
fn fit(tree: &Option<Regex>, cover: Cover) -> Option<&Regex> {
    tree.as_ref().filter(|_| matches!(cover, Cover::Automaton { .. }))
}

/// The tree of a rule, unless the rule is for its regex.
fn tree(rule: &RuleSpec, spec: &LexSpec) -> Result<Parsed, Refusal> {
    if rule.context.is_some() || rule.line_start {
        return Err(Refusal::LookAround);
    }
    let parsed = parse::parse(rule.pattern.text(), &spec.flags)?;
    let stores = matches!(rule.target, Some((_, StartStateOperation::Push)));
    if parsed.has_delim && !stores { Err(Refusal::Unknown) } else { Ok(parsed) }
}

/// Leaves rules to their regexes, one at least: those whose own automata are too large, or else those with the largest.
fn leave_out(trees: &[Option<Regex>], covers: &mut [Cover]) {
    let mut sizes: Vec<(usize, usize)> = Vec::new();
    for (number, tree) in trees.iter().enumerate() {
        let Some(tree) = fit(tree, covers[number]) else {
            continue;
        };
        let mut program = Program::new();
        let size = program.add(0, tree).ok().and_then(|first| {
            let automaton = subset::automaton(&program, &[vec![first]], ONE);
            automaton.ok().map(|automaton| automaton.states.len())
        });
        sizes.push((size.unwrap_or(usize::MAX), number));
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let too_large = sizes.iter().take_while(|(size, _)| *size == usize::MAX).count();
    let few = sizes.len().div_ceil(8);
    for &(_, number) in &sizes[..if too_large > 0 { too_large } else { few }] {
        covers[number] = Cover::TooLarge;
    }
}
