//! IELR(1): LALR(1) states split just where merging changed what the parser does.
//!
//! Source: Denny & Malloy, "The IELR(1) algorithm for generating minimal LR(1) parser tables for
//! non-LR(1) grammars with conflict resolution", Science of Computer Programming 75 (2010). A
//! conflict of an LALR(1) state is an *inadequacy*; each of its actions is *contributed* by kernel
//! items that hold the token, or always. From the conflicted state these contributions are carried
//! back to its predecessors as *annotations* (their phase 2; here with a worklist). Then states are
//! built anew from the start states: lookaheads may be merged into a state if for each of its
//! annotations the *dominant* contribution, the action that conflict resolution would choose, stays
//! the same (phase 3, by `split`). The lookaheads of the automaton so found are those of LALR(1) on
//! it (phase 4).
//!
//! What dominates is found by resolving the conflict as [`resolve`](crate::conflict::resolve) does,
//! so that both agree.
//!
//! Cost: that of LALR(1), twice if states are split, and a step for each annotation and
//! predecessor.

use std::cell::Cell;

use crate::{
    ProdId, TokenId,
    assemble::{self, Empty},
    bits::{self, Bits},
    grammar::Grammar,
    intern::{Interner, Runs, narrow},
    limits::ITEM_WORK,
    lookahead::{Closures, Flow, Lookaheads},
    lr0::{Automaton, Source},
    meter::{Meter, Metered},
    precedence::decide,
    split::{self, Policy},
    stategraph::{Decision, StateGraph},
};

/// The state graph of `grammar`: that of LALR(1) if no state of it has to be split.
///
/// # Errors
///
/// If it takes more than `meter` allows.
pub(crate) fn build(grammar: &Grammar, meter: &mut Meter) -> Metered<StateGraph> {
    let automaton = Automaton::new(grammar, meter)?;
    let flow = Flow::new(grammar, &automaton, meter)?;
    let closures = flow.closures(meter)?;
    let (annotations, lookaheads) =
        Annotator::new(grammar, &automaton, &flow, &closures, meter)?.run()?;
    let mut found = None;
    if !annotations.tokens.is_empty() {
        let closures = annotations.select(closures);
        found = Some(split::split(grammar, &automaton, &flow, &closures, annotations, meter)?);
    }
    match found.filter(|found| found.cores.len() != automaton.cores.len()) {
        None => {
            let states = assemble::states(grammar, &automaton, &flow, &lookaheads, meter)?;
            drop((flow, lookaheads));
            Ok(assemble::with_edges(states, automaton))
        }
        Some(found) => {
            drop((flow, lookaheads));
            drop(automaton);
            assemble::lalr(grammar, found, meter)
        }
    }
}

/// A token by which an LALR(1) state has several actions.
struct Conflict {
    token: TokenId,
    /// The column of the token in `Annotations::filter`, once it is known.
    column: usize,
    reductions: Vec<ProdId>,
    shift: bool,
}

/// The action that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dominant {
    None,
    Shift,
    /// The shift wins by default over a reduction on the same level without associativity
    /// (`%precedence`). The parser does what it does with `Shift`; that the states are kept apart
    /// all the same is what Bison does.
    ShiftInTie,
    Error,
    Reduce(ProdId),
}

/// What is to be kept apart. Only the tokens that some annotation asks about count: in its
/// lookaheads a token has the number that it has among them.
struct Annotations<'a> {
    grammar: &'a Grammar,
    conflicts: Vec<Conflict>,
    /// The numbers of the annotations.
    all: Runs<u32>,
    /// The numbers of each state's annotations.
    of_states: Runs<u32>,
    /// The tokens that some annotation asks about, sorted.
    tokens: Vec<usize>,
    /// A row of columns, one for each token, for each kernel item of each state: the tokens that an
    /// annotation of the state has with that item.
    filter: Bits,
    /// For each state what it costs to look at all its annotations, in words.
    costs: Vec<usize>,
}

impl Annotations<'_> {
    /// The closures with these tokens only.
    fn select(&self, closures: Closures) -> Closures {
        let always = closures.always.select(&self.tokens);
        Closures { always, words: self.filter.words(), ..closures }
    }

    fn dominant(&self, annotation: Annotation<'_>, lookaheads: &[u64]) -> Dominant {
        let conflict = &self.conflicts[annotation.conflict()];
        let words = self.filter.words();
        let holds =
            |item: &u32| bits::contains(&lookaheads[*item as usize * words..], conflict.column);
        let made = annotation
            .contributions()
            .map(|items| items.is_none_or(|items| items.iter().any(holds)));
        dominant(self.grammar, conflict, made)
    }
}

