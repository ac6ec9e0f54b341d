//! A shortest way from a start state to a conflict on which the token can really follow, and the
//! derivation along it.
//!
//! Isradisaikul & Myers, "Finding counterexamples from parsing conflicts", PLDI 2015, section 4: a
//! shortest *lookahead-sensitive* path over (state, item, lookaheads). Whether the conflict's token
//! is among an item's lookaheads depends on nothing but whether it was among those before, so one
//! bit stands for their set.

use std::{
    cell::Cell,
    collections::{VecDeque, hash_map::Entry},
};

use fnv::FnvHashMap;

use super::tree::{Arena, Node};
use crate::{
    ProdId, RuleId, StateId, TokenId,
    digraph::Relation,
    grammar::{Grammar, Symbol},
    item::Item,
    stategraph::StateGraph,
};

/// One step along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A step over a symbol.
    Over(Symbol),
    /// A step into a production of the rule after the dot.
    Into(ProdId),
}

/// A path from a start state.
#[derive(Clone, Debug)]
pub(super) struct Path {
    start: ProdId,
    steps: Vec<Step>,
}

impl Path {
    /// The symbols that it goes over.
    pub(super) fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Over(symbol) => Some(*symbol),
            Step::Into(_) => None,
        })
    }

    /// The number of the start state.
    pub(super) fn start_state(&self) -> StateId {
        StateId::new(self.start.index())
    }
}

/// The inputs of searches for paths.
pub(super) struct Finder<'a> {
    pub(super) grammar: &'a Grammar,
    pub(super) graph: &'a StateGraph,
    /// The work that is left for all examples.
    pub(super) left: &'a Cell<usize>,
}

/// A vertex: how far on a given path, the state, the item, and whether the token can follow it.
type Vertex = (usize, StateId, Item, bool);

