//! A recogniser of what a grammar file with notation says, straight from its syntax tree.
//!
//! Each rule, and each call of one with other arguments, is a network of states after Woods
//! (1970), made of items as Thompson (1968) makes automata of regular expressions: groups and
//! repetitions are edges, none becomes a rule. What the prelude's rules mean is written anew here.
//! Sentences are recognised as Earley (1970) does. Precedences are ignored.

use std::{
    collections::{BTreeMap, HashSet},
    rc::Rc,
};

use lrtable::{
    random::Random,
    yacc::ast::{Ast, Element, Item, ProductionDef, Quote, RuleDef},
};

/// An item whose parameters are replaced.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Expr {
    Token(String),
    /// A rule without arguments, or one to be called.
    Rule(String),
    Call(String, Vec<Expr>),
    Repeated(Box<Expr>, char),
    Choice(Vec<Vec<Expr>>),
}

type Arguments = BTreeMap<String, Expr>;

#[derive(Clone, Debug)]
enum Edge {
    Empty(usize),
    Token(Rc<str>, usize),
    Call(usize, usize),
}

/// The networks of all rules.
#[derive(Debug)]
pub(crate) struct Network<'a> {
    ast: &'a Ast,
    rules: BTreeMap<Expr, usize>,
    pending: Vec<(usize, Expr)>,
    /// First and last state of each rule; the first rule is the start rule.
    ends: Vec<(usize, usize)>,
    edges: Vec<Vec<Edge>>,
    /// The rule whose last state each state is, if any.
    last_of: BTreeMap<usize, usize>,
    /// The least number of steps to the end of its rule, for each state.
    steps: Vec<usize>,
}

impl<'a> Network<'a> {
    /// The networks of a file that was read without errors.
    pub(crate) fn new(ast: &'a Ast) -> Self {
        let mut this = Network {
            ast,
            rules: BTreeMap::new(),
            pending: Vec::new(),
            ends: Vec::new(),
            edges: Vec::new(),
            last_of: BTreeMap::new(),
            steps: Vec::new(),
        };
        let is_start = |def: &&RuleDef| def.parameters.is_empty() && def.inline.is_none();
        let start = &ast.rules.iter().find(is_start).expect("there is a start rule").name;
        this.rule(Expr::Rule(start.text.clone()));
        while let Some((rule, expr)) = this.pending.pop() {
            let (name, given) = match expr {
                Expr::Call(name, given) => (name, given),
                Expr::Rule(name) => (name, Vec::new()),
                other => unreachable!("{other:?} is no rule"),
            };
            for def in ast.rules.iter().filter(|def| def.name.text == name) {
                let names = def.parameters.iter().map(|name| name.text.clone());
                let arguments: Arguments = names.zip(given.iter().cloned()).collect();
                let choice = this.choice(&def.productions, &arguments);
                let (first, last) = this.ends[rule];
                let made = this.path(&choice, first);
                this.edges[made].push(Edge::Empty(last));
            }
        }
        this.last_of = this.ends.iter().enumerate().map(|(rule, ends)| (ends.1, rule)).collect();
        this.count_steps();
        this
    }

    fn is_defined(&self, name: &str) -> bool {
        self.ast.rules.iter().any(|def| def.name.text == name)
    }

    fn choice(&self, defs: &[ProductionDef], arguments: &Arguments) -> Expr {
        let alternatives = defs.iter().map(|def| {
            let items = def.elements.iter().filter_map(|element| match element {
                Element::Item { item, .. } => Some(self.expr(item, arguments)),
                Element::MidRule { .. } => None,
            });
            items.collect()
        });
        Expr::Choice(alternatives.collect())
    }

