//! IELR(1): LALR(1) states split just where merging changed what the parser does.
//!
//! Source: Denny & Malloy, "The IELR(1) algorithm for generating minimal LR(1) parser tables for non-LR(1) grammars with
//! conflict resolution", Science of Computer Programming 75 (2010). A conflict of an LALR(1) state is an *inadequacy*; each
//! of its actions is *contributed* by kernel items that hold the token, or always. From the conflicted state these
//! contributions are carried back to its predecessors as *annotations* (their phase 2; here with a worklist). Then states
//! are built anew from the start states: lookaheads may be merged into a state if for each of its annotations the
//! *dominant* contribution, the action that conflict resolution would choose, stays the same (phase 3, in `split`). The
//! lookaheads of the automaton so found are those of LALR(1) on it (phase 4).
//!
//! What dominates is found by resolving the conflict as [`resolve`](crate::conflict::resolve) does, so that both agree.
//!
//! Cost: that of LALR(1), twice if states are split, and a step for each annotation and predecessor.

use fnv::FnvHashSet;

use crate::{
    ProdId, StateId, TokenId,
    assemble::Empty,
    bits::{self, Bits},
    conflict::{Decision, decide},
    grammar::{Grammar, Symbol},
    lookahead::{Closures, Flow, Lookaheads},
    lr0::{Automaton, Source},
};

/// What is to be kept apart when the states of `automaton` are built anew; `None` if LALR(1) has no conflict. With it, the
/// lookaheads of LALR(1).
pub(crate) fn annotations<'g>(
    grammar: &'g Grammar,
    automaton: &Automaton,
    flow: &Flow<'_>,
    closures: &Closures,
) -> (Option<Annotations<'g>>, Lookaheads) {
    let (annotations, lookaheads) = Annotator::new(grammar, automaton, flow, closures).run();
    ((!annotations.tokens.is_empty()).then_some(annotations), lookaheads)
}

/// A token by which an LALR(1) state has several actions.
struct Conflict {
    token: TokenId,
    reductions: Vec<ProdId>,
    shift: bool,
}

/// Who contributes an action to a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Contribution {
    /// The action is there whatever lookaheads the kernel has.
    Always,
    /// It is there if one of these kernel items has the token.
    Items(Vec<u32>),
}

/// For one state and one conflict, perhaps of a state far behind it: who contributes each of its actions, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Annotation {
    conflict: u32,
    contributions: Vec<Contribution>,
}

/// The action that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dominant {
    None,
    Shift,
    /// The shift wins by default over a reduction on the same level without associativity (`%precedence`). The parser does
    /// what it does with `Shift`; that the states are kept apart all the same is what Bison does.
    ShiftInTie,
    Error,
    Reduce(ProdId),
}

/// What is to be kept apart. Only the tokens that some annotation asks about count: in its lookaheads a token has the number
/// that it has among them.
pub(crate) struct Annotations<'a> {
    grammar: &'a Grammar,
    conflicts: Vec<Conflict>,
    of_states: Vec<Vec<Annotation>>,
    /// The tokens that some annotation asks about, sorted.
    tokens: Vec<usize>,
    /// For each kernel item of each state those of them about which one of the state asks.
    filter: Bits,
}

impl Annotations<'_> {
    /// The number of a token among those that some annotation asks about.
    pub(crate) fn column(&self, token: TokenId) -> Option<usize> {
        self.tokens.binary_search(&token.index()).ok()
    }

    /// The closures with these tokens only.
    pub(crate) fn select(&self, closures: Closures) -> Closures {
        Closures { always: closures.always.select(&self.tokens), ..closures }
    }

    /// Drops the lookaheads about which no annotation asks. `first` is the number of the state's first item.
    pub(crate) fn filter(&self, first: usize, lookaheads: &mut [u64]) {
        let words = self.filter.words();
        for (at, row) in lookaheads.chunks_mut(words).enumerate() {
            for (word, mask) in row.iter_mut().zip(self.filter.row(first + at)) {
                *word &= mask;
            }
        }
    }

    /// May states with this core and these lookaheads be one?
    pub(crate) fn compatible(&self, core: usize, a: &[u64], b: &[u64]) -> bool {
        a == b
            || self.of_states[core].iter().all(|annotation| {
                let a = self.dominant(annotation, a);
                a == Dominant::None || {
                    let b = self.dominant(annotation, b);
                    b == Dominant::None || a == b
                }
            })
    }

    fn dominant(&self, annotation: &Annotation, lookaheads: &[u64]) -> Dominant {
        let conflict = &self.conflicts[annotation.conflict as usize];
        let words = self.filter.words();
        let column = self.column(conflict.token).expect("an annotation asks about its token");
        dominant(self.grammar, conflict, |at| match &annotation.contributions[at] {
            Contribution::Always => true,
            Contribution::Items(items) => items
                .iter()
                .any(|&item| bits::contains(&lookaheads[item as usize * words..], column)),
        })
    }
}

