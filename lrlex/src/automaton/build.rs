//! From the trees of rules to the automaton of all of them, and what is matched beside it.

use super::{
    alphabet::{Alphabet, TooMany},
    minimise,
    nfa::{Program, Symbols, TooLong, Tree},
    pack,
    subset::{self, Automaton, TooLarge},
};
use crate::{
    limits,
    matcher::{BY_PROGRAM, End, Pc, SIMULATE, SeparateRule, Tables},
    regex::{Regex, Sets},
    spec::{LexSpec, StartStateOperation},
};

/// How a rule is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatchedBy {
    /// The rule is part of the automaton of all rules.
    Together,
    /// The rule has an automaton of its own, as it compares what its group `delim` matches.
    Compares,
    /// The rule has an automaton of its own, as it counts only where the parser can use its token.
    Conditional,
    /// The rule has an automaton of its own, since with it that of all rules would be too large.
    Alone,
    /// The rule is matched by running its program, since its own automaton would be too large.
    ByProgram,
}

/// Why there is no automaton.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The rules tell too many classes of characters apart.
    Classes,
    /// The rule with this number has too many instructions.
    Instructions(usize),
    /// From the rule with this number on, the rules that are run by their programs have too many
    /// instructions.
    AllInstructions(usize),
}

/// Builds the least automaton of the rules, and its arrays; and says for each rule how it is
/// matched.
pub(super) fn build(input: &mut Input<'_>) -> Result<(Automaton, Tables, Vec<MatchedBy>), Trouble> {
    let trees = input.trees;
    let mut hows: Vec<MatchedBy> = (0..trees.len()).map(|rule| input.how(rule)).collect();
    let mut measure = Measure::new(trees.len());
    let (automaton, alone) = loop {
        match input.whole(&mut hows) {
            Ok(whole) => break whole,
            Err(TooLarge) => measure.leave_out(input, &mut hows),
        }
    };
    let automaton = minimise::minimise(&automaton);
    let texts: Vec<End> = trees.iter().map(Tree::text).collect();
    let (mut tables, mut starts) =
        pack::pack(&automaton, &input.alphabet, &texts, input.spec.longest);
    let states = input.spec.start_states.len();
    let places = starts.split_off(states * (1 + usize::from(input.has_lines())));
    tables.line_starts = starts.split_off(states).into();
    tables.starts = starts.into();
    let programs = input.programs(&hows, &texts)?;
    if !programs.is_empty() {
        tables.kinds = input.alphabet.kinds().into();
        tables.simulate = Some(SIMULATE);
    }
    tables.programs = programs.into();
    input.separate(&hows, &alone, &places, &mut tables);
    Ok((automaton, tables, hows))
}

/// The rules, and the symbols that they read.
pub(super) struct Input<'a> {
    pub(super) spec: &'a LexSpec,
    pub(super) trees: &'a [Tree],
    symbols: Symbols,
    pub(super) alphabet: Alphabet,
}

impl<'a> Input<'a> {
    /// The rules of `spec`, of which `trees` are the regexes.
    pub(super) fn new(spec: &'a LexSpec, trees: &'a [Tree], sets: &Sets) -> Result<Self, Trouble> {
        let with_kinds = trees.iter().any(Tree::has_place);
        let alphabet =
            Alphabet::new(sets.iter(), with_kinds).map_err(|TooMany| Trouble::Classes)?;
        let symbols = Symbols::new(&alphabet, sets, with_kinds);
        Ok(Input { spec, trees, symbols, alphabet })
    }

    fn how(&self, rule: usize) -> MatchedBy {
        let target = self.spec.rules[rule].properties.target;
        let stores = matches!(target, Some((_, StartStateOperation::Push)));
        if self.trees[rule].has_delim() && !stores {
            MatchedBy::Compares
        } else if self.spec.rules[rule].properties.conditional {
            MatchedBy::Conditional
        } else {
            MatchedBy::Together
        }
    }

    fn has_lines(&self) -> bool {
        self.spec.rules.iter().any(|rule| rule.line_start)
    }

