//! States split off those of the LR(0) automaton by their lookaheads: the worklist of the canonical
//! construction (`canonical`), of Pager's (`pager`), and of IELR's third phase (`ielr`), which
//! differ in their [`Policy`].
//!
//! One worklist of states, each an LR(0) state with a set of lookaheads for each kernel item. A
//! popped state's closure is never computed: what the closure of its LR(0) state adds and passes on
//! was computed once (`Closures`), so that the lookaheads after each edge are unions of a few rows.
//! They are compared with the states of the same core that there are (*examine*): one that has at
//! least these lookaheads serves as it is; one into which the policy takes them grows and is popped
//! again in its turn; otherwise they make a new state. First in, first out, symbols in id order.
//! Edges that lead to states which no edge reaches any more are dropped with them at the end.

use std::{cell::Cell, collections::VecDeque};

use crate::{
    StateId, TokenId,
    assemble::{self, Assembler},
    bits::{self, is_subset, unite},
    grammar::{Grammar, Symbol},
    hash::{Index, hash_all},
    intern::{Runs, narrow},
    limits::ITEM_WORK,
    lookahead::{Closures, Flow, Lookaheads, PackedSource},
    lr0::{Automaton, EDGE_BYTES, STATE_BYTES, Source},
    meter::{Meter, Metered},
    stategraph::{State, StateGraph},
};

/// When a state takes up the lookaheads after an edge, and when it is popped again then.
pub(crate) trait Policy {
    /// Whether states serve only lookaheads that are equal to theirs; then none ever takes any up.
    const EXACT: bool = false;

    /// Whether a state that takes lookaheads up while it waits keeps its place, and one that was
    /// popped before is popped next. Otherwise it goes to the end of the queue.
    const KEEPS_PLACE: bool = false;

    /// Whether a state serves all lookaheads that it has; then edges that do not depend on
    /// lookaheads need not be examined again.
    const SERVES_SUBSETS: bool = false;

    /// The number of a token in rows of lookaheads, if it is in any.
    fn column(&self, token: TokenId) -> Option<usize> {
        Some(token.index())
    }

    /// Drops lookaheads that have no influence. `first` is the number of the core's first item.
    fn filter(&self, _first: usize, _lookaheads: &mut [u64]) {}

    /// Decides whether an edge with the lookaheads `new` may lead to an existing state with the
    /// lookaheads `old` and the core whose first item is `_first`. If `new` are a part of `old`:
    /// whether the state can be used as it is; otherwise whether it may be enlarged by `new`.
    /// Lookaheads are rows of `_words` words of 64 bits. Adds the words that were looked at to
    /// `_work`.
    fn may_merge(
        &self,
        _first: usize,
        _old: &[u64],
        _new: &[u64],
        _words: usize,
        _work: &Cell<usize>,
    ) -> bool {
        false
    }

    /// The words of sets that are looked at before [`unsplit`](Self::unsplit) is asked.
    fn patience(&self) -> u64 {
        u64::MAX
    }

    /// The lookaheads of the automaton's states, if by this policy none of them has to be split.
    fn unsplit(&self, _: &Flow<'_>, _: &mut Meter) -> Metered<Option<Lookaheads>> {
        Ok(None)
    }
}

/// The state graph of `grammar` by this policy.
///
/// # Errors
///
/// If it takes more than `meter` allows.
pub(crate) fn build(
    grammar: &Grammar,
    policy: impl Policy,
    meter: &mut Meter,
) -> Metered<StateGraph> {
    let mut automaton = Automaton::new(grammar, meter)?;
    let flow = Flow::new(grammar, &automaton, meter)?;
    let closures = flow.closures(meter)?;
    let patience = policy.patience();
    let mut splitter = Splitter::new(grammar, &automaton, &flow, &closures, policy, meter);
    if !splitter.run(patience)? {
        if let Some(lookaheads) = splitter.policy.unsplit(&flow, splitter.meter)? {
            let states = assemble::states(grammar, &automaton, &flow, &lookaheads, meter)?;
            drop((flow, closures, lookaheads));
            return Ok(assemble::with_edges(states, automaton));
        }
        splitter.run(u64::MAX)?;
    }
    let mut states = splitter.states()?;
    let Splitter { splits, targets, mut families, .. } = splitter;
    drop((flow, closures));
    // A core's last state has the edges themselves, the others have copies: there are many.
    for (state, split) in states.iter_mut().zip(splits) {
        families[split.core].pop();
        state.edges = match families[split.core].is_empty() {
            true => std::mem::take(&mut automaton.edges[split.core]),
            false => automaton.edges[split.core].clone(),
        };
        redirect(&mut state.edges, &targets, &split);
    }
    Ok(StateGraph::reachable(states, automaton.start_count).0)
}

