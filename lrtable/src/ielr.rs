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

use crate::{
    ProdId, TokenId,
    assemble::Empty,
    bits::{self, Bits},
    conflict::{Decision, decide},
    grammar::{Grammar, Symbol},
    intern::Interner,
    limits::{ITEM_WORK, Meter, TooLarge},
    lookahead::{Closures, Flow, Lookaheads},
    lr0::{Automaton, Source},
};

/// What is to be kept apart when the states of `automaton` are built anew; `None` if LALR(1) has no conflict. With it, the
/// lookaheads of LALR(1).
///
/// # Errors
///
/// If they take more than `meter` allows.
pub(crate) fn annotations<'g>(
    grammar: &'g Grammar,
    automaton: &Automaton,
    flow: &Flow<'_>,
    closures: &Closures,
    meter: &mut Meter,
) -> Result<(Option<Annotations<'g>>, Lookaheads), TooLarge> {
    let annotator = Annotator::new(grammar, automaton, flow, closures, meter)?;
    let (annotations, lookaheads) = annotator.run()?;
    Ok(((!annotations.tokens.is_empty()).then_some(annotations), lookaheads))
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

impl Contribution {
    fn len(&self) -> usize {
        match self {
            Contribution::Always => 0,
            Contribution::Items(items) => items.len(),
        }
    }
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
    /// For each state what it costs to look at all its annotations.
    costs: Vec<usize>,
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

    /// The steps, in words, by which two states with this core are compared at most.
    pub(crate) fn work(&self, core: usize) -> usize {
        self.costs[core]
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
    /// For each state those that lead to it, each with where the sources of the state's items begin among those of its steps.
    predecessors: Vec<Vec<(u32, u32)>>,
    conflicts: Vec<Conflict>,
    /// All annotations: the state, the conflict, and the contributions, each a number of items and these, or `ALWAYS`.
    annotations: Interner<u32>,
    /// The annotation that is being made.
    scratch: Vec<u32>,
    /// Those that were not carried back yet.
    todo: Vec<u32>,
    meter: &'a mut Meter,
}

/// What an annotation takes in memory, and each number of its contributions: written as numbers, and as what it is.
const ANNOTATION_BYTES: usize = 64;
const CONTRIBUTION_BYTES: usize = 40;

/// Stands for [`Contribution::Always`].
const ALWAYS: u32 = u32::MAX;

/// The contributions of an annotation that is written as numbers.
fn contributions(mut rest: &[u32]) -> impl Iterator<Item = Option<&[u32]>> {
    std::iter::from_fn(move || {
        let (head, others) = rest.split_first()?;
        let (items, others) = match *head {
            ALWAYS => (None, others),
            len => {
                others.split_at_checked(len as usize).map(|(items, rest)| (Some(items), rest))?
            }
        };
        rest = others;
        Some(items)
    })
}

impl<'g, 'a> Annotator<'g, 'a> {
    fn new(
        grammar: &'g Grammar,
        automaton: &'a Automaton,
        flow: &'a Flow<'a>,
        closures: &'a Closures,
        meter: &'a mut Meter,
    ) -> Result<Self, TooLarge> {
        let count = automaton.cores.len();
        let mut predecessors = vec![Vec::new(); count];
        for (state, edges) in automaton.edges.iter().enumerate() {
            let mut step = 0;
            for (_, target) in edges {
                predecessors[target.index()].push((number(state), number(step)));
                step += automaton.cores.get(target.index()).len();
            }
        }
        Ok(Annotator {
            grammar,
            automaton,
            flow,
            closures,
            lookaheads: flow.lalr(meter)?,
            predecessors,
            conflicts: Vec::new(),
            annotations: Interner::default(),
            scratch: Vec::new(),
            todo: Vec::new(),
            meter,
        })
    }

    fn run(mut self) -> Result<(Annotations<'g>, Lookaheads), TooLarge> {
        let empty = Empty::new(self.grammar);
        for state in 0..self.automaton.cores.len() {
            self.find_conflicts(state, &empty)?;
        }
        let mut annotation = Vec::new();
        while let Some(next) = self.todo.pop() {
            annotation.clear();
            annotation.extend_from_slice(self.annotations.runs().get(next as usize));
            for at in 0..self.predecessors[annotation[0] as usize].len() {
                let (predecessor, step) = self.predecessors[annotation[0] as usize][at];
                self.carry_back(&annotation, predecessor as usize, step as usize);
                self.meter.work((annotation.len() + self.scratch.len()) * ITEM_WORK)?;
                self.annotate()?;
            }
        }
        let mut of_states = vec![Vec::new(); self.automaton.cores.len()];
        for run in self.annotations.runs().iter() {
            let contribution = |items: Option<&[u32]>| {
                items.map_or(Contribution::Always, |items| Contribution::Items(items.to_vec()))
            };
            let contributions = contributions(&run[2..]).map(contribution).collect();
            of_states[run[0] as usize].push(Annotation { conflict: run[1], contributions });
        }
        let token =
            |annotation: &Annotation| self.conflicts[annotation.conflict as usize].token.index();
        let mut tokens: Vec<usize> = of_states.iter().flatten().map(token).collect();
        tokens.sort_unstable();
        tokens.dedup();
        let items = self.automaton.cores.iter().map(|core| core.len()).sum();
        self.meter.rows(items, Bits::words_for(tokens.len()))?;
        let mut filter = Bits::new(items, tokens.len());
        for (state, annotations) in of_states.iter().enumerate() {
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
        let of_state = |annotations: &Vec<Annotation>| {
            let items = annotations.iter().flat_map(|annotation| &annotation.contributions);
            items.map(|contribution| 2 * ITEM_WORK * (1 + contribution.len())).sum()
        };
        let costs = of_states.iter().map(of_state).collect();
        let (grammar, conflicts) = (self.grammar, self.conflicts);
        Ok((Annotations { grammar, conflicts, of_states, tokens, filter, costs }, self.lookaheads))
    }

    /// Annotates a state with its own conflicts.
    fn find_conflicts(&mut self, state: usize, empty: &Empty) -> Result<(), TooLarge> {
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
            self.meter.work(reductions.len() * ITEM_WORK)?;
            let with_token: Vec<(ProdId, Source)> = reductions
                .iter()
                .copied()
                .filter(|(_, source)| bits::contains(self.lalr(state, *source), token))
                .collect();
            let mut annotation = vec![number(state), number(self.conflicts.len())];
            for (_, source) in &with_token {
                let from = annotation.len();
                annotation.push(0);
                let always = match *source {
                    Source::Kernel(at) => {
                        annotation.push(number(at));
                        false
                    }
                    Source::Rule(edge) => self.add_by_rule(state, edge, token, &mut annotation),
                };
                end_contribution(&mut annotation, from, always);
            }
            self.scratch = annotation;
            self.conflicts.push(Conflict {
                token: TokenId::new(token),
                reductions: with_token.iter().map(|(prod, _)| *prod).collect(),
                shift: bits::contains(&shifted, token),
            });
            self.meter.memory(with_token.len() * size_of::<ProdId>() + size_of::<Conflict>())?;
            self.meter.work(self.scratch.len() * ITEM_WORK)?;
            self.annotate()?;
        }
        Ok(())
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
            bits::iter(self.closures.kernels[state].row(edge)).filter(with_token).map(number),
        );
        self.closures.always.contains(transition, token)
    }

    /// Makes what an annotation means for a state that leads to the annotated one. `step` says where the sources of the
    /// annotated state's items begin.
    fn carry_back(&mut self, annotation: &[u32], predecessor: usize, step: usize) {
        let token = self.conflicts[annotation[1] as usize].token.index();
        let sources = &self.flow.sources(predecessor)[step..];
        let mut carried = std::mem::take(&mut self.scratch);
        carried.clear();
        carried.extend([number(predecessor), annotation[1]]);
        for contribution in contributions(&annotation[2..]) {
            let from = carried.len();
            carried.push(0);
            let mut always = contribution.is_none();
            for item in contribution.unwrap_or_default() {
                let source = sources[*item as usize].get();
                always |= match source {
                    Source::Kernel(at) => {
                        if bits::contains(self.lalr(predecessor, source), token) {
                            carried.push(number(at));
                        }
                        false
                    }
                    Source::Rule(edge) => self.add_by_rule(predecessor, edge, token, &mut carried),
                };
            }
            end_contribution(&mut carried, from, always);
        }
        self.scratch = carried;
    }

    /// Adds the annotation that was made to its state, unless the outcome is the same however the state is split.
    fn annotate(&mut self) -> Result<(), TooLarge> {
        let mut open = contributions(&self.scratch[2..]).flatten();
        if open.all(<[u32]>::is_empty) || self.annotations.find(&self.scratch).is_some() {
            return Ok(());
        }
        let conflict = &self.conflicts[self.scratch[1] as usize];
        let stable = match conflict.shift {
            true => {
                self.grammar.token(conflict.token).precedence.is_none()
                    || self.is_stable(conflict, &self.scratch[2..])
            }
            false => self.scratch[2] == ALWAYS,
        };
        if !stable {
            self.meter.memory(ANNOTATION_BYTES + self.scratch.len() * CONTRIBUTION_BYTES)?;
            self.todo.push(self.annotations.intern(&self.scratch));
        }
        Ok(())
    }

    /// Is the outcome the same whichever of the contributions that may be made are made? Tried out if they are few.
    fn is_stable(&self, conflict: &Conflict, annotation: &[u32]) -> bool {
        const MOST: usize = 4;
        // For each contribution, if it may be made, which of those it is.
        let mut count = 0;
        let open: Vec<Option<usize>> = contributions(annotation)
            .map(|items| {
                let is_open = items.is_some_and(|items| !items.is_empty());
                count += usize::from(is_open);
                is_open.then(|| count - 1)
            })
            .collect();
        let always: Vec<bool> = contributions(annotation).map(|items| items.is_none()).collect();
        let outcome = |subset: usize| {
            dominant(self.grammar, conflict, |at| {
                always[at] || open[at].is_some_and(|open| subset >> open & 1 == 1)
            })
        };
        count <= MOST && {
            let none = outcome(0);
            (1..1 << count).all(|subset| outcome(subset) == none)
        }
    }
}

/// Ends the contribution that begins at `from` with a place for the number of its items.
fn end_contribution(annotation: &mut Vec<u32>, from: usize, always: bool) {
    if always {
        annotation.truncate(from);
        annotation.push(ALWAYS);
        return;
    }
    annotation[from + 1..].sort_unstable();
    let mut len = 0;
    for at in from + 1..annotation.len() {
        if len == 0 || annotation[from + len] != annotation[at] {
            len += 1;
            annotation[from + len] = annotation[at];
        }
    }
    annotation.truncate(from + 1 + len);
    annotation[from] = number(len);
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("ids fit in 32 bits")
}
