//! The LR(0) automaton: states by their cores, before anything is known of lookaheads.
//!
//! Every construction but IELR's last step starts from it, and an automaton whose states were split
//! is of the same type. States are numbered breadth first, start states first, symbols in id order,
//! rules before tokens; productions that can derive no sentence are left out. A state's rules,
//! those before which a dot stands in its closure, are just those that label its edges, and so the
//! pair of a state and a rule, a *transition*, is an edge too.
//!
//! Most edges lead to a kernel of one item, in large grammars nearly all: such a state is found by
//! the number of its item, others by a hash of their core.
//!
//! Cost: one closure for each state, and a few steps for each edge.

use crate::{
    ProdId, StateId, bits,
    grammar::{Grammar, Symbol},
    intern::{Interner, Runs, narrow},
    item::Item,
    limits::ITEM_WORK,
    meter::{Meter, Metered},
};

/// From where an item of a state gets its lookaheads, in a state that leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// From the item of the kernel with this index.
    Kernel(usize),
    /// From the state's edge with this index, which is labelled with the production's rule.
    Rule(usize),
}

/// What a state takes in memory, without its edges and items, in a state graph as well.
pub(crate) const STATE_BYTES: usize = 200;
/// What an edge takes.
pub(crate) const EDGE_BYTES: usize = size_of::<(Symbol, StateId)>();
/// What an item of a kernel takes, here and in a state graph.
const ITEM_BYTES: usize = 20;
/// What an item to which an edge leads takes: where its lookaheads come from, as a source and in
/// the relations.
const STEP_BYTES: usize = 12;

/// States and edges.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    /// The items of each state's kernel, sorted.
    pub(crate) cores: Runs<Item>,
    /// The edges of each state, by symbol.
    pub(crate) edges: Vec<Vec<(Symbol, StateId)>>,
    /// The number of start states.
    pub(crate) start_count: usize,
}

impl Automaton {
    /// The automaton of `grammar`.
    ///
    /// # Errors
    ///
    /// If it takes more than `meter` allows.
    pub(crate) fn new(grammar: &Grammar, meter: &mut Meter) -> Metered<Automaton> {
        let start_count = grammar.starts().len();
        let mut this = Automaton { cores: Runs::default(), edges: Vec::new(), start_count };
        for prod in grammar.start_productions() {
            this.cores.push(&[Item { prod, dot: 0 }]);
        }
        let numbers = Numbers::new(grammar);
        let mut states = States::new(&numbers);
        let mut targets = Targets::new(grammar, &numbers);
        let mut edges = Vec::new();
        let mut state = 0;
        while state < this.cores.len() {
            let items = targets.collect(grammar, this.cores.get(state));
            targets
                .drain(|symbol, kernel| edges.push((symbol, states.of(kernel, &mut this.cores))));
            meter.states(this.cores.len())?;
            meter.work(items * ITEM_WORK + targets.reached.len())?;
            let own = STATE_BYTES + this.cores.get(state).len() * ITEM_BYTES;
            meter.memory(own + edges.len() * EDGE_BYTES + items * STEP_BYTES)?;
            this.edges.push(edges.clone());
            edges.clear();
            state += 1;
        }
        Ok(this)
    }

    /// The number of edges of a state that are labelled with rules; they come first.
    pub(crate) fn rule_count(&self, state: usize) -> usize {
        self.edges[state].partition_point(|(symbol, _)| matches!(symbol, Symbol::Rule(_)))
    }
}

/// The items of all productions, numbered in their order.
struct Numbers {
    /// The number of the first item of each production.
    starts: Vec<u32>,
    items: Vec<Item>,
}

impl Numbers {
    fn new(grammar: &Grammar) -> Numbers {
        let mut this = Numbers { starts: Vec::new(), items: Vec::new() };
        for prod in grammar.prod_ids() {
            this.starts.push(narrow(this.items.len()));
            let dots = 0..=narrow(grammar.symbols(prod).len());
            this.items.extend(dots.map(|dot| Item { prod, dot }));
        }
        this
    }

    fn of(&self, item: Item) -> u32 {
        self.starts[item.prod.index()] + item.dot
    }
}

/// The states by their kernels, which are given by the numbers of their items.
struct States<'a> {
    numbers: &'a Numbers,
    /// For each item, 1 + the state whose kernel is just this item, or 0.
    of_one: Vec<u32>,
    of_more: Interner<u32>,
    /// The states of the kernels in `of_more`.
    states: Vec<StateId>,
}

impl<'a> States<'a> {
    fn new(numbers: &'a Numbers) -> Self {
        let of_one = vec![0; numbers.items.len()];
        States { numbers, of_one, of_more: Interner::default(), states: Vec::new() }
    }