/// The states of `automaton`, split by this policy. `closures` know only the tokens that have a
/// number in it.
///
/// # Errors
///
/// If they take more than `meter` allows.
pub(crate) fn split(
    grammar: &Grammar,
    automaton: &Automaton,
    flow: &Flow<'_>,
    closures: &Closures,
    policy: impl Policy,
    meter: &mut Meter,
) -> Metered<Automaton> {
    let mut splitter = Splitter::new(grammar, automaton, flow, closures, policy, meter);
    splitter.run(u64::MAX)?;
    Ok(splitter.into_automaton())
}

/// A state.
struct Split {
    core: usize,
    /// A row for each item of the core.
    lookaheads: Box<[u64]>,
    /// The index of the first of the state's edges in `Splitter::targets`; `None` until the state
    /// is popped.
    targets: Option<usize>,
    /// The number of times that the state was put into the queue, of which only the last counts.
    queued: u32,
    /// The edges that did not lead to the first of a family when it was popped last.
    unsettled: Vec<Edge>,
}

/// Words that are compared before they are charged.
const CHARGED_AT_ONCE: usize = 1 << 20;

/// An edge of a core, by its number, and the first of its steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    number: u32,
    first_step: u32,
}

struct Splitter<'a, P> {
    grammar: &'a Grammar,
    automaton: &'a Automaton,
    flow: &'a Flow<'a>,
    closures: &'a Closures,
    policy: P,
    words: usize,
    splits: Vec<Split>,
    /// Where the edges of each state lead, in the order of the edges of its core.
    targets: Vec<u32>,
    /// The states with each core, in the order in which they were made.
    families: Vec<Vec<u32>>,
    /// If states are merged only if they are equal: where each is, by a hash of its core and
    /// lookaheads.
    index: Index,
    /// The edges that depend on lookaheads, for each core of which a state was popped twice.
    depending: Vec<Option<Box<[Edge]>>>,
    queue: VecDeque<(u32, u32)>,
    /// The lookaheads after an edge.
    scratch: Vec<u64>,
    /// The lookaheads of the rules that label the edges of a state.
    of_rules: Vec<u64>,
    /// The visit in which each row of `of_rules` was computed last.
    closed: Vec<u32>,
    closing: u32,
    meter: &'a mut Meter,
    /// Words of sets that were compared and not charged yet.
    compared: Cell<usize>,
}

impl<'a, P: Policy> Splitter<'a, P> {
    fn new(
        grammar: &'a Grammar,
        automaton: &'a Automaton,
        flow: &'a Flow<'a>,
        closures: &'a Closures,
        policy: P,
        meter: &'a mut Meter,
    ) -> Self {
        Splitter {
            grammar,
            automaton,
            flow,
            closures,
            words: closures.words,
            policy,
            splits: Vec::new(),
            targets: Vec::new(),
            families: vec![Vec::new(); automaton.cores.len()],
            index: Index::default(),
            depending: vec![None; automaton.cores.len()],
            queue: VecDeque::new(),
            scratch: Vec::new(),
            of_rules: Vec::new(),
            closed: Vec::new(),
            closing: 0,
            meter,
            compared: Cell::new(0),
        }
    }