impl Policy for Annotations<'_> {
    // As in Bison: lookaheads that an edge brought before it was redirected keep states apart that
    // could be merged.
    const KEEPS_PLACE: bool = true;

    fn column(&self, token: TokenId) -> Option<usize> {
        self.tokens.binary_search(&token.index()).ok()
    }

    fn filter(&self, first: usize, lookaheads: &mut [u64]) {
        for (at, row) in lookaheads.chunks_mut(self.filter.words()).enumerate() {
            bits::intersect(row, self.filter.row(first + at));
        }
    }

    fn may_merge(
        &self,
        core: usize,
        old: &[u64],
        new: &[u64],
        _: usize,
        work: &Cell<usize>,
    ) -> bool {
        work.set(work.get() + self.costs[core]);
        let may_be_one = |number: &u32| {
            let annotation = Annotation(self.all.get(*number as usize));
            let new = self.dominant(annotation, new);
            new == Dominant::None || {
                let old = self.dominant(annotation, old);
                old == Dominant::None || new == old
            }
        };
        old == new || self.of_states.get(core).iter().all(may_be_one)
    }
}

/// The action that resolving a conflict leaves, of the shift and those reductions of which `made`
/// says that they are there.
fn dominant(grammar: &Grammar, conflict: &Conflict, made: impl Iterator<Item = bool>) -> Dominant {
    let of_token = grammar.token(conflict.token).precedence;
    let mut shift = conflict.shift;
    let (mut error, mut tie) = (false, false);
    let mut reduce = None;
    for (&prod, _) in conflict.reductions.iter().zip(made).filter(|(_, made)| *made) {
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
    predecessors: Vec<Vec<Predecessor>>,
    conflicts: Vec<Conflict>,
    /// The numbers of the annotations.
    annotations: Interner<u32>,
    /// The numbers of the annotation that is being made.
    scratch: Vec<u32>,
    /// The items of its contribution that is being made.
    items: Vec<u32>,
    /// The annotations that were not carried back yet.
    todo: Vec<u32>,
    meter: &'a mut Meter,
}

/// What an annotation takes in memory, besides its numbers.
const ANNOTATION_BYTES: usize = 32;

/// Stands for the items of an action that is there whatever lookaheads the kernel has.
const ALWAYS: u32 = u32::MAX;

/// A state that leads to another, with the first of the steps of that edge, at which the sources of
/// the other's items begin.
#[derive(Clone, Copy)]
struct Predecessor {
    state: u32,
    first_step: u32,
}

/// An annotation as numbers: its state, its conflict, perhaps of a state far after it, and for each
/// action of the conflict the number of kernel items that contribute it and these, or [`ALWAYS`].
#[derive(Clone, Copy)]
struct Annotation<'r>(&'r [u32]);

impl<'r> Annotation<'r> {
    /// The numbers with which an annotation begins.
    fn head(state: usize, conflict: usize) -> [u32; 2] {
        [narrow(state), narrow(conflict)]
    }

    fn state(self) -> usize {
        self.0[0] as usize
    }

    fn conflict(self) -> usize {
        self.0[1] as usize
    }

    /// The numbers after the head.
    fn contributors(self) -> &'r [u32] {
        &self.0[2..]
    }

    /// Who contributes each action: `None` if it is there in any case, or else the kernel items of
    /// which one must have the token.
    fn contributions(self) -> impl Iterator<Item = Option<&'r [u32]>> {
        let mut rest = self.contributors();
        std::iter::from_fn(move || {
            let (head, others) = rest.split_first()?;
            let (items, others) = match *head {
                ALWAYS => (None, others),
                len => others
                    .split_at_checked(len as usize)
                    .map(|(items, rest)| (Some(items), rest))?,
            };
            rest = others;
            Some(items)
        })
    }
}

