//! States split off those of the LR(0) automaton by their lookaheads: the canonical construction, Pager's, and IELR's
//! third phase.
//!
//! One worklist of states, each an LR(0) state with a set of lookaheads for each kernel item. A popped state's closure is
//! never computed: what the closure of its LR(0) state adds and passes on was computed once (`Closures`), so that the
//! lookaheads behind each edge are unions of a few rows. They are compared with the states of the same core that there are
//! (*examine*): one that has at least these lookaheads serves as it is; one that may be fused with them takes them up and is
//! popped again in its turn; otherwise they make a new state. First in, first out, symbols in id order.
//!
//! Source: Pager, "A practical general method for constructing LR(k) parsers", Acta Informatica 7 (1977). A state that
//! takes lookaheads up while it waits goes to the end of the queue; edges that lead to states which no edge reaches any
//! more are dropped with them at the end. For IELR it keeps its place, and one that was popped before is popped next, as in
//! Bison: a lookahead that an edge brought in vain, because the edge leads elsewhere in the end, keeps states apart that
//! could be one.

use std::{cell::Cell, collections::VecDeque};

use fnv::FnvHashMap;

use crate::{
    StateId,
    assemble::{self, Empty, set_bytes},
    bits::{self, is_subset, to_vob, unite},
    first::First,
    grammar::{Grammar, Symbol},
    ielr::Annotations,
    intern::Runs,
    item::Kernel,
    limits::{ITEM_WORK, Meter, TooLarge},
    lookahead::{Closures, Flow, PackedSource},
    lr0::{Automaton, EDGE_BYTES, STATE_BYTES, Source},
    pager::weakly_compatible,
    stategraph::{State, StateGraph},
};

/// When a state serves or takes up the lookaheads behind an edge.
#[derive(Clone, Copy)]
pub(crate) enum Rule<'a> {
    /// Only if they are equal.
    Equal,
    /// If they are weakly compatible.
    WeaklyCompatible,
    /// If no conflict is then resolved in another way. Lookaheads that have no influence are left out.
    SameResolution(&'a Annotations<'a>),
}