    /// Makes states until there are no more to make, or so many words were looked at. Returns
    /// whether it is done.
    fn run(&mut self, patience: u64) -> Metered<bool> {
        if self.splits.is_empty() {
            self.begin()?;
        }
        let until = self.meter.spent().saturating_add(patience);
        while let Some((split, queued)) = self.queue.pop_front() {
            if self.splits[split as usize].queued == queued {
                self.visit(split as usize)?;
            }
            if self.meter.spent() > until {
                return Ok(self.queue.is_empty());
            }
        }
        debug_assert!(self.is_complete(), "an edge leads to a state that has its lookaheads");
        Ok(true)
    }

    /// Makes the start states.
    fn begin(&mut self) -> Metered {
        let eof = self.policy.column(self.grammar.eof());
        for start in 0..self.automaton.start_count {
            self.scratch = vec![0; self.words];
            if let Some(eof) = eof {
                bits::insert(&mut self.scratch, eof);
            }
            self.add(start)?;
        }
        Ok(())
    }

    /// Finds where the edges of a state lead.
    ///
    /// When lookaheads grow and a state is popped again, edges that do not depend on its lookaheads
    /// lead where they led, unless an earlier state of that family serves by now: so those that led
    /// to the first of a family are passed over.
    fn visit(&mut self, split: usize) -> Metered {
        let automaton = self.automaton;
        let core = self.splits[split].core;
        let edges = &automaton.edges[core];
        let again = match self.splits[split].targets {
            Some(_) if P::SERVES_SUBSETS => Some(self.unsettled(split)?),
            _ => None,
        };
        let first = *self.splits[split].targets.get_or_insert_with(|| {
            let first = self.targets.len();
            self.targets.resize(first + edges.len(), 0);
            first
        });
        let mut unsettled = Vec::new();
        let mut examine = |this: &mut Self, at: u32, step: usize| -> Metered<usize> {
            let target = edges[at as usize].1.index();
            let len = automaton.cores.get(target).len();
            let own = &this.flow.sources(core)[step..][..len];
            let to = this.examine(split, target, own)?;
            this.targets[first + at as usize] = to;
            if P::SERVES_SUBSETS && to != this.families[target][0] {
                unsettled.push(Edge { number: at, first_step: narrow(step) });
            }
            Ok(step + len)
        };
        match again {
            None => {
                self.close_all(split);
                let mut step = 0;
                for at in 0..narrow(edges.len()) {
                    step = examine(self, at, step)?;
                }
            }
            Some(again) => {
                self.closing += 1;
                for Edge { number, first_step } in again {
                    let len = automaton.cores.get(edges[number as usize].1.index()).len();
                    for source in &self.flow.sources(core)[first_step as usize..][..len] {
                        if let Source::Rule(edge) = source.get() {
                            self.close(split, edge);
                        }
                    }
                    examine(self, number, first_step as usize)?;
                }
            }
        }
        self.splits[split].unsettled = unsettled;
        self.meter.work(self.compared.take())
    }