impl Finder<'_> {
    /// A shortest path to `item` in `state`; if `follow` is given, so that this token can follow.
    /// If `along` is given, it goes over the same symbols. Looks at no more than `budget` vertices.
    pub(super) fn find(
        &self,
        state: StateId,
        item: Item,
        follow: Option<TokenId>,
        along: Option<&Path>,
        budget: usize,
    ) -> Option<Path> {
        let symbols: Option<Vec<Symbol>> = along.map(|path| path.symbols().collect());
        let useful = self.leading_to(state);
        let mut before: FnvHashMap<Vertex, Option<(Vertex, Step)>> = FnvHashMap::default();
        let mut queue = VecDeque::new();
        for start in self.graph.start_states() {
            if along.is_none_or(|path| path.start_state() == start) {
                let item = Item { prod: ProdId::new(start.index()), dot: 0 };
                let vertex = (0, start, item, follow == Some(self.grammar.eof()));
                before.insert(vertex, None);
                queue.push_back(vertex);
            }
        }
        while let Some(vertex) = queue.pop_front() {
            let (at, here, of, can_follow) = vertex;
            let arrived = symbols.as_ref().is_none_or(|symbols| symbols.len() == at);
            if here == state && of == item && arrived && (can_follow || follow.is_none()) {
                return Some(back(&before, vertex));
            }
            if before.len() > budget || !spend(self.left, 1) {
                return None;
            }
            let Some((&symbol, rest)) = of.rest(self.grammar).split_first() else { continue };
            if let Symbol::Rule(rule) = symbol {
                let can_follow = follow.is_some_and(|token| self.follows(rest, token, can_follow));
                // Each production is looked up, and the symbols that may be empty are.
                spend(self.left, self.grammar.rule(rule).productions.len() + rest.len() / 16);
                for &prod in &self.grammar.rule(rule).productions {
                    let next = (at, here, Item { prod, dot: 0 }, can_follow);
                    if self.grammar.is_productive(prod) && !before.contains_key(&next) {
                        before.insert(next, Some((vertex, Step::Into(prod))));
                        // Costs nothing: it is as far from the start as `vertex`.
                        queue.push_front(next);
                    }
                }
            }
            if symbols.as_ref().is_some_and(|symbols| symbols.get(at) != Some(&symbol)) {
                continue;
            }
            let Some(target) = self.graph.edge(here, symbol).filter(|to| useful[to.index()]) else {
                continue;
            };
            let at = at + usize::from(symbols.is_some());
            let next = (at, target, Item { dot: of.dot + 1, ..of }, can_follow);
            if let Entry::Vacant(entry) = before.entry(next) {
                entry.insert(Some((vertex, Step::Over(symbol))));
                queue.push_back(next);
            }
        }
        None
    }

    /// For each state whether `state` can be reached from it.
    fn leading_to(&self, state: StateId) -> Vec<bool> {
        let mut back = Vec::with_capacity(self.graph.all_edges_len());
        for id in self.graph.state_ids() {
            let edges = self.graph.state(id).edges.iter();
            back.extend(edges.map(|(_, target)| (target.index(), id.index())));
        }
        spend(self.left, back.len() / 4);
        let mut leading =
            Relation::of_pairs(self.graph.states().len(), &back).reached(state.index());
        leading[state.index()] = true;
        leading
    }

    /// Whether `token` can come first in what `rest` and then a context derive, in which it can
    /// come first as `context` says.
    fn follows(&self, rest: &[Symbol], token: TokenId, context: bool) -> bool {
        let begins = |symbol: &Symbol| match symbol {
            Symbol::Token(other) => *other == token,
            Symbol::Rule(rule) => self.grammar.first().first(*rule).contains(token),
        };
        let mut corners = self.grammar.first().corners(rest).iter();
        corners.any(begins) || (context && self.grammar.first().nullable_from(rest) == 0)
    }

    /// The derivation along `path`, completed so that `token`, if given, comes next; and the last
    /// leaf before the dot.
    pub(super) fn derivation(
        &self,
        arena: &mut Arena,
        path: &Path,
        mut token: Option<TokenId>,
    ) -> (Node, Option<Node>) {
        let mut open: Vec<(ProdId, Vec<Node>)> = vec![(path.start, Vec::new())];
        let mut dot = None;
        for step in &path.steps {
            match step {
                Step::Into(prod) => open.push((*prod, Vec::new())),
                Step::Over(symbol) => {
                    let leaf = arena.leaf(*symbol);
                    dot = Some(leaf);
                    open.last_mut().expect("the start production is open").1.push(leaf);
                }
            }
        }
        let mut done: Option<Node> = None;
        while let Some((prod, mut children)) = open.pop() {
            children.extend(done);
            for symbol in &self.grammar.symbols(prod)[children.len()..] {
                let child = match (token, symbol) {
                    (Some(wanted), Symbol::Rule(rule)) => {
                        if self.grammar.first().first(*rule).contains(wanted) {
                            token = None;
                            self.beginning_with(arena, *rule, wanted)
                        } else {
                            arena.node(*rule, Vec::new())
                        }
                    }
                    (wanted, symbol) => {
                        token = wanted.filter(|wanted| Symbol::Token(*wanted) != *symbol);
                        arena.leaf(*symbol)
                    }
                };
                children.push(child);
            }
            done = Some(match (open.is_empty(), &children[..]) {
                // The augmented production is nobody's business.
                (true, [only]) => *only,
                _ => arena.node(self.grammar.production(prod).rule, children),
            });
        }
        (done.expect("the start production was open"), dot)
    }

    /// A derivation of `rule` by as few productions as possible in which `token` comes first.
    fn beginning_with(&self, arena: &mut Arena, rule: RuleId, token: TokenId) -> Node {
        let mut from: FnvHashMap<RuleId, Option<(ProdId, usize)>> = FnvHashMap::default();
        from.insert(rule, None);
        let mut queue = VecDeque::from([rule]);
        while let Some(rule) = queue.pop_front() {
            for &prod in &self.grammar.rule(rule).productions {
                if !self.grammar.is_productive(prod) {
                    continue;
                }
                let corners = self.grammar.first().corners(self.grammar.symbols(prod));
                for (at, symbol) in corners.iter().enumerate() {
                    match symbol {
                        Symbol::Token(other) if *other == token => {
                            return self.chain(arena, &from, prod, at);
                        }
                        Symbol::Rule(next) if !from.contains_key(next) => {
                            from.insert(*next, Some((prod, at)));
                            queue.push_back(*next);
                        }
                        _ => {}
                    }
                }
            }
        }
        arena.leaf(Symbol::Rule(rule))
    }

    /// The tree of `prod`, whose symbol `at` comes first, in its parents as `from` says.
    fn chain(
        &self,
        arena: &mut Arena,
        from: &FnvHashMap<RuleId, Option<(ProdId, usize)>>,
        mut prod: ProdId,
        mut at: usize,
    ) -> Node {
        let mut inner = None;
        loop {
            let symbols = self.grammar.symbols(prod).iter().enumerate();
            let children = symbols.map(|(k, symbol)| match (k.cmp(&at), symbol, inner) {
                (std::cmp::Ordering::Less, Symbol::Rule(rule), _) => arena.node(*rule, Vec::new()),
                (std::cmp::Ordering::Equal, _, Some(inner)) => inner,
                _ => arena.leaf(*symbol),
            });
            let children = children.collect();
            let rule = self.grammar.production(prod).rule;
            let node = arena.node(rule, children);
            match from[&rule] {
                None => return node,
                Some((parent, place)) => (prod, at, inner) = (parent, place, Some(node)),
            }
        }
    }
}

/// Takes `work` off the work that is left. Returns whether there was any left before.
pub(super) fn spend(left: &Cell<usize>, work: usize) -> bool {
    let before = left.get();
    left.set(before.saturating_sub(work));
    before > 0
}

fn back(before: &FnvHashMap<Vertex, Option<(Vertex, Step)>>, mut vertex: Vertex) -> Path {
    let mut steps = Vec::new();
    while let Some((previous, step)) = before[&vertex] {
        steps.push(step);
        vertex = previous;
    }
    steps.reverse();
    Path { start: vertex.2.prod, steps }
}
