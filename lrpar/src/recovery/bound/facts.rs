//! What guided search needs to know of a table: its recovery quotient and its kernel items.
//!
//! Computed from the table alone, once, at the first error that is hard enough.
//!
//! Cost: each state is closed once, beside what the quotient and the neighbours take.

use lrtable::{Action, ProdId, RuleId, StateId, TokenId, pack::Tables};

use super::{
    super::{
        arena::narrow,
        budget::{Meter, Spent},
    },
    neighbours::Neighbours,
    quotient::Quotient,
};

/// Facts about a table that bounds need.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The table with equivalent states merged.
    pub(crate) quotient: Quotient,
    /// The kernel items of each class of the quotient.
    items: Vec<Vec<KernelItem>>,
    /// Whether the parser accepts at the end of the input, for each class.
    pub(crate) accepts: Vec<bool>,
    /// Whether any state shifts a token, for each token, and for `none` (lexemes that no grammar
    /// accepts).
    pub(crate) shiftable: Vec<bool>,
    /// Which tokens may stand beside each other.
    pub(crate) neighbours: Neighbours,
    /// The cost of the cheapest insertion; `u32::MAX` if no token may be inserted.
    pub(crate) cheapest_insertion: u32,
    /// The accessing symbol of each class, if it is a token.
    pub(crate) read: Vec<Option<TokenId>>,
    /// Where the symbols of each production begin in the table's list.
    first_symbol: Vec<u32>,
    /// The numbers of the symbols in that list; tokens come first.
    numbers: Vec<u32>,
    /// The rules in postorder: each after those that its productions name, as far as that is
    /// possible.
    pub(crate) rule_order: Vec<RuleId>,
    /// The productions of each rule.
    pub(crate) rule_prods: Vec<Vec<ProdId>>,
    /// The productions that name each rule.
    pub(crate) users: Vec<Vec<OrderedProd>>,
    /// The productions that end with each token; the last entry is for productions without symbols.
    pub(crate) ending: Vec<Vec<OrderedProd>>,
}

/// A production, and the index of its rule in [`Facts::rule_order`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderedProd {
    pub(crate) prod: ProdId,
    pub(crate) place: usize,
}

/// A kernel item A → α·β of a state: what a stack with that state on top still needs. α is not
/// empty, unless A is the augmented rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct KernelItem {
    /// The number of symbols of α, popped when the production is complete.
    pub(crate) pop: u32,
    /// The rule A.
    pub(crate) rule: RuleId,
    /// The rest β.
    pub(crate) rest: Rest,
}

/// The rest of a production: a range of the table's list of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rest {
    pub(crate) from: u32,
    to: u32,
}

impl Facts {
    /// Computes the facts of `tables`.
    ///
    /// # Errors
    ///
    /// If the time of `meter` is over.
    pub(in super::super) fn new(tables: &Tables<'_>, meter: &Meter) -> Result<Facts, Spent> {
        let quotient = Quotient::new(tables, meter)?;
        let mut first_symbol = vec![0];
        let mut rule_prods = lists(tables.rule_count);
        let mut numbers = Vec::with_capacity(tables.symbols.len());
        for (prod, (rule, symbols)) in tables.rules_and_symbols().enumerate() {
            numbers.extend(symbols.map(|symbol| narrow(tables.number(symbol))));
            first_symbol.push(narrow(numbers.len()));
            rule_prods[rule.index()].push(ProdId::new(prod));
        }
        let insertions = tables.insert_costs.iter().filter(|cost| **cost > 0);
        let mut facts = Facts {
            quotient,
            items: Vec::new(),
            accepts: Vec::new(),
            shiftable: vec![false; tables.token_count + 1],
            neighbours: Neighbours::new(tables, meter)?,
            cheapest_insertion: insertions.min().map_or(u32::MAX, |cost| u32::from(*cost)),
            read: Vec::new(),
            first_symbol,
            numbers,
            rule_order: Vec::new(),
            rule_prods,
            users: lists(tables.rule_count),
            ending: lists(tables.token_count + 1),
        };
        facts.rule_order = facts.bottom_up(tables.token_count);
        facts.list_uses(tables.token_count);
        facts.collect_items(tables, meter)?;
        Ok(facts)
    }

    /// Returns the rest of a production after its first `dot` symbols.
    fn rest(&self, prod: ProdId, dot: u32) -> Rest {
        let at = prod.index();
        Rest { from: self.first_symbol[at] + dot, to: self.first_symbol[at + 1] }
    }

    /// Returns the kernel items of all states of a class.
    pub(crate) fn items(&self, class: StateId) -> &[KernelItem] {
        &self.items[class.index()]
    }

    /// Returns the index, among the items of `class`, of the item with the dot one symbol before
    /// that of `item`.
    pub(crate) fn item_before(&self, class: StateId, item: &KernelItem) -> Option<usize> {
        let key = |item: &KernelItem| (item.pop, item.rule, item.rest.from);
        let before = (item.pop - 1, item.rule, item.rest.from - 1);
        self.items(class).binary_search_by_key(&before, key).ok()
    }

    /// Returns the numbers of a production's symbols; tokens come first.
    pub(crate) fn numbers(&self, prod: ProdId) -> &[u32] {
        self.numbers_of(self.rest(prod, 0))
    }

    /// Returns the numbers of the symbols at a production's end; tokens come first.
    pub(crate) fn numbers_of(&self, rest: Rest) -> &[u32] {
        &self.numbers[rest.from as usize..rest.to as usize]
    }