/// The action that resolving a conflict leaves, of the shift and those reductions that `is_made` says are there.
fn dominant(grammar: &Grammar, conflict: &Conflict, is_made: impl Fn(usize) -> bool) -> Dominant {
    let of_token = grammar.token(conflict.token).precedence;
    let mut shift = conflict.shift;
    let (mut error, mut tie) = (false, false);
    let mut reduce = None;
    for (at, &prod) in conflict.reductions.iter().enumerate() {
        if !is_made(at) {
            continue;
        }
        let precedences = grammar.production(prod).precedence.zip(of_token).filter(|_| shift);
        let decision = precedences.and_then(|(prod, token)| decide(prod, token));
        if matches!(decision, Some(Decision::Reduce | Decision::Error)) {
            shift = false;
        }
        tie |= decision.is_none() && precedences.is_some();
        error |= decision == Some(Decision::Error);
        if matches!(decision, Some(Decision::Reduce) | None) {
            reduce = reduce.or(Some(prod));
        }
    }
    match (error, shift, reduce) {
        (true, _, _) => Dominant::Error,
        (_, true, _) if tie => Dominant::ShiftInTie,
        (_, true, _) => Dominant::Shift,
        (_, _, Some(prod)) => Dominant::Reduce(prod),
        (_, _, None) => Dominant::None,
    }
}

struct Annotator<'g, 'a> {
    grammar: &'g Grammar,
    automaton: &'a Automaton,
    flow: &'a Flow<'a>,
    closures: &'a Closures,
    lookaheads: Lookaheads,
    predecessors: Vec<Vec<u32>>,
    conflicts: Vec<Conflict>,
    of_states: Vec<FnvHashSet<Annotation>>,
    todo: Vec<(usize, Annotation)>,
}

impl<'g, 'a> Annotator<'g, 'a> {
    fn new(
        grammar: &'g Grammar,
        automaton: &'a Automaton,
        flow: &'a Flow<'a>,
        closures: &'a Closures,
    ) -> Self {
        let count = automaton.cores.len();
        let mut predecessors = vec![Vec::new(); count];
        for (state, edges) in automaton.edges.iter().enumerate() {
            for (_, target) in edges {
                predecessors[target.index()].push(StateId::new(state).0);
            }
        }
        Annotator {
            grammar,
            automaton,
            flow,
            closures,
            lookaheads: flow.lalr(),
            predecessors,
            conflicts: Vec::new(),
            of_states: vec![FnvHashSet::default(); count],
            todo: Vec::new(),
        }
    }

    fn run(mut self) -> (Annotations<'g>, Lookaheads) {
        let empty = Empty::new(self.grammar);
        for state in 0..self.automaton.cores.len() {
            self.find_conflicts(state, &empty);
        }
        while let Some((state, annotation)) = self.todo.pop() {
            for at in 0..self.predecessors[state].len() {
                let predecessor = self.predecessors[state][at] as usize;
                let carried = self.carry_back(state, &annotation, predecessor);
                self.annotate(predecessor, carried);
            }
        }
        let token =
            |annotation: &Annotation| self.conflicts[annotation.conflict as usize].token.index();
        let mut tokens: Vec<usize> = self.of_states.iter().flatten().map(token).collect();
        tokens.sort_unstable();
        tokens.dedup();
        let items = self.automaton.cores.iter().map(|core| core.len()).sum();
        let mut filter = Bits::new(items, tokens.len());
        for (state, annotations) in self.of_states.iter().enumerate() {
            for annotation in annotations {
                let column = tokens.binary_search(&token(annotation)).expect("it was collected");
                for contribution in &annotation.contributions {
                    let Contribution::Items(items) = contribution else { continue };
                    for item in items {
                        filter.insert(self.flow.item(state, *item as usize), column);
                    }
                }
            }
        }
        let of_states = self.of_states.into_iter().map(|set| set.into_iter().collect()).collect();
        let (grammar, conflicts) = (self.grammar, self.conflicts);
        (Annotations { grammar, conflicts, of_states, tokens, filter }, self.lookaheads)
    }

