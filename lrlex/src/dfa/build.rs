//! From rules to the automaton of all that are fit for it.

use super::{
    minimise,
    nfa::{Pc, Program},
    pack::{self, Packed},
    parse::{self, Budget, Parsed, Refusal, Regex},
    shadow::{self, Shadowed},
    subset::{self, Automaton, TooLarge},
};
use crate::{
    limits,
    spec::{LexSpec, RuleSpec, StartStateOperation},
};

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
    /// For each rule that is matched by its regex an automaton of all that this may match, if that is not too large.
    pub(crate) reaches: Vec<Option<Packed>>,
}

/// Compiles the rules of `spec`.
pub(crate) fn compile(spec: &LexSpec) -> Compiled {
    let mut budget = Budget::new();
    let mut covers = Vec::with_capacity(spec.rules.len());
    let mut trees = Vec::with_capacity(spec.rules.len());
    for rule in &spec.rules {
        let (tree, cover) = match tree(rule, spec, &mut budget) {
            Ok(Parsed { regex, at_end, has_delim: stores }) => {
                let cover = Cover::Automaton { empty: regex.matches_empty(), stores, at_end };
                (Some(regex), cover)
            }
            Err(Refusal::TooLarge) => (None, Cover::TooLarge),
            Err(_) => (None, Cover::Regex),
        };
        trees.push(tree);
        covers.push(cover);
    }
    let mut measure = Measure::new(trees.len());
    let automaton = loop {
        match whole(spec, &trees, &mut covers) {
            Ok(automaton) => break automaton,
            Err(_) => measure.leave_out(&trees, &mut covers),
        }
    };
    let automaton: Automaton = minimise::minimise(&automaton);
    let fitting: Vec<Option<&Regex>> =
        trees.iter().zip(&covers).map(|(tree, cover)| fit(tree, *cover)).collect();
    let first = |rule: usize| spec.active(&spec.rules[rule]).first().copied();
    let shadowed = shadow::shadowed(&automaton, &fitting, first);
    let mut left = limits::REACHES;
    let reaches = spec.rules.iter().zip(&covers).map(|(rule, cover)| match cover {
        Cover::Automaton { .. } => None,
        Cover::Regex | Cover::TooLarge => reach(rule, spec, &mut budget, &mut left),
    });
    let reaches = reaches.collect();
    Compiled { packed: pack::pack(&automaton), covers, shadowed, reaches }
}

/// The automaton of all rules that are not left out. A rule of which the program is too long is left out here.
fn whole(
    spec: &LexSpec,
    trees: &[Option<Regex>],
    covers: &mut [Cover],
) -> Result<Automaton, TooLarge> {
    let mut program = Program::new();
    let mut firsts = Vec::with_capacity(trees.len());
    for ((number, tree), cover) in (0..).zip(trees).zip(covers) {
        let first = fit(tree, *cover).map(|tree| match cover {
            Cover::Automaton { at_end: true, .. } => program.add_at_end(number, tree),
            _ => program.add(number, tree),
        });
        if let Some(Err(_)) = first {
            *cover = Cover::TooLarge;
        }
        firsts.push(first.and_then(Result::ok));
        // Nearly each instruction is a thread of some state.
        if program.work > 2 * limits::AUTOMATON.threads {
            return Err(TooLarge);
        }
    }
    let mut starts: Vec<Vec<Pc>> = vec![Vec::new(); spec.start_states.len()];
    for (rule, first) in spec.rules.iter().zip(firsts) {
        let Some(first) = first else { continue };
        spec.active(rule).iter().for_each(|&state| starts[state].push(first));
    }
    subset::automaton(&program, &starts, limits::AUTOMATON)
}

/// The tree of a rule that is in the automaton.
fn fit(tree: &Option<Regex>, cover: Cover) -> Option<&Regex> {
    tree.as_ref().filter(|_| matches!(cover, Cover::Automaton { .. }))
}

