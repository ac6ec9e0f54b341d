//! LALR(1) lookaheads of an automaton, by DeRemer & Pennello, "Efficient computation of LALR(1) look-ahead sets",
//! TOPLAS 4 (1982).
//!
//! The paper's sets belong to transitions (p, A): state p, rule A. *Reads* leads from a transition to those by nullable
//! rules behind it; along it the tokens that can be shifted behind a transition become Read(p, A). *Includes* leads to
//! transitions whose follows are follows here too, and *lookback* from a reduction to the transitions that it can make.
//!
//! We want the lookaheads of kernels as well, so kernel items are nodes of their own, and includes and lookback are cut in
//! steps: (p, A) takes what the item [B → β • A γ] of p has, γ nullable, which is a kernel item or belongs to the
//! transition (p, B); and a kernel item of q takes what it had one symbol earlier, in each state that leads to q. The sets
//! are the same, each step is one edge, and nothing walks back along productions.
//!
//! Within one state the same relations, stopped at the kernel, say what its closure adds (*always*) and which kernel items
//! it passes on (*kernels*): what Pager's and Denny & Malloy's constructions need for splitting.

use crate::{
    StateId,
    bits::Bits,
    digraph::{Relation, digraph},
    first::First,
    grammar::{Grammar, Symbol},
    item::Item,
    lr0::{Automaton, Source},
};

/// Numbers for the transitions and the kernel items of an automaton, and how lookaheads flow between them.
pub(crate) struct Flow<'a> {
    grammar: &'a Grammar,
    automaton: &'a Automaton,
    /// The first transition of each state, and their number.
    transitions: Vec<usize>,
    /// The first kernel item of each state, and their number.
    items: Vec<usize>,
    /// For each production the first dot behind which all is nullable.
    nullable_from: Vec<u32>,
    /// Read(p, A).
    read: Bits,
}

/// What the closure of each state makes of its kernel: a row for each transition.
pub(crate) struct Closures {
    /// The tokens that are lookaheads of a rule whatever the kernel's are.
    pub(crate) always: Bits,
    /// The kernel items whose lookaheads are lookaheads of a rule.
    pub(crate) kernels: Bits,
}