    /// The automaton of all rules that are not run; and the rules that have a start of their own,
    /// the last ones. A rule of which the program is too long for an automaton is found here.
    fn whole(&mut self, hows: &mut [MatchedBy]) -> Result<(Automaton, Vec<usize>), TooLarge> {
        let has_lines = self.has_lines();
        let mut program = Program::new(&mut self.symbols);
        let mut firsts: Vec<Option<Pc>> = Vec::with_capacity(self.trees.len());
        for ((number, tree), how) in (0..).zip(self.trees).zip(&mut *hows) {
            let first = match how {
                MatchedBy::ByProgram => None,
                _ => program.add(number, tree, limits::INSTRUCTIONS).ok(),
            };
            if first.is_none() {
                *how = MatchedBy::ByProgram;
            }
            firsts.push(first);
            // Nearly each instruction is a thread of some state.
            if program.len() > 2 * limits::AUTOMATON.threads {
                return Err(TooLarge);
            }
        }
        let states = self.spec.start_states.len();
        let mut starts: Vec<Vec<Pc>> = vec![Vec::new(); states];
        let mut lines = if has_lines { starts.clone() } else { Vec::new() };
        for ((rule, &first), how) in self.spec.rules.iter().zip(&firsts).zip(&*hows) {
            let Some(first) = first.filter(|_| *how == MatchedBy::Together) else { continue };
            for &state in self.spec.active(rule) {
                if !rule.line_start {
                    starts[state].push(first);
                }
                if let Some(line) = lines.get_mut(state) {
                    line.push(first);
                }
            }
        }
        let is_alone =
            |rule: &usize| !matches!(hows[*rule], MatchedBy::Together | MatchedBy::ByProgram);
        let alone: Vec<usize> = (0..hows.len()).filter(is_alone).collect();
        starts.append(&mut lines);
        starts.extend(alone.iter().map(|rule| firsts[*rule].into_iter().collect()));
        let longest = self.spec.longest;
        let automaton =
            subset::automaton(&mut program, &self.alphabet, &starts, longest, limits::AUTOMATON)?;
        Ok((automaton, alone))
    }

    /// The automaton of one rule by the longest match or the preferred one, if it is not too large;
    /// and what finding it took.
    pub(super) fn own(&mut self, tree: &Tree, longest: bool) -> (Option<Automaton>, usize) {
        let mut program = Program::new(&mut self.symbols);
        let first = program.add(0, tree, limits::INSTRUCTIONS).ok();
        let automaton = first.and_then(|first| {
            let (alphabet, limits) = (&self.alphabet, limits::RULE_AUTOMATON);
            subset::automaton(&mut program, alphabet, &[vec![first]], longest, limits).ok()
        });
        let threads = automaton.as_ref().map_or(limits::RULE_AUTOMATON.threads, |it| it.threads);
        (automaton, program.len() + threads)
    }

    /// The programs of the rules of which more is asked than where they end.
    fn programs(
        &mut self,
        hows: &[MatchedBy],
        texts: &[End],
    ) -> Result<Vec<(u32, crate::matcher::Program)>, Trouble> {
        let mut left = limits::ALL_INSTRUCTIONS;
        let size = self.spec.flags.size_limit.unwrap_or(limits::COMPILED);
        let mut programs = Vec::new();
        for (rule, tree) in self.trees.iter().enumerate() {
            if hows[rule] != MatchedBy::ByProgram && texts[rule] != End::Marked && !tree.has_delim()
            {
                continue;
            }
            let mut program = Program::new(&mut self.symbols);
            let first = program.add(0, tree, size / limits::INSTRUCTION);
            let first = first.map_err(|TooLong| Trouble::Instructions(rule))?;
            left = left.checked_sub(program.len()).ok_or(Trouble::AllInstructions(rule))?;
            let number = u32::try_from(rule).expect("a file has fewer than 2^32 rules");
            programs.push((number, program.alone(first)));
        }
        Ok(programs)
    }