    /// Annotates a state with its own conflicts.
    fn find_conflicts(&mut self, state: usize, empty: &Empty) {
        let core = self.automaton.cores.get(state);
        let edges = &self.automaton.edges[state];
        let mut reductions = empty.reductions(
            self.grammar,
            core,
            edges.iter().map(|(symbol, _)| *symbol),
            Source::Kernel,
            Source::Rule,
        );
        let mut seen = Bits::new(2, self.grammar.tokens().len());
        for (symbol, _) in edges {
            if let Symbol::Token(token) = symbol {
                seen.insert(0, token.index());
            }
        }
        reductions.retain(|(prod, _)| {
            let accepts = prod.index() < self.automaton.start_count;
            if accepts {
                seen.insert(0, self.grammar.eof().index());
            }
            !accepts
        });
        let shifted: Vec<u64> = seen.row(0).to_vec();
        for (_, source) in &reductions {
            let row = self.lalr(state, *source);
            let both: Vec<usize> =
                bits::iter(row).filter(|token| seen.contains(0, *token)).collect();
            bits::unite(seen.row_mut(0), row);
            for token in both {
                seen.insert(1, token);
            }
        }
        let conflicted: Vec<usize> = bits::iter(seen.row(1)).collect();
        for token in conflicted {
            let with_token: Vec<(ProdId, Source)> = reductions
                .iter()
                .copied()
                .filter(|(_, source)| bits::contains(self.lalr(state, *source), token))
                .collect();
            let contributions = with_token.iter().map(|(_, source)| match *source {
                Source::Kernel(at) => Contribution::Items(vec![number(at)]),
                Source::Rule(edge) => {
                    let mut items = Vec::new();
                    match self.add_by_rule(state, edge, token, &mut items) {
                        true => Contribution::Always,
                        false => Contribution::Items(items),
                    }
                }
            });
            let annotation = Annotation {
                conflict: number(self.conflicts.len()),
                contributions: contributions.collect(),
            };
            self.conflicts.push(Conflict {
                token: TokenId::new(token),
                reductions: with_token.iter().map(|(prod, _)| *prod).collect(),
                shift: bits::contains(&shifted, token),
            });
            self.annotate(state, annotation);
        }
    }

    /// The LALR(1) lookaheads of an item or a rule of a state.
    fn lalr(&self, state: usize, source: Source) -> &[u64] {
        match source {
            Source::Kernel(at) => self.lookaheads.of_item(self.flow.item(state, at)),
            Source::Rule(edge) => self.lookaheads.of_transition(self.flow.transition(state, edge)),
        }
    }

    /// Adds the kernel items by which the rule of an edge can get the token. Returns whether it has it in any case.
    fn add_by_rule(&self, state: usize, edge: usize, token: usize, items: &mut Vec<u32>) -> bool {
        let transition = self.flow.transition(state, edge);
        let with_token = |item: &usize| {
            bits::contains(self.lookaheads.of_item(self.flow.item(state, *item)), token)
        };
        items.extend(
            bits::iter(self.closures.kernels.row(transition)).filter(with_token).map(number),
        );
        self.closures.always.contains(transition, token)
    }

    /// What an annotation of a state means for a state that leads to it.
    fn carry_back(&self, state: usize, annotation: &Annotation, predecessor: usize) -> Annotation {
        let token = self.conflicts[annotation.conflict as usize].token.index();
        let contributions = annotation.contributions.iter().map(|contribution| {
            let Contribution::Items(items) = contribution else {
                return Contribution::Always;
            };
            let mut carried = Vec::new();
            for item in items {
                let item = self.automaton.cores.get(state)[*item as usize];
                match self.automaton.source(self.grammar, predecessor, item) {
                    source @ Source::Kernel(at) => {
                        if bits::contains(self.lalr(predecessor, source), token) {
                            carried.push(number(at));
                        }
                    }
                    Source::Rule(edge) => {
                        if self.add_by_rule(predecessor, edge, token, &mut carried) {
                            return Contribution::Always;
                        }
                    }
                }
            }
            carried.sort_unstable();
            carried.dedup();
            Contribution::Items(carried)
        });
        Annotation { conflict: annotation.conflict, contributions: contributions.collect() }
    }

    /// Adds an annotation to a state, unless the outcome is the same however the state is split.
    fn annotate(&mut self, state: usize, annotation: Annotation) {
        let varies =
            |c: &Contribution| matches!(c, Contribution::Items(items) if !items.is_empty());
        if !annotation.contributions.iter().any(varies) {
            return;
        }
        let conflict = &self.conflicts[annotation.conflict as usize];
        let stable = match conflict.shift {
            true => {
                self.grammar.token(conflict.token).precedence.is_none()
                    || self.is_stable(conflict, &annotation)
            }
            false => annotation.contributions[0] == Contribution::Always,
        };
        if !stable && self.of_states[state].insert(annotation.clone()) {
            self.todo.push((state, annotation));
        }
    }

    /// Is the outcome the same whichever of the contributions that may be made are made? Tried out if they are few.
    fn is_stable(&self, conflict: &Conflict, annotation: &Annotation) -> bool {
        const MOST: usize = 4;
        let contributions = annotation.contributions.iter().enumerate();
        let open: Vec<usize> = contributions
            .filter(|(_, c)| matches!(c, Contribution::Items(items) if !items.is_empty()))
            .map(|(at, _)| at)
            .collect();
        let outcome = |subset: usize| {
            dominant(self.grammar, conflict, |at| {
                annotation.contributions[at] == Contribution::Always
                    || open.iter().position(|o| *o == at).is_some_and(|k| subset >> k & 1 == 1)
            })
        };
        open.len() <= MOST && (1..1 << open.len()).all(|subset| outcome(subset) == outcome(0))
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("ids fit in 32 bits")
}