    /// The edges of a state whose lookaheads grew that may lead elsewhere now, in order.
    fn unsettled(&mut self, split: usize) -> Metered<Vec<Edge>> {
        let core = self.splits[split].core;
        if self.depending[core].is_none() {
            let sources = self.flow.sources(core);
            let kernels = &self.closures.kernels[core];
            let depends = |source: &PackedSource| match source.get() {
                Source::Kernel(_) => true,
                Source::Rule(edge) => kernels.row(edge).iter().any(|word| *word != 0),
            };
            let mut step = 0;
            let mut depending = Vec::new();
            for (at, (_, target)) in self.automaton.edges[core].iter().enumerate() {
                let len = self.automaton.cores.get(target.index()).len();
                if sources[step..][..len].iter().any(depends) {
                    depending.push(Edge { number: narrow(at), first_step: narrow(step) });
                }
                step += len;
            }
            self.meter.work(step * (ITEM_WORK + kernels.words()))?;
            self.meter.memory(depending.len() * size_of::<Edge>())?;
            self.depending[core] = Some(depending.into());
        }
        let mut all = std::mem::take(&mut self.splits[split].unsettled);
        all.extend(self.depending[core].iter().flatten());
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// The state with the core `target` for the lookaheads that come from these sources in a state,
    /// whose rules are closed.
    fn examine(&mut self, split: usize, target: usize, own: &[PackedSource]) -> Metered<u32> {
        let row = |source: &PackedSource| self.row(split, source.get());
        // Most kernels have one item, and most of these have their lookaheads already.
        let serving = match own {
            [only] if P::EXACT || P::SERVES_SUBSETS => self.serving(target, row(only)),
            _ => None,
        };
        let to = match serving {
            Some(serving) => serving,
            None => {
                self.collect(split, own);
                self.policy.filter(self.flow.item(target, 0), &mut self.scratch);
                self.target(target)?
            }
        };
        self.count(ITEM_WORK * own.len());
        if self.compared.get() > CHARGED_AT_ONCE {
            self.meter.work(self.compared.take())?;
        }
        Ok(to)
    }

    /// Computes the lookaheads of the rule that labels an edge of a state, unless it was done in
    /// this visit.
    fn close(&mut self, split: usize, edge: usize) {
        if self.closed.len() <= edge {
            self.closed.resize(edge + 1, 0);
            self.of_rules.resize((edge + 1) * self.words, 0);
        }
        if std::mem::replace(&mut self.closed[edge], self.closing) == self.closing {
            return;
        }
        let Split { core, lookaheads, .. } = &self.splits[split];
        let to = &mut self.of_rules[edge * self.words..][..self.words];
        to.copy_from_slice(self.closures.always.row(self.flow.transition(*core, edge)));
        let kernels = &self.closures.kernels[*core];
        let mut rows = 1;
        for item in bits::iter(kernels.row(edge)) {
            unite(to, &lookaheads[item * self.words..][..self.words]);
            rows += 1;
        }
        self.count(rows * self.words + kernels.words());
    }

    /// The state with this core for the lookaheads in `scratch`.
    fn target(&mut self, core: usize) -> Metered<u32> {
        let new = &self.scratch[..];
        if let Some(split) = self.serving(core, new) {
            return Ok(split);
        }
        let family = &self.families[core];
        let takes = |split: &&u32| {
            let old = &self.splits[**split as usize].lookaheads;
            !P::EXACT && self.policy.may_merge(core, old, new, self.words, &self.compared)
        };
        match family.iter().find(takes).copied() {
            None => self.add(core),
            Some(split) => {
                let state = &mut self.splits[split as usize];
                unite(&mut state.lookaheads, new);
                let waits = state.targets.is_none();
                if !(P::KEEPS_PLACE && waits) {
                    state.queued += 1;
                    let entry = (split, state.queued);
                    match P::KEEPS_PLACE {
                        true => self.queue.push_front(entry),
                        false => self.queue.push_back(entry),
                    }
                }
                Ok(split)
            }
        }
    }

    /// Counts so many words that are compared, to be charged later.
    fn count(&self, words: usize) {
        self.compared.set(self.compared.get() + words);
    }

    /// The first state with this core that serves lookaheads as it is.
    fn serving(&self, core: usize, new: &[u64]) -> Option<u32> {
        if P::EXACT {
            let is_equal = |split: usize| {
                let Split { core: of_split, lookaheads, .. } = &self.splits[split];
                self.count(new.len());
                *of_split == core && **lookaheads == *new
            };
            return self.index.find(hash(core, new), is_equal).map(narrow);
        }
        let serves = |split: &u32| {
            let old = &self.splits[*split as usize].lookaheads[..];
            self.count(new.len());
            is_subset(new, old)
                && (P::SERVES_SUBSETS
                    || self.policy.may_merge(core, old, new, self.words, &self.compared))
        };
        self.families[core].iter().copied().find(serves)
    }

    /// Makes a state of the lookaheads in `scratch`.
    fn add(&mut self, core: usize) -> Metered<u32> {
        self.meter.states(self.splits.len() + 1)?;
        // The first state with a core takes over its edges.
        let copied = if self.families[core].is_empty() { 0 } else { EDGE_BYTES };
        let edges = self.automaton.edges[core].len() * (copied + size_of::<u32>());
        let rows = self.scratch.len() * size_of::<u64>();
        self.meter.memory(STATE_BYTES + edges + rows)?;
        let split = narrow(self.splits.len());
        let lookaheads = self.scratch[..].into();
        self.splits.push(Split {
            core,
            lookaheads,
            targets: None,
            queued: 0,
            unsettled: Vec::new(),
        });
        self.families[core].push(split);
        if P::EXACT {
            self.index.push(hash(core, &self.scratch));
        }
        self.queue.push_back((split, 0));
        Ok(split)
    }

    fn into_automaton(self) -> Automaton {
        let mut cores = Runs::default();
        let mut edges = Vec::with_capacity(self.splits.len());
        for split in &self.splits {
            cores.push(self.automaton.cores.get(split.core));
            edges.push(self.automaton.edges[split.core].clone());
            redirect(edges.last_mut().expect("one was added"), &self.targets, split);
        }
        Automaton { cores, edges, start_count: self.automaton.start_count }
    }

    /// The states, still without edges.
    fn states(&mut self) -> Metered<Vec<State>> {
        let mut assembler = Assembler::new(self.grammar);
        let mut states = Vec::with_capacity(self.splits.len());
        for split in 0..self.splits.len() {
            let core = self.splits[split].core;
            self.close_all(split);
            self.meter.work(self.compared.take())?;
            let row = |source| row(&self.splits[split], &self.of_rules, self.words, source);
            let (automaton, meter) = (self.automaton, &mut *self.meter);
            let edges = &automaton.edges[core];
            states.push(assembler.state(automaton.cores.get(core), edges, row, meter)?);
        }
        Ok(states)
    }

    /// Computes the lookaheads of all rules that label edges of a state.
    fn close_all(&mut self, split: usize) {
        self.closing += 1;
        (0..self.flow.rule_count(self.splits[split].core)).for_each(|edge| self.close(split, edge));
    }

    /// The lookaheads of a kernel item, or of a rule that was closed, of a state.
    fn row(&self, split: usize, source: Source) -> &[u64] {
        row(&self.splits[split], &self.of_rules, self.words, source)
    }

    /// Puts the lookaheads that come from these sources in a state into `scratch`.
    fn collect(&mut self, split: usize, own: &[PackedSource]) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        own.iter().for_each(|source| scratch.extend_from_slice(self.row(split, source.get())));
        self.scratch = scratch;
    }

