//! What guided search needs to know of a table: its recovery quotient and its kernel items.
//!
//! Computed from the table alone, once, at the first error that is hard enough.
//!
//! Cost: each state is closed once, beside what the quotient and the neighbours take.

use lrtable::{Action, ProdId, RuleId, StateId, Symbol, TokenId, pack::Tables};

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
    /// Whether any state shifts a token, for each token, and for `none` (lexemes that no grammar accepts).
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
    /// The rules in postorder: each after those that its productions name, as far as that is possible.
    pub(crate) rule_order: Vec<RuleId>,
    /// The productions of each rule.
    pub(crate) rule_prods: Vec<Vec<ProdId>>,
    /// The productions that name each rule.
    pub(crate) users: Vec<Vec<PlacedProd>>,
    /// The productions that end with each token; the last entry is for productions without symbols.
    pub(crate) ending: Vec<Vec<PlacedProd>>,
}

/// A production, and the index of its rule in [`Facts::rule_order`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedProd {
    pub(crate) prod: ProdId,
    pub(crate) place: usize,
}

/// A kernel item A → α·β of a state: what a stack with that state on top still needs. α is not empty, unless A is the augmented
/// rule.
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
        for (_, len) in tables.productions {
            first_symbol.push(first_symbol.last().expect("it is not empty") + len);
        }
        let number = |code: &u32| match Tables::symbol(*code) {
            Symbol::Token(token) => token.0,
            Symbol::Rule(rule) => narrow(tables.token_count) + rule.0,
        };
        let mut rule_prods = lists(tables.rule_count);
        for prod in (0..tables.productions.len()).map(ProdId::new) {
            rule_prods[tables.production(prod).0.index()].push(prod);
        }
        let mut facts = Facts {
            quotient,
            items: Vec::new(),
            accepts: Vec::new(),
            shiftable: shiftable(tables, meter)?,
            neighbours: Neighbours::default(),
            cheapest_insertion: tables
                .insert_costs
                .iter()
                .filter(|cost| **cost > 0)
                .min()
                .map_or(u32::MAX, |cost| u32::from(*cost)),
            read: Vec::new(),
            first_symbol,
            numbers: tables.symbols.iter().map(number).collect(),
            rule_order: Vec::new(),
            rule_prods,
            users: Vec::new(),
            ending: Vec::new(),
        };
        facts.rule_order = facts.bottom_up(tables);
        facts.list_uses(tables.token_count);
        let productions = |rule: RuleId| {
            facts.rule_prods[rule.index()].iter().map(|prod| facts.symbols(tables, *prod))
        };
        facts.neighbours = Neighbours::new(tables, &facts.rule_order, productions, meter)?;
        facts.collect_items(tables, meter)?;
        Ok(facts)
    }

    /// Returns the symbols of a production, encoded.
    pub(crate) fn symbols<'t>(&self, tables: &Tables<'t>, prod: ProdId) -> &'t [u32] {
        let range = self.first_symbol[prod.index()]..self.first_symbol[prod.index() + 1];
        &tables.symbols[range.start as usize..range.end as usize]
    }

    /// Returns the kernel items of all states of a class.
    pub(crate) fn items(&self, class: StateId) -> &[KernelItem] {
        &self.items[class.index()]
    }

    /// Returns the index, among the items of `class`, of the item with the dot one symbol before that of `item`.
    pub(crate) fn item_before(&self, class: StateId, item: &KernelItem) -> Option<usize> {
        let key = |item: &KernelItem| (item.pop, item.rule, item.rest.from);
        let before = (item.pop - 1, item.rule, item.rest.from - 1);
        self.items(class).binary_search_by_key(&before, key).ok()
    }

    /// Returns the numbers of a production's symbols; tokens come first.
    pub(crate) fn numbers(&self, prod: ProdId) -> &[u32] {
        let range = self.first_symbol[prod.index()]..self.first_symbol[prod.index() + 1];
        &self.numbers[range.start as usize..range.end as usize]
    }

    /// Returns the numbers of the symbols at a production's end; tokens come first.
    pub(crate) fn numbers_of(&self, rest: Rest) -> &[u32] {
        &self.numbers[rest.from as usize..rest.to as usize]
    }

    /// Lists the productions that name each rule, those that end with each token, and those that are empty.
    fn list_uses(&mut self, token_count: usize) {
        let mut users: Vec<Vec<PlacedProd>> = lists(self.rule_order.len());
        let mut ending: Vec<Vec<PlacedProd>> = lists(token_count + 1);
        for (place, rule) in self.rule_order.iter().enumerate() {
            for &prod in &self.rule_prods[rule.index()] {
                let placed = PlacedProd { prod, place };
                let numbers = self.numbers(prod);
                let last = numbers.last().map_or(token_count, |number| *number as usize);
                if last < token_count || numbers.is_empty() {
                    ending[last].push(placed);
                }
                for number in numbers {
                    let rule = (*number as usize).checked_sub(token_count);
                    if let Some(users) = rule.map(|rule| &mut users[rule])
                        && users.last().is_none_or(|last| last.prod != prod)
                    {
                        users.push(placed);
                    }
                }
            }
        }
        (self.users, self.ending) = (users, ending);
    }

    /// Returns the rules in postorder of the relation "a production of A names B".
    fn bottom_up(&self, tables: &Tables<'_>) -> Vec<RuleId> {
        let mut order = Vec::with_capacity(tables.rule_count);
        let mut seen = vec![false; tables.rule_count];
        for root in (0..tables.rule_count).map(RuleId::new) {
            let mut todo = vec![(root, false)];
            while let Some((rule, done)) = todo.pop() {
                if done {
                    order.push(rule);
                    continue;
                }
                if std::mem::replace(&mut seen[rule.index()], true) {
                    continue;
                }
                todo.push((rule, true));
                for prod in &self.rule_prods[rule.index()] {
                    for code in self.symbols(tables, *prod) {
                        if let Symbol::Rule(rule) = Tables::symbol(*code)
                            && !seen[rule.index()]
                        {
                            todo.push((rule, false));
                        }
                    }
                }
            }
        }
        order
    }

    /// Finds the kernel items of every class, from those of the start states along the edges of the table. All edges into a state
    /// lead to one kernel (states of an LR automaton have one core), so each state is closed once.
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
            for moved in self.advance(tables, kernel).chunk_by(|a, b| a.0 == b.0) {
                let target = match Tables::symbol(moved[0].0) {
                    Symbol::Token(token) => match tables.action(state, token) {
                        Action::Shift(target) => Some(target),
                        _ => None,
                    },
                    Symbol::Rule(rule) => tables.goto(state, rule),
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
            let class = self.quotient.class(StateId::new(state)).index();
            for (prod, dot) in kernel {
                let (rule, _) = tables.production(prod);
                let start = self.first_symbol[prod.index()];
                let rest = Rest { from: start + dot, to: self.first_symbol[prod.index() + 1] };
                items[class].push(KernelItem { pop: dot, rule, rest });
            }
            let state = StateId::new(state);
            self.accepts[class] |= tables.action(state, tables.eof()) == Action::Accept;
        }
        for items in &mut items {
            items.sort_unstable();
            items.dedup();
        }
        let read =
            |item: &KernelItem| match Tables::symbol(tables.symbols[item.rest.from as usize - 1]) {
                Symbol::Token(token) => Some(token),
                Symbol::Rule(_) => None,
            };
        let of_class = |items: &Vec<KernelItem>| {
            let (first, others) = items.split_first()?;
            let token = (first.pop > 0).then(|| read(first))??;
            others.iter().all(|item| item.pop > 0 && read(item) == Some(token)).then_some(token)
        };
        self.read = items.iter().map(of_class).collect();
        self.items = items;
        Ok(())
    }

    /// Returns the items to which the closure of `kernel` leads, each after the symbol that leads there, in the order of symbols.
    fn advance(
        &self,
        tables: &Tables<'_>,
        kernel: Vec<(ProdId, u32)>,
    ) -> Vec<(u32, (ProdId, u32))> {
        let mut seen = vec![false; tables.rule_count];
        let mut items = kernel;
        let mut next = 0;
        let mut moves = Vec::new();
        while let Some(&(prod, dot)) = items.get(next) {
            next += 1;
            let Some(&code) = self.symbols(tables, prod).get(dot as usize) else { continue };
            moves.push((code, (prod, dot + 1)));
            if let Symbol::Rule(rule) = Tables::symbol(code)
                && !std::mem::replace(&mut seen[rule.index()], true)
            {
                items.extend(self.rule_prods[rule.index()].iter().map(|prod| (*prod, 0)));
            }
        }
        moves.sort_by_key(|(code, _)| *code);
        moves
    }
}

/// Makes `count` empty lists. (`vec!` would clone one, which is code for each type.)
fn lists<T>(count: usize) -> Vec<Vec<T>> {
    (0..count).map(|_| Vec::new()).collect()
}

/// Returns, for each token and for `none`, whether any state shifts it.
fn shiftable(tables: &Tables<'_>, meter: &Meter) -> Result<Vec<bool>, Spent> {
    let mut shiftable = vec![false; tables.token_count + 1];
    for state in (0..tables.state_count()).map(StateId::new) {
        meter.look()?;
        for token in tables.token_ids() {
            shiftable[token.index()] |= matches!(tables.action(state, token), Action::Shift(_));
        }
    }
    Ok(shiftable)
}