impl<'g, 'a> Annotator<'g, 'a> {
    fn new(
        grammar: &'g Grammar,
        automaton: &'a Automaton,
        flow: &'a Flow<'a>,
        closures: &'a Closures,
        meter: &'a mut Meter,
    ) -> Metered<Self> {
        let count = automaton.cores.len();
        let mut predecessors = vec![Vec::new(); count];
        for (state, edges) in automaton.edges.iter().enumerate() {
            let mut step = 0;
            for (_, target) in edges {
                let edge = Predecessor { state: narrow(state), first_step: narrow(step) };
                predecessors[target.index()].push(edge);
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
            items: Vec::new(),
            todo: Vec::new(),
            meter,
        })
    }

    fn run(mut self) -> Metered<(Annotations<'g>, Lookaheads)> {
        let empty = Empty::new(self.grammar);
        for state in 0..self.automaton.cores.len() {
            self.find_conflicts(state, &empty)?;
        }
        let mut annotation = Vec::new();
        while let Some(next) = self.todo.pop() {
            annotation.clear();
            annotation.extend_from_slice(self.annotations.runs().get(next as usize));
            let state = Annotation(&annotation).state();
            for at in 0..self.predecessors[state].len() {
                self.carry_back(Annotation(&annotation), self.predecessors[state][at]);
                self.meter.work((annotation.len() + self.scratch.len()) * ITEM_WORK)?;
                self.annotate()?;
            }
        }
        let all = self.annotations.runs();
        let mut sorted: Vec<Vec<u32>> = vec![Vec::new(); self.automaton.cores.len()];
        let mut costs = vec![0; sorted.len()];
        let mut tokens = Vec::with_capacity(all.len());
        for (number, run) in all.iter().enumerate() {
            let annotation = Annotation(run);
            sorted[annotation.state()].push(narrow(number));
            // The lengths of contributions are among the numbers.
            costs[annotation.state()] += 2 * ITEM_WORK * annotation.contributors().len();
            tokens.push(self.conflicts[annotation.conflict()].token.index());
        }
        tokens.sort_unstable();
        tokens.dedup();
        let mut of_states = Runs::default();
        sorted.iter().for_each(|numbers| of_states.push(numbers));
        let items = self.automaton.cores.iter().map(|core| core.len()).sum();
        self.meter.rows(items, bits::words_for(tokens.len()))?;
        for conflict in &mut self.conflicts {
            conflict.column = tokens.binary_search(&conflict.token.index()).unwrap_or_default();
        }
        let mut filter = Bits::new(items, tokens.len());
        for run in all.iter() {
            let annotation = Annotation(run);
            let column = self.conflicts[annotation.conflict()].column;
            for item in annotation.contributions().flatten().flatten() {
                filter.insert(self.flow.item(annotation.state(), *item as usize), column);
            }
        }
        let Annotator { grammar, conflicts, annotations, lookaheads, .. } = self;
        let all = annotations.into_runs();
        let annotations = Annotations { grammar, conflicts, all, of_states, tokens, filter, costs };
        Ok((annotations, lookaheads))
    }

