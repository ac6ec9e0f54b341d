//! One sentence with two derivations: the proof that a conflict comes from an ambiguity.
//!
//! Isradisaikul & Myers (PLDI 2015), section 5, run two copies of the automaton in parallel. So do
//! we, forwards from the conflict: both copies have read the same shortest path; one reduces, the
//! other shifts, or reduces by the other production; from then on both read the same symbols, which
//! may be rules, until their stacks are equal again. What then differs is one symbol with two
//! derivations. Runs of an LR(0) automaton are rightmost derivations reversed, so lookaheads need
//! no check.
//!
//! Cheapest first: what counts are steps, and how much the stacks have grown, or empty rules would
//! pile up. `budget` counts the pairs of stacks that are looked at. Unlike theirs the search never
//! lengthens the path backwards: an ambiguity that shows only after a longer one is missed.

use std::{cell::Cell, collections::BTreeMap, rc::Rc};

use fnv::FnvHashSet;

use super::{
    Rival,
    path::{Path, spend},
    tree::{Arena, Node},
};
use crate::{
    ProdId, StateId, TokenId,
    grammar::{Grammar, Symbol},
    stategraph::StateGraph,
};

/// States, each with the tree of the symbol that leads to it.
type Stack = Rc<Vec<(StateId, Node)>>;

#[derive(Clone)]
struct Pair {
    stacks: [Stack; 2],
    /// Whether the conflict's token has been read.
    read: bool,
    /// Whether the second copy must still shift the conflict's token.
    must_shift: bool,
    steps: usize,
}

/// The result of a search.
pub(super) enum Outcome {
    /// A sentence with two derivations was found: their trees, and the last leaf before the dot.
    Found {
        trees: [Node; 2],
        dot: Option<Node>,
    },
    /// There is no such sentence along this path.
    None,
    GaveUp,
}

/// A search for one sentence with two derivations.
pub(super) struct Search<'a> {
    grammar: &'a Grammar,
    graph: &'a StateGraph,
    arena: &'a mut Arena,
    token: TokenId,
    seen: FnvHashSet<([Vec<StateId>; 2], bool)>,
    /// The pairs to extend, by cost and then by age.
    queue: BTreeMap<(usize, usize), Pair>,
    /// Whether the second copy accepts, so that only the first moves.
    accepts: bool,
    /// The number of states on stacks that were copied and not charged yet; `all` counts all of
    /// them.
    copied: usize,
    all: usize,
}

/// States on stacks that a search copies at most.
const MOST_COPIED: usize = 2_000_000;

/// The two trees, if the stacks are equal but for the trees of one symbol.
fn difference(pair: &Pair) -> Option<[Node; 2]> {
    let [a, b] = &pair.stacks;
    if pair.must_shift || a.len() != b.len() {
        return None;
    }
    let mut found = None;
    for ((state_a, tree_a), (state_b, tree_b)) in a.iter().zip(&b[..]) {
        if state_a != state_b || (tree_a != tree_b && found.replace([*tree_a, *tree_b]).is_some()) {
            return None;
        }
    }
    found
}

impl<'a> Search<'a> {
    /// A search in conflicts on `token`.
    pub(super) fn new(
        grammar: &'a Grammar,
        graph: &'a StateGraph,
        arena: &'a mut Arena,
        token: TokenId,
    ) -> Self {
        let (seen, queue) = (FnvHashSet::default(), BTreeMap::new());
        Search { grammar, graph, arena, token, seen, queue, accepts: false, copied: 0, all: 0 }
    }

    /// Searches from the end of `path`, where one copy reduces `prod` and the other does what
    /// `rival` says.
    pub(super) fn run(
        mut self,
        path: &Path,
        prod: ProdId,
        rival: Rival,
        budget: usize,
        left: &Cell<usize>,
    ) -> Outcome {
        let Some(dot) = self.begin(path, prod, rival) else { return Outcome::None };
        for _ in 0..budget {
            let copied = std::mem::take(&mut self.copied);
            self.all += copied;
            if !spend(left, copied) || self.all > MOST_COPIED {
                return Outcome::GaveUp;
            }
            let Some((_, pair)) = self.queue.pop_first() else { return Outcome::None };
            if let Some(trees) = difference(&pair) {
                return Outcome::Found { trees, dot };
            }
            self.extend(&pair);
        }
        Outcome::GaveUp
    }