impl<'a> Flow<'a> {
    /// Numbers them, and computes Read.
    pub(crate) fn new(grammar: &'a Grammar, first: &First, automaton: &'a Automaton) -> Flow<'a> {
        let mut this = Flow {
            grammar,
            automaton,
            transitions: running_sum(
                (0..automaton.cores.len()).map(|state| automaton.rule_count(state)),
            ),
            items: running_sum(automaton.cores.iter().map(|core| core.len())),
            nullable_from: nullable_from(grammar, first),
            read: Bits::default(),
        };
        this.read = this.reads(first);
        this
    }

    /// The number of the transition by the edge `edge` of `state`.
    pub(crate) fn transition(&self, state: usize, edge: usize) -> usize {
        self.transitions[state] + edge
    }

    /// The number of the item `at` of the kernel of `state`.
    pub(crate) fn item(&self, state: usize, at: usize) -> usize {
        self.items[state] + at
    }

    /// The number of transitions.
    fn transition_count(&self) -> usize {
        self.transitions[self.automaton.cores.len()]
    }

    /// Read(p, A): what can be shifted behind the transition, and, along *reads*, behind nullable rules after it.
    fn reads(&self, first: &First) -> Bits {
        let mut relation = Relation::new();
        let mut sets = Bits::new(self.transition_count(), self.grammar.tokens().len());
        let mut node = 0;
        for edges in &self.automaton.edges {
            for (symbol, target) in edges {
                if let Symbol::Token(_) = symbol {
                    break;
                }
                for (at, (symbol, _)) in self.automaton.edges[target.index()].iter().enumerate() {
                    match symbol {
                        Symbol::Token(token) => sets.insert(node, token.index()),
                        Symbol::Rule(rule) if first.is_nullable(*rule) => {
                            relation.relate(self.transition(target.index(), at));
                        }
                        Symbol::Rule(_) => {}
                    }
                }
                relation.end_node();
                node += 1;
            }
        }
        digraph(&relation, &mut sets);
        sets
    }

    /// Calls `f` for each edge of each state and each item behind it, with where that comes from.
    fn for_each_step(&self, mut f: impl FnMut(usize, usize, StateId, usize, Item, Source)) {
        for (state, edges) in self.automaton.edges.iter().enumerate() {
            for (edge, (_, target)) in edges.iter().enumerate() {
                for (at, &item) in self.automaton.cores[target.index()].iter().enumerate() {
                    let source = self.automaton.source(self.grammar, state, item);
                    f(state, edge, *target, at, item, source);
                }
            }
        }
    }

    /// The LALR(1) lookaheads: a row for each transition, and behind them one for each kernel item.
    pub(crate) fn lalr(&self) -> Lookaheads {
        let transition_count = self.transition_count();
        let nodes = transition_count + self.items[self.automaton.cores.len()];
        let node = |index: usize| u32::try_from(index).expect("nodes fit in 32 bits");
        let mut pairs = Vec::new();
        self.for_each_step(|state, edge, target, at, item, source| {
            let source = match source {
                Source::Kernel(index) => transition_count + self.item(state, index),
                Source::Rule(edge) => self.transition(state, edge),
            };
            pairs.push((node(transition_count + self.item(target.index(), at)), node(source)));
            let by_rule = edge < self.transitions[state + 1] - self.transitions[state];
            if by_rule && item.dot >= self.nullable_from[item.prod.index()] {
                pairs.push((node(self.transition(state, edge)), node(source)));
            }
        });
        let relation = Relation::from_pairs(nodes, &pairs);
        drop(pairs);
        let mut sets = Bits::new(nodes, self.grammar.tokens().len());
        for row in 0..transition_count {
            sets.row_mut(row).copy_from_slice(self.read.row(row));
        }
        for start in 0..self.automaton.start_count {
            sets.insert(transition_count + self.item(start, 0), self.grammar.eof().index());
        }
        digraph(&relation, &mut sets);
        Lookaheads { sets, transition_count }
    }

    /// What the closure of each state makes of its kernel.
    pub(crate) fn closures(&self) -> Closures {
        let mut relation = Relation::new();
        let widest = self.automaton.cores.iter().map(|core| core.len()).max().unwrap_or(0);
        let mut kernels = Bits::new(self.transition_count(), widest);
        for (state, edges) in self.automaton.edges.iter().enumerate() {
            for (edge, (symbol, target)) in edges.iter().enumerate() {
                if let Symbol::Token(_) = symbol {
                    break;
                }
                for &item in &self.automaton.cores[target.index()] {
                    if item.dot < self.nullable_from[item.prod.index()] {
                        continue;
                    }
                    match self.automaton.source(self.grammar, state, item) {
                        Source::Kernel(at) => kernels.insert(self.transition(state, edge), at),
                        Source::Rule(from) => relation.relate(self.transition(state, from)),
                    }
                }
                relation.end_node();
            }
        }
        let mut always = self.read.clone();
        digraph(&relation, &mut always);
        digraph(&relation, &mut kernels);
        Closures { always, kernels }
    }
}

/// The LALR(1) lookaheads of an automaton.
pub(crate) struct Lookaheads {
    sets: Bits,
    transition_count: usize,
}

impl Lookaheads {
    /// Those of a transition's rule, by the transition's number.
    pub(crate) fn of_transition(&self, transition: usize) -> &[u64] {
        self.sets.row(transition)
    }

    /// Those of a kernel item, by its number.
    pub(crate) fn of_item(&self, item: usize) -> &[u64] {
        self.sets.row(self.transition_count + item)
    }
}

fn running_sum(counts: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut sum = 0;
    let sums = counts.map(|count| {
        sum += count;
        sum
    });
    std::iter::once(0).chain(sums.collect::<Vec<_>>()).collect()
}

fn nullable_from(grammar: &Grammar, first: &First) -> Vec<u32> {
    let of = |symbols: &[Symbol]| {
        let nullable = |symbol: &&Symbol| match symbol {
            Symbol::Rule(rule) => first.is_nullable(*rule),
            Symbol::Token(_) => false,
        };
        let tail = symbols.iter().rev().take_while(nullable).count();
        u32::try_from(symbols.len() - tail).expect("a production is short")
    };
    grammar.productions().iter().map(|production| of(&production.symbols)).collect()
}
