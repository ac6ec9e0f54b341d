//! The constructions as one worklist of LR(1) kernels, each closed anew: slow, plain, and the
//! oracle for the fast ones.
//!
//! Kernels are values. A popped kernel is closed; each kernel that its closure leads to is looked
//! up among the states with the same core; a state that may be fused with it is replaced by their
//! union, and whoever led to it is redirected.

use std::collections::{HashMap, VecDeque};

use lrtable::{
    ProdId, StateId,
    construct::Construction,
    first::TokenSet,
    grammar::{Grammar, Symbol},
    item::{Core, Item, Kernel, closure},
    stategraph::State,
};

fn intersects(a: &TokenSet, b: &TokenSet) -> bool {
    a.iter().any(|token| b.contains(token))
}

fn subsumes(state: &Kernel, kernel: &Kernel) -> bool {
    let pairs = state.lookaheads.iter().zip(&kernel.lookaheads);
    pairs.into_iter().all(|(state, kernel)| kernel.iter().all(|token| state.contains(token)))
}

fn weakly_compatible(a: &Kernel, b: &Kernel) -> bool {
    let (a, b) = (&a.lookaheads, &b.lookaheads);
    (0..a.len()).all(|i| {
        (i + 1..a.len()).all(|j| {
            !(intersects(&a[i], &b[j]) || intersects(&a[j], &b[i]))
                || intersects(&a[i], &a[j])
                || intersects(&b[i], &b[j])
        })
    })
}

fn may_fuse(construction: Construction, state: &Kernel, kernel: &Kernel) -> bool {
    match construction {
        Construction::Canonical => false,
        Construction::Pager => weakly_compatible(state, kernel),
        _ => true,
    }
}

fn serves(construction: Construction, state: &Kernel, kernel: &Kernel) -> bool {
    match construction {
        Construction::Canonical => state == kernel,
        _ => subsumes(state, kernel),
    }
}

#[derive(Default)]
struct Worklist {
    kernels: Vec<Kernel>,
    replaced: Vec<Option<usize>>,
    families: HashMap<Core, Vec<usize>>,
    queue: VecDeque<usize>,
}

type Built = (Vec<(Symbol, usize)>, Vec<(ProdId, TokenSet)>);

/// The states that `construction` makes of `grammar`, in breadth-first order.
pub(crate) fn build(grammar: &Grammar, construction: Construction) -> Vec<State> {
    let mut list = Worklist::default();
    for prod in grammar.start_productions() {
        let mut lookahead = TokenSet::empty(grammar.tokens().len());
        lookahead.insert(grammar.eof());
        let core = Box::new([Item { prod, dot: 0 }]);
        list.target(construction, Kernel { core, lookaheads: Box::new([lookahead]) });
    }
    let mut built: Vec<Option<Built>> = Vec::new();
    while let Some(id) = list.queue.pop_front() {
        built.resize(list.kernels.len(), None);
        if list.replaced[id].is_some() {
            continue;
        }
        let kernel = list.kernels[id].clone();
        let items = closure(grammar, &kernel);
        let edges = gotos(grammar, &items);
        let edges = edges.into_iter().map(|(symbol, to)| (symbol, list.target(construction, to)));
        let edges = edges.collect();
        let ended = items.into_iter().filter(|(item, _)| item.rest(grammar).is_empty());
        let mut reductions: Vec<_> =
            ended.map(|(item, lookahead)| (item.prod, lookahead)).collect();
        reductions.sort_unstable_by_key(|(prod, _)| *prod);
        built[id] = Some((edges, reductions));
    }
    number(&list, &mut built, grammar.starts().len())
}

/// The kernels to which a closure leads, by symbol in id order, rules before tokens.
fn gotos(grammar: &Grammar, closure: &[(Item, TokenSet)]) -> Vec<(Symbol, Kernel)> {
    let mut items: Vec<(Symbol, Item, &TokenSet)> = Vec::new();
    for (item, lookahead) in closure {
        if let Some(&symbol) = item.rest(grammar).first() {
            items.push((symbol, Item { dot: item.dot + 1, ..*item }, lookahead));
        }
    }
    items.sort_unstable_by_key(|(symbol, item, _)| (*symbol, *item));
    let runs = items.chunk_by(|a, b| a.0 == b.0);
    runs.map(|run| {
        let core = run.iter().map(|(_, item, _)| *item).collect();
        let lookaheads = run.iter().map(|(_, _, set)| (*set).clone()).collect();
        (run[0].0, Kernel { core, lookaheads })
    })
    .collect()
}

fn number(list: &Worklist, built: &mut [Option<Built>], start_count: usize) -> Vec<State> {
    let mut order: Vec<usize> = (0..start_count).map(|start| list.current(start)).collect();
    let mut states = Vec::new();
    while let Some(&id) = order.get(states.len()) {
        let (edges, reductions) = built[id].take().expect("visited once");
        let edges = edges.into_iter().map(|(symbol, to)| {
            let to = list.current(to);
            let at = order.iter().position(|other| *other == to).unwrap_or_else(|| {
                order.push(to);
                order.len() - 1
            });
            (symbol, StateId::new(at))
        });
        let edges = edges.collect();
        states.push(State { kernel: list.kernels[id].clone(), edges, reductions });
    }
    states
}

impl Worklist {
    fn current(&self, mut id: usize) -> usize {
        while let Some(by) = self.replaced[id] {
            id = by;
        }
        id
    }

    fn target(&mut self, construction: Construction, kernel: Kernel) -> usize {
        let family = self.families.entry(kernel.core.clone()).or_default();
        let kernels = &self.kernels;
        if let Some(id) = family.iter().find(|id| serves(construction, &kernels[**id], &kernel)) {
            return *id;
        }
        let new = kernels.len();
        let fused =
            match family.iter_mut().find(|id| may_fuse(construction, &kernels[**id], &kernel)) {
                None => {
                    family.push(new);
                    kernel
                }
                Some(id) => {
                    let pairs = kernels[*id].lookaheads.iter().zip(&kernel.lookaheads);
                    let lookaheads = pairs.map(|(a, b)| {
                        let mut both = a.clone();
                        both.unite(b);
                        both
                    });
                    let lookaheads = lookaheads.collect();
                    self.replaced[*id] = Some(new);
                    *id = new;
                    Kernel { core: kernel.core, lookaheads }
                }
            };
        self.kernels.push(fused);
        self.replaced.push(None);
        self.queue.push_back(new);
        new
    }
}
