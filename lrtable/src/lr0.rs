//! The LR(0) automaton: states by their cores, before anything is known of lookaheads.
//!
//! Every construction but IELR's last step starts from it, and an automaton whose states were split is of the same type.
//! States are numbered breadth first, start states first, symbols in id order, rules before tokens; productions that can
//! derive no sentence are left out. A state's rules, those before which a dot stands in its closure, are just those that
//! label its edges, and so the pair of a state and a rule, a *transition*, is an edge too.
//!
//! Cost: one closure for each state, and one hash of a core for each edge.

use fnv::FnvHashMap;

use crate::{
    ProdId, RuleId, StateId,
    grammar::{Grammar, Symbol},
    item::{Core, Item},
};

/// From where an item of a state gets its lookaheads, in a state that leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// From the item of the kernel with this index.
    Kernel(usize),
    /// From the state's edge with this index, which is labelled with the production's rule.
    Rule(usize),
}

/// States and edges.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    /// The items of each state's kernel, sorted.
    pub(crate) cores: Vec<Core>,
    /// The edges of each state, by symbol.
    pub(crate) edges: Vec<Vec<(Symbol, StateId)>>,
    /// The number of start states.
    pub(crate) start_count: usize,
}

impl Automaton {
    /// The automaton of `grammar`.
    pub(crate) fn new(grammar: &Grammar) -> Automaton {
        let start_count = grammar.starts().len();
        let mut this = Automaton { cores: Vec::new(), edges: Vec::new(), start_count };
        let mut ids: FnvHashMap<Core, StateId> = FnvHashMap::default();
        for prod in grammar.start_productions() {
            this.cores.push(Box::new([Item { prod, dot: 0 }]));
        }
        let mut targets = Targets::new(grammar);
        while this.edges.len() < this.cores.len() {
            targets.collect(grammar, &this.cores[this.edges.len()]);
            let mut edges = Vec::with_capacity(targets.reached.len());
            for &column in &targets.reached {
                let items = &mut targets.items[column as usize];
                items.sort_unstable();
                let target = match ids.get(&items[..]) {
                    Some(target) => *target,
                    None => {
                        let target = StateId::new(this.cores.len());
                        let core: Core = items[..].into();
                        this.cores.push(core.clone());
                        ids.insert(core, target);
                        target
                    }
                };
                items.clear();
                edges.push((targets.symbol(column), target));
            }
            this.edges.push(edges);
        }
        this
    }

    /// The number of edges of a state that are labelled with rules; they come first.
    pub(crate) fn rule_count(&self, state: usize) -> usize {
        self.edges[state].partition_point(|(symbol, _)| matches!(symbol, Symbol::Rule(_)))
    }

    /// The edge of `state` that is labelled with `rule`.
    pub(crate) fn rule_edge(&self, state: usize, rule: RuleId) -> usize {
        self.edges[state]
            .binary_search_by_key(&Symbol::Rule(rule), |(symbol, _)| *symbol)
            .expect("a rule of the closure labels an edge")
    }

    /// Where an item of a state behind `state` gets its lookaheads from; the item's dot is not at the start.
    pub(crate) fn source(&self, grammar: &Grammar, state: usize, item: Item) -> Source {
        let before = Item { dot: item.dot - 1, ..item };
        if let Ok(at) = self.cores[state].binary_search(&before) {
            return Source::Kernel(at);
        }
        Source::Rule(self.rule_edge(state, grammar.production(item.prod).rule))
    }
}

/// The kernels to which a closure leads.
struct Targets {
    rule_count: u32,
    /// For each rule the rules that begin its productions, and the first symbol of each of its productions.
    begins: Vec<Vec<(ProdId, u32)>>,
    /// For each symbol, rules first, the items behind it.
    items: Vec<Vec<Item>>,
    /// The symbols with items, in order.
    reached: Vec<u32>,
    /// The state for which a rule was last closed over.
    closed_in: Vec<u32>,
    round: u32,
}

impl Targets {
    fn new(grammar: &Grammar) -> Targets {
        let rules = grammar.rules().len();
        let rule_count = u32::try_from(rules).expect("ids fit in 32 bits");
        let begins = grammar.rules().iter().map(|rule| {
            let useful = rule.productions.iter().filter(|prod| grammar.is_productive(**prod));
            useful
                .filter_map(|&prod| {
                    Some((prod, column(rule_count, *grammar.symbols(prod).first()?)))
                })
                .collect()
        });
        Targets {
            rule_count,
            begins: begins.collect(),
            items: vec![Vec::new(); rules + grammar.tokens().len()],
            reached: Vec::new(),
            closed_in: vec![0; rules],
            round: 0,
        }
    }

    fn symbol(&self, column: u32) -> Symbol {
        match column.checked_sub(self.rule_count) {
            None => Symbol::Rule(crate::RIdx(column)),
            Some(token) => Symbol::Token(crate::TIdx(token)),
        }
    }

    fn collect(&mut self, grammar: &Grammar, core: &[Item]) {
        self.round += 1;
        self.reached.clear();
        for item in core {
            if let Some(&symbol) = item.rest(grammar).first() {
                self.add(column(self.rule_count, symbol), Item { dot: item.dot + 1, ..*item });
            }
        }
        let mut next = 0;
        while let Some(&symbol) = self.reached.get(next) {
            next += 1;
            if symbol >= self.rule_count {
                continue;
            }
            let begins = std::mem::take(&mut self.begins[symbol as usize]);
            if std::mem::replace(&mut self.closed_in[symbol as usize], self.round) != self.round {
                for &(prod, column) in &begins {
                    self.add(column, Item { prod, dot: 1 });
                }
            }
            self.begins[symbol as usize] = begins;
        }
        self.reached.sort_unstable();
    }

    fn add(&mut self, column: u32, item: Item) {
        let items = &mut self.items[column as usize];
        if items.is_empty() {
            self.reached.push(column);
        }
        items.push(item);
    }
}

/// Rules first, then tokens.
fn column(rule_count: u32, symbol: Symbol) -> u32 {
    match symbol {
        Symbol::Rule(rule) => rule.0,
        Symbol::Token(token) => rule_count + token.0,
    }
}
