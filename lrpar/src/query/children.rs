//! Which children the nodes of a grammar have: for each rule an automaton of their sequences.
//!
//! The productions of a rule are written out as trees have them: what is left out of a tree is
//! replaced by what is in it, what may be empty may be absent, and a list is a loop. Where a rule
//! that is left out contains itself, its automaton is entered again instead: for lists, which do so
//! at one end, that is exact; for others it allows more than there is. So a sequence that the
//! automaton rejects is in no tree. The children of trivia and errors are not part of it.

use std::collections::{HashMap, HashSet};

use lrtable::{ProdId, RuleId, Symbol};

use crate::node_types::{FieldId, NodeForm, NodeTypes, SyntaxKind};

/// How many states the automaton of one rule has, at most; larger ones accept any children.
const MOST_STATES: usize = 20_000;

/// A child: its symbol, and the field that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Child {
    pub(super) symbol: Symbol,
    pub(super) field: Option<FieldId>,
}

/// The sequences of children of a rule's nodes: paths from state 0 to state 1.
#[derive(Debug, Default)]
pub(super) struct Automaton {
    /// The children with which each state is left, and where to; those without one are steps that
    /// take none.
    pub(super) edges: Vec<Vec<(Option<Child>, u32)>>,
}

impl Automaton {
    /// No children.
    pub(super) fn leaf() -> Automaton {
        Automaton { edges: vec![vec![(None, 1)], Vec::new()] }
    }

    /// Any children without fields.
    pub(super) fn any(symbols: &[Symbol]) -> Automaton {
        let children = symbols.iter().map(|symbol| Some(Child { symbol: *symbol, field: None }));
        let edges = children.map(|child| (child, 0)).chain([(None, 1)]).collect();
        Automaton { edges: vec![edges, Vec::new()] }
    }

    /// The state in which all children were taken.
    pub(super) fn end(&self) -> u32 {
        1
    }
}

/// The automata of all rules that have nodes in trees of a grammar.
pub(super) struct Nodes {
    pub(super) of_rules: Vec<Option<Automaton>>,
    /// All symbols that are nodes.
    pub(super) symbols: Vec<Symbol>,
    /// The root alone.
    pub(super) root: Automaton,
    /// Any one node, with a field that it may have.
    pub(super) any: Automaton,
}

impl Nodes {
    pub(super) fn new(types: &NodeTypes) -> Nodes {
        let mut productions = vec![Vec::new(); types.rule_ids().len()];
        for prod in types.prod_ids() {
            productions[types.rule_of(prod).index()].push(prod);
        }
        let maker = Maker {
            types,
            is_productive: fixpoint(types, |symbol, known| match symbol {
                Symbol::Rule(rule) => known[rule.index()],
                Symbol::Token(_) => true,
            }),
            is_nullable: fixpoint(types, |symbol, known| match symbol {
                Symbol::Rule(rule) => known[rule.index()],
                Symbol::Token(_) => false,
            }),
            productions,
        };
        let starts: Vec<Symbol> = maker.productions[0]
            .iter()
            .flat_map(|prod| types.symbols(*prod))
            .map(|(symbol, _)| symbol)
            .filter(|symbol| maker.is_productive(*symbol))
            .collect();
        let root = starts.iter().map(|symbol| (Some(Child { symbol: *symbol, field: None }), 1));
        let root = Automaton { edges: vec![root.collect(), Vec::new()] };
        let mut nodes = Nodes {
            of_rules: maker.productions.iter().map(|_| None).collect(),
            symbols: starts,
            root,
            any: Automaton::default(),
        };
        let mut known: HashSet<Symbol> = nodes.symbols.iter().copied().collect();
        let mut at = 0;
        while let Some(symbol) = nodes.symbols.get(at) {
            at += 1;
            let Symbol::Rule(rule) = *symbol else { continue };
            let automaton = maker.automaton(rule, at <= nodes.root.edges[0].len());
            for (child, _) in automaton.edges.iter().flatten() {
                if let Some(child) = child
                    && known.insert(child.symbol)
                {
                    nodes.symbols.push(child.symbol);
                }
            }
            nodes.of_rules[rule.index()] = Some(automaton);
        }
        let all = nodes.of_rules.iter().flatten().chain([&nodes.root]);
        let all: HashSet<(Option<Child>, u32)> =
            all.flat_map(|one| one.edges.iter().flatten()).map(|(child, _)| (*child, 1)).collect();
        let mut all: Vec<_> = all.into_iter().filter(|(child, _)| child.is_some()).collect();
        all.sort_unstable();
        nodes.any.edges = vec![all, Vec::new()];
        nodes
    }
}

/// Rules of which one production has only symbols that `holds` accepts, given such rules.
fn fixpoint(types: &NodeTypes, holds: impl Fn(Symbol, &[bool]) -> bool) -> Vec<bool> {
    let mut known = vec![false; types.rule_ids().len()];
    loop {
        let mut is_changed = false;
        for prod in types.prod_ids() {
            let rule = types.rule_of(prod).index();
            if !known[rule] && types.symbols(prod).all(|(symbol, _)| holds(symbol, &known)) {
                known[rule] = true;
                is_changed = true;
            }
        }
        if !is_changed {
            return known;
        }
    }
}