    /// The invariant of the worklist when it is empty: each edge leads to a state that has all
    /// lookaheads which it brings.
    fn is_complete(&mut self) -> bool {
        let charged = self.compared.get();
        let (automaton, flow) = (self.automaton, self.flow);
        let complete = (0..self.splits.len()).all(|split| {
            self.close_all(split);
            let core = self.splits[split].core;
            let first = self.splits[split].targets.expect("every state was popped");
            let mut sources = flow.sources(core);
            automaton.edges[core].iter().enumerate().all(|(at, (_, target))| {
                let (own, rest) = sources.split_at(automaton.cores.get(target.index()).len());
                sources = rest;
                self.collect(split, own);
                self.policy.filter(flow.item(target.index(), 0), &mut self.scratch);
                let to = &self.splits[self.targets[first + at] as usize];
                to.core == target.index() && is_subset(&self.scratch, &to.lookaheads)
            })
        });
        self.compared.set(charged);
        complete
    }
}

/// The lookaheads of a kernel item of `split`, or of a rule that labels an edge.
fn row<'r>(split: &'r Split, of_rules: &'r [u64], words: usize, source: Source) -> &'r [u64] {
    let (rows, at) = match source {
        Source::Kernel(at) => (&split.lookaheads[..], at),
        Source::Rule(edge) => (of_rules, edge),
    };
    &rows[at * words..][..words]
}

/// A hash of a core and its lookaheads.
fn hash(core: usize, lookaheads: &[u64]) -> u32 {
    hash_all(lookaheads) ^ narrow(core).wrapping_mul(0x9e37_79b9)
}

/// Lets the edges of a core lead where those of one of its states lead.
fn redirect(edges: &mut [(Symbol, StateId)], targets: &[u32], split: &Split) {
    let first = split.targets.expect("every state was popped");
    for ((_, to), target) in edges.iter_mut().zip(&targets[first..]) {
        *to = crate::StIdx(*target);
    }
}