    fn expr(&self, item: &Item, arguments: &Arguments) -> Expr {
        match item {
            Item::Symbol(symbol) if symbol.quote != Quote::None => Expr::Token(symbol.text.clone()),
            Item::Symbol(symbol) => match arguments.get(&symbol.text) {
                Some(argument) => argument.clone(),
                None => Expr::Rule(symbol.text.clone()),
            },
            Item::Repeated { item, repetition, .. } => {
                Expr::Repeated(Box::new(self.expr(item, arguments)), repetition.sign())
            }
            Item::Group { productions, .. } => self.choice(productions, arguments),
            Item::Call { rule, arguments: given, .. } => {
                let given: Vec<Expr> =
                    given.iter().map(|item| self.expr(item, arguments)).collect();
                match arguments.get(&rule.text) {
                    Some(Expr::Rule(name)) => Expr::Call(name.clone(), given),
                    Some(other) => unreachable!("{other:?} has no parameters"),
                    None => Expr::Call(rule.text.clone(), given),
                }
            }
        }
    }

    fn rule(&mut self, expr: Expr) -> usize {
        if let Some(rule) = self.rules.get(&expr) {
            return *rule;
        }
        let rule = self.ends.len();
        let ends = (self.state(), self.state());
        self.ends.push(ends);
        self.rules.insert(expr.clone(), rule);
        self.pending.push((rule, expr));
        rule
    }

    fn state(&mut self) -> usize {
        self.edges.push(Vec::new());
        self.edges.len() - 1
    }

    /// Adds what leads from a state over a sentence of `expr`; returns where it leads.
    fn path(&mut self, expr: &Expr, from: usize) -> usize {
        match expr {
            Expr::Token(text) => {
                let to = self.state();
                self.edges[from].push(Edge::Token(text.as_str().into(), to));
                to
            }
            Expr::Rule(name) if !self.is_defined(name) => {
                let to = self.state();
                self.edges[from].push(Edge::Token(name.as_str().into(), to));
                to
            }
            Expr::Call(name, given) if !self.is_defined(name) => {
                let meant = predefined(name, given);
                self.path(&meant, from)
            }
            Expr::Rule(_) | Expr::Call(..) => {
                let rule = self.rule(expr.clone());
                let to = self.state();
                self.edges[from].push(Edge::Call(rule, to));
                to
            }
            Expr::Repeated(inner, sign) => {
                let (begin, end) = (self.state(), self.state());
                self.edges[from].push(Edge::Empty(begin));
                let after = self.path(inner, begin);
                self.edges[after].push(Edge::Empty(end));
                if *sign != '+' {
                    self.edges[begin].push(Edge::Empty(end));
                }
                if *sign != '?' {
                    self.edges[after].push(Edge::Empty(begin));
                }
                end
            }
            Expr::Choice(alternatives) => {
                let to = self.state();
                for alternative in alternatives {
                    let mut at = self.state();
                    self.edges[from].push(Edge::Empty(at));
                    for expr in alternative {
                        at = self.path(expr, at);
                    }
                    self.edges[at].push(Edge::Empty(to));
                }
                to
            }
        }
    }

    fn count_steps(&mut self) {
        const FAR: usize = usize::MAX / 4;
        self.steps = vec![FAR; self.edges.len()];
        for (_, last) in &self.ends {
            self.steps[*last] = 0;
        }
        loop {
            let mut is_changed = false;
            for state in 0..self.edges.len() {
                let least = self.edges[state].iter().map(|edge| self.steps_by(edge)).min();
                if let Some(least) = least.filter(|least| *least < self.steps[state].min(FAR)) {
                    self.steps[state] = least;
                    is_changed = true;
                }
            }
            if !is_changed {
                return;
            }
        }
    }

    fn steps_by(&self, edge: &Edge) -> usize {
        1 + match edge {
            Edge::Empty(to) | Edge::Token(_, to) => self.steps[*to],
            Edge::Call(rule, to) => self.steps[self.ends[*rule].0] + self.steps[*to],
        }
    }