    /// Lists the productions that name each rule, those that end with each token, and those that
    /// are empty.
    fn list_uses(&mut self, token_count: usize) {
        for (place, rule) in self.rule_order.iter().enumerate() {
            for &prod in &self.rule_prods[rule.index()] {
                let ordered = OrderedProd { prod, place };
                let Rest { from, to } = self.rest(prod, 0);
                let numbers = &self.numbers[from as usize..to as usize];
                let last = numbers.last().map_or(token_count, |number| *number as usize);
                if last < token_count || numbers.is_empty() {
                    self.ending[last].push(ordered);
                }
                for rule in rules(numbers, token_count) {
                    let users = &mut self.users[rule];
                    if users.last().is_none_or(|last| last.prod != prod) {
                        users.push(ordered);
                    }
                }
            }
        }
    }

    /// Returns the rules in postorder of the relation "a production of A names B".
    fn bottom_up(&self, token_count: usize) -> Vec<RuleId> {
        let mut order = Vec::with_capacity(self.rule_prods.len());
        let mut seen = vec![false; self.rule_prods.len()];
        for root in 0..self.rule_prods.len() {
            let mut todo = vec![(root, false)];
            while let Some((rule, done)) = todo.pop() {
                if done {
                    order.push(RuleId::new(rule));
                    continue;
                }
                if std::mem::replace(&mut seen[rule], true) {
                    continue;
                }
                todo.push((rule, true));
                for prod in &self.rule_prods[rule] {
                    let named = rules(self.numbers(*prod), token_count);
                    todo.extend(named.filter(|rule| !seen[*rule]).map(|rule| (rule, false)));
                }
            }
        }
        order
    }

    /// Finds the kernel items of every class, from those of the start states along the edges of the
    /// table, and the tokens that are shifted. All edges into a state lead to one kernel (states of
    /// an LR automaton have one core), so each state is closed once.
    fn collect_items(&mut self, tables: &Tables<'_>, meter: &Meter) -> Result<(), Spent> {
        // None is empty once it is found.
        let mut kernels: Vec<Vec<(ProdId, u32)>> = lists(tables.state_count());
        let mut todo = Vec::new();
        for (k, kernel) in kernels.iter_mut().enumerate().take(tables.start_count) {
            kernel.push((ProdId::new(k), 0));
            todo.push(StateId::new(k));
        }
        while let Some(state) = todo.pop() {
            meter.look()?;
            let kernel = kernels[state.index()].clone();
            for moved in self.advance(tables.token_count, kernel).chunk_by(|a, b| a.0 == b.0) {
                let number = moved[0].0 as usize;
                let target = match number.checked_sub(tables.token_count) {
                    Some(rule) => tables.goto(state, RuleId::new(rule)),
                    None => match tables.action(state, TokenId::new(number)) {
                        Action::Shift(target) => {
                            self.shiftable[number] = true;
                            Some(target)
                        }
                        _ => None,
                    },
                };
                let Some(target) = target else { continue };
                if kernels[target.index()].is_empty() {
                    kernels[target.index()].extend(moved.iter().map(|(_, item)| *item));
                    todo.push(target);
                }
            }
        }
        let classes = self.quotient.class_count;
        let mut items: Vec<Vec<KernelItem>> = lists(classes);
        self.accepts = vec![false; classes];
        for (state, kernel) in kernels.into_iter().enumerate() {
            let state = StateId::new(state);
            let class = self.quotient.class(state).index();
            let item = |(prod, dot)| KernelItem {
                pop: dot,
                rule: tables.production(prod).0,
                rest: self.rest(prod, dot),
            };
            items[class].extend(kernel.into_iter().map(item));
            self.accepts[class] |= tables.action(state, tables.eof()) == Action::Accept;
        }
        for items in &mut items {
            items.sort_unstable();
            items.dedup();
        }
        let read = |item: &KernelItem| {
            let before = self.numbers[(item.rest.from as usize).checked_sub(1)?] as usize;
            (item.pop > 0 && before < tables.token_count).then(|| TokenId::new(before))
        };
        let of_class = |items: &Vec<KernelItem>| {
            let token = read(items.first()?)?;
            items.iter().all(|item| read(item) == Some(token)).then_some(token)
        };
        self.read = items.iter().map(of_class).collect();
        self.items = items;
        Ok(())
    }

    /// Returns the items to which the closure of `kernel` leads, each after the number of the
    /// symbol that leads there, in the order of symbols.
    fn advance(&self, token_count: usize, kernel: Vec<(ProdId, u32)>) -> Vec<(u32, (ProdId, u32))> {
        let mut seen = vec![false; self.rule_prods.len()];
        let mut items = kernel;
        let mut next = 0;
        let mut moves = Vec::new();
        while let Some(&(prod, dot)) = items.get(next) {
            next += 1;
            let Some(number) = self.numbers_of(self.rest(prod, dot)).first() else { continue };
            moves.push((*number, (prod, dot + 1)));
            for rule in rules(&[*number], token_count) {
                if !std::mem::replace(&mut seen[rule], true) {
                    items.extend(self.rule_prods[rule].iter().map(|prod| (*prod, 0)));
                }
            }
        }
        moves.sort_by_key(|(number, _)| *number);
        moves
    }
}

/// Returns the indices of the rules among symbols given by their numbers.
fn rules(numbers: &[u32], token_count: usize) -> impl Iterator<Item = usize> {
    numbers.iter().filter_map(move |number| (*number as usize).checked_sub(token_count))
}

/// Makes `count` empty lists. (`vec!` would clone one, which is code for each type.)
fn lists<T>(count: usize) -> Vec<Vec<T>> {
    (0..count).map(|_| Vec::new()).collect()
}
