//! LALR(1) lookaheads of an automaton, by DeRemer & Pennello, "Efficient computation of LALR(1)
//! look-ahead sets", TOPLAS 4 (1982).
//!
//! The paper's sets belong to transitions (p, A): state p, rule A. *Reads* leads from a transition
//! to those by nullable rules after it; along it the tokens that can be shifted after a transition
//! become Read(p, A). *Includes* leads to transitions whose follows are follows here too, and
//! *lookback* from a reduction to the transitions that it can make.
//!
//! We want the lookaheads of kernels as well, so kernel items are nodes of their own, and includes
//! and lookback are cut in steps: (p, A) takes what the item [B → β • A γ] of p has, γ nullable,
//! which is a kernel item or belongs to the transition (p, B); and a kernel item of q takes what it
//! had one symbol earlier, in each state that leads to q. The sets are the same, each step is one
//! edge, and nothing walks back along productions.
//!
//! Within one state the same relations, stopped at the kernel, say what its closure adds (*always*)
//! and which kernel items it passes on (*kernels*): what Pager's and Denny & Malloy's constructions
//! need for splitting.

use crate::{
    bits::{self, Bits, Shared},
    digraph::{Relation, digraph},
    grammar::{Grammar, Production, Symbol},
    intern::narrow,
    item::Item,
    limits::ITEM_WORK,
    lr0::{Automaton, Source},
    meter::{Meter, Metered},
};

/// Numbers for the transitions and the kernel items of an automaton, and how lookaheads flow
/// between them.
pub(crate) struct Flow<'a> {
    grammar: &'a Grammar,
    automaton: &'a Automaton,
    /// The number of the first transition of each state, then the number of transitions.
    transitions: Vec<usize>,
    /// The number of the first kernel item of each state, then the number of items.
    items: Vec<usize>,
    /// The first dot of each production after which all symbols are nullable.
    nullable_from: Vec<u32>,
    /// The first step of each state, then the number of steps; a step is an edge and an item of the
    /// kernel that the edge leads to.
    steps: Vec<usize>,
    /// The source of the lookaheads of each step's item.
    sources: Vec<PackedSource>,
    /// Read(p, A), by the state that the transition leads to: it depends on nothing else.
    read: Bits,
}

/// What the closure of each state makes of its kernel: a row for each transition.
pub(crate) struct Closures {
    /// The tokens that are lookaheads of a rule whatever the kernel's are.
    pub(crate) always: Shared,
    /// The words of such a row.
    pub(crate) words: usize,
    /// For each state and each of its rules the kernel items whose lookaheads are lookaheads of the
    /// rule.
    pub(crate) kernels: Vec<Bits>,
}

/// A [`Source`] in half a word.
#[derive(Clone, Copy)]
pub(crate) struct PackedSource(u32);

impl PackedSource {
    fn new(source: Source) -> PackedSource {
        let packed = match source {
            Source::Kernel(at) => at * 2,
            Source::Rule(edge) => edge * 2 + 1,
        };
        PackedSource(u32::try_from(packed).expect("a state has few edges"))
    }

    /// The source.
    pub(crate) fn get(self) -> Source {
        let index = (self.0 / 2) as usize;
        if self.0.is_multiple_of(2) { Source::Kernel(index) } else { Source::Rule(index) }
    }
}