    /// A random sentence; after `size` steps it takes the shortest way.
    pub(crate) fn sentence(&self, random: &mut Random, size: usize) -> Vec<Rc<str>> {
        let (mut sentence, mut calls) = (Vec::new(), Vec::new());
        let mut state = self.ends[0].0;
        for step in 0.. {
            let edges = &self.edges[state];
            let edge = match edges.iter().min_by_key(|edge| self.steps_by(edge)) {
                Some(_) if step < size => random.choose(edges),
                Some(least) => least,
                None => match calls.pop() {
                    Some(back) => {
                        state = back;
                        continue;
                    }
                    None => break,
                },
            };
            match edge {
                Edge::Empty(to) => state = *to,
                Edge::Token(token, to) => {
                    sentence.push(Rc::clone(token));
                    state = *to;
                }
                Edge::Call(rule, to) => {
                    calls.push(*to);
                    state = self.ends[*rule].0;
                }
            }
        }
        sentence
    }

    /// How many of the tokens begin a sentence, and whether all together make one.
    pub(crate) fn recognise(&self, tokens: &[Rc<str>]) -> (usize, bool) {
        let mut sets = vec![self.closed(&[], vec![(self.ends[0].0, 0)])];
        for (at, token) in tokens.iter().enumerate() {
            let mut scanned = Vec::new();
            for (state, origin) in &sets[at] {
                for edge in &self.edges[*state] {
                    if let Edge::Token(text, to) = edge
                        && text == token
                    {
                        scanned.push((*to, *origin));
                    }
                }
            }
            if scanned.is_empty() {
                return (at, false);
            }
            let set = self.closed(&sets, scanned);
            sets.push(set);
        }
        (tokens.len(), sets[tokens.len()].contains(&(self.ends[0].1, 0)))
    }

    /// Closes a set of states with the places where their rules began, after those in `sets`.
    fn closed(
        &self,
        sets: &[Vec<(usize, usize)>],
        first: Vec<(usize, usize)>,
    ) -> Vec<(usize, usize)> {
        let here = sets.len();
        let mut known: HashSet<(usize, usize)> = HashSet::new();
        let mut set: Vec<(usize, usize)> = Vec::new();
        let mut todo = first;
        // Rules that ended where they began.
        let mut empty: HashSet<usize> = HashSet::new();
        while let Some((state, origin)) = todo.pop() {
            if !known.insert((state, origin)) {
                continue;
            }
            set.push((state, origin));
            for edge in &self.edges[state] {
                match edge {
                    Edge::Empty(to) => todo.push((*to, origin)),
                    Edge::Call(rule, to) => {
                        todo.push((self.ends[*rule].0, here));
                        if empty.contains(rule) {
                            todo.push((*to, origin));
                        }
                    }
                    Edge::Token(..) => {}
                }
            }
            let Some(rule) = self.last_of.get(&state) else { continue };
            let waiting = if origin == here { &set } else { &sets[origin] };
            for (waiting, before) in waiting {
                for edge in &self.edges[*waiting] {
                    if let Edge::Call(called, to) = edge
                        && called == rule
                    {
                        todo.push((*to, *before));
                    }
                }
            }
            if origin == here {
                empty.insert(*rule);
            }
        }
        set
    }
}

/// What a call of a rule of the prelude means.
fn predefined(name: &str, given: &[Expr]) -> Expr {
    let repeated = |expr: &Expr, sign| Expr::Repeated(Box::new(expr.clone()), sign);
    let row = |exprs: Vec<Expr>| Expr::Choice(vec![exprs]);
    match (name, given) {
        ("option" | "ioption", [x]) => repeated(x, '?'),
        ("list", [x]) => repeated(x, '*'),
        ("nonempty_list", [x]) => repeated(x, '+'),
        ("separated_nonempty_list", [s, x]) => {
            row(vec![x.clone(), repeated(&row(vec![s.clone(), x.clone()]), '*')])
        }
        ("separated_list", _) => repeated(&predefined("separated_nonempty_list", given), '?'),
        ("delimited", [_, _, _])
        | ("separated_pair", [_, _, _])
        | ("preceded" | "terminated" | "pair", [_, _])
        | ("endrule", [_]) => row(given.to_vec()),
        _ => unreachable!("{name} with {} arguments", given.len()),
    }
}