    /// Adds the rules that are matched by themselves, of which `alone` start at `places`.
    fn separate(&self, hows: &[MatchedBy], alone: &[usize], places: &[u32], tables: &mut Tables) {
        let mut separate = Vec::new();
        let mut active: Vec<Vec<u32>> = vec![Vec::new(); self.spec.start_states.len()];
        for (number, (rule, how)) in self.spec.rules.iter().zip(hows).enumerate() {
            if *how == MatchedBy::Together {
                continue;
            }
            let place = alone.binary_search(&number);
            self.spec
                .active(rule)
                .iter()
                .for_each(|state| active[*state].push(separate.len() as u32));
            separate.push(SeparateRule {
                rule: number as u32,
                start: place.map_or(BY_PROGRAM, |place| places[place]),
                line_start: rule.line_start,
                compares: self.how(number) == MatchedBy::Compares,
                conditional: rule.properties.conditional,
            });
        }
        if !separate.is_empty() {
            let mut from = 0;
            let spans = active.iter().map(|state| {
                let start = from;
                from += state.len() as u32;
                (start, from)
            });
            tables.spans = spans.collect();
            tables.active = active.concat().into();
            tables.separate = separate.into();
        }
    }
}

impl Tree {
    /// Whether it asks what stands around some place.
    pub(super) fn has_place(&self) -> bool {
        let context = self.context.as_ref();
        self.regex.has_look()
            || context.is_some_and(|context| context.has_look() || self.regex.may_be_empty())
    }

    pub(crate) fn has_delim(&self) -> bool {
        self.regex.has_delim() || self.context.as_ref().is_some_and(Regex::has_delim)
    }

    /// Where the text of each match ends.
    pub(super) fn text(&self) -> End {
        let Some(context) = &self.context else { return End::Before(0) };
        let before = context.len().map(End::Before);
        before.or(self.regex.len().map(End::After)).unwrap_or(End::Marked)
    }
}

/// How large the automaton of each rule is by itself.
struct Measure {
    /// The number of states of each rule's own automaton: `usize::MAX` if it is too large, `None`
    /// before it is measured.
    states: Vec<Option<usize>>,
    /// The work that may still be spent on measuring, in instructions and threads.
    left: usize,
    /// The divisor of the share of rules that are left out next: one of this many.
    share: usize,
    /// The number of states that rules with automata of their own may still add.
    alone: usize,
}

impl Measure {
    fn new(rules: usize) -> Self {
        let (left, alone) = (limits::MEASURED, limits::AUTOMATON.states / 2);
        Measure { states: vec![None; rules], left, share: 8, alone }
    }

    fn states(&mut self, rule: usize, input: &mut Input<'_>) -> usize {
        if let Some(states) = self.states[rule] {
            return states;
        }
        let mut states = usize::MAX;
        if self.left > 0 {
            let (automaton, work) = input.own(&input.trees[rule], input.spec.longest);
            self.left = self.left.saturating_sub(work);
            states = automaton.map_or(usize::MAX, |automaton| automaton.states.len());
        }
        self.states[rule] = Some(states);
        states
    }

    /// Leaves rules out of the automaton, one at least: those whose own automata are too large, or
    /// else those with the largest, and more of them each time; and so many that the others are not
    /// far too large together.
    fn leave_out(&mut self, input: &mut Input<'_>, hows: &mut [MatchedBy]) {
        let mut sizes: Vec<(usize, usize)> = (0..hows.len())
            .filter(|rule| !matches!(hows[*rule], MatchedBy::Alone | MatchedBy::ByProgram))
            .map(|rule| (self.states(rule, input), rule))
            .collect();
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
        for &(size, rule) in &sizes[..count] {
            hows[rule] = match self.alone.checked_sub(size) {
                Some(left) if hows[rule] == MatchedBy::Together => {
                    self.alone = left;
                    MatchedBy::Alone
                }
                _ => MatchedBy::ByProgram,
            };
        }
        if sizes.is_empty() {
            // Only rules by themselves are left, and they are too large together.
            hows.iter_mut().for_each(|how| *how = MatchedBy::ByProgram);
        }
    }
}

/// Rules share states, but not so many of them.
const FAR: usize = 8;
