//! What notation means, without rules for it: which pieces of a text each term stands for.
//!
//! The pieces are a relation of places in the text, from where they begin to where they end.
//! `X*` is the closure of that of `X`, a sequence is a product. Recursive rules grow until nothing
//! is new.

use std::collections::BTreeMap;

use crate::plain::{Part, Plain, Term};

/// For each place the set of places where pieces that begin there end.
#[derive(Clone, PartialEq, Eq)]
struct Pieces(Vec<u32>);

/// The terms of a grammar, by number, with what they are made of.
pub(crate) struct Meaning {
    terms: Vec<Made>,
}

enum Made {
    Token(String),
    /// The empty piece, or others.
    Optional(usize),
    /// Any number of one, with another between two.
    List {
        is_empty: bool,
        of: usize,
        between: Option<usize>,
    },
    Alternatives(Vec<Vec<usize>>),
}

impl Pieces {
    fn none(len: usize) -> Pieces {
        Pieces(vec![0; len + 1])
    }

    /// The empty pieces.
    fn empty(len: usize) -> Pieces {
        Pieces((0..=len).map(|at| 1 << at).collect())
    }

    fn or(mut self, other: &Pieces) -> Pieces {
        self.0.iter_mut().zip(&other.0).for_each(|(ends, more)| *ends |= more);
        self
    }

    fn then(&self, next: &Pieces) -> Pieces {
        let ends = |places: u32| {
            let inside = (0..next.0.len()).filter(|at| places & 1 << at != 0);
            inside.fold(0, |ends, at| ends | next.0[at])
        };
        Pieces(self.0.iter().map(|places| ends(*places)).collect())
    }

    fn any_number(&self) -> Pieces {
        let mut all = Pieces::empty(self.0.len() - 1);
        loop {
            let more = all.clone().or(&all.then(self));
            if more == all {
                return all;
            }
            all = more;
        }
    }
}

impl Meaning {
    /// The terms that `start` leads to.
    pub(crate) fn new(plain: &Plain<'_>, start: &str) -> Meaning {
        let start = Term::Symbol(start.to_owned());
        let mut numbers = BTreeMap::from([(start.clone(), 0)]);
        let (mut all, mut terms) = (vec![start], Vec::new());
        while let Some(term) = all.get(terms.len()).cloned() {
            let mut number = |term: &Term| {
                *numbers.entry(term.clone()).or_insert_with(|| {
                    all.push(term.clone());
                    all.len() - 1
                })
            };
            let built_in = match &term {
                Term::Call { is_own: false, name, arguments } => Some((&**name, &arguments[..])),
                _ => None,
            };
            let mut list = |is_empty, of, between: Option<&Term>| {
                let of = number(of);
                Made::List { is_empty, of, between: between.map(&mut number) }
            };
            terms.push(match built_in {
                Some(("option" | "ioption", [x])) => Made::Optional(number(x)),
                Some(("list", [x])) => list(true, x, None),
                Some(("nonempty_list", [x])) => list(false, x, None),
                Some(("separated_list", [s, x])) => list(true, x, Some(s)),
                Some(("separated_nonempty_list", [s, x])) => list(false, x, Some(s)),
                Some((_, parts)) => {
                    Made::Alternatives(vec![parts.iter().map(&mut number).collect()])
                }
                None => match (plain.alternatives(&term), term) {
                    (none, Term::Symbol(name)) if none.is_empty() => Made::Token(name),
                    (alternatives, _) => {
                        let terms = alternatives.iter().map(|one| {
                            let terms = one.parts.iter().filter_map(|part| match part {
                                Part::Term(term, _) => Some(number(term)),
                                Part::Action(_) => None,
                            });
                            terms.collect()
                        });
                        Made::Alternatives(terms.collect())
                    }
                },
            });
        }
        Meaning { terms }
    }

    /// Whether the tokens of these names, at most 31, are a sentence.
    pub(crate) fn accepts(&self, tokens: &[String]) -> bool {
        let len = tokens.len();
        let mut known: Vec<Pieces> = self.terms.iter().map(|_| Pieces::none(len)).collect();
        loop {
            let mut is_new = false;
            for (at, made) in self.terms.iter().enumerate() {
                let pieces = match made {
                    Made::Token(name) => {
                        let is_it = |at: usize| tokens.get(at) == Some(name);
                        let ends = |at| if is_it(at) { 1 << (at + 1) } else { 0 };
                        Pieces((0..=len).map(ends).collect())
                    }
                    Made::Optional(x) => Pieces::empty(len).or(&known[*x]),
                    Made::List { is_empty, of, between } => {
                        let of = &known[*of];
                        let next = between.map_or(of.clone(), |between| known[between].then(of));
                        let list = of.then(&next.any_number());
                        if *is_empty { list.or(&Pieces::empty(len)) } else { list }
                    }
                    Made::Alternatives(all) => {
                        let sequence = |one: &Vec<usize>| {
                            let empty = Pieces::empty(len);
                            one.iter().fold(empty, |before, part| before.then(&known[*part]))
                        };
                        all.iter().fold(Pieces::none(len), |all, one| all.or(&sequence(one)))
                    }
                };
                is_new |= pieces != known[at];
                known[at] = pieces;
            }
            if !is_new {
                return known[0].0[0] & 1 << len != 0;
            }
        }
    }
}