/// The tree of a rule, unless the rule is for its regex.
fn tree(rule: &RuleSpec, spec: &LexSpec, budget: &mut Budget) -> Result<Parsed, Refusal> {
    if rule.context.is_some() || rule.line_start {
        return Err(Refusal::LookAround);
    }
    let parsed = parse::parse(rule.pattern.text(), &spec.flags, budget)?;
    let stores = matches!(rule.target, Some((_, StartStateOperation::Push)));
    if parsed.has_delim && !stores { Err(Refusal::Unknown) } else { Ok(parsed) }
}

/// An automaton that accepts each text of a rule, with its context, and perhaps more: those that do not fulfil what the rule
/// asks of the text around them, and such of bounded repetitions as are too long. It says how far the rule's regex need
/// read.
fn reach(rule: &RuleSpec, spec: &LexSpec, budget: &mut Budget, left: &mut usize) -> Option<Packed> {
    let patterns = [Some(&rule.pattern), rule.context.as_ref()].into_iter().flatten();
    let trees = patterns.map(|part| parse::parse_reach(part.text(), &spec.flags, budget));
    let exact = Regex::Sequence(trees.collect::<Result<_, _>>().ok()?);
    let mut automaton = |tree: &Regex| {
        if *left == 0 {
            return None;
        }
        let mut program = Program::new();
        let automaton = program.add_reach(tree).ok().and_then(|first| {
            subset::automaton(&program, &[vec![first]], limits::RULE_AUTOMATON).ok()
        });
        let threads = limits::RULE_AUTOMATON.threads;
        let threads = automaton.as_ref().map_or(threads, |automaton| automaton.threads);
        *left = left.saturating_sub(program.work + threads);
        automaton
    };
    let automaton = automaton(&exact).or_else(|| automaton(&exact.coarse()))?;
    let packed = pack::pack(&minimise::minimise(&automaton));
    *left = left.saturating_sub(packed.tables().cells.len());
    Some(packed)
}

/// How large the automaton of each rule is by itself.
struct Measure {
    /// Its states; `usize::MAX` if it is too large, `None` if that is not known yet.
    states: Vec<Option<usize>>,
    /// Work that may still be done to find out.
    left: usize,
    /// Of so many rules that are in the automaton one is left out.
    share: usize,
}

impl Measure {
    fn new(rules: usize) -> Self {
        Measure { states: vec![None; rules], left: limits::MEASURED, share: 8 }
    }

    fn states(&mut self, rule: usize, tree: &Regex) -> usize {
        if let Some(states) = self.states[rule] {
            return states;
        }
        let states = if self.left == 0 {
            usize::MAX
        } else {
            let mut program = Program::new();
            let automaton = program.add(0, tree).ok().and_then(|first| {
                subset::automaton(&program, &[vec![first]], limits::RULE_AUTOMATON).ok()
            });
            let threads = limits::RULE_AUTOMATON.threads;
            let threads = automaton.as_ref().map_or(threads, |automaton| automaton.threads);
            self.left = self.left.saturating_sub(program.work + threads);
            automaton.map_or(usize::MAX, |automaton| automaton.states.len())
        };
        self.states[rule] = Some(states);
        states
    }

    /// Leaves rules to their regexes, one at least: those whose own automata are too large, or else those with the largest,
    /// and more of them each time; and so many that the others are not far too large together.
    fn leave_out(&mut self, trees: &[Option<Regex>], covers: &mut [Cover]) {
        let mut sizes: Vec<(usize, usize)> = Vec::new();
        for (number, tree) in trees.iter().enumerate() {
            if let Some(tree) = fit(tree, covers[number]) {
                sizes.push((self.states(number, tree), number));
            }
        }
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let too_large = sizes.iter().take_while(|(size, _)| *size == usize::MAX).count();
        let mut total: usize = sizes[too_large..].iter().map(|(size, _)| size).sum();
        let far = sizes[too_large..].iter().take_while(|(size, _)| {
            let is_far = total > FAR * limits::AUTOMATON.states;
            total -= size;
            is_far
        });
        let mut count = too_large + far.count();
        if count == 0 {
            count = sizes.len().div_ceil(self.share);
            self.share = (self.share / 2).max(2);
        }
        for &(_, number) in &sizes[..count] {
            covers[number] = Cover::TooLarge;
        }
    }
}

/// Rules share states, but not so many of them.
const FAR: usize = 8;