    /// The state with this kernel; its core is added to `cores` if it is new.
    fn of(&mut self, kernel: &[u32], cores: &mut Runs<Item>) -> StateId {
        let next = StateId::new(cores.len());
        let state = match kernel {
            [item] => {
                let state = &mut self.of_one[*item as usize];
                if *state == 0 {
                    *state = next.0 + 1;
                }
                crate::StIdx(*state - 1)
            }
            _ => {
                let number = self.of_more.intern(kernel) as usize;
                if number == self.states.len() {
                    self.states.push(next);
                }
                self.states[number]
            }
        };
        if state == next {
            let items = kernel.iter().map(|item| self.numbers.items[*item as usize]);
            cores.push(&items.collect::<Vec<_>>());
        }
        state
    }
}

/// The kernels to which a closure leads, by the numbers of their items.
struct Targets<'a> {
    rule_count: u32,
    numbers: &'a Numbers,
    /// For each rule the first symbol of each of its productions, and the number of the item after
    /// it.
    begins: Runs<(u32, u32)>,
    /// For each symbol, rules first, the number of the first item after it that was found, or
    /// `NONE`.
    one: Vec<u32>,
    /// For each symbol the numbers of the other items after it.
    more: Vec<Vec<u32>>,
    /// The symbols with items.
    reached: Vec<u64>,
    /// The rules to close over.
    todo: Vec<u32>,
}

/// The number of no item.
const NONE: u32 = u32::MAX;

impl<'a> Targets<'a> {
    fn new(grammar: &Grammar, numbers: &'a Numbers) -> Self {
        let rule_count = narrow(grammar.rules().len());
        let columns = grammar.rules().len() + grammar.tokens().len();
        let mut begins = Runs::default();
        for rule in grammar.rules() {
            let useful = rule.productions.iter().filter(|prod| grammar.is_productive(**prod));
            let begin = |&prod: &ProdId| {
                let first = *grammar.symbols(prod).first()?;
                Some((column(rule_count, first), numbers.of(Item { prod, dot: 1 })))
            };
            begins.push(&useful.filter_map(begin).collect::<Vec<_>>());
        }
        Targets {
            rule_count,
            numbers,
            begins,
            one: vec![NONE; columns],
            more: vec![Vec::new(); columns],
            reached: vec![0; columns.div_ceil(64)],
            todo: Vec::new(),
        }
    }

    /// Finds the kernels to which the closure of `core` leads. Returns how many items they have.
    fn collect(&mut self, grammar: &Grammar, core: &[Item]) -> usize {
        let mut items = core.len();
        for item in core {
            if let Some(&symbol) = item.rest(grammar).first() {
                let after = self.numbers.of(*item) + 1;
                self.add(column(self.rule_count, symbol), after);
            }
        }
        let mut next = 0;
        while let Some(&rule) = self.todo.get(next) {
            next += 1;
            let begins = std::mem::take(&mut self.begins);
            let begun = begins.get(rule as usize);
            items += begun.len();
            for &(column, number) in begun {
                self.add(column, number);
            }
            self.begins = begins;
        }
        self.todo.clear();
        items
    }

    fn add(&mut self, column: u32, item: u32) {
        let at = column as usize;
        if self.one[at] != NONE {
            self.more[at].push(item);
            return;
        }
        self.one[at] = item;
        self.reached[at / 64] |= 1 << (at % 64);
        if column < self.rule_count {
            self.todo.push(column);
        }
    }

    /// Calls `f` for each kernel, by symbol, and forgets it.
    fn drain(&mut self, mut f: impl FnMut(Symbol, &[u32])) {
        for (at, word) in self.reached.iter_mut().enumerate() {
            for column in bits::of_word(at, std::mem::take(word)) {
                let symbol = symbol(self.rule_count, narrow(column));
                let one = std::mem::replace(&mut self.one[column], NONE);
                let more = &mut self.more[column];
                if more.is_empty() {
                    f(symbol, &[one]);
                } else {
                    more.push(one);
                    more.sort_unstable();
                    f(symbol, more);
                    more.clear();
                }
            }
        }
    }
}

/// Rules first, then tokens.
fn column(rule_count: u32, symbol: Symbol) -> u32 {
    match symbol {
        Symbol::Rule(rule) => rule.0,
        Symbol::Token(token) => rule_count + token.0,
    }
}

/// The symbol of a column.
fn symbol(rule_count: u32, column: u32) -> Symbol {
    match column.checked_sub(rule_count) {
        None => Symbol::Rule(crate::RIdx(column)),
        Some(token) => Symbol::Token(crate::TIdx(token)),
    }
}