    /// Annotates a state with its own conflicts.
    fn find_conflicts(&mut self, state: usize, empty: &Empty) -> Metered {
        let core = self.automaton.cores.get(state);
        let edges = &self.automaton.edges[state];
        let mut reductions = empty.reductions(core, edges);
        let accepts = |(prod, _): &(ProdId, Source)| self.grammar.is_start_production(*prod);
        let end = reductions.iter().any(accepts).then(|| self.grammar.eof());
        reductions.retain(|reduction| !accepts(reduction));
        let mut shifted = vec![0; bits::words_for(self.grammar.tokens().len())];
        let tokens = edges.iter().filter_map(|(symbol, _)| symbol.token()).chain(end);
        tokens.for_each(|token| bits::insert(&mut shifted, token.index()));
        let (mut seen, mut conflicted) = (shifted.clone(), vec![0; shifted.len()]);
        for (_, source) in &reductions {
            let row = self.lalr(state, *source);
            bits::iter_common(row, &seen).for_each(|token| bits::insert(&mut conflicted, token));
            bits::unite(&mut seen, row);
        }
        for token in bits::iter(&conflicted) {
            self.meter.work(reductions.len() * ITEM_WORK)?;
            let with_token: Vec<(ProdId, Source)> = reductions
                .iter()
                .copied()
                .filter(|(_, source)| bits::contains(self.lalr(state, *source), token))
                .collect();
            let mut annotation = Vec::from(Annotation::head(state, self.conflicts.len()));
            let mut items = Vec::new();
            for (_, source) in &with_token {
                let always = self.add_contributors(state, *source, token, &mut items);
                push_contribution(&mut annotation, &mut items, always);
            }
            self.scratch = annotation;
            self.conflicts.push(Conflict {
                token: TokenId::new(token),
                column: 0,
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
        self.flow.row(&self.lookaheads, state, source)
    }

    /// Adds the kernel items of a state by which one of them, or the rule of an edge, can get the
    /// token. Returns whether that has the token in any case.
    #[inline]
    fn add_contributors(
        &self,
        state: usize,
        source: Source,
        token: usize,
        items: &mut Vec<u32>,
    ) -> bool {
        let has_token =
            |item: &usize| bits::contains(self.lalr(state, Source::Kernel(*item)), token);
        match source {
            Source::Kernel(at) => {
                items.extend(Some(at).filter(has_token).map(narrow));
                false
            }
            Source::Rule(edge) => {
                let kernels = bits::iter(self.closures.kernels[state].row(edge));
                items.extend(kernels.filter(has_token).map(narrow));
                let transition = self.flow.transition(state, edge);
                bits::contains(self.closures.always.row(transition), token)
            }
        }
    }

    /// Makes what an annotation means for a state that leads to the annotated one.
    fn carry_back(&mut self, annotation: Annotation<'_>, from: Predecessor) {
        let predecessor = from.state as usize;
        let token = self.conflicts[annotation.conflict()].token.index();
        let sources = &self.flow.sources(predecessor)[from.first_step as usize..];
        let mut items = std::mem::take(&mut self.items);
        let mut carried = std::mem::take(&mut self.scratch);
        carried.clear();
        carried.extend(Annotation::head(predecessor, annotation.conflict()));
        for contribution in annotation.contributions() {
            let mut always = contribution.is_none();
            for item in contribution.unwrap_or_default() {
                let source = sources[*item as usize].get();
                always |= self.add_contributors(predecessor, source, token, &mut items);
            }
            push_contribution(&mut carried, &mut items, always);
        }
        (self.scratch, self.items) = (carried, items);
    }

    /// Adds the annotation that was made to its state, unless the outcome is the same however the
    /// state is split.
    fn annotate(&mut self) -> Metered {
        let annotation = Annotation(&self.scratch);
        let mut open = annotation.contributions().flatten();
        if open.all(<[u32]>::is_empty) || self.annotations.find(&self.scratch).is_some() {
            return Ok(());
        }
        let conflict = &self.conflicts[annotation.conflict()];
        let stable = match conflict.shift {
            true => {
                self.grammar.token(conflict.token).precedence.is_none()
                    || self.is_stable(conflict, annotation)
            }
            // The first production wins.
            false => annotation.contributors().first() == Some(&ALWAYS),
        };
        if !stable {
            self.meter.memory(ANNOTATION_BYTES + self.scratch.len() * size_of::<u32>())?;
            self.todo.push(self.annotations.intern(&self.scratch));
        }
        Ok(())
    }

    /// Whether the outcome is the same whichever of the contributions that may be made are made.
    /// Tried out if they are few.
    fn is_stable(&self, conflict: &Conflict, annotation: Annotation<'_>) -> bool {
        const MOST: usize = 4;
        // For each contribution, if it may be made, which of those it is.
        let mut count = 0;
        let open: Vec<Option<usize>> = annotation
            .contributions()
            .map(|items| {
                let is_open = items.is_some_and(|items| !items.is_empty());
                count += usize::from(is_open);
                is_open.then(|| count - 1)
            })
            .collect();
        let outcome = |subset: usize| {
            let made = annotation.contributions().zip(&open).map(|(items, open)| {
                items.is_none() || open.is_some_and(|open| subset >> open & 1 == 1)
            });
            dominant(self.grammar, conflict, made)
        };
        count <= MOST && {
            let none = outcome(0);
            (1..1 << count).all(|subset| outcome(subset) == none)
        }
    }
}

/// Adds a contribution of these items, which are taken out, to an annotation.
fn push_contribution(annotation: &mut Vec<u32>, items: &mut Vec<u32>, always: bool) {
    if always {
        annotation.push(ALWAYS);
    } else {
        // Most contributions are of one item.
        if items.len() > 1 {
            items.sort_unstable();
            items.dedup();
        }
        annotation.push(narrow(items.len()));
        annotation.extend(items.iter().copied());
    }
    items.clear();
}