struct Maker<'t> {
    types: &'t NodeTypes,
    productions: Vec<Vec<ProdId>>,
    is_productive: Vec<bool>,
    is_nullable: Vec<bool>,
}

/// The place of a symbol: production and index; for one in a group that is left out those of the
/// group, and those in it.
type Place = ((ProdId, usize), Option<(ProdId, usize)>);

/// An automaton in work.
struct Making {
    /// The rule of the node.
    rule: RuleId,
    automaton: Automaton,
    /// Where the rules begin and end that are being written out.
    open: HashMap<RuleId, (u32, u32)>,
}

impl Making {
    fn state(&mut self) -> u32 {
        self.automaton.edges.push(Vec::new());
        self.automaton.edges.len() as u32 - 1
    }

    fn edge(&mut self, from: u32, child: Option<Child>, to: u32) {
        self.automaton.edges[from as usize].push((child, to));
    }
}

impl Maker<'_> {
    fn is_productive(&self, symbol: Symbol) -> bool {
        symbol.rule().is_none_or(|rule| self.is_productive[rule.index()])
    }

    fn automaton(&self, rule: RuleId, is_root: bool) -> Automaton {
        let mut making = Making { rule, automaton: Automaton::default(), open: HashMap::new() };
        let (start, end) = (making.state(), making.state());
        if self.types.form(rule) == NodeForm::List {
            making.open.insert(rule, (start, end));
        }
        for &prod in &self.productions[rule.index()] {
            let is_single = self.types.symbols(prod).count() == 1;
            if is_root || !(is_single && self.types.form(rule) == NodeForm::Transparent) {
                self.production(&mut making, prod, None, (start, end));
            }
        }
        making.automaton
    }

    /// Adds the symbols of a production between two states; `place` is that of the symbol instead
    /// of which they stand.
    fn production(
        &self,
        making: &mut Making,
        prod: ProdId,
        place: Option<Place>,
        (mut from, to): (u32, u32),
    ) {
        if !self.types.symbols(prod).all(|(symbol, _)| self.is_productive(symbol)) {
            return;
        }
        let count = self.types.symbols(prod).count();
        for (at, (symbol, _)) in self.types.symbols(prod).enumerate() {
            let place = match place {
                None => ((prod, at), None),
                Some(place) if count == 1 => place,
                Some((outer, _)) => (outer, Some((prod, at))),
            };
            let next = if at + 1 == count { to } else { making.state() };
            self.symbol(making, symbol, place, (from, next));
            from = next;
        }
        if count == 0 {
            making.edge(from, None, to);
        }
    }

    fn symbol(&self, making: &mut Making, symbol: Symbol, place: Place, (from, to): (u32, u32)) {
        let field = match (self.types.form(making.rule), place) {
            (NodeForm::List, _) => self.types.field_in_list(making.rule, symbol),
            (_, ((prod, at), None)) => {
                self.types.symbols(prod).nth(at).and_then(|(_, field)| field)
            }
            (_, (outer, Some(inner))) => self.types.field_in_group(outer, inner),
        };
        let child = Some(Child { symbol, field });
        let Symbol::Rule(rule) = symbol else {
            making.edge(from, child, to);
            // What is recovered from there may be nothing.
            if self.types.name(SyntaxKind::Token(symbol.token().expect("no rule"))) == "error" {
                making.edge(from, None, to);
            }
            return;
        };
        let form = self.types.form(rule);
        let is_left_out = match form {
            NodeForm::Node => false,
            NodeForm::List => rule == making.rule,
            NodeForm::Transparent | NodeForm::Spliced => true,
        };
        if !is_left_out {
            making.edge(from, child, to);
            if self.is_nullable[rule.index()] {
                making.edge(from, None, to);
            }
            return;
        }
        if making.automaton.edges.len() > MOST_STATES {
            // Any children, from here on.
            for token in self.types.token_ids().map(Symbol::Token) {
                making.edge(from, Some(Child { symbol: token, field }), from);
            }
            for rule in self.types.rule_ids().map(Symbol::Rule) {
                making.edge(from, Some(Child { symbol: rule, field }), from);
            }
            making.edge(from, None, to);
            return;
        }
        if let Some((start, end)) = making.open.get(&rule).copied() {
            making.edge(from, None, start);
            making.edge(end, None, to);
            return;
        }
        let (start, end) = (making.state(), making.state());
        making.edge(from, None, start);
        making.edge(end, None, to);
        making.open.insert(rule, (start, end));
        for &prod in &self.productions[rule.index()] {
            let count = self.types.symbols(prod).count();
            if form == NodeForm::Spliced || count == 1 {
                self.production(making, prod, Some(place), (start, end));
            } else if count == 0 {
                making.edge(start, None, end);
            } else if self.types.symbols(prod).all(|(symbol, _)| self.is_productive(symbol)) {
                making.edge(start, child, end);
                if self.is_nullable[rule.index()] {
                    making.edge(start, None, end);
                }
            }
        }
        making.open.remove(&rule);
    }
}