    /// Queues the pair of stacks after the conflict; returns the last leaf before it.
    fn begin(&mut self, path: &Path, prod: ProdId, rival: Rival) -> Option<Option<Node>> {
        let mut state = path.start_state();
        let mut stack = vec![(state, usize::MAX)];
        for symbol in path.symbols() {
            state = self.graph.edge(state, symbol)?;
            stack.push((state, self.arena.leaf(symbol)));
        }
        let dot = stack.last().map(|(_, leaf)| *leaf).filter(|leaf| *leaf != usize::MAX);
        let first = self.reduce(&stack, prod)?;
        let (second, must_shift) = match rival {
            Rival::Shift(item) => {
                self.accepts = self.graph.is_start_production(item.prod);
                (Rc::new(stack), !self.accepts)
            }
            Rival::Reduce(other) => (self.reduce(&stack, other)?, false),
        };
        self.add(Pair { stacks: [first, second], read: false, must_shift, steps: 0 });
        Some(dot)
    }

    fn add(&mut self, pair: Pair) {
        self.copied += pair.stacks[0].len() + pair.stacks[1].len();
        let key = [0, 1].map(|k| pair.stacks[k].iter().map(|(state, _)| *state).collect());
        if self.seen.insert((key, pair.read)) {
            let cost = pair.steps + pair.stacks[0].len() + pair.stacks[1].len();
            self.queue.insert((cost, self.seen.len()), pair);
        }
    }

    fn extend(&mut self, pair: &Pair) {
        for k in [0, 1] {
            if k == 1 && (pair.must_shift || self.accepts) {
                continue;
            }
            for prod in self.reducible(pair.stacks[k].last().expect("a start state").0) {
                if let Some(stack) = self.reduce(&pair.stacks[k], prod) {
                    let mut next = pair.clone();
                    next.stacks[k] = stack;
                    next.steps += 1;
                    self.add(next);
                }
            }
        }
        if self.accepts {
            return;
        }
        for symbol in self.readable(pair) {
            if self.all + self.copied > MOST_COPIED {
                return;
            }
            let leaf = self.arena.leaf(symbol);
            let stacks = [0, 1].map(|k| {
                let mut stack = (*pair.stacks[k]).clone();
                let top = stack.last().expect("a start state").0;
                let target = self.graph.edge(top, symbol).expect("it can be read");
                stack.push((target, leaf));
                Rc::new(stack)
            });
            self.add(Pair { stacks, read: true, must_shift: false, steps: pair.steps + 1 });
        }
    }

    /// The symbols that both copies can read, if one of them goes on with what it has begun: first
    /// the conflict's token.
    fn readable(&self, pair: &Pair) -> Vec<Symbol> {
        let tops = [0, 1].map(|k| pair.stacks[k].last().expect("a start state").0);
        let both =
            |symbol: &Symbol| tops.iter().all(|top| self.graph.edge(*top, *symbol).is_some());
        if !pair.read {
            return Some(Symbol::Token(self.token)).filter(both).into_iter().collect();
        }
        let kernels = tops.iter().flat_map(|top| self.graph.state(*top).kernel.core.iter());
        let mut symbols: Vec<Symbol> =
            kernels.filter_map(|item| item.rest(self.grammar).first().copied()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        symbols.retain(both);
        symbols
    }

    /// The productions that end in a state, whatever comes next.
    fn reducible(&self, state: StateId) -> Vec<ProdId> {
        let state = self.graph.state(state);
        let ended = |item: &&crate::item::Item| item.rest(self.grammar).is_empty();
        let mut prods: Vec<ProdId> =
            state.kernel.core.iter().filter(ended).map(|item| item.prod).collect();
        for (symbol, _) in &state.edges {
            let Symbol::Rule(rule) = symbol else { break };
            let productions = &self.grammar.rule(*rule).productions;
            prods.extend(productions.iter().filter(|prod| self.grammar.symbols(**prod).is_empty()));
        }
        prods.retain(|prod| !self.graph.is_start_production(*prod));
        prods
    }

    fn reduce(&mut self, stack: &[(StateId, Node)], prod: ProdId) -> Option<Stack> {
        let left = stack.len().checked_sub(self.grammar.symbols(prod).len()).filter(|n| *n > 0)?;
        let rule = self.grammar.production(prod).rule;
        let target = self.graph.edge(stack[left - 1].0, Symbol::Rule(rule))?;
        let children = stack[left..].iter().map(|(_, tree)| *tree).collect();
        let mut shorter = stack[..left].to_vec();
        shorter.push((target, self.arena.node(rule, children)));
        Some(Rc::new(shorter))
    }
}