/// The state graph of `grammar` by this rule. Pager's is that of LALR(1) if no state of that has to be split: this is looked
/// into once so many words of sets were looked at.
///
/// # Errors
///
/// If it takes more than `meter` allows.
pub(crate) fn build(
    grammar: &Grammar,
    rule: Rule<'_>,
    patience: u64,
    meter: &mut Meter,
) -> Result<StateGraph, TooLarge> {
    let first = First::new(grammar);
    let mut automaton = Automaton::new(grammar, meter)?;
    let flow = Flow::new(grammar, &first, &automaton, meter)?;
    let closures = flow.closures(meter)?;
    let mut splitter = Splitter::new(grammar, &automaton, &flow, &closures, rule, meter);
    if !splitter.run(patience)? {
        if let Rule::WeaklyCompatible = rule
            && let Some(lookaheads) = flow.lalr_without_splits(splitter.meter)?
        {
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

/// The states of `automaton`, split as the annotations demand. `closures` know only the tokens about which these ask.
///
/// # Errors
///
/// If they take more than `meter` allows.
pub(crate) fn by_annotations(
    grammar: &Grammar,
    automaton: &Automaton,
    flow: &Flow<'_>,
    closures: &Closures,
    annotations: &Annotations<'_>,
    meter: &mut Meter,
) -> Result<Automaton, TooLarge> {
    let rule = Rule::SameResolution(annotations);
    let mut splitter = Splitter::new(grammar, automaton, flow, closures, rule, meter);
    splitter.run(u64::MAX)?;
    Ok(splitter.into_automaton())
}

/// A state.
struct Split {
    core: usize,
    /// A row for each item of the core.
    lookaheads: Box<[u64]>,
    /// Where those of its edges begin among the targets; none until the state is popped.
    targets: Option<usize>,
    /// How often it was put into the queue: only the last time counts.
    queued: u32,
    /// The edges that did not lead to the first of a family when it was popped last.
    unsettled: Vec<Edge>,
}

/// Words that are compared before they are charged.
const CHARGED_AT_ONCE: usize = 1 << 20;

/// The number of an edge of a core, and of the first of its steps.
type Edge = (u32, u32);

struct Splitter<'a> {
    grammar: &'a Grammar,
    automaton: &'a Automaton,
    flow: &'a Flow<'a>,
    closures: &'a Closures,
    rule: Rule<'a>,
    words: usize,
    splits: Vec<Split>,
    /// Where the edges of each state lead, in the order of the edges of its core.
    targets: Vec<u32>,
    /// The states with each core, in the order in which they were made.
    families: Vec<Vec<u32>>,
    /// If states are one only if they are equal: the last state with a hash of its core and lookaheads, plus one …
    by_hash: FnvHashMap<u64, u32>,
    /// … and for each state the one before it with this hash, plus one, or 0.
    same_hash: Vec<u32>,
    /// For each core of which a state was popped twice the edges that depend on lookaheads.
    depending: Vec<Option<Box<[Edge]>>>,
    queue: VecDeque<(u32, u32)>,
    /// The lookaheads behind an edge.
    scratch: Vec<u64>,
    /// The lookaheads of the rules that label the edges of a state …
    of_rules: Vec<u64>,
    /// … and which of them are known: those that have its number.
    closed: Vec<u32>,
    closing: u32,
    meter: &'a mut Meter,
    /// Words of sets that were compared and not charged yet.
    compared: Cell<usize>,
}

impl<'a> Splitter<'a> {
    fn new(
        grammar: &'a Grammar,
        automaton: &'a Automaton,
        flow: &'a Flow<'a>,
        closures: &'a Closures,
        rule: Rule<'a>,
        meter: &'a mut Meter,
    ) -> Self {
        Splitter {
            grammar,
            automaton,
            flow,
            closures,
            rule,
            words: closures.always.words(),
            splits: Vec::new(),
            targets: Vec::new(),
            families: vec![Vec::new(); automaton.cores.len()],
            by_hash: FnvHashMap::default(),
            same_hash: Vec::new(),
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

    /// Makes states until there are no more to make, or so many words were looked at: is it done?
    fn run(&mut self, patience: u64) -> Result<bool, TooLarge> {
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
        Ok(true)
    }

    /// Makes the start states.
    fn begin(&mut self) -> Result<(), TooLarge> {
        let eof = match self.rule {
            Rule::SameResolution(annotations) => annotations.column(self.grammar.eof()),
            _ => Some(self.grammar.eof().index()),
        };
        for start in 0..self.automaton.start_count {
            self.scratch = vec![0; self.words];
            if let Some(eof) = eof {
                self.scratch[eof / 64] |= 1 << (eof % 64);
            }
            self.add(start)?;
        }
        Ok(())
    }

    /// Finds where the edges of a state lead.
    ///
    /// When lookaheads grow and a state is popped again, edges that do not depend on its lookaheads lead where they led,
    /// unless an earlier state of that family serves by now: so those that led to the first of a family are passed over.
    fn visit(&mut self, split: usize) -> Result<(), TooLarge> {
        let automaton = self.automaton;
        let core = self.splits[split].core;
        let edges = &automaton.edges[core];
        self.closing += 1;
        let again = match (self.splits[split].targets, self.rule) {
            (Some(_), Rule::WeaklyCompatible) => Some(self.unsettled(split)?),
            _ => None,
        };
        let first = *self.splits[split].targets.get_or_insert_with(|| {
            let first = self.targets.len();
            self.targets.resize(first + edges.len(), 0);
            first
        });
        let mut unsettled = Vec::new();
        let settles = matches!(self.rule, Rule::WeaklyCompatible);
        let mut examine = |this: &mut Self, at: u32, step: usize| -> Result<usize, TooLarge> {
            let target = edges[at as usize].1.index();
            let len = automaton.cores.get(target).len();
            let own = &this.flow.sources(core)[step..][..len];
            let to = this.examine(split, target, own)?;
            this.targets[first + at as usize] = to;
            if settles && to != this.families[target][0] {
                unsettled.push((at, narrow(step)));
            }
            Ok(step + len)
        };
        match again {
            None => {
                (0..self.flow.rule_count(core)).for_each(|edge| self.close(split, edge));
                let mut step = 0;
                for at in 0..narrow(edges.len()) {
                    step = examine(self, at, step)?;
                }
            }
            Some(again) => {
                for (at, step) in again {
                    let len = automaton.cores.get(edges[at as usize].1.index()).len();
                    for source in &self.flow.sources(core)[step as usize..][..len] {
                        if let Source::Rule(edge) = source.get() {
                            self.close(split, edge);
                        }
                    }
                    examine(self, at, step as usize)?;
                }
            }
        }
        if let Rule::WeaklyCompatible = self.rule {
            self.splits[split].unsettled = unsettled;
        }
        self.meter.work(self.compared.take())
    }

    /// The edges of a state whose lookaheads grew that may lead elsewhere now, in order.
    fn unsettled(&mut self, split: usize) -> Result<Vec<Edge>, TooLarge> {
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
                    depending.push((narrow(at), narrow(step)));
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

    /// The state with the core `target` for the lookaheads that come from these sources in a state, whose rules are closed.
    fn examine(
        &mut self,
        split: usize,
        target: usize,
        own: &[PackedSource],
    ) -> Result<u32, TooLarge> {
        let row = |source: &PackedSource| {
            let (rows, at) = match source.get() {
                Source::Kernel(at) => (&self.splits[split].lookaheads[..], at),
                Source::Rule(edge) => (&self.of_rules[..], edge),
            };
            &rows[at * self.words..][..self.words]
        };
        // Most kernels have one item, and most of these have their lookaheads already.
        let serving = match (own, self.rule) {
            (_, Rule::SameResolution(_)) => None,
            ([only], _) => self.serving(target, row(only)),
            _ => None,
        };
        let to = match serving {
            Some(serving) => serving,
            None => {
                let mut scratch = std::mem::take(&mut self.scratch);
                scratch.clear();
                own.iter().for_each(|source| scratch.extend_from_slice(row(source)));
                self.scratch = scratch;
                self.target(target)?
            }
        };
        self.count(ITEM_WORK * own.len());
        if self.compared.get() > CHARGED_AT_ONCE {
            self.meter.work(self.compared.take())?;
        }
        Ok(to)
    }

    /// Computes the lookaheads of the rule that labels an edge of a state, unless it was done in this visit.
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
    fn target(&mut self, core: usize) -> Result<u32, TooLarge> {
        if let Rule::SameResolution(annotations) = self.rule {
            annotations.filter(self.flow.item(core, 0), &mut self.scratch);
        }
        let new = &self.scratch[..];
        if let Some(split) = self.serving(core, new) {
            return Ok(split);
        }
        let family = &self.families[core];
        let of = |split: &&u32| &self.splits[**split as usize].lookaheads[..];
        let takes = |split: &&u32| match self.rule {
            Rule::Equal => false,
            Rule::WeaklyCompatible => {
                let items = new.len().checked_div(self.words).unwrap_or(0);
                self.count(items * new.len());
                weakly_compatible(of(split), new, self.words)
            }
            Rule::SameResolution(annotations) => {
                self.count(annotations.work(core));
                annotations.compatible(core, new, of(split))
            }
        };
        match family.iter().find(takes).copied() {
            None => self.add(core),
            Some(split) => {
                let state = &mut self.splits[split as usize];
                unite(&mut state.lookaheads, new);
                let waits = state.targets.is_none();
                match self.rule {
                    Rule::SameResolution(_) if waits => {}
                    rule => {
                        state.queued += 1;
                        let entry = (split, state.queued);
                        match rule {
                            Rule::SameResolution(_) => self.queue.push_front(entry),
                            _ => self.queue.push_back(entry),
                        }
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
        if let Rule::Equal = self.rule {
            return self.equal(core, new);
        }
        let serves = |split: &u32| {
            let of_split = &self.splits[*split as usize].lookaheads[..];
            self.count(new.len());
            match self.rule {
                Rule::Equal | Rule::WeaklyCompatible => is_subset(new, of_split),
                Rule::SameResolution(annotations) => {
                    is_subset(new, of_split) && {
                        self.count(annotations.work(core));
                        annotations.compatible(core, new, of_split)
                    }
                }
            }
        };
        self.families[core].iter().copied().find(serves)
    }

    /// The state with this core and these lookaheads.
    fn equal(&self, core: usize, new: &[u64]) -> Option<u32> {
        let mut next = self.by_hash.get(&hash(core, new)).copied();
        while let Some(split) = next.and_then(|next| next.checked_sub(1)) {
            let Split { core: of_split, lookaheads, .. } = &self.splits[split as usize];
            self.count(new.len());
            if *of_split == core && **lookaheads == *new {
                return Some(split);
            }
            next = self.same_hash.get(split as usize).copied();
        }
        None
    }

    /// Makes a state of the lookaheads in `scratch`.
    fn add(&mut self, core: usize) -> Result<u32, TooLarge> {
        self.meter.states(self.splits.len() + 1)?;
        // The first state with a core takes over its edges.
        let copied = if self.families[core].is_empty() { 0 } else { EDGE_BYTES };
        let edges = self.automaton.edges[core].len() * (copied + size_of::<u32>());
        let rows = self.scratch.len() * size_of::<u64>();
        self.meter.memory(STATE_BYTES + edges + rows)?;
        let split = u32::try_from(self.splits.len()).expect("ids fit in 32 bits");
        let lookaheads = self.scratch[..].into();
        self.splits.push(Split {
            core,
            lookaheads,
            targets: None,
            queued: 0,
            unsettled: Vec::new(),
        });
        self.families[core].push(split);
        if let Rule::Equal = self.rule {
            let before = self.by_hash.insert(hash(core, &self.scratch), split + 1);
            self.same_hash.push(before.unwrap_or(0));
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
    fn states(&mut self) -> Result<Vec<State>, TooLarge> {
        let empty = Empty::new(self.grammar);
        let tokens = self.grammar.tokens().len();
        let words = self.words;
        let mut states = Vec::with_capacity(self.splits.len());
        for split in 0..self.splits.len() {
            self.closing += 1;
            let rules = self.flow.rule_count(self.splits[split].core);
            (0..rules).for_each(|edge| self.close(split, edge));
            let Split { core, lookaheads, .. } = &self.splits[split];
            let core_edges = &self.automaton.edges[*core];
            let core = self.automaton.cores.get(*core);
            let row = |rows: &[u64], at: usize| to_vob(&rows[at * words..][..words], tokens);
            let of_kernel: Box<[_]> = (0..core.len()).map(|at| row(lookaheads, at)).collect();
            let reductions = empty.reductions(
                self.grammar,
                core,
                core_edges.iter().map(|(symbol, _)| *symbol),
                |at| of_kernel[at].clone(),
                |edge| row(&self.of_rules, edge),
            );
            self.meter.memory((of_kernel.len() + reductions.len()) * set_bytes(words))?;
            self.meter.work(self.compared.take())?;
            let kernel = Kernel { core: core.into(), lookaheads: of_kernel };
            states.push(State { kernel, edges: Vec::new(), reductions });
        }
        Ok(states)
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("steps fit in 32 bits")
}

/// A hash of a core and its lookaheads.
fn hash(core: usize, lookaheads: &[u64]) -> u64 {
    bits::hash(lookaheads.iter().copied().chain([core as u64]))
}

/// Lets the edges of a core lead where those of one of its states lead.
fn redirect(edges: &mut [(Symbol, StateId)], targets: &[u32], split: &Split) {
    let first = split.targets.expect("every state was popped");
    for ((_, to), target) in edges.iter_mut().zip(&targets[first..]) {
        *to = crate::StIdx(*target);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{construct::Construction, limits::Limits, yacc::YaccKind};

    #[test]
    fn what_is_not_split_is_found_out_early_or_late_alike() {
        let mut unsplit = 0;
        for text in [
            "%% S: 'x' | 'a' S 'b' | 'c' S 'd' | 'e' S 'f' T; T: 'g' S 'h';",
            "%% S: 'a' A 'd' | 'b' B 'd' | 'a' B 'e'; A: 'c'; B: 'c';",
            "%% S: 'a' A 'd' | 'b' B 'd' | 'a' B 'e' | 'b' A 'e'; A: 'c'; B: 'c';",
            "%% E: E '+' E | 'n' | '(' E ')' | 'i' E | 'i' E 'e' E;",
            &repository("calc"),
            &repository("json"),
            &repository("lua53"),
            &repository("c11"),
        ] {
            let grammar = Grammar::parse(text, None).unwrap();
            let [late, early] = [u64::MAX, 0].map(|patience| {
                let mut meter = Meter::new(Limits::default());
                build(&grammar, Rule::WeaklyCompatible, patience, &mut meter).unwrap()
            });
            assert_eq!(late, early, "{text}");
            let mut meter = Meter::new(Limits::default());
            let automaton = Automaton::new(&grammar, &mut meter).unwrap();
            let first = First::new(&grammar);
            let flow = Flow::new(&grammar, &first, &automaton, &mut meter).unwrap();
            let lookaheads = flow.lalr_without_splits(&mut meter).unwrap();
            unsplit += usize::from(lookaheads.is_some());
        }
        // Some have to be split, and of some it is not known.
        assert!((2..7).contains(&unsplit), "{unsplit}");
    }

    /// A grammar of the repository, which is no part of the package.
    fn repository(name: &str) -> String {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../grammars");
        std::fs::read_to_string(format!("{folder}/{name}/{name}.y")).unwrap()
    }

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
