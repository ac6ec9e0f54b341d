//! From a grammar to its state graph, by one worklist of kernels with lookaheads.
//!
//! A popped kernel is closed; each kernel that its closure leads to is looked up among the states with the same core. The
//! constructions differ only in what happens then (*examine*): a state with at least these lookaheads serves as it is; a
//! state that may be fused with the kernel is replaced by their union (*fuse*), and whoever led to it is redirected
//! (*redirect*); otherwise the kernel becomes a state. A popped state that has been replaced meanwhile is skipped.
//! Kernels are values: none is ever changed. First in, first out, symbols in id order: numbering is stable.
//!
//! Source: Pager, "A practical general method for constructing LR(k) parsers", Acta Informatica 7 (1977), whose
//! construction differs in that it changes states in place; the states are the same.
//!
//! Cost: one closure for each kernel that is not skipped.

use std::collections::VecDeque;

use fnv::FnvHashMap;

use crate::{
    StateId,
    grammar::Grammar,
    item::{Closer, Core, Kernel},
    pager,
    stategraph::{State, StateGraph},
};

/// A way to build the state graph of a grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Construction {
    /// Canonical LR(1) (Knuth 1965): no state is ever fused. Large.
    Canonical,
    /// LR(1) states fused where that is weakly compatible (Pager 1977): for a grammar without conflicts it accepts just
    /// what the canonical table accepts, in hardly more states than LALR(1).
    #[default]
    Pager,
    /// LALR(1): states with the same core are always fused.
    Lalr,
}

impl Construction {
    /// The construction of this name: `canonical`, `pager` or `lalr`.
    pub fn from_name(name: &str) -> Option<Construction> {
        match name {
            "canonical" => Some(Construction::Canonical),
            "pager" => Some(Construction::Pager),
            "lalr" => Some(Construction::Lalr),
            _ => None,
        }
    }

    /// The state graph of `grammar`.
    pub fn build(self, grammar: &Grammar) -> StateGraph {
        Builder::new(grammar, self).run()
    }

    /// May `kernel` and a state with `kernel`'s core become one state?
    fn may_fuse(self, state: &Kernel, kernel: &Kernel) -> bool {
        match self {
            Construction::Canonical => false,
            Construction::Pager => pager::weakly_compatible(state, kernel),
            Construction::Lalr => true,
        }
    }

    /// Does `state` serve where `kernel` is wanted?
    fn serves(self, state: &Kernel, kernel: &Kernel) -> bool {
        match self {
            Construction::Canonical => state == kernel,
            Construction::Pager | Construction::Lalr => pager::subsumes(state, kernel),
        }
    }
}

/// What is to be done with a kernel.
enum Verdict {
    /// This state serves.
    Use(StateId),
    /// The kernel and this state, the `family_index`-th of its family, become one.
    Fuse(StateId, usize),
    /// It is a state of its own.
    New,
}

struct Builder<'g> {
    construction: Construction,
    start_count: usize,
    closer: Closer<'g>,
    kernels: Vec<Kernel>,
    /// By which state each state was replaced, if it was.
    replaced: Vec<Option<StateId>>,
    families: FnvHashMap<Core, Vec<StateId>>,
    states: Vec<Option<State>>,
    queue: VecDeque<StateId>,
}

impl<'g> Builder<'g> {
    fn new(grammar: &'g Grammar, construction: Construction) -> Self {
        let mut builder = Builder {
            construction,
            start_count: grammar.starts().len(),
            closer: Closer::new(grammar),
            kernels: Vec::new(),
            replaced: Vec::new(),
            families: FnvHashMap::default(),
            states: Vec::new(),
            queue: VecDeque::new(),
        };
        for k in 0..builder.start_count {
            builder.add(StateGraph::start_kernel(grammar, k));
        }
        builder
    }

    fn run(mut self) -> StateGraph {
        while let Some(id) = self.queue.pop_front() {
            if self.replaced[id.index()].is_some() {
                continue;
            }
            let kernel = self.kernels[id.index()].clone();
            let closure = self.closer.close(&kernel);
            let reductions = self.closer.reductions(&closure);
            let edges = self
                .closer
                .gotos(&closure)
                .into_iter()
                .map(|(symbol, kernel)| (symbol, self.target(kernel)))
                .collect();
            self.states[id.index()] = Some(State { kernel, edges, reductions });
        }
        let replaced = self.replaced;
        let current = |mut state: StateId| {
            while let Some(by) = replaced[state.index()] {
                state = by;
            }
            state
        };
        StateGraph::reachable(self.states, self.start_count, current)
    }

    /// The state for `kernel`, made if need be.
    fn target(&mut self, kernel: Kernel) -> StateId {
        match self.examine(&kernel) {
            Verdict::Use(state) => state,
            Verdict::New => self.add(kernel),
            Verdict::Fuse(state, index) => {
                let fused = pager::fuse(&self.kernels[state.index()], &kernel);
                let id = self.push(fused);
                self.replaced[state.index()] = Some(id);
                self.states[state.index()] = None;
                self.families.get_mut(&kernel.core).expect("the state has a family")[index] = id;
                id
            }
        }
    }

    fn examine(&self, kernel: &Kernel) -> Verdict {
        let Some(family) = self.families.get(&kernel.core) else {
            return Verdict::New;
        };
        let kernel_of = |state: &StateId| &self.kernels[state.index()];
        if let Some(state) = family.iter().find(|s| self.construction.serves(kernel_of(s), kernel))
        {
            return Verdict::Use(*state);
        }
        match family.iter().position(|s| self.construction.may_fuse(kernel_of(s), kernel)) {
            Some(index) => Verdict::Fuse(family[index], index),
            None => Verdict::New,
        }
    }

    fn add(&mut self, kernel: Kernel) -> StateId {
        let core = kernel.core.clone();
        let id = self.push(kernel);
        self.families.entry(core).or_default().push(id);
        id
    }

    fn push(&mut self, kernel: Kernel) -> StateId {
        let id = StateId::new(self.kernels.len());
        self.kernels.push(kernel);
        self.replaced.push(None);
        self.states.push(None);
        self.queue.push_back(id);
        id
    }
}