impl<'a> Flow<'a> {
    /// The flow of lookaheads in `automaton`: numbers its transitions and kernel items, and
    /// computes Read.
    ///
    /// # Errors
    ///
    /// If it takes more than `meter` allows.
    pub(crate) fn new(
        grammar: &'a Grammar,
        automaton: &'a Automaton,
        meter: &mut Meter,
    ) -> Metered<Flow<'a>> {
        let states = 0..automaton.cores.len();
        let mut this = Flow {
            grammar,
            automaton,
            transitions: running_sum(states.map(|state| automaton.rule_count(state))),
            items: running_sum(automaton.cores.iter().map(|core| core.len())),
            nullable_from: nullable_from(grammar),
            steps: Vec::with_capacity(automaton.cores.len() + 1),
            sources: Vec::new(),
            read: Bits::default(),
        };
        this.find_sources();
        meter.work(this.sources.len() * ITEM_WORK)?;
        this.read = this.reads(meter)?;
        Ok(this)
    }

    /// Finds where each item that an edge leads to gets its lookaheads from.
    fn find_sources(&mut self) {
        let automaton = self.automaton;
        let rules: Vec<u32> =
            self.grammar.productions().iter().map(|production| production.rule.0).collect();
        let mut edge_of_rule = vec![0; self.grammar.rules().len()];
        for (core, edges) in automaton.cores.iter().zip(&automaton.edges) {
            self.steps.push(self.sources.len());
            for (edge, (symbol, _)) in edges.iter().enumerate() {
                let Symbol::Rule(rule) = symbol else { break };
                edge_of_rule[rule.index()] = edge;
            }
            for (_, target) in edges {
                for &item in automaton.cores.get(target.index()) {
                    // Only start productions have a kernel item that begins.
                    let begins = item.dot == 1 && item.prod.index() >= automaton.start_count;
                    self.sources.push(PackedSource::new(match begins {
                        true => Source::Rule(edge_of_rule[rules[item.prod.index()] as usize]),
                        false => {
                            let before = Item { dot: item.dot - 1, ..item };
                            let at = core.binary_search(&before);
                            Source::Kernel(at.expect("an item after an edge was before it"))
                        }
                    }));
                }
            }
        }
        self.steps.push(self.sources.len());
    }

    /// Where the items to which the edges of a state lead, one edge after the other, get their
    /// lookaheads from.
    pub(crate) fn sources(&self, state: usize) -> &[PackedSource] {
        &self.sources[self.steps[state]..self.steps[state + 1]]
    }

    /// The cores of all states.
    pub(crate) fn cores(&self) -> impl Iterator<Item = &[Item]> {
        self.automaton.cores.iter()
    }

    /// The number of the transition by the edge `edge` of `state`.
    pub(crate) fn transition(&self, state: usize, edge: usize) -> usize {
        self.transitions[state] + edge
    }

    /// The number of the item `at` of the kernel of `state`.
    pub(crate) fn item(&self, state: usize, at: usize) -> usize {
        self.items[state] + at
    }

    /// The number of edges of a state that are labelled with rules.
    pub(crate) fn rule_count(&self, state: usize) -> usize {
        self.transitions[state + 1] - self.transitions[state]
    }

    /// The number of transitions.
    fn transition_count(&self) -> usize {
        self.transitions[self.automaton.cores.len()]
    }

    /// For each state the tokens that can be shifted there and, along *reads*, after nullable
    /// rules.
    fn reads(&self, meter: &mut Meter) -> Metered<Bits> {
        let first = self.grammar.first();
        let (mut relation, mut nullable) = (Relation::default(), Vec::new());
        let mut sets = self.rows(self.automaton.cores.len(), meter)?;
        for (state, edges) in self.automaton.edges.iter().enumerate() {
            let row = sets.row_mut(state);
            for (symbol, target) in edges {
                match symbol {
                    Symbol::Token(token) => bits::insert(row, token.index()),
                    Symbol::Rule(rule) if first.is_nullable(*rule) => {
                        nullable.push(target.0);
                    }
                    Symbol::Rule(_) => {}
                }
            }
            relation.push(&nullable);
            nullable.clear();
        }
        meter.work(relation.steps(sets.words()))?;
        digraph(&relation, &mut sets);
        Ok(sets)
    }

    /// Rows for sets of tokens, all empty.
    fn rows(&self, rows: usize, meter: &mut Meter) -> Metered<Bits> {
        let tokens = self.grammar.tokens().len();
        meter.rows(rows, bits::words_for(tokens))?;
        Ok(Bits::new(rows, tokens))
    }

    /// Calls `f` for each of the first so many edges of a state and each item that it leads to,
    /// with where that comes from.
    fn for_each_step(
        &self,
        state: usize,
        edges: usize,
        mut f: impl FnMut(usize, usize, Item, Source),
    ) {
        let mut sources = self.sources(state).iter();
        for (edge, (_, target)) in self.automaton.edges[state][..edges].iter().enumerate() {
            let core = self.automaton.cores.get(target.index());
            for (at, (&item, source)) in core.iter().zip(&mut sources).enumerate() {
                f(edge, self.item(target.index(), at), item, source.get());
            }
        }
    }

    /// Whether what follows the item's rule can follow the symbol before its dot.
    fn ends(&self, item: Item) -> bool {
        item.dot >= self.nullable_from[item.prod.index()]
    }

    /// The LALR(1) lookaheads: a row for each transition, then one for each kernel item.
    ///
    /// # Errors
    ///
    /// If they take more than `meter` allows.
    pub(crate) fn lalr(&self, meter: &mut Meter) -> Metered<Lookaheads> {
        let transition_count = self.transition_count();
        let nodes = transition_count + self.items[self.automaton.cores.len()];
        let mut sets = self.rows(nodes, meter)?;
        for (state, edges) in self.automaton.edges.iter().enumerate() {
            for (edge, (_, target)) in edges[..self.rule_count(state)].iter().enumerate() {
                let row = sets.row_mut(self.transition(state, edge));
                row.copy_from_slice(self.read.row(target.index()));
            }
        }
        let relation = self.inclusions(nodes);
        for start in 0..self.automaton.start_count {
            sets.insert(transition_count + self.item(start, 0), self.grammar.eof().index());
        }
        meter.work(relation.steps(sets.words()))?;
        digraph(&relation, &mut sets);
        Ok(Lookaheads(sets))
    }

    /// Gives back what lookaheads were charged.
    pub(crate) fn release(&self, lookaheads: &Lookaheads, meter: &mut Meter) {
        let rows = self.transition_count() + self.items[self.automaton.cores.len()];
        meter.release(rows * lookaheads.0.words() * size_of::<u64>());
    }

    /// The lookaheads of a kernel item or of a rule of a state.
    pub(crate) fn row<'l>(
        &self,
        lookaheads: &'l Lookaheads,
        state: usize,
        source: Source,
    ) -> &'l [u64] {
        lookaheads.0.row(self.node(state, source))
    }

    /// The row of a kernel item or of a rule of a state in [`Flow::lalr`].
    fn node(&self, state: usize, source: Source) -> usize {
        match source {
            Source::Kernel(at) => self.transition_count() + self.item(state, at),
            Source::Rule(edge) => self.transition(state, edge),
        }
    }

    /// For each row of [`Flow::lalr`] the rows whose lookaheads are lookaheads of it too.
    fn inclusions(&self, nodes: usize) -> Relation {
        let transition_count = self.transition_count();
        let mut counts = vec![0; nodes];
        for (state, edges) in self.automaton.edges.iter().enumerate() {
            for (_, target) in edges {
                let items = self.items[target.index()]..self.items[target.index() + 1];
                counts[transition_count..][items].iter_mut().for_each(|count| *count += 1);
            }
            self.for_each_step(state, self.rule_count(state), |edge, _, item, _| {
                counts[self.transition(state, edge)] += u32::from(self.ends(item));
            });
        }
        Relation::scattered(&counts, |relate| {
            for (state, edges) in self.automaton.edges.iter().enumerate() {
                let rules = self.rule_count(state);
                self.for_each_step(state, edges.len(), |edge, item_number, item, source| {
                    let source = narrow(self.node(state, source));
                    relate(transition_count + item_number, source);
                    if edge < rules && self.ends(item) {
                        relate(self.transition(state, edge), source);
                    }
                });
            }
        })
    }

    /// What the closure of each state makes of its kernel.
    ///
    /// # Errors
    ///
    /// If it takes more than `meter` allows.
    pub(crate) fn closures(&self, meter: &mut Meter) -> Metered<Closures> {
        let mut all_kernels = Vec::with_capacity(self.automaton.cores.len());
        let mut all_always = Shared::default();
        for (state, edges) in self.automaton.edges.iter().enumerate() {
            // Nothing leads out of a state: its rules are the nodes.
            let rules = self.rule_count(state);
            if rules == 0 {
                all_kernels.push(Bits::default());
                continue;
            }
            let mut pairs = Vec::new();
            let items = self.automaton.cores.get(state).len();
            meter.rows(rules, bits::words_for(items))?;
            let mut kernels = Bits::new(rules, items);
            let mut always = self.rows(rules, meter)?;
            self.for_each_step(state, rules, |edge, _, item, source| {
                if self.ends(item) {
                    match source {
                        Source::Kernel(at) => kernels.insert(edge, at),
                        Source::Rule(from) => pairs.push((edge, from)),
                    }
                }
            });
            for (edge, (_, target)) in edges[..rules].iter().enumerate() {
                always.row_mut(edge).copy_from_slice(self.read.row(target.index()));
            }
            let relation = Relation::of_pairs(rules, &pairs);
            meter.work(relation.steps(always.words() + kernels.words()))?;
            digraph(&relation, &mut always);
            digraph(&relation, &mut kernels);
            // What is shared is charged as what it is.
            meter.release(rules * always.words() * size_of::<u64>());
            let kept = all_always.kept.runs().len();
            (0..rules).for_each(|edge| all_always.push(always.row(edge)));
            meter.rows(all_always.kept.runs().len() - kept, always.words())?;
            all_kernels.push(kernels);
        }
        Ok(Closures { always: all_always, words: self.read.words(), kernels: all_kernels })
    }
}

/// The LALR(1) lookaheads of an automaton: a row for each transition, then one for each kernel
/// item.
pub(crate) struct Lookaheads(Bits);

fn running_sum(counts: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut sums = vec![0];
    counts.for_each(|count| sums.push(sums[sums.len() - 1] + count));
    sums
}

fn nullable_from(grammar: &Grammar) -> Vec<u32> {
    let of = |production: &Production| narrow(grammar.first().nullable_from(&production.symbols));
    grammar.productions().iter().map(of).collect()
}
